"""Trains the network of answers: `python -m tests.training.answers PATH --people FOLDER --counters
FOLDER --voices FOLDER`.

"One" to "four", "yes", "no" and "stop", in English and German, and many other words, by people and by synthetic
voices, each in a room drawn by chance. Needs what `training.py` needs, and what `numbers.py` names. Answers by
people are the numbers of jackson and theo, of those of `numbers.py` and, cut out of their tiles, of eight
players of Mahjongg; four say "no" of "no choice", one "stop" of "to stop", and nobody "yes". "Yes" and "no" by people,
the units of `units.py` and the actors of `adventure.py`, are a second lesson (`--after FIRST.npz`):
only their last weights are taught, by them and all the rest. `--kept FOLDER` keeps what was said.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby, product
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import click
import numpy as np
from numpy.typing import NDArray

from access_chess.edge.recognisers.pocketsphinx import load_embedding, load_likelihoods, load_network
from access_chess.recognition.adaptation.recordings import FRAME, Samples, Spoken, faster, in_some_room, sound_of
from access_chess.recognition.adaptation.scale_learning import SPEEDS
from access_chess.recognition.answer_network import OTHER, answer_network, arrays_of
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_network import SILENCE
from tests.benchmarks.hearing.conditions import hall_voices
from tests.benchmarks.hearing.samples import Thing, any_of
from tests.benchmarks.hearing.voices import RATE
from tests.training.adventure import acted
from tests.training.answer_trainer import taught_further, trained
from tests.training.debian import installed
from tests.training.games import NUMBERS, played
from tests.training.numbers import counted, players_called
from tests.training.people import (
    Labelled,
    labelled,
    labelled_words,
    recordings,
    short_sentences,
    sounds,
)
from tests.training.phone_network import made_or_kept
from tests.training.recordings import THROATS, whole_of
from tests.training.speech import recorded, synthesised
from tests.training.units import OTHERS, YES, ordered
from tests.training.voices import GERMAN, TONGUES, Voices, in_sounds, said_as
from tests.training.voices import SPEEDS as VOICE_SPEEDS

Found = TypeVar("Found")

ENGLISH_ANSWERS = ("one", "two", "three", "four", "yes", "no")
GERMAN_ANSWERS = ("eins", "zwei", "drei", "vier", "ja", "nein")
OUTPUTS = {word: place for words in (ENGLISH_ANSWERS, GERMAN_ANSWERS) for place, word in enumerate(words, start=1)}
OUTPUTS["zwo"] = OUTPUTS["zwei"]
STOP = {"en": "stop", "de": "stopp"}
OUTPUTS |= dict.fromkeys(STOP.values(), 1 + max(OUTPUTS.values()))
#: Words that are like them.
ENGLISH_NEIGHBOURS = (
    "why fry bee be fear sheer pea see won run gone want on dry tree free door for more floor to do too shoe new know "
    "go low yet yeah less guess ten nine five six eight seven near mine line lion fine hi buy my eye"
)
GERMAN_NEIGHBOURS = (
    "bei frei mein dein wein sein kein klein ei hier tier bier wir wer mehr meer ihr fier da na ah ha eis heiß weiß "
    "zwar sei schrei brei blei neun fünf sechs sieben acht zehn"
)
#: Words that are like "stop".
STOP_NEIGHBOURS = {
    "en": "shop stock top step stuff start stub storm chop drop hop mop pop spot slot snob strap stamp stoop steep",
    "de": "stoff stock stück topf kopf knopf stumpf stab stark start sport spott schopf tropf stolz hop mob job",
}
ANSWER_ROOMS = 120  # in which an answer by somebody is heard, all the times together that it was recorded
ANSWER_SPEEDS = (0.82, 1.22)  # and pitches: those who say them are few
SYNTHETIC_ROOMS = 2
#: What neural voices say: the seed, how many times three words, and how many of them are answers.
NEURAL = (((99, 0), 181, 0.5), ((99, 1), 181, 0.5), ((199, 0), 481, 0.6))
FORMANTS = 3000  # words by espeak-ng and flite
STOPS = 600  # times "stop", or a word like it, by neural voices and by espeak-ng and flite
SEED = 8
PARTS = 2
_NEIGHBOURS = 60  # recordings that are heard beside others
_SHORTEST, _LONGEST = 0.1, 0.3  # seconds of the room on each side
_LONGEST_WORDS = 2.0  # seconds


@dataclass(frozen=True, kw_only=True)
class SaidWord:
    """A sound (16 kHz, 16 bit, mono), the output that it is, who says it (empty for synthetic voices), and in how many
    rooms it is heard.
    """

    sound: bytes
    output: int
    speaker: str = ""
    rooms: int = 1


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--people", required=True, type=click.Path(path_type=Path), help="The folder with labels.tsv.")
@click.option("--counters", required=True, type=click.Path(path_type=Path), help="The folder of numbers.py.")
@click.option("--voices", required=True, type=click.Path(path_type=Path), help="The folder of neural voices.")
@click.option("--kept", type=click.Path(path_type=Path), help="A folder for what is said.")
@click.option("--after", type=click.Path(path_type=Path), help='The file whose "yes" and "no" are taught further.')
def train(path: Path, people: Path, counters: Path, voices: Path, kept: Path | None, after: Path | None) -> None:
    """Train and write the network; or only teach "yes" and "no" further."""
    heard = in_rooms(answers_said(people, counters, voices, kept, is_second=after is not None))
    seen, outputs = np.stack([shown for _, shown in heard]), np.array([said.output for said, _ in heard])
    groups = [(seen[own], outputs[own]) for own in groups_of([said for said, _ in heard])]
    print("heard:", *(len(own) for _, own in groups), flush=True)
    if after is not None:
        before = dict(np.load(after))
        further = taught_further(answer_network(before), groups, [OUTPUTS["yes"], OUTPUTS["no"]])
        np.savez_compressed(path, **before | arrays_of(further))
        return
    network = trained(groups, OUTPUTS, np.random.default_rng(SEED))
    np.savez_compressed(path, **arrays_of(network))  # type: ignore[arg-type]


def groups_of(said: Sequence[SaidWord]) -> list[NDArray[np.int64]]:
    """Where answers and other words by people and by synthetic voices stand."""
    is_person = np.array([bool(each.speaker) for each in said])
    is_answer = np.array([each.output != OTHER for each in said])
    kinds = product((True, False), repeat=2)
    return [np.flatnonzero((is_person == person) & (is_answer == answer)) for person, answer in kinds]


def answers_said(
    people: Path, counters: Path, voices: Path, kept: Path | None, *, is_second: bool = False
) -> list[SaidWord]:
    """Answers and other words, made or kept; those who say "yes" and "no" in games only for the second lesson."""
    said = [
        *made_or_kept(kept, "answers-words", lambda: _words(people), SaidWord),
        *made_or_kept(kept, "answers-counted", lambda: _counted(counters), SaidWord),
        *made_or_kept(kept, "answers-called", lambda: _called(counters), SaidWord),
        *(made_or_kept(kept, "answers-ordered", _ordered, SaidWord) if is_second else ()),
        *(made_or_kept(kept, "answers-acted", _acted, SaidWord) if is_second else ()),
        *made_or_kept(kept, "answers-formants", lambda: _by_formants(people), SaidWord),
        *made_or_kept(kept, "answers-neural", lambda: _by_neural_voices(voices), SaidWord),
        *made_or_kept(kept, "answers-stop", lambda: [*_told_to_stop(people), *_like_stop(voices)], SaidWord),
    ]
    times = Counter((each.speaker, each.output) for each in said)
    return [replace(each, rooms=_rooms(each, times[each.speaker, each.output])) for each in said]


def in_rooms(said: Sequence[SaidWord]) -> list[tuple[SaidWord, Floats]]:
    """What the network sees of each, in one or more rooms drawn by chance."""
    return in_parts(_heard, said)


def in_parts(work: Callable[[list[Thing], int], list[Found]], things: Sequence[Thing]) -> list[Found]:
    """What is made of some things by processes, each of which has a part of them."""
    parts = [[*things[part::PARTS]] for part in range(PARTS)]
    with ProcessPoolExecutor(PARTS, mp_context=get_context("spawn")) as pool:
        return [each for part in pool.map(work, parts, range(PARTS)) for each in part]


def _heard(said: Sequence[SaidWord], part: int) -> list[tuple[SaidWord, Floats]]:
    found = []
    for each, room, throat in rooms_of(said, part):
        shown = shown_of(room, throat)
        if shown is not None:
            found.append((each, shown))
    return found


def rooms_of(said: Sequence[SaidWord], part: int) -> Iterator[tuple[SaidWord, Samples, float]]:
    """Each word as it is heard in one or more rooms, and the throat that it is heard with."""
    chance, babble = np.random.default_rng((SEED, part)), hall_voices()
    beside = neighbours([each.sound for each in said])
    for each in said:
        for _ in range(each.rooms):
            speeds = SPEEDS if each.output == OTHER else ANSWER_SPEEDS
            room = heard_elsewhere(each.sound, beside, babble, chance, is_person=bool(each.speaker), speeds=speeds)
            yield each, room, chance.uniform(*THROATS)


def neighbours(sounds: Sequence[bytes]) -> list[Spoken]:
    """Some of them, to be heard beside others."""
    return [Spoken(sound=sound, phones=()) for sound in sounds[:_NEIGHBOURS]]


def heard_elsewhere(
    sound: bytes, beside: Sequence[Spoken], babble: Samples, chance: np.random.Generator, *, is_person: bool,
    speeds: tuple[float, float] = SPEEDS,
) -> Samples:  # fmt: skip
    """A sound, maybe faster or slower, in a room drawn by chance that is heard on both sides of it, half as loud as can
    be.
    """
    samples = np.frombuffer(sound, "<i2").astype(np.float64)
    if is_person or chance.random() < 0.3:
        samples = faster(samples, chance.uniform(*speeds))
    room = in_some_room(with_quiet(samples, chance, _SHORTEST, _LONGEST), beside, babble, chance)
    heard: Samples = room * (16_000 / np.abs(room).max())
    return heard


def with_quiet(samples: Samples, chance: np.random.Generator, shortest: float, longest: float) -> Samples:
    """A sound with so many seconds of a quiet room on each side."""
    before, after = (3 * chance.standard_normal(int(chance.uniform(shortest, longest) * RATE)) for _ in range(2))
    return np.concatenate([before, samples, after])


def _rooms(said: SaidWord, times: int) -> int:
    if not said.speaker:
        return SYNTHETIC_ROOMS
    return ANSWER_ROOMS // times if said.output != OTHER else 1


def shown_of(samples: Samples, throat: float = 1.0) -> Floats | None:
    """What the network of answers sees of a sound at 16 kHz."""
    return whole_of(samples, load_network(), load_likelihoods(), load_embedding(), throat)


def _words(folder: Path) -> Iterator[SaidWord]:
    for row, sound in short_sentences([*labelled(folder), *installed()]):
        output, is_number = OUTPUTS.get(row.text.lower(), OTHER), row.speaker.startswith("fsdd")
        if is_number or output == OTHER:
            yield SaidWord(sound=sound, output=output, speaker=row.speaker)


def _counted(folder: Path) -> Iterator[SaidWord]:
    for row, sound in short_sentences(counted(folder)):
        output = OUTPUTS.get(row.text, OTHER)
        if len(sound) <= 2 * RATE * _LONGEST_WORDS:
            yield SaidWord(sound=sound, output=output, speaker=row.speaker)


def _called(folder: Path) -> Iterator[SaidWord]:
    """What is called in games; of numbers of tiles and players, and of "no choice", each word by itself."""
    parted = {*OUTPUTS, *(word for words in NUMBERS.values() for word in words.split())}
    for row in (*played(), *players_called(folder)):
        if not row.speaker.startswith(("kajongg", "hedgewars", "qabcs", "neverball")):
            continue
        for spoken in recordings([row]):
            if len(row.words) > 1 and parted & {*row.text.split()}:
                yield from _parted(row, spoken)
            else:
                yield SaidWord(sound=spoken.sound, output=OTHER, speaker=row.speaker)


def _ordered() -> Iterator[SaidWord]:
    for output, said in ((OUTPUTS["yes"], YES), (OTHER, OTHERS)):
        for speaker, sound in ordered(said):
            yield SaidWord(sound=sound, output=output, speaker=speaker)


def _acted() -> Iterator[SaidWord]:
    for actor, answer, sound in acted():
        yield SaidWord(sound=sound, output=OUTPUTS[answer], speaker=actor)


def _told_to_stop(folder: Path) -> Iterator[SaidWord]:
    words = tuple(labelled_words(["to", STOP["en"]], "en-us").values())
    for row in labelled(folder):
        if row.text == "to stop":
            for spoken in recordings([row]):
                yield from _parted(replace(row, words=words), spoken)


def _parted(row: Labelled, spoken: Spoken) -> Iterator[SaidWord]:
    """What is said before the last word, and the last word, cut where it was aligned, if it was."""
    begins = _begin_of_last(row, spoken.phones)
    if begins is None:
        return
    before, word = row.text.rsplit(maxsplit=1)
    first, last = spoken.samples[: begins * FRAME], spoken.samples[max(0, begins - 1) * FRAME :]
    yield SaidWord(sound=sound_of(first), output=OUTPUTS.get(before, OTHER), speaker=row.speaker)
    yield SaidWord(sound=sound_of(last), output=OUTPUTS.get(word, OTHER), speaker=row.speaker)


def _begin_of_last(row: Labelled, phones: Sequence[str]) -> int | None:
    """The frame where the last word begins, if it was aligned as one of its pronunciations."""
    starts, place = [], 0
    for phone, frames in groupby(phones):
        if phone != SILENCE:
            starts.append((phone, place))
        place += len(list(frames))
    for way in sorted(row.words[-1], key=len, reverse=True):
        if tuple(phone for phone, _ in starts[-len(way) :]) == tuple(way):
            return starts[-len(way)][1]
    return None


def _by_formants(folder: Path) -> Iterator[SaidWord]:
    chance, others = np.random.default_rng(5), {"en": sorted(said_as("en-us")), "de": _german_words(folder)}
    for _ in range(FORMANTS):
        tongue = any_of(chance, ("de", "en"))
        own, near = (GERMAN_ANSWERS, GERMAN_NEIGHBOURS) if tongue == "de" else (ENGLISH_ANSWERS, ENGLISH_NEIGHBOURS)
        draw = chance.random()
        word = any_of(chance, own if draw < 0.5 else near.split() if draw < 0.65 else others[tongue])
        sound = recorded(synthesised(word, tongue, chance), chance)
        if sound:
            yield SaidWord(sound=sound, output=OUTPUTS.get(word, OTHER))


def _german_words(folder: Path) -> list[str]:
    texts = [row.text.lower() for row in labelled(folder) if row.speaker == "gcompris-de-words"]
    return sorted({word for text in texts for word in text.split() if len(word) > 2})


def _by_neural_voices(folder: Path) -> list[SaidWord]:
    with ProcessPoolExecutor(PARTS, mp_context=get_context("spawn")) as pool:
        return [each for part in pool.map(partial(_neural, folder), *zip(*NEURAL, strict=True)) for each in part]


def _neural(folder: Path, seed: tuple[int, int], rounds: int, answers: float) -> list[SaidWord]:
    """Answers and any words, three at a time by a voice of their own."""
    voices, chance, found = Voices(folder), np.random.default_rng(seed), []
    tables = {tongue: said_as(tongue) for tongue in (*TONGUES.values(), GERMAN)}
    for _ in range(rounds):
        tongue = GERMAN if chance.random() < 0.45 else any_of(chance, [*TONGUES.values()])
        known = tables[tongue]
        own = [word for word in ((*GERMAN_ANSWERS, "zwo") if tongue == GERMAN else ENGLISH_ANSWERS) if word in known]
        words = [any_of(chance, own if chance.random() < answers else sorted(known)) for _ in range(3)]
        voice, speed = voices.drawn(tongue, chance), chance.uniform(*VOICE_SPEEDS)
        for word in words:
            sound = recorded(voices.says(f"{known[word][0]}.", voice, speed), chance)
            if sound:
                found.append(SaidWord(sound=sound, output=OUTPUTS.get(word, OTHER)))
    return found


def _like_stop(folder: Path) -> Iterator[SaidWord]:
    voices, chance = Voices(folder), np.random.default_rng(15)
    for number in range(STOPS):
        tongue = any_of(chance, (GERMAN, *TONGUES.values()))
        own = tongue[:2]
        word = STOP[own] if chance.random() < 0.5 else any_of(chance, STOP_NEIGHBOURS[own].split())
        if number % 2:
            said = synthesised(word, own, chance)
        else:
            voice, speed = voices.drawn(tongue, chance), chance.uniform(*VOICE_SPEEDS)
            (ipa,) = sounds(tongue, [word])
            said = voices.says(f"{in_sounds(ipa, tongue)}.", voice, speed)
        sound = recorded(said, chance)
        if sound:
            yield SaidWord(sound=sound, output=OUTPUTS.get(word, OTHER))


if __name__ == "__main__":
    train()
