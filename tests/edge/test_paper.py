"""Sheets as PDF: what a screen reader finds in it, and that the print stays on the paper."""

from importlib import util
from pathlib import Path

import pdfua
import pytest
from msgspec.structs import replace

from access_chess.edge import paper
from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.edge.paper import Paper, PdfError, sheets_pdf
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Resign
from access_chess.laws.setup import Occasion, Player, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.scoresheets.printed import SIZES, Printed, PrintedRow, Written, printed
from tests.scoresheets.games import random_sheet, sheet
from tests.support.pdf_reading import Tagged, lines_of, tagged

EN, DE = load_voice_pack("en"), load_voice_pack("de")
TIMED = Setup(
    time=parse_time_control("5400+30"),
    players=ByColor(Player(name="Anna #Muster"), Player(name='<b>"Boris" $x$ *y* \\')),
    occasion=Occasion(event="Open", round="3"),
)
MARGIN = 15 / 25.4 * 72  # points


def read(tmp_path: Path, sheets: list[Printed], *, size: int = 20, paper: Paper = Paper.A4) -> Tagged:
    file = tmp_path / "sheet.pdf"
    file.write_bytes(sheets_pdf(sheets, size=size, paper=paper))
    return tagged(file)[1]


def cells(row: Tagged) -> list[str]:
    return [cell.text for cell in row.children]


