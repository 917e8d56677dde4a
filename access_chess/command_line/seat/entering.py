"""Where a player's lines and keys come from, a terminal or a window, what they are at the console, and where the lines
of a command go.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from access_chess.command_line.options.errors import wrong
from access_chess.edge.terminal.opening import Terminal, open_terminal
from access_chess.edge.terminal.plain import PlainTerminal
from access_chess.machine_clock import monotonic_clock
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.table import KEYS
from access_chess.requests.words import PlayerLanguage
from access_chess.session.console import Deed
from access_chess.session.game_series import Entry, Inbox
from access_chess.session.ports import Entered

if TYPE_CHECKING:
    from access_chess.edge.window.window import Window
from collections.abc import Sequence

from access_chess.session.ports import Screen


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


def opened_terminal(inbox: Inbox, on_key: Callable[[], None], *, is_read: bool) -> Terminal:
    """The terminal, whose lines go into the inbox; beside a window it only shows what is said."""
    if not is_read:
        return PlainTerminal(lambda entered: None, monotonic_clock)
    return open_terminal(
        lambda entered: inbox.put(_entry(entered)), monotonic_clock, on_key=on_key, at_any_time=frozenset(KEYS)
    )


def opened_window(
    options: WindowOptions, language: PlayerLanguage, inbox: Inbox, *, is_turned: bool = False
) -> "Window | None":
    """The window, if one was asked for; `is_turned`: Black is below. Raises InputError where there is no screen."""
    if options.ui != "window":
        return None
    from access_chess.edge.window.themes import BY_NAME  # these take their time; the terminal saves it
    from access_chess.edge.window.window import Looks, NoScreenError, Window

    keys = {key: partial(inbox.put, _asking(name)) for key, name in KEYS.items()}
    looks = Looks(theme=BY_NAME[options.theme], zoom=options.zoom, has_figures=options.figures, is_turned=is_turned)
    try:
        return Window(language.pack, inbox.put, keys, press=lambda key: inbox.put(_pressing(key)), looks=looks)
    except NoScreenError as error:
        raise wrong("no_window", error=error) from error


def _entry(entered: Entered | None) -> Entry:
    """What the terminal has read, as a console takes it."""
    if entered is None or not entered.is_key:
        return entered if entered is None else entered.text
    return _pressing(entered.text)


def _pressing(key: str) -> Deed:
    return lambda console: console.press(key)


def _asking(name: RequestName) -> Deed:
    return lambda console: console.converse(Request(name=name))


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


def tell_failure(terminal: Terminal) -> None:
    """Raise what has kept lines from being written, once all else has been done."""
    if terminal.failure is not None:
        raise terminal.failure
