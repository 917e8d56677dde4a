"""What findings, restorations and warnings change."""

import chess
from msgspec.structs import replace

from access_chess.laws import events as happened
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.evolve.change import Changes, change
from access_chess.laws.game import EMPTY_HAND, Game, Hand
from access_chess.laws.position import position_key


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


CHANGES: Changes = dict(
    (
        change(happened.IrregularityFound, _irregular),
        change(happened.PositionRestored, _restored),
        change(happened.WarningGiven, _warned),
        change(happened.CastlingRightLost, _castling_lost),
        change(happened.CorrectionAgreed, _correction_agreed),
        change(happened.MovesTakenBack, _taken_back),
    )
)
