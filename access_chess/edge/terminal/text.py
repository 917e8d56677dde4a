"""Text as it goes to a terminal and comes from one, whatever is in it: nothing that steers the terminal is sent."""

import codecs
import locale
import re
import textwrap
import unicodedata

#: C0 and C1 control characters, the separators that end a line, and what turns the direction of writing around
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_SPELT = {
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ß": "ss",
    "–": "-",
    "—": "-",
    "…": "...",
    "\ufffd": "?",
}
SPELT = "access_chess.spelt"  # the name of the error handler below


def shown(text: str) -> str:
    r"""One line of text in which whatever steers a terminal is shown, not sent.

    >>> print(shown("Anna\x1b[2J won\n"))
    Anna\x1b[2J won\n
    """
    return _STEERING.sub(_named, text)


def shown_lines(text: str) -> str:
    """The same for text of several lines, in which line feeds and tabs are what they are."""
    return re.sub(r"[^\n\t]+", lambda line: shown(line.group()), text)


def in_rows(text: str, columns: int) -> str:
    """The text, filled up so that a terminal of this width breaks it between words, and a place for the cursor.

    The cursor never stands in an empty row, where a braille display would show nothing.

    >>> in_rows("Die Partie beginnt.", 10), in_rows("one", 10)
    ('Die       Partie    beginnt. ', 'one ')
    >>> in_rows("see access-chess", 14)  # a screen reader would read "access- chess"
    'see           access-chess '
    """
    is_even = all(unicodedata.east_asian_width(sign) not in "WF" and not unicodedata.combining(sign) for sign in text)
    rows = textwrap.wrap(text, columns - 1, break_on_hyphens=False) if is_even and columns > 1 else [text]
    return "".join(row.ljust(columns) for row in rows[:-1]) + f"{rows[-1] if rows else ''} "


def between_words(text: str, columns: int) -> str:
    r"""Text of several lines, broken between words for a terminal of this width; what is for a program stays whole.

    >>> between_words("The game begins.\n", 12), between_words('{"kind": "nothing"}', 12)
    ('The game\nbegins.\n', '{"kind": "nothing"}')
    """
    return "\n".join(line if _is_whole(line, columns) else _broken(line, columns) for line in text.split("\n"))


def _is_whole(line: str, columns: int) -> bool:
    return not 0 < columns < len(line) or line.startswith(("{", "["))


def _broken(line: str, columns: int) -> str:
    return textwrap.fill(line, columns, break_on_hyphens=False, break_long_words=False)


def decoded(raw: bytes) -> str:
    r"""What was typed or piped in: UTF-8, else as the locale has it, else with a sign for each byte that is no text.

    >>> decoded(b"e4\xff"), decoded("Läufer".encode())
    ('e4\ufffd', 'Läufer')
    """
    for encoding in ("utf-8", locale.getpreferredencoding(do_setlocale=False)):
        try:
            return raw.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    return raw.decode("utf-8", "replace")


def _named(found: re.Match[str]) -> str:
    return found.group().encode("unicode_escape").decode("ascii")


def _spell(error: UnicodeError) -> tuple[str, int]:
    """Letters that a terminal does not have, by letters that it has."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    spelt = (_spelt(sign) for sign in error.object[error.start : error.end])
    return "".join(spelt), error.end


def _spelt(sign: str) -> str:
    plain = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return _SPELT.get(sign) or plain or sign.encode("ascii", "backslashreplace").decode()


codecs.register_error(SPELT, _spell)
