"""Hands on the board: touching, adjusting, lifting, placing, releasing, promoting (article 4, E.2.2).

On the pegged board of a blind player a piece is touched when it has left its aperture; feeling binds nothing.
"""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.commands import (
    AdjustPieces,
    BrushPiece,
    ChoosePromotion,
    FeelSquares,
    LiftPiece,
    PlacePiece,
    ReleasePiece,
    RemovePiece,
    TouchPieces,
)
from access_chess.laws.decision import Decision
from access_chess.laws.events import (
    Offence,
    PieceBrushed,
    PieceLifted,
    PiecePutBack,
    PieceReleased,
    PieceRemoved,
    PiecesAdjusted,
    PromotionChosen,
    Refusal,
)
from access_chess.laws.game import Game
from access_chess.laws.moves import make_move, may_use_hand, touch, warn
from access_chess.laws.position import is_legal_on
from access_chess.laws.touch_move import (
    announced_move,
    castling_squares,
    is_promotion,
    legal_moves,
    obligation,
    victim_square,
)


def touch_pieces(decision: Decision, command: TouchPieces) -> None:
    """Deliberate touches on an ordinary board; a blind player's fingers only feel (E.2.2)."""
    color, game = command.color, decision.game
    if game.setup.players[color].is_blind or not may_use_hand(decision, color):
        return
    squares = _binding(game, command.squares)
    if not squares and not all(game.board.piece_at(square) for square in command.squares):
        decision.refuse(color, Refusal.NO_PIECE_THERE, Article.TOUCHED_OWN)
    elif squares:
        touch(decision, color, squares, in_order=command.in_order)


def _binding(game: Game, squares: tuple[chess.Square, ...]) -> tuple[chess.Square, ...]:
    """Those of the squares that carry a piece which is not being adjusted."""
    adjusting = game.hand.adjusting
    return tuple(
        square
        for square in squares
        if game.board.piece_at(square) and (adjusting is None or (adjusting != () and square not in adjusting))
    )


def brush(decision: Decision, command: BrushPiece) -> None:
    """Accidental contact never binds."""
    article = decision.number(Article.ACCIDENTAL)
    decision.emit(PieceBrushed(color=command.color, square=command.square, article=article, frees=command.frees))


def feel(decision: Decision, command: FeelSquares) -> None:
    """On the pegged board feeling is free at any time; on an ordinary board it is a touch (E.2.3 at the end)."""
    if not decision.game.setup.players[command.color].is_blind and decision.game.turn is command.color:
        touch_pieces(decision, TouchPieces(color=command.color, squares=command.squares))


def adjust(decision: Decision, command: AdjustPieces) -> None:
    """`I adjust` is for the player having the move (2018: while that clock runs); others disturb by it (4.2, A74)."""
    color, game = command.color, decision.game
    needs_clock = game.setup.rules.adjust_needs_own_clock
    if game.end is None and (game.turn is not color or (needs_clock and game.clock.running is (not color))):
        warn(decision, color, Offence.ADJUSTED_OUT_OF_TURN, Article.ADJUST)
    elif may_use_hand(decision, color):
        decision.emit(PiecesAdjusted(color=color, squares=command.squares, article=decision.number(Article.ADJUST)))


def lift(decision: Decision, command: LiftPiece) -> None:
    """A piece leaves its aperture: it is touched, unless it is being adjusted."""
    color, square = command.color, command.square
    if not may_use_hand(decision, color):
        return
    if decision.game.board.piece_at(square) is None:
        decision.refuse(color, Refusal.NO_PIECE_THERE, Article.BLIND_TOUCH)
        return
    if _binding(decision.game, (square,)):
        touch(decision, color, (square,))
    if square not in decision.game.hand.lifted:
        decision.emit(PieceLifted(color=color, square=square))
    make_if_done(decision, color)


def remove(decision: Decision, command: RemovePiece) -> None:
    """The captured piece is taken off; that is a touch, too."""
    color, square = command.color, command.square
    if not may_use_hand(decision, color):
        return
    if decision.game.board.color_at(square) is not (not color):
        decision.refuse(color, Refusal.NO_PIECE_THERE, Article.RELEASED)
        return
    if square not in decision.game.hand.touches:
        touch(decision, color, (square,))
    decision.emit(PieceRemoved(color=color, square=square))
    make_if_done(decision, color)


