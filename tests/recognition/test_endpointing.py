"""Where an utterance begins and ends, on sounds that are loud or quiet and nothing else."""

import pytest

from access_chess.recognition.endpointing import EARLY, LONGEST, PAUSE, RecentSound, heard_more
from access_chess.recognition.loudness import RATE

LEVEL = 300.0
CHUNK = 0.032  # seconds


def after(*parts: tuple[float, bool], so_far: RecentSound | None = None) -> RecentSound:
    """What was heard after some seconds of loud or quiet sound each."""
    heard = so_far or RecentSound()
    for seconds, is_loud in parts:
        for _ in range(round(seconds / CHUNK)):
            sample = (1000 if is_loud else 10).to_bytes(2, "little")
            heard = heard_more(heard, sample * int(CHUNK * RATE), LEVEL)
    return heard


def test_a_quiet_room_is_no_speech_and_little_of_it_is_kept() -> None:
    heard = after((60, False))
    assert not heard.is_speech and not heard.is_over
    assert len(heard.sound) / 2 / RATE < 0.6


@pytest.mark.parametrize(
    ("quiet", "is_paused", "is_over"),
    [
        (EARLY - 0.06, False, False),
        (EARLY + 0.06, True, False),
        (PAUSE - 0.06, True, False),
        (PAUSE + 0.06, True, True),
    ],
)
def test_the_pause_after_speech_is_seen_early_and_then_ends_it(quiet: float, is_paused: bool, is_over: bool) -> None:
    heard = after((1, False), (1, True), (quiet, False))
    assert (heard.is_paused, heard.is_over) == (is_paused, is_over)


def test_speech_that_goes_on_ends_the_pause() -> None:
    paused = after((1, True), (EARLY + 0.1, False))
    assert paused.is_paused
    assert not after((0.1, True), so_far=paused).is_paused


def test_the_moment_before_the_first_loud_one_is_kept_and_all_after_it() -> None:
    heard = after((2, False), (1, True), (PAUSE + 0.06, False))
    assert len(heard.sound) / 2 / RATE == pytest.approx(0.5 + 1 + PAUSE, abs=0.15)


def test_a_click_is_no_utterance() -> None:
    heard = after((1, False), (0.1, True), (PAUSE + 0.06, False))
    assert not heard.is_speech and not heard.is_over


def test_a_number_that_is_said_quickly_is_an_utterance() -> None:
    """A man's "one" stands out of a little noise for 0.16 s."""
    heard = after((1, False), (0.16, True), (PAUSE + 0.06, False))
    assert heard.is_over


def test_no_utterance_is_endless() -> None:
    heard = RecentSound()
    while not heard.is_over:
        heard = after((CHUNK, True), so_far=heard)
    assert heard.seconds == pytest.approx(LONGEST, abs=0.1)
