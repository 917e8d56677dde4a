"""A desk with a screen reader and a braille display, on a screen that nobody sees.

A virtual X server, a session bus, the accessibility bus, a window manager, Orca, BRLTTY, a terminal and a browser run
for real; only the synthesiser and the display are stand-ins, which write down.
"""

import contextlib
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tests.screen_readers.braille_display import CELLS, BrailleDisplay
from tests.screen_readers.speech_server import Fate, SpeechServer, Spoken
from tests.support.terminal_player import ROOT

Found = TypeVar("Found")

PROGRAMS = (
    "Xvfb", "xdpyinfo", "xdotool", "dbus-daemon", "dbus-send", "gsettings", "metacity", "mate-terminal", "orca",
    "brltty", "chromium",
)  # fmt: skip
BUS_LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
PATIENCE = 60.0  # seconds until a test gives up; a loaded machine starts a screen reader slowly
STUCK = 20.0  # seconds after which a terminal that does not come is not waited for
SILENCE = 1.0  # seconds, longer than between two texts of a page that is read
FAST = 600.0  # characters a second: nobody listens here
SHORTEST = 6  # cells; less could be the end of many a line
BEGIN = "g"  # the line at which a program begins in the terminal
BRLAPI_PORT = 4101  # from which its hosts are counted
SPOKEN_KEYS = 0.06  # seconds between two keys, as a quick typist's


def missing() -> list[str]:
    """The programs that this machine lacks."""
    lacking = [name for name in PROGRAMS if shutil.which(name) is None]
    return lacking if BUS_LAUNCHER.exists() else [*lacking, str(BUS_LAUNCHER)]


