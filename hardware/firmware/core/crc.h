/* CRC-16/IBM-3740: polynomial 1021 hexadecimal, start FFFF, not reflected. */
#ifndef CRC_H
#define CRC_H

#include <stdint.h>

#define CRC_START 0xffff

#ifdef __AVR__
#include <util/crc16.h>
#define crc_add(crc, byte) _crc_xmodem_update((crc), (byte))
#else
static inline uint16_t crc_add(uint16_t crc, uint8_t byte)
{
    crc ^= (uint16_t)(byte << 8);
    for (uint8_t bit = 0; bit < 8; bit++)
        crc = (uint16_t)(crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1);
    return crc;
}
#endif

static inline uint16_t crc_of(const uint8_t *bytes, uint8_t length)
{
    uint16_t crc = CRC_START;
    while (length--)
        crc = crc_add(crc, *bytes++);
    return crc;
}

#endif
