"""Time controls as people type them."""

import pytest

from access_chess.laws.time_control import TimeControl, parse_time_control
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
    ],
)
def test_what_is_typed(typed: str, in_seconds: str) -> None:
    assert read_time_control(typed) == parse_time_control(in_seconds)


@pytest.mark.parametrize(
    "typed",
    ["", "soon", "15+", "+10", "15++10", "0", "15+10+5", "1:2:3:4", "15 ells", "40/", "15+10, 5", "9" * 5000],
)
def test_what_is_no_time_is_refused_in_a_short_sentence(typed: str) -> None:
    with pytest.raises(ValueError, match="'") as refused:
        read_time_control(typed)
    assert len(str(refused.value)) < 200


def test_every_control_of_the_contract_is_what_it_was() -> None:
    for text in ("5400+30", "40/7200, 900+30", "300d5", "1800, 3x30", "7200"):
        control: TimeControl = read_time_control(text)
        assert control == parse_time_control(text)
