"""The sentence or question for a text that is no move."""

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack, reading_vocabulary
from access_chess.notation.illegality import Illegal, Reason
from access_chess.notation.reading import MoveRead, read_move
from access_chess.speech.answers.reading_reply import question, reading_reply

START = chess.STARTING_FEN
KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
PINNED = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("name", "fen", "text", "reply"),
    [
        ("en", START, "e4 e4 e4", "I do not understand this move."),
        ("en", START, "e9", "I do not understand this: e9."),
        ("en", KNIGHTS, "Nd2", "Bella or Felix?"),
        ("fide", KNIGHTS, "Sd2", "Bella oder Felix?"),
        ("en", PINNED, "Nc3", "Not legal: pinned by the rook on Eva four."),
        ("fide", PINNED, "Sc3", "Nicht erlaubt: gefesselt durch Turm auf Eva vier."),
        ("en", START, "Nf4", "Not legal: no piece of yours moves like that."),
        ("en", "8/4P3/8/8/8/8/8/k6K w - - 0 1", "e8", "Which piece?"),
    ],
)
def test_replies(name: str, fen: str, text: str, reply: str) -> None:
    board = chess.Board(fen)
    reading = read_move(text, board, reading_vocabulary(name))
    assert not isinstance(reading, MoveRead)
    assert reading_reply(reading, board, load_voice_pack(name)).text == reply


@pytest.mark.parametrize("reason", Reason)
def test_there_is_a_sentence_for_every_reason(reason: Reason) -> None:
    without_square = {
        Reason.NO_SUCH_PIECE, Reason.CANNOT_REACH, Reason.NOTHING_TO_CAPTURE, Reason.NO_PROMOTION,
        Reason.PROMOTION_PIECE, Reason.CASTLING_LOST,
    }  # fmt: skip
    square = None if reason in without_square else chess.E2
    for name in ("en", "fide"):
        pack = load_voice_pack(name)
        said = reading_reply(Illegal(reason=reason, square=square), chess.Board(), pack)
        assert said.language == pack.language
        assert not any(character in "{}" or character.isdecimal() for character in said.spoken)


@pytest.mark.parametrize(
    ("fen", "moves", "asked"),
    [
        pytest.param(KNIGHTS, "b1d2 f3d2", "Bella or Felix?", id="file"),
        pytest.param("4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1", "b1d2 b3d2", "one or three?", id="rank"),
        pytest.param("4k3/8/8/8/3p4/8/1B3N2/4K3 w - - 0 1", "b2d4 f2d3", "bishop or knight?", id="piece"),
        pytest.param("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3 e2e4", "three or four?", id="to-rank"),
        pytest.param("8/4P3/8/8/8/8/8/k6K w - - 0 1", "e7e8q e7e8r", "queen or rook?", id="promotion"),
        pytest.param("4k3/8/8/N7/8/N7/8/N3K3 w - - 0 1", "a1c2 a3c2 a3c4", "Anna one Cesar two", id="nothing shorter"),
        pytest.param("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 e1c1", "Castles short or Castles long?", id="castling"),
    ],
)
def test_the_smallest_question(fen: str, moves: str, asked: str) -> None:
    candidates = [chess.Move.from_uci(uci) for uci in moves.split()]
    assert asked in question(chess.Board(fen), candidates, load_voice_pack("en")).text
