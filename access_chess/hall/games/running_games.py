"""Games that are played over a network: each is one table, with two places or with one and an engine."""

import threading
from collections.abc import Callable, Mapping
from datetime import timedelta

import chess

from access_chess.conversation.state import Dialogue
from access_chess.hall.games.alarm import Waking
from access_chess.hall.games.boards import PublicBoard, Stations
from access_chess.hall.games.desk import ArbiterDesk
from access_chess.hall.games.floor import Floor
from access_chess.hall.games.seat import NO_ARBITER, HostedSeat, is_waiting
from access_chess.hall.games.seat_state import Down, Guest, Manner, Terms, robot_of, setup_of
from access_chess.hall.games.table import HostedTable, is_by_correspondence
from access_chess.laws.commands import (
    PROGRAM,
    Command,
    Resume,
    StartClock,
    StopClocks,
    StopReason,
    assistant_of,
    player,
)
from access_chess.laws.editions import Edition
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode
from access_chess.machine_clock import MonotonicClock, monotonic_clock
from access_chess.play.deeds import DEEDS, not_now
from access_chess.play.messages import LATE, Participant
from access_chess.play.seat import Deed, PlayerSeat
from access_chess.play.table_games import Furnished
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.row import Here
from access_chess.session.kept_time import is_time_running
from access_chess.session.ports import EventStore
from access_chess.session.record import Record, begin_game, resume_game
from access_chess.session.sheet_desk import Sheets
from access_chess.speech.language.voice_pack import trouble_words

#: Held in memory before those are let go that nobody needs there: each has 200 to 300 kB, and a thread if it thinks.
MOST_GAMES = 200
#: A game that somebody has just asked for is about to be used, and is not let go.
ASKED_FOR = timedelta(minutes=1)
#: How long nobody needs a game before it is let go: one that is over, and one that may be gone on with any moment.
OVER_FOR, STILL_FOR = timedelta(seconds=30), timedelta(minutes=10)
#: Whether commands of a player wait elsewhere, and are not for the game now.
MustWait = Callable[["RunningGame", tuple[Command, ...]], bool]
#: What reports a game to other halls; None where nothing does.
Reporting = Callable[[int], Participant | None]
#: What plays a color at a level from 1 to 10.
Robots = Callable[[chess.Color, int], Furnished]
#: The places at a table: of the players, of their assistants, of the engine.
PLAYERS = {chess.WHITE: 0, chess.BLACK: 1}
ASSISTANTS = {chess.WHITE: 2, chess.BLACK: 3}
ROBOT = 4
#: There is nothing to review at a page, and no round of the day.
OF_A_PAGE: Mapping[RequestName, Deed] = {**DEEDS, RequestName.REVIEW: not_now, RequestName.TODAY: not_now}


