/* What the board keeps without power: how often it was started, and its number. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdint.h>

/* Counts one start more and returns the count. */
uint16_t memory_count_boot(void);

/* The owner's number of this board, 0 where none was given. */
uint16_t memory_number(void);

#endif
