"""The steps that answer: a phrase, whose turn it is, and the signs of having understood a voice or not."""

from access_chess.conversation.state import Dialogue, Moment, Say, Sign, Step
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.speech.answers.adjournment import whose_turn_in
from access_chess.speech.answers.position import color_name
from access_chess.speech.utterance import SpokenPart


def told_turn(dialogue: Dialogue, moment: Moment, line: str) -> Say:
    """Says which side is to move; `line` is what was typed, repeated before it."""
    return Say(part=whose_turn_in(moment.game, moment.language.pack), color=dialogue.color, line=line)


def say(phrase: str, dialogue: Dialogue, moment: Moment, *, line: str = "") -> Say:
    """Says a phrase of the pack to this place."""
    return Say(part=moment.language.pack.phrase(phrase), color=dialogue.color, line=line)


def offer_waits(moment: Moment) -> SpokenPart:
    """Asks the player to whom a draw is offered."""
    pack = moment.language.pack
    return pack.phrase("draw_offer_waits", color=color_name(not moment.game.offer, pack))


def waiting(dialogue: Dialogue, moment: Moment) -> SpokenPart | None:
    """The question of this place that waits for an answer, in its own words; None where there is none.

    What a drill or a server has asked aside is told again by what has asked it.
    """
    dialogue = dialogue.current(moment.game)
    if dialogue.pending is not None:
        return dialogue.pending.asked
    if dialogue.asked_aside:
        return None
    match dialogue.standing(moment.game):
        case RequestName.ACCEPT_DRAW:
            return offer_waits(moment)
        case RequestName.NEW_GAME:
            return moment.language.pack.phrase("play_again")
    return None


def understood(request: Request) -> tuple[Step, ...]:
    """The sign to a voice that it was understood; typed lines need none."""
    return (Sign.UNDERSTOOD,) if request.is_heard else ()


def misunderstood(request: Request) -> tuple[Step, ...]:
    """The sign to a voice that what it said has no place now."""
    return (Sign.NOT_UNDERSTOOD,) if request.is_heard else ()