class RunningGame:
    """A game that is played here. May be used from any thread.

    `practised` carries out what only who practises may ask. `down`: the hall was closed for a while, which costs nobody
    days.
    """

    def __init__(
        self,
        record: Record,
        journal: EventStore,
        waking: Waking,
        *,
        level: int,
        robots: Robots,
        practised: Deed,
        floor: Floor,
        down: Down | None = None,
        reporting: Reporting,
        must_wait: MustWait,
    ) -> None:
        self.number = record.number
        self.asked_for = timedelta()
        self.idle_since: timedelta | None = None
        self._level = level
        self._practised = practised
        self._waits = lambda command: must_wait(self, (command,))
        self._seats: dict[int, HostedSeat] = {}
        self._guests: dict[chess.Color, Guest] = {}
        self._robot = robot_of(record.game.setup)
        self._engine = Furnished(places=()) if self._robot is None else robots(self._robot, level)
        self._persons = frozenset(chess.COLORS) - {self._robot}
        reported = reporting(record.number)
        self._participants = [] if reported is None else [reported]
        self.board = PublicBoard(journal.entries(record.number))
        self._table = HostedTable(
            record, journal, waking, seats=ROBOT + 1, disk=floor.disk, on_trouble=self._trouble, on_change=self._look,
            late=self._late,
        )  # fmt: skip
        self._table.do(lambda: self._begin(record, down, floor))
        for participant in self._participants:
            participant.join(self._table)

    def _begin(self, record: Record, down: Down | None, floor: Floor) -> None:
        """Go on where it stood: a clock that ran stands until both are back, but for days, which go on."""
        is_ruled = record.game.setup.arbiter is ArbiterMode.HUMAN
        ruled = (floor.follow(self._table, lambda: not self._guests),) if is_ruled else ()
        self._table.tell(self.board, *self._participants, *ruled)
        if down is not None:
            self._table.give_back(down, record)
        elif is_time_running(record.game) and not is_by_correspondence(record.game) and self._robot is None:
            self._table.give(StopClocks(reason=StopReason.POWER), record.at)
        for place in self._engine.places:
            self._table.sit(ROBOT, place)

    @property
    def game(self) -> Game:
        """How it stands."""
        return self._table.game

    @property
    def next_level(self) -> int:
        """The engine's level in the next game, as the player wants it."""
        return next((seat.player.level for seat in self._places if seat.player.level != self._level), self._level)

    @property
    def awaited(self) -> frozenset[chess.Color]:
        """The players who have to come, or to come back, before anything can be done."""
        return self._persons - self._present if is_waiting(self.game) else frozenset()

    def seat(self, color: chess.Color, manner: Manner) -> HostedSeat:
        """The place of a player, spoken to in this manner from now on; with both there, the clock starts."""
        return self._seat(PLAYERS[color], manner)

    def seat_at(self, color: chess.Color) -> HostedSeat | None:
        """The place of a player, if it is open."""
        return self._seats.get(PLAYERS[color])

    def assistants_seat(self, color: chess.Color, manner: Manner) -> HostedSeat:
        """The place of a player's assistant, spoken to in this manner from now on; no clock waits there."""
        return self._seat(ASSISTANTS[color], manner)

    def assistants_seat_at(self, color: chess.Color) -> HostedSeat | None:
        """The place of a player's assistant, if it is open."""
        return self._seats.get(ASSISTANTS[color])

    @property
    def _places(self) -> tuple[HostedSeat, ...]:
        return tuple(self._seats.values())

    @property
    def _present(self) -> frozenset[chess.Color]:
        return frozenset(color for color in chess.COLORS if PLAYERS[color] in self._seats or color in self._guests)

    def seat_guest(self, color: chess.Color, make: Callable[[], Guest]) -> bool:
        """A player sits at a station: `make` tells how, if they are not seated yet; were they seated by this?"""

        def sat() -> bool:
            is_new = color not in self._guests
            if is_new:
                self._guest_sat(color, make())
            return is_new

        return self._table.do(sat)

    def do(self, *commands: Command) -> None:
        """Have commands decided on that have waited elsewhere, and wait until they are told."""

        def done() -> None:
            for command in commands:
                self._table.give(command)

        self._table.do(done)

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs it in memory: no page is open, no clock runs that could fall, no arbiter watches it."""
        is_ruled = self.game.setup.arbiter is ArbiterMode.HUMAN and not self.game.is_over
        is_watched = is_ruled or any(seat.is_watched for seat in self._places)
        is_watched |= any(guest.is_there() for guest in tuple(self._guests.values()))
        is_watched |= self.board.is_watched  # who looks on would not see what goes on in it when it is taken up again
        is_watched |= is_by_correspondence(self.game) and not self.game.is_over
        is_watched |= not self._table.is_kept  # what waits for the disk is nowhere else
        return not is_watched and (self.game.is_over or self.game.clock.control is None or not self.game.is_clock_on)

    def may_go(self, now: timedelta) -> bool:
        """Whether nobody has needed it for so long that it is let go; asked now and then, it sees when that began.

        What an arbiter has ruled on stays at hand for them, and so does an open question in a game that goes on.
        """
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
        unkept = self._table.close()
        for seat in self._places:
            self._table.do(seat.leave)
        self._engine.close()
        for participant in self._participants:
            participant.close()
        return unkept

    def _late(self, game: Game) -> timedelta:
        return max((guest.late(game) for guest in self._guests.values()), default=LATE)

    def _look(self, game: Game) -> None:
        for seat in self._places:
            seat.look(game)

    def _seat(self, index: int, manner: Manner) -> HostedSeat:
        def sat() -> HostedSeat:
            seat = self._seats.get(index)
            if seat is None or seat.manner != manner:
                seat = self._sit_down(index, manner)
                self._go_on()
            return seat

        there = self._seats.get(index)
        return there if there is not None and there.manner == manner else self._table.do(sat)

    def _sit_down(self, index: int, manner: Manner) -> HostedSeat:
        """In the table's turn: a place for a player or an assistant, who leaves the former one."""
        if (former := self._seats.get(index)) is not None:
            former.leave()
        player_seat, asks = self._player(index, manner), index in PLAYERS.values()
        seat = HostedSeat(self._table, index, player_seat, manner, waits=self._waits, asks=asks)
        self._seats[index] = seat
        return seat

    def _player(self, index: int, manner: Manner) -> PlayerSeat:
        is_assistants, color = index in ASSISTANTS.values(), index in (PLAYERS[chess.WHITE], ASSISTANTS[chess.WHITE])
        is_practice, has_arbiter = self._robot is not None, self.game.setup.arbiter is ArbiterMode.HUMAN
        guest = None if is_assistants else self._guests.get(not color)
        here = Here(
            profile=Profile.PRACTICE if is_practice else Profile.ONLINE, has_arbiter=has_arbiter,
            opponent_is_away=guest is not None, is_assistants=is_assistants,
        )  # fmt: skip
        language = manner.language.at_page if has_arbiter else manner.language.at_page.without_arbiter
        return PlayerSeat(
            language=language,
            dialogue=Dialogue(here=here, color=color),
            deeds={**OF_A_PAGE, **self._more_deeds(guest)},
            others=self._practised if is_practice else not_now,
            sheets=Sheets(pack=language.pack, form=language.form),
            author=assistant_of(color) if is_assistants else player(color),
            rights=NO_ARBITER,
            level=self.next_level,
        )

    def _more_deeds(self, guest: Guest | None) -> Mapping[RequestName, Deed]:
        """Practice reads the board better; an opponent who sits at a station is asked there."""
        if guest is not None:
            return guest.deeds
        return {} if self._robot is None else {RequestName.BOARD: self._practised}

    def _guest_sat(self, color: chess.Color, guest: Guest) -> None:
        self._guests[color] = guest
        self._participants += guest.participants
        self._table.tell(*guest.participants)
        self._table.watch(*guest.watches)
        for participant in guest.participants:
            participant.join(self._table)
        if (opponent := self._seats.get(PLAYERS[not color])) is not None:
            self._sit_down(PLAYERS[not color], opponent.manner)
        self._go_on()

    def _go_on(self) -> None:
        """Start the clock, or start it again, as soon as everybody is in place."""
        if self._persons <= self._present:
            game = self.game
            if not game.started:
                self._table.give(StartClock(author=PROGRAM))
            elif game.stopped is StopReason.POWER and not game.is_clock_on and not game.is_over:
                self._table.give(Resume(author=PROGRAM))

    def _trouble(self, error: Exception) -> None:
        for seat in self._places:
            seat.announcer.reply(trouble_words(error, seat.manner.language.pack), None)


