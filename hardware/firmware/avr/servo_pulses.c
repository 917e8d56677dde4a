/* Four servo pulses made by timers 1 and 3 alone, so that no interrupt makes a hand tremble. */
#include "servo_pulses.h"
#include "port.h"
#include <avr/io.h>

#define PERIOD 40000 /* half microseconds: 50 pulses a second */
#define FAST_PWM_TO_ICR_A _BV(WGM11)
#define FAST_PWM_TO_ICR_B (_BV(WGM13) | _BV(WGM12))
#define PRESCALE_8 _BV(CS11)

void servo_pulses_start(void)
{
    DDRB |= _BV(PB5) | _BV(PB6);
    DDRE |= _BV(PE3) | _BV(PE4);
    ICR1 = ICR3 = PERIOD - 1;
    TCCR1A = TCCR3A = FAST_PWM_TO_ICR_A;
    TCCR1B = TCCR3B = FAST_PWM_TO_ICR_B | PRESCALE_8;
}

static void give(volatile uint16_t *compare, volatile uint8_t *control, uint8_t connect, uint16_t length)
{
    if (!length) {
        *control &= (uint8_t)~connect;
        return;
    }
    *compare = length - 1; /* the pulse ends behind the matching tick; buffered by the timer to the next period */
    *control |= connect;
}

void port_servo(uint8_t channel, uint16_t half_microseconds)
{
    switch (channel) {
    case 0:
        give(&OCR1A, &TCCR1A, _BV(COM1A1), half_microseconds);
        break;
    case 1:
        give(&OCR1B, &TCCR1A, _BV(COM1B1), half_microseconds);
        break;
    case 2:
        give(&OCR3A, &TCCR3A, _BV(COM3A1), half_microseconds);
        break;
    default:
        give(&OCR3B, &TCCR3A, _BV(COM3B1), half_microseconds);
    }
}
