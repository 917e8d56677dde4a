"""Where the sheets of a tournament are kept: names that every system can keep, and an index that reads well aloud."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from html import escape
from itertools import groupby
from urllib.parse import quote

from msgspec import Struct

from access_chess.scoresheets.sheet import Heading
from access_chess.scoresheets.written_line import one_line, players_of, result_text, surname
from access_chess.speech.language.voice_pack import VoicePack

LONGEST_PAUSE = timedelta(days=90)  # between two days of an event: a championship may rest over the summer, not a year
LONGEST_NAME = 60  # signs; Windows has 260 for a whole path
_FORBIDDEN = re.compile(r'[<>:"/\\|?*]')
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")  # devices, on Windows
_ROUND_AND_BOARD = re.compile(r"\s*(\d+)\.(\d+)\s*")  # as PGN counts boards: 3.2


class ArchivedGame(Struct, frozen=True, kw_only=True):
    """A game with its place in the archive: folder names from the event's down, the last one the game's own."""

    number: int
    heading: Heading
    event: str
    round: str
    place: tuple[str, ...]
    files: tuple[str, ...] = ()


def safe_name(text: str) -> str:
    """A name of a file or a folder that Windows, macOS and Linux can keep alike; may be empty.

    >>> safe_name('Cup: "A/B" 3...'), safe_name("nul.txt")
    ('Cup A B 3', '_nul.txt')
    """
    name = one_line(_FORBIDDEN.sub(" ", unicodedata.normalize("NFC", text)))[:LONGEST_NAME].rstrip(". ")
    return f"_{name}" if _RESERVED.fullmatch(name) else name


def places(games: Iterable[tuple[int, Heading]]) -> tuple[ArchivedGame, ...]:
    """Where each game goes, from number and heading, the oldest first.

    The folder of an event begins with its first day; where months lie between two days, another event of the same name
    begins. A game has the board's number in its folder where its round has one (3.2), else its own, by which the
    journal knows it.
    """
    listed = list(games)
    folders = _folders(listed)
    taken: set[tuple[str, ...]] = set()
    archived = []
    for number, heading in listed:
        first = folders[number]
        found = _ROUND_AND_BOARD.fullmatch(heading.round)
        round_, board = found.groups() if found else (safe_name(heading.round), "")
        own = f"{f'Board {board}' if board else f'Game {number}'} {_surnames(heading)}"
        place = tuple(filter(None, (first, f"Round {round_}" if round_ else "", own)))
        if tuple(map(str.casefold, place)) in taken:
            place = (*place[:-1], f"{own} (game {number})")
        taken.add(tuple(map(str.casefold, place)))
        archived.append(ArchivedGame(number=number, heading=heading, event=first, round=round_, place=place))
    return tuple(archived)


def _folders(games: Sequence[tuple[int, Heading]]) -> dict[int, str]:
    """The folder of each game's event, by the numbers of the games; what is of no event goes by its day."""
    by_name: dict[str, dict[int, Heading]] = {}
    found = {}
    for number, heading in games:
        name = safe_name(heading.event)
        by_name.setdefault(name.casefold(), {})[number] = heading
        found[number] = _day(heading.date)
    by_name.pop("", None)
    for each in by_name.values():
        name = safe_name(next(iter(each.values())).event)
        for number, first in _first_days(each).items():
            found[number] = f"{_day(first)} {name}"
    return found


def _first_days(games: Mapping[int, Heading]) -> dict[int, date | None]:
    """On which day the event of each game began. Games without a day are of the only event of the name, if there is
    one.
    """
    days = sorted({heading.date for heading in games.values() if heading.date is not None})
    first: dict[date | None, date | None] = {}
    for before, day in zip([None, *days], days, strict=False):
        first[day] = first[before] if before is not None and day - before <= LONGEST_PAUSE else day
    events = set(first.values())
    first[None] = events.pop() if len(events) == 1 else None
    return {number: first[heading.date] for number, heading in games.items()}


def by_round(games: Iterable[ArchivedGame]) -> list[tuple[str, list[ArchivedGame]]]:
    """The games of one event by their rounds, numbered ones in the order of their numbers, then the others."""
    ordered = sorted(games, key=lambda game: (_order(game.round), game.place, game.number))
    return [(name, list(each)) for name, each in groupby(ordered, key=lambda game: game.round)]


def index_text(games: Sequence[ArchivedGame], pack: VoicePack) -> str:
    """The index of an event for a screen reader or a braille display: a line a game, then where it is."""
    lines = [_title(games), ""]
    for name, each in by_round(games):
        lines += [f"{pack.phrase('sheet_round').text} {name}", ""] if name else []
        for game in each:
            lines += [f"{_own_name(game)}. {players_of(game.heading)}. {result_text(game.heading.result)}."]
            lines += [f"  {'/'.join(game.place[1:])}/"]
        lines.append("")
    return "\n".join(lines)


def index_html(games: Sequence[ArchivedGame], pack: VoicePack) -> str:
    """The index of an event as a page: a table a round, whose rows begin with the game, which leads to its record."""
    title = escape(_title(games))
    names = ("white", "black", "sheet_result", "archive_files")
    head = [pack.phrase("archive_game").text, *(pack.phrase(name).text for name in names)]
    columns = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(pack.language)}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{title}</title>",
        f"<style>{_STYLE}</style></head><body><main>",
        f"<h1><bdi>{title}</bdi></h1>",
    ]
    for name, each in by_round(games):
        caption = escape(f"{pack.phrase('sheet_round').text} {name}" if name else _title(games))
        lines += [f"<table><caption>{caption}</caption>", f"<thead><tr>{columns}</tr></thead><tbody>"]
        lines += [_row(game) for game in each]
        lines.append("</tbody></table>")
    return "\n".join([*lines, "</main></body></html>"]) + "\n"


_STYLE = """
body { font: 20pt/1.3 "Atkinson Hyperlegible", Verdana, sans-serif; color: #000; background: #fff; margin: 1em; }
h1, caption { font-size: 1.2em; font-weight: bold; }
table { border-collapse: collapse; margin-bottom: 1.5em; }
caption { text-align: left; }
th, td { text-align: left; vertical-align: top; padding: .2em .6em; border-bottom: 2px solid #000; }
a { color: #00c; }
li { list-style: none; } ul { margin: 0; padding: 0; }
"""


def _row(game: ArchivedGame) -> str:
    heading, folder = game.heading, "/".join(map(quote, game.place[1:]))
    name = escape(_own_name(game))
    links = "".join(
        f'<li><a href="{folder}/{quote(file)}" aria-label="{escape(file)}, {name}">{escape(file)}</a></li>'
        for file in game.files
    )
    cells = [heading.white or "?", heading.black or "?", result_text(heading.result)]
    texts = "".join(f"<td><bdi>{escape(one_line(cell))}</bdi></td>" for cell in cells)
    return f'<tr><th scope="row">{name}</th>{texts}<td><ul>{links}</ul></td></tr>'


def _title(games: Sequence[ArchivedGame]) -> str:
    return one_line(games[0].heading.event) or games[0].event


def _own_name(game: ArchivedGame) -> str:
    """ "Board 2" or "Game 12": the first two words of its folder."""
    return " ".join(game.place[-1].split()[:2])


def _surnames(heading: Heading) -> str:
    return " - ".join(safe_name(surname(name)) or "unnamed" for name in (heading.white, heading.black))


def _day(day: date | None) -> str:
    return "undated" if day is None else day.isoformat()


def _order(round_: str) -> tuple[bool, int, str]:
    return (False, int(round_), "") if round_.isdecimal() else (True, 0, round_)
