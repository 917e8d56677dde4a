"""`access-chess openings`: one's own openings out of PGN files, to be trained by `access-chess train openings`."""

import sys
from pathlib import Path

import click

from access_chess.command_line.options.errors import InputError, error_words, not_read, wrong
from access_chess.command_line.options.told import tell
from access_chess.command_line.options.told_help import ToldGroup
from access_chess.edge.packs.voice_packs import DEFAULT, VoicePackError, load_voice_pack


@click.group(cls=ToldGroup)
def openings() -> None:
    """Bring one's own openings."""


@openings.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--as", "color", type=click.Choice(["white", "black"]), required=True)
@click.option("--voices", default=DEFAULT, show_default=True)
def add(file: Path, color: str, voices: str) -> None:
    """Keep the variations of FILE, a PGN, as one's own openings."""
    from access_chess.command_line.options.reported_trees import tell_read
    from access_chess.command_line.practising.practice_file import practice_store  # these rooms take their time
    from access_chess.edge.practising.repertoire_files import RepertoireError
    from access_chess.edge.practising.repertoire_files import add as added
    from access_chess.edge.practising.store import PracticeStoreError

    try:
        pack = load_voice_pack(voices)
        store = practice_store()
        try:
            found = added(store, file, color == "white", language=pack.language, letters=(pack.letters,))
        finally:
            store.close()
        is_whole = tell_read(found.trees, found.pages, pack)
        if not found.decisions:
            raise wrong("repertoire_no_moves", path=file)
        tell([pack.phrase("openings_added", count=found.decisions)])
    except (PracticeStoreError, RepertoireError, VoicePackError) as error:
        raise InputError(error_words(error)) from error
    except OSError as error:
        raise not_read(error) from error
    sys.exit(0 if is_whole else 1)
