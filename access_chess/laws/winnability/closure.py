"""Following every legal move to its end, for positions out of which few moves lead."""

from itertools import islice

import chess

from access_chess.laws.winnability.king_region import king_region_proof
from access_chess.laws.winnability.material import material_proof
from access_chess.laws.winnability.position import PackedPosition, pack
from access_chess.laws.winnability.search import Found

_PRICE_OF_A_PROOF = 6  # a vain look at the king's region takes the time of so many positions


class Closure:
    """Depth first through all positions that can still arise, up to a budget of positions.

    With `proofs`, positions in which the king's region is out of reach are not followed further.
    After `explore` has found MATE, `line` holds the moves from the position given to it.
    """

    def __init__(self, board: chess.Board, winner: chess.Color, *, budget: int, proofs: bool = True) -> None:
        self._board = board.copy(stack=False)
        self._winner = winner
        self._budget = budget
        self._proofs = proofs
        self._spent = 0
        self._visited: set[PackedPosition] = set()
        self.line: list[chess.Move] = []

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return len(self._visited)

    def explore(self) -> Found:
        """Follow the moves from the position reached so far."""
        board = self._board
        position = pack(board)
        if position in self._visited:
            return Found.NOTHING
        if self._spent >= self._budget:
            return Found.UNSETTLED
        self._spent += 1
        self._visited.add(position)
        left = self._budget - self._spent
        moves = list(islice(board.generate_legal_moves(), left + 1))  # one more than can be followed is as good as all
        if not moves:
            return Found.MATE if board.turn != self._winner and board.is_check() else Found.NOTHING
        if material_proof(board, self._winner):
            return Found.NOTHING
        if self._proofs and len(moves) > 1:
            if king_region_proof(board, self._winner):
                return Found.NOTHING
            self._spent += _PRICE_OF_A_PROOF
        if len(moves) > self._budget - self._spent:
            return Found.UNSETTLED
        for move in moves:
            board.push(move)
            found = self.explore()
            board.pop()
            if found is not Found.NOTHING:
                if found is Found.MATE:
                    self.line.insert(0, move)
                return found
        return Found.NOTHING
