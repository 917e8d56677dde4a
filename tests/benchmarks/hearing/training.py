"""Trains the network of phones: `python -m tests.benchmarks.hearing.training FILE.npz --people FOLDER`.

FOLDER holds recordings of people and their `labels.tsv`: file, language, text, speaker set and credit. Needs espeak-ng,
flite and ffmpeg. `access_chess/recognition/training/model_card.md` tells of the data and the figures of this command.
`--kept FOLDER` keeps the aligned speech, which takes most of the time, for the next training.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click
import msgspec
import numpy as np

from access_chess.edge.recognisers.pocketsphinx import load_likelihoods
from access_chess.recognition.phone_network import SILENCE, PhoneNetwork, arrays_of
from access_chess.recognition.training.frames import (
    as_recorded,
    frames_of,
    people_in_rooms,
    synthetic_in_rooms,
)
from access_chess.recognition.training.spoken import Spoken
from access_chess.recognition.training.trainer import Trainer, share_right
from tests.benchmarks.hearing.conditions import hall_voices
from tests.benchmarks.hearing.training_people import HELD_OUT, is_like, recordings
from tests.benchmarks.hearing.training_speech import spoken_sentences

#: All of the acoustic model that the languages have; its "ZH" is too rare.
PHONES = (
    "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH", "IH", "IY", "JH", "K",
    "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "SIL", "T", "TH", "UH", "UW", "V", "W", "Y", "Z",
)  # fmt: skip
SEED = 7
COPIES = 3  # of each recording of a person, each in another room


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--people", required=True, type=click.Path(path_type=Path), help="The folder with labels.tsv.")
@click.option("--sentences", default=4200, show_default=True, help="Synthetic ones.")
@click.option("--steps", default=5000, show_default=True)
@click.option("--kept", type=click.Path(path_type=Path), help="A folder for the aligned speech.")
def train(path: Path, people: Path, sentences: int, steps: int, kept: Path | None) -> None:
    """Train and write the network."""
    synthetic = _kept(kept, f"synthetic-{sentences}", lambda: spoken_sentences(range(sentences)))
    spoken = [each for each in _kept(kept, "people", lambda: recordings(people)) if is_like(each)]
    known = [each for each in spoken if each.speaker not in HELD_OUT]
    held = [each for each in spoken if each.speaker in HELD_OUT]
    print(f"{len(synthetic)} synthetic sentences; {len(known)} recordings of people, {len(held)} held out", flush=True)
    network = trained(known, synthetic, steps)
    unheard = frames_of(as_recorded(held), load_likelihoods(), PHONES)
    print(f"people who were held out: {share_right(network, unheard, SILENCE):.1%} of the frames of speech right")
    np.savez_compressed(path, **arrays_of(network))  # type: ignore[arg-type]


def trained(people: Sequence[Spoken], synthetic: Sequence[Spoken], steps: int) -> PhoneNetwork:
    """The network of these recordings; always the same on one machine."""
    chance, model, babble = np.random.default_rng(SEED), load_likelihoods(), hall_voices()
    heard = frames_of(people_in_rooms(people, babble, chance, copies=COPIES), model, PHONES)
    made = frames_of(synthetic_in_rooms(synthetic, babble, chance), model, PHONES)
    print(f"{len(heard.phones)} frames of people, {len(made.phones)} synthetic ones", flush=True)
    return Trainer(heard, made, PHONES, chance).run(steps, lambda step: print(f"{step} of {steps} steps", flush=True))


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
