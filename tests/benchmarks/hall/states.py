"""Every page in every state, language and theme: `python -m tests.benchmarks.hall.states [LANGUAGE ...]`.

The tests look at each state once, in one language; here axe looks at all of them in each, 320 pixels wide, with the
themes in turn. Told is every rule that is violated, every page that has to be moved sideways, and how many were clean.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import chess
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from access_chess.edge.packs.texts import load_web_texts
from access_chess.edge.packs.voice_packs import voice_pack_names
from access_chess.hall.people.database import Role
from access_chess.laws.commands import AddTime
from tests.hall.games.test_arbiter_desk import REPEATED
from tests.hall.web.test_arbiter import ruled_game, say
from tests.hall.web.test_pages import TAGS
from tests.hall.web.test_rights import assisted
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor
from tests.support.page_player import PagePlayer, chromium
from tests.support.station_table import StationTable, reported, until

TWO_MINUTES = AddTime(color=chess.BLACK, time=timedelta(minutes=2))
BOARD = 77
THEMES = ("light", "dark", "own")
NARROW = {"width": 320, "height": 640}
Act = Callable[[PagePlayer], None]
State = tuple[str, str, Act | None]  # what it is, its path, what is done there first


def nothing(player: PagePlayer) -> None:
    """The page as it comes."""


def entered(line: str) -> Act:
    """A line is typed."""

    def act(player: PagePlayer) -> None:
        player.page.fill("#line", line)
        player.page.press("#line", "Enter")
        player.page.wait_for_timeout(400)

    return act


def chosen(player: PagePlayer) -> None:
    """A man is chosen on the grid."""
    player.page.focus("#g1")
    player.press("Enter")


def of_player(hall: ServedHall) -> tuple[Visitor, list[State]]:
    """Somebody with a game in each state."""
    visitor = Visitor(hall)
    ended, asked, turn, waiting, blind = (
        visitor.begin(**form)
        for form in ({}, {}, {"other_time": "15+10"}, {"opponent": "person", "watched": "yes"}, {"blindfold": "yes"})
    )
    for path, lines in ((ended, ("resign", "yes")), (asked, ("resign",))):
        for line in lines:
            visitor.post(f"{path}/line", line=line)
    invited = waiting.rpartition("/")[2]
    simul = visitor.post("/simul", boards="3", style="walk", side="white", time="").url.path
    return visitor, [
        *((path, path, None) for path in ("/", "/new", "/settings?saved=1", "/help", "/guide", "/games", "/boards")),
        ("your move", turn, None), ("wrong entry", turn, entered("Ke9")), ("man chosen", turn, chosen),
        ("question", asked, None), ("ended", ended, None), ("waiting for the opponent", waiting, None),
        ("blindfold", blind, None), ("board", f"/board/{invited}", None), ("wall", f"/wall?boards={invited}", None),
        ("exhibition", simul, None), ("exhibition, form", "/simul", None), ("no such page", "/game/4711", None),
    ]  # fmt: skip


def of_arbiter(hall: ServedHall) -> tuple[Visitor, list[State]]:
    """An arbiter with boards that need him, one away and an order that was not done."""
    visitor = Visitor(hall)
    visitor.sign_in(Role.ARBITER)
    for _ in range(2):
        say(hall, ruled_game(hall, *REPEATED), chess.WHITE, "threefold")
    board = next(number for number in range(1, 99) if hall.database.seated(number) is None or number > 8)
    return visitor, [
        ("arbiter, needed", "/arbiter", None), ("arbiter, wrong entry", "/arbiter", entered("1 nonsense")),
        ("arbiter, table", "/arbiter?sort=clocks&show=needs", None), ("arbiter, log", "/arbiter/log", None),
        ("arbiter, board", f"/arbiter/board/{board - 1}", None), ("arbiter, order", f"/arbiter/board/{BOARD}", None),
    ]  # fmt: skip


def of_assistant(hall: ServedHall) -> tuple[Visitor, list[State]]:
    """The assistant of a player who is there."""
    player, visitor = Visitor(hall), Visitor(hall)
    path = assisted(player, visitor)
    player.client.close()
    return visitor, [
        ("assistant", path, None), ("assistant, not his", path, entered("resign")), ("assistant, games", "/games", None)
    ]  # fmt: skip


def of_nobody() -> list[State]:
    """Who has not signed in, and types what is wrong."""

    def wrong(field: str, text: str) -> Act:
        def act(player: PagePlayer) -> None:
            player.page.fill(field, text)
            player.page.press(field, "Enter")
            player.page.wait_for_selector("#fault")

        return act

    return [
        ("sign in", "/in", None), ("wrong code", "/in", wrong("#code", "AAAAA-AAAAA")),
        ("wrong time", "/new", wrong("#other_time", "soon")),
    ]  # fmt: skip


def looked_at(browser: Browser, hall: ServedHall, voices: str) -> Iterator[tuple[str, str]]:
    """Each state in this language, and what is wrong with it; empty: nothing."""
    for place, (visitor, states) in enumerate(
        (of_player(hall), of_arbiter(hall), (Visitor(hall), of_nobody()), of_assistant(hall))
    ):
        for script in (True, False) if place == 0 else (True,):
            player = PagePlayer(browser, hall.address, viewport=NARROW, java_script_enabled=script)
            cookies = {"look": f"voices={voices}&theme={THEMES[place % len(THEMES)]}", **dict(visitor.client.cookies)}
            player.context.add_cookies([{"name": n, "value": v, "url": hall.address} for n, v in cookies.items()])
            for name, path, act in states:
                if script or act is None:
                    player.page.goto(hall.address + path)
                    (act or nothing)(player)
                    yield f"{name}{'' if script else ', no script'}", wrong_with(player, script=script)
            player.context.close()
        visitor.client.close()


def wrong_with(player: PagePlayer, *, script: bool) -> str:
    """The rules that the page violates, and whether it is wider than its window."""
    if not script:  # axe is one; the same page without what the script adds is in the same words
        return "" if player.page.query_selector("main") else "there is no page"
    options = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations", "incomplete"]}
    found = Axe().run(player.page, options=options).response
    rules = [each["id"] for each in found["violations"]]
    rules += [f"unsure {each['id']}" for each in found["incomplete"] if each["id"] != "color-contrast"]
    is_wide = player.page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
    return ", ".join((*rules, *(["scrolls sideways"] if is_wide else [])))


def station(hall: ServedHall, folder: Path) -> StationTable:
    """A board at a station, with an order."""
    table = StationTable(folder, hall.address, hall.store.new_code(BOARD, is_named=True))
    table.play("e4", "e5")
    until(lambda: reported(hall.store, BOARD) == table.texts)
    hall.stations.issue(BOARD, TWO_MINUTES, seen=0, by="Maria", words="add time black 2:00")
    return table


def main(languages: list[str]) -> None:
    """Look at all, and tell what is wrong."""
    clean = wrong = 0
    with chromium() as browser:
        for voices in languages or [each for each in voice_pack_names() if load_web_texts(each).language == each]:
            with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as hall:
                table = station(hall, Path(folder))
                for name, problem in looked_at(browser, hall, voices):
                    clean, wrong = clean + (not problem), wrong + bool(problem)
                    if problem:
                        print(f"{voices}: {name}: {problem}", flush=True)
                table.close()
            print(f"{voices}: {clean} clean, {wrong} not, so far", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
