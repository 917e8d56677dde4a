"""Every legal move can be said in every form, and no form says an illegal one."""

import random

import chess
import pytest

from access_chess.listening.lexicon import Words
from access_chess.listening.move_phrases import NamedMove, named_moves
from tests.listening.lexicons import LEXICON, said

POSITIONS = 15  # the benchmark walks 2,000; each takes some 10 ms


def positions(count: int) -> list[str]:
    """Positions of random games, always the same."""
    chance = random.Random(4)
    found: list[str] = []
    board = chess.Board()
    while len(found) < count:
        moves = list(board.legal_moves)
        if not moves or board.fullmove_number > 80:
            board = chess.Board()
            continue
        board.push(chance.choice(moves))
        if chance.random() < 0.2 and any(board.legal_moves):
            found.append(board.fen())
    return found


def square_words(square: chess.Square, names: int) -> Words:
    """A square by FIDE names (0), NATO names (1), German or English letters (2, 3)."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    if names < 2:
        return LEXICON.files[file][names] + LEXICON.ranks[rank][0]
    files, ranks = LEXICON.letters[names - 2]
    return files[file][0] + ranks[rank][0]


def forms(move: NamedMove, names: int) -> list[Words]:
    """Ways to say a move that name its departure and destination."""
    if move.target is None:
        return []
    source, target = square_words(move.source, names), square_words(move.target, names)
    piece = LEXICON.pieces[move.piece][0]
    promotion = LEXICON.pieces[move.move.promotion][0] if move.move.promotion else ()
    said_so = [source + target + promotion, piece + source + target + promotion]
    said_so += [piece + target + promotion, piece + source + LEXICON.phrases["to"][0] + target + promotion]
    if move.captured is not None:
        victim = LEXICON.pieces[move.captured][0]
        takes = LEXICON.phrases["takes"][0]
        said_so += [piece + takes + target + promotion, piece + takes + victim + promotion]
    return said_so


@pytest.mark.parametrize("names", range(4), ids=["fide", "nato", "german letters", "english letters"])
def test_every_legal_move_is_reached_by_every_form(names: int) -> None:
    for fen in positions(POSITIONS):
        sentences = said(fen)
        for move in named_moves(chess.Board(fen)):
            for words in forms(move, names):
                meaning = sentences.meaning(words)
                assert meaning is not None and move.move in meaning.moves, (fen, move.move.uci(), words)


def test_no_walk_through_the_graph_says_an_illegal_move() -> None:
    chance = random.Random(7)
    for fen in positions(POSITIONS):
        sentences = said(fen)
        legal = set(chess.Board(fen).legal_moves)
        for _ in range(20):
            meaning = sentences.meaning(_walk(fen, chance))
            assert meaning is not None
            assert meaning.command or meaning.moves, fen
            assert set(meaning.moves) <= legal, fen


def _walk(fen: str, chance: random.Random) -> Words:
    graph = said(fen).graph
    state = 0
    words: list[str] = []
    while state != 1:
        arc = chance.choice([arc for arc in graph.arcs if arc.source == state])
        words += [arc.word] if arc.word else []
        state = arc.target
    return tuple(words)


def test_chess960_castling_is_said_by_its_name() -> None:
    board = chess.Board("5k2/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
    named = [move for move in named_moves(board) if move.castling]
    assert [move.move.uci() for move in named] == ["f1g1"]
