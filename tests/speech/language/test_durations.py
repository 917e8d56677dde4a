"""Times in words, never as digits with a colon."""

from datetime import timedelta

import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.speech.language.durations import Counted, Precision, category


@pytest.mark.parametrize(
    ("name", "seconds", "precision", "words"),
    [
        ("en", 270, Precision.SECONDS, "four minutes thirty seconds"),
        ("en", 61, Precision.SECONDS, "one minute one second"),
        ("en", 5400, Precision.SECONDS, "one hour thirty minutes"),
        ("en", 3600, Precision.SECONDS, "one hour"),
        ("en", 0, Precision.SECONDS, "zero seconds"),
        ("en", 0.9, Precision.SECONDS, "zero seconds"),
        ("en", 19.44, Precision.TENTHS, "nineteen point four seconds"),
        ("en", 19, Precision.TENTHS, "nineteen seconds"),
        ("en", 0.3, Precision.TENTHS, "zero point three seconds"),
        ("en", 65.5, Precision.TENTHS, "one minute five point five seconds"),
        ("en", 330, Precision.MINUTES, "five minutes"),
        ("en", 59, Precision.MINUTES, "zero minutes"),
        ("de", 3661, Precision.SECONDS, "eine Stunde eine Minute eine Sekunde"),
        ("de", 81, Precision.SECONDS, "eine Minute einundzwanzig Sekunden"),
        ("es", 3660 + 21, Precision.SECONDS, "una hora un minuto veintiún segundos"),
        ("fr", 61, Precision.SECONDS, "une minute une seconde"),
        ("pt", 7320, Precision.SECONDS, "duas horas dois minutos"),
        ("ru", 7200 + 120 + 5, Precision.SECONDS, "два часа две минуты пять секунд"),
        ("ru", 21 * 60, Precision.SECONDS, "двадцать одна минута"),
        ("is", 120, Precision.SECONDS, "tvær mínútur"),
        ("sw", 270, Precision.SECONDS, "dakika nne na sekunde thelathini"),
        ("mr", 120, Precision.SECONDS, "दोन मिनिटे"),
    ],
)
def test_times_in_words(name: str, seconds: float, precision: Precision, words: str) -> None:
    assert load_voice_pack(name).duration(timedelta(seconds=seconds), precision=precision).text == words


@pytest.mark.parametrize("name", voice_pack_names())
def test_no_digits_in_any_language(name: str) -> None:
    pack = load_voice_pack(name)
    for milliseconds in range(0, 8_000_000, 98_765):
        spoken = pack.duration(timedelta(milliseconds=milliseconds), precision=Precision.TENTHS).spoken
        assert not any(character.isdecimal() or character in ":{}" for character in spoken)


def test_a_negative_time_is_refused() -> None:
    with pytest.raises(ValueError, match="zero or more"):
        load_voice_pack("en").duration(timedelta(seconds=-1))


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
    moves = Counted(one="move", other="moves")
    assert [moves.form(category(number, "ru")) for number in (1, 2, 5)] == ["move", "moves", "moves"]


def test_arabic_has_all_six_forms() -> None:
    moves = Counted(zero="none", one="one", two="two", few="few", many="many", other="other")
    assert [moves.form(category(number, "ar")) for number in (0, 1, 2, 3, 11, 100)] == [*moves.forms[1:], moves.other]


def test_a_language_without_a_rule_has_one_form() -> None:
    assert {category(number, "tlh") for number in NUMBERS} == {"other"}
