"""From the words after "arbiter" or "assistant" to the command of the Laws."""

from collections.abc import Callable

import chess
from msgspec.structs import replace

from access_chess.edge.packs.typed_words import TypedWords
from access_chess.laws import commands
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Command, PenaltyKind, Question, Result, StopReason, Verdict, assistant_of
from access_chess.laws.game import Game
from access_chess.notation.reading import MoveRead, read_move
from access_chess.notation.vocabulary import Vocabulary
from access_chess.requests.typed_line import read_squares, read_time, split_color, split_phrase

_PLAIN: dict[str, Callable[[], Command]] = {
    "start": commands.StartClock,
    "stop": lambda: commands.StopClocks(reason=StopReason.ARBITER),
    "resume": commands.Resume,
    "adjourn": commands.Adjourn,
    "open_envelope": commands.OpenEnvelope,
    "envelope_lost": commands.LoseEnvelope,
    "accept": lambda: commands.Rule(verdict=Verdict.ACCEPT),
    "reject": lambda: commands.Rule(verdict=Verdict.REJECT),
    "postpone": lambda: commands.Rule(verdict=Verdict.POSTPONE),
    "wrong_setup": commands.FindWrongSetup,
    "board_turned": commands.FindBoardTurned,
    "colors_reversed": commands.FindColorsReversed,
    "appeal_upheld": lambda: commands.RuleAppeal(upheld=True),
    "appeal_dismissed": lambda: commands.RuleAppeal(upheld=False),
}


def arbiter_request(text: str, words: TypedWords, vocabulary: Vocabulary) -> Command | None:
    """The arbiter's command; None when the words are none, or lack what they need."""
    verb, rest = split_phrase(text, words.arbiter)
    if verb in _PLAIN:
        return None if rest else _PLAIN[verb]()
    match verb:
        case "displaced":
            squares = read_squares(rest, vocabulary)
            return None if squares is None else commands.FindDisplaced(squares=squares)
        case "boards_differ":
            white, _, black = rest.partition(";")
            return commands.CompareBoards(scores=ByColor(tuple(white.split()), tuple(black.split())))
        case "declare":
            results = {result.value: result for result in Result if result not in (Result.NONE, Result.ANNULLED)}
            return commands.Declare(result=results[rest]) if rest in results else None
        case "refusal" if words.words.get((rest.casefold(),)) == "both":
            return commands.FindRefusal(color=None)
        case None:
            return None
    return _about_a_player(verb, rest, words)


def _about_a_player(verb: str, text: str, words: TypedWords) -> Command | None:
    number = None
    if verb == "illegal_move":
        first, _, text = text.partition(" ")
        number = int(first) if first.isdecimal() else None
    color, rest = split_color(text, words)
    if color is None:
        return None
    match verb:
        case "arrive":
            return commands.Arrive(color=color)
        case "device":
            return commands.FindDevice(color=color)
        case "refusal":
            return commands.FindRefusal(color=color)
        case "illegal_move":
            return None if number is None else commands.FindIllegalMove(number=number, color=color)
        case "penalty":
            return _penalty(color, rest, words)
    time = read_time(rest)
    if time is None:
        return None
    return (
        commands.SetClock(color=color, time=time) if verb == "set_clock" else commands.AddTime(color=color, time=time)
    )


def _penalty(color: chess.Color, text: str, words: TypedWords) -> Command | None:
    kind, rest = split_phrase(text, {phrase: kind.value for phrase, kind in words.penalties.items()})
    if kind is None:
        return None
    time = read_time(rest) if rest else None
    if rest and time is None:
        return None
    if time is None:
        return commands.ImposePenalty(color=color, kind=PenaltyKind(kind))
    return commands.ImposePenalty(color=color, kind=PenaltyKind(kind), time=time)


def assistant_request(text: str, game: Game, words: TypedWords, vocabulary: Vocabulary) -> Command | None:
    """What an assistant does for his player: of the named color, else of the one to move."""
    color, rest = split_color(text, words)
    color = game.turn if color is None else color
    verb, rest = split_phrase(rest, words.assistant)
    act = _act(verb, rest, color, game, vocabulary)
    return None if act is None else replace(act, author=assistant_of(color))


def _act(
    verb: str | None, rest: str, color: chess.Color, game: Game, vocabulary: Vocabulary
) -> commands.AssistantAct | None:
    match verb:
        case "tell_times":
            return commands.Tell(color=color, question=Question.TIMES)
        case "tell_moves":
            return commands.Tell(color=color, question=Question.MOVES)
        case "press":
            return commands.PressClock(color=color)
        case "claim_flag":
            return commands.ClaimFlag(color=color)
    reading = read_move(rest, game.board, vocabulary)
    if not isinstance(reading, MoveRead):
        return None
    match verb:
        case "announce":
            return commands.AnnounceMove(color=color, text=rest, move=reading.move)
        case "write":
            return commands.WriteMove(color=color, move=reading.move)
        case _:
            return commands.PlayMove(color=color, move=reading.move)
