"""Names of one language that would be taken for one another when they are typed."""

import re
from collections import defaultdict

from access_chess.notation.names import Names
from access_chess.notation.vocabulary import spellings

_SQUARES = re.compile("[a-h]{1,2}|[a-h]*[1-8][a-h1-8]*")


def clashes(names: Names) -> tuple[str, ...]:
    """The spellings, folded, that stand for two different things, or that look like files and ranks ("de").

    Empty when every name can be told from every other.
    """
    signs: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for spelling, sign in spellings(names):
        signs[spelling].add(sign)
    phrases = {" ".join(spelling): meant for spelling, meant in signs.items()}
    return tuple(phrase for phrase, meant in phrases.items() if len(meant) > 1 or _SQUARES.fullmatch(phrase))
