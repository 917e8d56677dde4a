"""People's recordings to train on, each with the phone of each 10 ms: words, letters, syllables and digits."""

import csv
import re
import subprocess
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.recognisers.enrolment import Aligner
from access_chess.edge.recognisers.pocketsphinx import load_likelihoods
from access_chess.listening.lexicon import Phones
from access_chess.recognition.adaptation.recordings import Samples, Spoken, sound_of
from access_chess.recognition.loudness import speech_within
from access_chess.recognition.phone_network import SILENCE
from tests.benchmarks.hearing.voices import RATE
from tests.training.ipa import pronunciations
from tests.training.recordings import said_part

MOST_WORDS = 4  # of a short sentence; a longer one is hardly taken for something else
#: Development voices: they are never trained on, and the judge is fitted on them.
HELD_OUT = frozenset(
    {
        "gcompris-de-alphabet", "gcompris-en-alphabet", "klettres-de-alpha", "klettres-de-syllab", "klettres-en-alpha",
        "klettres-en-syllab", "klettres-en_GB-alpha", "klettres-en_GB-syllab", "fsdd-nicolas",
    }
)  # fmt: skip
#: espeak-ng's voice for each language of the labels.
VOICES = {
    "de": "de", "en": "en-us", "en_GB": "en-gb", "fr": "fr-fr", "es": "es", "it": "it", "pt_BR": "pt-br", "pt": "pt",
    "nl": "nl",
}  # fmt: skip
#: What ffmpeg must be told of files that do not say it themselves.
_HEADLESS = {".au": ("-f", "mulaw", "-ar", "8000"), ".gsm": ("-f", "gsm")}
_NO_TEXT = re.compile(r"\w-\d+$|U0")  # some files are labelled by their number only
_UNLIKE = -3.5  # nats a frame below the likeliest phone: the label must be wrong


@dataclass(frozen=True, kw_only=True)
class Labelled:
    """A recording with its text, and how each of its words may sound; a row of the labels is one word."""

    path: Path
    speaker: str
    text: str
    words: tuple[tuple[Phones, ...], ...]


def recordings(rows: Sequence[Labelled]) -> Iterator[Spoken]:
    """All that can be aligned with their text."""
    chance, ways = np.random.default_rng(0), sorted({way for row in rows for way in row.words})
    names = {way: f"word{number}" for number, way in enumerate(ways)}
    with Aligner(replace(load_lexicon(), phones={name: way for way, name in names.items()})) as aligner:
        for row in rows:
            said = said_part(decoded(row.path))
            if said is None:
                continue
            before, after = (np.zeros(int(chance.uniform(0.1, 0.3) * RATE)) for _ in range(2))
            sound = speech_within(sound_of(np.concatenate([before, said, after])))
            phones = aligner.phones(tuple(names[way] for way in row.words), sound) if sound else None
            if phones is not None:
                yield Spoken(sound=sound, phones=phones, speaker=row.speaker)


def short_sentences(rows: Iterable[Labelled]) -> Iterator[tuple[Labelled, bytes]]:
    """Words and short sentences of speakers who are not held out, with their sound (16 kHz, 16 bit, mono)."""
    for row in rows:
        if row.speaker not in HELD_OUT and len(row.words) <= MOST_WORDS:
            said = said_part(decoded(row.path))
            if said is not None:
                yield row, sound_of(said)


def labelled(folder: Path) -> list[Labelled]:
    """The rows whose text says something, in the order of the languages."""
    with (folder / "labels.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    found = []
    for language, voice in VOICES.items():
        own = [row for row in rows if row["language"] == language]
        texts = [row["text"].removeprefix("letter ") for row in own]
        for row, text, ipa in zip(own, texts, sounds(voice, texts), strict=True):
            phones = () if _NO_TEXT.search(text) else pronunciations(ipa, is_english=language.startswith("en"))
            if phones:
                path = folder / row["file"]
                found.append(Labelled(path=path, speaker=row["speaker_set"], text=text, words=(phones,)))
    return found


def labelled_words(words: Collection[str], voice: str) -> dict[str, tuple[Phones, ...]]:
    """How words by themselves sound in a language; those with a sound that is not known are left out."""
    found = {word: pronunciations(ipa, is_english=False) for word, ipa in zip(words, sounds(voice, words), strict=True)}
    return {word: phones for word, phones in found.items() if phones}


def decoded(path: Path) -> Samples:
    """A recording of any kind at 16 kHz, -32768 to 32767."""
    return by_ffmpeg(*_HEADLESS.get(path.suffix, ()), "-i", str(path))


def by_ffmpeg(*recording: str, given: bytes | None = None) -> Samples:
    """The same of what ffmpeg is told of a recording, which may be given to it ("-")."""
    command = ["ffmpeg", "-loglevel", "error", *recording, "-ac", "1", "-ar", str(RATE), "-f", "s16le", "-"]
    sound = subprocess.run(command, input=given, check=True, capture_output=True).stdout
    return np.frombuffer(sound, "<i2").astype(np.float64)


def is_like(spoken: Spoken) -> bool:
    """Does the acoustic model find the phones of the label, or near ones? Else the label or its alignment is wrong."""
    likelihoods = load_likelihoods().of(spoken.samples)
    places = _model_places()
    said = [
        (frame, places[phone])
        for frame, phone in enumerate(spoken.phones[: len(likelihoods)])
        if phone not in (SILENCE, "ZH")
    ]
    if not said:
        return False
    frames, phones = (np.array(each) for each in zip(*said, strict=True))
    return float(np.mean(likelihoods[frames, phones] - likelihoods[frames].max(1))) >= _UNLIKE


@cache
def _model_places() -> dict[str, int]:
    return {phone: number for number, phone in enumerate(load_likelihoods().phones)}


def sounds(voice: str, texts: Collection[str]) -> list[str]:
    """How espeak-ng says each of the texts, in IPA, a blank between its sounds."""
    command = ["espeak-ng", "-v", voice, "--ipa", "--sep= ", "-q"]
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
        file.write("".join(f"{text}.\n\n" for text in texts))  # an empty line parts them, whatever a text is
        file.flush()
        said = subprocess.run([*command, "-f", file.name], check=True, capture_output=True, text=True).stdout
    lines = [" ".join(line.split()) for line in said.splitlines() if line.strip()]
    if len(lines) == len(texts):
        return lines
    each = (subprocess.run([*command, f"{text}."], check=True, capture_output=True, text=True).stdout for text in texts)
    return [" ".join(line.split()) for line in each]
