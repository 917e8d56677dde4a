"""Games of other programs and hand-kept sheets into the journal: each is kept once, and what became of all is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from msgspec import Struct

from access_chess.edge.sheets.files import SheetFile
from access_chess.edge.storage.journal import GameListed, Journal
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import ARBITER, HandInSheet, Result
from access_chess.laws.decide import decide
from access_chess.laws.events import Ending, GameEnded, GameSetUp
from access_chess.laws.evolve import replay
from access_chess.laws.setup import Occasion, Player, Setup
from access_chess.machine_clock import utc_now
from access_chess.scoresheets.comparison_words import reading_words
from access_chess.scoresheets.faults import (
    ENDING,
    NOTHING_LEFT_OUT,
    Fault,
    left_out_words,
    numbers_told,
    refusal_of,
    refusals_told,
)
from access_chess.scoresheets.pgn_heading import UNKNOWN_DAY
from access_chess.scoresheets.reading import SheetRead
from access_chess.scoresheets.sheet import Whose
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

    def faulty(self, number: int, read: SheetRead) -> Sequence[SpokenPart]:
        """What is wrong with a game, told now if it is one of the first, with its number in the file."""
        refusal = refusal_of(read.faults)
        if refusal is None and read.is_game:
            self._left_out += read.left_out
        if read.is_whole:
            return ()
        self.is_whole = False
        if refusal is not None:
            self._refusals.append((number, refusal))
        if refusal is not None and len(read.faults) == 1:
            return ()
        if self._told == MOST_TOLD:
            self._more.append(number)
            return ()
        self._told += 1
        words = reading_words(read, self._pack, with_refusal=False)
        return (self._pack.phrase("sheet_game", number=str(number)), *words)

    def of_all(self) -> Sequence[SpokenPart]:
        """What became of all, told at the end."""
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
        return said

    def _kept_words(self) -> Sequence[SpokenPart]:
        new = [each.number for each in self.kept if each.is_new]
        if len(new) == 1:
            return [self._pack.phrase("sheet_imported", number=new[0])]
        said = [self._pack.phrase("sheets_imported", count=len(new))]
        if new:
            said.append(self._pack.phrase("sheets_kept", first=str(new[0]), last=str(new[-1])))
        return said


def result_of(read: SheetRead) -> Result:
    """The result on a sheet that was read to its end; of one that was not, nobody knows whether it belongs to it."""
    is_to_end = read.unread is None and read.doubt is None and all(fault.kind not in ENDING for fault in read.faults)
    return read.sheet.heading.result if is_to_end else Result.NONE


def hand_in(journal: Journal, number: int, file: SheetFile, whose: Whose) -> None:
    """The player's sheet as it was kept goes beside the game. Raises JournalError."""
    entries = journal.entries(number)
    game, at = replay(entry.event for entry in entries), entries[-1].at
    command = HandInSheet(color=whose is Whose.WHITE, text=file.texts[0], is_braille=file.is_braille)
    events = decide(game, command, at=at)
    journal.append(number, len(entries), events, at=at, wall=utc_now(), author=ARBITER)
