#include "commands.h"
#include "buzzer.h"
#include "event_log.h"
#include "frames.h"
#include "link.h"
#include "port.h"
#include "scan.h"
#include "servos.h"

#define FIRST_HOST_FRAME 0x80

static uint8_t set_debounce(const uint8_t *body, uint8_t length)
{
    struct set_debounce asked;
    if (!take_set_debounce(&asked, body, length) || asked.samples < 1 || asked.samples > LONGEST_DEBOUNCE)
        return STATUS_BAD_ARGUMENT;
    if (asked.samples != scan_samples()) /* said again, it must not disturb the counters */
        scan_set_samples(asked.samples);
    return STATUS_OK;
}

static uint8_t resend(const uint8_t *body, uint8_t length)
{
    struct resend asked;
    if (!take_resend(&asked, body, length))
        return STATUS_BAD_ARGUMENT;
    return event_log_rewind(asked.sequence) ? STATUS_OK : STATUS_GONE;
}

static uint8_t servo(const uint8_t *body, uint8_t length)
{
    struct servo asked;
    if (!take_servo(&asked, body, length) || !servos_turn(asked.channel, asked.microseconds, asked.slew))
        return STATUS_BAD_ARGUMENT;
    return STATUS_OK;
}

static uint8_t buzz(const uint8_t *body, uint8_t length, uint32_t now_ms)
{
    struct buzz asked;
    if (!take_buzz(&asked, body, length) || !buzzer_sound(asked.hertz, asked.milliseconds, now_ms))
        return STATUS_BAD_ARGUMENT;
    return STATUS_OK;
}

static uint8_t reboot(const uint8_t *body, uint8_t length)
{
    struct reboot asked;
    if (!take_reboot(&asked, body, length) || asked.key != REBOOT_KEY)
        return STATUS_BAD_ARGUMENT;
    port_reboot();
    return STATUS_OK;
}

static uint8_t set_number(const uint8_t *body, uint8_t length)
{
    struct set_number asked;
    if (!take_set_number(&asked, body, length))
        return STATUS_BAD_ARGUMENT;
    board_set_number(asked.number);
    return STATUS_OK;
}

static void acknowledge(uint8_t command, uint8_t token, uint8_t status)
{
    uint8_t frame[1 + LONGEST_BODY + 2];
    struct ack ack = {.command = command, .token = token, .status = status};
    link_send(frame, (uint8_t)(put_ack(frame, &ack) - frame));
}

static void pong(const uint8_t *body, uint8_t length, uint32_t now_ms)
{
    uint8_t frame[1 + LONGEST_BODY + 2];
    struct ping asked;
    if (!take_ping(&asked, body, length)) {
        acknowledge(FRAME_PING, 0, STATUS_BAD_ARGUMENT);
        return;
    }
    struct pong answer = {.token = asked.token, .time_ms = now_ms};
    link_send(frame, (uint8_t)(put_pong(frame, &answer) - frame));
}

void commands_obey(const uint8_t *frame, uint8_t length, uint32_t now_ms)
{
    uint8_t command = frame[0];
    const uint8_t *body = frame + 1;
    uint8_t token = --length ? body[0] : 0;
    uint8_t status;

    if (command < FIRST_HOST_FRAME)
        return; /* a board's frame: the line echoes */
    switch (command) {
    case FRAME_HELLO_REQUEST:
        board_ask_hello();
        return;
    case FRAME_SNAPSHOT_REQUEST:
        board_ask_snapshot(token);
        return;
    case FRAME_PING:
        pong(body, length, now_ms);
        return;
    case FRAME_SET_DEBOUNCE:
        status = set_debounce(body, length);
        break;
    case FRAME_RESEND:
        status = resend(body, length);
        break;
    case FRAME_SERVO:
        status = servo(body, length);
        break;
    case FRAME_BUZZ:
        status = buzz(body, length, now_ms);
        break;
    case FRAME_REBOOT:
        status = reboot(body, length);
        break;
    case FRAME_SET_NUMBER:
        status = set_number(body, length);
        break;
    default:
        status = STATUS_UNKNOWN;
    }
    acknowledge(command, token, status);
}
