"""Why a move was bad, by what the board proves: a fixed list of reasons, looked for in this order.

Each reason looks at the position after the move and at the opponent's best reply. Nothing is said that cannot be shown
there: an engine's opinion alone is no reason.
"""

from collections.abc import Callable

import chess
from msgspec import Struct

from access_chess.practice.known_endings import Known, outcome
from access_chess.practice.relations import EXCHANGE_VALUES, Pin, exchange, pins
from access_chess.practice.sentence import Listed, ManName, MoveName, Part, Sentence, sentence

LONGEST_MATE = 3  # moves that are searched through; longer ones would take seconds
ALL_MOVES = 2  # up to so many moves every move of the winner is tried, beyond it only checks
_KING = 100  # dearer than everything


class Refutation(Struct, frozen=True, kw_only=True):
    """The position after a move, and the best reply to it, which belongs to the other player.

    `known` tells of endings what becomes of them with best play.
    """

    board: chess.Board
    reply: chess.Move
    known: Known = outcome

    @property
    def after(self) -> chess.Board:
        """The position after the reply."""
        board = self.board.copy(stack=False)
        board.push(self.reply)
        return board


def reason(refutation: Refutation) -> Sentence | None:
    """The first reason that the board proves; None: it proves none of them."""
    return next((found for prove in REASONS if (found := prove(refutation)) is not None), None)


def mate(found: Refutation) -> Sentence | None:
    """The reply mates, or forces mate against every defence."""
    for moves in range(1, LONGEST_MATE + 1):
        if forces_mate(found.board, found.reply, moves):
            return sentence("reason_mate", move=_named(found), count=moves)
    return None


def hanging(found: Refutation) -> Sentence | None:
    """The reply takes a man, and the exchange on that square is won."""
    piece = found.board.piece_type_at(found.reply.to_square)
    if piece is None or exchange(found.board, found.reply.to_square) <= 0:
        return None
    return sentence("reason_hanging", man=ManName(piece, found.reply.to_square), move=_named(found))


def fork(found: Refutation) -> Sentence | None:
    """The man that replied attacks two men at once that are dearer or not defended, and cannot be taken for nothing."""
    after, square = found.after, found.reply.to_square
    if exchange(after, square) > 0 or found.reply.promotion:
        return None
    targets = _targets(after, square)
    if len(targets) < 2:
        return None
    return sentence("reason_fork", move=_named(found), men=_men(after, targets))


def broken_pin(found: Refutation) -> Sentence | None:
    """The reply takes what stood behind a man that has left the line."""
    board, reply = found.board, found.reply
    taken = board.piece_type_at(reply.to_square)
    if not board.move_stack or taken is None:
        return None
    moved = board.peek()
    before = board.copy()
    before.pop()
    was = next(
        (pin for pin in pins(before, before.turn) if pin.pinned == moved.from_square and pin.behind == reply.to_square),
        None,
    )
    if was is None or was.by != reply.from_square or exchange(board, reply.to_square) <= 0:
        return None
    piece = before.piece_type_at(moved.from_square)
    assert piece is not None
    return sentence("reason_pin_broken", man=ManName(piece, moved.from_square), behind=ManName(taken, reply.to_square))


def pin(found: Refutation) -> Sentence | None:
    """The reply pins a man to its king, which is attacked and cannot be held."""
    after = found.after
    old = {(each.pinned, each.behind) for each in pins(found.board, not found.board.turn)}
    for each in pins(after, after.turn):
        is_new = (each.pinned, each.behind) not in old and each.by == found.reply.to_square
        if is_new and each.is_absolute and _is_lost_pinned(after, each):
            piece = after.piece_type_at(each.pinned)
            assert piece is not None
            return sentence("reason_pin", move=_named(found), man=ManName(piece, each.pinned))
    return None


def skewer(found: Refutation) -> Sentence | None:
    """The reply attacks a dear man along a line; behind it stands another, which is lost when it steps aside."""
    after, square = found.after, found.reply.to_square
    kind = after.piece_type_at(square)
    if kind not in (chess.BISHOP, chess.ROOK, chess.QUEEN) or exchange(after, square) > 0:
        return None
    for front in chess.scan_forward(after.attacks_mask(square) & after.occupied_co[after.turn]):
        behind = _behind(after, square, front)
        front_kind = after.piece_type_at(front)
        if behind is None or front_kind is None or after.color_at(behind) is not after.turn:
            continue
        is_driven = _worth(front_kind) > _worth(kind)
        is_check = front_kind == chess.KING
        behind_kind = after.piece_type_at(behind)
        assert behind_kind is not None
        if (
            is_driven
            and _worth(front_kind) > _worth(behind_kind) > 1
            and _is_lost_behind(after, front, behind, is_check)
        ):
            men = Listed((ManName(front_kind, front), ManName(behind_kind, behind)))
            return sentence("reason_skewer", move=_named(found), men=men)
    return None


