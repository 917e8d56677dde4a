"""Sensor boards at a player's place: what a hand does there becomes commands, and what is wrong with it is said.

All of it is decided by `access_chess.board.pegs.playing`; here it joins the conversation of the place, and the loop.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import TypeAlias

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.board.pegs.players_board import BoardNoticeKind, Notice
from access_chess.board.pegs.playing import (
    LISTEN_BUTTON,
    AfterBoards,
    AllBoards,
    clock_command,
    is_displacement,
    written_by_program,
)
from access_chess.board.ports import HandDeed, HandOf, SimulatedHand
from access_chess.board.wire.reports import (
    BoardReport,
    ButtonPressed,
    ClockLeapt,
    CommandRefused,
    Connected,
    Disconnected,
    Quiet,
    ReportsLost,
)
from access_chess.conversation.board_notices import notice_words
from access_chess.conversation.choices import promotions
from access_chess.conversation.dialogue import ask_new_piece
from access_chess.conversation.state import Say
from access_chess.laws.clock import Instant
from access_chess.laws.commands import OfferDraw
from access_chess.laws.game import Game
from access_chess.play.deeds import DEEDS, Carried
from access_chess.play.messages import (
    LATE,
    Again,
    AtOnce,
    BoardReported,
    Effect,
    Effects,
    Give,
    Gone,
    Happened,
    LookAgain,
    Silence,
    ToSeat,
    Typed,
)
from access_chess.play.seat import Deed, Errand, PlayerSeat
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.inbox import SpokenWords
from access_chess.speech.language.voice_pack import VoicePack

#: What is done at one of the boards, by its number.
OfBoard: TypeAlias = Callable[[int], None]
#: So long a board has to vouch for silence until a deed of an emulated hand counts as one that no board reports, such
#: as a lift from an empty square.
UNFELT = timedelta(seconds=1)
#: So long at most a flag waits for boards that have not yet told all; and after the program itself was held up, since
#: what hands did meanwhile is still on its way.
AWAITED = timedelta(milliseconds=500)
#: Between two questions to a board.
ASKED_AGAIN = timedelta(milliseconds=20)


class TypedHand(Struct, frozen=True, kw_only=True):
    """The `hand` of an emulated board, which does what is typed; None: real hands play.

    `waiting` are its deeds, done when the boards are heard; the last was `done_at`, None where it has been felt.
    """

    hand: SimulatedHand | None = None
    hand_of: HandOf = lambda line: None
    waiting: tuple[HandDeed, ...] = ()
    done_at: Instant | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something has still to be done, or felt."""
        return bool(self.waiting) or self.done_at is not None

    def told(self, line: str) -> "TypedHand | None":
        """The hand that has this to do as well; None: the line is no deed of a hand."""
        deed = None if self.hand is None or not line.strip() else self.hand_of(line)
        return None if deed is None else replace(self, waiting=(*self.waiting, deed))

    def moved(self, at: Instant, *, is_heard: bool) -> "tuple[TypedHand, Effects]":
        """It does what it was told, one deed after the other, as soon as the boards are heard."""
        if self.hand is None or not is_heard or self.done_at is not None or not self.waiting:
            return self, ()
        do = partial(self.waiting[0], self.hand)
        return replace(self, waiting=self.waiting[1:], done_at=at), (AtOnce(do=do),)

    def felt(self, report: BoardReport) -> "TypedHand":
        """The last deed has been felt, or nothing was."""
        is_early = isinstance(report, Quiet) and self.done_at is not None and report.at < self.done_at + UNFELT
        is_felt = not isinstance(report, Connected) and not is_early
        return replace(self, done_at=None) if is_felt and self.done_at is not None else self


