"""From what was found in a sound to what was asked: how far each reading is to be trusted.

Two hear an utterance, the model and the network; the best sentence is that of both together. It is the surer, the more
each alone finds the same, the farther the nearest rival stays behind for each of them, and the less bare phones fit
better. What is likely is taken; what is less likely is asked about; what is unlikely was not understood.
"""

from collections.abc import Mapping
from math import exp
from statistics import fmean

import chess
from msgspec.structs import replace

from access_chess.listening.evidence import Evidence, Hypothesis
from access_chess.listening.heard import DESTRUCTIVE, Asked, HeardChoice, HeardCommand, HeardMove, HeardNothing, Nothing
from access_chess.listening.lexicon import spoken
from access_chess.listening.sentences import Meaning
from access_chess.listening.weights import OF_COMMANDS, OF_COMMANDS_IN_NOISE, OF_LONGER_MOVES, OF_MOVES
from access_chess.requests.names import NUMBERS, RequestName

#: Nats between which a margin tells something: beyond them it is as sure as can be.
_BOUNDS = {"score": (-60.0, 60.0), "model": (-150.0, 150.0), "network": (-60.0, 60.0)}
_SAME = 0.01
_GRAVE = DESTRUCTIVE | {RequestName.YES}
_QUIET, _LOUD = 32.0, 12.0  # decibels of speech above the room: from here, noise counts; from there, nothing is worse
_UNIT = 20.0  # nats
_LEAST_AS_WHOLE, _USUAL_AS_WHOLE = -8.0, -0.8  # nats; the second speaks neither for an answer nor against it
_LEAST_LIKENESS, _USUAL_LIKENESS, _MOST_LIKENESS = -4.0, 1.5, 5.0  # nats
_SQUARE = 2  # words

# Nats a second that bare phones fit better: no sentence that was meant is so far behind. A word, or a square alone, as
# far as the second is mostly another one: of development 9 were taken so rightly and 22 wrongly. Of a word or two as
# far as the third nothing was taken or asked about rightly: 133 were words and talk, 13 meant something.
UNLIKE, UNLIKE_A_WORD, UNLIKE_TWO_WORDS = -110.0, -50.0, -65.0
SHORTEST = 0.25  # seconds; no move and no command is shorter

SLOWEST = 2.0  # seconds for one word alone, with the moments beside it: an owl may hoot so long
SLOW = 0.95  # seconds a word, with the moments beside it: hardly anybody speaks more slowly
# What is less likely is asked about, a square alone or what is longer. Of 864 moves of development that are not legal
# six are taken so. Of all 5,438 utterances, each judged and spelt without its voice, 150 squares and 572 longer moves
# are as likely and right, and 12 are wrong or no moves; from 0.87 and 0.905 on 153, 609 and 17.
TAKEN, TAKEN_LONGER = 0.88, 0.92
# Of a move without a letter or a number that a network knows, castling by its name or any in another tongue, less tells
# the chance, and the bounds are as they were: in nine such tongues, by a synthetic voice, 360 of 432 moves are taken
# rightly, before 357, and two of 216 that are not legal. One word is like many others, as with commands.
UNSPELT_TAKEN, UNSPELT_TAKEN_LONGER = 0.75, 0.90
# A square alone that is less like what was heard, phone by phone, is asked about: of development one of 62 that were
# taken rightly, and seven of eight words of strangers.
SQUARE_SAID = -2.0
# What is very long is hardly another legal move: of 170 by synthetic voices, some of an unheard kind, 163 are taken
# instead of 146, and of 76 others two instead of one. Where no network knows its letters or numbers it is no surer.
TAKEN_LONGEST, LONGEST = 0.80, 20  # letters of its words
# Those that know a voice are surer of what was said, and also of what was not: of 300 squares and moves that are not
# legal, by development voices after their enrolment, three were taken without this, and two before the enrolment; now
# one. Of 756 moves of theirs 127 instead of 173 are taken rightly, and eight instead of 17 wrongly.
SURER = 0.05
ASKED = 0.35  # below it three questions of four to development voices were wrong ones
# How likely a command must be, in quiet and in much noise. One word many others are like, two short ones some, and the
# longer it is, the less else it can have been: of 1,533 long harmless ones that were found where something else was
# said two are taken, and 386 of 406 that were said; a wrong one tells something unasked. What confirms, or, once it is
# confirmed, ends the game (a grave one) both must hear, however long it is.
WORD_TAKEN, GRAVE_WORD_TAKEN = 0.85, (0.90, 0.94)
WORDS_TAKEN, GRAVE_WORDS_TAKEN = (0.80, 0.85), (0.85, 0.90)
LONG_COMMAND_TAKEN = 0.50, 0.70
LONG_COMMAND = 13  # letters of its words
ANSWER_TAKEN = 0.45  # a number chooses a move, which is then read back
# Decibels of speech above the room: with less, more words are needed, not the same again, and other things tell a
# command. By weights of their own, each voice judged without it, of 265 of development 190 were taken rightly, and 11
# that were none; by those of quiet 156 and 12.
NOISY = 18.0
MEANT = 0.10  # below this chance it was no attempt to say something to the program
# The same of a square alone, of whose chance less is known: of 4,576 words of strangers 301 instead of 537 are answered
# by a question, 959 instead of 1,045 by "please repeat"; of 600 short moves of development 287 instead of 259 by a
# question.
SQUARE_ASKED, SQUARE_MEANT = 0.15, 0.04
MOST_OPTIONS = 3  # of a question between moves that may have been said
TIED = 1.0  # nats: a legal rival as near as that is always asked about
NEAR = 15.0  # nats: a legal rival that is nearer is an option
NEAR_AS_SPELT = 40.0  # nats: so is what is nearer when its letters and numbers count
BEHIND_MODEL, BEHIND_NETWORK = -40.0, -15.0  # nats behind what that one hears best: farther, and it did not hear it
# Nats by which an illegal move must be in front, for the one and for the other that hears, to be told as such.
ILLEGAL_BY_MODEL, ILLEGAL_BY_NETWORK = 120.0, 45.0


