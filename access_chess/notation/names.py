"""The words of one language for pieces, files, ranks and the parts of a move (Laws, E.2.1)."""

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
