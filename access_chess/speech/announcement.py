"""The announcement of a move: what the player who made it says (E.2.1)."""

from enum import StrEnum

import chess

from access_chess.notation import spoken, written
from access_chess.notation.braille import braille, braille_code
from access_chess.speech.language.voice_pack import Slot, VoicePack
from access_chess.speech.utterance import SpokenPart


class Form(StrEnum):
    """How a move is worded; all but the first two are writing, which a voice says in names all the same."""

    FIDE = "fide"
    BRIEF = "brief"
    SAN = "san"
    LONG = "long"
    RUSSIAN = "russian"
    UCI = "uci"
    ICCF = "iccf"
    BRAILLE = "braille"


class Verbosity(StrEnum):
    """How much is said: the brief form; the chosen form; or that with color, move number, and what was taken."""

    BRIEF = "brief"
    NORMAL = "normal"
    FULL = "full"


def announce(
    board: chess.Board,
    move: chess.Move,
    pack: VoicePack,
    *,
    form: Form = Form.FIDE,
    verbosity: Verbosity = Verbosity.NORMAL,
    with_number: bool = True,
) -> SpokenPart:
    """The announcement of a move, from the board before it; in full without its number where that may not be told.

    The move may be an illegal one in `Form.FIDE`; a man must stand on its from-square. All other forms need it legal.
    """
    if form is Form.FIDE and verbosity is Verbosity.BRIEF:
        form = Form.BRIEF
    said = _said(board, move, pack, form)
    return _in_full(board, move, pack, said, with_number) if verbosity is Verbosity.FULL else said


def _said(board: chess.Board, move: chess.Move, pack: VoicePack, form: Form) -> SpokenPart:
    brief = form in (Form.BRIEF, Form.SAN, Form.BRAILLE)
    names = (spoken.brief_form if brief else spoken.long_form)(board, move, pack.names)
    said = pack.name_of(*names)
    match form:
        case Form.FIDE | Form.BRIEF:
            return said
        case Form.SAN:
            text = written.san(board, move, pack.letters)
        case Form.LONG:
            text = written.long(board, move, pack.letters)
        case Form.RUSSIAN:
            text = written.russian(board, move)
        case Form.UCI:
            text = board.uci(move)
        case Form.ICCF:
            text = written.iccf(board, move)
        case Form.BRAILLE:
            text = braille(board, move, braille_code(pack.language, pack.letters))
    instead = None if pack.fallback is None else _said(board, move, pack.fallback, form)
    return SpokenPart(text=text, spoken=said.spoken, language=pack.language, instead=instead)


def _in_full(board: chess.Board, move: chess.Move, pack: VoicePack, said: SpokenPart, with_number: bool) -> SpokenPart:
    slots: dict[str, Slot] = {"color": pack.phrase(chess.COLOR_NAMES[board.turn]), "move": said}
    key = "move_full"
    if with_number:
        slots["number"] = board.fullmove_number
    else:
        key += "_unnumbered"
    if board.is_capture(move):
        taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
        assert taken
        slots["piece"] = pack.piece(taken)
        key += "_capture"
    return pack.phrase(key, **slots)
