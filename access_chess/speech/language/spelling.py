"""How the words of a voice pack are shown, and the named places in a sentence that are filled when it is said: "blocked
by the {piece} on {square}".
"""

import string
from collections.abc import Iterable
from enum import StrEnum

_ASCII = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})


class Spelling(StrEnum):
    """As they stand in the pack, or in ASCII as the Laws write German names."""

    NATIVE = "native"
    ASCII = "ascii"

    def shown(self, text: str) -> str:
        """The text as it is shown.

        >>> Spelling.ASCII.shown("Läufer")
        'Laeufer'
        """
        return text.translate(_ASCII) if self is Spelling.ASCII else text


def slots(texts: Iterable[str]) -> frozenset[str]:
    """The names of the slots of several forms of a sentence together.

    Raises ValueError for braces that do not match, and for a slot with more than its name in them.

    >>> sorted(slots(["one move", "{count} moves, {color}"]))
    ['color', 'count']
    """
    names = set()
    for text in texts:
        for _, slot, form, conversion in string.Formatter().parse(text):
            if slot is None:
                continue
            if form or conversion or not slot.isidentifier():
                raise ValueError(f"a slot is a name and nothing else: {slot!r}")
            names.add(slot)
    return frozenset(names)


def check_slots(key: str, text: str, allowed: Iterable[str]) -> None:
    """Raises ValueError, with the key, when a text has a slot that nothing fills, or braces that do not match."""
    unknown = slots([text]) - set(allowed)
    if unknown:
        raise ValueError(f"{key}: nothing fills the slot {{{min(unknown)}}} of {text!r}")
