"""The table of a hosted game: who brings something is at it alone, and nobody waits for anybody."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import chess
import pytest

from access_chess.edge.storage.journal import Journal
from access_chess.hall.games.boards import Listeners
from access_chess.hall.games.running_games import RunningGame, RunningGames
from access_chess.hall.games.seat_state import Terms
from access_chess.hall.games.table import HostedTable
from access_chess.laws.commands import PROGRAM, AddTime, StopClocks, StopReason
from access_chess.laws.evolve import replay
from access_chess.laws.time_control import parse_time_control
from access_chess.machine_clock import awake_clock, monotonic_clock
from access_chess.session.ports import JournalError, Recorded
from tests.hall.games.test_hosted_games import ENGLISH, texts
from tests.support.full_disk import FailingJournal
from tests.support.hall_server import games_in
from tests.support.station_table import until

SECOND = timedelta(seconds=1)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[FailingJournal]:
    with closing(FailingJournal(tmp_path / "journal.sqlite")) as journal:
        yield journal


@pytest.fixture
def games(journal: Journal) -> Iterator[RunningGames]:
    with closing(games_in(journal, ("e7e5",))) as games:
        yield games


def two(games: RunningGames, time: str = "300") -> RunningGame:
    game = games.begin(Terms(white="Anna", black="Boris", control=parse_time_control(time), has_arbiter=True))
    for color in chess.COLORS:
        game.seat(color, ENGLISH)
    return game


def table_of(game: RunningGame) -> HostedTable:
    return game._table


def test_a_game_of_two_has_no_thread(games: RunningGames) -> None:
    two(games)
    before = threading.active_count()
    for _ in range(5):
        game = two(games)
        seat = game.seat_at(chess.WHITE)
        assert seat is not None
        seat.enter("e4")
        seat.enter("what is on e4")
    assert threading.active_count() <= before + 1, "the alarm's, which all games share"


def test_what_many_threads_bring_is_done_one_after_the_other_and_each_thing_once(games: RunningGames) -> None:
    table = table_of(two(games))
    at_once, done = 0, list[int]()

    def act(number: int) -> int:
        nonlocal at_once
        at_once += 1
        assert at_once == 1, "somebody else is at the table"
        done.append(number)
        table.post(lambda: done.append(-number))  # from its own turn: after all that has come before
        at_once -= 1
        return number

    with ThreadPoolExecutor(16) as threads:
        found = list(threads.map(lambda number: table.do(lambda: act(number)), range(1, 400)))
    assert found == list(range(1, 400))
    table.do(lambda: None)
    assert sorted(done) == sorted([*range(1, 400), *(-number for number in range(1, 400))])
    assert all(done.index(number) < done.index(-number) for number in range(1, 400))


def test_a_flood_of_two_players_and_an_arbiter_is_kept_and_told_once_to_each(
    games: RunningGames, journal: Journal
) -> None:
    """Whatever comes first: what stands in the journal is the game, and each has heard all that is for all."""
    game = two(games)
    desk = games.desk(ENGLISH, "Maria")
    lines = {
        chess.WHITE: ["e4", "draw", "time", "Nf3", "no", "Bc4", "what is on e4", "O-O"] * 3,
        chess.BLACK: ["e5", "whose turn", "Nc6", "yes", "no", "Bc5", "draw", "d6"] * 3,
    }

    def play(color: chess.Color) -> None:
        seat = game.seat_at(color)
        assert seat is not None
        for line in lines[color]:
            seat.enter(line)

    def rule() -> None:
        for minutes in range(1, 9):
            desk.enter(f"1 add time white {minutes}:00", seen=desk.seen)

    with ThreadPoolExecutor(3) as threads:
        for done in [threads.submit(rule), *(threads.submit(play, color) for color in chess.COLORS)]:
            done.result()
    entries = journal.entries(1)
    assert [entry.number for entry in entries] == list(range(len(entries)))
    assert replay(entry.event for entry in entries) == game.game
    for color in chess.COLORS:
        seat = game.seat_at(color)
        assert seat is not None
        told = [(line.utterance.event, line.utterance.text) for line in seat.lines() if line.utterance.event]
        assert len(told) == len(set(told)) and [event for event, _ in told] == sorted(event for event, _ in told)
        gifts = [text for _, text in told if "minute" in text and "more" in text]
        assert len(gifts) == sum(type(entry.event).__name__ == "TimeAdded" for entry in entries)


def test_nobody_waits_for_the_table_in_its_own_turn(games: RunningGames) -> None:
    table = table_of(two(games))
    with pytest.raises(AssertionError, match="its own turn"):
        table.do(lambda: table.do(lambda: None))
    assert table.do(lambda: 5) == 5


def test_who_brings_what_fails_is_told_and_nobody_else(games: RunningGames) -> None:
    table = table_of(two(games))
    with pytest.raises(ZeroDivisionError):
        table.do(lambda: 1 / 0)
    assert table.do(lambda: True)


class Broken:
    """An output that fails at each event."""

    def on_event(self, recorded: Recorded) -> None:
        raise OSError("the line is cut")


def test_an_output_that_fails_is_told_of_and_the_others_hear_all_the_same(games: RunningGames) -> None:
    game = two(games)
    heard: list[Recorded] = []

    class Heard:
        def on_event(self, recorded: Recorded) -> None:
            heard.append(recorded)

    table = table_of(game)
    table.do(lambda: table.tell(Broken(), Heard()))
    white = game.seat_at(chess.WHITE)
    assert white is not None
    assert white.enter("e4").fault == ""
    assert heard and "Something went wrong: the line is cut." in texts(white)
    assert "pawn Eva two Eva four" in texts(white)


def test_a_journal_that_is_wrong_ends_the_game_and_that_is_told(games: RunningGames, journal: FailingJournal) -> None:
    game = two(games)
    white, black = game.seat_at(chess.WHITE), game.seat_at(chess.BLACK)
    assert white is not None and black is not None
    journal.failure = JournalError("journal_no_game", game="1")
    white.enter("e4")
    assert not game.game.plies
    said = [texts(seat)[-1] for seat in (white, black)]
    assert said[0] == said[1] != "The game begins. White to move."
    journal.failure = None
    black.enter("time")
    white.enter("e4")
    assert not game.game.plies, "nothing may follow on what is not there"
    assert [entry.number for entry in journal.entries(1)] == list(range(len(journal.entries(1))))


def test_a_disk_that_hangs_holds_no_page_up_and_what_follows_is_told_as_it_comes(
    games: RunningGames, journal: FailingJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("access_chess.hall.games.seat.THOUGHT", 0.05)
    monkeypatch.setattr("access_chess.hall.games.seat.TOLD", 0.05)
    game = two(games)
    white = game.seat_at(chess.WHITE)
    assert white is not None
    goes_on = threading.Event()
    append = journal.append

    def hang(*entry: Any, **how: Any) -> None:
        assert goes_on.wait(30)
        append(*entry, **how)

    monkeypatch.setattr(journal, "append", hang)
    assert white.enter("e4").fault == ""
    assert not game.game.plies and white.state().is_due, "the page is answered, and shows what stands"
    assert game.seat(chess.WHITE, ENGLISH) is white, "and so is one that is loaded anew"
    goes_on.set()
    until(lambda: "pawn Eva two Eva four" in texts(white))


def test_a_flag_falls_though_nobody_brings_anything(games: RunningGames) -> None:
    game = games.begin(Terms(white="Anna", black="Boris", control=parse_time_control("1")))
    seats = [game.seat(color, ENGLISH) for color in chess.COLORS]
    until(lambda: game.game.is_over)
    assert [texts(seat)[-1] for seat in seats] == ["White's flag has fallen. Black wins. Article six point nine."] * 2


def test_a_machine_that_has_slept_stops_the_clocks_goes_on_and_the_arbiter_may_count(
    games: RunningGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told to both at once; the time is given to the arbiter's desk once."""
    game = two(games, "3600")
    table = table_of(game)
    slept = timedelta(minutes=5)
    monkeypatch.setattr(table, "clock", lambda: monotonic_clock() + slept)
    white, black = game.seat_at(chess.WHITE), game.seat_at(chess.BLACK)
    assert white is not None and black is not None
    white.enter("what is on e4")
    assert game.game.is_clock_on, "it goes on"
    for seat in (white, black):
        assert sum("five minutes" in text for text in texts(seat)) == 1, texts(seat)
    gap = table.take_gap()
    assert gap is not None and gap.color is chess.WHITE and gap.time is not None
    assert abs(gap.time - slept) < 30 * SECOND
    assert table.take_gap() is None


