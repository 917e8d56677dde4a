"""The clock of a player who is elsewhere: what the network takes is not his, what he thinks is."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import chess
import pytest

from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.storage.journal import Journal
from access_chess.hall.games.desk_words import DeskWords
from access_chess.hall.games.floor import Floor
from access_chess.hall.games.seat_state import Manner
from access_chess.hall.rules.lag import allowance_of
from access_chess.hall.rules.remote import Answered, GuestCommands
from access_chess.hall.rules.view import Publication, publication_of
from access_chess.laws.commands import PlayMove, PressClock, StartClock
from access_chess.laws.events import CommandTaken, FlagFell
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.session.ports import Entry
from access_chess.session.remote.copied_game import CopiedGame
from access_chess.session.remote.guest_place import GuestPlace
from access_chess.session.session import LATE, Session, begin_game, resume_game

SECOND = timedelta(seconds=1)
SETUP = Setup(time=parse_time_control("9+0"))  # a gain of 0.186 seconds, 0.558 at first


def _desk() -> DeskWords:
    return DeskWords(Manner(language=load_language("en")), Floor(lambda number: (), None))


class Watch:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = timedelta()

    def __call__(self) -> timedelta:
        return self.now


@dataclass
class Host:
    """A host's session with White's first move made and pressed at a given time."""

    session: Session
    place: GuestPlace
    watch: Watch

    def hear(self, thought: float, at: float, *, number: str = "1") -> list[Answered]:
        """Black's answer arrives at this second, after he had thought so long."""
        self.watch.now = at * SECOND
        answers: list[Answered] = []
        color = chess.BLACK
        move = next(
            move for move in self.session.game.board.legal_moves if not self.session.game.board.is_capture(move)
        )
        commands = (PlayMove(color=color, move=move, id=f"{number}a"), PressClock(color=color, id=f"{number}b"))
        self.place.hear(GuestCommands(commands=commands, thought=thought * SECOND), answers.append)
        self.session.settle(20)
        return answers

    def own_move(self, at: float) -> None:
        """White's move, pressed at this second."""
        self.watch.now = at * SECOND
        move = next(iter(self.session.game.board.legal_moves))
        self.session.submit(PlayMove(color=chess.WHITE, move=move), PressClock(color=chess.WHITE))
        self.session.settle(20)

    @property
    def black_left(self) -> float:
        """Seconds on Black's display."""
        return self.session.game.clock.remaining(chess.BLACK, self.session.game.clock.since) / SECOND


@pytest.fixture
def host() -> Iterator[Host]:
    watch, journal = Watch(), Journal(None)
    place = GuestPlace(chess.BLACK, allowance_of(SETUP.time))
    session = Session(begin_game(journal, SETUP), journal, outputs=(place,), late=place.late, clock=watch)
    session.start()
    place.join(session)
    session.submit(StartClock())
    host = Host(session=session, place=place, watch=watch)
    host.own_move(at=2)
    yield host
    session.close()
    journal.close()


def test_what_the_network_took_is_not_counted(host: Host) -> None:
    assert host.hear(thought=5, at=7.5) == [Answered(id="1b")]  # half a second on the way
    assert host.black_left == pytest.approx(4)


def test_beyond_the_allowance_it_is_counted(host: Host) -> None:
    host.hear(thought=5, at=9)  # two seconds on the way, of which 0.558 are saved up
    assert host.black_left == pytest.approx(9 - 7 + 0.558)


def test_what_was_not_counted_stands_in_the_journal_for_the_arbiter_alone(host: Host) -> None:
    host.hear(thought=5, at=9)
    entries = host.session._journal.entries(1)
    taken = [entry.event for entry in entries if isinstance(entry.event, CommandTaken)]
    assert [event.waived.total_seconds() for event in taken] == pytest.approx([0, 0.558])
    told = [line.text for line in _desk().history(entries)]
    assert "Black: zero point five seconds of network time not counted." in told
    assert publication_of(taken[1]) is Publication.ONE


