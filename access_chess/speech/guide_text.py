"""The guide, as text: topics in order, each a few paragraphs, in which what is to be typed stands between backticks."""

import re
import textwrap
from collections.abc import Iterable, Iterator

from msgspec import Struct

from access_chess.speech.language.spelling import Spelling
from access_chess.speech.utterance import SpokenPart

_MARK = "`"  # around what is typed as it stands, as in Markdown
_UNBROKEN = "\0"  # for a blank in what is typed, at which no line ends


class GuideTopic(Struct, frozen=True, kw_only=True):
    """One topic: the name that asks for it anywhere ("first-game"), its language (BCP 47), its title and its parts."""

    name: str
    language: str
    title: str
    parts: tuple[str, ...]

    def said(self, text: str, spelling: Spelling) -> SpokenPart:
        """The title or a part as it is heard, and read in a line: what is typed stands in quotation marks."""
        plain = text.replace(_MARK, '"')
        return SpokenPart(text=spelling.shown(plain), spoken=plain, language=self.language)


#: All topics in the order in which they are read.
Guide = tuple[GuideTopic, ...]


def stretches(paragraph: str) -> Iterator[tuple[bool, str]]:
    """A paragraph in stretches, each with whether it is to be typed as it stands.

    >>> list(stretches("Type `e4`."))
    [(False, 'Type '), (True, 'e4'), (False, '.')]
    """
    for place, text in enumerate(paragraph.split(_MARK)):
        if text:
            yield place % 2 == 1, text


def as_document(topics: Iterable[GuideTopic], width: int) -> str:
    """Topics as Markdown: a heading each, their parts as paragraphs, in lines that are no longer than `width`."""
    return "\n".join(
        f"## {topic.title}\n\n" + "".join(f"{_wrapped(part, width)}\n\n" for part in topic.parts).rstrip() + "\n"
        for topic in topics
    )


def _wrapped(paragraph: str, width: int) -> str:
    kept = re.sub(r"`[^`]*`", lambda typed: typed[0].replace(" ", _UNBROKEN), paragraph)
    return textwrap.fill(kept, width, break_on_hyphens=False, break_long_words=False).replace(_UNBROKEN, " ")
