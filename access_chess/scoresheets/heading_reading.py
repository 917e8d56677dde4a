"""What stands over the moves of a sheet, in print or braille: "White: Anna Muster", "Datum: 22.11.2026"."""

import re
from collections.abc import Mapping
from datetime import date

from msgspec.structs import replace

from access_chess.notation.braille import DOT_6, braille_code
from access_chess.notation.braille_prose_reading import prose_print
from access_chess.scoresheets.braille_reading import without_page_titles
from access_chess.scoresheets.sheet import Heading
from access_chess.speech.language.voice_pack import VoicePack

LONGEST_HEAD = 2_000  # cells; two pages
LONGEST = 200  # signs of a line; a name or a place has not as many
_LINE = re.compile(r"[ \t]*(?P<label>[^\W\d][^:\n]{0,30}):[ \t]*(?P<text>[^\n]+)")
_DAY = re.compile(r"(?P<year>\d{4})[-./](?P<month>\d{1,2})[-./](?P<day>\d{1,2})")
_DAY_FIRST = re.compile(r"(?P<day>\d{1,2})[-./]\s?(?P<month>\d{1,2})[-./]\s?(?P<year>\d{4})")
_UNKNOWN = ("", "?", "-")


def labels_of(*packs: VoicePack) -> dict[str, str]:
    """The words that stand before names and places in these languages, folded, and what each names."""
    keys = {"white": "white", "black": "black", "sheet_event": "event", "sheet_site": "site", "sheet_round": "round"}
    keys["sheet_date"] = "date"
    return {pack.phrase(key).text.casefold(): field for pack in packs for key, field in keys.items()}


def read_heading(text: str, labels: Mapping[str, str]) -> Heading:
    """What stands there of names, place, round and date; the result stands below the moves."""
    heading = Heading()
    beside = re.compile(rf"\s+(?=(?:{'|'.join(map(re.escape, labels))}):\s)", re.IGNORECASE)  # two on one line
    lines = (each for each in text[:20_000].splitlines() if len(each) <= LONGEST)
    for line in (part for each in lines for part in beside.split(each)):
        found = _LINE.fullmatch(line.rstrip())
        field = labels.get(found["label"].strip().casefold()) if found else None
        if found is None or field is None or (value := found["text"].strip()) in _UNKNOWN:
            continue
        match field:
            case "white":
                heading = replace(heading, white=value)
            case "black":
                heading = replace(heading, black=value)
            case "event":
                heading = replace(heading, event=value)
            case "site":
                heading = replace(heading, site=value)
            case "round":
                heading = replace(heading, round=value)
            case _:
                heading = replace(heading, date=_date(value))
    return heading


def heading_in_print(cells: str, pack: VoicePack) -> str:
    """What stands over the moves of a braille file as print of this language; lines that run over are whole again."""
    code = braille_code(pack.language, pack.letters)
    lines: list[str] = []
    for line in without_page_titles(cells)[:LONGEST_HEAD].splitlines():
        if lines and line.startswith((" ", "⠀")):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(prose_print(line, pack.language, code.capital or DOT_6) for line in lines)


def _date(text: str) -> date | None:
    found = _DAY.fullmatch(text) or _DAY_FIRST.fullmatch(text)
    try:
        return date(int(found["year"]), int(found["month"]), int(found["day"])) if found else None
    except ValueError:
        return None
