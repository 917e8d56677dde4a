"""Game controllers through SDL itself: its virtual joystick is one that SDL makes and this test handles."""

import io
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import chess
import pytest
from click.testing import CliRunner
from pygame._sdl2.controller import Controller

from access_chess.board.clock_unit.dial_line import LONG, SHORT, Pulse, rumble
from access_chess.board.wire.reports import (
    ButtonPressed,
    ControllerFound,
    ControllerLost,
    ControllerReport,
    LeverPressed,
    LeverReleased,
)
from access_chess.cli import main
from access_chess.edge.controllers import SEARCH, GameControllers, examine
from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import load_voice_pack, reading_vocabulary
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.laws.dial import dial
from access_chess.listening.gate import Activation
from access_chess.machine_clock import monotonic_clock
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import SpokenWords
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.wiring.voice import VoiceSetup
from tests.support.virtual_controller import (
    CROSS_DOWN,
    CROSS_LEFT,
    CROSS_RIGHT,
    CROSS_UP,
    LOWER,
    SHOULDER_LEFT,
    SHOULDER_RIGHT,
    START,
    TRIGGER_LEFT,
    TRIGGER_RIGHT,
    UPPER,
    VirtualController,
    virtual_controller,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="pygame's SDL is found by its path on Linux only")
PATIENCE = 10.0  # seconds, on a busy machine


class Reports:
    """What the controllers have reported."""

    def __init__(self) -> None:
        self.queue: queue.SimpleQueue[ControllerReport] = queue.SimpleQueue()

    def next(self) -> ControllerReport:
        return self.queue.get(timeout=PATIENCE)


@contextmanager
def plugged_in() -> Iterator[tuple[VirtualController, GameControllers, Reports]]:
    reports = Reports()
    with virtual_controller() as virtual:
        controllers = GameControllers(reports.queue.put, clock=monotonic_clock)
        try:
            assert reports.next() == ControllerFound(name="Virtual controller")
            yield virtual, controllers, reports
        finally:
            controllers.close()


def wait_for_rumble(virtual: VirtualController, changes: int) -> None:
    wait_until(lambda: len(virtual.rumble) >= changes)


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)


def test_triggers_are_the_levers() -> None:
    with plugged_in() as (virtual, _, reports):
        for trigger, color in ((TRIGGER_LEFT, chess.WHITE), (TRIGGER_RIGHT, chess.BLACK)):
            before = monotonic_clock()
            virtual.pull(trigger, 1.0)
            pressed = reports.next()
            assert isinstance(pressed, LeverPressed) and pressed.color is color
            assert before <= pressed.at <= monotonic_clock()
            virtual.pull(trigger, 0.0)
            released = reports.next()
            assert isinstance(released, LeverReleased) and released.color is color


def test_a_trembling_trigger_presses_once() -> None:
    with plugged_in() as (virtual, _, reports):
        for way in (0.7, 0.5, 0.65, 0.45, 0.9):
            virtual.pull(TRIGGER_LEFT, way)
            time.sleep(0.02)
        virtual.pull(TRIGGER_LEFT, 0.1)
        assert [type(reports.next()) for _ in range(2)] == [LeverPressed, LeverReleased]
        assert reports.queue.empty()


@pytest.mark.parametrize(
    ("button", "number"),
    [
        (SHOULDER_LEFT, 1), (SHOULDER_RIGHT, 2), (START, 3), (CROSS_UP, 4), (UPPER, 5), (LOWER, 6), (CROSS_LEFT, 7),
        (CROSS_DOWN, 8), (CROSS_RIGHT, 8),
    ],
)  # fmt: skip
def test_buttons(button: int, number: int) -> None:
    with plugged_in() as (virtual, _, reports):
        virtual.push(button, down=True)
        report = reports.next()
        assert isinstance(report, ButtonPressed) and report.button == number


