"""Every legal move can be said in every form, and no form says an illegal one."""

import random
from dataclasses import replace

import chess
import pytest

from access_chess.listening.lexicon import folded
from access_chess.listening.phrases import named_moves
from access_chess.listening.sentences import sentences
from access_chess.requests.names import RequestName
from tests.listening.lexicons import LEXICON, said
from tests.listening.phrase_forms import faults, phrases_of
from tests.listening.random_walks import random_walks
from tests.notation.random_positions import SEEDS, random_positions

POSITIONS = 12  # tests/benchmarks/grammar.py walks 2,000; each takes a tenth of a second
STARTS = [chess.Board(fen, chess960="G" in fen) for fen in SEEDS]
CHESS960 = "5k2/8/8/8/8/8/8/5KR1 w G - 0 1"


@pytest.mark.parametrize("seed", range(4))
def test_every_legal_move_is_reached_by_every_form_and_no_other(seed: int) -> None:
    for board in [*STARTS[seed::4], *random_positions(POSITIONS // 4, seed=seed)]:
        assert next(faults(board, sentences(LEXICON, board, ())), None) is None


def test_the_forms_are_many() -> None:
    board = chess.Board("r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1")
    words = {move: set(phrases_of(board, chess.Move.from_uci(move))) for move in ("e1g1", "e5d6", "b7a8q", "a1a5")}
    assert {"kurze Rochade", "castles kingside", "Rochade", "König Gustav eins", "king golf one"} <= words["e1g1"]
    assert {"e d", "Eva schlägt Bauer", "echo takes delta six en passant", "e x d six"} <= words["e5d6"]
    assert {"bravo takes alfa promotes to queen", "b sieben a acht wird Dame", "Bella Anna"} <= words["b7a8q"]
    assert {"Turm Anna eins zieht nach Anna fuenf", "Anna one moves to Anna five"} <= words["a1a5"]


@pytest.mark.parametrize("commands", [(), tuple(RequestName)], ids=["moves", "moves and commands"])
def test_no_walk_through_the_graph_says_an_illegal_move(commands: tuple[RequestName, ...]) -> None:
    chance = random.Random(7)
    for board in [*STARTS, *random_positions(POSITIONS, seed=7)]:
        spoken = sentences(LEXICON, board, commands)
        for words in random_walks(spoken.graph, 40, chance):
            meaning = spoken.meaning(words)
            assert meaning is not None and (meaning.moves or meaning.command), (board.fen(), words)
            assert set(meaning.moves) <= set(board.legal_moves), (board.fen(), words)


@pytest.mark.parametrize("words", ["eva fünf", "springer eva vier", "kurze rochade", "eva schlägt david", "dame", "to"])
def test_what_is_not_legal_is_no_sentence(words: str) -> None:
    assert said().meaning(tuple(folded(words).split())) is None


@pytest.mark.parametrize(
    ("words", "is_one_tongue"),
    [
        ("springer felix drei", True),
        ("knight foxtrot three", True),
        ("knight felix three", True),  # FIDE's files are said in every tongue
        ("springer felix three", False),
        ("knight felix drei", False),
        ("springer foxtrot drei", False),
        ("knight to felix drei", False),
    ],
)
def test_no_sentence_mixes_tongues(words: str, is_one_tongue: bool) -> None:
    assert (said().meaning(tuple(words.split())) is not None) is is_one_tongue


@pytest.mark.parametrize(
    ("words", "are_two"),
    [
        ("eva zwei eva vier", True), ("springer gustav eins nach felix drei", True), ("g.de eins f.de drei", True),
        ("eva vier", False), ("springer felix drei", False), ("springer gustav felix drei", False),
    ],
)  # fmt: skip
def test_it_is_known_whether_both_squares_are_named(words: str, are_two: bool) -> None:
    """Which is another way to say the same."""
    meaning = said().meaning(tuple(words.split()))
    assert meaning is not None
    assert meaning.of_two_squares is are_two
    assert meaning == replace(meaning, of_two_squares=not are_two)


def test_only_the_given_moves_are_said() -> None:
    board = chess.Board()
    some = sentences(LEXICON, board, (), moves=[chess.Move.from_uci("e2e4")])
    assert some.meaning(("eva", "vier")) is not None
    assert some.meaning(("david", "vier")) is None


def test_castling_without_a_side_asks_for_it() -> None:
    meaning = said("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").meaning(("rochade",))
    assert meaning is not None and [move.uci() for move in meaning.moves] == ["e1g1", "e1c1"]


def test_a_captured_piece_may_end_the_sentence_though_it_is_check() -> None:
    """pocketsphinx takes no two silent steps in a row, so a state before a silent step to the end has one too."""
    graph = sentences(LEXICON, chess.Board("4k3/8/8/1b6/8/2N5/8/4K3 w - - 0 1"), ()).graph
    silent = {(arc.source, arc.target) for arc in graph.arcs if arc.word is None}
    assert {(first, last) for first, middle in silent for start, last in silent if start == middle} <= silent


def test_chess960_castling_is_said_by_its_name() -> None:
    named = [move for move in named_moves(chess.Board(CHESS960, chess960=True)) if move.castling]
    assert [move.move.uci() for move in named] == ["f1g1"]
