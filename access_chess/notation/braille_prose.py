"""Names, headings and rulings in six-dot braille, letter by letter, uncontracted (grade 0 or 1 of each language).

The cells are those of the languages' own codes, as liblouis's tables have them; the tests compare with it where it is
installed. What has no cell here is written without its accent, else left out.
"""

import unicodedata

#: letters of languages beside the 26 of Latin and those of Russian
_LATIN = dict(zip("abcdefghijklmnopqrstuvwxyz", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", strict=True))
_RUSSIAN = dict(zip("абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "⠁⠃⠺⠛⠙⠑⠡⠚⠵⠊⠯⠅⠇⠍⠝⠕⠏⠗⠎⠞⠥⠋⠓⠉⠟⠱⠭⠷⠮⠾⠪⠳⠫", strict=True))
_LETTERS: dict[str, dict[str, str]] = {
    "de": dict(zip("äöüß", "⠜⠪⠳⠮", strict=True)),
    "es": dict(zip("áéíóúüñ", "⠷⠮⠌⠬⠾⠳⠻", strict=True)),
    "fr": dict(zip("àâäçéèêëîïôöùûüœ", "⠷⠡⠜⠯⠿⠮⠣⠫⠩⠻⠹⠪⠾⠱⠳⠪", strict=True)),
    "pt": dict(zip("áàâãçéêíóôõúü", "⠷⠫⠡⠜⠯⠿⠣⠌⠬⠹⠪⠾⠳", strict=True)),
    "et": dict(zip("äõöüšž", "⠜⠣⠪⠳⠱⠮", strict=True)),
    "is": dict(zip("áéíóúýðþæö", "⠡⠮⠣⠹⠻⠯⠱⠫⠜⠪", strict=True)),
}
_SIGNS = {
    ".": "⠄", ",": "⠂", ":": "⠒", ";": "⠆", "?": "⠢", "!": "⠖", "-": "⠤", "–": "⠤", "(": "⠦", ")": "⠴", "/": "⠌",
    "'": "⠄", '"': "⠦", "*": "⠔", "=": "⠶", "+": "⠖",
}  # fmt: skip
_OWN_SIGNS: dict[str, dict[str, str]] = {
    "en": {".": "⠲", "?": "⠦", "(": "⠐⠣", ")": "⠐⠜", "/": "⠸⠌"},
    "fr": {".": "⠲"},
    "de": {"(": "⠶", ")": "⠶"},
    "es": {"(": "⠣", ")": "⠜"},
    "pt": {"(": "⠣⠄", ")": "⠠⠜"},
    "ru": {".": "⠲", "(": "⠣", ")": "⠜"},
    "sw": {".": "⠲", "?": "⠦", "(": "⠶", ")": "⠶"},
}
_DIGITS = "⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊"  # j, a to i behind a number sign
_FRENCH_DIGITS = "⠼⠡⠣⠩⠹⠱⠫⠻⠳⠪"  # Antoine's
NUMBER_SIGN, _FRENCH_NUMBER_SIGN = "⠼", "⠠"


def prose_cells(text: str, language: str, capital: str) -> str:
    """A text in Unicode's braille cells, `capital` before each capital letter; `language` is a BCP 47 tag.

    >>> prose_cells("Anna, 12", "de", "⠨")
    '⠨⠁⠝⠝⠁⠂ ⠼⠁⠃'
    """
    primary = language.split("-")[0].lower()
    cells: list[str] = []
    in_number = False
    for sign in unicodedata.normalize("NFC", text):
        if sign in "0123456789":
            cells.append(("" if in_number else number_sign(primary)) + _digit(sign, primary))
            in_number = True
            continue
        in_number = False
        cells.append(_cell(sign, primary, capital))
    return "".join(cells)


def number_sign(language: str) -> str:
    """What stands before a number in upper digits."""
    return _FRENCH_NUMBER_SIGN if language.split("-")[0].lower() == "fr" else NUMBER_SIGN


def upper_number(number: int, language: str) -> str:
    """A number with its sign, as pages are numbered."""
    primary = language.split("-")[0].lower()
    return number_sign(primary) + "".join(_digit(digit, primary) for digit in str(number))


def _digit(digit: str, language: str) -> str:
    return (_FRENCH_DIGITS if language == "fr" else _DIGITS)[int(digit)]


def _cell(sign: str, language: str, capital: str) -> str:
    if sign.isspace():
        return " "
    lower = sign.lower()
    for table in (_LETTERS.get(language, {}), _LATIN, _RUSSIAN):
        if lower in table:
            return (capital if sign != lower else "") + table[lower]
    own = _OWN_SIGNS.get(language, {}).get(sign) or _SIGNS.get(sign)
    if own is not None:
        return own
    bare = unicodedata.normalize("NFD", sign)[0]
    return _cell(bare, language, capital) if bare != sign else ""
