"""What a conversation leads to: something to say, a sign, a request to carry out."""

from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto

import chess

from access_chess.requests.request import Request
from access_chess.speech.utterance import SpokenPart


class Prompt(StrEnum):
    """What is said of what was heard: keys of `phrases.toml`."""

    CONFIRM_MOVE = "hearing_confirm_move"  # {move}
    REPEAT_PLEASE = "hearing_repeat_please"
    SAY_THE_SQUARES = "hearing_say_the_squares"
    TOO_NOISY = "hearing_too_noisy"
    USE_THE_KEYS = "hearing_use_the_keys"
    NOT_LEGAL = "hearing_not_legal"
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
    """An answer to the player who asked (None: those who are there); `line` is what was typed and could not be done."""

    part: SpokenPart
    color: chess.Color | None = None
    line: str = ""

    @property
    def shown(self) -> SpokenPart:
        """The answer after the line that could not be done, which is kept in sight; the reason is heard."""
        is_told = not self.line or self.part.text.endswith(f" {self.line}.")
        return self.part if is_told else replace(self.part, text=f"{self.line}: {self.part.text}")


@dataclass(frozen=True, kw_only=True)
class CarryOut:
    """A request is settled: it goes to the game or to the program, in the name of the player of `color`."""

    request: Request
    color: chess.Color


@dataclass(frozen=True, kw_only=True)
class AskAfter:
    """A question is settled: the one with this number, which came meanwhile, is asked now if it still waits."""

    question: str


Step = Say | Sign | CarryOut | AskAfter
Steps = tuple[Step, ...]
