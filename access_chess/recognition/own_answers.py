"""How near a whole sound is to the same answer as its speaker said it when he was enrolled.

"Four" by two people may differ more than "four" and "fort" by one. So a speaker's own answers are laid in a space of
few directions, in which one answer by one person stays near to itself in any room (within-class covariance
normalisation: A. Hatch, S. Kajarekar, A. Stolcke, "Within-class covariance normalization for SVM-based speaker
recognition", Interspeech 2006), and the angle to them is measured there (cosine scoring: N. Dehak and others,
"Front-end factor analysis for speaker verification", IEEE Transactions on Audio, Speech, and Language Processing 2011).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from access_chess.recognition.filterbank import Floats

SIZE = 60  # of the space


@dataclass(frozen=True, kw_only=True)
class AnswerSpace:
    """From what is usually seen of a sound (`answer_network.seen_of`), `directions` (inputs × `SIZE`) lead into it."""

    usual: Floats
    directions: Floats

    @cached_property
    def mark(self) -> str:
        """Another space has another mark: places in the one are of no use in the other."""
        return sha256(self.usual.tobytes() + self.directions.tobytes()).hexdigest()[:16]

    def place(self, seen: Floats) -> Floats:
        """Where a sound lies, as a direction of length one."""
        place = (seen - self.usual) @ self.directions
        return np.asarray(place / np.linalg.norm(place), np.float32)


@dataclass(frozen=True, kw_only=True)
class OwnAnswers:
    """Where a speaker's answers lie, by word, in the space with this mark and in no other."""

    space: str
    places: Mapping[str, tuple[float, ...]]

    def nearness(self, seen: Floats, space: AnswerSpace) -> Mapping[str, float]:
        """The cosine of the angle between a sound and each of the speaker's own words; none in another space."""
        if not self.places or self.space != space.mark:
            return {}
        place = space.place(seen)
        return {word: float(place @ np.array(own, np.float32)) for word, own in self.places.items()}


NO_ANSWERS = OwnAnswers(space="", places=MappingProxyType({}))


def own_answers(space: AnswerSpace, seen: Mapping[str, Floats]) -> OwnAnswers:
    """Of what is seen of a speaker's words."""
    places = {word: tuple(float(value) for value in space.place(each)) for word, each in seen.items()}
    return OwnAnswers(space=space.mark, places=MappingProxyType(places))


def answers_text(answers: OwnAnswers) -> str:
    """A line with the mark of the space, then a line for each word, with its place; nothing of none."""
    if not answers.places:
        return ""
    lines = [" ".join([word, *(f"{value:.4f}" for value in place)]) for word, place in answers.places.items()]
    return "\n".join([f"answers {answers.space}", *lines]) + "\n"


def read_answers(text: str) -> OwnAnswers:
    """The answers of such a text. Raises ValueError when it is none."""
    if not text:
        return NO_ANSWERS
    first, *lines = text.splitlines()
    if not first.startswith("answers "):
        raise ValueError(f"expected a speaker's answers, got {first[:40]!r}")
    places = {word: tuple(float(value) for value in values) for word, *values in map(str.split, lines)}
    sound = (len(place) == SIZE and all(-1 <= value <= 1 for value in place) for place in places.values())
    if not all(sound):  # what is no number is not among them
        raise ValueError(f"expected places of {SIZE} numbers from -1 to 1")
    return OwnAnswers(space=first.removeprefix("answers "), places=MappingProxyType(places))


def answer_space(arrays: Mapping[str, NDArray[Any]]) -> AnswerSpace:
    """The space of arrays as `space_arrays` gives them. Raises KeyError when they are none."""
    return AnswerSpace(usual=arrays["usual"].astype(np.float32), directions=arrays["directions"].astype(np.float32))


def space_arrays(space: AnswerSpace) -> dict[str, NDArray[Any]]:
    """The space as arrays for an `.npz` file, in 16 bits."""
    return {"usual": space.usual.astype(np.float16), "directions": space.directions.astype(np.float16)}
