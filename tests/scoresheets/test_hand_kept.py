"""Sheets as hands keep them are read, whichever language the reader expects."""

from collections.abc import Sequence

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.notation.braille import braille, braille_code, braille_file_text, lowered
from access_chess.notation.written import LETTERS, san
from access_chess.scoresheets.comparison_words import reading_words
from access_chess.scoresheets.faults import faults_told
from access_chess.scoresheets.reading import SheetRead, read_braille_file, read_sheet
from tests.scoresheets.hand_kept import E_, MOVES, OTHERS, PLIES, SHEETS, UK_CELLS, pairs

EN, DE = load_voice_pack("en"), load_voice_pack("de")


def read(text: str, *, is_file: bool, language: str) -> SheetRead:
    return (read_braille_file if is_file else read_sheet)(text, letters=(LETTERS[language],))


@pytest.mark.parametrize("habit", SHEETS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_habit_is_read(habit: str, language: str) -> None:
    text, is_file = SHEETS[habit]
    found = read(text, is_file=is_file, language=language)
    assert [line.move for line in found.sheet.lines] == MOVES
    assert found.is_whole


#: What is told of the habits whose numbers are not those of the moves.
ODD_NUMBERS = {
    "a number twice": "The number 7 appears twice.",
    "a number passed over": "The number 7 is missing.",
    "a wrong number": "The number 19 stands where 9 belongs.",
    "numbers from nought": "The first number is 0; by the position it is 1.",
    # a ply that was struck out had its number's place: from there on Black's moves stand first
    "struck out": "The number 5 stands where 4 belongs.",
    "struck out sign by sign": "The number 5 stands where 4 belongs.",
    "struck out by tags": "The number 5 stands where 4 belongs.",
    "typed over": "The number 5 stands where 4 belongs.",
    "typed over within": "The number 5 stands where 4 belongs.",
    "strokes": "The number 5 stands where 4 belongs.",
    "UKAAF, an error struck out": "The number 5 stands where 4 belongs.",
    "a braille file with an error struck out": "The number 6 stands where 5 belongs.",
}


def numbers_told(found: SheetRead) -> str:
    assert found.is_whole
    return " ".join(part.text for part in faults_told(found.faults, EN))


@pytest.mark.parametrize("habit", SHEETS)
def test_only_odd_numbers_are_told_of(habit: str) -> None:
    text, is_file = SHEETS[habit]
    assert numbers_told(read(text, is_file=is_file, language="en")) == ODD_NUMBERS.get(habit, "")


@pytest.mark.parametrize("form", ["print", "braille", "braille file"])
@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        pytest.param(range(1, 18), "", id="as they should be"),
        pytest.param([*range(1, 8), *range(7, 17)], "The number 7 appears twice.", id="twice, and on from there"),
        pytest.param([*range(1, 9), 8, *range(10, 18)], "The number 8 appears twice.", id="twice, and right again"),
        pytest.param([*range(1, 7), *range(8, 19)], "The number 7 is missing.", id="one is missing"),
        pytest.param([*range(1, 7), *range(9, 20)], "The number 9 stands where 7 belongs.", id="two are missing"),
        pytest.param([*range(1, 17), 18], "The number 17 is missing.", id="the last but one is missing"),
        pytest.param(range(7, 24), "The first number is 7; by the position it is 1.", id="from elsewhere"),
        pytest.param([2, *range(2, 18)], "The first number is 2; by the position it is 1.", id="only the first"),
        pytest.param(
            [1, 2, 3, 4, *range(6, 11), *range(10, 18)],
            "The number 5 is missing. The number 10 appears twice.",
            id="missing and twice",
        ),
        pytest.param(
            [1, 2, 3, 12, 5, 6, 6, *range(8, 18)],
            "The number 12 stands where 4 belongs. The number 6 appears twice.",
            id="wrong and twice",
        ),
    ],
)
def test_a_number_that_is_not_its_moves_is_told(form: str, numbers: Sequence[int], told: str) -> None:
    plies = E_ if form == "print" else UK_CELLS
    heads = [f"{number}. " if form == "print" else f"{lowered(number)} " for number in numbers]
    text = "".join(f"{head}{' '.join(plies[2 * at : 2 * at + 2])}\n" for at, head in enumerate(heads))
    found = read(braille_file_text(text), is_file=True, language="en") if "file" in form else read_sheet(text)
    assert [line.move for line in found.sheet.lines] == MOVES
    assert numbers_told(found) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("12... Kd7 13. Kd2 Kd6", ""),
        ("1... Kd7 2. Kd2 Kd6", "The first number is 1; by the position it is 12."),
        ("12... Kd7 14. Kd2 Kd6", "The number 13 is missing."),
    ],
)
def test_numbers_go_on_from_those_of_the_position(text: str, told: str) -> None:
    assert numbers_told(read_sheet(text, fen="4k3/8/8/8/8/8/4P3/4K3 b - - 0 12")) == told


def test_numbers_are_told_in_every_language() -> None:
    fault = read_sheet(SHEETS["a number passed over"][0]).faults
    assert len({next(iter(faults_told(fault, load_voice_pack(name)))).text for name in voice_pack_names()}) > 10


