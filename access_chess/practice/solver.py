"""One color moves alone: which moves there are, and the fewest that do what a task asks; the shortest ways are
looked at first.

The Laws cannot play such a board: a lone rook would be stalemate, or a dead position. So it has rules of its own:
men move as they do, coins lie where pawns of the other color could be taken, and no man goes where one is guarded.
"""

from functools import lru_cache
from heapq import heappop, heappush
from itertools import count

import chess
from msgspec import Struct
from msgspec.structs import replace

MOST = 300_000  # scenes that are looked at; a task of which the search sees more is too large for a lesson


class SoloScene(Struct, frozen=True, kw_only=True):
    """A board on which `color` moves alone, and the squares that are left to be reached.

    `coins` are those targets on which a coin lies: it is taken as a pawn is, and guards nothing. Where a kind of `man`
    is named, only such a man moves. In a race the other side's pawns answer each move.
    """

    placement: str
    color: chess.Color
    targets: frozenset[chess.Square] = frozenset()
    coins: frozenset[chess.Square] = frozenset()
    man: chess.PieceType | None = None
    is_race: bool = False

    @property
    def board(self) -> chess.Board:
        """The men, with pawns of the other color for the coins, to be changed as one likes."""
        board = _men(self.placement).copy()
        board.turn = self.color
        for square in self.coins:
            board.set_piece_at(square, chess.Piece(chess.PAWN, not self.color))
        return board

    @property
    def is_done(self) -> bool:
        """Whether nothing is left; in a race, whether a pawn has arrived."""
        if self.is_race:
            return bool(self.board.occupied_co[self.color] & _last_rank(self.color))
        return not self.targets


@lru_cache(maxsize=4096)
def _men(placement: str) -> chess.Board:
    """To be copied, never to be changed."""
    board = chess.Board(None)
    board.set_board_fen(placement)
    return board


def scene_of(position: str, targets: str, *, man: chess.PieceType | None = None) -> SoloScene:
    """The scene with which a task begins: targets like "d7 h7".

    A square to which a kind of man is to go is no coin, it does not stand in the way.
    """
    board = chess.Board(position)
    squares = frozenset(map(chess.parse_square, targets.split()))
    coins = frozenset() if man else frozenset(each for each in squares if board.piece_at(each) is None)
    return SoloScene(placement=board.board_fen(), color=board.turn, targets=squares, coins=coins, man=man)


def race_of(position: str) -> SoloScene:
    """The scene with which a race begins."""
    board = chess.Board(position)
    return SoloScene(placement=board.board_fen(), color=board.turn, is_race=True)


def can_move(scene: SoloScene, move: chess.Move) -> bool:
    """Whether the man goes like that, guarded or not."""
    return move in scene.board.generate_pseudo_legal_moves(_movers(scene))


def guard_after(scene: SoloScene, move: chess.Move) -> chess.Square | None:
    """Who would take the man that moves, or the own king, after this move; None where nobody could."""
    return None if scene.is_race else _guard(_moved(scene, move), move.to_square)


@lru_cache(maxsize=4096)
def scenes_after(scene: SoloScene) -> dict[chess.Move, SoloScene]:
    """Every move that may be made, with the scene after it, and after the answer in a race."""
    found = {}
    for move in scene.board.generate_pseudo_legal_moves(_movers(scene)):
        later = _moved(scene, move)
        if scene.is_race:
            answered = later if later.is_done else _answered(later)
            if answered is not None:
                found[move] = answered
        elif _guard(later, move.to_square) is None:
            found[move] = later
    return found


@lru_cache(maxsize=256)
def fewest_moves(scene: SoloScene) -> tuple[chess.Move, ...] | None:
    """A shortest way to the end of a task; None: from here it cannot be done.

    >>> [move.uci() for move in fewest_moves(scene_of("8/8/8/8/3R4/8/8/8 w - - 0 1", "d7 h7"))]
    ['d4d7', 'd7h7']
    """
    if scene.is_done:
        return ()
    came: dict[SoloScene, tuple[SoloScene, chess.Move] | None] = {scene: None}
    number = count()  # of equally long ways the one that was seen first
    waiting = [(_least(scene), next(number), 0, scene)]
    done: set[SoloScene] = set()
    fewest = {scene: 0}
    while waiting:
        _, _, moves, here = heappop(waiting)
        if here.is_done:
            return _way(came, here)
        if here in done:
            continue
        done.add(here)
        for move, there in scenes_after(here).items():
            if moves + 1 < fewest.get(there, MOST):
                fewest[there] = moves + 1
                came[there] = here, move
                heappush(waiting, (moves + 1 + _least(there), next(number), moves + 1, there))
        if len(came) > MOST:
            raise ValueError(f"expected a task of at most {MOST} scenes, got more from {scene.placement!r}")
    return None


def _least(scene: SoloScene) -> int:
    """A move reaches one target at the most, so there are never fewer moves than targets."""
    return len(scene.targets)


def _movers(scene: SoloScene) -> chess.Bitboard:
    board = scene.board
    return chess.BB_ALL if scene.man is None else board.pieces_mask(scene.man, scene.color)


def _way(came: dict[SoloScene, tuple[SoloScene, chess.Move] | None], end: SoloScene) -> tuple[chess.Move, ...]:
    moves = []
    step = came[end]
    while step is not None:
        moves.append(step[1])
        step = came[step[0]]
    return tuple(reversed(moves))


def _moved(scene: SoloScene, move: chess.Move) -> SoloScene:
    """The scene after a move, without an answer."""
    board = _men(scene.placement).copy()
    piece = board.remove_piece_at(move.from_square)
    assert piece is not None, "somebody moves"
    board.set_piece_at(move.to_square, chess.Piece(move.promotion or piece.piece_type, piece.color))
    reached = {move.to_square}
    return replace(scene, placement=board.board_fen(), targets=scene.targets - reached, coins=scene.coins - reached)


def _guard(scene: SoloScene, landed: chess.Square) -> chess.Square | None:
    board = scene.board
    kings = board.pieces(chess.KING, scene.color)
    for square in (landed, *kings):
        for attacker in board.attackers(not scene.color, square):
            if attacker not in scene.coins:
                return attacker
    return None


def _answered(scene: SoloScene) -> SoloScene | None:
    """The race after the other side's move; None where it has arrived first.

    Who can take takes; else the foremost pawn that can go goes as far as it can, from the left where two are level.
    """
    board = scene.board
    other = not scene.color
    board.turn = other
    moves = sorted(
        board.generate_pseudo_legal_moves(from_mask=board.pawns),
        key=lambda move: (
            not board.is_capture(move),
            _to_go(move.from_square, other),
            _to_go(move.to_square, other),
            chess.square_file(move.from_square),
            move.promotion != chess.QUEEN,
        ),
    )
    if not moves:
        return scene
    later = _moved(scene, moves[0])
    return None if later.board.occupied_co[other] & _last_rank(other) else later


def _to_go(square: chess.Square, color: chess.Color) -> int:
    """How many ranks a pawn of this color is from its last."""
    rank = chess.square_rank(square)
    return 7 - rank if color == chess.WHITE else rank


def _last_rank(color: chess.Color) -> chess.Bitboard:
    return chess.BB_RANK_8 if color == chess.WHITE else chess.BB_RANK_1
