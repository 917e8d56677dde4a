"""Reads numbers and times as they are said or typed: "ninety minutes", "zwei Stunden 30 min", "1:30:00"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from access_chess.notation.vocabulary import folded
from access_chess.speech.language.numbers import number_words
from access_chess.speech.language.voice_pack import VoicePack

SAID = (
    361  # numbers that may be said in words: more than minutes in the longest period, seconds in the longest addition
)
_DIGITS = re.compile(r"(?:(?:(\d+):)?(\d+):)?(\d+)")
_JOINED = re.compile(r"(\d)([^\W\d])")  # "90min" is two words

Words = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TimeWords:
    """What is understood, folded: numbers, and units of time with their length."""

    numbers: Mapping[Words, int]
    units: Mapping[Words, timedelta]


def time_words(pack: VoicePack, units: Mapping[str, tuple[str, ...]]) -> TimeWords:
    """The numbers and nouns of a voice pack, and further words for `hour`, `minute` and `second`."""
    lengths = {"hour": timedelta(hours=1), "minute": timedelta(minutes=1), "second": timedelta(seconds=1)}
    nouns: dict[Words, timedelta] = {}
    for name, length in lengths.items():
        forms = (form.replace("{count}", "") for form in getattr(pack.durations, name).forms)
        for noun in (*forms, *units.get(name, ())):
            nouns[folded(noun)] = length
    genders = ("", *pack.numbers.genders)
    said = {
        folded(words): number
        for number in range(SAID)
        for gender in genders
        for words in (number_words(number, pack.numbers, gender=gender), pack.number(number).text)
    }
    return TimeWords(numbers=said, units=nouns)


def read_number(text: str, words: TimeWords) -> int | None:
    """A whole number in digits or in words; None when it is none."""
    return int(text) if text.strip().isdecimal() else words.numbers.get(folded(text))


def read_duration(text: str, words: TimeWords, *, unit: timedelta) -> timedelta | None:
    """A time; a bare number counts `unit`, "1:30:00" hours, minutes and seconds. None when it is none."""
    clock = _DIGITS.fullmatch(text.strip())
    if clock is not None and ":" in text:
        hours, minutes, seconds = (int(part or 0) for part in clock.groups())
        return timedelta(hours=hours, minutes=minutes, seconds=seconds)
    if (number := read_number(text, words)) is not None:
        return number * unit
    return _parts(folded(_JOINED.sub(r"\1 \2", text)), words)


def _parts(said: Words, words: TimeWords) -> timedelta | None:
    """Numbers with their units, one after the other."""
    total = timedelta() if said else None
    while said and total is not None:
        start = next((start for start in range(1, len(said)) if _unit_at(said, start, words)), len(said))
        number, noun = read_number(" ".join(said[:start]), words), _unit_at(said, start, words)
        total = None if number is None or noun is None else total + number * words.units[noun]
        said = said[start + len(noun or ()) :]
    return total


def _unit_at(said: Words, start: int, words: TimeWords) -> Words | None:
    """The longest unit that begins with this word."""
    ends = range(len(said), start, -1)
    return next((said[start:end] for end in ends if said[start:end] in words.units), None)
