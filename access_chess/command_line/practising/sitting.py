"""A sitting of practice: one sound, one terminal, one voice for all drills of a round."""

import contextlib
import queue
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import chess
import click

from access_chess.command_line.options.sound import sound_to_the_end
from access_chess.command_line.options.talking import language_of
from access_chess.command_line.practising.rounds import drill_round
from access_chess.command_line.seat.names_asked import LeftError, Questioner
from access_chess.command_line.seat.practice_place import practice_extras
from access_chess.command_line.seat.screens import tell_failure
from access_chess.command_line.seat.speech_asked import settle_speech
from access_chess.edge.practising.analyst import FAILURES, UciAnalyst, open_analyst
from access_chess.edge.practising.store import PracticeStore
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.places import user_folder
from access_chess.edge.terminal.opening import Terminal, kept_terminal, open_terminal
from access_chess.listening.gate import Activation
from access_chess.machine_clock import monotonic_clock, utc_now
from access_chess.practice.drill import Drill
from access_chess.practice.refuting import best_reply
from access_chess.practice.round import Attempt
from access_chess.practice.sentence import Sentence
from access_chess.profile import Profile
from access_chess.requests.table import KEYS
from access_chess.session.announcer import Announcer
from access_chess.session.console import Input, Leaving
from access_chess.session.game_series import Entry, GameSeries, Inbox
from access_chess.session.ports import Entered
from access_chess.session.practising.memory_store import MemoryStore
from access_chess.session.practising.trainer import Trainer, begun
from access_chess.session.seat_setup import SeatSetup
from access_chess.session.session import Session
from access_chess.speech.practising.sentences import worded
from access_chess.speech.telling.narration import NarrationSettings

if TYPE_CHECKING:
    from access_chess.command_line.seat.voice_setup import Voice


@dataclass(frozen=True, kw_only=True)
class PracticeOptions:
    """What was asked for on the command line."""

    voices: str
    names: str
    form: str
    inputs: str
    listen: str
    microphone: str | None
    rate: int
    no_sound: bool
    wav: Path | None
    transcript: Path | None
    headsets: tuple[str, str] | None = None  # one player has one


def practice_store() -> PracticeStore:
    """The file of practice. Raises PracticeStoreError."""
    return PracticeStore(user_folder() / "practice.sqlite")


class Judge:
    """Stockfish, opened when it is first needed; where there is none, or it fails, the built-in engine replies."""

    def __init__(self) -> None:
        self._analyst: UciAnalyst | None = None
        self._is_looked_for = False

    @property
    def analyst(self) -> UciAnalyst | None:
        """The judge; None where Stockfish is not installed."""
        if not self._is_looked_for:
            self._is_looked_for, self._analyst = True, open_analyst()
        return self._analyst

    def reply(self, board: chess.Board) -> chess.Move | None:
        """The best reply on a board."""
        try:
            return best_reply(board, self.analyst)
        except FAILURES:
            self.close()
            return best_reply(board, None)

    def close(self) -> None:
        """Let the engine go."""
        analyst, self._analyst = self._analyst, None
        if analyst is not None:
            analyst.close()


class DatedStore:
    """Keeps attempts with the time of the wall; those of nothing, such as a line read through, are not kept."""

    def __init__(self, store: PracticeStore) -> None:
        self._store = store

    def keep(self, attempt: Attempt) -> None:
        """Remember an attempt, and when its drill is due again."""
        self._store.keep(attempt, utc_now())


