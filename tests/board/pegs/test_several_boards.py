"""When the clocks wait for a board, and when a board may not set them going."""

import chess
import pytest

from access_chess.board.pegs.players_board import Help, PlayersBoard
from access_chess.board.pegs.playing import clock_command
from access_chess.laws.commands import Command, Resign, Resume, StartClock, StopClocks, StopReason
from tests.support.table import Table

RIGHT = PlayersBoard(is_connected=True)
COMPARED = PlayersBoard(is_connected=True, help=Help.COMPARING)
KNOCKED = PlayersBoard(is_connected=True, help=Help.KNOCKED)
AWAY = PlayersBoard(is_connected=False)
STOP = StopClocks(reason=StopReason.BOARD)
BY_ARBITER = StopClocks(reason=StopReason.ARBITER)


@pytest.mark.parametrize(
    ("boards", "done", "command"),
    [
        pytest.param([RIGHT], [], None, id="all is well"),
        pytest.param([AWAY], [], STOP, id="not heard"),
        pytest.param([RIGHT, COMPARED], [], STOP, id="one of two is being compared"),
        pytest.param([KNOCKED], [], None, id="7.3 what was knocked over is put up on a player's own time"),
        pytest.param([AWAY], [STOP], None, id="they stand already"),
        pytest.param([AWAY], [BY_ARBITER], None, id="the arbiter has stopped them"),
        pytest.param([RIGHT], [STOP], Resume(), id="found again"),
        pytest.param([RIGHT], [BY_ARBITER], None, id="who stopped them sets them going"),
        pytest.param([AWAY], [Resign(color=chess.WHITE)], None, id="the game is over"),
        pytest.param([RIGHT], [STOP, Resign(color=chess.WHITE)], None, id="found again after the game"),
    ],
)
def test_6_12_the_clocks_stand_while_a_board_is_not_known(
    boards: list[PlayersBoard], done: list[Command], command: Command | None
) -> None:
    table = Table()
    for each in done:
        table.command(each)
    assert clock_command(boards, table.game) == command


def test_a_game_begins_when_all_boards_are_right() -> None:
    table = Table(occupied=0)
    assert not table.game.started
    assert clock_command([RIGHT, AWAY], table.game) is None
    assert clock_command([RIGHT, RIGHT], table.game) == StartClock()
