"""The contract of `access-chess hear`: one JSON object a line, and a sentence for what cannot be read."""

import json
import struct
import wave
from pathlib import Path

import pytest
from click.testing import CliRunner

from access_chess.command_line.hear import hear
from access_chess.edge.sound.clip import SAMPLE_RATE
from access_chess.listening.heard import HeardNothing, Nothing
from access_chess.listening.short_answers import Expected, HeardAnswer
from access_chess.requests.names import NUMBERS, RequestName
from tests.support.spoken import audio_of, said

SENTENCE = "springer gustav eins felix drei"


def recording(path: Path, text: str, *, channels: int = 1) -> Path:
    """A WAV file at the synthesiser's own rate, in which somebody says the text."""
    samples = said(text, "de").samples
    if channels == 2:
        samples = b"".join(samples[place : place + 2] * 2 for place in range(0, len(samples), 2))
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes(samples)
    return path


def lines(*arguments: str) -> list[dict[str, object]]:
    result = CliRunner().invoke(hear, arguments)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("channels", [1, 2], ids=["mono", "stereo"])
def test_a_move(tmp_path: Path, channels: int) -> None:
    path = recording(tmp_path / "Züge läuft.wav", SENTENCE, channels=channels)
    (answer,) = lines("--wav", str(path))
    assert (answer["kind"], answer["uci"], answer["heard"]) == ("move", "g1f3", SENTENCE)
    assert set(answer) == {"kind", "uci", "confidence", "heard", "seconds"}


def test_digits_and_yes_may_be_answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Who calls the program may have asked something; the answers of a drill and the wake word mean nothing here."""
    expected: list[Expected] = []

    class Listener:
        def expect(self, what: Expected) -> None:
            expected.append(what)

        def hear(self, audio: object) -> HeardAnswer:
            return HeardAnswer(asked=HeardNothing(reason=Nothing.NOISE), seconds=0.0)

    monkeypatch.setattr("access_chess.command_line.hear.recogniser_of", lambda *given, **more: Listener())
    lines("--wav", str(recording(tmp_path / "two.wav", "zwei")))
    awaited = expected[0].awaited
    assert awaited is not None
    assert awaited.commands == {RequestName.YES, RequestName.NO, RequestName.STOP, RequestName.REPEAT, *NUMBERS}


def test_a_recording_of_24_bits_with_an_extensible_header(tmp_path: Path) -> None:
    """As many recorders write them, the header by Microsoft's WAVEFORMATEXTENSIBLE."""
    audio = audio_of(SENTENCE, "de")
    samples = b"".join(b"\0" + audio.frame_data[place : place + 2] for place in range(0, len(audio.frame_data), 2))
    guid = bytes.fromhex("0100000000001000800000aa00389b71")
    form = struct.pack("<HHIIHHHHI", 0xFFFE, 1, audio.sample_rate, 3 * audio.sample_rate, 3, 24, 22, 24, 4) + guid
    chunks = (
        b"WAVE" + b"fmt " + struct.pack("<I", len(form)) + form + b"data" + struct.pack("<I", len(samples)) + samples
    )
    path = tmp_path / "recorder.wav"
    path.write_bytes(b"RIFF" + struct.pack("<I", len(chunks)) + chunks)
    (answer,) = lines("--wav", str(path))
    assert (answer["kind"], answer["uci"]) == ("move", "g1f3")


def test_a_batch_goes_on_after_a_line_that_cannot_be_read(tmp_path: Path) -> None:
    recording(tmp_path / "move.wav", SENTENCE)
    (tmp_path / "broken.wav").write_bytes(b"no sound")
    batch = tmp_path / "batch.jsonl"
    requests = [
        {"wav": "broken.wav", "id": 1},
        {"wav": "missing.wav", "id": 2},
        {"wav": "move.wav", "fen": "nonsense", "id": 3},
        {"wav": "move.wav", "id": "four"},
    ]
    batch.write_text("\n".join(json.dumps(request) for request in requests))
    answers = lines("--batch", str(batch))
    assert [(answer["kind"], answer["id"]) for answer in answers] == [
        ("nothing", 1),
        ("nothing", 2),
        ("nothing", 3),
        ("move", "four"),
    ]
    assert all(answer.get("reason") for answer in answers[:3])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--wav", "missing.wav"], "There is no recording 'missing.wav'."),
        (["--wav", __file__], "This is not a recording that can be read"),
        (["--fen", "nonsense"], "This is not a FEN"),
        (["--batch", "missing.jsonl"], "There is no list of recordings 'missing.jsonl'."),
        (
            ["--languages", "en,zz", "--wav", "missing.wav"],
            "The language 'zz' cannot be listened for; there are: de, en, es, et, fide, fr, is,",
        ),
        (["--languages", "", "--wav", "missing.wav"], "The language '' cannot be listened for; there are: de"),
        (["--vosk", "nowhere", "--wav", "missing.wav"], "Vosk"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(arguments: list[str], sentence: str) -> None:
    result = CliRunner().invoke(hear, arguments)
    assert result.exit_code == 2
    assert sentence in result.output
    assert len(result.output.splitlines()) == 1
