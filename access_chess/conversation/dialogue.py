"""What happens with what was heard: read back, ask, ask again, give up; nothing is guessed into a move.

A state and what was heard make a new state and steps: something to say (a phrase of the pack with its slots), a move
or command to carry out, a sign. No time-out ever plays a move: the undo window only closes the way back.
"""

from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto

import chess

from access_chess.listening.heard import (
    DESTRUCTIVE,
    Asked,
    HeardChoice,
    HeardCommand,
    HeardMove,
    HeardNothing,
    Nothing,
    commands_of,
)
from access_chess.listening.questions import Question
from access_chess.profile import Profile
from access_chess.requests.names import NUMBERS, RequestName

#: What is asked about before it is carried out.
CONFIRMED = frozenset(DESTRUCTIVE - {RequestName.DECLINE_DRAW})


class Prompt(StrEnum):
    """What is said to the player: keys of `phrases.toml`, each with the slots that its step fills."""

    READ_BACK = "hearing_read_back"  # {move}
    CONFIRM_MOVE = "hearing_confirm_move"  # {move}
    CONFIRM_COMMAND = "confirm"  # and the name of the command: "confirm_resign"
    CHOOSE = "hearing_choose"  # {options}
    REPEAT_PLEASE = "hearing_repeat_please"
    SAY_THE_SQUARES = "hearing_say_the_squares"
    USE_THE_KEYS = "hearing_use_the_keys"
    NOT_LEGAL = "hearing_not_legal"
    TAKEN_BACK = "hearing_taken_back"
    NOTHING_TO_ANSWER = "hearing_nothing_to_answer"
    TOO_LOUD = "hearing_too_loud"
    MICROPHONE_GONE = "hearing_microphone_gone"
    MICROPHONE_BACK = "hearing_microphone_back"


class Sign(Enum):
    """The short sounds that show how hearing fares."""

    LISTENING = auto()
    UNDERSTOOD = auto()
    NOT_UNDERSTOOD = auto()


@dataclass(frozen=True, kw_only=True)
class Say:
    """A phrase to be spoken; `move`, `command` or `options` fill its slots."""

    prompt: Prompt
    move: chess.Move | None = None
    command: RequestName | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PlayMove:
    """The move is settled: it goes to the game. In a tournament it counts as announced from here only (E.2.1)."""

    move: chess.Move


@dataclass(frozen=True, kw_only=True)
class CarryOut:
    """A command is settled: it goes to the game or to the program."""

    command: HeardCommand


@dataclass(frozen=True, kw_only=True)
class Learn:
    """The player settled what a doubtful sound meant: `heard` are the words it was taken for."""

    heard: str
    move: chess.Move


Step = Say | Sign | PlayMove | CarryOut | Learn


@dataclass(frozen=True, kw_only=True)
class Pending:
    """What waits for an answer: a move or command to be confirmed, or a question between moves.

    `played` is a move that was played at once: nothing is asked, but "no" asks to take it back.
    """

    move: chess.Move | None = None
    played: chess.Move | None = None
    command: HeardCommand | None = None
    question: Question | None = None
    heard: str = ""


@dataclass(frozen=True, kw_only=True)
class Dialogue:
    """The state between two utterances: the profile, what is pending, and how often nothing was understood."""

    profile: Profile
    pending: Pending | None = None
    failures: int = 0

    @property
    def listened_for(self) -> frozenset[RequestName]:
        """The commands that are valid now: "yes" and numbers only while something is asked."""
        answers = {RequestName.YES, RequestName.NO, *NUMBERS}
        valid = set(commands_of(self.profile)) - answers
        if self.pending is not None:
            valid |= {RequestName.NO} if self.pending.played else {RequestName.YES, RequestName.NO}
        if self.pending is not None and self.pending.question is not None:
            valid |= set(NUMBERS[: len(self.pending.question.moves)])
        return frozenset(valid)


def after(dialogue: Dialogue, asked: Asked, question: Question | None = None) -> tuple[Dialogue, tuple[Step, ...]]:
    """The new state and the steps after something was heard; `question` tells the moves of a `HeardChoice` apart."""
    match asked:
        case HeardMove():
            return _moved(dialogue, asked)
        case HeardChoice():
            return _doubted(dialogue, asked, question)
        case HeardCommand():
            return _commanded(dialogue, asked)
        case HeardNothing():
            return _missed(dialogue, asked)


def on_new_position(dialogue: Dialogue) -> Dialogue:
    """The game has gone on: what was asked before is no longer to be answered, but a played move may be taken back."""
    is_settled = dialogue.pending is None or dialogue.pending.played is not None
    return dialogue if is_settled else replace(dialogue, pending=None)


