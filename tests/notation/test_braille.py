"""Moves, positions and prose in braille cells, against the codes' own examples and liblouis; and the braille file."""

import subprocess

import chess
import pytest

from access_chess.notation.braille import (
    braille,
    braille_code,
    braille_file_text,
    cells_of_file_text,
)
from access_chess.notation.braille_prose import prose_cells
from access_chess.notation.written import LETTERS
from tests.support.programs_of_others import needed

TWO_F = "4k3/8/8/4p3/3Q1P2/8/8/4K3 w - - 0 1"  # the queen, Ф, has the cell of f
START = chess.STARTING_FEN
TABLES = {
    "de": (
        "de-g0.utb",
        "⠨",
        "Anna Müller, Straße. Wer? Größe! IBCA: 3b, U18 (9.3) um 1:30:00, 1/2; Pérez #1 a+b & c",
    ),
    "en": (
        "en-ueb-g1.ctb",
        "⠠",
        "White has claimed a draw. IBCA? 3b 12a 3k 9.3.b (north), Müller Pérez #1 O'Neil 50%",
    ),
    "es": ("es-g1.ctb", "⠨", "Las blancas, señor. ¿Qué año? Número 17: él (según) público, 1/2-1/2! IBCA 9.3"),
    "fr": ("fr-bfu-comp6.utb", "⠨", "Les Blancs, élève à Noël. Où? Garçon! IBCA 9.3, 1:30:00 0-1"),
    "pt": ("pt-pt-g1.utb", "⠨", "As brancas, não. Três: coração, público à mão! IBCA 9.3 1/2 D'Avila"),
    "mr": ("mr-in-g1.utb", "⠠", "नियमबाह्य: तेथे मारण्यासारखे काही नाही. प्यादे वजीर, हत्ती, उंट किंवा घोडा? निर्णय 12"),
    "ru": ("ru-litbrl.ctb", "", "Белые: Anna. Чёрные сдались. Кто? Ничья!"),
}


@pytest.mark.parametrize(
    ("fen", "uci", "language", "cells", "in_file"),
    [
        pytest.param(START, "g1f3", "de", "⠨⠎⠋⠒", ".SF3", id="German: its own capital sign"),
        pytest.param(START, "g1f3", "ru", "⠅⠋⠒", "KF3", id="Russian: none"),
        pytest.param(TWO_F, "d4e5", "ru", "⠋⠙⠲⠭⠑⠢", "FD4XE5", id="Russian: the queen, and not the f-pawn"),
        pytest.param(TWO_F, "f4e5", "ru", "⠋⠲⠭⠑⠢", "F4XE5", id="Russian: the f-pawn, and not the queen"),
        pytest.param(START, "g1f3", "sq", "⠠⠅⠁⠋⠒", ",KAF3", id="two letters"),
        pytest.param(START, "e2e4", "en", "⠑⠲", "E4", id="a pawn"),
        pytest.param("3nk3/4P3/3K4/8/8/8/8/8 w - - 0 1", "e7d8q", "de", "⠑⠭⠙⠦⠨⠙", "EXD8.D", id="promotion"),
        pytest.param("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "en", "⠕⠤⠕⠤⠕", "O-O-O", id="castling"),
        # the examples of the Braille Chess Code (UKAAF 2015), 1.1 to 1.4
        pytest.param("4k3/8/8/8/8/5R2/8/4K3 w - - 0 1", "f3f4", "en", "⠗⠋⠲", "RF4", id="UKAAF Rf4"),
        pytest.param("4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", "d4d5", "en", "⠙⠢", "D5", id="UKAAF d5"),
        pytest.param("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1", "c4d5", "en", "⠉⠰⠙⠢", "C;D5", id="UKAAF cxd5"),
        pytest.param("8/8/4k3/8/5P2/8/8/4K3 w - - 0 1", "f4f5", "en", "⠘⠋⠢", "^F5", id="UKAAF f5+"),
        pytest.param("5k2/8/8/8/5p2/5R2/8/4K3 w - - 0 1", "f3f4", "en", "⠗⠸⠋⠲", "R_F4", id="UKAAF Rxf4+"),
        pytest.param("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "c3e4", "en", "⠎⠉⠑⠲", "SCE4", id="UKAAF Nce4"),
        pytest.param("4k3/8/8/8/4N3/8/8/1N2K2N w - - 0 1", "b1c3", "en", "⠎⠃⠉⠒", "SBC3", id="UKAAF Nbc3"),
        pytest.param("6k1/5ppp/8/8/8/8/8/4RK2 w - - 0 1", "e1e8", "en", "⠗⠑⠦⠜⠍", "RE8>M", id="UKAAF Re8#"),
    ],
)
def test_cells(fen: str, uci: str, language: str, cells: str, in_file: str) -> None:
    written = braille(chess.Board(fen), chess.Move.from_uci(uci), braille_code(language, LETTERS[language]))
    assert written == cells
    assert braille_file_text(written) == in_file
    assert cells_of_file_text(in_file) == cells


def test_every_language_can_be_written() -> None:
    board = chess.Board("r3k2r/8/8/2b1b3/2N1N3/8/8/R2QK2R w KQkq - 0 1")
    for language, letters in LETTERS.items():
        assert all(braille(board, move, braille_code(language, letters)) for move in board.legal_moves)


def test_what_is_not_braille_stays() -> None:
    assert braille_file_text("⠁ ⠃\n") == "A B\n"


@pytest.mark.parametrize("language", TABLES)
def test_prose_is_written_as_liblouis_writes_it(language: str) -> None:
    table, capital, text = TABLES[language]
    command = [needed("lou_translate"), "--forward", f"unicode.dis,{table}"]
    run = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    expected = run.stdout.strip().replace("⠀", " ")
    own = prose_cells(text, language, capital)
    if language == "de":  # its table of grade 0 writes no capitals
        own = own.replace("⠨", "").replace("⠘", "")
    assert own == expected
