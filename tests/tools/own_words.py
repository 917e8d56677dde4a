"""Looks for words that a text of ours shares with a text at hand: FIDE's sentences never come into the project.

    python -m tests.tools.own_words FILE...

Seven words in a row that stand in a FILE and in what `voices/` has of Laws, lessons and cases, in the same language or
not, are printed, each with the key of ours. Exit status 1: there are some.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from access_chess.edge.storage.places import data_folder

IN_A_ROW = 7
FILES = ("laws", "lessons", "cases")
_LETTERS = r"(?:[^\W_]|[\u0900-\u0963\u200d])+"  # Marathi's vowels are signs
_WORD = re.compile(rf"{_LETTERS}(?:['’]{_LETTERS})*")


def words_of(text: str) -> list[str]:
    """
    >>> words_of("Article 4.3: touched, the player's.")
    ['article', '4', '3', 'touched', 'the', "player's"]
    >>> words_of("हत्ती कोपऱ्यात.")
    ['हत्ती', 'कोपऱ्यात']
    """
    return _WORD.findall(text.casefold().replace("’", "'"))


def rows(text: str) -> set[tuple[str, ...]]:
    """All rows of so many words of a text."""
    words = words_of(text)
    return {tuple(words[at : at + IN_A_ROW]) for at in range(len(words) - IN_A_ROW + 1)}


def shared(own: dict[str, str], other: str) -> Iterator[tuple[str, str]]:
    """The keys of our texts with the rows of words that stand in the other one too."""
    theirs = rows(other)
    for key, text in own.items():
        yield from ((key, " ".join(row)) for row in sorted(rows(text) & theirs))


def own_texts() -> dict[str, str]:
    """What our packs say of the Laws, in lessons and in cases, by pack, file and key."""
    files = (file for name in FILES for file in sorted(data_folder("voices").glob(f"*/{name}.toml")))
    return {
        f"{file.parent.name} {file.stem}: {key}": text
        for file in files
        for key, text in _texts(tomllib.loads(file.read_text(encoding="utf-8")))
    }


def _texts(table: dict[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _texts(value, f"{above}{key}.")
        elif isinstance(value, str):
            yield f"{above}{key}", value
        else:
            yield f"{above}{key}", " ".join(value)


def main(files: Iterable[str]) -> int:
    own, status = own_texts(), 0
    for file in files:
        for key, row in shared(own, Path(file).read_text(encoding="utf-8")):
            print(f"{file}: {key}: {row}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
