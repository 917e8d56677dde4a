"""On a braille display of twenty cells: whatever tells of a move begins with it, and written briefly, it is whole."""

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.speech.announcement import Form, Verbosity, announce
from access_chess.speech.language.spelling import slots
from access_chess.speech.utterance import SpokenPart

CELLS = 20
WORDED = (Form.FIDE, Form.BRIEF)
WRITTEN = tuple(form for form in Form if form not in WORDED)

#: What is longest of each kind: from which of several, what is taken, check and mate, what a pawn becomes.
MOVES = {
    "pawn": (chess.STARTING_FEN, "e2e4"),
    "takes": ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 23", "e4d5"),
    "en passant": ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 23", "e5d6"),
    "of several, check": ("4k3/8/4p3/8/1N3N2/8/8/4K3 w - - 0 23", "f4e6"),
    "of three queens, mate": ("k7/8/1K6/8/Q6Q/8/8/Q7 w - - 0 123", "a4a7"),
    "promotion, takes, mate": ("3r2k1/4Pppp/8/8/8/8/8/4K3 w - - 0 23", "e7d8q"),
    "castling, check": ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 23", "e1c1"),
}

#: The sentences that tell of a move by itself: not an answer with its number, a hint, a review.
SENTENCES = (
    "it_is_move", "announced_only", "must_play", "move_undone", "moves_undone_from", "found_on_sheet", "sealed_move",
    "claim_with_move",
)  # fmt: skip


def told(name: str, pack: str, form: Form, verbosity: Verbosity = Verbosity.NORMAL) -> SpokenPart:
    fen, uci = MOVES[name]
    return announce(chess.Board(fen), chess.Move.from_uci(uci), load_voice_pack(pack), form=form, verbosity=verbosity)


@pytest.mark.parametrize("form", WRITTEN)
@pytest.mark.parametrize("pack", voice_pack_names())
def test_a_written_move_is_whole_within_the_first_cells(pack: str, form: Form) -> None:
    for name in MOVES:
        move = told(name, pack, form).text
        for verbosity in Verbosity:
            assert told(name, pack, form, verbosity).text[:CELLS].startswith(move), name


@pytest.mark.parametrize("form", WORDED)
@pytest.mark.parametrize("pack", voice_pack_names())
def test_a_move_in_words_comes_before_who_made_it(pack: str, form: Form) -> None:
    for name in MOVES:
        assert told(name, pack, form, Verbosity.FULL).text.startswith(told(name, pack, form).text), name


@pytest.mark.parametrize("form", [Form.SAN, Form.LONG, Form.UCI])
@pytest.mark.parametrize("key", SENTENCES)
@pytest.mark.parametrize("pack", ["de", "en"])
def test_a_sentence_about_a_move_has_it_within_the_first_cells(pack: str, key: str, form: Form) -> None:
    language = load_voice_pack(pack)
    for name in MOVES:
        move = told(name, pack, form)
        said = language.phrase(key, move=move, number=23, color=language.phrase("white")).text
        assert move.text in said[:CELLS], said


def test_every_sentence_about_a_move_made_is_looked_at() -> None:
    """The writer of a new one finds it here, or says below why it need not begin with the move."""
    answers_with_numbers = {"answer_move", "dictated", "hearing_option", "record_not_allowed"}
    questions_and_advice = {
        "advice_good",
        "confirm_arbiter_illegal_move",
        "hearing_confirm_move",
        "practice_hint",
        "practice_what_if",
        "practice_what_if_attacked",
    }
    of_training = (
        "drawn_",
        "from_",
        "review_",
        "reason_",
        "opening_",
        "training_",
        "puzzle_",
        "drill_",
        "move_full",
        "story_",
    )
    pack = load_voice_pack("en")
    about = {
        key
        for key in pack.phrases
        if "move" in slots((str(pack.phrases[key]),)) and not key.startswith((*of_training, "story_"))
    }
    assert about - answers_with_numbers - questions_and_advice == set(SENTENCES)
