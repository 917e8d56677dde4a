"""Answers to questions about the position and the moves."""

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws.decide import set_up
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import Setup
from access_chess.speech.announcement import Form
from access_chess.speech.answers import position as answers
from access_chess.speech.utterance import SpokenPart

EN = load_voice_pack("en")
FIDE = load_voice_pack("fide")


def game_after(*moves: str) -> Game:
    return replay(set_up(Setup(moves=moves)))


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (answers.what_is_on(chess.Board(), chess.E4, EN), "Eva four is empty."),
        (answers.what_is_on(chess.Board(), chess.G8, EN), "Gustav eight: Black knight."),
        (answers.where_is(chess.Board(), chess.KNIGHT, chess.WHITE, EN), "knight: Bella one, Gustav one."),
        (answers.where_is(chess.Board("4k3/8/8/8/8/8/8/4K3"), chess.PAWN, chess.WHITE, EN), "No pawn."),
        (answers.whose_turn(chess.Board(), EN), "White to move, move one."),
        (answers.move_count(game_after("e2e4"), EN), "Moves made by White: one, by Black: zero."),
    ],
)
def test_one_sentence(answer: SpokenPart, text: str) -> None:
    assert answer.text == text


@pytest.mark.parametrize(
    ("answer", "lines"),
    [
        (answers.last_moves(game_after(), 1, EN, Form.FIDE), ["No move has been made."]),
        (answers.last_moves(game_after("e2e4", "e7e5"), 1, EN, Form.BRIEF), ["one Black: Eva five."]),
        (
            answers.last_moves(game_after("e2e4", "e7e5"), None, EN, Form.FIDE),
            ["one White: pawn Eva two Eva four.", "one Black: pawn Eva seven Eva five."],
        ),
        (
            answers.material(chess.Board("4k3/pp6/8/8/8/8/8/1RNNK3 w - - 0 1"), EN),
            ["White: one rook, two knights.", "Black: two pawns."],
        ),
        (
            answers.material(chess.Board("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), FIDE),
            ["Weiss: eine Dame.", "Schwarz: nur der Koenig."],
        ),
    ],
)
def test_lines(answer: tuple[SpokenPart, ...], lines: list[str]) -> None:
    assert [part.text for part in answer] == lines
