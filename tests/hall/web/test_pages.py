"""Pages in a real browser: accessibility rules in every state, roles and names, weight, small screens, contrast."""

import gzip
import io
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Browser

from tests.support.hall_games import invited
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor
from tests.support.page_player import PagePlayer

STATIC = Path(__file__).parents[3] / "access_chess" / "hall" / "web" / "static"
SCRIPTS = ("sending.js", "hall.js", "game.js")  # of the page of a game
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    with served(tmp_path_factory.mktemp("hall"), ("e7e5", "b8c6", "g8f6")) as running:
        yield running


def is_clean(player: PagePlayer, *rules: str) -> None:
    """No rule is violated, nor one of these; nothing is left open but colors over pictures, whose pixels are tried."""
    player.page.wait_for_load_state()  # a click does not wait for the style of the page to which it leads
    options = {
        "runOnly": {"type": "tag", "values": TAGS},
        "rules": {rule: {"enabled": True} for rule in rules},
        "resultTypes": ["violations", "incomplete"],
    }
    found = Axe().run(player.page, options=options)
    violated = [(each["id"], [node["target"] for node in each["nodes"]][:3]) for each in found.response["violations"]]
    assert not violated, player.page.url
    unsure = {each["id"] for each in found.response["incomplete"]}
    assert unsure <= {"color-contrast", *rules}, player.page.url


THEMES = ("light", "dark", "contrast")


def is_clean_in_all_themes(player: PagePlayer) -> None:
    """The same in each theme, which is but a word of the page; with the contrast that is best."""
    html = "document.documentElement.dataset"
    before = player.page.evaluate(f"() => {html}.theme")
    for theme in (*THEMES, before):
        player.page.evaluate(f"theme => {{ {html}.theme = theme; }}", theme)
        if theme in THEMES:
            is_clean(player, "color-contrast-enhanced")


def begin(player: PagePlayer, **form: str) -> None:
    """A game against the robot."""
    player.open("/new")
    for name, value in form.items():
        player.page.fill(f"#{name}", value)
    player.press("Enter") if form else player.page.click("main button")
    player.page.wait_for_url("**/game/*")
    player.hears("Your move")


def enter(player: PagePlayer, line: str, answer: str) -> None:
    """Type a line and wait for what is said because of it."""
    before = len(player.heard)
    player.page.focus("#line")
    player.enter(line)
    player.hears(answer, after=before)


def test_every_page_and_state_keeps_the_rules(browser: Browser, hall: ServedHall) -> None:
    player = PagePlayer(browser, hall.address)
    for path in ("/", "/new", "/settings", "/help", "/in", "/guide", "/guide/first-game"):
        player.open(path)
        is_clean(player)
    begin(player, other_time="15+10")
    is_clean(player)  # your move, with clocks
    for line, answer in (("Ke9", "understand"), ("resign", "Resign?")):
        enter(player, line, answer)
        is_clean(player)
    for line, answer in (("no", "Not done"), ("e4", "Eva five")):
        enter(player, line, answer)
    player.page.focus("#e2")
    player.press("ArrowLeft", "Enter")
    is_clean(player)  # a piece is chosen
    for line, answer in (("Bc4", "Cesar six"), ("Qh5", "Felix six"), ("Qxf7", "New game")):
        enter(player, line, answer)
    is_clean(player)  # ended
    for path in ("/games", "/game/4711"):
        player.open(path)
        is_clean(player)
    player.problems = [each for each in player.problems if "404" not in each]
    player.close()


