/* Where everything is wired on an Arduino Mega 2560. hardware/README.md tells the same by the board's own pin names.
 *
 *   PA0 to PA7   ranks 1 to 8, driven low one at a time      D22 to D29
 *   PC0 to PC7   files a to h, on pull-ups; a peg pulls low  D37 down to D30
 *   PK0, PK1     levers of White and Black, to ground        A8, A9
 *   PK2 to PK5   buttons 1 to 4, to ground                   A10 to A13
 *   PB5, PB6     servos 0 and 1 (timer 1)                    D11, D12
 *   PE3, PE4     servos 2 and 3 (timer 3)                    D5, D2
 *   PH3          buzzer (timer 4)                            D6
 *   UART 0       the USB bridge
 */
#ifndef PINS_H
#define PINS_H

#include <avr/io.h>

#define RANK_PORT PORTA
#define RANK_DDR DDRA

#define FILE_PORT PORTC
#define FILE_DDR DDRC
#define FILE_PIN PINC

#define KEY_PORT PORTK
#define KEY_DDR DDRK
#define KEY_PIN PINK
#define KEY_MASK 0x3f /* two levers, four buttons */

#endif
