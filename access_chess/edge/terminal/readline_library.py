"""The system's line editor, GNU readline, called as its own manual's "alternate interface" tells: a key at a time.

Python's `input` holds the editor until Enter. Here one that waits for keys may also set a new prompt while a line is
being edited, which is how an announcement arrives without breaking what is half typed.
"""

import ctypes
import locale
import sys
from collections.abc import Callable
from contextlib import suppress

_LINE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_NEEDED = (
    "add_history", "rl_callback_handler_install", "rl_callback_handler_remove", "rl_callback_read_char",
    "rl_deprep_terminal", "rl_forced_update_display", "rl_prep_terminal", "rl_redisplay", "rl_resize_terminal",
    "rl_set_prompt", "rl_stuff_char",
)  # fmt: skip

_IN_BETWEEN = 0x80 | 0x100 | 0x400 | 0x200000  # readline.h: ISEARCH, NSEARCH, NUMERICARG, MULTIKEY


class Readline:
    """The editor of this process's one terminal; for one thread.

    `on_line` gets the bytes of each line that was entered, without its end; None is the end of the input.
    Raises ImportError or AttributeError where the system lacks it, or lacks a part of it.
    """

    def __init__(self, on_line: Callable[[bytes | None], None]) -> None:
        _count_letters()
        import readline  # sets the editor up, and leaves signals to Python

        library = ctypes.CDLL(readline.__file__)  # its functions are found in the module or in what that is linked with
        for name in _NEEDED:
            getattr(library, name)
        library.add_history.argtypes = library.rl_set_prompt.argtypes = [ctypes.c_char_p]
        library.rl_prep_terminal.argtypes = [ctypes.c_int]
        library.rl_callback_handler_install.argtypes = [ctypes.c_char_p, _LINE]
        self._library = library
        self._point = ctypes.c_int.in_dll(library, "rl_point")
        self._state = ctypes.c_ulong.in_dll(library, "rl_readline_state")
        self._end = ctypes.c_int.in_dll(library, "rl_end")
        with suppress(ValueError):  # of versions that have no such variable
            # each key comes through here: else a letter would take those behind it with it, an Escape among them
            ctypes.c_int.in_dll(library, "_rl_optimize_typeahead").value = 0
        self._free = ctypes.CDLL(None).free
        self._free.argtypes = [ctypes.c_void_p]
        self._on_line = on_line
        self._callback = _LINE(self._entered)  # kept: the library holds no reference of Python's

    def begin(self) -> None:
        """Take the terminal: no more echo but the editor's own."""
        self._library.rl_callback_handler_install(b"", self._callback)

    def end(self) -> None:
        """Give the terminal back as it was."""
        self._library.rl_callback_handler_remove()

    def read_key(self, pressed: bytes = b"") -> None:
        """Let the editor have these bytes, or read one itself when there is something."""
        for byte in pressed:
            self._library.rl_stuff_char(byte)
            self._library.rl_callback_read_char()
        if not pressed:
            self._library.rl_callback_read_char()

    @property
    def is_between(self) -> bool:
        """Whether the next key does not stand for itself: a search, a number or a longer key goes on."""
        return bool(self._state.value & _IN_BETWEEN)

    @property
    def is_line_begun(self) -> bool:
        """Whether something has been typed that was not entered."""
        return self._end.value > 0

    def go_to_end(self) -> int:
        """Put the cursor behind all that is typed; where it was, for `show_prompt`."""
        before = self._point.value
        self._point.value = self._end.value
        self._library.rl_redisplay()
        return before

    def show_prompt(self, prompt: bytes, point: int) -> None:
        """Draw the prompt at the cursor, in an empty row, with what is half typed behind it."""
        self._library.rl_set_prompt(prompt)
        self._point.value = point
        self._library.rl_forced_update_display()

    def resize(self) -> None:
        """The terminal has become wider or narrower."""
        self._library.rl_resize_terminal()

    def take_back(self) -> None:
        """The terminal was somebody else's for a while, a shell's after Control-Z: take it again, and draw."""
        self._library.rl_deprep_terminal()
        self._library.rl_prep_terminal(1)  # 1: keys above 127 are letters
        self._library.rl_forced_update_display()

    def _entered(self, line: int | None) -> None:
        self._library.rl_set_prompt(b"")  # the next row stays empty until there is something to say
        if line is None:
            self._on_line(None)
            return
        text = ctypes.string_at(line)
        self._free(line)
        if text:
            self._library.add_history(text)
        self._on_line(text)


def _count_letters() -> None:
    """Have C count letters where Python writes UTF-8: in a language that is not installed it would count bytes."""
    is_counted = locale.setlocale(locale.LC_CTYPE) not in ("C", "POSIX")
    if is_counted or sys.stdout.encoding.lower() != "utf-8":
        return
    with suppress(locale.Error):  # then long rows with such letters are drawn too short
        locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
