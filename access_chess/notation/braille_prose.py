"""Names, headings and rulings in six-dot braille, letter by letter, uncontracted (grade 0 or 1 of each language).

The cells are those of the languages' own codes, as liblouis's tables have them; the tests compare with it where it is
installed. What has no cell here is written without its accent or as two letters, else left out.
"""

import re
import unicodedata
from functools import cache

#: the languages of the packs; Albanian has the letters of Latin alone
LANGUAGES = ("de", "en", "es", "et", "fr", "is", "mr", "pt", "ru", "sq", "sw")
#: letters of languages beside the 26 of Latin and those of Russian
_LATIN = dict(zip("abcdefghijklmnopqrstuvwxyz", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", strict=True))
_RUSSIAN = dict(zip("абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "⠁⠃⠺⠛⠙⠑⠡⠚⠵⠊⠯⠅⠇⠍⠝⠕⠏⠗⠎⠞⠥⠋⠓⠉⠟⠱⠭⠷⠮⠾⠪⠳⠫", strict=True))
#: Bharati braille for Devanagari: a vowel has one cell, whether it stands alone or as a sign at a consonant
_DEVANAGARI = {
    **dict(zip("ँंःअआइईउऊऍएऐऑओऔकखगघङचछजझञटठडढणत", "⠄⠰⠠⠁⠜⠊⠔⠥⠳⠌⠑⠌⠭⠕⠪⠅⠨⠛⠣⠬⠉⠡⠚⠴⠒⠾⠺⠫⠿⠼⠞", strict=True)),
    **dict(zip("थदधनपफबभमयरऱलळवशषसहऽािीुूॅेैॉोौ।", "⠹⠙⠮⠝⠏⠖⠃⠘⠍⠽⠗⠻⠇⠸⠧⠩⠯⠎⠓⠂⠜⠊⠔⠥⠳⠌⠑⠌⠭⠕⠪⠲", strict=True)),
    "ऋ": "⠐⠗", "ृ": "⠐⠗", "॥": "⠲⠲",
}  # fmt: skip
_VIRAMA, _VIRAMA_CELL = "्", "⠈"  # behind the consonant in print, before it in braille
_VIRAMA_BEHIND = re.compile(rf"(\w){_VIRAMA}")
_LETTERS: dict[str, dict[str, str]] = {
    "de": dict(zip("äöüß", "⠜⠪⠳⠮", strict=True)),
    "es": dict(zip("áéíóúüñ", "⠷⠮⠌⠬⠾⠳⠻", strict=True)),
    "fr": dict(zip("àâäçéèêëîïôöùûüœñí", "⠷⠡⠜⠯⠿⠮⠣⠫⠩⠻⠹⠪⠾⠱⠳⠪⠻⠌", strict=True)),
    "pt": dict(zip("áàâãçéèêíñóôõúü", "⠷⠫⠡⠜⠯⠿⠮⠣⠌⠻⠬⠹⠪⠾⠳", strict=True)),
    "et": dict(zip("äõöüšž", "⠜⠣⠪⠳⠱⠮", strict=True)),
    "mr": _DEVANAGARI,
    "is": dict(zip("áéíóúýðþæö", "⠡⠮⠣⠹⠻⠯⠱⠫⠜⠪", strict=True)),
}
#: letters of foreign names that are no letter with an accent
_WRITTEN_APART = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
_SIGNS = {
    ".": "⠄", ",": "⠂", ":": "⠒", ";": "⠆", "?": "⠢", "!": "⠖", "-": "⠤", "–": "⠤", "(": "⠦", ")": "⠴", "/": "⠌",
    "'": "⠄", "’": "⠄", '"': "⠦", "„": "⠦", "“": "⠦", "”": "⠴", "*": "⠔", "=": "⠶", "+": "⠖",
}  # fmt: skip
_OWN_SIGNS: dict[str, dict[str, str]] = {
    "en": {
        ".": "⠲", "?": "⠦", "(": "⠐⠣", ")": "⠐⠜", "/": "⠸⠌", "+": "⠐⠖", "=": "⠐⠶", "&": "⠈⠯", "%": "⠨⠴", "#": "⠸⠹",
        "@": "⠈⠁", "<": "⠈⠣", ">": "⠈⠜", "_": "⠨⠤",
    },
    "fr": {".": "⠲", "+": "⠠⠖", "=": "⠠⠶", "#": "⠐⠼"},
    "de": {
        "(": "⠶", ")": "⠶", "/": "⠐⠂", "'": "⠠", "’": "⠠", "+": "⠈⠖", "=": "⠈⠶", "&": "⠐⠥", "%": "⠼⠚⠴", "#": "⠈⠼",
        "<": "⠈⠪⠄", ">": "⠈⠕⠂", "_": "⠈⠸", '"': "⠴",
    },
    "es": {"(": "⠣", ")": "⠜", "/": "⠠⠂", "¿": "⠢", "¡": "⠖"},
    "pt": {"(": "⠣⠄", ")": "⠠⠜", "/": "⠠⠂", "'": "⠠", "’": "⠠", "#": "⠼⠅"},
    "ru": {".": "⠲", "(": "⠣", ")": "⠜"},
    "mr": {".": "⠲", "?": "⠦"},
    "sw": {".": "⠲", "?": "⠦", "(": "⠶", ")": "⠶"},
}  # fmt: skip
#: between digits these do not end a number; German has a colon of its own there
JOINING = {"de": ".,:", "en": ".,", "fr": ".,:-/", "pt": ".,"}
_COLON_OF_GERMAN_TIMES = "⠈⠒"
#: before a letter that would else be read as one more digit
LETTER_SIGNS = {"de": "⠠", "en": "⠰"}
_LIKE_DIGITS = "abcdefghij"
#: before a sign that would else be read as one more, lowered digit
_AFTER_NUMBERS = {"de": dict.fromkeys(":;?!)*", "⠠")}
#: before a word of capitals
CAPITAL_WORDS = {"de": "⠘", "en": "⠠⠠", "es": "⠨⠨", "fr": "⠨⠨", "pt": "⠨⠨"}
_LATIN_CAPITAL_IN_RUSSIAN = "⠨"  # Russian writes no sign before its own capitals
#: English writes the accent before the letter (UEB 4.2), German says only that there is one
_ENGLISH_ACCENTS = {
    "\u0300": "⠘⠡", "\u0301": "⠘⠌", "\u0302": "⠘⠩", "\u0303": "⠘⠻", "\u0308": "⠘⠒", "\u030a": "⠘⠫", "\u030c": "⠘⠬",
    "\u0327": "⠘⠯",
}  # fmt: skip
_GERMAN_ACCENT = "⠈"
_COMBINING = "\u0300-\u036f\u0900-\u0903\u093a-\u094f"  # accents, and the vowels and signs of Devanagari
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
    is_in_number = False
    for found in _tokens(primary).finditer(unicodedata.normalize("NFC", text)):
        token = found.group()
        if found.lastgroup == "number":
            cells.append(_number(token, primary))
        elif found.lastgroup == "word":
            if is_in_number and token[0] in _LIKE_DIGITS:
                cells.append(LETTER_SIGNS.get(primary, ""))
            cells.append(_word(token, primary, capital))
        else:
            cells.append(_AFTER_NUMBERS.get(primary, {}).get(token, "") if is_in_number else "")
            cells.append(_sign(token, primary))
        is_in_number = found.lastgroup == "number" or (is_in_number and primary == "en" and token in ".,")
    return "".join(cells)


@cache
def _tokens(language: str) -> re.Pattern[str]:
    """Numbers as far as they reach, words, and single signs."""
    joining = re.escape(JOINING.get(language, ""))
    more = rf"(?:[{joining}][0-9]+)*" if joining else ""
    return re.compile(rf"(?P<number>[0-9]+{more})|(?P<word>(?:[^\W\d_][{_COMBINING}]*)+)|(?P<sign>.)", re.DOTALL)


def _number(token: str, language: str) -> str:
    """One number sign, and none after what joins digits."""
    cells = [number_sign(language)]
    for sign in token:
        if sign.isdecimal():
            cells.append(_digit(sign, language))
        else:
            cells.append(_COLON_OF_GERMAN_TIMES if sign == ":" and language == "de" else _sign(sign, language))
    return "".join(cells)


def _word(word: str, language: str, capital: str) -> str:
    word = _VIRAMA_BEHIND.sub(rf"{_VIRAMA}\1", word)
    if len(word) > 1 and word.isupper() and language in CAPITAL_WORDS:
        return CAPITAL_WORDS[language] + "".join(_letter(sign.lower(), language, "") for sign in word)
    return "".join(_letter(sign, language, capital) for sign in word)


def number_sign(language: str) -> str:
    """What stands before a number in upper digits."""
    return _FRENCH_NUMBER_SIGN if language.split("-")[0].lower() == "fr" else NUMBER_SIGN


def upper_number(number: int, language: str) -> str:
    """A number with its sign, as pages are numbered."""
    primary = language.split("-")[0].lower()
    return number_sign(primary) + "".join(_digit(digit, primary) for digit in str(number))


def _digit(digit: str, language: str) -> str:
    return (_FRENCH_DIGITS if language == "fr" else _DIGITS)[int(digit)]


def _letter(letter: str, language: str, capital: str) -> str:
    if letter == _VIRAMA:
        return _VIRAMA_CELL
    lower = letter.lower()
    if language == "ru":
        capital = _LATIN_CAPITAL_IN_RUSSIAN if lower in _LATIN else ""
    sign = capital if letter != lower else ""
    for table in (_LETTERS.get(language, {}), _LATIN, _RUSSIAN, _DEVANAGARI):
        if lower in table:
            return sign + table[lower]
    if lower in _WRITTEN_APART:
        return sign + "".join(_LATIN[each] for each in _WRITTEN_APART[lower])
    apart = unicodedata.normalize("NFD", lower)
    bare, accents = apart[0], apart[1:]
    if bare not in _LATIN or not accents:
        return ""
    if language == "en":
        sign += "".join(_ENGLISH_ACCENTS.get(accent, "") for accent in accents)
    return sign + (_GERMAN_ACCENT if language == "de" else "") + _LATIN[bare]


def _sign(sign: str, language: str) -> str:
    return " " if sign.isspace() else _OWN_SIGNS.get(language, {}).get(sign) or _SIGNS.get(sign, "")
