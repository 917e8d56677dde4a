"""Tags of PGN, as the standard has them and as people and programs write them: what is plain is read.

In quotes of any kind or none, several on a line, one broken over two, a bracket too many or too few.
"""

import re
from typing import NamedTuple

_KNOWN = (
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp", "Variant", "WhiteElo", "BlackElo",
    "WhiteTitle", "BlackTitle", "WhiteFideId", "BlackFideId", "WhiteTeam", "BlackTeam", "WhiteType", "BlackType", "ECO",
    "Opening", "Variation", "TimeControl", "Termination", "Annotator", "PlyCount", "EventDate", "UTCDate", "UTCTime",
    "Time", "Board", "Section", "Stage", "Mode", "Source", "WhiteClock", "BlackClock", "EndReason", "Edition",
)  # fmt: skip
_NAMES = {name.casefold(): name for name in _KNOWN}
_KNOWN_NAME = rf"(?P<name>{'|'.join(_KNOWN)})\b"
_NAME = r"(?P<name>\w[\w+#-]*)"
_BETWEEN = r"\s*[:=]?\s*"
_END = r"\s*\]+"

_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf'\[\s*{_NAME}{_BETWEEN}"(?P<value>(?:[^"\\\n]|\\.)*)"{_END}',
        rf'\[\s*{_NAME}{_BETWEEN}"(?P<value>[^\n]*?)"{_END}',
        rf'\[\s*{_NAME}{_BETWEEN}"(?P<value>[^"\n]*)"[ \t]*(?=\n|$)',
        rf"\[\s*{_NAME}{_BETWEEN}['‘’‚`´](?P<value>[^\n]*?)['‘’´]{_END}",
        rf'\[\s*{_NAME}{_BETWEEN}[“”„«»″](?P<value>[^\n]*?)[“”«»″"]{_END}',
        rf'\[\s*{_NAME}{_BETWEEN}"(?P<value>[^"\n]*(?:\n(?!\s*\[)[^"\n]+){{1,3}})"{_END}',
        rf'\[\s*{_KNOWN_NAME}{_BETWEEN}"(?P<value>[^"\n\]]*){_END}[ \t]*(?=\n|$)',
        rf'\[\s*{_KNOWN_NAME}{_BETWEEN}(?P<value>[^"\n\[\]]*?)"?{_END}',
        rf'{_KNOWN_NAME}{_BETWEEN}"(?P<value>[^"\n]*)"{_END}',
    )
)
_ESCAPED = re.compile(r'\\(["\\])')


class Tag(NamedTuple):
    """A tag, and where in the text it ends. Names that are known have their usual letters."""

    name: str
    value: str
    end: int


def tag_at(text: str, at: int) -> Tag | None:
    r"""The tag that begins at this place of a text, if there is one.

    >>> tag_at('[White "Ada \\"Countess\\" L."]', 0).value
    'Ada "Countess" L.'
    >>> tag_at("[black 'Babbage']", 0)[:2]
    ('Black', 'Babbage')
    """
    for form in _FORMS:
        if found := form.match(text, at):
            name = _NAMES.get(found["name"].casefold(), found["name"])
            value = " ".join(part.strip() for part in _ESCAPED.sub(r"\1", found["value"]).split("\n"))
            return Tag(name, value, found.end())
    return None
