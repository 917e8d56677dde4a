"""FENs and EPD lines that users name: what is plain is read, all else is refused in their language, with its place."""

import chess
import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.command_line.options.errors import error_words
from access_chess.notation.typed_position import board_of, playable_board_of
from access_chess.phrased_error import PhrasedError

KINGS = "4k3/8/8/8/8/8/8/4K3"

#: A FEN, and what is said of it in English. No move of a game leads to the last ones.
REFUSED = [
    ("", "eight ranks are expected, and there are 1"),
    ("4k3/8/8/8/8/8/4K3 w - - 0 1", "eight ranks are expected, and there are 7"),
    ("4k3/8/8/8/8/7/8/4K3 w - - 0 1", "rank 3 has 7 squares instead of eight: '7'"),
    ("4k3/8/8/8/8/9/8/4K3 w - - 0 1", "on rank 3, '9' is not a piece"),
    ("4k3/8/44/8/8/8/8/4K3 w - - 0 1", "rank 6 has 8 squares"),
    ("4k3/8/8/8/8/8/8/4D3 w - - 0 1", "on rank 1, 'D' is not a piece"),
    (KINGS, "four to six fields"),
    (f"{KINGS} white - - 0 1", "w or b is expected after the pieces, not 'white'"),
    (f"{KINGS} w KX - 0 1", "is expected, not 'KX'"),
    (f"{KINGS} w - e9 0 1", "'e9' is not a square for a capture en passant"),
    (f"{KINGS} w - - -1 1", "'-1' is not a number of moves"),
    (f"{KINGS} w - - 0 one", "'one' is not a number of moves"),
    (f"{KINGS} w - - 0 1 and more", "after the move number, and there is 'and more'"),
    (f"{KINGS} w - - bm e4", "'bm' is not a number of moves"),
    (f"{KINGS} w - - 0 10000", "no game has more than 9999 moves"),
    (f"{KINGS} w - - 0 {'9' * 30}", "is not a number of moves"),
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
    ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the player who is not to move is in check"),
    (f"{KINGS} w KQ - 0 1", "for its right to castle, king or rook stand elsewhere"),
    (f"{KINGS} w - e6 0 1", "no pawn can be captured en passant"),
    ("3RkR2/8/8/8/8/8/4R3/4K3 b - - 0 1", "no move can have given such a check"),
]


@pytest.mark.parametrize(("fen", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_a_position_is_refused_with_the_place_of_its_fault(fen: str, said: str) -> None:
    with pytest.raises(PhrasedError) as refused:
        playable_board_of(fen)
    assert said in error_words(refused.value)


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        (f"{KINGS} b", f"{KINGS} b - - 0 1"),
        (f'"{KINGS} w - - 4 9"', f"{KINGS} w - - 4 9"),
        (f"{KINGS}_b_-_-_4_9", f"{KINGS} b - - 4 9"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("4k3/8/8/8/8/8/8/Q~3K3 b - - 0 1", "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1"),
        (f'{KINGS} w - - bm Kd2; id "ending; 7"; c0 "drawn?";', f"{KINGS} w - - 0 1"),
        (f"{KINGS} w - - hmvc 7; fmvn 40;", f"{KINGS} w - - 7 40"),
        (f"{KINGS} w - - 5 9 bm Kd2;", f"{KINGS} w - - 5 9"),
    ],
)
def test_what_is_plain_is_read(text: str, fen: str) -> None:
    assert board_of(text) == chess.Board(fen)


@pytest.mark.parametrize("voices", ["de", "ru"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "--no-sound", "--voices", "{voices}", "--position", "{fen}"),
        ("say", "--voices", "{voices}", "--fen", "{fen}", "e4"),
    ],
)
def test_every_command_refuses_in_the_language_it_was_asked_for(arguments: tuple[str, ...], voices: str) -> None:
    for fen, _ in REFUSED[:16]:
        result = CliRunner().invoke(main, [each.format(voices=voices, fen=fen) for each in arguments])
        assert result.exit_code == 2 and "This is not a FEN" not in result.stderr
        assert {"de": "Das ist keine FEN", "ru": "Это не FEN"}[voices] in result.stderr
