"""The one conversation, step by step: who is meant, what is asked first, what is forgotten, and what may not happen."""

import chess
import pytest
from msgspec.structs import replace

from access_chess.conversation.choices import choice
from access_chess.conversation.dialogue import after
from access_chess.conversation.reading import AT_DESK, LONGEST_LINE, asked_by, heard, typed
from access_chess.conversation.state import AskAfter, CarryOut, Dialogue, Say, Sign, Steps
from access_chess.laws.commands import AcceptDraw, OfferDraw, PlayMove, PressClock
from access_chess.listening.heard import HeardChoice
from access_chess.profile import Profile
from access_chess.requests.names import NUMBERS, RequestName
from access_chess.requests.request import Request, Unfinished
from access_chess.requests.row import Topic
from access_chess.speech.utterance import SpokenPart
from tests.conversation.golden_dialogues import Place, asked

TWO_KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
FIRST, SECOND = chess.Move.from_uci("b1d2"), chess.Move.from_uci("f3d2")
E4, E5 = chess.Move.from_uci("e2e4"), chess.Move.from_uci("e7e5")


def steps(place: Place, *sounds: str) -> Steps:
    """The steps of the last of several things that were heard."""
    taken: Steps = ()
    for sound in sounds:
        place.dialogue, taken = after(place.dialogue, heard(asked(sound)), place.moment)
    return taken


def done(taken: Steps) -> list[tuple[RequestName, chess.Color]]:
    return [(step.request.name, step.color) for step in taken if isinstance(step, CarryOut)]


def test_a_clear_move_is_played_at_home() -> None:
    move = Request(name=RequestName.MOVE, words="e2e4", moves=(E4,), is_heard=True)
    assert steps(Place(), "e2e4") == (Sign.UNDERSTOOD, CarryOut(request=move, color=chess.WHITE))


@pytest.mark.parametrize(
    ("blind", "line", "name"),
    [
        (True, "Eva four", RequestName.ECHO),
        (True, "e2e4", RequestName.ECHO),
        (True, "e3", None),
        (False, "e4", None),
        (True, "e5", RequestName.MOVE),
    ],
)
def test_e_2_1_beside_a_blind_player_the_move_said_again_is_its_echo(
    blind: bool, line: str, name: RequestName | None
) -> None:
    place = Place(blind=blind)
    place.submit(PlayMove(color=chess.WHITE, move=E4))
    said = typed(line, place.dialogue, place.moment)
    assert (said.name if isinstance(said, Request) else None) is name


@pytest.mark.parametrize("profile", [Profile.TOURNAMENT, Profile.ASSISTED])
def test_e_2_1_where_nothing_is_taken_back_only_a_confirmed_move_is_played(profile: Profile) -> None:
    assert done(steps(Place(profile=profile), "e2e4")) == []
    assert done(steps(Place(profile=profile), "e2e4", "yes")) == [(RequestName.MOVE, chess.WHITE)]
    assert done(steps(Place(profile=profile), "e2e4", "no")) == []
    corrected = steps(Place(profile=profile), "e2e4", "d2d4", "yes")
    assert [step.request.moves for step in corrected if isinstance(step, CarryOut)] == [(chess.Move.from_uci("d2d4"),)]


def test_a_doubt_with_one_reading_is_asked_even_at_home() -> None:
    place = Place()
    single = HeardChoice(moves=(E4,), confidence=0.5, heard="eva vier")
    place.dialogue, taken = after(place.dialogue, heard(single), place.moment)
    assert [step.part.text for step in taken if isinstance(step, Say)] == ["pawn Eva two Eva four? Yes or no."]
    assert done(steps(place, "yes")) == [(RequestName.MOVE, chess.WHITE)]


@pytest.mark.parametrize(
    ("fen", "moves", "is_new_piece"),
    [
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q e7e8r e7e8b e7e8n", True),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q e7e8n", False),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 a1a4 a1a6 a1a8", False),
        (
            "4r3/3P1P2/8/k7/8/8/8/4K3 w - - 0 1",
            "d7e8q d7e8r d7e8b d7e8n f7e8q f7e8r f7e8b f7e8n",
            False,
        ),
    ],
    ids=["all four", "two of them", "four moves of a rook", "of two pawns"],
)
def test_only_between_all_four_new_pieces_it_is_asked_which_one(fen: str, moves: str, is_new_piece: bool) -> None:
    place = Place(fen=fen)
    found = choice(place.game.board, tuple(map(chess.Move.from_uci, moves.split())), place.language, place.lexicon)
    assert (found.asked == place.language.pack.phrase("promotion_missing")) is is_new_piece
    assert len(found.moves) == len(moves.split())


