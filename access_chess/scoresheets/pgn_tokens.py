"""The tokens of PGN as files of the world have it: tags, numbers, moves, remarks, brackets, each with its place.

Nothing is passed over: what is no token that is known is a WORD, and who reads has to say what becomes of it. Of tags,
too, what is plain is read: in quotes of any kind or none, several on a line, one broken over two, a bracket too many or
too few.
"""

import html
import re
from bisect import bisect_left
from collections.abc import Iterator
from enum import Enum, auto
from itertools import pairwise
from typing import NamedTuple

from access_chess.scoresheets.results import result_at_end

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


_LINE_ENDS = re.compile("\r+\n|[\r\x0b\x0c\x1a\x1c-\x1e\x85\u2028\u2029]")  # 1A ends a file of DOS
_UNSEEN = re.compile("[\ufeff\u200b-\u200f\u2060\u00ad\ufe0e\ufe0f\0]")
_ENTITY = re.compile(r"&(?:[a-zA-Z][a-zA-Z0-9]{1,8}|#\d{1,5}|#[xX][0-9a-fA-F]{1,5});")  # as pages have them
_QUOTED = re.compile(r"^(?:[ \t]*>)+[ \t]?", re.MULTILINE)  # as mail programs quote

_NEXT = re.compile(
    r"""
      (?P<blank>[\s,]+)
    | (?P<offer>\(\s*=\s*\))
    | (?P<sign>[{;()\[])
    | (?P<markup></?[a-zA-Z][^<>\n]{0,80}>)
    | (?P<castling>[OoОо0][ ]?[-‐‑‒–—−][ ]?[OoОо0](?:[ ]?[-‐‑‒–—−][ ]?[OoОо0])?(?![\w/])[+\#†‡x]*[!?]*)
    | (?P<result>(?:1/2|½|0[.,]5|[01])[ ]?[-‐‑‒–—−:][ ]?(?:1/2|½|0[.,]5|[01])(?![\w./:‐‑‒–—−-]))
    | (?P<word>[^\s,{};()\[\]<>]+(?:(?<=[a-h][18])(?:\(=?\w{1,2}\)|[ ]?=[ ]?[^\W\d]{1,2}(?!\w))[+\#!?]*)?)
    | (?P<odd>.)
    """,
    re.VERBOSE,
)
LONGEST_LINE = 1000  # signs behind a semicolon, in which moves are looked for
_ESCAPE = re.compile(r"%[^\n]*")
_BARE_MARK = re.compile(r"\[%[^\[\]\n]*\]")
_IN_BRACKETS = re.compile(r"\[[^\[\]\n]*\]*")
_LINE = re.compile(r"[^\n]*")
_TAG_LINE = re.compile(r'^[ \t]*\[\s*\w+\s*["\'“„]', re.MULTILINE)
_NUMBER = re.compile(r"(?P<number>\d{1,4})(?P<dots>\.+|…|:)?-?(?=$|[oO0]-|[^\d/½:'.,%-])")
_FIRST_NUMBER = re.compile(r"\s*(\d{1,4})\s*\.")
_DOTS = re.compile(r"\.+|…|-")
_PARTS = re.compile(r"\$\d{1,3}|[^$]+|\$")
_MARK = re.compile(r"\$\d{1,3}|[!?+=±∓⩲⩱∞□#~^/⌓⇄↑→⨀⟳⊕⯹↔⇆△▽∆∇○●◯⊥⟂⊞∥−–-]{1,5}|[DN]|TN|RR")
_AFTERWORD = re.compile(r"(?:dbl\.?)?\+?(?:ch|sch|mate|matt|mat|шах|мат)\.?|e\.?p\.?|i\.v\.?|a\.p\.?", re.IGNORECASE)
_TIME = re.compile(r"\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?")
_PASSES = frozenset({"--", "---", "Z0", "0000", "@@@@", "null", "pass"})
_FORM = re.compile(  # of a move in whatever letters: whole, so that no sign too many goes unseen
    r"""
    (?:[OoОо0]\s?[-‐‑‒–—−]\s?[OoОо0](?:\s?[-‐‑‒–—−]\s?[OoОо0])?
    | (?![xX×:‐‑‒–—−-])(?:[^\W\d_]{1,3}|[♔-♟])?[a-h]?[1-8]?[x×:‐‑‒–—−-]?(?:(?![xX])[^\W\d_]{1,3}|[♔-♟])??[a-hавсе][1-8]
      (?:\s?[=/(]?\s?(?:[^\W\d_]{1,2}|[♔-♟])\)?)??(?:e\.?p\.?)?
    | [a-h][x×:]?[a-h](?:[=(]?[^\W\d_]{1,2}\)?)?
    | [1-8]{4}[1-4]?)
    (?:\+{1,2}|[\#†‡]|x|(?:sch|ch|matt|mate|mat)\.?)?[!?]*[+\#]?
    """,
    re.VERBOSE,
)


