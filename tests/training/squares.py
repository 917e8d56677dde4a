"""Trains what tells the names of squares: `python -m tests.training.squares PATH --people FOLDER
--counters FOLDER --voices FOLDER`.

The letters of files and the numbers of ranks, in English and German, by themselves, as squares and in moves: by the
people of development, by others who say letters (`qabcs-data`, and in the folder of `numbers.py`), by neural
voices (`voices.py`) and by espeak-ng and flite, each in rooms drawn by chance. Where a word is in a sentence
the network of phones finds, as it does when somebody plays. `--apart FOLDER` keeps networks there that have not met one
of the people of development each: by these he is heard where the judge is fitted or shown (`judging --squares FOLDER`).
`--kept FOLDER` keeps what synthetic voices say.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import chess
import click
import numpy as np

from access_chess.edge.packs.lexicons import load_language, load_lexicon
from access_chess.edge.recognisers.pocketsphinx import (
    installed_states,
    load_embedding,
    load_likelihoods,
    load_network,
    load_sounds,
)
from access_chess.listening.lexicon import Words, folded
from access_chess.recognition.adaptation.recordings import Samples, sound_of
from access_chess.recognition.answer_network import arrays_of
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_alignment import aligned
from access_chess.recognition.square_names import seen_of_word
from access_chess.recognition.units import units
from tests.benchmarks.hearing.conditions import hall_voices
from tests.benchmarks.hearing.development import ENGLISH as ENGLISH_DIGITS
from tests.benchmarks.hearing.development import GERMAN as GERMAN_DIGITS
from tests.benchmarks.hearing.development import PEOPLE, Person, Recordings, square_said
from tests.benchmarks.hearing.samples import any_of
from tests.training.answer_trainer import trained
from tests.training.answers import PARTS, heard_elsewhere, in_parts, neighbours
from tests.training.games import PRIMER
from tests.training.people import Labelled, sounds
from tests.training.phone_network import made_or_kept
from tests.training.recordings import THROATS, halves_of
from tests.training.speech import move, recorded, synthesised, written
from tests.training.voices import GERMAN, SPEEDS, TONGUES, Voices, in_sounds

SENTENCES = 1200  # by neural voices of each of the parts, and as many by espeak-ng and flite
OF_EACH_PERSON = 260  # sentences
NEURAL_ROOMS, PEOPLE_ROOMS = 2, 3
SYNTHETIC = 4  # times the share of people in a step
#: Others who say letters, and who say numbers to go with them.
OTHERS = (
    Person(name="qABCs, jackson", letters="qabcs-en", digits="fsdd-jackson", names=ENGLISH_DIGITS, is_narrow=True),
    Person(name="qABCs, theo", letters="qabcs-en", digits="fsdd-theo", names=ENGLISH_DIGITS, is_narrow=True),
    Person(name="qABCs, not1mm", letters="qabcs-en", digits="not1mm", names=ENGLISH_DIGITS),
    Person(name="qABCs, spokennumbers", letters="qabcs-en", digits="spokennumbers", names=ENGLISH_DIGITS),
    Person(name="Beronet", letters="beronet-de", digits="beronet-de", names=GERMAN_DIGITS),
)
_GERMAN_PROMPTS = "usr/share/asterisk/sounds/de"
HIDDEN, STEPS, DOUBT = (192,), 1500, 0.1
SEED = 21
_APART = 0.5  # of the neural voices' sentences have a comma between their words
_TWO, _LETTER_ALONE = 0.3, 0.5  # of people's sentences are two squares; of those of one are but its letter
_PEAK = 16_000


@dataclass(frozen=True, kw_only=True)
class SaidSentence:
    """A sound (16 kHz, 16 bit, mono), the words of the lexicon in it, and in how many rooms it is heard. Where they are
    people's, each word has a speaker.
    """

    words: Words
    sound: bytes
    rooms: int
    speakers: tuple[str, ...] = ()


class HeardName(NamedTuple):
    """What is seen of a letter or a number, its output, and who says it, if that is a person."""

    speaker: str
    output: int
    seen: Floats


class PlacedName(NamedTuple):
    """The output of a letter or a number, who says it, if that is a person, and from which step to which."""

    speaker: str
    output: int
    steps: tuple[int, int]


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--voices", required=True, type=click.Path(path_type=Path), help="The folder of neural voices.")
@click.option("--people", required=True, type=click.Path(path_type=Path), help="The folder with labels.tsv.")
@click.option("--counters", required=True, type=click.Path(path_type=Path), help="The folder of numbers.py.")
@click.option("--apart", type=click.Path(path_type=Path), help="A folder for those that have not met one person each.")
@click.option("--kept", type=click.Path(path_type=Path), help="A folder for what synthetic voices say.")
def train(path: Path, voices: Path, people: Path, counters: Path, apart: Path | None, kept: Path | None) -> None:
    """Train and write the network."""
    synthetic = in_parts(_heard, made_or_kept(kept, "squares", lambda: sentences_said(voices), SaidSentence))
    by_people = in_parts(_heard, people_said(people, counters))
    print("heard:", len(synthetic), len(by_people), flush=True)
    _write(path, synthetic, by_people)
    if apart is not None:
        apart.mkdir(parents=True, exist_ok=True)
        for person in PEOPLE:
            others = [each for each in by_people if each.speaker not in (person.letters, person.digits)]
            _write(apart / f"{person.name}.npz", synthetic, others)


def _write(path: Path, synthetic: Sequence[HeardName], by_people: Sequence[HeardName]) -> None:
    made, said = (
        (np.stack([each.seen for each in heard]), np.array([each.output for each in heard]))
        for heard in (synthetic, by_people)
    )
    chance = np.random.default_rng(SEED)
    network = trained([made] * SYNTHETIC + [said], names(), chance, hidden=HIDDEN, steps=STEPS, doubt=DOUBT)
    np.savez_compressed(path, **arrays_of(network))  # type: ignore[arg-type]
    print(path, flush=True)


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


def people_said(folder: Path, counters: Path) -> list[SaidSentence]:
    """Letters, squares and two squares by each person."""
    recordings, chance = Recordings(folder, [*_others(counters)]), np.random.default_rng((SEED, 2 * PARTS))
    found: list[SaidSentence] = []
    for person in (*PEOPLE, *OTHERS):
        for _ in range(OF_EACH_PERSON):
            squares = tuple(any_of(chance, chess.SQUARE_NAMES) for _ in range(1 + (chance.random() < _TWO)))
            said = [word for square in squares for word in square_said(person, chess.parse_square(square))]
            said = said[:1] if len(squares) == 1 and chance.random() < _LETTER_ALONE else said
            sound = recordings.spliced(person, said, chance)
            found.append(
                SaidSentence(
                    words=tuple(_word(person, text) for _, text in said),
                    sound=sound_of(sound * (_PEAK / np.abs(sound).max())),
                    rooms=PEOPLE_ROOMS,
                    speakers=tuple(speaker for speaker, _ in said),
                )
            )
    return found


def _others(counters: Path) -> Iterator[Labelled]:
    """Letters and digits of people who are not of development."""
    files = {("qabcs-en", file): PRIMER / "alpha" / f"{file}.ogg" for file in chess.FILE_NAMES}
    files |= {("beronet-de", file): counters / _GERMAN_PROMPTS / "letters" / f"{file}.gsm" for file in chess.FILE_NAMES}
    for digit, german, english in zip(chess.RANK_NAMES, GERMAN_DIGITS, ENGLISH_DIGITS, strict=True):
        files["beronet-de", german] = counters / _GERMAN_PROMPTS / "digits" / f"{digit}.gsm"
        files["not1mm", english] = counters / "not1mm/data/phonetics" / f"{digit}.wav"
        files["spokennumbers", english] = counters / "spokennumbers/default" / f"{digit}.wav"
    for (speaker, text), path in files.items():
        yield Labelled(path=path, speaker=speaker, text=text, words=())


def _word(person: Person, text: str) -> str:
    """A letter or a digit as a word of the lexicon."""
    return f"{text}.{'de' if person.names is GERMAN_DIGITS else 'en'}" if len(text) == 1 else folded(text)


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


def _heard(said: Sequence[SaidSentence], part: int) -> list[HeardName]:
    """Each letter and number, as it is heard in each room."""
    embedding, sounds, found = load_embedding(), load_sounds(), list[HeardName]()
    for room, parts in sentences_in_rooms(said, part):
        frames = embedding.frames(room)
        moments, steps = embedding.of_frames(frames), sounds.steps(frames)
        found += [HeardName(name.speaker, name.output, seen_of_word(moments, steps, *name.steps)) for name in parts]
    return found


def sentences_in_rooms(said: Sequence[SaidSentence], part: int) -> Iterator[tuple[Samples, list[PlacedName]]]:
    """Each sentence in each of its rooms, and where its letters and numbers are."""
    chance, babble, outputs = np.random.default_rng((SEED, PARTS + part)), hall_voices(), names()
    network, likelihoods = load_network(), load_likelihoods()
    pronunciations = units(load_lexicon().phones, installed_states(), network).pronunciations
    beside = neighbours([each.sound for each in said])
    for each in said:
        for _ in range(each.rooms):
            room = heard_elsewhere(each.sound, beside, babble, chance, is_person=bool(each.speakers))
            halves = halves_of(room, network, likelihoods, chance.uniform(*THROATS))
            alignment = aligned(halves, [pronunciations(word) for word in each.words])
            if alignment is not None:
                speakers = each.speakers or [""] * len(each.words)
                words = zip(speakers, each.words, alignment.words, strict=True)
                yield room, [PlacedName(own, outputs[word], steps) for own, word, steps in words if word in outputs]


if __name__ == "__main__":
    train()
