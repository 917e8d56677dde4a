"""`access-chess winnable`: can each side still give mate? One JSON object a position."""

import json
import sys
import time
from collections.abc import Iterator

import chess
import click

from access_chess.command_line.options.errors import InputError, error_words
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.laws.winnability import Winnability, WinnabilityVerdict, full
from access_chess.notation.typed_position import IMPRECISE, is_remark, playable_board_of
from access_chess.phrased_error import PhrasedError

NO_LIMIT = 1_000_000_000  # positions: the time alone ends a search here


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
    is_refused = False
    for fen in fens or _lines():
        try:
            board = _board(fen)
        except PhrasedError as error:
            is_refused = True
            InputError(error_words(error)).show()
            continue
        click.echo(json.dumps(_answer(fen, board, seconds)))
        sys.stdout.flush()
    if is_refused:
        raise SystemExit(InputError.exit_code)


def _lines() -> Iterator[str]:
    for line in sys.stdin.buffer:
        fen = line.decode(errors="replace").strip()
        if fen and not is_remark(fen):
            yield fen


def _board(fen: str) -> chess.Board:
    """The position of a FEN of four to six fields. Raises PhrasedError when it is none."""
    if len(fen.split()) < 4:
        raise PhrasedError("fen_fields", fen=repr(fen))
    board = playable_board_of(fen, but=IMPRECISE)
    board.castling_rights = board.clean_castling_rights()
    if not board.has_legal_en_passant():
        board.ep_square = None
    return board


def _answer(fen: str, board: chess.Board, seconds: float) -> dict[str, object]:
    start = time.monotonic()
    verdicts = {color: _search(board, color, seconds) for color in (chess.WHITE, chess.BLACK)}
    white, black = verdicts[chess.WHITE], verdicts[chess.BLACK]
    lines = {color: _san(board, verdict) for color, verdict in verdicts.items() if verdict.answer is Winnability.CAN}
    return {
        "fen": fen,
        "white": white.answer.value,
        "black": black.answer.value,
        "dead": white.answer is black.answer is Winnability.CANNOT,
        "helpmate": min(lines.values(), key=len, default=[]),
        "nodes": white.nodes + black.nodes,
        "seconds": round(time.monotonic() - start, 4),
        "helpmates": {chess.COLOR_NAMES[color]: line for color, line in lines.items()},
        "reasons": {chess.COLOR_NAMES[color]: verdict.reason.value for color, verdict in verdicts.items()},
    }


def _search(board: chess.Board, winner: chess.Color, seconds: float) -> WinnabilityVerdict:
    deadline = time.monotonic() + seconds
    return full(board, winner, nodes=NO_LIMIT, keep_going=lambda: time.monotonic() < deadline)


def _san(board: chess.Board, verdict: WinnabilityVerdict) -> list[str]:
    replayed = board.copy(stack=False)
    return [replayed.san_and_push(move) for move in verdict.helpmate]
