"""The narrator: what is said, and to whom, when something has happened in a game.

Every event is told, or has its reason here why it is not.

What is said of moves, announcements, take-backs, draw offers, claims and the end of a game stands here, too; of clocks
and rulings beside this file.
"""

from collections.abc import Iterator

import chess

from access_chess.laws import events as happened
from access_chess.laws.adjournment import is_sealing
from access_chess.laws.events import ClaimKind, Event
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode
from access_chess.speech.announcement import Form, announce
from access_chess.speech.answers.position import adjournment
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.clocks import CLOCK_WORDS
from access_chess.speech.telling.narration import Narration, NarrationSettings, Teller
from access_chess.speech.telling.rulings import RULING_WORDS
from access_chess.speech.utterance import Earcon, Priority, SpokenPart, Utterance, VoiceRole


def _made(scene: Narration, event: happened.MoveMade) -> tuple[Utterance, ...]:
    """The announcement (E.2.1); an illegal move is announced as it was made, since nobody has ruled on it yet."""
    settings, board = scene.settings, scene.before.board
    form = settings.form if event.legal else Form.FIDE
    said = announce(
        board, event.move, settings.pack, form=form, verbosity=settings.verbosity, with_number=settings.volunteers
    )
    listener = chess.WHITE if settings.listener is None else settings.listener
    role = VoiceRole.OWN if event.color is listener else VoiceRole.OPPONENT
    return scene.say(said, role=role, earcon=_earcon(board, event.move, scene.after.board))


def _earcon(before: chess.Board, move: chess.Move, after: chess.Board) -> Earcon:
    if after.is_check():
        return Earcon.CHECK
    return Earcon.CAPTURE if before.is_capture(move) else Earcon.MOVE


def _released(scene: Narration, event: happened.PieceReleased) -> tuple[Utterance, ...]:
    if event.legal or not scene.settings.volunteers:
        return ()
    return scene.say(scene.phrase("released_illegally"), to=event.color, earcon=Earcon.REFUSED)


def _announced(scene: Narration, event: happened.MoveAnnounced) -> tuple[Utterance, ...]:
    game = scene.after
    if event.matches and game.turn is event.color and game.hand.released is None and event.move is not None:
        move = scene.move(game.board, event.move)
        return scene.say(scene.phrase("announced_only", color=scene.color(event.color), move=move))
    if event.matches:
        return ()
    return scene.say(
        scene.phrase("announced_differently", **scene.players(event.color)),
        earcon=Earcon.REFUSED,
        priority=Priority.NOW,
    )


def _corrected(scene: Narration, event: happened.SlipCorrected) -> tuple[Utterance, ...]:
    """Before the move is made the board stands before it, afterwards the record has that board."""
    said = event.move
    key = "slip_corrected" if event.matches else "announced_differently"
    part = scene.phrase(key, **scene.players(event.color))
    if said is None or not event.matches:
        return scene.say(part, earcon=Earcon.REFUSED, priority=Priority.NOW)
    game = scene.before
    board = game.board if game.turn is event.color else game.plies[-1].before
    return scene.say(scene.phrase("it_is_move", move=scene.move(board, said)), part)


def _repeated(scene: Narration, event: happened.AnnouncementRepeated) -> tuple[Utterance, ...]:
    """A right echo needs no words; a wrong one is told to both, at once, with the move that was made."""
    if event.matches:
        return ()
    last = scene.before.plies[-1]
    return scene.say(
        scene.phrase("it_is_move", move=scene.move(last.before, last.move)),
        scene.phrase("repeated_differently", **scene.players(event.color)),
        earcon=Earcon.REFUSED,
        priority=Priority.NOW,
    )


def _executed(scene: Narration, event: happened.ExecutedOnOtherBoard) -> tuple[Utterance, ...]:
    return scene.say(scene.phrase("executed_on_other_board"), to=event.color)


def _taken_back(scene: Narration, event: happened.MovesTakenBack) -> tuple[Utterance, ...]:
    undone = len(scene.before.plies) - event.ply
    return scene.say(
        scene.phrase("moves_taken_back", count=undone),
        *((scene.phrase("clocks_taken_back"),) if event.with_clocks and scene.after.clock.control else ()),
        scene.phrase("is_to_move", color=scene.color(scene.after.turn)),
    )


MOVE_WORDS: dict[type, Teller] = {
    happened.MoveMade: _made,
    happened.PieceReleased: _released,
    happened.MoveAnnounced: _announced,
    happened.SlipCorrected: _corrected,
    happened.AnnouncementRepeated: _repeated,
    happened.ExecutedOnOtherBoard: _executed,
    happened.MovesTakenBack: _taken_back,
}


