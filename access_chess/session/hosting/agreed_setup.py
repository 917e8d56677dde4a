"""What is agreed for a game at pages, and who sits at it by that."""

import chess

from access_chess.laws.by_color import ByColor, both
from access_chess.laws.editions import Edition
from access_chess.laws.setup import ArbiterMode, Duty, Player, Regulations, Setup
from access_chess.laws.time_control import days_a_move
from access_chess.session.hosting.ports import Terms


def setup_of(terms: Terms, robot_name: str, edition: Edition) -> Setup:
    """What is agreed for a game at pages."""
    players = ByColor(
        _person(terms.white, chess.WHITE in terms.assisted), _person(terms.black, chess.BLACK in terms.assisted)
    )
    if terms.robot is not None:
        players = players.put(terms.robot, Player(name=robot_name.format(level=terms.level), is_program=True))
    return Setup(
        edition=edition,
        time=terms.control if terms.days is None else days_a_move(terms.days),
        days_per_move=terms.days,
        players=players,
        regulations=Regulations(take_backs=terms.robot is not None, is_blindfold=terms.is_blindfold),
        presses_for=both(True),
        arbiter=ArbiterMode.HUMAN if terms.has_arbiter else ArbiterMode.PROGRAM,
    )


def _person(name: str, is_assisted: bool) -> Player:
    return Player(name=name, is_blind=is_assisted, assistant=tuple(Duty) if is_assisted else None)


def robot_of(setup: Setup) -> chess.Color | None:
    """The engine's color; None where two persons play."""
    return next((color for color in chess.COLORS if setup.players[color].is_program), None)