def not_reported(game: int) -> None:
    """No other hall has to know of it."""


class RunningGames:
    """All games that are played here. From any thread. What `must_wait` is not decided on, no matter who asks."""

    def __init__(
        self,
        journal: EventStore,
        *,
        robots: Robots,
        robot_name: str,
        practised: Deed = not_now,
        stations: Stations | None = None,
        reporting: Reporting = not_reported,
        edition: Edition = Edition.FIDE_2009,
        clock: MonotonicClock = monotonic_clock,
    ) -> None:
        """`reporting` reports games to other halls; `stations` are the boards of which the arbiter's desk is told.
        New games are played by the Laws of this `edition`.
        """
        self.edition = edition
        self._reporting = reporting
        self._clock = clock
        self.must_wait: MustWait = lambda game, commands: False
        self.floor = Floor(journal.entries, stations)
        self._journal = journal
        self._robots = robots
        self._robot_name = robot_name
        self._waking = Waking()
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
            return self._run(begin_game(self._journal, setup_of(terms, self._robot_name, self.edition)), terms.level)

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
        self._waking.close()

    def later(self, act: Callable[[], None]) -> None:
        """Do in a thread of its own what one game makes of another."""
        self._waking.soon(act)

    def _run(self, record: Record, level: int, down: Down | None = None) -> RunningGame:
        if len(self._games) >= MOST_GAMES:
            until = self._clock() - ASKED_FOR
            idle = [number for number, game in self._games.items() if game.asked_for < until and game.is_idle]
            for number in idle:
                self._games.pop(number).close()
        game = RunningGame(
            record,
            self._journal,
            self._waking,
            level=level,
            robots=self._robots,
            practised=self._practised,
            floor=self.floor,
            down=down,
            reporting=self._reporting,
            must_wait=lambda game, commands: self.must_wait(game, commands),
        )
        game.asked_for = self._clock()
        self._games[game.number] = game
        return game
