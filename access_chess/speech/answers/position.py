"""Answers to a player's questions about the position and the moves, as words of a voice pack; and in an adjournment,
who seals, and what the sealed move in its envelope waits for.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

import chess

from access_chess.laws.adjournment import is_sealing
from access_chess.laws.game import Game, Ply
from access_chess.speech.announcement import Form, announce
from access_chess.speech.language.voice_pack import VoicePack, joined, listed
from access_chess.speech.utterance import SpokenPart

#: in the order in which a position is read out: the king first, the pawns last
READING_ORDER = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)


def what_is_on(board: chess.Board, square: chess.Square, pack: VoicePack) -> SpokenPart:
    """What stands on a square: "Eva vier: Weiss, Bauer."."""
    piece = board.piece_at(square)
    if piece is None:
        return pack.phrase("answer_square_empty", square=pack.square(square))
    return pack.phrase(
        "answer_square",
        square=pack.square(square),
        color=color_name(piece.color, pack),
        piece=pack.piece(piece.piece_type),
    )


def where_is(board: chess.Board, piece_type: chess.PieceType, color: chess.Color, pack: VoicePack) -> SpokenPart:
    """Where a player's men of one kind stand; pawns are read file by file."""
    squares = _file_by_file(board, piece_type, color)
    if not squares:
        return pack.phrase("answer_no_such_piece", piece=pack.piece(piece_type))
    named = listed(pack.square(square) for square in squares)
    return pack.phrase("answer_pieces", piece=pack.piece(piece_type), squares=named)


def whole_board(board: chess.Board, pack: VoicePack) -> tuple[SpokenPart, ...]:
    """All men of both sides, kind by kind, one line for each."""
    return tuple(line for color in (board.turn, not board.turn) for line in _men(board, color, READING_ORDER, pack))


def men_of(board: chess.Board, color: chess.Color, pack: VoicePack) -> tuple[SpokenPart, ...]:
    """All men of one color: "Black: king Eva eight, rooks Anna eight, Hector eight."; then the pawns."""
    *kinds, pawn = READING_ORDER
    pieces = [square for kind in kinds for square in _file_by_file(board, kind, color)]
    pawns = _file_by_file(board, pawn, color)
    told = []
    if pieces:
        told.append(pack.phrase("reading_side", color=color_name(color, pack), men=by_kind(board, pieces, pack)))
    if pawns:
        named = listed(map(pack.square, pawns))
        told.append(pack.phrase("reading_pawns", color=color_name(color, pack), men=named))
    return tuple(told)


def by_kind(board: chess.Board, squares: Iterable[chess.Square], pack: VoicePack) -> SpokenPart:
    """Men of one kind together, in the plural where there are several: "king Eva one, rooks Anna one, Hector one"."""
    named = []
    for kind, group in groupby(squares, key=board.piece_type_at):
        men = list(group)
        name = pack.piece(kind or chess.PAWN)
        if len(men) > 1:
            name = pack.phrase(f"several_{chess.piece_name(kind or chess.PAWN)}")
        named.append(joined((name, listed(map(pack.square, men)))))
    return listed(named)


def starting_position(board: chess.Board, pack: VoicePack) -> tuple[SpokenPart, ...]:
    """The position from which a game begins. Of Chess960 White's pieces are enough: Black's stand opposite."""
    if board.chess960_pos() is None:
        return whole_board(board, pack)
    return tuple(_men(board, chess.WHITE, READING_ORDER[:-1], pack))


#: Counted in pawns; a king cannot be exchanged.
VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


def material(board: chess.Board, pack: VoicePack) -> tuple[SpokenPart, ...]:
    """What each player has beside the king, a line each: "White: one queen, two rooks, five pawns."."""
    return tuple(_material_of(board, color, pack) for color in chess.COLORS)


def whose_turn(board: chess.Board, pack: VoicePack) -> SpokenPart:
    """Who is to move, the move number, and whether in check."""
    key = "answer_turn_check" if board.is_check() else "answer_turn"
    return pack.phrase(key, color=color_name(board.turn, pack), number=board.fullmove_number)


