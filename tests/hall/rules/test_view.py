"""Who may learn of what: every event in one row, and no public view tells anything else."""

import random
from datetime import timedelta
from typing import get_args

import chess
import msgspec
import pytest

from access_chess.hall.rules.view import (
    PUBLICATION,
    BoardView,
    Publication,
    PublicPhase,
    publication_of,
    view_after,
    view_of,
)
from access_chess.laws import commands
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.commands import Command, DrawGround, PlayMove, StartClock
from access_chess.laws.decide import decide
from access_chess.laws.events import Event, GameSetUp
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game, new_game
from access_chess.laws.setup import ArbiterMode, Duty, Player, Setup
from access_chess.laws.time_control import parse_time_control

SECRET = "sealed-and-secret"


def test_every_type_of_event_stands_in_exactly_one_row() -> None:
    """A row is a key of one table, so it cannot stand in two; a new event has to be thought about here."""
    assert set(PUBLICATION) == set(get_args(Event))


def test_rows_that_hang_on_each_other_are_not_split() -> None:
    by_row = {row: {event.__name__ for event, of in PUBLICATION.items() if of is row} for row in Publication}
    assert by_row[Publication.SEALED] == {"MoveSealed"}
    assert not {name for name in by_row[Publication.PUBLIC] if name.startswith(("Draw", "Claim", "Appeal", "Refused"))}
    assert {name for name in by_row[Publication.ONE] if name.startswith("Piece")} >= {"PiecesTouched", "PieceLifted"}


def play(game: Game, view: BoardView, command: Command, at: timedelta) -> tuple[Game, BoardView, list[Event]]:
    events = decide(game, command, at=at)
    for event in events:
        game = evolve(game, event)
        view = view_after(view, event, game, at)
    return game, view, list(events)


def private_acts(game: Game, chance: random.Random) -> list[Command]:
    """What is nobody's business but the players' and the arbiter's."""
    color = chance.choice(chess.COLORS)
    return [
        commands.OfferDraw(color=color),
        commands.DeclineDraw(color=color),
        commands.Ask(color=color, question=commands.Question.MOVES),
        commands.AdjustPieces(color=color, squares=()),
        commands.ClaimDraw(color=color, ground=DrawGround.THREEFOLD),
        commands.SealMove(color=color, text=SECRET, moves=()),
        *(commands.WriteMove(color=color, move=move) for move in list(game.board.legal_moves)[:1]),
        commands.Leave(color=color),
        commands.Return(color=color),
    ]


@pytest.mark.parametrize("seed", range(20))
def test_a_public_view_changes_only_by_what_is_public(seed: int) -> None:
    """Random games full of private acts: what the public sees is what it saw after the last public event."""
    chance = random.Random(seed)
    players = both(Player(name="Anna", is_blind=True, assistant=tuple(Duty)))
    setup = Setup(
        time=parse_time_control("300+2"), players=players, presses_for=both(True), arbiter=ArbiterMode.PROGRAM
    )
    game, at = new_game(GameSetUp(setup=setup)), timedelta()
    view = view_of(game, at)
    game, view, _ = play(game, view, StartClock(), at)
    private = 0
    for _ in range(60):
        at += timedelta(seconds=chance.random())
        before = view
        moves = list(game.board.legal_moves)
        if moves and chance.random() < 0.5:
            command: Command = PlayMove(color=game.turn, move=chance.choice(moves))
        else:
            command = chance.choice(private_acts(game, chance))
        game, view, events = play(game, view, command, at)
        if all(publication_of(event) is not Publication.PUBLIC for event in events):
            assert view is before
            private += bool(events)
        assert SECRET not in repr(view)
    assert private > 5


def test_a_sealed_move_is_not_to_be_seen() -> None:
    """That a game is being adjourned is known; the sealed move changes nothing that anybody sees."""
    game = new_game(GameSetUp(setup=Setup(time=parse_time_control("300+2"))))
    game, view, _ = play(game, view_of(game, timedelta()), StartClock(), timedelta())
    game, view, _ = play(game, view, commands.Adjourn(resumption=SECRET), timedelta(seconds=1))
    before = view
    seal = commands.SealMove(color=chess.WHITE, text="e2-e4", moves=(chess.Move.from_uci("e2e4"),))
    game, view, events = play(game, view, seal, timedelta(seconds=2))
    assert [type(event).__name__ for event in events] == ["MoveSealed"]
    assert view is before
    assert SECRET not in repr(view)


def test_a_view_has_these_fields_and_no_others() -> None:
    """A field more is a decision about who may know it."""
    names = {field.name for field in msgspec.structs.fields(BoardView)}
    assert names == {"men", "turn", "last", "check", "move_number", "plies", "phase", "clock", "result", "names"}


def test_hands_do_not_show() -> None:
    setup = Setup(time=parse_time_control("300+2"), arbiter=ArbiterMode.PROGRAM)
    game = new_game(GameSetUp(setup=setup))
    game, view, _ = play(game, view_of(game, timedelta()), StartClock(), timedelta())
    game, view, _ = play(game, view, commands.TouchPieces(color=chess.WHITE, squares=(chess.E2,)), timedelta(seconds=1))
    assert view.phase is view_of(game, timedelta(seconds=1)).phase is PublicPhase.PLAYING


def test_the_clock_of_a_view_is_that_of_its_instant() -> None:
    setup = Setup(time=parse_time_control("300+2"))
    game = new_game(GameSetUp(setup=setup))
    for event in decide(game, StartClock(), at=timedelta()):
        game = evolve(game, event)
    clock = view_of(game, timedelta(seconds=10)).clock
    assert clock is not None
    assert (clock.white, clock.black, clock.runs) == (timedelta(seconds=292), timedelta(seconds=302), chess.WHITE)


def test_names_are_shown_where_they_may_be() -> None:
    game = new_game(GameSetUp(setup=Setup(players=ByColor(Player(name="Anna"), Player(name="Boris")))))
    assert view_of(game, timedelta()).names == ByColor("Anna", "Boris")
    hidden = view_of(game, timedelta(), with_names=False)
    assert hidden.names == ByColor("", "")
    for event in decide(game, StartClock(), at=timedelta()):
        game = evolve(game, event)
        hidden = view_after(hidden, event, game, timedelta())
    assert hidden.names == ByColor("", "")
    assert hidden.phase is PublicPhase.PLAYING
