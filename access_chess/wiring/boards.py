"""The sensor boards of a table: whose they are, and who is told of them. At the loop their reports are messages."""

import queue
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import chess
from msgspec import Struct, field
from msgspec.structs import replace

from access_chess.board.clock_unit.clock_servos import Calibration
from access_chess.board.pegs.playing import AllBoards
from access_chess.board.ports import EmulatedBoard, Listener, SensorBoard, hand_of
from access_chess.board.wire.reports import BoardReport
from access_chess.edge.boards.registry import open_board
from access_chess.edge.boards.table import KeptBoard, OpenedBoards, TableBoard
from access_chess.edge.storage.clock_settings import load_calibration
from access_chess.laws.game import Game
from access_chess.machine_clock import monotonic_clock
from access_chess.play.at_boards import BOARD_DEEDS, AtBoards, BoardsAwaited, TypedHand
from access_chess.play.messages import BoardReported
from access_chess.play.seat import Deed
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer

#: Each player has one of them.
TWO = 2


class BoardSetup(Struct, frozen=True, kw_only=True):
    """The boards that were asked for by name, one or two.

    Where one is `kept`, it is that one, and stays open from game to game.
    """

    names: Sequence[str]
    announcer: Announcer
    language: PlayerLanguage
    calibration: Calibration
    kept: KeptBoard | None = None

    def keeping(self) -> "BoardSetup":
        """The same, with the first of the boards kept open."""
        kept = KeptBoard(partial(_opened, self.names[0], announcer=self.announcer, language=self.language))
        return replace(self, names=self.names[:1], kept=kept)

    def close(self) -> None:
        """Let go what is kept."""
        if self.kept is not None:
            self.kept.close()

    def seats(self, game: Game, profile: Profile, own: chess.Color | None) -> tuple[TableBoard, ...]:
        """How the players of this game use them."""
        return tuple(
            TableBoard(
                open=partial(_opened, name, announcer=self.announcer, language=self.language)
                if self.kept is None
                else self.kept.open,
                stays_open=self.kept is not None,
                color=color,
                announces=profile is not Profile.TOURNAMENT,
                has_levers=not all(game.setup.presses_for[each] for each in chess.COLORS),
            )
            for name, color in zip(self.names, _owners(len(self.names), game, own), strict=True)
        )

    def hand_at(self, opened: OpenedBoards) -> TypedHand:
        """What does with an emulated board what is typed."""
        return TypedHand(hand=opened.hands[0] if opened.hands else None, hand_of=hand_of)


def board_setup(names: Sequence[str], announcer: Announcer, language: PlayerLanguage) -> BoardSetup:
    """Boards of these names, whose clocks are calibrated as it was kept. Raises CalibrationError."""
    return BoardSetup(names=names, announcer=announcer, language=language, calibration=load_calibration())


class SeatedBoards(Struct, frozen=True, kw_only=True):
    """The boards of one game at the loop: as its player's seat has them, what they are, and what a flag waits for."""

    at: AtBoards
    opened: OpenedBoards
    awaited: BoardsAwaited
    deeds: Mapping[RequestName, Deed] = field(default_factory=lambda: BOARD_DEEDS)


def opened_boards(
    setup: BoardSetup, game: Game, inbox: "queue.SimpleQueue[Any]", profile: Profile, color: chess.Color | None
) -> SeatedBoards:
    """The boards of the next game, which report to the inbox from now on. Raises NoBoardError."""
    seats = setup.seats(game, profile, color)
    opened = _reporting(setup, seats, game, inbox)
    at = AtBoards(
        boards=AllBoards(boards=tuple(seat.unheard for seat in seats)),
        forget=opened.forget,
        hand=setup.hand_at(opened),
        is_one_of_two=len(seats) == TWO,
    )
    return SeatedBoards(at=at, opened=opened, awaited=BoardsAwaited(opened.vouch))


def opened_for_drill(setup: BoardSetup, game: Game, inbox: "queue.SimpleQueue[Any]") -> tuple[TypedHand, BoardsAwaited]:
    """The hand at the board that is kept, which reports to the inbox from now on. Raises NoBoardError."""
    opened = _reporting(setup, setup.seats(game, Profile.PRACTICE, None), game, inbox)
    return setup.hand_at(opened), BoardsAwaited(opened.vouch)


def _reporting(
    setup: BoardSetup, seats: Sequence[TableBoard], game: Game, inbox: "queue.SimpleQueue[Any]"
) -> OpenedBoards:
    def listen(index: int, report: BoardReport) -> None:
        inbox.put(BoardReported(board=index, report=report, at=monotonic_clock()))

    return OpenedBoards(seats, game, listen, calibration=setup.calibration)


def _owners(count: int, game: Game, own: chess.Color | None) -> tuple[chess.Color | None, ...]:
    """Two boards are White's and Black's; one is the only blind player's, or that of the player against the program."""
    if count == TWO:
        return (chess.WHITE, chess.BLACK)
    blind = [color for color in chess.COLORS if game.setup.players[color].is_blind]
    return (blind[0] if len(blind) == 1 and own is None else own,)


def _opened(
    name: str, listener: Listener, occupied: chess.SquareSet, *, announcer: Announcer, language: PlayerLanguage
) -> SensorBoard | EmulatedBoard:
    opened = open_board(name, listener, occupied)
    if isinstance(opened, EmulatedBoard) and opened.why_not_firmware:
        announcer.reply(language.pack.phrase("board_in_process"), None)
    return opened
