"""Who has chosen a voice hears each move once, and fingers on the board: dragging, feeling, the board alone."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from access_chess.edge.sound.clip import TONES
from access_chess.hall.games.seat_state import Line
from access_chess.hall.web.frames import log_line
from access_chess.speech.utterance import Utterance, spoken_part
from tests.hall.web.test_pages import is_clean
from tests.support.hall_server import ServedHall, served
from tests.support.page_player import PagePlayer

STATIC = Path(__file__).parents[3] / "access_chess" / "hall" / "web" / "static"
#: A browser with these voices, that tells what it was to say, to sound and to play.
BROWSER = """
window.spoken = [];
window.played = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices: () => VOICES.map((lang) => ({ lang })), cancel: () => window.spoken.push("silence"),
    speak: (said) => window.spoken.push(`${said.lang}: ${said.text}`),
} });
window.felt = [];
navigator.vibrate = (pattern) => { window.felt.push(pattern); return true; };
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
    window.played.push(this.frequency.value);
    return start.call(this, at);
};
"""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    with served(tmp_path, ("e7e5", "b8c6", "g8f6")) as running:
        yield running


def begun(
    browser: Browser, hall: ServedHall, *, voices: str = "en-GB de-DE", size: int = 1280, **look: str
) -> PagePlayer:
    """A player against the robot, who has chosen this."""
    player = PagePlayer(browser, hall.address, viewport={"width": size, "height": 740}, has_touch=size < 500)
    player.context.add_init_script(BROWSER.replace("VOICES", repr(voices.split())))
    cookie = "&".join(f"{name}={value}" for name, value in {"voices": "en", **look}.items())
    player.context.add_cookies([{"name": "look", "value": cookie, "url": hall.address}])
    player.open("/")
    player.page.click("main button")
    player.page.wait_for_url("**/game/1")
    player.hears("Your move")
    return player


def told(player: PagePlayer, name: str, least: int) -> list[object]:
    """What the browser was to say, to sound or to let be felt, when it is so much."""
    return player.until(lambda: list(player.page.evaluate(f"window.{name}")), lambda all_: len(all_) >= least)


def move(player: PagePlayer, line: str) -> None:
    player.page.focus("#line")
    player.enter(line)
    player.page.wait_for_selector(".last")


# Sound.


def test_the_short_sounds_are_those_of_the_program_in_their_own_loudness(browser: Browser, hall: ServedHall) -> None:
    player = begun(browser, hall, sound="earcons", volume="soft")
    assert player.page.evaluate("document.body.dataset.volume") == "soft"
    names = ("move", "capture", "check", "refused", "edge", "press", "low_time", "game_over")
    for name in names:
        player.page.evaluate("(name) => { window.played = []; hallSound.play(name); }", name)
        known = next(tones for earcon, tones in TONES.items() if earcon.name.lower() == name)
        assert told(player, "played", len(known)) == [tone.hertz for tone in known], name
    assert len((STATIC / "sound.js").read_bytes()) <= 12_000, "all sounds are made by it"
    player.close()


@pytest.mark.parametrize(("reader", "is_announced"), [("one", False), ("both", True)])
def test_a_voice_and_a_screen_reader_do_not_say_the_same(
    browser: Browser, hall: ServedHall, reader: str, is_announced: bool
) -> None:
    player = begun(browser, hall, sound="browser", reader=reader)
    before = len(player.heard)
    move(player, "e4")
    spoken = told(player, "spoken", 4)
    while len(spoken) - spoken.count("silence") < 2:  # each key has silenced what was said
        spoken = told(player, "spoken", len(spoken) + 1)
    moves = [each for each in spoken if each != "silence"][:2]
    assert moves == ["en: pawn Eva two Eva four", "en: pawn Eva seven Eva five"]
    if is_announced:
        player.hears("Eva five", after=before)
    assert any("Eva" in text for text in player.heard[before:]) is is_announced
    player.press("Escape")
    assert told(player, "spoken", len(spoken) + 1)[-1] == "silence"
    player.close()


def test_words_of_another_language_are_said_by_a_voice_of_its_own(browser: Browser, hall: ServedHall) -> None:
    """As German names of the Laws in an English sentence; by the program where the browser has no such voice."""
    parts = [spoken_part("Check with", language="en"), spoken_part("Laeufer", spoken="Läufer", language="de")]
    line = Line(number=7, utterance=Utterance(parts=(*parts, spoken_part("Eva vier", language="de"))))
    data = log_line(line)
    assert data == {
        "n": 7, "text": "Check with Laeufer Eva vier", "lang": "en",
        "spoken": [("en", "Check with"), ("de", "Läufer Eva vier")],
    }  # fmt: skip
    player = begun(browser, hall, sound="browser")
    player.page.evaluate("(line) => hallSound.tell({ sound: true, earcons: [], log: [line] }, '/game/1')", data)
    assert told(player, "spoken", 2)[-2:] == ["en: Check with", "de: Läufer Eva vier"]
    data["spoken"][1] = ("pl", "goniec")
    player.page.route("**/said/7.wav", lambda route: route.fulfill(body=""))
    with player.page.expect_request("**/game/1/said/7.wav"):
        player.page.evaluate("(line) => hallSound.tell({ sound: true, earcons: [], log: [line] }, '/game/1')", data)
    assert len(player.page.evaluate("window.spoken")) == 2
    player.close()


def test_without_a_voice_of_the_language_nothing_is_left_unsaid(browser: Browser, hall: ServedHall) -> None:
    """This hall has no voice either, so that moves are announced after all; that there is none is told once."""
    player = begun(browser, hall, sound="browser", voices="pl-PL")
    player.hears("This browser has no voice for this language")
    move(player, "e4")
    player.hears("Eva five")
    for number, text in ((98, "Your clock is low."), (99, "Black's flag has fallen.")):  # no key comes between
        tell = "(line) => hallSound.tell({ sound: true, earcons: [], log: [line] }, '/game/1')"
        player.page.evaluate(tell, {"n": number, "text": text})
        player.hears(text.rstrip("."))
    assert " ".join(player.heard).count("has no voice") == 1
    assert sum("Eva five" in each for each in player.heard) == 1
    assert [each for each in player.page.evaluate("window.spoken") if each != "silence"] == []
    player.problems = [each for each in player.problems if "404" not in each]
    player.close()


# Fingers.


def middle(player: PagePlayer, square: str) -> tuple[float, float]:
    box = player.page.locator(f"#{square}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(player: PagePlayer, start: str, end: tuple[float, float], *, key: str = "") -> None:
    """The pointer goes down on a square and up at a place; a key may be pressed between."""
    player.page.mouse.move(*middle(player, start))
    player.page.wait_for_selector("[data-own]")  # what fingers need is there
    player.page.mouse.down()
    player.page.mouse.move(*end, steps=4)
    if key:
        player.press(key)
    player.page.mouse.up()


def test_a_man_is_dragged_and_dropped_by_escape_or_outside(browser: Browser, hall: ServedHall) -> None:
    player = begun(browser, hall)
    for square, end, key in (
        ("e2", middle(player, "e4"), "Escape"),
        ("e2", (3.0, 3.0), ""),
        ("e2", middle(player, "e2"), ""),
    ):
        before = len(player.heard)
        drag(player, square, end, key=key)
        if end != middle(player, "e2"):
            player.hears("dropped", after=before)
        assert player.page.locator(".dragged").count() == 0
        if player.page.locator(".selected").count():
            player.page.click("#e2")  # a tap has chosen it
    drag(player, "e2", middle(player, "e4"))
    player.hears("Eva seven Eva five")
    drag(player, "e5", middle(player, "e6"))  # of the other side: nothing
    assert hall.games.game(1, 3).game.board.fullmove_number == 2
    player.close()


@pytest.mark.parametrize("side", ["white", "black"])
def test_squares_are_large_without_gaps_and_read_as_they_are_seen(
    browser: Browser, hall: ServedHall, side: str
) -> None:
    """1.3.2, and 44 pixels for each finger."""
    player = begun(browser, hall, size=360)
    if side == "black":
        player.open("/new")
        player.page.check("[name=side][value=black]") if player.page.locator("[name=side][value=black]").count() else (
            player.page.select_option("#side", "black")
        )
        player.page.click("main form button:not([type=button])")
        player.page.wait_for_url("**/game/2")
        player.hears("Your move")
    boxes = player.page.evaluate(
        "[...document.querySelectorAll('#board button')].map((each) => [each.id, each.getBoundingClientRect()])"
        ".map(([id, { x, y, width, height }]) => [id, x, y, width, height])"
    )
    assert len(boxes) == 64
    assert all(width >= 44 and height >= 44 for *_, width, height in boxes)
    assert boxes == sorted(boxes, key=lambda box: (round(box[2]), round(box[1])))
    assert boxes[0][0] == ("a8" if side == "white" else "h1")
    rows = [boxes[at : at + 8] for at in range(0, 64, 8)]
    assert all(abs(left[1] + left[3] - right[1]) < 0.5 for row in rows for left, right in pairwise(row))
    player.close()


def test_men_are_felt_under_the_finger(browser: Browser, hall: ServedHall) -> None:
    player = begun(browser, hall, touch="vibrate")
    player.page.mouse.move(*middle(player, "e4"))
    player.page.wait_for_selector("[data-own]")
    for square in ("e2", "e7", "e5"):
        player.page.mouse.move(*middle(player, square))
    assert told(player, "felt", 2) == [20, 8]
    player.page.focus("#a1")
    player.press("ArrowLeft")
    assert told(player, "felt", 4)[2:] == [20, [8, 40, 8]]
    player.close()


def test_the_board_alone_has_what_is_needed_and_leads_back(browser: Browser, hall: ServedHall) -> None:
    player = begun(browser, hall, size=360)
    move(player, "e4")
    player.hears("Eva five")
    player.page.focus("#line")
    player.enter("Board alone")
    assert player.until(lambda: player.page.evaluate("document.activeElement.id"), lambda at: at == "e2")
    assert not any(player.page.is_visible(each) for each in ("#line", "#log", "#actions", "nav", "footer"))
    assert player.page.locator("#alone button").all_inner_texts() == ["Last move", "Clock", "Undo choice", "Back"]
    is_clean(player)
    before = len(player.heard)
    player.page.tap("#g1")
    player.page.tap("#alone [value=undo]")
    player.hears("dropped", after=before)
    player.page.tap("#alone [value=last]")
    player.hears("Eva five", after=before)
    player.page.tap("#g1")
    player.page.tap("#f3")
    player.hears("Gustav one Felix three", after=before)
    player.page.tap("#alone [value=back]")
    assert player.focused() == "Board alone"
    assert player.page.is_visible("#line")
    player.close()
