"""What may be asked for at a player's place in any game: one row for each request, which carries it out."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from access_chess.conversation.answers import (
    ABOUT_THE_CLOCK,
    QUESTIONS,
    RULED_ON,
    after_why,
    answer,
    laws_answer,
    rule_of,
)
from access_chess.conversation.rights import ruled
from access_chess.conversation.state import CarryOut, Say
from access_chess.laws.commands import Ask, BeginReconstruction, CountGap, OfferDraw, PlayMove
from access_chess.play.messages import Effects, KeepTime, LeaveGame, Repeat, SetSound, Silence
from access_chess.play.seat import Deed, Errand, PlayerSeat
from access_chess.profile import OPEN_CLOCKS
from access_chess.requests.commands import (
    ASSISTANT_ACTS,
    BESIDE_RULINGS,
    REQUESTS,
    RULINGS,
    assistant_command,
    command_of,
)
from access_chess.requests.names import DRILLS, RequestName
from access_chess.session.leaving import Leaving
from access_chess.speech.utterance import SpokenPart

#: The seat after a request, and what is to be done.
Carried = tuple[PlayerSeat, Effects]


def _play(seat: PlayerSeat, errand: Errand) -> Carried:
    request, color = errand.request, errand.game.turn
    assert request.move is not None, "a move is settled before it is played"
    offer = seat.give(OfferDraw(color=color)) if request.offers_draw else ()
    return seat, (*seat.give(PlayMove(color=color, move=request.move)), *offer)


def _command(seat: PlayerSeat, errand: Errand) -> Carried:
    return seat, seat.give(command_of(errand.request, errand.color), errand.asked)


def _answer(seat: PlayerSeat, errand: Errand) -> Carried:
    """In competition the Laws rule on who may be told of times and numbers, and the journal keeps who has asked."""
    request, color, game = errand.request, errand.color, errand.game
    if request.name in RULED_ON and seat.dialogue.here.profile not in OPEN_CLOCKS and not game.is_over:
        return seat, seat.give(Ask(color=color, question=RULED_ON[request.name]))
    kept = (KeepTime(),) if request.name in ABOUT_THE_CLOCK else ()
    told = answer(request, game, color, errand.at, seat.language, ruling=seat.ruling or game.ruling)
    return seat, (*kept, *(Say(part=part, color=color) for part in told))


def why(seat: PlayerSeat, errand: Errand) -> Carried:
    """Why, and how the game ended; the rule itself when more is asked for."""
    ruling, game = seat.ruling or errand.game.ruling, errand.game
    told = answer(errand.request, game, errand.color, errand.at, seat.language, ruling=ruling)
    parts = (*told, *seat.sheets.why_ended(game))
    rule = rule_of(ruling, game.setup.edition)
    seat = replace(seat, dialogue=after_why(told, rule, game, seat.dialogue, seat.language))
    return seat, tuple(Say(part=part, color=errand.color) for part in parts)


def _laws(seat: PlayerSeat, errand: Errand) -> Carried:
    dialogue, told = laws_answer(errand.request.words, errand.game, seat.dialogue, seat.language)
    return replace(seat, dialogue=dialogue), tuple(Say(part=part, color=errand.color) for part in told)


def _sheet(seat: PlayerSeat, errand: Errand) -> Carried:
    parts = seat.sheets.missing(errand.game, errand.color, errand.at)
    return seat, tuple(Say(part=part, color=errand.color) for part in parts)


def _dictate_back(seat: PlayerSeat, errand: Errand) -> Carried:
    sheets, parts = seat.sheets.back()
    listener = sheets.listener if sheets.pairs else errand.color
    return replace(seat, sheets=sheets), tuple(Say(part=part, color=listener) for part in parts)


def _return_sheet(seat: PlayerSeat, errand: Errand) -> Carried:
    return _command(replace(seat, sheets=seat.sheets.end()), errand)


def _rule_if_arbiter(seat: PlayerSeat, errand: Errand) -> Carried:
    """The arbiter's word, if it is theirs: nobody else's counts."""
    found = ruled(seat.rights, errand.request, errand.at, seat.language.pack)
    seat, said = replace(seat, rights=found.rights), _to(seat, found.said)
    if not found.counts:
        return seat, said
    seat, done = rule(seat, errand)
    return seat, (*said, *done)


def rule(seat: PlayerSeat, errand: Errand) -> Carried:
    """The word of one who is the arbiter."""
    request, game = errand.request, errand.game
    asked = CarryOut(request=request, color=game.turn)
    match request.name:
        case RequestName.ARBITER_COUNT_GAP:
            return _count_gap(seat, errand)
        case RequestName.ARBITER_COMPARE:
            return seat, _to(seat, seat.sheets.compared(game, request))
        case RequestName.ARBITER_PROOF:
            return seat, _to(seat, seat.sheets.proof(game))
        case RequestName.ARBITER_DICTATE:
            return seat, seat.give(BeginReconstruction(), asked)
        case RequestName.ARBITER_BOARDS_DIFFER:
            by_sheets, told = seat.sheets.by_the_sheets(game, request)
            given = () if by_sheets is None else seat.give(command_of(by_sheets, game.turn), asked)
            return seat, (*_to(seat, told), *given)
    return seat, seat.give(command_of(request, game.turn), asked)


def _count_gap(seat: PlayerSeat, errand: Errand) -> Carried:
    """The arbiter has the time counted that passed while the program did not run: once."""
    gap, seat = seat.gap, replace(seat, gap=None)
    if gap is None or gap.time is None:
        return seat, (seat.say("clock_no_gap"),)
    asked = CarryOut(request=errand.request, color=gap.color)
    return seat, seat.give(CountGap(color=gap.color, time=gap.time), asked)


def _assist(seat: PlayerSeat, errand: Errand) -> Carried:
    here = seat.dialogue
    assisted = replace(errand.request, color=here.color) if here.here.is_assistants else errand.request
    return seat, seat.give(assistant_command(assisted, errand.game), errand.asked)


def _repeat(seat: PlayerSeat, errand: Errand) -> Carried:
    is_slower = errand.request.name is RequestName.REPEAT_SLOWER
    return seat, (Repeat(color=seat.dialogue.color, slower=is_slower),)


def _stop(seat: PlayerSeat, _: Errand) -> Carried:
    return seat, (Silence(color=seat.dialogue.color),)


def _sound(seat: PlayerSeat, errand: Errand) -> Carried:
    is_on = errand.request.name is RequestName.SOUND_ON
    return seat, (SetSound(is_on=is_on), seat.say_to_all("sound_is_on" if is_on else "sound_is_off"))


def _check_board(seat: PlayerSeat, _: Errand) -> Carried:
    return seat, (seat.say_to_all("board_none"),)


def _listen(seat: PlayerSeat, _: Errand) -> Carried:
    return seat, (seat.say_to_all("microphone_off"),)


def _leave(seat: PlayerSeat, errand: Errand) -> Carried:
    return seat, (LeaveGame(how=Leaving[errand.request.name.name]),)


def _train(seat: PlayerSeat, errand: Errand) -> Carried:
    """A review, or the round of the day: once the game is over."""
    return _leave(seat, errand) if errand.game.is_over else not_now(seat, errand)


def not_now(seat: PlayerSeat, errand: Errand) -> Carried:
    """What there is no row for is not there now."""
    return seat, (seat.say("drill_elsewhere" if errand.request.name in DRILLS else "not_now"),)


def _to(seat: PlayerSeat, parts: Sequence[SpokenPart]) -> Effects:
    return tuple(Say(part=part, color=seat.dialogue.color) for part in parts)


#: What may be asked for in any game.
DEEDS: Mapping[RequestName, Deed] = {
    **dict.fromkeys(ASSISTANT_ACTS, _assist),
    **dict.fromkeys(RULINGS | BESIDE_RULINGS | {RequestName.ARBITER_PIN}, _rule_if_arbiter),
    **dict.fromkeys(QUESTIONS, _answer),
    **dict.fromkeys(REQUESTS, _command),
    **dict.fromkeys((RequestName.REPEAT, RequestName.REPEAT_SLOWER), _repeat),
    **dict.fromkeys((RequestName.SOUND_ON, RequestName.SOUND_OFF), _sound),
    **dict.fromkeys((RequestName.QUIT, RequestName.NEW_GAME), _leave),
    **dict.fromkeys((RequestName.REVIEW, RequestName.TODAY), _train),
    RequestName.WHY: why,
    RequestName.LAWS: _laws,
    RequestName.MOVE: _play,
    RequestName.SHEET: _sheet,
    RequestName.DICTATE_BACK: _dictate_back,
    RequestName.RETURN_SHEET: _return_sheet,
    RequestName.STOP: _stop,
    RequestName.CHECK_BOARD: _check_board,
    RequestName.LISTEN: _listen,
}
