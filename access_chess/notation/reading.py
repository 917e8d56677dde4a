"""From a typed text to exactly one legal move, or to what is wrong with it. Nothing is guessed."""

from collections.abc import Iterable

import chess
from msgspec import Struct

from access_chess.notation.illegality import Illegal, Reason, why_illegal, why_no_castling
from access_chess.notation.move_text import MoveText, UnknownWord, as_piece_texts, move_texts, split_draw_offer
from access_chess.notation.vocabulary import Vocabulary


class MoveRead(Struct, frozen=True, kw_only=True):
    """One legal move, and whether a draw was offered with it, "(=)".

    It is doubtful where its text may mean something else: "Ne5x" ends in the Russian sign of mate, and gives none.
    """

    move: chess.Move
    offers_draw: bool = False
    is_doubtful: bool = False


class Unreadable(Struct, frozen=True, kw_only=True):
    """This is no move in any form; `word` is the one that is not understood, empty when it is the whole."""

    word: str = ""


class Ambiguous(Struct, frozen=True, kw_only=True):
    """Several legal moves are meant; to be settled by the smallest question."""

    moves: tuple[chess.Move, ...]


class PromotionMissing(Struct, frozen=True, kw_only=True):
    """The move is known but for the piece, which is asked and never assumed."""

    moves: tuple[chess.Move, ...]


Reading = MoveRead | Unreadable | Ambiguous | PromotionMissing | Illegal


def read_move(text: str, board: chess.Board, vocabulary: Vocabulary, *, is_typed: bool = False) -> Reading:
    """What a text means on this board: short or long notation in the vocabulary's languages, UCI, digits, or words.

    In what `is_typed` in haste the small "b" of "bc4" may be a bishop, and "fen" need not be a capture.
    """
    return PositionReader(board, vocabulary, is_typed=is_typed).read(text)


class PositionReader:
    """Reads texts in one position, whose legal moves are generated once. The board must not be changed meanwhile."""

    def __init__(self, board: chess.Board, vocabulary: Vocabulary, *, is_typed: bool = False) -> None:
        self._board = board
        self._is_typed = is_typed
        self._vocabulary = vocabulary
        self._legal = tuple(_Move(board, move) for move in board.legal_moves)

    def read(self, text: str) -> Reading:
        """See `read_move`."""
        text, offers_draw = split_draw_offer(text)
        texts = move_texts(text, self._vocabulary)
        if isinstance(texts, UnknownWord):
            return Unreadable(word=texts.word)
        if not texts:
            return Unreadable()
        moves = self._fitting(texts)
        if self._is_typed and (not moves or "x" not in text):
            moves = tuple(dict.fromkeys((*moves, *self._fitting(as_piece_texts(text, self._vocabulary)))))
        if len(moves) == 1:
            is_doubtful = any(said.ends_in_x for said in texts) and not _mates(self._board, moves[0])
            is_doubtful |= self._is_typed and moves[0].promotion is not None and _is_word(text)
            return MoveRead(move=moves[0], offers_draw=offers_draw, is_doubtful=is_doubtful)
        if not moves:
            return _why_none(self._board, self._legal, texts[0])
        if len({(move.from_square, move.to_square) for move in moves}) == 1:
            return PromotionMissing(moves=moves)
        return Ambiguous(moves=tuple(sorted(moves, key=_by_files)))

    def _fitting(self, texts: Iterable[MoveText]) -> tuple[chess.Move, ...]:
        return tuple(dict.fromkeys(move.move for said in texts for move in self._legal if move.fits(said)))


def _is_word(text: str) -> bool:
    """Whether a text may be a word: letters alone, the first at most a capital one: "fen", "Fed", not "feN"."""
    text = text.strip()
    return text.isalpha() and (text[1:].islower() or text.isupper()) and text[1:2] not in ("x", "X")


def _mates(board: chess.Board, move: chess.Move) -> bool:
    after = board.copy(stack=False)
    after.push(move)
    return after.is_checkmate()


def _by_files(move: chess.Move) -> tuple[int, int, int, int]:
    """The order in which a question names moves: from a to h, from 1 to 8."""
    start, goal = move.from_square, move.to_square
    return chess.square_file(start), chess.square_rank(start), chess.square_file(goal), chess.square_rank(goal)


#: the king's goal in castling -> the rook that castles; in Chess960 python-chess encodes the rook itself
_ROOKS = {chess.G1: chess.H1, chess.C1: chess.A1, chess.G8: chess.H8, chess.C8: chess.A8}


