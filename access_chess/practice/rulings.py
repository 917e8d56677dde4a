"""What is decided at one step of a story, as a value that can be put beside others: who wins, what time is added, what
must be played. It is read off the events of that step, so the right answer to a case is always the referee's own.
"""

from datetime import timedelta
from enum import StrEnum

import chess
import msgspec
from msgspec import Struct

from access_chess.laws.commands import Result
from access_chess.laws.events import (
    ArbiterAsked,
    BoardTurned,
    CastlingRightLost,
    ClaimAccepted,
    ClaimPostponed,
    ClaimRejected,
    ClockHandedBack,
    ColorsStay,
    DrawDeclined,
    DrawOffered,
    GameEnded,
    IrregularityFound,
    PenaltyImposed,
    PeriodBegun,
    PositionRestored,
    PromotedToQueen,
    Refused,
    TimeAdded,
    WarningGiven,
)
from access_chess.laws.game import Game
from access_chess.laws.position import legal_moves_on
from access_chess.laws.touch_move import legal_moves
from access_chess.practice.sentence import (
    ColorName,
    ExactTime,
    ManName,
    Part,
    PieceName,
    Sentence,
    SquareName,
    sentence,
)
from access_chess.stories.runner import StepOutcome


class RulingKind(StrEnum):
    """What becomes of it; the value names the sentence that says so."""

    WINS = "wins"
    DRAW = "draw"
    BOTH_LOSE = "both_lose"
    HALF = "half"  # half a point for one player, none for the other
    NEW_GAME = "new_game"
    RESTORED = "restored"
    QUEEN = "queen"
    TIME = "time"
    CLAIM_RIGHT = "claim_right"
    CLAIM_WRONG = "claim_wrong"
    POSTPONED = "postponed"
    WARNED = "warned"
    TURNED = "turned"
    NO_CASTLING = "no_castling"
    NEXT_PERIOD = "next_period"
    HANDED_BACK = "handed_back"
    OFFER_STANDS = "offer_stands"
    OFFER_REFUSED = "offer_refused"
    GOES_ON = "goes_on"
    ALLOWED = "allowed"
    NOT_ALLOWED = "not_allowed"
    ANY_MOVE = "any_move"
    MUST_MOVE = "must_move"
    MUST_TAKE = "must_take"
    MUST_TAKE_WITH = "must_take_with"
    MUST_CASTLE = "must_castle"
    MUST_PLAY = "must_play"


