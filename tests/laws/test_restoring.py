"""What a move leaves for the case that it is taken back: when it was made, what was written, what hands did."""

from datetime import timedelta

import chess
import pytest

from access_chess.laws import commands
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Command
from access_chess.laws.decide import advance, set_up
from access_chess.laws.events import Event, Refusal, Refused
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Player, Setup
from access_chess.laws.time_control import parse_time_control

W, B = chess.WHITE, chess.BLACK
E4, NF3 = chess.Move.from_uci("e2e4"), chess.Move.from_uci("g1f3")
CASTLING = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
PROMOTION = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def after(*given: tuple[float, Command], setup: Setup) -> tuple[Game, tuple[Event, ...]]:
    """The game, begun at 0, after these commands at these seconds, and the events of the last of them."""
    game, events = advance(replay(set_up(setup)), commands.StartClock(), at=seconds(0))
    for at, command in given:
        game, events = advance(game, command, at=seconds(at))
    return game, events


def refusals(events: tuple[Event, ...]) -> list[Refusal]:
    return [event.reason for event in events if isinstance(event, Refused)]


@pytest.mark.parametrize(
    ("fen", "command"),
    [
        (CASTLING, commands.TouchPieces(color=B, squares=(chess.E8,))),
        (CASTLING, commands.AdjustPieces(color=B)),
        (CASTLING, commands.LiftPiece(color=B, square=chess.E8)),
        (CASTLING, commands.RemovePiece(color=B, square=chess.H1)),
        (CASTLING, commands.PlacePiece(color=B, square=chess.E7)),
        (CASTLING, commands.ReleasePiece(color=B, square=chess.E7)),
        (CASTLING, commands.PlayIllegalMove(color=B, move=chess.Move.from_uci("e8e6"))),
        (PROMOTION, commands.ChoosePromotion(color=B, piece_type=chess.QUEEN)),
    ],
    ids=lambda value: "" if isinstance(value, str) else type(value).__name__,
)
def test_1_1_no_hand_acts_while_the_other_has_the_move(fen: str, command: Command) -> None:
    setup = Setup(fen=fen, arbiter=ArbiterMode.HUMAN)
    before, _ = after(setup=setup)
    game, _ = after((1, command), setup=setup)
    assert (game.hand, game.board) == (before.hand, before.board)


def test_6_12_no_hand_acts_while_the_clocks_stand() -> None:
    setup = Setup(fen=CASTLING, arbiter=ArbiterMode.HUMAN, players=ByColor(Player(is_blind=True), Player()))
    lifted = (1.0, commands.LiftPiece(color=W, square=chess.E1))
    stopped = (2.0, commands.StopClocks(reason=commands.StopReason.ARBITER))
    before, _ = after(lifted, stopped, setup=setup)
    game, events = after(lifted, stopped, (3, commands.PlacePiece(color=W, square=chess.E2)), setup=setup)
    assert (game.hand, refusals(events)) == (before.hand, [Refusal.CLOCKS_STOPPED])


def test_e_2_3_a_blind_players_move_counts_from_when_it_was_announced() -> None:
    """Put down is not yet executed, so that the time until it is said is the mover's."""
    setup = Setup(time=parse_time_control("300"), players=ByColor(Player(is_blind=True), Player()))
    game, _ = after(
        (1, commands.LiftPiece(color=W, square=chess.E2)),
        (10, commands.PlacePiece(color=W, square=chess.E4)),
        (12, commands.AnnounceMove(color=W, text="e4", move=E4)),
        setup=setup,
    )
    clock = game.plies[-1].clock
    assert clock is not None and clock.remaining(W, seconds(99)) == seconds(288)


def test_7_4_a_an_illegal_move_counts_from_when_it_was_let_go() -> None:
    setup = Setup(time=parse_time_control("300"), arbiter=ArbiterMode.HUMAN)
    game, _ = after(
        (10, commands.PlayIllegalMove(color=W, move=chess.Move.from_uci("e2e5"))),
        (12, commands.PressClock(color=W)),
        setup=setup,
    )
    clock = game.plies[-1].clock
    assert clock is not None and clock.remaining(W, seconds(99)) == seconds(290)


def test_8_5_what_was_not_written_of_moves_that_are_taken_back_need_not_be() -> None:
    setup = Setup(arbiter=ArbiterMode.HUMAN)
    unwritten = commands.PlayMove(color=W, move=E4, written=False)
    illegal = commands.PlayIllegalMove(color=B, move=chess.Move.from_uci("e7e4"))
    given: list[tuple[float, Command]] = [
        (1, unwritten),
        (2, commands.PressClock(color=W)),
        (3, illegal),
        (4, commands.PressClock(color=B)),
        (5, commands.PlayMove(color=W, move=NF3, written=False)),
    ]
    game, _ = after(*given, setup=setup)
    assert game.gaps == ByColor((0, 2), ())
    game, _ = after(*given, (6, commands.FindIllegalMove(number=1, color=B)), setup=setup)
    assert (game.gaps, game.written) == (ByColor((0,), ()), ByColor(0, 0))


def test_12_2_the_playing_area_may_be_left_and_the_venue_only_with_leave() -> None:
    setup = Setup(time=parse_time_control("5400"))
    assert refusals(after((1, commands.Leave(color=B)), setup=setup)[1]) == []
    assert refusals(after((1, commands.Leave(color=B, venue=True)), setup=setup)[1]) == [Refusal.NEEDS_LEAVE]


def test_12_2_who_has_come_back_is_there_and_needs_leave_anew() -> None:
    setup = Setup(time=parse_time_control("5400"))
    given: list[tuple[float, Command]] = [(1, commands.GrantLeave(color=W)), (2, commands.Leave(color=W))]
    game, _ = after(*given, setup=setup)
    assert (game.away, game.leave) == (ByColor(True, False), ByColor(True, False))
    game, _ = after(*given, (3, commands.Return(color=W)), setup=setup)
    assert (game.away, game.leave) == (ByColor(False, False), ByColor(False, False))
    _, events = after(*given, (3, commands.Return(color=W)), (4, commands.Leave(color=W)), setup=setup)
    assert refusals(events) == [Refusal.HAS_THE_MOVE]


def test_4_2_of_two_pieces_lifted_to_be_adjusted_the_latter_is_moved() -> None:
    """The first one is still being adjusted, and binds nobody."""
    setup = Setup(players=ByColor(Player(is_blind=True), Player()))
    game, events = after(
        (1, commands.AdjustPieces(color=W)),
        (2, commands.LiftPiece(color=W, square=chess.D2)),
        (3, commands.LiftPiece(color=W, square=chess.E2)),
        (4, commands.PlacePiece(color=W, square=chess.E4)),
        setup=setup,
    )
    assert (game.hand.touches, game.hand.released) == ((chess.E2,), E4)
    assert refusals(events) == []
