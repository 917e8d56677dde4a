#include "memory.h"
#include "port.h"
#include <avr/eeprom.h>

/* Fixed places, so that a newer firmware finds them. A blank memory reads FFFF. 100,000 starts wear a cell out. */
#define BOOTS ((uint16_t *)0)
#define NUMBER ((uint16_t *)2)
#define BLANK 0xffff

uint16_t memory_count_boot(void)
{
    uint16_t boot = eeprom_read_word(BOOTS) + 1;
    eeprom_update_word(BOOTS, boot);
    return boot;
}

uint16_t memory_number(void)
{
    uint16_t number = eeprom_read_word(NUMBER);
    return number == BLANK ? 0 : number;
}

void port_keep_number(uint16_t number)
{
    eeprom_update_word(NUMBER, number); /* 7 milliseconds at most: the scan goes on, the watchdog waits longer */
}
