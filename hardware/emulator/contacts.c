/* Pegs, levers and buttons as contacts. The pins are worked out when the firmware reads them, from what is closed then,
 * so that nothing has to be raised anew after a reset. */
#include "avr_ioport.h"
#include "sim.h"

#define PINC 0x26
#define PORTC 0x28
#define PINK 0x106
#define PORTK 0x108
#define CHATTER_CYCLES (300 * CYCLES_PER_US) /* a bouncing contact changes its mind about that often */
#define USUAL_SETTLE_US 20

static struct contact {
    bool closed;
    bool stuck, stuck_closed;
    avr_cycle_count_t chatters_until, glitches_until;
    uint32_t seed;
} contacts[INPUTS];

static bool diodes = true;
static uint32_t settle_us = USUAL_SETTLE_US;
static uint8_t rank_outputs, rank_levels; /* DDRA and PORTA */
static uint8_t driven, driven_before; /* ranks pulled low now, and before the last change */
static avr_cycle_count_t driven_since;

static bool is_closed(int input)
{
    const struct contact *contact = &contacts[input];
    if (contact->stuck)
        return contact->stuck_closed;
    if (avr->cycle < contact->chatters_until)
        return scramble((uint32_t)(avr->cycle / CHATTER_CYCLES), contact->seed) & 1;
    return contact->closed != (avr->cycle < contact->glitches_until);
}

static uint8_t closed_in(int rank)
{
    uint8_t closed = 0;
    for (int file = 0; file < 8; file++)
        if (is_closed(rank * 8 + file))
            closed |= (uint8_t)(1 << file);
    return closed;
}

static uint8_t pulled_low(uint8_t ranks)
{
    uint8_t columns = 0;
    for (int rank = 0; rank < 8; rank++)
        if (ranks & 1 << rank)
            columns |= closed_in(rank);
    return columns;
}

/* Without diodes, current also runs backwards, through closed contacts into other ranks. */
static uint8_t reached(uint8_t ranks)
{
    uint8_t columns = pulled_low(ranks), before;
    do {
        before = columns;
        for (int rank = 0; rank < 8; rank++)
            if (closed_in(rank) & columns)
                ranks |= (uint8_t)(1 << rank);
        columns = pulled_low(ranks);
    } while (columns != before);
    return columns;
}

/* A pin without pull-up floats: it reads anything. */
static uint8_t pins(uint8_t low, uint8_t pull_ups)
{
    return (uint8_t)(~low & (pull_ups | scramble((uint32_t)avr->cycle, low)));
}

static uint8_t read_columns(avr_t *unused, avr_io_addr_t address, void *parameter)
{
    (void)unused;
    (void)address;
    (void)parameter;
    bool settled = avr->cycle - driven_since >= settle_us * CYCLES_PER_US;
    uint8_t ranks = settled ? driven : driven_before;
    return avr->data[PINC] = pins(diodes ? pulled_low(ranks) : reached(ranks), avr->data[PORTC]);
}

static uint8_t read_keys(avr_t *unused, avr_io_addr_t address, void *parameter)
{
    (void)unused;
    (void)address;
    (void)parameter;
    uint8_t low = 0;
    for (int key = SQUARES; key < INPUTS; key++)
        if (is_closed(key))
            low |= (uint8_t)(1 << (key - SQUARES));
    return avr->data[PINK] = pins(low, avr->data[PORTK]);
}

/* Told before the register is written: `value` will be in it. */
static void ranks_changed(avr_irq_t *irq, uint32_t value, void *parameter)
{
    (void)irq;
    uint8_t *changed = parameter;
    *changed = (uint8_t)value;
    driven_before = driven;
    driven = rank_outputs & (uint8_t)~rank_levels;
    driven_since = avr->cycle;
}

static void watch_ranks(int what, uint8_t *into)
{
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('A'), what), ranks_changed, into);
}

static void replace_reader(avr_io_addr_t address, avr_io_read_t reader)
{
    avr->io[AVR_DATA_TO_IO(address)].r.c = reader;
}

void contacts_start(void)
{
    replace_reader(PINC, read_columns);
    replace_reader(PINK, read_keys);
    watch_ranks(IOPORT_IRQ_DIRECTION_ALL, &rank_outputs);
    watch_ranks(IOPORT_IRQ_REG_PORT, &rank_levels);
}

void contacts_set(int input, bool closed)
{
    contacts[input].closed = closed;
    contacts[input].chatters_until = contacts[input].glitches_until = 0;
}

void contacts_bounce(int input, uint32_t ms, uint32_t seed)
{
    contacts_set(input, !contacts[input].closed);
    contacts[input].chatters_until = avr->cycle + ms * 1000ULL * CYCLES_PER_US;
    contacts[input].seed = seed;
}

void contacts_glitch(int input, uint32_t us)
{
    contacts[input].glitches_until = avr->cycle + us * CYCLES_PER_US;
}

void contacts_stick(int input, bool closed)
{
    contacts[input].stuck = true;
    contacts[input].stuck_closed = closed;
}

void contacts_mend(int input)
{
    contacts[input].stuck = false;
}

void contacts_settle(uint32_t us)
{
    settle_us = us;
}

void contacts_diodes(bool fitted)
{
    diodes = fitted;
}
