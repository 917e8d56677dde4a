"""What the touched pieces oblige the player to (4.3–4.6; settled.md, Touch)."""

from collections.abc import Iterable, Sequence

import chess
from msgspec import Struct

from access_chess.laws.articles import Article
from access_chess.laws.game import EMPTY_HAND, Game, Hand, Ply
from access_chess.laws.position import is_legal_on, legal_moves_on


class Obligation(Struct, frozen=True, kw_only=True):
    """The moves that may now be made, and the rule that leaves only these."""

    moves: tuple[chess.Move, ...]
    article: Article


def legal_moves(game: Game) -> tuple[chess.Move, ...]:
    """All moves that the player having the move may now make, every obligation counted."""
    return obligation(game).moves


def may_play(game: Game, move: chess.Move) -> bool:
    """Whether this move may now be made; quick where nothing has been touched."""
    if game.hand is EMPTY_HAND and game.must_play is None:
        return is_legal_on(game.board, move)
    return move in legal_moves(game)


def obligation(game: Game) -> Obligation:
    """What the hand, and a claim that went wrong (9.5), leave to the player having the move."""
    moves = legal_moves_on(game.board)
    if game.must_play is not None:
        if game.must_play in moves:
            return Obligation(moves=(game.must_play,), article=Article.CLAIM_WRONG)
        moves = _first_that_leaves_any((_from(moves, game.must_play.from_square),), moves)
    castling = _announced_castling(game, moves)
    if castling is not None:
        return Obligation(moves=(castling,), article=Article.TOUCHED_KING_AND_ROOK)
    return _narrowed_by_release(game.board, game.hand, moves)


def _announced_castling(game: Game, moves: tuple[chess.Move, ...]) -> chess.Move | None:
    """In Chess960 the rook alone may castle, if castling was announced first (F.3.b)."""
    said = announced_move(game) if game.setup.is_chess960 else None
    if said is None or said not in moves or not game.board.is_castling(said):
        return None
    return said if game.hand.touches == (castling_squares(game.board, said)[0],) else None


def announced_move(game: Game) -> chess.Move | None:
    """What the player having the move has said of the move in hand."""
    said = game.announcement
    return said.move if said is not None and said.ply == len(game.plies) and said.color is game.turn else None


def bound_by(ply: Ply) -> Obligation:
    """What a player's touches before this move had left to choose from."""
    hand = Hand(touches=ply.touches, in_order=ply.in_order, castling_intended=ply.castling_intended)
    return resolve(ply.before, hand, legal_moves_on(ply.before))


def resolve(board: chess.Board, hand: Hand, moves: tuple[chess.Move, ...]) -> Obligation:
    """The touch resolver: which of `moves` the touched squares leave (settled.md, Touch)."""
    touches = hand.touches
    if not touches:
        return Obligation(moves=moves, article=Article.LEGAL_MOVE)
    own = [square for square in touches if board.color_at(square) is board.turn]
    enemy = [square for square in touches if board.color_at(square) is (not board.turn)]
    castling = _castling_touch(board, hand, own, enemy)
    if castling is not None:
        return _resolve_castling(board, moves, *castling)
    if own and enemy:
        captures = _captures(board, _from(moves, own[0]), enemy[0])
        if captures:
            return Obligation(moves=captures, article=Article.TOUCHED_BOTH)
    order = touches if hand.in_order else (*own, *enemy)
    article = Article.TOUCHED_BOTH if own and enemy else Article.TOUCHED_OWN if own else Article.TOUCHED_ENEMY
    for square in order:
        bound = _from(moves, square) if square in own else _captures(board, moves, square)
        if bound:
            wanted_castling = hand.castling_intended and board.piece_type_at(square) == chess.KING
            return Obligation(moves=bound, article=Article.CASTLING_IMPOSSIBLE if wanted_castling else article)
    return Obligation(moves=moves, article=Article.FREE_CHOICE)


def _castling_touch(
    board: chess.Board, hand: Hand, own: list[chess.Square], enemy: list[chess.Square]
) -> tuple[chess.Square, chess.Square, bool] | None:
    """King, rook and `king first`, when these two were touched and nothing was touched before them (step 2)."""
    king = board.king(board.turn)
    rooks = [square for square in own if board.piece_type_at(square) == chess.ROOK]
    if king is None or king not in own or not rooks:
        return None
    first = hand.touches[0]
    if not hand.in_order:
        return None if enemy else (king, rooks[0], True)  # A12: order unknown, the king counts as first
    if first == king:
        return king, rooks[0], True
    return (king, first, False) if first == rooks[0] else None


