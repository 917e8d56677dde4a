"""Speech to train the phone network: random sentences by many synthetic voices, and the phone of each 10 ms of them.

The voices of the figures (`voices.speakers(..., "trial")`) are left out. The phones come from the recogniser's own
alignment of the quiet recording with the sentence.
"""

import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import chess
import numpy as np

from access_chess.edge.packs.lexicons import load_language, load_lexicon
from access_chess.edge.recognisers.enrolment import Aligner
from access_chess.listening.lexicon import Grammar, Words, folded
from access_chess.recognition.adaptation.recordings import Spoken
from access_chess.recognition.loudness import speech_within
from tests.benchmarks.hearing.samples import any_of
from tests.benchmarks.hearing.voices import RATE, Samples, read, speakers

LANGUAGES = {
    "de": ("de",),
    "en": ("en-us", "en-us", "en-gb", "en-gb", "en-gb-x-rp", "en-us-nyc", "en-029", "en-gb-x-gbcwmd"),
}
#: Whispers, monsters and robots, from which nothing about people can be learned.
NO_VOICE = re.compile(r"whisper|Demonic|fast|Storm|Robot|robosoft|croak|Anxious|Tweaky| ")


def spoken_sentences(seeds: Iterable[int]) -> Iterator[Spoken]:
    """A sentence for each seed; those that the recogniser cannot align are left out."""
    with Aligner(load_lexicon()) as aligner:
        for seed in seeds:
            chance = np.random.default_rng(seed)
            tongue = "de" if chance.random() < 0.5 else "en"
            words = sentence(chance, tongue)
            sound = recorded(synthesised(" ".join(written(word, tongue) for word in words), tongue, chance), chance)
            phones = aligner.phones(words, sound) if sound else None
            if phones is not None:
                yield Spoken(sound=sound, phones=phones)


def sentence(chance: np.random.Generator, tongue: str) -> Words:
    """A command, a castling or a move; not every move can be played, and it need not."""
    grammar, draw = load_language(tongue).grammar, chance.random()
    if draw < 0.25:
        return command(chance, tongue)
    if draw < 0.31:
        names = [*grammar.moves["castle_kingside"], *grammar.moves["castle_queenside"], *grammar.moves["castle"]]
        return _words(any_of(chance, names))
    return move(grammar, tongue, chance)


def command(chance: np.random.Generator, tongue: str) -> Words:
    """One of all phrases, with any square or piece that it names."""
    grammar = load_language(tongue).grammar
    phrase = any_of(chance, [phrase for phrases in grammar.commands.values() for phrase in phrases])
    return tuple(word for part in phrase.split() for word in _command_part(part, grammar, tongue, chance))


def square(chance: np.random.Generator, tongue: str) -> Words:
    """The names of a file and a rank."""
    return _square(load_language(tongue).grammar, tongue, chance)


def move(grammar: Grammar, tongue: str, chance: np.random.Generator) -> Words:
    words: list[str] = []
    if chance.random() < 0.65:
        words += _words(_name(grammar.pieces, chance))
    if chance.random() < 0.4:
        words += _square(grammar, tongue, chance)
    linking = chance.random()
    if words and linking < 0.35:
        words += _words(any_of(chance, grammar.moves["takes" if linking < 0.18 else "to"]))
    words += _words(_name(grammar.pieces, chance)) if words and linking < 0.05 else _square(grammar, tongue, chance)
    after = chance.random()
    if after < 0.05:
        words += _words(any_of(chance, grammar.moves["check"] + grammar.moves["mate"] + grammar.moves["en_passant"]))
    elif after < 0.09:
        words += _words(_name(grammar.pieces, chance))
    return tuple(words)


def _command_part(part: str, grammar: Grammar, tongue: str, chance: np.random.Generator) -> Words:
    match part:
        case "{square}" | "{move}":
            return _square(grammar, tongue, chance)
        case "{piece}":
            return _words(_name(grammar.pieces, chance))
        case "{pieces}":
            return _words(_name(grammar.plurals, chance))
        case "{file}":
            return (_file(grammar, tongue, chance),)
        case "{rank}":
            return (folded(_name(grammar.ranks, chance)),)
        case _:
            return _words(part)