class PgnTokenKind(Enum):
    """What a token is. A WORD is none of the others; a PASS is a move that is none, "--"."""

    TAG = auto()
    NO_TAG = auto()
    NUMBER = auto()
    DOTS = auto()
    MOVE = auto()
    PASS = auto()
    RESULT = auto()
    MARK = auto()
    OFFER = auto()
    TIME = auto()
    REMARK = auto()
    OPEN_REMARK = auto()
    SEMICOLON = auto()
    SEMICOLON_NUMBER = auto()
    OPENING = auto()
    CLOSING = auto()
    WORD = auto()


_OF_MOVES = frozenset(
    {
        PgnTokenKind.NUMBER,
        PgnTokenKind.DOTS,
        PgnTokenKind.MOVE,
        PgnTokenKind.RESULT,
        PgnTokenKind.MARK,
        PgnTokenKind.OFFER,
    }
)


class PgnToken(NamedTuple):
    """`text` as it stands there; of a tag its value, of a remark what is in it, of a number its digits.

    `name` is a tag's, or the dots behind a number. `line` is counted from 1; a token that `is_apart` is the first
    behind an empty line.
    """

    kind: PgnTokenKind
    text: str
    line: int
    name: str = ""
    is_apart: bool = False


def tokens(text: str) -> Iterator[PgnToken]:
    """All that stands in a text."""
    return _Text(text).tokens()


class _Text:
    """A text with its places."""

    def __init__(self, text: str) -> None:
        text = _UNSEEN.sub("", _LINE_ENDS.sub("\n", text))
        self._text = _ENTITY.sub(lambda found: html.unescape(found[0]), _QUOTED.sub("", text))
        self._ends = [found.start() for found in re.finditer("\n", self._text)]

    def _line(self, at: int) -> int:
        return bisect_left(self._ends, at) + 1

    def tokens(self) -> Iterator[PgnToken]:
        """From the beginning on."""
        at, is_apart, in_tags, begins_line = 0, False, True, True
        while at < len(self._text):
            found = _NEXT.match(self._text, at)
            assert found is not None, "the pattern takes every sign"
            if found.lastgroup == "blank":
                is_apart = is_apart or found[0].count("\n") > 1
                begins_line = begins_line or "\n" in found[0]
                at = found.end()
                continue
            new, at = self._read(found, in_tags=in_tags, begins_line=begins_line)
            is_tag = bool(new) and new[-1].kind is PgnTokenKind.TAG  # another one may stand behind it
            begins_line = is_tag or self._text[at - 1] == "\n"
            for token in new:
                in_tags = token.kind in (PgnTokenKind.TAG, PgnTokenKind.NO_TAG) or (
                    in_tags and token.kind in (PgnTokenKind.WORD, PgnTokenKind.REMARK)
                )
                yield token._replace(is_apart=True) if is_apart else token
                is_apart = False

    def _read(self, found: re.Match[str], *, in_tags: bool, begins_line: bool) -> tuple[list[PgnToken], int]:
        """The tokens of what was found next, and where they end."""
        at, line = found.start(), self._line(found.start())
        if begins_line and (tag := self._tag(at, line, in_tags=in_tags)) is not None:
            return tag
        match found.lastgroup:
            case "offer":
                return [PgnToken(PgnTokenKind.OFFER, "(=)", line)], found.end()
            case "markup":
                return [], found.end()
            case "castling":
                return [PgnToken(PgnTokenKind.MOVE, found[0], line)], found.end()
            case "result" if result_at_end(found[0]) is not None:
                return [PgnToken(PgnTokenKind.RESULT, found[0], line)], found.end()
            case "sign":
                return self._sign(found[0], at, line, is_tag=in_tags and begins_line)
            case "word" | "result":
                return list(_of_word(found[0], line)), found.end()
        return [PgnToken(PgnTokenKind.WORD, found[0], line)], found.end()

    def _tag(self, at: int, line: int, *, in_tags: bool) -> tuple[list[PgnToken], int] | None:
        """A tag, or a line that is one no more than it is anything else; a line with PGN's escape is none of both."""
        sign = self._text[at]
        if (escape := _ESCAPE.match(self._text, at)) and self._text[at - 1 : at] in ("", "\n"):
            return [], escape.end()
        if (sign == "[" or in_tags) and (tag := tag_at(self._text, at)) is not None:
            return [PgnToken(PgnTokenKind.TAG, tag.value, line, tag.name)], tag.end
        return None

    def _sign(self, sign: str, at: int, line: int, *, is_tag: bool) -> tuple[list[PgnToken], int]:
        match sign:
            case "(":
                return [PgnToken(PgnTokenKind.OPENING, sign, line)], at + 1
            case ")":
                return [PgnToken(PgnTokenKind.CLOSING, sign, line)], at + 1
            case "{":
                return self._remark(at, line)
            case ";":
                return self._behind_semicolon(at, line)
        if mark := _BARE_MARK.match(self._text, at):
            return [PgnToken(PgnTokenKind.REMARK, mark[0], line)], mark.end()
        whole = (_LINE if is_tag else _IN_BRACKETS).match(self._text, at)
        assert whole is not None, "it begins with a bracket"
        return [PgnToken(PgnTokenKind.NO_TAG if is_tag else PgnTokenKind.WORD, whole[0].strip(), line)], whole.end()

    def _remark(self, at: int, line: int) -> tuple[list[PgnToken], int]:
        """What stands in braces, with braces in it where as many are closed as opened.

        One that is never closed ends before the next tags. So does one that would be closed by the brace of another,
        and goes on with moves: nobody knows which of them are remarks.
        """
        text = self._text
        end, opened = text.find("}", at), text.find("{", at + 1)
        if 0 <= opened < end and (next_tag := _TAG_LINE.search(text, at, opened)) is not None:
            return [PgnToken(PgnTokenKind.OPEN_REMARK, text[at + 1 : next_tag.start()], line)], next_tag.start()
        if end < 0:
            next_tag = _TAG_LINE.search(text, at)
            end = len(text) if next_tag is None else next_tag.start()
            return [PgnToken(PgnTokenKind.OPEN_REMARK, text[at + 1 : end], line)], end
        inner = text.count("{", at + 1, end)
        while inner:
            following, another = text.find("}", end + 1), text.find("{", end + 1)
            if following < 0 or 0 <= another < following:
                break
            end, inner = following, inner - 1
        if inner and _has_moves(text[at + 1 : opened]):
            return [PgnToken(PgnTokenKind.OPEN_REMARK, text[at + 1 : end], line)], end + 1
        return [PgnToken(PgnTokenKind.REMARK, text[at + 1 : end], line)], end + 1

    def _behind_semicolon(self, at: int, line: int) -> tuple[list[PgnToken], int]:
        """A remark to the end of the line; but what goes on with the next number may be the game itself."""
        whole = _LINE.match(self._text, at + 1)
        assert whole is not None, "every text has a line"
        behind = list(tokens(whole[0].replace(";", " "))) if len(whole[0]) < LONGEST_LINE else []
        number = next((token.text for token in behind if token.kind is PgnTokenKind.NUMBER), None)
        following = _FIRST_NUMBER.match(self._text, whole.end())
        is_repeated = following is not None and number is not None and int(following[1]) <= int(number)
        if number is not None and not is_repeated:
            if {token.kind for token in behind} <= _OF_MOVES:
                return [PgnToken(PgnTokenKind.SEMICOLON, ";", line)], at + 1
            if _FIRST_NUMBER.match(whole[0]) and any(token.kind is PgnTokenKind.MOVE for token in behind[1:3]):
                return [
                    PgnToken(PgnTokenKind.SEMICOLON_NUMBER, number, line),
                    PgnToken(PgnTokenKind.REMARK, whole[0], line),
                ], whole.end()
        remark = [PgnToken(PgnTokenKind.REMARK, whole[0].strip(), line)] if whole[0].strip() else []
        return remark, whole.end()


