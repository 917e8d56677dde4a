"""Which form follows which number, in the languages of the packs and in some with more forms."""

import pytest

from access_chess.speech.language.plurals import Counted, category

NUMBERS = (0, 1, 2, 3, 4, 5, 11, 12, 14, 21, 22, 24, 25, 101, 102, 104, 111, 112, 121)


@pytest.mark.parametrize(
    ("language", "one", "few"),
    [
        ("en", {1}, set()),
        ("de", {1}, set()),
        ("pt-PT", {1}, set()),
        ("fr", {0, 1}, set()),
        ("is", {1, 21, 101, 121}, set()),
        ("ru", {1, 21, 101, 121}, {2, 3, 4, 22, 24, 102, 104}),
    ],
)
def test_categories(language: str, one: set[int], few: set[int]) -> None:
    assert {number for number in NUMBERS if category(number, language) == "one"} == one
    assert {number for number in NUMBERS if category(number, language) == "few"} == few


def test_a_form_that_is_not_given_is_the_general_one() -> None:
    moves = Counted(one="{count} move", other="{count} moves")
    assert [moves.form(number, "ru") for number in (1, 2, 5)] == ["{count} move", "{count} moves", "{count} moves"]


def test_arabic_has_all_six_forms() -> None:
    moves = Counted(zero="none", one="one", two="two", few="few", many="many", other="other")
    assert [moves.form(number, "ar") for number in (0, 1, 2, 3, 11, 100)] == [*moves.forms[1:], moves.other]


def test_a_language_without_a_rule_has_one_form() -> None:
    assert {category(number, "tlh") for number in NUMBERS} == {"other"}
