"""Sheets read back: what was written, and what hands write."""

import random
from itertools import cycle

import chess
import pytest
from msgspec.structs import replace

from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.laws.commands import Result
from access_chess.notation.braille import braille, braille_code, braille_file_text
from access_chess.notation.braille_prose import prose_cells
from access_chess.notation.written import long, san
from access_chess.scoresheets.braille_text import BrailleLayout, BrailleStyle, Page, braille_pages, brf_text
from access_chess.scoresheets.comparison_words import reading_words
from access_chess.scoresheets.heading_reading import heading_in_print, labels_of, read_heading
from access_chess.scoresheets.pgn_reading import looks_like_pgn, read_pgn
from access_chess.scoresheets.pgn_text import pgn_text
from access_chess.scoresheets.reading import read_braille_file, read_sheet
from access_chess.scoresheets.sheet import Heading
from access_chess.scoresheets.spellings import Handwriting, spellings_of
from access_chess.scoresheets.written_line import plain_text
from tests.notation.random_positions import random_positions
from tests.scoresheets.games import random_sheet

EN, DE = load_voice_pack("en"), load_voice_pack("de")
BBQNNRKR = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
OPERA = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8"


def moves_of(text: str, **how: object) -> list[str]:
    return [line.move.uci() for line in read_sheet(text, **how).sheet.lines if line.move]  # type: ignore[arg-type]


PLAYED = moves_of(OPERA)


@pytest.mark.parametrize("name", voice_pack_names())
def test_every_legal_move_is_read_back_in_print_and_braille(name: str) -> None:
    pack = load_voice_pack(name)
    code = braille_code(pack.language, pack.letters)
    for board in random_positions(8, seed=len(name)):
        spellings = spellings_of(board, (pack.letters, code.letters))
        for move in board.legal_moves:
            for text in (san(board, move, pack.letters), long(board, move, pack.letters), board.uci(move)):
                assert move in spellings.meant(text), (board.fen(), text)
            assert spellings.meant(san(board, move, pack.letters)) == {move} or name not in ("en", "de", "fide")
            cells = braille(board, move, code)
            assert move in spellings.meant(cells, Handwriting(in_either_case=not code.capital)), (board.fen(), cells)


def test_the_opera_game_is_read() -> None:
    assert len(PLAYED) == len(OPERA.split())


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(OPERA.replace("O-O-O", "0-0-0"), id="castling with noughts"),
        pytest.param(OPERA.replace("O-O-O", "o-o-o"), id="castling with small letters"),
        pytest.param(OPERA.replace("x", ":"), id="captures with a colon"),
        pytest.param(OPERA.replace("x", ""), id="captures without a sign"),
        pytest.param(OPERA.replace("N", "S").replace("B", "L").replace("Q", "D").replace("R", "T"), id="German"),
        pytest.param(OPERA.lower().replace("o-o-o", "O-O-O"), id="small letters"),
        pytest.param(" ".join(PLAYED), id="long form"),
        pytest.param("1.e4 e5 2.Nf3 d6 3.d4 Bg4 4.de Bf3 5.Qf3 de 6.Bc4 Nf6 7.Qb3 Qe7 8.Nc3 c6 9.Bg5 b5 10.Nb5 cb "
                     "11.Bb5+ Nd7 12.0-0-0 Rd8", id="as a Russian hand writes, short"),
        pytest.param("".join(f"{n // 2 + 1}. {a} {b}\n" for n, (a, b) in enumerate(zip(*[iter(OPERA.split())] * 2,
                     strict=True), start=0) for n in [2 * n]), id="a pair a line"),
    ],
)  # fmt: skip
def test_what_hands_write(text: str) -> None:
    assert moves_of(text, letters=(DE.letters,)) == PLAYED


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("layout", BrailleLayout)
def test_all_forms_are_read_back(seed: int, layout: BrailleLayout) -> None:
    sheet = random_sheet(seed, 90)
    expected = [line.move for line in sheet.lines]
    for pack in (EN, DE):
        code = braille_code(pack.language, pack.letters)
        pages = braille_pages(sheet, pack, BrailleStyle(code=code, layout=layout))
        reads = (
            read_sheet(plain_text(sheet, pack), letters=(pack.letters,)),
            read_braille_file(brf_text(pages), letters=(pack.letters,)),
            read_sheet("\n".join(line for page in pages for line in page), letters=(pack.letters,)),
        )
        for read in reads:
            assert [line.move for line in read.sheet.lines] == expected
    (again,) = read_pgn(pgn_text(sheet))
    assert [line.move for line in again.sheet.lines] == expected


RESULTS = [result for result in Result if result is not Result.NONE]


@pytest.mark.parametrize(
    ("name", "result"),
    [*zip(voice_pack_names(), cycle(RESULTS), strict=False), *(("es", result) for result in RESULTS)],
)
def test_names_that_look_like_moves_and_every_result_are_read_as_such(name: str, result: Result) -> None:
    pack = load_voice_pack(name)
    heading = Heading(white="Ng4, E.", black="Li", event="1. e4 Cup 1895/96, 3. Runde", round="3.2", result=result)
    sheet = replace(random_sheet(len(name), 40), heading=heading)
    style = BrailleStyle(code=braille_code(pack.language, pack.letters), page=Page(cells=31, lines=12))
    expected = ([line.move for line in sheet.lines], result)
    for read in (
        read_sheet(plain_text(sheet, pack), letters=(pack.letters,)),
        read_braille_file(brf_text(braille_pages(sheet, pack, style)), letters=(pack.letters,)),
        read_braille_file(
            brf_text(braille_pages(sheet, pack, replace(style, layout=BrailleLayout.TEXT))), letters=(pack.letters,)
        ),
    ):
        assert ([line.move for line in read.sheet.lines], read.sheet.heading.result) == expected


