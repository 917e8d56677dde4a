"""When a request can be of use, as a game stands."""

from collections.abc import Callable

import chess
from msgspec import Struct

from access_chess.laws.editions import Quickplay
from access_chess.laws.game import Game
from access_chess.profile import Profile


class Here(Struct, frozen=True, kw_only=True):
    """What there is at a place: who uses it and with what. `is_clock`: a chess clock alone, without a game of moves.
    `has_keys`: of a clock, each key is a request; else whole lines are typed.

    `has_arbiter`: a person rules on the game, wherever they are. `is_arbiters`: this is their place, not a player's.
    `is_assistants`: it is that of a player's assistant, in a game whose players have places of their own.
    `opponent_is_away`: at a machine of their own, so that what stops the game needs both.
    """

    profile: Profile
    has_board: bool = False
    has_microphone: bool = False
    has_languages: bool = False
    is_clock: bool = False
    has_keys: bool = False
    trains: bool = False
    has_arbiter: bool = False
    is_arbiters: bool = False
    is_assistants: bool = False
    opponent_is_away: bool = False


When = Callable[[Game, Here], bool]


def always(game: Game, here: Here) -> bool:
    """At any time."""
    return True


def playing(game: Game, here: Here) -> bool:
    """Until the game has ended."""
    return not game.is_over


def timed(game: Game, here: Here) -> bool:
    """There is a clock."""
    return game.clock.control is not None


def flag(game: Game, here: Here) -> bool:
    """A flag can fall."""
    return timed(game, here) and playing(game, here)


def take_backs(game: Game) -> bool:
    """Moves may be taken back."""
    return game.setup.regulations.take_backs


def elsewhere(game: Game) -> bool:
    """A server rules."""
    return game.setup.is_elsewhere


def blindfold(game: Game) -> bool:
    """The position is in the players' heads alone, until the game ends."""
    return game.setup.regulations.is_blindfold and not game.is_over


def moved(game: Game, here: Here) -> bool:
    """A move has been made."""
    return bool(game.plies)


def offered(game: Game, here: Here) -> bool:
    """A draw offer stands."""
    return game.offer is not None


def not_offered(game: Game, here: Here) -> bool:
    """None does."""
    return playing(game, here) and game.offer is None


def sealing(game: Game, here: Here) -> bool:
    """A move is to be sealed."""
    return game.adjournment is not None and not game.adjournment.closed


def envelope(game: Game, here: Here) -> bool:
    """A sealed move waits in its envelope."""
    return game.adjournment is not None and game.adjournment.closed


def pressing(game: Game, here: Here) -> bool:
    """A player presses their own clock."""
    return playing(game, here) and not all(game.setup.presses_for[color] for color in chess.COLORS)


def running(game: Game, here: Here) -> bool:
    """A clock runs."""
    return game.is_clock_on


def standing(game: Game, here: Here) -> bool:
    """The clocks were stopped."""
    return game.started and playing(game, here) and not game.is_clock_on


def claimed(game: Game, here: Here) -> bool:
    """A claim waits for its ruling."""
    return game.claim is not None


def claim_stands(game: Game, here: Here) -> bool:
    """A claim waits for its ruling, or is watched until it is ruled on."""
    return playing(game, here) and (game.claim is not None or game.watched is not None)


def ended(game: Game, here: Here) -> bool:
    """The game is over, and what came of it can be signed (8.7)."""
    return game.is_over


def unwritten(game: Game, here: Here) -> bool:
    """Moves are missing on a scoresheet."""
    return playing(game, here) and any(game.unwritten[color] for color in chess.COLORS)


def borrowed(game: Game, here: Here) -> bool:
    """A player has the other's scoresheet."""
    return playing(game, here) and game.borrowed is not None


def in_doubt(game: Game, here: Here) -> bool:
    """What was played may have to be reconstructed: moves are missing on a scoresheet, or a flag has fallen (8.5.c)."""
    return unwritten(game, here) or (
        playing(game, here) and any(game.flags[color] is not None for color in chess.COLORS)
    )


def away(game: Game, here: Here) -> bool:
    """A player has left the playing area."""
    return playing(game, here) and any(game.away[color] for color in chess.COLORS)


def knocked_over(game: Game, here: Here) -> bool:
    """Pieces have still to be put back."""
    return playing(game, here) and any(game.knocked_over[color] for color in chess.COLORS)


def ruled(game: Game, here: Here) -> bool:
    """There has been a ruling."""
    return game.ruling is not None


def appealed(game: Game, here: Here) -> bool:
    """An appeal waits for its answer."""
    return game.appeal is not None


def absent(game: Game, here: Here) -> bool:
    """A player has still to come."""
    return not (game.present.white and game.present.black)


def started(game: Game, here: Here) -> bool:
    """The clock has been started."""
    return game.started


def not_started(game: Game, here: Here) -> bool:
    """The clock has not been started."""
    return not game.started


def by_key(game: Game, here: Here) -> bool:
    """Each key is a request."""
    return here.has_keys


def board_there(game: Game, here: Here) -> bool:
    """There is a sensor board."""
    return here.has_board


def microphone_there(game: Game, here: Here) -> bool:
    """There is a microphone."""
    return here.has_microphone


def languages_there(game: Game, here: Here) -> bool:
    """Another language may be chosen: while a game is played, and at a clock alone whenever it is there."""
    return here.has_languages and (here.is_clock or playing(game, here))


def training(game: Game, here: Here) -> bool:
    """A drill is asked."""
    return here.trains


def assisted(game: Game, here: Here) -> bool:
    """A player has an assistant."""
    return playing(game, here) and any(game.setup.players[color].assistant is not None for color in chess.COLORS)


def supervised(game: Game, here: Here) -> bool:
    """A clock runs, and an arbiter may be called, as which a player at home acts."""
    return running(game, here) and here.profile is not Profile.PRACTICE


def quickplay(game: Game, here: Here) -> bool:
    """A draw may be claimed in the quickplay finish of this game (10.2, Guideline III.5)."""
    return flag(game, here) and game.setup.quickplay in (Quickplay.CLAIM_2009, Quickplay.CLAIM)


def extra_time(game: Game, here: Here) -> bool:
    """Extra time may be asked for in the quickplay finish of this game (Guideline III.4)."""
    return flag(game, here) and game.setup.quickplay is Quickplay.EXTRA_TIME
