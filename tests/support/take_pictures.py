"""`python -m tests.support.take_pictures`: the README's pictures of the page and the window.

They are taken of the running program: the page in Chromium, the window on an X server of its own (xvfb, xdotool).
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image, ImageGrab
from playwright.sync_api import Browser

from tests.support.hall_games import came, invited
from tests.support.hall_server import served
from tests.support.page_player import PagePlayer, chromium

PICTURES = Path(__file__).parents[2] / ".pictures"
PATIENCE = 30.0  # seconds until a picture is given up
DISPLAY = ":97"
WIDTH, HEIGHT = 1280, 800
#: The Italian game: enough on the board to be worth looking at.
MOVES = ("e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "c3", "Nf6")
COLORS = 64  # of a picture: these are flat, and a README should load on a slow line


def page(browser: Browser, folder: Path) -> None:
    """A game between two at a page, as White sees it."""
    with served(folder) as hall:
        white = invited(browser, hall, "Anna", "15+10")
        black = came(browser, hall.address, white.page.inner_text("#code"), "Boris")
        white.until(lambda: white.page.query_selector("#invite"), lambda found: found is None)
        for place, move in enumerate(MOVES):
            player, other = (white, black) if place % 2 == 0 else (black, white)
            before = len(other.heard)
            player.page.focus("#line")
            player.enter(move)
            other.hears_more_than(before)
        keep(white, "page.png")
        black.close()


def keep(player: PagePlayer, name: str) -> None:
    """What is seen of the page without scrolling."""
    player.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    player.page.evaluate("() => scrollTo(0, 0)")
    player.page.screenshot(path=PICTURES / name)
    slim(Image.open(PICTURES / name), name)
    player.close()


def window(folder: Path) -> None:
    """The window after the same moves, typed by keys as soon as it has said what was before."""
    said = folder / "said.txt"
    with running("Xvfb", DISPLAY, "-screen", "0", "1024x640x24", "-nolisten", "tcp"):
        until(lambda: subprocess.run(["xdotool", "getmouselocation"], env=environment(), capture_output=True).stdout)
        options = ("--ui", "window", "--opponent", "human", "--no-sound", "--voices", "en", "--figures")
        command = (sys.executable, "-m", "access_chess", "play", *options, "--transcript", str(said))
        with running(*command, home=folder):
            until(lambda: said.exists() and "White to move" in said.read_text())
            for move in MOVES:
                before = said.read_text()
                for keys in (("type", move), ("key", "Return")):
                    subprocess.run(["xdotool", *keys], env=environment(), check=True)
                until(lambda: said.read_text() != before)  # noqa: B023  asked at once
            time.sleep(1)  # until it is drawn
            slim(ImageGrab.grab(xdisplay=DISPLAY), "window.png")


def until(is_so: Callable[[], object]) -> None:
    """Wait until it is so."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.05)


@contextmanager
def running(*command: str, home: Path | None = None) -> Iterator[None]:
    """A process as long as the block runs."""
    process = subprocess.Popen(command, env=environment() | ({"ACCESS_CHESS_HOME": str(home)} if home else {}))
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def environment() -> dict[str, str]:
    """The surroundings of what is started on the screen of the pictures."""
    return os.environ | {"DISPLAY": DISPLAY}


def slim(picture: Image.Image, name: str) -> None:
    """Keep a picture with few colors."""
    picture.convert("RGB").quantize(COLORS).save(PICTURES / name, optimize=True)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        with chromium() as opened:
            page(opened, Path(tempfile.mkdtemp(dir=place)))
        window(Path(place))
