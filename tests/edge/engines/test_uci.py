"""The engine opponent at the board: an external program, the built-in engine, and the one taking over for the other."""

import contextlib
import os
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import pytest

from access_chess.edge import engines
from access_chess.edge.engines import uci
from access_chess.edge.engines.uci import BUILT_IN, UciEngine, examine, open_engine, open_named
from access_chess.laws.commands import OfferDraw, Resign, TakeBack
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import Game, new_game
from access_chess.laws.setup import Setup
from access_chess.phrased_error import PhrasedError
from access_chess.session.ports import Engine
from tests.support.engine_table import PATIENCE, EngineTable
from tests.support.programs_of_others import needed

STAND_IN = Path(__file__).parents[2] / "support" / "uci_stand_in.py"


def program(folder: Path, *arguments: str) -> Path:
    """The stand-in as a program of its own."""
    file = folder / "stand-in"
    file.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{STAND_IN}" {" ".join(arguments)}\n')
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return file


Lay = Callable[..., EngineTable]


@pytest.fixture
def table() -> Iterator[Lay]:
    with contextlib.ExitStack() as closing:

        def lay(engine: Callable[[int], Engine | None] | None, fen: str = chess.STARTING_FEN) -> EngineTable:
            return closing.enter_context(contextlib.closing(EngineTable(1, engine, fen)))

        yield lay


def has_plies(count: int) -> Callable[[Game], bool]:
    return lambda game: len(game.plies) == count and game.clock.running is chess.WHITE


def test_an_external_engine_plays(table: Lay, tmp_path: Path) -> None:
    path = str(program(tmp_path))
    at = table(lambda level: UciEngine((path,), level))
    at.play("e2e4")
    at.wait_for(has_plies(2))
    at.play("e4e5")
    at.wait_for(has_plies(4))
    assert [ply.move.uci() for ply in at.game.plies] == ["e2e4", "a7a5", "e4e5", "a5a4"]
    assert not at.troubles


def test_when_it_dies_the_built_in_one_takes_over(table: Lay, tmp_path: Path) -> None:
    path = str(program(tmp_path, "1"))
    at = table(lambda level: UciEngine((path,), level))
    at.play("e2e4")
    at.wait_for(has_plies(2))
    at.play("e4e5")
    at.wait_for(has_plies(4))
    assert len(at.troubles) == 1


def test_what_does_not_start_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "stockfish"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    for names in (("stockfish",), ("no such engine",)):
        with pytest.raises(PhrasedError, match="level_needs_stockfish"):
            open_engine(8, names=names)


@pytest.mark.parametrize("level", range(1, BUILT_IN + 1))
def test_levels_of_the_built_in_engine_need_no_other(level: int) -> None:
    assert open_engine(level) is None


def test_a_level_that_nobody_is_there_for_is_told_and_played_as_well_as_can_be(table: Lay) -> None:
    at = table(lambda level: open_engine(9, names=("no such engine",)))
    at.play("e2e4")
    at.wait_for(has_plies(2))
    (told,) = at.troubles
    assert isinstance(told, PhrasedError) and told.phrase == "level_needs_stockfish" and told.slots == {"level": 7}


def test_an_engine_that_is_named_plays_at_any_level(tmp_path: Path) -> None:
    engine = open_named((str(program(tmp_path)), "5"), 2)
    engine.close()
    assert engine.name == "Stand-in"
    with pytest.raises(PhrasedError, match="engine_does_not_answer") as caught:
        open_named(("no such engine", "--weights=x"), 9)
    assert caught.value.slots == {"name": "no such engine", "level": 7}


