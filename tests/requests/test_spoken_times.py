"""Times as they are said or typed."""

from datetime import timedelta

import pytest

from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.requests.spoken_times import TimeWords, read_duration, read_number, time_words
from access_chess.speech.language.durations import number_words

MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)


def words(pack: str) -> TimeWords:
    return time_words(load_voice_pack(pack), load_typed_words(pack).units)


@pytest.mark.parametrize(
    ("pack", "text", "minutes"),
    [
        ("en", "90", 90),
        ("en", "ninety", 90),
        ("en", "ninety minutes", 90),
        ("en", "two hours", 120),
        ("en", "Two Hours thirty minutes", 150),
        ("en", "1 hour 30 min", 90),
        ("en", "90min", 90),
        ("en", "2h 5m 30s", 125.5),
        ("en", "forty-five seconds", 0.75),
        ("en", "1:30:00", 90),
        ("en", "3:20", 3 + 1 / 3),
        ("de", "zwei Stunden dreißig Minuten", 150),
        ("de", "zwei stunden dreissig minuten", 150),
        ("de", "eine Stunde", 60),
        ("de", "fünfundvierzig Minuten", 45),
        ("fide", "fuenf Minuten", 5),
        ("fide", "fünf Minuten", 5),
        ("en", "half an hour", 30),
        ("en", "an hour and a quarter of an hour", 75),
        ("en", "one hour and five minutes", 65),
        ("de", "eine halbe Stunde", 30),
        ("de", "eine Stunde und zehn Minuten", 70),
        ("en", "halbe Stunde", 30),
        ("en", "0.5", 0.5),
    ],
)
def test_times(pack: str, text: str, minutes: float) -> None:
    assert read_duration(text, words(pack), unit=MINUTE) == minutes * MINUTE


def test_a_bare_number_counts_the_unit() -> None:
    assert read_duration("30", words("en"), unit=SECOND) == 30 * SECOND


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "minutes",
        "five",
        "5 apples",
        "5 minutes and",
        "minutes 5",
        "1:2:3:4",
        "-5",
        "and five minutes",
        "five minutes and and one second",
        "99999999999999",
    ],
)
def test_what_is_no_time(text: str) -> None:
    expected = 5 * MINUTE if text == "five" else None
    assert read_duration(text, words("en"), unit=MINUTE) == expected


@pytest.mark.parametrize("pack", voice_pack_names())
def test_a_number_is_read_in_the_words_in_which_it_is_said(pack: str) -> None:
    numbers, read = load_voice_pack(pack).numbers, words(pack)
    for number in (*range(365), 400, 512, 555, 999, 1000, 1001, 1475, 2000, 2026, 9999):
        assert read_number(number_words(number, numbers), read) == number


@pytest.mark.parametrize(
    ("pack", "text", "number"),
    [
        ("en", "five hundred and twelve", 512),
        ("en", "five hundred twelve", 512),
        ("de", "fünfhundertzwölf", 512),
        ("en", "five hundred and apples", None),
        ("en", "twelve five hundred", None),
    ],
)
def test_numbers_of_hundreds(pack: str, text: str, number: int | None) -> None:
    assert read_number(text, words(pack)) == number


@pytest.mark.parametrize(("text", "number"), [("40", 40), ("forty", 40), ("sixty-one", 61), ("x", None), ("", None)])
def test_numbers(text: str, number: int | None) -> None:
    assert read_number(text, words("en")) == number