def reading_of(evidence: Evidence, commands: frozenset[RequestName]) -> Asked:
    """What was asked. Commands that are not valid now are not heard."""
    best = evidence.best
    if evidence.seconds < SHORTEST:
        return HeardNothing(reason=Nothing.SILENCE)
    if best is None or best.meaning == Meaning() or _before_phones(evidence, best) < _least(best):
        return HeardNothing(reason=Nothing.NOISE, heard=best.heard if best else "")
    likely = chance(evidence)
    if best.meaning.command is not None:
        return _command(evidence, best, likely, commands)
    return _move(evidence, best, likely)


def chance(evidence: Evidence, weights: Mapping[str, float] | None = None) -> float:
    """The chance that the best sentence is what was said, 0 to 1; by other weights than those of its kind, if given."""
    best = evidence.best
    if best is None or best.meaning == Meaning():
        return 0.0
    weights = weights or weights_of(evidence, best)
    total = sum(weights[name] * value for name, value in signs(evidence, best).items())
    return 1 / (1 + exp(-total))


def weights_of(evidence: Evidence, best: Hypothesis) -> Mapping[str, float]:
    """The weights by which such a sentence is judged. What is a number is weighed the same in noise."""
    if best.meaning.command is not None:
        is_number = best.meaning.command in NUMBERS
        return OF_COMMANDS_IN_NOISE if evidence.decibels < NOISY and not is_number else OF_COMMANDS
    return OF_LONGER_MOVES if is_longer_move(best) else OF_MOVES


def signs(evidence: Evidence, best: Hypothesis) -> dict[str, float]:
    """What speaks for the best sentence, each kind in units near to 1; `weights.py` tells how far it counts."""
    model_agrees = _agrees(evidence.model, best)
    margin = _margin(evidence, best, "score") / _UNIT
    phones = _within(_before_phones(evidence, best), UNLIKE, 20) / _UNIT
    noise = noise_of(evidence.decibels)
    return {
        "at_rest": 1.0,
        "model_agrees": model_agrees,
        "network_agrees": _agrees(evidence.network, best),
        "before_rival": margin,
        "before_rival_by_model": _margin(evidence, best, "model") / (2 * _UNIT),
        "before_rival_by_network": _margin(evidence, best, "network") / _UNIT,
        "behind_model": 0.0 if evidence.model is None else _behind(best.model, evidence.model.model, -100),
        "behind_network": 0.0 if evidence.network is None else _behind(best.network, evidence.network.network, -60),
        "before_phones": phones,
        "noise": noise,
        "model_agrees_in_noise": noise * model_agrees,
        "before_rival_in_noise": noise * margin,
        "before_phones_in_noise": noise * phones,
        "weakest_word": _within(best.weakest, -20, 0) / 5,
        "legal_rival": float(evidence.rival is not None and not evidence.has_illegal_rival),
        "voiced": 2 * evidence.voiced,
        "word_seconds": _within(evidence.seconds / len(best.words), 0.2, 0.6),
        "drawn_out": _within(evidence.seconds / len(best.words) - SLOW, 0, 1),
        "one_word": float(len(best.words) == 1),
        "names_square": float(best.meaning.square is not None),
        "clear": _within(best.network / evidence.seconds, 0, 200) / 100,
        "as_whole": _as_whole(evidence, best),
        "likeness": _likeness(best),
        "spelt": float(bool(best.names)),
        "names": fmean(best.names or [0.0]),
        "weakest_name": min(best.names, default=0.0),
        "two_squares": float(best.meaning.of_two_squares),
    }