def test_a_screen_reader_finds_language_title_and_one_table(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    file.write_bytes(sheets_pdf([printed(sheet(TIMED, "e2e4", "e7e5", "g1f3"), DE)], size=20))
    document, root = tagged(file)
    assert document.Root.MarkInfo.Marked
    assert document.Root.ViewerPreferences.DisplayDocTitle
    assert str(document.Root.Lang) == "de"
    assert "Partieprotokoll: Anna #Muster - " in str(document.docinfo.Title)
    assert [heading.text for heading in root.all("H1")] == ["Partieprotokoll"]
    (table,) = root.all("Table")
    assert [(cell.text, str(cell.attributes["/Scope"])) for cell in table.all("TH")] == [
        (name, "/Column") for name in ("Zug", "Weiß", "Uhr, Weiß", "Schwarz", "Uhr, Schwarz")
    ]
    assert [cells(row) for row in table.all("TR")][1:] == [
        ["1", "e4", "1:30:20", "e5", "1:30:21"],
        ["2", "Sf3", "1:30:40", "", ""],
    ]
    fonts = {str(font.BaseFont) for page in document.pages for font in page.obj.Resources.Font.values()}
    assert all("AtkinsonHyperlegible" in font for font in fonts)


def test_names_are_text_and_never_markup(tmp_path: Path) -> None:
    paragraphs = [each.text for each in read(tmp_path, [printed(sheet(TIMED, "e2e4"), EN)]).all("P")]
    assert paragraphs[:2] == ["White: Anna #Muster", 'Black: <b>"Boris" $x$ *y* \\']


def test_a_long_game_is_read_in_the_order_of_its_moves(tmp_path: Path) -> None:
    made = printed(random_sheet(5, 160), EN)
    (table,) = read(tmp_path, [made]).all("Table")
    expected = [[str(row.number), row.white.move, row.black.move] for row in made.rows]
    assert [cells(row) for row in table.all("TR")] == [["Move", "White", "Black"], *expected]


@pytest.mark.parametrize("size", [22, 23, 24, 28])
def test_the_clocks_move_under_the_moves_where_the_print_is_too_large(tmp_path: Path, size: int) -> None:
    (table,) = read(tmp_path, [printed(sheet(TIMED, "e2e4", "e7e5"), EN)], size=size).all("Table")
    head, row = (cells(row) for row in table.all("TR"))
    if size < 24:
        assert (head[1:3], row[1:3]) == (["White", "Clock, White"], ["e4", "1:30:20"])
    else:
        assert (head, row) == (["Move", "White, Clock", "Black, Clock"], ["1", "e41:30:20", "e51:30:21"])


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("size", SIZES)
def test_no_table_is_wider_than_the_paper_and_no_move_is_broken(tmp_path: Path, size: int, paper: Paper) -> None:
    widest = Written(move="Dh4xe1+ (=)", clock="10:59:58")
    rows = (
        PrintedRow(number=100, white=widest, black=widest),
        PrintedRow(note="lang " * 20),
        PrintedRow(number=101, white=Written(move="x" * 80)),
    )
    made = printed(sheet(TIMED, "e2e4"), DE)
    made = replace(made, heading=(), rows=rows, has_clocks=True)
    file = tmp_path / "sheet.pdf"
    file.write_bytes(sheets_pdf([made], size=size, paper=paper))
    document, root = tagged(file)
    left, _, right, _ = (float(edge) for edge in next(root.all("Table")).attributes["/BBox"])
    width = float(document.pages[0].MediaBox[2])
    assert MARGIN - 1 < left < right < width - MARGIN + 1
    ends = lines_of(document)
    assert ends["Dh4xe1+"] == 2
    assert ends["10:59:58"] == 2


def test_a_note_goes_through_all_columns(tmp_path: Path) -> None:
    (table,) = read(tmp_path, [printed(sheet(TIMED, "e2e4", Resign(color=False)), EN)]).all("Table")
    (cell,) = list(table.all("TR"))[-1].children
    assert int(cell.attributes["/ColSpan"]) == 5
    assert cell.text.startswith("Black resigns. White wins.")


def test_who_has_not_signed_finds_a_line_for_it(tmp_path: Path) -> None:
    made = printed(sheet(TIMED, "e2e4", Resign(color=False)), EN)
    assert [each.text for each in read(tmp_path, [made]).all("P")][-2:] == [
        "Signature of White: ",
        "Signature of Black: ",
    ]


def test_two_sheets_of_a_game_have_a_heading_and_a_page_each(tmp_path: Path) -> None:
    made = printed(sheet(TIMED, "e2e4"), EN)
    file = tmp_path / "both.pdf"
    file.write_bytes(sheets_pdf([made, made], size=20))
    document, root = tagged(file)
    assert (len(document.pages), len(list(root.all("H1")))) == (2, 2)


@pytest.mark.parametrize("name", voice_pack_names())
def test_the_checker_for_pdf_ua_finds_nothing_in_any_language(tmp_path: Path, name: str) -> None:
    file = tmp_path / "sheet.pdf"
    file.write_bytes(sheets_pdf([printed(sheet(TIMED, "e2e4", voices=name), load_voice_pack(name))], size=20))
    assert not pdfua.validate(str(file)).findings


@pytest.mark.parametrize("name", ["Анна", "Ελένη", "שלום", "مرحبا"])
def test_other_alphabets_are_printed_without_fonts_of_the_system(tmp_path: Path, name: str) -> None:
    setup = Setup(players=ByColor(Player(name=name), Player()))
    pages = read(tmp_path, [printed(sheet(setup, "e2e4"), EN)])
    first = next(pages.all("P")).text.removeprefix("White: ")
    assert first in (name, name[::-1])  # from right to left the glyphs stand in the order of the page


def test_a_sign_that_no_font_has_is_one_sentence() -> None:
    setup = Setup(players=ByColor(Player(name="Mro: 𖩈"), Player()))
    with pytest.raises(PdfError, match="pdf_no_font"):
        sheets_pdf([printed(sheet(setup, "e2e4"), EN)], size=20)


def test_without_the_extra_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "find_spec", lambda name: None if name == "typst" else util.find_spec(name))
    with pytest.raises(PdfError) as raised:
        sheets_pdf([printed(sheet(TIMED, "e2e4"), EN)], size=20)
    assert raised.value.phrase == "pdf_package"
    assert [diagnosis.works for diagnosis in paper.examine()] == [False]
