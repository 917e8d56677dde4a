"""The game as a value: everything that the Laws need to know of it at one instant, and the shape of a change of it."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from enum import Enum
from typing import TypeAlias, TypeVar, cast

import chess
import msgspec

from access_chess.laws.by_color import ByColor, both
from access_chess.laws.clock import Clock, Instant, new_clock
from access_chess.laws.commands import QuickplayGround, Result, StopReason
from access_chess.laws.events import ClaimKind, Ending, Event, GameSetUp
from access_chess.laws.position import PositionKey, position_key
from access_chess.laws.setup import Setup

#: 8.4: with less than five minutes a player is freed from recording,
EXEMPT_BELOW = timedelta(minutes=5)
#: unless each move brings thirty seconds or more.
NO_EXEMPTION_FROM = timedelta(seconds=30)


class Phase(Enum):
    """Where the game stands in the life cycle of a move (phases.md)."""

    WAITING = "waiting"
    THINKING = "thinking"
    TOUCHED = "touched"
    RELEASED = "released"
    MADE = "made"
    STOPPED = "stopped"
    ADJOURNED = "adjourned"
    FINISHED = "finished"


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """What the player to move has done by hand on this move, before it is made.

    `touches` are squares in order; `released` is the move of which a piece was let go on a square that binds
    (`released_on`: all such squares, two in castling; none where a restored position keeps that bond), `illegal` one
    let go where it may not stand. `lifted` are the open apertures of the pegged board, `removed` the captured pieces
    taken off, `clock` both displays when the last piece was let go. `adjusting` names the squares that they adjust
    (empty tuple: all), or None.
    """

    touches: tuple[chess.Square, ...] = ()
    in_order: bool = True
    adjusting: tuple[chess.Square, ...] | None = None
    castling_intended: bool = False
    removed: tuple[chess.Square, ...] = ()
    lifted: tuple[chess.Square, ...] = ()
    released: chess.Move | None = None
    released_on: tuple[chess.Square, ...] = ()
    illegal: chess.Move | None = None
    clock: Clock | None = None
    promotion: chess.PieceType | None = None


EMPTY_HAND = Hand()


class Ply(msgspec.Struct, frozen=True, kw_only=True):
    """One made move, with the position before it and both displays (standing) when it was made.

    `clock` is None for moves that were made before the record began; `completed` counts the completed moves then.
    """

    move: chess.Move
    color: chess.Color
    before: chess.Board
    legal: bool = True
    two_hands: bool = False
    castling_intended: bool = False
    clock: Clock | None = None
    completed: ByColor[int] = both(0)
    touches: tuple[chess.Square, ...] = ()
    in_order: bool = True


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that waits for its ruling."""

    color: chess.Color
    kind: ClaimKind
    move: chess.Move | None = None
    square: chess.Square | None = None
    ground: QuickplayGround | None = None


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """What the mover said of the move with this ply (0: the first of the record)."""

    color: chess.Color
    ply: int
    text: str
    move: chess.Move | None
    matches: bool


class Adjournment(msgspec.Struct, frozen=True, kw_only=True):
    """From the call to seal until the sealed move is on the board, and what is noted of it (Guidelines 1–13).

    `ply` is the sealed move's; `is_called` is false when the player adjourned early, `is_reply` marks the answer of a
    player whose sealer is absent (9.c); `moves` are the legal moves that the text can mean.
    """

    sealer: chess.Color
    ply: int
    is_called: bool
    is_reply: bool = False
    resumption: str = ""
    text: str | None = None
    moves: tuple[chess.Move, ...] = ()
    played: chess.Move | None = None
    closed: bool = False
    resumed_at: Instant | None = None
    lost: bool = False
    opened: bool = False