class Rig:
    """Everything, started; `close` ends it. The folder is for files of its own.

    The display shows what stands on the screen, as BRLTTY finds it, which is best in a terminal; or, as at pages, what
    the screen reader sends it where `is_felt_by_reader`.
    """

    def __init__(self, folder: Path, *, is_felt_by_reader: bool = False) -> None:
        self._folder = folder
        self._is_felt_by_reader = is_felt_by_reader
        self._own: list[subprocess.Popen[bytes]] = []
        self._closing = contextlib.ExitStack()
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End what was started, the last one first."""
        while self._own:
            _end(self._own.pop())
        self._closing.close()

    def open_terminal(self) -> None:
        """A terminal which has the keyboard, and in which `run` runs a program.

        Nothing is written in it before a key comes: on a loaded machine the screen reader and the display take what is
        there while they look, and once more when they are told of it. Now and then a window that is closed leaves them
        stuck, and no other one comes up: then everything is begun anew, once.
        """
        self._begin_terminal()
        end = time.monotonic() + STUCK
        while not self._is_ready():
            if time.monotonic() > end:
                self.close()
                self._start()
                self._begin_terminal()
                self.until(self._is_ready, "felt the terminal")

    def _begin_terminal(self) -> None:
        lines = f"while read -r line && [ \"$line\" != {BEGIN} ]; do printf 'ready: '; done; program; read -r line"
        waiting = self._script("waiting", lines)
        self._begin("mate-terminal", "--disable-factory", "--hide-menubar", "--title=chess", "-e", str(waiting))

    def _is_ready(self) -> bool:
        """Whether the terminal answers the keyboard; a key that came before it had the focus is lost.

        The window is looked for each time: the first that is found may be that of a terminal which is just closing.
        """
        if not self.felt.endswith("ready:"):
            windows = self._asked("xdotool", "search", "--onlyvisible", "--name", "chess").split()
            if windows:
                self._asked("xdotool", "windowactivate", windows[-1])
                self._asked("xdotool", "windowfocus", windows[-1])  # whatever the window manager makes of it
                self.press("Return")
            time.sleep(0.5)
        return self.felt.endswith("ready:")

    def run(self, *arguments: str, home: Path) -> None:
        """Run Python in the terminal, with a home of its own for the program's files."""
        self._script("program", f"ACCESS_CHESS_HOME={home} exec {shlex.join([sys.executable, *arguments])}")
        self.type(BEGIN)
        self.until_typed(BEGIN)
        self.press("Return")

    def open_page(self, address: str) -> None:
        """A browser with this page, which has the keyboard."""
        self._begin(
            "chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
            "--force-renderer-accessibility", f"--user-data-dir={self._folder / 'chromium'}", address,
        )  # fmt: skip

    def close_window(self) -> None:
        """Close the terminal or the browser, whatever runs in it."""
        _end(self._own.pop())

    def type(self, text: str) -> None:
        """Press the keys of a text; a line feed is the key Return."""
        for number, line in enumerate(text.split("\n")):
            if number:
                self.press("Return")
            if line:
                delay = str(round(SPOKEN_KEYS * 1000))
                subprocess.run(["xdotool", "type", "--delay", delay, line], env=self._environment, check=True)

    def hold(self, key: str, until: str) -> None:
        """Press a key, and let it go when the display shows this, as a person does: Orca tells a key that has shown."""
        subprocess.run(["xdotool", "keydown", key], env=self._environment, check=True)
        self.until_typed(until)
        subprocess.run(["xdotool", "keyup", key], env=self._environment, check=True)

    def press(self, key: str) -> None:
        """Press one key by its X name."""
        subprocess.run(["xdotool", "key", key], env=self._environment, check=True)

    @property
    def spoken(self) -> list[Spoken]:
        """All that the screen reader has asked the synthesiser for."""
        return self._speech.spoken

    def heard(self, since: int = 0) -> list[str]:
        """The lines that were given to the synthesiser from that text on, without the echo of keys."""
        texts = [each.text for each in self.spoken[since:] if not each.is_key and each.fate is not Fate.LOST]
        return [line.strip() for text in texts for line in text.splitlines() if line.strip()]

    def has_heard(self, words: str, since: int = 0) -> bool:
        """Whether these words have been said from that text on, to their end or until a key cut them."""
        return any(words in each.text and each.fate in (Fate.SAID, Fate.CUT) for each in self.spoken[since:])

    def until_heard(self, words: str, since: int = 0) -> None:
        """Wait until these words have been said from that text on."""
        self.until(lambda: self.has_heard(words, since), f"heard {words!r}")

    def until_silent(self) -> None:
        """Wait until nothing more is said: what the screen reader reads of itself has come to its end."""
        said = -1
        while said != len(self.spoken):
            said = len(self.spoken)
            time.sleep(SILENCE)

    def until_typed(self, line: str) -> None:
        """Wait until the display shows this behind what it showed, or has moved on behind it for want of cells."""
        self.until(lambda: self.felt.endswith(line) or not self.felt, f"typed {line!r}")

    def until_felt(self, ending: str) -> None:
        """Wait until the display shows the end of this: as much of it as there are cells for."""
        self.until(
            lambda: (
                self.felt in (ending, ending[len(ending) // CELLS * CELLS :])  # the window in which the cursor is
                or (len(self.felt) >= SHORTEST and (self.felt.endswith(ending) or ending.endswith(self.felt)))
            ),
            f"felt {ending!r}",
        )

    def until_was_felt(self, beginning: str) -> None:
        """Wait until the display has shown a line that begins so: a message is gone again after a while."""
        self.until(
            lambda: any(each.lstrip().startswith(beginning) for each in self._display.felt), f"felt {beginning!r}"
        )

    @property
    def felt(self) -> str:
        """What the braille display shows."""
        return self._display.felt[-1]

    def _script(self, name: str, commands: str) -> Path:
        script = self._folder / "bin" / name
        script.write_text(f"#!/bin/sh\n{commands}\n", encoding="utf-8")
        script.chmod(0o755)
        return script

    def _start(self) -> None:
        home, runtime = self._folder / "home", self._folder / "run"
        programs = self._folder / "bin"
        for folder in (home, runtime, programs):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(mode=0o700)
        self._environment = {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "HOME": str(home), "LC_ALL": "C.UTF-8",
            "XDG_RUNTIME_DIR": str(runtime), "LANG": "C.UTF-8", "GTK_MODULES": "gail:atk-bridge",
            "GSETTINGS_BACKEND": "keyfile", "SDL_AUDIODRIVER": "dummy",
            "SPEECHD_ADDRESS": f"unix_socket:{runtime}/ssip.sock",
        }  # fmt: skip
        self._speech = SpeechServer(runtime / "ssip.sock", characters_per_second=FAST)
        self._closing.callback(self._speech.close)
        self._start_screen()
        self._start_buses()
        self._begin("metacity", "--no-composite")
        if self._is_felt_by_reader:  # which looks for the display when it begins
            self._start_braille()
            self._start_screen_reader()
        else:
            self._start_screen_reader()
            self._start_braille()

    def _start_screen(self) -> None:
        """The X server chooses a display that is free; keys that are held do not repeat."""
        reading, writing = os.pipe()
        self._begin("Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset",
                    "-r", keep=writing)  # fmt: skip
        os.close(writing)
        with os.fdopen(reading) as file:
            self._environment["DISPLAY"] = f":{file.readline().strip()}"
        self.until(lambda: self._is_well("xdpyinfo"))

    def _start_buses(self) -> None:
        bus = self._begin("dbus-daemon", "--session", "--nofork", "--print-address=1", output=subprocess.PIPE)
        assert bus.stdout is not None
        self._environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
        bus.stdout.close()
        self._is_well("gsettings", "set", "org.gnome.desktop.interface", "toolkit-accessibility", "true")
        self._begin(str(BUS_LAUNCHER), "--launch-immediately")
        asking = ("--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus.GetAddress")
        self.until(lambda: "unix:" in self._asked("dbus-send", *asking))

    def _start_screen_reader(self) -> None:
        """Orca looks for another one of the same user, and would end it: it is given a `pgrep` that finds none."""
        self._script("pgrep", "exit 1")
        self._begin("orca", "-u", str(self._folder / "orca"))
        self.until_heard("Screen reader on")

    def _start_braille(self) -> None:
        port = _free_port()
        served = ["-N"]
        if self._is_felt_by_reader:
            host = f"127.0.0.1:{_free_port() - BRLAPI_PORT}"
            served = ["-A", f"auth=none,host={host}"]
            self._environment |= {"BRLAPI_HOST": host, "BRLAPI_AUTH": "none"}
        files = [word for option in "PUW" for word in (f"-{option}", str(self._folder / f"brltty.{option}"))]
        self._begin("brltty", "-n", "-e", "-Z", "-q", *served, "-b", "vr", "-d", f"server:127.0.0.1:{port}", "-x", "a2",
                    "-t", "en-nabcc", "-f", "/dev/null", "-s", "no", *files)  # fmt: skip
        self._display = BrailleDisplay(port, patience=PATIENCE)
        self._closing.callback(self._display.close)

    def _begin(
        self, *command: str, output: int = subprocess.DEVNULL, keep: int | None = None
    ) -> subprocess.Popen[bytes]:
        program = subprocess.Popen(
            command, env=self._environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL,
            cwd=ROOT, start_new_session=True, pass_fds=() if keep is None else (keep,),
        )  # fmt: skip
        self._own.append(program)
        return program

    def _is_well(self, *command: str) -> bool:
        return subprocess.run(command, env=self._environment, capture_output=True, check=False).returncode == 0

    def _asked(self, *command: str) -> str:
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    def until(self, found: Callable[[], Found], what: str = "found") -> Found:
        """Wait until there is something; what it is."""
        end = time.monotonic() + PATIENCE
        while not (result := found()):
            said = [(each.text, each.fate.name) for each in self.spoken[-12:]]
            felt = self._display.felt[-5:] if hasattr(self, "_display") else []
            ended = [program.args for program in self._own if program.poll() is not None]
            assert time.monotonic() < end, f"never {what}; said last {said}, felt last {felt}, ended {ended}"
            time.sleep(0.05)
        return result


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _end(program: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(program.pid, signal.SIGTERM)
    try:
        program.wait(5)
    except subprocess.TimeoutExpired:
        os.killpg(program.pid, signal.SIGKILL)
        program.wait()
