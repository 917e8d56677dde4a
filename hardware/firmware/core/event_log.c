#include "event_log.h"

struct entry {
    uint32_t time_ms;
    uint8_t input;
    uint8_t state;
};

static struct entry entries[EVENT_LOG];
static uint16_t oldest, to_send, next; /* sequence numbers */
static uint16_t lost;

void event_log_start(uint16_t first)
{
    oldest = to_send = next = first;
    lost = 0;
}

void event_log_add(uint32_t time_ms, uint8_t input, uint8_t state)
{
    if ((uint16_t)(next - oldest) == EVENT_LOG) {
        if (to_send == oldest) {
            to_send++;
            lost++;
        }
        oldest++;
    }
    entries[next % EVENT_LOG] = (struct entry){.time_ms = time_ms, .input = input, .state = state};
    next++;
}

bool event_log_pending(void)
{
    return to_send != next;
}

struct event event_log_take(void)
{
    const struct entry *entry = &entries[to_send % EVENT_LOG];
    struct event event = {
        .sequence = to_send,
        .time_ms = entry->time_ms,
        .input = entry->input,
        .state = entry->state,
    };
    to_send++;
    return event;
}

bool event_log_rewind(uint16_t sequence)
{
    if ((uint16_t)(next - sequence) > (uint16_t)(next - oldest))
        return false;
    to_send = sequence;
    return true;
}

uint16_t event_log_next(void)
{
    return next;
}

uint16_t event_log_lost(void)
{
    return lost;
}
