"""Damages journals at random: `python -m tests.support.journal_damage COUNT SEED` tells what became of so many.

Whatever is done to the file, each method answers or raises JournalError, and a game is as it was written, can be
written down and heard, or is named as damaged.
"""

import random
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path

from access_chess.command_line.replay import tellings
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.storage.journal import DamagedGameError, Journal
from access_chess.edge.storage.salvage import save_journal
from access_chess.notation.braille import braille_code
from access_chess.scoresheets.braille_text import BrailleStyle, braille_pages
from access_chess.scoresheets.of_game import noted, sheet_of
from access_chess.scoresheets.pgn_text import pgn_text
from access_chess.scoresheets.written_line import plain_text
from access_chess.session.ports import Entry, JournalError
from access_chess.session.record import resume_game
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import narrate
from tests.support.journals import JOURNALS

Games = dict[int, tuple[Entry, ...]]
Damaging = Callable[[Path, random.Random], None]

ABSURD = (
    "", "0", "-1", "null", "{}", "[]", "\x00", "\x1b[2J", "'", "P999999999D", "0001-01-01T00:00:00+00:00",
    "9999-12-31T23:59:59-12:00", "2026-01-02T03:04:05", "9" * 400, "[" * 3000, "e1e1", "a0a9", "é", "NaN", "1e999",
)  # fmt: skip
NUMBERS = (-1, 0, 1, 2, 64, 2**31, 2**62, -(2**62))
COLUMNS = {1: ("at", "wall", "event", "number"), 2: ("at", "wall", "event", "number", "author", "form", "chain")}


def version_of(path: Path) -> int:
    with sqlite3.connect(path) as database:
        return int(database.execute("PRAGMA user_version").fetchone()[0])


def damage_rows(path: Path, chance: random.Random) -> None:
    """One row changed, deleted, doubled, exchanged with another, or cut off with all behind it."""
    version = version_of(path)
    table, columns = {1: "events", 2: "entries"}[version], COLUMNS[version]
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA ignore_check_constraints = ON")
    rows = database.execute(f"SELECT game, number FROM {table}").fetchall()
    (game, number), (other_game, other) = chance.choice(rows), chance.choice(rows)
    here, there = "WHERE game = ? AND number = ?", (game, number)
    match chance.randrange(6):
        case 0:
            database.execute(f"DELETE FROM {table} {here}", there)
        case 1:
            database.execute(f"DELETE FROM {table} WHERE game = ? AND number >= ?", there)
        case 2:
            texts = [
                database.execute(f"SELECT event FROM {table} {here}", place).fetchone()[0]
                for place in (there, (other_game, other))
            ]
            database.execute(f"UPDATE {table} SET event = ? {here}", (texts[1], *there))
            database.execute(f"UPDATE {table} SET event = ? {here}", (texts[0], other_game, other))
        case 3:
            column = chance.choice(columns)
            value: object = chance.choice(NUMBERS if column in ("at", "number", "form") else ABSURD)
            database.execute(f"UPDATE OR REPLACE {table} SET {column} = ? {here}", (_typed(column, value), *there))
        case 4:
            text = bytearray(database.execute(f"SELECT event FROM {table} {here}", there).fetchone()[0].encode())
            for _ in range(chance.randint(1, 3)):
                text[chance.randrange(len(text))] = chance.randrange(256)
            database.execute(f"UPDATE {table} SET event = CAST(? AS TEXT) {here}", (bytes(text), *there))
        case 5:
            column = chance.choice(("result", "game"))
            value = chance.choice(ABSURD) if column == "result" else chance.choice(NUMBERS)
            database.execute(f"UPDATE OR REPLACE games SET {column} = ? WHERE game = ?", (value, game))
    database.close()


def damage_file(path: Path, chance: random.Random) -> None:
    """Bytes changed, a part zeroed, doubled or cut off."""
    content = bytearray(path.read_bytes())
    first = chance.randrange(len(content))
    last = min(len(content), first + chance.choice((1, 8, 512, 4096)))
    match chance.randrange(4):
        case 0:
            for _ in range(chance.randint(1, 40)):
                content[chance.randrange(len(content))] = chance.randrange(256)
        case 1:
            content[first:last] = bytes(last - first)
        case 2:
            del content[first:last]
        case 3:
            del content[first:]
    path.write_bytes(content)


def damage_all(path: Path, chance: random.Random) -> None:
    """Something else in the place of the file."""
    path.write_bytes(chance.choice([b"", b"\x00" * 5000, b"SQLite format 3\x00" + chance.randbytes(4080), b"letter"]))


def _typed(column: str, value: object) -> object:
    return str(value).encode() if column == "chain" else value


def games_of(path: Path) -> Games:
    """All games of a journal, of which none is damaged."""
    journal = Journal.reading(path)
    games = {listed.game: journal.entries(listed.game) for listed in journal.games()}
    journal.close()
    return games


def look_at(path: Path, known: Games) -> str:
    """Do with a journal all that the program does; in a word, what came of it."""
    try:
        journal = Journal.reading(path)
    except JournalError:
        return "not a journal"
    try:
        whole = [number for number in known if is_told(journal, number, known)]
        journal.survey()
    finally:
        journal.close()
    place = path.with_name("saved.sqlite")
    place.unlink(missing_ok=True)
    save_journal(path, place)
    saved = games_of(place)
    for number in whole:
        assert number in saved, f"game {number} could be read and was not saved"
    play_on(path)
    return "all games" if len(whole) == len(known) else "some games" if whole else "no game"


def is_told(journal: Journal, number: int, known: Games) -> bool:
    """Whether a game can be told."""
    try:
        entries = journal.entries(number)
    except DamagedGameError as error:
        assert error.damage.game == number
        return False
    except JournalError as error:
        assert error.phrase == "journal_no_game", error
        return False
    assert entries == known[number], f"game {number} is not as it was written, and nobody was told"
    pack = load_voice_pack("en")
    sheet = sheet_of((entry.event for entry in entries), date(2026, 1, 2), note=noted(pack))
    pgn_text(sheet)
    plain_text(sheet, pack)
    braille_pages(sheet, pack, BrailleStyle(code=braille_code(pack.language, pack.letters)))
    for recorded in tellings(entries):
        narrate(
            recorded.event,
            before=recorded.before,
            after=recorded.after,
            settings=NarrationSettings(pack=pack, volunteers=True),
        )
    return True


def play_on(path: Path) -> None:
    """Open the journal to play, and take the last game up."""
    try:
        journal = Journal(path)
        try:
            number = journal.last_unfinished()
            if number is not None:
                resume_game(journal, number)
        finally:
            journal.close()
    except JournalError:
        return


def run(count: int, seed: int) -> Counter[str]:
    """So many damages, one in a fresh copy each."""
    chance, seen = random.Random(seed), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        sources = []
        for name in ("played", "stories"):
            source = JOURNALS / f"{name}.sqlite"
            sources.append((source, games_of(Path(shutil.copyfile(source, path)))))
        for _ in range(count):
            source, known = chance.choice(sources)
            for rest in Path(folder).glob("journal*"):
                rest.unlink()
            shutil.copyfile(source, path)
            kind: Damaging = chance.choices((damage_rows, damage_file, damage_all), (60, 38, 2))[0]
            kind(path, chance)
            seen[f"{kind.__name__}: {look_at(path, known)}"] += 1
    return seen


if __name__ == "__main__":
    for line, number in sorted(run(int(sys.argv[1]), int(sys.argv[2])).items()):
        sys.stdout.write(f"{number:6} {line}\n")
