"""Positions that follow from others, and as texts that are kept."""

from collections.abc import Iterable

import chess


def after(board: chess.Board, *moves: chess.Move) -> chess.Board:
    """The position after these moves, with no memory of how it came about.

    >>> after(chess.Board(), chess.Move.from_uci("e2e4")).turn == chess.BLACK
    True
    """
    later = board.copy(stack=False)
    for move in moves:
        later.push(move)
    return later


def position_text(board: chess.Board) -> str:
    """A FEN for `position_of`: in Chess960 it names the files of the rooks, and so tells that it is of Chess960.

    >>> position_text(chess.Board(chess960=True)).split(" ")[2]
    'HAha'
    """
    return board.fen(shredder=board.chess960)


def position_name(board: chess.Board) -> str:
    """The same text without the counters: one for all positions that are played alike."""
    return board.epd(shredder=board.chess960)


def position_of(text: str) -> chess.Board:
    """The board of a FEN; it is one of Chess960 where its castling rights say so. Raises ValueError.

    >>> position_of("4k3/8/8/8/8/8/8/4K2R w H - 0 1").chess960
    True
    >>> position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1").chess960
    False
    """
    board = chess.Board(text, chess960=True)
    rights = text.split()[2:3]
    board.chess960 = board.has_chess960_castling_rights() or not set("".join(rights)) <= set("KQkq-")
    return board


def each_before(board: chess.Board, moves: Iterable[chess.Move]) -> Iterable[tuple[chess.Board, chess.Move]]:
    """Each of these moves with the position in which it is made."""
    for move in moves:
        yield board, move
        board = after(board, move)