def promote(decision: Decision, command: ChoosePromotion) -> None:
    """The new piece touches the promotion square: its kind is final (4.4.d)."""
    color = command.color
    if not may_use_hand(decision, color):
        return
    if decision.game.hand.promotion is not None:
        decision.refuse(color, Refusal.PROMOTION_FINAL, Article.PROMOTION_CHOSEN)
    elif command.of_opponent:  # A80: no choice yet; a press then has not replaced the pawn
        decision.refuse(color, Refusal.WRONG_COLOR, Article.PROMOTION_PIECE)
    elif not any(move.promotion == command.piece_type for move in legal_moves(decision.game)):
        decision.refuse(color, Refusal.NOT_PROMOTING, Article.PROMOTION_CHOSEN)
    else:
        article = decision.number(Article.PROMOTION_CHOSEN)
        decision.emit(PromotionChosen(color=color, piece_type=command.piece_type, article=article))


def place(decision: Decision, command: PlacePiece) -> None:
    """A piece in hand goes into an aperture: back into its own, or released as a move."""
    color, square = command.color, command.square
    if not may_use_hand(decision, color):
        return
    hand, board = decision.game.hand, decision.game.board
    is_capture = any(
        move.to_square == square and move.from_square in hand.lifted and not board.is_castling(move)
        for move in legal_moves(decision.game)
    )
    if square in hand.lifted and not is_capture:
        decision.emit(PiecePutBack(color=color, square=square))
    else:
        _touch_what_was_adjusted(decision, color)
        _let_go(decision, color, square)


def _touch_what_was_adjusted(decision: Decision, color: chess.Color) -> None:
    """A piece that was lifted to be adjusted, and goes to another square, was lifted to be moved (4.2, 4.3)."""
    hand, board = decision.game.hand, decision.game.board
    out = [square for square in hand.lifted if square not in hand.touches]
    own = [square for square in out if board.color_at(square) is color]
    if own and not any(board.color_at(square) is color for square in hand.touches):
        touch(decision, color, tuple(square for square in out if square not in own[:-1]))


def release(decision: Decision, command: ReleasePiece) -> None:
    """The piece in hand is let go on this square (4.6)."""
    if may_use_hand(decision, command.color):
        _let_go(decision, command.color, command.square)


def _let_go(decision: Decision, color: chess.Color, square: chess.Square) -> None:
    game = decision.game
    hand, board = game.hand, game.board
    if hand.released is not None:
        _let_go_again(decision, color, square, hand.released)
        return
    own = [touched for touched in hand.touches if board.color_at(touched) is color]
    move = _released_move(game, own, square)
    if move is not None:
        article = obligation(game).article if hand.touches[1:] else Article.RELEASED
        _let_go_as(decision, color, move, square, article)
    elif not own:
        decision.refuse(color, Refusal.NOTHING_IN_HAND, Article.RELEASED)
    elif square == own[-1]:
        decision.emit(PiecePutBack(color=color, square=square))
    elif any(move.from_square in own and move.to_square == square for move in board.legal_moves):
        decision.refuse(color, Refusal.BOUND_BY_TOUCH, obligation(game).article)
    else:
        decision.emit(
            PieceReleased(
                color=color,
                move=chess.Move(own[-1], square),
                square=square,
                legal=False,
                article=decision.number(Article.RELEASED),
                at=decision.at,
            )
        )


def _released_move(game: Game, own: list[chess.Square], square: chess.Square) -> chess.Move | None:
    """The move that letting go on this square is part of: announced castling first, the last touched piece next."""
    board, hand = game.board, game.hand
    moves = [
        move
        for move in legal_moves(game)
        if move.from_square in own
        or _is_castling_rook(board, move, own)
        or (move.promotion is not None and move.promotion == hand.promotion)  # the pawn counts as taken off
    ]
    castlings = [move for move in moves if board.is_castling(move) and square in castling_squares(board, move)[1:]]
    if any(move == announced_move(game) for move in castlings):
        return announced_move(game)
    plain = [move for move in moves if not board.is_castling(move) and move.to_square == square]
    plain.sort(key=lambda move: own.index(move.from_square) if move.from_square in own else -1)
    if plain:
        move = plain[-1]
        return move if hand.promotion is not None else chess.Move(move.from_square, move.to_square)
    by_king = [move for move in castlings if move.from_square in own]
    return by_king[0] if by_king else None


