"""Knocked over or touched: told by pace, colors and region, and asked where they do not tell."""

from datetime import timedelta

import chess
import pytest

from access_chess.board.pegs.knocking import Pattern, pattern
from access_chess.board.pegs.players_board import Help
from access_chess.board.wire.reports import Lifted
from access_chess.laws.commands import FindDisplaced
from tests.support.table import Table

MIDDLE = "r1bqk2r/ppp2ppp/2n2n2/2bpp3/2BPP3/2N2N2/PPP2PPP/R1BQK2R w KQkq - 0 1"
CENTRE = "d4,e4,d5,e5,c4,c5,f3,f6,c3,c6"


def lifts(*named: tuple[str, int]) -> tuple[Lifted, ...]:
    return tuple(Lifted(square=chess.parse_square(name), at=timedelta(milliseconds=ms)) for name, ms in named)


def steady(names: str, apart: int) -> tuple[Lifted, ...]:
    return lifts(*((name, index * apart) for index, name in enumerate(names.split(","))))


def heap(first: str) -> tuple[Lifted, ...]:
    """Three pieces of the centre, soon after a first one."""
    return lifts((first, 0), ("d5", 600), ("e5", 700), ("e4", 800))


@pytest.mark.parametrize(
    ("lifted", "found", "squares"),
    [
        pytest.param(steady("g1,f1", 1), Pattern.TOUCHED, "", id="two at once are two hands"),
        pytest.param(steady("g1,f1,g2", 250), Pattern.KNOCKED, "g1,f1,g2", id="three, a quarter of a second apart"),
        pytest.param(steady("g1,f1,g2", 251), Pattern.IN_DOUBT, "g1,f1,g2", id="three, more slowly, of one color"),
        pytest.param(steady("d4,e4,d5,e5", 700), Pattern.KNOCKED, "d4,e4,d5,e5", id="four slowly, of both colors"),
        pytest.param(steady("d4,e4,d5,e5", 701), Pattern.IN_DOUBT, "d4,e4,d5,e5", id="more slowly still"),
        pytest.param(steady("d4,e4,d5", 700), Pattern.IN_DOUBT, "d4,e4,d5", id="three slowly"),
        pytest.param(steady("d4,e4,c4,f3", 700), Pattern.IN_DOUBT, "d4,e4,c4,f3", id="four slowly, of one color"),
        pytest.param(steady("a1,d5,h1,h8", 700), Pattern.IN_DOUBT, "a1,d5,h1,h8", id="four slowly, all over the board"),
        pytest.param(steady("g1,f1,g2", 2000), Pattern.IN_DOUBT, "g1,f1,g2", id="one by one"),
        pytest.param(steady("g1,f1,g2", 2001), Pattern.TOUCHED, "", id="at leisure"),
        pytest.param(heap("d4"), Pattern.KNOCKED, "d4,d5,e5,e4", id="the first of a heap with the rest"),
        pytest.param(heap("a1"), Pattern.KNOCKED, "d5,e5,e4", id="what was in the hand is not of the heap"),
        pytest.param(heap("b4"), Pattern.KNOCKED, "b4,d5,e5,e4", id="two squares away it is of the heap"),
        pytest.param(heap("a4"), Pattern.KNOCKED, "d5,e5,e4", id="three squares away it is not"),
        pytest.param(lifts(("g1", 0)), Pattern.TOUCHED, "", id="one"),
    ],
)
def test_pattern(lifted: tuple[Lifted, ...], found: Pattern, squares: str) -> None:
    names = tuple(chess.parse_square(name) for name in filter(None, squares.split(",")))
    assert pattern(lifted, chess.Board(MIDDLE)) == (found, names)


@pytest.mark.parametrize("apart", [5, 50, 90, 110, 150, 240, 400, 650])
@pytest.mark.parametrize("blind", [True, False])
def test_ten_pieces_tumble(apart: int, blind: bool) -> None:
    """However slowly one falls over the other."""
    table = Table(MIDDLE, blind=blind, color=chess.WHITE if blind else None).play(f"tumble {apart} {CENTRE}; wait 1")
    assert table.board.help is Help.KNOCKED
    assert table.touched == []
    for name in CENTRE.split(","):
        table.play(f"place {name}")
    assert table.notices[-1] == "CORRECT"
    table.play("lift e1; lift h1; place g1; place f1; say O-O" if blind else "lift e1; lift h1; place g1; place f1")
    assert table.play("press white").moves == ["O-O"]


def test_taken_out_one_by_one_the_arbiter_is_asked_once_and_says_knocked() -> None:
    table = Table(MIDDLE).play("lift d4; lift e4; lift c4; lift f3")
    assert table.notices == ["KNOCKED_OR_TOUCHED"]
    assert table.touched == ["d4", "e4", "c4", "f3"]
    table.command(FindDisplaced(squares=()))
    table.displaced()
    assert table.touched == []
    table.play("place d4; place e4; place c4; place f3; lift h2; place h3; say h3")
    assert table.moves == ["h3"]


@pytest.mark.parametrize("back", ["f3,c4,e4,d4", "f3,c4", "d4"], ids=["all", "two of them", "the first touched"])
def test_what_was_put_back_before_the_arbiter_answers_was_not_touched_either(back: str) -> None:
    table = Table(MIDDLE).play("lift d4; lift e4; lift c4; lift f3")
    table.play("; ".join(f"place {name}" for name in back.split(",")))
    assert table.touched == ["d4", "e4", "c4", "f3"]
    table.command(FindDisplaced(squares=()))
    table.displaced()
    assert table.touched == []
    left = [name for name in ("d4", "e4", "c4", "f3") if name not in back]
    table.play("; ".join([*(f"place {name}" for name in left), "wait 1", "lift h2", "place h3", "say h3"]))
    assert (table.moves, table.notices[-1]) == (["h3"], "CORRECT")


def test_what_was_touched_before_the_heap_stays_touched() -> None:
    table = Table(MIDDLE).play("lift a2; place a2; wait 3; lift d4; lift e4; lift c4; place c4; place e4; place d4")
    table.displaced()
    assert table.touched == ["a2"]


def test_taken_out_one_by_one_and_touched_as_long_as_nobody_says_otherwise() -> None:
    table = Table(MIDDLE).play("lift d4; lift e4; lift c4; place e4; place c4; place d4")
    assert table.touched == ["d4", "e4", "c4"]
    table = Table(MIDDLE).play("lift d4; lift e5; lift c4; place c4; place e5; say dxe5")
    assert table.moves == ["dxe5"]
    table.displaced()  # the arbiter's word is about something else by now
    assert table.board.help is None


def test_adjusted_pieces_are_neither_touched_nor_knocked_over() -> None:
    table = Table(MIDDLE).play("adjust d4,e4,c4; tumble 100 d4,e4,c4; wait 1")
    assert (table.touched, table.notices) == ([], [])
