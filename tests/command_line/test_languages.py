"""Nothing is said in another language than the session's, whatever the command, the form or the fault."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.storage.places import HOME_VARIABLE

#: what a system says of its language, and the pack that is spoken then
SYSTEMS = {
    "en_US.UTF-8": "en",
    "de_DE.UTF-8": "de",
    "C": "en",
    "C.UTF-8": "en",
    "ru_RU.UTF-8": "ru",
    "es_ES.UTF-8": "es",
}
MATED = "f3\ne5\ng4\nQh4\nquit\n"
#: commands, with a phrase of which the language is told by; FILE is a file that is not there, PGN one that is
SAID = (
    ("games", None),
    ("export 1 --to txt", None),
    ("export 1 --to html", None),
    ("openings add --as white PGN", "openings_added"),
    ("puzzles find FILE", None),
    ("enrol list", None),
    ("train statistics", None),
    ("import FILE", None),
    ("compare FILE FILE", None),
    ("replay 9", None),
    ("train review FILE", None),
    ("puzzles import --men x FILE", "usage_pair"),
    ("export 1 --page x", "usage_page"),
    ("train --game 0", "usage_from"),
    ("settings sound maybe", "usage_choice"),
    ("play --no-sound=1", "usage_no_value"),
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    (tmp_path / "game.pgn").write_text("1. e4 e5 2. Nf3 Nc6 *\n")
    return tmp_path


def run(home: Path, *arguments: str, typed: str = "") -> Result:
    files = {"FILE": str(home / "none.pgn"), "PGN": str(home / "game.pgn")}
    result = CliRunner().invoke(main, [files.get(each, each) for each in arguments], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@cache
def sentences(pack: str) -> frozenset[str]:
    """What is said in this language, without what stands in slots: pieces long enough to tell it by."""
    return frozenset(piece for phrase in load_voice_pack(pack).phrases.values() for piece in _pieces(phrase))


def _pieces(phrase: object) -> Iterator[str]:
    for form in (phrase,) if isinstance(phrase, str) else getattr(phrase, "forms", ()):
        for piece in str(form).replace("}", "{").split("{")[::2]:
            if len(piece.strip()) > 12 and " " in piece.strip():
                yield piece.strip(" .,;:")


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_command_speaks_the_language_of_the_system(
    system: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", system)
    own = SYSTEMS[system]
    others = frozenset().union(*(sentences(pack) for pack in ("en", "de", "ru", "es") if pack != own)) - sentences(own)
    said = run(home, "play", "--no-sound", "--opponent", "human", typed=MATED).output
    for command, phrase in SAID:
        output = run(home, *command.split()).output
        said += output
        if phrase is not None:
            told = tuple(_pieces(load_voice_pack(own).phrases[phrase]))
            assert not told or any(piece in output for piece in told), (command, output)
    assert [piece for piece in others if piece in said] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_written_into_files_is_in_the_language_of_the_system(
    system: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", system)
    own = SYSTEMS[system]
    run(home, "play", "--no-sound", "--opponent", "human", typed=MATED)
    others = frozenset().union(*(sentences(pack) for pack in ("en", "de", "ru", "es") if pack != own)) - sentences(own)
    for form in ("pgn", "txt", "html"):
        written = run(home, "export", "1", "--to", form).stdout
        assert [piece for piece in others if piece in written] == []
        if form == "html":
            assert f'lang="{own}' in written
