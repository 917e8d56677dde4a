"""Where a player's lines and keys come from, and where what is said is shown: a terminal, or a window beside it."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from access_chess.edge.terminal.opening import Terminal, kept_terminal, open_terminal
from access_chess.edge.terminal.plain import PlainTerminal
from access_chess.machine_clock import monotonic_clock
from access_chess.phrased_error import PhrasedError
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.table import KEYS
from access_chess.requests.words import PlayerLanguage
from access_chess.session.inbox import Inbox, SpokenWords
from access_chess.session.ports import Entered, LineReader, Screen

if TYPE_CHECKING:
    from access_chess.edge.window.window import Window


class WindowOptions(Protocol):
    """What was asked for of a window on the command line."""

    @property
    def ui(self) -> str:
        """ "window" or "terminal"."""
        ...

    @property
    def theme(self) -> str:
        """The name of its colors."""
        ...

    @property
    def zoom(self) -> float:
        """How much larger its letters are."""
        ...

    @property
    def figures(self) -> bool:
        """Whether men are figures, not letters."""
        ...


class Screens(Struct, frozen=True):
    """Several screens that show the same lines: a window, and the terminal beside it with its braille display."""

    screens: Sequence[Screen]

    def write(self, text: str, /) -> None:
        """Show it on each."""
        for screen in self.screens:
            screen.write(text)

    def flush(self) -> None:
        """Let it be read now."""
        for screen in self.screens:
            screen.flush()


class Console(Struct, frozen=True, kw_only=True):
    """A terminal, and perhaps a window, which then is what lines come from; `screen` shows what is said on both."""

    terminal: Terminal
    window: "Window | None"
    screen: Screen

    @property
    def reader(self) -> LineReader:
        """Where the player's lines come from."""
        return self.terminal if self.window is None else self.window


def open_console(
    closing: ExitStack,
    options: WindowOptions,
    language: PlayerLanguage,
    inbox: Inbox,
    *,
    on_key: Callable[[], None],
    is_turned: bool = False,
) -> Console:
    """Where lines go into the inbox, let go at the end; `is_turned`: Black is below in the window.

    Beside a window the terminal only shows what is said. Raises PhrasedError where there is no screen for a window, and
    at the end OSError where lines could not be written.
    """
    window = _window(options, language, inbox, is_turned=is_turned)
    closing.enter_context(kept_terminal())
    terminal = (
        open_terminal(inbox.put, monotonic_clock, on_key=on_key, at_any_time=frozenset(KEYS))
        if window is None
        else PlainTerminal(lambda entered: None, monotonic_clock)
    )
    closing.callback(tell_failure, terminal)
    closing.callback(terminal.close)
    return Console(terminal=terminal, window=window, screen=terminal if window is None else Screens((window, terminal)))


def _window(options: WindowOptions, language: PlayerLanguage, inbox: Inbox, *, is_turned: bool) -> "Window | None":
    """The window, if one was asked for."""
    if options.ui != "window":
        return None
    from access_chess.edge.window.themes import BY_NAME  # these take their time; the terminal saves it
    from access_chess.edge.window.window import Looks, NoScreenError, Window

    def enter(line: str | None) -> None:
        inbox.put(None if line is None else _entered(line))

    def ask(name: RequestName) -> None:
        inbox.put(SpokenWords(said=Request(name=name), at=monotonic_clock()))

    keys = {key: partial(ask, name) for key, name in KEYS.items()}
    looks = Looks(theme=BY_NAME[options.theme], zoom=options.zoom, has_figures=options.figures, is_turned=is_turned)
    try:
        return Window(language.pack, enter, keys, press=lambda key: inbox.put(_entered(key, is_key=True)), looks=looks)
    except NoScreenError as error:
        raise PhrasedError("no_window", error=error) from error


def _entered(text: str, *, is_key: bool = False) -> Entered:
    return Entered(text=text, at=monotonic_clock(), is_key=is_key)


def tell_failure(terminal: Terminal) -> None:
    """Raise what has kept lines from being written, once all else has been done."""
    if terminal.failure is not None:
        raise terminal.failure
