"""How pages look: all that is played by in one view, marks and men that can be seen, and what follows the stream."""

import gzip
import io
import os
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from playwright.sync_api import Browser

from access_chess.hall.web.static_files import FILES
from tests.hall.web.test_pages import is_clean
from tests.hall.web.test_watching import game_of_two, play
from tests.support.hall_games import came, invited
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor
from tests.support.page_player import PagePlayer

FloatArray = npt.NDArray[np.float64]

SCREENS = [
    (1920, 1080), (1366, 768), (1280, 900), (1000, 800), (768, 1024), (412, 915), (360, 740), (360, 640), (320, 568),
    (740, 360), (640, 450),
]  # fmt: skip
THEMES = ("light", "dark", "contrast")
BOARDS = ("brown", "grey")
MARKS = ("last", "check", "selected", "target")
MEN = "KQRBNPkqrbnp"
#: by the value of a part of a color
LINEAR = np.array(
    [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in np.arange(256) / 255]
)
LEAST = 3.0  # 1.4.11: between what carries a meaning and what lies beside it


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    with served(tmp_path_factory.mktemp("hall"), ("e7e5", "b8c6", "g8f6")) as running:
        yield running


@pytest.fixture(scope="module")
def two(browser: Browser, hall: ServedHall) -> Iterator[tuple[PagePlayer, PagePlayer]]:
    """Two players after three plies, the last of which was a check."""
    white = invited(browser, hall, "Anna Berg", "15+10")
    black = came(browser, hall.address, white.page.inner_text("#code"), "Boris Wolf")
    white.until(lambda: white.page.query_selector("#invite"), lambda found: found is None)
    for player, other, move in ((white, black, "e4"), (black, white, "f6"), (white, black, "Qh5+")):
        before = len(other.heard)
        player.page.focus("#line")
        player.enter(move)
        other.hears_more_than(before)
    yield white, black
    white.close()
    black.close()


def boxes(player: PagePlayer, selector: str) -> list[dict[str, float]]:
    """Where all that is so named lies in the window."""
    found = player.page.eval_on_selector_all(selector, "all => all.map((it) => it.getBoundingClientRect().toJSON())")
    return [dict(box) for box in found]


@pytest.mark.parametrize(("width", "height"), SCREENS, ids=lambda value: str(value))
def test_board_names_clocks_and_last_move_are_in_one_view(
    two: tuple[PagePlayer, PagePlayer], width: int, height: int
) -> None:
    """Without scrolling, and nothing lies over them; squares of 44 pixels where eight fit, and never less than 24."""
    player = two[0]
    player.page.set_viewport_size({"width": width, "height": height})
    player.page.evaluate("scrollTo(0, 0)")
    found = [box for name in ("#board", ".who", ".strip [role=timer]", "#board .last") for box in boxes(player, name)]
    assert len(found) == 1 + 2 + 2 + 2
    covered = boxes(player, "#entry")[0]["top"] if is_fixed(player) else height
    for box in found:
        assert box["left"] >= 0 and box["right"] <= width + 0.5, box
        assert box["top"] >= 0 and box["bottom"] <= covered + 0.5, box
    assert player.page.evaluate("document.documentElement.scrollWidth") <= width
    side = boxes(player, "#e4")[0]["width"]
    is_high = height - boxes(player, "#board")[0]["top"] >= 8 * 44 + 60
    assert side >= (44 if width >= 8 * 44 and is_high else 24)


def is_fixed(player: PagePlayer) -> bool:
    return bool(player.page.eval_on_selector("#entry", "it => getComputedStyle(it).position === 'fixed'"))


def test_no_focus_is_hidden_by_the_field_at_the_lower_edge(two: tuple[PagePlayer, PagePlayer]) -> None:
    """2.4.11, on a phone, where the field stays in sight."""
    player = two[0]
    player.page.set_viewport_size({"width": 360, "height": 640})
    player.page.evaluate("scrollTo(0, 0)")
    player.page.focus(".brand")
    seen = set()
    for _ in range(40):
        player.press("Tab")
        name = player.page.evaluate(
            "() => { const it = document.activeElement, box = it.getBoundingClientRect(),"
            " entry = document.getElementById('entry');"
            " if (entry.contains(it) || it === document.body) return it.id || 'body';"
            " if (box.top >= entry.getBoundingClientRect().top || box.bottom <= 0)"
            " throw new Error(`hidden: ${it.outerHTML}`);"
            " return it.id || it.textContent; }"
        )
        seen.add(name)
    assert {"line", "moves", "Sign out"} <= seen and len(seen) >= 12


