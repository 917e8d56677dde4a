"""Time controls as people type them."""

import pytest

from access_chess.laws.time_control import TimeControl, TimeControlError, parse_time_control
from access_chess.notation.typed_time import read_time_control


@pytest.mark.parametrize(
    ("typed", "in_seconds"),
    [
        ("15+10", "900+10"),
        ("15|10", "900+10"),
        ("900s+10s", "900+10"),
        ("0:15:00+10", "900+10"),
        ("15:00+10", "900+10"),
        ("900+10", "900+10"),
        ("5400+30", "5400+30"),
        ("180+2", "180+2"),
        ("179", "10740"),
        ("3", "180"),
        ("0.5", "30"),
        ("1h30m+30", "5400+30"),
        ("1h 30min + 30s", "5400+30"),
        ("15d5", "900d5"),
        ("300d5", "300d5"),
        ("40/90, 30+30", "40/5400, 1800+30"),
        ("40/7200, 900+30", "40/7200, 900+30"),
        ("40/7200, 20/3600, 60+30", "40/7200, 20/3600, 60+30"),
        ("5+3 / 3", "300+3 / 180"),
        ("5:00+3/3:00", "300+3/180"),
        ("40/90 / 40/60", "40/5400 / 40/3600"),
        ("30, 3x30", "1800, 3x30"),
        ("up", "up"),
        ("10 sandglass", "600 sandglass"),
        ("40/7200:3600", "40/7200, 3600"),
        ("40/7200+30:900+30", "40/7200+30, 900+30"),
        ("40/5400:20/3600:60", "40/5400, 20/3600, 60"),
        ("90'+30''", "5400+30"),
        ("90′ + 30″", "5400+30"),
        ("90'+30\"/move", "5400+30"),
        ("90 minutes + 30 seconds per move", "5400+30"),
        ("60 mins", "3600"),
        ("2 hours", "7200"),
        ("90'/40+30'/end+30\"", "40/5400+30, 1800+30"),
        ("90'/40 moves + 30' + 30''", "40/5400+30, 1800+30"),
        ("(90'/40 + 30') + 30''", "40/5400+30, 1800+30"),
        ("100'/40+50'", "40/6000, 3000"),
        ("G/45 d5", "2700d5"),
        ("G/60;d5", "3600d5"),
        ("G/5 inc3", "300+3"),
        ("g60", "3600"),
        ("G/2 d1", "120d1"),
        ("40/120, SD/60; d5", "40/7200d5, 3600d5"),
        ("0:06:00/0:04:00", "360 / 240"),
        ("6:00/4:00", "360 / 240"),
        ("1:30:00+30/1:00:00+30", "5400+30 / 3600+30"),
        ("6min/4min", "360 / 240"),
        ("90+30 / 30", "5400+30 / 1800"),
    ],
)
def test_what_is_typed(typed: str, in_seconds: str) -> None:
    assert read_time_control(typed) == parse_time_control(in_seconds)


@pytest.mark.parametrize(
    "typed",
    ["", "soon", "15+", "+10", "15++10", "0", "15+10+5", "1:2:3:4", "15 ells", "40/", "15+10, 5", "9" * 5000],
)
def test_what_is_no_time_is_refused_in_a_short_sentence(typed: str) -> None:
    with pytest.raises(TimeControlError, match="time_") as refused:
        read_time_control(typed)
    assert len(str(refused.value.slots["text"])) < 100


@pytest.mark.parametrize("typed", ["90+30/30", "40/90/30", "40/90+30/30", "40/90:30", "120+30/15"])
def test_what_may_mean_two_things_is_not_taken_for_one(typed: str) -> None:
    with pytest.raises(TimeControlError, match=r"time_unclear|time_by_commas"):
        read_time_control(typed)


@pytest.mark.parametrize(
    ("typed", "phrase"),
    [
        ("40/90, 0", "time_needs_some"),
        ("5:00+3 / 0", "time_needs_some"),
        ("0+0", "time_needs_some"),
        ("99999+1", "time_too_long"),
        ("1+99999", "time_too_long"),
        ("25h", "time_too_long"),
        ("5 / 25h", "time_too_long"),
    ],
)
def test_what_no_clock_is_set_to_is_refused(typed: str, phrase: str) -> None:
    with pytest.raises(TimeControlError) as refused:
        read_time_control(typed)
    assert refused.value.phrase == phrase


def test_every_control_of_the_contract_is_what_it_was() -> None:
    for text in ("5400+30", "40/7200, 900+30", "300d5", "1800, 3x30", "7200"):
        control: TimeControl = read_time_control(text)
        assert control == parse_time_control(text)
