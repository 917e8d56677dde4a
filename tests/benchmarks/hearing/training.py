"""Trains the network of phones:
`python -m tests.benchmarks.hearing.training FILE.npz --people FOLDER --voices FOLDER`.

The folder of people holds recordings and their `labels.tsv`: file, language, text, speaker set and credit; what
`training_debian.py` names is installed, and the folder of voices is as `training_voices.py` says. Needs espeak-ng,
flite and ffmpeg. `access_chess/recognition/training/model_card.md` tells of the data and the figures of this command.
`--kept FOLDER` keeps the aligned speech, which takes most of the time, for the next training.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import click
import msgspec
import numpy as np

from access_chess.edge.recognisers.pocketsphinx import load_likelihoods
from access_chess.recognition.phone_network import SILENCE, PhoneNetwork, arrays_of
from access_chess.recognition.training.frames import (
    Frames,
    as_recorded,
    frames_of,
    in_a_row,
    people_in_rooms,
    synthetic_in_rooms,
)
from access_chess.recognition.training.spoken import Samples, Spoken
from access_chess.recognition.training.trainer import Source, Trainer, share_right
from tests.benchmarks.hearing.conditions import hall_voices
from tests.benchmarks.hearing.training_debian import installed
from tests.benchmarks.hearing.training_people import HELD_OUT, is_like, labelled, recordings
from tests.benchmarks.hearing.training_speech import spoken_sentences
from tests.benchmarks.hearing.training_voices import neural_sentences

#: All of the acoustic model that the languages have; its "ZH" is too rare.
PHONES = (
    "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH", "IH", "IY", "JH", "K",
    "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "SIL", "T", "TH", "UH", "UW", "V", "W", "Y", "Z",
)  # fmt: skip
Rooms = Callable[[Sequence[Spoken], Samples, np.random.Generator], Iterator[tuple[Samples, float, tuple[str, ...]]]]

SEED = 7
PARTS = 16  # of each kind of voices, worked on by all cores
STARTS = (0, 3000)  # of the seeds of neural sentences, which as many processes make


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--people", required=True, type=click.Path(path_type=Path), help="The folder with labels.tsv.")
@click.option("--voices", required=True, type=click.Path(path_type=Path), help="The folder of neural voices.")
@click.option("--sentences", default=4200, show_default=True, help="Synthetic ones.")
@click.option("--neural", default=5700, show_default=True, help="Sentences of neural voices.")
@click.option("--steps", default=16000, show_default=True)
@click.option("--kept", type=click.Path(path_type=Path), help="A folder for the aligned speech.")
def train(path: Path, people: Path, voices: Path, sentences: int, neural: int, steps: int, kept: Path | None) -> None:
    """Train and write the network."""
    formants = _kept(kept, f"formants-{sentences}", lambda: spoken_sentences(range(sentences)))
    said = _kept(kept, f"neural-{neural}", lambda: _by_neural_voices(voices, neural))
    spoken = [each for each in _kept(kept, "people", lambda: recordings(labelled(people))) if is_like(each)]
    dialogues = [each for each in _kept(kept, "debian", lambda: recordings([*installed()])) if is_like(each)]
    known = [each for each in spoken if each.speaker not in HELD_OUT]
    held = [each for each in spoken if each.speaker in HELD_OUT]
    print(f"people: {len(known)} words, {len(dialogues)} of Debian, {len(held)} held out", flush=True)
    print(f"synthetic: {len(said)} by neural voices, {len(formants)} others", flush=True)
    sources = [
        Source(frames=in_rooms(people_in_rooms, known, copies=3, seed=1), share=0.27),
        Source(frames=in_rooms(people_in_rooms, dialogues, copies=2, seed=2), share=0.25),
        Source(frames=in_rooms(synthetic_in_rooms, said, copies=2, seed=3), share=0.38),
        Source(frames=in_rooms(synthetic_in_rooms, formants, copies=1, seed=4), share=0.1),
    ]
    print("frames:", *(len(source.frames.halves) for source in sources), flush=True)
    trainer = Trainer(sources, PHONES, np.random.default_rng(SEED))
    network = trainer.run(steps, lambda step: print(f"{step} of {steps} steps", flush=True))
    print(f"people who were held out: {right_of(network, held):.1%} of the frames of speech right")
    np.savez_compressed(path, **arrays_of(network))  # type: ignore[arg-type]


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


def _by_neural_voices(folder: Path, count: int) -> list[Spoken]:
    seeds = [range(start, start + count // len(STARTS)) for start in STARTS]
    with ProcessPoolExecutor(len(STARTS), mp_context=get_context("spawn")) as pool:
        return [each for part in pool.map(partial(_neural, folder), seeds) for each in part]


def _neural(folder: Path, seeds: range) -> list[Spoken]:
    return [*neural_sentences(folder, seeds)]


def _part(rooms: Rooms, spoken: Sequence[Spoken], seed: tuple[int, ...]) -> Frames:
    return frames_of(rooms(spoken, hall_voices(), np.random.default_rng(seed)), load_likelihoods(), PHONES)


def _kept(folder: Path | None, name: str, make: Callable[[], Iterable[Spoken]]) -> list[Spoken]:
    """The speech of a file, or speech that is made and kept there."""
    path = None if folder is None else folder / f"{name}.msgpack"
    if path is not None and path.exists():
        return msgspec.msgpack.decode(path.read_bytes(), type=list[Spoken])
    made = list(make())
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.msgpack.encode(made))
    return made


if __name__ == "__main__":
    train()
