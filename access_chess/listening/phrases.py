"""Every way to say the legal moves of a position, or others, and the moves that fit what was said.

A move is said by its piece, where it comes from (its square, its file or, among equals, its rank), "to" or "takes",
and where it goes, as much of this as is needed or wanted; castling by its names; a promotion with the new piece or
without it, to be asked for. No sentence of the graph says an illegal move, unless a beginner is listened to.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

import chess
from msgspec import Struct

from access_chess.listening.word_graph import END, LINKING, GraphBuilder, SlotValue, State, WordSlot


class NamedMove(Struct, frozen=True, kw_only=True, dict=True):
    """A move with all that may be said of it; `target` is the king's final square in castling, None where that
    square would name another move of the king (Chess960).
    """

    move: chess.Move
    piece: chess.PieceType
    target: chess.Square | None
    captured: chess.PieceType | None
    castling: bool | None
    en_passant: bool
    check: bool
    is_legal: bool = True

    @property
    def source(self) -> chess.Square:
        """The square it comes from."""
        return self.move.from_square

    @cached_property
    def goes_on(self) -> bool:
        """Is there more to say than where it goes?"""
        return self.move.promotion is not None or self.en_passant or self.check


def named_moves(board: chess.Board, moves: Iterable[chess.Move] | None = None) -> tuple[NamedMove, ...]:
    """The legal moves of a position (or the given ones) with all that may be said of them."""
    legal = tuple(board.legal_moves)
    king_goes = {move.to_square for move in legal if _piece(board, move) == chess.KING and not board.is_castling(move)}
    return tuple(_named(board, move, king_goes, is_legal=move in legal) for move in (legal if moves is None else moves))


def moves_of_beginners(board: chess.Board) -> tuple[chess.Move, ...]:
    """The legal moves, and for every other square to which no man of a kind can go, one by the first man of that kind;
    by a pawn where nobody can go.
    """
    legal = tuple(board.legal_moves)
    goes = {(_piece(board, move), move.to_square) for move in legal}
    reached = {square for _, square in goes}
    wrong = list[chess.Move]()
    for kind in chess.PIECE_TYPES:
        start = next(iter(board.pieces(kind, board.turn)), None)
        wrong += [
            chess.Move(start, square)
            for square in chess.SQUARES
            if start not in (None, square)
            and (square not in reached if kind == chess.PAWN else (kind, square) not in goes)
        ]
    return (*legal, *wrong)


def add_moves(builder: GraphBuilder, start: State, moves: tuple[NamedMove, ...]) -> None:
    """Adds every way to say the moves, from `start` to the end of the sentence."""
    _Sentences(builder).add(start, moves)


def moves_of(marks: frozenset[SlotValue], moves: tuple[NamedMove, ...]) -> tuple[chess.Move, ...]:
    """The moves that fit the marks of a sentence. A bare square means a pawn where a pawn can go there (C.5)."""
    fitting = list(moves)
    for mark in marks:
        told = _TOLD.get(mark.slot)
        if told is not None:
            fitting = [move for move in fitting if told(move) == mark.value]
    slots = {mark.slot for mark in marks}
    if not slots & {WordSlot.PIECE, WordSlot.FROM_FILE, WordSlot.FROM_RANK, WordSlot.CASTLING}:
        fitting = _said_bare(fitting)
        fitting = [move for move in fitting if move.piece == chess.PAWN] or fitting
    elif WordSlot.PIECE not in slots and WordSlot.FROM_FILE in slots and WordSlot.FROM_RANK not in slots:
        fitting = [move for move in fitting if move.piece == chess.PAWN]
    return tuple(move.move for move in fitting)


def _named(board: chess.Board, move: chess.Move, king_goes: set[chess.Square], *, is_legal: bool) -> NamedMove:
    castling = board.is_castling(move) and (is_legal or move in _CASTLING)
    kingside = board.is_kingside_castling(move)
    target: chess.Square | None = move.to_square
    if castling:
        target = chess.square(6 if kingside else 2, chess.square_rank(move.from_square))
        target = None if target in king_goes else target
    en_passant = board.is_en_passant(move)
    return NamedMove(
        move=move,
        piece=_piece(board, move),
        target=target,
        captured=chess.PAWN if en_passant else None if castling else board.piece_type_at(move.to_square),
        castling=kingside if castling else None,
        en_passant=en_passant,
        check=board.gives_check(move),
        is_legal=is_legal,
    )


_CASTLING = frozenset(map(chess.Move.from_uci, ("e1g1", "e1c1", "e8g8", "e8c8")))


def _piece(board: chess.Board, move: chess.Move) -> chess.PieceType:
    piece = board.piece_type_at(move.from_square)
    if piece is None:
        raise ValueError(f"a move must start where a piece stands, position {board.fen()}: {move.uci()!r}")
    return piece


# What a word of the slot tells of a move.
_TOLD: Mapping[WordSlot, Callable[[NamedMove], int | None]] = {
    WordSlot.PIECE: lambda move: move.piece,
    WordSlot.FROM_FILE: lambda move: chess.square_file(move.source),
    WordSlot.FROM_RANK: lambda move: chess.square_rank(move.source),
    WordSlot.TO_FILE: lambda move: None if move.target is None else chess.square_file(move.target),
    WordSlot.TO_RANK: lambda move: None if move.target is None else chess.square_rank(move.target),
    WordSlot.TAKES: lambda move: move.captured is not None,
    WordSlot.CAPTURED: lambda move: move.captured,
    WordSlot.PROMOTION: lambda move: move.move.promotion,
    WordSlot.CASTLING: lambda move: move.castling,
    WordSlot.EN_PASSANT: lambda move: move.en_passant,
}


class _Sentences:
    """Adds the sentences of one position to a builder."""

    def __init__(self, builder: GraphBuilder) -> None:
        self._builder = builder
        self._lexicon = builder.lexicon

    def add(self, start: State, moves: tuple[NamedMove, ...]) -> None:
        """Sentences with the piece, without it, and the names of castling."""
        by_piece: dict[chess.PieceType, list[NamedMove]] = defaultdict(list)
        for move in moves:
            by_piece[move.piece].append(move)
        for piece, of_piece in by_piece.items():
            state = self._builder.state()
            self._builder.phrases(start, state, self._lexicon.pieces.get(piece, ()), SlotValue(WordSlot.PIECE, piece))
            self._from(state, of_piece)
        self._target(start, _bare(moves), files=False)
        self._from_square(start, moves)
        self._from_file(start, by_piece[chess.PAWN])
        self._castling(start, moves)

    def _from(self, state: State, moves: list[NamedMove]) -> None:
        """After the piece: where it goes, or first the square, file or rank it comes from."""
        self._after_source(state, moves)
        self._from_square(state, moves)
        self._from_file(state, moves)
        self._from_rank(state, moves)

    def _from_square(self, state: State, moves: Iterable[NamedMove]) -> None:
        by_square: dict[chess.Square, list[NamedMove]] = defaultdict(list)
        for move in moves:
            by_square[move.source].append(move)
        targets = {square: self._source_state(those) for square, those in by_square.items()}
        self._builder.squares(state, targets, WordSlot.FROM_FILE, WordSlot.FROM_RANK)

    def _from_file(self, state: State, moves: list[NamedMove]) -> None:
        by_file: dict[int, list[NamedMove]] = defaultdict(list)
        for move in moves:
            if move.target is not None:
                by_file[chess.square_file(move.source)].append(move)
        targets = {file: self._source_state(those, files=True) for file, those in by_file.items()}
        self._builder.files(state, targets, WordSlot.FROM_FILE)

    def _from_rank(self, state: State, moves: list[NamedMove]) -> None:
        """A rank is told only of two equal pieces on one file that reach the same square (C.10.a)."""
        rivals: dict[tuple[int, chess.Square | None], set[chess.Square]] = defaultdict(set)
        for move in moves:
            rivals[chess.square_file(move.source), move.target].add(move.source)
        by_rank: dict[int, list[NamedMove]] = defaultdict(list)
        for move in moves:
            if len(rivals[chess.square_file(move.source), move.target]) > 1:
                by_rank[chess.square_rank(move.source)].append(move)
        for rank, those in by_rank.items():
            target = self._source_state(those)
            self._builder.phrases(state, target, self._lexicon.ranks.get(rank, ()), SlotValue(WordSlot.FROM_RANK, rank))

    def _source_state(self, moves: list[NamedMove], *, files: bool = False) -> State:
        key = (_key(moves), files)
        return self._builder.shared(key, lambda state: self._after_source(state, moves, files=files))

    def _after_source(self, state: State, moves: list[NamedMove], *, files: bool = False) -> None:
        """ "to" or "takes" or neither, then the square, the captured piece or, of a pawn's capture, the file."""
        moves = [move for move in moves if move.target is not None]
        if not moves:
            return
        self._target(state, moves, files=files)
        self._builder.linking(state, self._target_state(moves), "to")
        captures = [move for move in moves if move.captured is not None]
        if captures:
            takes = self._takes_state(captures, files=files)
            self._builder.linking(state, takes, "takes", SlotValue(WordSlot.TAKES, True))

    def _takes_state(self, captures: list[NamedMove], *, files: bool) -> State:
        def build(state: State) -> None:
            self._target(state, captures, files=files)
            by_victim: dict[chess.PieceType, list[NamedMove]] = defaultdict(list)
            for move in captures:
                by_victim[move.captured or chess.PAWN].append(move)
            for victim, those in by_victim.items():
                names, mark = self._lexicon.pieces.get(victim, ()), SlotValue(WordSlot.CAPTURED, victim)
                self._builder.phrases(state, self._victim_state(those), names, mark, chance=LINKING)

        return self._builder.shared(("takes", _key(captures), files), build)

    def _victim_state(self, moves: list[NamedMove]) -> State:
        """After "takes bishop": the end, or "on" and the square, or the square."""

        def build(state: State) -> None:
            squares = self._target_state(moves)
            self._builder.skip(state, self._end(moves))
            self._builder.skip(state, squares)
            self._builder.linking(state, squares, "on")

        return self._builder.shared(("victim", _key(moves)), build)

    def _target_state(self, moves: list[NamedMove]) -> State:
        return self._builder.shared(("target", _key(moves)), lambda state: self._target(state, moves, files=False))

    def _target(self, state: State, moves: list[NamedMove], *, files: bool) -> None:
        by_square: dict[chess.Square, list[NamedMove]] = defaultdict(list)
        by_file: dict[int, list[NamedMove]] = defaultdict(list)
        for move in moves:
            if move.target is None:
                continue
            by_square[move.target].append(move)
            if files and move.piece == chess.PAWN and move.captured is not None:
                by_file[chess.square_file(move.target)].append(move)
        ends = {square: self._end(those) for square, those in by_square.items()}
        self._builder.squares(state, ends, WordSlot.TO_FILE, WordSlot.TO_RANK)
        self._builder.files(state, {file: self._end(those) for file, those in by_file.items()}, WordSlot.TO_FILE)

    def _castling(self, start: State, moves: tuple[NamedMove, ...]) -> None:
        castling = [move for move in moves if move.castling is not None]
        for move in castling:
            mark = SlotValue(WordSlot.CASTLING, bool(move.castling))
            for name in ("castle_kingside" if move.castling else "castle_queenside", "castle"):
                self._builder.phrases(start, self._end([move]), self._lexicon.phrases.get(name, ()), mark)

    def _end(self, moves: list[NamedMove]) -> State:
        """What may follow a move that is named already: the new piece, "en passant", "check", "mate"."""
        further = [move for move in moves if move.goes_on]
        if not further:
            return END
        promotions = frozenset(move.move.promotion for move in further if move.move.promotion is not None)
        en_passant = any(move.en_passant for move in further)
        check = any(move.check for move in further)

        def build(state: State) -> None:
            self._builder.skip(state, END)
            after = self._builder.shared("check", self._check) if check else END
            for piece in promotions:
                names, mark = self._lexicon.pieces.get(piece, ()), SlotValue(WordSlot.PROMOTION, piece)
                self._builder.phrases(state, after, names, mark)
                becomes = self._builder.state()
                self._builder.linking(state, becomes, "promotes_to")
                self._builder.phrases(becomes, after, names, mark)
            if en_passant:
                self._builder.linking(state, after, "en_passant", SlotValue(WordSlot.EN_PASSANT, True))
            if check:
                self._builder.skip(state, after)

        return self._builder.shared(("end", promotions, en_passant, check), build)

    def _check(self, state: State) -> None:
        self._builder.skip(state, END)
        for name in ("check", "mate"):
            self._builder.linking(state, END, name)


def _key(moves: Iterable[NamedMove]) -> frozenset[chess.Move]:
    return frozenset(move.move for move in moves)


def _bare(moves: Iterable[NamedMove]) -> list[NamedMove]:
    """The moves that a square alone may mean: pawns first, other pieces where no pawn can go."""
    moves = _said_bare(moves)
    pawns = [move for move in moves if move.piece == chess.PAWN]
    taken = {move.target for move in pawns}
    return pawns + [move for move in moves if move.piece != chess.PAWN and move.target not in taken]


def _said_bare(moves: Iterable[NamedMove]) -> list[NamedMove]:
    """A square where no piece can go means a pawn, as in all notations."""
    return [move for move in moves if move.is_legal or move.piece == chess.PAWN]
