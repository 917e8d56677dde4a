"""What an arbiter says at the desk: the words that follow "arbiter" at a board, without that word, and questions.

Moves and what only a player may ask for mean nothing there: nobody plays for anybody.
"""

from msgspec.structs import replace

from access_chess.conversation.answers import QUESTIONS
from access_chess.conversation.reading import LONGEST_LINE, asked_by
from access_chess.conversation.state import Dialogue, Moment, Said
from access_chess.notation.vocabulary import folded
from access_chess.profile import Profile
from access_chess.requests.commands import BESIDE_RULINGS, RULINGS
from access_chess.requests.names import RequestName
from access_chess.requests.request import Missing, Request, Unfinished
from access_chess.requests.row import Here, Topic
from access_chess.requests.typed_line import typed_request, typed_ruling
from access_chess.requests.words import PlayerLanguage

#: Where an arbiter sits: they may be told all that may be told at any board.
AT_DESK = Dialogue(here=Here(profile=Profile.ASSISTED, has_arbiter=True, is_arbiters=True), color=None)

_RULED = RULINGS | BESIDE_RULINGS
_ANSWERED = QUESTIONS | {RequestName.HELP, RequestName.MORE}


def ruling_said(line: str, dialogue: Dialogue, moment: Moment) -> Said:
    """What a line means at the desk: an answer to what was asked, a ruling, a question about the game."""
    line = line.strip()
    if len(line) <= LONGEST_LINE:
        for found in (_answer(line, dialogue, moment), _ruling(line, moment), _question(line, moment)):
            if found is not None:
                return found
    return Unfinished(request=Request(name=RequestName.ARBITER_PIN, words=line[:40]), missing=Missing.WORDS)


def may_mean_clocks(line: str, said: Said, language: PlayerLanguage) -> bool:
    """Whether a word that silences is also what an arbiter says to stop the clocks."""
    is_silence = isinstance(said, Request) and said.name is RequestName.STOP
    return is_silence and language.words.arbiter.get(folded(line)) is RequestName.ARBITER_STOP


def _answer(line: str, dialogue: Dialogue, moment: Moment) -> Said | None:
    """What completes the request that something was missing of, or yes or no to what was asked."""
    if dialogue.pending is None:
        return None
    found, asked = asked_by(line, dialogue, moment), dialogue.pending.request.name
    is_answer = isinstance(found, Request) and found.name in (asked, RequestName.YES, RequestName.NO)
    return found if is_answer else None


def _ruling(line: str, moment: Moment) -> Said | None:
    found = typed_ruling(line, moment.game, moment.language)
    if isinstance(found, Unfinished):
        is_known = found.missing is not Missing.WORDS and found.request.pin is None
        return found if is_known else None
    return found if found.name in _RULED and found.pin is None else None


def _question(line: str, moment: Moment) -> Said | None:
    """A question, help, or a ruling with its word before it as at a board; help is about rulings, if nothing else."""
    found = typed_request(line, moment.game, moment.language)
    if isinstance(found, Unfinished):
        return found if found.request.name in _ANSWERED | _RULED and found.missing is not Missing.WORDS else None
    if found is None or found.pin is not None or found.name not in _ANSWERED | _RULED:
        return None
    is_unnamed = found.name is RequestName.HELP and found.topic is None
    return replace(found, topic=Topic.ARBITER) if is_unnamed else found
