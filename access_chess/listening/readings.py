"""From the recogniser's scores to what was asked: how far each reading is to be trusted.

Two hear an utterance, the model and the network. What they agree on is mostly right; where they differ, the one that is
surer has the word, and the player is asked. A cough or talk fits the sentences far worse than it fits bare phones; what
is confusable, or an illegal move that was forced onto a legal one, stays hardly before its nearest rival, or behind it.
"""

from dataclasses import dataclass
from math import exp

from access_chess.listening.heard import DESTRUCTIVE, Asked, HeardChoice, HeardCommand, HeardMove, HeardNothing, Nothing
from access_chess.listening.lexicon import Words, spoken
from access_chess.listening.sentences import Meaning
from access_chess.requests.names import NUMBERS, RequestName


@dataclass(frozen=True, kw_only=True)
class Hypothesis:
    """A sentence: its words, its score (the network's, in nats) and its meaning."""

    words: Words
    score: float
    meaning: Meaning

    @property
    def heard(self) -> str:
        """The words as people write them."""
        return " ".join(spoken(word) for word in self.words)


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What was found in an utterance of `seconds`.

    `network` and `model` are the best sentences of the position of the one and the other; `model_lead` is by how many
    nats the model prefers its own, 0 where both mean the same. `rival` is the nearest thing that may have been said
    instead of the chosen one, a move without meaning if it is not legal. `loop` is the network's score of bare phones.
    """

    seconds: float
    network: Hypothesis | None = None
    model: Hypothesis | None = None
    model_lead: float = 0.0
    rival: Hypothesis | None = None
    loop: float | None = None

    @property
    def agreed(self) -> bool:
        """Do both mean the same?"""
        return self.network is not None and self.model is not None and self.network.meaning == self.model.meaning

    @property
    def network_lead(self) -> float:
        """By how many nats the network prefers its own sentence to the model's."""
        return 0.0 if self.network is None or self.model is None else self.network.score - self.model.score


_BINDING = frozenset({RequestName.YES, *NUMBERS})  # what they answer is done at once: both must hear them

SHORTEST = 0.25  # seconds; no move and no command is shorter

# A nat of the model's lead against one of the network's: where they differ, the surer one is believed.
_MODEL_WEIGHT = 0.3


@dataclass(frozen=True, kw_only=True)
class _Weights:
    """Of a logistic regression on voices that the network did not know; by nats (`loop`: nats a second)."""

    loop: float
    rival: float
    agreed: float
    lead: float
    at_rest: float


_MOVE = _Weights(loop=0.03, rival=0.09, agreed=4.0, lead=0.03, at_rest=-0.7)
_COMMAND = _Weights(loop=0.08, rival=0.05, agreed=2.6, lead=0.0, at_rest=-0.5)
_FAR = 60.0  # nats: what is farther away is no rival
_SAME = 0.01

ACCEPTED = 0.85  # a move below this chance is asked about or refused
ASKED = 0.3  # below this chance even a question would be a guess
COMMAND_ACCEPTED = 0.6  # a harmless command; a wrong one costs an answer that nobody wanted
GRAVE_ACCEPTED = 0.85  # what confirms, chooses or, once it is confirmed, ends the game
UNLIKE = -50.0  # nats a second: what bare phones fit so much better was something else
ALONE = 60.0  # nats of lead for a move that only the network heard
TIED = 1.0  # nats: a legal rival as near as that is always asked about
BEHIND = -8.0  # nats: behind an illegal rival by more than that, a move is not taken, even if both heard it
CLEARLY = 15.0  # nats by which an illegal move must win, where not both heard a legal one, to be told as such


def chosen(evidence: Evidence) -> Hypothesis | None:
    """The sentence of the one of both that is surer of its own."""
    if evidence.network is None or evidence.model is None or evidence.agreed:
        return evidence.network
    is_surer = evidence.model_lead * _MODEL_WEIGHT > evidence.network_lead
    return evidence.model if is_surer and evidence.model.meaning != Meaning() else evidence.network


