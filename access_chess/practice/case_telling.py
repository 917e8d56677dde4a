"""Tells what happened at a board, from a story: its set-up, then step by step what was done and what was ruled before.

Nothing is told by its title or by what the story expects, and a move by where it went, so that the ear has to judge.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta

import chess

from access_chess.laws import commands as given
from access_chess.laws.by_color import both
from access_chess.laws.commands import Command, DrawGround, Role
from access_chess.laws.editions import Edition
from access_chess.laws.events import Ending, FlagFell, PeriodBegun, PlayerArrived, Refused
from access_chess.laws.setup import ArbiterMode, Setup, Supervision
from access_chess.laws.time_control import SpeedClass
from access_chess.practice.case_acts import UntellableError, act_sentence
from access_chess.practice.position import after
from access_chess.practice.rulings import RulingKind, case_sentence, ruling_of, ruling_sentence
from access_chess.practice.sentence import (
    ColorName,
    ExactTime,
    Part,
    Sentence,
    SquareName,
    men_told,
    moves_named,
    sentence,
)
from access_chess.stories.runner import StepOutcome

FEW = 4  # moves before the first step that are read out; after more of them the position is told
FEW_OF_REPETITION = 12  # the same, where it matters which position came back
LONG_QUIET = 80  # plies without a capture or a pawn move, of which the hearer has to know


def case_told(setup: Setup, outcomes: Sequence[StepOutcome]) -> tuple[Sentence, ...]:
    """The set-up and all steps, the last of which is the one to be judged. Raises UntellableError."""
    return (*_head(setup, outcomes), *_steps(setup, outcomes))


# the set-up


def _head(setup: Setup, outcomes: Sequence[StepOutcome]) -> Iterator[Sentence]:
    if setup.is_chess960 or not setup.regulations.written_claims or setup.regulations.session_end is not None:
        raise UntellableError("a set-up without words")
    yield _kind(setup)
    yield _edition(setup.edition)
    yield from _agreed(setup, outcomes)
    yield from _players(setup)
    yield from _position(setup, outcomes)
    if _minds_the_clock(setup, outcomes) and (setup.times.white is not None or setup.times.black is not None):
        first = outcomes[0].before
        white, black = (ExactTime(first.remaining(color, timedelta())) for color in chess.COLORS)
        yield case_sentence("displays", white=white, black=black)


def _kind(setup: Setup) -> Sentence:
    key = SpeedClass.STANDARD.value if setup.time is None else setup.speed.value
    if setup.arbiter is ArbiterMode.NONE:
        return case_sentence(f"{key}_without_arbiter")
    is_quick = key != SpeedClass.STANDARD.value
    alone = "_unwatched" if is_quick and setup.supervision is Supervision.INADEQUATE else ""
    return case_sentence(f"{key}_watched" if is_quick and not alone else key + alone)


def _edition(edition: Edition) -> Sentence:
    if edition is Edition.SOVIET:
        return sentence("laws_soviet")
    return sentence("laws_edition", year=edition.value.rpartition("-")[2])


def _agreed(setup: Setup, outcomes: Sequence[StepOutcome]) -> Iterator[Sentence]:
    if setup.time is not None and _minds_the_clock(setup, outcomes) and not _is_one_period_shown(setup):
        yield case_sentence("time_control", control=setup.time)
    event = setup.regulations
    if event.default_time is not None:
        yield case_sentence("default_time", time=ExactTime(event.default_time))
    if event.resumption_limit is not None:
        yield case_sentence("default_time", time=ExactTime(event.resumption_limit))
    if event.min_moves_draw is not None:
        yield case_sentence("min_moves_draw", count=event.min_moves_draw)
    if event.draws_need_consent:
        yield case_sentence("draws_need_consent")
    if event.quickplay is not None:
        yield case_sentence(f"quickplay_{event.quickplay.name.lower()}")


#: What happens only because time goes on.
_OF_TIME = (FlagFell, PeriodBegun, PlayerArrived)
_BY_TIME = (given.TimePassed, given.ClaimQuickplay, given.RequestExtraTime, given.ClaimFlag)


def _minds_the_clock(setup: Setup, outcomes: Sequence[StepOutcome]) -> bool:
    """Whether the hearer needs the time control, the displays, and how much time passes."""
    happens = any(isinstance(event, _OF_TIME) for each in outcomes for event in each.events)
    is_done = any(isinstance(command, _BY_TIME) for each in outcomes for command in each.commands)
    is_shown = setup.times != both(None) or outcomes[-1].before.sheet_due != both(False)
    return setup.time is not None and (happens or is_done or is_shown)


def _is_one_period_shown(setup: Setup) -> bool:
    """Whether the displays tell all about the time: nothing is added for a move or at the end of a period."""
    if setup.time is None or None in (setup.times.white, setup.times.black):
        return False
    only = setup.time.periods[0]
    return len(setup.time.periods) == 1 and not only.increment and not only.delay


def _players(setup: Setup) -> Iterator[Sentence]:
    for color in chess.COLORS:
        player = setup.players[color]
        if player.is_blind:
            yield case_sentence("is_blind", color=ColorName(color))
        if player.assistant is not None:
            yield case_sentence("has_assistant", color=ColorName(color))
        if setup.absent[color]:
            yield case_sentence("is_absent", color=ColorName(color))


def _position(setup: Setup, outcomes: Sequence[StepOutcome]) -> Iterator[Sentence]:
    board, moves = chess.Board(setup.fen), [chess.Move.from_uci(move) for move in setup.moves]
    end = outcomes[-1].after.end
    is_claimed = any(_claims_repetition(command) for each in outcomes for command in each.commands)
    is_repetition = is_claimed or (end is not None and end.ending is Ending.FIVEFOLD)
    if is_repetition and len(moves) > FEW_OF_REPETITION:
        raise UntellableError("a repetition that nobody keeps in the head")
    is_read = len(moves) <= (FEW_OF_REPETITION if is_repetition else FEW)
    now = after(board, *moves)
    shown = board if is_read else now
    if shown.board_fen() == chess.STARTING_BOARD_FEN:
        yield case_sentence("start")
    else:
        yield from men_told(shown)
        yield case_sentence("to_move", color=ColorName(shown.turn))
        yield from _history(shown, outcomes, is_repetition=is_repetition)
    if is_read and moves:
        yield case_sentence("moves_so_far", moves=moves_named(board, moves))
    completed = outcomes[0].before.completed
    has_quota = not is_read and setup.time is not None and setup.time.periods[0].moves is not None
    if has_quota or (_agrees(outcomes) and not moves and shown.board_fen() != chess.STARTING_BOARD_FEN):
        yield case_sentence("completed", white=completed.white, black=completed.black)


def _claims_repetition(command: Command) -> bool:
    return isinstance(command, given.ClaimDraw) and command.ground is DrawGround.THREEFOLD


def _agrees(outcomes: Sequence[StepOutcome]) -> bool:
    """Whether a draw is agreed, which needs a move of each player."""
    return any(isinstance(command, given.AcceptDraw) for each in outcomes for command in each.commands)


def _history(board: chess.Board, outcomes: Sequence[StepOutcome], *, is_repetition: bool) -> Iterator[Sentence]:
    """What men on their squares do not show: castling, en passant, moves without a capture or a pawn move."""
    if board.ep_square is not None:
        yield case_sentence("double_step", square=SquareName(board.ep_square + (8 if not board.turn else -8)))
    if board.halfmove_clock >= LONG_QUIET:
        yield case_sentence("quiet_moves", count=board.halfmove_clock)
    for color in chess.COLORS:
        king = board.king(color)
        if king is None or king != (chess.E1 if color else chess.E8):
            continue
        sides = [board.has_kingside_castling_rights(color), board.has_queenside_castling_rights(color)]
        corners = [chess.H1, chess.A1] if color else [chess.H8, chess.A8]
        rooks = [board.piece_at(corner) == chess.Piece(chess.ROOK, color) for corner in corners]
        if any(rooks) and (is_repetition or _is_touched(king, outcomes)):
            both_or_none = "may_castle" if sides == rooks else "has_castling_lost" if not any(sides) else "castles_one"
            yield case_sentence(both_or_none, color=ColorName(color), **_only_rook(sides, corners))


def _only_rook(sides: list[bool], corners: list[chess.Square]) -> dict[str, Part]:
    allowed = [corner for corner, side in zip(corners, sides, strict=True) if side]
    return {"rook": SquareName(allowed[0])} if allowed else {"rook": SquareName(corners[0])}


def _is_touched(square: chess.Square, outcomes: Sequence[StepOutcome]) -> bool:
    """Whether somebody reaches for this square in the story."""
    for command in (command for each in outcomes for command in each.commands):
        move = getattr(command, "move", None)
        squares = (
            *getattr(command, "squares", ()),
            getattr(command, "square", None),
            getattr(move, "from_square", None),
        )
        if square in squares:
            return True
    return False


# what is done


def _steps(setup: Setup, outcomes: Sequence[StepOutcome]) -> Iterator[Sentence]:
    at, told = timedelta(), 0
    acts = [command for each in outcomes for command in each.commands]
    is_timed_game, is_timed = setup.time is not None, _minds_the_clock(setup, outcomes)
    for place, outcome in enumerate(outcomes, 1):
        if place < len(outcomes) and _is_told_with_what_follows(outcome, outcomes[place]):
            told += len(outcome.commands)
            continue
        if is_timed and outcome.at - at >= timedelta(seconds=1):
            yield case_sentence("later", time=ExactTime(outcome.at - at))
        at = outcome.at
        yield from _flags(outcome)
        for index, command in enumerate(outcome.commands):
            told += 1
            following = acts[told] if told < len(acts) else None
            if not (index and isinstance(command, given.PressClock)):
                is_over = place < len(outcomes) or outcome.after.end is not None
                yield from _act(command, outcome, following, tells_press=is_timed_game and is_over)
        if place < len(outcomes):
            yield from _ruled(outcome)


def _is_told_with_what_follows(outcome: StepOutcome, following: StepOutcome) -> bool:
    """Whether only time has passed, or a move was written for the claim that follows, which names it."""
    ruling, claim = ruling_of(outcome), following.commands[0]
    if ruling is None or ruling.kind not in _PLAIN or any(isinstance(event, FlagFell) for event in outcome.events):
        return False
    moves = (claim.move,) if isinstance(claim, given.ClaimDraw) and claim.written else ()
    return all(
        isinstance(each, given.TimePassed) or (isinstance(each, given.WriteMove) and each.move in moves)
        for each in outcome.commands
    )


def _flags(outcome: StepOutcome) -> Iterator[Sentence]:
    """What everybody sees by itself: a flag that has fallen before anything else is done."""
    is_waiting = isinstance(outcome.commands[0], given.TimePassed)
    for event in outcome.events:
        if isinstance(event, FlagFell):
            if outcome.before.setup.arbiter is ArbiterMode.HUMAN:
                raise UntellableError("a flag that a person has not seen yet")
            yield case_sentence("flag_falls" if is_waiting else "flag_is_down", color=ColorName(event.color))


#: What an earlier step has led to and is heard with what follows: the draw offer, a new period.
_PLAIN = (RulingKind.GOES_ON, RulingKind.OFFER_STANDS, RulingKind.OFFER_REFUSED, RulingKind.NEXT_PERIOD)


def _ruled(outcome: StepOutcome) -> Iterator[Sentence]:
    """What was ruled at a step before the one to be judged."""
    ruling = ruling_of(outcome)
    if ruling is None:
        raise UntellableError("a ruling without words")
    if ruling.kind is RulingKind.NOT_ALLOWED:
        yield case_sentence("ruled_not_allowed")
    elif ruling.kind not in _PLAIN or ruling.seconds:
        yield case_sentence("ruled", ruling=ruling_sentence(ruling, outcome.before.board))


def _act(command: Command, outcome: StepOutcome, following: Command | None, *, tells_press: bool) -> Iterator[Sentence]:
    game, author = outcome.before, command.given_by
    if author.role is Role.ASSISTANT and author.color is not None:
        yield case_sentence("by_assistant", color=ColorName(author.color))
    if isinstance(command, given.TimePassed):
        return
    yield act_sentence(command, game)
    has_played = isinstance(command, given.PlayMove | given.PlayIllegalMove)
    is_refused = any(isinstance(event, Refused) for event in outcome.events)
    if has_played and tells_press and not is_refused and not isinstance(following, given.PressClock):
        yield case_sentence("not_pressed")
