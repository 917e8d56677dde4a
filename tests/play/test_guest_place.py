"""The clock of a player who is elsewhere: what the network takes is not theirs, what they think is."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

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
from access_chess.laws.commands import PlayMove, PressClock
from access_chess.laws.events import CommandTaken, FlagFell
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.play.guest_place import GuestPlace
from access_chess.play.messages import LATE
from access_chess.session.record import begin_game
from tests.play.remote_table import SECOND, RemoteTable, Watched, remote_table

SETUP = Setup(time=parse_time_control("9+0"))  # a gain of 0.186 seconds, 0.558 at first


def _desk() -> DeskWords:
    return DeskWords(Manner(language=load_language("en")), Floor(lambda number: (), None))


@dataclass
class Host:
    """A host's table with White's first move made and pressed at a given time."""

    at: RemoteTable
    place: GuestPlace

    def hear(self, thought: float, at: float, *, number: str = "1") -> list[Answered]:
        """Black's answer arrives at this second, after so many seconds of thought."""
        self.at.clock.now = at * SECOND
        answers: list[Answered] = []
        board = self.at.game.board
        move = next(move for move in board.legal_moves if not board.is_capture(move))
        color = chess.BLACK
        commands = (PlayMove(color=color, move=move, id=f"{number}a"), PressClock(color=color, id=f"{number}b"))
        self.place.hear(GuestCommands(commands=commands, thought=thought * SECOND), answers.append)
        self.at.do_all()
        return answers

    def own_move(self, at: float) -> None:
        """White's move, pressed at this second."""
        self.at.clock.now = at * SECOND
        self.at.move()

    @property
    def black_left(self) -> float:
        """Seconds on Black's display."""
        clock = self.at.game.clock
        return clock.remaining(chess.BLACK, clock.since) / SECOND


@pytest.fixture
def host() -> Iterator[Host]:
    journal, place = Journal(None), GuestPlace(chess.BLACK, allowance_of(SETUP.time))
    at = remote_table(begin_game(journal, SETUP), journal, Watched(), participants=(place,), late=place.late)
    host = Host(at, place)
    host.own_move(at=2)
    yield host
    journal.close()


def test_what_the_network_took_is_not_counted(host: Host) -> None:
    assert host.hear(thought=5, at=7.5) == [Answered(id="1b")]  # half a second on the way
    assert host.black_left == pytest.approx(4)


def test_beyond_the_allowance_it_is_counted(host: Host) -> None:
    host.hear(thought=5, at=9)  # two seconds on the way, of which 0.558 are saved up
    assert host.black_left == pytest.approx(9 - 7 + 0.558)


def test_what_was_not_counted_stands_in_the_journal_for_the_arbiter_alone(host: Host) -> None:
    host.hear(thought=5, at=9)
    entries = host.at.journal.entries(1)
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
    assert host.at.game.clock.running is chess.WHITE
    assert host.black_left == pytest.approx(9 - 0.03)


def test_a_flag_does_not_fall_while_the_press_may_be_on_its_way(host: Host) -> None:
    host.at.wait(9.4)  # White had pressed at two
    host.hear(thought=8.9, at=11.4)
    assert not host.at.game.is_over
    assert host.at.game.clock.running is chess.WHITE
    assert host.black_left == pytest.approx(0.1)


def test_a_flag_falls_when_nothing_can_be_on_its_way_any_more(host: Host) -> None:
    host.at.wait(9.7)
    assert host.at.game.is_over


def test_a_deadline_waits_for_what_may_be_on_its_way_only_while_the_guest_thinks(host: Host) -> None:
    quota = timedelta(seconds=0.558)
    assert host.place.late(host.at.game) == LATE + quota
    host.hear(thought=1, at=3)
    assert host.place.late(host.at.game) == LATE


def test_a_cheat_who_never_thinks_wins_their_allowance_and_loses_on_time(host: Host) -> None:
    assert host.hear(thought=0, at=11.7) == [Answered(id="1b")]
    events = [entry.event for entry in host.at.journal.entries(1)]
    assert any(isinstance(event, FlagFell) for event in events)


def test_what_was_decided_on_is_answered_again_and_not_done_again(host: Host) -> None:
    host.hear(thought=5, at=7.5)
    plies = host.at.game.plies
    assert host.hear(thought=5, at=8) == [Answered(id="1b")]
    assert host.at.game.plies == plies


def test_a_place_that_nobody_plays_at_any_more_is_deaf(host: Host) -> None:
    host.place.close()
    assert host.hear(thought=5, at=7.5) == []
