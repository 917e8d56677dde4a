"""What a user's confirmed corrections taught: how often a sound taken for some words meant others.

What was corrected often enough changes what is heard: in this user's mouth the one word may sound like the other.
The counts stay on the machine, can be listed and forgotten, and are off in a tournament unless the arbiter allows it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from access_chess.listening.lexicon import Lexicon, Phones, spoken
from access_chess.profile import Profile

Correction = tuple[str, str]  # the word that was heard, the word that was meant

ENOUGH = 3  # times a correction is confirmed before it counts: once may be a slip


@dataclass(frozen=True, kw_only=True)
class Learned:
    """A user's corrections with their counts."""

    user: str
    counts: Mapping[Correction, int]

    def trusted(self) -> tuple[Correction, ...]:
        """The corrections confirmed often enough, the commonest first."""
        often = [(correction, count) for correction, count in self.counts.items() if count >= ENOUGH]
        return tuple(correction for correction, _ in sorted(often, key=lambda each: (-each[1], each[0])))


def nothing_learned(user: str) -> Learned:
    """A new user, or one who asked to be forgotten."""
    return Learned(user=user, counts=MappingProxyType({}))


def learns(profile: Profile, *, arbiter_allows: bool = False) -> bool:
    """May corrections be counted and used here?"""
    return profile is not Profile.TOURNAMENT or arbiter_allows


def confirmed(learned: Learned, heard: str, meant: str) -> Learned:
    """Counts the words in which a confirmed correction differs; sentences of other lengths teach nothing."""
    heard_words, meant_words = heard.split(), meant.split()
    if len(heard_words) != len(meant_words):
        return learned
    counts = dict(learned.counts)
    for pair in zip(heard_words, meant_words, strict=True):
        if pair[0] != pair[1]:
            counts[pair] = counts.get(pair, 0) + 1
    return Learned(user=learned.user, counts=MappingProxyType(counts))


def taught(lexicon: Lexicon, corrections: Sequence[Correction]) -> Lexicon:
    """The lexicon of a user: each word that was meant may sound as well like the word that was heard for it.

    Both then fit the same sound, so that a move which was taken for another is asked about, or is the only one that is
    legal. What may be said and what it means stays the same; words that the lexicon does not know are passed over.
    """
    if not corrections:
        return lexicon
    phones: dict[str, tuple[Phones, ...]] = dict(lexicon.phones)
    for heard, meant in corrections:
        for word in _entries(meant, lexicon):
            sounds = [sound for other in _entries(heard, lexicon, like=word) for sound in lexicon.phones[other]]
            phones[word] = tuple(dict.fromkeys((*phones[word], *sounds)))
    return replace(lexicon, phones=MappingProxyType(phones))


def _entries(word: str, lexicon: Lexicon, *, like: str | None = None) -> tuple[str, ...]:
    """The lexicon's entries of a word as it is written; beside a letter, the letter of the same language."""
    found = tuple(entry for entry in lexicon.phones if spoken(entry) == word)
    if like is None:
        return found
    return tuple(entry for entry in found if entry.partition(".")[2] == like.partition(".")[2]) or found