class Ruling(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One decision; `color` is whom it is about, `seconds` are added to that player's display.

    `man` is the piece that must be moved, or take; `square` where it must go, or the enemy piece that must be taken.
    Both are squares of the board before the step; `piece` is what a pawn must become.
    """

    kind: RulingKind
    color: chess.Color | None = None
    seconds: float = 0
    man: chess.Square | None = None
    square: chess.Square | None = None
    piece: chess.PieceType | None = None

    @property
    def time(self) -> timedelta:
        """What is added to a display."""
        return timedelta(seconds=self.seconds)


_WINNERS = {Result.WHITE_WINS: chess.WHITE, Result.BLACK_WINS: chess.BLACK}
_HALVES = {Result.HALF_TO_WHITE: chess.WHITE, Result.HALF_TO_BLACK: chess.BLACK}
_ENDS = {
    Result.DRAW: RulingKind.DRAW,
    Result.BOTH_LOSE: RulingKind.BOTH_LOSE,
    Result.ANNULLED: RulingKind.NEW_GAME,
}


def ruling_of(outcome: StepOutcome) -> Ruling | None:
    """What was decided in a step; None: it cannot be told in one sentence, or nobody has decided yet."""
    if any(isinstance(event, PenaltyImposed | ArbiterAsked) for event in outcome.events):
        return None  # what a penalty shall be, the Laws leave to the arbiter; a claim may wait for a person
    for event in outcome.events:
        match event:
            case GameEnded(result=result):
                return _end(result)
            case Refused():
                return Ruling(kind=RulingKind.NOT_ALLOWED)
    return _of_events(outcome)


def _end(result: Result) -> Ruling | None:
    if result in _WINNERS:
        return Ruling(kind=RulingKind.WINS, color=_WINNERS[result])
    if result in _HALVES:
        return Ruling(kind=RulingKind.HALF, color=_HALVES[result])
    return Ruling(kind=_ENDS[result]) if result in _ENDS else None


#: What is decided by which event, the first of them that there is.
_KINDS: tuple[tuple[type, RulingKind], ...] = (
    (PromotedToQueen, RulingKind.QUEEN),
    (PositionRestored, RulingKind.RESTORED),
    (ClaimRejected, RulingKind.CLAIM_WRONG),
    (ClaimPostponed, RulingKind.POSTPONED),
    (BoardTurned, RulingKind.TURNED),
    (CastlingRightLost, RulingKind.NO_CASTLING),
    (ColorsStay, RulingKind.GOES_ON),
    (WarningGiven, RulingKind.WARNED),
    (ClockHandedBack, RulingKind.HANDED_BACK),
    (ClaimAccepted, RulingKind.CLAIM_RIGHT),
    (PeriodBegun, RulingKind.NEXT_PERIOD),
    (DrawDeclined, RulingKind.OFFER_REFUSED),
    (DrawOffered, RulingKind.OFFER_STANDS),
)
_ABOUT_ONE = (RulingKind.WARNED, RulingKind.NEXT_PERIOD, RulingKind.NO_CASTLING, RulingKind.HANDED_BACK)


def _of_events(outcome: StepOutcome) -> Ruling | None:
    added = [event for event in outcome.events if isinstance(event, TimeAdded) and event.time]
    found = ((kind, event) for of, kind in _KINDS for event in outcome.events if isinstance(event, of))
    kind, event = next(found, (RulingKind.TIME if added else RulingKind.GOES_ON, None))
    if len(added) > 1 or any(each.time < timedelta() for each in added):
        return None
    if kind is RulingKind.GOES_ON and any(isinstance(each, IrregularityFound) for each in outcome.events):
        return None  # a breach that the program leaves to a person
    if added:
        return Ruling(kind=kind, color=added[0].color, seconds=added[0].time.total_seconds())
    return Ruling(kind=kind, color=getattr(event, "color", None) if kind in _ABOUT_ONE else None)


def obligation_of(game: Game) -> Ruling | None:
    """What the player to move must do now; None: what is left of the moves cannot be told in one sentence."""
    if game.end is not None:
        return None
    board, moves = game.board, set(legal_moves(game))
    if moves == set(legal_moves_on(board)):
        return Ruling(kind=RulingKind.ANY_MOVE)
    starts, squares = {move.from_square for move in moves}, {move.to_square for move in moves}
    is_capture = all(board.is_capture(move) and not board.is_en_passant(move) for move in moves)
    if len(starts) == len(squares) == 1 and all(map(board.is_castling, moves)):
        return Ruling(kind=RulingKind.MUST_CASTLE, man=starts.pop(), square=squares.pop())
    if len(starts) == 1 and moves == {move for move in legal_moves_on(board) if move.from_square in starts}:
        return Ruling(kind=RulingKind.MUST_MOVE, man=starts.pop())
    if len(squares) == 1 and is_capture and (len(starts) > 1 or not starts & {*game.hand.touches}):
        return Ruling(kind=RulingKind.MUST_TAKE, square=squares.pop())
    if len(starts) == len(squares) == 1:
        kind = RulingKind.MUST_TAKE_WITH if is_capture else RulingKind.MUST_PLAY
        pieces = {move.promotion for move in moves}
        piece = None if len(pieces) > 1 or is_capture else pieces.pop()
        return Ruling(kind=kind, man=starts.pop(), square=squares.pop(), piece=piece)
    return None


def ruling_sentence(ruling: Ruling, board: chess.Board) -> Sentence:
    """A decision in a sentence; the men that it names stand on this board."""
    slots: dict[str, Part] = {}
    if ruling.color is not None:
        slots |= {"color": ColorName(ruling.color), "opponent": ColorName(not ruling.color)}
    key = ruling.kind.value
    if ruling.seconds:
        key, slots["time"] = f"{key}_with_time", ExactTime(ruling.time)
    if ruling.piece is not None:
        key, slots["piece"] = f"{key}_promoting", PieceName(ruling.piece)
    if ruling.man is not None:
        slots["man"] = man_on(board, ruling.man)
    if ruling.square is not None:
        if ruling.kind in (RulingKind.MUST_TAKE, RulingKind.MUST_TAKE_WITH):
            slots["taken"] = man_on(board, ruling.square)
        else:
            slots["square"] = SquareName(ruling.square)
    return case_sentence(key, **slots)


def man_on(board: chess.Board, square: chess.Square) -> Part:
    """Who stands on a square, with it; the square alone where nobody does."""
    kind = board.piece_type_at(square)
    return SquareName(square) if kind is None else ManName(kind, square)


def case_sentence(key: str, **slots: Part) -> Sentence:
    """A sentence of `voices/<pack>/cases.toml`."""
    return sentence(f"cases.{key}", **slots)


def turned(ruling: Ruling) -> Ruling:
    """The same decision for the other player."""
    return ruling if ruling.color is None else msgspec.structs.replace(ruling, color=not ruling.color)
