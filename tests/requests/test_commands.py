"""From typed words to commands of the Laws: players, arbiter and assistant."""

from datetime import timedelta

import chess
import pytest
from msgspec.structs import replace

from access_chess.edge.packs.typed_words import load_language
from access_chess.laws import commands
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.commands import Command, PenaltyKind, Question, Result, StopReason, Verdict
from access_chess.laws.decide import advance
from access_chess.laws.events import ClaimKind, GameSetUp
from access_chess.laws.game import Claim, Game, new_game
from access_chess.laws.setup import Duty, Player, Setup
from access_chess.requests.commands import (
    ASSISTANT_ACTS,
    BESIDE_RULINGS,
    REQUESTS,
    RULINGS,
    asker,
    assistant_command,
    command_of,
)
from access_chess.requests.names import RequestName
from access_chess.requests.request import Missing, Request, Unfinished
from access_chess.requests.typed_line import typed_request

LANGUAGE = load_language("en")
NF3 = chess.Move.from_uci("g1f3")


FOR_NOBODY = both(False)


def started(*moves: str, presses_for: ByColor[bool] = FOR_NOBODY) -> Game:
    setup = Setup(presses_for=presses_for)
    game, _ = advance(new_game(GameSetUp(setup=setup)), commands.StartClock(), at=timedelta())
    for uci in moves:
        color = game.turn
        game, _ = advance(game, commands.PlayMove(color=color, move=chess.Move.from_uci(uci)), at=timedelta())
        game, _ = advance(game, commands.PressClock(color=color), at=timedelta())
    return game


def read(line: str, game: Game | None = None) -> Request:
    """The request of a line that lacks nothing."""
    request = typed_request(line, game or started(), LANGUAGE)
    assert isinstance(request, Request), request
    return request


def lacks(line: str) -> Missing | None:
    """What a line lacks."""
    found = typed_request(line, started(), LANGUAGE)
    return found.missing if isinstance(found, Unfinished) else None


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("start", commands.StartClock()),
        ("stop", commands.StopClocks(reason=StopReason.ARBITER)),
        ("resume", commands.Resume()),
        ("adjourn", commands.Adjourn()),
        ("open envelope", commands.OpenEnvelope()),
        ("envelope lost", commands.LoseEnvelope()),
        ("arrived black", commands.Arrive(color=chess.BLACK, author=commands.ARBITER)),
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
    assert command_of(read(f"arbiter {text}"), chess.WHITE) == command


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("", Missing.WORDS),
        ("dance", Missing.WORDS),
        ("start now", Missing.WORDS),
        ("set clock white", Missing.TIME),
        ("set clock 90", Missing.COLOR),
        ("add time white soon", Missing.TIME),
        ("penalty white", Missing.PENALTY),
        ("penalty", Missing.COLOR),
        ("penalty white warning gladly", Missing.TIME),
        ("device", Missing.COLOR),
        ("device white now", Missing.WORDS),
        ("illegal white", Missing.NUMBER),
        ("illegal 3", Missing.COLOR),
        ("declare", Missing.RESULT),
        ("declare 2-0", Missing.RESULT),
        ("declare none", Missing.RESULT),
        ("displaced everything", Missing.SQUARE),
        ("refusal", Missing.COLOR),
        ("wrong setup a1 h1", Missing.SQUARE),
        ("wrong clock", Missing.COLOR),
        ("wrong clock 5:00", Missing.COLOR),
        ("wrong clock white", Missing.TIME),
        ("wrong clock white 5:00 black", Missing.TIME),
        ("wrong clock white soon black 4:00", Missing.TIME),
        ("counter white", Missing.NUMBER),
        ("counter 14", Missing.COLOR),
        ("grant leave", Missing.COLOR),
        ("both resign now", Missing.WORDS),
        ("reconstruct quickly", Missing.WORDS),
    ],
)
def test_what_the_arbiter_did_not_say_rightly_is_asked_for(text: str, missing: Missing) -> None:
    assert lacks(f"arbiter {text}") is missing


def test_times_and_numbers_may_be_said_in_words() -> None:
    ninety = timedelta(minutes=90)
    assert read("arbiter add time black ninety minutes").time == ninety
    assert read("arbiter illegal fourteen black").number == 14


