"""What was found in an utterance, before anything is made of it, and what of it is the likeliest.

The searches add up moments, in which "b", "d" and "e" are all but one. How the letters and numbers of a move go as a
whole is looked at afterwards, and may bring another move to the front.
"""

from msgspec import Struct
from msgspec.structs import replace

from access_chess.listening.lexicon import Words, spoken
from access_chess.listening.sentences import Meaning

#: How far a nat of a letter or a number counts beside one of the searches, which count the many moments of each.
NAMES = 10.0


class Hypothesis(Struct, frozen=True, kw_only=True):
    """A sentence: its words, its meaning, and its scores in nats: for both that hear (`score`), and for each alone.
    `weakest` is how far its worst word is behind bare phones, in nats a step. `likeness` is how sure it is, phone by
    phone, that it was said, 0 for as likely as not, None where that is not known. `names` is how sure each letter of a
    file and each number of a rank in a move is, from how it goes as a whole, in nats, 0 at most.
    """

    words: Words
    meaning: Meaning
    score: float
    model: float
    network: float
    weakest: float
    likeness: float | None = None
    names: tuple[float, ...] = ()

    @property
    def as_spelt(self) -> float:
        """Its score for both that hear, in nats, when it also counts how its letters and numbers go as a whole."""
        return self.score + NAMES * sum(self.names)

    @property
    def heard(self) -> str:
        """The words as people write them."""
        return " ".join(spoken(word) for word in self.words)


class Evidence(Struct, frozen=True, kw_only=True):
    """What was found in an utterance of `seconds`, that stands so many `decibels` above the room.

    `best` is the best sentence of the position for both that hear, `model` and `network` are those of each alone.
    `rival` is the nearest thing that may have been said instead of the best, a move without meaning if it is not legal.
    `loop` is the network's score of bare phones. `voiced` is how clearly the loud moments have a pitch, 0 to 1.
    `answer` is the best of the short answers that are awaited; `as_whole` is how sure it is, from how the whole sound
    goes, that it is this one, in nats, 0 at most, None where that is not known. `is_fitted`: those that hear know the
    speaker's voice. `respelt` are other moves that may have been said by how the letters and numbers of the best go.
    """

    seconds: float
    decibels: float = 0.0
    best: Hypothesis | None = None
    model: Hypothesis | None = None
    network: Hypothesis | None = None
    rival: Hypothesis | None = None
    loop: float = 0.0
    voiced: float = 0.0
    answer: Hypothesis | None = None
    is_fitted: bool = False
    as_whole: float | None = None
    respelt: tuple[Hypothesis, ...] = ()

    def whole_of(self, best: Hypothesis) -> float | None:
        """`as_whole` of the awaited answer, if that is what the sentence means; None of any other."""
        return self.as_whole if self.answer is not None and self.answer.meaning == best.meaning else None

    @property
    def has_illegal_rival(self) -> bool:
        """Is the nearest other thing no legal move?"""
        return self.rival is not None and self.rival.meaning == Meaning()


def likeliest(evidence: Evidence) -> Evidence:
    """The same with the move as the best that is it when letters and numbers count, and the others behind it, the
    likeliest first. What was the best before is then the rival, if no other is nearer for both that hear.
    """
    if evidence.best is None or not evidence.respelt:
        return evidence
    best, *others = sorted((evidence.best, *evidence.respelt), key=lambda each: each.as_spelt, reverse=True)
    if best is evidence.best:
        return replace(evidence, respelt=tuple(others))
    rivals = [each for each in (evidence.best, evidence.rival) if each is not None and each.meaning != best.meaning]
    return replace(evidence, best=best, rival=max(rivals, key=lambda each: each.score), respelt=tuple(others))
