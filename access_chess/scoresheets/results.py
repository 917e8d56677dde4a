"""Results as files and hands write them."""

import re

from access_chess.laws.commands import Result

DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))

#: What stands below the moves of a sheet, and says nothing else.
RESULTS = {
    "1-0": Result.WHITE_WINS, "0-1": Result.BLACK_WINS, "1/2-1/2": Result.DRAW, "½-½": Result.DRAW, "½": Result.DRAW,
    "1/2": Result.DRAW, "0.5-0.5": Result.DRAW, "0,5-0,5": Result.DRAW, "1:0": Result.WHITE_WINS,
    "0:1": Result.BLACK_WINS, "½:½": Result.DRAW, "1/2:1/2": Result.DRAW, "+-": Result.WHITE_WINS,
    "-+": Result.BLACK_WINS, "+:-": Result.WHITE_WINS, "-:+": Result.BLACK_WINS, "*": Result.NONE,
    "1/2-0": Result.HALF_TO_WHITE, "0-1/2": Result.HALF_TO_BLACK, "½-0": Result.HALF_TO_WHITE,
    "0-½": Result.HALF_TO_BLACK, "annulled": Result.ANNULLED,
}  # fmt: skip

#: Of games that were not played; in a game with moves such a sign praises a position.
FORFEITS = {
    "+/-": Result.WHITE_WINS, "-/+": Result.BLACK_WINS, "+--": Result.WHITE_WINS, "--+": Result.BLACK_WINS,
    "+-": Result.WHITE_WINS, "-+": Result.BLACK_WINS, "+:-": Result.WHITE_WINS, "-:+": Result.BLACK_WINS,
    "-/-": Result.BOTH_LOSE, "-:-": Result.BOTH_LOSE, "=/=": Result.DRAW, "=-=": Result.DRAW,
}  # fmt: skip
_ONLY_IN_TAGS = {
    "0-0": Result.BOTH_LOSE, "0:0": Result.BOTH_LOSE, "?": Result.NONE, "": Result.NONE, "-": Result.NONE,
    "draw": Result.DRAW, "white": Result.WHITE_WINS, "black": Result.BLACK_WINS,
}  # fmt: skip
_BY_DEFAULT = re.compile(r"(?<=[01½2])\s*(?:[(\[]?(?:ff?|wo|w/o|k\.?o\.?|forfeit|default|def\.?)[)\]]?)", re.IGNORECASE)


def result_at_end(word: str) -> Result | None:
    """The result that a word behind the moves says; None: it is none.

    >>> result_at_end("1\u20130"), result_at_end("½-½"), result_at_end("+-")
    (<Result.WHITE_WINS: '1-0'>, <Result.DRAW: '1/2-1/2'>, None)
    """
    plain = _plain(word)
    return None if plain in FORFEITS else RESULTS.get(plain)


def result_in_tag(value: str) -> Result | None:
    """The result of a tag, where more forms are possible: "1-0 FF" is won by default; None: it is none."""
    plain = _plain(_BY_DEFAULT.sub("", value.strip())).casefold()
    return (RESULTS | FORFEITS | _ONLY_IN_TAGS).get(plain)


def _plain(word: str) -> str:
    return re.sub(r"\s+", "", word.translate(DASHES))
