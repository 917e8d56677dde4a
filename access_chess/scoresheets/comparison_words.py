"""What is said of two sheets that were compared, and of a sheet that was read: at most two sentences each."""

from enum import Enum, auto

import chess

from access_chess.notation.illegality import Reason, why_illegal
from access_chess.scoresheets.comparison import Cause, Divergence
from access_chess.scoresheets.faults import FaultKind, at_line, faults_told, refusal_of, refusals_told
from access_chess.scoresheets.reading import SheetRead
from access_chess.scoresheets.sheet import Sheet, SheetPly, Whose
from access_chess.speech.announcement import announce
from access_chess.speech.language.voice_pack import VoicePack, listed
from access_chess.speech.utterance import SpokenPart, spoken_part

MOST_SIGNS = 20  # of what cannot be read
_BY_PIECES = {Cause.OMITTED: "compare_omitted_pair", Cause.DOUBLED: "compare_doubled_pair"}

#: Why a move on a sheet is illegal, where a man on a square explains it.
_REASONS = {
    Reason.OWN_PIECE_THERE: "compare_square_taken",
    Reason.BLOCKED: "compare_blocked",
    Reason.PINNED: "compare_pinned",
    Reason.IN_CHECK: "compare_in_check",
    Reason.INTO_CHECK: "compare_into_check",
}


class _Case(Enum):
    """A sheet is named at the beginning of a sentence, or within it."""

    FIRST = auto()
    WITHIN = auto()


