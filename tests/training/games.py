"""People who speak German and English in games of Debian, and alphabets of other tongues, to train on.

`apt-get install kajongg qabcs-data hedgewars-data klettres-data`: four people call a Mahjongg player's tiles in German
and four in English, one reads an English primer, hedgehogs shout, and children learn their letters in Danish,
Norwegian, Czech, Hungarian, Lithuanian, Russian and Ukrainian. What is missing is left out, so all of it must be there
for the network that is shipped.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import ascii_lowercase

from tests.training.people import Labelled, labelled_words

TILES = Path("/usr/share/kajongg/voices")
PRIMER = Path("/usr/share/qabcs/abcs/en/sounds")
HEDGEHOGS = Path("/usr/share/games/hedgewars/Data/Sounds/voices")
SYLLABLES = Path("/usr/share/klettres")

NUMBERS = {
    "de": "eins zwei drei vier fünf sechs sieben acht neun",
    "en-us": "one two three four five six seven eight nine",
}
#: The tiles by the beginning of their files; some people call one so, some otherwise ("|").
SUITS = {
    "de": {"b": "bambus", "c": "zahl|zeichen", "s": "kreis"},
    "en-us": {"b": "bamboo", "c": "character", "s": "circle"},
}
CALLS = {
    "de": {
        "we": "ost|ostwind", "wn": "nord|nordwind", "ws": "süd|südwind", "ww": "west|westwind", "dr": "roter drache",
        "dg": "grüner drache", "db": "blauer|weißer drache", "nochoice": "keine wahl",
        "dangerousgame": "gefährliches spiel",
    },
    "en-us": {
        "we": "east", "wn": "north", "ws": "south", "ww": "west", "dr": "red dragon", "dg": "green dragon",
        "db": "blue dragon", "nochoice": "no choice", "dangerousgame": "dangerous game",
        "originalcall": "original call", "chow": "chow",
    },
}  # fmt: skip
PLAYERS = ("female1", "female2", "male1", "male2")
#: Those who speak English as people do: not the robot and the singer.
ACTORS = ("British", "Classic", "Default", "HillBilly", "Mobster", "Pirate", "Russian", "Surfer")
SHOUTS = (
    "amazing", "boring", "brilliant", "bugger", "bye bye", "come on then", "coward", "cut it out", "drat", "enemy down",
    "excellent", "fire", "first blood", "flawless", "fly away", "gonna get you", "grenade", "hello", "hurry",
    "i'll get you", "incoming", "just you wait", "kamikaze", "leave me alone", "melon", "missed", "nutter", "oh dear",
    "oops", "ouch", "reinforcements", "revenge", "run away", "same team", "so long", "stupid", "take cover",
    "this one is mine", "traitor", "victory", "watch it", "watch this", "what the", "yes sir", "you'll regret that",
)  # fmt: skip
#: Folders of alphabets, and espeak-ng's voices for them.
ALPHABETS = ("da", "nb", "cs", "hu", "lt", "ru", "uk")
_SYLLABLE = re.compile(r'<sound name="([^"]+)" file="([^"]+)"')


def played() -> Iterator[Labelled]:
    """All that is there."""
    for language, folder in (("de", TILES / "de"), ("en-us", TILES)):
        for player in PLAYERS:
            yield from _labelled(_tiles(folder / player, language), language, f"kajongg-{language}-{player}")
    yield from _labelled(_primer(), "en-us", "qabcs-en")
    for actor in ACTORS:
        yield from _labelled(_shouts(HEDGEHOGS / actor), "en-us", f"hedgewars-{actor}")
    for language in ALPHABETS:
        yield from _labelled(_syllables(language), language, f"klettres-{language}")


def _labelled(texts: Mapping[Path, str], voice: str, speaker: str) -> Iterator[Labelled]:
    ways = {way for text in texts.values() for word in text.split() for way in word.split("|")}
    known = labelled_words(ways, voice)
    for path, text in texts.items():
        words = [tuple(way for each in word.split("|") for way in known.get(each, ())) for word in text.split()]
        if path.exists() and all(words):
            yield Labelled(path=path, speaker=speaker, text=text, words=tuple(words))


def _tiles(folder: Path, language: str) -> Mapping[Path, str]:
    numbered = {
        f"{suit}{number}": f"{name} {word}"
        for suit, name in SUITS[language].items()
        for number, word in enumerate(NUMBERS[language].split(), start=1)
    }
    return {folder / f"{name}.ogg": text for name, text in (numbered | CALLS[language]).items()}


def _primer() -> Mapping[Path, str]:
    letters = {PRIMER / "alpha" / f"{letter}.ogg": letter for letter in ascii_lowercase}
    words = {path: re.sub("[_-]", " ", path.stem) for path in sorted((PRIMER / "words").glob("*.ogg"))}
    return letters | words


def _shouts(folder: Path) -> Mapping[Path, str]:
    return {folder / (re.sub("[ ']", "", text).capitalize() + ".ogg"): text for text in SHOUTS}


def _syllables(language: str) -> Mapping[Path, str]:
    described = SYLLABLES / language / "sounds.xml"
    found = _SYLLABLE.findall(described.read_text("utf-8")) if described.exists() else []
    return {SYLLABLES / file: name.lower() for name, file in found}
