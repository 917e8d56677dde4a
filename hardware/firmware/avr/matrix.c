#include "matrix.h"
#include "pins.h"
#include "scan.h"
#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <util/atomic.h>

#define TICK_HZ 8000UL /* one rank a tick: every square a thousand times a second */
#define PRESCALE 8
#define PRIMING_SCANS 2 /* the first one reads a rank that no tick has selected */

static volatile uint32_t ms;
static volatile uint8_t priming;

/* Open drain: a rank is an output only while it is low, so two ranks never drive against each other. */
static void select_rank(uint8_t rank)
{
    RANK_DDR = (uint8_t)(1 << rank);
}

static void sample(uint8_t row, uint8_t inputs)
{
    if (priming)
        scan_prime(row, inputs);
    else
        scan_sample(row, inputs, ms);
}

/* A rank is read at the end of its tick: its line has had 125 microseconds to settle. Selecting the next one comes
 * before the work, so that it gets the same. */
ISR(TIMER0_COMPA_vect)
{
    static uint8_t rank;
    uint8_t read = rank;
    uint8_t inputs = (uint8_t)~FILE_PIN;
    rank = (rank + 1) % RANKS;
    select_rank(rank);
    sample(read, inputs);
    if (rank == 0) {
        sample(KEYS, (uint8_t)~KEY_PIN & KEY_MASK);
        ms++;
        if (priming)
            priming--;
    }
}

void matrix_start(uint8_t samples)
{
    RANK_PORT = 0;
    FILE_DDR = 0;
    FILE_PORT = 0xff;
    KEY_DDR = 0;
    KEY_PORT = KEY_MASK;
    select_rank(0);
    scan_start(samples);
    priming = PRIMING_SCANS;
    OCR0A = F_CPU / PRESCALE / TICK_HZ - 1;
    TCCR0A = _BV(WGM01);
    TCCR0B = _BV(CS01);
    TIMSK0 = _BV(OCIE0A);
    sei();
    while (priming)
        sleep_mode();
}

uint32_t matrix_ms(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        now = ms;
    }
    return now;
}
