"""Games that are played over a network: each is one session, with two places or with one and an engine."""

import contextlib
import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import chess

from access_chess.laws.commands import PROGRAM, Command, Resume, StartClock, StopClocks, StopReason
from access_chess.laws.editions import Edition
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode
from access_chess.machine_clock import MonotonicClock, monotonic_clock
from access_chess.profile import Profile
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.game_in_play import GameInPlay, Record
from access_chess.session.hosting.agreed_setup import robot_of, setup_of
from access_chess.session.hosting.arbiter_desk import ArbiterDesk
from access_chess.session.hosting.correspondence import give_back, is_by_correspondence, session_of
from access_chess.session.hosting.floor import Floor
from access_chess.session.hosting.hosted_seat import NO_ARBITER, HostedSeat, is_waiting
from access_chess.session.hosting.ports import Down, Guest, Manner, Terms
from access_chess.session.hosting.public_board import PublicBoard
from access_chess.session.hosting.station_ports import Stations
from access_chess.session.kept_time import is_time_running
from access_chess.session.patient_store import PatientStore
from access_chess.session.ports import Companion, EventStore, Gap, JournalError, Loop, OnTrouble
from access_chess.session.seat_setup import Extras, SeatSetup
from access_chess.session.session import LATE, begin_game, resume_game
from access_chess.speech.language.voice_pack import trouble_words

#: Held in memory before those are let go that nobody needs there: each has threads, and 200 to 300 kB.
MOST_GAMES = 200
#: A game that somebody has just asked for is about to be used, and is not let go.
ASKED_FOR = timedelta(minutes=1)
#: How long nobody needs a game before it is let go: one that is over, and one that may be gone on with any moment.
OVER_FOR, STILL_FOR = timedelta(seconds=30), timedelta(minutes=10)
#: Takes a seat: its color, the level from 1 to 10, who is told of trouble.
Seated = Callable[[chess.Color, int, OnTrouble], Companion]
#: Whether commands of a player wait elsewhere, and are not for the game now.
MustWait = Callable[["RunningGame", tuple[Command, ...]], bool]
#: The companion that reports a game to other halls; None where none does.
Reporting = Callable[[int], Companion | None]
#: The requests of one who practises; the function takes the level of the next game.
Practised = Callable[[Announcer, PlayerLanguage, Callable[[int], None], chess.Color], Callable[[GameInPlay], Extras]]


