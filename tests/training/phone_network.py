"""Trains the network of phones, in two lessons:
`python -m tests.training.phone_network FIRST.npz --people FOLDER --voices FOLDER` and the same with `SECOND.npz`
and `--after FIRST.npz`.

The folder of people holds recordings and their `labels.tsv`: file, language, text, speaker set and credit; what
`debian.py` and `games.py` name is installed, and the folder of voices is as `voices.py`
says. Needs espeak-ng, flite and ffmpeg. `access_chess/recognition/model_card.md` tells of the data and the
figures of this command. `--kept FOLDER` keeps the aligned speech, which takes most of the time, for the next training.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import click
import msgspec
import numpy as np

from access_chess.edge.recognisers.pocketsphinx import load_likelihoods
from access_chess.recognition.adaptation.recordings import Samples, Spoken
from access_chess.recognition.adaptation.scale_learning import Frames, as_recorded, frames_of
from access_chess.recognition.phone_network import SILENCE, PhoneNetwork, arrays_of, phone_network
from tests.benchmarks.hearing.conditions import hall_voices
from tests.benchmarks.hearing.samples import Thing
from tests.training.debian import installed
from tests.training.games import played
from tests.training.people import HELD_OUT, Labelled, is_like, labelled, recordings
from tests.training.recordings import in_a_row, people_in_rooms, synthetic_in_rooms
from tests.training.speech import spoken_sentences
from tests.training.trainer import LEARNING, Source, Trainer, beginner, share_right
from tests.training.voices import neural_sentences

#: All of the acoustic model that the languages have; its "ZH" is too rare.
PHONES = (
    "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH", "IH", "IY", "JH", "K",
    "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "SIL", "T", "TH", "UH", "UW", "V", "W", "Y", "Z",
)  # fmt: skip
Rooms = Callable[[Sequence[Spoken], Samples, np.random.Generator], Iterator[tuple[Samples, float, tuple[str, ...]]]]

SEED = 7
PARTS = 16  # of each kind of voices, worked on by all cores


@dataclass(frozen=True, kw_only=True)
class Heard:
    """What a kind of voices is in a lesson: how often each recording is heard in rooms, by which seed, and which share
    of each step its frames have, 0 to 1.
    """

    copies: int
    seed: int
    share: float


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """`steps` from a rate of `learning` on; so many synthetic `sentences`, and `neural` ones, whose seeds start where
    as many processes begin to make them. `games` is nothing where they are not heard.
    """

    steps: int
    learning: float
    sentences: int
    neural: int
    starts: tuple[int, ...]
    words: Heard
    debian: Heard
    said: Heard
    formants: Heard
    games: Heard | None = None


FIRST = Lesson(
    steps=16000,
    learning=LEARNING,
    sentences=4200,
    neural=5700,
    starts=(0, 3000),
    words=Heard(copies=3, seed=1, share=0.27),
    debian=Heard(copies=2, seed=2, share=0.25),
    said=Heard(copies=2, seed=3, share=0.38),
    formants=Heard(copies=1, seed=4, share=0.1),
)
SECOND = Lesson(
    steps=4000,
    learning=0.00025,
    sentences=1400,
    neural=2850,
    starts=(0, 1425),
    words=Heard(copies=1, seed=11, share=0.25),
    debian=Heard(copies=1, seed=12, share=0.22),
    said=Heard(copies=1, seed=13, share=0.3),
    formants=Heard(copies=1, seed=14, share=0.08),
    games=Heard(copies=6, seed=15, share=0.15),
)


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--after", type=click.Path(path_type=Path, exists=True), help="The first lesson's file: give the second.")
@click.option("--people", required=True, type=click.Path(path_type=Path), help="The folder with labels.tsv.")
@click.option("--voices", required=True, type=click.Path(path_type=Path), help="The folder of neural voices.")
@click.option("--sentences", type=int, help="Synthetic ones, if others than the lesson's.")
@click.option("--neural", type=int, help="Sentences of neural voices, if others than the lesson's.")
@click.option("--steps", type=int, help="If others than the lesson's.")
@click.option("--kept", type=click.Path(path_type=Path), help="A folder for the aligned speech.")
def train(
    path: Path, after: Path | None, people: Path, voices: Path, sentences: int | None, neural: int | None,
    steps: int | None, kept: Path | None,
) -> None:  # fmt: skip
    """Train and write the network."""
    lesson = FIRST if after is None else SECOND
    lesson = replace(
        lesson,
        sentences=sentences or lesson.sentences,
        neural=neural or lesson.neural,
        steps=steps or lesson.steps,
    )
    spoken = _aligned(kept, "people", lambda: labelled(people))
    held = [each for each in spoken if each.speaker in HELD_OUT]
    chance = np.random.default_rng(SEED)
    sources = [*_sources(lesson, [each for each in spoken if each.speaker not in HELD_OUT], voices, kept)]
    print("frames:", *(len(source.frames.halves) for source in sources), flush=True)
    start = beginner(sources, PHONES, chance) if after is None else phone_network(np.load(after))
    trainer = Trainer(sources, start, chance, lesson.learning)
    network = trainer.run(lesson.steps, lambda step: print(f"{step} of {lesson.steps} steps", flush=True))
    print(f"people who were held out: {right_of(network, held):.1%} of the frames of speech right")
    np.savez_compressed(path, **arrays_of(network))  # type: ignore[arg-type]


def _sources(lesson: Lesson, words: Sequence[Spoken], voices: Path, kept: Path | None) -> Iterator[Source]:
    yield _source(people_in_rooms, words, lesson.words)
    yield _source(people_in_rooms, _aligned(kept, "debian", lambda: [*installed()]), lesson.debian)
    said = made_or_kept(
        kept, f"neural-{lesson.neural}", lambda: _by_neural_voices(voices, lesson.neural, lesson.starts), Spoken
    )
    yield _source(synthetic_in_rooms, said, lesson.said)
    formants = made_or_kept(
        kept, f"formants-{lesson.sentences}", lambda: spoken_sentences(range(lesson.sentences)), Spoken
    )
    yield _source(synthetic_in_rooms, formants, lesson.formants)
    if lesson.games is not None:
        yield _source(people_in_rooms, _aligned(kept, "games", lambda: [*played()]), lesson.games)


def _source(rooms: Rooms, spoken: Sequence[Spoken], heard: Heard) -> Source:
    print(f"{len(spoken)} recordings, heard {heard.copies} times", flush=True)
    return Source(frames=in_rooms(rooms, spoken, copies=heard.copies, seed=heard.seed), share=heard.share)


def _aligned(kept: Path | None, name: str, rows: Callable[[], Sequence[Labelled]]) -> list[Spoken]:
    return [each for each in made_or_kept(kept, name, lambda: recordings(rows()), Spoken) if is_like(each)]


def in_rooms(rooms: Rooms, spoken: Sequence[Spoken], *, copies: int, seed: int) -> Frames:
    """The frames of speech, heard so many times in rooms drawn by chance; always the same on one machine."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # of each process; it is read when numpy is loaded there
    seeds = [(SEED, seed, copy, part) for copy in range(copies) for part in range(PARTS)]
    parts = [spoken[part::PARTS] for _ in range(copies) for part in range(PARTS)]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return in_a_row([*pool.map(partial(_part, rooms), parts, seeds)])


