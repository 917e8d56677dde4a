/* From raw samples to changes: debounces eight inputs at once, in the scan interrupt, and queues what changed. */
#ifndef SCAN_H
#define SCAN_H

#include <stdbool.h>
#include <stdint.h>

#define RANKS 8
#define KEYS RANKS /* the row of levers and buttons, behind the eight ranks */
#define ROWS (RANKS + 1)

/* What one sample changed in one row. */
struct change {
    uint32_t time_ms; /* of the first of the samples that agreed */
    uint8_t row;
    uint8_t flips; /* bit n: input n of the row changed */
    uint8_t state; /* of the row afterwards */
};

/* Forgets all. */
void scan_start(uint8_t samples);

/* How many samples must agree before a change counts, 1 to 15. */
void scan_set_samples(uint8_t samples);
uint8_t scan_samples(void);

/* Takes what stands in a row for its state, without a change. */
void scan_prime(uint8_t row, uint8_t sample);

/* One sample of one row, one bit an input. Called in the interrupt. */
void scan_sample(uint8_t row, uint8_t sample, uint32_t now_ms);

/* The oldest change not yet taken; false when there is none. Called in the loop. */
bool scan_take(struct change *change);

/* The debounced state of a row. */
uint8_t scan_state(uint8_t row);

#endif
