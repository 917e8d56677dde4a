"""All the Laws in one function: what follows from a command, at an instant.

Time passes first, then the command is answered if its author may give it and it is in place, then a flag falls whose
time a ruling took away. Nothing here raises for what a person did: a request out of place is answered with `Refused`.
"""

from access_chess.laws import flags, pressing
from access_chess.laws.articles import Article
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Author, Command, Role, TimePassed
from access_chess.laws.decision import Decision
from access_chess.laws.events import CommandTaken, Event, GameSetUp, Refusal
from access_chess.laws.flags import next_deadline
from access_chess.laws.game import Game
from access_chess.laws.rights import why_not_given
from access_chess.laws.setup import Setup
from access_chess.laws.table import row_of, why_out_of_place

__all__ = ["advance", "decide", "next_deadline", "set_up"]


def set_up(setup: Setup) -> tuple[Event, ...]:
    """The first event of a game."""
    return (GameSetUp(setup=setup),)


def decide(game: Game, command: Command, *, at: Instant) -> tuple[Event, ...]:
    """The events that follow from this command at this instant. Never raises for what a person did."""
    return advance(game, command, at=at)[1]


def advance(game: Game, command: Command, *, at: Instant) -> tuple[Game, tuple[Event, ...]]:
    """The same, with the game that the events lead to (what `evolve` makes of them)."""
    if command.id in game.taken:
        return game, ()
    author = command.given_by
    reason = why_not_given(game.setup, command, author)
    is_time = type(command) is TimePassed and reason is None
    decision = Decision(game, at)
    flags.let_time_pass(decision, is_last_instant_included=is_time)
    if not is_time:
        if command.id:
            decision.emit(CommandTaken(id=command.id, author=author, waived=command.waived))
        if reason is not None:
            decision.refuse(author.color, *reason)
        else:
            _answer(decision, command, author)
        flags.let_overdrawn_flags_fall(decision)
    return decision.game, tuple(decision.events)


def _answer(decision: Decision, command: Command, author: Author) -> None:
    game = decision.game
    row = row_of(game, command)
    if row is None:
        decision.refuse(author.color, Refusal.NOT_IN_THIS_GAME, Article.CLOCK_SETTING)
    elif game.phase not in row.phases:
        decision.refuse(author.color, *why_out_of_place(game, author.color))
    elif author.role is Role.ASSISTANT:
        row.by_assistant(decision, command)
    else:
        row.answer(decision, command)
    if not game.setup.is_clock_alone:
        pressing.press_for_players(decision)