@pytest.mark.parametrize("seen_by", [0, 1], ids=["White", "Black"])
def test_squares_are_read_in_the_order_in_which_they_are_seen(two: tuple[PagePlayer, PagePlayer], seen_by: int) -> None:
    """1.3.2; a finger that goes on from square to square goes rank by rank."""
    player = two[seen_by]
    player.page.set_viewport_size({"width": 1280, "height": 900})
    squares = boxes(player, "#board button")
    seen = sorted(range(64), key=lambda at: (round(squares[at]["top"]), round(squares[at]["left"])))
    assert seen == list(range(64))
    names = player.page.eval_on_selector_all("#board button", "all => all.map((it) => it.id)")
    assert (names[0], names[-1]) == (("a8", "h1"), ("h1", "a8"))[seen_by]
    assert player.page.inner_text(".files").split() == list(("abcdefgh", "hgfedcba")[seen_by])


def test_moves_names_and_who_is_to_move_follow_the_stream(two: tuple[PagePlayer, PagePlayer]) -> None:
    """And what is marked is told by words and shapes: no color is needed."""
    for player in two:
        page = player.page
        moves = player.until(partial(page.inner_text, "#moves"), lambda text: "Qh5+" in text)
        assert moves.split() == ["e4", "f6", "Qh5+"]
        assert page.eval_on_selector_all("#moves li", "all => all.map((it) => it.value)") == [1, 2]
        assert page.locator(".strip.due .who").all_inner_texts() == ["Boris Wolf"]
        assert page.locator(".to-move:visible").all_inner_texts() == ["to move"]
        assert page.locator(".strip.runs .who").all_inner_texts() == ["Boris Wolf"]
        timers = page.eval_on_selector_all("[role=timer]", "all => all.map((it) => it.ariaLabel)")
        assert sorted(timers) == ["Anna Berg, White", "Boris Wolf, Black"]
        assert page.get_attribute("#e8", "aria-label") == "Eva eight, black king, check"
        assert page.get_attribute("#h5", "aria-label") == "Hector five, white queen, last move"
        frames = {
            page.eval_on_selector(f"#{square}", "it => getComputedStyle(it, '::after').borderTopStyle")
            for square in ("e8", "h5")
        }
        assert frames == {"double", "dashed"}
        assert page.locator("#board-alone:visible").count() == 1, "also where a code for the opponent was asked for"


def test_what_is_taken_back_goes_from_the_moves(browser: Browser, hall: ServedHall) -> None:
    player = PagePlayer(browser, hall.address)
    player.open("/")
    player.page.click("main button")
    player.page.wait_for_url("**/game/*")
    player.page.focus("#line")
    lines = (("e4", "Eva five"), ("Nf3", "Cesar six"), ("take back", "Yes or no"), ("yes", ""), ("c4", "Cesar six"))
    for line, answer in lines:
        before = len(player.heard)
        player.enter(line)
        player.hears(answer, after=before)
        if line == "Nf3":
            player.until(lambda: player.page.inner_text("#moves").split(), ["e4", "e5", "Nf3", "Nc6"].__eq__)
    player.until(lambda: player.page.inner_text("#moves").split(), ["e4", "e5", "c4", "Nc6"].__eq__)
    assert player.page.eval_on_selector_all("#moves li", "all => all.map((it) => it.value)") == [1, 2]
    player.close()


