"""What is rarely asked for at a keyboard, typed in English and in German, and who asks for it where both share it."""

from datetime import timedelta

import chess
import pytest
from msgspec.structs import replace

from access_chess.edge.packs.typed_words import load_language
from access_chess.laws import commands
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Command, DrawGround, Result, StopReason
from access_chess.laws.decide import advance
from access_chess.laws.editions import Edition, Quickplay
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import Game, new_game
from access_chess.laws.setup import ArbiterMode, Regulations, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.profile import Profile
from access_chess.requests.commands import asker, command_of
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request, Unfinished
from access_chess.requests.row import Here
from access_chess.requests.table import is_available, is_possible
from access_chess.requests.typed_line import typed_request

ENGLISH, GERMAN = load_language("en"), load_language("de")
E4 = chess.Move.from_uci("e2e4")
E5 = chess.Move.from_uci("e2e5")
FIVE, FOUR = timedelta(minutes=5), timedelta(minutes=4)
WHITE, BLACK = chess.WHITE, chess.BLACK
EVENT = Here(profile=Profile.TOURNAMENT)


def started(*given: Command, setup: Setup | None = None) -> Game:
    game = new_game(GameSetUp(setup=setup or Setup()))
    for command in (commands.StartClock(), *given):
        game, _ = advance(game, command, at=timedelta())
    return game


@pytest.mark.parametrize(
    ("english", "german", "command"),
    [
        ("withdraw", "zurückziehen", commands.WithdrawOffer(color=WHITE)),
        ("withdraw offer", "angebot zurückziehen", commands.WithdrawOffer(color=WHITE)),
        ("withdraw claim", "forderung zurückziehen", commands.WithdrawClaim(color=WHITE)),
        ("sign 1-0", "unterschreiben 1-0", commands.SignResult(color=WHITE, result=Result.WHITE_WINS)),
        ("sign 1/2-1/2", "unterschreiben 1/2-1/2", commands.SignResult(color=WHITE, result=Result.DRAW)),
        ("complete sheet", "formular ergänzen", commands.CompleteScoresheet(color=WHITE)),
        ("leave", "hinausgehen", commands.Leave(color=WHITE)),
        ("leave venue", "turnierbereich verlassen", commands.Leave(color=WHITE, venue=True)),
        ("leave anyway", "hinausgehen trotzdem", commands.Leave(color=WHITE, anyway=True)),
        (
            "leave venue anyway",
            "turnierbereich verlassen ohne Erlaubnis",
            commands.Leave(color=WHITE, venue=True, anyway=True),
        ),
        ("return", "wiederkommen", commands.Return(color=WHITE)),
        ("draw", "remis", commands.OfferDraw(color=WHITE)),
        ("draw if you resign", "remis wenn you resign", commands.OfferDraw(color=WHITE, condition="you resign")),
        ("offer provided that h3", "remis falls h3", commands.OfferDraw(color=WHITE, condition="h3")),
        ("against touch e4", "gegen berührung e4", commands.PlayMove(color=WHITE, move=E4, against_touch=True)),
        ("two hands e4", "zwei hände e4", commands.PlayMove(color=WHITE, move=E4, two_hands=True)),
        ("unwritten e4", "ungeschrieben e4", commands.PlayMove(color=WHITE, move=E4, written=False)),
        ("other hand", "andere hand", commands.PressClock(color=WHITE, other_hand=True)),
        (
            "touch at once e1 h1",
            "zugleich berühren Eva eins Hector eins",
            commands.TouchPieces(color=WHITE, squares=(chess.E1, chess.H1), in_order=False),
        ),
        ("against rules e2e5", "gegen die Regeln Eva zwei Eva fünf", commands.PlayIllegalMove(color=WHITE, move=E5)),
        (
            "against rules a7a8N",
            "gegen regeln a7a8n",
            commands.PlayIllegalMove(color=WHITE, move=chess.Move.from_uci("a7a8n")),
        ),
        ("threefold e4", "dreimal e4", commands.ClaimDraw(color=WHITE, ground=DrawGround.THREEFOLD, move=E4)),
        (
            "fifty unwritten e4",
            "fünfzig ungeschrieben e4",
            commands.ClaimDraw(color=WHITE, ground=DrawGround.FIFTY, move=E4, written=False),
        ),
        (
            "threefold by display",
            "dreimal laut Anzeige",
            commands.ClaimDraw(color=WHITE, ground=DrawGround.THREEFOLD, by_display=True),
        ),
        (
            "threefold by display unwritten e4",
            "dreimal ungeschrieben laut Anzeige e4",
            commands.ClaimDraw(color=WHITE, ground=DrawGround.THREEFOLD, move=E4, written=False, by_display=True),
        ),
        ("put back", "zurückstellen", commands.PutBackMove(color=WHITE)),
        ("knock over e2 d2", "umstoßen e2 d2", commands.KnockPiecesOver(color=WHITE, squares=(chess.E2, chess.D2))),
        ("knock over e2", "umstossen Eva zwei", commands.KnockPiecesOver(color=WHITE, squares=(chess.E2,))),
        ("set up", "aufstellen", commands.SetPiecesUp(color=WHITE)),
    ],
)
def test_players(english: str, german: str, command: Command) -> None:
    for line, language in ((english, ENGLISH), (german, GERMAN)):
        request = typed_request(line, started(), language)
        assert isinstance(request, Request), line
        assert command_of(request, WHITE) == command