def test_a_number_beyond_the_options_chooses_nothing() -> None:
    assert done(steps(Place(fen=TWO_KNIGHTS), "b1d2 f3d2", "three")) == []


def test_what_was_asked_on_another_board_is_not_answered_any_more() -> None:
    place = Place(profile=Profile.TOURNAMENT)
    steps(place, "e2e4")
    place.submit(PlayMove(color=chess.WHITE, move=E4))
    assert done(steps(place, "yes")) == []


def test_a_resignation_is_still_meant_when_the_opponent_has_moved_meanwhile() -> None:
    place = Place(color=chess.BLACK)
    steps(place, "resign")
    place.submit(PlayMove(color=chess.WHITE, move=E4), PressClock(color=chess.WHITE))
    assert done(steps(place, "yes")) == [(RequestName.RESIGN, chess.BLACK)]


def test_an_offer_that_comes_while_something_is_asked_waits_until_that_is_answered() -> None:
    place = Place(color=chess.WHITE)
    steps(place, "resign")
    place.submit(OfferDraw(color=chess.BLACK))
    taken = steps(place, "yes")
    assert done(taken) == [(RequestName.RESIGN, chess.WHITE)]
    assert AskAfter(question=f"offer {place.game.offers}") in taken


def test_what_is_asked_after_an_offer_is_answered_first() -> None:
    place = Place(color=chess.WHITE)
    place.submit(OfferDraw(color=chess.BLACK))
    assert done(steps(place, "resign", "yes")) == [(RequestName.RESIGN, chess.WHITE)]
    assert done(steps(place, "no")) == [(RequestName.DECLINE_DRAW, chess.WHITE)]


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_who_has_offered_does_not_answer_their_own_offer(answer: str) -> None:
    place = Place(color=chess.WHITE)
    place.submit(OfferDraw(color=chess.WHITE))
    assert not place.dialogue.is_asked(place.game)
    assert done(steps(place, answer)) == []
    assert done(steps(place, "offer_draw")) == [(RequestName.OFFER_DRAW, chess.WHITE)]  # which the Laws refuse


#: Offers and answers in each order: at one keyboard or two, where the program presses or the players do.
ORDERS = [
    (Profile.PRACTICE, None, chess.WHITE),
    (Profile.TOURNAMENT, None, chess.WHITE),
    (Profile.PRACTICE, chess.WHITE, chess.WHITE),
    (Profile.TOURNAMENT, chess.WHITE, chess.WHITE),
    (Profile.PRACTICE, chess.BLACK, chess.BLACK),
]


@pytest.mark.parametrize(("profile", "color", "offerer"), ORDERS)
@pytest.mark.parametrize("is_heard", [False, True], ids=["typed", "heard"])
def test_9_1_an_offer_after_a_move_is_the_mover_s(
    profile: Profile, color: chess.Color | None, offerer: chess.Color, is_heard: bool
) -> None:
    place = Place(profile=profile, color=color)
    place.submit(PlayMove(color=chess.WHITE, move=E4))
    for line, sound in (("draw", "offer_draw"), ("yes", "yes")):
        place.hear(sound) if is_heard else place.type(line)
    assert place.game.offer is offerer


@pytest.mark.parametrize(
    ("sounds", "is_drawn"),
    [
        (("yes",), True),
        (("accept_draw", "yes"), True),
        (("offer_draw", "yes"), True),
        (("accept_draw", "no"), False),
        (("no",), False),
        (("decline_draw",), False),
        (("e7e5",), False),
    ],
)
@pytest.mark.parametrize("color", [None, chess.BLACK])
def test_each_answer_to_an_offer(color: chess.Color | None, sounds: tuple[str, ...], is_drawn: bool) -> None:
    place = Place(color=color)
    place.submit(PlayMove(color=chess.WHITE, move=E4), OfferDraw(color=chess.WHITE), PressClock(color=chess.WHITE))
    for sound in sounds:
        place.hear(sound)
    assert place.game.is_over is is_drawn
    assert is_drawn or place.game.offer is None or sounds == ("accept_draw", "no")


