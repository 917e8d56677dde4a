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
from access_chess.session.inbox import Inbox, SpokenWords
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


def opened_terminal(
    inbox: Inbox, on_key: Callable[[], None], *, is_read: bool, on_waiting: Callable[[], None] = lambda: None
) -> Terminal:
    """The terminal, whose lines go into the inbox; beside a window it only shows what is said."""
    if not is_read:
        return PlainTerminal(lambda entered: None, monotonic_clock)
    return open_terminal(inbox.put, monotonic_clock, on_key=on_key, at_any_time=frozenset(KEYS), on_waiting=on_waiting)


def opened_window(
    options: WindowOptions, language: PlayerLanguage, inbox: Inbox, *, is_turned: bool = False
) -> "Window | None":
    """The window, if one was asked for; `is_turned`: Black is below. Raises InputError where there is no screen."""
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
        raise wrong("no_window", error=error) from error


def _entered(text: str, *, is_key: bool = False) -> Entered:
    return Entered(text=text, at=monotonic_clock(), is_key=is_key)


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
