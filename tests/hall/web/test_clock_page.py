"""`/clock` in a real browser: its arithmetic beside the clock of the Laws, hands, keys, telling, and no network."""

import random
import string
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import chess
import chess.svg
import httpx
import pytest
from playwright.sync_api import Browser

from access_chess.edge.packs.clock_words import time_controls
from access_chess.edge.packs.voice_packs import voice_pack_names
from access_chess.hall.web.pages.clock import CLOCK_POLICY, typed
from access_chess.laws.clock import DelayDisplay
from access_chess.laws.commands import Command, PressClock, Resume, StartClock, StopClocks, StopReason, TimePassed
from access_chess.laws.decide import advance, set_up
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import PeriodAdd, TimeControl, TimeControlError, parse_time_control
from access_chess.notation.typed_time import read_time_control
from tests.hall.web.test_pages import is_clean
from tests.laws.test_clock_model import random_stages
from tests.notation import test_typed_time
from tests.support.hall_server import ServedHall, served
from tests.support.page_player import PagePlayer

STATIC = Path(__file__).parents[3] / "access_chess" / "hall" / "web" / "static"
MS = timedelta(milliseconds=1)
LISTS, PRESSES = 1000, 16
FILES = ("/clock", "/static/clock.js", "/static/clock_page.js", "/static/clock.css", "/static/clock.svg")


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    with served(tmp_path_factory.mktemp("hall")) as running:
        yield running


@pytest.fixture
def player(browser: Browser, hall: ServedHall) -> Iterator[PagePlayer]:
    """Somebody at the page, whose browser keeps nothing from before."""
    player = PagePlayer(browser, hall.address, viewport={"width": 360, "height": 740}, has_touch=True)
    player.open("/clock")
    yield player
    player.close()


# The arithmetic.

Act = tuple[int, str, str]  # an instant in milliseconds, what is done then, and by whom
PERFORM = """(lists) => lists.map(([typed, onQuota, acts]) => {
    let clock = newClock(readControl(typed, onQuota));
    return acts.map(([at, deed, side]) => {
        clock = deed === "press" ? pressed(clock, side, at) : deed === "look" ? passed(clock, at) :
            deed === "stop" ? (clock.isStarted ? halted(clock, at) : clock) : resumed(clock, at);
        return [clock.running, ...SIDES.map((side) => [
            remaining(clock, side, at), bronstein(clock, side, at),
            clock.running === side ? delayLeft(clock, side, at) : null,
            clock[side].spent + passedOf(clock, side, at), clock[side].flag, clock[side].moves, clock[side].period,
        ])];
    });
})"""


def random_list(chance: random.Random) -> tuple[str, TimeControl, list[Act]]:
    """A time control of any kind, for both or for each, and what the hands of both players do."""
    white, black = random_stages(chance), random_stages(chance)
    text = chance.choice((white[0], f"{white[0]} / {black[0]}", "up", "up / 30+2"))
    control = parse_time_control(text, chance.choice(list(PeriodAdd)))
    now, acts, side = 0, [], chance.choice(("white", "black"))
    for _ in range(PRESSES):
        now += chance.choice((0, 1, 999, 1000, 5_000, chance.randrange(30_000), chance.randrange(3_000)))
        deed = chance.choices(("press", "look", "stop", "go"), (12, 4, 1, 2))[0]
        acts.append((now, deed, side if chance.random() < 0.9 else "white"))
        side = "black" if side == "white" and deed == "press" else "white" if deed == "press" else side
    return typed(control), control, acts


def command_of(game: Game, act: Act) -> Command | None:
    _, deed, side = act
    match deed:
        case "press":
            return PressClock(color=side == "white")
        case "stop":
            return StopClocks(reason=StopReason.ARBITER)
        case "go":
            return Resume() if game.started else StartClock()
    return None


def shown_by_the_laws(control: TimeControl, acts: list[Act]) -> list[object]:
    game = replay(set_up(Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=control)))
    shown: list[object] = []
    for act in acts:
        at = act[0] * MS
        game, _ = advance(game, command_of(game, act) or TimePassed(), at=at)
        running = None if game.clock.running is None else chess.COLOR_NAMES[game.clock.running]
        shown.append([running, *(half_shown(game, color, at) for color in chess.COLORS)])
    return shown


