"""Voice as an input beside the keys: what is heard is read back or asked, and then carried out at the same place.

Nothing is played but what was heard and, where it cannot be taken back, confirmed; no time-out does anything.
"""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import chess

from access_chess.conversation.answers import Language
from access_chess.conversation.dialogue import (
    CONFIRMED,
    CarryOut,
    Dialogue,
    Learn,
    PlayMove,
    Prompt,
    Say,
    Sign,
    Step,
    after,
    on_new_position,
)
from access_chess.laws.events import AnnouncementRepeated
from access_chess.laws.game import Game
from access_chess.listening.correction import meant
from access_chess.listening.echo import Echo, compared
from access_chess.listening.expected import Expected
from access_chess.listening.gate import Opening
from access_chess.listening.heard import Asked, HeardChoice, HeardCommand, HeardMove, HeardNothing, Nothing
from access_chess.listening.lexicon import Lexicon
from access_chess.listening.questions import Difference, name_of, question
from access_chess.listening.short_answers import ANSWERS, Awaited
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.player import asker, confirmation
from access_chess.requests.typed_line import Typed, TypedName
from access_chess.session.announcer import Announcer
from access_chess.session.console import Deed
from access_chess.session.ports import Ear, Loop, MicrophoneError, Telling
from access_chess.speech.announcement import announce
from access_chess.speech.language.voice_pack import joined
from access_chess.speech.utterance import Earcon, Priority, SpokenPart, Utterance, spoken_part

if TYPE_CHECKING:  # the library takes its time to load
    import speech_recognition

LOOK_AGAIN = 2.0  # seconds until a microphone that has gone is looked for again

_EARCONS = {
    Sign.LISTENING: Earcon.LISTENING,
    Sign.UNDERSTOOD: Earcon.UNDERSTOOD,
    Sign.NOT_UNDERSTOOD: Earcon.NOT_UNDERSTOOD,
}
_AT_ANY_TIME = frozenset({RequestName.LISTEN, RequestName.STOP})