@pytest.mark.parametrize(
    ("line", "name", "pin"),
    [
        ("arbiter 4711 declare 1-0", RequestName.ARBITER_DECLARE, "4711"),
        ("arbiter 4711", RequestName.ARBITER_PIN, "4711"),
        ("arbiter stop", RequestName.ARBITER_STOP, None),
    ],
)
def test_the_arbiter_says_the_pin_first(line: str, name: RequestName, pin: str | None) -> None:
    assert (read(line).name, read(line).pin) == (name, pin)


def test_every_verb_of_the_arbiter_has_a_command() -> None:
    """The table above names them all."""
    arguments = {
        RequestName.ARBITER_ARRIVE: "white", RequestName.ARBITER_ILLEGAL_MOVE: "1 white",
        RequestName.ARBITER_BOARDS_DIFFER: "e4; e5", RequestName.ARBITER_SET_CLOCK: "white 1",
        RequestName.ARBITER_ADD_TIME: "white 1", RequestName.ARBITER_PENALTY: "white fine",
        RequestName.ARBITER_DEVICE: "white", RequestName.ARBITER_REFUSAL: "both", RequestName.ARBITER_DECLARE: "1-0",
        RequestName.ARBITER_WRONG_CLOCK: "white 5:00", RequestName.ARBITER_COUNTER: "white 14",
        RequestName.ARBITER_GRANT_LEAVE: "white",
    }  # fmt: skip
    for words, name in LANGUAGE.words.arbiter.items():
        request = read(f"arbiter {' '.join(words)} {arguments.get(name, '')}")
        assert request.name is name
        if name not in BESIDE_RULINGS:  # how long that was only the session knows
            assert command_of(request, chess.WHITE).given_by == commands.ARBITER
    assert set(LANGUAGE.words.arbiter.values()) == RULINGS | BESIDE_RULINGS


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
    done = assistant_command(read(f"assistant {text}"), new_game(GameSetUp(setup=Setup())))
    assert done == replace(command, author=commands.assistant_of(command.color))


def test_an_assistant_may_be_named_by_their_player_s_color_first() -> None:
    assert read("black assistant press").color is chess.BLACK


def test_what_an_assistant_cannot_do() -> None:
    assert lacks("assistant dance") is Missing.WORDS
    assert lacks("assistant announce") is Missing.MOVE


def test_every_act_of_an_assistant_becomes_a_command() -> None:
    for name in ASSISTANT_ACTS:
        command = assistant_command(
            Request(name=name, color=chess.BLACK, moves=(NF3,)), new_game(GameSetUp(setup=Setup()))
        )
        assert command.given_by == commands.assistant_of(chess.BLACK)


ALL_DUTIES = tuple(Duty)
HELPED, ALONE = Player(is_blind=True, assistant=ALL_DUTIES), Player()


@pytest.mark.parametrize(
    ("players", "name", "is_made", "color"),
    [
        pytest.param((HELPED, ALONE), "times", False, chess.WHITE, id="his player is to move"),
        pytest.param((HELPED, ALONE), "times", True, chess.WHITE, id="his player has moved"),
        pytest.param((HELPED, ALONE), "press", True, chess.WHITE, id="E.2.9.c his player has moved, and he presses"),
        pytest.param((ALONE, HELPED), "press", False, chess.BLACK, id="not his clock, which the Laws will say"),
        pytest.param((HELPED, HELPED), "press", True, chess.WHITE, id="of two, whose clock runs"),
        pytest.param((HELPED, HELPED), "times", True, chess.BLACK, id="of two, who is to move"),
        pytest.param((ALONE, ALONE), "times", True, chess.BLACK, id="nobody's, which the Laws will say"),
    ],
)
def test_e_2_9_whose_assistant_it_is(
    players: tuple[Player, Player], name: str, is_made: bool, color: chess.Color
) -> None:
    game = new_game(GameSetUp(setup=Setup(players=ByColor(*players))))
    for command in (commands.StartClock(), commands.PlayMove(color=chess.WHITE, move=NF3))[: 2 if is_made else 1]:
        game, _ = advance(game, command, at=timedelta())
    assert assistant_command(read(f"assistant {name}"), game).given_by == commands.assistant_of(color)