def right_of(network: PhoneNetwork, spoken: Sequence[Spoken]) -> float:
    """Of the frames of speech, as they were recorded, how many get their phone, 0 to 1."""
    return share_right(network, frames_of(as_recorded(spoken), load_likelihoods(), PHONES), SILENCE)


def _by_neural_voices(folder: Path, count: int, starts: Sequence[int]) -> list[Spoken]:
    seeds = [range(start, start + count // len(starts)) for start in starts]
    with ProcessPoolExecutor(len(starts), mp_context=get_context("spawn")) as pool:
        return [each for part in pool.map(partial(_neural, folder), seeds) for each in part]


def _neural(folder: Path, seeds: range) -> list[Spoken]:
    return [*neural_sentences(folder, seeds)]


def _part(rooms: Rooms, spoken: Sequence[Spoken], seed: tuple[int, ...]) -> Frames:
    return frames_of(rooms(spoken, hall_voices(), np.random.default_rng(seed)), load_likelihoods(), PHONES)


def made_or_kept(folder: Path | None, name: str, make: Callable[[], Iterable[Thing]], kind: type[Thing]) -> list[Thing]:
    """The speech of a file, or speech that is made and kept there."""
    path = None if folder is None else folder / f"{name}.msgpack"
    if path is not None and path.exists():
        return msgspec.msgpack.decode(path.read_bytes(), type=list[kind])  # type: ignore[valid-type]
    made = list(make())
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.msgpack.encode(made))
    return made


if __name__ == "__main__":
    train()
