"""From Enter in one browser to the announcement in the other: `python -m tests.benchmarks.hall.two_browsers [GAMES]`.

Two pages of one Chromium play the Opera game by keyboard; each stamps what it does by the clock of the machine, which
both share with the hall. A player thinks for a moment before he types, as people do: an announcement stays for four
tenths of a second, and what follows sooner waits for that. Told are the whole way and its parts. The peer is a bare
POST of a form that changes nothing, in the same pages.
"""

import os
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from statistics import median

import chess

from access_chess.hall.games.running_games import RunningGame
from tests.support.hall_games import came, invited
from tests.support.hall_server import served
from tests.support.page_player import PagePlayer, chromium

THINKS = 0.6  # seconds before a line is typed
PARTS = ("key to POST", "POST to what follows from it at the hall", "hall to page", "page to announcement")

OPERA = [
    "e4",
    "e5",
    "Nf3",
    "d6",
    "d4",
    "Bg4",
    "dxe5",
    "Bxf3",
    "Qxf3",
    "dxe5",
    "Bc4",
    "Nf6",
    "Qb3",
    "Qe7",
    "Nc3",
    "c6",
    "Bg5",
    "b5",
    "Nxb5",
    "cxb5",
    "Bxb5+",
    "Nbd7",
    "O-O-O",
    "Rd8",
    "Rxd7",
    "Rxd7",
    "Rd1",
    "Qe6",
    "Bxd7+",
    "Nxd7",
    "Qb8+",
    "Nxb8",
    "Rd8#",
]

STAMP = """
window.stamps = { entered: 0, posted: 0, came: 0, announced: 0 };
document.addEventListener("keydown", (event) => { if (event.key === "Enter") stamps.entered = Date.now(); }, true);
document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => { stamps.announced = Date.now(); })
    .observe(document.getElementById("now"), { childList: true }));
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (name, tell) {
    listen.call(this, name, (event) => { stamps.came = Date.now(); tell(event); });
};
const post = window.fetch;
window.fetch = (...given) => { stamps.posted = Date.now(); return post(...given); };
"""
EMPTY_POST = """async ([path, csrf]) => {
    const from = performance.now();
    await fetch(path, { method: "POST", headers: { "X-Live": "1" }, body: new URLSearchParams({ csrf, line: "" }) });
    return performance.now() - from;
}"""


def main(count: int) -> None:
    """Play so many games, and print the milliseconds."""
    ways: list[list[float]] = []
    posts: list[float] = []
    exactly_once = True
    with chromium() as browser, tempfile.TemporaryDirectory() as folder, served(Path(folder)) as hall:
        for number in range(count):
            white = invited(browser, hall, f"Anna {number}")
            black = came(browser, hall.address, white.page.inner_text("#code"), f"Boris {number}")
            hosted = hall.games.game(number + 1, 3)
            for player in (white, black):
                stamped(player, number + 1)
            for ply, san in enumerate(OPERA):
                mover, other = (white, black) if ply % 2 == 0 else (black, white)
                ways.append(way(mover, other, san, hosted, is_white=other is white))
                posts.append(empty_post(mover))
            exactly_once = exactly_once and all(len(set(each.heard)) >= len(OPERA) for each in (white, black))
            white.context.close()
            black.context.close()
    whole = [sum(each) for each in ways]
    print(f"{len(whole)} moves: {shown(whole)}; every move announced to the other: {exactly_once}")
    for name, part in zip(PARTS, zip(*ways, strict=True), strict=True):
        print(f"  {name}: {shown(part)}")
    print(f"bare POST of an empty line, the peer: {shown(posts)}; load {os.getloadavg()[0]:.1f}")


def stamped(player: PagePlayer, number: int) -> None:
    """His page, loaded anew so that it stamps what it does, when it has said how the game stands."""
    player.context.add_init_script(STAMP)
    player.open(f"/game/{number}")
    player.hears("Game")
    player.page.focus("#line")


def way(mover: PagePlayer, other: PagePlayer, san: str, hosted: RunningGame, *, is_white: bool) -> list[float]:
    """The milliseconds of each part of a move's way to the other."""
    told: list[float] = []
    seat = hosted.seat_at(chess.WHITE if is_white else chess.BLACK)
    assert seat is not None, "his page is open"
    with ExitStack() as closing:
        closing.callback(seat.listen(lambda: told.append(time.time() * 1000)))
        time.sleep(THINKS)
        mover.page.keyboard.type(san)
        told.clear()
        mover.page.keyboard.press("Enter")
        sent = mover.page.evaluate("() => stamps")
        came_to = other.until(
            lambda: other.page.evaluate("() => stamps"),
            lambda stamps: bool(told) and bool(stamps["announced"] > sent["entered"]),
        )
    sent = mover.page.evaluate("() => stamps")
    stops = [sent["entered"], sent["posted"], told[0], came_to["came"], came_to["announced"]]
    return [later - earlier for earlier, later in pairwise(stops)]


def empty_post(player: PagePlayer) -> float:
    """Milliseconds of a form that changes nothing."""
    csrf = player.page.evaluate("() => document.body.dataset.csrf")
    path = player.page.evaluate("() => location.pathname") + "/line"
    return float(player.page.evaluate(EMPTY_POST, [path.replace("/invite", ""), csrf]))


def shown(values: Sequence[float]) -> str:
    """Median, 99 of 100, and the longest."""
    ordered = sorted(values)
    high = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    return f"p50 {median(ordered):.0f} ms, p99 {high:.0f} ms, longest {ordered[-1]:.0f} ms"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
