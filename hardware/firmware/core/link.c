#include "link.h"
#include "cobs.h"
#include "crc.h"
#include "frames.h"
#include "port.h"

#define CRC_BYTES 2
#define LIMIT 48 /* bytes of a block: twice what today's host sends, for what a newer one may add */

static uint8_t block[LIMIT];
static uint8_t filled; /* LIMIT + 1: too long, dropped up to the next zero */
static uint16_t damaged;

void link_start(void)
{
    filled = 0;
    damaged = 0;
}

bool link_room(void)
{
    return port_room() >= LONGEST_WIRE;
}

void link_send(uint8_t *frame, uint8_t length)
{
    uint8_t wire[LONGEST_WIRE];
    uint16_t crc = crc_of(frame, length);
    frame[length++] = (uint8_t)(crc >> 8);
    frame[length++] = (uint8_t)crc;
    length = cobs_stuff(wire, frame, length);
    wire[length++] = 0;
    port_send(wire, length);
}

static uint8_t opened(void)
{
    if (filled > LIMIT)
        return 0;
    uint8_t length = cobs_unstuff(block, filled);
    /* over a frame and its own CRC, high byte first, this CRC comes out as zero */
    if (length <= CRC_BYTES || crc_of(block, length) != 0)
        return 0;
    return (uint8_t)(length - CRC_BYTES);
}

uint8_t link_receive(uint8_t byte, const uint8_t **frame)
{
    if (byte) {
        if (filled < LIMIT)
            block[filled] = byte;
        if (filled <= LIMIT)
            filled++;
        return 0;
    }
    if (!filled)
        return 0;
    uint8_t length = opened();
    filled = 0;
    if (!length)
        damaged++;
    *frame = block;
    return length;
}

uint16_t link_receive_errors(void)
{
    return damaged + port_overruns();
}
