"""How a game evolves: each event makes the next value. No rules here: `decide` has them.

First what hands, moves, the clock, arrivals and departures change; what is said, claimed and ruled stands in `rulings`.
`replay(events)` folds a journal into the game that it tells of.
"""

from collections.abc import Iterable

import chess
from msgspec.structs import replace

from access_chess.laws import events as happened
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.events import Event, GameSetUp, article_of
from access_chess.laws.evolve import rulings
from access_chess.laws.game import EMPTY_HAND, Changes, Game, Ply, change, new_game, pushed
from access_chess.laws.position import is_king_by_two, position_key
from access_chess.laws.time_control import PeriodAdd

NOBODY = both(False)


def _touched(game: Game, event: happened.PiecesTouched) -> Game:
    hand = game.hand
    fresh = tuple(square for square in event.squares if square not in hand.touches)
    in_order = event.in_order if not hand.touches else hand.in_order and event.in_order
    return replace(game, hand=replace(hand, touches=hand.touches + fresh, in_order=in_order))


def _brushed(game: Game, event: happened.PieceBrushed) -> Game:
    """A piece of the pegged board that was knocked out of its aperture was not touched, if at first it seemed so."""
    hand = game.hand
    if event.frees or event.square in hand.lifted:
        hand = replace(hand, touches=tuple(square for square in hand.touches if square != event.square))
    return replace(game, hand=hand, brushed=(*game.brushed, event.square))


def _adjusted(game: Game, event: happened.PiecesAdjusted) -> Game:
    before = game.hand.adjusting
    squares = event.squares if before is None or not event.squares else before + event.squares if before else ()
    return replace(game, hand=replace(game.hand, adjusting=squares))


def _removed(game: Game, event: happened.PieceRemoved) -> Game:
    return replace(game, hand=replace(game.hand, removed=(*game.hand.removed, event.square)))


def _lifted(game: Game, event: happened.PieceLifted) -> Game:
    return replace(game, hand=replace(game.hand, lifted=(*game.hand.lifted, event.square)))


def _put_back(game: Game, event: happened.PiecePutBack) -> Game:
    lifted = tuple(square for square in game.hand.lifted if square != event.square)
    return replace(game, hand=replace(game.hand, lifted=lifted))


def _released(game: Game, event: happened.PieceReleased) -> Game:
    hand = replace(game.hand, clock=game.clock.stopped(event.at))
    if event.legal:
        intended = hand.castling_intended or game.board.is_castling(event.move)
        squares = (*hand.released_on, event.square)
        hand = replace(hand, released=event.move, released_on=squares, illegal=None, castling_intended=intended)
        return replace(game, hand=hand)
    intended = hand.castling_intended or is_king_by_two(game.board, event.move)
    return replace(game, hand=replace(hand, illegal=event.move, castling_intended=intended))


def _promotion(game: Game, event: happened.PromotionChosen) -> Game:
    return replace(game, hand=replace(game.hand, promotion=event.piece_type))


def _made(game: Game, event: happened.MoveMade) -> Game:
    color = event.color
    ply = Ply(
        move=event.move,
        color=color,
        before=game.board,
        legal=event.legal,
        two_hands=event.two_hands,
        castling_intended=event.castling_intended,
        clock=game.clock.stopped(event.at) if event.legal or game.hand.clock is None else game.hand.clock,
        completed=game.completed,
        touches=game.hand.touches,
        in_order=game.hand.in_order,
    )
    board = pushed(game.board, event.move)
    key = position_key(board, is_doomed_right_lost=game.setup.rules.doomed_castling_right_is_lost)
    number = game.made[color] + 1
    return replace(
        game,
        board=board,
        plies=(*game.plies, ply),
        keys=(*game.keys, key),
        hand=EMPTY_HAND,
        made=game.made.put(color, number),
        uncompleted=game.uncompleted.put(color, game.uncompleted[color] + 1),
        written=game.written.put(color, number) if event.written else game.written,
        gaps=game.gaps if event.written else game.gaps.put(color, (*game.gaps[color], len(game.plies))),
        reconsiders=False,
        must_play=None,
        written_ahead=None,
        brushed=(),
        correction_agreed=NOBODY,
    )


