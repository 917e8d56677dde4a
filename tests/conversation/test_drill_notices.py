"""What is told of a board that belongs to a drill, in each language."""

import chess
import pytest

from access_chess.board.pegs.occupancy import SetupStep
from access_chess.board.pegs.players_board import BoardNoticeKind, Notice
from access_chess.conversation.board_notices import notice_words
from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names

OF_DRILLS = [
    Notice(kind=BoardNoticeKind.THERE),
    Notice(kind=BoardNoticeKind.CLEAR),
    Notice(kind=BoardNoticeKind.RIGHT),
    Notice(kind=BoardNoticeKind.TAKE_OUT_AGAIN),
    Notice(kind=BoardNoticeKind.ASTRAY, squares=(chess.C1,)),
    Notice(kind=BoardNoticeKind.ASTRAY, squares=(chess.C1, chess.B1)),
    Notice(kind=BoardNoticeKind.ASTRAY, squares=(chess.C3, chess.H8)),
    Notice(kind=BoardNoticeKind.ASTRAY, squares=(chess.H8, chess.A1)),
    *(
        Notice(kind=kind, steps=(SetupStep(square=chess.D4, piece=chess.Piece(piece, chess.WHITE)),))
        for kind in (BoardNoticeKind.PUT_BACK, BoardNoticeKind.IS_IT)
        for piece in chess.PIECE_TYPES
    ),
]


def heard(notice: Notice, voices: str) -> str:
    return " ".join(part.text for part in notice_words(notice, load_voice_pack(voices)))


@pytest.mark.parametrize("voices", voice_pack_names())
def test_each_notice_has_its_own_words(voices: str) -> None:
    said = [heard(notice, voices) for notice in OF_DRILLS]
    assert all(said) and len(set(said)) == len(said)
    assert not [each for each in said if "{" in each]


@pytest.mark.parametrize(
    ("squares", "said"),
    [
        ((chess.C1, chess.B1), "That is Cesar one. Bella one is the next hole on the left. Take it out again."),
        ((chess.C1, chess.C3), "That is Cesar one. Cesar three is two holes further up. Take it out again."),
        (
            (chess.D4, chess.H1),
            "That is David four. Hector one is four holes further right, three holes further down. Take it out again.",
        ),
        ((chess.E4,), "That is Eva four. Take it out again."),
    ],
)
def test_a_wrong_hole_is_named_and_the_way_to_the_right_one(squares: tuple[int, ...], said: str) -> None:
    assert heard(Notice(kind=BoardNoticeKind.ASTRAY, squares=squares), "en") == said
