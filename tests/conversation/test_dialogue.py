"""Golden dialogues: confirm, choose, correct, give up, and what may not happen by itself."""

import chess
import pytest

from access_chess.conversation.dialogue import (
    CarryOut,
    Dialogue,
    Learn,
    PlayMove,
    Prompt,
    Say,
    Sign,
    Step,
    after,
    on_new_position,
)
from access_chess.listening.heard import HeardChoice, HeardCommand, HeardMove, HeardNothing, Nothing
from access_chess.listening.questions import question
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from tests.listening.lexicons import LEXICON

BOARD = chess.Board("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
FIRST, SECOND = chess.Move.from_uci("b1d2"), chess.Move.from_uci("f3d2")
MOVE = HeardMove(move=FIRST, confidence=0.95, heard="springer bella eins david zwei")
CHOICE = HeardChoice(moves=(FIRST, SECOND), confidence=0.9, heard="springer david zwei")
QUESTION = question(BOARD, CHOICE.moves, LEXICON)


def command(name: RequestName) -> HeardCommand:
    return HeardCommand(name=name, confidence=0.95, heard=name.value)


def steps(profile: Profile, *heard: HeardMove | HeardChoice | HeardCommand | HeardNothing) -> tuple[Step, ...]:
    """The steps of the last of several utterances."""
    dialogue = Dialogue(profile=profile)
    taken: tuple[Step, ...] = ()
    for asked in heard:
        dialogue, taken = after(dialogue, asked, QUESTION if isinstance(asked, HeardChoice) else None)
    return taken


def test_a_clear_move_is_read_back_and_played() -> None:
    assert steps(Profile.PRACTICE, MOVE) == (
        Sign.UNDERSTOOD,
        Say(prompt=Prompt.READ_BACK, move=FIRST),
        PlayMove(move=FIRST),
    )


@pytest.mark.parametrize("profile", [Profile.TOURNAMENT, Profile.ASSISTED])
def test_e_2_1_where_nothing_is_taken_back_only_a_confirmed_move_is_played(profile: Profile) -> None:
    assert steps(profile, MOVE) == (Sign.UNDERSTOOD, Say(prompt=Prompt.CONFIRM_MOVE, move=FIRST))
    assert steps(profile, MOVE, command(RequestName.YES)) == (Sign.UNDERSTOOD, PlayMove(move=FIRST))
    assert steps(profile, MOVE, command(RequestName.NO)) == (Sign.UNDERSTOOD, Say(prompt=Prompt.TAKEN_BACK))


def test_no_after_a_played_move_asks_to_take_it_back() -> None:
    no, yes = command(RequestName.NO), command(RequestName.YES)
    take_back = RequestName.TAKE_BACK
    assert steps(Profile.PRACTICE, MOVE, no) == (Sign.UNDERSTOOD, Say(prompt=Prompt.CONFIRM_COMMAND, command=take_back))
    taken = steps(Profile.PRACTICE, MOVE, no, yes)
    assert [step.command.name for step in taken if isinstance(step, CarryOut)] == [take_back]


def test_a_corrected_move_is_confirmed_anew() -> None:
    corrected = HeardMove(move=SECOND, confidence=0.95, heard="springer felix drei david zwei")
    yes = command(RequestName.YES)
    assert steps(Profile.TOURNAMENT, MOVE, corrected, yes) == (Sign.UNDERSTOOD, PlayMove(move=SECOND))


def test_two_readings_are_asked_about() -> None:
    assert steps(Profile.PRACTICE, CHOICE) == (Say(prompt=Prompt.CHOOSE, options=("bella", "felix")),)


def test_a_number_answers_the_question_and_teaches() -> None:
    taken = steps(Profile.PRACTICE, CHOICE, command(RequestName.TWO))
    assert PlayMove(move=SECOND) in taken
    assert Learn(heard=CHOICE.heard, move=SECOND) in taken


def test_yes_is_no_answer_to_which() -> None:
    taken = steps(Profile.PRACTICE, CHOICE, command(RequestName.YES))
    assert taken == (Say(prompt=Prompt.CHOOSE, options=("bella", "felix")),)


def test_a_number_beyond_the_options_is_no_answer() -> None:
    taken = steps(Profile.PRACTICE, CHOICE, command(RequestName.FOUR))
    assert taken == (Sign.NOT_UNDERSTOOD, Say(prompt=Prompt.NOTHING_TO_ANSWER))


def test_it_gives_up_in_three_steps() -> None:
    unsure = HeardNothing(reason=Nothing.UNSURE)
    for count, prompt in enumerate((Prompt.REPEAT_PLEASE, Prompt.SAY_THE_SQUARES, Prompt.USE_THE_KEYS), start=1):
        assert steps(Profile.PRACTICE, *[unsure] * count) == (Sign.NOT_UNDERSTOOD, Say(prompt=prompt))


def test_a_move_that_is_not_legal_is_told() -> None:
    illegal = HeardNothing(reason=Nothing.ILLEGAL)
    assert steps(Profile.PRACTICE, illegal) == (Sign.NOT_UNDERSTOOD, Say(prompt=Prompt.NOT_LEGAL))


@pytest.mark.parametrize("reason", [Nothing.SILENCE, Nothing.NOISE])
def test_noise_is_passed_over(reason: Nothing) -> None:
    assert steps(Profile.PRACTICE, HeardNothing(reason=reason)) == ()


@pytest.mark.parametrize(
    "name",
    [
        RequestName.RESIGN,
        RequestName.OFFER_DRAW,
        RequestName.ACCEPT_DRAW,
        RequestName.CLAIM_FIFTY,
        RequestName.TAKE_BACK,
        RequestName.NEW_GAME,
    ],
)
def test_what_cannot_be_undone_is_confirmed(name: RequestName) -> None:
    asked = command(name)
    assert steps(Profile.PRACTICE, asked) == (Sign.UNDERSTOOD, Say(prompt=Prompt.CONFIRM_COMMAND, command=name))
    assert steps(Profile.PRACTICE, asked, command(RequestName.YES)) == (Sign.UNDERSTOOD, CarryOut(command=asked))


def test_a_harmless_command_is_carried_out_at_once() -> None:
    asked = command(RequestName.STOP)
    assert steps(Profile.TOURNAMENT, asked) == (Sign.UNDERSTOOD, CarryOut(command=asked))


def test_yes_to_nothing_does_nothing() -> None:
    taken = steps(Profile.PRACTICE, command(RequestName.YES))
    assert taken == (Sign.NOT_UNDERSTOOD, Say(prompt=Prompt.NOTHING_TO_ANSWER))


def test_the_tournament_has_no_take_back() -> None:
    assert RequestName.TAKE_BACK not in Dialogue(profile=Profile.TOURNAMENT).listened_for
    assert RequestName.TAKE_BACK in Dialogue(profile=Profile.PRACTICE).listened_for


def test_when_the_game_has_gone_on_nothing_asked_before_is_played() -> None:
    dialogue, _ = after(Dialogue(profile=Profile.TOURNAMENT), MOVE)
    _, taken = after(on_new_position(dialogue), command(RequestName.YES))
    assert taken == (Sign.NOT_UNDERSTOOD, Say(prompt=Prompt.NOTHING_TO_ANSWER))
