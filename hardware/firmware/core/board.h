/* The sensor board: state, what it tells unasked, and what it answers. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 0
#define FIRMWARE_PATCH 0

/* What the machine knows of itself at a reset. */
struct identity {
    uint16_t boot;
    uint16_t number;
    uint32_t build;
    uint8_t reset_cause;
};

/* Begins, with the rows as scan.h has primed them. */
void board_start(const struct identity *identity);

/* Does all that is to be done now; never waits. Call it at least once a millisecond. */
void board_step(uint32_t now_ms);

#endif
