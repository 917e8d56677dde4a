/* The 8 by 8 matrix of apertures, the levers and the buttons, and the time that their scan beats. */
#ifndef MATRIX_H
#define MATRIX_H

#include <stdint.h>

/* Primes the scan with what stands on the board, which takes two milliseconds, and lets it run. Interrupts off before. */
void matrix_start(uint8_t samples);

/* Milliseconds since the start. */
uint32_t matrix_ms(void);

#endif
