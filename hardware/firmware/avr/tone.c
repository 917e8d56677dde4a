/* The buzzer: timer 4 toggles its pin. */
#include "tone.h"
#include "port.h"
#include <avr/io.h>

#define PRESCALE 8

void tone_start(void)
{
    DDRH |= _BV(PH3);
    TCCR4B = _BV(WGM42); /* count to OCR4A; the clock stands */
}

void port_tone(uint16_t hertz)
{
    TCCR4B &= (uint8_t)~_BV(CS41);
    TCCR4A &= (uint8_t)~_BV(COM4A0);
    if (!hertz)
        return;
    TCNT4 = 0; /* else a counter beyond the new end runs round once, silent, for 33 ms */
    OCR4A = (uint16_t)(F_CPU / PRESCALE / 2 / hertz - 1);
    TCCR4A |= _BV(COM4A0);
    TCCR4B |= _BV(CS41);
}
