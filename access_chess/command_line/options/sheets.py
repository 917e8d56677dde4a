"""Sheets that a user names on the command line: a file, or a game of the journal with whose text of it is meant; and
the position of one of their moves, from which a game goes on.
"""

import re
from itertools import islice
from pathlib import Path

import chess
from msgspec.structs import replace

from access_chess.command_line.options.errors import InputError, wrong
from access_chess.command_line.options.told import tell
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.sheets.files import entries_of, kept_sheet, open_sheet_file
from access_chess.edge.storage.places import journal_file
from access_chess.laws.setup import Setup
from access_chess.scoresheets.comparison_words import reading_words
from access_chess.scoresheets.faults import ENDING, FaultKind, faults_told
from access_chess.scoresheets.reading import SheetRead
from access_chess.scoresheets.sheet import Sheet, Whose
from access_chess.speech.language.voice_pack import VoicePack

_OF_JOURNAL = re.compile(r"(?P<game>[1-9]\d{0,8})(?::(?P<whose>record|white|black))?")
_MOVE = re.compile(r"(?P<number>[1-9]\d{0,3})(?P<color>w|b|white|black)?")


def sheet_named(name: str, pack: VoicePack) -> Sheet:
    """`3`, `3:white` or a file. Raises PhrasedError."""
    named = _OF_JOURNAL.fullmatch(name)
    if named is not None and not Path(name).exists():
        game = int(named["game"])
        return kept_sheet(entries_of(game, journal_file()), game, Whose(named["whose"] or "record"), pack)
    path = Path(name)
    read = next(open_sheet_file(path, pack).games(pack), None)
    if read is None:
        raise wrong("file_no_game", path=path, number=1)
    if not read.plies and not read.faults and not read.sheet.lines:
        raise wrong("file_no_move", path=path)
    if not read.plies:
        raise InputError(" ".join(part.text for part in reading_words(read, pack, number=1)))
    tell(faults_told(read.faults, pack))
    return read.sheet


def begun_from(name: str, setup: Setup, voices: str, *, number: int | None, move: str | None) -> Setup:
    """The setup, with the moves of a sheet made before the game begins: they count for repetitions.

    After `move`, "23" or "23b" (after Black's), "23w" (after White's); None: after the last. Raises InputError.
    """
    pack = load_voice_pack(voices)
    if name.isdecimal() and not Path(name).exists():
        read = SheetRead(sheet=sheet_named(name, pack))
    else:
        file = open_sheet_file(Path(name), pack)
        found = next(islice(file.games(pack), (number or 1) - 1, None), None)
        if found is None:
            raise wrong("file_no_game", path=name, number=number)
        read = found
    lines = read.certain
    is_position = {fault.kind for fault in read.faults} == {FaultKind.ONLY_POSITION} and move is None
    if not lines and not read.faults and not read.sheet.lines:
        raise wrong("file_no_move", path=name)
    is_short = len(lines) < len(read.sheet.lines) or any(fault.kind in ENDING for fault in read.faults)
    if not is_position and (not lines or (move is None and is_short)):
        raise InputError(" ".join(part.text for part in reading_words(read, pack, number=number or 1)))
    if not is_position:
        tell(faults_told(read.faults, pack))
    end = len(lines) if move is None else _end(move, read.sheet.start, len(lines))
    made = tuple(line.move for line in lines[:end] if line.move is not None)
    board = read.sheet.start
    for each in made:
        board.push(each)
    if not any(board.generate_legal_moves()):
        raise wrong("from_over")
    moves = tuple(each.uci() for each in made)
    return replace(setup, fen=read.sheet.fen, is_chess960=read.sheet.is_chess960, moves=moves)


def _end(text: str, start: chess.Board, plies: int) -> int:
    """How many plies there are up to a move and with it."""
    found = _MOVE.fullmatch(text.lower())
    if found is None:
        raise wrong("from_move", text=repr(text))
    is_white = (found["color"] or "b").startswith("w")
    end = 2 * (int(found["number"]) - start.fullmove_number) + (1 if is_white else 2) - (start.turn is chess.BLACK)
    if found["color"] is None and end == plies + 1:
        end = plies  # "23" of a game that ends with White's move
    if not 0 < end <= plies:
        last = (plies + (start.turn is chess.BLACK) + 1) // 2 + start.fullmove_number - 1
        raise wrong("from_no_move", move=text, last=last)
    return end
