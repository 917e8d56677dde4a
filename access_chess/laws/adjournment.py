"""Adjourned games: sealing, the envelope, resumption (Guidelines 1–13; 2018 and later: Guideline I)."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.clock_starts import start_clock
from access_chess.laws.commands import (
    Adjourn,
    ClaimClock,
    LoseEnvelope,
    OpenEnvelope,
    PlayMove,
    Result,
    SealMove,
)
from access_chess.laws.decision import Course
from access_chess.laws.events import (
    ClockHandedBack,
    Ending,
    EnvelopeLost,
    EnvelopeOpened,
    GameAdjourned,
    GameResumed,
    MoveCompleted,
    MoveSealed,
    Refusal,
    SealingCalled,
    TimeAdded,
    TimeSet,
)
from access_chess.laws.game import Adjournment, Game, pushed
from access_chess.laws.moves import is_dead, make_move
from access_chess.laws.position import is_legal_on
from access_chess.laws.results import end_game, win_for


def is_sealing(game: Game) -> bool:
    """Whether a player has been told to seal, or has begun to, and has not stopped his clock yet."""
    return game.adjournment is not None and not game.adjournment.closed


def is_envelope_lost(game: Game) -> bool:
    """Whether the sealer has still to play the move that he says he sealed."""
    return game.adjournment is not None and game.adjournment.lost and not game.adjournment.opened


def adjourn(course: Course, command: Adjourn) -> None:
    """The arbiter tells the player having the move to seal (1.a)."""
    game = course.game
    if game.end is not None:
        course.refuse(None, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif not game.started:
        course.refuse(None, Refusal.NOT_STARTED, Article.CLOCK_START)
    elif is_sealing(game):
        course.refuse(None, Refusal.ALREADY_STARTED, Article.SEALING)
    else:
        article = course.number(Article.SEALING)
        course.happen(SealingCalled(at=course.at, color=game.turn, article=article, resumption=command.resumption))


def seal(course: Course, command: SealMove) -> None:
    """Writes or changes the sealed move; final when the sealer has stopped his clock (1.a)."""
    color, game = command.color, course.game
    envelope = game.adjournment
    if game.end is not None:
        course.refuse(color, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif game.turn is not color:
        course.refuse(color, Refusal.NOT_YOUR_MOVE, Article.SEALING)
    elif envelope is None or envelope.opened:
        _seal_unasked(course, command, is_reply=envelope is not None and not game.present[not color])
    elif envelope.closed or (envelope.played is not None and command.moves != (envelope.played,)):
        course.refuse(color, Refusal.BOUND_BY_SEALING, Article.SEALING)
    else:
        _seal(course, command, Article.SEALING)


def _seal_unasked(course: Course, command: SealMove, *, is_reply: bool) -> None:
    """A reply to an absent sealer (9.c), or an adjournment before the end of the session (1.b)."""
    if is_reply:
        _seal(course, command, Article.SEALER_ABSENT)
    elif course.game.setup.regulations.session_end is not None:
        _seal(course, command, Article.SEALING_EARLY)
    else:
        course.refuse(command.color, Refusal.NOT_ADJOURNED, Article.SEALING)


def _seal(course: Course, command: SealMove, article: Article) -> None:
    number = course.number(article)
    course.happen(MoveSealed(color=command.color, text=command.text, moves=command.moves, article=number))


def close_envelope(course: Course) -> None:
    """The sealer stops his clock: what is written is final; early, he loses the rest of the session (1.a, 1.b)."""
    game = course.game
    envelope = game.adjournment
    assert envelope is not None
    if press_after_reply(course, envelope.sealer):
        return
    if envelope.text is None:
        course.refuse(envelope.sealer, Refusal.NOTHING_SEALED, Article.SEALING)
        return
    article = Article.SEALING if envelope.is_called else Article.SEALING_EARLY
    session_end = game.setup.regulations.session_end
    if not envelope.is_called and session_end is not None and session_end > course.at and game.setup.time is not None:
        rest = session_end - course.at
        course.happen(TimeAdded(color=envelope.sealer, time=-rest, article=course.number(article)))
    course.happen(GameAdjourned(at=course.at, color=envelope.sealer, article=course.number(article)))


def resume_adjourned(course: Course) -> None:
    """The session begins: an absent replier's display runs; else the envelope is opened first (9.a, 9.b)."""
    envelope = course.game.adjournment
    assert envelope is not None
    replier = not envelope.sealer
    course.happen(GameResumed(at=course.at, article=course.number(Article.SET_UP_FOR_RESUMPTION)))
    if not course.game.present[replier]:
        start_clock(course, replier, Article.REPLIER_ABSENT)


