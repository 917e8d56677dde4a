"""How a letter of a file, or a number of a rank, goes as a whole, among the eight that it may be.

"b", "d" and "e" are told apart by a moment at their beginning, which a sum over moments hardly knows, and which sounds
otherwise in each mouth. The speech embedding has met a great many people; of what it makes of the moments of a word a
small network tells which letter or number it is (training/model_card.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import product
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from access_chess.listening.lexicon import Words
from access_chess.recognition.answer_network import AnswerNetwork, answer_network
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.speech_embedding import MOMENT, between

Names = tuple[float, ...]  # how sure each letter and number of a sentence is, in nats, 0 at most
COUNT = 8  # files or ranks; the outputs of one kind in one tongue stand side by side
LEAST = -6.0  # nats; nothing is less likely, since a word may be found a little beside where it is
_PLACES = np.linspace(-2.5, 2.5, 6)  # around the middle of a word, in moments
_STEPS = np.linspace(-12, 12, 7)  # the same in steps
_USUAL = 20  # steps of a word
_MOST, _FAR = 4, 4.0  # of what a word may be; nats


@dataclass(frozen=True, kw_only=True)
class SquareNames:
    """`network` has an output for each letter and each number of each tongue that it knows."""

    network: AnswerNetwork

    def fits(self, word: str, seen: Floats) -> dict[str, float]:
        """How sure it is, among the eight, that it is this one, or another, however that is called, in nats, 0 at most
        and `LEAST` at least; empty: it knows no such word.
        """
        output = self.network.outputs.get(word)
        if output is None:
            return {}
        first = output - output % COUNT
        shares = self.network.shares(seen[None])[0, first : first + COUNT]
        shares = np.maximum(shares - np.logaddexp.reduce(shares), LEAST)
        own = range(first, first + COUNT)
        return {name: float(shares[each - first]) for name, each in self.network.outputs.items() if each in own}


def square_names(arrays: Mapping[str, NDArray[Any]]) -> SquareNames:
    """As `answer_network.arrays_of` gives the network. Raises KeyError or ValueError when they are none."""
    return SquareNames(network=answer_network(arrays))


def names_of(words: Words, fits: Sequence[Mapping[str, float]]) -> Names:
    """How sure each letter and number of the sentence is, by `SquareNames.fits` of each word, if they are known."""
    return tuple(own[word] for word, own in zip(words, fits, strict=False) if own)


def respelt(words: Words, fits: Sequence[Mapping[str, float]]) -> list[tuple[Words, Names]]:
    """The sentence with other letters and numbers (`SquareNames.fits` of each word), and how sure each of them is, the
    likeliest first; none that is less likely than the sentence by `_FAR`.
    """
    places = [place for place, own in enumerate(fits) if own]
    ways = [nlargest(_MOST, fits[place].items(), key=itemgetter(1)) for place in places]
    least = sum(names_of(words, fits)) - _FAR
    found = []
    for way in product(*ways):
        names = tuple(fit for _, fit in way)
        if sum(names) >= least:
            other = dict(zip(places, (word for word, _ in way), strict=True))
            found.append((tuple(other.get(place, word) for place, word in enumerate(words)), names))
    return sorted(found, key=lambda each: -sum(each[1]))


def seen_of_word(moments: Floats, steps: Floats, start: int, end: int) -> Floats:
    """What is seen of a word that lasts from one step of 20 ms to another in a sound whose moments (`SpeechEmbedding`)
    and steps (`SpeechSounds`) are like that.
    """
    middle, length = (start + end) / 2, np.log(np.float32((end - start) / _USUAL))
    around, near = between(moments, middle / MOMENT + _PLACES), between(steps, middle + _STEPS)
    return np.concatenate([around.ravel(), near.ravel(), [length]], dtype=np.float32)