def half_shown(game: Game, color: chess.Color, at: timedelta) -> list[object]:
    clock, flag = game.clock, game.flags[color]
    return [
        clock.remaining(color, at) / MS,
        clock.shown(color, at, DelayDisplay.BRONSTEIN) / MS,
        clock.delay_left(color, at) / MS if clock.running is color else None,
        clock.time_used(color, at) / MS,
        None if flag is None else flag / MS,
        game.completed[color],
        clock.period[color],
    ]


def test_a_thousand_lists_of_presses_show_the_same_as_the_clock_of_the_laws(player: PagePlayer) -> None:
    chance = random.Random(57)
    lists = [random_list(chance) for _ in range(LISTS)]
    asked = [[text, control.period_add is PeriodAdd.ON_QUOTA, acts] for text, control, acts in lists]
    seen = player.page.evaluate(PERFORM, asked)
    for (text, control, acts), shown in zip(lists, seen, strict=True):
        for act, here, there in zip(acts, shown, shown_by_the_laws(control, acts), strict=True):
            assert here == there, f"{text} {control.period_add} {acts[: acts.index(act) + 1]}"
    modes = {name for _, control, _ in lists for name in modes_of(control)}
    assert modes == {"increment", "delay", "sandglass", "renewed", "counts_up", "moves", "on_quota", "odds"}


def modes_of(control: TimeControl) -> Iterator[str]:
    """Of which kinds a control is."""
    for period in (*control.periods, *control.black):
        yield from (
            name
            for name in ("increment", "delay", "sandglass", "renewed", "counts_up", "moves")
            if getattr(period, name)
        )
    yield from ["on_quota"] * (control.period_add is PeriodAdd.ON_QUOTA)
    yield from ["odds"] * bool(control.black)


def cases_of(test: Any) -> list[str]:
    """What is typed in a table of the reader's own tests."""
    (mark,) = test.pytestmark
    return [case if isinstance(case, str) else case[0] for case in mark.args[1]]


def as_seen(control: TimeControl | None) -> object:
    """A control as the page has it."""
    if control is None:
        return None
    return {
        chess.COLOR_NAMES[color]: [
            {
                "time": period.time / MS, "moves": period.moves, "increment": period.increment / MS,
                "delay": period.delay / MS, "sandglass": period.sandglass, "renewed": period.renewed,
                "up": period.counts_up,
            }
            for period in control.of(color)
        ]
        for color in chess.COLORS
    } | {"onQuota": control.period_add is PeriodAdd.ON_QUOTA}  # fmt: skip


def read(text: str) -> TimeControl | None:
    try:
        return read_time_control(text)
    except TimeControlError:
        return None


def test_a_time_is_typed_as_on_the_command_line(player: PagePlayer) -> None:
    texts = [
        *cases_of(test_typed_time.test_what_is_typed),
        *cases_of(test_typed_time.test_what_is_no_time_is_refused_in_a_short_sentence),
        *cases_of(test_typed_time.test_what_may_mean_two_things_is_not_taken_for_one),
        *cases_of(test_typed_time.test_what_no_clock_is_set_to_is_refused),
    ]
    seen = player.page.evaluate("(texts) => texts.map((text) => readControl(text))", texts)
    for text, control in zip(texts, seen, strict=True):
        assert control == as_seen(read(text)), text


def test_each_time_control_of_the_program_can_be_chosen_and_is_what_it_is_there(player: PagePlayer) -> None:
    seen = player.page.evaluate(
        "() => [...document.querySelectorAll('#control option')].map((each) =>"
        " [each.textContent, readControl(each.value, each.dataset.added === 'on_quota')])"
    )
    assert seen == [[named.name, as_seen(named.control)] for named in time_controls("en")]


# Hands, eyes and ears.


def begin(player: PagePlayer, **chosen: str) -> None:
    """Set the clock by the form, as it stands or with what is chosen."""
    for name, value in chosen.items():
        field = player.page.locator(f"#{name}")
        field.fill(value) if name == "other_time" else field.select_option(value)
    player.page.tap("#begin")
    player.hears("Black's press starts White's clock")


def wait_for_press(player: PagePlayer) -> None:
    """So long that the next press is not too soon."""
    player.page.wait_for_timeout(350)


