"""Where in a sound each phone of a sentence is, if it was said: forced alignment by Viterbi's algorithm.

Scores are those of the network of phones: steps × columns, of which the first is the pause, and each phone has two, for
its halves.
"""

from collections.abc import Sequence
from itertools import islice, product

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from access_chess.recognition.filterbank import Floats

Places = NDArray[np.int64]
Halves = tuple[int, ...]  # of the phones of a word: their columns

PAUSE = 0  # its column
_NEVER = np.float32(-1e9)
_MOST_WAYS = 12  # to pronounce a sentence; more are hardly ever its own


class Alignment(Struct, frozen=True, kw_only=True):
    """`path` is the place in `columns` of each step; `firsts` are the places of the first halves of all phones,
    `begins` tells which of these begin a word; `score` is that of the path, in nats.
    """

    path: Places
    columns: Places
    firsts: Places
    begins: NDArray[np.bool_]
    score: float

    @property
    def words(self) -> list[tuple[int, int]]:
        """The step where each word begins, and the one after its end."""
        word_of_phone = np.cumsum(self.begins) - 1
        word_of_place = np.full(len(self.columns), -1)
        word_of_place[self.firsts] = word_of_place[self.firsts + 1] = word_of_phone
        steps = [np.flatnonzero(word_of_place[self.path] == word) for word in range(int(self.begins.sum()))]
        return [(int(own[0]), int(own[-1]) + 1) for own in steps]


def aligned(scores: Floats, pronunciations: Sequence[Sequence[Halves]]) -> Alignment | None:
    """The best alignment of a sentence, of each of whose words the pronunciations are given; None where the sound is
    too short for all of them.
    """
    ways = (_aligned(scores, words) for words in islice(product(*pronunciations), _MOST_WAYS))
    return max((way for way in ways if way is not None), key=lambda way: way.score, default=None)


def _aligned(scores: Floats, words: Sequence[Halves]) -> Alignment | None:
    columns = np.array([PAUSE, *(column for word in words for column in (*word, PAUSE))])
    is_pause = columns == PAUSE
    fitting = scores[:, columns]
    # A step stays at its place, comes from the one before, or skips a pause between words, which need not be.
    skipping = np.where(np.append([False, False], is_pause[1:-1]), np.float32(0), _NEVER)
    best = np.full((len(fitting), len(columns) + 2), _NEVER, np.float32)
    best[0, 2:4] = fitting[0, :2]
    for step in range(1, len(fitting)):
        before = best[step - 1]
        way = np.maximum(before[:-2] + skipping, before[1:-1])
        best[step, 2:] = np.maximum(way, before[2:]) + fitting[step]
    place = int(len(columns) - 2 + np.argmax(best[-1, -2:]))
    score = float(best[-1, place + 2])
    if score < _NEVER / 2:
        return None
    path = np.zeros(len(fitting), np.int64)
    for step in range(len(fitting) - 1, 0, -1):
        path[step] = place
        stays, comes, skips = (
            best[step - 1, place + 2],
            best[step - 1, place + 1],
            best[step - 1, place] + skipping[place],
        )
        place -= 0 if stays >= max(comes, skips) else 1 if comes >= skips else 2
    path[0] = place
    spoken = np.flatnonzero(~is_pause)
    return Alignment(
        path=path,
        columns=columns,
        firsts=spoken[::2],
        begins=is_pause[spoken[::2] - 1],
        score=score,
    )
