/* board_sim: the real firmware of the sensor board, on simavr's ATmega2560, with its wires in the hands of a test. */
#ifndef SIM_H
#define SIM_H

#include "sim_avr.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLOCK_HZ 16000000ULL
#define CYCLES_PER_US (CLOCK_HZ / 1000000ULL)
#define SQUARES 64
#define INPUTS 70 /* squares, two levers, four buttons, numbered as in the protocol */

/* machine.c: the processor, its resets, its time */
extern avr_t *avr;
bool machine_start(const char *firmware); /* false: no such firmware */
void machine_run_until(avr_cycle_count_t cycle);
void machine_reset_by_pin(void);
void machine_power_cycle(void);
uint64_t machine_us(void);
unsigned machine_awake_permille(void); /* how much of its time the processor did not sleep */
uint32_t scramble(uint32_t a, uint32_t b); /* the same every time, but without a pattern */

/* contacts.c: pegs, levers and buttons, and the matrix that they close */
void contacts_start(void);
void contacts_set(int input, bool closed);
void contacts_bounce(int input, uint32_t ms, uint32_t seed); /* changes over, chattering that long */
void contacts_glitch(int input, uint32_t us); /* is the other way round that long */
void contacts_stick(int input, bool closed);
void contacts_mend(int input);
void contacts_settle(uint32_t us); /* how long a selected rank takes to reach the columns */
void contacts_diodes(bool fitted);

/* line.c: the serial line, at its real speed, with noise if wanted */
struct line_byte {
    avr_cycle_count_t end; /* when its stop bit is over */
    uint8_t byte;
};
void line_start(void);
void line_restart(void); /* after a reset */
void line_feed(const uint8_t *bytes, size_t length); /* from the host, as fast as the line carries it */
bool line_take(struct line_byte *taken); /* the next byte that has wholly arrived at the host */
void line_noise(uint32_t corrupt, uint32_t drop, uint32_t seed); /* of 100,000 bytes, each way */
uint32_t line_overruns(void); /* bytes that the firmware fetched too late */

/* port.c: a pseudo terminal that looks like the board's USB port */
bool port_plug(const char *link, bool reset_on_open);
void port_unplug(void);
int port_fd(void); /* -1: unplugged, or nobody has opened it */
void port_exchange(void); /* bytes both ways, without waiting */
uint32_t port_dropped(void); /* bytes that a host which does not read has lost */

/* meters.c: servo pulses, the buzzer, the interrupts */
void meters_start(void);
void meters_pulse(int channel, double *width_us, double *period_us); /* zeros: no pulses for 100 ms */
double meters_tone(void); /* hertz; 0 is silence */
int meters_interrupts(char *text, size_t size); /* "vector:count:longest run:longest wait" each, in cycles */

/* control.c: commands, one a line, each answered by one line */
bool control_obey(char *line, char *answer, size_t size); /* false: quit */
void control_mode(bool stepped, const char *link, bool reset_on_open);

/* board_sim.c: how often real time was let go because the machine was too slow, and microseconds of it in all */
void pace_lag(unsigned *times, uint64_t *us);

/* script.c: commands that wait for their instant */
bool script_add(uint64_t us, const char *command); /* false: that instant has passed, or there is no room */
void script_run_until(avr_cycle_count_t cycle);

#endif
