"""Imports point inwards: the pure core knows nothing of files, sound and devices."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "access_chess"

MAY_IMPORT: dict[str, set[str]] = {
    "laws": set(),
    "stories": {"laws"},
    "notation": {"laws"},
    "board": {"laws", "notation"},
    "practice": {"laws", "notation"},
    "speech": {"laws", "notation"},
    "requests": {"laws", "notation", "speech", "edge"},
    "listening": {"laws", "notation", "speech", "requests", "profile"},
    "recognition": {"laws", "notation", "speech", "requests", "profile", "listening"},
}
IO_MODULES = {
    "os", "io", "pathlib", "socket", "sqlite3", "subprocess", "threading", "time", "serial", "pygame", "pyttsx3",
    "speech_recognition", "pocketsphinx", "asyncio", "click", "platformdirs", "random", "select", "sys",
}  # fmt: skip


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


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_pure_folders_import_only_inwards(folder: str) -> None:
    allowed = MAY_IMPORT[folder] | {folder}
    for path in (PACKAGE / folder).rglob("*.py"):
        ours = {name.split(".")[1] for name in imported(path) if name.startswith("access_chess.")}
        assert ours <= allowed, f"{path.relative_to(PACKAGE)} imports {sorted(ours - allowed)}"


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_pure_folders_do_no_io(folder: str) -> None:
    for path in (PACKAGE / folder).rglob("*.py"):
        opened = {name.split(".")[0] for name in imported(path)} & IO_MODULES
        assert not opened, f"{path.relative_to(PACKAGE)} imports {sorted(opened)}"


def test_nothing_imports_the_data_folders() -> None:
    for path in PACKAGE.rglob("*.py"):
        roots = {name.split(".")[0] for name in imported(path)}
        assert not roots & {"hardware", "voices", "tests"}, path


def test_the_tournament_profile_never_sees_practice() -> None:
    """Engine and hints are absent there, not switched off: only files named for practice import them."""
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if path.parent.name != "practice" and any(name.startswith("access_chess.practice") for name in imported(path))
    }
    assert users == {"session/practice_console.py", "session/engine_opponent.py"}
