"""What is said, offered, claimed, found and ruled changes, and how a game is put off and ends."""

import chess
from msgspec.structs import replace

from access_chess.laws import events as happened
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.commands import StopReason
from access_chess.laws.game import EMPTY_HAND, Adjournment, Announcement, Changes, Claim, End, Game, Hand, change
from access_chess.laws.position import position_key


def _offered(game: Game, event: happened.DrawOffered) -> Game:
    return replace(game, offer=event.color, offers=game.offers + 1)


def _declined(game: Game, event: happened.DrawDeclined) -> Game:
    return replace(game, offer=None)


def _claimed(game: Game, event: happened.ClaimMade) -> Game:
    claim = Claim(color=event.color, kind=event.kind, move=event.move, square=event.square, ground=event.ground)
    return replace(game, claim=claim, written_ahead=None)


def _claim_accepted(game: Game, event: happened.ClaimAccepted) -> Game:
    return _answered(game, event.kind)


def _answered(game: Game, kind: happened.ClaimKind) -> Game:
    """The claim that waited is answered; one that is watched, when none other waits."""
    if game.claim is None and kind is happened.ClaimKind.QUICKPLAY:
        return replace(game, watched=None)
    return replace(game, claim=None, answered=game.claim)


def _claim_rejected(game: Game, event: happened.ClaimRejected) -> Game:
    bound = event.must_play if game.must_play is None else game.must_play
    return replace(_answered(game, event.kind), must_play=bound)


def _claim_postponed(game: Game, event: happened.ClaimPostponed) -> Game:
    return game if game.claim is None else replace(game, claim=None, watched=game.claim)


def _appealed(game: Game, event: happened.AppealMade) -> Game:
    return replace(game, appeal=event.color)


def _appeal_ruled(game: Game, event: happened.AppealRuled) -> Game:
    return replace(game, appeal=None)


def _signed(game: Game, event: happened.ResultSigned) -> Game:
    return replace(game, signed=game.signed.put(event.color, event.result))


def _ended(game: Game, event: happened.GameEnded) -> Game:
    end = End(result=event.result, ending=event.ending, article=event.article)
    return replace(game, end=end, clock=game.clock.stopped(event.at), offer=None, stopped=None)


def _irregular(game: Game, event: happened.IrregularityFound) -> Game:
    if event.offence is happened.Offence.DISPLACED_PIECES and event.color is not game.turn:
        game = replace(game, restoring=event.color)
    if not event.counted or event.color is None:
        return game
    return replace(game, illegal_count=game.illegal_count.put(event.color, game.illegal_count[event.color] + 1))


def _restored(game: Game, event: happened.PositionRestored) -> Game:
    """Back before that ply; the clock stands, at the times that the event gives."""
    game = _back_before(game, event.ply)
    clock = game.clock.stopped(event.at)
    if event.times is not None:
        for color in chess.COLORS:
            clock = clock.set_to(color, event.times[color], event.at)
    hand = Hand(touches=event.touches, released=event.released, castling_intended=event.castling_intended)
    return replace(game, hand=hand, clock=clock, claim=None)  # A83


def _back_before(game: Game, index: int) -> Game:
    if index >= len(game.plies):
        return replace(game, hand=EMPTY_HAND)
    ply = game.plies[index]
    made = _counts(game, index)
    period = ply.clock.period if ply.clock is not None else game.clock.period
    return replace(
        game,
        board=ply.before,
        plies=game.plies[:index],
        keys=game.keys[: index + 1],
        hand=EMPTY_HAND,
        clock=replace(game.clock, period=period),
        made=made,
        completed=ply.completed,
        uncompleted=ByColor(made.white - ply.completed.white, made.black - ply.completed.black),
        written=ByColor(min(made.white, game.written.white), min(made.black, game.written.black)),
        gaps=ByColor(*(tuple(ply for ply in game.gaps[color] if ply < index) for color in (chess.WHITE, chess.BLACK))),
        flags=both(None),
        must_play=None,
        written_ahead=None,
        announcement=None,
        restoring=None,
        correction_agreed=both(False),
    )


def _counts(game: Game, index: int) -> ByColor[int]:
    colors = [ply.color for ply in game.plies[:index]]
    return ByColor(colors.count(chess.WHITE), colors.count(chess.BLACK))


def _castling_lost(game: Game, event: happened.CastlingRightLost) -> Game:
    board = game.board.copy(stack=False)
    is_king = board.piece_type_at(event.square) == chess.KING
    back_rank = chess.BB_RANK_1 if event.color else chess.BB_RANK_8
    board.castling_rights &= ~(back_rank if is_king else chess.BB_SQUARES[event.square])
    key = position_key(board, is_doomed_right_lost=game.setup.rules.doomed_castling_right_is_lost)
    return replace(game, board=board, keys=(*game.keys[:-1], key))


def _warned(game: Game, event: happened.WarningGiven) -> Game:
    return replace(game, warnings=game.warnings.put(event.color, game.warnings[event.color] + 1))


def _correction_agreed(game: Game, event: happened.CorrectionAgreed) -> Game:
    return replace(game, correction_agreed=game.correction_agreed.put(event.color, True))


def _taken_back(game: Game, event: happened.MovesTakenBack) -> Game:
    """Both clocks go back to when the move was made (A84)."""
    back = replace(_back_before(game, event.ply), claim=None, end=None, reconsiders=True)
    then = game.plies[event.ply].clock if event.with_clocks else None
    return back if then is None else replace(back, clock=game.clock.taken_back(then, event.at))


