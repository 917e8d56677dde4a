/* What the host may ask of the board. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdint.h>

/* Does what a frame (number and body) says and answers it. */
void commands_obey(const uint8_t *frame, uint8_t length, uint32_t now_ms);

/* What board.c does for the commands. */
void board_ask_hello(void);
void board_ask_snapshot(uint8_t token);
void board_set_number(uint16_t number);

#endif
