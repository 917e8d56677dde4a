"""The board of a page: 64 squares with their names and men."""

from dataclasses import dataclass

import chess

from access_chess.edge.packs.texts import Texts
from access_chess.speech.language.voice_pack import VoicePack


@dataclass(frozen=True, kw_only=True)
class Square:
    """One square: its name in the notation, the letter of the man there as in a FEN (empty: none), what it is called.

    `is_last`: the last move began or ended here. `is_selected`: the player has chosen the man here.
    """

    name: str
    piece: str
    called: str
    is_dark: bool
    is_last: bool
    is_selected: bool


def rows_of(
    men: str,
    words: dict[str, str],
    texts: Texts,
    *,
    last: tuple[chess.Square, ...] = (),
    selected: chess.Square | None = None,
) -> tuple[tuple[Square, ...], ...]:
    """The ranks from the first, each with its squares from file a; `men` as a `BoardView` has them.

    A screen reader tells the row and the column of a table: so they are rank and file. The style sheet turns the board.
    """

    def square(at: chess.Square) -> Square:
        symbol = men[chess.square_mirror(at)].strip(".")
        called = f"{chess.square_name(at)} {words[symbol]}"
        is_selected = at == selected
        return Square(
            name=chess.square_name(at),
            piece=symbol,
            called=f"{called}, {texts.text('selected')}" if is_selected else called,
            is_dark=(chess.square_file(at) + chess.square_rank(at)) % 2 == 0,
            is_last=at in last,
            is_selected=is_selected,
        )

    return tuple(tuple(square(chess.square(file, rank)) for file in range(8)) for rank in range(8))


def piece_words(pack: VoicePack, texts: Texts) -> dict[str, str]:
    """What each letter of a FEN is called, and an empty square: "white pawn", "empty"."""
    words = {"": texts.text("empty")}
    for color in chess.COLORS:
        for kind in chess.PIECE_TYPES:
            key = "white_piece" if color else "black_piece"
            words[chess.Piece(kind, color).symbol()] = texts.text(key, piece=pack.piece(kind).text)
    return words