class AtBoards(Struct, frozen=True, kw_only=True):
    """The boards of a place, `is_one_of_two`: each player has one.

    `forget` is called where nothing is known any more of the hands of a board's clock. `hand` does what is typed.
    `is_piece_asked`: it is to be asked what a pawn has become.
    """

    boards: AllBoards
    forget: OfBoard
    hand: TypedHand = TypedHand()
    is_one_of_two: bool = False
    is_piece_asked: bool = False

    def turn(self, seat: PlayerSeat, message: ToSeat, game: Game) -> Carried:
        """What follows at this seat."""
        match message:
            case BoardReported():
                return self._reported(seat, message, game)
            case LookAgain(is_displaced=is_displaced):
                return self._looked(seat, game, is_displaced=is_displaced)
            case Gone():
                return self._done(seat, self.boards.settled(game))
            case Typed() if not seat.is_unkept:
                return self._typed(seat, message, game)
            case Again(message=Typed() as typed):
                return seat.at_keys(typed, game)
            case Happened():
                seat, effects = seat.at_keys(message, game)
                return seat, (*effects, *_followed(message))
        return seat.at_keys(message, game)

    def is_busy(self, game: Game) -> bool:
        """Whether what an emulated hand was told to do has still to be done, felt, or to count."""
        return self.hand.is_busy or self.boards.counts_soon(game)

    def told(self, followed: AfterBoards, pack: VoicePack) -> Effects:
        """What follows at the boards, as effects: commands with the instants of the hands, then what is said of it."""
        given = tuple(Give(command=each.command, at=each.at) for each in followed.commands)
        said = (part for each in followed.notices for part in self._words(*each, pack))
        return (*given, *said)

    def _words(self, notice: Notice, color: chess.Color | None, pack: VoicePack) -> Effects:
        words = notice_words(notice, pack, color if self.is_one_of_two else None)
        return tuple(Say(part=part, color=color) for part in words)

    def _done(self, seat: PlayerSeat, followed: AfterBoards) -> Carried:
        """What follows is given and said; then the boards are looked at again."""
        is_asked = any(notice.kind is BoardNoticeKind.WHICH_PIECE for notice, _ in followed.notices)
        here = replace(self, boards=followed.boards, is_piece_asked=self.is_piece_asked or is_asked)
        look = (LookAgain(),) if followed.commands or is_asked else ()
        return replace(seat, boards=here), (*self.told(followed, seat.language.pack), *look)

    def _typed(self, seat: PlayerSeat, message: Typed, game: Game) -> Carried:
        """A line may be a deed of an emulated hand. To any other the players have gone on: what stands is let go."""
        is_for_hand = bool(message.line.strip()) and not seat.is_asked_by(message.line, game)
        if is_for_hand and (hand := self.hand.told(message.line)) is not None:
            return replace(self, hand=hand)._moved(seat, message.at)
        followed = self.boards.settled(game)
        if followed.commands:
            seat, effects = self._done(seat, followed)
            return seat, (*effects, Again(message=message))
        seat, effects = self._done(seat, followed)
        seat, more = seat.at_keys(message, game)
        return seat, (*effects, *more)

    def _moved(self, seat: PlayerSeat, at: Instant) -> Carried:
        hand, effects = self.hand.moved(at, is_heard=self.boards.is_heard)
        return replace(seat, boards=replace(self, hand=hand)), effects

    def _reported(self, seat: PlayerSeat, message: BoardReported, game: Game) -> Carried:
        index, report = message.board, message.report
        if isinstance(report, CommandRefused):
            return seat, ()
        before: list[Effect] = []
        if isinstance(report, ButtonPressed) and report.button == LISTEN_BUTTON:
            seat, listening = seat.at_keys(SpokenWords(said=Request(name=RequestName.LISTEN), at=message.at), game)
            before += (Silence(color=seat.dialogue.color), *listening)
        if isinstance(report, Connected | ReportsLost):
            before.append(AtOnce(do=partial(self.forget, index)))
        here = replace(self, hand=self.hand.felt(report))
        followed = here.boards.reported(index, report, game)
        seat, effects = here._done(seat, followed)
        clock = () if followed.commands else _clock_given(followed.boards, game)
        assert seat.boards is not None, "they are this seat's"
        seat, moves = seat.boards._moved(seat, message.at)
        return seat, (*before, *effects, *clock, *moves)

    def _looked(self, seat: PlayerSeat, game: Game, *, is_displaced: bool) -> Carried:
        followed = self.boards.looked(game, is_displaced=is_displaced)
        seat, effects = replace(self, is_piece_asked=False)._done(seat, followed)
        if not followed.commands:
            effects += _clock_given(followed.boards, game)
        released = game.hand.released
        if self.is_piece_asked and released is not None:
            dialogue, steps = ask_new_piece(seat.dialogue, promotions(released), seat.moment(game))
            seat, asked = seat.go_on(dialogue, steps, game, followed.boards.boards[0].now)
            effects += asked
        return seat, effects