def test_an_engine_finds_programs_of_its_own_among_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Debian's gnuchessu calls gnuchess, which is on no path of root's."""
    program(tmp_path)
    caller = tmp_path / "caller"
    caller.write_text("#!/bin/sh\nexec stand-in\n")
    caller.chmod(0o755)
    monkeypatch.setenv("PATH", "/bin:/usr/bin")
    monkeypatch.setattr(engines, "EXTRA_PLACES", (str(tmp_path),))
    engine = open_named(("caller",), 5)
    engine.close()
    assert engine.name == "Stand-in"


@pytest.mark.parametrize(("level", "limited"), [(8, True), (10, False)])
def test_stockfish_is_told_how_strong_to_be(level: int, limited: bool) -> None:
    needed("stockfish")
    engine = open_engine(level)
    assert isinstance(engine, UciEngine)
    configured = engine._engine.protocol.config  # type: ignore[attr-defined]
    engine.close()
    assert bool(configured.get("UCI_LimitStrength")) is limited


def test_what_is_found_on_the_path_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    engine = open_engine(8, names=("stand-in",))
    assert engine is not None
    engine.close()
    assert engine.name == "Stand-in"


def test_the_doctor_looks_at_it() -> None:
    (diagnosis,) = examine()
    assert diagnosis.works


def test_thinking_holds_nothing_up_and_stops_for_a_take_back(table: Lay) -> None:
    thinking, stopped = threading.Event(), threading.Event()

    class Ponders:
        name, notes = "ponders", ()

        def move(self, game: Game, is_stopped: Callable[[], bool]) -> chess.Move:
            thinking.set()
            while not is_stopped():
                stopped.wait(0.001)
            stopped.set()
            return next(iter(game.board.legal_moves))

        def close(self) -> None: ...

    at = table(lambda level: Ponders())
    at.play("e2e4")
    assert thinking.wait(PATIENCE)
    at.give(TakeBack(color=chess.WHITE))
    at.wait_for(lambda game: not game.plies)
    assert stopped.wait(PATIENCE)
    assert not at.game.plies
    assert not at.troubles


@pytest.mark.parametrize(
    ("fen", "accepts"),
    [
        (chess.STARTING_FEN, False),
        ("k7/8/8/8/8/8/QQ6/K7 w - - 0 1", True),
        ("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 60", True),
    ],
    ids=["even at the start", "losing", "even after sixty moves"],
)
def test_a_draw_offer_is_answered_once(table: Lay, fen: str, accepts: bool) -> None:
    at = table(None, fen)
    at.give(OfferDraw(color=chess.WHITE))
    at.wait_for(lambda game: game.is_over if accepts else game.started and game.offer is None)
    at.give(Resign(color=chess.WHITE))


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script is the engine")
def test_engines_that_hang_are_given_up_and_killed_with_what_they_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two", "three", "four", "five", "six", "seven"):
        engine = tmp_path / name
        engine.write_text(f'#!/bin/sh\necho $$ >> "{tmp_path}/started"\nsleep 100\n')
        engine.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin:/bin")
    monkeypatch.setattr(uci, "ANSWER", 0.2)
    monkeypatch.setattr(uci, "ALL", 0.3)
    with pytest.raises(PhrasedError):
        open_engine(8, names=("one", "two", "three", "four", "five", "six", "seven"))
    started = [int(line) for line in (tmp_path / "started").read_text().split()]
    assert len(started) < 7
    for group in started:
        while any(fields[2] == str(group) and fields[0] != "Z" for fields in processes()):
            time.sleep(0.01)  # a killed process goes soon; one that was not killed keeps the test from ending


def processes() -> Iterator[list[str]]:
    """Each process of this machine: its state, parent, group and so on."""
    for stat_file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            yield stat_file.read_text().rpartition(") ")[2].split()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script is the engine")
def test_an_engine_that_does_not_answer_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deaf = tmp_path / "deaf"
    answers = {"uci": "id name Deaf\nuciok", "isready": "readyok"}
    cases = "".join(f"    {asked}) printf '{said}\\n';;\n" for asked, said in answers.items())
    deaf.write_text(f"#!/bin/sh\nwhile read line; do\n  case $line in\n{cases}  esac\ndone\n")
    deaf.chmod(0o755)
    monkeypatch.setattr(uci, "ANSWER", 4.0)
    engine = UciEngine((str(deaf),), 1)
    game = new_game(GameSetUp(setup=Setup()))
    with pytest.raises(PhrasedError, match="engine_silent name='Deaf'"):
        engine.move(game, lambda: False)
    engine.close()
