"""Hours at an arbiter's desk whose every word is kept in `tests/golden/desk/`, by a clock that stands.

A file begins with its settings: the language, how many boards there are, perhaps how they are played. Each line that
begins with `>` is typed, and the lines after it are what is said at the desk of Maria, who types where nobody is named.

    > 1 stop                       Maria's line, when she has heard all
    josef> 1 stop                  another arbiter's
    maria late> 1 stop             as of what she knew at `mark>`
    maria again> 1 stop            with the ticket of her last line
    1 white> e4                    a player's line
    1 plays> e2e4 unwritten        a move that the player to move does not write down
    1 slept> white 90              a time that ran on a display, and nobody has kept
    7 station> done                what becomes of the last order at board 7, which is at a station

`python -m tests.hall.games.golden_desk` writes what is said now, to be read before the commit.
"""

import tempfile
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import chess
from msgspec.structs import replace

from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.storage.journal import Journal
from access_chess.hall.games.boards import Notice, NoticeKind, PublicBoard, Step, steps_of
from access_chess.hall.games.desk import ArbiterDesk
from access_chess.hall.games.floor import Floor
from access_chess.hall.games.running_games import RunningGame, RunningGames
from access_chess.hall.games.seat_state import Manner, Terms
from access_chess.hall.games.table import HostSeat
from access_chess.hall.rules.orders import ArbiterCommand, Order, OrderState
from access_chess.hall.rules.view import ClockView
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Command, PlayMove, PressClock, StartClock
from access_chess.laws.decide import decide
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Player, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.play.messages import TablePlace
from access_chess.session.ports import Entry, Gap
from tests.support.hall_server import games_in

FOLDER = Path(__file__).parents[2] / "golden" / "desk"
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
STATION = 7
COLORS = {"white": chess.WHITE, "black": chess.BLACK}


def _stands() -> timedelta:
    return timedelta(hours=1)


