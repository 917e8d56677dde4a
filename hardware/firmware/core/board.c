#include "board.h"
#include "buzzer.h"
#include "commands.h"
#include "event_log.h"
#include "frames.h"
#include "link.h"
#include "port.h"
#include "scan.h"
#include "servos.h"

static struct identity self;
static uint8_t rows[ROWS]; /* the fold of all events in the log, not the scan's newest: what full state tells */
static bool hello_due, snapshot_due, heartbeat_due;
static uint8_t snapshot_token;
static uint32_t heartbeat_ms, stepped_ms;

void board_start(const struct identity *identity)
{
    self = *identity;
    for (uint8_t row = 0; row < ROWS; row++)
        rows[row] = scan_state(row);
    event_log_start((uint16_t)(self.boot << 8)); /* so that an event of another boot does not fit by accident */
    link_start();
    servos_start();
    buzzer_start();
    hello_due = heartbeat_due = true;
    snapshot_due = false;
    heartbeat_ms = stepped_ms = 0;
}

void board_ask_hello(void)
{
    hello_due = true;
}

void board_ask_snapshot(uint8_t token)
{
    snapshot_due = true;
    snapshot_token = token;
}

void board_set_number(uint16_t number)
{
    self.number = number;
    port_keep_number(number);
}

static void log_changes(void)
{
    struct change change;
    while (scan_take(&change)) {
        rows[change.row] = change.state;
        for (uint8_t bit = 0; bit < 8; bit++)
            if (change.flips & (1 << bit))
                event_log_add(change.time_ms, (uint8_t)(change.row * 8 + bit), change.state >> bit & 1);
    }
}

static uint64_t squares(void)
{
    uint64_t all = 0;
    for (uint8_t rank = RANKS; rank--;)
        all = all << 8 | rows[rank];
    return all;
}

static void send_hello(uint32_t now_ms)
{
    uint8_t frame[1 + LONGEST_BODY + 2];
    struct hello hello = {
        .protocol = PROTOCOL_VERSION,
        .major = FIRMWARE_MAJOR,
        .minor = FIRMWARE_MINOR,
        .patch = FIRMWARE_PATCH,
        .reset_cause = self.reset_cause,
        .debounce = scan_samples(),
        .scan_hertz = SCAN_HERTZ,
        .time_ms = now_ms,
        .boot = self.boot,
        .number = self.number,
        .build = self.build,
    };
    link_send(frame, (uint8_t)(put_hello(frame, &hello) - frame));
    hello_due = false;
}

static void send_event(void)
{
    uint8_t frame[1 + LONGEST_BODY + 2];
    struct event event = event_log_take();
    link_send(frame, (uint8_t)(put_event(frame, &event) - frame));
}

static void send_snapshot(uint32_t now_ms)
{
    uint8_t frame[1 + LONGEST_BODY + 2];
    struct snapshot snapshot = {
        .token = snapshot_token,
        .time_ms = now_ms,
        .next_sequence = event_log_next(),
        .squares = squares(),
        .keys = rows[KEYS],
        .boot = self.boot,
    };
    link_send(frame, (uint8_t)(put_snapshot(frame, &snapshot) - frame));
    snapshot_due = false;
}

static void send_heartbeat(uint32_t now_ms)
{
    uint8_t frame[1 + LONGEST_BODY + 2];
    struct heartbeat heartbeat = {
        .time_ms = now_ms,
        .next_sequence = event_log_next(),
        .squares = squares(),
        .keys = rows[KEYS],
        .lost = event_log_lost(),
        .receive_errors = link_receive_errors(),
        .boot = self.boot,
    };
    link_send(frame, (uint8_t)(put_heartbeat(frame, &heartbeat) - frame));
    heartbeat_due = false;
}

/* A command is taken only when its answer fits, so that none stays without one. */
static void obey_commands(uint32_t now_ms)
{
    uint8_t byte;
    const uint8_t *frame;
    while (link_room() && port_receive(&byte)) {
        uint8_t length = link_receive(byte, &frame);
        if (length)
            commands_obey(frame, length, now_ms);
    }
}

/* Full state is sent behind all events that it holds. */
static void tell(uint32_t now_ms)
{
    if (hello_due && link_room())
        send_hello(now_ms);
    while (event_log_pending() && link_room())
        send_event();
    if (snapshot_due && !event_log_pending() && link_room())
        send_snapshot(now_ms);
    if (heartbeat_due && !event_log_pending() && link_room())
        send_heartbeat(now_ms);
}

static void beat(uint32_t now_ms)
{
    stepped_ms = now_ms;
    if (now_ms - heartbeat_ms >= HEARTBEAT_MS) {
        heartbeat_ms += HEARTBEAT_MS;
        heartbeat_due = true;
    }
    servos_step(now_ms);
    buzzer_step(now_ms);
}

void board_step(uint32_t now_ms)
{
    if (now_ms != stepped_ms)
        beat(now_ms);
    log_changes();
    obey_commands(now_ms);
    tell(now_ms);
}
