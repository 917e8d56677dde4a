"""What the live test of a sensor board tells, as words of a voice pack."""

from typing import assert_never

import chess

from access_chess.board.wire.frames import RESET_BROWN_OUT, RESET_PIN, RESET_POWER_ON, RESET_WATCHDOG, Hello
from access_chess.board.wire.reports import (
    BoardReport,
    ButtonPressed,
    ButtonReleased,
    ClockLeapt,
    CommandRefused,
    Connected,
    Disconnected,
    LeverPressed,
    LeverReleased,
    Lifted,
    Placed,
    Quiet,
    ReportsLost,
)
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.voice_pack import VoicePack, listed
from access_chess.speech.utterance import SpokenPart

_STARTS = {
    RESET_POWER_ON: "test_start_power",
    RESET_PIN: "test_start_reset",
    RESET_BROWN_OUT: "test_start_supply",
    RESET_WATCHDOG: "test_start_watchdog",
}


def report_words(report: BoardReport, pack: VoicePack) -> SpokenPart:
    """One sentence a report, or less: what a hand does is told in as few words as there are."""
    match report:
        case Connected():
            pegs = _pegs(report.state.occupancy, pack)
            board, causes = _board(report.identity, pack), _causes(report.identity, pack)
            return pack.phrase("test_connected", port=report.port, board=board, causes=causes, pegs=pegs)
        case Disconnected():
            reason = pack.phrase(f"test_away_{report.reason.name.lower()}")
            key = "test_disconnected_at" if report.port else "test_disconnected"
            return pack.phrase(key, port=report.port, reason=reason)
        case ReportsLost():
            reason = pack.phrase(f"test_loss_{report.reason.name.lower()}")
            return pack.phrase("test_lost", reason=reason, pegs=_pegs(report.state.occupancy, pack))
        case Lifted() | Placed():
            key = "trial_heard_peg_out" if isinstance(report, Lifted) else "trial_heard_peg_in"
            return pack.phrase(key, contact=pack.square(report.square))
        case LeverPressed() | LeverReleased():
            lever = pack.phrase("trial_lever", color=color_name(report.color, pack))
            return _key(lever, pack, is_pressed=isinstance(report, LeverPressed))
        case ButtonPressed() | ButtonReleased():
            button = pack.phrase("trial_button", number=report.button)
            return _key(button, pack, is_pressed=isinstance(report, ButtonPressed))
        case ClockLeapt():
            return pack.phrase("test_leapt", seconds=f"{report.by.total_seconds():+.3f}")
        case Quiet():
            return pack.phrase("test_quiet", seconds=f"{report.at.total_seconds():.3f}")
        case CommandRefused():
            reason = pack.phrase(f"test_refusal_{report.reason.name.lower()}")
            return pack.phrase("test_refused", command=report.command, reason=reason)
        case _:
            assert_never(report)


def _key(contact: SpokenPart, pack: VoicePack, *, is_pressed: bool) -> SpokenPart:
    return pack.phrase("trial_heard_key_in" if is_pressed else "trial_heard_key_out", contact=contact)


def _board(hello: Hello, pack: VoicePack) -> SpokenPart:
    version = f"{hello.major}.{hello.minor}.{hello.patch}"
    firmware = pack.phrase("test_firmware", version=version, protocol=str(hello.protocol))
    if not hello.number:
        return firmware
    return pack.phrase("test_numbered", number=str(hello.number), firmware=firmware)


def _causes(hello: Hello, pack: VoicePack) -> SpokenPart:
    causes = [key for bit, key in _STARTS.items() if hello.reset_cause & bit]
    return listed(pack.phrase(key) for key in causes or ["test_start_unknown"])


def _pegs(squares: chess.SquareSet, pack: VoicePack) -> SpokenPart:
    if not squares:
        return pack.phrase("test_no_pegs")
    return pack.phrase("test_pegs", count=len(squares), squares=listed(map(pack.square, squares)))