def last_moves(game: Game, count: int | None, pack: VoicePack, form: Form) -> tuple[SpokenPart, ...]:
    """The last so many moves (None: all), one line each, with number and color."""
    plies = game.plies if count is None else game.plies[-count:]
    return tuple(_numbered(ply, pack, form) for ply in plies) or (pack.phrase("answer_no_moves"),)


def legal_moves(
    board: chess.Board, moves: Iterable[chess.Move], pack: VoicePack, kind: chess.PieceType | None = None
) -> tuple[SpokenPart, ...]:
    """The moves that may be made, a line for each man that can move; of one kind of man, where that was asked."""
    by_square: dict[chess.Square, list[SpokenPart]] = {}
    for move in moves:
        if kind in (None, board.piece_type_at(move.from_square)):
            by_square.setdefault(move.from_square, []).append(announce(board, move, pack, form=Form.BRIEF))
    if kind is not None and not by_square:
        return (pack.phrase("legal_none", piece=pack.piece(kind)),)
    return tuple(listed(said) for _, said in sorted(by_square.items()))


def worth(kind: chess.PieceType, pack: VoicePack) -> SpokenPart:
    """What a man is worth, counted in pawns as every primer does."""
    if kind not in VALUES:
        return pack.phrase("worth_king")
    return pack.phrase("worth", piece=pack.piece(kind), number=VALUES[kind])


def move_count(game: Game, pack: VoicePack) -> SpokenPart:
    """How many moves each player has made."""
    return pack.phrase("answer_count", white=game.made.white, black=game.made.black)


def color_name(color: chess.Color, pack: VoicePack) -> SpokenPart:
    """White or Black in words."""
    return pack.phrase(chess.COLOR_NAMES[color])


def _file_by_file(board: chess.Board, piece_type: chess.PieceType, color: chess.Color) -> list[chess.Square]:
    return sorted(board.pieces(piece_type, color), key=lambda at: (chess.square_file(at), chess.square_rank(at)))


def _men(
    board: chess.Board, color: chess.Color, kinds: Iterable[chess.PieceType], pack: VoicePack
) -> Iterator[SpokenPart]:
    for piece_type in kinds:
        if board.pieces_mask(piece_type, color):
            yield joined((color_name(color, pack), where_is(board, piece_type, color, pack)))


def _material_of(board: chess.Board, color: chess.Color, pack: VoicePack) -> SpokenPart:
    counts = [(kind, len(board.pieces(kind, color))) for kind in READING_ORDER if kind != chess.KING]
    pieces = [pack.phrase(f"counted_{chess.piece_name(kind)}", count=count) for kind, count in counts if count]
    named = listed(pieces) if pieces else pack.phrase("only_the_king")
    return pack.phrase("answer_side", color=color_name(color, pack), pieces=named)


def _numbered(ply: Ply, pack: VoicePack, form: Form) -> SpokenPart:
    board = ply.before
    said = announce(board, ply.move, pack, form=form if ply.legal else Form.FIDE)
    number = joined((pack.number(board.fullmove_number), color_name(ply.color, pack)))
    return pack.phrase("answer_move", number=number, move=said)


def adjournment(game: Game, pack: VoicePack) -> SpokenPart | None:
    """What is to come next of an adjournment; None where the game is played, or is over."""
    envelope = game.adjournment
    if envelope is None or envelope.opened or game.is_over:
        return None
    if not envelope.closed:
        sealed = envelope.text is not None
        return pack.phrase("seal_hidden") if sealed else pack.phrase("seal_missing", color=color_name(game.turn, pack))
    if envelope.resumed_at is not None:
        return pack.phrase("envelope_lost" if envelope.lost else "refused_envelope_waits")
    if envelope.resumption:
        return pack.phrase("game_is_adjourned_until", when=envelope.resumption)
    return pack.phrase("game_is_adjourned")


def sealing(game: Game, pack: VoicePack) -> SpokenPart | None:
    """What the arbiter waits for while a move is sealed; None where none is."""
    return pack.phrase("desk_is_sealing", color=color_name(game.turn, pack)) if is_sealing(game) else None


def whose_turn_in(game: Game, pack: VoicePack) -> SpokenPart:
    """Who is to move; in an adjournment, what is to come instead."""
    return adjournment(game, pack) or whose_turn(game.board, pack)
