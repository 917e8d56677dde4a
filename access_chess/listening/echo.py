"""The echo: the opponent repeats the announced move, and both are told when it differs (E.2.1)."""

from enum import StrEnum

import chess

from access_chess.listening.heard import Asked, HeardChoice, HeardMove


class Echo(StrEnum):
    """How a repetition compares with the announcement."""

    SAME = "echo_same"
    DIFFERENT = "echo_different"
    UNCLEAR = "echo_unclear"


def compared(announced: chess.Move, repeated: Asked) -> Echo:
    """Doubt is never taken for a difference: what was not clearly heard is asked for again."""
    match repeated:
        case HeardMove():
            return Echo.SAME if repeated.move == announced else Echo.DIFFERENT
        case HeardChoice():
            # "rook david one" without telling which rook, as the announcement may have been: it fits
            return Echo.SAME if announced in repeated.moves else Echo.UNCLEAR
        case _:
            return Echo.UNCLEAR
