"""Games for the tests of scoresheets: as the Laws tell them, and as texts."""

import random
from datetime import date, timedelta

import chess

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws.commands import Command, PlayMove, PressClock, StartClock
from access_chess.laws.decide import decide
from access_chess.laws.events import Event, GameSetUp
from access_chess.laws.evolve import evolve
from access_chess.laws.game import new_game
from access_chess.laws.setup import Setup
from access_chess.scoresheets.of_game import noted, sheet_of
from access_chess.scoresheets.sheet import Sheet, SheetPly, Whose

DAY = date(2026, 1, 2)


def events_of(setup: Setup, *done: str | Command) -> list[Event]:
    """What happens when these are done, ten seconds each: moves (UCI), pressed a second later, and commands."""
    first = GameSetUp(setup=setup)
    game, at = new_game(first), timedelta()
    happened: list[Event] = [first]
    for each in (StartClock(), *done):
        given: list[Command] = (
            [each]
            if not isinstance(each, str)
            else [
                PlayMove(color=game.turn, move=chess.Move.from_uci(each)),
                PressClock(color=game.turn),
            ]
        )
        for number, command in enumerate(given):
            for event in decide(game, command, at=at + timedelta(seconds=number)):
                happened.append(event)
                game = evolve(game, event)
        at += timedelta(seconds=10)
    return happened


def sheet(setup: Setup, *done: str | Command, whose: Whose = Whose.RECORD, voices: str = "en") -> Sheet:
    """The sheet of such a game."""
    return sheet_of(events_of(setup, *done), DAY, whose=whose, note=noted(load_voice_pack(voices)))


def random_sheet(seed: int, plies: int) -> Sheet:
    """A record of random moves."""
    dice, board = random.Random(seed), chess.Board()
    lines: list[SheetPly] = []
    while len(lines) < plies and not board.is_game_over():
        move = dice.choice(list(board.legal_moves))
        lines.append(
            SheetPly(number=board.fullmove_number, color=board.turn, move=move, before=board.copy(stack=False))
        )
        board.push(move)
    return Sheet(lines=tuple(lines))