def _knocked_over(game: Game, event: happened.PiecesKnockedOver) -> Game:
    squares = (*game.knocked_over[event.color], *event.squares)
    return replace(game, knocked_over=game.knocked_over.put(event.color, squares))


def _set_up(game: Game, event: happened.PiecesSetUp) -> Game:
    return replace(game, knocked_over=game.knocked_over.put(event.color, ()))


def _completed(game: Game, event: happened.MoveCompleted) -> Game:
    return _complete(game, event.color, 1)


def _complete(game: Game, color: chess.Color, number: int) -> Game:
    return replace(
        game,
        completed=game.completed.put(color, game.completed[color] + number),
        uncompleted=game.uncompleted.put(color, game.uncompleted[color] - number),
    )


def _arrived(game: Game, event: happened.PlayerArrived) -> Game:
    return replace(game, present=game.present.put(event.color, True))


def _left(game: Game, event: happened.PlayerLeft) -> Game:
    return replace(game, away=game.away.put(event.color, True))


def _returned(game: Game, event: happened.PlayerReturned) -> Game:
    return replace(game, away=game.away.put(event.color, False), leave=game.leave.put(event.color, False))


def _leave_granted(game: Game, event: happened.LeaveGranted) -> Game:
    return replace(game, leave=game.leave.put(event.color, True))


def _clock_started(game: Game, event: happened.ClockStarted) -> Game:
    return replace(
        game,
        clock=game.clock.started(event.color, event.at),
        started=True,
        started_at=game.started_at if game.started else event.at,
        stopped=None,
    )


def _pressed(game: Game, event: happened.ClockPressed) -> Game:
    return replace(
        game,
        completed=game.completed.put(event.color, game.completed[event.color] + game.moves_by_press(event.color)),
        was_exempt=game.exempt_so_far(event.color, event.at),
        uncompleted=game.uncompleted.put(event.color, 0),
        clock=game.clock.pressed(event.color, event.at, is_flag_down=game.flags[event.color] is not None),
    )


def _counter_set(game: Game, event: happened.MoveCounterSet) -> Game:
    completed = game.completed.put(event.color, event.moves)
    return replace(game, completed=completed, flags=game.flags.put(event.color, None))


def _clock_counter_set(game: Game, event: happened.ClockCounterSet) -> Game:
    error = event.moves - game.completed[event.color]
    return replace(game, counter_error=game.counter_error.put(event.color, error))


def _handed_back(game: Game, event: happened.ClockHandedBack) -> Game:
    restoring = game.restoring if game.restoring is event.color else None
    return replace(game, clock=game.clock.started(event.color, event.at), restoring=restoring)


def _clocks_stopped(game: Game, event: happened.ClocksStopped) -> Game:
    return replace(game, clock=game.clock.stopped(event.at), stopped=event.reason)


def _period_begun(game: Game, event: happened.PeriodBegun) -> Game:
    is_by_flag = game.clock.control is not None and game.clock.control.period_add is PeriodAdd.ON_ZERO
    unwritten = game.unwritten if is_by_flag else both(0)
    return replace(
        game,
        clock=game.clock.next_period(event.color, event.at),
        flags=game.flags.put(event.color, None),
        was_exempt=game.was_exempt.put(event.color, False),
        sheet_due=ByColor(
            game.sheet_due.white or unwritten.white > 0,
            game.sheet_due.black or unwritten.black > 0,
        ),
    )


def _flag_fell(game: Game, event: happened.FlagFell) -> Game:
    return replace(game, flags=game.flags.put(event.color, event.at))


def _time_set(game: Game, event: happened.TimeSet) -> Game:
    flags = game.flags.put(event.color, None) if game.setup.is_clock_alone else game.flags
    return replace(game, clock=game.clock.set_to(event.color, event.time, event.at), flags=flags)


def _time_added(game: Game, event: happened.TimeAdded) -> Game:
    was_exempt = game.exempt_so_far(event.color, game.clock.since if event.at is None else event.at)
    return replace(game, was_exempt=was_exempt, clock=game.clock.grant(event.color, event.time, event.at))


