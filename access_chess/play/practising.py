"""What practice adds to a table: rows for one who explores, asks for advice and sets the level.

Loaded when the first of them is asked for: a game can be played without.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

import chess
from msgspec.structs import replace

from access_chess.conversation.state import Say
from access_chess.laws.game import Game, Ply
from access_chess.machine_clock import monotonic_clock
from access_chess.play.deeds import Carried
from access_chess.play.messages import Effects, IsStopped, Work
from access_chess.play.seat import Deed, Errand, PlayerSeat, Thinking
from access_chess.practice.analysis import Analyst
from access_chess.practice.engine import HIGHEST_LEVEL, LEVELS, choose_move
from access_chess.practice.review import AS_GOOD, Judged, better, judge, what, why
from access_chess.practice.sentence import MoveName, Sentence, sentence
from access_chess.requests.names import RequestName
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import ShowMove
from access_chess.session.explorer import EXPLORED, Exploring, pawns_told, what_if_told
from access_chess.speech.announcement import announce
from access_chess.speech.practising.sentences import worded
from access_chess.speech.utterance import SpokenPart

HINT_TIME = timedelta(seconds=2)  # that a hint takes at most, however busy the machine is

Parts = tuple[SpokenPart, ...]

#: Gives who judges moves, who thinks until it is stopped.
Judging = Callable[[IsStopped], Analyst]


def _explore(seat: PlayerSeat, errand: Errand) -> Carried:
    before = seat.exploring or Exploring(pack=seat.language.pack, color=seat.dialogue.color)
    exploring, told = before.after(errand.request, errand.game)
    return replace(seat, exploring=exploring), told


def _pawns(seat: PlayerSeat, errand: Errand) -> Carried:
    return seat, _to_all(pawns_told(errand.game, errand.request.file, seat.language.pack))


def _what_if(seat: PlayerSeat, errand: Errand) -> Carried:
    assert errand.request.move is not None, "a question about no move is not finished"
    return seat, _to_all((what_if_told(errand.game, errand.request.move, seat.language),))


def _level(seat: PlayerSeat, errand: Errand) -> Carried:
    level, pack = errand.request.number, seat.language.pack
    if level is not None and 1 <= level <= HIGHEST_LEVEL:
        return replace(seat, level=level), _to_all((pack.phrase("level_set", level=level),))
    return seat, _to_all((pack.phrase("level_missing", most=HIGHEST_LEVEL),))


def _hint(seat: PlayerSeat, errand: Errand) -> Carried:
    """The move that the built-in engine would make; a player who has moved meanwhile needs none."""
    game = errand.game
    if game.is_over:
        return seat, (seat.say_to_all("not_now"),)

    def told(seat: PlayerSeat, found: object) -> Effects:
        assert isinstance(found, chess.Move), "a hint is a move"
        return (ShowMove(move=found), *_to_all((hint_told(game, found, seat.language),)))

    work = Work(job=lambda is_stopped: good_move(game, is_stopped))
    return seat.begin(Thinking(work=work, told=told, plies=game.plies))


def _advice(judging: Judging) -> Mapping[RequestName, Deed]:
    """What the last move was worth, and whether it is better than the one that was taken back."""

    def explain(seat: PlayerSeat, errand: Errand) -> Carried:
        game, language = errand.game, seat.language
        work = Work(job=lambda is_stopped: explained(game, judging(is_stopped), language))
        return seat.begin(Thinking(work=work, told=_advised))

    def compare(seat: PlayerSeat, errand: Errand) -> Carried:
        game, language, before = errand.game, seat.language, seat.taken_back
        work = Work(job=lambda is_stopped: compared(game, before, judging(is_stopped), language))
        return seat.begin(Thinking(work=work, told=_advised))

    return {RequestName.EXPLAIN: explain, RequestName.COMPARE: compare}


def _advised(_: PlayerSeat, found: object) -> Effects:
    assert isinstance(found, tuple), "advice is in words"
    return _to_all(found)


def _to_all(parts: tuple[SpokenPart, ...]) -> Effects:
    return tuple(Say(part=part) for part in parts)


def practice_deeds(judging: Judging) -> Mapping[RequestName, Deed]:
    """The rows that only a player who practises has."""
    return {
        **dict.fromkeys(EXPLORED, _explore),
        **_advice(judging),
        RequestName.PAWNS: _pawns,
        RequestName.WHAT_IF: _what_if,
        RequestName.LEVEL: _level,
        RequestName.HINT: _hint,
    }


def good_move(game: Game, is_stopped: IsStopped) -> chess.Move:
    """The move that the built-in engine would make at its best; any, soon after it is stopped."""
    end = monotonic_clock() + HINT_TIME
    return choose_move(
        game.board, LEVELS[-1], chance=random.random, seen=game.keys,
        is_stopped=lambda: is_stopped() or monotonic_clock() > end,
    )  # fmt: skip


def hint_told(game: Game, move: chess.Move, language: PlayerLanguage) -> SpokenPart:
    """That move, in words."""
    said = announce(game.board, move, language.pack, form=language.form)
    return language.pack.phrase("practice_hint", move=said)


def explained(game: Game, analyst: Analyst, language: PlayerLanguage) -> Parts:
    """What the last move was, why, and what was better; at most three sentences."""
    if not game.plies:
        return _worded(language, sentence("answer_no_moves"))
    last = game.plies[-1]
    found = _judged(last.before, last.move, analyst)
    if found is None:
        return _worded(language, sentence("review_needs_stockfish"))
    if found.severity is None:
        return _worded(language, sentence("advice_good", move=MoveName(last.before, last.move)))
    return _worded(language, what(found), why(found), better(found))


def compared(game: Game, taken_back: Sequence[Ply], analyst: Analyst, language: PlayerLanguage) -> Parts:
    """The first move that differs from what was taken back, with the one in its place."""
    pairs = zip(taken_back, game.plies, strict=False)
    old, new = next(((old, new) for old, new in pairs if old.move != new.move), (None, None))
    if old is None or new is None:
        return _worded(language, sentence("advice_nothing"))
    before, after = _judged(old.before, old.move, analyst), _judged(new.before, new.move, analyst)
    if before is None or after is None:
        return _worded(language, sentence("review_needs_stockfish"))
    gain = (after.chance - before.chance) * (1 if new.color is chess.WHITE else -1)
    key = "advice_equal" if abs(gain) < AS_GOOD else "advice_better" if gain > 0 else "advice_worse"
    return _worded(language, sentence(key, new=MoveName(new.before, new.move), old=MoveName(old.before, old.move)))


def _judged(board: chess.Board, move: chess.Move, analyst: Analyst) -> Judged | None:
    return next(judge(board, (move,), analyst), None)


def _worded(language: PlayerLanguage, *sentences: Sentence | None) -> Parts:
    return tuple(worded(each, language.pack, language.form) for each in sentences if each is not None)
