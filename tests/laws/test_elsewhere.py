"""A game that a server rules: here it stands as it stands there, and ends by what is known there."""

from datetime import timedelta
from typing import Any

import chess
import pytest
from msgspec.structs import replace

from access_chess.laws import commands
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import FollowServer, ServerEnding
from access_chess.laws.decide import advance, set_up
from access_chess.laws.events import ClockStarted, Event, GameEnded, MovesTakenBack, TimeSet
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control

W, B = chess.WHITE, chess.BLACK
SERVED = Setup(is_elsewhere=True, time=parse_time_control("300+2"))
STALEMATE, BARE = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "8/8/3k4/8/8/3K4/8/8 w - - 0 1"
FIFTY = "8/8/3k4/8/8/3K4/5R2/8 w - - {} 80"
THRICE = ("g1f3", "g8f6", "f3g1", "f6g8") * 2


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def followed(*given: dict[str, Any], setup: Setup = SERVED, at: float = 0) -> tuple[Game, tuple[Event, ...]]:
    """The game after what the server has told, one after the other, and the events of the last."""
    game, events = replay(set_up(setup)), tuple[Event, ...]()
    for each in given:
        game, events = advance(game, FollowServer(**each), at=seconds(at))
    return game, events


def moves(game: Game) -> list[str]:
    return [ply.move.uci() for ply in game.plies]


@pytest.mark.parametrize(
    ("given", "stand"),
    [
        pytest.param([{"moves": ("e2e4", "e7e5")}], ["e2e4", "e7e5"], id="both moves at once"),
        pytest.param([{"moves": ("e2e4",)}, {"moves": ("e2e4", "e7e5")}], ["e2e4", "e7e5"], id="one more"),
        pytest.param([{"moves": ("e2e4", "e7e5")}, {"moves": ("e2e4",)}], ["e2e4"], id="taken back there"),
        pytest.param([{"moves": ("e2e4", "e7e5")}, {"moves": ("d2d4", "d7d5")}], ["d2d4", "d7d5"], id="all others"),
        pytest.param([{"moves": ("e2e4", "e2e4", "e7e5")}], ["e2e4"], id="up to one that is none"),
        pytest.param([{"moves": ("e2e4", "nonsense")}], ["e2e4"], id="up to one that cannot be read"),
    ],
)
def test_the_moves_are_those_of_the_server(given: list[dict[str, Any]], stand: list[str]) -> None:
    game, _ = followed(*given)
    assert moves(game) == stand
    assert (game.completed.white + game.completed.black, game.clock.running) == (len(stand), len(stand) % 2 == 0)


