/* Written by hardware/protocol/generate.py from frames.toml: change that, not this. */
#ifndef FRAMES_H
#define FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#define PROTOCOL_VERSION 1
#define LINE_BAUD 115200UL
#define LONGEST_BODY 21 /* bytes */
#define LONGEST_WIRE 26 /* bytes on the line, closing zero included */
#define DEBOUNCE 8 /* samples that must agree before a change counts, at the start */
#define LONGEST_DEBOUNCE 15 /* most samples that may be asked for */
#define SCAN_HERTZ 1000 /* samples a second of every aperture, lever and button */
#define EVENT_LOG 256 /* events that the board can send again */
#define HEARTBEAT_MS 1000 /* milliseconds from one heartbeat to the next */
#define SERVOS 4 /* servo channels: White's hand, White's flag, Black's hand, Black's flag */
#define SHORTEST_PULSE 500 /* microseconds, least servo pulse */
#define LONGEST_PULSE 2500 /* microseconds, greatest servo pulse */
#define LOWEST_TONE 50 /* hertz */
#define HIGHEST_TONE 10000 /* hertz */
#define LONGEST_TONE 10000 /* milliseconds */
#define REBOOT_KEY 1968 /* the number that a reboot must name */
#define WHITE_LEVER 64 /* White's lever of the clock; 1 is pressed */
#define BLACK_LEVER 65 /* Black's lever of the clock; 1 is pressed */
#define FIRST_BUTTON 66 /* the first of four buttons; 1 is pressed */
#define INPUTS 70 /* how many inputs there are; 0 to 63 are the squares a1, b1 to h8; 1 is a peg in the aperture */
#define STATUS_OK 0 /* done */
#define STATUS_BAD_ARGUMENT 1 /* known command, a value is out of its limits or the frame is too short */
#define STATUS_UNKNOWN 2 /* this firmware does not know the command */
#define STATUS_GONE 3 /* the events asked for are no longer in the log: ask for a snapshot */
#define RESET_POWER_ON 1 /* bit 0 */
#define RESET_PIN 2 /* bit 1: the button on the board, or the host opening the port */
#define RESET_BROWN_OUT 4 /* bit 2: the supply was too low */
#define RESET_WATCHDOG 8 /* bit 3: the firmware hung, or was asked to reboot */
#define FRAME_HELLO 0x01
#define FRAME_EVENT 0x02
#define FRAME_SNAPSHOT 0x03
#define FRAME_HEARTBEAT 0x04
#define FRAME_PONG 0x05
#define FRAME_ACK 0x06
#define FRAME_HELLO_REQUEST 0x81
#define FRAME_SNAPSHOT_REQUEST 0x82
#define FRAME_PING 0x83
#define FRAME_SET_DEBOUNCE 0x84
#define FRAME_RESEND 0x85
#define FRAME_SERVO 0x86
#define FRAME_BUZZ 0x87
#define FRAME_REBOOT 0x88
#define FRAME_SET_NUMBER 0x89

static inline uint8_t *put_little(uint8_t *at, uint32_t value, uint8_t bytes)
{
    while (bytes--) {
        *at++ = (uint8_t)value;
        value >>= 8;
    }
    return at;
}

/* What the sender did not tell reads as zero. */
static inline uint32_t take_little(const uint8_t **at, const uint8_t *end, uint8_t bytes)
{
    uint32_t value = 0;
    for (uint8_t i = 0; i < bytes && *at < end; i++)
        value |= (uint32_t)*(*at)++ << (8 * i);
    return value;
}

/* Who the board is: after a reset, and when asked. */
struct hello {
    uint8_t protocol; /* version of this protocol */
    uint8_t major; /* firmware version */
    uint8_t minor; /* firmware version */
    uint8_t patch; /* firmware version */
    uint8_t reset_cause; /* bits of the table of reset causes; 0 where a bootloader hid it */
    uint8_t debounce; /* samples that must agree */
    uint16_t scan_hertz; /* samples a second of every input */
    uint32_t time_ms; /* board time, milliseconds since its reset */
    uint16_t boot; /* boot identity: one more at every reset, kept without power */
    uint16_t number; /* the owner's number of this board, 0 where none was given */
    uint32_t build; /* first eight hexadecimal digits of the SHA-256 of the firmware's sources */
};

