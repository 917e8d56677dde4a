"""A position in words. Squares, lines and the men on them, as the cursor tells them: short, and what matters first. The
whole position and what has changed in it: long readings in parts that can be stopped.
"""

from collections.abc import Iterable, Sequence

import chess
from msgspec.structs import replace

from access_chess.practice.exploring import ManOfKind, Run
from access_chess.practice.readings import Change, Stretch
from access_chess.speech.answers.position import by_kind, color_name
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


MOST_SQUARES = 8  # that are newly attacked: more are hardly kept in mind


def stretch(board: chess.Board, part: Stretch, pack: VoicePack) -> SpokenPart:
    """A part of a reading: "White: king Gustav one, queen David one, rooks Anna one, Felix one." """
    if part.color is not None:
        key = "reading_pawns" if part.is_pawns else "reading_side"
        men = listed(map(pack.square, part.squares)) if part.is_pawns else by_kind(board, part.squares, pack)
        return pack.phrase(key, color=color_name(part.color, pack), men=men)
    men = listed(joined((man(piece, pack), pack.square(at))) for at in part.squares if (piece := board.piece_at(at)))
    if part.rank is not None:
        return pack.phrase("reading_rank", rank=pack.name_of(pack.names.ranks[part.rank]), men=men)
    if part.file is not None:
        return pack.phrase("reading_file", file=pack.name_of(pack.names.files[part.file]), men=men)
    return sentence(pack.phrase("reading_ring", count=part.distance or 0, men=men))


def changed(found: Iterable[Change], pack: VoicePack) -> tuple[SpokenPart, ...]:
    """What is different since a position was read, a sentence each; nothing, too, is told."""
    return tuple(_change(each, pack) for each in found) or (pack.phrase("changed_nothing"),)


def _change(change: Change, pack: VoicePack) -> SpokenPart:
    if change.before is None or change.after is None:
        key, at = ("changed_gone", change.before) if change.after is None else ("changed_new", change.after)
        assert at is not None, "a man who was nowhere and is nowhere has not changed"
        return sentence(pack.phrase(key, man=man(change.man, pack), square=pack.square(at)))
    piece = pack.piece(change.man.piece_type)
    before, after = pack.square(change.before), pack.square(change.after)
    return sentence(pack.phrase("changed_moved", piece=piece, square=before, to=after))


def moved(board: chess.Board, move: chess.Move, pack: VoicePack) -> SpokenPart:
    """What a move has changed on the board before it: "Bishop Cesar eight now Gustav four." """
    if board.is_castling(move):
        names = pack.names
        castling = names.short_castling if board.is_kingside_castling(move) else names.long_castling
        return sentence(pack.phrase("changed_castled", castling=pack.name_of(castling)))
    piece, captured = board.piece_type_at(move.from_square), _captured(board, move)
    slots = {
        "piece": pack.piece(piece or chess.PAWN),
        "square": pack.square(move.from_square),
        "to": pack.square(move.to_square),
    }
    key = "changed_moved"
    if move.promotion is not None:
        key, slots["new"] = "changed_promoted", pack.piece(move.promotion)
    told = sentence(pack.phrase(key, **slots))
    if captured is None:
        return told
    return joined((told, pack.phrase("changed_taken", men=pack.piece(captured))))


def attacks_now(squares: Sequence[chess.Square], pack: VoicePack) -> SpokenPart:
    """What is attacked that was not before: "Attacks now: Felix three." """
    return pack.phrase("changed_attacks", squares=cut_list([*map(pack.square, squares)], MOST_SQUARES, pack))


def _captured(board: chess.Board, move: chess.Move) -> chess.PieceType | None:
    if not board.is_capture(move):
        return None
    return board.piece_type_at(move.to_square) or chess.PAWN
