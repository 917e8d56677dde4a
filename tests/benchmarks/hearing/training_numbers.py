"""More people who say numbers, to train on: a telephone exchange, radio amateurs, a speaking clock and games.

In FOLDER: `pip install --no-deps --target FOLDER not1mm==26.10.26 spokennumbers==1.0.0`, and these of Debian's
packages, each by `dpkg-deb -x PACKAGE FOLDER`: `asterisk-prompt-de` 2.0-1.3 (Debian 11 and 13 have it), `saytime`
1.0-35, `csmash-data` 0.6.6-6.9 and `neverball-common` 1.6.0. All of it must be there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.hearing.training_people import Labelled, labelled_words

ENGLISH = ("one", "two", "three", "four")
GERMAN = ("eins", "zwei", "drei", "vier")
DIGITS = ("1", "2", "3", "4")


@dataclass(frozen=True, kw_only=True)
class Counter:
    """Somebody who says numbers: where, in which files, and which other files there say nothing."""

    name: str
    folder: str
    ending: str
    numbers: Mapping[str, str]
    not_words: frozenset[str] = frozenset()


COUNTERS = (
    Counter(
        name="beronet-de",
        folder="usr/share/asterisk/sounds/de",
        ending=".gsm",
        numbers={f"digits/{digit}": word for digit, word in zip(DIGITS, GERMAN, strict=True)},
        not_words=frozenset({"vm-no", "digits/1F"}),  # may be "nein"; "eine"
    ),
    Counter(
        name="not1mm", folder="not1mm/data/phonetics", ending=".wav",
        numbers=dict(zip(DIGITS, ENGLISH, strict=True)), not_words=frozenset({"space"}),
    ),
    Counter(
        name="saytime", folder="usr/share/saytime", ending=".au", numbers=dict(zip(DIGITS, ENGLISH, strict=True))
    ),
    Counter(
        name="spokennumbers", folder="spokennumbers/default", ending=".wav",
        numbers=dict(zip(DIGITS, ENGLISH, strict=True)),
    ),
    Counter(
        name="csmash", folder="usr/share/games/csmash/wav", ending=".wav", numbers={word: word for word in ENGLISH},
        not_words=frozenset({"all", "click", "racket", "table"}),
    ),
)  # fmt: skip
#: Somebody who calls players by their numbers.
REFEREE, PLAYERS = "usr/share/games/neverball/snd", "player"


def counted(folder: Path) -> Iterator[Labelled]:
    """Their numbers, and what else they say in a word or a few, without its text."""
    for counter in COUNTERS:
        own = folder / counter.folder
        for path in sorted(own.glob(f"**/*{counter.ending}")):
            name = str(path.relative_to(own).with_suffix(""))
            if name not in counter.not_words:
                yield Labelled(path=path, speaker=counter.name, text=counter.numbers.get(name, ""), words=())


def players_called(folder: Path) -> Iterator[Labelled]:
    """ "Player one" to "player four"."""
    known = labelled_words({PLAYERS, *ENGLISH}, "en-us")
    for digit, word in zip(DIGITS, ENGLISH, strict=True):
        path = folder / REFEREE / f"{PLAYERS}{digit}.ogg"
        words = known[PLAYERS], known[word]
        yield Labelled(path=path, speaker="neverball", text=f"{PLAYERS} {word}", words=words)
