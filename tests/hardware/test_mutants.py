"""Bugs planted in the firmware are found: each by the scenario that is there for it."""

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from access_chess.edge.storage.places import data_folder
from tests.hardware import scenarios
from tests.support.board_sim import BoardSim, built


@dataclass(frozen=True)
class Mutant:
    """A bug: what stands in a file of the firmware, what stands there instead, and who must notice."""

    name: str
    file: str
    sound: str
    wrong: str
    noticed_by: Callable[[BoardSim], None]


READ_THEN_SELECT = """    uint8_t inputs = (uint8_t)~FILE_PIN;
    rank = (rank + 1) % RANKS;
    select_rank(rank);"""
SELECT_THEN_READ = """    select_rank(rank);
    uint8_t inputs = (uint8_t)~FILE_PIN;
    rank = (rank + 1) % RANKS;"""
CRC_BYTES = """    frame[length++] = (uint8_t)(crc >> 8);
    frame[length++] = (uint8_t)crc;"""
CRC_BYTES_SWAPPED = """    frame[length++] = (uint8_t)crc;
    frame[length++] = (uint8_t)(crc >> 8);"""
EVENTS_THEN_STATE = """    while (event_log_pending() && link_room())
        send_event();
    if (snapshot_due && !event_log_pending() && link_room())
        send_snapshot(now_ms);"""
STATE_THEN_EVENTS = """    if (snapshot_due && link_room())
        send_snapshot(now_ms);
    while (event_log_pending() && link_room())
        send_event();"""

MUTANTS = (
    Mutant(
        "reads a rank before it has settled",
        "avr/matrix.c",
        READ_THEN_SELECT,
        SELECT_THEN_READ,
        scenarios.every_contact_is_told_as_itself,
    ),
    Mutant(
        "three samples are enough",
        "avr/main.c",
        "matrix_start(DEBOUNCE)",
        "matrix_start(3)",
        scenarios.a_glitch_is_no_change,
    ),
    Mutant(
        "no pull-ups",
        "avr/matrix.c",
        "FILE_PORT = 0xff",
        "FILE_PORT = 0",
        scenarios.standing_pieces_are_no_events,
    ),
    Mutant(
        "no priming",
        "avr/matrix.c",
        "priming = PRIMING_SCANS",
        "priming = 0",
        scenarios.standing_pieces_are_no_events,
    ),
    Mutant("CRC low byte first", "core/link.c", CRC_BYTES, CRC_BYTES_SWAPPED, scenarios.standing_pieces_are_no_events),
    Mutant(
        "a counter goes on after a sample that agrees",
        "core/scan.c",
        "(old ^ carry) & differs",
        "old ^ carry",
        scenarios.a_glitch_is_no_change,
    ),
    Mutant(
        "wrong divider of the line's speed",
        "avr/uart.c",
        "UCSR0A = _BV(U2X0)",
        "UCSR0A = 0",
        scenarios.standing_pieces_are_no_events,
    ),
    Mutant(
        "the sending interrupt is not switched on again",
        "avr/uart.c",
        "UCSR0B |= _BV(UDRIE0)",
        "static bool sent_once; UCSR0B |= sent_once ? 0 : _BV(UDRIE0); sent_once = true",
        scenarios.every_contact_is_told_as_itself,
    ),
    Mutant(
        "events run over the full sending buffer",
        "core/board.c",
        "while (event_log_pending() && link_room())",
        "while (event_log_pending())",
        scenarios.a_swept_board_loses_nothing,
    ),
    Mutant(
        "full state overtakes events",
        "core/board.c",
        EVENTS_THEN_STATE,
        STATE_THEN_EVENTS,
        scenarios.full_state_never_overtakes_events,
    ),
    Mutant(
        "an event bears the time of its last sample",
        "core/scan.c",
        "now_ms - (needed - 1)",
        "now_ms",
        scenarios.a_change_bears_its_own_time,
    ),
    Mutant(
        "the log forgets one event too late",
        "core/event_log.c",
        "(uint16_t)(next - oldest) == EVENT_LOG",
        "(uint16_t)(next - oldest) == EVENT_LOG + 1",
        scenarios.events_are_sent_again,
    ),
    Mutant(
        "starts are not counted",
        "avr/memory.c",
        "eeprom_read_word(BOOTS) + 1",
        "eeprom_read_word(BOOTS)",
        scenarios.a_reboot_is_told,
    ),
    Mutant(
        "the watchdog is never fed",
        "avr/main.c",
        "now_ms != fed_ms && !rebooting",
        "now_ms != fed_ms && rebooting",
        scenarios.nothing_resets_it_by_itself,
    ),
    Mutant(
        "a slow hand jumps",
        "core/servos.c",
        "if (way > hand->stride)",
        "if (way > hand->goal)",
        scenarios.servos_turn_as_told,
    ),
    Mutant(
        "a damaged command is obeyed",
        "core/link.c",
        "length <= CRC_BYTES || crc_of(block, length) != 0",
        "length <= CRC_BYTES",
        scenarios.damaged_commands_are_not_obeyed,
    ),
)


def built_mutant(mutant: Mutant, folder: Path) -> Path:
    """The firmware with the bug. What the bug does not touch is taken from the sound build."""
    sources, build = folder / "firmware", folder / "build"
    shutil.copytree(data_folder("hardware") / "firmware", sources)
    shutil.copytree(built().firmware.parent, build)
    path = sources / mutant.file
    text = path.read_text()
    assert text.count(mutant.sound) == 1, f"the firmware has changed: plant this bug anew: {mutant.name!r}"
    path.write_text(text.replace(mutant.sound, mutant.wrong))
    subprocess.run(["make", "--silent", "-C", str(sources), f"BUILD={build}"], check=True, capture_output=True)
    return build / "board.elf"


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_planted_bug_is_noticed(mutant: Mutant, tmp_path: Path) -> None:
    with BoardSim(built_mutant(mutant, tmp_path)) as sim, pytest.raises((AssertionError, ValueError, IndexError)):
        mutant.noticed_by(sim)
