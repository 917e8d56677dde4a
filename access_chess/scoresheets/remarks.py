"""What stands on a sheet beside the moves and is passed over: comments, variations, what was struck out.

Every step is a single walk over the text, so that no file, however deep or long, takes more time than its length: no
pattern here can begin everywhere and go on without end.
"""

import re
import unicodedata

_STRIKE = "\u0336"  # struck through, sign by sign
_STRUCK = re.compile(r"~~[^~\n]{1,40}~~|<(?P<tag>s|del|strike)>[^<\n]{0,40}</(?P=tag)>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,80}>")
_GLYPH = re.compile(r"\$\d{1,3}")
_OFFER = re.compile(r"\(\s*=\s*\)|\[\s*=\s*\]")
_NEW_PIECE = re.compile(r"(?<=[1-8])\s*[(\[]\s*=?\s*(\w{1,3})\s*[)\]]")
_SPACED_PIECE = re.compile(r"(?<=[a-h][18])\s*[=/]\s+(?=\w{1,3}(?:\s|$))|(?<=[a-h][18])\s+=(?=\w{1,3}(?:\s|$))")
_OFFER_SIGN = "\ue000"  # of the private area: no hand writes it
_OPENING = {"(": ")", "[": "]", "{": "}"}
_NO_BRACKETS = str.maketrans(dict.fromkeys("()[]{}", " "))


def without_remarks(text: str) -> str:
    """The text with blanks for what says nothing of the moves; a draw offer stays as "(=)"."""
    text = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")
    text = _without_struck_signs(text) if _STRIKE in text else text
    text = _OFFER.sub(f" {_OFFER_SIGN} ", _NEW_PIECE.sub(r"=\1", text))
    text = _without_brackets(text)
    text = _GLYPH.sub(" ", _TAG.sub(" ", _STRUCK.sub(" ", text)))
    return _SPACED_PIECE.sub("=", text).replace(_OFFER_SIGN, "(=)")


def _without_struck_signs(text: str) -> str:
    return re.sub(rf"[^\n]{_STRIKE}", "", text)


def _without_brackets(text: str) -> str:
    """Without what stands in brackets, one in the other; where one is never closed, none from there on is one.

    A semicolon begins a remark to the end of the line where words follow it, and not a move.
    """
    kept: list[str] = []
    closing: list[str] = []
    opened_at = 0
    at, end = 0, len(text)
    while at < end:
        sign = text[at]
        if closing:
            if sign == closing[-1]:
                closing.pop()
            elif closing[-1] != "}" and sign in _OPENING:
                closing.append(_OPENING[sign])
        elif sign in _OPENING:
            closing, opened_at = [_OPENING[sign]], at
        elif sign == ";" and not _is_separator(text, at + 1):
            at = _end_of_line(text, at)
            continue
        else:
            kept.append(sign)
        at += 1
        if at == end and closing:
            at, closing, text = opened_at, [], text[:opened_at] + text[opened_at:].translate(_NO_BRACKETS)
    return "".join(kept)


def _is_separator(text: str, at: int) -> bool:
    """Whether a move, a number or nothing follows, as in a table; a remark begins with a word."""
    word = text[at : at + 16].split(maxsplit=1)
    return not word or text[at : at + 16].startswith("\n") or any(sign.isdigit() or sign == "-" for sign in word[0])


def _end_of_line(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found
