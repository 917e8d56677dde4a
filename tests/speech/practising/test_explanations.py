"""Why a move was bad is said in at most three sentences and twelve seconds."""

import random

import chess

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.practice.review import better, judge, what, why
from access_chess.speech.practising.sentences import worded
from tests.support.plain_analyst import PlainAnalyst

WORDS = 40  # twelve seconds at two hundred words a minute


def test_an_explanation_takes_twelve_seconds_at_most() -> None:
    packs, chance, explained = [load_voice_pack(name) for name in ("en", "de", "fide")], random.Random(4), 0
    board = chess.Board()
    for _ in range(24):
        move = chance.choice(list(board.legal_moves))
        (found,) = judge(board.copy(stack=False), (move,), PlainAnalyst())
        if found.severity is not None:
            told = [each for each in (what(found), why(found), better(found)) if each is not None]
            assert len(told) <= 3
            for pack in packs:
                text = " ".join(worded(each, pack).text for each in told)
                assert len(text.split()) <= WORDS, text
            explained += 1
        board.push(move)
    assert explained >= 3
