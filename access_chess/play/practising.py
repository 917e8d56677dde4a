"""What practice adds to a table: rows for one who explores, asks for advice and sets the level.

Loaded when the first of them is asked for: a game can be played without.
"""

from collections.abc import Callable, Mapping

import chess
from msgspec.structs import replace

from access_chess.conversation.state import Say
from access_chess.play.deeds import Carried
from access_chess.play.messages import Effects, IsStopped, Work
from access_chess.play.seat import Deed, Errand, PlayerSeat, Thinking
from access_chess.practice.analysis import Analyst
from access_chess.requests.names import RequestName
from access_chess.session.announcer import ShowMove
from access_chess.session.explorer import EXPLORED, Exploring, pawns_told, what_if_told
from access_chess.session.practice_console import level_asked
from access_chess.session.practising.advisor import compared, explained, good_move, hint_told
from access_chess.speech.utterance import SpokenPart

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
    level, told = level_asked(errand.request, seat.language.pack)
    return (seat if level is None else replace(seat, level=level)), _to_all((told,))


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
