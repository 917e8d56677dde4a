"""What assistants do, and questions about moves and times (E.2.9, E.2.10, 13.6); `rights` has what is granted."""

import chess
from msgspec.structs import replace

from access_chess.laws.adjournment import play
from access_chess.laws.announcements import announce
from access_chess.laws.articles import Article
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    AnnounceMove,
    Ask,
    PlayMove,
    Question,
    Tell,
)
from access_chess.laws.decision import Decision
from access_chess.laws.events import ExecutedOnOtherBoard, QuestionAsked, Refusal, Told
from access_chess.laws.game import Game
from access_chess.laws.setup import Duty


def announce_either(decision: Decision, act: AnnounceMove) -> None:
    """Either player's move is announced: the opponent's last one, or that of their own player (E.2.9.b)."""
    plies = decision.game.plies
    if plies and plies[-1].color is not act.color and plies[-1].move == act.move:
        announce(decision, replace(act, color=plies[-1].color))
    else:
        announce(decision, act)


def execute(decision: Decision, act: PlayMove) -> None:
    """Either player's last move is made on the opponent's board; a move not yet made is made (E.2.9.a)."""
    plies = decision.game.plies
    if plies and plies[-1].move == act.move:
        decision.emit(ExecutedOnOtherBoard(color=plies[-1].color, move=act.move))
    else:
        play(decision, act)


def tell(decision: Decision, command: Tell) -> None:
    """Only what was asked for (E.2.9.d, 13.6)."""
    if decision.game.asked[command.color]:
        answer(decision, command.color, command.question)
    else:
        decision.refuse(command.color, Refusal.NOT_ASKED, Article.ASSISTANT_TELLS)


def ask(decision: Decision, command: Ask) -> None:
    """A question: the assistant will answer where that is a duty, else the clock does at once (A51)."""
    color, game = command.color, decision.game
    if command.question in ABOUT_MOVES and not _may_know_moves(game, color):
        decision.refuse(color, Refusal.MAY_NOT_BE_TOLD, Article.NO_INTERVENTION)
    else:
        decision.emit(QuestionAsked(color=color, question=command.question))
        if Duty.TELL not in (game.setup.players[color].assistant or ()):
            answer(decision, color, command.question)


#: What tells the number of moves.
ABOUT_MOVES = (Question.MOVES, Question.TO_CONTROL)


def _may_know_moves(game: Game, color: chess.Color) -> bool:
    """Number of moves: a blind player may ask; nobody tells a sighted one (13.6)."""
    return game.setup.players[color].is_blind


def answer(decision: Decision, color: chess.Color, question: Question) -> None:
    """The numbers, for this player only."""
    game = decision.game
    times = ByColor(game.remaining(chess.WHITE, decision.at), game.remaining(chess.BLACK, decision.at))
    decision.emit(Told(at=decision.at, color=color, question=question, moves=game.completed, times=times))
