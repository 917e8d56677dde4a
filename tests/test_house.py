"""How big the house is: numbers that may fall and never rise.

A commit that adds what the program could not do before may raise the number of files by those that it adds, and names
them in `FILES`. All else is made room for.
"""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import access_chess

PACKAGE = Path(access_chess.__file__).parent
SOURCES = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
_CLASS = re.compile(r"^( *)class (\w+)(?:\(([^)]*)\))?", re.MULTILINE)

#: Python files of the package: what stood when counting began, and what each new capability has added since.
FILES = sum(
    {
        "what there was": 491,
        "packs that are kept": 1,
        "offers to newcomers": 1,
        "lessons": 8,
        "strips and moves beside a board, files packed": 2,
        "the clock of the pages": 1,
        "the Laws to be heard": 9,
        "cases to rule on": 9,
        "the loop of a table": 15,
        "Laws and lessons at pages": 6,
        "lessons and trainings on a board": 3,
    }.values()
)

#: What the loop of a table needs, beside the protocol of a seat.
THREADS = {"the screen": 1, "the worker of a table": 1}
PASSED = {
    "the loop and what it is made of": 28,
    "how each act in a case is told": 1,
    "what completes a sentence of a lesson": 1,
    "the Laws of a language": 1,
}


def occurrences(pattern: str) -> int:
    return sum(len(re.findall(pattern, text)) for text in SOURCES.values())


def names_borne_twice() -> list[str]:
    """Of public classes: a reader of one of them has to ask which it is."""
    borne = Counter(name for text in SOURCES.values() for indent, name, _ in _CLASS.findall(text) if not indent)
    return [name for name, times in borne.items() if times > 1 and not name.startswith("_")]


def protocols() -> list[str]:
    """Not counted are classes of libraries that have the word in their names."""
    found = ((name, bases) for text in SOURCES.values() for _, name, bases in _CLASS.findall(text))
    return [name for name, named in found if re.search(r"\bProtocol\b", named)]


@pytest.mark.parametrize(
    ("count", "most"),
    [
        pytest.param(lambda: len(SOURCES), FILES, id="Python files"),
        pytest.param(lambda: len(protocols()), 35, id="protocols"),
        pytest.param(lambda: occurrences(r"\bThread\("), 30 + sum(THREADS.values()), id="threads that are begun"),
        pytest.param(lambda: occurrences(r"Callable\["), 303 + sum(PASSED.values()), id="callables that are passed"),
        pytest.param(lambda: len(names_borne_twice()), 10, id="names that two public classes bear"),
    ],
)
def test_it_does_not_grow(count: Callable[[], int], most: int) -> None:
    assert count() <= most


def test_values_are_of_one_kind() -> None:
    """A dataclass costs forty times as much of the start as a Struct; each of these needs what a Struct has not."""
    found = {
        name
        for text in SOURCES.values()
        for decorated, name in re.findall(r"^@dataclass(.*)\nclass (\w+)", text, re.MULTILINE)
        if "frozen=True" in decorated
    }
    assert found == {
        "PlayedOut",  # is abstract
        "EndingDrill",  # fulfils it
        "JudgedEnding",  # the same
        "Meaning",  # two are one whatever they say of how it was said
        "Published",  # the same, of how it is looked at
        "_Place",  # the same, of the board that is looked at first
    }


def test_no_file_is_longer_than_400_lines() -> None:
    lines = {path.relative_to(PACKAGE).as_posix(): text.count("\n") for path, text in SOURCES.items()}
    assert {name: count for name, count in lines.items() if count > 400} == {}


ROOT = PACKAGE.parent
#: What is written in English: code, documents, sentences of the stories, and all that is heard. Not texts of others.
WRITTEN = [
    path
    for folder in ("access_chess", "hardware", "tests", "voices", ".ci")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in {".py", ".md", ".toml", ".js", ".html", ".c", ".h", ".txt"} and path != Path(__file__)
]
WORDS_OF_FEW = re.compile(r"\b(?:whoever|whence|lest)\b", re.IGNORECASE)
#: A player, an arbiter, a program: "they", "it", or the role.
ONE_OF_TWO = re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)


def test_english_is_plain() -> None:
    texts = ((path, path.read_text(encoding="utf-8", errors="ignore")) for path in [ROOT / "README.md", *WRITTEN])
    assert {path.as_posix(): found for path, text in texts if (found := WORDS_OF_FEW.findall(text))} == {}


def test_nobody_is_taken_for_a_man() -> None:
    found = {path.name: words for path, text in SOURCES.items() if (words := ONE_OF_TWO.findall(text))}
    assert found == {}
