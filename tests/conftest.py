"""Nothing in the tests opens a real sound device or a window, or touches what a developer's own games keep."""

import atexit
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

os.environ["LC_ALL"] = "C.UTF-8"  # else the language of the machine would be spoken
os.environ["ACCESS_CHESS_HOME"] = tempfile.mkdtemp(prefix="access-chess-tests-")
if "ACCESS_CHESS_CACHE" not in os.environ:  # by the first process; all that it begins read the packs as it kept them
    os.environ["ACCESS_CHESS_CACHE"] = tempfile.mkdtemp(prefix="access-chess-cache-")
    atexit.register(shutil.rmtree, os.environ["ACCESS_CHESS_CACHE"], ignore_errors=True)
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program has it: more of them wait for one another

from hypothesis import HealthCheck, settings

FROM_PIP = {"nats-server", "node"}  # programs that a machine with only Python gets with the libraries
MAY_START_PROGRAMS = "--may-start-programs"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        MAY_START_PROGRAMS, action="store_true", help="only tests that could look for a program of others, on the PATH"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption(MAY_START_PROGRAMS):
        from access_chess.edge import engines
        from tests.support.programs_of_others import may_start_programs

        engines.EXTRA_PLACES = ()
        left_out = [item for item in items if not may_start_programs(item.path)]
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)


atexit.register(shutil.rmtree, os.environ["ACCESS_CHESS_HOME"], ignore_errors=True)

# No test asserts on time: not by a deadline, and not by how fast examples are made on a busy machine.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


_STARTED: list[str] = []
sys.addaudithook(lambda event, told: _STARTED.append(str(told[0])) if event == "subprocess.Popen" else None)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: it is looked through for rubbish neither meanwhile nor ever after."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.enable()
    return collected


# Hooks and no fixtures, which thirteen thousand tests would have set up anew, each for itself.


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    _STARTED.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """SDL has one mixer a process: a test that leaves it open would lend it to another.

    And where it is said that a room's tests start no programs of others, they start none; what pip has installed is as
    good as Python.
    """
    from tests.support.programs_of_others import starts_none

    torn_down = yield
    mixer = sys.modules.get("pygame.mixer")
    if mixer is not None and mixer.get_init():
        mixer.quit()
    if starts_none(item.path):
        assert [each for each in _STARTED if each != sys.executable and Path(each).name not in FROM_PIP] == []
    return torn_down