def let_pass(player: PagePlayer, seconds: float) -> None:
    """Time, of which nobody has to wait for the end."""
    player.page.evaluate("(ms) => { moved += ms; }", 1000 * seconds)


def click_of_a_screen_reader(player: PagePlayer, button: str) -> None:
    """A click that no finger and no key has come before."""
    player.page.evaluate("(id) => document.getElementById(id).click()", button)


def test_two_hands_press_two_halves_and_the_time_is_that_of_the_finger(player: PagePlayer) -> None:
    begin(player, other_time="15+10")
    assert player.heard[:2] == [
        "now: The clock is set: all moves in 15 minutes, and 10 seconds more before each move",
        "now: Black's press starts White's clock",
    ]
    assert player.page.get_attribute("#white", "aria-label") == "White, 15 minutes 10 seconds, stands"
    player.page.tap("#black")
    player.hears("The time is taken when the finger comes down")
    assert str(player.page.get_attribute("#white", "aria-label")).endswith(", runs")
    player.page.evaluate("() => { lastPress = at() + 5000; }")  # as if it had just come
    player.page.tap("#white")
    player.page.evaluate("() => { lastPress = 0; }")
    assert player.hears("Too soon")[-2:] == ["now: Too soon after the last press", "now: Not taken"]
    wait_for_press(player)
    player.page.tap("#black")
    player.hears("Your clock is not running, so it cannot be pressed")
    let_pass(player, 60)
    player.page.tap("#white")
    before = len(player.hears("Black's clock runs"))
    assert str(player.page.get_attribute("#white", "aria-label")).startswith("White, 14 minutes 1")
    assert str(player.page.inner_text("#white .left")).startswith("14:1")
    player.page.tap("#time")
    assert [text.partition(" minutes")[0] for text in player.hears("White: 14", after=before)[before:]] == [
        "now: Black: 15", "now: White: 14",
    ]  # fmt: skip
    player.page.tap("#stop")
    player.hears("The clocks are stopped")
    wait_for_press(player)
    player.page.tap("#black")
    player.hears("The clocks are stopped", after=len(player.heard) - 1)


def test_the_keys_are_those_of_the_clock_in_a_terminal_and_no_other_presses(player: PagePlayer) -> None:
    begin(player, other_time="40/5, 3")
    player.press("l")
    player.hears("The time is taken when the key goes down")
    wait_for_press(player)
    before = len(player.heard)
    player.press(*(key for key in f"{string.ascii_letters}{string.digits}" if key not in "aArNSvVrR"))
    player.press("Tab", "Enter", "ArrowDown", "F2")
    player.hears("This key does nothing here", after=before)
    assert player.page.evaluate("clock.running") == "white"
    player.page.focus("#stop")
    for key, said in (
        ("q", "White: 4 minutes"), ("p", "Black: 5 minutes"), ("w", "Black: 5 minutes"), ("e", "White: 4 minutes"),
        ("k", "Black: 5 minutes"), ("d", "Black has"), ("f", "White has used"), ("x", "White: 0 completed moves"),
        ("n", "Black: 40 moves to the control"), ("u", "The clock is set"), ("N", "The clocks run"), (" ", "stopped"),
        ("N", "Once more"), (" ", "White's clock runs"), ("?", "press: press the clock"),
    ):  # fmt: skip
        before = len(player.heard)
        player.press(key)
        if key != "u":
            player.hears(said, after=before)
    player.press("a")
    player.hears("Black's clock runs")
    assert player.page.evaluate("[clock.white.moves, clock.black.moves]") == [1, 0]


def test_the_whole_screen_presses_for_whose_clock_runs_and_a_held_key_presses_once(player: PagePlayer) -> None:
    begin(player, layout="whole", other_time="5")
    player.hears("cannot know whose hand")
    heights = player.page.evaluate("['whole', 'bar'].map((id) => document.getElementById(id).offsetHeight / 740)")
    assert [round(height, 2) for height in heights] == [0.8, 0.2]
    player.page.keyboard.down("Enter")
    player.page.keyboard.down("Enter")  # repeats itself
    player.page.keyboard.up("Enter")
    player.hears("White's clock runs")
    for key, runs in ((" ", "Black"), ("Enter", "White"), ("a", "Black")):
        wait_for_press(player)
        player.press(key)
        player.hears(f"{runs}'s clock runs", after=len(player.heard) - 1)
    wait_for_press(player)
    player.page.tap("#whole")
    player.hears("when the finger comes down")
    assert player.page.evaluate("document.activeElement.id") == "whole"
    wait_for_press(player)
    player.page.focus("#time")
    player.press("Enter")  # the button's own key
    player.hears("Black: ")
    assert player.page.evaluate("[clock.running, clock.white.moves, clock.black.moves]") == ["white", 2, 2]


