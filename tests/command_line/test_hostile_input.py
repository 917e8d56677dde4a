"""Files and arguments made to break the program: one sentence of bearable length, and exit status 2."""

import struct
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.command_line.options.errors import LONGEST
from access_chess.command_line.options.play_options import named_engine
from access_chess.edge.packs.lexicons import load_language
from access_chess.edge.packs.voice_packs import VoicePackError, load_voice_pack
from access_chess.edge.storage.places import HOME_VARIABLE, data_folder
from access_chess.listening.lexicon import LexiconError

ENDLESS = {
    "nested": "a = " + "[" * 20_000 + "]" * 20_000,
    "digits": "a = " + "9" * 3_000_000,
    "latin": "a = 'ä'".encode("latin-1"),
}


def refused(*arguments: str) -> str:
    """What is said of the arguments, in one line."""
    result = CliRunner().invoke(main, arguments, prog_name="access-chess")
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 2, result.output
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < LONGEST + 50
    return result.stderr


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ["say", "x" * 100_000],
        ["say", "x " * 100_000],
        ["say", "--fen", "x" * 100_000, "e4"],
        ["play", "--voices", "x" * 100_000],
        ["play", "--time", "9" * 100_000],
        ["winnable", "x" * 100_000],
        ["clock", "--preset", "x" * 100_000],
        ["games", "x" * 100_000],
        ["x" * 100_000],
        ["play", "--position", "4k3/8/8/8/8/8/8/4K2R w K - 99999999999999999999 1"],
        ["say", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 99999999999999999999", "Kf1"],
    ],
    ids=lambda arguments: " ".join(arguments)[:40],
)
def test_a_refusal_repeats_little_of_a_long_input(arguments: list[str]) -> None:
    refused(*arguments)


def wav(*, rate: int = 16_000, channels: int = 1, bits: int = 16) -> bytes:
    """A second of almost silence behind a header that says this."""
    samples = b"\0\1" * 16_000
    header = struct.pack("<HHIIHH", 1, channels, rate, rate * 2 & 0xFFFFFFFF, channels * 2 & 0xFFFF, bits)
    chunks = b"WAVEfmt " + struct.pack("<I", 16) + header + b"data" + struct.pack("<I", len(samples)) + samples
    return b"RIFF" + struct.pack("<I", len(chunks)) + chunks


@pytest.mark.parametrize(
    "sound",
    [
        {"rate": 0},
        {"rate": 1},
        {"rate": 2**32 - 1},
        {"channels": 0},
        {"channels": 8},
        {"channels": 65_535},
        {"bits": 0},
    ],
    ids=str,
)
def test_a_recording_whose_header_lies_is_refused(home: Path, sound: dict[str, int]) -> None:
    file = home / "lying.wav"
    file.write_bytes(wav(**sound))
    assert "This is not a recording that can be read" in refused("hear", "--wav", str(file))


@pytest.mark.parametrize(
    "bytes_of_file", [b"", b"RIFF", b"RIFF\x24\0\0\0WAVEfmt \xff", b"#!/bin/sh\n", b"\x7fELF" + b"\0" * 90]
)
def test_no_foreign_program_is_given_what_is_no_recording(
    home: Path, bytes_of_file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library hands whatever it cannot read to a program of its own that unpacks FLAC."""
    begun: list[object] = []
    monkeypatch.setattr(subprocess, "Popen", lambda *given, **options: begun.append(given))
    file = home / "rubbish.wav"
    file.write_bytes(bytes_of_file)
    assert "This is not a recording that can be read" in refused("hear", "--wav", str(file))
    assert not begun


def test_a_recording_whose_chunk_says_more_than_there_is_is_refused(home: Path) -> None:
    file = home / "long.wav"
    file.write_bytes(wav().replace(b"fmt \x10\0\0\0", b"junk\xff\xff\xff\x7f"))
    assert "This is not a recording that can be read" in refused("hear", "--wav", str(file))


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_files_of_a_pack_that_cannot_be_read_are_named(home: Path, text: str | bytes) -> None:
    packs = home / "voices"
    for name in ("en", "de"):
        (packs / name).mkdir(parents=True)
        for file in (data_folder("voices") / name).iterdir():
            (packs / name / file.name).write_bytes(file.read_bytes())
    raw = text if isinstance(text, bytes) else text.encode()
    (packs / "de" / "pack.toml").write_bytes(raw)
    with pytest.raises(VoicePackError, match=r"pack\.toml"):
        load_voice_pack("de", packs)
    (packs / "de" / "grammar.toml").write_bytes(raw)
    with pytest.raises(LexiconError, match=r"grammar\.toml"):
        load_language("de", packs)


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_a_story_that_cannot_be_read_is_named(home: Path, text: str | bytes) -> None:
    file = home / "endless.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert "endless.toml is not a story" in refused("story", str(file))


@pytest.mark.parametrize("slot", ["{problem!r}", "{problem:>9999999999}", "{problem.args}", "{0}", "{problem[0]}"])
def test_a_slot_of_a_phrase_is_a_name_and_nothing_else(home: Path, slot: str) -> None:
    packs = home / "voices"
    (packs / "en").mkdir(parents=True)
    for file in (data_folder("voices") / "en").iterdir():
        text = file.read_text(encoding="utf-8")
        (packs / "en" / file.name).write_text(text.replace("{problem}", slot), encoding="utf-8")
    with pytest.raises(VoicePackError, match="trouble"):
        load_voice_pack("en", packs)


def test_a_recording_cut_within_a_moment_of_two_channels_is_refused(home: Path) -> None:
    """The two samples of the last moment are told apart by nobody, and the library fails in its own way."""
    file = home / "cut.wav"
    file.write_bytes(wav(channels=2)[:-2])
    assert "This is not a recording that can be read" in refused("hear", "--wav", str(file))


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["play", "--no-sound", "--time", "5+0", "--tell", "9" * 19], 2),
        (["hear", "--wav", "none.wav", "--user", "\udcff"], 2),
        (["enrol", "list", "--user", "\udcff"], 0),
        (["puzzles", "find", "9" * 30], 2),
        (["lichess", "play", "--challenge", "\udcff"], 2),
    ],
)
def test_no_option_brings_a_traceback_about(arguments: list[str], status: int) -> None:
    result = CliRunner().invoke(main, arguments, prog_name="access-chess", input="quit\n")
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code == status


def test_an_engine_whose_file_name_is_no_text_has_a_name_that_can_be_kept() -> None:
    assert named_engine(("/usr/games/\udcff",)).name == "\ufffd, level {level}"
