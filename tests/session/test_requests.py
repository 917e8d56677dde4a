"""From typed words to commands of the Laws: players, arbiter and assistant."""

from datetime import timedelta

import chess
import pytest
from msgspec.structs import replace

from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import reading_vocabulary
from access_chess.laws import commands
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Command, PenaltyKind, Question, Result, StopReason, Verdict
from access_chess.laws.decide import advance
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import Game, new_game
from access_chess.laws.setup import Setup
from access_chess.requests.arbiter import arbiter_request, assistant_request
from access_chess.requests.player import REQUESTS, Missing, asker, player_request
from access_chess.requests.typed_line import Typed, TypedName, typed_command

WORDS = load_typed_words("en")
VOCABULARY = reading_vocabulary("en")
NF3 = chess.Move.from_uci("g1f3")


def started(*moves: str) -> Game:
    game, _ = advance(new_game(GameSetUp(setup=Setup())), commands.StartClock(), at=timedelta())
    for uci in moves:
        color = game.turn
        game, _ = advance(game, commands.PlayMove(color=color, move=chess.Move.from_uci(uci)), at=timedelta())
        game, _ = advance(game, commands.PressClock(color=color), at=timedelta())
    return game


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("start", commands.StartClock()),
        ("stop", commands.StopClocks(reason=StopReason.ARBITER)),
        ("resume", commands.Resume()),
        ("adjourn", commands.Adjourn()),
        ("open envelope", commands.OpenEnvelope()),
        ("envelope lost", commands.LoseEnvelope()),
        ("arrived black", commands.Arrive(color=chess.BLACK)),
        ("accept", commands.Rule(verdict=Verdict.ACCEPT)),
        ("reject claim", commands.Rule(verdict=Verdict.REJECT)),
        ("postpone", commands.Rule(verdict=Verdict.POSTPONE)),
        ("illegal 14 black", commands.FindIllegalMove(number=14, color=chess.BLACK)),
        ("displaced e4 d5", commands.FindDisplaced(squares=(chess.E4, chess.D5))),
        ("displaced", commands.FindDisplaced()),
        ("wrong setup", commands.FindWrongSetup()),
        ("board turned", commands.FindBoardTurned()),
        ("colours reversed", commands.FindColorsReversed()),
        ("boards differ e4 Nf3; e5", commands.CompareBoards(scores=ByColor(("e4", "Nf3"), ("e5",)))),
        ("set clock white 1:30:00", commands.SetClock(color=chess.WHITE, time=timedelta(minutes=90))),
        ("add time black 120", commands.AddTime(color=chess.BLACK, time=timedelta(minutes=2))),
        ("penalty white warning", commands.ImposePenalty(color=chess.WHITE, kind=PenaltyKind.WARNING)),
        (
            "penalty black opponent time 2:00",
            commands.ImposePenalty(color=chess.BLACK, kind=PenaltyKind.OPPONENT_TIME, time=timedelta(minutes=2)),
        ),
        ("device white", commands.FindDevice(color=chess.WHITE)),
        ("refusal both", commands.FindRefusal(color=None)),
        ("refusal black", commands.FindRefusal(color=chess.BLACK)),
        ("appeal upheld", commands.RuleAppeal(upheld=True)),
        ("appeal dismissed", commands.RuleAppeal(upheld=False)),
        ("declare 1/2-1/2", commands.Declare(result=Result.DRAW)),
        ("declare 0-1/2", commands.Declare(result=Result.HALF_TO_BLACK)),
    ],
)
def test_arbiter(text: str, command: Command) -> None:
    assert arbiter_request(text, WORDS, VOCABULARY) == command


@pytest.mark.parametrize(
    "text",
    [
        "", "dance", "start now", "set clock white", "set clock 90", "add time white soon", "penalty white", "device",
        "penalty white warning gladly", "illegal white", "illegal 3", "declare", "declare 2-0", "displaced everything",
        "refusal",
    ],
)  # fmt: skip
def test_what_the_arbiter_did_not_say_rightly(text: str) -> None:
    assert arbiter_request(text, WORDS, VOCABULARY) is None