class _Move:
    """A legal move with what can be said of it."""

    def __init__(self, board: chess.Board, move: chess.Move) -> None:
        self.move = move
        self.piece = board.piece_type_at(move.from_square)
        self.from_file, self.from_rank = chess.square_file(move.from_square), chess.square_rank(move.from_square)
        self.to_file, self.to_rank = chess.square_file(move.to_square), chess.square_rank(move.to_square)
        self.castling = board.is_kingside_castling(move) if board.is_castling(move) else None
        self.castling_rook = move.to_square if board.chess960 else _ROOKS.get(move.to_square)
        self.en_passant = board.is_en_passant(move)
        self.is_capture = board.is_capture(move)
        self.taken = chess.PAWN if self.en_passant else board.piece_type_at(move.to_square) if self.is_capture else None

    def fits(self, said: MoveText) -> bool:
        """Whether all that was said is true of this move."""
        if said.castling is not None or self.castling is not None:
            return self._castles_as(said)
        return (
            said.to_file in (None, self.to_file)
            and said.to_rank in (None, self.to_rank)
            and said.from_file in (None, self.from_file)
            and said.from_rank in (None, self.from_rank)
            and said.moved in (None, self.piece)
            and said.promotion in (None, self.move.promotion)
            and said.taken in (None, self.taken)
            and (self.is_capture or not said.capture)
            and (self.en_passant or not said.en_passant)
        )

    def _castles_as(self, said: MoveText) -> bool:
        """Castling is said by its name, by the king's two squares or more, or by king and own rook (UCI)."""
        if said.castling is not None or self.castling is None:
            return said.castling == self.castling
        king = self.move.from_square
        if said.piece not in (None, chess.KING) or said.capture or said.promotion or said.to_square is None:
            return False
        if said.from_square not in (None, king) or (said.from_square is None and said.piece is None):
            return False
        rank = chess.square_rank(king)
        goal = chess.square(6 if self.castling else 2, rank)
        if said.to_square == goal and chess.square_distance(king, goal) > 1:
            return True  # one step would be a move of the king alone (Appendix F.3)
        return said.from_square is not None and said.to_square == self.castling_rook


def _why_none(board: chess.Board, legal: tuple[_Move, ...], said: MoveText) -> Illegal:
    if said.castling is not None:
        return why_no_castling(board, kingside=said.castling)
    if said.promotion in (chess.KING, chess.PAWN):
        return Illegal(reason=Reason.PROMOTION_PIECE)
    without = _without_claims(said)
    fitting = [move.move for move in legal if move.fits(without)]
    if fitting:
        move = fitting[0] if len(fitting) == 1 else None
        promotes = said.promotion is not None and all(move.promotion is None for move in fitting)
        return Illegal(reason=Reason.NO_PROMOTION if promotes else Reason.NOTHING_TO_CAPTURE, move=move)
    return _why_no_piece(board, said) or _why_nobody_gets_there(board, said)


def _without_claims(said: MoveText) -> MoveText:
    """The same move without what may have been said of it wrongly: capture, promotion, en passant."""
    return MoveText(
        piece=said.moved,
        from_file=said.from_file,
        from_rank=said.from_rank,
        to_file=said.to_file,
        to_rank=said.to_rank,
    )


def _why_no_piece(board: chess.Board, said: MoveText) -> Illegal | None:
    """Who was said to move is not there. None when at least one such man of the player's is."""
    if _meant(board, said):
        return None
    square = said.from_square
    if square is None:
        return Illegal(reason=Reason.NO_SUCH_PIECE)
    move = None
    if said.to_square is not None and said.to_square != square:
        move = chess.Move(square, said.to_square, said.promotion)
    there = board.piece_at(square)
    if there is None:
        return Illegal(reason=Reason.EMPTY_SQUARE, move=move, square=square)
    own = there.color == board.turn
    return Illegal(reason=Reason.ANOTHER_PIECE if own else Reason.NOT_YOUR_PIECE, move=move, square=square)


def _meant(board: chess.Board, said: MoveText) -> list[chess.Square]:
    """The squares of the player's men that may be meant."""
    own = board.occupied_co[board.turn] if said.moved is None else board.pieces_mask(said.moved, board.turn)
    return [
        square
        for square in chess.scan_forward(own)
        if said.from_file in (None, chess.square_file(square)) and said.from_rank in (None, chess.square_rank(square))
    ]


#: the telling reasons first: of two knights, the pinned one was meant and not the one that is far away
_TELLING = (
    Reason.IN_CHECK,
    Reason.INTO_CHECK,
    Reason.PINNED,
    Reason.BLOCKED,
    Reason.OWN_PIECE_THERE,
    Reason.NOTHING_TO_CAPTURE,
    Reason.CANNOT_REACH,
)


def _why_nobody_gets_there(board: chess.Board, said: MoveText) -> Illegal:
    square = said.to_square
    if square is None:
        return Illegal(reason=Reason.NOTHING_TO_CAPTURE)
    meant = [chess.Move(origin, square, said.promotion) for origin in _meant(board, said) if origin != square]
    whys = [why_illegal(board, move) for move in meant]
    if not whys:
        return Illegal(reason=Reason.CANNOT_REACH)
    best = min(whys, key=lambda why: _TELLING.index(why.reason))
    tied = [why for why in whys if why.reason is best.reason]
    return best if len(tied) == 1 else Illegal(reason=best.reason, square=best.square)
