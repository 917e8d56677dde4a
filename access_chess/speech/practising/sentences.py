"""The words for what a drill says: sentences without words become those of a voice pack."""

from collections.abc import Mapping
from datetime import timedelta

import chess
from msgspec.structs import replace

from access_chess.laws.time_control import TimeControl
from access_chess.practice.sentence import (
    ArticleName,
    ColorName,
    ExactTime,
    FileName,
    Listed,
    ManAndColor,
    ManName,
    MenName,
    MoveName,
    Part,
    PieceName,
    RankName,
    Sentence,
    SquareName,
)
from access_chess.speech.announcement import Form, announce
from access_chess.speech.answers.clock import control_words
from access_chess.speech.answers.position import READING_ORDER, color_name
from access_chess.speech.language.voice_pack import Slot, VoicePack, joined, listed, plain_slots
from access_chess.speech.practising.position_words import man, sentence
from access_chess.speech.telling.narration import number_words
from access_chess.speech.utterance import SpokenPart

IN_MINUTES = timedelta(minutes=2)  # from then on nobody wants to know the seconds
MINUTE = timedelta(minutes=1)
STAR = "*"  # in braille, of whose cells there are few
_STARS = ("said.stars", "said.stars_with_hint")


def worded(said: Sentence, pack: VoicePack, form: Form = Form.FIDE) -> SpokenPart:
    """A sentence in the words of a pack, with a capital at its beginning; moves are named in this form."""
    return sentence(_worded(said, pack, form))


def lesson_sentence(said: Sentence, pack: VoicePack, typed: Mapping[str, str]) -> Sentence:
    """A sentence of a lesson with what its text itself names: squares, kinds of men, and what is typed for a request.

    `pack` has the phrases of the lessons.
    """

    def inside(part: Part) -> Part:
        match part:
            case Sentence():
                return lesson_sentence(part, pack, typed)
            case Listed(items=items):
                return Listed(tuple(map(inside, items)))
            case _:
                return part

    slots = {slot: inside(part) for slot, part in said.slots.items()}
    for slot in plain_slots(pack.phrases[said.key], pack.cases) - slots.keys():
        slots[slot] = _named(slot, typed)
    return replace(said, slots=slots)


def _named(slot: str, typed: Mapping[str, str]) -> Part:
    """What a slot of this name stands for. Raises KeyError where it is nothing."""
    if slot in typed:
        return typed[slot]
    if slot == "files":
        return Listed(tuple(map(FileName, range(8))))
    if slot in chess.SQUARE_NAMES:
        return SquareName(chess.parse_square(slot))
    if slot in chess.PIECE_NAMES[1:]:
        return PieceName(chess.PIECE_NAMES.index(slot))
    raise KeyError(f"expected a square, a kind of man or a request, got the slot {slot!r}")


def _worded(said: Sentence, pack: VoicePack, form: Form) -> SpokenPart:
    slots: dict[str, Slot] = {
        slot: part if isinstance(part, int | str) else _part(part, pack, form) for slot, part in said.slots.items()
    }
    words = pack.phrase(said.key, **slots)
    if form is Form.BRAILLE and said.key in _STARS and isinstance(count := said.slots["count"], int):
        return replace(words, text=STAR * count)
    return words


def _part(part: Part, pack: VoicePack, form: Form) -> SpokenPart:
    match part:
        case Sentence():
            return _worded(part, pack, form)
        case SquareName(square=square):
            return pack.square(square)
        case FileName(file=file):
            return pack.name_of(pack.names.files[file])
        case RankName(rank=rank):
            return pack.name_of(pack.names.ranks[rank])
        case ManAndColor(man=piece):
            return man(piece, pack)
        case PieceName(piece_type=piece_type):
            return pack.piece(piece_type)
        case ManName(piece_type=piece_type, square=square):
            return joined((pack.piece(piece_type), pack.square(square)))
        case ColorName(color=color):
            return color_name(color, pack)
        case MoveName(board=board, move=move):
            return announce(board, move, pack, form=form)
        case MenName(board=board, color=color):
            return _men(board, color, pack)
        case Listed(items=items):
            return listed(_part(item, pack, form) for item in items)
        case ArticleName(number=number):
            return number_words(number, pack)
        case ExactTime(time=time):
            return pack.duration(time)
        case TimeControl():
            return control_words(part, pack)
        case timedelta():
            return _time(part, pack)
        case int():
            return pack.number(part)
        case str():
            return SpokenPart(text=part, spoken=part, language=pack.language)


def _men(board: chess.Board, color: chess.Color, pack: VoicePack) -> SpokenPart:
    """Kind by kind, pawns file by file: "king Gustav one, rooks Anna one, Felix one"."""
    named = []
    for kind in READING_ORDER:
        squares = sorted(board.pieces(kind, color), key=lambda at: (chess.square_file(at), chess.square_rank(at)))
        if squares:
            name = pack.piece(kind) if len(squares) == 1 else pack.phrase(f"several_{chess.piece_name(kind)}")
            named.append(joined((name, listed(map(pack.square, squares)))))
    return listed(named)


def _time(time: timedelta, pack: VoicePack) -> SpokenPart:
    """How long something took, to the second first and then to the minute."""
    if time < IN_MINUTES:
        return pack.phrase("drill_seconds", count=max(1, round(time.total_seconds())))
    return pack.phrase("drill_minutes", count=round(time / MINUTE))
