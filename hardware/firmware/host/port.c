/* The machine of the tests: the core as a library of the host, its line and pins in memory. */
#include "port.h"
#include "frames.h"
#include <string.h>

#define IN_SIZE 4096

/* What the tests look at and set. */
uint8_t host_out[65536];
uint32_t host_sent;
uint8_t host_room = 127;
uint16_t host_servo[SERVOS];
uint16_t host_tone;
uint16_t host_number;
bool host_rebooting;

static uint8_t in[IN_SIZE];
static uint32_t in_put, in_taken;

void host_reset(void)
{
    in_put = in_taken = host_sent = 0;
    host_room = 127;
    host_rebooting = false;
}

void host_bring(const uint8_t *bytes, uint32_t length)
{
    memcpy(in, bytes, length);
    in_put = length;
    in_taken = 0;
}

uint8_t port_room(void)
{
    return host_room;
}

void port_send(const uint8_t *bytes, uint8_t length)
{
    if (host_sent + length > sizeof host_out)
        return;
    memcpy(host_out + host_sent, bytes, length);
    host_sent += length;
}

bool port_receive(uint8_t *byte)
{
    if (in_taken == in_put)
        return false;
    *byte = in[in_taken++];
    return true;
}

uint16_t port_overruns(void)
{
    return 0;
}

void port_servo(uint8_t channel, uint16_t half_microseconds)
{
    host_servo[channel] = half_microseconds;
}

void port_tone(uint16_t hertz)
{
    host_tone = hertz;
}

void port_keep_number(uint16_t number)
{
    host_number = number;
}

void port_reboot(void)
{
    host_rebooting = true;
}

uint8_t port_pause(void)
{
    return 0;
}

void port_resume(uint8_t before)
{
    (void)before;
}
