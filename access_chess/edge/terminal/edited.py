"""A terminal with a line editor, for eyes, screen readers and braille displays.

A braille display follows the cursor. So the last line that was announced is the prompt of the line editor: it stands
where the cursor is until the next one comes, and what is half typed moves on with it. One thread does all of it; others
leave it lines to write.
"""

import codecs
import os
import select
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from enum import Enum, auto

from access_chess.edge.terminal.key_names import ESCAPE as ESCAPE_KEY
from access_chess.edge.terminal.key_names import PASTE, is_begun, key_name, typed_behind, without_keys
from access_chess.edge.terminal.readline_library import Readline
from access_chess.edge.terminal.text import SPELT, decoded, in_rows, shown
from access_chess.laws.clock import Instant
from access_chess.session.ports import Entered

BETWEEN = 0.05  # seconds between lines: a screen reader reads what is there when it looks, and misses what has gone
AFTER_ROWS = 0.1  # seconds after a line of several rows, which it reads as far as the cursor has come when it looks
AFTER_ENTER = 0.05  # seconds: what comes with Enter in one picture is read together with the row that was typed in
REST = 0.5  # seconds without a line, after which the next one is the first of another announcement
BETWEEN_SIGNS = 0.05  # seconds between the signs of one key: a terminal over a slow line sends them apart
LATE = 2.0  # seconds without a call to read the next line
WINDOW = 20  # cells: displays have so many or a multiple, and show the part of a row in which the cursor is
COLUMNS = 80  # where the system says none, as on serial lines and in some editors and containers
ESCAPE = b"\x1b"
#: Keys by which a line is edited. No other one reaches the editor: Escape, or a key with Alt, would make the next sign
#: a command, and of those that it does not know a part would stay in the line.
EDITING = frozenset({
    "up", "down", "left", "right", "home", "end", "delete", "ctrl+left", "ctrl+right", "alt+left", "alt+right", PASTE,
})  # fmt: skip
PLAIN_TERMINALS = ("", "dumb", "unknown")  # they cannot move the cursor, so nothing can be drawn again


class _Wanted(Enum):
    NOTHING = auto()
    KEY = auto()
    LINE = auto()


