"""What is loaded with pygame: in a process of its own, since this one has it all."""

import subprocess
import sys

LOADED = """
import sys
from access_chess.edge.sdl import without_extras
with without_extras():
    import pygame.mixer
print(sorted({"numpy", "pkg_resources", "pygame.mixer"} & sys.modules.keys()))
import numpy
print(numpy.arange(3).sum())
"""


def test_pygame_is_loaded_without_what_it_can_do_without_and_numpy_can_be_had_afterwards() -> None:
    run = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-2:] == ["['pygame.mixer']", "3"]
