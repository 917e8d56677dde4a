#include "uart.h"
#include "frames.h"
#include "port.h"
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#define DIVIDER ((F_CPU + 4 * LINE_BAUD) / (8 * LINE_BAUD) - 1) /* rounded; double speed */
#define OUT_SIZE 128 /* powers of two: places count on and wrap */
#define IN_SIZE 64

static volatile uint8_t out[OUT_SIZE], in[IN_SIZE];
static volatile uint8_t out_put, out_taken, in_put, in_taken; /* each is written by one side only */
static volatile uint16_t overruns;

ISR(USART0_RX_vect)
{
    uint8_t flags = UCSR0A;
    uint8_t byte = UDR0;
    if (flags & _BV(DOR0))
        overruns++;
    if ((uint8_t)(in_put - in_taken) < IN_SIZE)
        in[in_put++ % IN_SIZE] = byte;
    else
        overruns++;
}

ISR(USART0_UDRE_vect)
{
    UDR0 = out[out_taken++ % OUT_SIZE];
    if (out_taken == out_put)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

void uart_start(void)
{
    UCSR0A = _BV(U2X0);
    UBRR0 = DIVIDER;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

uint8_t port_room(void)
{
    return (uint8_t)(OUT_SIZE - (uint8_t)(out_put - out_taken));
}

void port_send(const uint8_t *bytes, uint8_t length)
{
    while (length--)
        out[out_put++ % OUT_SIZE] = *bytes++;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        UCSR0B |= _BV(UDRIE0);
    }
}

bool port_receive(uint8_t *byte)
{
    if (in_put == in_taken)
        return false;
    *byte = in[in_taken++ % IN_SIZE];
    return true;
}

uint16_t port_overruns(void)
{
    uint16_t count;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        count = overruns;
    }
    return count;
}
