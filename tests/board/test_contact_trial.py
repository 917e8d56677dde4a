"""The trial of contacts: what is asked, what is told of wrong, dead and stuck ones."""

from collections.abc import Iterator
from datetime import timedelta

import chess
import pytest

from access_chess.board.contact_trial import RIGHT_TONE, WRONG_TONE, ContactTrial, Entry, Skip, TrialKind, TrialNotice
from access_chess.board.wire.frames import INPUTS, WHITE_LEVER
from access_chess.board.wire.reports import (
    BoardState,
    ClockLeapt,
    Connected,
    Disconnected,
    Disconnection,
    Lifted,
    Placed,
    contact_report,
)
from access_chess.conversation.board_notices import trial_words
from access_chess.edge.packs.voice_packs import load_voice_pack
from tests.support.table import HELLO

AT = timedelta()
GONE = Disconnected(port="P", reason=Disconnection.UNPLUGGED, at=AT)


class Tones:
    """A board that only keeps what its buzzer sounds."""

    def __init__(self) -> None:
        self.tones: list[tuple[int, int]] = []
        self.is_connected = True
        self.occupancy = chess.SquareSet()

    def buzz(self, hertz: int, milliseconds: int) -> None:
        self.tones.append((hertz, milliseconds))

    def servo(self, channel: int, microseconds: int, *, slew: int = 0) -> None: ...

    def vouch(self) -> None: ...

    def give_number(self, number: int) -> None: ...

    def close(self) -> None: ...


def connected(squares: int = 0) -> Connected:
    return Connected(port="P", identity=HELLO, state=BoardState(squares=squares), at=AT)


def changed(number: int, is_closed: bool) -> Entry:
    report = contact_report(number, is_closed, AT)
    assert report is not None
    return report


def answers(*left_out: int) -> Iterator[Entry]:
    for number in range(INPUTS):
        if number not in left_out:
            yield changed(number, True)
            yield changed(number, False)


def tried(*entries: Entry) -> tuple[bool, list[TrialNotice], list[tuple[int, int]]]:
    tones, said = Tones(), list[TrialNotice]()
    return ContactTrial(tones, iter(entries), said.append).run(), said, tones.tones


def test_a_sound_board() -> None:
    is_right, said, tones = tried(connected(chess.BB_E2), changed(chess.E2, False), *answers())
    assert is_right
    assert said[:3] == [
        TrialNotice(kind=TrialKind.TAKE_ALL_OUT, contacts=(chess.E2,)),
        TrialNotice(kind=TrialKind.CLOSE, contacts=(chess.A1,)),
        TrialNotice(kind=TrialKind.OPEN, contacts=(chess.A1,)),
    ]
    assert said[-1] == TrialNotice(kind=TrialKind.ALL_RIGHT)
    assert len(said) == 2 * INPUTS + 2
    assert tones == [RIGHT_TONE] * 2 * INPUTS


def test_two_wires_changed_about() -> None:
    """Each is asked for three times, then left out."""
    wrong = [Placed(square=other, at=AT) for other in (chess.B1, chess.A1) for _ in range(3)]
    is_right, said, tones = tried(connected(), *wrong, *answers(chess.A1, chess.B1))
    assert not is_right
    for square in (chess.A1, chess.B1):
        assert said.count(TrialNotice(kind=TrialKind.CLOSE, contacts=(square,))) == 3
    assert TrialNotice(kind=TrialKind.WRONG, contacts=(chess.A1,), heard=(chess.B1, True)) in said
    assert TrialNotice(kind=TrialKind.LEFT_OUT, contacts=(chess.A1,)) in said
    assert said[-1] == TrialNotice(kind=TrialKind.SOME_WRONG, contacts=(chess.A1, chess.B1))
    assert tones.count(WRONG_TONE) == 6


def test_dead_contacts_are_skipped() -> None:
    entries = [entry for entry in answers(chess.A1) if entry != changed(WHITE_LEVER, False)]
    place = entries.index(changed(WHITE_LEVER, True)) + 1
    entries.insert(place, Skip())
    is_right, said, _ = tried(connected(), Skip(), *entries)
    assert not is_right
    assert said[-1] == TrialNotice(kind=TrialKind.SOME_WRONG, contacts=(chess.A1, WHITE_LEVER))


def test_a_stuck_contact_is_skipped_and_heard_no_more() -> None:
    stuck = chess.BB_C3 | chess.BB_H8
    entries = list(answers(chess.C3, chess.H8))
    entries.insert(5, changed(chess.C3, False))
    is_right, said, tones = tried(connected(stuck), Skip(), *entries)
    assert not is_right
    assert said[:2] == [
        TrialNotice(kind=TrialKind.TAKE_ALL_OUT, contacts=(chess.C3, chess.H8)),
        TrialNotice(kind=TrialKind.LEFT_OUT, contacts=(chess.C3, chess.H8)),
    ]
    assert TrialNotice(kind=TrialKind.CLOSE, contacts=(chess.C3,)) not in said
    assert said[-1] == TrialNotice(kind=TrialKind.SOME_WRONG, contacts=(chess.C3, chess.H8))
    assert WRONG_TONE not in tones


def test_pegs_are_counted_while_they_are_taken_out() -> None:
    two, one = chess.BB_A1 | chess.BB_B1, (chess.B1,)
    entries = (Lifted(square=chess.A1, at=AT), Placed(square=chess.A1, at=AT), Lifted(square=chess.A1, at=AT))
    is_right, said, _ = tried(Skip(), connected(two), *entries, Lifted(square=chess.B1, at=AT), *answers())
    assert is_right
    assert [notice.contacts for notice in said[:4]] == [(chess.A1, chess.B1), one, (chess.A1, chess.B1), one]


def test_a_board_that_goes_and_comes_is_told_of_and_asked_again() -> None:
    is_right, said, tones = tried(GONE, connected(), GONE, ClockLeapt(by=AT, at=AT), connected(), *answers())
    assert is_right
    assert [notice.kind for notice in said[:5]] == [
        TrialKind.GONE, TrialKind.CLOSE, TrialKind.GONE, TrialKind.BACK, TrialKind.CLOSE,
    ]  # fmt: skip
    assert tones == [RIGHT_TONE] * 2 * INPUTS


@pytest.mark.parametrize("entries", [(), (connected(),), (connected(), changed(chess.A1, True)), (connected(1),)])
def test_broken_off_it_has_failed(entries: tuple[Entry, ...]) -> None:
    assert not tried(*entries)[0]


@pytest.mark.parametrize("voices", ["en", "de", "fide"])
def test_every_notice_has_words(voices: str) -> None:
    pack = load_voice_pack(voices)
    said = {
        trial_words(TrialNotice(kind=kind, contacts=(number, chess.B1), heard=(number, is_closed)), pack).text
        for kind in TrialKind
        for number in (chess.A1, WHITE_LEVER, WHITE_LEVER + 1, WHITE_LEVER + 2)
        for is_closed in (True, False)
    }
    assert all(said)


def test_the_words_say_what_is_expected_and_what_came() -> None:
    pack = load_voice_pack("en")
    notice = TrialNotice(kind=TrialKind.WRONG, contacts=(chess.A1,), heard=(WHITE_LEVER, True))
    assert trial_words(notice, pack).text == "Expected Anna one, but: White's lever pressed."