def test_forms_that_were_wrong_and_a_game_that_waits_for_its_opponent(browser: Browser, hall: ServedHall) -> None:
    player = invited(browser, hall, "Anna")
    is_clean(player)
    player.open("/new")
    player.page.fill("#other_time", "soon")
    player.press("Enter")
    assert player.page.inner_text("#fault").startswith("The time cannot be read")
    assert player.page.get_attribute("#other_time", "aria-describedby") == "fault"
    is_clean(player)
    player.open("/simul")
    player.page.fill("#boards", "90")
    player.page.focus("#boards")
    player.press("Enter")
    assert player.page.inner_text("#fault").startswith("There can be from 2 to 40")
    is_clean(player)
    player.open("/in#AAAAA-AAAAA")
    assert player.page.input_value("#code") == "AAAAA-AAAAA"
    player.press("Tab")
    player.page.focus("#code")
    player.press("Enter")
    player.page.wait_for_selector("#fault")
    is_clean(player)
    player.problems = [each for each in player.problems if "400" not in each]
    player.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_small_screens_scroll_down_only_and_pieces_can_be_seen(browser: Browser, hall: ServedHall, theme: str) -> None:
    """1.4.10: 320 pixels wide, which is a screen of 1280 at 400 %; 1.4.11: 3 to 1 between a piece and its square."""
    player = PagePlayer(browser, hall.address, viewport={"width": 320, "height": 256})
    player.open("/settings")
    player.page.select_option("#theme", theme)
    player.page.click("main button")
    player.hears("Saved")
    player.open("/")
    player.press("Tab")
    player.page.click("main button")
    player.page.wait_for_url("**/game/*")
    assert player.page.evaluate("document.documentElement.scrollWidth") <= 320
    is_clean(player)
    box = player.page.eval_on_selector("#e2", "it => it.getBoundingClientRect().width")
    assert box >= 24  # 2.5.8
    for square in ("a8", "b8", "c8", "d8", "e8", "d7", "e7", "a1", "b1", "c1", "d1", "e1", "d2", "e2"):
        player.page.focus("#line")
        assert contrast(player, f"#{square}") >= 3, square
    player.close()


