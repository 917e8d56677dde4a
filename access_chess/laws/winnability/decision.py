"""Can a side still mate by any series of legal moves? (5.2.b, 6.9, 7.4.b; 2018: 9.6; settled.md)

Both sides may help, and a series may be of any length: the 75-move and fivefold rules do not cut it short. An answer is
CAN with a helpmate that has been played out, CANNOT with a proof, or UNKNOWN, which is ruled as CAN. Where few moves
lead out of a position every legal one is followed to its end.
"""

from collections.abc import Callable
from itertools import islice

import chess

from access_chess.laws.winnability.gate import has_rammed_pawns, is_cramped, is_ordinary, is_walled_in
from access_chess.laws.winnability.proofs import king_region_proof, material_proof
from access_chess.laws.winnability.search import HelpmateSearch, PackedPosition, SearchEnd, pack
from access_chess.laws.winnability.verdict import Proof, Winnability, WinnabilityVerdict

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

    def explore(self) -> SearchEnd:
        """Follow the moves from the position reached so far."""
        board = self._board
        position = pack(board)
        if position in self._visited:
            return SearchEnd.NOTHING
        if self._spent >= self._budget:
            return SearchEnd.UNSETTLED
        self._spent += 1
        self._visited.add(position)
        left = self._budget - self._spent
        moves = list(islice(board.generate_legal_moves(), left + 1))  # one more than can be followed is as good as all
        if not moves:
            return SearchEnd.MATE if board.turn != self._winner and board.is_check() else SearchEnd.NOTHING
        if material_proof(board, self._winner):
            return SearchEnd.NOTHING
        if self._proofs and len(moves) > 1:
            if king_region_proof(board, self._winner):
                return SearchEnd.NOTHING
            self._spent += _PRICE_OF_A_PROOF
        if len(moves) > self._budget - self._spent:
            return SearchEnd.UNSETTLED
        for move in moves:
            board.push(move)
            found = self.explore()
            board.pop()
            if found is not SearchEnd.NOTHING:
                if found is SearchEnd.MATE:
                    self.line.insert(0, move)
                return found
        return SearchEnd.NOTHING


_FEW_MEN = 10  # forced captures can leave too little of so many men, but hardly of more
_FORCED_NODES = 12  # a check has few answers; if these have answers in turn, nothing is forced
QUICK_NODES = 60  # settles all but one in a thousand of the lost causes of real games
WALLED_IN_NODES = 1000  # for a side that soon runs out of moves: long, but rare
FULL_NODES = 200_000


def quick(board: chess.Board, winner: chess.Color) -> WinnabilityVerdict:
    """Look briefly, as after every move of a game; the board is left as it was.

    >>> quick(chess.Board("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"), chess.WHITE).reason.name
    'KING_UNREACHABLE'
    """
    if proof := material_proof(board, winner):
        return _no_mate(board, winner, proof)
    if is_ordinary(board, winner):
        return WinnabilityVerdict(answer=Winnability.UNKNOWN, reason=Proof.ORDINARY)
    return _close(board, winner, only_if_cramped=True)


def is_dead(board: chess.Board) -> bool:
    """Is it proved that neither side can mate, so that the game is drawn (5.2.b, 9.6)? Looks only briefly.

    A board with many men, of which not all are bishops and pawns that block each other, is looked into only in check:
    else it is dead in no real game.
    """
    is_open = board.knights | board.rooks | board.queens or not has_rammed_pawns(board)
    if is_open and board.occupied.bit_count() > _FEW_MEN:
        return board.is_check() and _ends_by_force(board, board.turn) and _ends_by_force(board, not board.turn)
    return _cannot(board, board.turn) and _cannot(board, not board.turn)


