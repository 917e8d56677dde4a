/* board_sim --firmware board.elf [--link PORT [--reset-on-open]] [--pace] [--control SOCKET]
 *
 * Without --pace, time stands still but for the command `run`: a test and the board go in lockstep. With it, the board runs in
 * real time and is reached like any serial port, at PORT. Commands come on standard input, and on SOCKET if given; the end of
 * standard input ends the program, so that it never outlives the one who started it. */
#define _GNU_SOURCE
#include "sim.h"
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define ANSWER_SIZE (1 << 20)
#define LINE_SIZE (1 << 18)
#define SLICE (CYCLES_PER_US * 250) /* how often a running board exchanges bytes with its port */
#define LONGEST_LAG_NS 500000000LL /* behind real time by more (a stopped machine), time is let go instead of made up */

struct stream {
    int in, out;
    size_t used;
    char text[LINE_SIZE];
};

static struct stream own = {.in = STDIN_FILENO, .out = STDOUT_FILENO}, guest = {.in = -1, .out = -1};
static int listener = -1;
static bool paced;
static unsigned let_go_times;
static uint64_t let_go_us;

void pace_lag(unsigned *times, uint64_t *us)
{
    *times = let_go_times;
    *us = let_go_us;
}

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void write_all(int fd, const char *text, size_t length)
{
    while (length) {
        ssize_t written = write(fd, text, length);
        if (written <= 0)
            return;
        text += written;
        length -= (size_t)written;
    }
}

/* False: asked to quit. */
static bool obey_lines(struct stream *stream)
{
    static char answer[ANSWER_SIZE];
    char *start = stream->text, *end;
    while ((end = memchr(start, '\n', stream->used - (size_t)(start - stream->text)))) {
        *end = 0;
        if (!control_obey(start, answer, sizeof answer - 1))
            return false;
        size_t length = strlen(answer);
        answer[length++] = '\n';
        write_all(stream->out, answer, length);
        start = end + 1;
    }
    stream->used -= (size_t)(start - stream->text);
    memmove(stream->text, start, stream->used);
    return stream->used < sizeof stream->text;
}

/* False: the stream has ended, or asked to quit. */
static bool hear(struct stream *stream)
{
    ssize_t length = read(stream->in, stream->text + stream->used, sizeof stream->text - stream->used);
    if (length <= 0)
        return false;
    stream->used += (size_t)length;
    return obey_lines(stream);
}

static int listen_at(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    unlink(path);
    if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 1) != 0)
        return -1;
    return fd;
}

static void run_paced(void)
{
    static int64_t start_ns;
    static avr_cycle_count_t start_cycle;
    int64_t now = now_ns();
    int64_t behind = now - start_ns - (int64_t)((avr->cycle - start_cycle) * 1000 / (CLOCK_HZ / 1000000));
    if (start_ns && behind > LONGEST_LAG_NS) {
        let_go_times++;
        let_go_us += (uint64_t)behind / 1000;
    }
    if (!start_ns || behind > LONGEST_LAG_NS) {
        start_ns = now;
        start_cycle = avr->cycle;
    }
    avr_cycle_count_t goal = start_cycle + (uint64_t)(now - start_ns) * (CLOCK_HZ / 1000000) / 1000;
    while (avr->cycle < goal) {
        script_run_until(goal - avr->cycle > SLICE ? avr->cycle + SLICE : goal);
        port_exchange();
    }
}

/* False: the end. */
static bool hear_all(int patience_ms)
{
    struct pollfd fds[] = {
        {.fd = own.in, .events = POLLIN},
        {.fd = guest.in, .events = POLLIN},
        {.fd = guest.in < 0 ? listener : -1, .events = POLLIN},
        {.fd = paced ? port_fd() : -1, .events = POLLIN},
    };
    poll(fds, sizeof fds / sizeof *fds, patience_ms);
    if (fds[2].revents & POLLIN)
        guest.in = guest.out = accept(listener, NULL, NULL);
    if (fds[1].revents && !hear(&guest)) {
        close(guest.in);
        guest.in = -1;
        guest.used = 0;
    }
    return !fds[0].revents || hear(&own);
}

static bool begin(int argc, char **argv)
{
    const struct option options[] = {
        {"firmware", required_argument, NULL, 'f'}, {"link", required_argument, NULL, 'l'},
        {"control", required_argument, NULL, 'c'},  {"pace", no_argument, NULL, 'p'},
        {"reset-on-open", no_argument, NULL, 'r'},  {NULL, 0, NULL, 0},
    };
    const char *firmware = NULL, *link = NULL, *control = NULL;
    bool reset_on_open = false;
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (option == 'f')
            firmware = optarg;
        else if (option == 'l')
            link = optarg;
        else if (option == 'c')
            control = optarg;
        else if (option == 'p')
            paced = true;
        else if (option == 'r')
            reset_on_open = true;
        else
            return false;
    }
    control_mode(!paced, link, reset_on_open);
    return firmware && machine_start(firmware) && (!link || port_plug(link, reset_on_open)) &&
           (!control || (listener = listen_at(control)) >= 0);
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN);
    if (!begin(argc, argv)) {
        fprintf(stderr, "board_sim: expected --firmware FILE [--link PORT [--reset-on-open]] [--pace] [--control SOCKET], "
                        "with a firmware that can be read\n");
        return 2;
    }
    write_all(STDOUT_FILENO, "ready\n", 6);
    while (hear_all(paced ? 1 : -1))
        if (paced)
            run_paced();
    port_unplug();
    return 0;
}