def discovered(found: Refutation) -> Sentence | None:
    """The man that replied opens a line for another, who now attacks something dearer than itself."""
    after, mover = found.after, not found.after.turn
    for by in chess.scan_forward(after.occupied_co[mover] & (after.bishops | after.rooks | after.queens)):
        if by == found.reply.to_square:
            continue
        new = after.attacks_mask(by) & ~found.board.attacks_mask(by) & after.occupied_co[after.turn]
        for target in chess.scan_forward(new):
            opened = chess.between(by, target) & chess.BB_SQUARES[found.reply.from_square]
            kind, attacker = after.piece_type_at(target), after.piece_type_at(by)
            assert kind is not None and attacker is not None
            if opened and (_worth(kind) > _worth(attacker) or exchange(after_pass(after), target) > 0):
                return sentence(
                    "reason_discovered", move=_named(found), by=ManName(attacker, by), man=ManName(kind, target)
                )
    return None


def back_rank(found: Refutation) -> Sentence | None:
    """The reply takes something that is defended, but taking back allows mate on the back rank."""
    if not found.board.is_capture(found.reply):
        return None
    after = found.after
    takers = [move for move in after.legal_moves if move.to_square == found.reply.to_square]
    if not takers or not all(_mated_on_back_rank(after, move) for move in takers):
        return None
    return sentence("reason_back_rank", move=_named(found))


def overloaded(found: Refutation) -> Sentence | None:
    """The reply takes a man whose only defender is needed elsewhere: if it takes back, the other man is lost."""
    board, reply = found.board, found.reply
    if not board.is_capture(reply) or board.is_en_passant(reply) or board.is_check():
        return None
    after = found.after
    takers = [move for move in after.legal_moves if move.to_square == reply.to_square]
    if len(takers) != 1:
        return None
    defender = takers[0].from_square
    kind = after.piece_type_at(defender)
    later = after.copy(stack=False)
    later.push(takers[0])
    for square in chess.scan_forward(board.occupied_co[after.turn]):
        if square in (defender, reply.to_square) or later.piece_type_at(square) in (None, chess.KING):
            continue
        was_held = exchange(board, square) <= 0 and defender in board.attackers(after.turn, square)
        if was_held and exchange(later, square) >= 1 + _net_cost(board, reply):
            other = later.piece_type_at(square)
            assert kind is not None and other is not None
            return sentence(
                "reason_overloaded", defender=ManName(kind, defender), move=_named(found), man=ManName(other, square)
            )
    return None


def promotion(found: Refutation) -> Sentence | None:
    """The reply promotes a pawn that is not lost, or brings one to where nobody can stop it any more."""
    after = found.after
    if found.reply.promotion:
        if exchange(after, found.reply.to_square) > 0:
            return None
        return sentence("reason_promotion", move=_named(found))
    square = found.reply.to_square
    if after.piece_type_at(square) != chess.PAWN or after.is_check():
        return None
    if all(_still_promotes(after, move, square) for move in after.legal_moves) and any(after.legal_moves):
        return sentence("reason_promotion_soon", move=_named(found))
    return None


def lost_ending(found: Refutation) -> Sentence | None:
    """The reply takes, or takes back, what leaves an ending that is known to be lost."""
    board = found.board
    if not (board.is_capture(found.reply) or _has_just_taken(board)):
        return None
    result = found.known(found.after)
    return sentence("reason_lost_ending", move=_named(found)) if result and result.winner is board.turn else None


#: In the order in which they are said.
REASONS: tuple[Callable[[Refutation], Sentence | None], ...] = (
    mate,
    broken_pin,  # before what hangs, since it says why it does
    hanging,
    fork,
    pin,
    skewer,
    discovered,
    back_rank,
    overloaded,
    promotion,
    lost_ending,
)


def forces_mate(board: chess.Board, move: chess.Move, moves: int) -> bool:
    """Whether this move mates in so many moves against every defence; beyond two moves only checks are tried."""
    if moves > ALL_MOVES and not board.gives_check(move):
        return False
    after = board.copy(stack=False)
    after.push(move)
    if after.is_checkmate():
        return True
    if moves == 1 or after.is_stalemate() or after.is_insufficient_material():
        return False
    return all(_is_mated_after(after, reply, moves - 1) for reply in after.legal_moves)


