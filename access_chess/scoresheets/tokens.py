"""The words of a sheet that stand for moves, in their order, with the numbers before them.

A hand writes a pair a line or many, with numbers or without, with clock times, results, offers and remarks between;
two columns beside each other are put in the order of their numbers.

What is passed over (comments, variations, what was struck out) is left by a single walk over the text, so that no file,
however deep or long, takes more time than its length: no pattern here can begin everywhere and go on without end.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from access_chess.laws.commands import Result
from access_chess.scoresheets.braille_reading import has_cells, printed
from access_chess.scoresheets.results import DASHES, RESULTS
from access_chess.scoresheets.spellings import with_figurines

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


MOST_PLIES = 1200  # twice the longest game of record
LONGEST_TEXT = 200_000  # signs; the longest game of record, each move with a remark, has a quarter of it
LONGEST_TOKEN = 40  # signs; nothing that is written for a move has as many
MOST_TOKENS = 20_000  # with all that may stand between the moves
LONGEST_MOVE = 16  # signs, as "Msha7xb8=Msh+!?"

GAP = "?"  # a ply that was not written

_NUMBER = re.compile(r"(?P<number>0|[1-9]\d{0,2})(?P<stop>[.:)…]*)")
_GLUED = re.compile(r"(?P<number>[1-9]\d{0,2})(?P<stop>[.:)…]*-?)(?P<move>[^\d\s.:)…'′-].*|[0oOоО]-[0oOоО].*)")
_TIME = re.compile(r"\d{1,3}[:.]\d\d(?:[:.]\d\d)?|\d{1,2}h\d\d|\d{1,3}(?:'|′|’|''|\"|min|m|s|sec)")
_BLACK_MOVE = re.compile(r"\.{2,}|…|-\.\.\.")
_GAPS = frozenset({"?", "??", "???", "--", "---", "_", "__", "?!?"})
_DOTS = frozenset({"...", "…", "..", "....", "-"})
_OFFERS = frozenset({"(=)", "="})
#: What stands behind a move as a word of its own, and says nothing that the position does not.
_AFTERWORDS = frozenset(
    {
        "+", "++", "#", "ch", "ch.", "+ch", "sch", "sch.", "mate", "matt", "mat", "шах", "мат",
        "e.p.", "ep", "e.p", "ep.", "i.v.", "i.v", "a.p.", "a.p", "!", "!!", "!?",
    }
)  # fmt: skip
_OVERTYPED = re.compile(r"[x×]{3,}|X{3,}|/{2,}|#{3,}|={2,}|_{3,}|\*{3,}|%{3,}")  # strikes out the whole word
_UNSEEN = re.compile("[\ufeff\u200b-\u200f\u2060\u00ad]")
_CASTLING = re.compile(r"[0OoОо]-?[0OoОо](?:-?[0OoОо])?[+#!?x]*")
_SIGN_AND_DIGIT = re.compile(r"[^\W\d_].*\d")  # even "Qh9", which somebody meant for a move
_FORM = re.compile(  # of castling, of a pawn's capture, of what ends on a square
    r"[0OoОо-]{2,5}[+#!?]*|[a-h][x:×-]?[a-h](?:[=/]?\w{1,2})?[+#!?]*|[1-8]{4,5}|\w{0,3}[a-h]?[1-8]?[x:×-]?\w{0,2}[a-hавсе][1-8]\W*\w{0,4}\W*",
    re.IGNORECASE,
)
_PAWN_CAPTURE = re.compile(r"(?P<file>[a-h])[x:×-]?(?P<to>[a-h])(?:[=/]?\w{1,2})?[+#!?]*")
_WORD_AND_STOP = re.compile(r"[^\W\d_]{4,}\d")
_PIECE_TAKES_PIECE = re.compile(r"\w{1,3}[x:×]\w{1,3}[+#!?]*")
_DIGITS = re.compile(r"[1-8]{4}[1-4]?")
_SPACED_CASTLING = re.compile(r"(?<![^\s.])([0OoОо]) ?- ?([0OoОо])(?: ?- ?([0OoОо]))?(?!\S)")
_SPACED_RESULT = re.compile(r"(?<!\S)(1/2|½|[01])\s+[-:]\s+(1/2|½|[01])(?!\S)")
_BOTH_LOSE = "0-0"  # castling as well, but where it is the last line of a sheet that has pairs of moves on its lines


class SheetWord(Struct, frozen=True, kw_only=True):
    """What stands for one ply. `number` is that of its pair, `place` its place there: 0, 1; None: no number is near.

    The first behind a number `opens` what belongs to it.
    """

    text: str
    number: int | None = None
    place: int = 0
    opens: bool = False
    has_offer: bool = False


class SheetWords(Struct, frozen=True, kw_only=True):
    """All the words of a sheet, and the result where it stands there."""

    words: tuple[SheetWord, ...]
    result: Result = Result.NONE


@dataclass
class _Pair:
    """What stands behind a number."""

    number: int | None
    words: list[SheetWord]
    is_black_first: bool = False


def words_of(text: str) -> SheetWords:
    """The words of a text in print or Unicode braille."""
    text = text[:LONGEST_TEXT]
    text = printed(text) if has_cells(text) else text
    text = _SPACED_RESULT.sub(r"\1-\2", without_remarks(_UNSEEN.sub("", text)).translate(DASHES))
    text = _SPACED_CASTLING.sub(lambda found: "-".join(filter(None, found.groups())), text)
    text = with_figurines(text)
    pairs: list[_Pair] = []
    results: list[Result] = []
    lines = list(_lines(text))
    if lines[-1:] == [[_BOTH_LOSE]] and any(len(line) > 2 for line in lines):
        results.append(Result.BOTH_LOSE)
        lines.pop()
    for line in lines:
        _read_line(line, pairs, results)
    has_digits = any(_SIGN_AND_DIGIT.match(token) for line in lines for token in line)
    pairs = _in_order([_without_scrawl(pair, has_digits=has_digits) for pair in pairs])
    words = _with_gaps([word for pair in pairs for word in _placed(pair)])
    return SheetWords(words=words[:MOST_PLIES], result=results[-1] if results else Result.NONE)


def is_move_like(text: str) -> bool:
    """Whether a word may be meant for a move, in whatever language: a letter with a digit, castling, a capture."""
    word = text.rstrip("+#!?")
    return bool(
        (len(text) <= LONGEST_MOVE and _SIGN_AND_DIGIT.match(word))
        or _CASTLING.fullmatch(text)
        or ((capture := _PAWN_CAPTURE.fullmatch(text)) and abs(ord(capture["file"]) - ord(capture["to"])) == 1)
        or _PIECE_TAKES_PIECE.fullmatch(text)
        or _DIGITS.fullmatch(word)
    )


def _has_form_of_move(text: str) -> bool:
    """Whether a word can be a move in whatever language."""
    return is_move_like(text) and _FORM.fullmatch(text) is not None


def _lines(text: str) -> Iterator[list[str]]:
    """The tokens of each line that has moves; over the moves stand names, beside them remarks."""
    lines = list(_tokens(text))
    numbered = [line for line in lines if _is_numbered(line) and any(map(is_move_like, line))]
    has_numbers = bool(numbered)
    if first := next(filter(_is_first, numbered), None):
        lines = lines[lines.index(first) :]  # over the first move stand names
    has_begun = False
    for line in lines:
        if _has_moves(line, has_begun=has_begun, has_numbers=has_numbers):
            has_begun = True
            yield line
        elif line and all(token in RESULTS for token in line):
            yield line


def _tokens(text: str) -> Iterator[list[str]]:
    seen = 0
    for line in text.split("\n"):
        words = re.sub(r"[|;,\t\x00-\x1f]", " ", line).split()
        parts = (part for word in words if len(word) <= LONGEST_TOKEN for part in _parts(word))
        tokens = [part for part in parts if part.casefold() not in _AFTERWORDS and not _OVERTYPED.search(part)]
        seen += len(words)
        if seen > MOST_TOKENS:
            return
        yield tokens


def _is_numbered(tokens: Sequence[str]) -> bool:
    return bool(tokens) and _NUMBER.fullmatch(tokens[0]) is not None


def _is_first(tokens: Sequence[str]) -> bool:
    """Whether a line begins with the first move of a game; some hands count from nought."""
    return tokens[0].rstrip(".:)…") in ("0", "1") and any(map(_has_form_of_move, tokens[1:3]))


def _has_moves(tokens: Sequence[str], *, has_begun: bool, has_numbers: bool) -> bool:
    """Whether a line is one of moves; before the first of them nothing is taken for a move that has not its form.

    Over numbered pairs stands nothing but a pair.
    """
    if _is_numbered(tokens):
        return any(map(is_move_like, tokens)) or (has_begun and not any(map(_is_long_word, tokens)))
    if has_begun:
        words = sum(_is_prose(token) or _is_word_and_stop(token) for token in tokens)
        return sum(is_move_like(token) and not _is_word_and_stop(token) for token in tokens) > words
    moves = sum(map(_has_form_of_move, tokens))
    is_enough = moves > 1 or (moves == 1 and not has_numbers)
    return is_enough and moves > sum(_is_prose(token) or is_move_like(token) for token in tokens) - moves


def _parts(token: str) -> Iterator[str]:
    """ "1.e4" is a number and a move, "e4/e5" are two moves."""
    if token in RESULTS or _TIME.fullmatch(token):
        yield token
        return
    if (found := _GLUED.fullmatch(token)) and not _CASTLING.fullmatch(token):
        yield found["number"] + (found["stop"].rstrip("-") or ".")
        token = found["move"]
    halves = token.split("/")
    if len(halves) == 2 and all(map(is_move_like, halves)):
        yield from halves
    elif (dots := _BLACK_MOVE.match(token)) and dots.end() < len(token):
        yield "..."
        yield token[dots.end() :]
    else:
        yield token


def _is_prose(token: str) -> bool:
    """A word that is neither a move nor any of the signs of a sheet."""
    is_sign = token in RESULTS or token in _GAPS or token in _DOTS or token in _OFFERS
    return not is_sign and not is_move_like(token) and not _NUMBER.fullmatch(token) and not _TIME.fullmatch(token)


def _is_word_and_stop(token: str) -> bool:
    """A word of braille prose with its full stop, which is a lowered digit as well: "Drawn4"."""
    return _WORD_AND_STOP.fullmatch(token) is not None and not _has_form_of_move(token)


def _is_long_word(token: str) -> bool:
    """As in "12 October" or "2. Runde", where a number begins no pair."""
    return sum(sign.isalpha() for sign in token) > 4 or (token.isdecimal() and len(token) > 3)


def _read_line(tokens: Sequence[str], pairs: list[_Pair], results: list[Result]) -> None:
    for at, token in enumerate(tokens):
        number = _NUMBER.fullmatch(token)
        if token in RESULTS:
            results.append(RESULTS[token])
        elif number and _opens_a_pair(number, at, pairs, tokens[at + 1 : at + 2]):
            _open(pairs, int(number["number"]))
            if number["stop"] in ("...", "…", ".."):
                _dots(pairs)
        elif number or _TIME.fullmatch(token):
            continue
        elif token in _OFFERS:
            _offer(pairs)
        elif token in _DOTS:
            _dots(pairs)
        else:
            if not pairs:
                pairs.append(_Pair(None, []))
            pairs[-1].words.append(SheetWord(text=GAP if token in _GAPS else token))


def _opens_a_pair(number: re.Match[str], at: int, pairs: Sequence[_Pair], behind: Sequence[str]) -> bool:
    """A number at the beginning of a line, with a stop, or the one that comes next; that of a column beside another.

    Any other is a time.
    """
    if at == 0 or number["stop"] or (pairs and len(pairs[-1].words) == 2 and any(map(is_move_like, behind))):
        return True
    last = next((pair.number for pair in reversed(pairs) if pair.number is not None), 0)
    return int(number["number"]) == last + 1


def _open(pairs: list[_Pair], number: int) -> None:
    is_twice = bool(pairs) and sum(is_move_like(word.text) for word in pairs[-1].words) > 1
    if not pairs or pairs[-1].number != number or is_twice:
        pairs.append(_Pair(number, []))


def _offer(pairs: list[_Pair]) -> None:
    """The offer was made with the move before it."""
    if pairs and pairs[-1].words:
        pairs[-1].words[-1] = replace(pairs[-1].words[-1], has_offer=True)


def _dots(pairs: list[_Pair]) -> None:
    """Behind a number: Black's move follows; behind White's move nothing."""
    if pairs and pairs[-1].number is not None and not pairs[-1].words:
        pairs[-1].is_black_first = True


def _without_scrawl(pair: _Pair, *, has_digits: bool) -> _Pair:
    """Beside two moves all else is a remark; where one lacks, what is no word may be meant for it.

    A hand that writes no digits at all has letters for ranks: "nfc", "dd".
    """
    moves = [word for word in pair.words if is_move_like(word.text)]
    if len(moves) < 2 and pair.number is not None:
        moves = [word for word in pair.words if is_move_like(word.text) or _is_scrawl(word.text, has_digits=has_digits)]
    return _Pair(pair.number, moves, pair.is_black_first)


def _is_scrawl(text: str, *, has_digits: bool) -> bool:
    if not has_digits and len(text) <= 5:
        return True
    return text == GAP or any(sign.isdigit() for sign in text) or (len(text) <= 3 and text.endswith("?"))


def _in_order(pairs: list[_Pair]) -> list[_Pair]:
    """Two columns are read one line after the other: the numbers put them in order, if all are there once."""
    pairs = [pair for pair in pairs if pair.words]
    numbers = [pair.number for pair in pairs if pair.number is not None]
    is_complete = len(numbers) == len(pairs) > 2 and sorted(numbers) == list(range(min(numbers), max(numbers) + 1))
    if is_complete and numbers != sorted(numbers):
        return sorted(pairs, key=lambda pair: pair.number or 0)
    return pairs


def _placed(pair: _Pair) -> Iterator[SheetWord]:
    """The words with their places."""
    first = 1 if pair.is_black_first else 0
    for place, word in enumerate(pair.words, first):
        yield replace(word, number=pair.number, place=place, opens=place == first)


def _with_gaps(words: Sequence[SheetWord]) -> tuple[SheetWord, ...]:
    """A gap where only Black's move stands behind a number, but for the first: there the sheet begins with it."""
    found: list[SheetWord] = []
    for word in words:
        if word.place == 1 and found and found[-1].number != word.number:
            found.append(SheetWord(text=GAP, number=word.number))
        found.append(word)
    return tuple(found)
