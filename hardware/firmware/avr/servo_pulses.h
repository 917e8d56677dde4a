#ifndef SERVO_PULSES_H
#define SERVO_PULSES_H

/* Starts the timers, without pulses. */
void servo_pulses_start(void);

#endif
