"""Which form follows which number."""

import pytest

from access_chess.speech.language.plurals import Counted, PluralRule, category


@pytest.mark.parametrize(
    ("rule", "one", "few"),
    [
        (PluralRule.ONE, {1}, set()),
        (PluralRule.ONE_OR_NONE, {0, 1}, set()),
        (PluralRule.LAST_DIGIT_ONE, {1, 21, 101, 121}, set()),
        (PluralRule.SLAVIC, {1, 21, 101, 121}, {2, 3, 4, 22, 24, 102, 104}),
    ],
)
def test_categories(rule: PluralRule, one: set[int], few: set[int]) -> None:
    numbers = (0, 1, 2, 3, 4, 5, 11, 12, 14, 21, 22, 24, 25, 101, 102, 104, 111, 112, 121)
    assert {number for number in numbers if category(number, rule) == "one"} == one
    assert {number for number in numbers if category(number, rule) == "few"} == few


def test_a_form_that_is_not_given_is_the_general_one() -> None:
    moves = Counted(one="{count} move", other="{count} moves")
    assert [moves.form(number, PluralRule.SLAVIC) for number in (1, 2, 5)] == [
        "{count} move",
        "{count} moves",
        "{count} moves",
    ]