def is_longer_move(best: Hypothesis) -> bool:
    """Is more said than a square alone? Of "e vier" a mistaken word is half of all."""
    return best.meaning.command is None and len(best.words) > _SQUARE


def is_endless(evidence: Evidence, best: Hypothesis) -> bool:
    """Is it one word only, and longer than anybody says it?"""
    return len(best.words) == 1 and evidence.seconds > SLOWEST


def is_unlike(evidence: Evidence, best: Hypothesis) -> bool:
    """Is it one word, or a square alone, and other phones fit far better, as with a word that nobody awaits?"""
    is_short = len(best.words) == 1 or (best.meaning.command is None and not is_longer_move(best))
    return is_short and _before_phones(evidence, best) < UNLIKE_A_WORD


def noise_of(decibels: float) -> float:
    """How far noise counts, 0 to 1, of speech that stands so many decibels above the room."""
    return _within((_QUIET - decibels) / (_QUIET - _LOUD), 0, 1)


def of_answer(evidence: Evidence) -> Evidence | None:
    """The same with the awaited answer as the best sentence, and the best sentence, if it is another, as its rival."""
    answer, best = evidence.answer, evidence.best
    if answer is None or best is None:
        return None
    return replace(evidence, best=answer, rival=evidence.rival if best.meaning == answer.meaning else best)


def both_hear(evidence: Evidence) -> bool:
    """Do the acoustic model and the network of phones both hear the best sentence?"""
    return all(heard_by(evidence))


def heard_by(evidence: Evidence) -> tuple[bool, bool]:
    """Is the best sentence not far behind what the acoustic model, and what the network of phones, hears best? In noise
    hardly ever both hear the very same best.
    """
    best, model, network = evidence.best, evidence.model, evidence.network
    if best is None or model is None or network is None:
        return False, False
    return best.model - model.model > BEHIND_MODEL, best.network - network.network > BEHIND_NETWORK


def _least(best: Hypothesis) -> float:
    """How far before bare phones it must be at least, in nats a second, to have been meant."""
    return UNLIKE if len(best.words) > _SQUARE else UNLIKE_TWO_WORDS


def _before_phones(evidence: Evidence, best: Hypothesis) -> float:
    """Nats a second, for the network."""
    return (best.network - evidence.loop) / evidence.seconds


def _agrees(other: Hypothesis | None, best: Hypothesis) -> float:
    return float(other is not None and other.meaning == best.meaning)


def _margin(evidence: Evidence, best: Hypothesis, by: str) -> float:
    """Nats before the rival. What sounds the very same and is not legal was not said."""
    rival, (least, most) = evidence.rival, _BOUNDS[by]
    if rival is None or (evidence.has_illegal_rival and abs(best.score - rival.score) < _SAME):
        return most
    return _within(getattr(best, by) - getattr(rival, by), least, most)


def _as_whole(evidence: Evidence, best: Hypothesis) -> float:
    """Of an awaited answer, which is nothing to others."""
    whole = evidence.whole_of(best)
    return 0.0 if whole is None else _within(whole, _LEAST_AS_WHOLE, 0) - _USUAL_AS_WHOLE


def _likeness(best: Hypothesis) -> float:
    if best.likeness is None:
        return 0.0
    return _within(best.likeness, _LEAST_LIKENESS, _MOST_LIKENESS) - _USUAL_LIKENESS


def _behind(score: float, of_best: float, least: float) -> float:
    return _within(score - of_best, least, 0) / _UNIT


