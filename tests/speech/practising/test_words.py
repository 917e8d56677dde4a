"""What is said of a position: short enough, and never without a word."""

import random
from itertools import pairwise

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.practice.exploring import Direction, line_through, runs
from access_chess.practice.readings import ReadingOrder, changes, read_out
from access_chess.practice.relations import attackers, fight, hanging, pinned_by, pins, reach
from access_chess.speech.practising import position_words, relation_words
from access_chess.speech.utterance import SpokenPart

LONGEST = 40  # words: twelve seconds at two hundred words a minute

#: where an answer is as long as can be
CROWDED = [
    "1K1Q2Q1/2Q5/Q6Q/3Q4/Q4Q2/2Q3Q1/Q5Q1/k2Q2Q1 w - - 0 1",  # queens see each other
    "3rkr2/8/2n1n3/q2P2Q1/1B3B2/2N1N3/3R1R2/3QK2b w - - 0 1",
    "k7/8/8/8/3Q4/8/8/K7 w - - 0 1",
    "n2r3n/8/b2n2b1/8/r2Q2r1/8/b2n2b1/K2r2nk w - - 0 1",
]


def positions() -> list[chess.Board]:
    chances = random.Random(5)
    found = [chess.Board(fen) for fen in CROWDED]
    while len(found) < 24:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 100:
            board.push(chances.choice(list(board.legal_moves)))
            if board.ply() % 11 == 0:
                found.append(board.copy(stack=False))
    return found


def answers(board: chess.Board, voices: str) -> list[tuple[SpokenPart, ...]]:
    """Every answer that is no reading of the whole position."""
    pack = load_voice_pack(voices)
    found: list[tuple[SpokenPart, ...]] = []
    for square in chess.SQUARES:
        found.append((position_words.look(board, square, pack),))
        for color in chess.COLORS:
            men = attackers(board, color, square)
            found += [(relation_words.attacked(board, men, pack),), (relation_words.defended(board, men, pack),)]
        if (fought := fight(board, square)) is not None:
            found.append((relation_words.fought_over(board, square, fought, pack),))
            at, by = reach(board, square), pinned_by(board, square)
            found.append((relation_words.reached(board, square, at, by, pack),))
            found.append((relation_words.taken(board, at, pack),))
    for direction in (Direction.UP, Direction.RIGHT, Direction.UP_RIGHT, Direction.DOWN_RIGHT):
        for square in (*range(8), *range(0, 64, 8)):
            found.append((position_words.line(runs(board, line_through(square, direction)), pack),))
    own, others = hanging(board, chess.WHITE), hanging(board, chess.BLACK)
    found.append((relation_words.hangs(board, own, others, pack),))
    found.append(relation_words.pinned(board, pins(board, chess.WHITE), pins(board, chess.BLACK), pack))
    found += [(position_words.moved(board, move, pack),) for move in board.legal_moves]
    found.append((position_words.attacks_now([*chess.scan_forward(board.occupied_co[chess.WHITE])], pack),))
    return found


@pytest.mark.parametrize("voices", ["en", "de"])
def test_no_answer_takes_more_than_twelve_seconds(voices: str) -> None:
    for board in positions():
        for parts in answers(board, voices):
            words = sum(len(part.spoken.split()) for part in parts)
            assert 0 < words <= LONGEST, (board.fen(), [part.text for part in parts])


@pytest.mark.parametrize("order", ReadingOrder)
@pytest.mark.parametrize("color", chess.COLORS)
def test_a_reading_has_every_man_once(order: ReadingOrder, color: chess.Color) -> None:
    for board in positions():
        told = [square for part in read_out(board, order, color) for square in part.squares]
        king = board.king(color)
        expected = set(board.piece_map()) - ({king} if order is ReadingOrder.FROM_THE_KING else set())
        assert len(told) == len(set(told))
        assert set(told) == expected


def test_what_has_changed_leads_from_one_position_to_the_other() -> None:
    boards = positions()
    for before, after in pairwise(boards):
        men = before.piece_map()
        for change in changes(before, after):
            if change.before is not None:
                assert men.pop(change.before) == change.man
        men |= {change.after: change.man for change in changes(before, after) if change.after is not None}
        assert men == after.piece_map()


def test_taking_back_is_told_as_a_way_back() -> None:
    pack = load_voice_pack("en")
    before = chess.Board()
    after = before.copy()
    after.push_uci("e2e4")
    told = position_words.changed(changes(after, before), pack)
    assert [part.text for part in told] == ["Pawn Eva four now Eva two."]
    assert [part.text for part in position_words.changed((), pack)] == ["Nothing has changed."]


def test_castling_promotion_and_en_passant_as_changes() -> None:
    pack = load_voice_pack("en")
    told = {
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"): "Castles short.",
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q"): "Pawn Anna seven now queen Bella eight. Taken: knight.",
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"): "Pawn Eva five now David six. Taken: pawn.",
    }
    for (fen, uci), text in told.items():
        assert position_words.moved(chess.Board(fen), chess.Move.from_uci(uci), pack).text == text
