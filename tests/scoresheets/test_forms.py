"""A game in every form: what stands in each, and that no form drops what another has."""

import io
import random
from datetime import timedelta
from html.parser import HTMLParser
from xml.etree import ElementTree

import chess
import chess.pgn
import pytest
from msgspec.structs import replace

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    OfferDraw,
    PlayIllegalMove,
    PlayMove,
    PressClock,
    Resign,
    TakeBack,
    WriteMove,
)
from access_chess.laws.setup import ArbiterMode, Occasion, Player, Regulations, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.notation.braille import braille_code, braille_file_text
from access_chess.scoresheets.braille_text import BrailleLayout, BrailleStyle, Page, braille_pages, brf_text, pef_text
from access_chess.scoresheets.pgn_reading import read_pgn
from access_chess.scoresheets.pgn_text import pgn_text
from access_chess.scoresheets.printed import html_text, printed
from access_chess.scoresheets.sheet import Sheet, SheetPly, Whose
from access_chess.scoresheets.written_line import WIDTH, plain_text
from access_chess.speech.language.voice_pack import VoicePack
from tests.scoresheets.games import random_sheet, sheet

EN, DE = load_voice_pack("en"), load_voice_pack("de")
AGREED = Setup(
    players=ByColor(Player(name="Anna Muster"), Player(name="Boris {x} Beispiel", is_program=True)),
    time=parse_time_control("40/7200+30, 900+30"),
    occasion=Occasion(event="Open", site="Wien", round="3"),
)
ILLEGAL = PlayIllegalMove(color=chess.WHITE, move=chess.Move.from_uci("d2d5"))


def html(made: Sheet, pack: VoicePack) -> str:
    return html_text([printed(made, pack)])


def read(text: str) -> chess.pgn.Game:
    record = chess.pgn.read_game(io.StringIO(text))
    assert record is not None
    assert not record.errors
    return record


def test_pgn_has_names_times_clocks_and_how_it_ended() -> None:
    record = read(pgn_text(sheet(AGREED, "e2e4", "e7e5", Resign(color=chess.WHITE))))
    expected = {
        "Event": "Open", "Site": "Wien", "Date": "2026.01.02", "Round": "3", "White": "Anna Muster",
        "Black": "Boris {x} Beispiel", "Result": "0-1", "WhiteType": "human", "BlackType": "program",
        "Edition": "fide-2009", "TimeControl": "40/7200+30:900+30", "Termination": "normal", "EndReason": "resignation",
    }  # fmt: skip
    assert dict(record.headers) == expected
    assert [node.clock() for node in record.mainline()] == [7220, 7221]
    assert "White resigns" in record.end().comment


def test_pgn_of_a_game_that_goes_on() -> None:
    assert pgn_text(sheet(Setup(), "e2e4")).endswith("1. e4 *\n")


@pytest.mark.parametrize("seed", range(4))
def test_no_line_of_a_pgn_is_longer_than_other_programs_take(seed: int) -> None:
    """Sisters of a long game: clocks and notes in any place, words that are marks elsewhere, one without an end."""
    words = ["[Event", "%", "%note", ";", "; so", '"A"]', "White resigns.", "1.", "e4", "x" * 300, "ё" * 40]
    dice, long = random.Random(seed), random_sheet(seed, 180)
    lines = [
        replace(
            line,
            clock=timedelta(seconds=7000 - place) if seed % 2 else None,
            notes=(" ".join(dice.choices(words, k=dice.randrange(60))),) if dice.random() < 0.2 else (),
        )
        for place, line in enumerate(long.lines)
    ]
    text = pgn_text(replace(long, lines=tuple(lines)))
    tags, moves = text.split("\n\n", 1)
    assert max(map(len, moves.splitlines())) <= 79 and tags.startswith("[Event")
    assert not any(line.startswith(("[", "%", ";")) for line in moves.splitlines())
    record = read(text)
    assert [node.move for node in record.mainline()] == [line.move for line in long.lines] and not record.errors
    if seed % 2:
        assert [node.clock() for node in record.mainline()] == [7000 - place for place in range(len(lines))]
    told = ["".join("".join(line.notes).split()) for line in lines if "x" * 300 not in "".join(line.notes)]
    assert all(note in "".join(text.split()) for note in told)


