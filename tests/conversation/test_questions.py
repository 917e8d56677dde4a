"""A question stays until it is answered, whatever comes meanwhile; an answer to another one answers nothing."""

from collections.abc import Callable

import chess
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from access_chess.conversation.dialogue import after
from access_chess.conversation.reading import typed
from access_chess.conversation.state import CarryOut, Steps, waiting
from access_chess.laws import commands
from access_chess.laws.commands import Command
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from tests.conversation.golden_dialogues import Place

TWO_KNIGHTS = "4k3/7P/8/8/8/5N2/8/1N2K3 w - - 0 1"
YES, NO = Request(name=RequestName.YES), Request(name=RequestName.NO)

#: What a player may be asked about, and what a yes does then.
ASKED: dict[str, RequestName | None] = {
    "resign": RequestName.RESIGN,
    "draw": RequestName.OFFER_DRAW,
    "back": RequestName.TAKE_BACK,
    "new game": RequestName.NEW_GAME,
    "Nd2": None,
    "h8": None,
    "what if": None,
    "level": None,
}


def offers(place: Place) -> Command:
    return commands.OfferDraw(color=chess.BLACK)


def moves(place: Place) -> Command:
    return commands.PlayMove(color=place.game.turn, move=next(iter(place.game.board.legal_moves)))


def claims(place: Place) -> Command:
    return commands.ClaimDraw(color=chess.BLACK, ground=commands.DrawGround.THREEFOLD)


def resigns(place: Place) -> Command:
    return commands.Resign(color=chess.BLACK)


def rules(place: Place) -> Command:
    return commands.Declare(result=commands.Result.BLACK_WINS)


def stops(place: Place) -> Command:
    return commands.StopClocks(reason=commands.StopReason.OTHER)


def goes_on(place: Place) -> Command:
    return commands.Resume()


def takes_back(place: Place) -> Command:
    return commands.TakeBack(color=chess.BLACK)


ARRIVING: tuple[Callable[[Place], Command], ...] = (
    offers, moves, claims, resigns, rules, stops, goes_on, takes_back,
)  # fmt: skip


def place() -> Place:
    return Place(color=chess.WHITE, fen=TWO_KNIGHTS)


def done(steps: Steps) -> list[RequestName]:
    return [step.request.name for step in steps if isinstance(step, CarryOut)]


def answered(at: Place, request: Request) -> list[RequestName]:
    at.dialogue, steps = after(at.dialogue, request, at.moment)
    return done(steps)


@pytest.mark.parametrize("arrives", ARRIVING, ids=lambda each: each.__name__)
@pytest.mark.parametrize("asks", ASKED)
@pytest.mark.parametrize("answer", [YES, NO], ids=["yes", "no"])
def test_no_arrival_makes_an_answer_do_what_was_not_asked(
    asks: str, arrives: Callable[[Place], Command], answer: Request
) -> None:
    at = place()
    at.submit(commands.PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e1e2")))
    at.submit(commands.PlayMove(color=chess.BLACK, move=chess.Move.from_uci("e8e7")))
    at.type(asks)
    was_asked = at.dialogue.pending
    at.arrive(arrives(at))
    meant = {ASKED[asks]} if answer is YES else set()
    assert set(answered(at, answer)) <= meant
    assert was_asked is not None


@pytest.mark.parametrize("asks", [each for each, does in ASKED.items() if does is not None])
def test_an_offer_is_told_while_another_question_waits_and_asks_after_it(asks: str) -> None:
    at = place()
    at.submit(commands.PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e1e2")))
    (question,) = at.type(asks)
    assert at.arrive(offers(at)) == ("Black offers a draw.", question)
    assert at.type("no") == ("Not done.", "White: yes or no?")
    assert at.type("yes") == ("White accepts the draw. The game is drawn by agreement.",) or at.game.is_over


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_question_of_a_game_that_is_over_answers_nothing(answer: str) -> None:
    at = place()
    at.type("resign")
    at.arrive(resigns(at))
    assert at.type(answer) == ("That answered another question.", "New game, or quit?")
    assert at.left is None
    at.type(answer)
    assert at.left is (RequestName.NEW_GAME if answer == "yes" else RequestName.QUIT)


@pytest.mark.parametrize("line", ["yes", "no", "one"])
@pytest.mark.parametrize("asks", ["", "resign", "Nd2"])
def test_an_answer_that_bears_another_number_changes_nothing_and_what_is_asked_is_told_again(
    asks: str, line: str
) -> None:
    at = place()
    at.arrive(offers(at))
    seen = at.dialogue.question(at.game)
    if not asks:
        at.arrive(commands.DeclineDraw(color=chess.WHITE), offers(at))
    else:
        at.type(asks)
    before, asked = at.dialogue, waiting(at.dialogue, at.moment)
    assert asked is not None
    told = at.converse(typed(line, at.dialogue, at.moment, seen))
    assert told == ("That answered another question.", asked.spoken)
    assert replace(at.dialogue, failures=before.failures, slips=before.slips) == before
    assert at.dialogue.question(at.game) != seen


def test_an_answer_with_its_own_number_answers() -> None:
    at = place()
    at.type("resign")
    number = at.dialogue.question(at.game)
    at.arrive(offers(at))
    said = typed("yes", at.dialogue, at.moment, number)
    assert isinstance(said, Request)
    assert answered(at, said) == [RequestName.RESIGN]


def test_each_offer_has_a_number_of_its_own() -> None:
    at = place()
    numbers = []
    for _ in range(3):
        at.arrive(offers(at))
        numbers.append(at.dialogue.question(at.game))
        at.type("no")
        assert at.dialogue.question(at.game) == ""
    assert len(set(numbers)) == len(numbers)


ACTS = st.one_of(
    st.sampled_from([("asks", line) for line in (*ASKED, "board", "Nf6", "e5", "blah")]),
    st.sampled_from([("comes", each) for each in ARRIVING]),
    st.sampled_from([("answers", line) for line in ("yes", "no", "one", "two", "e4", "bella")]),
)


@settings(max_examples=150, deadline=None)
@example([("asks", "draw"), ("answers", "yes"), ("answers", "yes")], Profile.PRACTICE, None)
@given(
    st.lists(ACTS, max_size=14),
    st.sampled_from([Profile.PRACTICE, Profile.TOURNAMENT]),
    st.sampled_from([chess.WHITE, None]),
)
def test_a_yes_never_does_what_was_not_asked_last_by_the_standing_question(
    acts: list[tuple[str, object]], profile: Profile, color: chess.Color | None
) -> None:
    at = Place(color=color, profile=profile, fen=TWO_KNIGHTS)
    heard: list[str] = []
    for kind, what in acts:
        if at.game.is_over:  # "New game, or quit?" is asked by the seat, which no place of a conversation has
            break
        if kind == "comes":
            assert callable(what)
            heard += at.arrive(what(at))
            continue
        assert isinstance(what, str)
        said, asked, number = typed(what, at.dialogue, at.moment), waiting(at.dialogue, at.moment), at.dialogue.asked
        _, steps = after(at.dialogue, said, at.moment)
        if isinstance(said, Request) and said.name is RequestName.YES and done(steps):
            assert asked is not None
            questions = [each for each in heard if each.endswith(("?", "no."))]
            assert questions[-1] == asked.spoken
        offers_before = at.game.offers
        heard += at.converse(said)
        asked = waiting(at.dialogue, at.moment)
        if color is None and at.game.offers != offers_before and asked is not None:
            heard.append(asked.spoken)  # the other of two at one keyboard is asked
        assert at.dialogue.asked >= number