def test_at_a_shared_keyboard_a_named_player_answers_only_for_themselves() -> None:
    place = Place()
    place.submit(OfferDraw(color=chess.WHITE))
    assert place.type("white yes") == place.type("white no") == ("Black: yes or no?",)
    assert place.type("white draw") == ("There is a draw offer already. It waits for its answer.",)
    assert place.type("black draw") == ("Black accepts the draw? Yes or no.",)
    place.type("no")
    assert place.type("black no") == ("Black declines the draw.",)


def test_a_claim_that_was_heard_is_confirmed_and_a_typed_one_is_exact() -> None:
    place = Place()
    assert done(steps(place, "claim_fifty")) == []
    place.dialogue, taken = after(place.dialogue, Request(name=RequestName.CLAIM_FIFTY), place.moment)
    assert done(taken) == [(RequestName.CLAIM_FIFTY, chess.WHITE)]


def test_only_answers_that_mean_something_are_listened_for() -> None:
    place = Place(fen=TWO_KNIGHTS)
    assert place.dialogue.answers(place.game) == set()
    steps(place, "b1d2 f3d2")
    assert place.dialogue.answers(place.game) == {RequestName.YES, RequestName.NO, *NUMBERS[:2]}
    steps(place, "b1d2")
    assert place.dialogue.answers(place.game) == {RequestName.NO} if place.dialogue.played else set()
    steps(place, "resign")
    assert place.dialogue.answers(place.game) == {RequestName.YES, RequestName.NO}


def test_after_the_end_yes_is_another_game_and_no_leaves() -> None:
    for answer, name in (("yes", RequestName.NEW_GAME), ("no", RequestName.QUIT)):
        place = Place()
        place.type("resign")
        place.type("yes")
        place.type(answer)
        assert place.left is name
    place = Place(profile=Profile.TOURNAMENT)
    place.type("resign")
    place.type("yes")
    assert place.type("yes") == ("There is no question to answer.",)


def test_failures_are_forgotten_once_something_is_understood() -> None:
    place = Place()
    place.hear("unsure")
    place.hear("whose_turn")
    assert place.hear("unsure") == ("Please repeat.",)


def test_too_many_moves_to_choose_from_are_asked_for_again_by_ear() -> None:
    many = " ".join(f"b1{goal}" for goal in ("a3", "c3", "d2", "e4", "f6"))
    assert Place(fen=TWO_KNIGHTS).hear(many) == ("Please repeat.",)


def test_a_line_that_is_far_too_long_is_not_read() -> None:
    place = Place()
    said = typed("e" * (LONGEST_LINE + 1), place.dialogue, place.moment)
    assert place.converse(said) == ("I do not understand this.",)


def test_a_question_for_a_slot_is_dropped_by_something_else() -> None:
    place = Place()
    place.type("on")
    assert place.type("resign") == ("White resigns? Yes or no.",)
    place.type("no")
    place.type("on")
    assert place.type("Nf3") == ("knight Gustav one Felix three",)


def test_a_request_that_is_not_understood_leaves_the_question_open() -> None:
    place = Place()
    place.type("resign")
    assert place.type("arbiter dance") == ("I do not understand this.",)
    assert place.type("yes")[0].startswith("White resigns.")


def test_more_tells_the_rest_of_the_help() -> None:
    place = Place(profile=Profile.TOURNAMENT)
    told = [*place.type("? arbiter")]
    while told[-1].startswith("more"):
        assert len(told) <= 10
        told = [*place.type("more")]
    assert 0 < len(told) <= 10
    assert place.type("more") == ("There is no more.",)


def test_help_is_about_what_is_possible() -> None:
    place = Place()
    assert place.type("? clock") == ("None of that is possible now.",)
    assert not any("arbiter" in line for line in place.type("?"))
    assert any(line.startswith("draw") for line in place.type("? game"))
    place.submit(OfferDraw(color=chess.WHITE))
    assert not any(line.startswith("draw") for line in place.type("? game"))
    assert any(line.startswith("accept") for line in place.type("?"))


