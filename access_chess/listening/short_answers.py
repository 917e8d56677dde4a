"""Short answers to what was just asked: "yes", "bella", "two"; at any time "stop" and the wake word.

A short word alone loses to whole sentences of moves that imitate it. So the few answers that are awaited are searched
for by themselves, and judged by weights of their own.

What may be said now, and what was understood of it, are the two values between a game and any recogniser.
"""

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.listening.evidence import Evidence, Hypothesis
from access_chess.listening.heard import Asked, HeardCommand, HeardNothing
from access_chess.listening.lexicon import Lexicon
from access_chess.listening.readings import (
    ASKED,
    NOISY,
    chance,
    heard_by,
    is_endless,
    is_unlike,
    of_answer,
    reading_of,
)
from access_chess.listening.sentences import Sentences, add_commands, add_phrases
from access_chess.listening.weights import OF_ANSWERS
from access_chess.listening.word_graph import END, START, GraphBuilder, SlotValue, WordSlot
from access_chess.requests.names import DRILL_ANSWERS, NUMBERS, RequestName

ANSWERS_OF_QUESTIONS = frozenset({RequestName.YES, RequestName.NO, *NUMBERS})
ANSWERS = ANSWERS_OF_QUESTIONS | frozenset({RequestName.STOP, RequestName.REPEAT, RequestName.LISTEN}) | DRILL_ANSWERS


class Awaited(Struct, frozen=True, kw_only=True):
    """The answers that may come now; `options` are the words of a question between moves ("bella", "felix") in their
    order, and `is_asked` tells that such a question, or one to be answered by yes or no, was just asked, or a move
    read back. What a drill awaits `aside` is heard in the lexicon's `awaited` words for it, too.
    """

    commands: frozenset[RequestName]
    aside: frozenset[RequestName] = frozenset()
    options: tuple[str, ...] = ()
    is_asked: bool = False


# The least chance that counts: a wrong "yes" does what cannot be undone, so that two must hear it, too; from 0.60 on
# instead of 0.85 one more of 6,536 words of development is taken for it, and four more of 100 by actors who say it. A
# wrong number proposes another move, and a wrong "no" only asks again. Nobody has to be asked for "repeat" and "stop",
# and words are like them.
_NEEDED = {RequestName.YES: 0.60, RequestName.NO: 0.45, RequestName.REPEAT: 0.70, RequestName.STOP: 0.65}
_USUALLY_NEEDED = 0.45
# Right after a question most of what is said is its answer, a number, an option or "no", however well other phones fit.
# By actors who say "no" 98 of 112 instead of 87 are taken so, those who say "yes" 85 instead of 82 of 100, and 12
# instead of eight of 3,268 words of development.
_NEEDED_WHEN_ASKED = 0.20
_SURE_AS_WHOLE = -0.1  # nats: less sure, it was not heard as a whole
_NEEDED_IN_NOISE = 0.60  # below it nearly half of the answers of development voices were other words


def answer_sentences(lexicon: Lexicon, awaited: Awaited) -> Sentences:
    """The answers as a graph; the words of an option mean its number."""
    builder = GraphBuilder(lexicon)
    add_commands(builder, START, awaited.commands & ANSWERS, move_start=END)
    add_phrases(builder, START, awaited.aside, lexicon.awaited, move_start=END)
    for number, option in zip(NUMBERS, awaited.options, strict=False):
        builder.phrases(START, END, (tuple(option.split()),), SlotValue(WordSlot.COMMAND, number))
    return Sentences(graph=builder.graph(), moves=())


def asked_of(evidence: Evidence, awaited: Awaited | None, commands: frozenset[RequestName]) -> Asked:
    """What was asked: an answer or, where it is none, anything else; what would be nothing may be a doubtful answer."""
    asked = answer_of(evidence, awaited) or reading_of(evidence, commands)
    doubtful = doubtful_answer_of(evidence, awaited) if isinstance(asked, HeardNothing) else None
    return doubtful or asked


def answer_of(evidence: Evidence, awaited: Awaited | None = None) -> HeardCommand | None:
    """The answer that was given, of those that were awaited; None when something else was said."""
    answered = of_answer(evidence)
    if answered is None or answered.best is None or answered.best.meaning.command is None:
        return None
    name = answered.best.meaning.command
    likely = chance(answered, OF_ANSWERS)
    is_asked = awaited is not None and awaited.is_asked and name in ANSWERS_OF_QUESTIONS
    is_choice = is_asked and name in NUMBERS
    if not is_choice and _is_other_command(evidence, name) and chance(evidence) > likely:
        return None
    needed = _NEEDED_WHEN_ASKED if is_asked and name is not RequestName.YES else _NEEDED.get(name, _USUALLY_NEEDED)
    if evidence.decibels < NOISY:
        needed = max(needed, _NEEDED_IN_NOISE)
    is_other = is_endless(answered, answered.best) or (not is_asked and is_unlike(answered, answered.best))
    if likely < needed or is_other or (name is RequestName.YES and not _two_hear(answered)):
        return None
    return _command(answered.best, name, likely)


def doubtful_answer_of(evidence: Evidence, awaited: Awaited | None) -> HeardCommand | None:
    """What may have chosen between moves, right after that was asked; None for anything else.

    It was found, but goes otherwise as a whole than by any voice that the networks have met, or is drowned by noise.
    """
    answered = None if awaited is None or not awaited.is_asked else of_answer(evidence)
    if answered is None or answered.best is None or answered.best.meaning.command not in NUMBERS:
        return None
    likely = chance(replace(answered, as_whole=None), OF_ANSWERS)
    if likely < ASKED or is_endless(answered, answered.best):
        return None
    return replace(_command(answered.best, answered.best.meaning.command, likely), is_doubtful=True)


def _command(said: Hypothesis, name: RequestName, likely: float) -> HeardCommand:
    meaning = said.meaning
    return HeardCommand(
        name=name,
        confidence=likely,
        heard=said.heard,
        square=meaning.square,
        piece=meaning.piece,
        rank=meaning.rank,
        number=meaning.number,
    )


def _two_hear(answered: Evidence) -> bool:
    """Do two of three hear it, the acoustic model, the network of phones and that of the whole sound?

    In noise, whole sentences imitate a short word better than the acoustic model knows it.
    """
    is_sure_as_whole = answered.as_whole is not None and answered.as_whole > _SURE_AS_WHOLE
    return sum((*heard_by(answered), is_sure_as_whole)) > 1


def _is_other_command(evidence: Evidence, name: RequestName) -> bool:
    """Is the best sentence a command, and not the one of this name? "Why" is like "drei"."""
    return evidence.best is not None and evidence.best.meaning.command not in (None, name)


class Expected(Struct, frozen=True, kw_only=True):
    """What may be said now: the position, the commands that are valid, and the moves if only some are asked for.

    `awaited` are the short answers to listen for by themselves.
    """

    board: chess.Board
    commands: frozenset[RequestName]
    moves: tuple[chess.Move, ...] | None = None
    awaited: Awaited | None = None


class HeardAnswer(Struct, frozen=True, kw_only=True):
    """What was asked, and the seconds from the end of the sound to the answer."""

    asked: Asked
    seconds: float