def test_what_the_machine_was_busy_with_is_no_sleep(games: RunningGames, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table was to be woken, and no thread came for a minute, though the machine was awake: its time has run on."""
    game = two(games, "3600")
    table = table_of(game)
    table._rung = table.clock(), awake_clock()
    monkeypatch.setattr(table, "clock", lambda: monotonic_clock() + timedelta(minutes=1))
    monkeypatch.setattr(table, "_awake", lambda: awake_clock() + timedelta(minutes=1))
    table.submit(AddTime(color=chess.WHITE, time=SECOND, author=PROGRAM))
    table.do(lambda: None)
    assert table.take_gap() is None
    assert game.game.remaining(chess.WHITE, table.now()) < timedelta(seconds=3600 - 55)


def test_a_command_of_a_table_that_is_let_go_is_not_decided_on(games: RunningGames) -> None:
    game = two(games)
    table, before = table_of(game), game.game
    table.close()
    table.submit(StopClocks(reason=StopReason.ARBITER))
    table.do(lambda: None)
    assert game.game is before


def test_what_only_a_round_at_home_has_is_not_at_a_page(games: RunningGames) -> None:
    game = games.begin(Terms(robot=chess.BLACK))
    seat = game.seat(chess.WHITE, ENGLISH)
    seat.enter("resign")
    seat.enter("yes")
    for line in ("review", "today"):
        outcome = seat.enter(line)
        assert outcome.leaving is None
        assert texts(seat)[-1] in {"That is not available in this game.", "That is not possible now."}, line


def test_who_practises_has_the_board_read_in_the_manner_of_exploring(games: RunningGames) -> None:
    alone: Any = games.begin(Terms(robot=chess.BLACK)).seat(chess.WHITE, ENGLISH)
    before = len(alone.lines())
    alone.enter("board")
    assert len(alone.lines()) - before > 1, "part by part"


def test_who_listens_is_told_until_they_leave_and_who_comes_meanwhile_the_next_time() -> None:
    listeners: Listeners[int] = Listeners()
    heard: list[tuple[str, int]] = []

    def first(number: int) -> None:
        heard.append(("first", number))
        leaves.append(listeners.add(lambda number: heard.append(("second", number))))

    leaves = [listeners.add(first)]
    listeners.tell(1)
    leaves.pop(0)()
    listeners.tell(2)
    assert heard == [("first", 1), ("second", 2)]
    leaves.pop()()
    assert not listeners