@dataclass
class OneStation:
    """A board at a station, as far as it is known in the hall: it does what it is told, and nothing by itself."""

    is_there: bool = True
    entries: tuple[Entry, ...] = ()
    given: list[Order] = field(default_factory=list)
    told: list[Notice] = field(default_factory=list)
    heard: list[Callable[[int], None]] = field(default_factory=list)
    number: int = STATION
    since: datetime | None = None
    playing: int | None = 1

    def __post_init__(self) -> None:
        setup = Setup(
            time=parse_time_control("300+2"), arbiter=ArbiterMode.HUMAN, players=ByColor(Player(name="Carl"), Player())
        )
        self._keep(GameSetUp(setup=setup))
        self.do(StartClock())
        self.do(PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4"), written=False))

    @property
    def game(self) -> Game:
        return [step.after for step in steps_of(self.entries)][-1]

    def steps(self, after: int) -> tuple[Step, ...]:
        return tuple(step for step in steps_of(self.entries) if step.entry.number > after)

    @property
    def board(self) -> PublicBoard:
        return PublicBoard(self.entries)

    def clock(self) -> ClockView | None:
        return None

    def do(self, command: Command) -> None:
        for event in decide(self.game, command, at=timedelta()):
            self._keep(event)

    def _keep(self, event: object) -> None:
        number = len(self.entries)
        self.entries += (Entry(number=number, at=timedelta(), wall=NOON, event=event),)  # type: ignore[arg-type]

    def tell(self) -> None:
        for each in self.heard:
            each(STATION)


@dataclass
class Station:
    """All boards at stations: one, or none."""

    at: OneStation | None

    def boards(self) -> tuple[int, ...]:
        return () if self.at is None else (STATION,)

    def board(self, number: int) -> OneStation | None:
        return self.at if number == STATION else None

    def issue(
        self, board: int, command: ArbiterCommand, *, seen: int, by: str, words: str = "", ticket: str = ""
    ) -> Order | None:
        if self.at is None:
            return None
        order = Order(
            id=ticket or str(len(self.at.given)), board=board, game=1, seen=seen, by=by, command=command, issued=NOON,
            words=words,
        )  # fmt: skip
        self.at.given.append(order)
        return order

    def insist(self, order: str) -> Order | None:
        return self._become(order, OrderState.ISSUED)

    def recall(self, order: str) -> Order | None:
        return self._become(order, OrderState.RECALLED)

    def _become(self, order: str, state: OrderState) -> Order | None:
        assert self.at is not None
        self.at.given = [replace(each, state=state) if each.id == order else each for each in self.at.given]
        return next((each for each in self.at.given if each.id == order), None)

    def orders(self, board: int | None = None) -> tuple[Order, ...]:
        return tuple(self.at.given) if self.at is not None and board in (None, STATION) else ()

    def notices(self, after: int = 0) -> tuple[Notice, ...]:
        return () if self.at is None else tuple(each for each in self.at.told if each.count > after)

    def listen(self, on_change: Callable[[int], None]) -> Callable[[], None]:
        if self.at is not None:
            self.at.heard.append(on_change)
        return lambda: None


@dataclass
class Hall:
    """Its games, its arbiters, and what each knew when it was marked."""

    games: RunningGames
    floor: Floor
    manner: Manner
    station: Station
    running: dict[int, RunningGame] = field(default_factory=dict)
    desks: dict[str, ArbiterDesk] = field(default_factory=dict)
    marked: int = 0
    heard: dict[str, int] = field(default_factory=dict)
    tickets: int = 0

    def desk(self, name: str) -> ArbiterDesk:
        if name not in self.desks:
            self.desks[name] = self.games.desk(self.manner, name.title())
        return self.desks[name]

    def enter(self, who: str, line: str) -> list[str]:
        """What is said at all desks because of it."""
        fault = self._done(who, line)
        return [*self._said(), *fault]

    def _done(self, who: str, line: str) -> list[str]:
        match who.split():
            case ["mark"]:
                self.marked = self.floor.count
            case [number, "white" | "black" as color]:
                seat = self.running[int(number)].seat_at(COLORS[color])
                assert seat is not None
                seat.enter(line)
            case [number, "plays"]:
                self._play(self.running[int(number)], line)
            case [number, "slept"]:
                self._sleep(self.running[int(number)], line)
            case [_, "station"]:
                self._report(line)
            case [] | [_] | [_, "late" | "again"] as how:
                return self._rule(how, line)
        return []

    def _rule(self, how: list[str], line: str) -> list[str]:
        desk = self.desk(how[0] if how else "maria")
        self.tickets += "again" not in how
        seen = self.marked if "late" in how else desk.seen
        is_done = desk.enter(line, seen=seen, ticket=f"ticket {self.tickets}")
        return [] if is_done else ["(to be mended)"]

    def _play(self, game: RunningGame, line: str) -> None:
        move, *how = line.split()
        color = game.game.turn
        made = PlayMove(color=color, move=chess.Move.from_uci(move), written="unwritten" not in how)
        game.do(made, PressClock(color=color))

    def _sleep(self, game: RunningGame, line: str) -> None:
        color, seconds = line.split()
        table = game._table
        gap = Gap(color=COLORS[color], time=timedelta(seconds=int(seconds)) if seconds != "?" else None)

        def sleep() -> None:
            host = table._host_seat
            assert isinstance(host, HostSeat)
            table._table.sit(table._host, TablePlace(seat=replace(host, gap=gap)))

        table.do(sleep)

    def _report(self, line: str) -> None:
        at = self.station.at
        assert at is not None
        match line.split():
            case ["done"]:
                last = at.given[-1]
                at.do(last.command)
                self.station._become(last.id, OrderState.DONE)
            case ["away"]:
                at.is_there, at.since = False, datetime.now(UTC) - timedelta(hours=1)
            case ["back"]:
                at.is_there, at.since = True, None
            case ["move", move, *how]:
                at.do(PlayMove(color=at.game.turn, move=chess.Move.from_uci(move), written="unwritten" not in how))
            case ["notice", kind]:
                at.told.append(
                    Notice(count=len(at.told) + 1, board=STATION, kind=NoticeKind(kind), wall=NOON, number=3)
                )
            case [state]:
                self.station._become(at.given[-1].id, OrderState(state))
        at.tell()

    def _said(self) -> list[str]:
        found = []
        for name, desk in self.desks.items():
            lines = desk.lines(self.heard.get(name, 0))
            self.heard[name] = lines[-1].number if lines else self.heard.get(name, 0)
            whose = "" if name == "maria" else f"{name}: "
            found += [f"{whose}{'aside: ' if line.is_aside else ''}{line.text}" for line in lines]
        return found


def told(text: str, folder: Path) -> str:
    """The same file with what is said now."""
    head, _, body = text.partition("\n\n")
    settings = dict(line.split(": ", 1) for line in head.splitlines() if not line.startswith("#"))
    entered = [line.partition(">") for line in body.splitlines() if _is_entered(line)]
    with (
        patch("access_chess.hall.games.table.monotonic_clock", _stands),
        patch("access_chess.hall.games.table.awake_clock", _stands),
        closing(Journal(folder / "journal.sqlite")) as journal,
    ):
        station = Station(OneStation() if "station" in settings else None)
        with closing(games_in(journal, stations=station)) as games:
            hall = Hall(games, games.floor, Manner(language=load_language(settings.get("voices", "en"))), station)
            for number in range(1, int(settings.get("boards", 1)) + 1):
                hall.running[number] = _begun(games, settings, hall.manner)
            hall.desk("maria")
            said = [_turn(f"{who}>{line}", hall.enter(who, line.strip())) for who, _, line in entered]
    return f"{head}\n\n" + "\n".join(said)


def _begun(games: RunningGames, settings: dict[str, str], manner: Manner) -> RunningGame:
    is_blindfold = settings.get("played") == "blindfold"
    control = parse_time_control(settings["time"]) if "time" in settings else None
    game = games.begin(Terms(white="Anna", black="Boris", control=control, has_arbiter=True, is_blindfold=is_blindfold))
    for color in chess.COLORS:
        game.seat(color, manner)
    return game


def _is_entered(line: str) -> bool:
    who, is_typed, _ = line.partition(">")
    return bool(is_typed) and all(word.isalnum() for word in who.split())


def _turn(line: str, answers: Iterable[str]) -> str:
    return "".join(f"{each}\n" for each in (line.rstrip(), *answers))


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.txt")):
        with tempfile.TemporaryDirectory() as folder:
            file.write_text(told(file.read_text(encoding="utf-8"), Path(folder)), encoding="utf-8")
