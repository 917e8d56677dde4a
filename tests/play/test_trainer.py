"""A seat at which drills are asked: what a round leads to at the loop, and how it goes on from game to game."""

from collections.abc import Callable
from datetime import timedelta

import chess
import pytest

from access_chess.play.loop import Table
from access_chess.play.messages import Key, Typed, Worked
from access_chess.play.training import Training
from access_chess.practice.drill import Drill, board_of
from access_chess.practice.puzzles import PuzzleDrill
from access_chess.practice.round import Grade, round_of
from access_chess.practice.sentence import sentence
from access_chess.requests.names import RequestName
from access_chess.session.leaving import Leaving
from tests.support.golden_training import PUZZLES, TRAININGS, TrainingRoom, seat_of

SKEWER, LADDER = (PuzzleDrill(puzzle=puzzle, number=place) for place, puzzle in enumerate(PUZZLES, start=1))
WRONG, RIGHT = "Qb4", "Qb3"

RoomAt = tuple[TrainingRoom, Table]


def at_table(*drills: Drill) -> RoomAt:
    """A room, and the table at which these drills are asked there."""
    room = TrainingRoom("en", [])
    return room, room.table(Training(round=round_of(drills)))


def typed(room: TrainingRoom, table: Table, line: str) -> list[str]:
    """What is said of a line; works are done at once."""
    before = len(room.screen.getvalue())
    room.turn(table, Typed(line=line, at=room.now))
    return room.screen.getvalue()[before:].splitlines()


def refuting(*drills: Drill) -> tuple[RoomAt, Callable[[], list[str]]]:
    """A table at which a wrong move is being refuted, and what is said when that is done."""
    room, table = at_table(*drills)
    table.turn(Typed(line=WRONG, at=room.now))
    ((index, work),) = room.works
    room.works.clear()

    def refuted() -> list[str]:
        before = len(room.screen.getvalue())
        room.turn(table, Worked(work=work, found=chess.Move.from_uci("f3b3"), at=room.now, seat=index))
        return room.screen.getvalue()[before:].splitlines()

    return (room, table), refuted


def test_what_is_entered_while_a_move_is_refuted_comes_after_that() -> None:
    (room, table), refuted = refuting(SKEWER)
    assert typed(room, table, RIGHT) == typed(room, table, "last") == typed(room, table, "quit") == []
    assert not table.game.plies[1:] and table.leaving is None
    wrong, made, *_, last, left = refuted()
    assert wrong.startswith("Not the best: ")
    assert made == "queen Bella six Bella three check" and last.endswith("king Cesar three David four.")
    assert left == "Training ended." and table.leaving is Leaving.QUIT


def test_what_is_entered_for_the_next_drill_is_heard_there() -> None:
    (room, table), refuted = refuting(SKEWER, LADDER)
    assert typed(room, table, "next") == typed(room, table, "where king") == []
    (said,) = refuted()
    assert said.startswith("Not the best: ") and table.leaving is Leaving.MOVED_ON
    before = len(room.screen.getvalue())
    table = room.table(seat_of(table).training)
    asked = room.screen.getvalue()[before:].splitlines()
    assert asked[0].startswith("Puzzle two.") and asked[-1] == "king: Gustav one."
    assert seat_of(table).training.entered == ()


def test_a_piped_line_waits_until_a_move_is_refuted() -> None:
    room, table = at_table(SKEWER)
    wanted = [table.wants_line]
    table.turn(Typed(line=WRONG, at=room.now))
    wanted.append(table.wants_line)
    ((index, work),) = room.works
    table.turn(Worked(work=work, found=None, at=room.now, seat=index))
    assert [*wanted, table.wants_line] == [True, False, True]


def test_what_cannot_be_refuted_is_not_the_best() -> None:
    room, table = at_table(SKEWER)
    table.turn(Typed(line=WRONG, at=room.now))
    ((index, work),) = room.works
    table.turn(Worked(work=work, found=None, at=room.now, seat=index))
    assert room.screen.getvalue().splitlines()[-1] == "Not the best."


def test_only_what_is_right_is_played() -> None:
    room, table = at_table(LADDER)
    before = len(table.game.plies)
    typed(room, table, "Ra1")
    assert len(table.game.plies) == before
    typed(room, table, "Ra7")
    assert [ply.move.uci() for ply in table.game.plies[before:]] == ["a5a7", "c7c8"]


def test_another_position_is_another_game_of_the_same_round() -> None:
    room, table = at_table(SKEWER, LADDER)
    typed(room, table, "solution")
    left = [table.leaving]
    typed(room, table, "")
    assert [*left, table.leaving] == [None, Leaving.MOVED_ON]
    training = seat_of(table).training
    assert training.round.drill is LADDER and not training.is_over
    table = room.table(training)
    assert table.game.board == board_of(LADDER)
    typed(room, table, "solution")
    assert table.leaving is Leaving.QUIT and seat_of(table).training.is_over


def test_who_plays_on_comes_back_to_the_same_drill_and_the_time_goes_on() -> None:
    room, table = at_table(SKEWER)
    said = typed(room, table, "go on from here")
    training = seat_of(table).training
    assert (said, table.leaving) == ([], Leaving.MOVED_ON)
    assert training.played_on == table.game.board
    room.now += timedelta(minutes=5)
    before = len(room.screen.getvalue())
    table = room.table(training)
    assert room.screen.getvalue()[before:].splitlines()[0].startswith("Puzzle one.")
    assert seat_of(table).training.played_on is None
    typed(room, table, "solution")
    (attempt,) = room.attempts
    assert (attempt.time, attempt.grade) == (timedelta(minutes=5), Grade.AGAIN)


def test_another_kind_of_drills_is_asked_for_by_its_name() -> None:
    room, table = at_table(SKEWER)
    assert typed(room, table, "drill colours") == []
    assert (table.leaving, seat_of(table).training.other) == (Leaving.MOVED_ON, "colours")


def test_a_preface_is_said_first_and_the_round_begins_by_yes() -> None:
    room = TrainingRoom("en", [])
    table = room.table(Training(round=round_of((SKEWER,)), preface=(sentence("today_begin"),)))
    assert room.screen.getvalue().splitlines() == ["Begin?"]
    assert seat_of(table).dialogue.is_asked(table.game)
    assert typed(room, table, WRONG) == ["Begin?"]
    assert typed(room, table, "yes")[0].startswith("Puzzle one.")
    assert not seat_of(table).dialogue.is_asked(table.game)


def test_single_keys_explore_where_the_board_may_be_seen() -> None:
    room, table = at_table(SKEWER)
    typed(room, table, "explore")
    assert seat_of(table).wants_key
    table.turn(Key(key="F2", at=room.now))
    assert not seat_of(table).wants_key


@pytest.mark.parametrize("line", ["board", "explore", "on e4", "where king"])
def test_of_a_board_that_is_kept_in_the_head_nothing_is_told(line: str) -> None:
    hidden = next(drill for drill in TRAININGS["recall"]() if drill.is_hidden)
    room, table = at_table(hidden)
    assert len(typed(room, table, line)) == 1
    assert not seat_of(table).wants_key


def test_a_graph_is_an_aside() -> None:
    room, heard = TrainingRoom("en", []), list[str]()
    room.asides[RequestName.GRAPH] = lambda: heard.append("graph")
    table = room.table(Training(round=round_of((SKEWER,))))
    typed(room, table, "graph")
    assert heard == ["graph"] and table.leaving is None
