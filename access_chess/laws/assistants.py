"""The assistant's duties, each granted by itself, and questions about moves and times (E.2.9, E.2.10, 13.6)."""

import chess
from msgspec.structs import replace

from access_chess.laws.announcements import announce, repeat
from access_chess.laws.articles import Article
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    AnnounceMove,
    Ask,
    ByAssistant,
    ClaimFlag,
    ClaimTouch,
    Deed,
    PlayMove,
    PressClock,
    Question,
    RepeatAnnouncement,
    Tell,
    WriteMove,
    WriteOffer,
)
from access_chess.laws.decision import Course
from access_chess.laws.events import ExecutedOnOtherBoard, QuestionAsked, Refusal, Told
from access_chess.laws.flags import claim_flag
from access_chess.laws.game import Game
from access_chess.laws.moves import play
from access_chess.laws.pressing import press
from access_chess.laws.scoresheet import write_move, write_offer
from access_chess.laws.setup import Duty
from access_chess.laws.touch_claims import claim_touch

#: E.2.10: all that a sighted player's assistant may do
SIGHTED_DUTIES = (Duty.MAKE_MOVES, Duty.ANNOUNCE)


def act(course: Course, command: ByAssistant) -> None:
    """The assistant acts, within his duties and no others."""
    color, game = command.color, course.game
    player, opponent = game.setup.players[color], game.setup.players[not color]
    duty = _duty(command.deed)
    if game.end is not None and not isinstance(command.deed, ClaimFlag):
        course.refuse(color, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif player.assistant is None:
        course.refuse(color, Refusal.NO_ASSISTANT, Article.ASSISTANT)
    elif not player.is_blind and (opponent.assistant is not None or duty not in SIGHTED_DUTIES):
        course.refuse(color, Refusal.NOT_A_DUTY, Article.SIGHTED_ASSISTANT)
    elif duty not in player.assistant:
        course.refuse(color, Refusal.NOT_A_DUTY, _article(duty))
    else:
        _do(course, color, command.deed)


def _duty(deed: Deed) -> Duty:
    match deed:
        case PlayMove():
            return Duty.MAKE_MOVES
        case AnnounceMove() | RepeatAnnouncement():
            return Duty.ANNOUNCE
        case PressClock() | WriteMove() | WriteOffer():
            return Duty.SCORE_AND_CLOCK
        case Tell():
            return Duty.TELL
        case ClaimFlag() | ClaimTouch():
            return Duty.CLAIM


def _article(duty: Duty) -> Article:
    return Article.ASSISTANT_TELLS if duty is Duty.TELL else Article.ASSISTANT


def _do(course: Course, color: chess.Color, deed: Deed) -> None:
    match deed:
        case PlayMove():
            _execute(course, deed)
        case AnnounceMove():
            _announce(course, deed)
        case RepeatAnnouncement():
            repeat(course, deed)
        case PressClock():
            press(course, deed)
        case WriteMove():
            write_move(course, deed)
        case WriteOffer():
            write_offer(course, deed)
        case Tell():
            _tell(course, color, deed.question)
        case ClaimFlag():
            claim_flag(course, deed)
        case ClaimTouch():
            claim_touch(course, deed)


def _announce(course: Course, deed: AnnounceMove) -> None:
    """Either player's move is announced: the opponent's last one, or that of his own player (E.2.9.b)."""
    plies = course.game.plies
    if plies and plies[-1].color is not deed.color and plies[-1].move == deed.move:
        announce(course, replace(deed, color=plies[-1].color))
    else:
        announce(course, deed)


def _execute(course: Course, deed: PlayMove) -> None:
    """Either player's last move is made on the opponent's board; a move not yet made is made (E.2.9.a)."""
    plies = course.game.plies
    if plies and plies[-1].move == deed.move:
        course.happen(ExecutedOnOtherBoard(color=plies[-1].color, move=deed.move))
    else:
        play(course, deed)


def _tell(course: Course, color: chess.Color, question: Question) -> None:
    """Only what was asked for (E.2.9.d, 13.6)."""
    if course.game.asked[color]:
        answer(course, color, question)
    else:
        course.refuse(color, Refusal.NOT_ASKED, Article.ASSISTANT_TELLS)


def ask(course: Course, command: Ask) -> None:
    """A question: the assistant will answer where that is his duty, else the clock does at once (A51)."""
    color, game = command.color, course.game
    if game.end is not None:
        course.refuse(color, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif command.question is Question.MOVES and not _may_know_moves(game, color):
        course.refuse(color, Refusal.MAY_NOT_BE_TOLD, Article.NO_INTERVENTION)
    else:
        course.happen(QuestionAsked(color=color, question=command.question))
        if Duty.TELL not in (game.setup.players[color].assistant or ()):
            answer(course, color, command.question)


def _may_know_moves(game: Game, color: chess.Color) -> bool:
    """Number of moves: a blind player may ask; nobody tells a sighted one (13.6)."""
    return game.setup.players[color].is_blind


def answer(course: Course, color: chess.Color, question: Question) -> None:
    """The numbers, for this player only."""
    game = course.game
    times = ByColor(game.remaining(chess.WHITE, course.at), game.remaining(chess.BLACK, course.at))
    course.happen(Told(at=course.at, color=color, question=question, moves=game.completed, times=times))
