"""What is written on the envelope of a sealed move: seven facts (Guideline 2; 2018 and later: I.2)."""

from datetime import timedelta

import chess
from msgspec import Struct

from access_chess.laws.by_color import ByColor
from access_chess.laws.game import Game


class Envelope(Struct, frozen=True, kw_only=True):
    """The seven facts; `position` is the FEN just before the sealed move, `offer` who offered a draw, if anybody.

    `times_used` are None in an untimed game. What the sealed move is stands inside, not here.
    """

    names: ByColor[str]
    position: str
    times_used: ByColor[timedelta] | None
    sealer: chess.Color
    move_number: int
    offer: chess.Color | None
    resumption: str


def envelope_of(game: Game) -> Envelope | None:
    """The envelope of an adjourned game; None while no move has been sealed for good."""
    adjournment = game.adjournment
    if adjournment is None or not adjournment.closed or adjournment.opened:
        return None
    players = game.setup.players
    return Envelope(
        names=ByColor(players.white.name, players.black.name),
        position=game.board.fen(),
        times_used=_times_used(game),
        sealer=adjournment.sealer,
        move_number=game.board.fullmove_number,
        offer=game.offer,
        resumption=adjournment.resumption,
    )


def _times_used(game: Game) -> ByColor[timedelta] | None:
    control, clock = game.setup.time, game.clock
    if control is None:
        return None
    used = {}
    for color in chess.COLORS:
        given = sum((period.time for period in control.of(color)[: clock.period[color] + 1]), timedelta())
        before = sum(ply.color is color for ply in game.plies[: len(game.setup.moves)])  # these have earned nothing
        added = clock.increment(color) * (game.completed[color] - before + 1)
        shown = clock.remaining(color, clock.since)
        used[color] = max(timedelta(), given + added - shown) if clock.has_limit(color) else shown
    return ByColor(used[chess.WHITE], used[chess.BLACK])
