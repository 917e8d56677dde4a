"""More people who say numbers, to train on: by telephone, a radio amateur, a speaking clock, a contest and games.

In FOLDER: `pip install --no-deps --target FOLDER not1mm==26.10.26 spokennumbers==1.0.0`, and these of Debian's
packages, each by `dpkg-deb -x PACKAGE FOLDER`: `asterisk-prompt-de` 2.0-1.3 (Debian 11 and 13 have it), `saytime`
1.0-35, `csmash-data` 0.6.6-6.9 and `neverball-common` 1.6.0. All of it must be there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.training.games import NUMBERS
from tests.training.people import Labelled, labelled_words

DIGITS = ("1", "2", "3", "4")
ENGLISH, GERMAN = (dict(zip(DIGITS, NUMBERS[tongue].split(), strict=False)) for tongue in ("en-us", "de"))


@dataclass(frozen=True, kw_only=True)
class Voice:
    """Somebody who says numbers: where, in which files, and which other files there say nothing."""

    name: str
    folder: str
    ending: str
    numbers: Mapping[str, str]
    not_words: frozenset[str] = frozenset()


VOICES = (
    Voice(
        name="beronet-de",
        folder="usr/share/asterisk/sounds/de",
        ending=".gsm",
        numbers={f"digits/{digit}": word for digit, word in GERMAN.items()},
        not_words=frozenset({"vm-no", "digits/1F"}),  # may be "nein"; "eine"
    ),
    Voice(
        name="not1mm", folder="not1mm/data/phonetics", ending=".wav", numbers=ENGLISH, not_words=frozenset({"space"})
    ),
    Voice(name="saytime", folder="usr/share/saytime", ending=".au", numbers=ENGLISH),
    Voice(name="spokennumbers", folder="spokennumbers/default", ending=".wav", numbers=ENGLISH),
    Voice(
        name="csmash",
        folder="usr/share/games/csmash/wav",
        ending=".wav",
        numbers={word: word for word in ENGLISH.values()},
        not_words=frozenset({"all", "click", "racket", "table"}),
    ),
)
#: Somebody who calls players by their numbers.
REFEREE, PLAYERS = "usr/share/games/neverball/snd", "player"


def counted(folder: Path) -> Iterator[Labelled]:
    """Their numbers, and what else they say in a word or a few, without its text."""
    for voice in VOICES:
        own = folder / voice.folder
        for path in sorted(own.glob(f"**/*{voice.ending}")):
            name = str(path.relative_to(own).with_suffix(""))
            if name not in voice.not_words:
                yield Labelled(path=path, speaker=voice.name, text=voice.numbers.get(name, ""), words=())


def players_called(folder: Path) -> Iterator[Labelled]:
    """ "Player one" to "player four"."""
    known = labelled_words([PLAYERS, *ENGLISH.values()], "en-us")
    for digit, word in ENGLISH.items():
        path = folder / REFEREE / f"{PLAYERS}{digit}.ogg"
        words = known[PLAYERS], known[word]
        yield Labelled(path=path, speaker="neverball", text=f"{PLAYERS} {word}", words=words)
