"""Times in words: "four minutes thirty seconds", never "4:30"."""

from datetime import timedelta
from enum import Enum, auto

import msgspec

from access_chess.speech.language.numbers import Numbers, number_words
from access_chess.speech.language.plurals import Counted
from access_chess.speech.language.slots import check_slots


class Precision(Enum):
    """How exactly a time is told. What is left over is cut off: nobody is promised time that is not there."""

    MINUTES = auto()
    SECONDS = auto()
    TENTHS = auto()


class Durations(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The nouns of time of a language, each with its number; without one for days, they are told in hours.

    `tenths` goes by the full seconds and has the slots `{seconds}` and `{tenths}`.
    """

    hour: Counted
    minute: Counted
    second: Counted
    tenths: Counted
    day: Counted | None = None
    joined: str = " "

    def __post_init__(self) -> None:
        days = () if self.day is None else (("day", self.day),)
        for key, noun in (*days, ("hour", self.hour), ("minute", self.minute), ("second", self.second)):
            for form in noun.forms:
                check_slots(key, form, ("count",))
        for form in self.tenths.forms:
            check_slots("tenths", form, ("seconds", "tenths"))


def duration_words(
    duration: timedelta, durations: Durations, numbers: Numbers, *, precision: Precision = Precision.SECONDS
) -> str:
    """A time in words; parts that are zero are left out, but for nothing at all ("zero seconds").

    Raises ValueError for a negative time.
    """
    if duration < timedelta(0):
        raise ValueError(f"expected a time of zero or more, got {duration!r}")
    tenths = duration // timedelta(milliseconds=100)
    hours, tenths = divmod(tenths, 36_000)
    minutes, tenths = divmod(tenths, 600)
    seconds, tenths = divmod(tenths, 10)
    if precision is Precision.MINUTES:
        seconds = 0
    days, hours = (0, hours) if durations.day is None else divmod(hours, 24)
    if days:
        minutes = seconds = 0  # who has days does not count them
    parts = [(days, durations.day or durations.hour), (hours, durations.hour), (minutes, durations.minute)]
    in_words = [counted_words(count, noun, numbers) for count, noun in parts if count]
    if precision is Precision.TENTHS and tenths:
        in_words.append(_tenths(seconds, tenths, durations, numbers))
    elif seconds or (not in_words and precision is not Precision.MINUTES):
        in_words.append(counted_words(seconds, durations.second, numbers))
    elif not in_words:
        in_words.append(counted_words(0, durations.minute, numbers))
    return durations.joined.join(in_words)


def counted_words(count: int, noun: Counted, numbers: Numbers) -> str:
    """A number with its noun: "two minutes", «две минуты»."""
    return noun.form(count, numbers.language).format(count=number_words(count, numbers, gender=noun.gender))


def _tenths(seconds: int, tenths: int, durations: Durations, numbers: Numbers) -> str:
    noun = durations.tenths
    return noun.form(seconds, numbers.language).format(
        seconds=number_words(seconds, numbers, gender=noun.gender),
        tenths=number_words(tenths, numbers, gender=noun.gender),
    )
