"""Trains the verifier: `python -m tests.training.verifier PATH --people FOLDER --voices FOLDER`.

Words by people, and moves, commands and words by synthetic voices, each in a room drawn by chance. What was said is an
example of a sentence that was said, and what the searches of some position find in it, if it is something else, of one
that was not. Needs what `training.py` needs. `--kept FOLDER` keeps what was said.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice, product
from multiprocessing import get_context
from pathlib import Path

import click
import numpy as np

from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.recognisers.pocketsphinx import installed_states, load_likelihoods, load_network
from access_chess.listening.lexicon import Phones, Words, folded, spoken
from access_chess.listening.sentences import sentences
from access_chess.listening.short_answers import answer_sentences
from access_chess.listening.word_graph import SlotValue, WordSlot
from access_chess.recognition.loudness import speech_within
from access_chess.recognition.phone_recogniser import PhoneRecogniser
from access_chess.recognition.second_look import Compared, arrays_of, compared
from access_chess.recognition.units import BOTH, LANES, Scores
from access_chess.requests.names import NUMBERS, RequestName
from tests.benchmarks.hearing.conditions import hall_voices
from tests.benchmarks.hearing.judging import AWAITED, VALID
from tests.benchmarks.hearing.samples import any_of, random_board
from tests.training.answers import (
    ENGLISH_ANSWERS,
    GERMAN_ANSWERS,
    PARTS,
    heard_elsewhere,
    in_parts,
    neighbours,
)
from tests.training.debian import installed
from tests.training.games import played
from tests.training.people import Labelled, labelled, short_sentences
from tests.training.phone_network import made_or_kept
from tests.training.speech import command, recorded, sentence, square, synthesised, written
from tests.training.verifier_trainer import trained
from tests.training.voices import GERMAN, TONGUES, Voices, said_as
from tests.training.voices import SPEEDS as VOICE_SPEEDS

Pronunciations = tuple[tuple[Phones, ...], ...]  # of each word

FORMANTS = 2400  # sentences by espeak-ng and flite
NEURAL = 1400  # sentences by neural voices
NOTHING_ASKED = VALID - {RequestName.YES, RequestName.NO, *NUMBERS}
SEED = 9
_MOST_WAYS = 12


@dataclass(frozen=True, kw_only=True)
class SaidSentence:
    """A sound (16 kHz, 16 bit, mono), its text, how its words may sound, and who says it: empty for robots."""

    sound: bytes
    text: str
    words: Pronunciations
    speaker: str = ""

    @cached_property
    def ways(self) -> frozenset[Phones]:
        """How all of it may sound."""
        return _ways(self.words)


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--people", required=True, type=click.Path(path_type=Path), help="The folder with labels.tsv.")
@click.option("--voices", required=True, type=click.Path(path_type=Path), help="The folder of neural voices.")
@click.option("--kept", type=click.Path(path_type=Path), help="A folder for what is said.")
def train(path: Path, people: Path, voices: Path, kept: Path | None) -> None:
    """Train and write the network."""
    parts: dict[str, Callable[[], Iterable[SaidSentence]]] = {
        "words": lambda: by_people([*labelled(people), *installed(), *played()]),
        "formants": by_formants,
        "neural": lambda: by_neural_voices(voices),
    }
    said = [each for name, make in parts.items() for each in made_or_kept(kept, f"verifier-{name}", make, SaidSentence)]
    print("said:", len(said), flush=True)
    heard = in_rooms(said)
    groups = [
        ([shown for is_own, is_said, shown in heard if (is_own, is_said) == kind], kind[1])
        for kind in product((True, False), repeat=2)
    ]
    print("heard:", *(len(shown) for shown, _ in groups), flush=True)
    np.savez_compressed(path, **arrays_of(trained(groups, np.random.default_rng(SEED))))  # type: ignore[arg-type]


def by_people(rows: Sequence[Labelled]) -> Iterator[SaidSentence]:
    """Their words and short sentences."""
    for row, sound in short_sentences(rows):
        yield SaidSentence(sound=sound, text=row.text, words=row.words, speaker=row.speaker)


def by_formants() -> Iterator[SaidSentence]:
    """Sentences by espeak-ng and flite."""
    chance, phones = np.random.default_rng((SEED, 1)), load_lexicon().phones
    for _ in range(FORMANTS):
        tongue = any_of(chance, ("de", "en"))
        words = _sentence(chance, tongue)
        text = " ".join(written(word, tongue) for word in words)
        sound = recorded(synthesised(text, tongue, chance), chance)
        if sound:
            yield SaidSentence(sound=sound, text=_spoken(words), words=tuple(phones[word] for word in words))


def by_neural_voices(folder: Path) -> list[SaidSentence]:
    """Sentences and other words, each by a voice of its own."""
    with ProcessPoolExecutor(PARTS, mp_context=get_context("spawn")) as pool:
        return [each for part in pool.map(partial(_neural, folder), range(PARTS)) for each in part]


def _neural(folder: Path, part: int) -> list[SaidSentence]:
    voices, chance, phones, found = Voices(folder), np.random.default_rng((SEED, 2, part)), load_lexicon().phones, []
    tables = {tongue: said_as(tongue) for tongue in (*TONGUES.values(), GERMAN)}
    for _ in range(NEURAL // PARTS):
        tongue = GERMAN if chance.random() < 0.45 else any_of(chance, [*TONGUES.values()])
        own, table = "de" if tongue == GERMAN else "en", tables[tongue]
        if chance.random() < 0.4:
            others = [any_of(chance, sorted(table)) for _ in range(int(chance.integers(1, 3)))]
            text, ways = " ".join(others), tuple(table[word][1] for word in others)
        else:
            words = _sentence(chance, own)
            others = [written(word, own).lower() for word in words]
            text, ways = _spoken(words), tuple(phones[word] for word in words)
        if all(word in table for word in others):
            sounds = (", " if chance.random() < 0.3 else " ").join(table[word][0] for word in others)
            said = voices.says(f"{sounds}.", voices.drawn(tongue, chance), chance.uniform(*VOICE_SPEEDS))
            sound = recorded(said, chance)
            found += [SaidSentence(sound=sound, text=text, words=ways)] if sound else []
    return found


def _sentence(chance: np.random.Generator, tongue: str) -> Words:
    """Half of them commands; squares, answers and moves."""
    draw = chance.random()
    if draw < 0.5:
        return command(chance, tongue)
    if draw < 0.7:
        return square(chance, tongue)
    if draw < 0.8:
        return (any_of(chance, GERMAN_ANSWERS if tongue == "de" else ENGLISH_ANSWERS),)
    return sentence(chance, tongue)


def in_rooms(said: Sequence[SaidSentence]) -> list[tuple[bool, bool, Compared]]:
    """Each in a room, beside itself and what else is found in it: do people say it, was it said, what is seen."""
    return in_parts(_heard, said)


def _heard(said: Sequence[SaidSentence], part: int) -> list[tuple[bool, bool, Compared]]:
    chance, babble, searcher = np.random.default_rng((SEED, 3, part)), hall_voices(), _Searcher()
    beside = neighbours([each.sound for each in said])
    found = []
    for each in said:
        room = heard_elsewhere(each.sound, beside, babble, chance, is_person=bool(each.speaker))
        sound = speech_within(room.astype("<i2").tobytes())
        if sound:
            found += [(bool(each.speaker), *example) for example in searcher.examples(sound, each, chance)]
    return found


class _Searcher:
    """Finds the sentences of positions in what was said, and lays them beside it."""

    def __init__(self) -> None:
        self._lexicon, self._network = load_lexicon(), load_network()
        self._phones = PhoneRecogniser(self._network, load_likelihoods(), installed_states(), self._lexicon)
        self._answers = answer_sentences(self._lexicon, AWAITED).graph

    def examples(
        self, sound: bytes, said: SaidSentence, chance: np.random.Generator
    ) -> Iterator[tuple[bool, Compared]]:
        """What was said, and what else is found."""
        scores = self._phones.scores(sound)
        halves = self._phones.of_network(scores)
        shown = self._compared(halves, said.words)
        if shown is not None:
            yield True, shown
        for words in self._found(scores, chance):
            ways = tuple(self._lexicon.phones[word] for word in words)
            if _spoken(words) != folded(said.text) and not _ways(ways) & said.ways:
                shown = self._compared(halves, ways)
                if shown is not None:
                    yield False, shown

    def _compared(self, halves: Scores, words: Pronunciations) -> Compared | None:
        """Words, as they may sound, beside what the network of phones hears."""
        places = self._network.places
        columns = [
            [
                tuple(half for phone in way for half in places[phone])
                for way in ways
                if all(each in places for each in way)
            ]
            for ways in words
        ]
        return compared(halves, columns)

    def _found(self, scores: Scores, chance: np.random.Generator) -> list[Words]:
        """The best sentences of some position, for both that hear and each alone, their rival, and the best answer."""
        position = sentences(self._lexicon, random_board(chance), any_of(chance, (VALID, NOTHING_ASKED)))
        self._phones.expect(position.graph, answers=self._answers)
        searches = self._phones.searches()
        searches.follow(scores)
        found = [searches.sentences.best(lane) for lane in range(LANES)]
        if searches.answers is not None:
            found.append(searches.answers.best(0))
        best = found[BOTH]
        if best is not None:
            meaning = position.meaning(best[0])
            command = None if meaning is None else meaning.command
            found.append(
                self._phones.rival(best[0], scores)
                if command is None
                else self._phones.sentence_without(SlotValue(WordSlot.COMMAND, command), scores)
            )
        return list(dict.fromkeys(each[0] for each in found if each is not None))


def _ways(words: Pronunciations) -> frozenset[Phones]:
    return frozenset(tuple(phone for word in way for phone in word) for way in islice(product(*words), _MOST_WAYS))


def _spoken(words: Words) -> str:
    return " ".join(spoken(word) for word in words)


if __name__ == "__main__":
    train()
