"""Bytes as text: UTF-8 and its like, else an old code page, part by part, since collections are mixed.

Which code page it is, is told by what stands there: in Cyrillic text nearly all letters are beyond ASCII, in Western
text single ones among the others. Where that does not tell, the language does that is spoken.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_MARKS = (
    (b"\xff\xfe\0\0", "utf-32"), (b"\0\0\xfe\xff", "utf-32"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
)  # fmt: skip
#: What programs before Unicode wrote: of Windows, of DOS, of Unix or the Macintosh.
WESTERN = ("cp1252", "cp850", "mac_roman")
CYRILLIC = ("cp1251", "cp866", "koi8-r")
BALTIC = ("cp1257", *WESTERN)
CENTRAL = ("cp1250", "cp852")
_OF_LANGUAGE = dict.fromkeys(("ru", "bg", "uk", "sr", "be", "mk"), CYRILLIC) | dict.fromkeys(
    ("cs", "pl", "hu", "hr", "ro", "sk", "sl"), CENTRAL
)
_NAMES = {
    "cp1252": "Windows 1252", "cp1251": "Windows 1251", "cp1250": "Windows 1250", "cp1257": "Windows 1257",
    "cp850": "DOS 850", "cp852": "DOS 852", "cp866": "DOS 866", "koi8-r": "KOI8-R", "mac_roman": "Mac Roman",
}  # fmt: skip
_IN_TEXT = re.compile(r"(?:(?<=(\w))|)([^\x00-\x7f])")
_BEYOND = re.compile(rb"[\x80-\xff]")
_BESIDE = re.compile(rb"[\x80-\xff]{2}")
_PIECE = re.compile(rb"(?<![\w\x80-\xff])[\x80-\xff]{1,2}[a-h]?[1-8]?[x:-]?[a-h][1-8]")
_PART = re.compile(rb"^[ \t>]*\[\s*Event\b", re.MULTILINE | re.IGNORECASE)


class Decoded(NamedTuple):
    """A text, and the old code pages that it was read in, by their names."""

    text: str
    pages: tuple[str, ...] = ()


def decoded(content: bytes, language: str) -> Decoded:
    """The text of a file of games; `language` is the one that is spoken."""
    for mark, encoding in _MARKS:
        if content.startswith(mark) and (text := _strict(content, encoding)) is not None:
            return Decoded(text)
    if (zeros := utf_16(content)) and (text := _strict(content[: len(content) // 2 * 2], zeros)) is not None:
        return Decoded(text)
    if (text := _strict(content, "utf-8-sig")) is not None:
        return Decoded(text)
    texts, pages = [], dict[str, None]()
    for part in _parts(content):
        if (text := _strict(part, "utf-8")) is None:
            page = code_page(part, language)
            pages[_NAMES[page]] = None
            text = "".join(_line(line, page) for line in part.splitlines(keepends=True))
        texts.append(text)
    return Decoded("".join(texts), tuple(pages))


def utf_16(content: bytes) -> str:
    """The order of UTF-16 without its mark, which has a zero in every second byte of Latin letters; else nothing."""
    sample = content[:4000]
    for zeros, encoding in ((sample[1::2], "utf-16-le"), (sample[::2], "utf-16-be")):
        if zeros and zeros.count(0) > len(zeros) // 2:
            return encoding
    return ""


def code_page(content: bytes, language: str) -> str:
    """The old code page in which a text is likeliest to be."""
    beyond, together = len(_BEYOND.findall(content)), 2 * len(_BESIDE.findall(content))
    pages = _OF_LANGUAGE.get(language, BALTIC if language == "et" else WESTERN)
    if 2 * together > beyond > 3 or _PIECE.search(content):
        pages = CYRILLIC
    elif pages is CYRILLIC and 4 * together < beyond:
        pages = WESTERN
    return max(pages, key=lambda page: (_plausibility(content, page), -pages.index(page)))


def _plausibility(content: bytes, page: str) -> float:
    """How much of what is beyond ASCII is the letters of words, small ones behind others."""
    text = _strict(content, page)
    return (
        -len(content) if text is None else sum(_points(found[1] or "", found[2]) for found in _IN_TEXT.finditer(text))
    )


def _points(before: str, sign: str) -> float:
    if not sign.isalpha():
        return -0.2
    if before.isalpha():
        return 1.0 if sign.islower() else -0.5
    return 0.4 if sign.islower() else 0.6


def _parts(content: bytes) -> Iterator[bytes]:
    """From one first tag to the next."""
    ends = [found.start() for found in _PART.finditer(content)]
    for start, end in zip([0, *ends], [*ends, len(content)], strict=True):
        if start < end:
            yield content[start:end]


def _line(line: bytes, page: str) -> str:
    """A line of a part that is in an old code page; but one that is UTF-8, and no mere ASCII, stays that."""
    text = _strict(line, "utf-8")
    return line.decode(page, errors="replace") if text is None else text


def _strict(content: bytes, encoding: str) -> str | None:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return None
