"""Voice as an input beside the keys: what is heard goes to the same place, and to the same conversation, as lines do.

Nothing is played but what was heard and, where it cannot be taken back, confirmed; no time-out does anything.
"""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import chess
from msgspec.structs import replace

from access_chess.conversation.reading import heard
from access_chess.conversation.state import Dialogue, MovesHeard, Prompt, Said
from access_chess.laws.events import AnnouncementRepeated
from access_chess.laws.game import Game
from access_chess.listening.gate import Activation
from access_chess.listening.heard import (
    Asked,
    Echo,
    HeardChoice,
    HeardCommand,
    HeardMove,
    HeardNothing,
    Nothing,
    compared,
)
from access_chess.listening.lexicon import Lexicon
from access_chess.listening.phrases import moves_of_beginners
from access_chess.listening.short_answers import ANSWERS, ANSWERS_OF_QUESTIONS, Awaited, Expected
from access_chess.machine_clock import MonotonicClock, monotonic_clock
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.table import is_possible, said_in
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import SpokenWords
from access_chess.session.ports import Ear, MicrophoneError, Recorded
from access_chess.speech.language.voice_pack import Slot
from access_chess.speech.utterance import Earcon, Priority, Utterance

if TYPE_CHECKING:  # the library takes its time to load
    import speech_recognition

LOOK_AGAIN = 2.0  # seconds until a microphone that has gone is looked for again

#: How the conversation and the game stand at a place; may be asked from any thread.
Look = Callable[[], tuple[Dialogue, Game]]

_AT_ANY_TIME = frozenset({RequestName.LISTEN, RequestName.STOP})


def _moves_heard(dialogue: Dialogue, board: chess.Board) -> tuple[chess.Move, ...] | None:
    """The moves to listen for; None: the legal ones."""
    match dialogue.moves_heard:
        case MovesHeard.LEGAL:
            return None
        case MovesHeard.NONE:
            return ()
        case MovesHeard.ANY:
            return moves_of_beginners(board)


