/* A hand's script: commands that wait for their instant of emulated time, however late they would come by themselves. */
#include "sim.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4096
#define LONGEST 64

struct deed {
    uint64_t us;
    char command[LONGEST];
};

static struct deed deeds[MOST];
static size_t count;

bool script_add(uint64_t us, const char *command)
{
    if (us < machine_us() || count == MOST || strlen(command) >= LONGEST)
        return false;
    size_t place = count++;
    for (; place && deeds[place - 1].us > us; place--)
        deeds[place] = deeds[place - 1];
    deeds[place].us = us;
    strcpy(deeds[place].command, command);
    return true;
}

static void do_first(void)
{
    char answer[1024];
    struct deed first = deeds[0];
    memmove(deeds, deeds + 1, --count * sizeof *deeds);
    control_obey(first.command, answer, sizeof answer);
    if (strncmp(answer, "ok", 2))
        fprintf(stderr, "board_sim: at %llu: %s\n", (unsigned long long)first.us, answer);
}

void script_run_until(avr_cycle_count_t cycle)
{
    while (count) {
        uint64_t now = machine_us();
        avr_cycle_count_t due = avr->cycle + (deeds[0].us > now ? deeds[0].us - now : 0) * CYCLES_PER_US;
        if (due > cycle)
            break;
        machine_run_until(due);
        do_first();
    }
    machine_run_until(cycle);
}
