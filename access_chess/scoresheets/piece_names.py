"""Pieces that a hand has written out, "Springer f3": as figurines, which every language reads."""

import re

#: The names of king, queen, rook, bishop, knight and pawn as they are written on sheets, in the languages of the packs.
NAMES = (
    "king könig koenig rey roi rei король kuningas kóngur konungur mbreti mfalme राजा",
    "queen dame dama reina rainha ферзь lipp drottning mbretëresha malkia वजीर",
    "rook turm torre tour ладья vanker hrókur kulla ngome हत्ती",
    "bishop läufer laeufer alfil fou bispo слон oda biskup oficeri askofu उंट",
    "knight springer caballo cavalier cavalo конь ratsu riddari kali farasi घोडा",
    "pawn bauer peón peon pion peão peao пешка ettur peð ushtari kitunda प्यादे",
)
FIGURINES = ("♔", "♕", "♖", "♗", "♘", "")  # a pawn's move is its square

_FIGURINE_OF = {name: figurine for names, figurine in zip(NAMES, FIGURINES, strict=True) for name in names.split()}
_SQUARES = r"(?:[a-h][1-8][ \t]*[-x×:][ \t]*|[a-h1-8]?[x×:]?[ \t]*)?[a-h][1-8]"  # without a sign between, two moves
_WRITTEN_OUT = re.compile(rf"(?<!\w)(?P<name>{'|'.join(_FIGURINE_OF)})[ \t]+(?P<squares>{_SQUARES})", re.IGNORECASE)


def with_figurines(text: str) -> str:
    """The text with figurines for the names of pieces that stand before a square.

    >>> with_figurines("2. Springer f3 Läufer c8 - g4 3. Koenig, e4")
    '2. ♘f3 ♗c8-g4 3. Koenig, e4'
    """
    return _WRITTEN_OUT.sub(_figurine_and_squares, text)


def _figurine_and_squares(found: re.Match[str]) -> str:
    return _FIGURINE_OF[found["name"].casefold()] + "".join(found["squares"].split())