def test_a_state_is_never_changed() -> None:
    place = Place()
    before = place.dialogue
    steps(place, "resign")
    assert before == Dialogue(here=before.here, color=None)
    assert replace(place.dialogue, pending=None, asked=0) == before


def test_the_laws_agree_with_who_accepts() -> None:
    place = Place()
    place.submit(OfferDraw(color=chess.WHITE))
    place.submit(AcceptDraw(color=chess.BLACK))
    assert place.game.is_over


def test_an_illegal_move_on_the_opponents_turn_is_told_whose_turn_it_is_and_leaves_the_question() -> None:
    place = Place(color=chess.BLACK)
    place.type("resign")
    assert place.type("Ke5") == ("White to move, move one.",)
    assert done(steps(place, "yes")) == [(RequestName.RESIGN, chess.BLACK)]
    place = Place(color=chess.WHITE)
    place.type("resign")
    assert place.type("Ke5") == ("Not legal: no piece of yours moves like that.",)
    assert done(steps(place, "yes")) == []


def test_a_slip_of_the_keys_on_the_opponents_turn_tells_both() -> None:
    assert Place(color=chess.BLACK).type("xyzzy") == ("I do not understand this: xyzzy.", "White to move, move one.")


def test_what_is_done_meanwhile_drops_the_question_and_what_is_only_asked_does_not() -> None:
    place = Place()
    place.type("resign")
    place.type("adjust e2")
    assert place.type("yes") == ("There is no question to answer.",)
    place.type("resign")
    place.type("last")
    assert done(steps(place, "yes")) == [(RequestName.RESIGN, chess.WHITE)]


def test_a_typed_move_needs_no_confirmation_in_competition() -> None:
    assert Place(profile=Profile.TOURNAMENT).type("e4") == ("pawn Eva two Eva four",)


def test_where_somebody_listens_a_choice_is_put_in_words_that_they_can_tell_apart() -> None:
    place = Place(fen=TWO_KNIGHTS)
    found = choice(place.game.board, (FIRST, SECOND), place.language, place.lexicon)
    assert (found.asked.text, found.options) == ("Bella or Felix?", ("bella", "felix"))


@pytest.mark.parametrize("answer", ["felix", "Felix", "f", "F"])
def test_where_nobody_listens_a_choice_is_put_in_the_words_of_the_board(answer: str) -> None:
    place = Place(fen=TWO_KNIGHTS)
    moment = replace(place.moment, lexicon=None)
    dialogue, (asked_back,) = after(place.dialogue, typed("Nd2", place.dialogue, moment), moment)
    assert isinstance(asked_back, Say) and asked_back.part.text == "Bella or Felix?"
    _, chosen = after(dialogue, typed(answer, dialogue, moment), moment)
    assert [step.request.move for step in chosen if isinstance(step, CarryOut)] == [SECOND]


@pytest.mark.parametrize(("is_typed", "line"), [(True, "e4"), (False, "")])
def test_only_what_was_typed_is_shown_again_with_its_answer(is_typed: bool, line: str) -> None:
    """Nobody has to read what he has said."""
    place = Place(color=chess.BLACK)
    said = typed("e4", place.dialogue, place.moment) if is_typed else heard(asked("e2e4"))
    _, (answer,) = after(place.dialogue, said, place.moment)
    assert isinstance(answer, Say) and (answer.part.text, answer.line) == ("White to move, move one.", line)


def test_at_the_arbiters_desk_a_line_that_is_far_too_long_is_no_ruling() -> None:
    moment = Place().moment
    for blanks, name in ((0, RequestName.ARBITER_STOP), (LONGEST_LINE, RequestName.ARBITER_PIN)):
        found = typed("stop" + " " * blanks + ".", AT_DESK, moment)
        request = found.request if isinstance(found, Unfinished) else found
        assert isinstance(request, Request) and request.name is name


