"""`access-chess import`: games of other programs and hand-kept sheets into the journal."""

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import chain, islice
from pathlib import Path

import chess
import click
from msgspec import Struct

from access_chess.command_line.export import journal_sheet
from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.sheets import SheetFile, open_sheet_file, result_of, settled_by_questions
from access_chess.command_line.options.told import Progress, tell
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.command_line.replay import GAME_NUMBER
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.edge.storage.journal import GameListed, Journal
from access_chess.edge.storage.places import journal_file
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import ARBITER, HandInSheet, Result
from access_chess.laws.decide import decide
from access_chess.laws.events import Ending, GameEnded, GameSetUp
from access_chess.laws.evolve import replay
from access_chess.laws.setup import Occasion, Player, Setup
from access_chess.machine_clock import utc_now
from access_chess.scoresheets import comparison
from access_chess.scoresheets.comparison_words import comparison_words, reading_words
from access_chess.scoresheets.faults import (
    NOTHING_LEFT_OUT,
    Fault,
    left_out_words,
    numbers_told,
    refusal_of,
    refusals_told,
)
from access_chess.scoresheets.pgn_heading import UNKNOWN_DAY
from access_chess.scoresheets.reading import SheetRead
from access_chess.scoresheets.sheet import Sheet, Whose
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart

MOST_TOLD = 20  # games with faults, one by one; of more the numbers


class ImportedGame(Struct, frozen=True, kw_only=True):
    """Where a game is in the journal, whether it was not there before, and the result that it got now."""

    number: int
    is_new: bool
    result: Result | None = None


def kept_words(kept: ImportedGame, pack: VoicePack) -> SpokenPart:
    """What became of one game."""
    if kept.is_new:
        return pack.phrase("sheet_imported", number=kept.number)
    if kept.result is not None:
        return pack.phrase("sheet_result_added", number=kept.number, result=kept.result.value)
    return pack.phrase("sheet_known", number=kept.number)


@dataclass(kw_only=True)
class _Known:
    """A game that was imported before."""

    number: int
    day: str
    result: Result

    def may_be(self, day: str, result: Result) -> bool:
        """Whether it is the same game, as far as day and result are known of both."""
        is_day = all(one == other or "?" in one + other for one, other in zip(*_parts(self.day, day), strict=False))
        return is_day and (Result.NONE in (self.result, result) or self.result is result)


def _parts(*days: str) -> tuple[list[str], ...]:
    return tuple((day or UNKNOWN_DAY).split(".") for day in days)