def _command(evidence: Evidence, best: Hypothesis, likely: float, commands: frozenset[RequestName]) -> Asked:
    name = best.meaning.command
    assert name is not None
    is_likely = likely >= _needed_of_command(evidence, best, name)
    is_of_one = name in _GRAVE and not both_hear(evidence)
    is_refused = evidence.whole_of(best) is not None  # as an answer, by `short_answers`, which judges those
    is_other = is_endless(evidence, best) or is_unlike(evidence, best) or is_refused
    if not is_likely or is_of_one or is_other or name not in commands:
        is_one_word = len(best.words) == 1  # which noises and talk are like; who meant it says it again
        reason = Nothing.NOISE if is_one_word else _why_nothing(likely, evidence)
        return HeardNothing(reason=reason, heard=best.heard)
    return HeardCommand(
        name=name,
        confidence=likely,
        heard=best.heard,
        square=best.meaning.square,
        piece=best.meaning.piece,
        move=best.meaning.moves[0] if len(best.meaning.moves) == 1 else None,
        file=best.meaning.file,
        rank=best.meaning.rank,
    )


def _needed_of_command(evidence: Evidence, best: Hypothesis, name: RequestName) -> float:
    """How likely a command must be to be taken."""
    if name in NUMBERS:
        return ANSWER_TAKEN
    is_noisy, is_grave = evidence.decibels < NOISY, name in _GRAVE
    if len(best.words) == 1:
        return GRAVE_WORD_TAKEN[is_noisy] if is_grave else WORD_TAKEN
    if is_grave:
        return GRAVE_WORDS_TAKEN[is_noisy]
    return (LONG_COMMAND_TAKEN if _letters(best) >= LONG_COMMAND else WORDS_TAKEN)[is_noisy]


def _letters(best: Hypothesis) -> int:
    """How long it is, as people write it."""
    return sum(len(spoken(word)) for word in best.words)


def _move(evidence: Evidence, best: Hypothesis, likely: float) -> Asked:
    moves = best.meaning.moves
    rival = evidence.rival
    asked, meant = (ASKED, MEANT) if is_longer_move(best) else (SQUARE_ASKED, SQUARE_MEANT)
    is_tied = rival is not None and bool(rival.meaning.moves) and best.score - rival.score < TIED
    is_said = best.likeness is None or best.likeness >= SQUARE_SAID
    is_sure = is_said and likely >= _needed(evidence, best) and not is_unlike(evidence, best)
    if is_sure and len(moves) == 1 and not is_tied:
        return HeardMove(move=moves[0], confidence=likely, heard=best.heard)
    if likely >= asked:
        return HeardChoice(
            moves=moves if len(moves) > 1 else _options(evidence, best), confidence=likely, heard=best.heard
        )
    if _is_illegal(evidence, best):
        return HeardNothing(reason=Nothing.ILLEGAL, heard=best.heard)
    return HeardNothing(reason=_why_nothing(likely, evidence, meant), heard=best.heard)


def _needed(evidence: Evidence, best: Hypothesis) -> float:
    """How likely a move must be to be taken."""
    square, longer = (TAKEN, TAKEN_LONGER) if best.names else (UNSPELT_TAKEN, UNSPELT_TAKEN_LONGER)
    if len(best.words) == 1:
        square = WORD_TAKEN
    if best.names and _letters(best) >= LONGEST:
        longer = TAKEN_LONGEST
    return (longer if is_longer_move(best) else square) + (SURER if evidence.is_fitted else 0.0)


def _options(evidence: Evidence, best: Hypothesis) -> tuple[chess.Move, ...]:
    """The move, and what else it may have been: a near legal rival, and what its letters and numbers may be; where it
    has none, what the one and the other that hear found alone.
    """
    rival = evidence.rival
    near = [rival] if rival is not None and best.score - rival.score < NEAR else []
    spelt = [each for each in evidence.respelt if best.as_spelt - each.as_spelt < NEAR_AS_SPELT]
    alone = [each for each in (evidence.model, evidence.network) if each is not None and not best.names]
    others = (*near, *spelt, *alone)
    moves = dict.fromkeys((*best.meaning.moves, *(move for other in others for move in other.meaning.moves)))
    return tuple(moves)[:MOST_OPTIONS]


def _is_illegal(evidence: Evidence, best: Hypothesis) -> bool:
    """Was it clearly a move, and clearly none of the legal ones? Both that hear must say so."""
    rival = evidence.rival
    if rival is None or not evidence.has_illegal_rival:
        return False
    return rival.model - best.model > ILLEGAL_BY_MODEL and rival.network - best.network > ILLEGAL_BY_NETWORK


def _why_nothing(likely: float, evidence: Evidence, meant: float = MEANT) -> Nothing:
    """What is hardly like a sentence at all was not meant for the program: a cough, a chair, a neighbour's talk."""
    if likely < meant:
        return Nothing.NOISE
    return Nothing.TOO_NOISY if evidence.decibels < NOISY else Nothing.UNSURE


def _within(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)
