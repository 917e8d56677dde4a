"""Where the sheets of a tournament go, and what its index says."""

from datetime import date
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest
from msgspec.structs import replace

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws.commands import Result
from access_chess.scoresheets.archive import by_round, index_html, index_text, places, safe_name
from access_chess.scoresheets.sheet import Heading

DAY = date(2026, 1, 2)


def heading(round_: str = "", *, event: str = "Open", day: date | None = DAY, white: str = "Anna Muster") -> Heading:
    return Heading(white=white, black="Beispiel, Boris", event=event, round=round_, date=day, result=Result.WHITE_WINS)


def placed(*headings: Heading) -> list[str]:
    return ["/".join(game.place) for game in places(enumerate(headings, start=1))]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('Cup: "A/B" <3>|*?\\', "Cup A B 3"),
        ("Open...", "Open"),
        ("Open. ", "Open"),
        ("..", ""),
        ("nul", "_nul"),
        ("COM1.txt", "_COM1.txt"),
        ("console", "console"),
        ("Scho\u0308n", "Schön"),
        ("a\u202eb\u0000c\td", "a b c d"),
        ("x" * 300, "x" * 60),
        ("#1 100%", "#1 100%"),
    ],
)
def test_a_name_is_one_that_every_system_keeps(text: str, name: str) -> None:
    assert safe_name(text) == name


def test_a_game_is_under_its_event_and_its_round() -> None:
    assert placed(heading("3"), heading("3.2"), heading(), heading("final"), heading(event="")) == [
        "2026-01-02 Open/Round 3/Game 1 Muster - Beispiel",
        "2026-01-02 Open/Round 3/Board 2 Muster - Beispiel",
        "2026-01-02 Open/Game 3 Muster - Beispiel",
        "2026-01-02 Open/Round final/Game 4 Muster - Beispiel",
        "2026-01-02/Game 5 Muster - Beispiel",
    ]


def test_an_event_bears_the_day_of_its_first_game_however_it_is_written() -> None:
    later = heading("2", event="OPEN", day=date(2026, 1, 9))
    assert placed(heading("1"), later)[1] == "2026-01-02 Open/Round 2/Game 2 Muster - Beispiel"
    assert placed(heading(day=None)) == ["undated Open/Game 1 Muster - Beispiel"]


@pytest.mark.parametrize(
    ("days", "folders"),
    [
        (("2017-12-26", "2017-12-30", "2018-01-02"), ("2017-12-26",) * 3),  # over New Year
        (("2018-12-27", "2017-12-27", "2018-12-29", "2017-12-28"), ("2018-12-27", "2017-12-27") * 2),
        (("2026-03-01", "2026-05-30", "2026-08-28"), ("2026-03-01",) * 3),  # a championship with rests
        (("2026-03-01", "2026-06-10"), ("2026-03-01", "2026-06-10")),
        (("2026-05-09", "2026-05-02"), ("2026-05-02",) * 2),  # the first day, whichever game was kept first
        ((None, "2026-05-02", None), ("2026-05-02",) * 3),
        ((None, "2019-05-04", "2022-05-07"), ("undated", "2019-05-04", "2022-05-07")),
    ],
)
def test_a_tournament_of_another_year_is_another_one(days: tuple[str | None, ...], folders: tuple[str, ...]) -> None:
    headings = [
        heading("1", event="Christmas Open", day=None if day is None else date.fromisoformat(day)) for day in days
    ]
    games = places(enumerate(headings, start=1))
    assert [game.event for game in games] == [f"{folder} Christmas Open" for folder in folders]
    assert all(game.place[0] == game.event for game in games)


def test_games_of_no_event_go_by_their_days() -> None:
    games = places(enumerate([heading(event=""), heading(event="", day=None), heading(event="")], start=1))
    assert [game.event for game in games] == ["2026-01-02", "undated", "2026-01-02"]


def test_two_games_are_never_in_one_folder() -> None:
    assert placed(heading("3.2"), heading("3.2", white="MUSTER")) == [
        "2026-01-02 Open/Round 3/Board 2 Muster - Beispiel",
        "2026-01-02 Open/Round 3/Board 2 MUSTER - Beispiel (game 2)",
    ]


def test_rounds_are_in_the_order_of_their_numbers() -> None:
    games = places(enumerate((heading("10"), heading("final"), heading("9"), heading("9.1")), start=1))
    assert [(name, len(each)) for name, each in by_round(games)] == [("9", 2), ("10", 1), ("final", 1)]


def test_the_index_as_text() -> None:
    games = places([(7, heading("3.2")), (8, heading("3", event="Open"))])
    assert index_text(games, load_voice_pack("de")).splitlines() == [
        "Open",
        "",
        "Runde 3",
        "",
        "Board 2. Anna Muster - Beispiel, Boris. 1-0.",
        "  Round 3/Board 2 Muster - Beispiel/",
        "Game 8. Anna Muster - Beispiel, Boris. 1-0.",
        "  Round 3/Game 8 Muster - Beispiel/",
    ]


class _Outline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_the_index_as_a_page_is_a_table_a_round_with_links_that_say_whose_they_are() -> None:
    first, second = places([(7, heading("3", white='<b>"x" #1')), (8, heading("4"))])
    games = [replace(game, files=("record.html",)) for game in (first, second)]
    page = _Outline()
    page.feed(index_html(games, load_voice_pack("en")))
    names = [tag for tag, _ in page.tags]
    assert (names.count("h1"), names.count("table"), names.count("caption")) == (1, 2, 2)
    assert [attributes["scope"] for tag, attributes in page.tags if tag == "th"] == [*["col"] * 5, "row"] * 2
    links = [attributes for tag, attributes in page.tags if tag == "a"]
    assert [unquote(str(link["href"])) for link in links] == [
        "Round 3/Game 7 #1 - Beispiel/record.html",
        "Round 4/Game 8 Muster - Beispiel/record.html",
    ]
    assert [link["aria-label"] for link in links] == ["record.html, Game 7", "record.html, Game 8"]
    assert '<b>"x" #1' in page.texts