def test_there_are_more_than_a_hundred_habits() -> None:
    assert len({text for text, _ in SHEETS.values()}) > 100


@pytest.mark.parametrize(("fen", "word", "meant"), OTHERS.values(), ids=OTHERS)
def test_every_way_to_write_a_move(fen: str, word: str, meant: str) -> None:
    found = read_sheet(word, letters=(LETTERS["en"],), fen=fen)
    assert [line.move and line.move.uci() for line in found.sheet.lines] == [meant]
    assert found.doubt is None


@pytest.mark.parametrize("name", voice_pack_names())
def test_sheets_of_every_pack_are_read_in_print_and_braille(name: str) -> None:
    pack = load_voice_pack(name)
    code = braille_code(pack.language, pack.letters)
    printed = pairs([san(board, move, pack.letters) for board, move in PLIES])
    cells = pairs([braille(board, move, code) for board, move in PLIES], "{low} ")
    for text in (printed, cells):
        assert [line.move for line in read_sheet(text, letters=(pack.letters,)).sheet.lines] == MOVES
        assert [line.move for line in read_sheet(text).sheet.lines] == MOVES  # nobody has said which language it is


def test_offers_and_the_result_are_kept() -> None:
    found = read_sheet(SHEETS["offers"][0] + "1 - 0\n").sheet
    assert [at for at, line in enumerate(found.lines) if line.has_offer] == [13, 15]
    assert found.heading.result.value == "1-0"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(
            pairs(E_[:10]) + "6. Qh9 Nf6\n",
            "Read five moves of White and five of Black. Move six of White is not readable: Q, h, 9.",
            id="no square",
        ),
        pytest.param(
            pairs(E_[:10]) + "6. Bc4 S?\n7. Qb3\n",
            "Read six moves of White and five of Black. Move six of Black is not readable: S, ?.",
            id="a letter",
        ),
        pytest.param(
            pairs(E_[:10]) + "6. ? Nf6\n7. Qb3\n",
            "Read five moves of White and five of Black. "
            "Move six of White is not written, and what follows cannot be read without it.",
            id="a gap",
        ),
        pytest.param(
            pairs(E_[:10]) + pairs(E_[14:], first=8),
            "Read five moves of White and five of Black. "
            "Move six of White is not written, and what follows cannot be read without it.",
            id="two pairs that the numbers show to lack",
        ),
        pytest.param(
            pairs(E_[:10]) + "6. ... Nf6\n7. Qb3\n",
            "Read five moves of White and five of Black. "
            "Move six of White is not written, and what follows cannot be read without it.",
            id="Black's move alone",
        ),
    ],
)
def test_what_cannot_be_read_is_named_by_its_number(text: str, said: str) -> None:
    assert " ".join(part.text for part in reading_words(read_sheet(text), EN)) == said


def test_what_stands_behind_a_gap_keeps_its_numbers() -> None:
    lines = read_sheet(pairs(E_[:10]) + pairs(E_[14:], first=8)).sheet.lines
    assert [(line.number, line.color, line.text) for line in lines[10:18]] == [
        (6, chess.WHITE, ""), (6, chess.BLACK, ""), (7, chess.WHITE, ""), (7, chess.BLACK, ""),
        (8, chess.WHITE, "Nc3"), (8, chess.BLACK, "c6"), (9, chess.WHITE, "Bg5"), (9, chess.BLACK, "b5"),
    ]  # fmt: skip


def test_a_choice_settles_a_doubt() -> None:
    text = "1. Nf3 d5 2. d4 Nf6 3. Nd2"
    doubt = read_sheet(text).doubt
    assert doubt is not None
    for move in doubt.moves:
        settled = read_sheet(text, settled={doubt.ply: move})
        assert settled.is_whole
        assert settled.sheet.lines[doubt.ply].move == move


def test_two_ways_to_the_same_position_are_a_doubt() -> None:
    """Both knights go to d2 and b3 or f3 in turn: what follows fits either way, and the moves are not the same."""
    text = "1. d4 d5 2. Nf3 Nf6 3. Nd2 e6 4. Nf3 c6 5. Nd2 c5"
    found = read_sheet(text)
    assert found.doubt is not None
    assert {move.uci() for move in found.doubt.moves} == {"b1d2", "f3d2"}


def test_in_small_letters_b_may_be_a_bishop() -> None:
    """Both the pawn and the bishop can take on c3; only the bishop can go on."""
    start = "4k3/8/8/8/1B6/2p5/1P6/4K3 w - - 0 1"
    assert {move.uci() for move in read_sheet("bxc3 kd7", fen=start).doubt.moves} == {"b4c3", "b2c3"}  # type: ignore[union-attr]
    back = read_sheet("bc3 kd7 bd4", fen=start)
    assert [line.move and line.move.uci() for line in back.sheet.lines] == ["b4c3", "e8d7", "c3d4"]
    written = read_sheet("bxc3 Kd7", fen=start)
    assert [line.move and line.move.uci() for line in written.sheet.lines] == ["b2c3", "e8d7"]