def test_the_longest_line_that_is_read() -> None:
    place = Place()
    longest = "resign".ljust(LONGEST_LINE - 1) + "?"
    assert asked_by(longest, place.dialogue, place.moment) == Request(name=RequestName.RESIGN)
    assert typed(longest, place.dialogue, place.moment) == Request(name=RequestName.RESIGN)


def test_a_line_that_is_far_too_long_is_no_request_either() -> None:
    place = Place()
    assert asked_by("resign" + " " * LONGEST_LINE, place.dialogue, place.moment) is None
    assert asked_by("resign", place.dialogue, place.moment) == Request(name=RequestName.RESIGN)


def test_who_is_not_understood_twice_in_a_row_is_told_how_to_ask_for_help() -> None:
    place = Place()
    hint = "A question mark tells you what you may type."
    assert hint not in place.type("what shall I do")
    assert place.type("please help me")[-1] == hint
    assert hint not in place.type("what now")
    place.type("last")
    assert hint not in place.type("what now")
    assert place.type("what now")[-1] == hint


def test_a_heard_move_is_not_taken_back_by_a_no_after_something_else() -> None:
    place = Place()
    place.hear("e2e4")
    place.type("adjust e7")
    assert place.type("no") == ("There is no question to answer.",)


def test_what_a_draw_is_offered_on_is_never_taken_for_an_answer() -> None:
    place = Place()
    place.submit(OfferDraw(color=chess.BLACK))
    place.dialogue, taken = after(place.dialogue, typed("draw if I win", place.dialogue, place.moment), place.moment)
    assert done(taken) == [(RequestName.OFFER_DRAW, chess.WHITE)]


def test_a_doubt_of_the_ear_that_was_answered_by_keys_is_settled() -> None:
    place = Place(fen=TWO_KNIGHTS, profile=Profile.TOURNAMENT)
    place.hear("b1d2 f3d2")
    assert place.type("b1d2") == ("knight Bella one David two",)


def test_after_a_slip_of_the_keys_an_offer_asks_for_its_answer_again() -> None:
    place = Place()
    place.submit(OfferDraw(color=chess.WHITE))
    assert place.type("maybe") == ("I do not understand this: maybe.", "Black: yes or no?")
    assert place.type("no") == ("Black declines the draw.",)


def test_after_the_end_a_slip_of_the_keys_is_told_that_the_game_is_over() -> None:
    place = Place()
    place.type("resign")
    place.type("yes")
    assert place.type("Nf9") == ("The game is over.",)


@pytest.mark.parametrize("answer", ["yes", "no"])
@pytest.mark.parametrize("asked_for", ["resign", "draw"])
def test_only_who_was_asked_answers_at_one_keyboard(asked_for: str, answer: str) -> None:
    place = Place()
    asked_back = place.type(f"white {asked_for}")
    assert place.type(f"black {answer}") == asked_back
    assert (place.game.is_over, place.game.offer) == (False, None)
    assert place.type(f"white {answer}") != asked_back


@pytest.mark.parametrize(
    ("line", "is_told"),
    [("Nf6", True), ("e5", True), ("Ne5", False), ("e7 e5", False)],  # of the last it is said that the pawn is not his
)
def test_at_one_keyboard_a_move_of_the_other_player_is_told_whose_turn_it_is(line: str, is_told: bool) -> None:
    reason, *turn = Place().type(line)
    assert reason.startswith("Not legal: ")
    assert turn == (["White to move, move one."] if is_told else [])


def test_9_2_a_claim_with_a_move_to_come_is_of_who_has_the_move() -> None:
    place = Place(profile=Profile.TOURNAMENT)
    place.submit(PlayMove(color=chess.WHITE, move=E4))
    told = place.type("threefold Nf6")
    assert told[0].endswith("Black claims a draw: the same position for the third time.")


def test_what_cannot_be_asked_for_now_leaves_the_question_open() -> None:
    place = Place()
    asked_back = place.type("black draw")
    place.type("white accept")
    assert place.type("maybe")[1:] == asked_back
    assert place.type("yes")[0] == "Black offers a draw."


