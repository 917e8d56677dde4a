"""A sentence that is heard has at most twenty words: a listener cannot look back at its beginning."""

import itertools
import re
import tomllib
from collections.abc import Iterator

import pytest

from access_chess.edge.storage.places import data_folder

MOST = 20
HEARD = ("phrases", "terminal", "clock", "help", "web", "guide", "enrolment")
#: What is typed, and is heard as part of no sentence of its own.
UNHEARD = {"words", "keys", "keyboard"}
#: The longer sentences of English, by file, key and first words: why each is better in one.
LONG = {
    ("guide", "desk.parts", "Type the number of the board"): "examples of what is typed follow the colon, and end it",
}


def sentences(text: str) -> list[str]:
    """The sentences of a text; what is typed stands between backticks and ends none.

    >>> sentences("White wins. Is it mate? Type `arbiter 1. e4`, or wait.")
    ['White wins.', 'Is it mate?', 'Type `arbiter 1. e4`, or wait.']
    """
    typed = re.sub("`[^`]*`", lambda match: re.sub(r"\S", "x", match[0]), text)
    cuts = [0, *(match.end() for match in re.finditer(r"[.?!][\"')`]*\s+", typed)), len(text)]
    return [text[begin:end].strip() for begin, end in itertools.pairwise(cuts)]


def texts(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """All texts of a table that are heard, each with its key; the parts of a topic share one."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, list):
        for part in value:
            yield from texts(part, key)
    elif isinstance(value, dict):
        for name, part in value.items():
            if name not in UNHEARD:
                yield from texts(part, f"{key}.{name}".lstrip("."))


def heard(pack: str, file: str) -> list[tuple[str, str]]:
    """The key of each sentence of a file, and the sentence."""
    path = data_folder("voices") / pack / f"{file}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return [(key, sentence) for key, text in texts(table) for sentence in sentences(text)]


def too_long(pack: str, file: str) -> list[tuple[str, str]]:
    return [(key, sentence) for key, sentence in heard(pack, file) if len(re.findall(r"\S*\w\S*", sentence)) > MOST]


@pytest.mark.parametrize("file", HEARD)
def test_each_long_english_sentence_has_its_reason(file: str) -> None:
    excused = [(key, begin) for name, key, begin in LONG if name == file]
    without = [
        (key, sentence)
        for key, sentence in too_long("en", file)
        if not any(key == other and sentence.startswith(begin) for other, begin in excused)
    ]
    assert without == []


def test_each_reason_has_one_long_sentence() -> None:
    for file, key, begin in LONG:
        found = [sentence for other, sentence in too_long("en", file) if other == key and sentence.startswith(begin)]
        assert len(found) == 1, (file, key, begin)


@pytest.mark.parametrize("pack", ["de", "es", "et", "fr", "is", "mr", "pt", "ru", "sq", "sw"])
def test_translations_keep_to_it_but_for_their_guides(pack: str) -> None:
    assert {file: too_long(pack, file) for file in HEARD if file != "guide"} == {
        file: [] for file in HEARD if file != "guide"
    }


def test_all_that_is_heard_is_looked_at() -> None:
    """Sentences, helps, options, texts of pages, parts of the guide and what is asked for a voice."""
    assert all(len(heard("en", file)) > 5 for file in HEARD)
    keys = {key for key, _ in heard("en", "terminal")}
    assert "commands.resign.help" in keys and not any(key.endswith(".words") for key in keys)
