"""Moves as people write them on a scoresheet (Appendix C)."""

import re

import chess

#: What may be added to a move without changing it: marks of check, mate, en passant and praise (C.9, C.13).
_MARKS = re.compile(r"\s*(e\.?\s*p\.?)?[+#!?]*\s*(e\.?\s*p\.?)?$")
#: e8(Q) and e8/Q are other ways to write e8=Q (C.12).
_PROMOTION = re.compile(r"[(/]([QRBN])\)?$")
#: What stands in a score beside the moves.
_NO_MOVES = ("e.p.", "ep", "(=)")


def parse_san(board: chess.Board, san: str) -> chess.Move | None:
    """The legal move, or None.

    >>> parse_san(chess.Board(), "Ng1-f3!")
    Move.from_uci('g1f3')
    """
    try:
        move = board.parse_san(_PROMOTION.sub(r"=\1", _MARKS.sub("", san)))
    except ValueError:
        return None
    return move or None  # a pass, which python-chess reads, is none


def moves_of_score(text: str) -> tuple[str, ...]:
    """The moves of a score, without their numbers.

    >>> moves_of_score("1. e4 e5 2.Nf3")
    ('e4', 'e5', 'Nf3')
    """
    words = (re.sub(r"^\d+\.+", "", word) for word in text.split())
    return tuple(word for word in words if word and word not in _NO_MOVES)
