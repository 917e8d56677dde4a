/* The serial line. simavr knows neither the line's speed nor a real UART's two bytes of patience: this adds both. */
#include "avr_uart.h"
#include "sim.h"
#include <stdlib.h>
#include <string.h>

#define UCSR0A 0xc0
#define UBRR0L 0xc4
#define UBRR0H 0xc5
#define DOUBLE_SPEED 0x02
#define BITS 10 /* start, eight, stop; simavr 1.6 counts one more */
#define HOST_CYCLES_PER_BYTE (CLOCK_HZ * BITS / 115200)
#define TOLERANCE 4 /* percent that two UARTs may differ */
#define PATIENCE 3 /* bytes that a UART holds: two, and one on the way in */
#define OUT_SIZE 65536
#define IN_SIZE 65536
#define NOISE_SCALE 100000

DEFINE_FIFO(uint16_t, uart_fifo);

static avr_uart_t *uart;
static struct line_byte out[OUT_SIZE];
static uint32_t out_put, out_taken;
static uint8_t in[IN_SIZE];
static uint32_t in_put, in_taken;
static bool feeding;
static avr_cycle_count_t out_free; /* when the line has carried the last byte to the host */
static uint32_t overruns;
static uint32_t corrupt, drop, noise_seed, noise_count;

static uint32_t chance(void)
{
    return scramble(noise_seed, noise_count++) % NOISE_SCALE;
}

/* False: the byte got lost on the way. */
static bool survives_noise(uint8_t *byte)
{
    if (!corrupt && !drop)
        return true;
    if (chance() < drop)
        return false;
    if (chance() < corrupt)
        *byte ^= (uint8_t)(1 << (chance() % 8));
    return true;
}

static bool speeds_agree(void)
{
    long difference = (long)uart->cycles_per_byte - (long)HOST_CYCLES_PER_BYTE;
    return labs(difference) * 100 <= TOLERANCE * (long)HOST_CYCLES_PER_BYTE;
}

static uint8_t as_heard(uint8_t byte)
{
    return speeds_agree() ? byte : (uint8_t)(byte * 37 + 11);
}

static void speed_set(avr_t *unused, avr_io_addr_t address, uint8_t value, void *parameter)
{
    (void)unused;
    (void)parameter;
    avr->data[address] = value;
    uint32_t divider = ((avr->data[UBRR0H] & 0x0f) << 8 | avr->data[UBRR0L]) + 1u;
    uart->cycles_per_byte = BITS * divider * (avr->data[UCSR0A] & DOUBLE_SPEED ? 8 : 16);
}

/* simavr hands a byte out when it is written; it arrives when the line has carried it. */
static void sent(avr_irq_t *irq, uint32_t value, void *parameter)
{
    (void)irq;
    (void)parameter;
    uint8_t byte = as_heard((uint8_t)value);
    if (out_free < avr->cycle)
        out_free = avr->cycle;
    out_free += uart->cycles_per_byte;
    if (survives_noise(&byte) && out_put - out_taken < OUT_SIZE)
        out[out_put++ % OUT_SIZE] = (struct line_byte){.end = out_free, .byte = byte};
}

static avr_cycle_count_t feed_one(avr_t *unused, avr_cycle_count_t when, void *parameter)
{
    (void)unused;
    (void)parameter;
    feeding = in_taken != in_put;
    if (!feeding)
        return 0;
    uint8_t byte = as_heard(in[in_taken++ % IN_SIZE]);
    if (!survives_noise(&byte))
        return when + HOST_CYCLES_PER_BYTE;
    if (uart_fifo_get_read_size(&uart->input) >= PATIENCE)
        overruns++;
    else
        avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), byte);
    return when + HOST_CYCLES_PER_BYTE;
}

void line_start(void)
{
    for (avr_io_t *part = avr->io_port; part; part = part->next)
        if (!strcmp(part->kind, "uart") && ((avr_uart_t *)part)->name == '0')
            uart = (avr_uart_t *)part;
    uart->flags = 0; /* neither sleep when the firmware polls, nor print its bytes */
    avr_register_io_write(avr, UBRR0L, speed_set, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), sent, NULL);
}

void line_restart(void)
{
    uart->flags = 0;
    feeding = false; /* a reset has wiped the timer */
    if (in_taken != in_put)
        line_feed(NULL, 0);
}

void line_feed(const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length && in_put - in_taken < IN_SIZE; i++)
        in[in_put++ % IN_SIZE] = bytes[i];
    if (!feeding) {
        feeding = true;
        avr_cycle_timer_register(avr, 1, feed_one, NULL);
    }
}

bool line_take(struct line_byte *taken)
{
    if (out_taken == out_put || out[out_taken % OUT_SIZE].end > avr->cycle)
        return false;
    *taken = out[out_taken++ % OUT_SIZE];
    return true;
}

void line_noise(uint32_t corrupt_bytes, uint32_t drop_bytes, uint32_t seed)
{
    corrupt = corrupt_bytes;
    drop = drop_bytes;
    noise_seed = seed;
    noise_count = 0;
}

uint32_t line_overruns(void)
{
    return overruns;
}