def test_its_lower_button_opens_the_microphone_of_a_game() -> None:
    said, screen = queue.SimpleQueue[SpokenWords](), io.StringIO()
    speaker, pack = Speaker(voice=None, outputs=()), load_voice_pack("en")
    language = PlayerLanguage(pack=pack, words=load_typed_words("en"), vocabulary=reading_vocabulary("en"))
    voice = VoiceSetup(
        language, Announcer(speaker, NarrationSettings(pack=pack), screen=screen), speaker, said.put,
        pack_name="en", activation=Activation.PUSH_TO_TALK, device=None, user="", arbiter_allows_learning=False,
        with_controllers=True,
    )  # fmt: skip
    with virtual_controller() as virtual:
        voice.next(Profile.PRACTICE, None)
        try:
            wait_until(lambda: bool(screen.getvalue()))
            virtual.push(LOWER, down=True)
            assert said.get(timeout=PATIENCE).said == Request(name=RequestName.LISTEN)
        finally:
            voice.close()
            speaker.close()
    assert screen.getvalue() == "A game controller is there: Virtual controller.\n"


def test_a_case_is_ruled_on_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exam tells that it is there; its cross chooses, its lower button decides."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    heard, (reading, writing) = tmp_path / "heard.txt", os.pipe()

    def is_heard(words: str, times: int = 1) -> bool:
        return heard.exists() and heard.read_text(encoding="utf-8").count(words) >= times

    def rule(virtual: VirtualController) -> None:
        wait_until(lambda: is_heard("A game controller is there"))
        virtual.push(CROSS_RIGHT, down=True)
        wait_until(lambda: is_heard("One: ", times=2))  # as one of all choices, and as the one that is chosen
        virtual.push(LOWER, down=True)
        wait_until(lambda: is_heard("Right is: "))
        os.write(writing, b"quit\n")

    command = ["exam", "--controllers", "--no-sound", "--voices", "en", "--transcript", str(heard)]
    with virtual_controller() as virtual, os.fdopen(reading, "rb") as typed:
        thumb = threading.Thread(target=rule, args=(virtual,))
        thumb.start()
        result = CliRunner().invoke(main, command, input=typed)
        thumb.join()
        os.close(writing)
    assert result.exit_code == 0, result.output
    assert is_heard("A game controller is there: Virtual controller.") and is_heard("Right is: "), result.output


def test_a_controller_that_is_pulled_is_told_of() -> None:
    with plugged_in() as (virtual, _, reports):
        virtual.sdl.SDL_JoystickDetachVirtual(virtual.index)
        assert reports.next() == ControllerLost(name="Virtual controller")


def test_one_that_is_pulled_leaves_the_other_as_it_is() -> None:
    with plugged_in() as (first, _, reports), virtual_controller() as second:
        assert reports.next() == ControllerFound(name="Virtual controller")
        first.sdl.SDL_JoystickDetachVirtual(first.index)
        assert reports.next() == ControllerLost(name="Virtual controller")
        time.sleep(2 * SEARCH)
        second.push(SHOULDER_LEFT, down=True)
        assert isinstance(reports.next(), ButtonPressed)
        time.sleep(SEARCH)
        assert reports.queue.empty()


def test_watching_opens_a_controller_once() -> None:
    with plugged_in():
        all_that_were_opened = vars(Controller)["_controllers"]
        before = len(all_that_were_opened)
        time.sleep(2 * SEARCH)
        assert len(all_that_were_opened) == before


def test_the_doctor_names_it() -> None:
    assert [diagnosis.found for diagnosis in examine()] == ["doctor_controllers_none"]
    with virtual_controller():
        (diagnosis,) = examine()
    assert diagnosis.works and diagnosis.slots == {"names": "Virtual controller"}


def test_rumble_is_what_the_motor_gets() -> None:
    """One minute and a half left: the flag is up, one short pulse for the minute."""
    pulses = rumble(dial(timedelta(seconds=90)))
    with plugged_in() as (virtual, controllers, _):
        controllers.rumble(pulses)
        wait_for_rumble(virtual, 2 * len(pulses))
        assert [round(strength) for _, strength in virtual.rumble] == [1, 0, 1, 0]


def test_a_new_answer_breaks_off_the_old_one() -> None:
    with plugged_in() as (virtual, controllers, _):
        controllers.rumble((LONG,) * 9)
        wait_for_rumble(virtual, 1)
        controllers.rumble((Pulse(SHORT.length, 0, 0.5),))
        wait_until(lambda: any(0.4 < strength < 0.6 for _, strength in virtual.rumble))
        assert sum(strength > 0.9 for _, strength in virtual.rumble) < 9