def contrast(player: PagePlayer, selector: str) -> float:
    """Between a square's own color and the color of its piece, or of the line around the piece, by the pixels."""
    picture = Image.open(io.BytesIO(player.page.locator(selector).screenshot())).convert("RGB")
    pixels = [picture.getpixel((x, y)) for x in range(picture.width) for y in range(picture.height)]
    ground = luminance(picture.getpixel((6, 6)))  # beside the frame of a marked square
    by_light = sorted(luminance(pixel) for pixel in pixels)
    darkest, lightest = by_light[len(pixels) // 20], by_light[-len(pixels) // 20]  # five of a hundred have it at least
    return max((ground + 0.05) / (darkest + 0.05), (lightest + 0.05) / (ground + 0.05))


def luminance(pixel: Any) -> float:
    """The relative luminance of WCAG 2."""
    parts = [value / 255 for value in pixel]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def test_the_tree_that_screen_readers_get(browser: Browser, hall: ServedHall) -> None:
    player = PagePlayer(browser, hall.address)
    begin(player)
    tree = player.context.new_cdp_session(player.page).send("Accessibility.getFullAXTree")["nodes"]
    nodes = [node for node in tree if not node.get("ignored")]
    by_role: dict[str, list[str]] = {}
    for node in in_order(tree):
        by_role.setdefault(node["role"]["value"], []).append(node.get("name", {}).get("value", ""))
    assert by_role["heading"] == [
        "Game 1: you play White against Robot 3".replace("Game 1", by_role["heading"][0].partition(":")[0]),
        "Said", "Move or command", "Board", "Moves", "Actions", "Settings",
    ]  # fmt: skip
    assert by_role["textbox"] == ["Move or command"]
    assert by_role["grid"] == ["Board"]
    assert len(by_role["row"]) == 8
    assert len(by_role["gridcell"]) == 64
    squares = [name for name in by_role["button"] if name.startswith(("Eva two", "David four", "Gustav eight"))]
    assert sorted(squares) == ["David four, empty", "Eva two, white pawn", "Gustav eight, black knight"]
    live = [
        tuple(properties[key] for key in ("live", "atomic"))
        for node in nodes
        if "live" in (properties := {each["name"]: each["value"].get("value") for each in node.get("properties", ())})
    ]
    assert live == [("assertive", True), ("polite", True)]
    assert not by_role.get("alert")
    stops = tab_stops(player)
    assert sum(name.startswith(("Eva two", "Eva seven")) for name in stops) == 1, "the board is one stop"
    player.close()


def in_order(tree: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The nodes that are not ignored, as they are read."""
    by_id = {node["nodeId"]: node for node in tree}

    def below(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if not node.get("ignored"):
            yield node
        for child in node.get("childIds", ()):
            yield from below(by_id[child])

    return below(tree[0])


def tab_stops(player: PagePlayer) -> list[str]:
    """All that the Tab key leads to from the field, once round."""
    player.page.focus("#line")
    names = []
    for _ in range(40):
        player.press("Tab")
        names.append(player.focused())
        if names[-1] == names[0] and len(names) > 1:
            break
    return names[:-1]


def test_single_letters_can_be_switched_off(browser: Browser, hall: ServedHall) -> None:
    player = PagePlayer(browser, hall.address)
    player.open("/settings")
    player.page.select_option("#keys", "off")
    player.page.click("main button")
    player.hears("Saved")
    begin(player)
    player.page.focus("#e2")
    before = len(player.heard)
    player.press("o", "l", "n", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp")
    player.hears("edge", after=before)
    assert player.heard[before:] == ["now: edge"]
    player.close()


EXPLORED = """
Control+ArrowUp e7
Control+ArrowDown e2
Alt+ArrowUp f3
Alt+ArrowLeft e4
f e4 Eva one white king, Eva two white pawn, Eva three empty to Eva six
Shift+F e4 Anna four empty
s e4 Bella one white knight
c e4 Light
j e4 Mark on Eva four
1 e1
m e1 No move
x e1 No pins
w e1 eight pawns
Backspace e4
h e4 Yours: none
"""


def test_who_practises_explores_the_board_by_the_keys_of_the_terminal(browser: Browser, hall: ServedHall) -> None:
    """Alt and an arrow is not the browser's: the page stays."""
    player = PagePlayer(browser, hall.address)
    begin(player)
    player.page.focus("#e2")
    page = player.page.url
    for key, square, answer in (f"{line}  ".split(" ", 2) for line in EXPLORED.strip().splitlines()):
        before = len(player.heard)
        player.press(key)
        if answer.strip():
            player.hears(answer.strip(), after=before)
        assert player.page.evaluate("() => document.activeElement.id") == square, key
    assert player.page.url == page
    player.page.focus("#g1")
    rings = partial(player.page.eval_on_selector_all, "#board .target", "all => all.map((it) => it.id)")
    for key, shown in (("m", ["f3", "h3"]), ("Escape", [])):
        player.press(key)
        player.until(rings, shown.__eq__)
    player.close()


def test_against_a_person_no_key_tells_what_may_not_be_told(hall: ServedHall) -> None:
    anna = Visitor(hall)
    path = anna.begin(opponent="person")
    page = anna.client.get(path).text
    assert "explore.js" not in page
    for key in ("a", "m", "x", "F", "h", "M"):
        answer = anna.post(f"{path}/line", key=key, square="e2")
        assert "That is not available in this game." in answer.text, key
    anna.client.close()


def test_the_page_is_light(hall: ServedHall) -> None:
    """A page on a slow line, or on an old phone: 75 kB at most, 20 packed, and no script of more than 14."""
    with httpx.Client(base_url=hall.address, headers={"origin": hall.address}) as client:
        page = client.post("/new", data={"name": "Anna"}, follow_redirects=True)
        sizes = [
            page.content,
            *(client.get(f"/static/{name}").content for name in (*SCRIPTS, "hall.css", "pieces.svg")),
        ]
    assert all(len((STATIC / name).read_bytes()) <= 14_000 for name in SCRIPTS)
    assert sum(map(len, sizes)) <= 75_000
    assert sum(len(gzip.compress(each)) for each in sizes) <= 20_000


def test_a_game_without_a_script(browser: Browser, hall: ServedHall) -> None:
    """Forms and Refresh: the title says whose move it is, a wrong entry stays, two buttons are a move."""
    player = PagePlayer(browser, hall.address, java_script_enabled=False)
    player.open("/")
    page = player.page

    player.follow("main button")
    assert page.title().startswith("Your move - ")
    page.fill("#line", "Ke9")
    player.follow("#line-form button")
    assert page.input_value("#line") == "Ke9"
    assert page.inner_text("#fault") == "I do not understand this: Ke9."
    page.fill("#line", "e4")
    player.follow("#line-form button")

    def refreshed() -> str:
        player.follow("text=Refresh")
        return page.inner_text("#log")

    player.until(refreshed, lambda log: "Eva five" in log)
    player.follow("#f1")
    assert "from=f1" in page.url
    assert page.get_attribute("#f1", "aria-label") == "Felix one, white bishop"
    assert page.get_attribute("td:has(#f1)", "aria-selected") == "true"
    assert page.locator("[aria-selected]").count() == 1
    player.follow("#c4")
    assert "bishop Felix one Cesar four" in page.inner_text("#log")
    player.follow("text=Resign")
    assert page.inner_text("#asked") == "Resign? Yes or no."
    player.follow("#answers button[value=yes]")
    assert page.title().startswith("Ended 0-1 - ")
    player.follow("text=Play again")
    assert "you play Black" in page.inner_text("h1")
    player.close()
