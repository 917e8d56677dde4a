"""What practice adds to a table: the engine, advice, and who looks at the game when it is over."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.laws.game import Game
from access_chess.play.deeds import Carried, not_now
from access_chess.play.messages import IsStopped, TablePlace
from access_chess.play.seat import Deed, Errand, PlayerSeat
from access_chess.play.table_games import Furnished, ReviewerSeat, TableGames
from access_chess.requests.names import RequestName
from access_chess.session.ports import Engine
from access_chess.session.record import Record
from access_chess.wiring.table import TableParts, furnished, games_at

if TYPE_CHECKING:
    from access_chess.play.practising import Judging


class Practice(Struct, frozen=True, kw_only=True):
    """Who and what is there for one who practises.

    `judging` gives who judges moves, thinks until something is so, and can be let go. `open_engine` opens the engine of
    a level, which `is_named` by the player or is the program's own. `look` has a game of the journal looked at.
    """

    judging: "Judging"
    let_go: Callable[[], None]
    open_engine: Callable[[int], Engine | None] | None = None
    is_named: bool = False
    look: Callable[[Game, int, IsStopped], None] | None = None


def practice_games(parts: TableParts, practice: Practice) -> TableGames:
    """The games at a table for practice."""
    return games_at(parts, partial(_furnished, parts, practice))


def practising(judging: "Judging") -> Deed:
    """Carries out what only who practises may ask."""

    def practise(seat: PlayerSeat, errand: Errand) -> Carried:
        from access_chess.play.practising import practice_deeds  # a game can be played without

        return practice_deeds(judging).get(errand.request.name, not_now)(seat, errand)

    return practise


def robot(
    open_engine: Callable[[int], Engine | None] | None, color: chess.Color, level: int, *, is_named: bool = False
) -> Furnished:
    """What plays this color at this level: the program's own engine as far as it goes, if none `is_named`."""
    from access_chess.play.engine import EngineSeat, Mind, is_built_in  # two persons need none

    mind = Mind(level, None if is_built_in(level) and not is_named else open_engine)
    return Furnished(places=[TablePlace(seat=EngineSeat(color=color, mind=mind))], close=mind.close)


def _furnished(parts: TableParts, practice: Practice, record: Record, level: int) -> Furnished:
    """Who sits there in one game."""
    engine = Furnished(places=())
    if parts.color is not None:
        engine = robot(practice.open_engine, not parts.color, level, is_named=practice.is_named)
    company = [*engine.places]
    if (look := practice.look) is not None:
        reviewer = ReviewerSeat(look=lambda game, is_stopped: look(game, record.number, is_stopped))
        company.append(TablePlace(seat=reviewer))

    def close() -> None:
        made.close()
        engine.close()
        practice.let_go()

    practise = practising(practice.judging)
    deeds = {RequestName.BOARD: practise}  # practice reads it better
    made = furnished(parts, record, level, deeds=deeds, others=practise, company=company)
    return replace(made, close=close)