def open_envelope(course: Course, command: OpenEnvelope) -> None:
    """The sealed move is made and the replier's display runs; a bad one loses (7, 8, 9.a)."""
    game = course.game
    envelope = game.adjournment
    if game.end is not None:
        course.refuse(None, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif envelope is None or not envelope.closed or envelope.opened or envelope.lost:
        course.refuse(None, Refusal.NOTHING_SEALED, Article.ENVELOPE_NEEDS_REPLIER)
    elif not game.present[not envelope.sealer]:
        course.refuse(None, Refusal.REPLIER_ABSENT, Article.ENVELOPE_NEEDS_REPLIER)
    else:
        if envelope.resumed_at is None:
            resume_adjourned(course)
        _open(course, envelope)
        if course.game.end is None:
            start_clock(course, not envelope.sealer, Article.REPLIER_PRESENT)


def _open(course: Course, envelope: Adjournment) -> None:
    course.happen(EnvelopeOpened(at=course.at, article=course.number(Article.ENVELOPE_NEEDS_REPLIER)))
    sealer = envelope.sealer
    if len(envelope.moves) == 1 and is_legal_on(course.game.board, envelope.moves[0]):
        _make_sealed(course, sealer, envelope.moves[0])
    else:
        end_game(course, win_for(not sealer), Ending.SEALED_MOVE_BAD, Article.SEALED_MOVE_BAD, color=sealer)


def _make_sealed(course: Course, sealer: chess.Color, move: chess.Move) -> None:
    make_move(course, sealer, move, by_hand=False)  # an offer made after the sealing stands (4)
    if course.game.end is None:
        course.happen(MoveCompleted(color=sealer, article=course.number(Article.REPLIER_PRESENT)))


def press_after_reply(course: Course, color: chess.Color) -> bool:
    """The replier to an absent sealer stops his display and starts the other (9.c); false: it is no such press."""
    envelope = course.game.adjournment
    is_reply = envelope is not None and envelope.is_reply and not envelope.closed and envelope.sealer is color
    if is_reply and course.game.clock.running is color:
        article = course.number(Article.SEALER_ABSENT)
        course.happen(GameAdjourned(at=course.at, color=color, article=article))
        course.happen(ClockHandedBack(at=course.at, color=not color, article=article))
        return True
    return False


def is_press_after_lost_envelope(game: Game, color: chess.Color) -> bool:
    """The sealer presses after the move that he played from a lost envelope."""
    envelope = game.adjournment
    if envelope is None or not envelope.lost or envelope.sealer is not color:
        return False
    return envelope.opened and len(game.plies) == envelope.ply + 1


def lose_envelope(course: Course, command: LoseEnvelope) -> None:
    """The game goes on from the adjourned position with the noted times; the sealer plays his move (11.a)."""
    envelope = course.game.adjournment
    if envelope is None or not envelope.closed or envelope.opened:
        course.refuse(None, Refusal.NOTHING_SEALED, Article.ENVELOPE_LOST)
    else:
        course.happen(EnvelopeLost(at=course.at, article=course.number(Article.ENVELOPE_LOST)))


def play_lost_move(course: Course, command: PlayMove) -> None:
    """The sealer plays the move that he says he sealed, and the replier's display runs (11.a)."""
    color, game = command.color, course.game
    envelope = game.adjournment
    assert envelope is not None
    if color is not envelope.sealer:
        course.refuse(color, Refusal.NOT_YOUR_MOVE, Article.ENVELOPE_LOST)
    elif not is_legal_on(game.board, command.move):
        course.refuse(color, Refusal.ILLEGAL, Article.LEGAL_MOVE)
    else:
        course.happen(EnvelopeOpened(at=course.at, article=course.number(Article.ENVELOPE_LOST)))
        _make_sealed(course, color, command.move)
        if course.game.end is None:
            start_clock(course, not color, Article.REPLIER_PRESENT)


def lose_late_resumption(course: Course) -> None:
    """Too late for the resumption; but a sealed move that ends the game still counts (10)."""
    game = course.game
    envelope = game.adjournment
    assert envelope is not None
    sealer = envelope.sealer
    is_sealer_late = not game.present[sealer]
    if is_sealer_late and not envelope.opened and envelope.moves and _ends_game(game, envelope.moves[0]):
        _open(course, envelope)
        return
    if is_sealer_late and not game.present[not sealer]:
        end_game(course, Result.BOTH_LOSE, Ending.LATE_RESUMPTION, Article.LATE_RESUMPTION)
        return
    late = sealer if is_sealer_late else not sealer
    end_game(course, win_for(not late), Ending.LATE_RESUMPTION, Article.LATE_RESUMPTION, color=late)


def _ends_game(game: Game, move: chess.Move) -> bool:
    after = pushed(game.board, move)
    return not any(after.generate_legal_moves()) or is_dead(game.setup, after)


def claim_clock(course: Course, command: ClaimClock) -> None:
    """A wrong time is corrected, at a resumption only before the first move of who points it out (6.10.b, 12, A56)."""
    color, game = command.color, course.game
    if game.end is not None:
        course.refuse(color, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif game.setup.time is None:
        course.refuse(color, Refusal.NOT_IN_THIS_GAME, Article.CLOCK_SETTING)
    elif game.adjournment is not None and _has_moved_since(game, color):
        course.refuse(color, Refusal.TOO_LATE, Article.TIMES_AT_RESUMPTION)
    elif game.setup.is_lax and min(game.made.white, game.made.black) >= game.setup.rules.setup_claim_moves:
        course.refuse(color, Refusal.TOO_LATE, Article.TOO_LATE_FOR_SETUP)
    else:
        article = Article.CLOCK_SETTING if game.adjournment is None else Article.TIMES_AT_RESUMPTION
        for each in chess.COLORS:
            if (time := command.noted[each]) is not None:
                course.happen(TimeSet(at=course.at, color=each, time=time, article=course.number(article)))


def _has_moved_since(game: Game, color: chess.Color) -> bool:
    envelope = game.adjournment
    assert envelope is not None
    after_sealed = game.plies[envelope.ply + 1 :]
    return any(ply.color is color for ply in after_sealed)
