"""A table at which drills are asked, one game after the other, and one at which a drill's position is played on."""

from functools import partial
from typing import TYPE_CHECKING

import chess
from msgspec.structs import replace

from access_chess.laws.game import Game
from access_chess.laws.setup import Setup
from access_chess.machine_clock import monotonic_clock
from access_chess.play.messages import BoardReported, TablePlace
from access_chess.play.seat import PlayerSeat
from access_chess.play.table_games import Furnished, forget
from access_chess.play.trainer import TrainerSeat
from access_chess.play.training import Training, TrainingHelp, begun, playing_on
from access_chess.requests.names import RequestName
from access_chess.session.leaving import Leaving
from access_chess.session.record import Record, begin_game
from access_chess.wiring.practice import Practice, practice_games, practising
from access_chess.wiring.table import TableParts, furnished, games_at, played

if TYPE_CHECKING:
    from access_chess.play.practising import Judging


#: Kinds of drills whose positions stand as they are: a king alone is no draw there, and a mate is judged.
STANDING = frozenset({"lessons", "cases"})


def trained(parts: TableParts, training: Training, help_: TrainingHelp, judging: "Judging") -> tuple[Leaving, Training]:
    """How the player leaves the present drill and those in the same position, and how far the round is then."""
    record = _begun(parts, training.setup, may_end=training.round.drill.kind not in STANDING)
    games = games_at(parts, partial(_furnished, parts, training, help_, judging))
    leaving = played(games, record)
    assert games.left is not None, "a game was played"
    seat = games.left.seat(0)
    assert isinstance(seat, TrainerSeat), "who trains sits first"
    return leaving, seat.training


def played_on(parts: TableParts, board: chess.Board, practice: Practice) -> tuple[Leaving, Game]:
    """How the player leaves a game from this position, which no journal keeps, and what became of it.

    With a board it begins when that is right.
    """
    setup = playing_on(board)
    games = practice_games(parts, practice)
    if parts.boards is not None:
        forget(parts.inbox, BoardReported)  # each game begins with what stands on the board
    record = _begun(parts, setup) if parts.boards is None else begin_game(parts.journal, setup)
    leaving = played(games, record)
    assert games.left is not None, "a game was played"
    return leaving, games.left.game


def _begun(parts: TableParts, setup: Setup, *, may_end: bool = True) -> Record:
    """The time of the machine is that of the game: so an answer's time goes on where a game came in between."""
    record = begun(setup, parts.journal, monotonic_clock(), may_end=may_end)
    if parts.window is not None:
        parts.window.turn(is_turned=parts.color is chess.BLACK)
        parts.window.show(record.game)
    return record


def _furnished(
    parts: TableParts, training: Training, help_: TrainingHelp, judging: "Judging", record: Record, level: int
) -> Furnished:
    """The player's seat with all questions of practice, at which the drills are asked."""
    practise = practising(judging)
    made = furnished(replace(parts, boards=None), record, level, deeds={RequestName.BOARD: practise}, others=practise)
    if parts.boards is not None:
        from access_chess.play.at_drill_board import AtDrillBoard  # not every place has a board
        from access_chess.wiring.boards import opened_for_drill

        hand, awaited = opened_for_drill(parts.boards, record.game, parts.inbox)
        made = replace(made, awaited=awaited, keeps_reports=True)
        training = replace(training, board=training.board or AtDrillBoard(hand=hand))
    first, *others = made.places
    assert isinstance(first.seat, PlayerSeat), "the player sits first"
    here = replace(first.seat.dialogue.here, trains=True, has_board=training.board is not None)
    dialogue = replace(first.seat.dialogue, here=here)
    player = replace(first.seat, dialogue=dialogue)
    seat = TrainerSeat(player=player, training=training, help=help_, at=record.at)
    return replace(made, places=[TablePlace(seat=seat, voice=first.voice), *others])