@pytest.mark.parametrize(
    ("fen", "is_chess960", "move"),
    [
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", False, "e1c1"),
        (chess.Board.from_chess960_pos(0).fen(), True, "e2e4"),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 3 7", False, "e8d7"),
    ],
)
def test_pgn_of_another_position_is_read_back(fen: str, is_chess960: bool, move: str) -> None:
    made = sheet(Setup(fen=fen, is_chess960=is_chess960), move)
    record = read(pgn_text(made))
    assert [node.move for node in record.mainline()] == [line.move for line in made.lines]
    assert record.board().chess960 is is_chess960


def test_an_illegal_move_that_stands_is_named_in_every_form() -> None:
    played = sheet(Setup(arbiter=ArbiterMode.NONE), "e2e4", "e7e5", ILLEGAL, PressClock(color=chess.WHITE))
    assert [line.is_legal for line in played.lines] == [True, True, False]
    record = read(pgn_text(played))
    assert len(list(record.mainline())) == 2
    assert record.end().comment == "2. d2d5"
    assert record.headers["Result"] == "*"
    assert "2. d2d5?" in plain_text(played, EN)
    assert "d2d5?" in html(played, EN)
    assert "D2D5=" in "".join(brf_text(braille_pages(played, EN, style(EN))).split())


def test_a_ruling_stands_behind_the_move_that_it_follows() -> None:
    played = sheet(AGREED, "e2e4", "e7e5", ILLEGAL, PressClock(color=chess.WHITE), "d2d4")
    assert [line.move.uci() for line in played.lines if line.move] == ["e2e4", "e7e5", "d2d4"]
    for text in (pgn_text(played), plain_text(played, EN), html(played, EN)):
        assert "illegal move" in " ".join(text.split()).lower()
    assert not played.lines[2].notes


def test_what_is_taken_back_is_on_no_sheet() -> None:
    setup = Setup(regulations=Regulations(take_backs=True))
    played = sheet(setup, "e2e4", TakeBack(color=chess.WHITE), "d2d4")
    assert [line.move.uci() for line in played.lines if line.move] == ["d2d4"]


def test_an_offer_is_marked_at_the_move_it_was_made_with() -> None:
    played = sheet(
        Setup(time=parse_time_control("300")),
        PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4")),
        OfferDraw(color=chess.WHITE),
        PressClock(color=chess.WHITE),
    )
    assert "1. e4 (=)" in plain_text(played, EN)
    assert "(=)" in pgn_text(played)


def test_three_texts_of_one_game_are_not_mixed() -> None:
    """Black writes nothing of the first pair: on White's sheet and in the record it stands, on his own is a gap."""
    e7e5 = PlayMove(color=chess.BLACK, move=chess.Move.from_uci("e7e5"), written=False)
    done = ("e2e4", e7e5, PressClock(color=chess.BLACK), "g1f3", "b8c6")
    record, white, black = (sheet(Setup(), *done, whose=whose) for whose in Whose)
    assert [line.is_gap for line in black.lines] == [True, True, False, False]
    assert not any(line.is_gap for line in (*record.lines, *white.lines))
    assert plain_text(white, EN).splitlines()[0] == "White's scoresheet"
    assert [line.move.uci() for line in white.lines if line.move] == ["e2e4", "e7e5", "g1f3"]
    assert [line.move.uci() for line in black.lines if line.move] == ["g1f3", "b8c6"]
    assert "1. ? ?\n2. Nf3 Nc6\n" in plain_text(black, EN)


def test_a_move_written_in_advance_stands_on_that_sheet_alone() -> None:
    advance = WriteMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4"))
    assert [line.move.uci() for line in sheet(Setup(), advance, whose=Whose.WHITE).lines if line.move] == ["e2e4"]
    assert not sheet(Setup(), advance, whose=Whose.BLACK).lines
    assert not sheet(Setup(), advance).lines


def test_plain_text_is_read_line_by_line() -> None:
    text = plain_text(sheet(AGREED, "g1f3", "b8c6", "e2e4"), DE)
    assert text.splitlines() == [
        "Partieprotokoll",
        "Weiß: Anna Muster",
        "Schwarz: Boris {x} Beispiel",
        "Turnier: Open",
        "Ort: Wien",
        "Runde: 3",
        "Datum: 2026-01-02",
        "Ergebnis: *",
        "",
        "1. Sf3 Sc6, 2:00:20 2:00:21",
        "2. e4, 2:00:40",
        "*",
    ]


