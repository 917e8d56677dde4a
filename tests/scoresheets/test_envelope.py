"""The envelope of a sealed move: seven facts outside, the move inside alone, and there where it is folded innermost."""

from datetime import timedelta
from pathlib import Path

import chess
import pytest
from msgspec import structs

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.paper import envelope_pdf
from access_chess.laws.adjournment import Envelope
from access_chess.laws.by_color import ByColor
from access_chess.notation.braille import braille_code
from access_chess.scoresheets.braille_text import BrailleStyle, Page
from access_chess.scoresheets.envelope import EnvelopePaper, braille_envelope, envelope_paper, text_pages
from tests.support.pdf_reading import tagged

ENVELOPE = Envelope(
    names=ByColor("Anna Muster", "Boris"),
    position="4k3/8/8/8/8/8/4P3/R3K2N w - - 0 41",
    times_used=ByColor(timedelta(hours=1, minutes=2, seconds=3.7), timedelta(minutes=59)),
    sealer=chess.WHITE,
    move_number=41,
    offer=chess.BLACK,
    resumption="Sonntag, 10 Uhr\nSaal 2",
)


def paper(sealed: str | None = None, voices: str = "de") -> EnvelopePaper:
    return envelope_paper(ENVELOPE, load_voice_pack(voices), sealed=sealed)


def style(voices: str, page: Page) -> BrailleStyle:
    pack = load_voice_pack(voices)
    return BrailleStyle(code=braille_code(pack.language, pack.letters), page=page)


def test_the_seven_facts_stand_outside() -> None:
    (outside,) = text_pages(paper()).split("\f")[:-1]
    assert outside.splitlines() == [
        "Umschlag für einen Abgabezug",
        "",
        "Weiß: Anna Muster",
        "Schwarz: Boris",
        "Stellung, Weiß: Ke1 Ta1 Sh1 e2",
        "Stellung, Schwarz: Ke8",
        "Verbrauchte Zeit, Weiß: 1:02:03",
        "Verbrauchte Zeit, Schwarz: 0:59:00",
        "Abgegeben von: Weiß, Anna Muster",
        "Nummer des Abgabezuges: 41",
        "Remis angeboten von: Schwarz",
        "Es geht weiter: Sonntag, 10 Uhr Saal 2",
    ]


def test_without_a_clock_and_an_offer() -> None:
    untimed = structs.replace(ENVELOPE, times_used=None, offer=None, resumption="")
    text = text_pages(envelope_paper(untimed, load_voice_pack("en")))
    assert "Time used" not in text
    assert "Draw offered by: nobody\nThe game goes on: ?\n" in text


def test_the_move_is_on_the_third_page_in_its_lowest_quarter_under_two_that_are_full() -> None:
    *before, inside = text_pages(paper("Kd1")).split("\f")[:-1]
    assert len(before) == 2
    assert not any("Kd1" in page for page in before)
    lines = inside.splitlines()
    assert [number for number, line in enumerate(lines) if "Kd1" in line] == [46]
    assert lines[15:45] == ["#" * 79] * 30


@pytest.mark.parametrize("page", [Page(), Page(cells=28, lines=28), Page(cells=30, lines=12)])
def test_in_braille_full_cells_lie_around_the_move(page: Page) -> None:
    *outside, around, inside = braille_envelope(paper("Kd1"), style("de", page))
    quarter = page.lines // 4
    assert inside[quarter : 3 * quarter] == ("⠿" * page.cells,) * (2 * quarter)
    assert any("⠨⠅⠙⠼⠁" in line for line in inside[3 * quarter :])
    assert len(inside) <= page.lines
    assert all(len(line) <= page.cells for each in (*outside, around, inside) for line in each)
    assert not any("⠅⠙⠼⠁" in line for each in (*outside, around) for line in each)


@pytest.mark.parametrize(("voices", "men"), [("de", "⠨⠅⠑⠂ ⠨⠞⠁⠂ ⠨⠎⠓⠂ ⠑⠆"), ("en", "⠅⠑⠂ ⠗⠁⠂ ⠎⠓⠂ ⠑⠆")])
def test_in_braille_the_position_is_written_as_moves_are(voices: str, men: str) -> None:
    (outside,) = braille_envelope(paper(voices=voices), style(voices, Page()))
    assert men in " ".join(outside).replace("   ", " ")


def test_as_pdf_the_move_is_on_the_last_page_alone(tmp_path: Path) -> None:
    file = tmp_path / "envelope.pdf"
    file.write_bytes(envelope_pdf(paper("Kd1")))
    document, root = tagged(file)
    assert (len(document.pages), root.text.count("Kd1")) == (3, 1)
    assert root.text.endswith("Abgabezug: Kd1")
    file.write_bytes(envelope_pdf(paper()))
    document, root = tagged(file)
    assert (len(document.pages), "Kd1" in root.text) == (1, False)
