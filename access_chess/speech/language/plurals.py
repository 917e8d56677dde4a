"""Which form of a noun follows a number, by Unicode's plural rules (CLDR) as Babel has them."""

from collections.abc import Callable
from functools import cache

import msgspec


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

    def form(self, number: int, language: str) -> str:
        """The form that goes with this number, from 0, in a language (BCP 47)."""
        return getattr(self, category(number, language)) or self.other

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms that are given."""
        return tuple(form for form in (self.other, self.zero, self.one, self.two, self.few, self.many) if form)


def category(number: int, language: str) -> str:
    """`zero`, `one`, `two`, `few`, `many` or `other` for a number from 0; a language without a rule has `other` alone.

    >>> [category(number, "ru") for number in (1, 2, 5, 21)]
    ['one', 'few', 'many', 'one']
    """
    return _rule(language)(number)


@cache
def _rule(language: str) -> Callable[[int], str]:
    # Babel takes as long to load as all words of a language, and most first words count nothing.
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language, sep="-").plural_form
    except (UnknownLocaleError, ValueError):
        return lambda number: "other"
