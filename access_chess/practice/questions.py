"""What a player who practises may ask of a position: pawns by file, what a move would change."""

from dataclasses import dataclass

import chess

from access_chess.practice.position import after


@dataclass(frozen=True, kw_only=True)
class WhatIf:
    """A move that is thought of only: how many replies it allows, and the dearest man that could be taken, if any."""

    replies: int
    hanging: chess.PieceType | None


def pawns_on(board: chess.Board, file: int) -> tuple[chess.Square, ...]:
    """The pawns of both sides on a file, from the first rank up."""
    return tuple(square for square in chess.scan_forward(board.pawns & chess.BB_FILES[file]))


def what_if(board: chess.Board, move: chess.Move) -> WhatIf:
    """What a legal move would allow the opponent."""
    there = after(board, move)
    replies = tuple(there.legal_moves)
    taken = [there.piece_type_at(reply.to_square) for reply in replies if there.is_capture(reply)]
    return WhatIf(replies=len(replies), hanging=max((piece for piece in taken if piece), default=None))