@pytest.mark.parametrize(
    ("voices", "line", "answer", "played"),
    [
        ("en", "castle", "short", "e1g1"),
        ("en", "castle", "Kingside", "e1g1"),
        ("en", "castle", "long", "e1c1"),
        ("de", "Rochade", "kurz", "e1g1"),
        ("de", "rochiere", "große", "e1c1"),
    ],
)
def test_which_castling_is_meant_is_told_in_one_word(voices: str, line: str, answer: str, played: str) -> None:
    place = Place(voices=voices, fen="4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert place.type(line) and not place.game.plies
    place.type(answer)
    assert place.game.plies[-1].move == chess.Move.from_uci(played)


def test_what_may_be_a_slip_of_the_finger_is_asked_first() -> None:
    """A button of a page calls the arbiter; a line that does so was meant."""
    called = Request(name=RequestName.CALL_ARBITER, words="Arbiter")
    for is_doubtful, ended in ((True, ("Arbiter? Yes or no.",)), (False, ())):
        place = Place(profile=Profile.ASSISTED)
        _, taken = after(place.dialogue, replace(called, is_doubtful=is_doubtful), place.moment)
        assert tuple(step.part.text for step in taken if isinstance(step, Say)) == ended
        assert bool(done(taken)) is not is_doubtful


@pytest.mark.parametrize("line", ["help clock", "? clock", "h clock"])
def test_help_is_asked_for_by_its_topic(line: str) -> None:
    place = Place()
    said = typed(line, place.dialogue, place.moment)
    assert isinstance(said, Request) and (said.name, said.topic) == (RequestName.HELP, Topic.CLOCK)


@pytest.mark.parametrize("line", ["y", "Y", "yes"])
def test_a_question_is_answered_by_a_letter_or_a_word(line: str) -> None:
    place = Place()
    assert place.type("resign") == ("White resigns? Yes or no.",)
    place.type(line)
    assert place.game.is_over


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("take back", "Take the last move back? Yes or no."),
        ("take back 2", "Take back two moves of yours? Yes or no."),
        ("take back to 1", "Take back to move one? Yes or no."),
    ],
)
def test_how_far_a_game_goes_back_is_in_the_question(line: str, question: str) -> None:
    place = Place()
    for each in ("e4", "e5", "Nf3", "Nc6"):
        place.type(each)
    assert place.type(line) == (question,)
    assert place.type("no") == ("Not done.",)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("", "Which square?"),
        ("on", "on: Which square?"),
        ("Which", "Which: Which square?"),
    ],
)
def test_what_could_not_be_done_stays_in_sight_before_its_answer(line: str, shown: str) -> None:
    assert Say(part=SpokenPart(text="Which square?", spoken="", language="en"), line=line).shown.text == shown


def test_a_line_that_its_answer_repeats_is_shown_once() -> None:
    part = SpokenPart(text="I do not understand this: foo.", spoken="", language="en")
    assert Say(part=part, line="foo").shown == part


@pytest.mark.parametrize(
    ("sound", "question"),
    [
        ("claim_threefold", "Claim a draw by repetition? Yes or no."),
        ("claim_fifty", "Claim a draw by the fifty-move rule? Yes or no."),
        ("claim_flag", "claim_flag? Yes or no."),
        ("quit", "quit? Yes or no."),
    ],
)
def test_what_may_have_been_misheard_is_asked_about_in_the_words_heard_and_a_draw_by_its_rule(
    sound: str, question: str
) -> None:
    said = steps(Place(), sound)[-1]
    assert isinstance(said, Say) and said.part.text == question


@pytest.mark.parametrize(
    ("offerer", "color", "is_assistants", "yes"),
    [
        (None, chess.WHITE, False, None),
        (chess.BLACK, chess.WHITE, False, RequestName.ACCEPT_DRAW),
        (chess.WHITE, chess.WHITE, False, None),
        (chess.WHITE, None, False, RequestName.ACCEPT_DRAW),
        (chess.BLACK, chess.WHITE, True, None),
    ],
)
def test_a_bare_yes_accepts_the_opponents_offer_and_is_no_assistants(
    offerer: chess.Color | None, color: chess.Color | None, is_assistants: bool, yes: RequestName | None
) -> None:
    place = Place()
    if offerer is not None:
        place.submit(OfferDraw(color=offerer))
    here = replace(place.dialogue.here, is_assistants=is_assistants)
    assert replace(place.dialogue, here=here, color=color).standing(place.game) is yes
