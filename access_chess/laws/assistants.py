"""The assistant's duties, each granted by itself, and questions about moves and times (E.2.9, E.2.10, 13.6)."""

import chess
from msgspec.structs import replace

from access_chess.laws.announcements import announce, repeat
from access_chess.laws.articles import Article
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    AnnounceMove,
    Ask,
    AssistantAct,
    ByAssistant,
    ClaimFlag,
    ClaimTouch,
    PlayMove,
    PressClock,
    Question,
    RepeatAnnouncement,
    Tell,
    WriteMove,
    WriteOffer,
)
from access_chess.laws.decision import Decision
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


def act(decision: Decision, command: ByAssistant) -> None:
    """The assistant acts, within his duties and no others."""
    color, game = command.color, decision.game
    player, opponent = game.setup.players[color], game.setup.players[not color]
    duty = _duty(command.act)
    if game.end is not None and not isinstance(command.act, ClaimFlag):
        decision.refuse(color, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif player.assistant is None:
        decision.refuse(color, Refusal.NO_ASSISTANT, Article.ASSISTANT)
    elif not player.is_blind and (opponent.assistant is not None or duty not in SIGHTED_DUTIES):
        decision.refuse(color, Refusal.NOT_A_DUTY, Article.SIGHTED_ASSISTANT)
    elif duty not in player.assistant:
        decision.refuse(color, Refusal.NOT_A_DUTY, _article(duty))
    else:
        _do(decision, color, command.act)


def _duty(act: AssistantAct) -> Duty:
    match act:
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


def _do(decision: Decision, color: chess.Color, act: AssistantAct) -> None:
    match act:
        case PlayMove():
            _execute(decision, act)
        case AnnounceMove():
            _announce(decision, act)
        case RepeatAnnouncement():
            repeat(decision, act)
        case PressClock():
            press(decision, act)
        case WriteMove():
            write_move(decision, act)
        case WriteOffer():
            write_offer(decision, act)
        case Tell():
            _tell(decision, color, act.question)
        case ClaimFlag():
            claim_flag(decision, act)
        case ClaimTouch():
            claim_touch(decision, act)


def _announce(decision: Decision, act: AnnounceMove) -> None:
    """Either player's move is announced: the opponent's last one, or that of his own player (E.2.9.b)."""
    plies = decision.game.plies
    if plies and plies[-1].color is not act.color and plies[-1].move == act.move:
        announce(decision, replace(act, color=plies[-1].color))
    else:
        announce(decision, act)


def _execute(decision: Decision, act: PlayMove) -> None:
    """Either player's last move is made on the opponent's board; a move not yet made is made (E.2.9.a)."""
    plies = decision.game.plies
    if plies and plies[-1].move == act.move:
        decision.emit(ExecutedOnOtherBoard(color=plies[-1].color, move=act.move))
    else:
        play(decision, act)


def _tell(decision: Decision, color: chess.Color, question: Question) -> None:
    """Only what was asked for (E.2.9.d, 13.6)."""
    if decision.game.asked[color]:
        answer(decision, color, question)
    else:
        decision.refuse(color, Refusal.NOT_ASKED, Article.ASSISTANT_TELLS)


def ask(decision: Decision, command: Ask) -> None:
    """A question: the assistant will answer where that is his duty, else the clock does at once (A51)."""
    color, game = command.color, decision.game
    if game.end is not None:
        decision.refuse(color, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif command.question is Question.MOVES and not _may_know_moves(game, color):
        decision.refuse(color, Refusal.MAY_NOT_BE_TOLD, Article.NO_INTERVENTION)
    else:
        decision.emit(QuestionAsked(color=color, question=command.question))
        if Duty.TELL not in (game.setup.players[color].assistant or ()):
            answer(decision, color, command.question)


def _may_know_moves(game: Game, color: chess.Color) -> bool:
    """Number of moves: a blind player may ask; nobody tells a sighted one (13.6)."""
    return game.setup.players[color].is_blind


def answer(decision: Decision, color: chess.Color, question: Question) -> None:
    """The numbers, for this player only."""
    game = decision.game
    times = ByColor(game.remaining(chess.WHITE, decision.at), game.remaining(chess.BLACK, decision.at))
    decision.emit(Told(at=decision.at, color=color, question=question, moves=game.completed, times=times))
