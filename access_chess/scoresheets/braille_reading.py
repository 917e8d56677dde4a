"""A hand-kept sheet in braille as print: numbers, moves and results as signs, what was erased left out.

Ranks may be lowered digits, or upper ones with or without a number sign; numbers of moves may be either. An error is
struck out with full cells.
"""

import re

from access_chess.laws.commands import Result
from access_chess.notation.braille import DOT_6
from access_chess.notation.braille_prose import LANGUAGES, prose_cells, upper_number

CELL_LETTERS = dict(zip("⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", "abcdefghijklmnopqrstuvwxyz", strict=True))
_LOWERED = dict(zip("⠴⠂⠆⠒⠲⠢⠖⠶⠦⠔", "0123456789", strict=True))
_UPPER = dict(zip("⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊", "0123456789", strict=True))
_CAPITALS = "⠠⠨"
_NUMBER_SIGN, _HYPHEN, _FULL = "⠼", "⠤", "⠿"
_SEPARATOR = "⠜"  # of a move from punctuation or the sign of mate behind it (UKAAF 1.4)
_STOPS = "[⠲⠄]?"

_CELL = re.compile("[⠀-⣿]")
_STRUCK = re.compile("⠿{2,}")  # what stands before the full cells is what they strike out
LONGEST_TOKEN = 60  # cells; no word of a sheet has as many
_NUMBER = re.compile(f"(?:(?P<lowered>[{''.join(_LOWERED)}]+?)|⠼(?P<upper>[{''.join(_UPPER)}]+)){_STOPS}")
_NUMBER_WITH_MOVE = re.compile(f"(?P<number>[{''.join(_LOWERED)}]+)(?P<move>[{''.join(CELL_LETTERS)}{_CAPITALS}].*)")
_YEAR = re.compile(f"{_NUMBER_SIGN}(?P<digits>[{''.join(_UPPER)}]{{4,}})(?P<rest>.*)")  # no rank has four digits
_OFFERS = frozenset({"⠐⠣⠐⠶⠐⠜", "⠦⠶⠴", "⠶⠶⠶", "⠣⠶⠜", "⠣⠐⠶⠜", "⠐⠣⠶⠐⠜", "⠣⠄⠶⠠⠜"})
_RESULTS = re.compile(r"(?:1|0|½|1/2)-(?:1|0|½|1/2)")
#: as each language's prose has them: their strokes and numbers differ
_RESULT_OF: dict[str, str] = {
    prose_cells(result.value, language, DOT_6): result.value
    for language in LANGUAGES
    for result in Result
    if result is not Result.NONE
}


def has_cells(text: str) -> bool:
    """Whether there is braille in a text."""
    return _CELL.search(text) is not None


def without_page_titles(cells: str) -> str:
    """Pages, each ended by a form feed, as one text: without the line over each that ends with the page's number."""
    pages = cells.split("\f")
    return "\n".join(_without_title(page, number) for number, page in enumerate(pages, 1))


def _without_title(page: str, number: int) -> str:
    title, end, rest = page.lstrip("\r\n").partition("\n")
    is_title = title.replace("⠀", " ").split()[-1:] in [[upper_number(number, language)] for language in ("en", "fr")]
    return rest if is_title and end else page


def printed(text: str) -> str:
    """A whole sheet as print, line by line, indents kept."""
    lines = text.replace("⠀", " ").splitlines()
    return "\n".join(_printed_line(line) for line in lines)


def printed_move(cells: str) -> str:
    """A move as print: capital signs make capitals, lowered cells and the one behind a number sign are digits.

    >>> printed_move("⠨⠎⠋⠒"), printed_move("⠃⠼⠁⠉⠼⠉"), printed_move("⠕⠤⠕")
    ('Sf3', 'b1c3', 'o-o')
    >>> printed_move("⠑⠲⠜⠂"), printed_move("⠗⠑⠦⠜⠍")
    ('e4', 're8')
    """
    signs: list[str] = []
    is_capital = is_number = False
    for cell in cells.split(_SEPARATOR)[0]:
        if cell in _CAPITALS:
            is_capital = True
        elif cell == _NUMBER_SIGN:
            is_number = True
        elif is_number and cell in _UPPER:
            signs.append(_UPPER[cell])
            is_number = False  # a rank has one digit
        elif cell in _LOWERED:
            signs.append(_LOWERED[cell])
            is_number = False
        elif cell in CELL_LETTERS:
            signs.append(CELL_LETTERS[cell].upper() if is_capital else CELL_LETTERS[cell])
            is_capital = is_number = False
        elif cell == _HYPHEN:
            signs.append("-")
        elif not "⠀" <= cell <= "⣿":
            signs.append(cell)
        # signs of capture and check say nothing here
    return "".join(signs)


def _printed_line(line: str) -> str:
    indent = line[: len(line) - len(line.lstrip(" "))]
    tokens = (token for token in line.split() if len(token) <= LONGEST_TOKEN)
    return indent + " ".join(_printed_token(_STRUCK.split(token)[-1]) for token in tokens)


def _printed_token(token: str) -> str:
    if not token:
        return ""
    if token in _OFFERS:
        return "(=)"
    if token == _FULL or token.strip(_HYPHEN) == "":
        return "?"
    if found := _NUMBER.fullmatch(token):
        return _digits(found)
    result = _printed_result(token)
    if _RESULTS.fullmatch(result) or result == Result.ANNULLED.value:
        return result
    if found := _YEAR.fullmatch(token):
        return "".join(_UPPER[cell] for cell in found["digits"]) + printed_move(found["rest"])
    if found := _NUMBER_WITH_MOVE.fullmatch(token):
        return f"{''.join(_LOWERED[cell] for cell in found['number'])}. {printed_move(found['move'])}"
    if token.startswith(_HYPHEN):
        return f"... {printed_move(token[1:])}"
    if token.endswith(_FULL):
        return f"{printed_move(token[:-1])}?"
    return printed_move(token)


def _digits(found: re.Match[str]) -> str:
    if found["upper"]:
        return "".join(_UPPER[cell] for cell in found["upper"]) + "."
    return "".join(_LOWERED[cell] for cell in found.group() if cell in _LOWERED) if found["lowered"] else ""


def _printed_result(token: str) -> str:
    """A result as prose has it, or as hands write it: digits of either kind, a stroke, a hyphen."""
    if token in _RESULT_OF:
        return _RESULT_OF[token]
    signs: list[str] = []
    for cell in token:
        if cell in _UPPER or cell in _LOWERED:
            signs.append(_UPPER.get(cell) or _LOWERED[cell])
        elif cell in "⠌⠸":
            signs.append("/" if cell == "⠌" else "")
        elif cell == _HYPHEN:
            signs.append("-")
        elif cell != _NUMBER_SIGN:
            return ""
    return "".join(signs).replace("//", "/")
