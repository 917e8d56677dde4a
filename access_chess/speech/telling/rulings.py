"""What is said of refusals, irregularities, restored positions, penalties and appeals."""

from collections.abc import Iterable

from access_chess.laws import events as happened
from access_chess.laws.commands import PenaltyKind
from access_chess.laws.events import Refusal
from access_chess.speech.telling.narration import Narration, Teller
from access_chess.speech.utterance import Earcon, SpokenPart, Utterance


def _refused(scene: Narration, event: happened.Refused) -> tuple[Utterance, ...]:
    """What was wrong and what would be right, to the one who asked."""
    is_paused = event.reason is Refusal.CLOCKS_STOPPED and scene.players_may_pause
    key = "game_paused" if is_paused else f"refused_{event.reason.value}"
    parts = (scene.phrase(key), *_what_binds(scene, event))
    return scene.say(*parts, to=event.color, earcon=Earcon.REFUSED)


def _what_binds(scene: Narration, event: happened.Refused) -> Iterable[SpokenPart]:
    game = scene.before
    if event.reason is not Refusal.BOUND_BY_TOUCH or event.color is None:
        return
    if game.must_play is not None:
        yield scene.phrase("must_play", move=scene.move(game.board, game.must_play), **scene.players(event.color))
    elif game.hand.touches:
        yield scene.phrase("touched", pieces=scene.pieces(game.board, game.hand.touches))


def _irregular(scene: Narration, event: happened.IrregularityFound) -> tuple[Utterance, ...]:
    color = event.color
    if color is None:  # only displaced pieces can be nobody's fault (7.3)
        return scene.rule(event.article, scene.phrase("found_displaced_pieces_by_nobody"))
    parts = [scene.phrase(f"found_{event.offence.value}", **scene.players(color))]
    parts += _on_the_sheet(scene, event)
    if event.counted:
        parts.append(scene.phrase("offence_number", number=scene.after.illegal_count[color]))
    return scene.rule(event.article, *parts, earcon=Earcon.REFUSED)


def _on_the_sheet(scene: Narration, event: happened.IrregularityFound) -> Iterable[SpokenPart]:
    """The move as the sheet has it, by the number that the claimant has named."""
    for ply in scene.before.plies:
        if event.number == ply.before.fullmove_number and ply.color is event.color:
            yield scene.phrase("found_on_sheet", number=event.number, move=scene.move(ply.before, ply.move))


def _restored(scene: Narration, event: happened.PositionRestored) -> tuple[Utterance, ...]:
    """Which move is undone, or back to before which, and which pieces bind the move that replaces it."""
    parts = [_undone(scene, event.ply)]
    board, turn = scene.after.board, scene.after.turn
    if event.touches:
        pieces = scene.pieces(board, [square for square in event.touches if board.color_at(square) is turn])
        enemy = scene.pieces(board, [square for square in event.touches if board.color_at(square) is (not turn)])
        if pieces.text:
            parts.append(scene.phrase("must_move", pieces=pieces, **scene.players(turn)))
        elif enemy.text:
            parts.append(scene.phrase("must_take", pieces=enemy, **scene.players(turn)))
    return scene.rule(event.article, *parts)


def _undone(scene: Narration, ply: int) -> SpokenPart:
    """Moves are named by their announcement: their numbers are not told unasked (13.6)."""
    game = scene.before
    if ply >= len(game.plies):
        move = game.hand.illegal or game.hand.released
        if move is None:
            return scene.phrase("position_restored")
        return scene.phrase("move_undone", move=scene.move(game.board, move))
    undone = game.plies[ply]
    key = "move_undone" if ply == len(game.plies) - 1 else "moves_undone_from"
    return scene.phrase(key, move=scene.move(undone.before, undone.move))


def _queened(scene: Narration, event: happened.PromotedToQueen) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("promoted_to_queen", **scene.players(event.color)))


