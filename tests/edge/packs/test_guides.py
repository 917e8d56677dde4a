"""The guide's files: what a pack lacks is English and told, a slip is named."""

from pathlib import Path

import pytest

from access_chess.edge.packs.guides import load_guide, unlike_english
from access_chess.edge.packs.voice_packs import VoicePackError
from tests.edge.packs.conftest import edit


def test_a_topic_that_lacks_is_in_english_and_told(folder: Path) -> None:
    file = folder / "de" / "guide.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text[: text.index("[board]")], encoding="utf-8")
    assert [topic.language for topic in load_guide("fide", folder) if topic.name in ("arbiter", "board")] == [
        "de",
        "en",
    ]
    assert unlike_english("fide", folder) == unlike_english("de", folder)
    assert "board" in unlike_english("de", folder) and "arbiter" not in unlike_english("de", folder)
    assert unlike_english("en", folder) == ()


def test_a_part_that_lacks_or_asks_for_something_else_is_told(folder: Path) -> None:
    edit(folder / "de" / "guide.toml", "`{resign}`", "`{offer_draw}`")
    assert "first-game" in unlike_english("de", folder) and "practice" not in unlike_english("de", folder)
    (folder / "de" / "guide.toml").unlink()
    assert len(unlike_english("de", folder)) == len(load_guide("en", folder))
    assert {topic.language for topic in load_guide("de", folder)} == {"en"}


def test_what_is_typed_is_named_in_the_words_of_the_language(folder: Path) -> None:
    edit(folder / "de" / "terminal.toml", 'resign = {words = ["', 'resign = {words = ["ich gebe auf", "')
    assert any("`ich gebe auf`" in part for topic in load_guide("de", folder) for part in topic.parts)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("[board]", "[chessboard]", "the guide has no topic 'chessboard'"),
        ("{resign}", "{resgin}", "topic first-game: the slot {resgin} is the name of no request"),
        ("parts = [", "part = [", "guide.toml: "),
    ],
)
def test_a_slip_is_named(folder: Path, old: str, new: str, problem: str) -> None:
    edit(folder / "de" / "guide.toml", old, new)
    with pytest.raises(VoicePackError) as found:
        load_guide("de", folder)
    assert problem in str(found.value)
