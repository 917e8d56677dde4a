"""How the men of a position stand to each other: who attacks, who defends, what is pinned, what hangs.

Pure, and of the position alone: nobody's turn matters but where it is said. All of it for 64 squares takes a few
thousandths of a second, so that nothing is kept.
"""

import chess
from msgspec import Struct

#: In pawns, as exchanges are counted; a knight is worth a bishop. The king is not for exchange.
EXCHANGE_VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
_KING = 100  # behind a pin and as the last to take: dearer than everything


class Pin(Struct, frozen=True, kw_only=True):
    """The man on `pinned` shuts the line of the one on `by`; behind it stands a dearer one of its own, on `behind`.

    `is_absolute`: that is the king, and the Laws forbid to open the line (3.9).
    """

    pinned: chess.Square
    by: chess.Square
    behind: chess.Square
    is_absolute: bool


class Reach(Struct, frozen=True, kw_only=True):
    """Where a man may go by the Laws if its side is to move; `checks` are those of both kinds that give check."""

    quiet: tuple[chess.Square, ...]
    captures: tuple[chess.Square, ...]
    checks: frozenset[chess.Square]

    @property
    def is_empty(self) -> bool:
        """Whether it has no move at all."""
        return not self.quiet and not self.captures


class Fight(Struct, frozen=True, kw_only=True):
    """Who attacks the man on a square and who defends it, the cheapest first; `is_lost`: the exchange costs it."""

    attackers: tuple[chess.Square, ...]
    defenders: tuple[chess.Square, ...]
    is_lost: bool


def attackers(board: chess.Board, color: chess.Color, square: chess.Square) -> tuple[chess.Square, ...]:
    """The men of one color that attack a square, or defend their own man on it, the cheapest first.

    A pinned man attacks as well (3.1.3), and so does the king a square where it may not go.
    """
    return tuple(sorted(board.attackers(color, square), key=lambda at: (_worth(board, at), at)))


def fight(board: chess.Board, square: chess.Square) -> Fight | None:
    """The fight for the man on a square; None where nobody stands."""
    color = board.color_at(square)
    if color is None:
        return None
    return Fight(
        attackers=attackers(board, not color, square),
        defenders=attackers(board, color, square),
        is_lost=exchange(board, square) > 0,
    )


def exchange(board: chess.Board, square: chess.Square) -> int:
    """What the opponent wins in pawns, if it is their turn, by taking the man on a square; 0 where they had better not.

    Both sides take back with the cheapest man that legally can (so pins, batteries and promotions count), and stop
    when it does not pay. Nothing else on the board is looked at: no check in between, no threat elsewhere.
    """
    color = board.color_at(square)
    if color is None or board.piece_type_at(square) == chess.KING:
        return 0
    return _won(with_turn(board, not color), square)


def hanging(board: chess.Board, color: chess.Color) -> tuple[chess.Square, ...]:
    """The men of one color that the opponent would win if it were their turn, the dearest first."""
    found = [square for square in chess.scan_forward(board.occupied_co[color]) if exchange(board, square) > 0]
    return tuple(sorted(found, key=lambda at: (-_worth(board, at), at)))


def pins(board: chess.Board, color: chess.Color) -> tuple[Pin, ...]:
    """The men of one color that shut a line to a king, or to a man dearer than both themselves and the attacker."""
    found = [
        pin
        for by in chess.scan_forward(board.occupied_co[not color] & (board.bishops | board.rooks | board.queens))
        for pinned in chess.scan_forward(board.attacks_mask(by) & board.occupied_co[color])
        if (pin := _pin(board, by, pinned)) is not None
    ]
    return tuple(sorted(found, key=lambda pin: (-_worth(board, pin.behind), -_worth(board, pin.pinned), pin.pinned)))


def pinned_by(board: chess.Board, square: chess.Square) -> chess.Square | None:
    """Who pins the man on a square to its king; None where nobody does."""
    color = board.color_at(square)
    if color is None or not board.is_pinned(color, square):
        return None
    return next((pin.by for pin in pins(board, color) if pin.is_absolute and pin.pinned == square), None)


def reach(board: chess.Board, square: chess.Square) -> Reach:
    """Where the man on a square may go, no matter who is to move; castling counts where the king arrives."""
    color = board.color_at(square)
    quiet: set[chess.Square] = set()
    captures: set[chess.Square] = set()
    checks: set[chess.Square] = set()
    if color is not None:
        there = with_turn(board, color)
        for move in there.generate_legal_moves(from_mask=chess.BB_SQUARES[square]):
            to_square = _arrival(there, move)
            (captures if there.is_capture(move) else quiet).add(to_square)
            if there.gives_check(move):
                checks.add(to_square)
    return Reach(quiet=tuple(sorted(quiet)), captures=tuple(sorted(captures)), checks=frozenset(checks))


def with_turn(board: chess.Board, color: chess.Color) -> chess.Board:
    """The same position with this side to move; en passant lapses where that is a change."""
    there = board.copy(stack=False)
    if there.turn is not color:
        there.turn = color
        there.ep_square = None
    return there


def _worth(board: chess.Board, square: chess.Square) -> int:
    kind = board.piece_type_at(square)
    return 0 if kind is None else _KING if kind == chess.KING else EXCHANGE_VALUES[kind]


def _won(board: chess.Board, square: chess.Square) -> int:
    """What the side to move wins by taking on a square, or taking the pawn there en passant."""
    move = _cheapest_capture(board, square)
    if move is None:
        return 0
    gain = EXCHANGE_VALUES[board.piece_type_at(square) or chess.PAWN]
    if move.promotion is not None:
        gain += EXCHANGE_VALUES[move.promotion] - EXCHANGE_VALUES[chess.PAWN]
    board.push(move)
    return max(0, gain - _won(board, move.to_square))


def _cheapest_capture(board: chess.Board, square: chess.Square) -> chess.Move | None:
    """The legal capture of the man on a square by the cheapest one; a pawn that promotes becomes a queen."""
    takers = board.attackers_mask(board.turn, square)
    target = chess.BB_SQUARES[square]
    if board.ep_square is not None and board.ep_square ^ 8 == square:
        takers |= board.pawns & board.occupied_co[board.turn]
        target |= chess.BB_SQUARES[board.ep_square]
    captures = [
        move
        for move in board.generate_legal_moves(takers, target)
        if move.promotion in (None, chess.QUEEN) and (move.to_square == square or board.is_en_passant(move))
    ]
    return min(captures, key=lambda move: (_worth(board, move.from_square), move.from_square), default=None)


def _pin(board: chess.Board, by: chess.Square, pinned: chess.Square) -> Pin | None:
    line = chess.ray(by, pinned)
    beyond = [
        square
        for square in chess.scan_forward(line & board.occupied)
        if chess.between(by, square) & chess.BB_SQUARES[pinned]
    ]
    behind = min(beyond, key=lambda square: chess.square_distance(by, square), default=None)
    if behind is None or board.color_at(behind) is not board.color_at(pinned):
        return None
    if _worth(board, behind) <= max(_worth(board, pinned), _worth(board, by)):
        return None
    return Pin(pinned=pinned, by=by, behind=behind, is_absolute=board.piece_type_at(behind) == chess.KING)


def _arrival(board: chess.Board, move: chess.Move) -> chess.Square:
    """Where the man comes to stand; castling is told by the rook's square in Chess960."""
    if not board.is_castling(move):
        return move.to_square
    file = 6 if board.is_kingside_castling(move) else 2
    return chess.square(file, chess.square_rank(move.from_square))
