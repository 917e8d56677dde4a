/* Sounds one tone for a while. */
#ifndef BUZZER_H
#define BUZZER_H

#include <stdbool.h>
#include <stdint.h>

void buzzer_start(void);

/* A tone from now on; 0 hertz is silence. False: out of limits. */
bool buzzer_sound(uint16_t hertz, uint16_t milliseconds, uint32_t now_ms);

/* Ends the tone when its time is over. */
void buzzer_step(uint32_t now_ms);

#endif
