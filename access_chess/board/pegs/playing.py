"""A game on pegged boards: what each report, each instant and each word leads to, at one board and at all of a game."""

from collections.abc import Sequence
from functools import partial

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.board.pegs import hand
from access_chess.board.pegs.comparing import QUIET, STEP_PAUSE, caught_up, helped, seen, steps_left, watched
from access_chess.board.pegs.players_board import (
    LONG_REST,
    SETTLE,
    BoardNoticeKind,
    BoardStep,
    Notice,
    PlayersBoard,
    Stamped,
    Turn,
)
from access_chess.board.wire.reports import (
    BoardReport,
    ButtonPressed,
    ClockLeapt,
    Connected,
    ContactReport,
    Disconnected,
    Disconnection,
    LeverPressed,
    Lifted,
    Placed,
    Quiet,
    ReportsLost,
)
from access_chess.laws.clock import Instant
from access_chess.laws.commands import AnnounceMove, Command, Resume, StartClock, StopClocks, StopReason, WriteMove
from access_chess.laws.events import Event, IrregularityFound, MoveMade, Offence
from access_chess.laws.game import Game

HELP_BUTTON = 1
LISTEN_BUTTON = 2  # to the microphone, which is no board's


def reported(board: PlayersBoard, report: BoardReport, game: Game) -> Turn:
    """The board has reported something; whatever had to follow before its own instant has followed by then."""
    if isinstance(report, ContactReport | Quiet):
        turn = passed(board, game, at=report.at)
        return turn.then(lambda board, game: _taken_in(caught_up(board, game), report, game), game)
    return _taken_in(caught_up(board, game), report, game)


def _taken_in(board: PlayersBoard, report: BoardReport, game: Game) -> Turn:
    match report:
        case Connected():
            turn = seen(board, report.state.squares, game, at=report.at)
            steps = () if turn.board.help is None else steps_left(turn.board, game)
            return turn.noting(BoardNoticeKind.FOUND, steps)
        case ReportsLost():
            return seen(board, report.state.squares, game, at=report.at)
        case Disconnected():
            return _lost(board, report)
        case Lifted() if board.is_filled(report.square):
            return _lifted(board, report, game)
        case Placed() if not board.is_filled(report.square):
            return Turn(board=_placed(board, report))
        case LeverPressed():
            return hand.pressed(board, report, game)
        case ButtonPressed() if report.button == HELP_BUTTON:
            return asked(board, game)
        case ClockLeapt():
            return Turn(board=board).noting(BoardNoticeKind.CLOCK_LEAPT)
        case _:
            return Turn(board=board)


def _lost(board: PlayersBoard, report: Disconnected) -> Turn:
    if report.reason is Disconnection.CLOSED:
        return Turn(board=replace(board, is_connected=False))
    kind = BoardNoticeKind.LOST if board.is_connected else BoardNoticeKind.NOT_FOUND
    kind = BoardNoticeKind.PROTOCOL if report.reason is Disconnection.PROTOCOL else kind
    return Turn(board=replace(board, is_connected=False)).noting(kind)


def _lifted(board: PlayersBoard, report: Lifted, game: Game) -> Turn:
    board = replace(board, occupied=board.occupied & ~(1 << report.square), stirred=report.at)
    return Turn(board=board) if board.help is not None else hand.lifted(board, report, game)


def _placed(board: PlayersBoard, report: Placed) -> PlayersBoard:
    held = (*board.held, report) if board.help is None else ()
    occupied = board.occupied | 1 << report.square
    return replace(board, occupied=occupied, stirred=report.at, held=held, lifts=(), rested=None)


def passed(board: PlayersBoard, game: Game, *, at: Instant) -> Turn:
    """The board has vouched that nothing else happened up to this instant, or (`board.now`) the game has changed.

    What follows from time alone follows at its own instant, so that it makes no difference how often anybody looks.
    """
    turn = Turn(board=board)
    while (due := _next_due(turn.board)) is not None and due < at:
        turn = turn.then(partial(_looked, at=due), game)
    return turn.then(partial(_looked, at=max(at, turn.board.now)), game)


def _next_due(board: PlayersBoard) -> Instant | None:
    """The next instant at which something may follow from time alone."""
    ends = [board.stirred + STEP_PAUSE, board.stirred + QUIET]
    ends += [placed.at + rest for placed in board.held for rest in (SETTLE, LONG_REST)]
    return min((end for end in ends if end > board.now), default=None)


def _looked(board: PlayersBoard, game: Game, *, at: Instant) -> Turn:
    board = replace(caught_up(board, game), now=at)
    if not board.is_connected:
        return Turn(board=board)
    if board.help is not None:
        return helped(board, game, at=at)
    turn = hand.told_placements(board, game, at, is_settled=False)
    turn = turn.then(lambda board, game: hand.told_lifts(caught_up(board, game), game, at), game)
    return turn.then(lambda board, game: watched(board, game, at=at), game)


