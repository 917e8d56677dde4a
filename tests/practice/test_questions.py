"""What a player who practises may ask of a position."""

import chess

from access_chess.practice.exploring import WhatIf, pawns_on, what_if


def test_pawns_are_read_up_the_file() -> None:
    board = chess.Board("4k3/4p3/8/8/4P3/8/8/4K3 w - - 0 1")
    assert pawns_on(board, 4) == (chess.E4, chess.E7)
    assert pawns_on(board, 0) == ()


def test_what_a_move_would_change() -> None:
    board = chess.Board("4k3/8/8/3p4/8/4P3/8/3QK3 w - - 0 1")
    assert what_if(board, chess.Move.from_uci("e3e4")) == WhatIf(replies=7, hanging=chess.PAWN)
    assert what_if(board, chess.Move.from_uci("d1d4")).hanging is None