def _is_castling_rook(board: chess.Board, move: chess.Move, own: list[chess.Square]) -> bool:
    return board.is_castling(move) and castling_squares(board, move)[0] in own


def _let_go_again(decision: Decision, color: chess.Color, square: chess.Square, released: chess.Move) -> None:
    """The second part of castling or of a promotion; any other square is forbidden (4.6)."""
    game = decision.game
    if game.board.is_castling(released):
        is_part = square in castling_squares(game.board, released)[1:]
    else:
        is_part = square == released.to_square
    if not is_part:
        decision.refuse(color, Refusal.BOUND_BY_TOUCH, obligation(game).article)
        return
    _let_go_as(decision, color, released, square, obligation(game).article)


def _let_go_as(
    decision: Decision, color: chess.Color, move: chess.Move, square: chess.Square, article: Article
) -> None:
    """The piece stands on that square as part of this legal move."""
    number = decision.number(article)
    decision.emit(PieceReleased(color=color, move=move, square=square, legal=True, article=number, at=decision.at))
    make_if_done(decision, color)


def castle_as_said(decision: Decision, color: chess.Color) -> None:
    """In Chess960 one step of king or rook may be castling, and is so when it is said, if only afterwards (F.3.b)."""
    hand, board, said = decision.game.hand, decision.game.board, announced_move(decision.game)
    step = hand.illegal or hand.released
    if said is None or not board.chess960 or not board.is_castling(said) or not is_legal_on(board, said):
        return
    rook, king_to, rook_to = castling_squares(board, said)
    if step is None:
        are_exchanged = (king_to, rook_to) == (rook, said.from_square) and not hand.lifted
        if are_exchanged and hand.touches == (said.from_square, rook):  # nobody can tell it from putting them back
            _let_go_as(decision, color, said, king_to, Article.TOUCHED_KING_AND_ROOK)
            _let_go_as(decision, color, said, rook_to, Article.TOUCHED_KING_AND_ROOK)
        return
    if board.is_castling(step):
        return
    parts = {(said.from_square, king_to), (rook, rook_to)}
    if (step.from_square, step.to_square) in parts and set(hand.touches) <= {said.from_square, rook}:
        _let_go_as(decision, color, said, step.to_square, Article.TOUCHED_KING_AND_ROOK)


def make_if_done(decision: Decision, color: chess.Color) -> None:
    """The move is made when all its parts are done (4.6.a–c), by a blind player announced as well (E.2.3)."""
    game = decision.game
    released = game.hand.released
    if released is None or not are_parts_done(game) or not is_said(game, color):
        return
    move = chess.Move(released.from_square, released.to_square, game.hand.promotion or released.promotion)
    make_move(decision, color, move, written=False, announced=announced_move(game) is not None)


def is_said(game: Game, color: chess.Color) -> bool:
    """Whether the move in hand has been announced, where it must be: by a blind player (E.2.3.c)."""
    said = game.announcement
    return not game.setup.players[color].is_blind or (said is not None and said.ply == len(game.plies))


def are_parts_done(game: Game) -> bool:
    """Whether nothing of the released move is missing on the board."""
    hand, board, released = game.hand, game.board, game.hand.released
    if released is None or not hand.released_on:
        return False
    if board.is_castling(released):
        rook, king_to, rook_to = castling_squares(board, released)
        needed = {to for start, to in ((released.from_square, king_to), (rook, rook_to)) if start != to}
        return needed <= set(hand.released_on)
    if is_promotion(board, released) and hand.promotion is None:
        return False
    victim = victim_square(board, released)
    return victim is None or victim in hand.removed or victim in hand.lifted