def _resolve_castling(
    board: chess.Board, moves: tuple[chess.Move, ...], king: chess.Square, rook: chess.Square, is_king_first: bool
) -> Obligation:
    kingside = chess.square_file(rook) > chess.square_file(king)
    there = tuple(move for move in _from(moves, king) if is_castling_to(board, move, kingside=kingside))
    if is_king_first and there:
        return Obligation(moves=there, article=Article.TOUCHED_KING_AND_ROOK)
    if is_king_first:
        bound = _first_that_leaves_any((_from(moves, king),), moves)
        return Obligation(moves=bound, article=Article.CASTLING_IMPOSSIBLE)
    king_moves = tuple(move for move in _from(moves, king) if move not in there)
    bound = _first_that_leaves_any((_from(moves, rook), king_moves), moves)
    return Obligation(moves=bound, article=Article.TOUCHED_ROOK_AND_KING)


def _narrowed_by_release(board: chess.Board, hand: Hand, legal: tuple[chess.Move, ...]) -> Obligation:
    """What the touches leave, or the squares on which pieces were let go, and the chosen promotion (4.6, 4.4.d).

    Once a piece has been let go on its square no further touch changes the move.
    """
    found = resolve(board, hand, legal)
    released, moves, article = hand.released, found.moves, found.article
    if released is not None:
        moves = tuple(
            move for move in legal if (move.from_square, move.to_square) == (released.from_square, released.to_square)
        )
        article = _article_of_release(board, released)
    if hand.promotion is not None:
        moves = tuple(move for move in moves if move.promotion == hand.promotion)
        article = Article.PROMOTION_CHOSEN
    return Obligation(moves=moves, article=article) if moves else found


def _article_of_release(board: chess.Board, released: chess.Move) -> Article:
    if board.is_castling(released):
        return Article.RELEASED_IN_CASTLING
    return Article.RELEASED_IN_PROMOTION if is_promotion(board, released) else Article.RELEASED


def is_promotion(board: chess.Board, move: chess.Move) -> bool:
    """Whether the move brings a pawn to the last rank, its new piece named or not."""
    return board.piece_type_at(move.from_square) == chess.PAWN and chess.square_rank(move.to_square) in (0, 7)


def is_castling_to(board: chess.Board, move: chess.Move, *, kingside: bool) -> bool:
    """Whether the move castles on that side."""
    return board.is_kingside_castling(move) if kingside else board.is_queenside_castling(move)


def victim_square(board: chess.Board, move: chess.Move) -> chess.Square | None:
    """Where the piece that `move` captures stands (en passant: beside the capturing pawn), or None."""
    if not board.is_capture(move):
        return None
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square


def castling_squares(board: chess.Board, move: chess.Move) -> tuple[chess.Square, chess.Square, chess.Square]:
    """Of a castling: the rook's square, and where king and rook will stand (3.8.a, F.3)."""
    kingside = board.is_kingside_castling(move)
    rank = chess.square_rank(move.from_square)
    king_to = chess.square(6 if kingside else 2, rank)
    rook_to = chess.square(5 if kingside else 3, rank)
    if board.piece_type_at(move.to_square) == chess.ROOK:  # the player's own, or it could not be castling
        return move.to_square, king_to, rook_to
    rooks = board.pieces(chess.ROOK, board.turn) & chess.SquareSet(chess.BB_RANKS[rank])
    side = [square for square in rooks if (square > move.from_square) is kingside]
    return (max(side) if kingside else min(side)), king_to, rook_to


def _from(moves: Iterable[chess.Move], square: chess.Square) -> tuple[chess.Move, ...]:
    return tuple(move for move in moves if move.from_square == square)


def _captures(board: chess.Board, moves: Iterable[chess.Move], square: chess.Square) -> tuple[chess.Move, ...]:
    return tuple(move for move in moves if victim_square(board, move) == square)


def _first_that_leaves_any(
    choices: Sequence[tuple[chess.Move, ...]], otherwise: tuple[chess.Move, ...]
) -> tuple[chess.Move, ...]:
    return next((choice for choice in choices if choice), otherwise)