@pytest.mark.parametrize("line", ["draw tomorrow", "draw if", "leave tomorrow", "leave venue if", "against touch"])
def test_what_says_nothing_behind_its_words_is_no_request(line: str) -> None:
    assert isinstance(typed_request(line, started(), ENGLISH), Unfinished)


@pytest.mark.parametrize(
    ("english", "german", "command"),
    [
        (
            "wrong clock white 5:00 black 4:00",
            "uhr falsch weiß 5:00 schwarz 4:00",
            commands.FindWrongClock(noted=ByColor(FIVE, FOUR)),
        ),
        (
            "wrong clock black four minutes white five minutes",
            "uhr falsch schwarz vier minuten weiss fünf minuten",
            commands.FindWrongClock(noted=ByColor(FIVE, FOUR)),
        ),
        ("wrong clock black 240", "uhr falsch schwarz 240", commands.FindWrongClock(noted=ByColor(None, FOUR))),
        (
            "wrong clock schedule black 240",
            "uhr falsch zeitplan schwarz 240",
            commands.FindWrongClock(noted=ByColor(None, FOUR), schedule_suffers=True),
        ),
        ("wrong setup", "falsch aufgestellt", commands.FindWrongSetup()),
        ("wrong setup a1", "falsch aufgestellt a1", commands.FindWrongSetup(square=chess.A1)),
        ("counter white 14", "zähler weiß 14", commands.SetMoveCounter(color=WHITE, moves=14)),
        ("set counter black forty", "zähler stellen schwarz vierzig", commands.SetMoveCounter(color=BLACK, moves=40)),
        ("grant leave black", "hinausgehen erlaubt schwarz", commands.GrantLeave(color=BLACK)),
        ("both resign", "beide geben auf", commands.HearBothResign()),
        ("reconstruct", "nachspielen", commands.Reconstruct()),
        ("reconstruct impossible", "nachspielen unmöglich", commands.Reconstruct(possible=False)),
    ],
)
def test_arbiter(english: str, german: str, command: Command) -> None:
    for line, language in ((f"arbiter {english}", ENGLISH), (f"schiedsrichter {german}", GERMAN)):
        request = typed_request(line, started(), language)
        assert isinstance(request, Request), line
        assert command_of(request, WHITE) == command


OFFER = commands.OfferDraw(color=BLACK)
CLAIM = commands.ClaimDraw(color=WHITE, ground=DrawGround.FIFTY, await_answer=True)
PLAYED, PRESSED = commands.PlayMove(color=WHITE, move=E4), commands.PressClock(color=WHITE)
HUMAN = Setup(arbiter=ArbiterMode.HUMAN)


@pytest.mark.parametrize(
    ("name", "game", "color"),
    [
        (RequestName.WITHDRAW_OFFER, started(commands.OfferDraw(color=WHITE)), WHITE),
        (RequestName.WITHDRAW_OFFER, started(PLAYED, commands.OfferDraw(color=WHITE), PRESSED), WHITE),
        (RequestName.WITHDRAW_CLAIM, started(CLAIM), WHITE),
        (RequestName.WITHDRAW_CLAIM, started(PLAYED, PRESSED), BLACK),
        (RequestName.LEAVE, started(), BLACK),
        (RequestName.LEAVE, started(PLAYED, PRESSED), WHITE),
        (RequestName.RETURN, started(commands.Leave(color=BLACK)), BLACK),
        (RequestName.RETURN, started(commands.Leave(color=BLACK), commands.Leave(color=WHITE, anyway=True)), WHITE),
        (RequestName.COMPLETE_SHEET, started(), WHITE),
        (
            RequestName.COMPLETE_SHEET,
            started(commands.PlayMove(color=WHITE, move=E4, written=False), PRESSED),
            WHITE,
        ),
        (RequestName.SIGN, started(commands.Resign(color=BLACK)), WHITE),
        (
            RequestName.SIGN,
            started(commands.Resign(color=BLACK), commands.SignResult(color=WHITE, result=Result.WHITE_WINS)),
            BLACK,
        ),
        (RequestName.SET_UP, started(commands.KnockPiecesOver(color=BLACK, squares=(chess.E7,)), setup=HUMAN), BLACK),
        (RequestName.SET_UP, started(), WHITE),
        (RequestName.PUT_BACK, started(commands.PlayMove(color=WHITE, move=E4, two_hands=True)), WHITE),
        (RequestName.UNWRITTEN, started(PLAYED), BLACK),
        (RequestName.TWO_HANDS, started(PLAYED), BLACK),
        (RequestName.BREACH, started(PLAYED), BLACK),
    ],
)
def test_who_asks_at_a_shared_keyboard(name: RequestName, game: Game, color: chess.Color) -> None:
    assert asker(Request(name=name), game, None) is color
    assert asker(Request(name=name, color=not color), game, None) is not color
    assert asker(Request(name=name), game, not color) is not color


