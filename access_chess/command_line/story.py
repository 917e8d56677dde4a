"""`access-chess story` and `winnable`: what the Laws say of a scenario, and of a position.

Scenarios are run, and it is said which hold; of a position, one JSON object tells whether each side can still mate.
"""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import chess
import click

from access_chess.command_line.options.errors import InputError, error_words, reason
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.edge.packs.voice_packs import load_voice_pack, reading_vocabulary
from access_chess.laws.events import Event
from access_chess.laws.game import Game
from access_chess.laws.winnability import Winnability, WinnabilityVerdict, full
from access_chess.notation.reading import Ambiguous, MoveRead, PromotionMissing, read_move
from access_chess.notation.typed_position import IMPRECISE, is_remark, playable_board_of
from access_chess.phrased_error import PhrasedError
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import narrate
from access_chess.stories.runner import Failure, run_story
from access_chess.stories.story import StoryError, read_stories


def read_announcement(text: str, board: chess.Board) -> Sequence[chess.Move]:
    """The legal moves that a text can mean, in notation or as spoken with the FIDE names."""
    match read_move(text, board, reading_vocabulary()):
        case MoveRead(move=move):
            return (move,)
        case Ambiguous(moves=moves) | PromotionMissing(moves=moves):
            return moves
        case _:
            return ()


def said_of(event: Event, before: Game, after: Game) -> Sequence[str]:
    """What is said in competition, in the announcing language."""
    settings = NarrationSettings(pack=load_voice_pack())
    return [utterance.text for utterance in narrate(event, before=before, after=after, settings=settings)]


@click.command(cls=ToldCommand)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def story(files: tuple[Path, ...]) -> None:
    """Run scenarios: a line for each edition of each, "ok" or "FAIL" with the step that does not hold."""
    failed = unreadable = False
    for file in files:
        try:
            found = _run(file)
        except (StoryError, OSError, UnicodeDecodeError) as error:
            click.echo(error_words(PhrasedError("story_unreadable", file=file, error=reason(error))), err=True)
            unreadable = True
            continue
        for title, failure in found:
            failed = failed or failure is not None
            click.echo(f"ok  {title}" if failure is None else _told(title, failure))
    sys.exit(2 if unreadable else int(failed))


def _told(title: str, failure: Failure) -> str:
    """Which expectation does not hold."""
    values = {"step": failure.step, "what": failure.key, "expected": failure.expected, "got": failure.got}
    told = {slot: str(value) for slot, value in values.items()}  # as it stands in the file, numbers in digits
    return error_words(PhrasedError("story_fails", title=title, **told))


def _run(file: Path) -> list[tuple[str, Failure | None]]:
    """Each edition's title and what does not hold there. Raises StoryError when it is no story in one of them."""
    stories = read_stories(file.read_text(encoding="utf-8"), title=file.name)
    if not stories[0].steps:
        raise StoryError("story_no_step")
    return [(each.title, run_story(each, reader=read_announcement, narrator=said_of)) for each in stories]


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