class Sitting:
    """Everything that drills need of the machine. To be made by `open_sitting`."""

    def __init__(self, options: PracticeOptions, closing_all: ExitStack) -> None:
        self.language = language_of(options.voices, options.names, options.form)
        self.store = closing_all.enter_context(closing(practice_store()))
        self.judge = closing_all.enter_context(closing(Judge()))
        self._inbox: Inbox = queue.SimpleQueue()
        closing_all.enter_context(kept_terminal())
        self._terminal = self._opened_terminal()
        closing_all.callback(tell_failure, self._terminal)
        closing_all.callback(self._terminal.close)
        self._speaker = sound_to_the_end(closing_all, self.language.pack, options, self._terminal)
        settings = NarrationSettings(pack=self.language.pack, form=self.language.form, volunteers=True)
        self._announcer = Announcer(self._speaker, settings, screen=self._terminal)
        questioner = Questioner(self._inbox, self._terminal, self._announcer, self.language)
        settle_speech(self._speaker, self._terminal, self._announcer, questioner, self.language.pack)
        self._options = options
        self._voice = None if options.inputs == "keys" else voice_of(self, options, closing_all)

    @property
    def announcer(self) -> Announcer:
        """Who says everything."""
        return self._announcer

    @property
    def speaker(self) -> Speaker:
        """What it is said with."""
        return self._speaker

    @property
    def inbox(self) -> Inbox:
        """Where what is entered comes in."""
        return self._inbox

    def say(self, *sentences: Sentence) -> None:
        """Say them, with no drill around."""
        for each in sentences:
            self._announcer.reply(worded(each, self.language.pack, self.language.form), None)

    def run(self, drills: Sequence[Drill], *, preface: Sequence[Sentence] = ()) -> tuple[Attempt, ...]:
        """Ask these drills until the last is over or the player leaves; what became of them."""
        trainer = Trainer(
            drills,
            self._announcer,
            self.language,
            keeper=DatedStore(self.store),
            refuter=self.judge.reply,
            clock=monotonic_clock,
            preface=preface,
            drills_of=lambda kind: drill_round(self.store, kind),
        )
        self._terminal.proceed()
        while not trainer.is_over:
            if self._play(trainer) is Leaving.QUIT:
                break
        return trainer.attempts

    def _play(self, trainer: Trainer) -> Leaving:
        """The present drill, and those in the same position."""
        store = MemoryStore()
        seat = self._place(trainer)
        inputs: tuple[Input, ...] = ()
        if self._voice is not None:
            seat = self._voice.at(seat)
            inputs = tuple(self._voice.inputs(seat)())
        games = GameSeries(
            store, self._announcer, self.language, seat, inbox=self._inbox, reader=self._terminal,
            inputs=lambda: inputs,
        )  # fmt: skip
        return games.play(begun(trainer, store))

    def _place(self, trainer: Trainer) -> SeatSetup:
        """The place at which a trainer asks, with all questions of practice."""

        def answerer(session: Session) -> Trainer:
            trainer.open(session)
            return trainer

        extras = practice_extras(self._announcer, self.language, lambda level: None, trainer.color)
        return SeatSetup(profile=Profile.PRACTICE, color=trainer.color, extras=extras, answerer=answerer)

    def _opened_terminal(self) -> Terminal:
        return open_terminal(
            lambda entered: self._inbox.put(_entry(entered)),
            monotonic_clock,
            on_key=lambda: self._announcer.silence(None),
            at_any_time=frozenset(KEYS),
        )


def _entry(entered: Entered | None) -> Entry:
    """What the terminal has read, as a console takes it."""
    if entered is None or not entered.is_key:
        return entered if entered is None else entered.text
    return lambda console: console.press(entered.text)


def voice_of(sitting: "Sitting", options: PracticeOptions, closing_all: ExitStack) -> "Voice":
    """Voice as an input beside the keys."""
    from access_chess.command_line.seat.voice_setup import Voice  # hearing takes its time to load

    voice = Voice(
        sitting.language, sitting.announcer, sitting.speaker, sitting.inbox.put,
        pack_name=options.voices, activation=Activation(options.listen), device=options.microphone,
        user="", arbiter_allows_learning=False, with_controllers=False,
    )  # fmt: skip
    closing_all.callback(voice.close)
    return voice


@contextlib.contextmanager
def open_sitting(options: PracticeOptions) -> Iterator[Sitting]:
    """A sitting, which lets everything go at its end. Raises VoicePackError, PracticeStoreError, InputError."""
    with ExitStack() as closing_all:
        try:
            sitting = Sitting(options, closing_all)
        except LeftError:
            raise click.exceptions.Exit(0) from None
        yield sitting
