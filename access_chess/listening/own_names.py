"""The words that a player hardly says: he keeps to one tongue and to one set of names for the files.

In noise they are held back against those that he used for his last moves; after two things that were not understood
all are equal again, since he may have changed his mind or his neighbour may play.
"""

from dataclasses import dataclass, replace

from access_chess.listening.lexicon import Lexicon, Words, spoken, words_of

REMEMBERED = 6  # moves
_REFUSALS = 2  # in a row, until all words are equal


@dataclass(frozen=True, kw_only=True)
class Habits:
    """The sentences of a player's last moves, as they were heard, and how often he was not understood since."""

    sentences: tuple[str, ...] = ()
    refusals: int = 0


NO_HABITS = Habits()  # of somebody who is new here


def understood(habits: Habits, heard: str) -> Habits:
    """A move was made by these words."""
    return Habits(sentences=(*habits.sentences, heard)[-REMEMBERED:])


def refused(habits: Habits) -> Habits:
    """Something was said and not understood."""
    return replace(habits, refusals=habits.refusals + 1)


def unusual_words(habits: Habits, lexicon: Lexicon) -> frozenset[str]:
    """The words of the lexicon that he hardly says; none as long as nothing is known of him."""
    said = [tuple(sentence.split()) for sentence in habits.sentences]
    if not said or habits.refusals >= _REFUSALS:
        return frozenset()
    tongues = [words_of(tongue) for tongue in lexicon.tongues or (lexicon,)]
    own = [tongue for tongue in tongues if any(_fits(sentence, tongue) for sentence in said)]
    known = frozenset().union(*(own or tongues))
    used = [naming & known for naming in lexicon.namings if any(_uses(sentence, naming & known) for sentence in said)]
    others = frozenset().union(*lexicon.namings) - frozenset().union(*used) if used else frozenset[str]()
    return frozenset().union(*tongues) - (known - others)


def _fits(sentence: Words, tongue: set[str]) -> bool:
    return {*sentence} <= {spoken(word) for word in tongue}


def _uses(sentence: Words, naming: frozenset[str]) -> bool:
    return bool({*sentence} & {spoken(word) for word in naming})
