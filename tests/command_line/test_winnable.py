"""`access-chess winnable`: the JSON of the contract, batches, and plain sentences for bad input."""

import json

import chess
import pytest
from click.testing import CliRunner

from access_chess.cli import main

LOCKED = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"
BARE = "8/8/8/8/8/4k3/8/R3K3 w - -"


def run(*arguments: str, stdin: str = "") -> tuple[list[dict[str, object]], str, int]:
    result = CliRunner().invoke(main, ["winnable", *arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return [json.loads(line) for line in result.stdout.splitlines()], result.stderr, result.exit_code


def test_each_argument_is_answered_in_order() -> None:
    answers, errors, status = run(LOCKED, BARE)
    assert [answer["fen"] for answer in answers] == [LOCKED, BARE]
    assert [(answer["white"], answer["black"], answer["dead"]) for answer in answers] == [
        ("cannot", "cannot", True),
        ("can", "cannot", False),
    ]
    assert (errors, status) == ("", 0)


def test_the_keys_of_the_contract_are_there() -> None:
    answer = run(LOCKED)[0][0]
    assert {"fen", "white", "black", "dead", "helpmate", "nodes", "seconds"} <= set(answer)


def test_the_helpmate_can_be_played() -> None:
    answer = run(BARE)[0][0]
    board = chess.Board(BARE + " 0 1")
    assert isinstance(answer["helpmate"], list)
    for san in answer["helpmate"]:
        board.push_san(san)
    assert board.is_checkmate()


def test_lines_of_standard_input_are_answered() -> None:
    answers, _, status = run(stdin=f"{LOCKED}\n\n{BARE}\n")
    assert [answer["fen"] for answer in answers] == [LOCKED, BARE]
    assert status == 0


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - -", "can", "cannot"),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "cannot", "cannot"),
    ],
    ids=["mate", "stalemate"],
)
def test_a_finished_game_has_no_moves_to_mate(fen: str, white: str, black: str) -> None:
    answer = run(fen)[0][0]
    assert (answer["white"], answer["black"], answer["helpmate"]) == (white, black, [])
    assert answer["dead"] is (white == black)


def test_chess960_castling_rights_are_understood() -> None:
    answers, _, status = run("8/8/8/8/4k3/8/8/1RK4R w HB - 0 1")
    assert (answers[0]["white"], answers[0]["black"], status) == ("can", "cannot", 0)


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("nonsense", "This is not a FEN, which has four to six fields: 'nonsense'."),
        ("8/8/8/8/8/8/8/K7 w - -", "Black has no king"),
        ("K6k/8/8/8/8/8/8/P7 w - -", "a pawn stands on the first or last rank"),
        ("K6k/8/8/8/8/8/8/7R w - -", "the player who is not to move is in check"),
        ("K6k/8/8/8/8/9/8/8 w - -", "This is not a FEN"),
        ("K6k/8/8/8/8/8/8/8 x - -", "This is not a FEN"),
    ],
)
def test_bad_input_gets_one_sentence_and_the_rest_is_answered(fen: str, sentence: str) -> None:
    answers, errors, status = run(fen, LOCKED)
    assert [answer["fen"] for answer in answers] == [LOCKED]
    assert sentence in errors
    assert errors.count("\n") == 1
    assert status == 2


def test_the_time_can_be_limited() -> None:
    answers, _, _ = run("--seconds", "0.001", "7k/p3p1P1/2p3PB/p5P1/8/4P3/PKP5/8 b - -")
    assert answers[0]["black"] == "unknown"
