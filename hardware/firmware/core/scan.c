#include "scan.h"
#include "port.h"
#include <string.h>

#define QUEUE 32 /* a power of two; a whole board turned over is 8 changes a millisecond */
#define PLANES 4 /* bits of a counter: 15 samples at most */

/* Eight counters, one an input, stood on end: plane p holds bit p of each. */
struct row {
    uint8_t state;
    uint8_t counting; /* bit n: counter n is not zero */
    uint8_t plane[PLANES];
};

static struct row rows[ROWS];
static uint8_t needed;
static uint8_t goal[PLANES]; /* all ones where that bit of `needed` is one */

static struct change queue[QUEUE];
static volatile uint8_t put, taken; /* count on without end; only the interrupt writes `put`, only the loop `taken` */

#define BARRIER() __asm__ volatile("" ::: "memory")

void scan_start(uint8_t samples)
{
    put = taken = 0;
    memset(rows, 0, sizeof rows);
    scan_set_samples(samples);
}

void scan_set_samples(uint8_t samples)
{
    uint8_t before = port_pause();
    needed = samples;
    for (uint8_t p = 0; p < PLANES; p++) {
        goal[p] = samples & (1 << p) ? 0xff : 0;
        for (uint8_t row = 0; row < ROWS; row++)
            rows[row].plane[p] = 0;
    }
    port_resume(before);
}

uint8_t scan_samples(void)
{
    return needed;
}

void scan_prime(uint8_t row, uint8_t sample)
{
    rows[row].state = sample;
}

uint8_t scan_state(uint8_t row)
{
    return rows[row].state;
}

void scan_sample(uint8_t number, uint8_t sample, uint32_t now_ms)
{
    struct row *row = &rows[number];
    uint8_t differs = sample ^ row->state;
    uint8_t carry = differs;
    uint8_t flips = differs;

    if (!(differs | row->counting))
        return; /* as nearly always */
    if ((uint8_t)(put - taken) == QUEUE)
        return; /* as if not sampled: a late change is better than a lost one */
    row->counting = differs;
    for (uint8_t p = 0; p < PLANES; p++) {
        uint8_t old = row->plane[p];
        row->plane[p] = (old ^ carry) & differs; /* where the sample agrees with the state, the count starts again */
        carry &= old;
        flips &= (uint8_t)~(row->plane[p] ^ goal[p]);
    }
    if (!flips)
        return;
    row->state ^= flips;
    for (uint8_t p = 0; p < PLANES; p++)
        row->plane[p] &= (uint8_t)~flips;
    struct change *change = &queue[put % QUEUE];
    change->time_ms = now_ms - (needed - 1);
    change->row = number;
    change->flips = flips;
    change->state = row->state;
    BARRIER();
    put++;
}

bool scan_take(struct change *change)
{
    if (put == taken)
        return false;
    BARRIER();
    *change = queue[taken % QUEUE];
    BARRIER();
    taken++;
    return true;
}
