"""Six-dot braille prose as print, as near as its cells allow: what `braille_prose` has written.

Where cells have several meanings the likelier one is read: a bracket opens at the beginning of a word and closes
elsewhere; accents that a language marks all alike are one of them. Russian has no sign for capitals of its own: there
every word has one, as names have.
"""

import re
from collections.abc import Iterable
from functools import cache

from access_chess.notation.braille_prose import CAPITAL_WORDS, JOINING, LETTER_SIGNS, number_sign, prose_cells

_LATIN = "abcdefghijklmnopqrstuvwxyz"
_ACCENTED = "".join(chr(code) for code in range(0xDF, 0x180) if chr(code).islower())
_RUSSIAN = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
_VOWELS = "अआइईउऊएऐओऔ"  # of Devanagari: behind a consonant as a sign, "क" + "ि"
_VOWEL_SIGNS = dict(zip(_VOWELS[1:], "ािीुूेैोौ", strict=True))
_CONSONANTS = "कखगघचछजझटठडढणतथदधनपफबभमयरलळवशषसह"
_VIRAMA = "्"
_MARKS = {"⠈": _VIRAMA, "⠰": "ं"}  # which are no letters by themselves
#: the likelier first, at the beginning of a word and elsewhere
_SIGNS = {True: "(\"'-./,:;?!&*=+", False: ".,:-)/;'\"?!(&*=+"}
_LATIN_CAPITAL = {"ru": "⠨", "mr": "⠠"}  # begins a word of Latin letters there


def prose_print(cells: str, language: str, capital: str) -> str:
    """The text of a line of cells; `capital` and `language` as in `prose_cells`.

    >>> prose_print("⠨⠁⠝⠝⠁⠂ ⠼⠁⠃", "de", "⠨")
    'Anna, 12'
    """
    primary = language.split("-")[0].lower()
    latin = _LATIN_CAPITAL.get(primary, "")
    is_latin, words = not latin, []
    for word in cells.replace("⠀", " ").split():
        is_latin = is_latin or latin in word  # and so are the small words behind it, "von und zu"
        words.append(_word(word, primary, latin or capital, is_latin=is_latin))
    return " ".join(words)


def _word(cells: str, language: str, capital: str, *, is_latin: bool) -> str:
    if cells == prose_cells("?", language, ""):
        return "?"  # what is not known
    letters = _letters(language, is_latin=is_latin)
    text, at, is_upper, are_all_upper = "", 0, False, False
    while at < len(cells):
        rest = cells[at:]
        whole = CAPITAL_WORDS.get(language, "")
        if whole and rest.startswith(whole):
            are_all_upper, at = True, at + len(whole)
        elif is_latin and capital and rest.startswith(capital):
            is_upper, at = True, at + len(capital)
        elif found := _number(language).match(rest):
            text, at = text + _digits(found.group(), language), at + found.end()
            at += cells[at:].startswith(LETTER_SIGNS.get(language, "\0"))
        else:
            signs = _signs(language, at_the_beginning=not text)
            key, sign = _first(rest, letters), _first(rest, signs)
            if len(key) >= len(sign) > 0 or (key and not sign):
                letter = letters[key]
                text, at = text + (letter.upper() if is_upper or are_all_upper else letter), at + len(key)
                is_upper = False
            else:
                text, at = text + signs.get(sign, ""), at + max(1, len(sign))
    if language == "ru" and not is_latin:
        return text[:1].upper() + text[1:]
    return _devanagari(text) if language == "mr" and not is_latin else text


def _first(cells: str, table: Iterable[str]) -> str:
    """The longest key with which the cells begin; empty where there is none."""
    return max((key for key in table if cells.startswith(key)), key=len, default="")


@cache
def _letters(language: str, *, is_latin: bool) -> dict[str, str]:
    letters = _LATIN + _ACCENTED if is_latin else _RUSSIAN if language == "ru" else _VOWELS + _CONSONANTS
    found: dict[str, str] = {}
    for letter in letters:
        cells = prose_cells(letter, language, "")
        if len(cells) > 1 and cells[0] in found:
            continue  # a letter that is written as two others
        if len(cells) > 1 and cells in found:
            found[cells] = ""  # an accent that says not which it is
        found.setdefault(cells, letter)
    found = {cells: letter or found[cells[-1]] for cells, letter in found.items()}
    found |= _MARKS if not is_latin and language == "mr" else {}
    return {cells: letter for cells, letter in found.items() if cells}


@cache
def _signs(language: str, *, at_the_beginning: bool) -> dict[str, str]:
    found: dict[str, str] = {}
    for sign in _SIGNS[at_the_beginning]:
        found.setdefault(prose_cells(sign, language, ""), sign)
    return {cells: sign for cells, sign in found.items() if cells}


@cache
def _number(language: str) -> re.Pattern[str]:
    digits = f"[{''.join(_digit_cells(language))}]+"
    joining = "|".join(re.escape(prose_cells(sign, language, "")) for sign in JOINING.get(language, ""))
    return re.compile(f"{number_sign(language)}{digits}" + (f"(?:(?:{joining}){digits})*" if joining else ""))


@cache
def _digit_cells(language: str) -> tuple[str, ...]:
    return tuple(prose_cells(str(digit), language, "").removeprefix(number_sign(language)) for digit in range(10))


def _digits(cells: str, language: str) -> str:
    digits = _digit_cells(language)
    joining = {prose_cells(sign, language, ""): sign for sign in JOINING.get(language, "")}
    rest, text = cells.removeprefix(number_sign(language)), ""
    while rest:
        key = _first(rest, digits) or _first(rest, joining)
        text += str(digits.index(key)) if key in digits else joining[key]
        rest = rest[len(key) :]
    return text


def _devanagari(text: str) -> str:
    """A vowel behind a consonant is a sign, and the one that every consonant has is not written."""
    text = re.sub(f"{_VIRAMA}([{_CONSONANTS}])", rf"\1{_VIRAMA}", text)
    return re.sub(
        f"([{_CONSONANTS}])([{_VOWELS}])", lambda found: found[1] + _VOWEL_SIGNS.get(found[2], ""), text
    )  # fmt: skip
