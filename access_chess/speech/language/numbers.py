"""Whole numbers in words, from the numerals that a voice pack gives."""

from collections.abc import Mapping

import msgspec

from access_chess.speech.language.plurals import Counted
from access_chess.speech.language.slots import check_slots

LIMIT = 1_000_000  # more is never said: move numbers, seconds, ratings, numbers of start positions


class Numbers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a language counts.

    `words` are 0, 1, 2 … without a gap, as far as they are irregular (to 19 at least, 99 at most); `tens` are 20, 30
    … 90, put together with units by `joined`, with `joined_units` in place of `words` ("ein" in "einundzwanzig").
    `hundreds` are 100 … 900 before a rest, `round_hundreds` those that differ when nothing follows. `genders` hold
    the numerals that differ before a noun, by the gender's name and the number. `language` (BCP 47) is the one whose
    plural rules hold.
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
    form = numbers.thousands.form(thousand, numbers.language)
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
