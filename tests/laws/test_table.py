"""The table of commands and phases: whole, told truly to people, and obeyed by `decide`."""

import importlib
import pkgutil
from datetime import timedelta
from pathlib import Path
from types import ModuleType
from typing import cast, get_args

import chess
import msgspec
import pytest

from access_chess import laws
from access_chess.laws import commands, events
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Author, Command, PressClock, StartClock, StopReason
from access_chess.laws.commands.base import ByArbiter, ByPlayer, Given
from access_chess.laws.decide import CLOCK_ALONE, ELSEWHERE, GAME, Table, advance, set_up
from access_chess.laws.events import Event, Refusal, Refused
from access_chess.laws.events.reasons import Timed, Untimed
from access_chess.laws.evolve import CHANGES, UNCHANGING, replay
from access_chess.laws.game import Game, Phase
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control

W, B = chess.WHITE, chess.BLACK
PHASES_TEXT = Path(laws.__file__).parent / "phases.md"
ALL_COMMANDS = set(get_args(Command))


def subclasses(kind: type) -> set[type]:
    found: set[type] = set(kind.__subclasses__())
    return found.union(*(subclasses(each) for each in found))


def test_every_command_has_its_row() -> None:
    """Time has none: it passes before anything is answered."""
    assert ALL_COMMANDS - set(GAME) == {commands.TimePassed, commands.FollowServer}
    assert set(GAME) | set(CLOCK_ALONE) | set(ELSEWHERE) == ALL_COMMANDS - {commands.TimePassed}


def test_no_command_is_ever_out_of_place_while_a_move_is_thought_about() -> None:
    """What a player does in these phases is in place or has a reason of its own; `why_out_of_place` relies on it."""
    playing = {Phase.THINKING, Phase.TOUCHED, Phase.RELEASED, Phase.MADE}
    assert all(playing <= set(row.phases) for table in (GAME, CLOCK_ALONE, ELSEWHERE) for row in table.values())


def defined_in(package: ModuleType) -> dict[str, type]:
    """The public classes of a package's files, by their names, but what others are made from."""
    files = [
        importlib.import_module(f"{package.__name__}.{each.name}") for each in pkgutil.iter_modules(package.__path__)
    ]
    classes = [each for file in files for each in vars(file).values() if isinstance(each, type)]
    own = [each for each in classes if each.__module__.startswith(f"{package.__name__}.")]
    return {each.__name__: each for each in own if not each.__name__.startswith("_")}


@pytest.mark.parametrize(
    ("package", "union", "bases"),
    [
        (commands, get_args(Command), {Given, ByPlayer, ByArbiter, Author}),
        (events, get_args(Event), {Untimed, Timed}),
    ],
    ids=["commands", "events"],
)
def test_one_list_of_commands_and_of_events(package: ModuleType, union: tuple[type, ...], bases: set[type]) -> None:
    """What is defined, what the union names and what the package gives away are the same."""
    defined = defined_in(package)
    structs = {each for each in defined.values() if issubclass(each, msgspec.Struct)}
    assert structs - bases == set(union)
    assert len(union) == len(set(union))
    assert {name: vars(package).get(name) for name in defined} == defined
    tagged = {each for base in bases - {Author} for each in subclasses(base)} - bases
    assert {each for each in tagged if each.__module__.startswith("access_chess.")} == set(union)


def test_every_event_changes_the_game_or_says_why_not() -> None:
    assert set(CHANGES) | set(UNCHANGING) == set(get_args(Event))
    assert not set(CHANGES) & set(UNCHANGING)
    assert all(why.endswith(".") for why in UNCHANGING.values())


def as_text(table: Table) -> str:
    """The table for people: for each set of phases the commands that are in place then, in the order of the table."""
    groups: dict[tuple[Phase, ...], list[str]] = {}
    for kind, row in table.items():
        groups.setdefault(row.phases, []).append(kind.__name__)
    return "\n".join(f"- {_when(phases)}: {', '.join(names)}." for phases, names in groups.items()) + "\n"


def _when(phases: tuple[Phase, ...]) -> str:
    lacking = [phase.value for phase in Phase if phase not in phases]
    return f"In every phase but {', '.join(lacking)}" if lacking else "In every phase"


def test_every_refusal_is_given_somewhere() -> None:
    rules = "".join(file.read_text(encoding="utf-8") for file in Path(laws.__file__).parent.rglob("*.py"))
    assert [reason.name for reason in Refusal if f"Refusal.{reason.name}" not in rules] == []