def after_pass(board: chess.Board) -> chess.Board:
    """The same position with the other side to move, to see what it threatens."""
    passed = board.copy(stack=False)
    passed.turn, passed.ep_square = not board.turn, None
    return passed


def _is_mated_after(board: chess.Board, reply: chess.Move, moves: int) -> bool:
    there = board.copy(stack=False)
    there.push(reply)
    return any(forces_mate(there, move, moves) for move in list(there.legal_moves))


def _targets(after: chess.Board, square: chess.Square) -> tuple[chess.Square, ...]:
    """The men whom the one on a square attacks and could win: the king, dearer ones, and those that hang."""
    forker = after.piece_type_at(square)
    assert forker is not None
    threatened = after_pass(after)
    return tuple(
        target
        for target in chess.scan_forward(after.attacks_mask(square) & after.occupied_co[after.turn])
        if (kind := after.piece_type_at(target)) is not None
        and (
            kind == chess.KING
            or EXCHANGE_VALUES[kind] > EXCHANGE_VALUES[forker]
            or (
                kind != chess.PAWN and not after.attackers_mask(after.turn, target) and exchange(threatened, target) > 0
            )
        )
    )


def _is_lost_pinned(after: chess.Board, found: Pin) -> bool:
    """Whether no move saves the pinned man: after each of them it stands there still and can be won."""
    if after.is_check() or not any(after.legal_moves):
        return False
    for move in after.legal_moves:
        later = after.copy(stack=False)
        later.push(move)
        if later.color_at(found.pinned) is not after.turn or exchange(later, found.pinned) <= 0:
            return False
    return True


def _is_lost_behind(after: chess.Board, front: chess.Square, behind: chess.Square, is_check: bool) -> bool:
    """Whether every move of the front man leaves the one behind to be won; in check it or something has to move."""
    moves = [move for move in after.legal_moves if is_check or move.from_square == front]
    if not moves:
        return False
    for move in moves:
        later = after.copy(stack=False)
        later.push(move)
        if later.color_at(behind) is not after.turn or exchange(later, behind) <= 0:
            return False
    return True


def _behind(board: chess.Board, square: chess.Square, front: chess.Square) -> chess.Square | None:
    line = [
        at
        for at in chess.scan_forward(chess.ray(square, front) & board.occupied)
        if chess.between(square, at) & chess.BB_SQUARES[front]
    ]
    return min(line, key=lambda at: chess.square_distance(square, at), default=None)


def _mated_on_back_rank(after: chess.Board, taker: chess.Move) -> bool:
    there = after.copy(stack=False)
    there.push(taker)
    king = there.king(after.turn)
    if king is None or chess.square_rank(king) not in (0, 7):
        return False
    heavy = there.rooks | there.queens
    return any(
        chess.square_rank(move.to_square) == chess.square_rank(king)
        and chess.BB_SQUARES[move.from_square] & heavy
        and forces_mate(there, move, 1)
        for move in there.legal_moves
    )


def _has_just_taken(board: chess.Board) -> bool:
    """Whether the move that led here took something."""
    if not board.move_stack:
        return False
    before = board.copy()
    move = before.pop()
    return before.is_capture(move)


def _net_cost(board: chess.Board, reply: chess.Move) -> int:
    """What the reply gives up when it is taken back: its man less the one it took."""
    mover, taken = board.piece_type_at(reply.from_square), board.piece_type_at(reply.to_square)
    return EXCHANGE_VALUES[mover or chess.PAWN] - EXCHANGE_VALUES[taken or chess.PAWN]


def _still_promotes(after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    there = after.copy(stack=False)
    there.push(move)
    if there.piece_type_at(square) != chess.PAWN or there.color_at(square) is after.turn:
        return False
    for push in there.legal_moves:
        if push.from_square == square and push.promotion == chess.QUEEN:
            later = there.copy(stack=False)
            later.push(push)
            if exchange(later, push.to_square) <= 0:
                return True
    return False


def _worth(kind: chess.PieceType) -> int:
    return _KING if kind == chess.KING else EXCHANGE_VALUES[kind]


def _named(found: Refutation) -> MoveName:
    return MoveName(found.board, found.reply)


def _men(board: chess.Board, squares: tuple[chess.Square, ...]) -> Listed:
    named: list[Part] = []
    for square in squares:
        kind = board.piece_type_at(square)
        assert kind is not None
        named.append(ManName(kind, square))
    return Listed(tuple(named))
