"""A whole game between a blind player at the pegged board and a sighted opponent, played by the program itself.

White lifts and places, says his move and presses; Black repeats it, answers on his own board and says it, and White
executes that on his. Time is simulated: nothing waits but the one who shows it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

import chess
import chess.pgn

from access_chess.board.pegs.movements import Movement, movements
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
from access_chess.session.demonstration.demonstrated_board import DemonstratedBoard, OpenBoard
from access_chess.session.ports import EventStore, Output
from access_chess.session.session import Session, begin_game

DEFAULT_TIME = "5400+30"
ASKS_EVERY = 10  # moves; then both players ask for the clocks
HAND = timedelta(seconds=1)  # between two movements of a hand
THINKING = tuple(timedelta(seconds=seconds) for seconds in (12, 31, 7, 48, 22))  # one after the other, where unknown

Say = Callable[[chess.Board, chess.Move], str]


@dataclass(frozen=True)
class _Press:
    """A player presses his lever."""

    color: chess.Color


_Deed = Command | Movement | _Press | None  # None: a second in which a hand does what no aperture notices


def demonstrate(
    record: chess.pgn.Game,
    journal: EventStore,
    *,
    output: Output,
    say: Say,
    pause: Callable[[], None],
    open_board: OpenBoard,
) -> Game:
    """Play a recorded game from its first to its last move; `pause` is called after each move. The game at its end.

    The events go to `journal`. `say` gives the words of an announcement, `open_board` the pegged board. Raises
    ValueError for a record that the Laws do not allow, NoReportError where the board does not report.
    """
    session = Session(begin_game(journal, setup_of(record)), journal, outputs=(output,), clock=timedelta)
    try:
        board = DemonstratedBoard(session, open_board)
        try:
            return _played(record, session, board, say, pause)
        finally:
            board.close()
    finally:
        session.close()


def _played(
    record: chess.pgn.Game, session: Session, board: DemonstratedBoard, say: Say, pause: Callable[[], None]
) -> Game:
    at = timedelta()
    session.handle(StartClock(), at)
    for ply, move in enumerate(record.mainline_moves()):
        at += THINKING[ply % len(THINKING)]
        before = session.game.board
        for deed in _deeds(session.game, move, say):
            if not session.game.is_over:  # the move itself may end it, and then nobody presses
                _do(deed, session, board, at)
                at += HAND
        if len(session.game.plies) != ply + 1:
            raise ValueError(f"the Laws do not allow move {ply // 2 + 1} of the record: {move.uci()!r}")
        if session.game.turn is chess.WHITE:
            for movement in movements(before, move):  # while he begins to think
                board.move(movement, at)
        session.settle()
        pause()
    for command in _last_commands(session.game, record.headers.get("Result", "*")):
        session.handle(command, at)
    session.settle()
    return session.game


def _do(deed: _Deed, session: Session, board: DemonstratedBoard, at: Instant) -> None:
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
            session.handle(deed, at)


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
