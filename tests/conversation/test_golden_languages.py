"""Each language tells a whole game, a tournament's game, how a clock is set and all help, word by word."""

import pytest

from tests.conversation.golden_languages import FOLDER, KINDS, LANGUAGES, told


@pytest.mark.parametrize("voices", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_language_tells_it_as_it_is_written(kind: str, voices: str) -> None:
    assert told(kind, voices) == (FOLDER / f"{kind}.{voices}.txt").read_text(encoding="utf-8")


def test_every_language_is_kept() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == {f"{kind}.{voices}" for kind in KINDS for voices in LANGUAGES}
