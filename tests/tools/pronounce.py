"""How the words of a language sound: `python -m tests.tools.pronounce es fr …`.

Writes `voices/<language>/pronunciation.toml` for the words of its `grammar.toml`. What espeak-ng says of a word, in
the phones of the acoustic model, may be several things, as these phones are English and know no long consonants; of
the words of moves those are kept that are heard best when espeak-ng says them in several throats. Words that have a
pronunciation keep it: people may mend them by ear.
"""

import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

import click
import numpy as np
from msgspec.structs import replace

from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.recognisers.pocketsphinx import installed_states, load_likelihoods, load_network
from access_chess.edge.storage.places import data_folder
from access_chess.listening.lexicon import Phones
from access_chess.recognition.adaptation.recordings import sound_of
from access_chess.recognition.loudness import speech_within
from access_chess.recognition.phone_recogniser import PhoneRecogniser
from access_chess.recognition.units import BOTH
from tests.benchmarks.hearing.voices import RATE, Samples, Speaker, say
from tests.training.ipa import all_pronunciations

#: espeak-ng's voice where it is not called like the pack.
VOICES = {"fr": "fr-fr"}
#: How letters are called where the voice would say otherwise.
LETTERS = {
    "fr": {"e": "eu"},
    "ru": {"a": "а", "b": "бэ", "c": "цэ", "d": "дэ", "e": "е", "f": "эф", "g": "жэ", "h": "аш"},
}
#: Not those of `tests.benchmarks.hearing.languages`.
THROATS = ("+m1", "+f3", "+m5", "+Andrea")
KEPT = 3  # pronunciations of a word
MOST = 24  # that are tried
#: The network of phones does not know this one, which was too rare; these are the nearest that it knows.
_UNKNOWN, _NEAREST = "ZH", ("JH", "SH")
#: The rounded vowels of the front are no English ones; this is another that is near.
_ROUNDED = {"UH": "AH"}
_OF_MOVES = frozenset({"files", "ranks", "pieces", "moves"})
_NO_WORDS = frozenset({"questions", "letters", "spellings", "hearing"})


@click.command()
@click.argument("languages", nargs=-1, required=True)
def pronounce(languages: tuple[str, ...]) -> None:
    """Write the pronunciations of some packs."""
    for name in languages:
        folder = data_folder("voices") / name
        known = _table(folder / "pronunciation.toml")
        known_letters = known.pop("letters", {})
        grammar = _table(folder / "grammar.toml")
        letters = [text for names in grammar.get("letters", {}).values() for text in names]
        said = _words(grammar)
        known = {word: sounds for word, sounds in known.items() if word in said}
        texts = {word: _texts(name, word) for word in said if word not in known}
        named = {f"{each}.": [LETTERS.get(name, {}).get(each, each)] for each in letters if each not in known_letters}
        of_moves = _words({kind: table for kind, table in grammar.items() if kind in _OF_MOVES})
        voice = VOICES.get(name, name)
        sounds = _heard_best(voice, {word: texts[word] for word in of_moves if word in texts} | named)
        words = {word: sounds[word] if word in sounds else _as_told(voice, texts[word]) for word in texts}
        found = {each.rstrip("."): phones for each, phones in sounds.items() if each in named}
        _write(folder / "pronunciation.toml", {**words, **known}, {**found, **known_letters})
        print(f"{name}: {len(words)} new words of {len(words) + len(known)}", flush=True)


def _words(grammar: Mapping[str, Mapping[str, list[str]]]) -> list[str]:
    phrases = [
        phrase for kind, table in grammar.items() if kind not in _NO_WORDS for some in table.values() for phrase in some
    ]
    return sorted({word.lower() for phrase in phrases for word in phrase.split() if not word.startswith("{")})


def _texts(name: str, word: str) -> list[str]:
    """The word, and how the pack's own voice is given it, where that is otherwise than it is written."""
    files = load_voice_pack(name).names.files
    return [word, *(each.spoken for each in files if each.text.lower() == word and each.spoken.lower() != word)]


def _heard_best(voice: str, texts: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Of each word the pronunciations that are heard best, the best first."""
    ways = {word: [*dict.fromkeys(way for text in some for way in _ways(voice, text))] for word, some in texts.items()}
    named = {(word, number): f"{word} {number}" for word, some in ways.items() for number in range(len(some))}
    phones = {name: (ways[word][number],) for (word, number), name in named.items()}
    recogniser = PhoneRecogniser(
        load_network(), load_likelihoods(), installed_states(), replace(load_lexicon(("fide",)), phones=phones)
    )
    best: dict[str, list[str]] = {}
    for word, some in ways.items():
        points = np.zeros(len(some))
        if len(some) > 1:
            sentences = [(named[word, number],) for number in range(len(some))]
            for sound in _sounds(voice, texts[word]):
                fits = recogniser.fits(sentences, recogniser.scores(sound)).sentences
                scores = np.array([-1e3 if each is None else each[BOTH] for each in fits])
                points += np.exp(np.maximum(scores - scores.max(), -50))
        order = np.argsort(-points, kind="stable")[:KEPT]
        best[word] = [" ".join(some[place]) for place in order if place == order[0] or points[place] > 0.1]
    return best


def _as_told(voice: str, texts: Iterable[str]) -> list[str]:
    """All first choices, and all last ones."""
    return [
        *dict.fromkeys(" ".join(ways[place]) for text in texts for ways in [[*_ways(voice, text)]] for place in (0, -1))
    ]


def _sounds(voice: str, texts: Iterable[str]) -> Iterator[bytes]:
    for text in texts:
        for throat in THROATS:
            said: Samples = say(Speaker(program="espeak-ng", voice=voice + throat, tongue=voice), text)
            quiet = np.zeros(RATE // 4)
            yield speech_within(sound_of(np.concatenate([quiet, said, quiet]) * 16_000))


def _ways(voice: str, text: str) -> Iterator[Phones]:
    command = ["espeak-ng", "-v", voice, "--ipa", "--sep= ", "-q", text]
    ipa = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = all_pronunciations(" ".join(ipa.split()), MOST)
    if not found:
        raise click.ClickException(f"there are no phones for {text!r}: {ipa.strip()!r}")
    for sound in found:
        for nearest in _NEAREST:
            known = tuple(nearest if phone == _UNKNOWN else phone for phone in sound)
            short = tuple(phone for phone, _ in groupby(known))
            yield from (known, short, tuple(_ROUNDED.get(phone, phone) for phone in short))


def _table(path: Path) -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _write(path: Path, words: Mapping[str, object], letters: Mapping[str, object]) -> None:
    def line(word: str, sounds: object) -> str:
        assert isinstance(sounds, list)
        key = word if word.isascii() and word.isalpha() else f'"{word}"'
        quoted = ", ".join(f'"{sound}"' for sound in sounds)
        return f"{key} = [{quoted}]"

    lines = [
        "# How the words sound, in the phones of the recogniser's acoustic model (ARPAbet, American English): made by",
        '# espeak-ng and `python -m tests.tools.pronounce`. Words of the pack "fide" are described there as well.',
        "",
        *(line(word, sounds) for word, sounds in sorted(words.items())),
        "",
        "[letters]",
        *(line(letter, sounds) for letter, sounds in letters.items()),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    pronounce()
