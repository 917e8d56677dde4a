"""Makes cases of stories: which step is to be judged, and what is asked about it.

Not every story is one. Its last step of which something is expected must be ruled on by an article of its own edition,
ask of a law and not of the manners of the program, and have words.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

import chess
from msgspec import Struct

from access_chess.laws import commands as given
from access_chess.laws import events
from access_chess.laws.articles import Article, read_number
from access_chess.laws.editions import Edition
from access_chess.laws.events import Refusal, article_of
from access_chess.laws.rule_numbers import numbers_of
from access_chess.laws.told_articles import RULES_TOLD
from access_chess.laws.touch_move import legal_moves, obligation
from access_chess.practice.case_acts import UntellableError
from access_chess.practice.case_telling import case_told
from access_chess.practice.cases import CaseQuestion, actor_of, ruled
from access_chess.practice.rulings import Ruling, RulingKind, ruling_of
from access_chess.stories.runner import StepOutcome, outcomes_of
from access_chess.stories.scene import Reader
from access_chess.stories.story import StepText, story_of


class Unfit(StrEnum):
    """Why a story makes no case."""

    NOTHING_EXPECTED = "nothing that can be asked is expected"
    NO_ARTICLE = "no article of its edition decides"
    OWN_ACT = "the arbiter's own act"
    NO_QUESTION = "no question of the Laws"
    NO_WORDS = "something has no words"
    LATER = "what comes later belongs to its set-up"
    NO_CLOCK = "it would cost time, and the story has no clock"


class CaseDraft(Struct, frozen=True, kw_only=True):
    """A case without its choices. `step` counts from one; `actor` is who did what is judged."""

    name: str
    step: int
    asks: CaseQuestion
    ruling: Ruling
    rule: str
    article: str
    actor: chess.Color
    outcomes: tuple[StepOutcome, ...]
    tables: dict[str, Any]

    @property
    def topic(self) -> str:
        """The folder of its story."""
        return self.name.partition("/")[0]

    @property
    def story(self) -> tuple[str, int, CaseQuestion]:
        """The same for one question about one step in all editions."""
        return self.name.rpartition("@")[0], self.step, self.asks


def drafts_of(name: str, tables: Mapping[str, Any], reader: Reader) -> tuple[CaseDraft, ...] | Unfit:
    """The cases that a story of one edition makes, or why it makes none. `tables` are the story as TOML has it.

    The last step that is fit is judged, and a move that a touch or a claim has left: else all that is asked about
    would be forbidden.
    """
    outcomes = tuple(outcomes_of(story_of(tables, title=name), reader=reader))
    why: Unfit | None = None
    for number in range(len(outcomes), 0, -1):
        drafted = _judged(name, tables, outcomes[:number])
        if isinstance(drafted, CaseDraft):
            return drafted, *_allowed(name, tables, outcomes[: number - 1])
        why = why or (drafted if drafted is not Unfit.NOTHING_EXPECTED else None)
    return why or Unfit.NOTHING_EXPECTED


def _allowed(name: str, tables: Mapping[str, Any], outcomes: tuple[StepOutcome, ...]) -> Iterator[CaseDraft]:
    """The first move that was made as the player was bound to make it, or let go where the piece may stand."""
    for number, outcome in enumerate(outcomes, 1):
        before = outcome.before
        is_bound = before.hand.touches or before.must_play is not None
        if is_bound and isinstance(outcome.commands[0], given.PlayMove) and ruling_of(outcome) == _GOES_ON:
            drafted = _judged(name, tables, outcomes[:number], CaseQuestion.ALLOWED)
            if isinstance(drafted, CaseDraft):
                yield drafted
                return


_GOES_ON = Ruling(kind=RulingKind.GOES_ON)


def _judged(
    name: str, tables: Mapping[str, Any], outcomes: tuple[StepOutcome, ...], asks: CaseQuestion | None = None
) -> CaseDraft | Unfit:
    story, last = story_of(tables, title=name), outcomes[-1]
    step, edition = story.steps[len(outcomes) - 1], story.setup.edition
    asks = asks or _question(step, last)
    if asks is None:
        return Unfit.NOTHING_EXPECTED
    if isinstance(last.commands[-1], _OWN_ACTS) or last.before.end is not None:
        return Unfit.OWN_ACT
    if not _is_of_the_laws(last):
        return Unfit.NO_QUESTION
    ruling, article = ruled(asks, last), _article(asks, step, last)
    if ruling is not None and ruling.kind is RulingKind.ALLOWED and not _is_allowed(last):
        return Unfit.NO_QUESTION
    rule = None if article is None else _rule(asks, article, last)
    if ruling is None or article is None or rule is None:
        return Unfit.NO_ARTICLE
    if story.setup.time is None and edition is not Edition.SOVIET and any(map(_costs_time, outcomes)):
        return Unfit.NO_CLOCK
    bare = _bare(tables, edition, len(outcomes))
    if story_of(bare, title=name).setup != story.setup:
        return Unfit.LATER  # who arrives later is away at first
    try:
        case_told(story.setup, outcomes)
    except UntellableError:
        return Unfit.NO_WORDS
    return CaseDraft(
        name=f"{name}.{len(outcomes)}@{edition.value}",
        step=len(outcomes),
        asks=asks,
        ruling=ruling,
        rule=rule,
        article=article,
        actor=actor_of(last.commands[-1], last.before.turn),
        outcomes=outcomes,
        tables=bare,
    )


def is_claim(command: object) -> bool:
    """Whether somebody wants a decision, or the arbiter has found what needs one."""
    return type(command).__name__.startswith(("Claim", "Find"))


def _costs_time(outcome: StepOutcome) -> bool:
    """Whether a penalty in time belongs to what was decided."""
    ruling = ruling_of(outcome)
    return ruling is not None and ruling.kind in (RulingKind.RESTORED, RulingKind.QUEEN, RulingKind.CLAIM_WRONG)


def _bare(tables: Mapping[str, Any], edition: Edition, steps: int) -> dict[str, Any]:
    """The story without its title and its expectations, up to the step to be judged."""
    kept = {key: value for key, value in tables.items() if key not in ("title", "edition", "editions", "step")}
    told = [{key: value for key, value in step.items() if key in _DONE} for step in tables["step"][:steps]]
    return {"edition": edition.value, **kept, "step": told}


_DONE = ("do", "at", "by", "noted", "scores")
#: What the arbiter decides: what shall be ruled on would be told.
_OWN_ACTS = (
    given.Rule, given.Declare, given.SetClock, given.AddTime, given.ImposePenalty, given.RuleAppeal,
    given.SetMoveCounter, given.Adjourn, given.Resume, given.StartClock, given.GrantLeave, given.Reconstruct,
    given.CompareBoards,
)  # fmt: skip
_BY_HAND = (
    given.TouchPieces, given.BrushPiece, given.AdjustPieces, given.LiftPiece, given.PlacePiece, given.RemovePiece,
    given.ReleasePiece, given.ChoosePromotion, given.FeelSquares,
)  # fmt: skip
#: Refusals that are law; the others are how the program minds its own affairs.
_LAW = frozenset(
    {
        Refusal.BOUND_BY_TOUCH, Refusal.BOUND_BY_SEALING, Refusal.HAS_THE_MOVE, Refusal.NEEDS_LEAVE,
        Refusal.PROMOTION_FINAL, Refusal.WRONG_COLOR, Refusal.PIECES_DISPLACED, Refusal.DRAW_RESTRICTED,
        Refusal.BOTH_MUST_HAVE_MOVED, Refusal.NO_CONDITIONS, Refusal.CANNOT_WITHDRAW, Refusal.CLAIM_LOST,
        Refusal.NOT_WRITTEN, Refusal.ONLY_DISPLAY, Refusal.COMPLAINT_LOST, Refusal.TOO_LATE, Refusal.TIME_LEFT,
        Refusal.NO_QUICKPLAY, Refusal.SHEET_BORROWED, Refusal.CANNOT_BE_PUT_BACK,
        Refusal.ASSISTANT_MISSING, Refusal.NOTHING_TO_CORRECT,
    }
)  # fmt: skip


def _is_of_the_laws(outcome: StepOutcome) -> bool:
    return all(event.reason in _LAW for event in outcome.events if isinstance(event, events.Refused))


#: What a player may do or not; of the rest, as of illegal moves that nobody prevents, it would be a wrong question.
_RIGHTS = (
    given.PlayMove, given.OfferDraw, given.AcceptDraw, given.ClaimDraw, given.ClaimIllegalMove, given.ClaimTouch,
    given.ClaimQuickplay, given.RequestExtraTime, given.CorrectAnnouncement, given.Leave, given.PutBackMove,
    given.Appeal,
)  # fmt: skip


def _is_allowed(outcome: StepOutcome) -> bool:
    """Whether what nobody has refused is really right: a breach of a touch can be made, and is none the better."""
    if any(isinstance(event, events.IrregularityFound | events.WarningGiven) for event in outcome.events):
        return False
    command = outcome.commands[0]
    if isinstance(command, given.PlayMove):
        return command.move in legal_moves(outcome.before) and command.written and not command.two_hands
    return isinstance(command, _RIGHTS) and not getattr(command, "anyway", False)


def _question(step: StepText, outcome: StepOutcome) -> CaseQuestion | None:
    if not outcome.commands:
        return None
    is_bound = step.legal is not None or step.article is not None
    if is_bound and isinstance(outcome.commands[-1], _BY_HAND) and outcome.after.end is None and not step.refused:
        return CaseQuestion.MUST
    if any(isinstance(event, events.Refused) for event in outcome.events):
        return CaseQuestion.RULING if is_claim(outcome.commands[-1]) else CaseQuestion.ALLOWED
    expects = (step.result, step.ending, step.article, step.illegal_count, step.warnings, step.clock)
    if any(each is not None for each in expects):
        return CaseQuestion.RULING
    if step.refused is not False:
        return None
    is_decided = is_claim(outcome.commands[-1]) and ruling_of(outcome) not in (None, _GOES_ON)
    return CaseQuestion.RULING if is_decided else CaseQuestion.ALLOWED


#: The events that decide, the weightiest first; those of the clock that runs again decide nothing.
_DECIDING = (
    events.GameEnded, events.ClaimRejected, events.ClaimAccepted, events.ClaimPostponed, events.PromotedToQueen,
    events.IrregularityFound, events.WarningGiven, events.PositionRestored, events.Refused, events.BoardTurned,
    events.ColorsStay, events.CastlingRightLost, events.PeriodBegun, events.ClaimMade,
    events.DrawDeclined, events.DrawOffered,
)  # fmt: skip


def _article(asks: CaseQuestion, step: StepText, outcome: StepOutcome) -> str | None:
    """The number that decides: the one that the story names, else that of the weightiest event."""
    edition = outcome.after.setup.edition
    applied = [article for event in outcome.events if (article := article_of(event))]
    if asks is CaseQuestion.MUST:
        bound = obligation(outcome.after).article
        return bound.of(edition) if bound is not Article.LEGAL_MOVE else applied[-1] if applied else None
    if asks is CaseQuestion.ALLOWED and ruling_of(outcome) == _GOES_ON:
        kept = obligation(outcome.before).article
        return None if kept is Article.LEGAL_MOVE else kept.of(edition)
    if asks is CaseQuestion.ALLOWED and isinstance(outcome.commands[-1], given.ClaimTouch):
        return Article.COMPLAINT_LOST.of(edition)  # of the touch itself somebody decides who has seen it
    if step.article is not None:
        named = step.article.partition("(")[0]
        return next((each for each in applied if each == named or each.startswith(f"{named}.")), None)
    deciding = (article_of(event) for kind in _DECIDING for event in outcome.events if isinstance(event, kind))
    return next((article for article in deciding if article), None)


def _rule(asks: CaseQuestion, article: str, outcome: StepOutcome) -> str | None:
    """The rule under this number; None: a number that another edition has lent."""
    edition, number = outcome.after.setup.edition, read_number(article, outcome.after.setup.edition)
    rules = [rule for rule, its in numbers_of(edition).items() if its == number]
    rules.sort(key=RULES_TOLD.index)  # those that can be ruled before those that are only told
    bound = obligation(outcome.after).article if asks is CaseQuestion.MUST else None
    return (bound if bound in rules else rules[0]).name.lower() if rules else None
