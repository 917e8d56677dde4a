"""The beginning of a voice pack in another language: the English files, in which everything is still to be said."""

import re
from pathlib import Path

from babel import Locale, UnknownLocaleError

from access_chess.edge.packs.gaps import FILES
from access_chess.edge.packs.guides import FILE as GUIDE
from access_chess.edge.packs.voice_packs import REFERENCE

MARK = "#~ "  # before each line that is still English; whoever translates it takes the mark away

#: Tables that the program cannot do without: they are copied as they are, to be translated where they stand.
_NEEDED = {"terminal.toml": ("words", "answers"), "clock.toml": ("words",)}


def language_title(language: str) -> str | None:
    """What its speakers call a language (BCP 47); None where Unicode's list has none of that name."""
    try:
        return str(Locale.parse(language, sep="-").display_name)
    except (UnknownLocaleError, ValueError):
        return None


def write_new_pack(language: str, title: str, folder: Path) -> dict[str, int]:
    """Make the folder of a language among the packs: by the file, how many texts are to be translated.

    Raises FileExistsError where there is such a folder, OSError where it cannot be written.
    """
    (folder / language).mkdir()
    counts = {}
    for file in ("pack.toml", "phrases.toml", *FILES):
        text = (folder / REFERENCE / file).read_text(encoding="utf-8")
        if file == "pack.toml":
            written = _named(text, language, title)
            counts[file] = _marked(written, (), is_table=True)[1]
        else:
            written, counts[file] = _marked(text, _NEEDED.get(file, ()), is_table=file != GUIDE)
        (folder / language / file).write_text(written, encoding="utf-8")
    return counts


def _named(text: str, language: str, title: str) -> str:
    """`pack.toml` with the language's own name; its words are English until they are changed."""
    text = text[text.index("title = ") :]  # what stands above it is about English
    text = re.sub(r"^title = .*$", f'title = "{title}"', text, count=1, flags=re.MULTILINE)
    return re.sub(r"^language = .*$", f'language = "{language}"', text, count=1, flags=re.MULTILINE)


def _marked(text: str, needed: tuple[str, ...], *, is_table: bool) -> tuple[str, int]:
    """A file with the mark before its entries, and how many there are; comments stay, and the names of
    tables, where these are not the guide's topics.
    """
    lines, table, count = [], "", 0
    for line in text.splitlines():
        if header := re.fullmatch(r"\[([\w.]+)\]", line):
            table = header[1]
        count += re.match(r'[\w"-][\w" -]*=', line) is not None
        is_header = header is not None and is_table
        is_text = bool(line) and not line.startswith("#") and not is_header and table not in needed
        lines.append(MARK + line if is_text else line)
    return "\n".join(lines) + "\n", count
