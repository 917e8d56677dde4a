"""What a key has cut as soon as it began is told again, if it was of the clock; all else is asked for with a word."""

import io
from datetime import timedelta

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.sound.speaker import Speaker, SpeechSettings
from access_chess.laws.by_color import both
from access_chess.laws.commands import Question
from access_chess.laws.events import GameSetUp, Told
from access_chess.laws.evolve import evolve
from access_chess.laws.game import new_game
from access_chess.laws.setup import Setup
from access_chess.session.announcer import Announcer
from access_chess.session.ports import Recorded
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import Channel, Utterance, spoken_part

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


@pytest.mark.parametrize("listener", chess.COLORS)
def test_what_is_for_the_other_ear_reaches_nobody(listener: chess.Color) -> None:
    """One player's screen and voice; whatever event leads to an utterance, its channel decides."""
    screen, speaker = io.StringIO(), Speaker(voice=None, outputs=())
    announcer = Announcer(
        speaker, NarrationSettings(pack=load_voice_pack("en"), listener=listener), screen=screen, is_private=True
    )
    for channel in Channel:
        announcer.say(Utterance(parts=(spoken_part(channel.name, language="en"),), channel=channel))
    announcer.reply(spoken_part("to White", language="en"), chess.WHITE)
    announcer.reply(spoken_part("to Black", language="en"), chess.BLACK)
    announcer.reply(spoken_part("to all", language="en"), None)
    own = "White" if listener else "Black"
    assert screen.getvalue().splitlines() == [own.upper(), "ROOM", f"to {own}", "to all"]
    speaker.close()


def test_nothing_is_told_of_what_only_the_other_hears() -> None:
    """A question of Black's is answered in his ears; at White's place nothing was said of it."""
    game = new_game(GameSetUp(setup=Setup()))
    told = Told(at=timedelta(), color=chess.BLACK, question=Question.TIMES, moves=both(0), times=both(timedelta()))
    recorded = Recorded(number=1, at=timedelta(), before=game, event=told, after=evolve(game, told))
    pack = load_voice_pack("en")
    for listener, is_told in ((chess.WHITE, False), (chess.BLACK, True), (None, True)):
        speaker = Speaker(voice=None, outputs=())
        announcer = Announcer(speaker, NarrationSettings(pack=pack, listener=listener), screen=None)
        assert announcer.announce(recorded) is is_told
        speaker.close()


class Cut:
    """A speaker that has said so many of the utterances when it is silenced."""

    def __init__(self) -> None:
        self.waiting: list[Utterance] = []

    def say(self, utterance: Utterance) -> None:
        self.waiting.append(utterance)

    def silence(self, channel: Channel) -> tuple[Utterance, ...]:
        cut, self.waiting = tuple(self.waiting), []
        return cut

    def repeat(self, channel: Channel, *, slower: bool = False) -> None:
        raise AssertionError("nobody asks for it here")

    def set_sound(self, is_on: bool) -> None:
        raise AssertionError("nobody asks for it here")


def test_a_reading_that_was_cut_goes_on_from_the_part_that_was_being_said() -> None:
    speaker = Cut()
    announcer = Announcer(speaker, NarrationSettings(pack=load_voice_pack("en")), screen=None)
    announcer.read([spoken_part(text, language="en") for text in ("one", "two", "three")], None)
    del speaker.waiting[0]  # "one" was heard; a key cuts "two"
    announcer.silence(None)
    announcer.reply(spoken_part("Eva four", language="en"), None)
    announcer.silence(None)  # cut as well, and no reading
    assert announcer.read_on()
    assert [utterance.text for utterance in speaker.waiting] == ["two", "three"]
    announcer.silence(None)
    announcer.read([spoken_part("four", language="en")], None)
    assert [utterance.text for utterance in speaker.waiting] == ["four"]
    speaker.waiting.clear()
    assert not announcer.read_on()  # a new reading takes the place of the old one
