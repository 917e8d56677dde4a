#include "buzzer.h"
#include "frames.h"
#include "port.h"

static bool sounding;
static uint32_t since_ms;
static uint16_t length_ms;

void buzzer_start(void)
{
    sounding = false;
    port_tone(0);
}

bool buzzer_sound(uint16_t hertz, uint16_t milliseconds, uint32_t now_ms)
{
    if (milliseconds > LONGEST_TONE || hertz > HIGHEST_TONE || (hertz && hertz < LOWEST_TONE))
        return false;
    sounding = hertz && milliseconds;
    since_ms = now_ms;
    length_ms = milliseconds;
    port_tone(sounding ? hertz : 0);
    return true;
}

void buzzer_step(uint32_t now_ms)
{
    if (sounding && now_ms - since_ms >= length_ms)
        buzzer_start();
}
