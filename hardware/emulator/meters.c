/* What an oscilloscope and a stopwatch would show. */
#include "avr_ioport.h"
#include "sim.h"
#include <stdio.h>

#define SERVOS 4
#define VECTORS 57
#define STALE (CLOCK_HZ / 10) /* no edge for 100 ms: the pin rests */

struct wave {
    avr_cycle_count_t rose, high, period;
    uint32_t last;
};

static struct wave servos[SERVOS], buzzer;

static struct meter {
    avr_cycle_count_t pending, running, longest_run, longest_wait;
    uint32_t count;
} interrupts[VECTORS];

static void edge(avr_irq_t *irq, uint32_t value, void *parameter)
{
    (void)irq;
    struct wave *wave = parameter;
    value &= 1;
    if (value == wave->last)
        return;
    wave->last = value;
    if (value) {
        wave->period = avr->cycle - wave->rose > STALE ? 0 : avr->cycle - wave->rose;
        wave->rose = avr->cycle;
    } else {
        wave->high = avr->cycle - wave->rose;
    }
}

static void is_pending(avr_irq_t *irq, uint32_t value, void *parameter)
{
    (void)irq;
    struct meter *meter = parameter;
    if (value)
        meter->pending = avr->cycle;
}

static void is_running(avr_irq_t *irq, uint32_t value, void *parameter)
{
    (void)irq;
    struct meter *meter = parameter;
    if (value) {
        meter->running = avr->cycle;
        meter->count++;
        if (avr->cycle - meter->pending > meter->longest_wait)
            meter->longest_wait = avr->cycle - meter->pending;
    } else if (avr->cycle - meter->running > meter->longest_run) {
        meter->longest_run = avr->cycle - meter->running;
    }
}

static void watch_pin(char port, int pin, struct wave *wave)
{
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), pin), edge, wave);
}

void meters_start(void)
{
    watch_pin('B', 5, &servos[0]);
    watch_pin('B', 6, &servos[1]);
    watch_pin('E', 3, &servos[2]);
    watch_pin('E', 4, &servos[3]);
    watch_pin('H', 3, &buzzer);
    for (int vector = 1; vector < VECTORS; vector++) {
        avr_irq_t *irq = avr_get_interrupt_irq(avr, (uint8_t)vector);
        if (!irq)
            continue;
        avr_irq_register_notify(irq + AVR_INT_IRQ_PENDING, is_pending, &interrupts[vector]);
        avr_irq_register_notify(irq + AVR_INT_IRQ_RUNNING, is_running, &interrupts[vector]);
    }
}

static bool rests(const struct wave *wave)
{
    return !wave->period || avr->cycle - wave->rose > STALE;
}

void meters_pulse(int channel, double *width_us, double *period_us)
{
    const struct wave *wave = &servos[channel];
    bool none = rests(wave);
    *width_us = none ? 0 : (double)wave->high / CYCLES_PER_US;
    *period_us = none ? 0 : (double)wave->period / CYCLES_PER_US;
}

double meters_tone(void)
{
    return rests(&buzzer) ? 0 : (double)CLOCK_HZ / (double)buzzer.period;
}

int meters_interrupts(char *text, size_t size)
{
    int used = 0;
    for (int vector = 1; vector < VECTORS; vector++) {
        const struct meter *meter = &interrupts[vector];
        if (meter->count)
            used += snprintf(text + used, size - (size_t)used, " %d:%u:%llu:%llu", vector, meter->count,
                             (unsigned long long)meter->longest_run, (unsigned long long)meter->longest_wait);
    }
    return used;
}