def _has_moves(text: str) -> bool:
    kinds = [token.kind for token in tokens(text)]
    return any(one is PgnTokenKind.NUMBER and other is PgnTokenKind.MOVE for one, other in pairwise(kinds))


def _of_word(word: str, line: int) -> Iterator[PgnToken]:
    """ "1.e4!?" is a number, a move and a mark; what is none of them is one WORD."""
    if word in _PASSES:
        yield PgnToken(PgnTokenKind.PASS, word, line)
        return
    if _TIME.fullmatch(word):
        yield PgnToken(PgnTokenKind.TIME, word, line)
        return
    if result_at_end(word) is None and not _FORM.fullmatch(word) and (found := _NUMBER.match(word)):
        yield PgnToken(PgnTokenKind.NUMBER, found["number"], line, (found["dots"] or "").replace("…", "..."))
        word = word[found.end() :]
    if (dots := _DOTS.match(word)) and (dots.end() == len(word) or dots[0] != "-"):
        yield PgnToken(PgnTokenKind.DOTS, dots[0], line)
        word = word[dots.end() :]
    for part in _PARTS.findall(word):
        yield from _of_part(part, line)


def _of_part(part: str, line: int) -> Iterator[PgnToken]:
    plain = part if _FORM.fullmatch(part) else part.rstrip(".…") or part
    if part in _PASSES:
        yield PgnToken(PgnTokenKind.PASS, part, line)
    elif _FORM.fullmatch(plain):
        yield PgnToken(PgnTokenKind.MOVE, plain, line)
        if praise := re.search(r"[!?]+[+#]?$", plain):
            yield PgnToken(PgnTokenKind.MARK, praise[0], line)
    elif result_at_end(part) is not None:
        yield PgnToken(PgnTokenKind.RESULT, part, line)
    elif _MARK.fullmatch(part) or _AFTERWORD.fullmatch(part):
        yield PgnToken(PgnTokenKind.MARK, part, line)
    else:
        yield PgnToken(PgnTokenKind.WORD, part, line)
