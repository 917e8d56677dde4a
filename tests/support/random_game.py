"""`python -m tests.support.random_game [NUMBER...]`: games in which players and arbiter do whatever chance has them do.

They come to where no story leads: each command in each situation, in place or not. `tests/golden/random_games.txt` has
a digest of the record of each game, which `--write` brings up to date.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from datetime import timedelta
from enum import Enum
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_type_hints

import chess
from msgspec.structs import fields, replace

from access_chess.laws import commands
from access_chess.laws.by_color import ByColor
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Command
from access_chess.laws.commands.base import ByPlayer, Given
from access_chess.laws.decide import advance, next_deadline, set_up
from access_chess.laws.editions import Edition, Quickplay
from access_chess.laws.evolve import evolve, replay
from access_chess.laws.game import EMPTY_HAND, Game
from access_chess.laws.setup import ArbiterMode, Duty, Player, Regulations, Setup, Supervision
from access_chess.laws.time_control import PeriodAdd, parse_time_control
from access_chess.laws.touch_move import legal_moves
from tests.support.game_record import GOLDEN, line_of, told, write_digests

DIGESTS = GOLDEN / "random_games.txt"
GAMES, STEPS, AFTER_THE_END = 120, 40, 3

_POSITIONS = [
    chess.STARTING_FEN,
    "r3k2r/P6p/8/8/8/8/p6P/R3K2R w KQkq - 0 1",
    "8/8/4k3/8/8/4K3/R7/7r w - - 90 39",
    "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/3pP3/8/8/4B3/4K2R w K d6 0 2",
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
]
_TIMES = ["600", "40/7200, 900+30", "300d5", "2/60, 60+5", "180+2", "3/5400, 1800"]
_REGULATIONS = [
    Regulations(),
    Regulations(take_backs=True, default_time=timedelta(hours=1)),
    Regulations(draws_need_consent=True, min_moves_draw=2),
    Regulations(quickplay=Quickplay.CLAIM_2009),
    Regulations(quickplay=Quickplay.CLAIM, written_claims=False),
    Regulations(quickplay=Quickplay.EXTRA_TIME, session_end=timedelta(seconds=900)),
    Regulations(min_moves_draw=3, session_end=timedelta(seconds=200)),
]
_PLAYERS = [
    Player(),
    Player(),
    Player(is_blind=True),
    Player(is_blind=True, assistant=tuple(Duty)),
    Player(is_disabled=True, assistant=(Duty.MAKE_MOVES, Duty.SCORE_AND_CLOCK)),
    Player(is_hearing_impaired=True),
]
_OF_EVERY_COMMAND = {field.name for field in fields(Given)}  # by whom and how it comes, and not what it is
T = TypeVar("T")
_ELAPSED, _LONG = (0, 0, 0.5, 1, 3, 10, 20, 40), (100, 300, 1000, 3700)
_ENDS = (commands.Resign, commands.Declare, commands.HearBothResign, commands.FindDevice, commands.FindRefusal)
_OTHERS = [each for each in get_args(Command) if each not in (*_ENDS, commands.FollowServer, commands.TimePassed)]


class Chance:
    """Picks by one generator, in a way that is the same in every version of Python."""

    def __init__(self, seed: int) -> None:
        self._generator = random.Random(seed)

    def is_so(self, chance: float) -> bool:
        return self._generator.random() < chance

    def one(self, among: Sequence[T]) -> T:
        return among[int(self._generator.random() * len(among))]


def setup_of(number: int) -> Setup:
    """Each edition in turn; all else by chance."""
    chance = Chance(number)
    time = None if chance.is_so(0.1) else parse_time_control(chance.one(_TIMES), chance.one(list(PeriodAdd)))
    return Setup(
        edition=list(Edition)[number % len(Edition)],
        fen=chance.one(_POSITIONS[:2] if chance.is_so(0.6) else _POSITIONS),
        time=time,
        supervision=chance.one(list(Supervision)),
        arbiter=chance.one(list(ArbiterMode)),
        players=ByColor(chance.one(_PLAYERS), chance.one(_PLAYERS)),
        regulations=chance.one(_REGULATIONS),
        presses_for=ByColor(chance.is_so(0.2), chance.is_so(0.2)),
        absent=ByColor(False, chance.is_so(0.1)),
        is_clock_alone=time is not None and chance.is_so(0.05),
    )


def record_of(number: int) -> list[str]:
    """The record of one game: its setup, and each command with what came of it."""
    chance, setup = Chance(GAMES + number), setup_of(number)
    game, at = replay(set_up(setup)), timedelta()
    lines = [told(setup)]
    given: Iterator[Command] = iter([commands.StartClock()])
    left = STEPS
    while left > 0:
        left = min(left - 1, AFTER_THE_END if game.end is not None else STEPS)
        for command in given:
            lines.append(f"{told(at)} {told(command)}")
            _, events = advance(game, command, at=at)
            for event in events:
                before, game = game, evolve(game, event)
                lines.append("  " + line_of(event, before, game))
        at = _later(game, at, chance)
        given = given_next(game, chance)
    return lines


def _later(game: Game, at: Instant, chance: Chance) -> Instant:
    deadline = next_deadline(game)
    if deadline is not None and deadline >= at and chance.is_so(0.05):
        return deadline
    return at + timedelta(seconds=chance.one(_LONG if chance.is_so(0.04) else _ELAPSED))


def given_next(game: Game, chance: Chance) -> Iterator[Command]:
    """A move that is made and pressed, one that is made by hand, an answer to what waits, or anything at all."""
    moves, color, waiting = legal_moves(game), game.turn, _waiting(game)
    kind = chance.one(("moved", "moved", "by hand", "any", "any", "any", "time"))
    if waiting and chance.is_so(0.5):
        yield _any(game, chance.one(waiting), chance)
        return
    match kind:
        case "moved" if moves:
            yield commands.PlayMove(color=color, move=chance.one(moves), written=chance.is_so(0.9))
            if chance.is_so(0.9):
                yield commands.PressClock(color=color)
        case "by hand" if moves:
            yield from _by_hand(game, chance.one(moves), chance)
        case "time":
            yield commands.TimePassed()
        case _:
            yield _any(game, chance.one(_ENDS if chance.is_so(0.02) else _OTHERS), chance)


def _waiting(game: Game) -> list[type[Command]]:
    """What would answer the situation."""
    found: list[type[Command]] = []
    if game.offer is not None:
        found += [commands.AcceptDraw, commands.DeclineDraw, commands.WithdrawOffer]
    if game.claim is not None or game.watched is not None:
        found += [commands.Rule, commands.Rule, commands.AcceptDraw, commands.WithdrawClaim]
    if game.adjournment is not None:
        found += [commands.SealMove, commands.StopClocks, commands.Arrive, commands.Resume, commands.OpenEnvelope]
    if game.started and game.clock.running is None and game.end is None:
        found += [commands.Resume]
    if not (game.present.white and game.present.black):
        found += [commands.Arrive]
    if any(game.knocked_over[color] for color in chess.COLORS):
        found += [commands.SetPiecesUp]
    if any(game.away[color] for color in chess.COLORS):
        found += [commands.Return]
    if any(game.gaps[color] for color in chess.COLORS):
        found += [commands.WriteMove, commands.CompleteScoresheet, commands.BorrowSheet, commands.Reconstruct]
    if game.hand != EMPTY_HAND:
        found += [commands.ReleasePiece, commands.PlacePiece, commands.RemovePiece, commands.ChoosePromotion]
    if any(not ply.legal for ply in game.plies):
        found += [commands.ClaimIllegalMove, commands.FindIllegalMove]
    if game.appeal is not None:
        found += [commands.RuleAppeal]
    return found


def _by_hand(game: Game, move: chess.Move, chance: Chance) -> Iterator[Command]:
    color, board = game.turn, game.board
    if game.setup.players[color].is_blind:
        if board.color_at(move.to_square) is not None:
            yield commands.LiftPiece(color=color, square=move.to_square)
        yield commands.LiftPiece(color=color, square=move.from_square)
        yield commands.PlacePiece(color=color, square=move.to_square)
        yield commands.AnnounceMove(color=color, text=board.san(move), move=move)
    else:
        yield commands.TouchPieces(color=color, squares=(move.from_square,))
        if move.promotion is not None and chance.is_so(0.7):
            yield commands.ChoosePromotion(color=color, piece_type=move.promotion)
        yield commands.ReleasePiece(color=color, square=move.to_square)
    if chance.is_so(0.8):
        yield commands.PressClock(color=color)


def _any(game: Game, kind: type[Command], chance: Chance) -> Command:
    """A command of this kind, most often by the player on move, its fields as they may be meant in this position."""
    hints = get_type_hints(kind)
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name in _OF_EVERY_COMMAND:
            continue
        if field.required or chance.is_so(0.4):
            values[field.name] = _value(field.name, hints[field.name], game, chance)
    command = kind(**values)
    if isinstance(command, ByPlayer) and chance.is_so(1.0 if kind is commands.Tell else 0.1):
        return replace(command, author=commands.assistant_of(command.color))
    return command


def _value(name: str, hint: Any, game: Game, chance: Chance) -> Any:
    if isinstance(hint, UnionType) and NoneType in get_args(hint):
        if chance.is_so(0.3):
            return None
        hint = get_args(hint)[0]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return chance.one(list(hint))
    match name:
        case "color":
            return game.turn is chance.is_so(0.6)
        case "move":
            return _move(game, chance)
        case "moves" if hint is not int:
            return (_move(game, chance),) if chance.is_so(0.8) else ()
        case "square":
            return _square(game, chance)
        case "squares":
            return tuple(_square(game, chance) for _ in range(chance.one((0, 1, 1, 1, 2))))
        case "number" | "count" | "moves":
            return chance.one((1, 1, 2, 3))
        case "time":
            return timedelta(seconds=chance.one((-400, 0, 10, 60, 300, 1000)))
        case "noted":
            return ByColor(timedelta(seconds=chance.one((0, 50, 500))), None)
        case "scores":
            return ByColor(("e4", "e5"), chance.one((("e4", "e5"), ("e4", "d5"), ("d4",))))
        case "piece_type":
            return chance.one((chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN))
        case "text":
            return chance.one(("Nf3", "1. e4 e5", ""))
        case "condition" | "resumption":
            return chance.one(("", "today"))
    assert hint is bool, f"a value for {name}: {hint}"
    return chance.is_so(0.5)


def _move(game: Game, chance: Chance) -> chess.Move:
    moves = list(game.board.legal_moves)
    if game.plies and chance.is_so(0.2):
        return game.plies[-1].move
    if moves and chance.is_so(0.7):
        return chance.one(moves)
    return chess.Move(_square(game, chance), chance.one(chess.SQUARES))


def _square(game: Game, chance: Chance) -> chess.Square:
    """Mostly that of a piece which can move, or where one can go."""
    moves = list(game.board.legal_moves)
    if moves and chance.is_so(0.8):
        move = chance.one(moves)
        return move.from_square if chance.is_so(0.6) else move.to_square
    return chance.one(chess.SQUARES)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write_digests(DIGESTS, ((str(number), record_of(number)) for number in range(GAMES)))
    for each in sys.argv[1:] if sys.argv[1:] != ["--write"] else ():
        print(*record_of(int(each)), sep="\n")  # noqa: T201
