"""A sitting of practice: one sound, one terminal, one voice for all drills of a round."""

import queue
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

import chess
import click
from msgspec import Struct
from msgspec.structs import replace

from access_chess.command_line.options.sound import SoundOptions, sound_to_the_end
from access_chess.command_line.options.talking import language_of
from access_chess.command_line.practising.games import drill_round, practice_store
from access_chess.command_line.practising.judge import Judge
from access_chess.command_line.seat.entering import Screens, opened_terminal, opened_window, tell_failure
from access_chess.command_line.seat.language_choice import LanguageChoice
from access_chess.command_line.seat.names_asked import LeftError, Questioner
from access_chess.command_line.seat.opponents import OPPONENTS
from access_chess.command_line.seat.practice_place import practice_extras, practice_place
from access_chess.command_line.seat.speech_asked import settle_speech
from access_chess.edge.practising.store import PracticeStore
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.terminal.opening import Terminal, kept_terminal
from access_chess.laws.by_color import both
from access_chess.laws.setup import Regulations, Setup
from access_chess.listening.gate import Activation
from access_chess.machine_clock import monotonic_clock, utc_now
from access_chess.notation.vocabulary import folded
from access_chess.practice.drill import Drill
from access_chess.practice.review import Judged
from access_chess.practice.round import Attempt
from access_chess.practice.sentence import Sentence, sentence
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.game_in_play import GameInPlay, Record
from access_chess.session.game_series import GameSeries
from access_chess.session.inbox import Inbox, line_of
from access_chess.session.leaving import Leaving
from access_chess.session.ports import LineReader
from access_chess.session.practising.heard_graph import HeardGraph
from access_chess.session.practising.memory_store import MemoryStore
from access_chess.session.practising.trainer import Trainer, begun
from access_chess.session.seat_setup import SeatSetup
from access_chess.speech.practising.sentences import worded
from access_chess.speech.telling.narration import NarrationSettings

ON_LEVEL = 7  # the strongest that is the same on every machine: it shows what a position is worth

if TYPE_CHECKING:
    from access_chess.edge.practising.analysts import Tablebases
    from access_chess.edge.window.window import Window
    from access_chess.session.voice_input import VoiceInput
    from access_chess.wiring.voice import VoiceSetup