/* Writes 21 bytes, number and body, and returns the place behind them. */
static inline uint8_t *put_hello(uint8_t *at, const struct hello *frame)
{
    *at++ = FRAME_HELLO;
    at = put_little(at, frame->protocol, 1);
    at = put_little(at, frame->major, 1);
    at = put_little(at, frame->minor, 1);
    at = put_little(at, frame->patch, 1);
    at = put_little(at, frame->reset_cause, 1);
    at = put_little(at, frame->debounce, 1);
    at = put_little(at, frame->scan_hertz, 2);
    at = put_little(at, frame->time_ms, 4);
    at = put_little(at, frame->boot, 2);
    at = put_little(at, frame->number, 2);
    at = put_little(at, frame->build, 4);
    return at;
}

/* One input changed and stayed so. */
struct event {
    uint16_t sequence; /* one more than the event before; wraps to 0 */
    uint32_t time_ms; /* board time of the first of the samples that agreed */
    uint8_t input; /* number of the input */
    uint8_t state; /* 1 placed or pressed, 0 lifted or released */
};

/* Writes 9 bytes, number and body, and returns the place behind them. */
static inline uint8_t *put_event(uint8_t *at, const struct event *frame)
{
    *at++ = FRAME_EVENT;
    at = put_little(at, frame->sequence, 2);
    at = put_little(at, frame->time_ms, 4);
    at = put_little(at, frame->input, 1);
    at = put_little(at, frame->state, 1);
    return at;
}

/* The whole state, asked for. It never overtakes an event. */
struct snapshot {
    uint8_t token; /* of the question */
    uint32_t time_ms; /* board time */
    uint16_t next_sequence; /* the state holds all events before this one */
    uint64_t squares; /* bit n is square n, 1 is a peg in the aperture */
    uint8_t keys; /* bits 0 and 1 the levers, 2 to 5 the buttons, 1 is pressed */
    uint16_t boot; /* boot identity */
};

/* Writes 19 bytes, number and body, and returns the place behind them. */
static inline uint8_t *put_snapshot(uint8_t *at, const struct snapshot *frame)
{
    *at++ = FRAME_SNAPSHOT;
    at = put_little(at, frame->token, 1);
    at = put_little(at, frame->time_ms, 4);
    at = put_little(at, frame->next_sequence, 2);
    at = put_little(at, (uint32_t)frame->squares, 4);
    at = put_little(at, (uint32_t)(frame->squares >> 32), 4);
    at = put_little(at, frame->keys, 1);
    at = put_little(at, frame->boot, 2);
    return at;
}

/* The whole state, once a second, unasked. It never overtakes an event. */
struct heartbeat {
    uint32_t time_ms; /* board time */
    uint16_t next_sequence; /* the state holds all events before this one */
    uint64_t squares; /* as in snapshot */
    uint8_t keys; /* as in snapshot */
    uint16_t lost; /* events that left the log unsent, since the reset */
    uint16_t receive_errors; /* damaged frames and overruns from the host, since the reset */
    uint16_t boot; /* boot identity */
};

/* Writes 22 bytes, number and body, and returns the place behind them. */
static inline uint8_t *put_heartbeat(uint8_t *at, const struct heartbeat *frame)
{
    *at++ = FRAME_HEARTBEAT;
    at = put_little(at, frame->time_ms, 4);
    at = put_little(at, frame->next_sequence, 2);
    at = put_little(at, (uint32_t)frame->squares, 4);
    at = put_little(at, (uint32_t)(frame->squares >> 32), 4);
    at = put_little(at, frame->keys, 1);
    at = put_little(at, frame->lost, 2);
    at = put_little(at, frame->receive_errors, 2);
    at = put_little(at, frame->boot, 2);
    return at;
}

/* Answer to ping. */
struct pong {
    uint32_t token; /* of the question */
    uint32_t time_ms; /* board time when the question was read */
};

/* Writes 9 bytes, number and body, and returns the place behind them. */
static inline uint8_t *put_pong(uint8_t *at, const struct pong *frame)
{
    *at++ = FRAME_PONG;
    at = put_little(at, frame->token, 4);
    at = put_little(at, frame->time_ms, 4);
    return at;
}

/* Answer to every other command. */
struct ack {
    uint8_t command; /* number of the command's frame */
    uint8_t token; /* of the command */
    uint8_t status; /* of the table of statuses */
};

/* Writes 4 bytes, number and body, and returns the place behind them. */
static inline uint8_t *put_ack(uint8_t *at, const struct ack *frame)
{
    *at++ = FRAME_ACK;
    at = put_little(at, frame->command, 1);
    at = put_little(at, frame->token, 1);
    at = put_little(at, frame->status, 1);
    return at;
}

/* What stands where? Answered by snapshot. */
struct snapshot_request {
    uint8_t token; /* comes back in the answer */
};

