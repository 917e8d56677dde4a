"""Whole numbers in words, from the numerals that a voice pack gives, and times: "four minutes thirty seconds", never
"4:30". Which form of a noun follows a number tell Unicode's plural rules (CLDR), as Babel has them.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from enum import Enum, auto
from functools import cache

import msgspec

from access_chess.speech.language.spelling import check_slots

FORMS = ("other", "zero", "one", "two", "few", "many")  # by Unicode's names


class Counted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sentence or noun in its forms after numbers: "{count} minute", "{count} minutes".

    The forms have the names of Unicode's categories; `other` is taken where a form is not given. `gender` names the
    numerals that go with the noun (see `Numbers`).
    """

    other: str
    zero: str = ""
    one: str = ""
    two: str = ""
    few: str = ""
    many: str = ""
    gender: str = ""

    def form(self, category: str) -> str:
        """The form of one of Unicode's categories."""
        return getattr(self, category) or self.other

    @property
    def by_name(self) -> dict[str, str]:
        """The forms that are given, by the names of their categories."""
        return {"other": self.other} | {name: form for name in FORMS[1:] if (form := getattr(self, name))}

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms that are given."""
        return tuple(self.by_name.values())


def is_counted(table: Mapping[str, object]) -> bool:
    """Whether a table of a file has the forms of one text, and not texts of its own.

    >>> is_counted({"one": "{count} board", "other": "{count} boards"})
    True
    """
    return "other" in table and table.keys() <= set(Counted.__struct_fields__)


def category(number: int, language: str) -> str:
    """`zero`, `one`, `two`, `few`, `many` or `other` for a number from 0; a language without a rule has `other` alone.

    >>> [category(number, "ru") for number in (1, 2, 5, 21)]
    ['one', 'few', 'many', 'one']
    """
    return _rule(language)(number)


def wrong_forms(counted: Counted, language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The forms that a language (BCP 47) needs after some number and that are not given; and those it never takes.

    A phrase that has `other` alone is worded so that the number changes nothing in it.

    >>> wrong_forms(Counted(one="{count} ход", other="{count} ходов", two="{count} хода"), "ru")
    (('few', 'many'), ('two',))
    """
    needed = _categories(language)
    given = {name for name in FORMS[1:] if getattr(counted, name)}
    return tuple(sorted(needed - given - {"other"})) if given else (), tuple(sorted(given - needed))


@cache
def _categories(language: str) -> frozenset[str]:
    return frozenset(category(number, language) for number in range(_ROUND))


_ROUND = 1000  # no rule of CLDR for whole numbers below a million goes by more than the last three digits


def categories(language: str) -> bytes:
    """The categories of the numbers from 0 to 1999, each by its place in `FORMS`: what `Numbers` keeps of Babel."""
    return bytes(FORMS.index(category(number, language)) for number in range(2 * _ROUND))


@cache
def _rule(language: str) -> Callable[[int], str]:
    # Babel takes as long to load as all words of a language, which have this rule by heart: see `categories`.
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language, sep="-").plural_form
    except (UnknownLocaleError, ValueError):
        return lambda number: "other"


LIMIT = 1_000_000  # more is never said: move numbers, seconds, ratings, numbers of start positions


class Numbers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a language counts.

    `words` are 0, 1, 2 … without a gap, as far as they are irregular (to 19 at least, 99 at most); `tens` are 20, 30
    … 90, put together with units by `joined`, with `joined_units` in place of `words` ("ein" in "einundzwanzig").
    `hundreds` are 100 … 900 before a rest, `round_hundreds` those that differ when nothing follows. `genders` hold
    the numerals that differ before a noun, by the gender's name and the number. `language` (BCP 47) is the one whose
    plural rules hold; `categories` are those rules, as `categories` tells them.
    """

    words: tuple[str, ...]
    hundreds: tuple[str, ...]
    thousands: Counted
    language: str
    tens: tuple[str, ...] = ()
    joined: str = "{ten} {unit}"
    joined_units: dict[int, str] = {}
    round_hundreds: dict[int, str] = {}
    hundreds_joined: str = "{hundred} {rest}"
    thousands_joined: str = "{thousand} {rest}"
    genders: dict[str, dict[int, str]] = {}
    categories: bytes

    def __post_init__(self) -> None:
        if not 20 <= len(self.words) <= 100:
            raise ValueError(f"words: expected the numbers from 0 to 19 at least and 99 at most, got {len(self.words)}")
        if len(self.words) < 100 and len(self.tens) != 8:
            raise ValueError(f"tens: expected the eight words for 20 to 90, got {len(self.tens)}")
        if len(self.hundreds) != 9:
            raise ValueError(f"hundreds: expected the nine words for 100 to 900, got {len(self.hundreds)}")
        check_slots("joined", self.joined, ("ten", "unit"))
        check_slots("hundreds_joined", self.hundreds_joined, ("hundred", "rest"))
        check_slots("thousands_joined", self.thousands_joined, ("thousand", "rest"))
        for form in self.thousands.forms:
            check_slots("thousands", form, ("count",))

    def category(self, number: int) -> str:
        """Unicode's category of a number from 0 to 999,999."""
        return FORMS[self.categories[number if number < _ROUND else _ROUND + number % _ROUND]]


def number_words(number: int, numbers: Numbers, *, gender: str = "") -> str:
    """The number in words, as before a noun of that gender; an unknown gender is the plain numeral.

    Raises ValueError below 0 and from a million on.
    """
    if not 0 <= number < LIMIT:
        raise ValueError(f"expected a number from 0 to {LIMIT - 1}, got {number!r}")
    special = numbers.genders.get(gender, {})
    thousand, rest = divmod(number, 1000)
    if not thousand:
        return _below_thousand(rest, numbers, special)
    form = numbers.thousands.form(numbers.category(thousand))
    in_words = form.format(count=number_words(thousand, numbers, gender=numbers.thousands.gender))
    if not rest:
        return in_words
    return numbers.thousands_joined.format(thousand=in_words, rest=_below_thousand(rest, numbers, special))


def _below_thousand(number: int, numbers: Numbers, special: Mapping[int, str]) -> str:
    hundred, rest = divmod(number, 100)
    if not hundred:
        return _below_hundred(rest, numbers, special)
    if not rest:
        return numbers.round_hundreds.get(number, numbers.hundreds[hundred - 1])
    in_words = _below_hundred(rest, numbers, special)
    return numbers.hundreds_joined.format(hundred=numbers.hundreds[hundred - 1], rest=in_words)


def _below_hundred(number: int, numbers: Numbers, special: Mapping[int, str]) -> str:
    if number < len(numbers.words):
        return special.get(number, numbers.words[number])
    ten, unit = divmod(number, 10)
    if not unit:
        return numbers.tens[ten - 2]
    in_words = numbers.joined_units.get(unit) or special.get(unit, numbers.words[unit])
    return numbers.joined.format(ten=numbers.tens[ten - 2], unit=in_words)


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
    return noun.form(numbers.category(count)).format(count=number_words(count, numbers, gender=noun.gender))


def _tenths(seconds: int, tenths: int, durations: Durations, numbers: Numbers) -> str:
    noun = durations.tenths
    return noun.form(numbers.category(seconds)).format(
        seconds=number_words(seconds, numbers, gender=noun.gender),
        tenths=number_words(tenths, numbers, gender=noun.gender),
    )
