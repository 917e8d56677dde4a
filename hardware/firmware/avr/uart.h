/* UART 0, to the USB bridge. It gives port_room, port_send, port_receive and port_overruns of port.h. */
#ifndef UART_H
#define UART_H

void uart_start(void);

#endif
