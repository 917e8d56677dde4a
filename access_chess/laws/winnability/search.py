"""Looking for a helpmate, or for the proof that there is none because every series of legal moves was followed.

Best-first over all positions that can arise, each looked at once. Several orders take turns, so that no single idea of
what a mate looks like can lead astray for long.
"""

import struct
from collections.abc import Callable, Iterator
from enum import Enum, auto
from heapq import heappop, heappush
from operator import mul

import chess

from access_chess.laws.winnability.gate import has_rammed_pawns
from access_chess.laws.winnability.picture import Picture, is_pawn_bound, picture
from access_chess.laws.winnability.proofs import king_region_proof, material_proof

#: What each order makes of (prey, king, defenders, missing, knight, flights, freeing, plies). Found by trial on some
#: hundred positions: nearest kings, thinned defenders, closed flights, and an army left as it is.
_ORDERS = (
    (20, 20, 10, 5, 5, 5, 0, 1),
    (20, 20, 30, 10, 10, 5, 0, 1),
    (5, 5, 5, 10, 10, 30, 0, 1),
    (30, 5, 3, 10, 10, 5, 0, 1),
)
#: Where the king must first free a pawn: bishops of one color mate nobody meanwhile, and have many moves.
_FREEING = (0, 0, 0, 10, 0, 0, 20, 1)
_MOST_POSITIONS = 400_000  # about 150 MB


#: A position as 67 bytes: small enough to keep hundreds of thousands, and quick to set up on a board again.
PackedPosition = bytes
_LAYOUT = struct.Struct("<8Q?b")
_NO_SQUARE = -1


class SearchEnd(Enum):
    """How a search ended: with a mate, with proof that there is none, or without either."""

    MATE = auto()
    NOTHING = auto()
    UNSETTLED = auto()


class HelpmateSearch:
    """All positions that can arise from a board, with how each was first reached."""

    def __init__(self, board: chess.Board, winner: chess.Color) -> None:
        self._board = board.copy(stack=False)
        self._winner = winner
        self._positions: list[PackedPosition] = []
        self._parents: list[int] = []
        self._moves: list[chess.Move] = []
        self._plies: list[int] = []
        self._waiting: list[bool] = []
        self._unproved: set[int] = set()
        self._known: set[PackedPosition] = set()
        self._orders = (*_ORDERS, _FREEING) if is_pawn_bound(board, winner) else _ORDERS
        self._heaps: list[list[int]] = [[] for _ in self._orders]
        self._mate: int | None = None
        self.nodes = 0
        self._add(chess.Move.null(), -1, zeroing=True)

    def run(self, *, nodes: int, keep_going: Callable[[], bool]) -> SearchEnd:
        """Look at up to `nodes` positions; `keep_going` is asked before each."""
        for index in self._in_turn():
            if self.nodes >= nodes or len(self._positions) > _MOST_POSITIONS or not keep_going():
                return SearchEnd.UNSETTLED
            self.nodes += 1
            if self._expand(index):
                self._mate = index
                return SearchEnd.MATE
        return SearchEnd.NOTHING

    def helpmate(self) -> tuple[chess.Move, ...]:
        """The moves to the mate that was found."""
        line = []
        index = self._mate or 0
        while index > 0:
            line.append(self._moves[index])
            index = self._parents[index]
        return tuple(reversed(line))

    def _in_turn(self) -> Iterator[int]:
        """The next position by each order in turn, until none waits."""
        while any(self._heaps):
            for heap in self._heaps:
                while heap:
                    index = heappop(heap) & _INDEX
                    if self._waiting[index]:
                        self._waiting[index] = False
                        yield index
                        break

    def _expand(self, index: int) -> bool:
        """Add the positions one move further; True if this one is mate."""
        board = self._board
        unpack_onto(board, self._positions[index])
        moves = list(board.generate_legal_moves())
        if not moves:
            return board.turn != self._winner and board.is_check()
        if index in self._unproved:
            self._unproved.remove(index)
            if king_region_proof(board, self._winner):
                return False
        for move in moves:
            zeroing = board.is_zeroing(move)
            board.push(move)
            self._add(move, index, zeroing=zeroing)
            board.pop()
        return False

    def _add(self, move: chess.Move, parent: int, *, zeroing: bool) -> None:
        board = self._board
        position = pack(board)
        if position in self._known:
            return
        self._known.add(position)
        if material_proof(board, self._winner):
            return
        index = len(self._positions)
        self._positions.append(position)
        self._parents.append(parent)
        self._moves.append(move)
        self._plies.append(self._plies[parent] + 1 if parent >= 0 else 0)
        self._waiting.append(True)
        if zeroing and has_rammed_pawns(board):
            self._unproved.add(index)
        measured = picture(board, self._winner)
        for heap, order in zip(self._heaps, self._orders, strict=True):
            heappush(heap, _priority(measured, self._plies[index], order) << _INDEX_BITS | index)


_INDEX_BITS = 32
_INDEX = (1 << _INDEX_BITS) - 1


def _priority(measured: Picture, plies: int, order: tuple[int, ...]) -> int:
    total: int = sum(map(mul, measured, order))
    return total + plies * order[-1]


def pack(board: chess.Board) -> PackedPosition:
    """All that decides which moves are legal now and later; the counters of moves are left out."""
    ep_square = board.ep_square
    return _LAYOUT.pack(
        board.occupied_co[chess.WHITE],
        board.occupied_co[chess.BLACK],
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.kings,
        board.castling_rights,
        board.turn,
        _NO_SQUARE if ep_square is None else ep_square,
    )


def unpack_onto(board: chess.Board, position: PackedPosition) -> None:
    """Set up a packed position on a board that has no moves to take back."""
    (
        white,
        black,
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.kings,
        board.castling_rights,
        board.turn,
        ep_square,
    ) = _LAYOUT.unpack(position)
    board.occupied_co[chess.WHITE] = white
    board.occupied_co[chess.BLACK] = black
    board.occupied = white | black
    board.queens = board.occupied & ~(board.pawns | board.knights | board.bishops | board.rooks | board.kings)
    board.ep_square = None if ep_square == _NO_SQUARE else ep_square