def full(
    board: chess.Board, winner: chess.Color, *, nodes: int = FULL_NODES, keep_going: Callable[[], bool] = lambda: True
) -> WinnabilityVerdict:
    """Look for a helpmate as well, as on a flag fall; the board is left as it was.

    `nodes` bounds the positions looked at, and `keep_going` is asked before each of them: False ends the search.
    """
    if proof := material_proof(board, winner):
        return _no_mate(board, winner, proof)
    verdict = _close(board, winner, only_if_cramped=False)
    if verdict.answer is not Winnability.UNKNOWN:
        return verdict
    search = HelpmateSearch(board, winner)
    found = search.run(nodes=nodes - verdict.nodes, keep_going=keep_going)
    spent = verdict.nodes + search.nodes
    match found:
        case SearchEnd.MATE:
            return _mate(board, winner, search.helpmate(), spent)
        case SearchEnd.NOTHING:
            return WinnabilityVerdict(answer=Winnability.CANNOT, reason=Proof.EXHAUSTED, nodes=spent)
        case SearchEnd.UNSETTLED:
            return WinnabilityVerdict(answer=Winnability.UNKNOWN, reason=Proof.BUDGET, nodes=spent)


def _cannot(board: chess.Board, winner: chess.Color) -> bool:
    return quick(board, winner).answer is Winnability.CANNOT


def _ends_by_force(board: chess.Board, winner: chess.Color) -> bool:
    """Does every answer to a check end the game without a mate by `winner`?"""
    return Closure(board, winner, budget=_FORCED_NODES, proofs=False).explore() is SearchEnd.NOTHING


def _no_mate(board: chess.Board, winner: chess.Color, proof: Proof) -> WinnabilityVerdict:
    """The material does not suffice: unless an impossible mate with it is on the board, which the diagram decides."""
    return _terminal(board, winner) or WinnabilityVerdict(answer=Winnability.CANNOT, reason=proof)


def _terminal(board: chess.Board, winner: chess.Color) -> WinnabilityVerdict | None:
    """The verdict when no move is left."""
    if any(board.generate_legal_moves()):
        return None
    if board.turn != winner and board.is_check():
        return WinnabilityVerdict(answer=Winnability.CAN, reason=Proof.HELPMATE)
    return WinnabilityVerdict(answer=Winnability.CANNOT, reason=Proof.TERMINAL)


def _close(board: chess.Board, winner: chess.Color, *, only_if_cramped: bool) -> WinnabilityVerdict:
    """The verdict from the king's region, and from following the moves, on demand only where they may end soon."""
    if terminal := _terminal(board, winner):
        return terminal
    if proof := king_region_proof(board, winner):
        return WinnabilityVerdict(answer=Winnability.CANNOT, reason=proof, nodes=1)
    walled_in = is_walled_in(board, winner)
    if only_if_cramped and not walled_in and not is_cramped(board):
        return WinnabilityVerdict(answer=Winnability.UNKNOWN, reason=Proof.BUDGET, nodes=1)
    closure = Closure(board, winner, budget=WALLED_IN_NODES if walled_in else QUICK_NODES)
    match closure.explore():
        case SearchEnd.MATE:
            return _mate(board, winner, tuple(closure.line), closure.nodes)
        case SearchEnd.NOTHING:
            return WinnabilityVerdict(answer=Winnability.CANNOT, reason=Proof.EXHAUSTED, nodes=closure.nodes)
        case SearchEnd.UNSETTLED:
            return WinnabilityVerdict(answer=Winnability.UNKNOWN, reason=Proof.BUDGET, nodes=closure.nodes)


def _mate(board: chess.Board, winner: chess.Color, helpmate: tuple[chess.Move, ...], nodes: int) -> WinnabilityVerdict:
    _play_out(board, winner, helpmate)
    return WinnabilityVerdict(answer=Winnability.CAN, reason=Proof.HELPMATE, helpmate=helpmate, nodes=nodes)


def _play_out(board: chess.Board, winner: chess.Color, helpmate: tuple[chess.Move, ...]) -> None:
    """Answer CAN only for a mate seen on the board: raises AssertionError if the line is not one."""
    replayed = board.copy(stack=False)
    for move in helpmate:
        if not replayed.is_legal(move):
            raise AssertionError(f"helpmate from {board.fen()!r} has an illegal move {move.uci()!r}")
        replayed.push(move)
    if replayed.turn == winner or not replayed.is_checkmate():
        raise AssertionError(f"helpmate from {board.fen()!r} does not end in mate: {replayed.fen()!r}")
