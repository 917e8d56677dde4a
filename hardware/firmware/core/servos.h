/* Turns the servos, each at its own limit of speed. */
#ifndef SERVOS_H
#define SERVOS_H

#include <stdbool.h>
#include <stdint.h>

/* No pulses: the board does not know where the hands stand. */
void servos_start(void);

/* Turns to a pulse at `slew` microseconds a second (0: at once); pulse 0 lets the hand go. False: out of limits. */
bool servos_turn(uint8_t channel, uint16_t microseconds, uint16_t slew);

/* Moves each hand on. Call it at least once a millisecond. */
void servos_step(uint32_t now_ms);

#endif