class End(msgspec.Struct, frozen=True, kw_only=True):
    """The end of the game."""

    result: Result
    ending: Ending
    article: str


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the Laws need to know of a game at one instant. Boards in it are never changed.

    `board` stands after the last made move, so its `turn` is the player having the move (1.1), whose displays may still
    stand. `offers` counts the draw offers that there have been. `watched` is the claim on which the ruling is postponed
    (10.2.b), `answered` the last one that was ruled on. `restoring` is the player who has to put displaced pieces back
    on their own time, `knocked_over` what each still has to put back. The player to move `reconsiders` after taking
    one back. `gaps` are the plies (0: the first) that a player has made and not written on the scoresheet: to be
    completed first where that is due (8.5); a sheet that was `borrowed` for it is returned first (8.5.b).
    A player who `was_exempt` has been freed from writing in this period, and has got more time since (8.4).
    `written_ahead` is a move on the sheet that is not made yet. By `counter_error` the clock's own move counter is
    wrong. `taken` are the ids of the commands that have been decided on.
    """

    setup: Setup
    board: chess.Board
    plies: tuple[Ply, ...] = ()
    keys: tuple[PositionKey, ...] = ()
    hand: Hand = EMPTY_HAND
    clock: Clock
    started: bool = False
    started_at: Instant = timedelta()
    present: ByColor[bool] = both(True)
    away: ByColor[bool] = both(False)
    stopped: StopReason | None = None
    uncompleted: ByColor[int] = both(0)
    reconsiders: bool = False
    completed: ByColor[int] = both(0)
    made: ByColor[int] = both(0)
    flags: ByColor[Instant | None] = both(None)
    offer: chess.Color | None = None
    offers: int = 0
    claim: Claim | None = None
    watched: Claim | None = None
    answered: Claim | None = None
    must_play: chess.Move | None = None
    written_ahead: chess.Move | None = None
    announcement: Announcement | None = None
    brushed: tuple[chess.Square, ...] = ()
    written: ByColor[int] = both(0)
    illegal_count: ByColor[int] = both(0)
    warnings: ByColor[int] = both(0)
    gaps: ByColor[tuple[int, ...]] = both(())
    borrowed: chess.Color | None = None
    sheet_due: ByColor[bool] = both(False)
    was_exempt: ByColor[bool] = both(False)
    knocked_over: ByColor[tuple[chess.Square, ...]] = both(())
    restoring: chess.Color | None = None
    leave: ByColor[bool] = both(False)
    counter_error: ByColor[int] = both(0)
    signed: ByColor[Result | None] = both(None)
    correction_agreed: ByColor[bool] = both(False)
    adjournment: Adjournment | None = None
    asked: ByColor[bool] = both(False)
    ruling: Event | None = None
    appeal: chess.Color | None = None
    end: End | None = None
    taken: frozenset[str] = frozenset()

    @property
    def turn(self) -> chess.Color:
        """The player having the move."""
        return self.board.turn

    def has_move(self, color: chess.Color) -> bool:
        """Whether this player has the move; after sealing and stopping the clock no longer (1.a, A73)."""
        envelope = self.adjournment
        has_sealed = envelope is not None and envelope.closed and not envelope.opened and envelope.sealer is color
        return self.turn is color and not has_sealed

    def is_exempt(self, color: chess.Color, at: Instant) -> bool:
        """Freed from recording until the period ends: there was too little time at some moment of it (8.4, A29)."""
        clock = self.clock
        if not clock.has_limit(color) or clock.remaining(color, at) >= EXEMPT_BELOW:
            return self.was_exempt[color]
        return not self.setup.rules.exemption_by_increment or clock.addition(color) < NO_EXEMPTION_FROM

    def exempt_so_far(self, color: chess.Color, at: Instant) -> ByColor[bool]:
        """Who has been freed in this period, when time comes to this player now."""
        return self.was_exempt.put(color, True) if self.is_exempt(color, at) else self.was_exempt

    @property
    def is_ruling_due(self) -> bool:
        """Whether the flag of the player whose claim the arbiter has watched has fallen: now they rule (10.2.b)."""
        return self.end is None and self.watched is not None and self.flags[self.watched.color] is not None

    @property
    def is_result_disputed(self) -> bool:
        """Whether the players have signed different results (8.7)."""
        white, black = self.signed.white, self.signed.black
        return white is not None and black is not None and white is not black

    @property
    def unwritten(self) -> ByColor[int]:
        """How many moves are missing on each player's scoresheet."""
        return ByColor(len(self.gaps.white), len(self.gaps.black))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, a ruling that is still to come included."""
        return self.end is not None

    @property
    def phase(self) -> Phase:
        """Where the game stands."""
        if self.end is not None:
            return Phase.FINISHED
        envelope = self.adjournment
        if envelope is not None and envelope.closed and envelope.resumed_at is None:
            return Phase.ADJOURNED
        if envelope is not None and envelope.closed and not envelope.opened:
            return Phase.WAITING if self.is_clock_on else Phase.STOPPED
        if self.stopped is not None or (self.claim is not None and not self.is_clock_on):
            return Phase.STOPPED
        if not self.started or not self.present[self.turn]:
            return Phase.WAITING
        return self._phase_of_move()

    def _phase_of_move(self) -> Phase:
        hand = self.hand
        if hand.illegal is not None:
            return Phase.MADE
        if hand.released_on:
            return Phase.RELEASED
        if hand.touches:
            return Phase.TOUCHED
        return Phase.MADE if self.uncompleted[not self.turn] else Phase.THINKING

    def has_let_go(self, color: chess.Color) -> bool:
        """Whether a move of this player stands on the board, legal, illegal or unfinished, and is not completed."""
        is_in_hand = self.hand.illegal is not None or bool(self.hand.released_on)
        return bool(self.uncompleted[color]) or (self.turn is color and is_in_hand)

    @property
    def is_clock_on(self) -> bool:
        """Whether one of the displays runs."""
        return self.clock.running is not None

    def moves_by_press(self, color: chess.Color) -> int:
        """How many moves a press of this player completes now; to a clock alone each press is a move."""
        return 1 if self.setup.is_clock_alone else self.uncompleted[color]

    def remaining(self, color: chess.Color, at: Instant) -> timedelta:
        """The display of that player (main time, without delay)."""
        return self.clock.remaining(color, at)


def new_game(event: GameSetUp) -> Game:
    """The game before its start; moves of the setup are made and completed."""
    setup = event.setup
    board = chess.Board(setup.fen, chess960=setup.is_chess960)
    plies: list[Ply] = []
    is_doomed_right_lost = setup.rules.doomed_castling_right_is_lost
    keys = [position_key(board, is_doomed_right_lost=is_doomed_right_lost)]
    completed = both(0)
    for uci in setup.moves:
        move = board.parse_uci(uci)
        plies.append(Ply(move=move, color=board.turn, before=board, completed=completed))
        completed = completed.put(board.turn, completed[board.turn] + 1)
        board = pushed(board, move)
        keys.append(position_key(board, is_doomed_right_lost=is_doomed_right_lost))
    clock = new_clock(setup.time)
    for color in chess.COLORS:
        if (time := setup.times[color]) is not None:
            clock = clock.set_to(color, time, timedelta())
    return Game(
        setup=setup,
        board=board,
        plies=tuple(plies),
        keys=tuple(keys),
        clock=clock,
        completed=completed,
        made=completed,
        written=completed,
        present=ByColor(not setup.absent.white, not setup.absent.black),
    )


def pushed(board: chess.Board, move: chess.Move) -> chess.Board:
    """The position after a move, as a board of its own."""
    after = board.copy(stack=False)
    after.push(move)
    after.clear_stack()
    return after


Change: TypeAlias = Callable[[Game, Event], Game]
#: For each type of event, what it makes of the game.
Changes: TypeAlias = Mapping[type, Change]
E = TypeVar("E", bound=Event)


def change(kind: type[E], function: Callable[[Game, E], Game]) -> tuple[type, Change]:
    """A row of changes; that the function fits the event is checked here, since a mapping forgets it."""
    return kind, cast(Change, function)
