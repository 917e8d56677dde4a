"""What the live test of a board says of a board that reports itself."""

from datetime import timedelta

import pytest

from access_chess.board.wire.frames import (
    RESET_BROWN_OUT,
    RESET_PIN,
    RESET_POWER_ON,
    RESET_WATCHDOG,
    Hello,
)
from access_chess.board.wire.reports import BoardState, Connected, Disconnected, Disconnection
from access_chess.conversation.board_notices import report_words
from access_chess.edge.packs.voice_packs import load_voice_pack

ENGLISH = load_voice_pack("en")


@pytest.mark.parametrize(
    ("causes", "why"),
    [
        pytest.param(0, "test_start_unknown", id="hidden by a bootloader"),
        pytest.param(RESET_POWER_ON, "test_start_power", id="power"),
        pytest.param(RESET_PIN, "test_start_reset", id="its button, or the port was opened"),
        pytest.param(RESET_BROWN_OUT, "test_start_supply", id="supply too low"),
        pytest.param(RESET_WATCHDOG, "test_start_watchdog", id="the firmware hung"),
    ],
)
def test_why_the_board_began(causes: int, why: str) -> None:
    hello = Hello(
        protocol=1, major=2, minor=3, patch=4, reset_cause=causes, debounce=8, scan_hertz=8000, time_ms=0, boot=1,
        number=0, build=0,
    )  # fmt: skip
    said = report_words(Connected(port="", identity=hello, state=BoardState(squares=0), at=timedelta()), ENGLISH).text
    names = ["test_start_unknown", "test_start_power", "test_start_reset", "test_start_supply", "test_start_watchdog"]
    assert [name for name in names if ENGLISH.phrase(name).text in said] == [why]


@pytest.mark.parametrize(
    ("port", "phrase"),
    [("", "test_disconnected"), ("/dev/ttyACM0", "test_disconnected_at")],
    ids=["emulated", "a port"],
)
def test_a_board_that_is_gone_is_named_by_its_port_if_it_has_one(port: str, phrase: str) -> None:
    report = Disconnected(port=port, reason=Disconnection.UNPLUGGED, at=timedelta())
    said = ENGLISH.phrase(phrase, port=port, reason=ENGLISH.phrase("test_away_unplugged"))
    assert report_words(report, ENGLISH) == said
