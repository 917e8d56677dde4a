"""A whole game between a blind player at the pegged board and a sighted opponent, played by the program itself.

White lifts and places, says the move and presses; Black repeats it, answers on the other board and says it, and White
executes that on the first. Time is simulated: nothing waits but the one who shows it.
"""

import contextlib
from collections.abc import Callable, Iterator
from datetime import timedelta

import chess
import chess.pgn
from msgspec import Struct

from access_chess.board.pegs.occupancy import Movement, movements
from access_chess.laws.by_color import ByColor
from access_chess.laws.clock import Instant
from access_chess.laws.commands import (
    AcceptDraw,
    AnnounceMove,
    Ask,
    ClaimDraw,
    Command,
    DrawGround,
    OfferDraw,
    PlayMove,
    Question,
    RepeatAnnouncement,
    Resign,
    StartClock,
    WriteMove,
)
from access_chess.laws.game import Game
from access_chess.laws.setup import Player, Setup
from access_chess.laws.time_control import TimeControl, parse_time_control
from access_chess.laws.touch_move import is_promotion
from access_chess.phrased_error import PhrasedError
from access_chess.play.demonstration.demonstrated_board import DemonstratedBoard, DemonstratedGame, OpenBoard
from access_chess.play.demonstration.guide import ClocksAsked, HandsMove, Scene, SeatedPlayers
from access_chess.session.ports import Output

DEFAULT_TIME = "5400+30"
ASKS_EVERY = 10  # moves; then both players ask for the clocks
HAND = timedelta(seconds=1)  # between two movements of a hand
THINKING = tuple(timedelta(seconds=seconds) for seconds in (12, 31, 7, 48, 22))  # one after the other, where unknown

Say = Callable[[chess.Board, chess.Move], str]
Guide = Callable[[Scene], None]


class RecordNotAllowedError(PhrasedError):
    """A move of the record that the Laws do not allow: the game was over before."""


class _Press(Struct, frozen=True):
    """A player presses their lever."""

    color: chess.Color


_Deed = Command | Movement | _Press | None  # None: a second in which a hand does what no aperture notices


def demonstrate(
    record: chess.pgn.Game,
    *,
    output: Output,
    say: Say,
    pause: Callable[[], None],
    open_board: OpenBoard,
    guide: Guide = lambda scene: None,
) -> Game:
    """Play a recorded game from its first to its last move; `pause` is called after each move. The game at its end.

    `output` is told of each event. `say` gives the words of an announcement, `open_board` the pegged board; `guide` is
    told what a listener cannot see. Raises RecordNotAllowedError for a record that the Laws do not allow, NoReportError
    where the board does not report.
    """
    shown = DemonstratedGame(setup_of(record), output)
    with contextlib.closing(DemonstratedBoard(shown, open_board)) as board:
        return _Course(shown, board, say, pause, guide).played(record)


class _Course(Struct, frozen=True):
    """The game as it is shown, from one move to the next."""

    shown: DemonstratedGame
    board: DemonstratedBoard
    say: Say
    pause: Callable[[], None]
    guide: Guide

    def played(self, record: chess.pgn.Game) -> Game:
        """All moves of the record, and how it ended."""
        shown, at = self.shown, timedelta()
        players = shown.game.setup.players
        self.guide(SeatedPlayers(ByColor(players.white.name, players.black.name)))
        shown.give(StartClock(), at)
        for ply, move in enumerate(record.mainline_moves()):
            before = shown.game.board
            at = self._moved(move, at + THINKING[ply % len(THINKING)])
            if len(shown.game.plies) != ply + 1:
                number = str(before.fullmove_number)
                raise RecordNotAllowedError("record_not_allowed", number=number, move=before.san(move))
            self.pause()
        for command in _last_commands(shown.game, record.headers.get("Result", "*")):
            shown.give(command, at)
        return shown.game

    def _moved(self, move: chess.Move, at: Instant) -> Instant:
        """One move with all that belongs to it; the instant after it."""
        before = self.shown.game.board
        if before.turn is chess.WHITE:
            self.guide(HandsMove(before, move))
        for deed in _deeds(self.shown.game, move, self.say):
            if self.shown.game.is_over:  # the move itself may end it, and then nobody presses
                break
            if isinstance(deed, Ask):
                self.guide(ClocksAsked(deed.color))
            _do(deed, self.shown, self.board, at)
            at += HAND
        if self.shown.game.turn is chess.WHITE and before.turn is chess.BLACK:
            self.guide(HandsMove(before, move))
            for movement in movements(before, move):  # while the player begins to think
                self.board.move(movement, at)
        return at


def _do(deed: _Deed, shown: DemonstratedGame, board: DemonstratedBoard, at: Instant) -> None:
    match deed:
        case Movement():
            board.move(deed, at)
        case _Press():
            board.press(deed.color, at)
        case AnnounceMove():
            board.announce(deed, at)
        case None:
            pass
        case _:
            shown.give(deed, at)


def setup_of(record: chess.pgn.Game) -> Setup:
    """What was agreed: position, names and times as the record has them; White is the blind player."""
    board = record.board()
    headers = record.headers
    white = Player(name=headers.get("White", ""), is_blind=True)
    return Setup(
        fen=board.fen(),
        is_chess960=board.chess960,
        time=_time(headers.get("TimeControl", DEFAULT_TIME)),
        players=ByColor(white, Player(name=headers.get("Black", ""))),
    )


def _time(text: str) -> TimeControl:
    """PGN parts periods by colons, and knows signs for "unknown"."""
    try:
        return parse_time_control(text.replace(":", ","))
    except ValueError:
        return parse_time_control(DEFAULT_TIME)


def _deeds(game: Game, move: chess.Move, say: Say) -> Iterator[_Deed]:
    """All that both players do and say for one move, a second each."""
    color = game.turn
    text = say(game.board, move)
    if color is chess.WHITE:
        yield from movements(game.board, move)
        if is_promotion(game.board, move):
            yield None  # the pawn is laid aside, the new piece taken
        yield AnnounceMove(color=color, text=text, move=move)
        yield WriteMove(color=color, move=move)
    else:
        yield PlayMove(color=color, move=move)
    yield RepeatAnnouncement(color=not color, text=text, move=move)
    yield _Press(color)
    if game.board.fullmove_number % ASKS_EVERY == 0:
        yield Ask(color=color, question=Question.TIMES)


def _last_commands(game: Game, result: str) -> Iterator[Command]:
    """How a game ended that no move had ended."""
    if game.is_over:
        return
    if result in ("1-0", "0-1"):
        yield Resign(color=result == "0-1")
    elif result == "1/2-1/2" and game.keys.count(game.keys[-1]) >= 3:
        yield ClaimDraw(color=game.turn, ground=DrawGround.THREEFOLD)
    elif result == "1/2-1/2":
        yield OfferDraw(color=not game.turn)
        yield AcceptDraw(color=game.turn)
