"""The doctor says one plain line a part, whatever the part does, and fails only when the program cannot speak."""

import contextlib
import re
import socket
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

import access_chess
from access_chess.cli import main
from access_chess.command_line import doctor
from access_chess.edge.diagnosis import Diagnosis, installing
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.recognisers.registry import WITH_MODELS
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.edge.storage.settings import settings_file
from access_chess.hall.web import examination

SPEECH, ENGINE = "doctor_part_speech", "doctor_part_engine"
WELL = Diagnosis(part=SPEECH, works=True, found="doctor_speech_works", slots={"voices": "3"})
ILL = Diagnosis(part=SPEECH, works=False, found="doctor_speech_silence", mend="doctor_mend_speech_windows")
HERE = Diagnosis(part=ENGINE, works=True, found="doctor_engine_built_in")

SPEECH_WELL = "Speech: works. A sentence was spoken; there are 3 voices."
ENGINE_WELL = "Engine: works. The built-in one plays; a stronger one, Stockfish, was not found."


def part_that_finds(monkeypatch: pytest.MonkeyPatch, name: str, found: Diagnosis | Exception) -> None:
    module = ModuleType(f"access_chess.{name}")

    def examine() -> list[Diagnosis]:
        if isinstance(found, Exception):
            raise found
        return [found]

    module.examine = examine  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)


@pytest.mark.parametrize(
    ("voices", "speech", "engine", "status", "lines"),
    [
        pytest.param("en", WELL, HERE, 0, [SPEECH_WELL, ENGINE_WELL], id="all is well"),
        pytest.param(
            "en",
            ILL,
            HERE,
            1,
            [
                "Speech: does not work. The speech engine gives only silence. "
                "Add a voice under Settings, Time and language, Speech.",
                ENGINE_WELL,
            ],
            id="no speech",
        ),
        pytest.param(
            "en",
            WELL,
            ZeroDivisionError("by 0"),
            0,
            [
                SPEECH_WELL,
                "Engine: does not work. Looking at it failed: ZeroDivisionError('by 0'). "
                "Please report this line to the makers of the program.",
            ],
            id="a part that fails",
        ),
        pytest.param(
            "de",
            WELL,
            HERE,
            0,
            [
                "Sprachausgabe: in Ordnung. Ein Satz wurde gesprochen; Stimmen: 3.",
                "Schachprogramm: in Ordnung. Das eingebaute spielt; ein stärkeres, Stockfish, wurde nicht gefunden.",
            ],
            id="in German",
        ),
        pytest.param(
            "fr",
            WELL,
            HERE,
            0,
            [
                "Parole : marche. Une phrase a été dite ; il y a 3 voix.",
                "Moteur : marche. Le moteur intégré joue ; Stockfish, plus fort, n'a pas été trouvé.",
            ],
            id="in French",
        ),
    ],
)
def test_what_the_doctor_says(
    monkeypatch: pytest.MonkeyPatch,
    voices: str,
    speech: Diagnosis,
    engine: Diagnosis | Exception,
    status: int,
    lines: list[str],
) -> None:
    part_that_finds(monkeypatch, "well_or_ill", speech)
    part_that_finds(monkeypatch, "another", engine)
    monkeypatch.setattr(doctor, "PARTS", {SPEECH: "well_or_ill", ENGINE: "another"})
    result = CliRunner().invoke(main, ["doctor", "--voices", voices])
    assert (result.exit_code, result.output.splitlines()) == (status, lines)


def test_a_part_that_cannot_be_loaded_is_diagnosed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PARTS", {ENGINE: "no_such_module"})
    result = CliRunner().invoke(main, ["doctor", "--voices", "en"])
    assert result.exit_code == 0
    assert result.output.startswith("Engine: does not work. It could not be loaded: No module named")


@pytest.mark.parametrize("module", doctor.PARTS.values())
def test_who_is_asked_of_a_part_is_there(module: str) -> None:
    assert callable(import_module(f"access_chess.{module}").examine)


def test_on_this_machine_speech_and_sound_work() -> None:
    parts = [
        doctor.examined(part, module) for part, module in doctor.PARTS.items() if part in (SPEECH, "doctor_part_sound")
    ]
    assert len(parts) == 2
    assert all(diagnosis.works for diagnoses in parts for diagnosis in diagnoses)


def test_each_phrase_of_the_doctor_is_there_and_each_is_said() -> None:
    """The rooms of the edge name their phrases by key alone, so that only this can find one that is misspelt."""
    sources = (path.read_text(encoding="utf-8") for path in Path(access_chess.__file__).parent.rglob("*.py"))
    named = {key for source in sources for key in re.findall(r'"(doctor_\w+)"', source)}
    of_models = ("doctor_part_{}", "doctor_{}_there", "doctor_mend_{}")
    named |= {key.format(name) for key in of_models for name in WITH_MODELS}
    assert named == {key for key in load_voice_pack("en").phrases if key.startswith("doctor_")}


def test_an_unknown_language_is_one_sentence() -> None:
    result = CliRunner().invoke(main, ["doctor", "--voices", "klingon"])
    assert result.exit_code == 2
    assert result.stderr.startswith("There is no voice pack 'klingon'.")


def test_pages_are_not_needed_and_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    there, _ = examination.examine()
    assert there.works
    monkeypatch.setattr(examination, "NEEDED", ("no_such_package",))
    lacks, _ = examination.examine()
    assert doctor.told(lacks, load_voice_pack("en")) == (
        "Pages for a browser: does not work. It is not installed, and is not needed. "
        f"To have them: {installing(extra='hall')}."
    )


@contextlib.contextmanager
def greeting(line: bytes) -> Iterator[str]:
    """A broker that says this to who connects; its address."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def greet() -> None:
            with contextlib.suppress(OSError), listening.accept()[0] as asking:
                asking.sendall(line)

        threading.Thread(target=greet, daemon=True).start()
        yield f"127.0.0.1:{listening.getsockname()[1]}"


def test_the_brokers_that_are_set_are_asked_and_their_password_is_not_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    pack = load_voice_pack("en")

    def line() -> str:
        return doctor.told(examination.examine()[1], pack)

    assert line() == "Brokers of halls: works. None are set, and a single hall needs none."
    told = b'INFO {"version":"2.15.1","jetstream":%s}\r\n'
    with greeting(told % b"true") as there, greeting(told % b"false") as plain:
        settings_file().write_text(f'ledger = "nats://hall:secret@{there},{plain}"\n')
        assert line() == f"Brokers of halls: works. These answer: {there}. These do not: {plain}."
    assert line() == (
        f"Brokers of halls: does not work. No broker with JetStream answers at {there}, {plain}. "
        f"Start it, or change ledger in {tmp_path / 'settings.toml'}."
    )


def test_without_sound_the_doctor_opens_neither_a_voice_nor_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PARTS", {SPEECH: "a_voice", "doctor_part_sound": "a_device", ENGINE: "an_engine"})
    part_that_finds(monkeypatch, "a_voice", AssertionError("a voice was looked at"))
    part_that_finds(monkeypatch, "a_device", AssertionError("a device was opened"))
    part_that_finds(monkeypatch, "an_engine", HERE)
    result = CliRunner().invoke(main, ["doctor", "--no-sound", "--voices", "en"])
    assert (result.exit_code, result.output.splitlines()) == (0, [ENGINE_WELL])
