"""The arrows between the rooms: import-linter's contracts in pyproject.toml, and what they cannot say."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "access_chess"

#: who joins practice to a game; nobody else may import these rooms
JOINS_PRACTICE = {
    "wiring/practice.py", "wiring/training.py", "wiring/lessons.py", "wiring/lesson_view.py", "play/trainer.py",
    "play/training.py", "play/at_controller.py", "play/at_drill_board.py", "wiring/sitting.py", "wiring/teacher.py",
    "wiring/examiner.py",
}  # fmt: skip
PRACTICE_ROOMS = {
    f"access_chess.play.{room}"
    for room in (
        "engine",
        "practising",
        "trainer",
        "training",
        "drill_answers",
        "heard_graph",
        "lessons",
        "at_controller",
        "at_drill_board",
    )
}


@cache
def imported(path: Path) -> set[str]:
    """Every module that a file imports, dotted."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def test_the_contracts_of_the_rooms_are_kept() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    run = subprocess.run([*command, "--no-cache"], capture_output=True, text=True, cwd=ROOT, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_nothing_imports_the_data_folders() -> None:
    for path in PACKAGE.rglob("*.py"):
        roots = {name.split(".")[0] for name in imported(path)}
        assert not roots & {"hardware", "voices", "tests"}, path


def test_the_edge_is_rooms() -> None:
    """A file of the edge stands in the room of its kind, or is the room; all may find something, as a `diagnosis`."""
    rooms = {"controllers.py", "screen_reader.py", "sdl.py", "translating.py"}
    assert {path.name for path in (PACKAGE / "edge").glob("*.py")} == {"__init__.py", "diagnosis.py", *rooms}


def importers(*rooms: str) -> set[str]:
    """The files that import one of these rooms or libraries, or something in it."""
    return {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if any(f"{name}.".startswith(f"{room}.") for name in imported(path) for room in rooms)
    }


def test_halls_that_are_one_are_joined_in_one_place() -> None:
    """Without a ledger neither they nor the brokers' library are loaded; pages, a floor below, name them in types."""
    assert all(name.startswith("hall/cluster/") for name in importers("nats"))
    users = importers("access_chess.hall.cluster")
    assert {name for name in users if not name.startswith("hall/cluster/")} == {
        "wiring/shared_hall.py", "hall/web/app.py", "hall/web/hall.py",
    }  # fmt: skip


def test_only_tables_of_practice_join_practice() -> None:
    """Engine and hints are absent from the other profiles, not switched off."""
    assert importers(*PRACTICE_ROOMS) == JOINS_PRACTICE


def test_only_commands_of_practice_join_the_rooms_of_practising() -> None:
    """Drills, reviews and their file are in rooms of their own, which `play` in a tournament never imports."""
    joining = ("sitting", "trainings", "teacher", "examiner")
    users = importers("access_chess.edge.practising", *(f"access_chess.wiring.{room}" for room in joining))
    outside = {name for name in users if "/practising/" not in name}
    assert outside == {f"wiring/{room}.py" for room in (*joining, "lessons", "playing", "serving")} | {
        f"command_line/{name}.py" for name in ("train", "puzzles", "play")
    }
