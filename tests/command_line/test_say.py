"""`access-chess say`, as it is typed."""

import shutil
import wave
from pathlib import Path

import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.edge.sound.clip import SAMPLE_RATE
from access_chess.edge.sound.synthesiser import Synthesiser, SynthesisError
from access_chess.edge.storage.places import HOME_VARIABLE

CASTLING = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
CHESS960 = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"
MATE = "k2n4/p3P3/8/8/8/8/8/1R4K1 w - - 0 1"


def say(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["say", *arguments])
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["g1f3"], "Springer Gustav eins Felix drei\n"),
        (["e2e4", "d5", "exd5"], "Bauer Eva zwei Eva vier\nBauer David sieben David fuenf\n"
                                 "Bauer Eva vier schlaegt David fuenf\n"),
        (["--fen", CASTLING, "O-O"], "Kurze Rochade\n"),
        (["--fen", CASTLING, "e1c1"], "Lange Rochade\n"),
        (["--fen", CASTLING, "--chess960", "e1h1"], "Kurze Rochade\n"),
        (["--fen", CASTLING, "--chess960", "e1g1"], "Kurze Rochade\n"),
        (["--fen", CHESS960, "f1g1"], "Kurze Rochade\n"),
        (["--fen", MATE, "e7d8q"], "Bauer Eva sieben schlaegt David acht Dame Matt\n"),
        (["--voices", "en", "Nf3"], "knight Gustav one Felix three\n"),
        (["--voices", "ru", "--form", "russian", "Кf3"], "Кg1-f3\n"),
        (["--form", "san", "Springer Felix drei"], "Sf3\n"),
        (["--form", "long", "--voices", "en", "Nf3"], "Ng1-f3\n"),
        (["--verbosity", "brief", "e4"], "Eva vier\n"),
    ],
)  # fmt: skip
def test_one_line_a_move(arguments: list[str], lines: str) -> None:
    assert say(*arguments) == (0, lines, "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["e5"], "e5: Not legal: no piece of yours moves like that.\n"),
        (["e4", "e5", "xyz"], "xyz: I do not understand this: xyz.\n"),
        (["--fen", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2"], "Nd2: Bella or Felix?\n"),
        (["--fen", "nonsense", "e4"], "This is not a FEN: eight ranks are expected, and there are 1 in 'nonsense'.\n"),
        (["--wav", "/no/such/folder/x.wav", "e4"],
         "The file /no/such/folder/x.wav cannot be written: No such file or directory.\n"),
    ],
)  # fmt: skip
def test_bad_input_gets_a_sentence(arguments: list[str], sentence: str) -> None:
    status, _, error = say(*arguments)
    assert (status, error) == (2, sentence)


def test_an_unknown_pack() -> None:
    status, _, error = say("--voices", "xx", "e4")
    assert status == 2
    assert error.startswith("There is no voice pack 'xx'.")


def test_the_sound_of_a_move(tmp_path: Path) -> None:
    file = tmp_path / "move.wav"
    assert say("--wav", str(file), "e4")[0] == 0
    with wave.open(str(file)) as sound:
        assert sound.getframerate() == SAMPLE_RATE
        assert sound.getnframes() > SAMPLE_RATE / 2
        assert any(sound.readframes(sound.getnframes()))


def test_a_faster_voice_is_faster_up_to_the_fastest(tmp_path: Path) -> None:
    """The speeds at which screen readers are run are no other names for a slower one."""
    lengths = []
    for rate in ("180", "500", "900"):
        file = tmp_path / f"{rate}.wav"
        assert say("--rate", rate, "--wav", str(file), "Nf3", "Nf6", "Nc3", "Nc6")[0] == 0
        with wave.open(str(file)) as sound:
            lengths.append(sound.getnframes())
    assert lengths[0] > 1.8 * lengths[1] > 1.8 * 1.3 * lengths[2]
    assert say("--rate", "901", "e4")[0] == 2


def refused(*given: object, **named: object) -> None:
    raise SynthesisError("speech_refused", error="no speech engine starts")


def test_a_voice_that_fails_is_told_by_one_sentence_with_one_full_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Synthesiser, "clip", refused)
    status, _, told = say("e4", "--wav", str(tmp_path / "x.wav"), "--voices", "en")
    assert (status, told) == (2, "There is no sound: The voice cannot say this: no speech engine starts.\n")


@pytest.fixture(scope="module")
def with_a_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which a game is kept."""
    home = tmp_path_factory.mktemp("played") / "home"
    typed = "e4\ne5\nresign\nyes\nquit\n"
    played = CliRunner(env={HOME_VARIABLE: str(home)}).invoke(
        main, ["play", "--no-sound", "--opponent", "human"], typed
    )
    assert played.exit_code == 0, played.output
    return home


@pytest.mark.parametrize("older", [None, b"what was there before"])
@pytest.mark.parametrize(
    "command",
    [
        "say e4 --wav {file}",
        "demo --fast --wav {file}",
        "play --opponent human --wav {file}",
        "clock --time 300 --wav {file}",
        "train drill colors --wav {file}",
        "replay 1 --wav {file}",
        "complete 1 --as white --wav {file}",
        "guide start --wav {file}",
        "export 1 {file}",
        "export 1 {file} --to flac",
        "export 1 {file} --to pdf --paper letter --size 99",
        "demo --wav {file} --transcript {folder}/no/folder.txt",
        "demo --wav {folder}/no/folder.wav --transcript {file}",
        "demo --headsets one two --transcript {file}",
    ],
)
def test_where_nothing_can_be_said_no_file_is_left(
    command: str, older: bytes | None, with_a_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    monkeypatch.setenv(HOME_VARIABLE, str(shutil.copytree(with_a_game, tmp_path / "home")))
    if older is not None:
        (folder / "x.wav").write_bytes(older)
    monkeypatch.setattr(Synthesiser, "clip", refused)
    arguments = command.format(file=folder / "x.wav", folder=folder).split()
    result = CliRunner().invoke(main, [*arguments[:1], *arguments[1:], "--voices", "en"], input="quit\n")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 2 or "no speech engine starts" in result.output
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == ({} if older is None else {"x.wav": older})
