"""`access-chess story FILE...`: runs scenarios of the Laws and says which hold."""

import sys
from collections.abc import Sequence
from pathlib import Path

import chess
import click

from access_chess.command_line.options.errors import error_words, reason
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.edge.packs.voice_packs import load_voice_pack, reading_vocabulary
from access_chess.laws.events import Event
from access_chess.laws.game import Game
from access_chess.notation.reading import Ambiguous, MoveRead, PromotionMissing, read_move
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
