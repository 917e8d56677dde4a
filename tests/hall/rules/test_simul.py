"""What waits at a board of an exhibition until the giver comes who walks: a move, and what belongs to it."""

import chess
import msgspec
import pytest

from access_chess.hall.rules.simul import kept_with
from access_chess.laws.commands import (
    PROGRAM,
    AnnounceMove,
    Command,
    LiftPiece,
    OfferDraw,
    PlacePiece,
    PlayMove,
    Resign,
    StopClocks,
    StopReason,
)
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import Game, Hand, new_game
from access_chess.laws.setup import Setup

B = chess.BLACK
CASTLES = "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1"  # Black to move


def at_board(*lifted: chess.Square, fen: str = CASTLES) -> Game:
    """Black to move, with these pieces in his hand."""
    return msgspec.structs.replace(new_game(GameSetUp(setup=Setup(fen=fen))), hand=Hand(lifted=lifted))


def play(uci: str) -> PlayMove:
    return PlayMove(color=B, move=chess.Move.from_uci(uci))


def place(square: chess.Square) -> PlacePiece:
    return PlacePiece(color=B, square=square)


SAID = AnnounceMove(color=B, text="Kd8", move=chess.Move.from_uci("e8d8"))
OFFER = OfferDraw(color=B)
GIVERS = PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e1d1"))
STOPPED = StopClocks(reason=StopReason.POWER, author=PROGRAM)
ON_D8, ON_F8, ON_G8 = place(chess.D8), place(chess.F8), place(chess.G8)


@pytest.mark.parametrize(
    ("lifted", "kept", "asked", "waits"),
    [
        pytest.param((), (), (play("e8d8"),), (play("e8d8"),), id="a move"),
        pytest.param((), (play("e8d8"),), (play("e8f8"),), (play("e8f8"),), id="another in its place"),
        pytest.param((), (play("e8d8"),), (OFFER,), (play("e8d8"), OFFER), id="with what belongs to it"),
        pytest.param((), (), (OFFER,), None, id="an offer alone is made"),
        pytest.param((), (), (play("e8e4"),), None, id="what is no move is told at once"),
        pytest.param((), (play("e8d8"),), (Resign(color=B),), None, id="who resigns waits for nobody"),
        pytest.param((), (), (GIVERS,), None, id="the giver's own"),
        pytest.param((), (play("e8d8"),), (STOPPED,), None, id="the hall's"),
        pytest.param((), (), (LiftPiece(color=B, square=chess.E8),), None, id="a piece is touched at once"),
        pytest.param((chess.E8,), (), (ON_D8, SAID), (ON_D8, SAID), id="a piece is placed and said"),
        pytest.param((chess.E8,), (ON_D8,), (SAID,), (ON_D8, SAID), id="and said afterwards"),
        pytest.param((chess.E8,), (ON_D8, SAID), (ON_F8,), (ON_F8,), id="placed elsewhere"),
        pytest.param((chess.E8,), (), (place(chess.E8),), None, id="put back"),
        pytest.param(
            (chess.E8, chess.H8), (ON_G8,), (ON_F8,), (ON_G8, ON_F8), id="castling"
        ),
    ],
)  # fmt: skip
def test_what_waits_until_the_giver_comes(
    lifted: tuple[chess.Square, ...],
    kept: tuple[Command, ...],
    asked: tuple[Command, ...],
    waits: tuple[Command, ...] | None,
) -> None:
    assert kept_with(kept, asked, at_board(*lifted), B) == waits


def test_nothing_waits_where_it_is_the_givers_turn() -> None:
    assert kept_with((), (play("e8d8"),), at_board(fen=CASTLES.replace(" b ", " w ")), B) is None
