"""Cases to rule on: what happened at a board, a question, numbered choices, and the article that decides.

A case keeps the story that it was made of, up to the step to be judged. It is told and answered by running that story,
so what is right is what the referee rules. `cases.jsonl` beside this file has them, a line each.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

import chess
import msgspec
from msgspec import Struct

from access_chess.laws.articles import RuleNumber, read_number
from access_chess.laws.commands import Command
from access_chess.laws.editions import Edition
from access_chess.practice.case_telling import case_told
from access_chess.practice.rulings import (
    Ruling,
    RulingKind,
    case_sentence,
    obligation_of,
    ruling_of,
    ruling_sentence,
)
from access_chess.practice.sentence import ColorName, Sentence
from access_chess.stories.runner import StepOutcome, outcomes_of, read_plainly
from access_chess.stories.scene import Reader
from access_chess.stories.story import Story, story_of

MOST_WORDS = 90  # of a case as it is heard; a longer one is kept in no ear


class CaseQuestion(StrEnum):
    """What is asked about the last step."""

    RULING = "ruling"
    ALLOWED = "allowed"
    MUST = "must"


class Case(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One case. `right` counts its choices from one; `rule` is the name of the rule in every edition, in small letters.

    `name` is the story's with its edition: "touch/two_own@fide-2018"; `story` is that story as TOML has it, without its
    title and all that it expects.
    """

    name: str
    rule: str
    article: str
    asks: CaseQuestion
    right: int
    choices: tuple[Ruling, ...]
    story: dict[str, Any]

    @property
    def topic(self) -> str:
        """The folder of its story: what it is about."""
        return self.name.partition("/")[0]

    @property
    def edition(self) -> Edition:
        """By which Laws it is judged."""
        return Edition(self.story["edition"])

    @property
    def number(self) -> RuleNumber:
        """Where the rule stands in that edition."""
        return read_number(self.article, self.edition)

    @property
    def ruling(self) -> Ruling:
        """What is right."""
        return self.choices[self.right - 1]


class PlayedCase(Struct, frozen=True, kw_only=True):
    """A case with its story as it went."""

    case: Case
    story: Story
    outcomes: tuple[StepOutcome, ...]

    @property
    def last(self) -> StepOutcome:
        """The step to be judged."""
        return self.outcomes[-1]

    @property
    def board(self) -> chess.Board:
        """The position in which it is judged. Not to be changed."""
        return self.last.before.board

    @property
    def told(self) -> tuple[Sentence, ...]:
        """What happened."""
        return case_told(self.story.setup, self.outcomes)

    @property
    def question(self) -> Sentence:
        """What is asked."""
        return question_of(self.case.asks, self.last)

    def choice(self, number: int) -> Sentence:
        """One of the choices with its number, which counts from one."""
        answer = _answered(self.case, self.case.choices[number - 1], self.board)
        return case_sentence("choice", number=number, answer=answer)

    @property
    def choices(self) -> tuple[Sentence, ...]:
        """What may be chosen."""
        return tuple(self.choice(number) for number in range(1, len(self.case.choices) + 1))

    @property
    def answer(self) -> Sentence:
        """What is right."""
        return _answered(self.case, self.case.ruling, self.board)


def _answered(case: Case, ruling: Ruling, board: chess.Board) -> Sentence:
    """A decision; what is not allowed, where something else might be decided, in a whole sentence."""
    is_whole = ruling.kind is RulingKind.NOT_ALLOWED and case.asks is not CaseQuestion.ALLOWED
    return case_sentence("refused") if is_whole else ruling_sentence(ruling, board)


def played_case(case: Case, reader: Reader = read_plainly, *, nodes: int = 0) -> PlayedCase:
    """A case whose story is gone through. What is right is known: no mate is looked for, unless there are `nodes`."""
    story = story_of(case.story, title=case.name)
    return PlayedCase(case=case, story=story, outcomes=tuple(outcomes_of(story, reader=reader, nodes=nodes)))


def ruled(asks: CaseQuestion, outcome: StepOutcome) -> Ruling | None:
    """The referee's own answer to a question about a step."""
    if asks is CaseQuestion.MUST:
        return obligation_of(outcome.after)
    ruling = ruling_of(outcome)
    if asks is CaseQuestion.ALLOWED and (ruling is None or ruling.kind is not RulingKind.NOT_ALLOWED):
        return Ruling(kind=RulingKind.ALLOWED)
    return ruling


def question_of(asks: CaseQuestion, outcome: StepOutcome) -> Sentence:
    """What is asked about a step; who claims something is answered by a decision."""
    if asks is CaseQuestion.MUST:
        return case_sentence("asks_must", color=ColorName(outcome.after.turn))
    if asks is CaseQuestion.ALLOWED:
        return case_sentence("asks_allowed")
    is_claim = any(type(command).__name__.startswith("Claim") for command in outcome.commands)
    return case_sentence("asks_decision" if is_claim else "asks_what_follows")


def actor_of(command: Command, turn: chess.Color) -> chess.Color:
    """Whose act it is; of what the arbiter finds, whom it is about, else the player to move."""
    color = getattr(command, "color", None)
    return turn if color is None else bool(color)


def read_cases(lines: Iterable[bytes]) -> tuple[Case, ...]:
    """The cases of a file. Raises msgspec.MsgspecError for a line that is none."""
    decode = msgspec.json.Decoder(Case).decode
    return tuple(decode(line) for line in lines if line.strip())


def written_cases(cases: Sequence[Case]) -> bytes:
    """The file, a line a case."""
    return b"".join(msgspec.json.encode(case) + b"\n" for case in cases)
