"""What is said can be typed back and gives the same move: every legal move of 400 random positions, over the packs."""

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack, reading_vocabulary, voice_pack_names
from access_chess.notation.reading import MoveRead, PositionReader
from access_chess.speech.announcement import Form, announce
from tests.notation.random_positions import SEEDS, random_positions

PACKS = voice_pack_names()
POSITIONS_A_PACK = -(-400 // len(PACKS))
WRITTEN = (Form.SAN, Form.LONG, Form.RUSSIAN, Form.UCI, Form.ICCF)


@pytest.mark.parametrize("name", PACKS)
def test_said_and_typed_back(name: str) -> None:
    """The spoken forms of every position, and of each one written form in turn."""
    pack, vocabulary = load_voice_pack(name), reading_vocabulary(name)
    for number, board in enumerate(random_positions(POSITIONS_A_PACK, seed=PACKS.index(name))):
        reader = PositionReader(board, vocabulary)
        written = WRITTEN[number // len(SEEDS) % len(WRITTEN)]
        for move in board.legal_moves:
            for form in (Form.FIDE, Form.BRIEF, written):
                said = announce(board, move, pack, form=form)
                for text in {said.text, said.spoken}:
                    assert reader.read(text) == MoveRead(move=move), (text, board.fen())


@pytest.mark.parametrize("name", PACKS)
def test_no_voice_is_given_bare_coordinates(name: str) -> None:
    pack, board = load_voice_pack(name), chess.Board()
    for form in Form:
        for move in board.legal_moves:
            assert not any(character.isdecimal() for character in announce(board, move, pack, form=form).spoken)
