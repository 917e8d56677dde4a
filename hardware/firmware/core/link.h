/* Whole frames on the line, out and in. */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stdint.h>

void link_start(void);

/* Is there room to send the longest frame? */
bool link_room(void);

/* Closes a frame (number and body, with two free bytes behind for the CRC) and sends it; only while there is room. */
void link_send(uint8_t *frame, uint8_t length);

/* Takes one byte of the line. Returns the length of the frame that it completes, number and body, or 0. */
uint8_t link_receive(uint8_t byte, const uint8_t **frame);

/* Damaged frames and overruns, since the reset. */
uint16_t link_receive_errors(void);

#endif