def _clock_given(boards: AllBoards, game: Game) -> Effects:
    command = clock_command(boards.boards, game)
    return () if command is None else (Give(command=command),)


def _followed(happened: Happened) -> Effects:
    """What has happened in the game: moves are recorded for the players, and the boards are looked at again."""
    written = (each for one in happened.events for each in written_by_program(one.event, one.at))
    given = tuple(Give(command=each.command, at=each.at) for each in written)
    is_displaced = any(is_displacement(one.event) for one in happened.events)
    return (*given, LookAgain(is_displaced=is_displaced)) if happened.events else ()


def _play(seat: PlayerSeat, errand: Errand) -> Carried:
    """A legal move is made, or it is the announcement of the one that is made on the board."""
    here, request = seat.boards, errand.request
    assert here is not None and request.move is not None, "a move is settled before it is played"
    followed = here.boards.announced(request.move, errand.game, at=errand.at)
    if followed is None:
        return DEEDS[RequestName.MOVE](seat, errand)
    seat, effects = here._done(seat, followed)
    offer = seat.give(OfferDraw(color=errand.game.turn)) if request.offers_draw else ()
    return seat, (*effects, *offer)


def _check(seat: PlayerSeat, errand: Errand) -> Carried:
    assert seat.boards is not None, "it is a row of boards"
    return seat.boards._done(seat, seat.boards.boards.asked(errand.game))


#: What is asked for otherwise where there are boards.
BOARD_DEEDS: Mapping[RequestName, Deed] = {RequestName.MOVE: _play, RequestName.CHECK_BOARD: _check}


class BoardsAwaited:
    """Knows how far each board has told what happened on it; `vouch` asks one for more."""

    def __init__(self, vouch: OfBoard) -> None:
        self._vouch = vouch
        self._told: dict[int, Instant] = {}  # of those that are connected
        self._waiting: tuple[Instant, Instant, bool] | None = None
        self._asked: Instant | None = None

    def heard(self, reported: BoardReported, origin: Instant) -> BoardReported:
        """What a board has reported, with the instants of a game that began then."""
        board, report = reported.board, replace(reported.report, at=max(timedelta(), reported.report.at - origin))
        self._asked = None
        if isinstance(report, Disconnected):
            self._told.pop(board, None)
        elif not isinstance(report, ClockLeapt | CommandRefused):  # these bear this machine's time
            self._told[board] = max(self._told.get(board, report.at), report.at)
        return replace(reported, report=report, at=max(timedelta(), reported.at - origin))

    def is_behind(self, deadline: Instant, at: Instant) -> bool:
        """Whether a board may still tell of something before the deadline; those that may are asked."""
        if self._waiting is None or self._waiting[0] != deadline:
            is_stalled = at - deadline > LATE + LATE
            self._waiting = deadline, (at if is_stalled else deadline) + AWAITED, is_stalled
        _, until, is_stalled = self._waiting
        behind = [board for board, told in self._told.items() if told < deadline]
        for board in behind:
            self._vouch(board)
        is_waited_for = at < until and (is_stalled or bool(behind))
        self._asked = at if is_waited_for else None
        return is_waited_for

    def due(self, deadline: Instant) -> Instant:
        """When to look whether a flag has fallen at this deadline."""
        return deadline + LATE if self._asked is None else max(deadline + LATE, self._asked + ASKED_AGAIN)