def _moved(dialogue: Dialogue, asked: HeardMove) -> tuple[Dialogue, tuple[Step, ...]]:
    """In practice the move is played and read back, and "no" asks to take it back. Where no move can be taken back it
    is confirmed first.

    A move said while something is pending corrects it.
    """
    steps: tuple[Step, ...] = ()
    if dialogue.pending is not None and dialogue.pending.question is not None:
        steps = (Learn(heard=dialogue.pending.heard, move=asked.move),)
    if dialogue.profile is not Profile.PRACTICE:
        pending = Pending(move=asked.move, heard=asked.heard)
        confirm = Say(prompt=Prompt.CONFIRM_MOVE, move=asked.move)
        return replace(dialogue, pending=pending, failures=0), (Sign.UNDERSTOOD, confirm)
    return replace(dialogue, pending=Pending(played=asked.move), failures=0), (
        Sign.UNDERSTOOD,
        *steps,
        Say(prompt=Prompt.READ_BACK, move=asked.move),
        PlayMove(move=asked.move),
    )


def _doubted(dialogue: Dialogue, asked: HeardChoice, question: Question | None) -> tuple[Dialogue, tuple[Step, ...]]:
    if question is None:
        return _missed(dialogue, HeardNothing(reason=Nothing.UNSURE, heard=asked.heard))
    pending = Pending(question=question, heard=asked.heard)
    return replace(dialogue, pending=pending, failures=0), (Say(prompt=Prompt.CHOOSE, options=question.words),)


def _commanded(dialogue: Dialogue, asked: HeardCommand) -> tuple[Dialogue, tuple[Step, ...]]:
    if asked.name not in dialogue.listened_for:
        return dialogue, (Sign.NOT_UNDERSTOOD, Say(prompt=Prompt.NOTHING_TO_ANSWER))
    if asked.name is RequestName.YES:
        return _confirmed(dialogue)
    if asked.name is RequestName.NO and dialogue.pending is not None and dialogue.pending.played is not None:
        return _commanded(dialogue, replace(asked, name=RequestName.TAKE_BACK))
    if asked.name is RequestName.NO:
        return _settled(dialogue), (Sign.UNDERSTOOD, Say(prompt=Prompt.TAKEN_BACK))
    if asked.name in NUMBERS:
        return _chosen(dialogue, asked)
    if asked.name in CONFIRMED:
        pending = Pending(command=asked, heard=asked.heard)
        confirm = Say(prompt=Prompt.CONFIRM_COMMAND, command=asked.name)
        return replace(dialogue, pending=pending, failures=0), (Sign.UNDERSTOOD, confirm)
    return replace(dialogue, failures=0), (Sign.UNDERSTOOD, CarryOut(command=asked))


def _confirmed(dialogue: Dialogue) -> tuple[Dialogue, tuple[Step, ...]]:
    pending = dialogue.pending
    if pending is not None and pending.move is not None:
        return _settled(dialogue), (Sign.UNDERSTOOD, PlayMove(move=pending.move))
    if pending is not None and pending.command is not None:
        return _settled(dialogue), (Sign.UNDERSTOOD, CarryOut(command=pending.command))
    # "yes" to "bella or felix?" says nothing: the question is put again
    options = pending.question.words if pending is not None and pending.question is not None else ()
    return dialogue, (Say(prompt=Prompt.CHOOSE, options=options),)


def _chosen(dialogue: Dialogue, asked: HeardCommand) -> tuple[Dialogue, tuple[Step, ...]]:
    assert dialogue.pending is not None and dialogue.pending.question is not None  # numbers are valid only then
    move = dialogue.pending.question.numbered(asked.name)
    assert move is not None  # and only those of the options
    return _moved(dialogue, HeardMove(move=move, confidence=asked.confidence, heard=dialogue.pending.heard))


def _missed(dialogue: Dialogue, asked: HeardNothing) -> tuple[Dialogue, tuple[Step, ...]]:
    """Silence and noise pass without a word. What was not understood: repeat; the squares; then the keys."""
    if asked.reason in (Nothing.SILENCE, Nothing.NOISE):
        return dialogue, ()
    if asked.reason is Nothing.ILLEGAL:
        return dialogue, (Sign.NOT_UNDERSTOOD, Say(prompt=Prompt.NOT_LEGAL))
    prompts = (Prompt.REPEAT_PLEASE, Prompt.SAY_THE_SQUARES, Prompt.USE_THE_KEYS)
    prompt = prompts[min(dialogue.failures, len(prompts) - 1)]
    return replace(dialogue, failures=dialogue.failures + 1), (Sign.NOT_UNDERSTOOD, Say(prompt=prompt))


def _settled(dialogue: Dialogue) -> Dialogue:
    return replace(dialogue, pending=None, failures=0)