class PracticeOptions(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    voices: str
    names: str
    form: str
    inputs: str
    listen: str
    microphone: str | None
    sound: SoundOptions
    ui: str
    theme: str
    zoom: float
    figures: bool
    tablebases: Path | None


class DatedStore:
    """Keeps attempts with the time of the wall; those of nothing, such as a line read through, are not kept."""

    def __init__(self, store: PracticeStore) -> None:
        self._store = store

    def keep(self, attempt: Attempt) -> None:
        """Remember an attempt, and when its drill is due again."""
        self._store.keep(attempt, utc_now())


class Talk(Struct, frozen=True, kw_only=True):
    """With what a player is talked to, at a game or at drills; a `window` shows the board."""

    language: PlayerLanguage
    announcer: Announcer
    speaker: Speaker
    inbox: Inbox
    reader: LineReader
    window: "Window | None" = None
    voice: "VoiceSetup | None" = None


class Sitting:
    """Everything that drills need of the machine; what it opens is let go by `closing_all`.

    `is_reading`: the reader has been asked for the next line already. `tablebases` is a folder of endings.
    """

    def __init__(
        self, talk: Talk, closing_all: ExitStack, *, is_reading: bool = False, tablebases: Path | None = None
    ) -> None:
        self.language = talk.language
        self.choice = LanguageChoice(talk.announcer, talk.language.pack)
        tables = None if tablebases is None else closing_all.enter_context(closing(_opened(tablebases)))
        self.store = closing_all.enter_context(closing(practice_store()))
        self.judge = closing_all.enter_context(closing(Judge(tables)))
        self._talk = talk
        self._announcer = talk.announcer
        self.is_reading = is_reading

    def say(self, *sentences: Sentence) -> None:
        """Say them, with no drill around."""
        for each in sentences:
            self._announcer.reply(worded(each, self.language.pack, self.language.form), None)

    def is_left(self, so_far: Sentence) -> bool:
        """Whether the player has left while something took its time.

        What else they type before there is a question is no answer to it: they are told how far it is.
        """
        if not self._talk.reader.is_typed:  # what is piped in was written for the questions
            return False
        self._read()
        self.is_reading = True
        while not self._talk.inbox.empty():
            entry = self._talk.inbox.get()
            if entry is None:
                self._talk.inbox.put(None)
                return True
            if (line := line_of(entry)) is not None and self._quits(line):
                self.is_reading = False
                return True
            self.say(so_far)
            self._talk.reader.proceed()
        return False

    def _quits(self, line: str) -> bool:
        return self.language.words.commands.get(folded(line)) is RequestName.QUIT

    def graph_of(self, judged: Sequence[Judged]) -> HeardGraph:
        """How a game went, to be heard."""
        return HeardGraph(
            judged,
            self._announcer,
            self.language,
            is_heard=lambda: self._talk.speaker.is_audible,
            clock=monotonic_clock,
        )

    def run(
        self, drills: Sequence[Drill], *, preface: Sequence[Sentence] = (), graph: HeardGraph | None = None
    ) -> tuple[Attempt, ...]:
        """Ask these drills until the last is over or the player leaves; what became of them.

        `graph` is that of the game which the drills are of.
        """
        trainer = Trainer(
            drills,
            self._announcer,
            self.language,
            keeper=DatedStore(self.store),
            refuter=self.judge.reply,
            clock=monotonic_clock,
            preface=preface,
            drills_of=lambda kind: drill_round(self.store, kind),
            asides={} if graph is None else {RequestName.GRAPH: graph.play, RequestName.GRAPH_IN_WORDS: graph.tell},
        )
        while not trainer.is_over:
            self._read()
            store = MemoryStore()
            seat = self.choice.at(self._place(trainer))
            if self._play(begun(trainer.setup, store), seat, store) in (Leaving.QUIT, Leaving.LANGUAGE):
                break
            if trainer.played_on is not None:
                self._play_on(trainer.played_on, trainer.color)
        return trainer.attempts

    def _play(self, record: Record, seat: SeatSetup, store: MemoryStore) -> Leaving:
        """One session at this place: a drill and those in the same position, or a game."""
        talk = self._talk
        inputs: tuple[VoiceInput, ...] = ()
        if talk.voice is not None:
            seat = talk.voice.at(seat)
            inputs = tuple(talk.voice.inputs(seat))
        games = GameSeries(
            store, self._announcer, self.language, seat, inbox=talk.inbox, reader=talk.reader, inputs=lambda: inputs,
            screens=() if talk.window is None else (talk.window,),
        )  # fmt: skip
        if talk.window is not None:
            talk.window.turn(is_turned=seat.color is chess.BLACK)
            talk.window.show(record.game)
        leaving = games.play(record)
        # A player who leaves for good, or for another language, is asked for no further line.
        self.is_reading = leaving not in (Leaving.QUIT, Leaving.LANGUAGE)
        return leaving

    def _read(self) -> None:
        if not self.is_reading:
            self._talk.reader.proceed()

    def _play_on(self, board: chess.Board, color: chess.Color) -> None:
        """A game against the engine from a drill's position, which no journal keeps; leaving it leads back."""
        self.say(sentence("go_on_begins", level=ON_LEVEL))
        store = MemoryStore()
        regulations = Regulations(take_backs=True)
        setup = Setup(fen=board.fen(), is_chess960=board.chess960, regulations=regulations, presses_for=both(True))
        seated = OPPONENTS["engine"].seated
        assert seated is not None, "the engine takes a seat"
        seat = practice_place(self._announcer, self.language, color=color, level=ON_LEVEL, seated=seated)
        self._play(begun(setup, store), seat, store)

    def _place(self, trainer: Trainer) -> SeatSetup:
        """The place at which a trainer asks, with all questions of practice."""

        def answerer(session: GameInPlay) -> Trainer:
            trainer.open(session)
            return trainer

        extras = practice_extras(self._announcer, self.language, lambda level: None, trainer.color, analyst=self.judge)
        return SeatSetup(profile=Profile.PRACTICE, color=trainer.color, extras=extras, answerer=answerer)


def _opened(folder: Path) -> "Tablebases":
    from access_chess.edge.practising.analysts import Tablebases

    return Tablebases(folder)


def _voice_of(
    options: PracticeOptions, language: PlayerLanguage, announcer: Announcer, speaker: Speaker, inbox: Inbox
) -> "VoiceSetup":
    """Voice as an input beside the keys."""
    from access_chess.wiring.voice import VoiceSetup  # hearing takes its time to load

    return VoiceSetup(
        language, announcer, speaker, inbox.put,
        pack_name=options.voices, activation=Activation(options.listen), device=options.microphone,
        user="", arbiter_allows_learning=False, with_controllers=False,
    )  # fmt: skip


def sit_down(options: PracticeOptions, train: Callable[[Sitting], None]) -> None:
    """Train at a sitting; where another language is chosen, at one in it again, with what is left to train.

    Raises VoicePackError, PracticeStoreError, TablebaseError, InputError.
    """
    while (voices := _sat(options, train)) is not None:
        options = replace(options, voices=voices)


def _sat(options: PracticeOptions, train: Callable[[Sitting], None]) -> str | None:
    """Let everything go at the end; any key is silence. The language that was chosen, None where training is over."""
    with ExitStack() as closing_all:
        language = language_of(options.voices, options.names, options.form).without_arbiter
        inbox: Inbox = queue.SimpleQueue()
        window = opened_window(options, language, inbox)
        closing_all.enter_context(kept_terminal())
        terminal = opened_terminal(inbox, lambda: announcer.silence(None), is_read=window is None)
        closing_all.callback(tell_failure, terminal)
        closing_all.callback(terminal.close)
        screen = terminal if window is None else Screens((window, terminal))
        speaker = sound_to_the_end(closing_all, language.pack, options.sound, screen=screen)
        settings = NarrationSettings(pack=language.pack, form=language.form, volunteers=True)
        announcer = Announcer(speaker, settings, screen=screen)
        if window is None:
            _settle(speaker, terminal, announcer, inbox, language)
        else:
            announcer.reply(language.pack.phrase("window_is_silent"), None)
        voice = None if options.inputs == "keys" else _voice_of(options, language, announcer, speaker, inbox)
        if voice is not None:
            closing_all.callback(voice.close)
        talk = Talk(
            language=language, announcer=announcer, speaker=speaker, inbox=inbox, reader=window or terminal,
            window=window, voice=voice,
        )  # fmt: skip
        sitting = Sitting(talk, closing_all, tablebases=options.tablebases)
        if window is None:
            train(sitting)
        else:
            window.run(lambda: train(sitting), lambda: announcer.silence(None))
        return sitting.choice.chosen


def _settle(speaker: Speaker, terminal: Terminal, announcer: Announcer, inbox: Inbox, language: PlayerLanguage) -> None:
    """Who speaks: asked once, where a screen reader is seen to run."""
    try:
        settle_speech(speaker, terminal, announcer, Questioner(inbox, terminal, announcer, language), language.pack)
    except LeftError:
        raise click.exceptions.Exit(0) from None
