"""A sitting of practice: one sound, one terminal, one voice for all drills of a round."""

import queue
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.board.ports import NO_BOARD
from access_chess.conversation.state import Said
from access_chess.edge.practising.judge import Judge
from access_chess.edge.practising.store import PracticeStoreError, practice_store
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.held_games import HeldGames
from access_chess.edge.storage.journal import Journal
from access_chess.listening.gate import Activation
from access_chess.machine_clock import monotonic_clock, utc_now
from access_chess.notation.vocabulary import folded
from access_chess.play.table_games import forget
from access_chess.play.training import Training, TrainingHelp
from access_chess.practice.drill import Drill
from access_chess.practice.lesson_drills import GameDrill
from access_chess.practice.review import Judged
from access_chess.practice.round import Attempt, round_of
from access_chess.practice.sentence import Sentence, sentence
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import Inbox, SpokenWords, line_of, take
from access_chess.session.leaving import Leaving
from access_chess.session.ports import LineReader
from access_chess.speech.answers.clock import STANDARD
from access_chess.speech.language.voice_pack import Phrase
from access_chess.speech.practising.sentences import lesson_sentence, worded
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.wiring.console import open_console
from access_chess.wiring.language import LanguageChoice, language_of
from access_chess.wiring.practice import Practice
from access_chess.wiring.questions import LeftError, Questioner
from access_chess.wiring.sound import SoundOptions, sound_to_the_end
from access_chess.wiring.table import TableParts
from access_chess.wiring.training import played_on, trained

ON_LEVEL = 7  # the strongest that is the same on every machine: it shows what a position is worth
#: A player who leaves for good, or for another language, is asked for no further line.
FOR_GOOD = (Leaving.QUIT, Leaving.LANGUAGE)
#: When the present round is over, for now.
AWAY = (*FOR_GOOD, Leaving.LESSON)
#: Who says one of these with a number names a lesson.
_OF_LESSONS = (RequestName.THIS_LESSON, RequestName.LEARN)

if TYPE_CHECKING:
    from access_chess.edge.practising.analysts import Tablebases
    from access_chess.edge.window.window import Window
    from access_chess.play.at_controller import AtController
    from access_chess.play.at_drill_board import AtDrillBoard
    from access_chess.play.heard_graph import HeardGraph
    from access_chess.wiring.boards import BoardSetup
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
    board: str = NO_BOARD
    controllers: bool = False


class Talk(Struct, frozen=True, kw_only=True):
    """With what a player is talked to, at a game or at drills; a `window` shows the board.

    With `boards` men are moved by hand, too; where it `has_controllers` answers may be chosen there.
    """

    language: PlayerLanguage
    announcer: Announcer
    speaker: Speaker
    inbox: Inbox
    reader: LineReader
    window: "Window | None" = None
    voice: "VoiceSetup | None" = None
    boards: "BoardSetup | None" = None
    has_controllers: bool = False


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
        self._failure: PracticeStoreError | None = None
        self._typed: Mapping[str, str] = {}
        self.is_reading = is_reading
        self._board: AtDrillBoard | None = None  # as the last round left it

    def speak(self, phrases: Mapping[str, Phrase], typed: Mapping[str, str] = {}) -> None:
        """Have these sentences to say as well; those of lessons name what is `typed` for a request."""
        self._typed = typed
        pack = replace(self.language.pack, phrases={**self.language.pack.phrases, **phrases})
        self.language = replace(self.language, pack=pack)
        self._talk = replace(self._talk, language=self.language)

    def say(self, *sentences: Sentence) -> None:
        """Say them, with no drill around."""
        for each in sentences:
            self._announcer.reply(worded(self.completed(each), self.language.pack, self.language.form), None)

    def completed(self, text: Sentence) -> Sentence:
        """A sentence with what its text itself names, as those of lessons do."""
        return lesson_sentence(text, self.language.pack, self._typed)

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

    def graph_of(self, judged: Sequence[Judged]) -> "HeardGraph":
        """How a game went, to be heard."""
        from access_chess.play.heard_graph import HeardGraph  # a sound takes its time to load

        return HeardGraph(
            judged,
            self._announcer,
            self.language,
            is_heard=lambda: self._talk.speaker.is_audible,
            clock=monotonic_clock,
        )

    def run(
        self, drills: Sequence[Drill], *, preface: Sequence[Sentence] = (), graph: "HeardGraph | None" = None
    ) -> None:
        """Ask these drills until the last is over or the player leaves.

        `graph` is that of the game which the drills are of.
        """
        asides = {} if graph is None else {RequestName.GRAPH: graph.play, RequestName.GRAPH_IN_WORDS: graph.tell}
        help_ = TrainingHelp(
            keep=self._keep, refute=lambda board, _: self.judge.reply(board), asides=asides, completed=self.completed
        )
        self.train(Training(round=round_of(tuple(drills)), preface=tuple(preface)), help_)

    def train(self, training: Training, help_: TrainingHelp) -> Training:
        """A round to its end, or until the player leaves it: as far as it is then."""
        training = replace(training, board=self._board, controller=self._controller)
        with closing(Journal(None)) as journal:
            while not training.is_over:
                self._read()
                parts = self._parts(journal, training.color, self.choice)
                leaving, training = trained(parts, training, help_, lambda _: self.judge)
                self.is_reading, self._board = leaving not in FOR_GOOD, training.board
                if self._failure is not None:
                    raise self._failure
                if leaving in AWAY:
                    break
                if training.other is not None:
                    from access_chess.edge.practising.rounds import drill_round  # puzzles and openings take their time

                    others = drill_round(self.store, training.other)
                    training = replace(training, round=round_of(others), other=None)
                elif training.played_on is not None:
                    training = self._play_on(journal, training, training.played_on)
        return training

    def line(self, answers: frozenset[RequestName] = frozenset()) -> str | None:
        """The next line, with no drill around; None where there are no more. Where somebody speaks, these `answers` are
        heard, too, and what was said is the line that would be typed.
        """
        self._read()
        self.is_reading = True
        with nullcontext() if self._talk.voice is None else self._talk.voice.between_games(answers):
            while (entry := take(self._talk.inbox)) is not None:
                if isinstance(entry, SpokenWords):
                    break
                if (line := line_of(entry)) is not None:
                    self.is_reading = False
                    return line
        forget(self._talk.inbox, SpokenWords)  # what else was said here is for nobody
        if isinstance(entry, SpokenWords):
            return self._typed_for(entry.said)
        self.is_reading = False
        self._talk.inbox.put(None)
        return None

    def _typed_for(self, said: Said) -> str:
        """What is typed for something that was said: of a lesson its number, of what was not understood, help."""
        name = said.name if isinstance(said, Request) else RequestName.HELP
        if isinstance(said, Request) and said.number is not None and name in _OF_LESSONS:
            return str(said.number)
        return self._typed.get(name, self._typed[RequestName.HELP])

    def _play_on(self, journal: Journal, training: Training, board: chess.Board) -> Training:
        """A game against the engine from a drill's position, or the task of a lesson; leaving it leads back."""
        judge, drill = Judge(), training.round.drill
        level = drill.task.level if isinstance(drill, GameDrill) else ON_LEVEL
        self.say(sentence("go_on_begins", level=level))
        parts = replace(self._parts(journal, training.color), level=level)
        leaving, game = played_on(parts, board, Practice(judging=judge.thinking_until, let_go=judge.let_go))
        self.is_reading = leaving not in FOR_GOOD
        return training.after_game(game)

    @property
    def _controller(self) -> "AtController | None":
        """Where answers are chosen, if they may be chosen at a controller."""
        if not self._talk.has_controllers:
            return None
        from access_chess.play.at_controller import AtController  # not every place has one

        return AtController()

    def _keep(self, attempt: Attempt) -> Leaving | None:
        """Remember an attempt, and when its drill is due again; where that cannot be kept, the training ends."""
        try:
            self.store.keep(attempt, utc_now())
        except PracticeStoreError as error:
            self._failure = error
            return Leaving.QUIT
        return None

    def _parts(self, journal: Journal, color: chess.Color, choice: LanguageChoice | None = None) -> TableParts:
        """A table at which one color is the player's; no game of it is kept, and none has a clock."""
        talk = self._talk
        return TableParts(
            journal=journal, announcer=talk.announcer, speaker=talk.speaker, language=talk.language, inbox=talk.inbox,
            reader=talk.reader, held=HeldGames(None), profile=Profile.PRACTICE, color=color, level=ON_LEVEL,
            schedule=STANDARD, choice=choice, voice=talk.voice, window=talk.window, boards=talk.boards,
        )  # fmt: skip

    def _read(self) -> None:
        if not self.is_reading:
            self._talk.reader.proceed()


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


