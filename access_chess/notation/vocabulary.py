"""The signs into which words and letters of several languages are read: one alphabet for everything that is typed.

Signs are characters: pieces `KQRBNP`, files `a`-`h`, ranks `1`-`8`, capture `x`, promotion `=`, castling `s` (short)
and `l` (long), en passant `~`, check `+`, mate `#`. So "Springer g1 schlägt f3" and "Sg1xf3" are both `Ng1xf3`.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import chess
from msgspec import Struct

from access_chess.notation.spoken import Name, Names
from access_chess.notation.written import PIECE_TYPES, Letters

_ACCENTS = re.compile("[\u0300-\u036f]")  # not the vowel signs of Indian scripts, which are letters
_SPELLED_OUT = str.maketrans({"ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ø": "o", "’": "'"})


class MoveWords(Protocol):
    """What a language contributes to reading moves; a voice pack is one."""

    @property
    def names(self) -> Names:
        """The words for pieces, files, ranks and the parts of a move."""
        ...

    @property
    def letters(self) -> Letters:
        """The letters that pieces are written with."""
        ...


class Vocabulary(Struct, frozen=True, kw_only=True):
    """What is understood: `words` (folded, a phrase is several) and piece `letters`, each with its sign.

    `longest` is the number of words in the longest phrase.
    """

    words: Mapping[tuple[str, ...], str]
    letters: Mapping[str, str]
    longest: int


def vocabulary(lexicons: Sequence[MoveWords]) -> Vocabulary:
    """The words and letters of several languages together; where two disagree, the earlier language is right."""
    words: dict[tuple[str, ...], str] = {}
    letters: dict[str, str] = {}
    for lexicon in lexicons:
        for spelling, sign in spellings(lexicon.names):
            words.setdefault(spelling, sign)
        for piece_type in PIECE_TYPES:
            letters.setdefault(lexicon.letters.of(piece_type), _sign(piece_type))
    return Vocabulary(words=words, letters=letters, longest=max(len(phrase) for phrase in words))


def spellings(names: Names) -> Iterator[tuple[tuple[str, ...], str]]:
    """Everything that is understood of one language, folded, with its sign; fillers have an empty one."""
    for name, sign in _signs(names):
        for spelling in name.spellings:
            yield folded(spelling), sign
    for filler in names.fillers:
        yield folded(filler), ""


def folded(text: str) -> tuple[str, ...]:
    """The words of a text without case, accents and hyphens, so that "Läufer" and "LAUFER" are the same.

    >>> folded("Petit-Roque")
    ('petit', 'roque')
    """
    if text.isascii():  # as most are: nothing to be taken apart
        return tuple(text.lower().replace("-", " ").split())
    plain = _ACCENTS.sub("", unicodedata.normalize("NFD", text.casefold().translate(_SPELLED_OUT)))
    return tuple(unicodedata.normalize("NFC", plain).replace("-", " ").split())


def _signs(names: Names) -> Iterator[tuple[Name, str]]:
    for piece_type in (*PIECE_TYPES, chess.PAWN):
        yield names.pieces.of(piece_type), _sign(piece_type)
    yield from zip(names.files, chess.FILE_NAMES, strict=True)
    yield from zip(names.ranks, chess.RANK_NAMES, strict=True)
    yield names.capture, "x"
    yield names.short_castling, "s"
    yield names.long_castling, "l"
    yield names.en_passant, "~"
    yield names.check, "+"
    yield names.mate, "#"


def _sign(piece_type: chess.PieceType) -> str:
    return chess.piece_symbol(piece_type).upper()