def test_plain_text_that_begins_with_black_and_has_gaps() -> None:
    made = sheet(Setup(fen="4k3/8/8/8/8/8/4P3/4K3 b - - 3 7"), "e8d7", "e2e4")
    assert "7... Kd7\n8. e4\n" in plain_text(made, EN)
    gap = Sheet(
        lines=(made.lines[0], SheetPly(number=8, color=chess.WHITE), SheetPly(number=8, color=chess.BLACK, text="Kd6"))
    )
    assert "8. ? Kd6\n" in plain_text(gap, EN)
    assert "8. ? 8... Kd6" in pgn_text(gap)


@pytest.mark.parametrize("name", ["a\nb", "\x1b[31mred", "x" * 300, "", '"quoted" \\ {brace} <b>&'])
def test_names_break_no_form(name: str) -> None:
    made = sheet(Setup(players=ByColor(Player(name=name), Player())), "e2e4")
    tag = " ".join(name.replace("\x1b", " ").split())
    (again,) = read_pgn(pgn_text(made))
    assert again.sheet.heading.white == tag
    escaped = tag.replace("\\", "\\\\").replace('"', '\\"')  # which python-chess leaves as it is
    assert read(pgn_text(made)).headers["White"] == (escaped or "?")
    assert all(len(line) <= WIDTH for line in plain_text(made, EN).splitlines())
    assert not any(sign in plain_text(made, EN) + html(made, EN) for sign in "\x1b\r")
    pages = braille_pages(made, EN, style(EN))
    ElementTree.fromstring(pef_text(pages, Page(), title="A sheet", language="en"))
    for page in pages:
        assert all(len(line) <= 40 for line in page)


def style(pack: object, **changes: object) -> BrailleStyle:
    assert pack in (EN, DE)
    chosen = EN if pack is EN else DE
    return BrailleStyle(code=braille_code(chosen.language, chosen.letters), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("layout", BrailleLayout)
@pytest.mark.parametrize("seed", range(6))
def test_braille_pages_fit_the_paper(layout: BrailleLayout, seed: int) -> None:
    pages = braille_pages(random_sheet(seed, 200), DE, style(DE, layout=layout))
    assert all(len(page) <= 25 and all(len(line) <= 40 for line in page) for page in pages)
    for number, page in enumerate(pages, start=1):
        assert braille_file_text(page[0]).rstrip().endswith(f"#{'JABCDEFGHI'[number % 10]}")
    text = brf_text(pages)
    assert text.count("\f") == len(pages)
    assert set(text) <= set(" A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)=\r\n\f")


def test_an_english_page_as_the_code_writes_it() -> None:
    pages = braille_pages(sheet(Setup(), "g1f3", "d7d5", "c2c4", "d5c4"), EN, style(EN))
    assert pages[0][-3:] == ("⠂ ⠎⠋⠒ ⠙⠢", "⠆ ⠉⠲ ⠙⠰⠉⠲", "⠔")


class _Outline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_the_page_is_one_table_with_caption_and_scopes() -> None:
    outline = _Outline()
    outline.feed(html(sheet(AGREED, "e2e4", "e7e5"), EN))
    names = [tag for tag, _ in outline.tags]
    assert (names.count("table"), names.count("caption"), names.count("h1")) == (1, 1, 1)
    assert dict(outline.tags)["html"] == {"lang": "en"}
    scopes = [attributes.get("scope") for tag, attributes in outline.tags if tag == "th"]
    assert scopes == ["col"] * 5 + ["row"]


def test_a_clock_is_in_whole_seconds() -> None:
    line = SheetPly(number=1, color=chess.WHITE, move=chess.Move.from_uci("e2e4"), before=chess.Board())
    timed = Sheet(lines=(replace(line, clock=timedelta(hours=1, seconds=5.9)),))
    assert "1. e4, 1:00:05" in plain_text(timed, EN)
    assert "[%clk 1:00:05]" in pgn_text(timed)