def _announced(game: Game, event: happened.MoveAnnounced | happened.SlipCorrected) -> Game:
    ply = len(game.plies) if event.color is game.turn else len(game.plies) - 1
    said = Announcement(color=event.color, ply=ply, text=event.text, move=event.move, matches=event.matches)
    return replace(game, announcement=said)


def _written(game: Game, event: happened.MoveWritten) -> Game:
    if event.in_advance:
        return replace(game, written_ahead=event.move)
    color = event.color
    last = [
        index for index in game.gaps[color] if index >= len(game.plies) - 2 and game.plies[index].move == event.move
    ]
    rest = tuple(index for index in game.gaps[color] if index not in last[-1:])
    return replace(game, written=game.written.put(color, game.made[color]), gaps=game.gaps.put(color, rest))


def _sheet_completed(game: Game, event: happened.ScoresheetCompleted) -> Game:
    color = event.color
    return replace(
        game,
        written=game.written.put(color, game.made[color]),
        gaps=game.gaps.put(color, ()),
        sheet_due=game.sheet_due.put(color, False),
    )


def _borrowed(game: Game, event: happened.SheetBorrowed) -> Game:
    return replace(game, borrowed=event.color)


def _sheet_returned(game: Game, event: happened.SheetReturned) -> Game:
    return replace(game, borrowed=None)


def _question(game: Game, event: happened.QuestionAsked) -> Game:
    return replace(game, asked=game.asked.put(event.color, True))


def _told(game: Game, event: happened.Told) -> Game:
    return replace(game, asked=game.asked.put(event.color, False))


def _taken(game: Game, event: happened.CommandTaken) -> Game:
    return replace(game, taken=game.taken | {event.id})


def _sealing_called(game: Game, event: happened.SealingCalled) -> Game:
    envelope = Adjournment(sealer=event.color, ply=len(game.plies), is_called=True, resumption=event.resumption)
    return replace(game, adjournment=envelope)


def _sealed(game: Game, event: happened.MoveSealed) -> Game:
    envelope = game.adjournment
    if envelope is None:
        envelope = Adjournment(sealer=event.color, ply=len(game.plies), is_called=False)
    elif envelope.opened:
        envelope = Adjournment(
            sealer=event.color, ply=len(game.plies), is_called=True, is_reply=True, resumed_at=envelope.resumed_at
        )
    played = event.moves[0] if event.played and event.moves else envelope.played
    sealed = replace(envelope, text=event.text, moves=event.moves, played=played)
    return replace(game, adjournment=sealed, hand=EMPTY_HAND)


def _adjourned(game: Game, event: happened.GameAdjourned) -> Game:
    envelope = game.adjournment
    assert envelope is not None
    game = replace(game, clock=game.clock.stopped(event.at), adjournment=replace(envelope, closed=True))
    return game if envelope.is_reply else replace(game, present=both(False), stopped=StopReason.SEALED)


def _resumed(game: Game, event: happened.GameResumed) -> Game:
    adjournment = game.adjournment
    if adjournment is None or not adjournment.closed or adjournment.opened:
        return replace(game, stopped=None)
    return replace(game, adjournment=replace(adjournment, resumed_at=event.at))


def _envelope_opened(game: Game, event: happened.EnvelopeOpened) -> Game:
    assert game.adjournment is not None
    return replace(game, adjournment=replace(game.adjournment, opened=True))


def _envelope_lost(game: Game, event: happened.EnvelopeLost) -> Game:
    assert game.adjournment is not None
    return replace(game, adjournment=replace(game.adjournment, lost=True))


CHANGES: Changes = dict(
    (
        change(happened.DrawOffered, _offered),
        change(happened.DrawDeclined, _declined),
        change(happened.ClaimMade, _claimed),
        change(happened.ClaimAccepted, _claim_accepted),
        change(happened.ClaimRejected, _claim_rejected),
        change(happened.ClaimPostponed, _claim_postponed),
        change(happened.AppealMade, _appealed),
        change(happened.AppealRuled, _appeal_ruled),
        change(happened.ResultSigned, _signed),
        change(happened.GameEnded, _ended),
        change(happened.IrregularityFound, _irregular),
        change(happened.PositionRestored, _restored),
        change(happened.WarningGiven, _warned),
        change(happened.CastlingRightLost, _castling_lost),
        change(happened.CorrectionAgreed, _correction_agreed),
        change(happened.MovesTakenBack, _taken_back),
        change(happened.CommandTaken, _taken),
        change(happened.MoveAnnounced, _announced),
        change(happened.SlipCorrected, _announced),
        change(happened.MoveWritten, _written),
        change(happened.ScoresheetCompleted, _sheet_completed),
        change(happened.SheetBorrowed, _borrowed),
        change(happened.SheetReturned, _sheet_returned),
        change(happened.QuestionAsked, _question),
        change(happened.Told, _told),
        change(happened.SealingCalled, _sealing_called),
        change(happened.MoveSealed, _sealed),
        change(happened.GameAdjourned, _adjourned),
        change(happened.GameResumed, _resumed),
        change(happened.EnvelopeOpened, _envelope_opened),
        change(happened.EnvelopeLost, _envelope_lost),
    )
)
