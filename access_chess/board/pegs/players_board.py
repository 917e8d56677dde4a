"""A player's pegged board beside the game: what stands on it, what the hand is doing, what was told of it."""

from collections.abc import Callable
from datetime import timedelta
from enum import Enum, auto
from typing import TypeAlias

import chess
from msgspec import Struct, field
from msgspec.structs import replace

from access_chess.board.pegs.occupancy import SetupStep, changed_squares
from access_chess.board.wire.reports import Lifted, Placed
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Command
from access_chess.laws.decide import advance
from access_chess.laws.decision import may_act
from access_chess.laws.game import Game

SETTLE = timedelta(milliseconds=400)  # a piece that is dragged leaves the apertures on its way sooner than that
#: A hand may rest on its piece, and go on with it. One who sees lets go by pressing, or when the opponent answers; with
#: neither, a piece that has stood so long has been let go.
LONG_REST = timedelta(seconds=3)


class Help(Enum):
    """Why the board is being put right, while nothing on it counts as a touch."""

    COMPARING = auto()  # it was found to differ when it was connected, or after reports were lost: play waits
    KNOCKED = auto()  # pieces were knocked over: they are put back on the time of whose clock runs (7.3)


class BoardNoticeKind(Enum):
    """What a player is told of the board."""

    FOUND = auto()
    LOST = auto()
    NOT_FOUND = auto()
    PROTOCOL = auto()  # the board speaks another protocol
    KNOCKED = auto()
    KNOCKED_OR_TOUCHED = auto()  # nobody can tell from the pegs: the arbiter is asked
    NOT_EXECUTED = auto()  # the opponent's move is not on this board yet
    CLOCK_LEAPT = auto()  # the board's clock did: latest stamps are doubtful
    DIFFERS = auto()
    NOT_ON_MOVE = auto()  # something was put down, and the player to move has no piece out
    STEP = auto()
    ALL_STEPS = auto()
    CORRECT = auto()
    WHICH_PIECE = auto()
    THERE = auto()  # at a drill: found, whatever is to stand on it
    CLEAR = auto()  # too much stands there to be taken out by name
    PUT_BACK = auto()  # the man of a step goes where it stood
    ASTRAY = auto()  # something stands on the first square, and would belong on the second, if that is told
    IS_IT = auto()  # the man of the step, or another one?
    IS_MARKED = auto()  # a black man is marked: has that of the step the mark of its color, or none?
    RIGHT = auto()
    TAKE_OUT_AGAIN = auto()


class Notice(Struct, frozen=True, kw_only=True):
    """Something to tell the player; `steps` are all that the board still lacks, `squares` those that it is about.

    `to_move` has the move, where the other may have believed to have it.
    """

    kind: BoardNoticeKind
    steps: tuple[SetupStep, ...] = ()
    squares: tuple[chess.Square, ...] = ()
    to_move: chess.Color | None = None


class Stamped(Struct, frozen=True, kw_only=True):
    """A command, and the instant of the board's clock at which it was given."""

    command: Command
    at: Instant


class PlayersBoard(Struct, frozen=True, kw_only=True):
    """One board. `color` is whose it is; None: both play on it, each in turn.

    `announces`: the program says the move for a player who would have to (E.2.3.c). With `has_levers` the levers
    press the clock. `stands` is the last position that stood here whole, None before the first comparison; `lifted`
    are the apertures emptied since, in order, `held` the placements that are still too fresh or too doubtful to
    count, `lifts` the latest lifts with nothing put down since, by which knocked-over pieces are told from touched
    ones, `in_doubt` those that the arbiter was asked about. `rested` is a placement that had stood before its piece was
    taken up again, `nudged` are pieces of the opponent of the player to move, lifted where it is likelier that their
    own player puts them straight. `now` is how far the board has vouched for what it told: its time is that of the
    hands, however late anybody hears of it.
    """

    color: chess.Color | None = None
    announces: bool = False
    has_levers: bool = True
    is_connected: bool = False
    occupied: chess.Bitboard = chess.BB_EMPTY
    stands: chess.Board | None = None
    lifted: tuple[chess.Square, ...] = ()
    held: tuple[Placed, ...] = ()
    lifts: tuple[Lifted, ...] = ()
    in_doubt: tuple[chess.Square, ...] = ()
    rested: Placed | None = None
    nudged: tuple[chess.Square, ...] = ()
    now: Instant = field(default_factory=timedelta)
    stirred: Instant = field(default_factory=timedelta)
    help: Help | None = None
    told: SetupStep | None = None
    is_difference_told: bool = False
    is_behind_told: bool = False
    is_piece_asked: bool = False

    @property
    def halts(self) -> bool:
        """Whether play has to wait for this board."""
        return not self.is_connected or self.help is Help.COMPARING

    def is_filled(self, square: chess.Square) -> bool:
        """Is there a peg in this aperture?"""
        return bool(self.occupied & chess.BB_SQUARES[square])

    def is_behind(self, game: Game) -> bool:
        """Whether a move of the game has still to be executed on this board."""
        return self.stands is not None and bool(changed_squares(self.stands, game.board))

    def may_touch(self, game: Game) -> bool:
        """Whether what leaves an aperture now is touched (E.2.2): the player has the move, and the board shows it."""
        is_his = self.is_connected and self.help is None and self.color in (None, game.turn)
        return is_his and may_act(game, game.turn) and not self.is_behind(game)


class Turn(Struct, frozen=True, kw_only=True):
    """What follows: the board as it becomes, commands for the game, notices for the player."""

    board: PlayersBoard
    commands: tuple[Stamped, ...] = ()
    notices: tuple[Notice, ...] = ()

    def game_after(self, game: Game) -> Game:
        """The game when it has answered the commands."""
        for stamped in self.commands:
            game = advance(game, stamped.command, at=stamped.at)[0]
        return game

    def then(self, step: "BoardStep", game: Game) -> "Turn":
        """This turn, and what follows from it; `game` is the one before this turn."""
        more = step(self.board, self.game_after(game))
        return Turn(board=more.board, commands=self.commands + more.commands, notices=self.notices + more.notices)

    def noting(
        self,
        kind: BoardNoticeKind,
        steps: tuple[SetupStep, ...] = (),
        squares: tuple[chess.Square, ...] = (),
        to_move: chess.Color | None = None,
    ) -> "Turn":
        """The same with one more notice."""
        notice = Notice(kind=kind, steps=steps, squares=squares, to_move=to_move)
        return replace(self, notices=(*self.notices, notice))


#: What follows at a board from the game as it stands.
BoardStep: TypeAlias = Callable[[PlayersBoard, Game], Turn]
