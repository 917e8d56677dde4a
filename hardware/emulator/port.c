/* A pseudo terminal in the place of the board's USB port. */
#define _GNU_SOURCE
#include "sim.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static int master = -1;
static char link_name[4096];
static bool resets, was_open;
static uint32_t dropped;

bool port_plug(const char *link, bool reset_on_open)
{
    int slave;
    char name[256];
    struct termios raw;
    if (openpty(&master, &slave, name, NULL, NULL) != 0)
        return false;
    /* A fresh one echoes, and eats control characters. Raw survives the closing of the slave. */
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    close(slave);
    fcntl(master, F_SETFL, O_NONBLOCK);
    snprintf(link_name, sizeof link_name, "%s", link);
    unlink(link_name);
    resets = reset_on_open;
    was_open = false;
    return symlink(name, link_name) == 0;
}

void port_unplug(void)
{
    if (master < 0)
        return;
    unlink(link_name);
    close(master);
    master = -1;
}

static bool is_open(void)
{
    struct pollfd fd = {.fd = master};
    return master >= 0 && poll(&fd, 1, 0) >= 0 && !(fd.revents & POLLHUP);
}

int port_fd(void)
{
    return is_open() ? master : -1;
}

uint32_t port_dropped(void)
{
    return dropped;
}

static void to_host(bool open)
{
    struct line_byte taken;
    while (line_take(&taken))
        if (open && write(master, &taken.byte, 1) != 1)
            dropped++; /* a USB bridge whose host does not read */
}

static void from_host(void)
{
    uint8_t bytes[256];
    ssize_t length = read(master, bytes, sizeof bytes);
    if (length > 0)
        line_feed(bytes, (size_t)length);
}

void port_exchange(void)
{
    bool open = is_open();
    if (open && !was_open && resets)
        machine_reset_by_pin(); /* as the Mega's DTR line does */
    was_open = open;
    to_host(open);
    if (open)
        from_host();
}
