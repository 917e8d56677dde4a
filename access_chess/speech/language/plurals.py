"""Which form of a noun follows a number, by Unicode's plural rules (CLDR) as Babel has them."""

from collections.abc import Callable, Mapping
from functools import cache

import msgspec

_FORMS = ("zero", "one", "two", "few", "many")  # besides `other`


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
    def by_name(self) -> dict[str, str]:
        """The forms that are given, by the names of their categories."""
        return {"other": self.other} | {name: form for name in _FORMS if (form := getattr(self, name))}

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
    given = {name for name in _FORMS if getattr(counted, name)}
    return tuple(sorted(needed - given - {"other"})) if given else (), tuple(sorted(given - needed))


@cache
def _categories(language: str) -> frozenset[str]:
    return frozenset(category(number, language) for number in _SOME_NUMBERS)


_SOME_NUMBERS = range(1000)  # no rule of CLDR for whole numbers below a million goes by more than the last three digits


@cache
def _rule(language: str) -> Callable[[int], str]:
    # Babel takes as long to load as all words of a language, and most first words count nothing.
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language, sep="-").plural_form
    except (UnknownLocaleError, ValueError):
        return lambda number: "other"
