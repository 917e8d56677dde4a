"""Squares, lines and the men on them, as the cursor tells them: short, and what matters first."""

import chess
from msgspec.structs import replace

from access_chess.practice.exploring import ManOfKind, Run
from access_chess.speech.language.voice_pack import VoicePack, joined, listed
from access_chess.speech.utterance import SpokenPart


def look(board: chess.Board, square: chess.Square, pack: VoicePack) -> SpokenPart:
    """A square with its man, or with its color: "Eva four, white pawn." """
    piece = board.piece_at(square)
    if piece is not None:
        return pack.phrase("explore_man", square=pack.square(square), man=man(piece, pack))
    return pack.phrase(f"explore_{_shade(square)}", square=pack.square(square))


def shade(square: chess.Square, pack: VoicePack) -> SpokenPart:
    """The color of a square: "Dark." """
    return pack.phrase(f"square_{_shade(square)}")


def found_man(found: ManOfKind, piece_type: chess.PieceType, pack: VoicePack) -> SpokenPart:
    """One of several men of a kind: "Knight Gustav one, one of two." """
    words = pack.phrase(
        "explore_next",
        piece=pack.piece(piece_type),
        square=pack.square(found.square),
        place=found.place,
        all=found.count,
    )
    return sentence(words)


def line(found: tuple[Run, ...], pack: VoicePack) -> SpokenPart:
    """A line of the board, empty squares together: "Anna four empty to Cesar four, David four white pawn." """
    return pack.phrase("explore_line", runs=listed(_run(each, pack) for each in found))


def _run(run: Run, pack: VoicePack) -> SpokenPart:
    square = pack.square(run.first)
    if run.man is not None:
        return joined((square, man(run.man, pack)))
    if run.first == run.last:
        return pack.phrase("explore_empty", square=square)
    return pack.phrase("explore_empty_to", square=square, last=pack.square(run.last))


def man(piece: chess.Piece, pack: VoicePack) -> SpokenPart:
    """A man with its color: "white pawn"."""
    return pack.phrase(f"man_{chess.COLOR_NAMES[piece.color]}_{chess.piece_name(piece.piece_type)}")


def man_on(board: chess.Board, square: chess.Square, pack: VoicePack) -> SpokenPart:
    """A man without its color, and where it stands: "knight Felix three"."""
    return joined((pack.piece(board.piece_type_at(square) or chess.PAWN), pack.square(square)))


def sentence(part: SpokenPart) -> SpokenPart:
    """The words with a capital at their beginning, in whatever language they are said."""
    instead = None if part.instead is None else sentence(part.instead)
    return replace(part, text=part.text[:1].upper() + part.text[1:], instead=instead)


def cut_list(named: list[SpokenPart], most: int, pack: VoicePack) -> SpokenPart:
    """The list, or its beginning and how many more there are."""
    if len(named) <= most:
        return listed(named)
    return pack.phrase("and_more", men=listed(named[: most - 1]), count=len(named) - most + 1)


def _shade(square: chess.Square) -> str:
    return "light" if chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES else "dark"