class VoiceInput:
    """Listens in a thread of its own. What was settled goes to the desk by `put`.

    Unless the microphone is always open, an utterance counts after `attend`, which a key or the wake word calls, and
    as long as a question waits for its answer. `learn` is told what was heard and what was meant, where an answer
    settled it.
    """

    def __init__(
        self,
        ear: Ear,
        lexicon: Lexicon,
        language: Language,
        announcer: Announcer,
        put: Callable[[Deed], None],
        *,
        profile: Profile,
        color: chess.Color | None,
        opening: Opening = Opening.OPEN,
        learn: Callable[[str, str], None] = lambda heard, meant: None,
    ) -> None:
        self._ear = ear
        self._lexicon = lexicon
        self._language = language
        self._announcer = announcer
        self._put = put
        self._color = color
        self._opening = opening
        self._learn = learn
        self._dialogue = Dialogue(profile=profile)
        self._board: chess.Board | None = None  # of the last utterance
        self._asker = chess.WHITE  # who asked for what waits for its confirmation
        self._echoed = -1  # the last ply whose announcement was repeated without a difference
        self._attends = opening is Opening.OPEN
        self._is_too_loud = False
        self._closing = threading.Event()

    def join(self, session: Loop) -> None:
        """Listen to the player at this session."""
        threading.Thread(target=self._run, args=(session,), name="voice", daemon=True).start()

    def tell(self, telling: Telling) -> None:
        """Note which announcement was repeated, by voice or by typing."""
        if isinstance(telling.event, AnnouncementRepeated) and telling.event.matches:
            self._echoed = len(telling.after.plies) - 1

    def attend(self) -> None:
        """Be silent, and hear the next utterance: the key of push-to-talk."""
        self._announcer.silence(self._color)
        self._attends = True
        self._ear.hold(True)
        self._sound(Sign.LISTENING)

    def close(self) -> None:
        """Listen no more."""
        self._closing.set()
        self._ear.close()

    def _run(self, session: Loop) -> None:
        """Hear until the end of the game; a microphone that goes is told of once, and looked for again."""
        is_gone = False
        while not self._closing.is_set():
            try:
                self._ear.open()
                if is_gone:
                    self._reply(self._language.pack.phrase(Prompt.MICROPHONE_BACK))
                is_gone = False
                while (audio := self._ear.listen()) is not None and not self._closing.is_set():
                    self._take(audio, session.game)
                    self._tell_of_noise()
                return
            except MicrophoneError:
                if not is_gone and not self._closing.is_set():
                    self._reply(self._language.pack.phrase(Prompt.MICROPHONE_GONE))
                is_gone = True
                self._closing.wait(LOOK_AGAIN)
            except Exception as error:  # noqa: BLE001  part of the loop: nobody is left unheard without a word
                problem = str(error).rstrip(".") or type(error).__name__
                self._reply(self._language.pack.phrase("trouble", problem=problem))
                self._closing.wait(LOOK_AGAIN)

    def _tell_of_noise(self) -> None:
        """Say once that it is too loud, each time that it becomes so."""
        was_too_loud, self._is_too_loud = self._is_too_loud, self._ear.is_too_loud
        if self._is_too_loud and not was_too_loud:
            self._reply(self._language.pack.phrase(Prompt.TOO_LOUD))

    def _take(self, audio: "speech_recognition.AudioData", game: Game) -> None:
        if game.board != self._board:
            self._board, self._dialogue = game.board, on_new_position(self._dialogue)
        waits = self._waits_for_echo(game)
        board = game.plies[-1].before if waits else game.board
        asked = self._ear.read(audio, self._expected(board)).asked
        if isinstance(asked, HeardCommand) and asked.name is RequestName.LISTEN:
            self.attend()
        elif not self._attends:
            self._stop_if(asked)
        elif waits and isinstance(asked, HeardMove | HeardChoice):
            self._echo(game, asked)
        else:
            self._converse(asked, board, game)
        self._attends = self._attends_further(asked)
        self._ear.hold(self._attends)

    def _expected(self, board: chess.Board) -> Expected:
        if not self._attends:
            return Expected(board=board, commands=_AT_ANY_TIME, awaited=Awaited(commands=_AT_ANY_TIME))
        commands, pending = self._dialogue.listened_for, self._dialogue.pending
        if self._opening is not Opening.WAKE_WORD:
            commands -= {RequestName.LISTEN}
        awaited = commands & ANSWERS
        if RequestName.YES not in commands:
            awaited -= {RequestName.NO}  # nothing was asked, and noise is like a short "no"
        options = pending.question.words if pending is not None and pending.question is not None else ()
        return Expected(board=board, commands=commands, awaited=Awaited(commands=awaited, options=options))

    def _attends_further(self, asked: Asked) -> bool:
        """Does the next utterance count as well? After the wake word, and while a question is open."""
        if self._opening is Opening.OPEN:
            return True
        if isinstance(asked, HeardCommand) and asked.name is RequestName.LISTEN:
            return True
        pending = self._dialogue.pending
        is_asked = pending is not None and pending.played is None
        return self._attends and (is_asked or isinstance(asked, HeardNothing))

    def _stop_if(self, asked: Asked) -> None:
        if isinstance(asked, HeardCommand) and asked.name is RequestName.STOP:
            self._announcer.silence(self._color)

    def _converse(self, asked: Asked, board: chess.Board, game: Game) -> None:
        if isinstance(asked, HeardNothing) and asked.reason is Nothing.NOISE and self._opening is not Opening.OPEN:
            asked = replace(asked, reason=Nothing.UNSURE)  # something was meant to be said
        asking = (
            question(board, asked.moves, self._lexicon, names=self._language.pack.names)
            if isinstance(asked, HeardChoice)
            else None
        )
        self._dialogue, steps = after(self._dialogue, asked, asking)
        for step in steps:
            self._do(step, board, game)

    def _do(self, step: Step, board: chess.Board, game: Game) -> None:
        match step:
            case Sign():
                self._sound(step)
            case Learn(heard=heard, move=move):
                words = meant(heard, move, board, self._lexicon)
                if words is not None:
                    self._learn(heard, words)
            case Say(prompt=Prompt.READ_BACK):
                pass  # the announcement of the move reads it back, and nothing is said twice
            case Say(prompt=Prompt.CONFIRM_COMMAND, command=command) if command is not None:
                typed, presses = Typed(name=TypedName(command.value)), self._dialogue.profile is not Profile.PRACTICE
                self._asker = asker(typed, game, self._color, presses=presses)
                self._reply(self._words(step, board))
            case Say():
                self._reply(self._words(step, board))
            case PlayMove(move=move):
                self._put(lambda desk: desk.play_heard(move, board))
            case CarryOut(command=command):
                typed = self._typed(command)
                if command.name in CONFIRMED:  # his request, even if the other clock runs by now
                    typed = replace(typed, color=self._asker)
                self._put(lambda desk: desk.carry_out(typed))

    def _waits_for_echo(self, game: Game) -> bool:
        """In competition the opponent repeats a move before the clock is pressed (E.2.1); then a move is its echo."""
        if self._dialogue.profile is Profile.PRACTICE or game.is_over or not game.plies:
            return False
        mover = game.plies[-1].color
        is_blind = any(game.setup.players[color].is_blind for color in chess.COLORS)
        return is_blind and bool(game.uncompleted[mover]) and self._echoed < len(game.plies) - 1

    def _echo(self, game: Game, asked: HeardMove | HeardChoice) -> None:
        """Have the Laws compare it with the announcement; doubt is asked about."""
        last = game.plies[-1]
        found = compared(last.move, asked)
        if found is Echo.UNCLEAR:
            self._sound(Sign.NOT_UNDERSTOOD)
            self._reply(self._language.pack.phrase(Prompt.REPEAT_PLEASE))
            return
        move = asked.move if isinstance(asked, HeardMove) else last.move
        typed = Typed(name=TypedName.ECHO, rest=move.uci(), color=not last.color)
        self._sound(Sign.UNDERSTOOD)
        self._put(lambda desk: desk.carry_out(typed))

    def _words(self, step: Say, board: chess.Board) -> SpokenPart:
        pack = self._language.pack
        match step.prompt:
            case Prompt.CONFIRM_MOVE if step.move is not None:
                move = announce(board, step.move, pack, form=self._language.form)
                return pack.phrase(step.prompt, move=move)
            case Prompt.CONFIRM_COMMAND if step.command is not None:
                name = TypedName(step.command.value)
                return confirmation(name, self._asker, pack, is_shared=self._color is None)
            case Prompt.CHOOSE:
                return self._choice(step.options, board)
            case _:
                return pack.phrase(step.prompt)

    def _choice(self, options: tuple[str, ...], board: chess.Board) -> SpokenPart:
        """The question between moves; a number is said with its move."""
        pack, pending = self._language.pack, self._dialogue.pending
        words = [self._option(option) for option in options]
        asked = pack.phrase(Prompt.CHOOSE, options=joined(words, between=f" {self._lexicon.either_or} "))
        asking = None if pending is None else pending.question
        if asking is None or asking.difference is not Difference.NUMBER:
            return asked
        moves = (announce(board, move, pack, form=self._language.form) for move in asking.moves)
        named = [
            pack.phrase("hearing_option", number=number, move=move)
            for number, move in zip(words, moves, strict=True)
        ]  # fmt: skip
        return joined((*named, asked))

    def _option(self, word: str) -> SpokenPart:
        """A word of the question as the voice pack writes and says it, where it knows it."""
        pack = self._language.pack
        name = name_of(word, pack.names)
        return spoken_part(word, language=pack.language) if name is None else pack.name_of(name)

    def _typed(self, command: HeardCommand) -> Typed:
        """The same command as if it had been typed."""
        rest = ""
        if command.square is not None:
            rest = chess.square_name(command.square)
        elif command.piece is not None:
            pieces = self._language.words.pieces
            rest = next(" ".join(words) for words, name in pieces.items() if name == chess.piece_name(command.piece))
        elif command.move is not None:
            rest = command.move.uci()
        return Typed(name=TypedName(command.name.value), rest=rest)

    def _sound(self, sign: Sign) -> None:
        self._announcer.say(Utterance(parts=(), priority=Priority.NEXT, earcon=_EARCONS[sign]))

    def _reply(self, part: SpokenPart) -> None:
        self._announcer.reply(part, self._color)
