"""A whole game as PGN, as a scoresheet and in braille."""

import io
from datetime import date, timedelta

import chess
import chess.pgn
import pytest

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Command, PlayIllegalMove, PlayMove, PressClock, Resign, StartClock
from access_chess.laws.decide import advance
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import Game, new_game
from access_chess.laws.setup import ArbiterMode, Player, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.notation.game_record import BRAILLE_LINE, braille_scoresheet, pgn, scoresheet
from access_chess.notation.letters import LETTERS

DAY = date(2026, 1, 2)
NAMES = ByColor(Player(name="Anna"), Player(name="Boris"))


def played(setup: Setup, *moves: str, last: Command | None = None) -> Game:
    """A game with a move every ten seconds, each pressed a second later."""
    game, _ = advance(new_game(GameSetUp(setup=setup)), StartClock(), at=timedelta())
    for number, uci in enumerate(moves):
        color, at = game.turn, timedelta(seconds=10 * number)
        game, _ = advance(game, PlayMove(color=color, move=chess.Move.from_uci(uci)), at=at)
        game, _ = advance(game, PressClock(color=color), at=at + timedelta(seconds=1))
    if last is not None:
        game, _ = advance(game, last, at=timedelta(seconds=10 * len(moves)))
    return game


def read(text: str) -> chess.pgn.Game:
    record = chess.pgn.read_game(io.StringIO(text))
    assert record is not None
    assert not record.errors
    return record


def test_pgn_has_names_times_and_clocks() -> None:
    setup = Setup(players=NAMES, time=parse_time_control("40/7200+30, 900+30"))
    record = read(pgn(played(setup, "e2e4", "e7e5", last=Resign(color=chess.WHITE)), DAY))
    assert record.headers["White"] == "Anna"
    assert record.headers["Date"] == "2026.01.02"
    assert record.headers["Result"] == "0-1"
    assert record.headers["Termination"] == "resignation"
    assert record.headers["TimeControl"] == "40/7200+30:900+30"
    assert [node.clock() for node in record.mainline()] == [7230, 7221]


def test_pgn_of_a_game_that_goes_on() -> None:
    assert pgn(played(Setup(), "e2e4"), DAY).endswith("1. e4 *\n")


@pytest.mark.parametrize(
    ("fen", "is_chess960", "move"),
    [
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", False, "e1c1"),
        (chess.Board.from_chess960_pos(0).fen(), True, "e2e4"),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 3 7", False, "e8d7"),
    ],
)
def test_pgn_of_another_position_is_read_back(fen: str, is_chess960: bool, move: str) -> None:
    game = played(Setup(fen=fen, is_chess960=is_chess960), move)
    record = read(pgn(game, DAY))
    assert record.end().board().board_fen() == game.board.board_fen()
    assert record.board().chess960 is is_chess960


def test_pgn_ends_before_an_illegal_move() -> None:
    illegal = PlayIllegalMove(color=chess.WHITE, move=chess.Move.from_uci("d2d5"))
    game = played(Setup(arbiter=ArbiterMode.NONE), "e2e4", "e7e5", last=illegal)
    game, _ = advance(game, PressClock(color=chess.WHITE), at=timedelta(minutes=1))
    assert [ply.legal for ply in game.plies] == [True, True, False]
    text = pgn(game, DAY)
    assert "{ an illegal move followed }" in text
    assert len(list(read(text).mainline())) == 2
    assert "2. d2d5?" in scoresheet(game, LETTERS["en"])


def test_scoresheet_in_the_letters_of_a_language() -> None:
    game = played(Setup(players=NAMES), "g1f3", "b8c6", "e2e4")
    assert scoresheet(game, LETTERS["de"]) == "Anna - Boris\n1. Sf3 Sc6\n2. e4\n*\n"


def test_scoresheet_that_begins_with_black() -> None:
    game = played(Setup(fen="4k3/8/8/8/8/8/4P3/4K3 b - - 3 7"), "e8d7", "e2e4")
    assert scoresheet(game, LETTERS["en"]) == "? - ?\n7. ... Kd7\n8. e4\n*\n"


def test_lines_of_braille_fit_the_paper() -> None:
    game = played(Setup(), *["g1f3", "g8f6", "f3g1", "f6g8"] * 6)
    lines = braille_scoresheet(game, LETTERS["en"]).splitlines()
    assert max(map(len, lines)) <= BRAILLE_LINE
    assert " ".join(lines).split() == [",NF3", ",NF6", ",NG1", ",NG8"] * 6