/* False when the body is too short. What a newer host added behind it is not read. */
static inline bool take_snapshot_request(struct snapshot_request *frame, const uint8_t *at, uint8_t length)
{
    const uint8_t *end = at + length;
    if (length < 1)
        return false;
    frame->token = (uint8_t)take_little(&at, end, 1);
    return true;
}

/* What time is it? Answered by pong. */
struct ping {
    uint32_t token; /* comes back in the answer */
};

/* False when the body is too short. What a newer host added behind it is not read. */
static inline bool take_ping(struct ping *frame, const uint8_t *at, uint8_t length)
{
    const uint8_t *end = at + length;
    if (length < 4)
        return false;
    frame->token = (uint32_t)take_little(&at, end, 4);
    return true;
}

/* How many samples must agree. */
struct set_debounce {
    uint8_t token; /* comes back in the answer */
    uint8_t samples; /* 1 to 15 */
};

/* False when the body is too short. What a newer host added behind it is not read. */
static inline bool take_set_debounce(struct set_debounce *frame, const uint8_t *at, uint8_t length)
{
    const uint8_t *end = at + length;
    if (length < 2)
        return false;
    frame->token = (uint8_t)take_little(&at, end, 1);
    frame->samples = (uint8_t)take_little(&at, end, 1);
    return true;
}

/* Send the events again from this one on. Ack first, then the events; ack gone, and none, if the log has lost it. */
struct resend {
    uint8_t token; /* comes back in the answer */
    uint16_t sequence; /* of the first event wanted */
};

/* False when the body is too short. What a newer host added behind it is not read. */
static inline bool take_resend(struct resend *frame, const uint8_t *at, uint8_t length)
{
    const uint8_t *end = at + length;
    if (length < 3)
        return false;
    frame->token = (uint8_t)take_little(&at, end, 1);
    frame->sequence = (uint16_t)take_little(&at, end, 2);
    return true;
}

/* Turn a servo, at once or slowly. The first turn after a reset is at once: the board does not know where the hand stands. */
struct servo {
    uint8_t token; /* comes back in the answer */
    uint8_t channel; /* 0 to 3 */
    uint16_t microseconds; /* length of the pulse, 500 to 2500; 0 ends the pulses and lets the hand go */
    uint16_t slew; /* microseconds of pulse a second, at most; 0 is at once */
};

/* False when the body is too short. What a newer host added behind it is not read. */
static inline bool take_servo(struct servo *frame, const uint8_t *at, uint8_t length)
{
    const uint8_t *end = at + length;
    if (length < 6)
        return false;
    frame->token = (uint8_t)take_little(&at, end, 1);
    frame->channel = (uint8_t)take_little(&at, end, 1);
    frame->microseconds = (uint16_t)take_little(&at, end, 2);
    frame->slew = (uint16_t)take_little(&at, end, 2);
    return true;
}

/* Sound the buzzer; a new tone replaces the one that sounds. */
struct buzz {
    uint8_t token; /* comes back in the answer */
    uint16_t hertz; /* 50 to 10000; 0 is silence */
    uint16_t milliseconds; /* at most 10000 */
};

/* False when the body is too short. What a newer host added behind it is not read. */
static inline bool take_buzz(struct buzz *frame, const uint8_t *at, uint8_t length)
{
    const uint8_t *end = at + length;
    if (length < 5)
        return false;
    frame->token = (uint8_t)take_little(&at, end, 1);
    frame->hertz = (uint16_t)take_little(&at, end, 2);
    frame->milliseconds = (uint16_t)take_little(&at, end, 2);
    return true;
}

/* Start again, through the watchdog. */
struct reboot {
    uint8_t token; /* comes back in the answer */
    uint16_t key; /* 1968, so that no damaged frame reboots a board */
};

/* False when the body is too short. What a newer host added behind it is not read. */
static inline bool take_reboot(struct reboot *frame, const uint8_t *at, uint8_t length)
{
    const uint8_t *end = at + length;
    if (length < 3)
        return false;
    frame->token = (uint8_t)take_little(&at, end, 1);
    frame->key = (uint16_t)take_little(&at, end, 2);
    return true;
}

/* Give the board a number that it keeps without power, so that two boards are told apart. Hello tells it. */
struct set_number {
    uint8_t token; /* comes back in the answer */
    uint16_t number; /* 1 to 65535; 0 takes it away */
};

/* False when the body is too short. What a newer host added behind it is not read. */
static inline bool take_set_number(struct set_number *frame, const uint8_t *at, uint8_t length)
{
    const uint8_t *end = at + length;
    if (length < 3)
        return false;
    frame->token = (uint8_t)take_little(&at, end, 1);
    frame->number = (uint16_t)take_little(&at, end, 2);
    return true;
}

#endif
