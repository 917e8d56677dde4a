"""`access-chess winnable`: can each side still give mate? One JSON object a position."""

import json
import sys
import time
from collections.abc import Iterator

import chess
import click

from access_chess.command_line.options.errors import InputError, wrong
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.laws.winnability import Answer, Verdict, full

NO_LIMIT = 1_000_000_000  # positions: the time alone ends a search here

#: What makes it no position of a game; the rest (as odd castling rights) is left out of the FEN
_ILLEGAL = {
    chess.STATUS_NO_WHITE_KING: "fen_no_white_king",
    chess.STATUS_NO_BLACK_KING: "fen_no_black_king",
    chess.STATUS_TOO_MANY_KINGS: "fen_many_kings",
    chess.STATUS_TOO_MANY_WHITE_PAWNS: "fen_many_white_pawns",
    chess.STATUS_TOO_MANY_BLACK_PAWNS: "fen_many_black_pawns",
    chess.STATUS_PAWNS_ON_BACKRANK: "fen_pawn_on_last_rank",
    chess.STATUS_TOO_MANY_WHITE_PIECES: "fen_many_white_pieces",
    chess.STATUS_TOO_MANY_BLACK_PIECES: "fen_many_black_pieces",
    chess.STATUS_OPPOSITE_CHECK: "fen_opposite_check",
}


@click.command(cls=ToldCommand)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.001),
    default=5.0,
    show_default=True,
)
@click.argument("fens", nargs=-1, metavar="[FEN]...")
def winnable(seconds: float, fens: tuple[str, ...]) -> None:
    """Can each side still mate by any series of legal moves, with the opponent's help?"""
    refusals = []
    for fen in fens or _lines():
        try:
            board = _board(fen)
        except InputError as error:
            refusals.append(error)
            error.show()
            continue
        click.echo(json.dumps(_answer(fen, board, seconds)))
        sys.stdout.flush()
    if refusals:
        raise SystemExit(InputError.exit_code)


def _lines() -> Iterator[str]:
    for line in sys.stdin.buffer:
        if fen := line.decode(errors="replace").strip():
            yield fen


def _board(fen: str) -> chess.Board:
    """The position of a FEN of four to six fields. Raises InputError when it is none."""
    fields = fen.split()
    if len(fields) < 4:
        raise wrong("fen_fields", fen=repr(fen))
    try:
        board = chess.Board(" ".join(fields), chess960=True)
    except ValueError as error:
        raise wrong("no_fen", error=error) from error
    board.chess960 = board.has_chess960_castling_rights()
    status = board.status()
    for flaw, phrase in _ILLEGAL.items():
        if status & flaw:
            raise wrong(phrase, fen=repr(fen))
    board.castling_rights = board.clean_castling_rights()
    if not board.has_legal_en_passant():
        board.ep_square = None
    return board


def _answer(fen: str, board: chess.Board, seconds: float) -> dict[str, object]:
    start = time.monotonic()
    verdicts = {color: _search(board, color, seconds) for color in (chess.WHITE, chess.BLACK)}
    white, black = verdicts[chess.WHITE], verdicts[chess.BLACK]
    lines = {color: _san(board, verdict) for color, verdict in verdicts.items() if verdict.answer is Answer.CAN}
    return {
        "fen": fen,
        "white": white.answer.value,
        "black": black.answer.value,
        "dead": white.answer is black.answer is Answer.CANNOT,
        "helpmate": min(lines.values(), key=len, default=[]),
        "nodes": white.nodes + black.nodes,
        "seconds": round(time.monotonic() - start, 4),
        "helpmates": {chess.COLOR_NAMES[color]: line for color, line in lines.items()},
        "reasons": {chess.COLOR_NAMES[color]: verdict.reason.value for color, verdict in verdicts.items()},
    }


def _search(board: chess.Board, winner: chess.Color, seconds: float) -> Verdict:
    deadline = time.monotonic() + seconds
    return full(board, winner, nodes=NO_LIMIT, keep_going=lambda: time.monotonic() < deadline)


def _san(board: chess.Board, verdict: Verdict) -> list[str]:
    replayed = board.copy(stack=False)
    return [replayed.san_and_push(move) for move in verdict.helpmate]
