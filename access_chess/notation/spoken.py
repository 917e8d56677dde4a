"""A move as it is said, in the names of E.2.1.

The order never changes: piece, from-square, capture, to-square, promotion, en passant, check or mate. The move need not
be legal, since an illegal one is announced as well; a man must stand on its from-square.

The names are the words of one language for pieces, files, ranks and the parts of a move.
"""

import chess
import msgspec


class Name(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One name: as it is shown, as a voice of that language says it, and what else is understood for it."""

    text: str
    spoken: str
    also: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text

    @property
    def spellings(self) -> tuple[str, ...]:
        """Everything that is understood as this name."""
        return (self.text, self.spoken, *self.also)


class PieceNames(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The six kinds of men."""

    king: Name
    queen: Name
    rook: Name
    bishop: Name
    knight: Name
    pawn: Name

    def of(self, piece_type: chess.PieceType) -> Name:
        """The name of a piece type, `chess.PAWN` to `chess.KING`."""
        name = getattr(self, chess.piece_name(piece_type))
        assert isinstance(name, Name)
        return name


Eight = tuple[Name, Name, Name, Name, Name, Name, Name, Name]


class Names(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All names of a language that occur in the announcement of a move.

    `files` run from a to h, `ranks` from 1 to 8. `fillers` are words that say nothing ("to", "nach").
    """

    pieces: PieceNames
    files: Eight
    ranks: Eight
    capture: Name
    short_castling: Name
    long_castling: Name
    en_passant: Name
    check: Name
    mate: Name
    fillers: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[Name, ...]:
        """Every name, always in the same order: pieces, files, ranks, and the parts of a move."""
        pieces = (self.pieces.of(piece_type) for piece_type in chess.PIECE_TYPES)
        castlings = (self.short_castling, self.long_castling)
        return (*pieces, *self.files, *self.ranks, self.capture, *castlings, self.en_passant, self.check, self.mate)

    def square(self, square: chess.Square) -> tuple[Name, Name]:
        """File and rank, in the order in which they are said."""
        return self.files[chess.square_file(square)], self.ranks[chess.square_rank(square)]


def long_form(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    """The whole move, "Springer Gustav eins Felix drei"."""
    castling = _castling(board, move, names)
    if castling:
        return (castling, *_check(board, move, names))
    capture = (names.capture,) if board.is_capture(move) else ()
    return (
        names.pieces.of(_piece_type(board, move)),
        *names.square(move.from_square),
        *capture,
        *_arrival(board, move, names),
    )


def brief_form(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    """As little as names this legal move alone: "Springer Felix drei", "Eva vier", "Eva David acht Dame"."""
    castling = _castling(board, move, names)
    if castling:
        return (castling, *_check(board, move, names))
    return (*_departure(board, move, names), *_arrival(board, move, names))


def _piece_type(board: chess.Board, move: chess.Move) -> chess.PieceType:
    piece_type = board.piece_type_at(move.from_square)
    assert piece_type, f"expected a man on the from-square, got {move.uci()!r} in {board.fen()!r}"
    return piece_type


def _castling(board: chess.Board, move: chess.Move, names: Names) -> Name | None:
    if not board.is_castling(move):
        return None
    return names.short_castling if board.is_kingside_castling(move) else names.long_castling


def _departure(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    """The piece, with file, rank or both where another could go there as well (C.10); of a capturing pawn its file."""
    piece_type = _piece_type(board, move)
    file, rank = names.square(move.from_square)
    if piece_type == chess.PAWN:
        return (file,) if board.is_capture(move) else ()
    piece = names.pieces.of(piece_type)
    alike = board.pieces_mask(piece_type, board.turn) & ~chess.BB_SQUARES[move.from_square]
    others = [other.from_square for other in board.generate_legal_moves(alike, chess.BB_SQUARES[move.to_square])]
    if not others:
        return (piece,)
    if all(chess.square_file(other) != chess.square_file(move.from_square) for other in others):
        return (piece, file)
    if all(chess.square_rank(other) != chess.square_rank(move.from_square) for other in others):
        return (piece, rank)
    return (piece, file, rank)


def _arrival(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    """To-square and what follows it."""
    promotion = (names.pieces.of(move.promotion),) if move.promotion else ()
    en_passant = (names.en_passant,) if board.is_en_passant(move) else ()
    return (*names.square(move.to_square), *promotion, *en_passant, *_check(board, move, names))


def _check(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    after = board.copy(stack=False)
    after.push(move)
    if not after.is_check():
        return ()
    return (names.check,) if any(after.generate_legal_moves()) else (names.mate,)
