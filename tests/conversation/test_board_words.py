"""What a board's set-up help and the trial of its contacts say."""

import chess
import pytest

from access_chess.board.contact_trial import TrialKind, TrialNotice
from access_chess.board.pegs.setup_help import SetupStep
from access_chess.board.wire.frames import BLACK_LEVER, FIRST_BUTTON, WHITE_LEVER
from access_chess.conversation.board_notices import step_words
from access_chess.conversation.trial_words import trial_words
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