def settled(board: PlayersBoard, game: Game) -> Turn:
    """The players have gone on to something else, such as a word: what stands on the board has been let go."""
    turn = Turn(board=caught_up(board, game))
    if board.help is not None or not board.is_connected:
        return turn
    return turn.then(lambda board, game: hand.told_placements(board, game, board.now, is_settled=True), game)


def displaced(board: PlayersBoard, game: Game) -> Turn:
    """The arbiter has ruled that pieces were displaced: those that the question was about were not touched."""
    return hand.knocked(board, game, board.in_doubt, board.now) if board.in_doubt else Turn(board=board)


def announced(board: PlayersBoard, said: AnnounceMove, game: Game, *, at: Instant) -> Turn:
    """The player of this board says the move."""
    return hand.announced(caught_up(board, game), said, game, at=at)


def asked(board: PlayersBoard, game: Game) -> Turn:
    """The player wants to know what is wrong with the board."""
    steps = steps_left(board, game)
    turn = Turn(board=board)
    return turn.noting(BoardNoticeKind.ALL_STEPS, steps) if steps else turn.noting(BoardNoticeKind.CORRECT)


def clock_command(boards: Sequence[PlayersBoard], game: Game) -> Command | None:
    """What the clocks need: to stand while a board is not heard or not compared, so that no player's time pays for it.

    A game that has not begun begins when its boards are right.
    """
    is_halted = any(board.halts for board in boards)
    if game.is_over:
        return None
    if is_halted:
        return StopClocks(reason=StopReason.BOARD) if game.started and game.is_clock_on else None
    if not game.started:
        return StartClock()
    return Resume() if game.stopped is StopReason.BOARD else None


class AllBoards(Struct, frozen=True, kw_only=True):
    """All boards of a game. What follows at one of them is reckoned with before the next is looked at."""

    boards: tuple[PlayersBoard, ...]

    @property
    def is_heard(self) -> bool:
        """Whether all of them tell what is done there, be it only to put them right."""
        return all(board.is_connected for board in self.boards)

    def reported(self, index: int, report: BoardReport, game: Game) -> "AfterBoards":
        """One of them has reported something."""
        return self._after({index: reported(self.boards[index], report, game)})

    def looked(self, game: Game, *, is_displaced: bool = False) -> "AfterBoards":
        """The game has changed; perhaps the arbiter has found pieces displaced."""

        def look(board: PlayersBoard, game: Game) -> Turn:
            turn = displaced(board, game) if is_displaced else Turn(board=board)
            return turn.then(lambda board, game: passed(board, game, at=board.now), game)

        return self._all(look, game)

    def settled(self, game: Game) -> "AfterBoards":
        """Whatever stands on them has been let go: the players have gone on to something else."""
        return self._all(settled, game)

    def asked(self, game: Game) -> "AfterBoards":
        """What is wrong with each of them, square by square."""
        return self._all(asked, game)

    def announced(self, move: chess.Move, game: Game, *, at: Instant) -> "AfterBoards | None":
        """A move that is said is the announcement of the one done on the board; None: it is a whole move."""
        index = next((i for i, board in enumerate(self.boards) if board.color in (None, game.turn)), None)
        if index is None or self.boards[index].halts or game.is_over:
            return None
        is_in_hand = bool(game.hand.lifted or self.boards[index].held)
        if not (game.setup.players[game.turn].is_blind or is_in_hand):
            return None
        said = AnnounceMove(color=game.turn, text=game.board.san(move), move=move)
        return self._after({index: announced(self.boards[index], said, game, at=at)})

    def counts_soon(self, game: Game) -> bool:
        """Is there a placement that counts by itself in a moment, once its board has vouched for that?"""
        return any(
            board.is_connected and hand.rest(board, game, placed) <= SETTLE and board.now <= placed.at + SETTLE
            for board in self.boards
            for placed in board.held
        )

    def _all(self, step: BoardStep, game: Game) -> "AfterBoards":
        turns = {}
        for index, board in enumerate(self.boards):
            turns[index] = step(board, game)
            game = turns[index].game_after(game)
        return self._after(turns)

    def _after(self, turns: dict[int, Turn]) -> "AfterBoards":
        boards = tuple(turns[index].board if index in turns else board for index, board in enumerate(self.boards))
        return AfterBoards(
            boards=replace(self, boards=boards),
            commands=tuple(command for turn in turns.values() for command in turn.commands),
            notices=tuple((notice, turn.board.color) for turn in turns.values() for notice in turn.notices),
        )


class AfterBoards(Struct, frozen=True, kw_only=True):
    """What follows at the boards of a game; each notice with whose board it is of."""

    boards: AllBoards
    commands: tuple[Stamped, ...]
    notices: tuple[tuple[Notice, chess.Color | None], ...]


def written_by_program(event: Event, at: Instant) -> tuple[Stamped, ...]:
    """A move made on a board is recorded by the program (E.2.5)."""
    if not isinstance(event, MoveMade) or event.written:
        return ()
    return (Stamped(command=WriteMove(color=event.color, move=event.move), at=at),)


def is_displacement(event: Event) -> bool:
    """Whether the arbiter has found pieces displaced."""
    return isinstance(event, IrregularityFound) and event.offence is Offence.DISPLACED_PIECES