def test_where_a_screen_reader_clicks_the_screen_is_one_button_and_times_are_text(player: PagePlayer) -> None:
    click_of_a_screen_reader(player, "begin")
    player.hears("cannot know whose hand")
    assert "no voice" not in " ".join(player.heard)
    click_of_a_screen_reader(player, "whole")
    player.hears("The time is taken when the click comes")
    assert player.page.evaluate("[document.activeElement.id, document.getElementById('white').offsetParent]") == [
        "whole",
        None,
    ]


VOICE = """
window.spoken = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
    speaking: false, getVoices: () => [{ lang: "pl-PL" }, { lang: "LANG" }],
    speak: (said) => window.spoken.push([said.voice.lang, said.text]), cancel: () => window.spoken.push("silence"),
} });
"""


@pytest.mark.parametrize(("voice", "is_spoken"), [("en_US", True), ("fr-FR", False)])
def test_this_browsers_voice_or_text_and_never_both(
    browser: Browser, hall: ServedHall, voice: str, is_spoken: bool
) -> None:
    player = PagePlayer(browser, hall.address, has_touch=True)
    player.context.add_init_script(VOICE.replace("LANG", voice))
    player.open("/clock")
    player.page.tap("#begin")
    player.press("q", "Escape")
    if is_spoken:
        said = player.until(lambda: player.page.evaluate("window.spoken"), lambda spoken: len(spoken) > 4)
        assert player.heard == []
        assert said[1][1].startswith("The clock is set")
        assert [said[3], said[4]] == [[voice, "White: 1 hour 30 minutes 30 seconds."], "silence"]
    else:
        player.hears("This browser has no voice for this language")
        player.hears("White: 1 hour")
        assert "no voice" not in player.heard[-1], "it is told once"
        assert [each for each in player.page.evaluate("window.spoken") if each != "silence"] == []
    player.close()


def test_minutes_are_felt_ten_by_ten_and_one_by_one(player: PagePlayer) -> None:
    player.page.evaluate("() => { window.felt = []; navigator.vibrate = (pattern) => window.felt.push(pattern); }")
    begin(player, other_time="32")
    player.page.tap("#time")
    let_pass(player, 0)
    player.page.tap("#black")
    let_pass(player, 32 * 60 - 30)
    player.page.tap("#time")
    felt = player.until(lambda: player.page.evaluate("window.felt"), lambda felt: len(felt) == 3)
    assert felt == [[600, 250, 600, 250, 600, 250, 150, 250, 150, 250], [20], [50, 80, 50, 80, 50]]


def test_times_are_told_by_the_schedule_and_a_fallen_flag_at_once(player: PagePlayer) -> None:
    begin(player, other_time="10:01", tell="standard")
    player.page.tap("#black")
    player.hears("aside: White: 10 minutes".removeprefix("aside: "))
    let_pass(player, 59)
    player.hears("White: 9 minutes")
    let_pass(player, 529)
    player.hears("10 seconds")
    player.hears("9")
    let_pass(player, 9)
    player.hears("White: the flag has fallen")
    assert player.page.inner_text("#white .state") == "flag fallen"
    told = [text for text in player.heard if text.startswith("aside: ")]
    assert told[:2] == ["aside: White: 10 minutes", "aside: White: 9 minutes"]


@pytest.mark.parametrize(("button", "white"), [("count", "4 minutes 1"), ("leave", "4 minutes 5")])
def test_a_phone_that_slept_is_found_and_people_say_what_counts(player: PagePlayer, button: str, white: str) -> None:
    begin(player, other_time="5")
    player.page.tap("#black")
    player.page.evaluate("() => { const now = Date.now; Date.now = () => now() + 40500; }")
    player.hears("The phone slept for 40 seconds")
    assert player.page.evaluate("clock.running") is None
    before = len(player.heard)
    player.page.tap(f"#{button}")
    player.hears(f"White: {white}", after=before)
    player.page.tap("#stop")
    player.hears("White's clock runs", after=before)