#: claims that the program checks against its own record
_CHECKED_BY_PROGRAM = frozenset({ClaimKind.THREEFOLD, ClaimKind.FIFTY})


def _offered(scene: Narration, event: happened.DrawOffered) -> tuple[Utterance, ...]:
    """A claim is an offer, too (9.1.b): worth words only while its ruling is awaited."""
    game = scene.before
    if game.claim is None:
        return scene.say(scene.phrase("draw_offered", **scene.players(event.color)))
    if game.setup.arbiter is not ArbiterMode.HUMAN and game.claim.kind in _CHECKED_BY_PROGRAM:
        return ()
    return scene.say(scene.phrase("claim_is_offer", **scene.players(event.color)))


def _declined(scene: Narration, event: happened.DrawDeclined) -> tuple[Utterance, ...]:
    return scene.say(scene.phrase("draw_declined", **scene.players(event.color)))


def _accepted_offer(scene: Narration, event: happened.DrawAccepted) -> tuple[Utterance, ...]:
    return scene.say(scene.phrase("draw_accepted", **scene.players(event.color)))


def _claim_made(scene: Narration, event: happened.ClaimMade) -> tuple[Utterance, ...]:
    """The move that is written and not yet played, the claim, and the piece or the ground."""
    if event.kind is ClaimKind.AGREEMENT:
        return ()
    parts = [scene.phrase(f"claim_{event.kind.value}", **scene.players(event.color))]
    board = scene.before.board
    if event.move is not None:
        parts.insert(0, scene.phrase("claim_with_move", move=scene.move(board, event.move)))
    if event.square is not None:
        parts.append(scene.phrase("claim_about_square", square=scene.settings.pack.square(event.square)))
    if event.ground is not None:
        parts.append(scene.phrase(f"claim_ground_{event.ground.value}", **scene.players(event.color)))
    return scene.say(*parts)


def _accepted(scene: Narration, event: happened.ClaimAccepted) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase(f"claim_accepted_{event.kind.value}", **scene.players(event.color)))


def _rejected(scene: Narration, event: happened.ClaimRejected) -> tuple[Utterance, ...]:
    parts = [scene.phrase(f"claim_rejected_{event.kind.value}", **scene.players(event.color))]
    board, move = scene.before.board, event.must_play
    if move is not None and board.is_legal(move):
        said = scene.move(board, move)
        parts.append(scene.phrase("must_play", move=said, **scene.players(event.color)))
    elif move is not None:
        said = scene.pieces(board, [move.from_square])
        parts.append(scene.phrase("must_move", pieces=said, **scene.players(event.color)))
    return scene.rule(event.article, *parts)


def _postponed(scene: Narration, event: happened.ClaimPostponed) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("claim_postponed", **scene.players(event.color)))


def _arbiter_asked(scene: Narration, event: happened.ArbiterAsked) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase(f"arbiter_asked_{event.kind.value}", **scene.players(event.color)))


CLAIM_WORDS: dict[type, Teller] = {
    happened.DrawOffered: _offered,
    happened.DrawDeclined: _declined,
    happened.DrawAccepted: _accepted_offer,
    happened.ClaimMade: _claim_made,
    happened.ClaimAccepted: _accepted,
    happened.ClaimRejected: _rejected,
    happened.ClaimPostponed: _postponed,
    happened.ArbiterAsked: _arbiter_asked,
}


def _sealing_called(scene: Narration, event: happened.SealingCalled) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("sealing_called", **scene.players(event.color)))


def _sealed(scene: Narration, event: happened.MoveSealed) -> tuple[Utterance, ...]:
    """Read back to the one who sealed, and to nobody else; whether it can be understood is not told."""
    if len(event.moves) != 1:
        return scene.say(scene.phrase("sealed_as_written"), to=event.color, shown=scene.phrase("seal_hidden"))
    move = scene.move(scene.before.board, event.moves[0])
    return scene.say(scene.phrase("sealed_move", move=move), to=event.color, shown=scene.phrase("seal_hidden"))


def _adjourned(scene: Narration, event: happened.GameAdjourned) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("game_adjourned", **scene.players(event.color)))


def _resumed(scene: Narration, event: happened.GameResumed) -> tuple[Utterance, ...]:
    """Where the clocks were stopped while a move is sealed, the sealing goes on, and not the game."""
    if is_sealing(scene.before) and (sealing := adjournment(scene.before, scene.settings.pack)) is not None:
        return scene.rule(event.article, sealing)
    return scene.rule(event.article, scene.phrase("game_taken_up"))


def _opened(scene: Narration, event: happened.EnvelopeOpened) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("envelope_opened"))


