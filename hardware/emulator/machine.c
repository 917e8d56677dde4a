/* The processor: loads the firmware, runs it, resets it. */
#include "avr_extint.h"
#include "sim.h"
#include "sim_elf.h"
#include "sim_io.h"
#include <string.h>

#define MCUSR 0x54
#define POWER_ON 0x01
#define RESET_PIN 0x02
#define SRAM_START 0x200
#define EXTERNAL_INTERRUPTS 8

avr_t *avr;
static avr_cycle_count_t asleep;

uint32_t scramble(uint32_t a, uint32_t b)
{
    uint32_t x = a * 0x9e3779b9u ^ (b + 0x7f4a7c15u) * 0x85ebca6bu;
    x ^= x >> 15;
    x *= 0x2c1b3c6du;
    x ^= x >> 12;
    x *= 0x297a2d39u;
    return x ^ x >> 15;
}

/* Without this, simavr polls a low pin with an external interrupt at every cycle, enabled or not. */
static void calm_external_interrupts(void)
{
    for (int i = 0; i < EXTERNAL_INTERRUPTS; i++)
        avr_extint_set_strict_lvl_trig(avr, i, 0);
}

static void after_reset(avr_io_t *io)
{
    (void)io;
    calm_external_interrupts();
    line_restart();
}

static avr_io_t last_part = {.kind = "board_sim", .reset = after_reset};

/* simavr resets its parts in this order: ours, which mends what the others do, must be the last. */
static void append_part(void)
{
    avr_io_t **end = &avr->io_port;
    while (*end)
        end = &(*end)->next;
    last_part.avr = avr;
    *end = &last_part;
}

/* In the place of simavr's own, which would sleep in real time. */
static void note_sleep(avr_t *unused, avr_cycle_count_t how_long)
{
    (void)unused;
    asleep += how_long + 1;
}

static void quiet(avr_t *unused, const int level, const char *format, va_list arguments)
{
    (void)unused;
    (void)level;
    (void)format;
    (void)arguments;
}

bool machine_start(const char *firmware)
{
    elf_firmware_t image;
    memset(&image, 0, sizeof image);
    avr_global_logger_set(quiet);
    if (elf_read_firmware(firmware, &image) != 0)
        return false;
    avr = avr_make_mcu_by_name("atmega2560");
    if (!avr)
        return false;
    avr_init(avr);
    avr->frequency = CLOCK_HZ;
    avr_load_firmware(avr, &image);
    avr->frequency = CLOCK_HZ;
    avr->sleep = note_sleep;
    append_part();
    contacts_start();
    line_start();
    meters_start();
    calm_external_interrupts();
    avr->data[MCUSR] = POWER_ON;
    return true;
}

static avr_cycle_count_t stop_here(avr_t *unused, avr_cycle_count_t when, void *parameter)
{
    (void)unused;
    (void)when;
    (void)parameter;
    return 0;
}

void machine_run_until(avr_cycle_count_t cycle)
{
    if (avr->cycle < cycle)
        avr_cycle_timer_register(avr, cycle - avr->cycle, stop_here, NULL); /* else a sleep would go beyond it */
    while (avr->cycle < cycle && avr->state != cpu_Crashed && avr->state != cpu_Done)
        avr_run(avr);
}

void machine_reset_by_pin(void)
{
    avr_reset(avr);
    avr->data[MCUSR] = RESET_PIN;
}

void machine_power_cycle(void)
{
    for (uint32_t at = SRAM_START; at <= avr->ramend; at++)
        avr->data[at] = (uint8_t)scramble(at, (uint32_t)avr->cycle);
    avr_reset(avr);
    avr->data[MCUSR] = POWER_ON;
}

unsigned machine_awake_permille(void)
{
    return (unsigned)(1000 - asleep * 1000 / (avr->cycle + 1));
}

uint64_t machine_us(void)
{
    return avr->cycle / CYCLES_PER_US;
}
