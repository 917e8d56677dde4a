"""From the recogniser's scores to what was asked: how far each reading is to be trusted.

Four searches of one utterance are compared: the sentences of the position, everything there is to say, the position
without the best reading, and bare phones without words. What a cough or talk is forced onto scores far below the bare
phones; an illegal move far below the open search; a confusable move hardly above the second best.
"""

from dataclasses import dataclass
from math import exp

from access_chess.listening.asked import (
    DESTRUCTIVE,
    NUMBERS,
    Asked,
    CommandName,
    HeardChoice,
    HeardCommand,
    HeardMove,
    HeardNothing,
    Nothing,
)
from access_chess.listening.lexicon import Words, spoken
from access_chess.listening.sentences import Meaning


@dataclass(frozen=True, kw_only=True)
class Hypothesis:
    """The best sentence of one search: its words, its score (natural logarithm of a likelihood) and its meaning."""

    words: Words
    score: float
    meaning: Meaning

    @property
    def heard(self) -> str:
        """The words as people write them."""
        return " ".join(spoken(word) for word in self.words)


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What the searches found. `position` are the legal moves, `open` every command and move, `second` the position
    without the moves of the best reading, `phones` the score of the phone loop; `seconds` is the length of the speech.
    A search that found nothing, or was not worth the time, is None."""

    seconds: float
    position: Hypothesis | None = None
    open: Hypothesis | None = None
    second: Hypothesis | None = None
    phones: float | None = None


# Margins are in nats, those against the phone loop in nats a second. Beyond these bounds a margin tells no more; the
# weights are those of a logistic regression on the tuning voices of the corpus (tests/benchmarks/hearing), rounded.
_AGAINST_PHONES = (-150.0, 60.0, 0.0227)
_BEHIND_OPEN = (-120.0, 10.0, 0.0323)
_BEFORE_SECOND = (-10.0, 80.0, 0.0108)
_AT_REST = 0.4
_MOST_COMMAND_LEAD = 150.0

ACCEPTED = 0.75  # a move below this chance is asked about or refused
ASKED = 0.5  # below this chance even a question would be a guess
COMMAND_ACCEPTED = 0.75  # a harmless command; a wrong one costs an answer that nobody wanted
NUMBER_ACCEPTED = 0.9  # a number that nobody asked for is mostly the rest of a square
DESTRUCTIVE_ACCEPTED = 0.92  # and even then it is confirmed
CLEARLY = 25.0  # an illegal move must win by this before the player is told that it is not legal

SHORTEST = 0.25  # seconds; no move and no command is shorter


def reading_of(evidence: Evidence, commands: frozenset[CommandName]) -> Asked:
    """What was asked, by the margins between the searches. Commands that are not valid now are not heard."""
    position, other = evidence.position, evidence.open
    if evidence.seconds < SHORTEST:
        return HeardNothing(reason=Nothing.SILENCE)
    if other is not None and other.meaning.command is not None and _command_lead(evidence) > 0:
        return _command(evidence, other, commands)
    if position is None or not position.meaning.moves:
        return HeardNothing(reason=Nothing.NOISE, heard=other.heard if other else "")
    return _move(evidence, position)


def is_possible(evidence: Evidence) -> bool:
    """Is the best reading near enough to everything else there is to say that it is worth more searches?"""
    command = evidence.open is not None and evidence.open.meaning.command is not None
    return command or (evidence.position is not None and _behind_open(evidence) > _BEHIND_OPEN[0])


def needs_a_rival(evidence: Evidence) -> bool:
    """Could the move be taken, or asked about, if no other is near? Then the second best reading is wanted."""
    return evidence.position is not None and move_chance(evidence) >= ASKED


def move_chance(evidence: Evidence) -> float:
    """The chance that the best reading of the position is what was said, 0 to 1.

    An evidence without a second reading is judged as if no other move were near.
    """
    against = _weighed(_against_phones(evidence, evidence.position), _AGAINST_PHONES)
    behind = _weighed(_behind_open(evidence), _BEHIND_OPEN)
    before = _weighed(_before_second(evidence), _BEFORE_SECOND)
    return _logistic(against + behind + before + _AT_REST)


def command_chance(evidence: Evidence) -> float:
    """The chance that the best reading of all is the command that was said, 0 to 1."""
    lead = _bounded(_command_lead(evidence), 0, _MOST_COMMAND_LEAD) / _MOST_COMMAND_LEAD
    against = _bounded(_against_phones(evidence, evidence.open), -100, 100) / 100
    return _logistic(1.17 * lead + 6.33 * against + 0.9)


def _command(evidence: Evidence, other: Hypothesis, commands: frozenset[CommandName]) -> Asked:
    meaning, chance = other.meaning, command_chance(evidence)
    assert meaning.command is not None
    needed = NUMBER_ACCEPTED if meaning.command in NUMBERS else COMMAND_ACCEPTED
    needed = DESTRUCTIVE_ACCEPTED if meaning.command in DESTRUCTIVE else needed
    if chance < needed or meaning.command not in commands:
        return HeardNothing(reason=Nothing.UNSURE, heard=other.heard)
    return HeardCommand(
        name=meaning.command,
        confidence=chance,
        heard=other.heard,
        square=meaning.square,
        piece=meaning.piece,
        move=meaning.moves[0] if len(meaning.moves) == 1 else None,
    )


def _move(evidence: Evidence, position: Hypothesis) -> Asked:
    chance, moves = move_chance(evidence), position.meaning.moves
    if chance >= ACCEPTED and len(moves) == 1:
        return HeardMove(move=moves[0], confidence=chance, heard=position.heard)
    if evidence.open is not None and _behind_open(evidence) < -CLEARLY:
        return HeardNothing(reason=Nothing.ILLEGAL, heard=position.heard)
    rivals = evidence.second.meaning.moves if evidence.second is not None and len(moves) == 1 else ()
    options = tuple(dict.fromkeys(moves + rivals))
    if chance < ASKED or len(options) == 1:
        return HeardNothing(reason=Nothing.UNSURE, heard=position.heard)
    return HeardChoice(moves=options, confidence=chance, heard=position.heard)


def _behind_open(evidence: Evidence) -> float:
    if evidence.position is None or evidence.open is None:
        return 0.0
    return evidence.position.score - evidence.open.score


def _before_second(evidence: Evidence) -> float:
    if evidence.position is None or evidence.second is None:
        return _BEFORE_SECOND[1]
    return evidence.position.score - evidence.second.score


def _command_lead(evidence: Evidence) -> float:
    if evidence.open is None or evidence.position is None:
        return _MOST_COMMAND_LEAD
    return evidence.open.score - evidence.position.score


def _against_phones(evidence: Evidence, hypothesis: Hypothesis | None) -> float:
    """Nats a second of speech above (or, mostly, below) the phone loop."""
    if hypothesis is None or evidence.phones is None:
        return 0.0
    return (hypothesis.score - evidence.phones) / evidence.seconds


def _weighed(margin: float, scale: tuple[float, float, float]) -> float:
    """A margin within its bounds, by its weight; the third of the scale is the weight of one nat."""
    least, most, weight = scale
    return weight * _bounded(margin, least, most)


def _bounded(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value))
