"""What is typed into `play`, at its keys and its window, and every word of what it says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.play.golden_play import FOLDER, PLAIN, TOURNAMENT, said, scripts

#: What is typed in a window, and what is seen there, after all that is said.
_WINDOW = """
import sys
import pygame
from access_chess.edge.window.window import Window
lines, show, seen = sys.argv.pop(1).split("|"), Window.show, []
def shown(self, game):
    show(self, game)
    for line in lines:
        if line.startswith("<"):
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(line[1:]), mod=0, unicode=""))
            continue
        for letter in line:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
Window.show = shown
for name in ("look_at", "show_hint", "on_event"):
    def noted(self, what, *more, name=name, before=getattr(Window, name)):
        before(self, what, *more)
        seen.append(f"{name} {getattr(what, 'number', what)} {[sorted(each) for each in more]}")
    setattr(Window, name, noted)
from access_chess.cli import main
try:
    main(["play", "--ui", "window", *sys.argv[1:]])
finally:
    print(*sorted(seen), sep="\\n")
"""


@pytest.mark.parametrize(("name", "options", "lines"), list(scripts()), ids=[name for name, _, _ in scripts()])
def test_it_says_what_it_said(name: str, options: tuple[str, ...], lines: list[str], tmp_path: Path) -> None:
    """If this is right: python -m tests.play.golden_play."""
    assert said(options, lines, tmp_path) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_a_kept_game_of_a_tournament_stands_until_the_arbiter_starts_it(tmp_path: Path) -> None:
    """Its clocks are stopped as they were kept, and the time since then can be counted once."""
    said(TOURNAMENT, ["e4", "", "e5", ""], tmp_path)
    typed = ["Nf3", "arbiter count", "arbiter count", "arbiter resume", "Nf3", "", "clock"]
    resumed = said(("--resume",), typed, tmp_path)
    assert "The clocks are stopped." in resumed
    assert (resumed.count("White loses"), resumed.count("no such time to count")) == (1, 1)


def test_a_window_says_what_a_terminal_does_and_shows_it(tmp_path: Path) -> None:
    typed = "e4|<f9|e5|<f1|on e4|xyzzy|what if Nf3|next knight|attackers e4|last|resign|yes|quit"
    seen = subprocess.run(
        [sys.executable, "-c", _WINDOW, typed, "--opponent", "human", *PLAIN],
        env={**os.environ, "ACCESS_CHESS_HOME": str(tmp_path), "SDL_VIDEODRIVER": "dummy"},
        capture_output=True, text=True, check=True, timeout=60,
    ).stdout  # fmt: skip
    assert seen == (FOLDER / "window.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("opponent", ["human", "engine"])
def test_a_kept_game_goes_on_with_the_same_words_each_time(opponent: str, tmp_path: Path) -> None:
    said(("--opponent", opponent, "--level", "1", "--time", "5+3"), ["e4"], tmp_path)
    resumed = [said(("--resume",), ["whose turn", "moves"], tmp_path) for _ in range(2)]
    assert resumed[0].count("\n") >= 5
    assert resumed[0] == resumed[1]
