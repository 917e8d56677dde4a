"""The number of an article in words that a voice reads well: "Article seven point four b."."""

import re

from access_chess.laws.editions import Edition
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart

_ROMAN = {"I": 1, "II": 2, "III": 3}
_ROW = re.compile(r"(?P<letter>[A-Z])(?P<number>\d+)")
_GUIDELINE_2009 = re.compile(r"\d+(\.[a-z])?")
SOVIET_CHAPTER = "13"


def article_words(number: str, edition: Edition, pack: VoicePack) -> SpokenPart:
    """The sentence that names an article by its number as `laws/articles.py` writes it.

    "7.5.5" is an article, "A.4.c" stands in an appendix, "III.5.1" and the bare "9.a" in a guideline, "E9" is a row
    of the Soviet tables, whose other rules are named by the chapter.
    """
    if row := _ROW.fullmatch(number):
        return pack.phrase("article_row", letter=_letter(row["letter"], pack), number=int(row["number"]))
    first, *rest = number.split(".")
    if first in _ROMAN:
        return pack.phrase("article_guideline", number=_pointed([str(_ROMAN[first]), *rest], pack))
    if not first.isdigit():
        letter = _letter(first, pack)
        if not rest:
            return pack.phrase("article_appendix", letter=letter)
        return pack.phrase("article_of_appendix", letter=letter, number=_pointed(rest, pack))
    if _GUIDELINE_2009.fullmatch(number):
        return pack.phrase("article_guideline", number=_pointed([first, *rest], pack))
    is_chapter = edition is Edition.SOVIET and first == SOVIET_CHAPTER
    return pack.phrase("article_chapter" if is_chapter else "article", number=_pointed([first, *rest], pack))


def _pointed(steps: list[str], pack: VoicePack) -> SpokenPart | int:
    """ "seven point four b"; a number alone stays one, and becomes a word of the sentence's own language."""
    said: SpokenPart | int = int(steps[0])
    for step in steps[1:]:
        if step.isdigit():
            said = pack.phrase("article_point", left=said, right=int(step))
        else:
            said = pack.phrase("article_letter", left=said, letter=_letter(step, pack))
    return said


def _letter(letter: str, pack: VoicePack) -> SpokenPart:
    """Capitals are read by their names: "a" alone may be taken for a word."""
    return SpokenPart(text=letter, spoken=letter.upper(), language=pack.language)
