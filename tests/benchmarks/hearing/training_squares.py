"""Trains what tells the names of squares: `python -m tests.benchmarks.hearing.training_squares PATH --voices FOLDER`.

The letters of files and the numbers of ranks, in English and German, by themselves, as squares and in moves, by neural
voices and by espeak-ng and flite, each in rooms drawn by chance. Where a word is in a sentence the network of phones
finds, as it does when somebody plays. Needs espeak-ng, flite and the folder of neural voices (`training_voices.py`).
`--kept FOLDER` keeps what is said.
"""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import chess
import click
import numpy as np

from access_chess.edge.packs.lexicons import load_language, load_lexicon
from access_chess.edge.recognisers.model import installed_states
from access_chess.edge.recognisers.pocketsphinx import load_embedding, load_likelihoods, load_network
from access_chess.listening.lexicon import Words, folded
from access_chess.recognition.answer_network import arrays_of
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_alignment import aligned
from access_chess.recognition.second_look import halves_of
from access_chess.recognition.square_names import seen_of_word
from access_chess.recognition.training.answer_trainer import trained
from access_chess.recognition.training.frames import THROATS
from access_chess.recognition.training.spoken import Samples
from access_chess.recognition.units import units
from tests.benchmarks.hearing.conditions import hall_voices
from tests.benchmarks.hearing.samples import any_of
from tests.benchmarks.hearing.training import made_or_kept
from tests.benchmarks.hearing.training_answers import PARTS, heard_elsewhere, in_parts, neighbours
from tests.benchmarks.hearing.training_people import sounds
from tests.benchmarks.hearing.training_speech import move, recorded, synthesised, written
from tests.benchmarks.hearing.training_voices import GERMAN, SPEEDS, TONGUES, Voices, in_sounds

SENTENCES = 1200  # by neural voices of each of the parts, and as many by espeak-ng and flite
NEURAL_ROOMS = 2
HIDDEN, STEPS, DOUBT = (192,), 1500, 0.1
SEED = 21
_APART = 0.5  # of the neural voices' sentences have a comma between their words


@dataclass(frozen=True, kw_only=True)
class SaidSentence:
    """A sound (16 kHz, 16 bit, mono), the words of the lexicon in it, and in how many rooms it is heard."""

    words: Words
    sound: bytes
    rooms: int


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--voices", required=True, type=click.Path(path_type=Path), help="The folder of neural voices.")
@click.option("--kept", type=click.Path(path_type=Path), help="A folder for what is said.")
def train(path: Path, voices: Path, kept: Path | None) -> None:
    """Train and write the network."""
    said = made_or_kept(kept, "squares", lambda: sentences_said(voices), SaidSentence)
    heard = in_parts(_heard, said)
    print("heard:", len(heard), flush=True)
    shown, outputs = np.stack([each for _, each in heard]), np.array([output for output, _ in heard])
    chance = np.random.default_rng(SEED)
    network = trained([(shown, outputs)], names(), chance, hidden=HIDDEN, steps=STEPS, doubt=DOUBT)
    np.savez_compressed(path, **arrays_of(network))  # type: ignore[arg-type]


def names() -> dict[str, int]:
    """The output of each letter and each number, those of one kind in one tongue side by side."""
    found: dict[str, int] = {}
    for tongue in ("de", "en"):
        for ways in _kinds(tongue):
            found |= {word: len(set(found.values())) + place for place, own in enumerate(ways) for word in own}
    return found


def _kinds(tongue: str) -> tuple[list[list[str]], list[list[str]]]:
    """The letters, and the ways to say each number."""
    ranks = load_language(tongue).grammar.ranks
    letters = [[f"{file}.{tongue}"] for file in chess.FILE_NAMES]
    return letters, [[folded(way) for way in ranks[rank]] for rank in chess.RANK_NAMES]


def sentences_said(voices: Path) -> list[SaidSentence]:
    """Made by processes, each of which has a part of them."""
    with ProcessPoolExecutor(PARTS, mp_context=get_context("spawn")) as pool:
        return [each for part in pool.map(partial(_said, voices), range(PARTS)) for each in part]


def _said(folder: Path, part: int) -> list[SaidSentence]:
    voices, chance, found = Voices(folder), np.random.default_rng((SEED, part)), list[SaidSentence]()
    for number in range(SENTENCES):
        tongue = GERMAN if number % 2 else any_of(chance, [*TONGUES.values()])
        own = tongue[:2]
        words = sentence(own, chance)
        sound = recorded(_by_neural_voice(voices, words, tongue, chance), chance)
        if sound:
            found.append(SaidSentence(words=words, sound=sound, rooms=NEURAL_ROOMS))
        words = sentence(own, chance)
        text = any_of(chance, (" ", ", ")).join(written(word, own) for word in words)
        sound = recorded(synthesised(text, own, chance), chance)
        if sound:
            found.append(SaidSentence(words=words, sound=sound, rooms=1))
    return found


def _by_neural_voice(voices: Voices, words: Words, tongue: str, chance: np.random.Generator) -> Samples:
    ipa = sounds(tongue, [written(word, tongue[:2]) for word in words])
    between = ", " if chance.random() < _APART else " "
    text = between.join(in_sounds(each, tongue) for each in ipa) + "."
    return voices.says(text, voices.drawn(tongue, chance), chance.uniform(*SPEEDS))


def sentence(tongue: str, chance: np.random.Generator) -> Words:
    """A letter or a number by itself, a square, two of them, or a move in any words."""
    letters, numbers = ([way for ways in kind for way in ways] for kind in _kinds(tongue))
    draw, letter, number = chance.random(), partial(any_of, chance, letters), partial(any_of, chance, numbers)
    if draw < 0.2:
        return (letter(),)
    if draw < 0.3:
        return (number(),)
    if draw < 0.55:
        return letter(), number()
    if draw < 0.85:
        return letter(), number(), letter(), number()
    return move(load_language(tongue).grammar, tongue, chance)


def _heard(said: Sequence[SaidSentence], part: int) -> list[tuple[int, Floats]]:
    """The output of each letter and number, and what is seen of it."""
    chance, babble, outputs = np.random.default_rng((SEED, PARTS + part)), hall_voices(), names()
    network, likelihoods, embedding = load_network(), load_likelihoods(), load_embedding()
    pronunciations = units(load_lexicon().phones, installed_states(), network).pronunciations
    beside, found = neighbours([each.sound for each in said]), list[tuple[int, Floats]]()
    for each in said:
        for _ in range(each.rooms):
            room = heard_elsewhere(each.sound, beside, babble, chance, is_person=False)
            halves = halves_of(room, network, likelihoods, chance.uniform(*THROATS))
            alignment = aligned(halves, [pronunciations(word) for word in each.words])
            if alignment is not None:
                moments = embedding.moments(room)
                parts = zip(each.words, alignment.words, strict=True)
                found += [(outputs[word], seen_of_word(moments, *own)) for word, own in parts if word in outputs]
    return found


if __name__ == "__main__":
    train()