def _boards_of(asked: str, announcer: Announcer, language: PlayerLanguage) -> "BoardSetup | None":
    """The board on which men are moved: one, which stays open to the end."""
    if asked == NO_BOARD:
        return None
    from access_chess.edge.boards.registry import named_boards  # these rooms take their time
    from access_chess.wiring.boards import board_setup

    return board_setup(named_boards(asked), announcer, language).keeping()


def sit_down(options: PracticeOptions, train: Callable[[Sitting], None]) -> None:
    """Train at a sitting; where another language is chosen, at one in it again, with what is left to train.

    Raises VoicePackError, PracticeStoreError, TablebaseError, PhrasedError.
    """
    with suppress(LeftError):
        while (voices := _sat(options, train)) is not None:
            options = replace(options, voices=voices)


def _sat(options: PracticeOptions, train: Callable[[Sitting], None]) -> str | None:
    """Let everything go at the end; any key is silence. The language that was chosen, None where training is over."""
    with ExitStack() as closing_all:
        language = language_of(options.voices, options.names, options.form).without_arbiter
        inbox: Inbox = queue.SimpleQueue()
        console = open_console(closing_all, options, language, inbox, on_key=lambda: announcer.silence(None))
        window = console.window
        speaker = sound_to_the_end(closing_all, language.pack, options.sound, screen=console.screen)
        settings = NarrationSettings(pack=language.pack, form=language.form, volunteers=True)
        announcer = Announcer(speaker, settings, screen=console.screen)
        if window is not None:
            announcer.reply(language.pack.phrase("window_is_silent"), None)
        elif options.sound.speech is None:
            Questioner(inbox, console.reader, announcer, language).settle_speech(speaker, console.terminal)
        voice = None if options.inputs == "keys" else _voice_of(options, language, announcer, speaker, inbox)
        if voice is not None:
            closing_all.callback(voice.close)
        boards = _boards_of(options.board, announcer, language)
        if boards is not None:
            closing_all.callback(boards.close)
        if options.controllers:
            from access_chess.wiring.clock import felt_controllers

            closing_all.callback(felt_controllers(inbox).close)
        talk = Talk(
            language=language, announcer=announcer, speaker=speaker, inbox=inbox, reader=console.reader,
            window=window, voice=voice, boards=boards, has_controllers=options.controllers,
        )  # fmt: skip
        sitting = Sitting(talk, closing_all, tablebases=options.tablebases)
        if window is None:
            train(sitting)
        else:
            window.run(lambda: train(sitting), lambda: announcer.silence(None))
        return sitting.choice.chosen
