"""What a key has cut as soon as it began is told again, if it was of the clock; all else is asked for with a word."""

import io
from datetime import timedelta

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.sound.speaker import Speaker, SpeechSettings
from access_chess.session.announcer import Announcer
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import Utterance, spoken_part

THIRTY = Utterance(parts=(spoken_part("thirty seconds", language="en"),))
TWENTY = Utterance(parts=(spoken_part("twenty seconds", language="en"),))


class Desk:
    """An announcer whose clock stands where it is put, and the lines that it wrote."""

    def __init__(self) -> None:
        self.now = timedelta()
        self._screen = io.StringIO()
        self.announcer = Announcer(
            Speaker(voice=None, outputs=(), settings=SpeechSettings()),
            NarrationSettings(pack=load_voice_pack("en")),
            screen=self._screen,
            clock=lambda: self.now,
        )

    def key(self, after: float) -> None:
        """A key is pressed so many seconds later."""
        self.now += timedelta(seconds=after)
        self.announcer.silence(chess.WHITE)

    @property
    def lines(self) -> list[str]:
        return self._screen.getvalue().splitlines()


@pytest.mark.parametrize(("after", "told"), [(0.0, 2), (0.999, 2), (1.0, 1), (5.0, 1)])
def test_a_time_that_was_cut_in_its_first_second_is_told_again_once(after: float, told: int) -> None:
    desk = Desk()
    desk.announcer.tell_time(THIRTY)
    for key_after in (after, 0.1, 4.0):  # the others are the rest of the line
        desk.key(key_after)
    assert desk.lines == ["thirty seconds"]
    desk.announcer.make_up()
    desk.announcer.make_up()
    assert desk.lines == ["thirty seconds"] * told


def test_a_later_time_takes_the_place_of_the_one_that_was_cut() -> None:
    desk = Desk()
    desk.announcer.tell_time(THIRTY)
    desk.key(0.2)
    desk.announcer.tell_time(TWENTY)
    desk.key(3.0)
    desk.announcer.make_up()
    assert desk.lines == ["thirty seconds", "twenty seconds"]


def test_what_is_not_of_the_clock_is_not_told_again() -> None:
    desk = Desk()
    desk.announcer.say(THIRTY)
    desk.key(0.2)
    desk.announcer.make_up()
    assert desk.lines == ["thirty seconds"]
