"""Short answers to what was just asked: "yes", "bella", "two"; at any time "stop" and the wake word.

A short word alone loses to whole sentences of moves that imitate it. So the few answers that are awaited are searched
for by themselves, and taken when they are not far behind everything else and not far below the bare phones.
"""

from dataclasses import dataclass
from math import exp, inf

from access_chess.listening.command_phrases import add_commands
from access_chess.listening.heard import HeardCommand
from access_chess.listening.lexicon import Lexicon
from access_chess.listening.readings import Evidence, Hypothesis
from access_chess.listening.sentences import Sentences
from access_chess.listening.word_graph import END, START, GraphBuilder, Mark, Slot
from access_chess.requests.names import NUMBERS, RequestName

ANSWERS = frozenset(
    {RequestName.YES, RequestName.NO, RequestName.STOP, RequestName.REPEAT, RequestName.LISTEN, *NUMBERS}
)


@dataclass(frozen=True, kw_only=True)
class Awaited:
    """The answers that may come now; `options` are the words of a question ("bella", "felix") in their order."""

    commands: frozenset[RequestName]
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Bounds:
    """In nats: least score against the phone loop for each second, and least lead over all other sentences."""

    against_phones: float
    lead: float


# Found by trying with synthetic voices: right answers lie above, talk and noises mostly far below. A wrong "yes" does
# what cannot be undone, and a wrong number chooses another move; a wrong "no" only asks again.
_BOUNDS = {
    RequestName.YES: _Bounds(against_phones=-8, lead=-5),
    RequestName.NO: _Bounds(against_phones=-30, lead=-15),
    RequestName.STOP: _Bounds(against_phones=-20, lead=-15),
    RequestName.REPEAT: _Bounds(against_phones=-25, lead=-10),
    RequestName.LISTEN: _Bounds(against_phones=-20, lead=-10),
}
_NUMBER = _Bounds(against_phones=-10, lead=-15)
BEHIND_MODEL, BEHIND_NETWORK = -40.0, -15.0  # nats: what is farther behind, that one did not hear
_STEEPNESS = 10.0  # nats a second: how fast confidence grows above the bound


def answer_sentences(lexicon: Lexicon, awaited: Awaited) -> Sentences:
    """The answers as a graph; the words of an option mean its number."""
    builder = GraphBuilder(lexicon)
    add_commands(builder, START, awaited.commands & ANSWERS, move_start=END)
    for number, option in zip(NUMBERS, awaited.options, strict=False):
        builder.phrases(START, END, (tuple(option.split()),), Mark(Slot.COMMAND, number))
    return Sentences(graph=builder.graph(), moves=())


def answer_of(answer: Hypothesis | None, evidence: Evidence) -> HeardCommand | None:
    """The answer that was given; None when something else was said."""
    if answer is None or answer.meaning.command is None or evidence.best is None:
        return None
    name = answer.meaning.command
    bounds = _BOUNDS.get(name, _NUMBER)
    against = (answer.network - evidence.loop) / evidence.seconds
    if against < bounds.against_phones or answer.score - evidence.best.score < bounds.lead:
        return None
    if name is RequestName.YES and not _both_hear(answer, evidence):
        return None
    confidence = 1 / (1 + exp((bounds.against_phones - against) / _STEEPNESS))
    return HeardCommand(name=name, confidence=confidence, heard=answer.heard)


def _both_hear(answer: Hypothesis, evidence: Evidence) -> bool:
    """Is it for neither of the two far behind what that one hears best?"""
    by_model = -inf if evidence.model is None else answer.model - evidence.model.model
    by_network = -inf if evidence.network is None else answer.network - evidence.network.network
    return by_model > BEHIND_MODEL and by_network > BEHIND_NETWORK
