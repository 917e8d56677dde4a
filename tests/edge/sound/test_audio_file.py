"""Sound with chapters: as other programs read it."""

import io
import json
import math
import subprocess
from array import array
from importlib import import_module, util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from access_chess.edge.diagnosis import installing
from access_chess.edge.sound import audio_file as module
from access_chess.edge.sound.audio_file import AudioError, AudioForm, Track, audio_file
from access_chess.edge.sound.clip import SAMPLE_RATE, Clip
from tests.support.programs_of_others import needed

soundfile: Any = import_module("soundfile")
COMPRESSED = [form for form in AudioForm if form is not AudioForm.WAV]


def tone(seconds: float, *, hertz: float = 1000) -> Clip:
    count = round(seconds * SAMPLE_RATE)
    return Clip(
        array("h", (round(9000 * math.sin(math.tau * hertz * at / SAMPLE_RATE)) for at in range(count))).tobytes()
    )


TRACKS = [
    Track(title="Partieprotokoll", clip=tone(0.5)),
    *(Track(title=f"Zug {n}", clip=tone(0.25)) for n in range(1, 13)),
]


@pytest.mark.parametrize("form", AudioForm)
def test_each_form_is_read_back_at_its_full_length(form: AudioForm) -> None:
    samples, rate = soundfile.read(io.BytesIO(audio_file(TRACKS, form, title="T", artist="A")))
    assert abs(len(samples) / rate - 3.5) < 0.1
    assert samples.ndim == 1
    spectrum = np.abs(np.fft.rfft(samples))
    assert abs(np.argmax(spectrum) * rate / len(samples) - 1000) < 2
    assert rate == (24_000 if form is AudioForm.OPUS else 22_050)


@pytest.mark.parametrize("form", COMPRESSED)
def test_another_program_sees_each_chapter_in_its_order(form: AudioForm, tmp_path: Path) -> None:
    file = tmp_path / f"game.{form}"
    file.write_bytes(audio_file(TRACKS, form, title="Größe", artist="Anna - Борис"))
    ffprobe = needed("ffprobe")
    command = [ffprobe, "-v", "error", "-show_chapters", "-show_format", "-show_streams", "-of", "json", str(file)]
    seen = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert [chapter["tags"]["title"] for chapter in seen["chapters"]] == [track.title for track in TRACKS]
    starts = [float(chapter["start_time"]) for chapter in seen["chapters"]]
    assert starts == pytest.approx(
        [0, *(0.5 + 0.25 * number for number in range(12))], abs=0.1
    )  # each is filled up a little
    tags = seen["format"].get("tags") or seen["streams"][0]["tags"]  # of Ogg they are the stream's
    lowered = {name.lower(): value for name, value in tags.items()}
    assert (lowered["title"], lowered["artist"]) == ("Größe", "Anna - Борис")


def test_nothing_is_added_to_the_sound_at_another_rate() -> None:
    sound = module._at_rate(tone(1.0, hertz=9000), 24_000).astype(float)
    spectrum = np.abs(np.fft.rfft(sound)) ** 2
    at = round(9000 * len(sound) / 24_000)
    assert spectrum[at - 3 : at + 4].sum() > 0.999 * spectrum.sum()


@pytest.mark.parametrize("form", COMPRESSED)
def test_without_the_extra_one_sentence_says_how_to_get_it(form: AudioForm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None if name == "mutagen" else util.find_spec(name))
    with pytest.raises(AudioError) as raised:
        audio_file(TRACKS, form, title="", artist="")
    assert (raised.value.phrase, raised.value.slots) == (
        "audio_package",
        {"name": form.value.upper(), "install": installing(extra="audio")},
    )
    assert audio_file(TRACKS, AudioForm.WAV, title="", artist="").startswith(b"RIFF")
    assert [diagnosis.works for diagnosis in module.examine()] == [False]
