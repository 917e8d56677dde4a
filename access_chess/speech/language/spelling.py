"""How the words of a voice pack are shown."""

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