class VoiceInput:
    """Listens in a thread of its own. What was heard goes to the place by `put`.

    Unless the microphone is always open, an utterance counts after `attend`, which a key or the wake word calls, and
    as long as a question waits for its answer.
    """

    def __init__(
        self,
        ear: Ear,
        lexicon: Lexicon,
        language: PlayerLanguage,
        announcer: Announcer,
        put: Callable[[SpokenWords], None],
        *,
        profile: Profile,
        color: chess.Color | None,
        activation: Activation = Activation.OPEN,
        clock: MonotonicClock = monotonic_clock,
    ) -> None:
        self._ear = ear
        self.lexicon = lexicon
        self._clock = clock
        self._language = language
        self._announcer = announcer
        self._put = put
        self._profile = profile
        self._color = color
        self._activation = activation
        self._look: Look | None = None
        self._echoed = -1  # the last ply whose announcement was repeated without a difference
        self._attends = activation is Activation.OPEN
        self._is_too_loud = False
        self._closing = threading.Event()

    def sit(self, look: Look) -> None:
        """Speak at this place."""
        self._look = look

    def join(self) -> None:
        """Listen to the player who sits there."""
        assert self._look is not None, "a player sits before they speak"
        threading.Thread(target=self._run, args=(self._look,), name="voice", daemon=True).start()

    def on_event(self, recorded: Recorded) -> None:
        """Note which announcement was repeated, by voice or by typing."""
        event = recorded.event
        if isinstance(event, AnnouncementRepeated) and event.matches:
            self._echoed = len(recorded.after.plies) - 1

    def attend(self) -> None:
        """Be silent, and hear the next utterance: the key of push-to-talk."""
        self._announcer.silence(self._color)
        self._attends = True
        self._ear.hold(True)
        self._announcer.say(Utterance(parts=(), priority=Priority.NEXT, earcon=Earcon.LISTENING))

    def heed(self, spoken: SpokenWords, *, is_asked: bool) -> None:
        """This was dealt with: now it is known whether the next utterance counts, too. A button has said nothing."""
        if self._activation is not Activation.OPEN and spoken.board is not None:
            self._attends = is_asked or isinstance(spoken.said, HeardNothing)
            self._ear.hold(self._attends)

    def close(self) -> None:
        """Listen no more."""
        self._closing.set()
        self._ear.close()

    def _run(self, look: Look) -> None:
        """Hear until the end of the game; a microphone that goes is told of once, and looked for again."""
        is_gone = was_there = False
        while not self._closing.is_set():
            try:
                self._ear.open()
                was_there = True
                if is_gone:
                    self._reply(Prompt.MICROPHONE_BACK)
                is_gone = False
                while (
                    audio := self._ear.listen(lambda: self._asked_of(*look())[1])
                ) is not None and not self._closing.is_set():
                    self._take(audio, *look())
                    self._tell_of_noise()
                return
            except MicrophoneError as error:
                if not is_gone and not self._closing.is_set():
                    slots = {slot: str(value) for slot, value in error.slots.items()}
                    self._reply(Prompt.MICROPHONE_GONE) if was_there else self._reply(error.phrase, **slots)
                is_gone = True
                self._closing.wait(LOOK_AGAIN)
            except Exception as error:  # noqa: BLE001  part of the loop: nobody is left unheard without a word
                self._reply("trouble", problem=str(error).rstrip(".") or type(error).__name__)
                self._closing.wait(LOOK_AGAIN)

    def _tell_of_noise(self) -> None:
        """Say once that it is too loud, each time that it becomes so."""
        was_too_loud, self._is_too_loud = self._is_too_loud, self._ear.is_too_loud
        if self._is_too_loud and not was_too_loud:
            self._reply(Prompt.TOO_LOUD)

    def _take(self, audio: "speech_recognition.AudioData", dialogue: Dialogue, game: Game) -> None:
        waits, expected = self._asked_of(dialogue, game)
        asked = self._ear.read(audio, expected).asked
        if isinstance(asked, HeardCommand) and asked.name is RequestName.LISTEN:
            self.attend()
            return
        if not self._attends:
            self._stop_if(asked)
            return
        if (said := self._said(asked, game, is_echo=waits)) is not None:
            question = dialogue.question(game)
            self._put(SpokenWords(said=said, board=game.board, question=question, at=self._clock()))

    def _asked_of(self, dialogue: Dialogue, game: Game) -> tuple[bool, Expected]:
        """Whether an echo is waited for, and what may be said now."""
        waits = self._waits_for_echo(game)
        return waits, self._expected(game.plies[-1].before if waits else game.board, dialogue.current(game), game)

    def _expected(self, board: chess.Board, dialogue: Dialogue, game: Game) -> Expected:
        if not self._attends:
            return Expected(board=board, commands=_AT_ANY_TIME, awaited=Awaited(commands=_AT_ANY_TIME))
        asked = said_in(self._profile) - ANSWERS_OF_QUESTIONS
        possible = frozenset(name for name in asked if is_possible(name, game, dialogue.here))
        commands = possible | dialogue.answers(game) | dialogue.heard_aside
        if self._activation is not Activation.WAKE_WORD:
            commands -= {RequestName.LISTEN}
        choice = None if dialogue.pending is None else dialogue.pending.choice
        options = () if choice is None else choice.options
        awaiting = Awaited(
            commands=commands & ANSWERS,
            aside=dialogue.heard_aside,
            options=options,
            is_asked=dialogue.waits_for_answer(game),
        )
        return Expected(board=board, commands=commands, moves=_moves_heard(dialogue, board), awaited=awaiting)

    def _stop_if(self, asked: Asked) -> None:
        if isinstance(asked, HeardCommand) and asked.name is RequestName.STOP:
            self._announcer.silence(self._color)

    def _said(self, asked: Asked, game: Game, *, is_echo: bool) -> Said | None:
        """What goes to the console; None: it was nothing, and passes without a word."""
        if is_echo and isinstance(asked, HeardMove | HeardChoice):
            return self._echo(game, asked)
        if (
            isinstance(asked, HeardNothing)
            and asked.reason is Nothing.NOISE
            and self._activation is not Activation.OPEN
        ):
            asked = replace(asked, reason=Nothing.UNSURE)  # something was meant to be said
        is_nothing = isinstance(asked, HeardNothing) and asked.reason in (Nothing.NOISE, Nothing.SILENCE)
        return None if is_nothing else heard(asked)

    def _waits_for_echo(self, game: Game) -> bool:
        """In competition the opponent repeats a move before the clock is pressed (E.2.1); then a move is its echo."""
        if self._profile is Profile.PRACTICE or game.is_over or not game.plies:
            return False
        mover = game.plies[-1].color
        is_blind = any(game.setup.players[color].is_blind for color in chess.COLORS)
        return is_blind and bool(game.uncompleted[mover]) and self._echoed < len(game.plies) - 1

    def _echo(self, game: Game, asked: HeardMove | HeardChoice) -> Said:
        """The Laws compare it with the announcement, in the words that were heard; doubt is asked about."""
        last = game.plies[-1]
        if compared(last.move, asked) is Echo.UNCLEAR:
            return HeardNothing(reason=Nothing.UNSURE, heard=asked.heard)
        move = asked.move if isinstance(asked, HeardMove) else last.move
        name, color = RequestName.ECHO, not last.color
        return Request(name=name, words=asked.heard, moves=(move,), color=color, is_heard=True)

    def _reply(self, phrase: str, **slots: Slot) -> None:
        self._announcer.reply(self._language.pack.phrase(phrase, **slots), self._color)
