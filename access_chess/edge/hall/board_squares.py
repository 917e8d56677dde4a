"""The board of a page: 64 squares with their names and men."""

from dataclasses import dataclass

import chess

from access_chess.edge.packs.texts import Texts
from access_chess.requests.words import PlayerLanguage
from access_chess.speech.announcement import Form
from access_chess.speech.language.voice_pack import VoicePack

NAMES = (Form.FIDE, Form.BRIEF)  # the forms in which moves are said by names


@dataclass(frozen=True, kw_only=True)
class Square:
    """One square: its name in the notation; as it is `named` in the moves that the visitor hears; the letter of the man
    there as in a FEN (empty: none); what both are called together.

    `is_last`: the last move began or ended here. `is_selected`: the player has chosen the man here.
    """

    name: str
    named: str
    piece: str
    called: str
    is_dark: bool
    is_last: bool
    is_selected: bool


def rows_of(
    men: str,
    words: dict[str, str],
    language: PlayerLanguage,
    *,
    last: tuple[chess.Square, ...] = (),
    selected: chess.Square | None = None,
) -> tuple[tuple[Square, ...], ...]:
    """The ranks from the first, each with its squares from file a; `men` as a `BoardView` has them.

    A screen reader tells the row and the column of a table: so they are rank and file. The style sheet turns the board.
    """

    def square(at: chess.Square) -> Square:
        symbol = men[chess.square_mirror(at)].strip(".")
        named = square_words(at, language)
        return Square(
            name=chess.square_name(at),
            named=named,
            piece=symbol,
            called=f"{named}, {words[symbol]}",
            is_dark=(chess.square_file(at) + chess.square_rank(at)) % 2 == 0,
            is_last=at in last,
            is_selected=at == selected,
        )

    return tuple(tuple(square(chess.square(file, rank)) for file in range(8)) for rank in range(8))


def square_words(square: chess.Square, language: PlayerLanguage) -> str:
    """A square as it is called in moves: "Eva four" where these are said by names, else "e4"."""
    return language.pack.square(square).text if language.form in NAMES else chess.square_name(square)


def piece_words(pack: VoicePack, texts: Texts) -> dict[str, str]:
    """What each letter of a FEN is called, and an empty square: "white pawn", "empty"."""
    words = {"": texts.text("empty")}
    for color in chess.COLORS:
        for kind in chess.PIECE_TYPES:
            key = "white_piece" if color else "black_piece"
            words[chess.Piece(kind, color).symbol()] = texts.text(key, piece=pack.piece(kind).text)
    return words