def test_two_names_on_a_line_and_a_word_below_the_moves_of_a_braille_page() -> None:
    prose = ("Ruy Lopez", "White: A. Smith  Black: J. Brown", "Drawn.")
    title, names, below = (prose_cells(text, "en", "⠠") for text in prose)
    cells = "\n".join((title, names, "⠂ ⠑⠲ ⠑⠢", below))
    text = braille_file_text(cells)
    read = read_braille_file(text, letters=(EN.letters,))
    assert (read.plies, read.is_whole) == (2, True)
    heading = read_heading(heading_in_print(cells, EN), labels_of(EN))
    assert (heading.white, heading.black) == ("A. Smith", "J. Brown")


def test_the_result_is_read() -> None:
    assert read_sheet("1. e4 e5\n1-0\n").sheet.heading.result is Result.WHITE_WINS
    assert read_sheet("e4 e5 ½-½").sheet.heading.result is Result.DRAW


def test_a_doubtful_move_is_settled_by_what_follows() -> None:
    """Two knights can go to d2; only the one from f3 leaves the square for the bishop that comes next."""
    text = "1. Nf3 d5 2. d4 Nf6 3. Nd2 e6 4. Ng5"
    assert moves_of(text)[4] == "b1d2"
    text = "1. Nf3 d5 2. d4 Nf6 3. Nd2 e6 4. Nc3"
    assert moves_of(text)[4] == "f3d2"


def test_what_nothing_settles_is_told() -> None:
    read = read_sheet("1. Nf3 d5 2. d4 Nf6 3. Nd2")
    assert read.doubt is not None
    said = " ".join(part.text for part in reading_words(read, EN))
    assert said.startswith("Read three moves of White and two of Black. Move three of White may be knight")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. e4 e5 2. Qh9", "Read one move of White and one of Black. Move two of White is not readable: Q, h, 9."),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Ke4 d6",
            "Read two moves of White and two of Black. Move three of White is not readable: K, e, 4.",
        ),
    ],
)
def test_what_cannot_be_read_is_named_by_number(text: str, said: str) -> None:
    assert " ".join(part.text for part in reading_words(read_sheet(text), EN)) == said


@pytest.mark.parametrize("seed", range(60))
def test_no_text_is_too_strange(seed: int) -> None:
    dice = random.Random(seed)
    signs = "abcdefgh12345678KQRBNOox+-=#.,:;!?()[]{}\n\t ⠁⠂⠎⠠⠼⠤é漢\0\x1b"
    text = "".join(dice.choice(signs) for _ in range(dice.randrange(200)))
    read = read_sheet(text)
    board = read.sheet.start
    for line in read.sheet.lines:
        if line.move is None:
            break
        assert line.move in board.legal_moves
        board.push(line.move)
    reading_words(read, EN)
    list(read_pgn(text))


def test_pgn_of_others_is_read_with_variations_passed_over() -> None:
    tags = '[Event "x"]\n[White "A"]\n[Date "2020.02.30"]\n[Result "1-0"]\n\n'
    text = f"{tags}1. e4 (1. d4 d5 (1... f5)) e5 {{a}} 2. Nf3 $1 1-0\n"
    assert looks_like_pgn(text)
    sheet = next(read_pgn(text)).sheet
    assert [line.move.uci() for line in sheet.lines if line.move] == ["e2e4", "e7e5", "g1f3"]
    assert (sheet.heading.white, sheet.heading.date, sheet.heading.result) == ("A", None, Result.WHITE_WINS)


def test_a_pgn_with_an_illegal_move_ends_before_it_and_keeps_the_rest_as_text() -> None:
    (read,) = read_pgn('[Event "x"]\n\n1. e4 e5 2. Ke3 Nf6 *\n')
    assert read.plies == 2
    assert [(line.text, line.color) for line in read.sheet.lines[2:]] == [("Ke3", chess.WHITE), ("Nf6", chess.BLACK)]


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        pytest.param('[Event "x"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 *\n', 5, id="German letters"),
        pytest.param('[Event "x"]\n\n1. e4 e5 2. -- Nc6 *\n', 2, id="a null move"),
        pytest.param('[Variant "Atomic"]\n\n1. e4 e5 *\n', 0, id="not chess"),
        pytest.param('[FEN "no position"]\n\n1. e4 e5 *\n', 0, id="a position that is none"),
        pytest.param(f'[Variant "Chess960"]\n[FEN "{BBQNNRKR}"]\n\n1. e4 *', 1, id="Chess960"),
        pytest.param('[Event "x"]\n\n1. e4 {\n[%clk 0:01]\n} e5 {"\n[1]"} *\n', 2, id="brackets in remarks"),
        pytest.param('[Event "x"]\n\n*\n', 0, id="no moves"),
    ],
)  # fmt: skip
def test_strange_games_of_a_pgn(game: str, moves: int) -> None:
    """The one before and the one after it are read as if it were not there."""
    good = '[Event "good"]\n\n1. d4 d5 1-0\n\n'
    reads = list(read_pgn(f"{good}{game}\n{good}"))
    assert [read.plies for read in reads] == [2, moves, 2]