def _warned(scene: Narration, event: happened.WarningGiven) -> tuple[Utterance, ...]:
    return scene.rule(
        event.article,
        scene.phrase("warned", **scene.players(event.color)),
        scene.phrase(f"found_{event.offence.value}", **scene.players(event.color)),
    )


def _penalized(scene: Narration, event: happened.PenaltyImposed) -> tuple[Utterance, ...]:
    if event.kind is PenaltyKind.WARNING:
        return ()
    return scene.rule(event.article, scene.phrase(f"penalty_{event.kind.name.lower()}", **scene.players(event.color)))


def _turned(scene: Narration, event: happened.BoardTurned) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("board_turned"))


def _knocked_over(scene: Narration, event: happened.PiecesKnockedOver) -> tuple[Utterance, ...]:
    pieces = scene.pieces(scene.before.board, event.squares)
    return scene.say(scene.phrase("pieces_knocked_over", **scene.players(event.color)), pieces)


def _set_up(scene: Narration, event: happened.PiecesSetUp) -> tuple[Utterance, ...]:
    return scene.say(scene.phrase("pieces_set_up", **scene.players(event.color)))


def _castling_lost(scene: Narration, event: happened.CastlingRightLost) -> tuple[Utterance, ...]:
    piece = scene.pieces(scene.after.board, [event.square])
    return scene.rule(event.article, scene.phrase("castling_right_lost", **scene.players(event.color)), piece)


def _leave_granted(scene: Narration, event: happened.LeaveGranted) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("leave_granted", **scene.players(event.color)))


def _signed(scene: Narration, event: happened.ResultSigned) -> tuple[Utterance, ...]:
    return scene.say(scene.phrase("result_signed", **scene.players(event.color)))


def _colors_stay(scene: Narration, event: happened.ColorsStay) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("colors_stay"))


def _compared(scene: Narration, event: happened.BoardsCompared) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("scores_agree" if event.agree else "scores_differ"))


def _completion_due(scene: Narration, event: happened.CompletionDue) -> tuple[Utterance, ...]:
    """The player's own duty, with the number from which on it is; the opponent is told nothing (13.6)."""
    return scene.say(scene.phrase("completion_due", number=event.number), to=event.color)


def _borrowed(scene: Narration, event: happened.SheetBorrowed) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("sheet_is_borrowed", **scene.players(event.color)))


def _reconstruction(scene: Narration, event: happened.ReconstructionBegun) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("reconstruction_begun"))


def _correction_agreed(scene: Narration, event: happened.CorrectionAgreed) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("correction_agreed", **scene.players(event.color)))


def _appealed(scene: Narration, event: happened.AppealMade) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("appeal_made", **scene.players(event.color)))


def _appeal_ruled(scene: Narration, event: happened.AppealRuled) -> tuple[Utterance, ...]:
    key = "appeal_upheld" if event.upheld else "appeal_dismissed"
    return scene.rule(event.article, scene.phrase(key, **scene.players(event.color)))


RULING_WORDS: dict[type, Teller] = {
    happened.Refused: _refused,
    happened.IrregularityFound: _irregular,
    happened.PositionRestored: _restored,
    happened.PromotedToQueen: _queened,
    happened.WarningGiven: _warned,
    happened.PenaltyImposed: _penalized,
    happened.BoardTurned: _turned,
    happened.ColorsStay: _colors_stay,
    happened.PiecesKnockedOver: _knocked_over,
    happened.PiecesSetUp: _set_up,
    happened.CastlingRightLost: _castling_lost,
    happened.LeaveGranted: _leave_granted,
    happened.ResultSigned: _signed,
    happened.BoardsCompared: _compared,
    happened.CompletionDue: _completion_due,
    happened.SheetBorrowed: _borrowed,
    happened.ReconstructionBegun: _reconstruction,
    happened.CorrectionAgreed: _correction_agreed,
    happened.AppealMade: _appealed,
    happened.AppealRuled: _appeal_ruled,
}