def test_a_page_that_was_lost_goes_on_where_it_was_kept(player: PagePlayer) -> None:
    begin(player, other_time="5")
    player.page.tap("#black")
    wait_for_press(player)
    player.page.tap("#white")
    player.hears("Black's clock runs")
    player.page.evaluate("() => { keptAt = Infinity; }")  # it is killed now
    player.page.wait_for_timeout(2500)
    player.page.reload()
    player.page.tap("#go_on")
    player.hears("The phone slept for")
    assert player.page.evaluate("[clock.white.moves, clock.last]") == [1, "black"]


# A page that is kept.


def test_without_a_hall_the_page_is_loaded_again_and_plays(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as hall:
        player = PagePlayer(browser, hall.address, has_touch=True)
        player.open("/clock")
        player.until(
            lambda: player.page.inner_text("#offline"), lambda text: text == "This page works without a network, too."
        )
        kept = player.page.evaluate(
            "caches.open('clock').then((each) => each.keys()).then((all) => all.map(({ url }) => url))"
        )
        assert sorted(kept) == sorted(hall.address + file for file in FILES)
    player.page.reload()
    begin(player, other_time="3+2")
    player.page.tap("#black")
    player.hears("White's clock runs")
    player.problems = [problem for problem in player.problems if "ERR_CONNECTION_REFUSED" not in problem]
    player.close()


def test_only_the_clock_may_have_a_worker_and_a_manifest(hall: ServedHall) -> None:
    with httpx.Client(base_url=hall.address) as client:
        page, worker, manifest = (client.get(path) for path in ("/clock", "/clock/worker.js", "/manifest.webmanifest"))
        assert page.headers["content-security-policy"] == CLOCK_POLICY
        assert "worker-src" not in client.get("/").headers["content-security-policy"]
        assert worker.headers["service-worker-allowed"] == "/clock"
        told = manifest.json()
        assert (told["start_url"], told["scope"], told["display"]) == ("/clock", "/clock", "standalone")
        for icon in told["icons"]:
            assert client.get(icon["src"]).headers["content-type"] == icon["type"]
        german = client.get("/clock/worker.js", headers={"accept-language": "de"})
        assert german.text != worker.text, "another page is kept anew"
        assert 'href="/clock"' in client.get("/").text


def test_the_icon_is_the_knight() -> None:
    assert chess.svg.PIECES["N"] in (STATIC / "clock.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("voices", voice_pack_names())
def test_it_is_small_in_every_language(hall: ServedHall, voices: str) -> None:
    """All that has to come over a slow line, as it comes: packed."""
    with httpx.Client(base_url=hall.address, cookies={"look": f"voices={voices}"}) as client:
        answers = [client.get(path) for path in (*FILES, "/clock/worker.js")]
    assert sum(each.num_bytes_downloaded for each in answers) <= 25_000
    assert all(each.status_code == 200 for each in answers)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(320, 256), (360, 740), (740, 360), (1280, 800)])
def test_the_clock_keeps_the_rules_on_every_screen(
    browser: Browser, hall: ServedHall, theme: str, size: tuple[int, int]
) -> None:
    player = PagePlayer(browser, hall.address, viewport={"width": size[0], "height": size[1]}, has_touch=True)
    player.context.add_cookies([{"name": "look", "value": f"voices=en&theme={theme}", "url": hall.address}])
    for layout in ("halves", "whole"):
        player.open("/clock")
        is_clean(player)
        begin(player, layout=layout)
        player.press("l")
        player.hears("White's clock runs")
        is_clean(player)
        outside = player.page.evaluate(
            "() => [...document.querySelectorAll('#clock button, #clock .left')].filter((each) => each.offsetParent)"
            ".map((each) => [each.id, each.getBoundingClientRect()])"
            ".filter(([, box]) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight"
            " || box.height < 24).map(([id]) => id)"
        )
        assert outside == [], layout
        assert player.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    player.close()
