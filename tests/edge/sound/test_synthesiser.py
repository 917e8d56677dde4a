"""Real speech from the engine of this machine, and what happens when an engine hangs, crashes or says no."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from access_chess.edge.sound.clip import Clip
from access_chess.edge.sound.synthesiser import FAILURES_BEFORE_GIVING_UP, Synthesiser, SynthesisError, examine
from access_chess.speech.utterance import VoiceRole

MOVE = "Springer Gustav eins Felix drei"


@pytest.fixture(scope="module")
def synthesiser() -> Iterator[Synthesiser]:
    synthesiser = Synthesiser()
    yield synthesiser
    synthesiser.close()


def is_speech(clip: Clip) -> bool:
    """More than a click: long enough for a word, and loud."""
    return clip.seconds > 0.15 and max(map(abs, memoryview(clip.samples).cast("h"))) > 5_000


@pytest.mark.parametrize("language", ["de", "en", "es", "fr", "pt", "ru", "sq", "is", "et", "sw", "mr"])
def test_every_language_of_the_packs_is_spoken(synthesiser: Synthesiser, language: str) -> None:
    assert is_speech(synthesiser.clip("Anna", language=language))


def difference(one: Clip, other: Clip) -> float:
    """How unlike two clips sound: the mean distance of their spectra, in nepers.

    The engine says the same words never twice in the very same samples, up to 0.03 apart.
    """
    spectra = []
    for clip in (one, other):
        samples = np.frombuffer(clip.samples, dtype="<i2").astype(float)
        frames = samples[: len(samples) // 512 * 512].reshape(-1, 512) * np.hanning(512)
        spectra.append(np.log(np.abs(np.fft.rfft(frames)).mean(axis=0) + 1))
    return float(np.abs(spectra[0] - spectra[1]).mean())


UNLIKE = 0.08


@pytest.mark.parametrize(
    ("text", "language", "role"),
    [
        pytest.param(MOVE, "en", VoiceRole.OWN, id="another language"),
        pytest.param("Springer Gustav eins Felix zwei", "de", VoiceRole.OWN, id="another move"),
        pytest.param(MOVE, "de", VoiceRole.OPPONENT, id="the opponent's voice"),
        pytest.param(MOVE, "de", VoiceRole.CLOCK, id="the clock's voice"),
        pytest.param(MOVE, "de", VoiceRole.ARBITER, id="the arbiter's voice"),
    ],
)
def test_what_differs_sounds_different(synthesiser: Synthesiser, text: str, language: str, role: VoiceRole) -> None:
    own_move = synthesiser.clip(MOVE, language="de")
    assert difference(own_move, synthesiser.clip(text, language=language, role=role)) > UNLIKE


def test_faster_is_shorter_and_rates_are_held_within_bounds(synthesiser: Synthesiser) -> None:
    seconds = [
        synthesiser.clip(MOVE, language="de", rate=rate).seconds for rate in (80, 120, 180, 300, 400, 500, 700, 900)
    ]
    assert seconds == sorted(seconds, reverse=True)
    assert seconds[0] > 4 * seconds[-1]
    assert synthesiser.clip(MOVE, language="de", rate=2000) is synthesiser.clip(MOVE, language="de", rate=900)


def test_an_unknown_language_is_spoken_by_the_fallback_voice(synthesiser: Synthesiser) -> None:
    assert is_speech(synthesiser.clip("rook", language="xx"))


def test_a_country_that_no_voice_has_is_ignored(synthesiser: Synthesiser) -> None:
    assert difference(synthesiser.clip(MOVE, language="de-AT"), synthesiser.clip(MOVE, language="de")) < UNLIKE


def test_the_same_words_are_synthesised_once(synthesiser: Synthesiser) -> None:
    assert synthesiser.clip("Dame", language="de") is synthesiser.clip("Dame", language="de")


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_no_words_are_no_sound(synthesiser: Synthesiser, text: str) -> None:
    assert synthesiser.clip(text, language="de") == Clip(b"")


def test_a_voice_is_chosen_by_its_name(synthesiser: Synthesiser) -> None:
    name = next(name for name in synthesiser.voices() if name.endswith("/fr"))
    chosen, usual = (synthesiser.clip(MOVE, language="de", voice=voice) for voice in (name, ""))
    assert difference(chosen, usual) > UNLIKE


def test_the_engine_is_started_again_when_it_was_killed() -> None:
    synthesiser = Synthesiser()
    synthesiser.clip("Dame", language="de")
    assert synthesiser.engine_process_id is not None
    os.kill(synthesiser.engine_process_id, signal.SIGKILL)
    assert is_speech(synthesiser.clip("Turm", language="de"))
    synthesiser.close()


def engine(tmp_path: Path, answers: str) -> tuple[str, ...]:
    """The command of an engine which notes each of its starts and then does `answers`."""
    script = tmp_path / "engine.py"
    log = tmp_path / "starts"
    script.write_text(f"import sys, time, os\nopen({str(log)!r}, 'a').write('x')\n{answers}\n", encoding="utf-8")
    return (sys.executable, "-S", str(script))


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param("sys.stdin.readline(); os._exit(11)", id="crashes"),
        pytest.param("sys.stdin.readline(); print('Segmentation fault', flush=True); sys.stdin.read()", id="babbles"),
        pytest.param("sys.stdin.readline(); print('{\"bytes\": 9}', end='!', flush=True)", id="breaks off"),
    ],
)
def test_a_failing_engine_is_started_anew_and_then_given_up(tmp_path: Path, answers: str) -> None:
    synthesiser = Synthesiser(command=engine(tmp_path, answers), patience=60)
    for _ in range(FAILURES_BEFORE_GIVING_UP + 2):
        with pytest.raises(SynthesisError):
            synthesiser.clip("Dame", language="de")
    synthesiser.close()
    assert (tmp_path / "starts").read_text() == "x" * 2 * FAILURES_BEFORE_GIVING_UP


def test_a_hanging_engine_is_not_waited_for(tmp_path: Path) -> None:
    synthesiser = Synthesiser(command=engine(tmp_path, "time.sleep(600)"), patience=0.1)
    with pytest.raises(SynthesisError, match="speech_unanswered"):
        synthesiser.clip("Dame", language="de")
    synthesiser.close()


def test_an_engine_that_says_no_is_asked_again_for_other_words(tmp_path: Path) -> None:
    says_no = 'for line in sys.stdin: print(\'{"error": "no such word"}\', flush=True)'
    synthesiser = Synthesiser(command=engine(tmp_path, says_no))
    for _ in range(FAILURES_BEFORE_GIVING_UP + 2):
        with pytest.raises(SynthesisError, match="no such word"):
            synthesiser.clip("Dame", language="de")
    synthesiser.close()
    assert (tmp_path / "starts").read_text() == "x"


def test_a_missing_engine_is_an_error_of_synthesis() -> None:
    synthesiser = Synthesiser(command=("/nowhere/engine",))
    with pytest.raises(SynthesisError):
        synthesiser.clip("Dame", language="de")


def test_the_engine_ends_with_its_game() -> None:
    """It reads its input to the end, so no engine is left behind even by a game that was killed."""
    command = [sys.executable, "-m", "access_chess.edge.sound.speech_engine"]
    assert subprocess.run(command, input=b"", timeout=60).returncode == 0


def test_doctor_says_that_speech_works() -> None:
    assert [diagnosis.works for diagnosis in examine()] == [True]
