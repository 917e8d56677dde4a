"""From a typed line or what was heard to what was said in a conversation.

An arbiter says at the desk the words that follow "arbiter" at a board, without that word, and questions. Moves and what
only a player may ask for mean nothing there: nobody plays for anybody.
"""

import chess
from msgspec.structs import replace

from access_chess.conversation.answers import QUESTIONS
from access_chess.conversation.choices import chosen
from access_chess.conversation.state import Dialogue, Moment, NotUnderstood, Said
from access_chess.listening.heard import Asked, HeardChoice, HeardCommand, HeardMove, HeardNothing
from access_chess.notation.illegality import Illegal
from access_chess.notation.reading import Ambiguous, PromotionMissing
from access_chess.notation.vocabulary import folded
from access_chess.profile import Profile
from access_chess.requests.commands import BESIDE_RULINGS, RULINGS
from access_chess.requests.names import RequestName
from access_chess.requests.request import Missing, Request, Unfinished
from access_chess.requests.row import Here, Topic
from access_chess.requests.slots import filled
from access_chess.requests.table import is_known
from access_chess.requests.typed_line import typed_answer, typed_move, typed_request, typed_ruling
from access_chess.requests.words import PlayerLanguage

LONGEST_LINE = 500  # characters; nothing sensible is longer, and reading a pasted book would hold the game up
#: Where an arbiter sits: they may be told all that may be told at any board.
AT_DESK = Dialogue(here=Here(profile=Profile.ASSISTED, has_arbiter=True, is_arbiters=True), color=None)

_RULED = RULINGS | BESIDE_RULINGS
_ANSWERED = QUESTIONS | {RequestName.HELP, RequestName.MORE}


def typed(line: str, dialogue: Dialogue, moment: Moment, question: str | None = None) -> Said:
    """What a line means: an answer to what was asked, a request, or a move.

    `question` is the number of the one that was asked when it was typed; None: the one that is asked now.
    """
    if dialogue.here.is_arbiters:
        return _ruling_said(line.strip(), dialogue, moment)
    if len(line) > LONGEST_LINE:
        return NotUnderstood(line=line, why=None)
    line = line.strip()
    if question is not None and question != dialogue.question(moment.game):
        dialogue = replace(dialogue, pending=None)
        if (answer := typed_answer(line, moment.language.words)) is not None:
            return Request(name=answer, words=line, question=question)
    found = asked_by(line, dialogue, moment)
    if found is not None:
        return _gives_way(found, line, dialogue, moment) or found
    if not is_known(RequestName.MOVE, dialogue.here):
        return Unfinished(request=Request(name=RequestName.MOVE, words=line), missing=Missing.WORDS)
    move = typed_move(line, moment.game.board, moment.language)
    if isinstance(move, Request):
        return move
    return _said_again(line, dialogue, moment) or NotUnderstood(line=line, why=move)


def _gives_way(found: Said, line: str, dialogue: Dialogue, moment: Moment) -> Request | None:
    """The move that a word is as well, where this place does not know the request: "fen" takes on e."""
    if not isinstance(found, Request) or is_known(found.name, dialogue.here):
        return None
    move = typed_move(line, moment.game.board, moment.language)
    return move if isinstance(move, Request) and is_known(RequestName.MOVE, dialogue.here) else None


def _said_again(line: str, dialogue: Dialogue, moment: Moment) -> Request | None:
    """Where somebody is blind, the opponent says each move as well: what is none may be the one just made (E.2.1)."""
    game = moment.game
    is_heard = any(game.setup.players[color].is_blind for color in chess.COLORS)
    if not is_heard or not game.plies or dialogue.color is game.plies[-1].color:
        return None
    echo = filled(Request(name=RequestName.ECHO, words=line), line, game, moment.language)
    return echo if isinstance(echo, Request) and echo.moves == (game.plies[-1].move,) else None


def asked_by(line: str, dialogue: Dialogue, moment: Moment) -> Said | None:
    """The answer or the request that a line is; None when it is neither, and so perhaps a move."""
    if len(line) > LONGEST_LINE:
        return None
    line = line.strip()
    found = _answer(line, dialogue, moment) or typed_request(line, moment.game, moment.language)
    if isinstance(found, Unfinished) and found.missing is Missing.WORDS:
        shown = line if found.request.pin is None else ""  # a PIN is not repeated
        return replace(found, request=replace(found.request, words=shown))
    return found


def _ruling_said(line: str, dialogue: Dialogue, moment: Moment) -> Said:
    """What a line means at the desk: an answer to what was asked, a ruling, a question about the game."""
    if len(line) <= LONGEST_LINE:
        for found in (_completed(line, dialogue, moment), _ruling(line, moment), _question(line, moment)):
            if found is not None:
                return found
    return Unfinished(request=Request(name=RequestName.ARBITER_PIN, words=line[:40]), missing=Missing.WORDS)


def may_mean_clocks(line: str, said: Said, language: PlayerLanguage) -> bool:
    """Whether a word that silences is also what an arbiter says to stop the clocks."""
    is_silence = isinstance(said, Request) and said.name is RequestName.STOP
    return is_silence and language.words.arbiter.get(folded(line)) is RequestName.ARBITER_STOP


def _completed(line: str, dialogue: Dialogue, moment: Moment) -> Said | None:
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


def heard(asked: Asked) -> Said:
    """What a microphone understood, as if it had been typed, but that it may have been misheard."""
    match asked:
        case HeardMove(move=move, heard=words):
            return Request(name=RequestName.MOVE, words=words, moves=(move,), is_heard=True)
        case HeardChoice(moves=moves, heard=words):
            return Request(name=RequestName.MOVE, words=words, moves=moves, is_heard=True, is_doubtful=True)
        case HeardCommand(name=name, heard=words, square=square, piece=piece, move=move, file=file, rank=rank):
            return Request(
                name=name,
                words=words,
                squares=() if square is None else (square,),
                piece=piece,
                file=file,
                number=asked.number if rank is None else rank + 1,
                moves=() if move is None else (move,),
                is_heard=True,
                is_doubtful=asked.is_doubtful,
            )
        case HeardNothing():
            return asked


def _answer(line: str, dialogue: Dialogue, moment: Moment) -> Said | None:
    """What answers the question that is open, if this does."""
    game, pending = moment.game, dialogue.pending
    if pending is not None and pending.choice is not None and pending.board == game.board:
        move = chosen(pending.choice, line, moment.language)
        if move is not None:
            return replace(pending.request, words=line, moves=(move,), is_heard=False, is_doubtful=False)
    if pending is not None and pending.missing is not None and line:
        found = filled(pending.request, line, game, moment.language)
        if isinstance(found, Request) or isinstance(found.why, Illegal | Ambiguous | PromotionMissing):
            return found  # what was asked about is no move that is to be made
    name = typed_answer(line, moment.language.words)
    return None if name is None or name not in dialogue.answers(game) else Request(name=name, words=line)