class Importing:
    """Keeps games in the journal: one that is there already is not kept twice, but gets its result."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._known: dict[object, list[_Known]] = {}
        for each in journal.survey():
            if isinstance(each, GameListed) and each.setup.is_imported:
                day = dict(each.setup.occasion.tags).get("Date", "")
                self._note(each.setup, _Known(number=each.game, day=day, result=each.result))

    def _note(self, setup: Setup, known: _Known) -> None:
        self._known.setdefault(_key(setup), []).append(known)

    def keep(self, read: SheetRead) -> ImportedGame:
        """The game in the journal, with its result where it was read to the end. Raises JournalError."""
        setup, result = _setup(read), result_of(read)
        day = dict(setup.occasion.tags)["Date"]
        known = next((each for each in self._known.get(_key(setup), []) if each.may_be(day, result)), None)
        if known is None:
            wall = _wall(read)
            number = self._journal.begin(GameSetUp(setup=setup), wall)
            if result is not Result.NONE:
                self._end(number, 1, result, wall)
            self._note(setup, _Known(number=number, day=day, result=result))
            return ImportedGame(number=number, is_new=True)
        if known.result is Result.NONE is not result:
            known.result = result
            self._end(known.number, self._journal.count(known.number), result, utc_now())
            return ImportedGame(number=known.number, is_new=False, result=result)
        return ImportedGame(number=known.number, is_new=False)

    def _end(self, game: int, entry: int, result: Result, wall: datetime) -> None:
        ended = GameEnded(result=result, ending=Ending.RECORDED, article="", at=timedelta())
        self._journal.append(game, entry, (ended,), at=timedelta(), wall=wall)


def _key(setup: Setup) -> object:
    """What makes it another game; its other tags do not, nor do day and result where one is not known."""
    occasion, players = setup.occasion, setup.players
    names = (players.white.name, players.black.name, occasion.event, occasion.site, occasion.round)
    return (setup.fen, setup.is_chess960, setup.moves, names)


def _setup(read: SheetRead) -> Setup:
    """The moves as far as they are certain, as made before the record begins; nothing else is known of them."""
    sheet, heading = read.sheet, read.sheet.heading
    day = heading.date.strftime("%Y.%m.%d") if heading.date else UNKNOWN_DAY
    return Setup(
        fen=sheet.fen,
        is_chess960=sheet.is_chess960,
        moves=tuple(line.move.uci() for line in read.certain if line.move is not None),
        players=ByColor(Player(name=heading.white), Player(name=heading.black)),
        occasion=Occasion(
            event=heading.event, site=heading.site, round=heading.round, tags=heading.tags or (("Date", day),)
        ),
        is_imported=True,
    )


def _wall(read: SheetRead) -> datetime:
    """The day of the game where the sheet has one, at noon, so that it is the same day in most places."""
    day = read.sheet.heading.date
    return utc_now() if day is None else datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


class Report:
    """What is told of a file of many games: each that has faults, refusals by their reasons, what was kept."""

    def __init__(self, pack: VoicePack) -> None:
        self._pack = pack
        self._told = 0
        self._more: list[int] = []
        self._refusals: list[tuple[int, Fault]] = []
        self._left_out = NOTHING_LEFT_OUT
        self.kept: list[ImportedGame] = []
        self.is_whole = True

    def faulty(self, number: int, read: SheetRead) -> None:
        """Tell what is wrong with a game, now if it is one of the first, and with its number in the file."""
        refusal = refusal_of(read.faults)
        if refusal is None and read.is_game:
            self._left_out += read.left_out
        if read.is_whole:
            return
        self.is_whole = False
        if refusal is not None:
            self._refusals.append((number, refusal))
        if refusal is not None and len(read.faults) == 1:
            return
        if self._told == MOST_TOLD:
            self._more.append(number)
            return
        self._told += 1
        words = reading_words(read, self._pack, with_refusal=False)
        tell([self._pack.phrase("sheet_game", number=str(number)), *words])

    def tell_all(self) -> None:
        """Tell what became of all, at the end."""
        pack, said = self._pack, list[SpokenPart]()
        if self._more:
            said.append(pack.phrase("pgn_more", count=len(self._more), games=numbers_told(self._more, pack)))
        said += refusals_told(self._refusals, pack)
        said += self._kept_words()
        known = [each for each in self.kept if not each.is_new]
        said += [kept_words(each, pack) for each in known if each.result is not None][:MOST_TOLD]
        if unchanged := sum(each.result is None for each in known):
            said.append(pack.phrase("sheets_known", count=unchanged))
        if (left_out := left_out_words(self._left_out, pack)) is not None:
            said.append(left_out)
        tell(said)

    def _kept_words(self) -> Sequence[SpokenPart]:
        new = [each.number for each in self.kept if each.is_new]
        if len(new) == 1:
            return [self._pack.phrase("sheet_imported", number=new[0])]
        said = [self._pack.phrase("sheets_imported", count=len(new))]
        if new:
            said.append(self._pack.phrase("sheets_kept", first=str(new[0]), last=str(new[-1])))
        return said


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
    journal = Journal(journal_file())
    try:
        is_whole = _import(journal, found, Whose(whose), to_game, number, pack)
    finally:
        journal.close()
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
        read = settled_by_questions(read, lambda settled: file.read(pack, whose=whose, settled=settled), pack)
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
        _hand_in(journal, kept.number, file, whose)
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
            report.faulty(number, read)
            if read.is_game:
                report.kept.append(importing.keep(read))
            progress.reached(number)
    except KeyboardInterrupt:
        report.is_whole = False
        tell([pack.phrase("sheet_stopped")])
    report.tell_all()
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

    read = settled_by_questions(reading({}), reading, pack)
    if not read.plies:
        raise wrong("file_no_move", path=file.path)
    tell(reading_words(read, pack))
    _hand_in(journal, number, file, whose)
    tell([pack.phrase("sheet_attached", color=pack.phrase(whose.value), number=number)])
    record = _record(journal, number, pack)
    divergence = comparison.compare(record, read.sheet, letters=(pack.letters,))
    tell(comparison_words(divergence, record, read.sheet, (str(number), str(file.path)), pack))
    return read.is_whole


def _hand_in(journal: Journal, number: int, file: SheetFile, whose: Whose) -> None:
    """The player's sheet as it was kept goes beside the game."""
    entries = journal.entries(number)
    game, at = replay(entry.event for entry in entries), entries[-1].at
    command = HandInSheet(color=whose is Whose.WHITE, text=file.texts[0], is_braille=file.is_braille)
    events = decide(game, command, at=at)
    journal.append(number, len(entries), events, at=at, wall=utc_now(), author=ARBITER)


def _record(journal: Journal, number: int, pack: VoicePack) -> Sheet:
    return journal_sheet(journal.entries(number), Whose.RECORD, pack)