def reading_of(evidence: Evidence, commands: frozenset[RequestName]) -> Asked:
    """What was asked, by the margins between the searches. Commands that are not valid now are not heard."""
    best = chosen(evidence)
    if evidence.seconds < SHORTEST:
        return HeardNothing(reason=Nothing.SILENCE)
    if best is None or best.meaning == Meaning():
        return HeardNothing(reason=Nothing.NOISE, heard=best.heard if best else "")
    if best.meaning.command is not None:
        return _command(evidence, best, commands)
    return _move(evidence, best)


def chance(evidence: Evidence) -> float:
    """The chance that the chosen sentence is what was said, 0 to 1."""
    best = chosen(evidence)
    if best is None:
        return 0.0
    weights = _COMMAND if best.meaning.command is not None else _MOVE
    total = weights.at_rest + _within(_before_loop(evidence, best), -40, 30) * weights.loop
    total += _within(_before_rival(evidence, best), -40, 60) * weights.rival
    if evidence.agreed:
        return _logistic(total + weights.agreed)
    lead = abs(evidence.network_lead - evidence.model_lead * _MODEL_WEIGHT)
    return _logistic(total + _within(lead, 0, 60) * weights.lead)


def _before_loop(evidence: Evidence, best: Hypothesis) -> float:
    """Nats a second before bare phones."""
    return 0.0 if evidence.loop is None else (best.score - evidence.loop) / evidence.seconds


def _before_rival(evidence: Evidence, best: Hypothesis) -> float:
    """Nats before the rival. What sounds the very same and is not legal was not said."""
    if evidence.rival is None:
        return _FAR
    margin = best.score - evidence.rival.score
    return _FAR if evidence.rival.meaning == Meaning() and abs(margin) < _SAME else margin


def _command(evidence: Evidence, best: Hypothesis, commands: frozenset[RequestName]) -> Asked:
    meaning, likely = best.meaning, chance(evidence)
    assert meaning.command is not None
    is_grave = meaning.command in DESTRUCTIVE or meaning.command in _BINDING
    needed = GRAVE_ACCEPTED if is_grave else COMMAND_ACCEPTED
    is_sure = evidence.agreed or (meaning.command not in _BINDING and _is_far_surer(evidence))
    if likely < needed or meaning.command not in commands or (is_grave and not is_sure):
        return HeardNothing(reason=Nothing.UNSURE, heard=best.heard)
    return HeardCommand(
        name=meaning.command,
        confidence=likely,
        heard=best.heard,
        square=meaning.square,
        piece=meaning.piece,
        move=meaning.moves[0] if len(meaning.moves) == 1 else None,
    )


def _move(evidence: Evidence, best: Hypothesis) -> Asked:
    likely, moves = chance(evidence), best.meaning.moves
    is_near = _before_rival(evidence, best) < (TIED if evidence.rival and evidence.rival.meaning.moves else BEHIND)
    is_alike = _before_loop(evidence, best) > UNLIKE
    is_clear = is_alike and not is_near and (evidence.agreed or _is_far_surer(evidence))
    if likely >= ACCEPTED and len(moves) == 1 and is_clear:
        return HeardMove(move=moves[0], confidence=likely, heard=best.heard)
    rival = evidence.rival
    is_behind = rival is not None and rival.meaning == Meaning() and rival.score - best.score > CLEARLY
    if is_behind and not evidence.agreed:
        return HeardNothing(reason=Nothing.ILLEGAL, heard=best.heard)
    others = [each for each in (evidence.network, evidence.model, rival) if each is not None]
    options = moves if len(moves) > 1 else tuple(dict.fromkeys([*moves, *(m for o in others for m in o.meaning.moves)]))
    if likely < ASKED or len(options) == 1 or not is_alike:
        return HeardNothing(reason=Nothing.UNSURE, heard=best.heard)
    return HeardChoice(moves=options, confidence=likely, heard=best.heard)


def _is_far_surer(evidence: Evidence) -> bool:
    """Is the network so much surer that it is believed alone? It knows noise better than the model, and people less."""
    return evidence.network_lead - evidence.model_lead > ALONE


def _within(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value))
