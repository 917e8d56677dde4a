"""Reads numbers and times as they are said or typed: "ninety minutes", "zwei Stunden 30 min", "1:30:00"."""

import re
from collections.abc import Container, Mapping
from datetime import timedelta

from msgspec import Struct

from access_chess.notation.vocabulary import folded
from access_chess.speech.language.durations import Numbers, number_words
from access_chess.speech.language.voice_pack import VoicePack

SAID = (
    361  # numbers that may be said in words: more than minutes in the longest period, seconds in the longest addition
)
LARGEST = 10_000  # and no further: years, and grains of wheat
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)
# Longer ones are slips of a key, and would be more than a clock or a number can hold.
_DIGITS = re.compile(r"(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,6}(?:\.\d{1,6})?)")
_MOST_DIGITS = 6
_JOINED = re.compile(r"(\d)([^\W\d])")  # "90min" is two words

Words = tuple[str, ...]


class TimeWords(Struct, frozen=True, kw_only=True):
    """What is understood, folded: numbers, units of time with their length, whole times ("half an hour"), and words
    between them that say nothing ("and"). `hundreds` begin larger numbers, their words written as one.
    """

    numbers: Mapping[Words, int]
    hundreds: Mapping[str, int]
    units: Mapping[Words, timedelta]
    wholes: Mapping[Words, timedelta]
    fillers: frozenset[Words]


#: The tables of `[units]` in `terminal.toml`, but for the last, `and`.
_LENGTHS = {"hour": timedelta(hours=1), "minute": MINUTE, "second": SECOND}
_WHOLES = {"one_hour": timedelta(hours=1), "half_hour": 30 * MINUTE, "quarter_hour": 15 * MINUTE, "one_minute": MINUTE}


def time_words(pack: VoicePack, units: Mapping[str, tuple[str, ...]]) -> TimeWords:
    """The numbers and nouns of a voice pack, and further words for units and whole times."""
    nouns: dict[Words, timedelta] = {}
    for name, length in _LENGTHS.items():
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
    wholes = {folded(words): length for name, length in _WHOLES.items() for words in units.get(name, ())}
    return TimeWords(
        numbers=said, hundreds=_hundreds(pack.numbers), units=nouns, wholes=wholes,
        fillers=frozenset(folded(word) for word in units.get("and", ())),
    )  # fmt: skip


def _hundreds(numbers: Numbers) -> dict[str, int]:
    """Alone, "fivehundred", and before a rest, "fivehundredand"."""
    one = "".join(folded(number_words(1, numbers)))
    alone = {"".join(folded(number_words(number, numbers))): number for number in range(100, LARGEST, 100)}
    with_one = {"".join(folded(number_words(number + 1, numbers))): number for number in alone.values()}
    return alone | {words.removesuffix(one): number for words, number in with_one.items()}


def read_number(text: str, words: TimeWords) -> int | None:
    """A whole number in digits or in words; None when it is none."""
    if text.strip().isdecimal():
        return int(text) if len(text.strip()) <= _MOST_DIGITS else None
    said = folded(text)
    return _larger("".join(said), words) if said not in words.numbers else words.numbers[said]


def _larger(said: str, words: TimeWords) -> int | None:
    """A number of hundreds and thousands, written as one word; None when it is none."""
    rests = {"".join(rest): number for rest, number in words.numbers.items() if number < 100} | {"": 0}
    hundreds = (
        (number, said.removeprefix(begin)) for begin, number in words.hundreds.items() if said.startswith(begin)
    )
    return next((number + rests[rest] for number, rest in hundreds if rest in rests), None)


def read_duration(text: str, words: TimeWords, *, unit: timedelta) -> timedelta | None:
    """A time; a bare number counts `unit`, "1:30:00" hours, minutes and seconds. None when it is none."""
    clock = _DIGITS.fullmatch(text.strip())
    if clock is not None:
        hours, minutes, seconds = clock.groups()
        if hours is None and minutes is None:
            return float(seconds) * unit
        return timedelta(hours=int(hours or 0), minutes=int(minutes), seconds=float(seconds))
    if (number := read_number(text, words)) is not None:
        return number * unit
    return _parts(folded(_JOINED.sub(r"\1 \2", text)), words)


def _parts(said: Words, words: TimeWords) -> timedelta | None:
    """Numbers with their units, and whole times, one after the other."""
    total: timedelta | None = None
    is_after_filler = False
    while said:
        whole = _longest(said, words.wholes)
        filler = _longest(said, words.fillers) if total is not None and not is_after_filler else None
        if whole is not None:
            total, said, is_after_filler = (total or timedelta()) + words.wholes[whole], said[len(whole) :], False
        elif filler is not None:
            said, is_after_filler = said[len(filler) :], True
        else:
            start = next((start for start in range(1, len(said)) if _unit_at(said, start, words)), len(said))
            number, noun = read_number(" ".join(said[:start]), words), _unit_at(said, start, words)
            if number is None or noun is None:
                return None
            total, said, is_after_filler = (
                (total or timedelta()) + number * words.units[noun], said[start + len(noun) :], False
            )  # fmt: skip
    return None if is_after_filler else total


def _longest(said: Words, phrases: Container[Words]) -> Words | None:
    """The longest of these phrases that the words begin with."""
    return next((said[:end] for end in range(len(said), 0, -1) if said[:end] in phrases), None)


def _unit_at(said: Words, start: int, words: TimeWords) -> Words | None:
    """The longest unit that begins with this word."""
    ends = range(len(said), start, -1)
    return next((said[start:end] for end in ends if said[start:end] in words.units), None)
