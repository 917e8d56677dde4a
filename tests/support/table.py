"""A game and one pegged board as values, and a hand that plays by a script; nothing waits."""

from datetime import timedelta

import chess
from msgspec.structs import replace

from access_chess.board.pegs.players_board import BoardNoticeKind, PlayersBoard, Turn
from access_chess.board.pegs.playing import announced, asked, clock_command, displaced, passed, reported
from access_chess.board.wire.frames import Hello
from access_chess.board.wire.reports import (
    BoardReport,
    BoardState,
    Connected,
    Disconnected,
    Disconnection,
    LeverPressed,
    Lifted,
    Loss,
    Placed,
    ReportsLost,
)
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.commands import AdjustPieces, AnnounceMove, Command, PlayMove, PressClock
from access_chess.laws.decide import advance, set_up
from access_chess.laws.events import Event, Refused
from access_chess.laws.game import new_game
from access_chess.laws.setup import Player, Regulations, Setup
from access_chess.laws.time_control import parse_time_control

HELLO = Hello(
    protocol=1, major=0, minor=0, patch=0, reset_cause=0, debounce=8, scan_hertz=8000, time_ms=0, boot=1, number=0,
    build=0,
)  # fmt: skip
HAND = timedelta(seconds=1)


class Table:
    """White is blind and plays on the board, unless told otherwise; each step of a script takes a second.

    With `presses` the program presses the clock for the players, as at home.
    """

    def __init__(
        self,
        fen: str = chess.STARTING_FEN,
        *,
        blind: bool = True,
        announces: bool = False,
        color: chess.Color | None = chess.WHITE,
        chess960: bool = False,
        occupied: int | None = None,
        regulations: Regulations | None = None,
        presses: bool = False,
    ) -> None:
        setup = Setup(
            fen=fen,
            is_chess960=chess960,
            time=parse_time_control("5400+30"),
            players=ByColor(Player(is_blind=blind), Player()),
            regulations=regulations or Regulations(),
            presses_for=both(presses),
        )
        self.game = new_game(set_up(setup)[0])  # type: ignore[arg-type]
        self.at = timedelta()
        self.events: list[Event] = []
        self.notices: list[str] = []
        self.board = PlayersBoard(color=color, announces=announces, has_levers=not presses)
        self.connect(self.game.board.occupied if occupied is None else occupied)

    def connect(self, occupied: int | None = None) -> None:
        """The board is there, with these pegs."""
        squares = self.board.occupied if occupied is None else occupied
        state = BoardState(squares=squares)
        self.report(Connected(port="", identity=HELLO, state=state, at=self.at))

    def lose(self, squares: int) -> None:
        """Reports were lost, and these pegs stand now."""
        self.report(ReportsLost(reason=Loss.GONE, state=BoardState(squares=squares), at=self.at))

    def unplug(self) -> None:
        self.report(Disconnected(port="", reason=Disconnection.UNPLUGGED, at=self.at))

    def report(self, report: BoardReport) -> None:
        """One report of the board."""
        self.take(reported(self.board, report, self.game))

    def command(self, command: Command, at: timedelta | None = None) -> None:
        """One command to the game."""
        self.game, events = advance(self.game, command, at=self.at if at is None else at)
        self.events += events

    def displaced(self) -> None:
        """The arbiter has found displaced pieces."""
        self.take(displaced(self.board, self.game))

    def take(self, turn: Turn) -> None:
        self.board = turn.board
        for stamped in turn.commands:
            self.command(stamped.command, stamped.at)
        self.notices += [notice.kind.name for notice in turn.notices if notice.kind is not BoardNoticeKind.FOUND]
        clock = clock_command([self.board], self.game)
        if clock is not None:
            self.command(clock)

    def play(self, script: str, pause: timedelta = HAND) -> "Table":
        """Steps with semicolons between, such as "lift e2; place e4; say e4; press white; black e5; wait 3"."""
        for step in filter(None, (step.strip() for step in script.split(";"))):
            self.step(*step.split())
            self.at += pause
            self.look()
        return self

    def look(self) -> None:
        """Time has passed."""
        self.take(passed(self.board, self.game, at=self.at))

    def step(self, verb: str, what: str = "", *rest: str) -> None:
        match verb:
            case "lift":
                self.report(Lifted(square=chess.parse_square(what), at=self.at))
            case "place":
                self.report(Placed(square=chess.parse_square(what), at=self.at))
            case "drag":  # over an aperture
                square = chess.parse_square(what)
                self.report(Placed(square=square, at=self.at))
                self.at += timedelta(milliseconds=100)
                self.report(Lifted(square=square, at=self.at))
            case "knock":
                for name in what.split(","):
                    self.report(Lifted(square=chess.parse_square(name), at=self.at))
                    self.at += timedelta(milliseconds=30)
            case "tumble":  # ten pieces in a second and a half, say: "tumble 150 g1,f1,g2"
                self.tumble(what, rest[0])
            case "press":
                self.report(LeverPressed(color=what == "white", at=self.at))
            case "say":
                self.say(what)
            case "adjust":
                squares = tuple(chess.parse_square(name) for name in filter(None, what.split(",")))
                self.command(AdjustPieces(color=self.game.turn, squares=squares))
            case "black" | "white":  # on a board of his own, and the clock
                color = verb == "white"
                self.command(PlayMove(color=color, move=self.game.board.parse_san(what)))
                if not self.game.setup.presses_for[color]:
                    self.command(PressClock(color=color))
            case "ask":
                self.take(asked(self.board, self.game))
            case "wait":
                self.at += timedelta(seconds=float(what))
            case _:
                raise ValueError(f"expected a verb of the hand, got {verb!r}")

    def tumble(self, apart: str, names: str) -> None:
        """Pieces leave their apertures, so many milliseconds apart."""
        for name in names.split(","):
            self.report(Lifted(square=chess.parse_square(name), at=self.at))
            self.at += timedelta(milliseconds=float(apart))

    def say(self, san: str) -> None:
        """The player of the board announces."""
        said = AnnounceMove(color=self.game.turn, text=san, move=self.game.board.parse_san(san))
        self.take(announced(self.board, said, self.game, at=self.at))

    @property
    def moves(self) -> list[str]:
        """The moves made so far, SAN."""
        return [ply.before.san(ply.move) for ply in self.game.plies]

    @property
    def touched(self) -> list[str]:
        """The squares touched for the move in hand, in order."""
        return [chess.square_name(square) for square in self.game.hand.touches]

    @property
    def refused(self) -> list[tuple[str, str]]:
        """What was refused, with the article."""
        return [(event.reason.value, event.article) for event in self.events if isinstance(event, Refused)]

    def pegs(self, *without: str, plus: str = "") -> int:
        """The pegs of the game's position without some and with others."""
        squares = self.game.board.occupied
        for name in without:
            squares &= ~(1 << chess.parse_square(name))
        for name in plus.split():
            squares |= 1 << chess.parse_square(name)
        return squares

    def forget(self) -> None:
        """The program is started anew: the journal remembers the game, nobody the board."""
        self.board = replace(PlayersBoard(), color=self.board.color, announces=self.board.announces)