def test_the_text_for_people_is_the_table() -> None:
    text = PHASES_TEXT.read_text(encoding="utf-8")
    for heading, table in (("A game", GAME), ("The clock alone", CLOCK_ALONE), ("On a server", ELSEWHERE)):
        section = text.partition(f"## {heading}\n\n")[2].partition("\n## ")[0]
        assert section.strip() == as_text(table).strip(), f"{PHASES_TEXT.name}, section {heading!r}, is to be:"
    assert all(f"**{phase.value}**" in text for phase in Phase)


def answered(game: Game, *asked: Command) -> Game:
    for command in asked:
        game, said = advance(game, command, at=timedelta(seconds=1))
        assert not any(isinstance(event, Refused) for event in said), said
    return game


def in_phase(phase: Phase) -> Game:
    """A game that stands in this phase."""
    fen = chess.STARTING_FEN if phase is not Phase.RELEASED else "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"  # castling
    waiting = replay(set_up(Setup(fen=fen, time=parse_time_control("600"))))
    if phase is Phase.WAITING:
        return waiting
    thinking = answered(waiting, StartClock())
    pawn = commands.TouchPieces(color=W, squares=(chess.E2,))
    e4 = chess.Move.from_uci("e2e4")
    sealed = commands.SealMove(color=W, text="e4", moves=(e4,))
    ways: dict[Phase, tuple[Command, ...]] = {
        Phase.THINKING: (),
        Phase.TOUCHED: (pawn,),
        Phase.RELEASED: (
            commands.TouchPieces(color=W, squares=(chess.E1,)),
            commands.ReleasePiece(color=W, square=chess.G1),
        ),
        Phase.MADE: (pawn, commands.ReleasePiece(color=W, square=chess.E4)),
        Phase.STOPPED: (commands.StopClocks(reason=StopReason.ARBITER),),
        Phase.ADJOURNED: (commands.Adjourn(), sealed, commands.StopClocks(reason=StopReason.SEALED, color=W)),
        Phase.FINISHED: (commands.Resign(color=W),),
    }
    return answered(thinking, *ways[phase])


@pytest.mark.parametrize("phase", Phase)
def test_what_is_out_of_place_is_refused_and_changes_nothing(phase: Phase) -> None:
    """Every command whose row does not name the phase, by all who may give it, with the reason of the phase."""
    game = in_phase(phase)
    assert game.phase is phase
    reasons = {
        Phase.WAITING: Refusal.NOT_STARTED,
        Phase.ADJOURNED: Refusal.ADJOURNED,
        Phase.FINISHED: Refusal.GAME_OVER,
    }
    for kind, row in GAME.items():
        if phase not in row.phases:
            after, said = advance(game, example(kind), at=timedelta(seconds=1))
            assert after is game
            assert [event.reason for event in said if isinstance(event, Refused)] == [reasons[phase]], kind


def example(kind: type) -> Command:
    """Some command of this kind."""
    move = chess.Move.from_uci("e2e4")
    values: dict[str, object] = {
        "color": W, "squares": (chess.E2,), "square": chess.E2, "piece_type": chess.QUEEN, "move": move, "text": "e4",
        "moves": 1 if kind is commands.SetMoveCounter else (move,), "question": commands.Question.TIMES,
        "reason": "arbiter", "ground": commands.DrawGround.FIFTY, "noted": ByColor(None, None), "number": 1,
        "scores": ByColor((), ()), "time": timedelta(), "kind": commands.PenaltyKind.WARNING, "upheld": True,
        "verdict": commands.Verdict.ACCEPT, "result": commands.Result.DRAW,
    }  # fmt: skip
    if kind is commands.ClaimQuickplay:
        values["ground"] = commands.QuickplayGround.MEANS
    if kind is commands.Tell:
        values["author"] = commands.PROGRAM
    fields = [field.name for field in msgspec.structs.fields(kind)]
    return cast(Command, kind(**{name: value for name, value in values.items() if name in fields}))


def test_what_a_clock_alone_does_not_know_is_refused() -> None:
    game = replay(set_up(Setup(is_clock_alone=True, time=parse_time_control("600"))))
    for kind in set(GAME) - set(CLOCK_ALONE):
        after, said = advance(game, example(kind), at=timedelta(seconds=1))
        assert after is game
        assert [event.reason for event in said if isinstance(event, Refused)] == [Refusal.NOT_IN_THIS_GAME], kind
    assert advance(game, PressClock(color=B), at=timedelta())[0].clock.running is W
