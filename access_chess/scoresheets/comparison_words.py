"""What is said of two sheets that were compared, and of a sheet that was read: at most two sentences each."""

import chess

from access_chess.scoresheets.comparison import Cause, Divergence
from access_chess.scoresheets.reading import SheetRead
from access_chess.scoresheets.sheet import Line, Sheet, Whose
from access_chess.speech.announcement import announce
from access_chess.speech.language.voice_pack import VoicePack, listed
from access_chess.speech.utterance import SpokenPart, spoken_part

_OF_A_PAIR = {Cause.OMITTED: "compare_omitted_pair", Cause.DOUBLED: "compare_doubled_pair"}


def comparison_words(
    divergence: Divergence | None, first: Sheet, second: Sheet, names: tuple[str, str], pack: VoicePack
) -> tuple[SpokenPart, ...]:
    """To where they agree, and why not further; `names` are those of the two sheets where nobody's are known."""
    if divergence is None:
        return (pack.phrase("compare_same", count=(len(first.lines) + 1) // 2),)
    right = second if divergence.is_first else first
    at_fault, name = (first, names[0]) if divergence.is_first else (second, names[1])
    return (_agreement(right, divergence, pack), _fault(at_fault, name, divergence, pack))


def reading_words(read: SheetRead, pack: VoicePack) -> tuple[SpokenPart, ...]:
    """How many moves were read, and the first that was not or that may mean two things, by its number."""
    lines = [line for line in read.sheet.lines if line.move is not None]
    white = sum(line.color is chess.WHITE for line in lines)
    said = [pack.phrase("sheet_read", white=white, black=len(lines) - white)]
    if read.unread is not None:
        line = read.unread
        signs = spoken_part(", ".join(line.text[:20]), language=pack.language)
        said.append(pack.phrase("sheet_unreadable", number=line.number, color=_color(line, pack), signs=signs))
    elif read.doubt is not None:
        line = read.sheet.lines[read.doubt.ply]
        assert line.before is not None
        options = listed(announce(line.before, move, pack) for move in read.doubt.moves)
        said.append(pack.phrase("sheet_unclear", number=line.number, color=_color(line, pack), options=options))
    return tuple(said)


def _agreement(right: Sheet, divergence: Divergence, pack: VoicePack) -> SpokenPart:
    if divergence.ply == 0:
        return pack.phrase("compare_agree_nowhere")
    last = right.lines[min(divergence.ply, len(right.lines)) - 1]
    return pack.phrase("compare_agree_to", number=last.number, color=_color(last, pack))


def _fault(sheet: Sheet, name: str, divergence: Divergence, pack: VoicePack) -> SpokenPart:
    if sheet.whose is Whose.RECORD:
        whose = pack.phrase("compare_sheet", name=name)
    else:
        whose = pack.phrase("sheet_of", color=pack.phrase(sheet.whose.value))
    line = divergence.right or divergence.wrong
    assert line is not None
    is_pair = divergence.count > 1 and line.color is chess.WHITE
    match divergence.cause:
        case Cause.SHORTER:
            return pack.phrase("compare_shorter", sheet=whose)
        case Cause.OMITTED | Cause.DOUBLED if is_pair:
            return pack.phrase(_OF_A_PAIR[divergence.cause], sheet=whose, number=line.number)
        case Cause.OMITTED | Cause.DOUBLED | Cause.SWAPPED:
            key = f"compare_{divergence.cause.value}"
            return pack.phrase(key, sheet=whose, number=line.number, color=_color(line, pack))
        case Cause.ILLEGAL:
            return pack.phrase("compare_illegal", sheet=whose, number=line.number, wrong=_move(divergence.wrong, pack))
        case Cause.MISWRITTEN | Cause.OTHER:
            wrong, right = _move(divergence.wrong, pack), _move(divergence.right, pack)
            return pack.phrase(f"compare_{divergence.cause.value}", sheet=whose, wrong=wrong, right=right)


def _move(line: Line | None, pack: VoicePack) -> SpokenPart:
    if line is None or line.is_gap:
        return pack.phrase("compare_nothing")
    if line.move is None or line.before is None:
        return spoken_part(line.text, language=pack.language)
    return announce(line.before, line.move, pack)


def _color(line: Line, pack: VoicePack) -> SpokenPart:
    return pack.phrase(chess.COLOR_NAMES[line.color])
