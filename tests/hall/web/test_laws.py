"""The Laws on pages: each rule at its address, editions, tongues without texts, and who may not read them."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from access_chess.edge.packs.laws import load_laws
from access_chess.hall.people.database import Role
from access_chess.laws.editions import Edition
from access_chess.laws.rule_numbers import CHAPTERS, numbers_of
from access_chess.laws.rule_topics import TOPICS
from tests.hall.web.test_pages import is_clean_in_all_themes
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor
from tests.support.page_player import PagePlayer

ENGLISH = {"accept-language": "en"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    with served(tmp_path_factory.mktemp("hall")) as running:
        yield running


@pytest.mark.parametrize("edition", list(Edition), ids=lambda edition: edition.value)
def test_every_rule_stands_on_the_page_of_its_edition_and_every_place_once(stranger: Visitor, edition: Edition) -> None:
    page = stranger.client.get(f"/laws/{edition.value}", headers=ENGLISH).text
    items = re.findall(r"<li(?: id=\"[^\"]+\")?>(?:<b>[^<]+</b> )?[^<]+</li>", page.partition("<main")[2])
    assert len(items) == len(numbers_of(edition))
    places = re.findall(r'\bid="([^"]+)"', page)
    assert len(places) == len(set(places))
    assert set(CHAPTERS[edition]) <= set(places)
    written = {
        number.steps for number in numbers_of(edition).values() if number.division.name in ("ARTICLE", "APPENDIX")
    }
    assert {".".join(steps) for steps in written} <= set(places)


def test_a_rule_has_an_address_and_says_what_the_command_says(browser: Browser, hall: ServedHall) -> None:
    player = PagePlayer(browser, hall.address)
    player.open("/laws/fide-2023#7.5.1")
    assert player.page.evaluate("() => document.querySelector(':target').id") == "7.5.1"
    laws, edition = load_laws("en"), Edition.FIDE_2023
    rule = next(rule for rule, its in numbers_of(edition).items() if its.steps == ("7", "5", "1"))
    assert player.page.inner_text(":target") == f"7.5.1 {laws.text(rule, edition).text}"
    player.close()


def test_from_the_start_page_to_a_topic_of_another_edition_without_a_script(browser: Browser, hall: ServedHall) -> None:
    player = PagePlayer(browser, hall.address, java_script_enabled=False)
    player.open("/")
    page = player.page
    player.follow("main a[href='/laws']")
    assert page.input_value("#edition") == "fide-2009"
    player.follow("text=Castling")
    assert page.inner_text("h1") == "Castling: Laws of 2009"
    page.select_option("#edition", "fide-2023")
    player.follow("text=Show")
    assert page.url == f"{hall.address}/laws/fide-2023/castling"
    player.follow("main li a >> nth=0")
    assert page.url == f"{hall.address}/laws/fide-2023#3.8.2"
    player.follow("main a[href='/laws']")
    page.select_option("#edition", "soviet")
    player.follow("text=Show")
    assert page.inner_text("main section p") == "The Soviet code"
    player.close()


def test_a_topic_of_which_an_edition_says_nothing_says_so(stranger: Visitor) -> None:
    index = stranger.client.get("/laws?edition=soviet").text
    lacking = [name for name in TOPICS if f"/laws/soviet/{name}" not in index]
    assert lacking
    for name in lacking:
        page = stranger.client.get(f"/laws/soviet/{name}", headers=ENGLISH)
        assert (page.status_code, "No rule is listed under" in page.text) == (200, True), name


@pytest.mark.parametrize(
    ("tongue", "sentence"),
    [("fr", "n&#39;existent pas encore"), ("ru", "ещё нет"), ("es", "aún no"), ("pt", "ainda não")],
)
def test_a_tongue_without_texts_offers_english_and_mixes_nothing(stranger: Visitor, tongue: str, sentence: str) -> None:
    get = stranger.client.get
    for path in ("/laws", "/laws?edition=soviet", "/laws/fide-2018", "/laws/fide-2018/castling"):
        offered = get(path, headers={"accept-language": tongue})
        assert sentence in offered.text and "A king" not in offered.text
        address = re.search(r'<p><a href="([^"]+)"', offered.text)
        assert address is not None
        read = get(address[1].replace("&amp;", "&"), headers={"accept-language": tongue})
        assert f'<html lang="{tongue}"' in read.text and 'lang="en"' in read.text
        links = re.findall(r'href="(/laws/[^"#]+)', read.text)
        assert all(link.endswith("?in=en") for link in links)


@pytest.mark.parametrize("tongue", ["de", "et", "is", "mr", "sq", "sw"])
def test_a_tongue_with_texts_needs_no_english(stranger: Visitor, tongue: str) -> None:
    page = stranger.client.get("/laws/fide-2023", headers={"accept-language": tongue}).text
    assert f'<div lang="{tongue}"' in page and 'lang="en"' not in page


def test_what_is_not_there(stranger: Visitor) -> None:
    paths = (
        "/laws?edition=2023", "/laws/fide-1066", "/laws/fide-2023/fish", "/laws/fide-2023?edition=x", "/laws/..%2Fx",
        f"/laws/{'x' * 10_000}", f"/laws/fide-2023/{'%F0' * 3000}", "/laws/fide-2023/castling/more",
        f"/laws?edition={'9' * 10_000}",
    )  # fmt: skip
    for path in paths:
        assert stranger.client.get(path).status_code in (404, 431), path[:40]
    assert stranger.client.post("/laws", data={"edition": "soviet"}).status_code == 405
    shown = stranger.client.get("/laws/soviet?in=<script>", headers={"accept-language": "fr"}).text
    assert "<script>" not in shown


def test_who_plays_a_tournament_game_reads_nothing_until_it_is_over(
    hall: ServedHall, anna: Visitor, third: Visitor, stranger: Visitor
) -> None:
    third.sign_in(Role.ARBITER)
    paired = third.post("/arbiter/pairing", white="Anna", black="Boris", time="15+10")
    codes = re.findall(r'<strong class="code">([^<]*)</strong>', paired.text)
    for visitor, code in ((anna, codes[0]), (stranger, codes[1])):
        assert visitor.client.get("/laws").status_code == 200
        game = visitor.post("/in", code=code).url.path
    for visitor in (anna, stranger):
        for path in ("/laws", "/laws/fide-2023", "/laws/fide-2023/castling"):
            refused = visitor.client.get(path, headers=ENGLISH)
            assert (refused.status_code, "the arbiter explains the Laws" in refused.text) == (403, True)
            assert "castling" not in refused.text.partition("<main")[2].lower()
    assert third.client.get("/laws").status_code == 200, "the arbiter reads them"
    anna.post(f"{game}/line", line="resign")
    anna.post(f"{game}/line", line="yes")
    for visitor in (anna, stranger):
        assert visitor.client.get("/laws").status_code == 200


def test_a_game_without_an_arbiter_keeps_nobody_from_the_laws(anna: Visitor) -> None:
    anna.begin(name="Anna")
    assert anna.client.get("/laws").status_code == 200


def test_pages_of_the_laws_keep_the_rules_and_go_down_only(browser: Browser, hall: ServedHall) -> None:
    player = PagePlayer(browser, hall.address, viewport={"width": 320, "height": 640})
    for path in ("/laws", "/laws/fide-2009", "/laws/fide-2023/blind"):
        player.open(path)
        is_clean_in_all_themes(player)
        assert player.page.evaluate("document.documentElement.scrollWidth") <= 320, path
    player.close()