@pytest.mark.parametrize("words", ["announce Nf3", "write Nf3", "Nf3", "announce knight Felix three"])
def test_e_2_9_an_assistant_speaks_of_the_move_made_last_too(words: str) -> None:
    game = new_game(GameSetUp(setup=Setup(players=ByColor(ALONE, HELPED))))
    for command in (commands.StartClock(), commands.PlayMove(color=chess.WHITE, move=NF3)):
        game, _ = advance(game, command, at=timedelta())
    request = typed_request(f"assistant {words}", game, LANGUAGE)
    assert isinstance(request, Request) and request.move == NF3
    assert isinstance(typed_request("assistant announce Nh3", game, LANGUAGE), Unfinished)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("adjust", commands.AdjustPieces(color=chess.WHITE)),
        ("adjust e4 d4", commands.AdjustPieces(color=chess.WHITE, squares=(chess.E4, chess.D4))),
        ("touch e2", commands.TouchPieces(color=chess.WHITE, squares=(chess.E2,))),
        ("touched e7", commands.ClaimTouch(color=chess.WHITE, square=chess.E7)),
        ("threefold", commands.ClaimDraw(color=chess.WHITE, ground=commands.DrawGround.THREEFOLD)),
        ("fifty Nf3", commands.ClaimDraw(color=chess.WHITE, ground=commands.DrawGround.FIFTY, move=NF3)),
        ("seal Nf3", commands.SealMove(color=chess.WHITE, text="Nf3", moves=(NF3,))),
        ("seal gibberish", commands.SealMove(color=chess.WHITE, text="gibberish", moves=())),
        ("flag", commands.ClaimFlag(color=chess.WHITE)),
        ("call the arbiter", commands.StopClocks(reason=StopReason.ARBITER, color=chess.WHITE)),
        ("sealed", commands.StopClocks(reason=StopReason.SEALED, color=chess.WHITE)),
        ("take back", commands.TakeBack(color=chess.WHITE, count=1)),
        ("take back 3", commands.TakeBack(color=chess.WHITE, count=3)),
        ("take back to 3", commands.TakeBack(color=chess.WHITE, number=3)),
        ("pause", commands.StopClocks(reason=StopReason.ARBITER)),
        ("resume", commands.Resume()),
        ("normal means", commands.ClaimQuickplay(color=chess.WHITE, ground=commands.QuickplayGround.MEANS)),
        ("no effort", commands.ClaimQuickplay(color=chess.WHITE, ground=commands.QuickplayGround.EFFORT)),
    ],
)
def test_players(line: str, expected: Command) -> None:
    assert command_of(read(line), chess.WHITE) == expected


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("touch", Missing.SQUARE),
        ("touch what", Missing.SQUARE),
        ("touched", Missing.SQUARE),
        ("feel", Missing.SQUARE),
        ("fifty Nf9", Missing.MOVE),
        ("seal", Missing.MOVE),
        ("echo", Missing.MOVE),
        ("if", Missing.MOVE),
        ("where", Missing.PIECE),
        ("where enemy", Missing.PIECE),
        ("level", Missing.NUMBER),
        ("pawns x", Missing.WORDS),
        ("? nonsense", Missing.WORDS),
        ("sign", Missing.RESULT),
        ("sign 2-0", Missing.RESULT),
        ("knock over", Missing.SQUARE),
        ("knock over everything", Missing.SQUARE),
        ("unwritten", Missing.MOVE),
        ("two hands Nf9", Missing.MOVE),
    ],
)
def test_what_a_player_has_still_to_say(line: str, missing: Missing) -> None:
    assert lacks(line) is missing


def test_an_echo_is_read_on_the_board_before_the_move() -> None:
    game = started("g1f3")
    said = command_of(read("echo knight f3", game), chess.BLACK)
    assert said == commands.RepeatAnnouncement(color=chess.BLACK, text="knight f3", move=NF3)
    misheard = command_of(read("echo something else", game), chess.BLACK)
    assert misheard == commands.RepeatAnnouncement(color=chess.BLACK, text="something else", move=None)


def test_every_request_of_a_player_becomes_a_command_in_their_name() -> None:
    for name in REQUESTS - {RequestName.PAUSE, RequestName.RESUME}:
        request = Request(name=name, squares=(chess.E4,), moves=(NF3,), words="Nf3", result=Result.DRAW)
        assert command_of(request, chess.BLACK).given_by == commands.player(chess.BLACK), name


E4 = commands.PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4"))


