/* Consistent overhead byte stuffing (Cheshire and Baker 1999) for blocks of at most 253 bytes. */
#ifndef COBS_H
#define COBS_H

#include <stdint.h>

/* Writes length + 1 bytes, none of them zero. The two places must not overlap. Returns length + 1. */
uint8_t cobs_stuff(uint8_t *to, const uint8_t *from, uint8_t length);

/* Undoes it in place and returns the new length; 0 when the bytes cannot have come from cobs_stuff. */
uint8_t cobs_unstuff(uint8_t *bytes, uint8_t length);

#endif
