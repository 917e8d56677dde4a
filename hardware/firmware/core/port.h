/* What the core needs of the machine it runs on: avr/ gives it on the board, host/ in tests. */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes that may be sent now without waiting. */
uint8_t port_room(void);

/* Hands bytes to the line; never more than port_room(). */
void port_send(const uint8_t *bytes, uint8_t length);

/* Takes the next byte that the line has brought; false when there is none. */
bool port_receive(uint8_t *byte);

/* Bytes that the line brought and nobody took in time, since the reset. */
uint16_t port_overruns(void);

/* Pulse of a servo in half microseconds; 0 ends the pulses. */
void port_servo(uint8_t channel, uint16_t half_microseconds);

/* Tone of the buzzer; 0 is silence. */
void port_tone(uint16_t hertz);

/* Keeps the board's number without power. */
void port_keep_number(uint16_t number);

/* Makes the watchdog bite. */
void port_reboot(void);

/* Keeps the scan interrupt away for a few microseconds; `port_resume` takes what this returned. */
uint8_t port_pause(void);
void port_resume(uint8_t before);

#endif
