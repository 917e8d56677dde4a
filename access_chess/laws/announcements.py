"""What is said at the board of a blind player: announcement, slip of the tongue, echo (E.2.1, E.2.3, E.2.6)."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.commands import AnnounceMove, CorrectAnnouncement, RepeatAnnouncement
from access_chess.laws.decision import Decision
from access_chess.laws.events import AnnouncementRepeated, MoveAnnounced, Refusal, SlipCorrected
from access_chess.laws.game import Game
from access_chess.laws.hands import castle_as_said, make_if_done


def announce(decision: Decision, command: AnnounceMove) -> None:
    """The mover says the move; what is done on the pegged board becomes a move by it."""
    color, game = command.color, decision.game
    if command.move is None:
        decision.refuse(color, Refusal.NOT_UNDERSTOOD, Article.BLIND_ANNOUNCEMENT)
    elif game.turn is not color and not _has_just_moved(game, color):
        decision.refuse(color, Refusal.NOTHING_TO_ANNOUNCE, Article.BLIND_ANNOUNCEMENT)
    else:
        matches = _matches(game, color, command.move)
        decision.emit(MoveAnnounced(color=color, text=command.text, move=command.move, matches=matches))
        if game.turn is color:
            castle_as_said(decision, color)
            make_if_done(decision, color)


def _has_just_moved(game: Game, color: chess.Color) -> bool:
    return bool(game.plies) and game.plies[-1].color is color


def _matches(game: Game, color: chess.Color, move: chess.Move | None) -> bool:
    """Whether what was said is what was done on the board, as far as it has been done."""
    if game.turn is not color:
        return bool(game.plies) and move == game.plies[-1].move
    released = game.hand.released
    if released is None or move is None:
        return released is None
    return (move.from_square, move.to_square) == (released.from_square, released.to_square)


def correct(decision: Decision, command: CorrectAnnouncement) -> None:
    """A slip of the tongue is put right before the opponent's display starts (E.2.6, A46)."""
    color, game = command.color, decision.game
    said = game.announcement
    if game.clock.running is (not color) or not (game.turn is color or game.uncompleted[color]):
        decision.refuse(color, Refusal.TOO_LATE, Article.SLIP)
    elif said is None or said.color is not color:
        decision.refuse(color, Refusal.NOTHING_TO_CORRECT, Article.SLIP)
    elif command.move is None:
        decision.refuse(color, Refusal.NOT_UNDERSTOOD, Article.SLIP)
    else:
        matches = _matches(game, color, command.move)
        article = decision.number(Article.SLIP)
        decision.emit(
            SlipCorrected(color=color, text=command.text, move=command.move, matches=matches, article=article)
        )
        if game.turn is color:
            make_if_done(decision, color)


def repeat(decision: Decision, command: RepeatAnnouncement) -> None:
    """The opponent's echo is compared with the announcement; a mismatch is told to both (E.2.1)."""
    color, game = command.color, decision.game
    if not game.plies or game.plies[-1].color is color:
        decision.refuse(color, Refusal.NOTHING_TO_REPEAT, Article.BLIND_ANNOUNCEMENT)
        return
    said = game.announcement
    last = len(game.plies) - 1
    announced = said.move if said is not None and said.ply == last else game.plies[last].move
    matches = command.move is not None and command.move == announced
    article = decision.number(Article.BLIND_ANNOUNCEMENT)
    decision.emit(AnnouncementRepeated(color=color, text=command.text, matches=matches, article=article))
