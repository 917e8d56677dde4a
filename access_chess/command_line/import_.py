"""`access-chess import`: games of other programs and hand-kept sheets into the journal."""

import re
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import chain, islice
from pathlib import Path

import chess
import click

from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.told import tell
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.command_line.replay import GAME_NUMBER
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.edge.sheets.files import SheetFile, journal_sheet, open_sheet_file
from access_chess.edge.sheets.importing import Importing, Report, hand_in, kept_words
from access_chess.edge.sheets.progress import Progress
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import journal_file
from access_chess.laws.events import GameEnded
from access_chess.laws.evolve import replay
from access_chess.scoresheets import comparison
from access_chess.scoresheets.comparison_words import comparison_words, doubt_words, reading_words
from access_chess.scoresheets.faults import left_out_words
from access_chess.scoresheets.reading import SheetRead
from access_chess.scoresheets.sheet import Whose
from access_chess.speech.announcement import announce
from access_chess.speech.language.voice_pack import VoicePack

MOST_GAMES = 10_000  # at once: some minutes; the journal is one of games, and no database of all there are


@click.command("import", cls=ToldCommand)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--text", "kind", type=click.Choice(["braille", "print"]))
@click.option(
    "--as",
    "whose",
    type=click.Choice([each.value for each in Whose]),
    default=Whose.RECORD.value,
    show_default=True,
)
@click.option("--to-game", type=GAME_NUMBER, metavar="N")
@click.option("--game", "number", type=click.IntRange(1), metavar="N")
@click.option("--voices", default=REFERENCE, show_default=True)
def import_(file: Path, kind: str | None, whose: str, to_game: int | None, number: int | None, voices: str) -> None:
    """Read FILE, a PGN with any number of games or a scoresheet in print or braille, into the journal."""
    if to_game is not None and Whose(whose) is Whose.RECORD:
        raise wrong("import_record")
    pack = load_voice_pack(voices)
    found = open_sheet_file(file, pack, is_braille=None if kind is None else kind == "braille")
    with closing(Journal(journal_file())) as journal:
        is_whole = _import(journal, found, Whose(whose), to_game, number, pack)
    sys.exit(0 if is_whole else 1)


def _import(
    journal: Journal, file: SheetFile, whose: Whose, to_game: int | None, number: int | None, pack: VoicePack
) -> bool:
    """Whether everything was read."""
    if to_game is not None:
        return _attach(journal, file, whose, to_game, pack)
    if file.is_pgn and file.pages:
        tell([pack.phrase("pgn_pages", pages=", ".join(file.pages))])
    if number is None:
        _see_how_many(file)
    games = islice(file.games(pack), (number or 1) - 1, None if number is None else number)
    first = next(games, None)
    second = next(games, None)
    if first is None:
        raise wrong("file_no_game", path=file.path, number=number or 1)
    if second is not None:
        return _import_all(journal, chain((first, second), games), _count(file), pack)
    read = first
    if not file.is_pgn:
        read = _settled_by_questions(read, lambda settled: file.read(pack, whose=whose, settled=settled), pack)
    if not read.is_game and not file.is_pgn:
        raise wrong("file_no_move", path=file.path)
    tell(reading_words(read, pack, number=number or 1))
    if not read.is_game:
        return False
    kept = Importing(journal).keep(read)
    tell([kept_words(kept, pack)])
    if (left_out := left_out_words(read.left_out, pack)) is not None:
        tell([left_out])
    if whose is not Whose.RECORD and kept.is_new:
        hand_in(journal, kept.number, file, whose)
    return read.is_whole


_FIRST_TAG = re.compile(r"\[\s*Event\b", re.IGNORECASE)


def _count(file: SheetFile) -> int:
    """How many games a PGN has, by its first tags."""
    return sum(1 for _ in islice(_FIRST_TAG.finditer(file.texts[0]), MOST_GAMES + 1))


def _see_how_many(file: SheetFile) -> None:
    """Raises InputError where they are too many."""
    if file.is_pgn and _count(file) > MOST_GAMES:
        raise wrong("file_many_games", path=file.path, most=f"{MOST_GAMES:,}")


def _import_all(journal: Journal, games: Iterable[SheetRead], total: int, pack: VoicePack) -> bool:
    """All games of a PGN; of those that cannot be read to the end each is named by its number in the file."""
    importing, report = Importing(journal), Report(pack)
    progress = Progress(total, pack)
    try:
        for number, read in enumerate(islice(games, MOST_GAMES), 1):
            tell(report.faulty(number, read))
            if read.is_game:
                report.kept.append(importing.keep(read))
            progress.reached(number)
    except KeyboardInterrupt:
        report.is_whole = False
        tell([pack.phrase("sheet_stopped")])
    tell(report.of_all())
    return report.is_whole


def _attach(journal: Journal, file: SheetFile, whose: Whose, number: int, pack: VoicePack) -> bool:
    """A player's sheet to a game of the journal, read in the light of nothing but itself; then the two are compared."""
    if file.is_pgn:
        raise wrong("sheet_is_pgn", path=file.path)
    events = [entry.event for entry in journal.entries(number)]
    setup = replay(events).setup
    if not setup.is_imported and not any(isinstance(event, GameEnded) for event in events):
        raise wrong("game_not_over", game=number)

    def reading(settled: dict[int, chess.Move]) -> SheetRead:
        return file.read(pack, whose=whose, fen=setup.fen, is_chess960=setup.is_chess960, settled=settled)

    read = _settled_by_questions(reading({}), reading, pack)
    if not read.plies:
        raise wrong("file_no_move", path=file.path)
    tell(reading_words(read, pack))
    hand_in(journal, number, file, whose)
    tell([pack.phrase("sheet_attached", color=pack.phrase(whose.value), number=number)])
    record = journal_sheet(journal.entries(number), Whose.RECORD, pack)
    divergence = comparison.compare(record, read.sheet, letters=(pack.letters,))
    tell(comparison_words(divergence, record, read.sheet, (str(number), str(file.path)), pack))
    return read.is_whole


MOST_QUESTIONS = 40  # a sheet with more doubts is better read by a person


def _settled_by_questions(
    read: SheetRead, again: Callable[[dict[int, chess.Move]], SheetRead], pack: VoicePack
) -> SheetRead:
    """The sheet read once more with each answer, until nothing is in doubt; an empty answer leaves the rest open."""
    settled: dict[int, chess.Move] = {}
    while read.doubt is not None and _is_somebody_there() and len(settled) < MOST_QUESTIONS:
        move = _answer(read, pack)
        if move is None:
            break
        settled[read.doubt.ply] = move
        read = again(settled)
    return read


def _is_somebody_there() -> bool:
    return sys.stdin.isatty()


def _answer(read: SheetRead, pack: VoicePack) -> chess.Move | None:
    """The move that is meant, by its number among those that may be."""
    assert read.doubt is not None
    before = read.sheet.lines[read.doubt.ply].before
    assert before is not None, "a move in doubt has a position"
    click.echo(doubt_words(read, pack).text)
    for number, move in enumerate(read.doubt.moves, 1):
        click.echo(f"{number}: {announce(before, move, pack).text}")
    click.echo(pack.phrase("sheet_which", last=str(len(read.doubt.moves))).text)
    while answer := sys.stdin.readline().strip():
        if answer.isdecimal() and 1 <= int(answer) <= len(read.doubt.moves):
            return read.doubt.moves[int(answer) - 1]
        click.echo(pack.phrase("sheet_which", last=str(len(read.doubt.moves))).text)
    return None
