"""Who speaks as the arbiter at a keyboard, and how long his PIN counts."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from access_chess.conversation.rights import HIS_OWN, ArbiterRights, may_rule, ruled, tried, with_pin
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request

NOBODYS = ArbiterRights(is_his_own=False)
WITH_PIN = ArbiterRights(pin="4711")


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


OPENED = replace(WITH_PIN, until=seconds(60))


@pytest.mark.parametrize(
    ("rights", "pin", "at", "counts"),
    [
        pytest.param(HIS_OWN, None, 0, True, id="his own keyboard"),
        pytest.param(HIS_OWN, "12", 0, True, id="a number at his own keyboard"),
        pytest.param(NOBODYS, None, 0, False, id="a player's keyboard"),
        pytest.param(NOBODYS, "4711", 0, False, id="a PIN where none was agreed"),
        pytest.param(WITH_PIN, None, 0, False, id="no PIN"),
        pytest.param(WITH_PIN, "4711", 0, True, id="the PIN with the ruling"),
        pytest.param(WITH_PIN, "4712", 0, False, id="a wrong PIN"),
        pytest.param(OPENED, None, 60, True, id="for a minute after the PIN"),
        pytest.param(OPENED, None, 60.001, False, id="no longer"),
        pytest.param(OPENED, "4712", 0, False, id="a wrong PIN, even in that minute"),
    ],
)
def test_what_counts_as_the_arbiters_word(rights: ArbiterRights, pin: str | None, at: float, counts: bool) -> None:
    assert may_rule(rights, pin, seconds(at)) is counts


def test_the_pin_alone_counts_for_a_minute() -> None:
    opened = with_pin(WITH_PIN, "4711", seconds(5))
    assert opened is not None and opened.until == seconds(65)
    assert with_pin(WITH_PIN, "4712", seconds(5)) is None
    assert with_pin(WITH_PIN, None, seconds(5)) is None
    assert with_pin(HIS_OWN, "4711", seconds(5)) is None
    assert with_pin(HIS_OWN, None, seconds(5)) is None


def after(*pins: str, at: float = 0) -> ArbiterRights:
    rights = WITH_PIN
    for pin in pins:
        rights = tried(rights, pin, seconds(at))
    return rights


def test_after_three_wrong_ones_each_waits() -> None:
    closed = after("1", "2", "3", at=5)
    assert closed.is_closed(seconds(5)) and closed.is_closed(seconds(24.999)) and not closed.is_closed(seconds(25))
    assert not may_rule(closed, "4711", seconds(24))
    assert with_pin(closed, "4711", seconds(24)) is None
    assert may_rule(closed, "4711", seconds(25))
    assert tried(closed, "4", seconds(25)).closed == seconds(45)


def test_two_slips_and_the_right_one_are_forgiven() -> None:
    assert not after("1", "2").is_closed(seconds(0))
    assert not after("1", "2", "4711", "3", "4").is_closed(seconds(0))
    assert after("1", "2", "4711", "3", "4", "5").is_closed(seconds(0))


def test_a_player_who_goes_on_trying_shuts_nobody_out() -> None:
    closed = after("1", "2", "3")
    for second in range(20):
        assert tried(closed, "4", seconds(second)) == closed
    assert may_rule(closed, "4711", seconds(20))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (RequestName.ARBITER_PIN, ["The arbiter may rule for one minute.", "Wrong numbers tried before: three."]),
        (RequestName.ARBITER_STOP, ["Wrong numbers tried before: three."]),
    ],
)
def test_the_arbiter_hears_that_their_pin_was_guessed_at(name: RequestName, said: list[str]) -> None:
    told = ruled(after("1", "2", "3"), Request(name=name, pin="4711"), seconds(20), load_voice_pack("en"))
    assert [part.text for part in told.said] == said
    again = ruled(told.rights, Request(name=name, pin="4711"), seconds(21), load_voice_pack("en"))
    assert [part.text for part in again.said] == said[:-1]


def test_where_there_is_no_pin_there_is_nothing_to_try() -> None:
    assert tried(tried(tried(HIS_OWN, "1", seconds(0)), "2", seconds(0)), "3", seconds(0)) == HIS_OWN


def test_who_had_opened_already_goes_on_ruling() -> None:
    opened = with_pin(after("4711"), "4711", seconds(0))
    assert opened is not None
    for pin in ("1", "2", "3"):
        opened = tried(opened, pin, seconds(1))
    assert opened.is_closed(seconds(1)) and may_rule(opened, None, seconds(1))


@pytest.mark.parametrize(
    ("rights", "pin", "name", "phrase"),
    [
        pytest.param(HIS_OWN, "4711", RequestName.ARBITER_PIN, "not_read", id="a number where none was asked for"),
        pytest.param(WITH_PIN, "4711", RequestName.ARBITER_PIN, "arbiter_may_rule", id="the PIN alone"),
        pytest.param(WITH_PIN, "4712", RequestName.ARBITER_PIN, "arbiter_pin_wrong", id="a wrong one"),
        pytest.param(WITH_PIN, None, RequestName.ARBITER_STOP, "arbiter_only", id="a ruling without it"),
        pytest.param(WITH_PIN, "4711", RequestName.ARBITER_STOP, None, id="a ruling with it"),
        pytest.param(after("1", "2"), "3", RequestName.ARBITER_STOP, "arbiter_pin_closed", id="the third wrong one"),
    ],
)
def test_what_the_arbiter_is_answered(
    rights: ArbiterRights, pin: str | None, name: RequestName, phrase: str | None
) -> None:
    pack = load_voice_pack("en")
    answer = ruled(rights, Request(name=name, pin=pin), seconds(0), pack)
    assert answer.said == (() if phrase is None else (pack.phrase(phrase),))
    assert (answer.counts, answer.rights.pin) == (phrase is None, rights.pin)


@pytest.mark.parametrize(("pin", "closes"), [("1234567", True), ("12345678", False)])
def test_no_player_closes_a_pin_that_is_too_long_to_be_tried(pin: str, closes: bool) -> None:
    rights = ArbiterRights(pin=pin)
    for wrong in ("1", "2", "3"):
        rights = tried(rights, wrong, seconds(0))
    assert rights.is_closed(seconds(1)) is closes
    assert may_rule(rights, pin, seconds(1)) is not closes


def said(rights: ArbiterRights, request: Request, at: float) -> list[str]:
    return [part.text for part in ruled(rights, request, seconds(at), load_voice_pack("en")).said]


def test_a_ruling_without_a_number_is_no_try() -> None:
    refused = ruled(after("1", "2"), Request(name=RequestName.ARBITER_STOP), seconds(1), load_voice_pack("en"))
    assert not refused.counts and refused.rights == after("1", "2")


def test_how_many_wrong_numbers_there_were_is_told_with_the_right_one_only() -> None:
    """Not with a ruling that counts because he has said it a moment ago."""
    tried_before = replace(after("1", "2", "3"), until=seconds(60), closed=None)
    assert said(tried_before, Request(name=RequestName.ARBITER_STOP), 30) == []
    assert said(tried_before, Request(name=RequestName.ARBITER_STOP, pin="4711"), 30) == [
        "Wrong numbers tried before: three."
    ]
    assert said(after("1", "2"), Request(name=RequestName.ARBITER_STOP, pin="4711"), 30) == []