def comparison_words(
    divergence: Divergence | None, first: Sheet, second: Sheet, names: tuple[str, str], pack: VoicePack
) -> tuple[SpokenPart, ...]:
    """To where they agree, and why not further; `names` are those of the two sheets where nobody's are known."""
    if divergence is None:
        return (pack.phrase("compare_same", count=(len(first.lines) + 1) // 2),)
    sheets = ((first, names[0]), (second, names[1]))
    wrong, right = sheets if divergence.is_first else sheets[::-1]
    if divergence.cause is Cause.ILLEGAL and (reason := _reason(divergence, pack)) is not None:
        return (_fault(wrong, right, divergence, pack), reason)
    return (_agreement(right[0], divergence, pack), _fault(wrong, right, divergence, pack))


def reading_words(
    read: SheetRead, pack: VoicePack, *, number: int = 1, with_refusal: bool = True
) -> tuple[SpokenPart, ...]:
    """How many moves were read, what is wrong, and the first move that was not or that may mean two things.

    `number` is that of the game in its file.
    """
    lines = [line for line in read.sheet.lines if line.move is not None]
    white = sum(line.color is chess.WHITE for line in lines)
    said = [pack.phrase("sheet_read", count=white, black=len(lines) - white)] if read.is_game else []
    said += faults_told(read.faults, pack)
    if with_refusal and (refused := refusal_of(read.faults)) is not None:
        said += refusals_told([(number, refused)], pack)
    if (unread := _unread_words(read, pack)) is not None:
        said.append(at_line(read.place, unread, pack))
    return tuple(said)


def _unread_words(read: SheetRead, pack: VoicePack) -> SpokenPart | None:
    """The first move that was not read, unless a fault has told it, or that may mean two things."""
    if read.doubt is not None:
        return doubt_words(read, pack)
    line = read.unread
    if line is None or any(fault.kind is FaultKind.NUMBER for fault in read.faults):
        return None
    if line.is_gap:
        return pack.phrase("sheet_gap", number=line.number, color=_color(line, pack))
    signs = spoken_part(", ".join(line.text[:MOST_SIGNS]), language=pack.language)
    return pack.phrase("sheet_unreadable", number=line.number, color=_color(line, pack), signs=signs)


def doubt_words(read: SheetRead, pack: VoicePack) -> SpokenPart:
    """Which moves a word may mean that nothing settles."""
    assert read.doubt is not None
    line = read.sheet.lines[read.doubt.ply]
    before = line.before
    assert before is not None
    options = listed(announce(before, move, pack) for move in read.doubt.moves)
    return pack.phrase("sheet_unclear", number=line.number, color=_color(line, pack), options=options)


def _agreement(right: Sheet, divergence: Divergence, pack: VoicePack) -> SpokenPart:
    if divergence.ply == 0:
        return pack.phrase("compare_agree_nowhere")
    last = right.lines[min(divergence.ply, len(right.lines)) - 1]
    return pack.phrase("compare_agree_to", number=last.number, color=_color(last, pack))


def _fault(wrong: tuple[Sheet, str], right: tuple[Sheet, str], divergence: Divergence, pack: VoicePack) -> SpokenPart:
    slots = {"sheet": _named(wrong, _Case.FIRST, pack), "other": _named(right, _Case.WITHIN, pack)}
    line = divergence.right or divergence.wrong
    then = _then(divergence, pack)
    match divergence.cause:
        case Cause.SHORTER:
            return pack.phrase("compare_shorter", **slots)
        case Cause.OTHER:
            moves = {"wrong": _move(divergence.wrong, pack), "right": _move(divergence.right, pack)}
            return pack.phrase("compare_other", **slots, **moves)
        case Cause.ILLEGAL:
            assert line is not None
            move = _illegal(divergence, pack)
            return pack.phrase("compare_illegal", sheet=slots["sheet"], number=line.number, wrong=move)
        case Cause.MISWRITTEN:
            moves = {"wrong": _move(divergence.wrong, pack), "right": _move(divergence.right, pack)}
            return pack.phrase("compare_miswritten", **slots, **moves, then=then)
        case Cause.SWAPPED:
            return _swapped(divergence, slots["sheet"], then, pack)
    assert line is not None
    return _omitted_or_doubled(divergence, line, slots["sheet"], then, pack)


def _omitted_or_doubled(
    divergence: Divergence, line: SheetPly, sheet: SpokenPart, then: SpokenPart, pack: VoicePack
) -> SpokenPart:
    key = f"compare_{divergence.cause.value}"
    if divergence.count == 1:
        return pack.phrase(key, sheet=sheet, number=line.number, color=_color(line, pack), then=then)
    if divergence.count == 2 and line.color is chess.WHITE:
        return pack.phrase(f"{key}_pair", sheet=sheet, number=line.number, then=then)
    return pack.phrase(
        f"{key}_many", sheet=sheet, count=divergence.count, number=line.number, color=_color(line, pack), then=then
    )


def _swapped(divergence: Divergence, sheet: SpokenPart, then: SpokenPart, pack: VoicePack) -> SpokenPart:
    """Two plies, or two pairs, in each other's place."""
    line = divergence.right
    assert line is not None
    if divergence.count > 2:
        return pack.phrase("compare_swapped_pairs", sheet=sheet, number=line.number, next=line.number + 1, then=then)
    return pack.phrase("compare_swapped", sheet=sheet, number=line.number, color=_color(line, pack), then=then)


def _then(divergence: Divergence, pack: VoicePack) -> SpokenPart:
    """From where on they agree again, and to where."""
    if divergence.again is None:
        return pack.phrase("compare_then_nothing")
    if divergence.until is not None:
        until = divergence.until
        return pack.phrase("compare_then_to", number=until.number, color=_color(until, pack))
    again = divergence.again
    return pack.phrase("compare_then", number=again.number, color=_color(again, pack))


def _reason(divergence: Divergence, pack: VoicePack) -> SpokenPart | None:
    """What stands in the way of an illegal move, where a man does: the same of every man that may be meant."""
    line = divergence.right
    if line is None or line.before is None or not divergence.meant:
        return None
    found, *others = (why_illegal(line.before, move) for move in divergence.meant)
    is_one = all((each.reason, each.square) == (found.reason, found.square) for each in others)
    if not is_one or found.reason not in _REASONS or found.square is None:
        return None
    piece = line.before.piece_type_at(found.square)
    assert piece is not None, "a man explains it"
    return pack.phrase(_REASONS[found.reason], square=pack.square(found.square), piece=pack.piece(piece))


def _illegal(divergence: Divergence, pack: VoicePack) -> SpokenPart:
    """The illegal move by its piece and square where it is known, else as it stands there."""
    line = divergence.right
    if line is None or line.before is None or not divergence.meant:
        return _move(divergence.wrong, pack)
    move = divergence.meant[0]
    piece = line.before.piece_type_at(move.from_square)
    if piece is None:
        return _move(divergence.wrong, pack)
    return pack.phrase("compare_piece_to", piece=pack.piece(piece), square=pack.square(move.to_square))


def _named(sheet: tuple[Sheet, str], case: _Case, pack: VoicePack) -> SpokenPart:
    """Whose sheet it is; a record or a file by its name."""
    whose, name = sheet[0].whose, sheet[1]
    if whose is not Whose.RECORD:
        return pack.phrase("compare_sheet_of", color=pack.phrase(whose.value))
    within = "_within" if case is _Case.WITHIN else ""
    return (
        pack.phrase(f"compare_record{within}") if name.isdecimal() else pack.phrase(f"compare_sheet{within}", name=name)
    )


def _move(line: SheetPly | None, pack: VoicePack) -> SpokenPart:
    if line is None or line.is_gap:
        return pack.phrase("compare_nothing")
    if line.move is None or line.before is None:
        return spoken_part(line.text, language=pack.language)
    return announce(line.before, line.move, pack)


def _color(line: SheetPly, pack: VoicePack) -> SpokenPart:
    return pack.phrase(chess.COLOR_NAMES[line.color])
