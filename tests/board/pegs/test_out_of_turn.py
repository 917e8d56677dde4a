"""A player who moves on the board out of turn is told whose turn it is, and what to put back where."""

import chess
import pytest

from access_chess.board.pegs.occupancy import setup_steps
from access_chess.board.pegs.players_board import BoardNoticeKind, Notice
from access_chess.conversation.board_notices import notice_words
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws.events import Refused
from tests.support.table import Table

ENGLISH = load_voice_pack("en")
CASTLING = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


class Telling(Table):
    """A table whose notices are kept whole."""

    def take(self, turn: object) -> None:
        self.told = [*getattr(self, "told", []), *turn.notices]  # type: ignore[attr-defined]
        super().take(turn)  # type: ignore[arg-type]

    @property
    def words(self) -> list[str]:
        wanted = (BoardNoticeKind.NOT_ON_MOVE, BoardNoticeKind.DIFFERS)
        return [part.text for notice in self.told if notice.kind in wanted for part in notice_words(notice, ENGLISH)]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (
            "lift e7; place e5; wait 4",
            ["White to move.", "Take out what is on Eva five.", "Black, pawn, to Eva seven."],
        ),
        (
            "lift e2; place e4; wait 1; lift g1; place f3; wait 4",
            ["Black to move.", "Take out what is on Felix three.", "White, knight, to Gustav one."],
        ),
        ("lift e7; place e7; wait 4", []),
        ("lift e2; place e4; wait 1; lift e7; place e5; wait 4", []),
    ],
    ids=["Black first", "White twice", "put back", "in turn"],
)
def test_who_moves_out_of_turn_is_told_whose_turn_it_is(script: str, words: list[str]) -> None:
    table = Telling(blind=False, announces=True, color=None, presses=True)
    table.play(script)
    assert table.words == words
    assert not [event for event in table.events if isinstance(event, Refused)]


def test_the_king_after_the_rook_is_told_whose_turn_it_is() -> None:
    """The rook was first, so it is a move of the rook (4.4.b), and the king's turn is over."""
    table = Telling(CASTLING, blind=False, announces=True, color=None, presses=True)
    table.play("lift h1; place f1; wait 1; lift e1; place g1; wait 4")
    assert table.words == ["Black to move.", "Take out what is on Gustav one.", "White, king, to Eva one."]
    table.play("lift g1; place e1; wait 1; lift e8; place d8; wait 1")
    assert [ply.move.uci() for ply in table.game.plies] == ["h1f1", "e8d8"]


def test_on_a_board_of_ones_own_it_is_told_with_the_squares() -> None:
    table = Telling(blind=False, announces=True, color=chess.BLACK, presses=True)
    table.play("lift e7; place e5; wait 4")
    assert table.words[:1] == ["White to move."]
    assert table.words[-2:] == ["Take out what is on Eva five.", "Black, pawn, to Eva seven."]


def test_many_differences_are_counted_and_not_named() -> None:
    words = notice_words(
        Notice(kind=BoardNoticeKind.DIFFERS, steps=setup_steps(chess.Board(), chess.BB_EMPTY)), ENGLISH
    )
    assert [part.text for part in words] == ["The board differs from the game on thirty-two squares."]