class RunningGame:
    """A game that is played here. May be used from any thread.

    `down`: the hall was closed for a while, which costs nobody days.
    """

    def __init__(
        self,
        record: Record,
        journal: EventStore,
        *,
        level: int,
        robot: Seated,
        practised: Practised,
        floor: Floor,
        down: Down | None = None,
        reporting: Reporting,
        must_wait: MustWait,
    ) -> None:
        self.number = record.number
        self.next_level = level
        self.asked_for = timedelta()
        self.idle_since: timedelta | None = None
        self._journal = journal = self._store = PatientStore(journal, ask=self._go_on_unkept, on_kept=self._tell_kept)
        self._disk = floor.disk
        self._practised = practised
        self._record = record
        self._changing = threading.Lock()
        self._seats: dict[chess.Color, HostedSeat] = {}
        self._assistants: dict[chess.Color, HostedSeat] = {}
        self._guests: dict[chess.Color, Guest] = {}
        color = robot_of(record.game.setup)
        self._persons = frozenset(chess.COLORS) - {color}
        reported = reporting(record.number)
        self._companions = (
            *(() if color is None else (robot(color, level, self._trouble),)),
            *(() if reported is None else (reported,)),
        )
        entries = journal.entries(record.number)
        self.board = PublicBoard(entries)
        is_ruled = record.game.setup.arbiter is ArbiterMode.HUMAN
        ruled = (floor.follow(record.number, entries),) if is_ruled else ()
        outputs = (self.board, *self._companions, *ruled)
        self._session = session_of(
            record, journal, outputs=outputs, on_trouble=self._trouble, on_gap=self._tell_gap, late=self._late
        )
        self._session.must_wait = partial(must_wait, self)
        self._begin(record, down, ruled_from=floor if is_ruled else None)

    def _begin(self, record: Record, down: Down | None, *, ruled_from: Floor | None) -> None:
        """Go on where it stood: a clock that ran stands until both are back, but for days, which go on."""
        if down is not None:
            give_back(down, record, self._session)
        elif is_time_running(record.game) and not is_by_correspondence(record.game) and not self._is_practice:
            self._session.submit(StopClocks(reason=StopReason.POWER), at=record.at)
        self._session.start()
        if ruled_from is not None:
            ruled_from.seat(record.number, self._session, lambda: not self._guests)
        self._session.wait_until_decided()
        for companion in self._companions:
            companion.join(self._session)

    @property
    def game(self) -> Game:
        """How it stands."""
        return self._session.game

    @property
    def awaited(self) -> frozenset[chess.Color]:
        """The players who have to come, or to come back, before anything can be done."""
        missing = self._persons - self._seats.keys() - self._guests.keys()
        return missing if is_waiting(self._session.game) else frozenset()

    def seat(self, color: chess.Color, manner: Manner) -> HostedSeat:
        """The place of a player, spoken to in this manner from now on; with both there, the clock starts."""
        with self._changing:
            seat = self._seats.get(color)
            if seat is None or seat.manner != manner:
                seat = self._sit_down(color, manner)
                self._go_on()
            return seat

    def seat_at(self, color: chess.Color) -> HostedSeat | None:
        """The place of a player, if it is open."""
        return self._seats.get(color)

    def assistants_seat(self, color: chess.Color, manner: Manner) -> HostedSeat:
        """The place of a player's assistant, spoken to in this manner from now on; no clock waits there."""
        with self._changing:
            seat = self._assistants.get(color)
            if seat is None or seat.manner != manner:
                if seat is not None:
                    seat.leave()
                seat = self._assistants[color] = self._assistants_place(color, manner)
            return seat

    def assistants_seat_at(self, color: chess.Color) -> HostedSeat | None:
        """The place of a player's assistant, if it is open."""
        return self._assistants.get(color)

    @property
    def _places(self) -> tuple[HostedSeat, ...]:
        return (*self._seats.values(), *self._assistants.values())

    def seat_guest(self, color: chess.Color, make: Callable[[], Guest]) -> bool:
        """A player sits at a station: `make` tells how, if they are not seated yet; were they seated by this?"""
        with self._changing:
            if color in self._guests:
                return False
            guest = self._guests[color] = make()
            for companion in guest.companions:
                self._session.subscribe(companion)
                companion.join(self._session)
            opponent = self._seats.get(not color)
            if opponent is not None:
                self._sit_down(not color, opponent.manner)
            self._go_on()
            return True

    def do(self, *commands: Command) -> None:
        """Have commands decided on that have waited elsewhere, and wait until they are told."""
        self._session.submit_now(*commands)
        for seat in self._places:
            seat.settle()

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs it in memory: no page is open, no clock runs that could fall, no arbiter watches it."""
        is_ruled = self.game.setup.arbiter is ArbiterMode.HUMAN and not self.game.is_over
        is_watched = is_ruled or any(seat.is_watched for seat in self._places)
        is_watched |= any(guest.is_there() for guest in tuple(self._guests.values()))
        is_watched |= self.board.is_watched  # who looks on would not see what goes on in it when it is taken up again
        is_watched |= is_by_correspondence(self.game) and not self.game.is_over
        is_watched |= not self._store.is_kept  # what waits for the disk is nowhere else
        return not is_watched and (self.game.is_over or self.game.clock.control is None or not self.game.is_clock_on)

    def may_go(self, now: timedelta) -> bool:
        """Whether nobody has needed it for so long that it is let go; asked now and then, it sees when that began.

        What an arbiter has ruled on stays at hand for them, and so does an open question in a game that goes on.
        """
        if not self._store.is_kept:
            self._session.keep_on_trying()
        is_kept = self.game.setup.arbiter is ArbiterMode.HUMAN or not self.is_idle
        is_over = self.game.is_over
        if is_kept or (not is_over and any(seat.state().answers for seat in self._places)):
            self.idle_since = None
            return False
        if self.idle_since is None:
            self.idle_since = now
        return now - max(self.idle_since, self.asked_for) >= (OVER_FOR if is_over else STILL_FOR)

    def close(self) -> int | None:
        """Let the game go; it stands in the journal. How many moves do not; None where all of it does."""
        for seat in self._places:
            seat.leave()
        self._session.close()
        with contextlib.suppress(JournalError):
            self._store.keep_all()
        guests = [companion for guest in self._guests.values() for companion in guest.companions]
        for companion in (*self._companions, *guests):
            companion.close()
        return self._store.unkept_moves

    @property
    def _is_practice(self) -> bool:
        return len(self._persons) == 1

    def _late(self, game: Game) -> timedelta:
        return max((guest.late(game) for guest in tuple(self._guests.values())), default=LATE)

    def _sit_down(self, color: chess.Color, manner: Manner) -> HostedSeat:
        """A place for a player, who leaves the former one."""
        former, seat = self._seats.get(color), self._furnished(color, manner)
        self._seats[color] = seat
        if former is not None:
            former.leave()
        return seat

    def _furnished(self, color: chess.Color, manner: Manner) -> HostedSeat:
        profile = Profile.PRACTICE if self._is_practice else Profile.ONLINE
        guest = self._guests.get(not color)

        def setup(announcer: Announcer) -> SeatSetup:
            extras: Callable[[GameInPlay], Extras] = _no_extras
            if self._is_practice:
                extras = self._practised(announcer, manner.language, self._set_level, color)
            elif guest is not None:
                extras = partial(_extras_of, guest)
            return SeatSetup(
                profile=profile, color=color, rights=NO_ARBITER, extras=extras, opponent_is_away=guest is not None
            )

        return HostedSeat(self._session, self._journal, color, manner, setup)

    def _assistants_place(self, color: chess.Color, manner: Manner) -> HostedSeat:
        def setup(_announcer: Announcer) -> SeatSetup:
            return SeatSetup(profile=Profile.ONLINE, color=color, rights=NO_ARBITER, is_assistants=True)

        return HostedSeat(self._session, self._journal, color, manner, setup, asks=False)

    def _set_level(self, level: int) -> None:
        self.next_level = level

    def _go_on(self) -> None:
        """Start the clock, or start it again, as soon as everybody is in place."""
        if self._persons <= self._seats.keys() | self._guests.keys():
            self._session.wait_until_decided()
            game = self._session.game
            if not game.started:
                self._session.submit(StartClock(author=PROGRAM))
            elif game.stopped is StopReason.POWER and not game.is_clock_on and not game.is_over:
                self._session.submit(Resume(author=PROGRAM))
            for seat in self._places:
                seat.settle()  # so that it stands on the page that is opened now

    def _trouble(self, error: Exception) -> None:
        for seat in self._places:
            seat.announcer.reply(trouble_words(error, seat.manner.language.pack), None)

    def _go_on_unkept(self, error: JournalError) -> None:
        """The disk has failed: nobody can wait for it, and all is kept in memory until it can be written again."""
        self._disk.fail(self.number, error)
        self._trouble(error)
        self._tell("goes_on_unkept")
        self._store.answer(goes_on=True)

    def _tell_kept(self) -> None:
        self._disk.be_well(self.number)
        self._tell("kept_after_all")

    def _tell(self, phrase: str) -> None:
        for seat in self._places:
            seat.announcer.reply(seat.manner.language.pack.phrase(phrase), None)

    def _tell_gap(self, session: Loop, gap: Gap) -> None:
        """The machine slept while a clock ran: the game goes on from there, and both are told how long it was."""
        for seat in self._places:
            pack = seat.manner.language.pack
            seat.announcer.reply(pack.phrase("game_resumes", time=gap.known), None)
        session.submit(Resume(author=PROGRAM))


def _no_extras(_session: GameInPlay) -> Extras:
    return Extras()


def _extras_of(guest: Guest, _session: GameInPlay) -> Extras:
    return Extras(requests=guest.requests)


def not_reported(game: int) -> None:
    """No other hall has to know of it."""


class RunningGames:
    """All games that are played here. From any thread. What `must_wait` is not decided on, no matter who asks."""

    def __init__(
        self,
        journal: EventStore,
        *,
        robot: Seated,
        robot_name: str,
        practised: Practised,
        stations: Stations | None = None,
        reporting: Reporting = not_reported,
        edition: Edition = Edition.FIDE_2009,
        clock: MonotonicClock = monotonic_clock,
    ) -> None:
        """`reporting` reports games to other halls; `stations` are the boards of which the arbiter's desk is told.
        New games are played by the Laws of this `edition`.
        """
        self._edition = edition
        self._reporting = reporting
        self._clock = clock
        self.must_wait: MustWait = lambda game, commands: False
        self.floor = Floor(journal.entries, stations)
        self._journal = journal
        self._robot = robot
        self._robot_name = robot_name
        self._practised = practised
        self._changing = threading.Lock()
        self._games: dict[int, RunningGame] = {}
        self.lost: dict[int, int] = {}

    @property
    def running(self) -> int:
        """How many are held in memory now."""
        return len(self._games)

    def begin(self, terms: Terms) -> RunningGame:
        """A new game. Raises JournalError."""
        with self._changing:
            return self._run(begin_game(self._journal, setup_of(terms, self._robot_name, self._edition)), terms.level)

    def game(self, number: int, level: int) -> RunningGame:
        """A game that was begun before, taken up where it stands. Raises JournalError."""
        with self._changing:
            found = self._games.get(number)
            if found is not None:
                found.asked_for = self._clock()
                return found
            return self._run(resume_game(self._journal, number), level)

    def take_up(self, number: int, level: int, down: Down | None) -> RunningGame:
        """A game by correspondence, so that its days are counted; `down` is given back. Raises JournalError."""
        with self._changing:
            return self._run(resume_game(self._journal, number), level, down)

    def desk(self, manner: Manner, name: str) -> ArbiterDesk:
        """A place for an arbiter, who rules on all games that have one."""
        return ArbiterDesk(self.floor, manner, name)

    def let_go(self) -> None:
        """Let those go that nobody has needed for a while; when one is wanted it is taken up again from the journal."""
        for number in tuple(self._games):
            with self._changing:
                game = self._games.get(number)
                if game is not None and game.may_go(self._clock()):
                    self._games.pop(number).close()

    def close(self) -> None:
        """Let all games go; of those of which something could not be kept `lost` tells how many moves."""
        with self._changing:
            closed = ((number, game.close()) for number, game in self._games.items())
            self.lost = {number: moves for number, moves in closed if moves is not None}
            self._games.clear()

    def _run(self, record: Record, level: int, down: Down | None = None) -> RunningGame:
        if len(self._games) >= MOST_GAMES:
            until = self._clock() - ASKED_FOR
            idle = [number for number, game in self._games.items() if game.asked_for < until and game.is_idle]
            for number in idle:
                self._games.pop(number).close()
        game = RunningGame(
            record,
            self._journal,
            level=level,
            robot=self._robot,
            practised=self._practised,
            floor=self.floor,
            down=down,
            reporting=self._reporting,
            must_wait=lambda game, commands: self.must_wait(game, commands),
        )
        game.asked_for = self._clock()
        self._games[game.number] = game
        return game