def _lost(scene: Narration, event: happened.EnvelopeLost) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("envelope_lost"))


def _ended(scene: Narration, event: happened.GameEnded) -> tuple[Utterance, ...]:
    """How, why, and with what result: "Checkmate. White wins. Article five point one a."."""
    slots = scene.players(event.color) if event.color is not None else {}
    parts = (
        scene.phrase(f"ending_{event.ending.value}", **slots),
        *winning_chances(event, scene.settings.pack),
        scene.phrase(f"result_{event.result.name.lower()}"),
    )
    return scene.rule(event.article, *parts, earcon=Earcon.GAME_OVER)


def winning_chances(event: happened.GameEnded, pack: VoicePack) -> Iterator[SpokenPart]:
    """Why the player who would have won cannot give mate, where that was decided; else nothing."""
    if event.reason is not None and event.color is not None:
        winner, loser = (pack.phrase(chess.COLOR_NAMES[color]) for color in (not event.color, event.color))
        yield pack.phrase(f"chances_{event.reason.value}", winner=winner, loser=loser)


ENDING_WORDS: dict[type, Teller] = {
    happened.SealingCalled: _sealing_called,
    happened.MoveSealed: _sealed,
    happened.GameAdjourned: _adjourned,
    happened.GameResumed: _resumed,
    happened.EnvelopeOpened: _opened,
    happened.EnvelopeLost: _lost,
    happened.GameEnded: _ended,
}


#: Events of which nothing is ever said, and why.
SILENT: dict[type, str] = {
    happened.GameSetUp: "Who plays is said by the place where the game is set up; its start is told by the clock.",
    happened.CommandTaken: "What follows of the command is told; that it was taken up is for the place that sent it.",
    happened.PiecesTouched: "A touch binds the player, but nobody is told of it before the move; a refusal names it.",
    happened.PieceLifted: "The hand knows what it lifts; the opponent learns of a move by its announcement (E.2.1).",
    happened.PiecePutBack: "The hand knows what it puts back.",
    happened.PieceBrushed: "An accidental contact binds nothing.",
    happened.PiecesAdjusted: "The player has just said it (4.2).",
    happened.PieceRemoved: "It is a part of the move that is announced next.",
    happened.PromotionChosen: "The announcement of the move names the new piece.",
    happened.MoveCompleted: "It is not told that the clock was not pressed (13.6).",
    happened.MoveWritten: "What a player writes is their own affair.",
    happened.OfferWritten: "The offer itself was told.",
    happened.ScoresheetCompleted: "What a player writes is their own affair.",
    happened.SheetReturned: "The player has just said it.",
    happened.SheetHandedIn: "The player who hands it in knows it; what it says is told when it is compared.",
    happened.QuestionAsked: "The answer follows, from the clock or from the assistant.",
    happened.ClockPressed: "It is not told that the opponent has moved; the press itself is heard (13.6).",
}

#: Events of which sometimes nothing is said, and when.
SILENT_AT_TIMES: dict[type, str] = {
    happened.PieceReleased: "A legal one is announced when the move is made; in competition nobody warns (13.6).",
    happened.MoveAnnounced: "A right announcement is followed by the move.",
    happened.AnnouncementRepeated: "A right echo needs no answer.",
    happened.ClockStarted: "Only the start of the game, and a clock that stood before, are news.",
    happened.ClockHandedBack: "In a game without clocks it is no news.",
    happened.ClocksStopped: "Where a claim stops them, the claim is told; where a flag does, the flag.",
    happened.PeriodBegun: "In competition it would tell times and numbers of moves (13.6).",
    happened.TimeSet: "A server on which the game is played says with each move what its clock shows.",
    happened.FlagFell: "A ruling tells it, or in competition a player has to notice it (6.8, A.4.d).",
    happened.DrawOffered: "A claim that the program answers at once is told as a claim.",
    happened.PenaltyImposed: "A warning is an event of its own.",
    happened.ClaimMade: "An agreed draw that needs consent is told, and the arbiter is asked.",
}

TELLERS: dict[type, Teller] = {**MOVE_WORDS, **CLOCK_WORDS, **CLAIM_WORDS, **RULING_WORDS, **ENDING_WORDS}


def narrate(
    event: Event, *, before: Game, after: Game, settings: NarrationSettings, number: int | None = None
) -> tuple[Utterance, ...]:
    """What is said of an event that led from one game to the other; nothing where `SILENT` or its sister says so.

    `number` is the event's in the journal.
    """
    teller = TELLERS.get(type(event))
    return teller(Narration(settings=settings, before=before, after=after, number=number), event) if teller else ()