def test_what_was_used_is_gone_and_each_move_brings_its_gain(host: Host) -> None:
    host.hear(thought=1, at=3.5)  # half a second used: 0.058 and the gain of 0.186 are left
    host.own_move(at=4)
    host.hear(thought=1, at=6, number="2")
    assert host.black_left == pytest.approx(9 - 1 - 2 + 0.244)


def test_who_answers_before_all_was_said_has_pressed_one_lever_and_not_both(host: Host) -> None:
    host.hear(thought=0, at=2.4)
    assert host.session.game.clock.running is chess.WHITE
    assert host.black_left == pytest.approx(9 - 0.03)


def test_a_flag_does_not_fall_while_the_press_may_be_on_its_way(host: Host) -> None:
    host.hear(thought=8.9, at=11.4)  # White had pressed at two
    game = host.session.game
    assert not game.is_over
    assert game.clock.running is chess.WHITE
    assert host.black_left == pytest.approx(0.1)


def test_a_deadline_waits_for_what_may_be_on_its_way_only_while_the_guest_thinks(host: Host) -> None:
    quota = timedelta(seconds=0.558)
    assert host.place.late(host.session.game) == LATE + quota
    host.hear(thought=1, at=3)
    assert host.place.late(host.session.game) == LATE


def test_a_cheat_who_never_thinks_wins_their_allowance_and_loses_on_time(host: Host) -> None:
    assert host.hear(thought=0, at=11.7) == [Answered(id="1b")]
    events = [entry.event for entry in host.session._journal.entries(1)]
    assert any(isinstance(event, FlagFell) for event in events)


@dataclass
class Guest:
    """A guest's game after White's first move, which was told to him at this instant."""

    game: CopiedGame
    watch: Watch
    entries: tuple[Entry, ...]
    journal: Journal


@pytest.fixture
def guest(tmp_path: Path, host: Host) -> Iterator[Guest]:
    journal = Journal(tmp_path / "journal.sqlite")
    entries = host.session._journal.entries(1)
    first = entries[0]
    number = journal.begin(first.event, first.wall)  # type: ignore[arg-type]
    watch = Watch()
    game = CopiedGame(resume_game(journal, number), journal, color=chess.BLACK, clock=watch)
    game.start()
    watch.now = 7 * SECOND
    game.set_time(2 * SECOND)
    game.take(entries[1:])
    game.settle(20)
    yield Guest(game=game, watch=watch, entries=entries, journal=journal)
    game.close()
    journal.close()


def test_a_copy_is_the_same_to_the_letter(guest: Guest) -> None:
    assert guest.journal.entries(guest.game.number) == guest.entries


def test_a_guest_thinks_from_when_they_have_heard_that_it_is_their_turn(guest: Guest) -> None:
    began = guest.game.game.clock.pressed_at
    assert began is not None
    guest.watch.now = 9 * SECOND  # for two seconds the move was being said
    guest.game.hear(began)
    guest.watch.now = 13 * SECOND
    guest.game.submit(PlayMove(color=chess.BLACK, move=chess.Move.from_uci("e7e5")))
    (asked,) = guest.game.unanswered()
    assert asked.thought == 4 * SECOND


def test_what_is_not_answered_is_asked_for_again_until_it_is(guest: Guest) -> None:
    guest.game.submit(PlayMove(color=chess.BLACK, move=chess.Move.from_uci("e7e5")))
    guest.game.submit(StartClock())  # the host's to do
    (asked,) = guest.game.unanswered()
    assert not guest.game.wait_until_decided(0)
    guest.game.answered("another", "")
    assert guest.game.unanswered() == (asked,)
    guest.game.answered(asked.commands[-1].id, "")
    guest.game.answered(asked.commands[-1].id, "")
    assert guest.game.wait_until_decided(20)
    assert guest.game.unanswered() == ()


def test_the_hosts_time_that_came_fastest_is_right(guest: Guest) -> None:
    guest.watch.now = 20 * SECOND
    guest.game.set_time(14 * SECOND)  # one second longer on its way than the first
    assert guest.game.now() == 15 * SECOND
