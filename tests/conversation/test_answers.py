"""Questions that need no ruling: each has its answer, from the game as it stands."""

from datetime import timedelta

import chess
import pytest

from access_chess.conversation.answers import ABOUT_THE_CLOCK, QUESTIONS, answer, rule_of
from access_chess.edge.packs.typed_words import load_language
from access_chess.laws import commands
from access_chess.laws.articles import Article
from access_chess.laws.commands import PenaltyKind
from access_chess.laws.decide import advance
from access_chess.laws.editions import Edition
from access_chess.laws.events import (
    Ending,
    Event,
    GameEnded,
    GameSetUp,
    IrregularityFound,
    Offence,
    PenaltyImposed,
    Refusal,
    Refused,
    WarningGiven,
)
from access_chess.laws.game import Game, new_game
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.laws.told_articles import Rule, ToldArticle
from access_chess.requests.names import RequestName as Name
from access_chess.requests.request import Request

ENGLISH = load_language("en")
SECOND = timedelta(seconds=1)


def played(*moves: str) -> Game:
    game = new_game(GameSetUp(setup=Setup(time=parse_time_control("40/300, 60"))))
    game, _ = advance(game, commands.StartClock(), at=timedelta())
    for number, uci in enumerate(moves, start=1):
        color = game.turn
        game, _ = advance(game, commands.PlayMove(color=color, move=chess.Move.from_uci(uci)), at=number * SECOND)
        game, _ = advance(game, commands.PressClock(color=color), at=number * SECOND)
    return game


def said(request: Request, game: Game, color: chess.Color = chess.WHITE) -> list[str]:
    return [part.text for part in answer(request, game, color, 5 * SECOND, ENGLISH, ruling=None)]


@pytest.mark.parametrize(
    ("request_", "first", "count"),
    [
        (Request(name=Name.WHAT_IS_ON, squares=(chess.E4, chess.D4)), "Eva four: White pawn.", 2),
        (Request(name=Name.WHERE_IS, piece=chess.KING), "king: Eva one.", 1),
        (Request(name=Name.WHERE_IS, piece=chess.KING, is_opponents=True), "king: Eva eight.", 1),
        (Request(name=Name.WHOSE_TURN), "White to move, move two.", 1),
        (Request(name=Name.BOARD), "White king: Eva one.", 12),
        (Request(name=Name.MATERIAL), "White: one queen, two rooks, two bishops, two knights, eight pawns.", 2),
        (Request(name=Name.LEGAL_MOVES), "knight Cesar three, knight Anna three", None),
        (
            Request(name=Name.WHERE_IS, whose=chess.BLACK),
            "Black: king Eva eight, queen David eight, rooks Anna eight, Hector eight",
            2,
        ),
        (Request(name=Name.WHERE_IS, piece=chess.KING, whose=chess.BLACK), "king: Eva eight.", 1),
        (Request(name=Name.LEGAL_MOVES, squares=(chess.F1,)), "bishop Anna six, bishop Bella five", 1),
        (Request(name=Name.LEGAL_MOVES, squares=(chess.A1,)), "rook: no legal move.", 1),
        (Request(name=Name.LEGAL_MOVES, squares=(chess.E3,)), "Eva three is empty.", 1),
        (Request(name=Name.LAST_MOVE), "one Black: pawn Eva seven Eva five.", 1),
        (Request(name=Name.LAST_FIVE), "one White: pawn Eva two Eva four.", 2),
        (Request(name=Name.MOVES), "one White: pawn Eva two Eva four.", 2),
        (Request(name=Name.MOVE_COUNT), "Moves made by White: one, by Black: one.", 1),
        (Request(name=Name.WHY), "There has been no ruling.", 1),
        (Request(name=Name.MY_CLOCK), "White: four minutes fifty-six seconds.", 1),
        (Request(name=Name.OPPONENT_CLOCK), "Black: four minutes fifty-nine seconds.", 1),
        (Request(name=Name.CLOCK_DIFFERENCE), "Black has three seconds more.", 1),
        (Request(name=Name.CLOCK_USED), "White has used four seconds.", 1),
        (Request(name=Name.CLOCK_TO_CONTROL), "White: thirty-nine moves to the control.", 1),
        (Request(name=Name.CLOCK_MOVES), "White: one completed move.", 1),
    ],
    ids=lambda value: value.name if isinstance(value, Request) else "",
)
def test_each_question_has_its_answer(request_: Request, first: str, count: int | None) -> None:
    answers = said(request_, played("e2e4", "e7e5"))
    assert answers[0].startswith(first), answers
    assert count is None or len(answers) == count


def test_five_moves_of_each_player_are_the_last_five() -> None:
    shuffled = ["g1f3", "g8f6", "f3g1", "f6g8"] * 3
    assert len(said(Request(name=Name.LAST_FIVE), played(*shuffled))) == 10
    assert len(said(Request(name=Name.MOVES), played(*shuffled))) == 12


def test_the_ruling_is_what_was_asked_about() -> None:
    refused = Refused(color=chess.WHITE, reason=Refusal.NO_OFFER, article="9.1")
    (article, *_) = answer(Request(name=Name.WHY), played(), chess.WHITE, timedelta(), ENGLISH, ruling=refused)
    assert article.text == "Article nine point one."


def test_what_is_asked_of_the_clock_is_a_question() -> None:
    assert set(ABOUT_THE_CLOCK) < QUESTIONS
    for name in ABOUT_THE_CLOCK:
        assert said(Request(name=name), played("e2e4"))[0]


WHITE = chess.WHITE


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (PenaltyImposed(color=WHITE, kind=PenaltyKind.WARNING, article="13.4"), Article.PENALTY),
        (WarningGiven(color=WHITE, offence=Offence.PRESS_WITHOUT_MOVE, article="13.4"), Article.PRESS_WITHOUT_MOVE),
        (WarningGiven(color=WHITE, offence=Offence.WRITTEN_AHEAD, article="8.1"), Article.WRITING_IN_ADVANCE),
        (WarningGiven(color=WHITE, offence=Offence.NOT_RECORDED, article="8.1"), ToldArticle.REPLY_BEFORE_WRITING),
        (IrregularityFound(offence=Offence.UNFINISHED_PROMOTION, article="7.4.a"), Article.UNFINISHED_PROMOTION),
        (IrregularityFound(offence=Offence.KING_CAPTURED, article="7.4.a"), Article.ILLEGAL_MOVE),
        (
            GameEnded(at=SECOND, result=commands.Result.DRAW, ending=Ending.FLAG_DRAW, article="6.9"),
            Article.FLAG_BARE_KING,
        ),
        (
            Refused(color=WHITE, reason=Refusal.OFFER_STANDS, article="9.1.b"),
            ToldArticle.OFFER_LASTS,
        ),
        (None, None),
    ],
)
def test_of_several_rules_with_its_number_the_one_decided_of_which_the_reason_speaks(
    event: Event | None, rule: Rule | None
) -> None:
    assert rule_of(event, Edition.FIDE_2009) is rule