class EditedTerminal:
    """Reads lines or single keys into an inbox, one for each `proceed`, and shows lines; None is the end of the input.

    `on_key` is called as soon as a key is pressed, before the line is entered. The keys of `at_any_time`, by their
    names, are entered while a line is typed, too, and leave it as it is. Raises NoEditorError where standard input and
    output are not a terminal on which lines can be edited.
    """

    is_typed = True
    failure: OSError | None = None  # a terminal takes all that is written, until it goes, and then keys end as well

    def __init__(
        self,
        inbox: Callable[[Entered | None], None],
        now: Callable[[], Instant],
        *,
        on_key: Callable[[], None] = lambda: None,
        is_by_line: bool = False,
        at_any_time: Collection[str] = (),
    ) -> None:
        if os.environ.get("TERM", "") in PLAIN_TERMINALS or not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise NoEditorError
        try:
            self._readline = Readline(self._entered)
        except (ImportError, AttributeError, OSError, ValueError) as error:
            raise NoEditorError from error
        self._inbox = inbox
        self._now = now
        self._on_key = on_key
        self._on_waiting: Callable[[], None] = lambda: None
        self._is_by_line = is_by_line
        self._at_any_time = at_any_time
        self._keyboard = sys.stdin.fileno()
        self._letters = codecs.getincrementaldecoder("utf-8")("replace")
        self._behind: deque[str] = deque()  # keys that were pressed right after Escape
        self._lines: deque[str] = deque()
        self._half = ""  # of a line that is being written
        self._wanted = _Wanted.NOTHING
        self._is_row_used = False
        self._gap_prompt = b""  # the prompt with a gap behind it, which is drawn when the first key is typed
        self._rows_above = 0  # of that prompt, above the cursor
        self._burst = 0  # lines drawn without a rest
        self._drawn = 0.0  # when the last one was drawn
        self._rest = 0.0  # seconds after it
        self._answered = 0.0  # when a line was entered
        self._is_resized = self._is_back = self._is_closed = False
        self._awake, self._wake = os.pipe()
        self._heed_signals()
        self._thread = threading.Thread(target=self._run, name="terminal", daemon=True)
        self._thread.start()

    def write(self, text: str, /) -> None:
        """Show it, line by line; from any thread."""
        *lines, self._half = (self._half + text).split("\n")
        self._lines.extend(line for line in lines if line)
        self._rouse()

    def flush(self) -> None:
        """What is written is shown soon."""

    def watch(self, on_waiting: Callable[[], None]) -> None:
        """Have this called with each key, and where the last entry has not been dealt with for long."""
        self._on_waiting = on_waiting

    def proceed(self, *, with_line: bool = True) -> None:
        """The last entry has been dealt with: read the next line, or a key."""
        self._wanted = _Wanted.LINE if with_line or self._is_by_line else _Wanted.KEY
        self._rouse()

    def close(self) -> None:
        """Show what is left, and give the terminal back."""
        self._is_closed = True
        self._rouse()
        self._thread.join()

    def _heed_signals(self) -> None:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGWINCH, lambda *_: self._note("_is_resized"))
            signal.signal(signal.SIGCONT, lambda *_: self._note("_is_back"))

    def _note(self, what: str) -> None:
        setattr(self, what, True)
        self._rouse()

    def _rouse(self) -> None:
        os.write(self._wake, b".")

    def _run(self) -> None:
        sys.stdout.flush()
        self._readline.begin()
        if (
            self._is_pressed()
        ):  # what was pressed before this was echoed by the system: the editor shows it, where it is
            os.write(sys.stdout.fileno(), b"\r\x1b[K")
        try:
            while self._lines or not self._is_closed:
                self._look()
        finally:
            self._readline.end()
            if self._is_row_used:
                os.write(sys.stdout.fileno(), b"\n")
            self._inbox(None)

    def _is_pressed(self) -> bool:
        return bool(select.select([self._keyboard], [], [], 0)[0])

    def _look(self) -> None:
        """Wait for something to do, and do it."""
        pause = self._pause()
        if pause == 0:
            self._draw(self._lines.popleft())
            return
        if self._behind and self._wanted is not _Wanted.NOTHING:
            self._read_behind(self._behind.popleft())
            return
        is_answering = bool(self._lines) and self._burst == 0  # what is typed ahead stands behind the answer
        reading = [self._keyboard] if self._wanted is not _Wanted.NOTHING and not is_answering else []
        is_idle = self._wanted is _Wanted.NOTHING and pause is None
        ready, _, _ = select.select([self._awake, *reading], [], [], LATE if is_idle else pause)
        if is_idle and not ready:
            self._on_waiting()
        if self._awake in ready:
            os.read(self._awake, 4096)
        if self._is_resized:
            self._is_resized = False
            self._readline.resize()
        if self._is_back:
            self._is_back = False
            self._readline.take_back()
        if self._keyboard in ready:
            self._on_key()
            self._on_waiting()
            self._read()

    def _pause(self) -> float | None:
        """Seconds until the next line may be drawn; None: there is none."""
        if not self._lines:
            return None
        now = time.monotonic()
        since = now - self._drawn
        if since > REST:
            self._burst = 0
        return max(0.0, self._drawn + self._rest - now, self._answered + AFTER_ENTER - now)

    def _draw(self, line: str) -> None:
        point = 0
        if self._is_row_used or self._readline.is_line_begun:
            point = self._readline.go_to_end()
            os.write(sys.stdout.fileno(), b"\n")
        columns = os.get_terminal_size(self._keyboard).columns or COLUMNS
        rows = in_rows(shown(line), columns)
        prompt = rows.encode(sys.stdout.encoding, SPELT)
        is_gap_next = len(rows) % columns % WINDOW == 0 and not self._readline.is_line_begun
        self._gap_prompt, self._rows_above = prompt if is_gap_next else b"", (len(rows) - 1) // columns
        self._readline.show_prompt(prompt[:-1] if is_gap_next else prompt, point)
        self._rest = BETWEEN if len(rows) <= columns else AFTER_ROWS
        self._is_row_used = True
        self._burst += 1
        self._drawn = time.monotonic()

    def _read(self) -> None:
        if self._wanted is _Wanted.LINE:
            self._read_line()
            return
        try:
            raw = os.read(self._keyboard, 1)
        except OSError:  # the terminal has gone
            raw = b""
        key = self._letters.decode(raw)
        if key or not raw:
            self._deliver(self._key(self._name(self._whole(key))) if key else None)

    def _name(self, whole: str) -> str:
        """The name of a key; where Escape was pressed and others right after it, these come next."""
        behind = typed_behind(whole)
        self._behind.extend(self._letters.decode(behind.encode("latin-1")) if behind else "")
        return ESCAPE_KEY if behind else key_name(whole)

    def _read_behind(self, key: str) -> None:
        """A key that was pressed right after Escape, for whatever is wanted by now."""
        if self._wanted is _Wanted.KEY:
            self._deliver(self._key(key))
        else:
            self._readline.read_key(key.encode())

    def _whole(self, pressed: str) -> str:
        """All signs of a key of which this is the first."""
        while is_begun(pressed) and select.select([self._keyboard], [], [], BETWEEN_SIGNS)[0]:
            if not (more := os.read(self._keyboard, 1)):
                break
            pressed += more.decode("latin-1")
        return pressed

    def _key(self, name: str) -> Entered:
        return Entered(text=name, at=self._now(), is_key=True)

    def _read_line(self) -> None:
        """Let the editor have a key, but for Enter alone, which would leave what was said last for an empty row.

        And but for the keys that ask for something whatever is typed.
        """
        if self._readline.is_between:
            self._readline.read_key()
            return
        pressed = os.read(self._keyboard, 1)
        if pressed == ESCAPE:
            pressed = self._after_escape()
            if not pressed:
                return
        if pressed in (b"\r", b"\n") and not self._readline.is_line_begun:
            self._burst = 0
            self._deliver(Entered(text="", at=self._now(), is_key=False))
        else:
            self._draw_gap()
            self._readline.read_key(pressed)

    def _after_escape(self) -> bytes:
        """Do what a key is for that begins with Escape; the signs of others, which were typed right after Escape."""
        whole = self._whole(ESCAPE.decode())
        name = key_name(whole)
        if name in self._at_any_time:
            self._deliver(self._key(name))
        elif name in EDITING:
            self._readline.read_key(whole.encode("latin-1"))
        else:
            return typed_behind(whole).encode("latin-1")
        return b""

    def _draw_gap(self) -> None:
        """The gap before the first letter that is typed.

        Behind a line that fills a display's window it is not drawn before: the cursor would stand in the next window,
        where nothing is felt.
        """
        if self._gap_prompt:
            up = b"\x1b[A" * self._rows_above
            os.write(sys.stdout.fileno(), up + b"\r\x1b[J")
            self._readline.show_prompt(self._gap_prompt, 0)
            self._gap_prompt = b""

    def _entered(self, line: bytes | None) -> None:
        self._is_row_used = False
        self._burst = 0
        self._answered = time.monotonic()
        self._deliver(None if line is None else Entered(text=without_keys(decoded(line)), at=self._now(), is_key=False))

    def _deliver(self, entered: Entered | None) -> None:
        self._wanted = _Wanted.NOTHING
        self._inbox(entered)


class NoEditorError(Exception):
    """There is no terminal here on which lines can be edited."""
