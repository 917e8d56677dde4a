"""What is wrong with a file of games, as values: what it is, in which line, and what stands there; and what is said of
it: each with its line, and refusals of one reason in one sentence.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

import chess
from msgspec import Struct

from access_chess.speech.language.voice_pack import VoicePack, listed
from access_chess.speech.utterance import SpokenPart, spoken_part


class FaultKind(Enum):
    """What is wrong. The value names the phrase that tells it."""

    TAG = "pgn_tag"  # a line among the tags that is none
    TAG_TWICE = "pgn_tag_twice"
    WORD = "pgn_word"  # neither a move nor a sign that is known
    REMARK = "pgn_remark"  # is not closed
    BRACKET = "pgn_bracket"  # is not closed
    CLOSING = "pgn_closing"  # closes nothing
    SEMICOLON = "pgn_semicolon"  # has moves behind it
    SEMICOLON_NUMBER = "pgn_semicolon_number"  # has the next number behind it, and words
    NUMBER = "pgn_number"  # is none that can stand here
    NUMBER_TWICE = "pgn_number_twice"
    FIRST_NUMBER = "pgn_first_number"
    NUMBER_MISSING = "sheet_number_missing"
    OTHER_NUMBER = "sheet_other_number"  # stands where the moves have another
    SIDE_LINE = "pgn_side_line"  # has a move that cannot be read or played
    PASS = "pgn_pass"  # ends a side line
    BEHIND_RESULT = "pgn_behind_result"
    RESULT = "pgn_result"  # of the tag
    RESULTS = "pgn_results"  # differ
    BOARD_RESULT = "pgn_board_result"
    DATE = "pgn_date"
    NO_POSITION = "pgn_no_position"  # though it is said that there is one
    POSITION = "pgn_position"
    VARIANT = "pgn_variant"
    ONLY_POSITION = "pgn_only_position"
    NO_MOVES = "pgn_no_moves"


#: Why nothing at all is read of a game.
REFUSALS = frozenset({FaultKind.POSITION, FaultKind.VARIANT, FaultKind.ONLY_POSITION, FaultKind.NO_MOVES})


#: Where the reading ends before the game does.
ENDING = frozenset({FaultKind.REMARK, FaultKind.BRACKET, FaultKind.NUMBER})


class Fault(Struct, frozen=True, kw_only=True):
    """One fault. `text` is what stands there, `other` what it is against; `number` and `color` are those of the ply.

    What `is_remark` is told and nothing more: all was read, and read rightly.
    """

    kind: FaultKind
    line: int
    text: str = ""
    other: str = ""
    number: int = 0
    color: chess.Color = chess.WHITE
    is_remark: bool = False


class LeftOut(Struct, frozen=True, kw_only=True):
    """What stands beside the moves and is not kept: it is said how much that is."""

    remarks: int = 0
    side_lines: int = 0
    marks: int = 0

    def __add__(self, other: "LeftOut") -> "LeftOut":
        return LeftOut(
            remarks=self.remarks + other.remarks,
            side_lines=self.side_lines + other.side_lines,
            marks=self.marks + other.marks,
        )


NOTHING_LEFT_OUT = LeftOut()


FIRST = 5  # numbers of games that are told of many
LONGEST_TEXT = 60  # signs of what stands in a file
_WITH_NUMBER = frozenset({FaultKind.NUMBER})


def fault_words(fault: Fault, pack: VoicePack) -> SpokenPart:
    """One fault, without its place."""
    slots: dict[str, SpokenPart | int] = {}
    if fault.text:
        slots["text"] = _as_it_stands(fault.text, pack)
    if fault.other:
        slots["other"] = _as_it_stands(fault.other, pack)
    if fault.kind in _WITH_NUMBER:
        slots |= {"number": fault.number, "color": pack.phrase(chess.COLOR_NAMES[fault.color])}
    return pack.phrase(fault.kind.value, **slots)


def at_line(line: int, said: SpokenPart, pack: VoicePack) -> SpokenPart:
    """A sentence, with the line of the file in which its matter stands; 0: no line is known."""
    return pack.phrase("pgn_at", line=str(line), fault=said) if line else said


def faults_told(faults: Iterable[Fault], pack: VoicePack) -> Iterator[SpokenPart]:
    """Each fault of a game that was not refused, with its line."""
    for fault in faults:
        if fault.kind not in REFUSALS:
            yield at_line(fault.line, fault_words(fault, pack), pack)


def refusal_of(faults: Iterable[Fault]) -> Fault | None:
    """Why nothing was read of a game, if it was so."""
    return next((fault for fault in faults if fault.kind in REFUSALS), None)


def refusals_told(refusals: Sequence[tuple[int, Fault]], pack: VoicePack) -> Iterator[SpokenPart]:
    """One sentence for each reason, with how many games there are and the numbers of the first."""
    reasons: dict[tuple[FaultKind, str], list[tuple[int, Fault]]] = {}
    for game, fault in refusals:
        what = fault.text if fault.kind is FaultKind.VARIANT else ""
        reasons.setdefault((fault.kind, what.casefold()), []).append((game, fault))
    for (kind, _), refused in reasons.items():
        slots = {"games": numbers_told([game for game, _ in refused], pack)}
        if kind in (FaultKind.VARIANT, FaultKind.POSITION):
            slots["text"] = _as_it_stands(refused[0][1].text, pack)
        yield pack.phrase(kind.value, count=len(refused), **slots)


def numbers_told(games: Sequence[int], pack: VoicePack) -> SpokenPart:
    """ "1, 2, 3, 4, 5 and 995 more"; in digits, as files are numbered."""
    text = ", ".join(map(str, games[:FIRST]))
    first = spoken_part(text, language=pack.language)
    if len(games) <= FIRST:
        return first
    return pack.phrase("pgn_and_more", games=first, more=str(len(games) - FIRST))


def left_out_words(left_out: LeftOut, pack: VoicePack) -> SpokenPart | None:
    """How much was not kept of what stands beside the moves; None: nothing does."""
    parts = [
        pack.phrase(key, count=count)
        for key, count in (
            ("counted_remarks", left_out.remarks),
            ("counted_side_lines", left_out.side_lines),
            ("counted_marks", left_out.marks),
        )
        if count
    ]
    return pack.phrase("pgn_left_out", parts=listed(parts)) if parts else None


def _as_it_stands(text: str, pack: VoicePack) -> SpokenPart:
    return spoken_part(" ".join(text.split())[:LONGEST_TEXT], language=pack.language)