def test_every_verb_of_the_arbiter_has_a_command() -> None:
    """The table above names them all."""
    arguments = {
        "arrive": "white", "illegal_move": "1 white", "boards_differ": "e4; e5", "set_clock": "white 1",
        "add_time": "white 1", "penalty": "white fine", "device": "white", "refusal": "both", "declare": "1-0",
    }  # fmt: skip
    for words, verb in WORDS.arbiter.items():
        text = f"{' '.join(words)} {arguments.get(verb, '')}".strip()
        assert arbiter_request(text, WORDS, VOCABULARY) is not None, text


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("times", commands.Tell(color=chess.WHITE, question=Question.TIMES)),
        ("black tell moves", commands.Tell(color=chess.BLACK, question=Question.MOVES)),
        ("press", commands.PressClock(color=chess.WHITE)),
        ("white flag", commands.ClaimFlag(color=chess.WHITE)),
        ("announce Nf3", commands.AnnounceMove(color=chess.WHITE, text="Nf3", move=NF3)),
        ("write Nf3", commands.WriteMove(color=chess.WHITE, move=NF3)),
        ("Nf3", commands.PlayMove(color=chess.WHITE, move=NF3)),
    ],
)
def test_assistant(text: str, command: commands.AssistantAct) -> None:
    done = assistant_request(text, started(), WORDS, VOCABULARY)
    assert done == replace(command, author=commands.assistant_of(command.color))


def test_what_an_assistant_cannot_do() -> None:
    assert assistant_request("dance", started(), WORDS, VOCABULARY) is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("adjust", commands.AdjustPieces(color=chess.WHITE)),
        ("adjust e4 d4", commands.AdjustPieces(color=chess.WHITE, squares=(chess.E4, chess.D4))),
        ("touch e2", commands.TouchPieces(color=chess.WHITE, squares=(chess.E2,))),
        ("touch", Missing.SQUARE),
        ("touched", Missing.SQUARE),
        ("touched e7", commands.ClaimTouch(color=chess.WHITE, square=chess.E7)),
        ("threefold", commands.ClaimDraw(color=chess.WHITE, ground=commands.DrawGround.THREEFOLD)),
        ("fifty Nf3", commands.ClaimDraw(color=chess.WHITE, ground=commands.DrawGround.FIFTY, move=NF3)),
        ("fifty Nf9", Missing.MOVE),
        ("seal", Missing.MOVE),
        ("seal Nf3", commands.SealMove(color=chess.WHITE, text="Nf3", moves=(NF3,))),
        ("seal gibberish", commands.SealMove(color=chess.WHITE, text="gibberish", moves=())),
        ("echo", Missing.MOVE),
    ],
)
def test_players(line: str, expected: Command | Missing) -> None:
    typed = typed_command(line, WORDS)
    assert typed is not None
    assert player_request(typed, started(), chess.WHITE, VOCABULARY) == expected


def test_an_echo_is_read_on_the_board_before_the_move() -> None:
    typed = Typed(name=TypedName.ECHO, rest="knight f3")
    said = player_request(typed, started("g1f3"), chess.BLACK, VOCABULARY)
    assert said == commands.RepeatAnnouncement(color=chess.BLACK, text="knight f3", move=NF3)


def test_every_request_becomes_a_command() -> None:
    game = started("e2e4")
    for name in REQUESTS:
        typed = Typed(name=name, rest="e5")
        assert not isinstance(player_request(typed, game, chess.BLACK, VOCABULARY), Missing), name


def test_who_asks_while_the_clock_is_not_yet_pressed() -> None:
    """Whoever presses himself is still on move; where the program presses, the opponent is."""
    game, _ = advance(started(), commands.PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4")), at=timedelta())
    assert (game.turn, game.clock.running) == (chess.BLACK, chess.WHITE)
    assert asker(Typed(name=TypedName.RESIGN), game, None) is chess.WHITE
    assert asker(Typed(name=TypedName.RESIGN), game, None, presses=False) is chess.BLACK


def test_who_asks_at_a_shared_keyboard() -> None:
    game = started("e2e4")
    assert asker(Typed(name=TypedName.RESIGN), game, None) is chess.BLACK
    assert asker(Typed(name=TypedName.RESIGN, color=chess.WHITE), game, None) is chess.WHITE
    assert asker(Typed(name=TypedName.CLAIM_FLAG), game, None) is chess.WHITE
    assert asker(Typed(name=TypedName.TAKE_BACK), game, None) is chess.WHITE
    offered, _ = advance(game, commands.OfferDraw(color=chess.WHITE), at=timedelta())
    assert asker(Typed(name=TypedName.ACCEPT_DRAW), offered, None) is chess.BLACK
    assert asker(Typed(name=TypedName.ACCEPT_DRAW), offered, chess.WHITE) is chess.WHITE
