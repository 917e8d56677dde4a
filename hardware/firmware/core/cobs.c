#include "cobs.h"

uint8_t cobs_stuff(uint8_t *to, const uint8_t *from, uint8_t length)
{
    uint8_t mark = 0; /* where the distance to the next zero will stand */
    for (uint8_t i = 0; i < length; i++) {
        if (from[i] == 0) {
            to[mark] = (uint8_t)(i + 1 - mark);
            mark = (uint8_t)(i + 1);
        } else {
            to[i + 1] = from[i];
        }
    }
    to[mark] = (uint8_t)(length + 1 - mark);
    return (uint8_t)(length + 1);
}

uint8_t cobs_unstuff(uint8_t *bytes, uint8_t length)
{
    uint8_t mark = 0;
    while (mark < length) {
        uint8_t distance = bytes[mark];
        if (distance == 0 || distance > length - mark)
            return 0;
        for (uint8_t i = 1; i < distance; i++) {
            if (bytes[mark + i] == 0)
                return 0;
            bytes[mark + i - 1] = bytes[mark + i];
        }
        mark = (uint8_t)(mark + distance);
        bytes[mark - 1] = 0;
    }
    return (uint8_t)(length ? length - 1 : 0);
}