def _extra_delay(game: Game, event: happened.ExtraDelayGranted) -> Game:
    return replace(game, clock=game.clock.grant_delay(event.color, event.time))


CHANGES: Changes = {
    **rulings.CHANGES,
    **dict(
        (
            change(happened.PiecesTouched, _touched),
            change(happened.PieceBrushed, _brushed),
            change(happened.PiecesAdjusted, _adjusted),
            change(happened.PieceRemoved, _removed),
            change(happened.PieceLifted, _lifted),
            change(happened.PiecePutBack, _put_back),
            change(happened.PieceReleased, _released),
            change(happened.PromotionChosen, _promotion),
            change(happened.MoveMade, _made),
            change(happened.PiecesKnockedOver, _knocked_over),
            change(happened.PiecesSetUp, _set_up),
            change(happened.MoveCompleted, _completed),
            change(happened.PlayerArrived, _arrived),
            change(happened.PlayerLeft, _left),
            change(happened.PlayerReturned, _returned),
            change(happened.ClockStarted, _clock_started),
            change(happened.ClockPressed, _pressed),
            change(happened.MoveCounterSet, _counter_set),
            change(happened.ClockCounterSet, _clock_counter_set),
            change(happened.LeaveGranted, _leave_granted),
            change(happened.ClockHandedBack, _handed_back),
            change(happened.ClocksStopped, _clocks_stopped),
            change(happened.PeriodBegun, _period_begun),
            change(happened.FlagFell, _flag_fell),
            change(happened.TimeSet, _time_set),
            change(happened.TimeAdded, _time_added),
            change(happened.ExtraDelayGranted, _extra_delay),
        )
    ),
}

#: Events that change nothing in the game, and why.
UNCHANGING: dict[type, str] = {
    happened.GameSetUp: "The game begins with it.",
    happened.Refused: "A request out of place changes nothing.",
    happened.AnnouncementRepeated: "An echo is compared when it is given; a mismatch is told, and the move stands.",
    happened.OfferWritten: "That (=) stands on a scoresheet has no consequence in the game.",
    happened.ExecutedOnOtherBoard: "The move was made before; the other board only follows.",
    happened.DrawAccepted: "The end of the game follows it, or a claim where the event has to consent.",
    happened.ArbiterAsked: "The claim that the question is about waits already.",
    happened.PromotedToQueen: "The restored position and the move with the queen follow it; here it is a ruling.",
    happened.PenaltyImposed: "Warnings, times and the end of the game follow it; here it is a ruling.",
    happened.BoardTurned: "The squares keep their names; here it is a ruling.",
    happened.ColorsStay: "The game goes on as it is; here it is a ruling.",
    happened.CompletionDue: "The duty stands since the period began; here the player is told of it.",
    happened.ReconstructionBegun: "What is noted there stands in the record already; the clocks were stopped for it.",
    happened.SheetHandedIn: "What a sheet says is compared with what was played, and changes nothing of it.",
    happened.BoardsCompared: "What has to be restored follows it; here it is a ruling.",
}

#: Events that a player can ask the reason of, and appeal against.
_RULINGS = frozenset(
    {
        happened.ClaimAccepted,
        happened.ClaimRejected,
        happened.ClaimPostponed,
        happened.IrregularityFound,
        happened.WarningGiven,
        happened.PenaltyImposed,
        happened.FlagFell,
        happened.PromotedToQueen,
        happened.BoardTurned,
        happened.ColorsStay,
        happened.BoardsCompared,
        happened.GameEnded,
    }
)


def evolve(game: Game, event: Event) -> Game:
    """The game after this event."""
    change = CHANGES.get(type(event))
    if change is not None:
        game = change(game, event)
    if type(event) in _RULINGS and article_of(event) is not None:
        game = replace(game, ruling=event)
    return game


def replay(events: Iterable[Event]) -> Game:
    """The game that a journal tells of. Raises ValueError when it does not begin with `GameSetUp`."""
    stream = iter(events)
    first = next(stream, None)
    if not isinstance(first, GameSetUp):
        raise ValueError(f"a game begins with GameSetUp, got: {first!r}")
    game = new_game(first)
    for event in stream:
        game = evolve(game, event)
    return game
