"""What a board's set-up help and the trial of its contacts say."""

import chess
import pytest

from access_chess.board.contact_trial import TrialKind, TrialNotice
from access_chess.board.pegs.occupancy import SetupStep
from access_chess.board.pegs.players_board import BoardNoticeKind, Notice
from access_chess.board.wire.frames import BLACK_LEVER, FIRST_BUTTON, WHITE_LEVER
from access_chess.conversation.board_notices import notice_words, step_words, trial_words
from access_chess.edge.packs.voice_packs import load_voice_pack

ENGLISH = load_voice_pack("en")


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (SetupStep(square=chess.E4, piece=None), "Take out what is on Eva four."),
        (SetupStep(square=chess.E1, piece=chess.Piece.from_symbol("K")), "White, king, to Eva one."),
        (SetupStep(square=chess.A8, piece=chess.Piece.from_symbol("r")), "Black, rook, to Anna eight."),
    ],
)
def test_one_thing_to_do(step: SetupStep, sentence: str) -> None:
    assert step_words(step, ENGLISH).text == sentence


@pytest.mark.parametrize(
    ("contact", "named"),
    [(chess.E4, "Eva four"), (WHITE_LEVER, "White"), (BLACK_LEVER, "Black"), (FIRST_BUTTON + 1, "button two")],
)
def test_each_contact_has_its_name(contact: int, named: str) -> None:
    assert named in trial_words(TrialNotice(kind=TrialKind.LEFT_OUT, contacts=(contact,)), ENGLISH).text


@pytest.mark.parametrize(
    ("kind", "contact", "sentence"),
    [
        (TrialKind.CLOSE, chess.E4, "Put a peg into Eva four."),
        (TrialKind.OPEN, chess.E4, "Take it out of Eva four."),
        (TrialKind.CLOSE, WHITE_LEVER, "Press White's lever."),
        (TrialKind.OPEN, FIRST_BUTTON, "Release button one."),
    ],
)
def test_what_the_tester_is_to_do(kind: TrialKind, contact: int, sentence: str) -> None:
    assert trial_words(TrialNotice(kind=kind, contacts=(contact,)), ENGLISH).text == sentence


@pytest.mark.parametrize(
    ("heard", "sentence"),
    [
        ((chess.D4, True), "Expected Eva four, but: David four placed."),
        ((chess.D4, False), "Expected Eva four, but: David four lifted."),
        ((BLACK_LEVER, True), "Expected Eva four, but: Black's lever pressed."),
    ],
)
def test_what_answered_instead(heard: tuple[int, bool], sentence: str) -> None:
    notice = TrialNotice(kind=TrialKind.WRONG, contacts=(chess.E4,), heard=heard)
    assert trial_words(notice, ENGLISH).text == sentence


OUT, PUT = SetupStep(square=chess.E4, piece=None), SetupStep(square=chess.E1, piece=chess.Piece.from_symbol("K"))
OUT_OF_E4, KING_TO_E1 = "Take out what is on Eva four.", "White, king, to Eva one."


@pytest.mark.parametrize(
    ("kind", "steps", "sentences"),
    [
        (BoardNoticeKind.STEP, (OUT, PUT), [OUT_OF_E4, "two steps."]),
        (BoardNoticeKind.STEP, (PUT,), [KING_TO_E1, "One step."]),
        (BoardNoticeKind.ALL_STEPS, (OUT, PUT), [OUT_OF_E4, KING_TO_E1]),
        (BoardNoticeKind.FOUND, (OUT,), ["The board is there.", "One step."]),
        (BoardNoticeKind.FOUND, (), ["The board is there.", "The board is right."]),
    ],
)
def test_steps_are_told_one_by_one_with_how_many_are_left(
    kind: BoardNoticeKind, steps: tuple[SetupStep, ...], sentences: list[str]
) -> None:
    assert [part.text for part in notice_words(Notice(kind=kind, steps=steps), ENGLISH)] == sentences