TIMED = Setup(time=parse_time_control("300"))
OVER = commands.Resign(color=WHITE)
ASKS_FOR_TIME = Setup(
    edition=Edition.FIDE_2018, time=TIMED.time, regulations=Regulations(quickplay=Quickplay.EXTRA_TIME)
)
IN_2009 = Setup(time=TIMED.time, regulations=Regulations(quickplay=Quickplay.CLAIM_2009))


def advanced(game: Game, command: Command) -> Game:
    return advance(game, command, at=timedelta())[0]


#: White's flag is down and nobody has ruled on it.
FLAGGED = replace(started(setup=replace(TIMED, arbiter=ArbiterMode.HUMAN)), flags=ByColor(timedelta(), None))


@pytest.mark.parametrize(
    ("name", "useful", "useless"),
    [
        (RequestName.WITHDRAW_OFFER, started(commands.OfferDraw(color=WHITE)), started()),
        (RequestName.WITHDRAW_CLAIM, started(CLAIM), started()),
        (RequestName.SIGN, started(OVER), started()),
        (
            RequestName.COMPLETE_SHEET,
            started(commands.PlayMove(color=WHITE, move=E4, written=False)),
            started(PLAYED),
        ),
        (
            RequestName.ARBITER_RECONSTRUCT,
            started(commands.PlayMove(color=WHITE, move=E4, written=False)),
            started(PLAYED),
        ),
        (RequestName.RETURN, started(commands.Leave(color=BLACK)), started()),
        (RequestName.LEAVE, started(), started(OVER)),
        (RequestName.SET_UP, started(commands.KnockPiecesOver(color=WHITE, squares=(chess.E2,))), started()),
        (RequestName.PUT_BACK, started(PLAYED), started()),
        (RequestName.ARBITER_COUNTER, started(setup=TIMED), started()),
        (RequestName.ARBITER_WRONG_CLOCK, started(setup=TIMED), started()),
        (RequestName.ARBITER_BOTH_RESIGN, started(), started(OVER)),
        (RequestName.ARBITER_RECONSTRUCT, FLAGGED, started(setup=TIMED)),
        (RequestName.ARBITER_RECONSTRUCT, FLAGGED, advanced(FLAGGED, OVER)),
        (RequestName.EXTRA_TIME, started(setup=ASKS_FOR_TIME), started(setup=TIMED)),
        (RequestName.EXTRA_TIME, started(setup=ASKS_FOR_TIME), started(OVER, setup=ASKS_FOR_TIME)),
        (RequestName.CLAIM_MEANS, started(setup=IN_2009), started(setup=ASKS_FOR_TIME)),
        (RequestName.CLAIM_MEANS, started(setup=IN_2009), started(OVER, setup=IN_2009)),
        (RequestName.ARBITER_COUNT_GAP, started(commands.StopClocks(reason=StopReason.POWER)), started()),
    ],
)
def test_help_tells_of_it_only_when_it_can_be_of_use(name: RequestName, useful: Game, useless: Game) -> None:
    assert is_possible(name, useful, EVENT)
    assert not is_possible(name, useless, EVENT)


@pytest.mark.parametrize(
    "name",
    [
        RequestName.COMPLETE_SHEET, RequestName.SIGN, RequestName.LEAVE, RequestName.LEAVE_VENUE, RequestName.RETURN,
        RequestName.TWO_HANDS, RequestName.PUT_BACK, RequestName.UNWRITTEN, RequestName.KNOCK_OVER, RequestName.SET_UP,
        RequestName.BREACH,
    ],
)  # fmt: skip
def test_what_belongs_to_a_competition_is_not_known_at_home(name: RequestName) -> None:
    assert not is_available(name, Profile.PRACTICE)
    assert is_available(name, Profile.TOURNAMENT) and is_available(name, Profile.ASSISTED)