@pytest.mark.parametrize("castling", ["e1g1", "e1h1"])
def test_castling_is_read_to_the_kings_square_and_to_the_rooks(castling: str) -> None:
    setup = replace(SERVED, fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    game, _ = followed({"moves": (castling,)}, setup=setup)
    assert game.board.board_fen() == "4k3/8/8/8/8/8/8/5RK1"


@pytest.mark.parametrize(
    ("told", "stand"),
    [
        pytest.param({"sender": W}, ["e2e4"], id="on its way"),
        pytest.param({"sender": W, "is_settled": True}, [], id="it never arrived"),
        pytest.param({"sender": B}, [], id="the opponent's"),
        pytest.param({}, [], id="nobody's"),
        pytest.param({"sender": W, "moves": ("d2d4",)}, ["d2d4"], id="another was made there"),
    ],
)
def test_a_move_on_its_way_to_the_server_stands(told: dict[str, Any], stand: list[str]) -> None:
    game, _ = followed({})
    game, _ = advance(game, commands.PlayMove(color=W, move=chess.Move.from_uci("e2e4")), at=seconds(1))
    game, events = advance(game, FollowServer(**told), at=seconds(2))
    assert moves(game) == stand
    assert any(isinstance(event, MovesTakenBack) for event in events) is (stand != ["e2e4"])


def test_while_a_move_is_on_its_way_neither_clocks_nor_offer_are_followed() -> None:
    game, _ = followed({"offer": B})
    game, _ = advance(game, commands.PlayMove(color=W, move=chess.Move.from_uci("e2e4")), at=seconds(1))
    told = FollowServer(sender=W, times=ByColor(seconds(9), seconds(9)), offer=W)
    after, events = advance(game, told, at=seconds(2))
    assert (after, events) == (game, ())
    ended, _ = advance(game, FollowServer(sender=W, outcome=ServerEnding.ABORTED), at=seconds(2))
    assert ended.end is not None


@pytest.mark.parametrize(("told", "is_set"), [(200, True), (299.9, True), (299.91, False), (300, False), (301, True)])
def test_a_display_is_set_where_it_differs_visibly(told: float, is_set: bool) -> None:
    setup = replace(SERVED, time=parse_time_control("300"))
    _, events = followed({}, {"times": ByColor(seconds(told), seconds(300))}, setup=setup)
    assert [event.time for event in events if isinstance(event, TimeSet)] == ([seconds(told)] if is_set else [])


def test_without_a_clock_there_is_none_to_set() -> None:
    assert followed({"times": ByColor(seconds(1), seconds(2))}, setup=Setup(is_elsewhere=True))[0].clock.control is None


def test_the_first_word_of_the_server_starts_the_game_and_only_that() -> None:
    game, events = followed({})
    assert game.started and [event.color for event in events if isinstance(event, ClockStarted)] == [W]
    assert followed({}, {})[1] == ()
    assert advance(game, commands.StartClock(), at=seconds(1)) == (game, ())


@pytest.mark.parametrize(
    ("before", "told", "stands", "named"),
    [
        (None, W, W, ["DrawOffered"]),
        (W, W, W, []),
        (W, None, None, ["DrawDeclined"]),
        (W, B, B, ["DrawDeclined", "DrawOffered"]),
        (None, None, None, []),
    ],
)
def test_9_1_the_offer_is_that_of_the_server(
    before: chess.Color | None, told: chess.Color | None, stands: chess.Color | None, named: list[str]
) -> None:
    game, events = followed({"offer": before}, {"offer": told})
    assert (game.offer, [type(event).__name__ for event in events]) == (stands, named)


@pytest.mark.parametrize(
    ("outcome", "winner", "result", "ending", "turns_on"),
    [
        (ServerEnding.MATE, W, "1-0", "mate", B),
        (ServerEnding.RESIGNED, B, "0-1", "resignation", W),
        (ServerEnding.LEFT, W, "1-0", "left", B),
        (ServerEnding.OUT_OF_TIME, B, "0-1", "flag", W),
        (ServerEnding.OTHER, W, "1-0", "elsewhere", B),
        (ServerEnding.OUT_OF_TIME, None, "1/2-1/2", "flag_draw", W),
        (ServerEnding.DRAWN, None, "1/2-1/2", "elsewhere", None),
        (ServerEnding.ABORTED, None, "annulled", "elsewhere", None),
        (ServerEnding.ABORTED, W, "annulled", "elsewhere", None),
        (ServerEnding.OTHER, None, "annulled", "elsewhere", None),
    ],
)
def test_a_game_ends_as_the_server_says(
    outcome: ServerEnding, winner: chess.Color | None, result: str, ending: str, turns_on: chess.Color | None
) -> None:
    game, events = followed({}, {"outcome": outcome, "winner": winner})
    (ended,) = [event for event in events if isinstance(event, GameEnded)]
    assert (ended.result.value, ended.ending.value, ended.color) == (result, ending, turns_on)
    assert advance(game, FollowServer(moves=("e2e4",)), at=seconds(9)) == (game, ()), "it stays ended"


@pytest.mark.parametrize(
    ("fen", "made", "offer", "ending"),
    [
        pytest.param(chess.STARTING_FEN, (), W, "agreement", id="9.1 one was offered"),
        pytest.param(STALEMATE, (), None, "stalemate", id="5.2.a"),
        pytest.param(BARE, (), None, "dead_position", id="5.2.b"),
        pytest.param(chess.STARTING_FEN, THRICE, None, "threefold", id="9.2 the third time"),
        pytest.param(chess.STARTING_FEN, THRICE[:-1], None, "elsewhere", id="9.2 not yet"),
        pytest.param(FIFTY.format(100), (), None, "fifty", id="9.3"),
        pytest.param(FIFTY.format(99), (), None, "elsewhere", id="9.3 not yet"),
    ],
)
def test_why_a_game_is_drawn_shows_in_the_game(
    fen: str, made: tuple[str, ...], offer: chess.Color | None, ending: str
) -> None:
    game, _ = followed(
        {"moves": made, "offer": offer}, {"moves": made, "outcome": ServerEnding.DRAWN}, setup=replace(SERVED, fen=fen)
    )
    assert game.end is not None and (game.end.result.value, game.end.ending.value) == ("1/2-1/2", ending)
