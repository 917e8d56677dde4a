"""`access-chess openings`: one's own openings out of PGN files, to be trained by `access-chess train openings`."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import chess
import click

from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.told import tell
from access_chess.command_line.options.told_help import ToldGroup
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.phrased_error import not_read
from access_chess.speech.language.voice_pack import VoicePack

if TYPE_CHECKING:
    from access_chess.edge.practising.store import PracticeStore
    from access_chess.scoresheets.pgn_reading import TreeRead

_COLORS = click.Choice(["white", "black"])


@click.group(cls=ToldGroup)
def openings() -> None:
    """Bring one's own openings."""


@openings.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--as", "side", type=_COLORS, required=True)
@click.option("--voices", default=REFERENCE, show_default=True)
def add(file: Path, side: str, voices: str) -> None:
    """Keep the variations of FILE, a PGN, as one's own openings."""
    from access_chess.edge.practising.puzzle_files import add as added

    with _kept(voices) as (pack, store):
        found = added(store, file, side == "white", language=pack.language, letters=(pack.letters,))
        is_whole = _tell_read(found.trees, found.pages, pack)
        if not found.decisions:
            raise wrong("repertoire_no_moves", path=file)
        tell([pack.phrase("openings_added", count=found.decisions)])
    sys.exit(0 if is_whole else 1)


def _tell_read(trees: "Sequence[TreeRead]", pages: Sequence[str], pack: VoicePack) -> bool:
    """Tell what could not be read of games and side lines. Whether that is nothing; a side line may end with a pass."""
    from access_chess.scoresheets.comparison_words import reading_words  # these rooms take their time
    from access_chess.scoresheets.faults import FaultKind, faults_told, refusal_of, refusals_told

    if pages:
        tell([pack.phrase("pgn_pages", pages=", ".join(pages))])
    refusals, is_whole = [], True
    for number, tree in enumerate(trees, 1):
        refusal = refusal_of(tree.read.faults)
        if refusal is not None:
            refusals.append((number, refusal))
        told = () if refusal or tree.read.is_whole else reading_words(tree.read, pack, with_refusal=False)
        words = [*told, *faults_told(tree.faults, pack)]
        if words and len(trees) > 1:
            words.insert(0, pack.phrase("sheet_game", number=str(number)))
        tell(words)
        is_whole = is_whole and tree.read.is_whole and all(fault.kind is FaultKind.PASS for fault in tree.faults)
    tell(refusals_told(refusals, pack))
    return is_whole


@openings.command(name="list")
@click.option("--voices", default=REFERENCE, show_default=True)
def list_(voices: str) -> None:
    """Name one's own openings."""
    from access_chess.edge.practising.puzzle_files import kept_openings

    with _kept(voices) as (pack, store):
        found = list(kept_openings(store, (pack.letters,)))
        for each in found:
            decisions = pack.phrase("openings_added", count=len(each.decisions))
            tell([pack.phrase("openings_kept", color=_color(each.color, pack), file=each.file, decisions=decisions)])
        if not found:
            tell([pack.phrase("openings_none")])


@openings.command()
@click.argument("file")
@click.option("--as", "side", type=_COLORS)
@click.option("--voices", default=REFERENCE, show_default=True)
def remove(file: str, side: str | None, voices: str) -> None:
    """Remove openings that were added from FILE."""
    from access_chess.edge.practising.puzzle_files import kept_openings
    from access_chess.edge.practising.puzzle_files import remove as removed

    with _kept(voices) as (pack, store):
        colors = chess.COLORS if side is None else (side == "white",)
        name = Path(file).name
        gone = removed(store, name, colors)
        if not gone:
            known = ", ".join(dict.fromkeys(each.file for each in kept_openings(store)))
            raise wrong("openings_none_such", name=repr(name), known=known) if known else wrong("openings_none")
        tell(pack.phrase("openings_removed", color=_color(each, pack), file=name) for each in gone)


@contextmanager
def _kept(voices: str) -> Iterator[tuple[VoicePack, "PracticeStore"]]:
    """The words, and the file of practice; what goes wrong is told in a sentence."""
    from access_chess.edge.practising.store import practice_store

    try:
        pack = load_voice_pack(voices)
        with closing(practice_store()) as store:
            yield pack, store
    except OSError as error:
        raise not_read(error) from error


def _color(color: chess.Color, pack: VoicePack) -> str:
    return pack.phrase(chess.COLOR_NAMES[color]).text