def ratio(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def luminances(picture: Image.Image) -> FloatArray:
    """The relative luminance of WCAG 2, pixel by pixel."""
    parts = np.asarray(picture, dtype=np.uint8)
    light: FloatArray = LINEAR[parts] @ np.array([0.2126, 0.7152, 0.0722])
    return light


def contrast_in(square: FloatArray, ground: float, share: float) -> float:
    """Between what lies there and the darkest or the lightest of which there is so large a share."""
    by_light = np.sort(square, axis=None)
    least = int(len(by_light) * share)
    return max(ratio(ground, by_light[least]), ratio(ground, by_light[-least - 1]))


def dressed(player: PagePlayer, look: dict[str, str], men: str, mark: str = "") -> Image.Image:
    """The board as it looks so, with these men one after the other, and with a mark on each square."""
    player.page.evaluate(
        "([look, men, mark]) => { Object.assign(document.documentElement.dataset, look);"
        " [...document.querySelectorAll('#board button')].forEach((square, place) => {"
        " square.className = mark; drawMan(square, men[place % men.length]); }); }",
        [look, men, mark],
    )
    player.page.wait_for_load_state("networkidle")
    return Image.open(io.BytesIO(player.page.locator("#board").screenshot())).convert("RGB")


def unseen_men(player: PagePlayer, look: dict[str, str]) -> list[int]:
    return unseen(dressed(player, look, MEN), 3, 0.04)


def unseen(board: Image.Image, inside: int, share: float) -> list[int]:
    """The squares on which what stands there cannot be seen; their own color lies so far inside."""
    light = luminances(board)
    return [
        place
        for place, square in enumerate(squares_of(light))
        if contrast_in(square, square[inside, inside], share) < LEAST
    ]


def squares_of(board: FloatArray) -> Iterator[FloatArray]:
    """Each square, cut out."""
    side = board.shape[1] / 8
    for place in range(64):
        left, top = (place % 8) * side, (place // 8) * side
        yield board[round(top) + 1 : round(top + side) - 1, round(left) + 1 : round(left + side) - 1]


@pytest.mark.parametrize("theme", [*THEMES, "forced", "forced dark"])
def test_men_and_marks_can_be_seen_on_each_square_of_each_theme(browser: Browser, hall: ServedHall, theme: str) -> None:
    """By the pixels, since no rule of a program looks at pictures: each man or its outline, the frame of each mark."""
    player = PagePlayer(browser, hall.address, viewport={"width": 1280, "height": 900})
    if theme.startswith("forced"):
        player.page.emulate_media(forced_colors="active", color_scheme="dark" if "dark" in theme else "light")
    player.open("/")
    player.page.click("main button")
    player.page.wait_for_url("**/game/*")
    for board in BOARDS:
        look = {"theme": theme if theme in THEMES else "own", "board": board}
        for pieces in ("pieces", "plain"):
            worn = look | {"pieces": f"/static/{pieces}.svg"}
            assert player.until(partial(unseen_men, player, worn), lambda found: not found) == []
        for mark in MARKS:
            assert unseen(dressed(player, look, ".", mark), 22, 0.02) == [], (board, mark)
    player.close()


#: Colors do not depend on the size, nor a page's parts on the colors; with the variable each is looked at in each.
LOOKS = [
    pytest.param(theme, width, height, id=f"{theme}-{width}-{height}")
    for width, height in [(1280, 900), (360, 740), (320, 256), (740, 360)]
    for theme in THEMES
    if (width, height) == (1280, 900) or theme == "light" or "EVERY_LOOK" in os.environ
]


@pytest.mark.parametrize(("theme", "width", "height"), LOOKS)
def test_every_kind_of_page_keeps_the_rules_in_every_theme(
    browser: Browser, hall: ServedHall, theme: str, width: int, height: int
) -> None:
    """Text of 7 to 1 in light and dark, too; and no page goes sideways."""
    number = game_of_two(hall)
    play(hall, number, "e4", "c5")
    player = PagePlayer(browser, hall.address, viewport={"width": width, "height": height})
    player.context.add_cookies([{"name": "look", "value": f"theme={theme}&voices=en", "url": hall.address}])
    for path in ("/", "/new", "/settings", "/in", "/simul", "/boards", f"/board/{number}", f"/wall?boards={number}"):
        player.open(path)
        is_clean(player, "color-contrast-enhanced")
        assert player.page.evaluate("document.documentElement.scrollWidth") <= width, path
    player.close()


def test_a_wall_is_light_and_each_board_is_a_picture_whose_text_is_the_position(
    hall: ServedHall, stranger: Visitor
) -> None:
    numbers = [game_of_two(hall) for _ in range(9)]
    play(hall, numbers[0], "e4")
    page = stranger.client.get(f"/wall?boards={numbers[0]}-{numbers[-1]},4711", headers={"accept-language": "en"}).text
    assert page.count('class="watched"') == 9
    assert len(page.encode()) <= 60_000
    assert "White: king Eva one, queen David one, rooks Anna one, Hector one" in page
    assert "1. pawn Eva two Eva four" in page
    assert 'aria-label="Eva four' not in page and "<button" not in page.partition("<main")[2].partition("</main>")[0]
    without = stranger.client.get(f"/wall?boards={numbers[0]}&names=off&turned=on").text
    assert without.count('class="who">White<') == without.count('class="who">Black<') == 1
    assert without.index('data-side="white"') < without.index('data-side="black"'), "White sits above"


def test_a_wall_follows_its_boards(browser: Browser, hall: ServedHall) -> None:
    number = game_of_two(hall)
    player = PagePlayer(browser, hall.address)
    player.open(f"/wall?boards={number}&turned=on")
    play(hall, number, "e4")
    player.until(lambda: player.page.inner_text(".newest"), lambda text: text == "1. pawn Eva two Eva four")
    shown = player.page.eval_on_selector_all(
        ".squares b",
        "all => all.flatMap((it, place) => it.className === 'last' ? [[place, Boolean(it.firstChild)]] : [])",
    )
    assert shown == [[11, False], [27, True]], "Black sits below: h1 is the first"
    text = player.page.get_attribute(".squares", "aria-label")
    assert text is not None and "Eva four" in text
    player.close()


#: How high the letters are at least by the number of boards, in hundredths of the screen's height.
LETTERS = {1: 4.0, 2: 3.3, 3: 2.5, 4: 2.5, 5: 2.0, 6: 2.0, 7: 1.6, 8: 1.6, 9: 1.6}


def test_a_wall_of_one_to_nine_boards_fills_its_screen_and_cuts_nothing_off(browser: Browser, hall: ServedHall) -> None:
    numbers = [game_of_two(hall) for _ in range(9)]
    play(hall, numbers[0], "e4", "e5", "Qh5", "Nc6", "Qxf7+")
    player = PagePlayer(browser, hall.address, viewport={"width": 1920, "height": 1080})
    player.open(f"/wall?boards={numbers[0]}-{numbers[-1]}")
    for count in range(9, 0, -1):
        for width, height in ((1920, 1080), (1280, 720)):
            player.page.set_viewport_size({"width": width, "height": height})
            parts = boxes(player, "h2, .strip, .state, .newest, .squares")
            assert len(parts) == 6 * count
            for place, box in enumerate(parts):
                name = (count, width, place, box)
                assert box["left"] >= 0 and box["right"] <= width and box["bottom"] <= height and box["top"] >= 0, name
                assert not any(overlap(box, other) for other in parts[:place]), name
            size = float(player.page.eval_on_selector(".who", "it => parseFloat(getComputedStyle(it).fontSize)"))
            assert size >= LETTERS[count] * height / 100 - 0.1
        player.page.evaluate("document.querySelector('.watched:last-child').remove()")
    player.close()


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes have more in common than a rounded edge."""
    return all(
        min(one[end], other[end]) - max(one[begin], other[begin]) > 1
        for begin, end in (("left", "right"), ("top", "bottom"))
    )


def test_what_is_printed_needs_no_color_and_lies_in_order(two: tuple[PagePlayer, PagePlayer]) -> None:
    """Dark squares are hatched, whose clock runs has a frame; names and board, moves, and what was said, in full."""
    player = two[0]
    player.page.set_viewport_size({"width": 700, "height": 990})
    player.page.emulate_media(media="print")
    grounds = {
        player.page.eval_on_selector(f"td:has(#{square})", "it => getComputedStyle(it).backgroundImage")[:9]
        for square in ("a1", "h8", "e7", "a8", "h1", "e2")
    }
    assert grounds == {"repeating", "none"}
    assert boxes(player, "#a1")[0]["width"] == pytest.approx(1.6 / 2.54 * 96, abs=0.1)
    frame = player.page.eval_on_selector(".runs .time", "it => getComputedStyle(it).borderTopColor")
    assert frame == "rgb(0, 0, 0)"
    order = ("h1", "[data-side=black]", "#board", "[data-side=white]", "#moves", "#log")
    parts = [boxes(player, name)[0] for name in order]
    assert all(above["bottom"] <= below["top"] + 1 for above, below in pairwise(parts))
    assert boxes(player, "#log li")[0]["top"] >= parts[-1]["top"] and player.page.locator("#entry:visible").count() == 0
    player.page.emulate_media(media="screen")


def test_what_goes_out_is_packed_and_sent_once(hall: ServedHall, stranger: Visitor) -> None:
    """And within the budget: style sheets, scripts and sets of pieces."""
    for name, file in FILES.items():
        answer = stranger.client.get(f"/static/{name}")
        assert answer.headers["content-encoding"] == "gzip" and answer.content == gzip.decompress(file.packed), name
        again = stranger.client.get(f"/static/{name}", headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b""), name
    plain = stranger.client.get("/static/hall.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and b"\n//" not in plain.content
    assert b"Burnett" in FILES["pieces.svg"].plain, "whose the pictures are is told with them"
    assert stranger.client.get("/static/hall.py").status_code == 404
    assert stranger.client.get("/static/..%2Fhall.py").status_code == 404
    limits = {".css": 17_000, ".js": 14_000, ".svg": 9_000, ".png": 9_000}
    sizes = {name: len(file.plain) for name, file in FILES.items() if not name.startswith("clock")}
    assert {name: size for name, size in sizes.items() if size > limits[Path(name).suffix]} == {}
