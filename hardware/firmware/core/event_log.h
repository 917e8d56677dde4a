/* The last EVENT_LOG events: those not yet sent, and those that may be asked for again. */
#ifndef EVENT_LOG_H
#define EVENT_LOG_H

#include "frames.h"

/* Forgets all; `first` is the number of the next event. */
void event_log_start(uint16_t first);

/* A full log forgets its oldest event, and counts it as lost if that was not sent. */
void event_log_add(uint32_t time_ms, uint8_t input, uint8_t state);

/* Is there an event to send? */
bool event_log_pending(void);

/* The next event to send; only while one is pending. */
struct event event_log_take(void);

/* Goes back, to send again from this number on; false when the log does not reach back so far. */
bool event_log_rewind(uint16_t sequence);

/* The number of the next event to come, and how many were lost. */
uint16_t event_log_next(void);
uint16_t event_log_lost(void);

#endif
