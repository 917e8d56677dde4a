"""The names of pieces that are read on sheets are those of the packs."""

import unicodedata

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.scoresheets.spellings import NAMES

KINDS = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
#: What Spanish, Portuguese and Icelandic hands write beside the names that their packs say.
BESIDE = {"reina", "rainha", "konungur"}


def bare(name: str) -> str:
    """Without accents, as a hurried hand or an old typewriter has it."""
    return "".join(sign for sign in unicodedata.normalize("NFD", name) if not unicodedata.combining(sign))


@pytest.mark.parametrize(("kind", "names"), list(zip(KINDS, NAMES, strict=True)))
def test_names_on_sheets_are_those_of_the_packs(kind: chess.PieceType, names: str) -> None:
    said = {load_voice_pack(pack).piece(kind).text.casefold() for pack in voice_pack_names()}
    read = set(names.split())
    assert said <= read
    assert read <= said | set(map(bare, said)) | BESIDE