@pytest.mark.parametrize(
    ("name", "presses", "color"),
    [
        # A player who presses is still on move; where the program presses, the opponent is.
        (RequestName.RESIGN, True, chess.WHITE),
        (RequestName.RESIGN, False, chess.BLACK),
        # 9.1: who has moved and not yet pressed offers.
        (RequestName.OFFER_DRAW, True, chess.WHITE),
        (RequestName.OFFER_DRAW, False, chess.WHITE),
        (RequestName.CLAIM_FLAG, True, chess.BLACK),
        (RequestName.CLAIM_FLAG, False, chess.WHITE),
        (RequestName.TAKE_BACK, False, chess.WHITE),
        (RequestName.ECHO, True, chess.BLACK),
        (RequestName.ECHO, False, chess.BLACK),
        (RequestName.CORRECT, True, chess.WHITE),
        (RequestName.CORRECT, False, chess.WHITE),
        (RequestName.ACCEPT_DRAW, True, chess.BLACK),
        (RequestName.SEAL, True, chess.WHITE),
    ],
)
def test_who_asks_after_a_move_that_is_not_yet_pressed(name: RequestName, presses: bool, color: chess.Color) -> None:
    game, _ = advance(started(), E4, at=timedelta())
    game = replace(game, setup=replace(game.setup, presses_for=both(not presses)))
    assert (game.turn, game.clock.running) == (chess.BLACK, chess.WHITE)
    assert asker(Request(name=name), game, None) is color


def test_who_asks_at_a_shared_keyboard() -> None:
    game = started("e2e4")
    assert asker(Request(name=RequestName.RESIGN), game, None) is chess.BLACK
    assert asker(Request(name=RequestName.RESIGN, color=chess.WHITE), game, None) is chess.WHITE
    assert asker(Request(name=RequestName.OFFER_DRAW), game, None) is chess.BLACK
    at_home = started("e2e4", presses_for=both(True))
    assert asker(Request(name=RequestName.OFFER_DRAW), at_home, None) is chess.WHITE
    assert asker(Request(name=RequestName.OFFER_DRAW), started(presses_for=both(True)), None) is chess.WHITE
    offered, _ = advance(game, commands.OfferDraw(color=chess.WHITE), at=timedelta())
    assert asker(Request(name=RequestName.ACCEPT_DRAW), offered, None) is chess.BLACK
    assert asker(Request(name=RequestName.ACCEPT_DRAW), offered, chess.WHITE) is chess.WHITE
    assert asker(Request(name=RequestName.DECLINE_DRAW), offered, None) is chess.BLACK


@pytest.mark.parametrize(
    ("name", "color"),
    [(RequestName.CORRECT, chess.WHITE), (RequestName.CLAIM_THREEFOLD, chess.BLACK)],
)
def test_who_speaks_of_a_move_has_it_before_them_or_has_just_made_it(name: RequestName, color: chess.Color) -> None:
    game, _ = advance(started(), E4, at=timedelta())
    move = chess.Move.from_uci("e7e5" if color is chess.BLACK else "e2e4")
    assert asker(Request(name=name, moves=(move,)), game, None) is color


def test_10_2_b_the_claim_that_the_arbiter_watches_is_withdrawn_by_who_has_made_it() -> None:
    """The player who has the move meanwhile."""
    game = started("e2e4", "e7e5")
    claim = Claim(color=chess.BLACK, kind=ClaimKind.QUICKPLAY)
    assert asker(Request(name=RequestName.WITHDRAW_CLAIM), replace(game, watched=claim), None) is chess.BLACK
    assert asker(Request(name=RequestName.WITHDRAW_CLAIM), replace(game, claim=claim), None) is chess.BLACK
    assert asker(Request(name=RequestName.WITHDRAW_CLAIM), game, None) is chess.WHITE


def test_the_sealer_seals_whoever_s_clock_runs() -> None:
    adjourned, _ = advance(started("e2e4"), commands.Adjourn(), at=timedelta())
    assert asker(Request(name=RequestName.SEAL), adjourned, None) is chess.BLACK
    assert asker(Request(name=RequestName.CLOSE_ENVELOPE), adjourned, None) is chess.BLACK
    not_pressed, _ = advance(started(), E4, at=timedelta())
    sealing, _ = advance(not_pressed, commands.Adjourn(), at=timedelta())
    assert sealing.clock.running is chess.WHITE
    assert asker(Request(name=RequestName.SEAL), sealing, None) is chess.BLACK
    assert asker(Request(name=RequestName.CLOSE_ENVELOPE), sealing, None) is chess.BLACK
    assert asker(Request(name=RequestName.RESIGN), sealing, None) is chess.WHITE  # who is still on move
