"""How big the house is: numbers that may fall and never rise.

A commit that adds what the program could not do before may raise the number of files by those that it adds, and names
them in `FILES`. All else is made room for.
"""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import access_chess

PACKAGE = Path(access_chess.__file__).parent
SOURCES = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
TREES = {path: ast.parse(text) for path, text in SOURCES.items()}

#: Python files of the package: what stood when counting began, and what each new capability has added since.
FILES = sum({"what there was": 647, "packs that are kept": 1}.values())


def classes() -> Iterator[tuple[Path, ast.ClassDef]]:
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                yield path, node


def bases(node: ast.ClassDef) -> set[str]:
    return {ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases}


def occurrences(pattern: str) -> int:
    return sum(len(re.findall(pattern, text)) for text in SOURCES.values())


def names_borne_twice() -> list[str]:
    """Of public classes: a reader of one of them has to ask which it is."""
    borne = Counter(node.name for tree in TREES.values() for node in tree.body if isinstance(node, ast.ClassDef))
    return [name for name, times in borne.items() if times > 1 and not name.startswith("_")]


def protocols() -> list[str]:
    return [node.name for _, node in classes() if "Protocol" in bases(node)]


@pytest.mark.parametrize(
    ("count", "most"),
    [
        pytest.param(lambda: len(SOURCES), FILES, id="Python files"),
        pytest.param(lambda: len(protocols()), 62, id="protocols"),
        pytest.param(lambda: occurrences(r"\bThread\("), 41, id="threads that are begun"),
        pytest.param(lambda: occurrences(r"Callable\["), 399, id="callables that are passed"),
        pytest.param(lambda: len(names_borne_twice()), 77, id="names that two public classes bear"),
    ],
)
def test_it_does_not_grow(count: Callable[[], int], most: int) -> None:
    assert count() <= most


#: What is longer than 400 lines for now.
LONG = {"session/console.py": 467, "session/hosting/arbiter_desk.py": 419, "session/ports.py": 410}


def test_no_file_is_longer_than_400_lines() -> None:
    lines = {path.relative_to(PACKAGE).as_posix(): text.count("\n") for path, text in SOURCES.items()}
    assert {name: count for name, count in lines.items() if count > LONG.get(name, 400)} == {}
