/* The commands of a test, one a line; README.md has the list. */
#include "sim.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUTTONS (SQUARES + 2)

static bool stepped; /* time goes on by `run` only */
static const char *link_name;
static bool reset_on_open;

void control_mode(bool is_stepped, const char *link, bool resets)
{
    stepped = is_stepped;
    link_name = link;
    reset_on_open = resets;
}

/* The number of `e2`, `white`, `black` or `1` to `4`; -1 for none of them. */
static int input_named(const char *name)
{
    if (!name)
        return -1;
    if (!strcmp(name, "white") || !strcmp(name, "black"))
        return SQUARES + (*name == 'b');
    if (*name >= '1' && *name <= '4' && !name[1])
        return BUTTONS + (*name - '1');
    if (*name >= 'a' && *name <= 'h' && name[1] >= '1' && name[1] <= '8' && !name[2])
        return (name[1] - '1') * 8 + (*name - 'a');
    return -1;
}

static void feed_hexadecimal(const char *text)
{
    unsigned value;
    for (; sscanf(text, "%2x", &value) == 1; text += 2) {
        uint8_t byte = (uint8_t)value;
        line_feed(&byte, 1);
        if (!text[1])
            break;
    }
}

/* Answers with the time, and every block of bytes that arrived, with the instant of its last stop bit. */
static void run(uint64_t us, const char *hexadecimal, char *answer, size_t size)
{
    struct line_byte taken;
    size_t block = 0;
    avr_cycle_count_t end = 0;
    char text[8192];
    if (hexadecimal)
        feed_hexadecimal(hexadecimal);
    script_run_until(avr->cycle + us * CYCLES_PER_US);
    size_t used = (size_t)snprintf(answer, size, "ok %llu", (unsigned long long)machine_us());
    bool any = line_take(&taken);
    while (any) {
        block += (size_t)snprintf(text + block, sizeof text - block, "%02x", taken.byte);
        end = taken.end;
        bool closed = taken.byte == 0 || block + 3 > sizeof text;
        any = line_take(&taken);
        if (closed || !any) {
            used += (size_t)snprintf(answer + used, size - used, " %llu:%s", (unsigned long long)(end / CYCLES_PER_US), text);
            block = 0;
        }
        if (used + sizeof text > size)
            break;
    }
}

static bool set_squares(const char *hexadecimal)
{
    char *end;
    unsigned long long squares = strtoull(hexadecimal, &end, 16);
    if (*end)
        return false;
    for (int square = 0; square < SQUARES; square++)
        contacts_set(square, squares >> square & 1);
    return true;
}

/* Commands about one contact: `lift e2`, `press white`, `bounce e2 7 1`. False: not one of these. */
static bool touch_contact(const char *verb, int input, const char *first, const char *second)
{
    uint32_t number = first ? (uint32_t)strtoul(first, NULL, 10) : 0;
    if (!strcmp(verb, "lift") || !strcmp(verb, "release"))
        contacts_set(input, false);
    else if (!strcmp(verb, "place") || !strcmp(verb, "press"))
        contacts_set(input, true);
    else if (!strcmp(verb, "bounce") && first)
        contacts_bounce(input, number, second ? (uint32_t)strtoul(second, NULL, 10) : 1);
    else if (!strcmp(verb, "glitch") && first)
        contacts_glitch(input, number);
    else if (!strcmp(verb, "stick") && first)
        contacts_stick(input, number);
    else if (!strcmp(verb, "mend"))
        contacts_mend(input);
    else
        return false;
    return true;
}

/* Commands about the board as a whole. False: not one of these. */
static bool treat_board(const char *verb, char **word)
{
    uint32_t number = word[0] ? (uint32_t)strtoul(word[0], NULL, 10) : 0;
    if (!strcmp(verb, "noise") && word[0] && word[1] && word[2])
        line_noise(number, (uint32_t)strtoul(word[1], NULL, 10), (uint32_t)strtoul(word[2], NULL, 10));
    else if (!strcmp(verb, "reset"))
        machine_reset_by_pin();
    else if (!strcmp(verb, "power"))
        machine_power_cycle();
    else if (!strcmp(verb, "unplug"))
        port_unplug();
    else if (!strcmp(verb, "plug") && link_name) {
        machine_power_cycle();
        return port_plug(link_name, reset_on_open);
    } else if (!strcmp(verb, "settle") && word[0])
        contacts_settle(number);
    else if (!strcmp(verb, "diodes") && word[0])
        contacts_diodes(number);
    else
        return !strcmp(verb, "squares") && word[0] && set_squares(word[0]);
    return true;
}

/* Questions: the answer is written behind "ok". False: not one of these. */
static bool tell(const char *verb, const char *first, char *answer, size_t size)
{
    if (!strcmp(verb, "pulse") && first && *first >= '0' && *first <= '3' && !first[1]) {
        double width, period;
        meters_pulse(*first - '0', &width, &period);
        snprintf(answer, size, "ok %.2f %.2f", width, period);
    } else if (!strcmp(verb, "tone")) {
        snprintf(answer, size, "ok %.2f", meters_tone());
    } else if (!strcmp(verb, "isrs")) {
        strcpy(answer, "ok");
        meters_interrupts(answer + 2, size - 2);
    } else if (!strcmp(verb, "line")) {
        snprintf(answer, size, "ok %u %u", port_dropped(), line_overruns());
    } else if (!strcmp(verb, "awake")) {
        snprintf(answer, size, "ok %u", machine_awake_permille());
    } else if (!strcmp(verb, "lag")) {
        unsigned times;
        uint64_t us;
        pace_lag(&times, &us);
        snprintf(answer, size, "ok %u %llu", times, (unsigned long long)us);
    } else if (!strcmp(verb, "time")) {
        snprintf(answer, size, "ok %llu", (unsigned long long)machine_us());
    } else {
        return false;
    }
    return true;
}

/* `at US COMMAND`. False: not such a command. */
static bool schedule(const char *line, char *answer, size_t size)
{
    unsigned long long us;
    int start = 0;
    if (sscanf(line, "at %llu %n", &us, &start) != 1 || !start || !line[start])
        return false;
    if (script_add(us, line + start))
        strcpy(answer, "ok");
    else
        snprintf(answer, size, "error: expected an instant to come, got %llu at %llu", us,
                 (unsigned long long)machine_us());
    return true;
}

bool control_obey(char *line, char *answer, size_t size)
{
    line[strcspn(line, "\r\n")] = 0;
    if (schedule(line, answer, size))
        return true;
    const char *verb = strtok(line, " \r\n");
    char *word[3] = {NULL, NULL, NULL};
    for (int i = 0; verb && i < 3 && (i == 0 || word[i - 1]); i++)
        word[i] = strtok(NULL, " \r\n");
    if (!verb || !strcmp(verb, "quit"))
        return verb == NULL;
    int input = input_named(word[0]);
    strcpy(answer, "ok");
    if (!strcmp(verb, "run") && word[0] && stepped)
        run(strtoull(word[0], NULL, 10), word[1], answer, size);
    else if (!(input >= 0 && touch_contact(verb, input, word[1], word[2])) && !tell(verb, word[0], answer, size) &&
             !treat_board(verb, word))
        snprintf(answer, size, "error: expected a command of the list in hardware/README.md, got %s", verb);
    return true;
}
