"""A game that is decided on elsewhere: what its guest asks for, hears and keeps, and from when on they think."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import chess
import pytest

from access_chess.edge.storage.journal import Journal
from access_chess.hall.rules.lag import allowance_of
from access_chess.hall.rules.remote import Answered
from access_chess.laws.commands import StartClock, StopClocks, StopReason
from access_chess.laws.events import GameSetUp
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.phrased_error import PhrasedError
from access_chess.play.copied import CopiedGame
from access_chess.play.guest_place import GuestPlace
from access_chess.session.ports import JournalError
from access_chess.session.record import begin_game, resume_game
from access_chess.speech.utterance import Channel
from tests.play.remote_table import SECOND, RemoteTable, Watched, remote_table
from tests.support.full_disk import FailingJournal

SETUP = Setup(time=parse_time_control("900+10"))


@dataclass
class TwoTables:
    """The host's table, where White's first move is made after two seconds, and the guest's, five seconds later."""

    host: RemoteTable
    place: GuestPlace
    guest: RemoteTable
    copied: CopiedGame
    ears: list[Channel] = field(default_factory=list)  # those in which something sounds
    sent: int = 1

    def carry(self) -> list[str]:
        """Bring to each what the other has for them; what the guest hears."""
        return self.guest.written(self._carry)

    def _carry(self) -> None:
        for asked in self.copied.unanswered():
            answers = list[Answered]()
            self.place.hear(asked, answers.append)
            self.host.do_all()
            self._send()
            for answer in answers:
                self.copied.answered(answer.id, answer.refused)
        self._send()
        self.guest.do_all()

    def _send(self) -> None:
        entries = self.host.journal.entries(1)
        self.copied.take(entries[self.sent :])
        self.sent = len(entries)


@pytest.fixture
def two() -> Iterator[TwoTables]:
    host_journal, journal = Journal(None), FailingJournal(None)
    place, ears, made = GuestPlace(chess.BLACK, allowance_of(SETUP.time)), list[Channel](), list[CopiedGame]()
    host = remote_table(
        begin_game(host_journal, SETUP), host_journal, Watched(), participants=(place,), late=place.late
    )
    host.clock.now = 2 * SECOND
    host.move("e2e4")
    first, clock = host_journal.entries(1)[0], Watched()
    assert isinstance(first.event, GameSetUp)
    record = resume_game(journal, journal.begin(first.event, first.wall))

    def follow(put: object, trouble: list[Exception]) -> CopiedGame:
        copied = CopiedGame(
            record, chess.BLACK, put, is_silent=lambda channel: channel not in ears, on_trouble=trouble.append,  # type: ignore[arg-type]
            clock=clock,
        )  # fmt: skip
        made.append(copied)
        return copied

    guest = remote_table(record, journal, clock, color=chess.BLACK, follow=follow)
    clock.now = 7 * SECOND
    (copied,) = made
    copied.set_time(2 * SECOND)
    yield TwoTables(host, place, guest, copied, ears)
    journal.close()
    host_journal.close()


def test_a_copy_is_the_same_to_the_letter(two: TwoTables) -> None:
    assert "pawn Eva two Eva four" in two.carry()
    two.guest.type("e5")
    two.carry()
    assert two.guest.journal.entries(1) == two.host.journal.entries(1)
    assert two.guest.game.plies == two.host.game.plies
    assert len(two.guest.game.plies) == 2


def test_nothing_is_decided_on_at_the_guests(two: TwoTables) -> None:
    two.carry()
    before = two.guest.journal.entries(1)
    two.guest.do(StartClock(), StopClocks(reason=StopReason.POWER))
    two.guest.type("e5")
    two.guest.wait(3600)  # and no flag falls there, no sign of life is kept
    assert two.guest.journal.entries(1) == before
    assert two.guest.journal.heartbeat(1) is None
    assert [type(asked.commands[0]).__name__ for asked in two.copied.unanswered()] == ["PlayMove"]


def test_a_guest_thinks_from_when_they_have_heard_that_it_is_their_turn(two: TwoTables) -> None:
    two.ears.append(Channel.BLACK)
    two.carry()
    two.guest.wait(2)  # for two seconds the move was being said
    two.ears.clear()
    two.guest.wait(4)
    two.guest.type("e5")
    (asked,) = two.copied.unanswered()
    assert asked.thought.total_seconds() == pytest.approx(4, abs=0.05)


def test_what_sounds_for_very_long_is_the_players_own_affair(two: TwoTables) -> None:
    two.ears.append(Channel.BLACK)
    two.carry()
    two.guest.wait(30)
    two.guest.type("e5")
    (asked,) = two.copied.unanswered()
    assert asked.thought.total_seconds() == pytest.approx(10, abs=0.05)


def test_what_is_not_answered_is_asked_for_again_until_it_is(two: TwoTables) -> None:
    two.carry()
    waits = [two.guest.table.wants_line]
    two.guest.type("e5")
    (asked,) = two.copied.unanswered()
    assert [*waits, two.guest.table.wants_line] == [True, False], "the next line is about the game after it"
    two.copied.answered("another", "")
    two.guest.do_all()
    assert two.copied.unanswered() == (asked,)
    for _ in range(2):
        two.copied.answered(asked.commands[-1].id, "")
        two.guest.do_all()
    assert two.copied.unanswered() == ()


@pytest.mark.parametrize(
    ("lines", "owed"),
    [
        (("adjust",), "Black adjusts."),
        (("decline",), "There is no draw offer."),
        (("resign", "yes", "resign"), "The game is over."),
    ],
)
def test_the_word_that_is_owed_is_said_when_the_host_has_answered(
    two: TwoTables, lines: Sequence[str], owed: str
) -> None:
    two.carry()
    for line in lines:
        assert owed not in two.guest.type(line)
        heard = two.carry()
    assert heard == [owed]


def test_what_is_still_asked_is_asked_again_when_the_host_has_answered(two: TwoTables) -> None:
    two.carry()
    two.guest.type("e5")
    two.carry()
    two.host.type("claim threefold")  # wrong, it counts as an offer
    two.carry()
    for line in ("resign", "yes"):
        assert "Black: yes or no?" not in two.guest.type(line)
    assert [line for line in two.carry() if "yes or no" in line] == []


def test_what_the_host_refuses_is_told_once(two: TwoTables) -> None:
    two.carry()
    two.guest.type("e5")
    (asked,) = two.copied.unanswered()
    for _ in range(2):
        two.copied.answered(asked.commands[-1].id, "remote_thought")
        two.guest.do_all()
    (error,) = two.guest.trouble
    assert isinstance(error, PhrasedError) and error.phrase == "remote_thought"


def test_the_hosts_time_that_came_fastest_is_right(two: TwoTables) -> None:
    two.guest.clock.now = 20 * SECOND
    two.copied.set_time(14 * SECOND)  # one second longer on its way than the first
    assert two.guest.outside.now() == 15 * SECOND


def test_where_the_guests_disk_fails_what_is_decided_waits_until_they_say_so(two: TwoTables) -> None:
    journal = two.guest.journal
    assert isinstance(journal, FailingJournal)
    journal.failure = JournalError("journal_disk_full", path="journal.sqlite")
    said = two.carry()
    assert "pawn Eva two Eva four" not in said
    assert two.guest.table.wants_line
    assert "pawn Eva two Eva four" in two.guest.type("yes")
    journal.failure = None
    two.guest.wait(2)
    assert journal.entries(1) == two.host.journal.entries(1)
