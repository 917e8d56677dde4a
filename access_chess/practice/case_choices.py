"""What may be chosen in a case: the right decision among real ones, as other editions rule on that step or as was ruled
in the stories of the same folder; of obligations, what else was reached for. The right one is as often at each number.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import chain

import chess
from msgspec.structs import replace

from access_chess.laws import commands as given
from access_chess.laws.articles import read_number
from access_chess.laws.editions import Edition
from access_chess.laws.position import legal_moves_on
from access_chess.laws.rule_numbers import numbers_of
from access_chess.practice.case_making import CaseDraft, is_claim
from access_chess.practice.cases import Case, CaseQuestion
from access_chess.practice.rulings import Ruling, RulingKind, turned
from access_chess.stories.runner import StepOutcome

MOST_CHOICES = 4


def cases_of(drafts: Sequence[CaseDraft], *, unheard: Collection[str] = ()) -> tuple[Case, ...]:
    """The cases of all drafts, in the order of their names, with the right choice as often at each number.

    Left out are drafts without wrong answers, and those whose names are `unheard`: no ear can keep them.
    """
    drafts = [replace(each, rule=rule) for each, rule in zip(drafts, _shared_rules(drafts), strict=True)]
    pool, made = _Pool(drafts), Counter[tuple[int, int]]()
    cases = []
    for draft in sorted(drafts, key=lambda each: each.name):
        wrong = () if draft.name in unheard else _wrong_choices(draft, pool)
        if not wrong:
            continue
        count = len(wrong) + 1
        right = min(range(1, count + 1), key=lambda number: made[count, number])
        made[count, right] += 1
        cases.append(case_of(draft, wrong, right))
    return tuple(cases)


def _shared_rules(drafts: Sequence[CaseDraft]) -> Iterator[str]:
    """Where an edition has several rules under one number, the one that decides the same step in 2009 or 2018."""
    exact = {}
    for draft in sorted(drafts, key=lambda each: each.name, reverse=True):
        if not draft.name.endswith(Edition.SOVIET.value):
            exact[draft.story] = draft.rule
    for draft in drafts:
        edition = Edition(draft.tables["edition"])
        number = read_number(draft.article, edition)
        at_number = {rule.name.lower() for rule, its in numbers_of(edition).items() if its == number}
        shared = exact.get(draft.story)
        yield shared if shared in at_number else draft.rule


def case_of(draft: CaseDraft, wrong: Sequence[Ruling] = (), right: int = 1) -> Case:
    """A case with these choices beside the right one, which has that number."""
    choices = (*wrong[: right - 1], draft.ruling, *wrong[right - 1 :])
    return Case(
        name=draft.name,
        rule=draft.rule,
        article=draft.article,
        asks=draft.asks,
        right=right,
        choices=choices,
        story=draft.tables,
    )


class _Pool:
    """What was ruled elsewhere: on the same step by other editions, and in the stories of a folder."""

    def __init__(self, drafts: Sequence[CaseDraft]) -> None:
        self.of_step: dict[object, list[Ruling]] = {}
        self.of_topic: dict[tuple[str, str], Counter[Ruling]] = {}
        for draft in drafts:
            self.of_step.setdefault(draft.story, []).append(draft.ruling)
            topic = self.of_topic.setdefault((draft.topic, draft.asks.value), Counter())
            topic[draft.ruling if draft.actor else turned(draft.ruling)] += 1

    def near(self, draft: CaseDraft) -> Iterator[Ruling]:
        """The most likely first."""
        for ruling, _ in sorted(
            self.of_topic[draft.topic, draft.asks.value].items(), key=lambda row: (-row[1], str(row[0]))
        ):
            yield ruling if draft.actor else turned(ruling)


def _wrong_choices(draft: CaseDraft, pool: _Pool) -> tuple[Ruling, ...]:
    if draft.asks is CaseQuestion.ALLOWED:
        kinds = (RulingKind.ALLOWED, RulingKind.NOT_ALLOWED)
        return tuple(Ruling(kind=kind) for kind in kinds if kind is not draft.ruling.kind)
    if draft.asks is CaseQuestion.MUST:
        return _other_obligations(draft)
    wrong: list[Ruling] = []
    for ruling in chain(pool.of_step[draft.story], filter(partial(_could_be, draft), pool.near(draft)), _ALWAYS):
        if not any(_means_the_same(ruling, each) for each in (draft.ruling, *wrong)):
            wrong.append(ruling)
    return tuple(wrong[: MOST_CHOICES - 1])


#: What somebody may think of any case.
_ALWAYS = (
    Ruling(kind=RulingKind.GOES_ON),
    Ruling(kind=RulingKind.DRAW),
    Ruling(kind=RulingKind.WINS, color=chess.WHITE),
    Ruling(kind=RulingKind.WINS, color=chess.BLACK),
)
_ON_A_CLAIM = (RulingKind.NOT_ALLOWED, RulingKind.CLAIM_RIGHT, RulingKind.CLAIM_WRONG, RulingKind.POSTPONED)
_ON_AN_OFFER = (RulingKind.OFFER_STANDS, RulingKind.OFFER_REFUSED)
_ON_A_FINDING = (RulingKind.NEW_GAME, RulingKind.TURNED, RulingKind.NO_CASTLING)
_ON_A_MOVE = (RulingKind.RESTORED, RulingKind.QUEEN)
_MOVES = (given.PlayMove, given.PlayIllegalMove, given.ReleasePiece)


def _could_be(draft: CaseDraft, ruling: Ruling) -> bool:
    """Whether somebody might think of this decision: nobody rules on a claim that was not made."""
    commands = [command for outcome in draft.outcomes for command in outcome.commands]
    if ruling.kind in _ON_A_CLAIM:
        return is_claim(commands[-1])
    if ruling.kind in _ON_AN_OFFER:
        return any(isinstance(each, given.OfferDraw | given.ClaimDraw) for each in commands)
    if ruling.kind in _ON_A_FINDING:
        return type(commands[-1]).__name__.startswith("Find")
    if ruling.kind in _ON_A_MOVE:
        return any(isinstance(each, _MOVES) for each in commands)
    if ruling.kind is RulingKind.NEXT_PERIOD:
        time = draft.outcomes[0].before.setup.time
        return time is not None and len(time.periods) > 1
    return ruling.kind not in (RulingKind.HALF, RulingKind.BOTH_LOSE)


#: Who hears two of these cannot tell them apart.
_ALIKE = (
    RulingKind.GOES_ON,
    RulingKind.NOT_ALLOWED,
    RulingKind.CLAIM_WRONG,
    RulingKind.OFFER_STANDS,
    RulingKind.OFFER_REFUSED,
)
_LIKE_RIGHT = (RulingKind.CLAIM_RIGHT, RulingKind.RESTORED, RulingKind.QUEEN)
_LIKE_TIME = (RulingKind.TIME, RulingKind.CLAIM_WRONG, RulingKind.WARNED)


def _means_the_same(one: Ruling, other: Ruling) -> bool:
    """Whether both may be right at once, as two minutes for Black and a claim that is wrong."""
    if one == other:
        return True
    same_time = (one.seconds, one.color) == (other.seconds, other.color)
    kinds = {one.kind, other.kind}
    if same_time and (kinds <= {*_ALIKE} or kinds <= {*_LIKE_RIGHT}):
        return True
    if RulingKind.CLAIM_RIGHT in kinds and kinds & {
        RulingKind.RESTORED,
        RulingKind.QUEEN,
        RulingKind.WINS,
        RulingKind.DRAW,
    }:
        return True
    return one.kind is other.kind is RulingKind.NEXT_PERIOD or (
        same_time and bool(one.seconds) and kinds <= {*_LIKE_TIME}
    )


def _other_obligations(draft: CaseDraft) -> tuple[Ruling, ...]:
    """What else could follow from the squares that were reached for: that choices differ is seen by their moves."""
    board = draft.outcomes[-1].after.board
    reached = list(dict.fromkeys(chain.from_iterable(_squares(each) for each in draft.outcomes)))
    own = [square for square in reached if board.color_at(square) is board.turn]
    enemy = [square for square in reached if board.color_at(square) is (not board.turn)]
    found = [Ruling(kind=RulingKind.ANY_MOVE)]
    found += [Ruling(kind=RulingKind.MUST_MOVE, man=man) for man in own]
    if draft.ruling.piece is not None:
        found += [replace(draft.ruling, piece=None)]
    found += [Ruling(kind=RulingKind.MUST_TAKE, square=square) for square in enemy]
    found += [Ruling(kind=RulingKind.MUST_TAKE_WITH, man=man, square=square) for man in own for square in enemy]
    if own and board.piece_type_at(own[0]) in (chess.KING, chess.ROOK) and (king := board.king(board.turn)) in own:
        found += [replace(each, man=king) for each in _castlings(board) if each.man == king]
    seen, wrong = [_moves(draft.ruling, board)], []
    for ruling in found:
        if (moves := _moves(ruling, board)) not in seen:
            seen.append(moves)
            wrong.append(ruling)
    return tuple(wrong[: MOST_CHOICES - 1])


def _castlings(board: chess.Board) -> list[Ruling]:
    castlings = [move for move in legal_moves_on(board) if board.is_castling(move)]
    return [Ruling(kind=RulingKind.MUST_CASTLE, man=each.from_square, square=each.to_square) for each in castlings]


def _squares(outcome: StepOutcome) -> tuple[chess.Square, ...]:
    squares: list[chess.Square] = []
    for command in outcome.commands:
        squares += getattr(command, "squares", ())
        square = getattr(command, "square", None)
        squares += [] if square is None else [square]
    return tuple(squares)


def _moves(ruling: Ruling, board: chess.Board) -> frozenset[chess.Move]:
    """What may be played by it."""
    return frozenset(
        move
        for move in legal_moves_on(board)
        if (ruling.man in (None, move.from_square) and ruling.square in (None, move.to_square))
        and (ruling.piece in (None, move.promotion))
        and (ruling.kind is not RulingKind.MUST_TAKE or board.is_capture(move))
    )
