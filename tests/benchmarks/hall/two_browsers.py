"""From Enter in one browser to the announcement in the other: `python -m tests.benchmarks.hall.two_browsers [GAMES]`.

Two pages of one Chromium play the Opera game by keyboard; each page stamps its keys and its announcements by the clock
of the machine, which both share. The peer is a bare POST of a form that changes nothing, in the same pages.
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from tests.support.hall_games import came, invited
from tests.support.hall_server import served
from tests.support.page_player import PagePlayer, chromium

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
window.entered = [];
window.announced = [];
document.addEventListener("keydown", (event) => event.key === "Enter" && window.entered.push(Date.now()), true);
document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => window.announced.push(Date.now()))
    .observe(document.getElementById("now"), { childList: true }));
"""
EMPTY_POST = """async ([path, csrf]) => {
    const from = performance.now();
    await fetch(path, { method: "POST", headers: { "X-Live": "1" }, body: new URLSearchParams({ csrf, line: "" }) });
    return performance.now() - from;
}"""


def main(count: int) -> None:
    """Play so many games, and print the milliseconds."""
    waits: list[float] = []
    posts: list[float] = []
    exactly_once = True
    with chromium() as browser, tempfile.TemporaryDirectory() as folder, served(Path(folder)) as hall:
        for game in range(count):
            white = invited(browser, hall, f"Anna {game}")
            black = came(browser, hall.address, white.page.inner_text("#code"), f"Boris {game}")
            white.hears("White to move")
            black.hears("Waiting")
            for player in (white, black):
                player.page.evaluate(f"() => {{{STAMP.replace('DOMContentLoaded', 'stamp')}}}")
                player.page.evaluate('() => document.dispatchEvent(new Event("stamp"))')
                player.page.focus("#line")
            for ply, san in enumerate(OPERA):
                mover, other = (white, black) if ply % 2 == 0 else (black, white)
                before = len(other.heard)
                mover.enter(san)
                other.hears_more_than(before)
                entered = mover.page.evaluate("() => entered.at(-1)")
                waits.append(other.page.evaluate("() => announced.at(-1)") - entered)
                posts.append(empty_post(mover))
            exactly_once = exactly_once and all(len(set(each.heard)) >= len(OPERA) for each in (white, black))
            white.context.close()
            black.context.close()
    print(f"{len(waits)} moves: {shown(waits)}; every move announced to the other: {exactly_once}")
    print(f"bare POST of an empty line, the peer: {shown(posts)}")


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
