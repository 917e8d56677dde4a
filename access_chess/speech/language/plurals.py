"""Which form of a noun follows a number."""

from enum import StrEnum

import msgspec


class PluralRule(StrEnum):
    """How a language chooses the form, named by what the number looks like."""

    ONE = "one"  # 1 alone takes the singular
    ONE_OR_NONE = "one-or-none"  # 0 and 1 take the singular
    LAST_DIGIT_ONE = "last-digit-one"  # 1, 21, 31 … but not 11
    SLAVIC = "slavic"  # 1, 21 … / 2-4, 22-24 … / the rest


class Counted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sentence or noun in its forms after numbers: "{count} minute", "{count} minutes".

    `other` is taken where a form is not given. `gender` names the numerals that go with the noun (see `Numbers`).
    """

    other: str
    one: str = ""
    few: str = ""
    many: str = ""
    gender: str = ""

    def form(self, number: int, rule: PluralRule) -> str:
        """The form that goes with this number, from 0."""
        return getattr(self, category(number, rule)) or self.other

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms that are given."""
        return tuple(form for form in (self.other, self.one, self.few, self.many) if form)


def category(number: int, rule: PluralRule) -> str:
    """`one`, `few`, `many` or `other`, the names of Unicode's plural rules, for a number from 0."""
    last, last_two = number % 10, number % 100
    match rule:
        case PluralRule.ONE:
            return "one" if number == 1 else "other"
        case PluralRule.ONE_OR_NONE:
            return "one" if number <= 1 else "other"
        case PluralRule.LAST_DIGIT_ONE:
            return "one" if last == 1 and last_two != 11 else "other"
        case PluralRule.SLAVIC:
            if last == 1 and last_two != 11:
                return "one"
            return "few" if 2 <= last <= 4 and not 12 <= last_two <= 14 else "many"