def _square(grammar: Grammar, tongue: str, chance: np.random.Generator) -> Words:
    return _file(grammar, tongue, chance), folded(_name(grammar.ranks, chance))


def _file(grammar: Grammar, tongue: str, chance: np.random.Generator) -> str:
    """A name of FIDE, of the language's own, or the letter."""
    file, draw = any_of(chance, list(chess.FILE_NAMES)), chance.random()
    if draw < (0.7 if tongue == "de" else 0.35):
        return folded(_name({file: load_language("fide").grammar.files[file]}, chance))
    return folded(_name({file: grammar.files[file]}, chance)) if draw < 0.62 else f"{file}.{tongue}"


def _name(table: dict[str, list[str]], chance: np.random.Generator) -> str:
    return any_of(chance, any_of(chance, list(table.values())))


def _words(phrase: str) -> Words:
    return tuple(folded(phrase).split())


@cache
def spellings() -> dict[str, str]:
    """How the words of the grammars are written: "fünf" for "fuenf", as FIDE has it and no voice can say it."""
    grammars = [load_language(name).grammar for name in ("de", "en", "fide")]
    tables = [table for each in grammars for table in (each.files, each.ranks, each.pieces, each.plurals, each.moves)]
    tables += [table for each in grammars for table in (each.choices, each.commands)]
    written = [word for table in tables for phrases in table.values() for phrase in phrases for word in phrase.split()]
    return {folded(word): word for word in reversed(written)}


def written(word: str, tongue: str) -> str:
    if "." not in word:
        return spellings().get(word, word)
    letter = word[0]
    if tongue == "de":
        return letter
    return "eh" if letter == "a" else letter.upper()  # "a" alone would be read as an article


def synthesised(text: str, tongue: str, chance: np.random.Generator) -> Samples:
    trial = {speaker.voice.partition("+")[2] for speaker in speakers(tongue, "trial")}
    variants = [each for each in _variants() if each not in trial]
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        if tongue == "en" and chance.random() < 0.2:
            voice, stretch = any_of(chance, ("slt", "awb")), chance.uniform(0.75, 1.3)
            command = ["flite", "-voice", voice, "--setf", f"duration_stretch={stretch:.2f}", "-t", text]
            subprocess.run([*command, "-o", file.name], check=True, capture_output=True)
        else:
            voice = any_of(chance, LANGUAGES[tongue]) + (
                "+" + any_of(chance, variants) if chance.random() < 0.9 else ""
            )
            speed, pitch = str(chance.integers(110, 210)), str(chance.integers(20, 80))
            command = ["espeak-ng", "-v", voice, "-s", speed, "-p", pitch, "-w", file.name, text]
            subprocess.run(command, check=True, capture_output=True)
        return read(Path(file.name))


@cache
def _variants() -> tuple[str, ...]:
    listed = subprocess.run(["espeak-ng", "--voices=variant"], check=True, capture_output=True, text=True).stdout
    names = [line.split("!v/")[1].split("  ")[0].strip() for line in listed.splitlines()[1:]]
    return tuple(name for name in names if not NO_VOICE.search(name))


def recorded(samples: Samples, chance: np.random.Generator) -> bytes:
    """As the recogniser gets it, with a moment of the room on each side; empty when nothing was said."""
    loudest = np.abs(samples).max(initial=0)
    loud = np.flatnonzero(np.abs(samples) > 0.01 * loudest)
    if loudest < 0.01:
        return b""
    said = samples[loud[0] : loud[-1] + 1] * (0.5 / loudest)
    before, after = (np.zeros(int(chance.uniform(0.15, 0.4) * RATE)) for _ in range(2))
    return speech_within((np.concatenate([before, said, after]) * 32767).astype("<i2").tobytes())
