/* The sensor board on an ATmega2560: start everything, then sleep until an interrupt and do what is to be done. */
#include "board.h"
#include "frames.h"
#include "matrix.h"
#include "memory.h"
#include "port.h"
#include "servo_pulses.h"
#include "tone.h"
#include "uart.h"
#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#define PATIENCE WDTO_250MS

static uint8_t reset_cause __attribute__((section(".noinit")));
static bool rebooting;

/* Before main: the watchdog that has just bitten still runs, with 16 milliseconds to go. */
void note_reset_cause(void) __attribute__((naked, used, section(".init3")));
void note_reset_cause(void)
{
    reset_cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

void port_reboot(void)
{
    rebooting = true;
}

uint8_t port_pause(void)
{
    uint8_t before = SREG;
    cli();
    return before;
}

void port_resume(uint8_t before)
{
    SREG = before;
}

int main(void)
{
    uint32_t fed_ms = 0;
    struct identity identity = {
        .boot = memory_count_boot(),
        .number = memory_number(),
        .build = BUILD_ID,
        .reset_cause = reset_cause,
    };
    servo_pulses_start();
    tone_start();
    set_sleep_mode(SLEEP_MODE_IDLE);
    matrix_start(DEBOUNCE);
    uart_start();
    board_start(&identity);
    wdt_enable(PATIENCE);
    for (;;) {
        uint32_t now_ms = matrix_ms();
        board_step(now_ms);
        if (now_ms != fed_ms && !rebooting) { /* fed only while both the loop and the scan are alive */
            wdt_reset();
            fed_ms = now_ms;
        }
        sleep_mode(); /* the scan wakes it 125 microseconds later at the latest */
    }
}
