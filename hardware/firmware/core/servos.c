#include "servos.h"
#include "frames.h"
#include "port.h"

#define STEP_MS 20 /* one servo pulse */
#define FRACTION 256 /* positions in 1/256 microsecond, so that a hand may creep for an hour */

struct servo_hand {
    uint32_t at, goal; /* 0: no pulses */
    uint32_t stride; /* a step; 0: at once */
};

static struct servo_hand hands[SERVOS];
static uint32_t stepped_ms;

static void show(uint8_t channel)
{
    port_servo(channel, (uint16_t)(hands[channel].at / (FRACTION / 2)));
}

void servos_start(void)
{
    stepped_ms = 0;
    for (uint8_t channel = 0; channel < SERVOS; channel++) {
        hands[channel] = (struct servo_hand){0};
        show(channel);
    }
}

bool servos_turn(uint8_t channel, uint16_t microseconds, uint16_t slew)
{
    if (channel >= SERVOS || microseconds > LONGEST_PULSE || (microseconds && microseconds < SHORTEST_PULSE))
        return false;
    struct servo_hand *hand = &hands[channel];
    hand->goal = (uint32_t)microseconds * FRACTION;
    hand->stride = ((uint32_t)slew * FRACTION * STEP_MS + 500) / 1000;
    if (!hand->stride || !hand->goal || !hand->at) {
        hand->at = hand->goal;
        show(channel);
    }
    return true;
}

static void step(struct servo_hand *hand)
{
    uint32_t way = hand->goal > hand->at ? hand->goal - hand->at : hand->at - hand->goal;
    if (way > hand->stride)
        way = hand->stride;
    hand->at += hand->goal > hand->at ? way : -way;
}

void servos_step(uint32_t now_ms)
{
    if (now_ms - stepped_ms < STEP_MS)
        return;
    stepped_ms += STEP_MS;
    for (uint8_t channel = 0; channel < SERVOS; channel++) {
        if (hands[channel].at != hands[channel].goal) {
            step(&hands[channel]);
            show(channel);
        }
    }
}
