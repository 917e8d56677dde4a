"""From a typed line or what was heard to what was said in a conversation."""

import chess
from msgspec.structs import replace

from access_chess.conversation.choices import chosen
from access_chess.conversation.state import Dialogue, Moment, NotUnderstood, Said
from access_chess.listening.heard import Asked, HeardChoice, HeardCommand, HeardMove, HeardNothing
from access_chess.notation.illegality import Illegal
from access_chess.notation.reading import Ambiguous, PromotionMissing
from access_chess.requests.names import RequestName
from access_chess.requests.request import Missing, Request, Unfinished
from access_chess.requests.slots import filled
from access_chess.requests.table import is_known
from access_chess.requests.typed_line import typed_answer, typed_move, typed_request

LONGEST_LINE = 500  # characters; nothing sensible is longer, and reading a pasted book would hold the game up


def typed(line: str, dialogue: Dialogue, moment: Moment, question: str | None = None) -> Said:
    """What a line means: an answer to what was asked, a request, or a move.

    `question` is the number of the one that was asked when it was typed; None: the one that is asked now.
    """
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
                number=None if rank is None else rank + 1,
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
