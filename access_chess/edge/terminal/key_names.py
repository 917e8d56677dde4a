"""The names of keys, from what a terminal sends for them: a sign is its own name, others are "up", "ctrl+left"."""

import re

PASTE = "paste"  # no key: what follows was pasted, up to a sequence that ends it
ESCAPE = "escape"

#: What a terminal sends behind Escape for one key (ECMA-48 5.4; xterm's ctlseqs; a second bracket is Linux's console).
_CSI = r"\[(?:\[|[0-?]*[ -/]*)"
_SS3 = r"O[\d;]*"
#: An escape sequence that is not whole yet; when a moment passes without more, Escape was pressed.
_BEGUN = re.compile(rf"\x1b(?:{_CSI}|{_SS3}|\x1b(?:{_CSI}|{_SS3})?)?")
_WHOLE = re.compile(rf"\x1b\x1b?(?:\[\[.|{_CSI}[@-~]|{_SS3}[A-Za-z])")
#: CSI and SS3 sequences: an optional number, an optional modifier, and a final letter.
_SEQUENCE = re.compile(
    r"\x1b(?P<alt>\x1b)?(?:\[(?P<number>\d*)(?:;(?P<modifier>\d+))?(?P<end>[A-Za-z~])|O(?P<ss3>[A-Z]))"
)
_LETTERS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end", "P": "F1", "Q": "F2"}
_NUMBERS = {
    "1": "home", "3": "delete", "4": "end", "7": "home", "8": "end", "11": "F1", "12": "F2", "200": PASTE,
}  # fmt: skip
_MODIFIERS = {2: "shift+", 3: "alt+", 5: "ctrl+"}
#: Windows' console sends two characters, the first one of these.
WINDOWS_FIRST = ("\x00", "\xe0")
_WINDOWS = {
    "H": "up", "P": "down", "M": "right", "K": "left", "G": "home", "O": "end", ";": "F1", "<": "F2",
    "\x8d": "ctrl+up", "\x91": "ctrl+down", "t": "ctrl+right", "s": "ctrl+left",
    "\x98": "alt+up", "\xa0": "alt+down", "\x9d": "alt+right", "\x9b": "alt+left",
}  # fmt: skip


def is_begun(pressed: str) -> bool:
    """Whether more of this key may follow."""
    return bool(_BEGUN.fullmatch(pressed))


def key_name(pressed: str) -> str:
    r"""The name of a key that is whole; of a sequence that nobody knows, "unknown".

    >>> key_name("k"), key_name("\x1b[A"), key_name("\x1b[1;5D"), key_name("\x1bOQ"), key_name("\x1b")
    ('k', 'up', 'ctrl+left', 'F2', 'escape')
    """
    if pressed and not pressed.strip("\x1b"):
        return ESCAPE
    found = _SEQUENCE.fullmatch(pressed)
    if found is None:
        return "unknown" if pressed.startswith("\x1b") else pressed
    letter, number = found["ss3"] or found["end"], found["number"]
    name = _NUMBERS.get(number, "unknown") if letter == "~" else _LETTERS.get(letter, "unknown")
    modifier = "alt+" if found["alt"] else _MODIFIERS.get(int(found["modifier"] or 1), "")
    return name if name == "unknown" else modifier + name


def typed_behind(pressed: str) -> str:
    r"""The signs of a beginning that is no longer key: Escape was pressed, and they were typed right after it.

    >>> typed_behind("\x1bN"), typed_behind("\x1bO-"), typed_behind("\x1b[15~")
    ('N', 'O-', '')
    """
    is_key = not pressed.startswith("\x1b") or _WHOLE.fullmatch(pressed) or pressed.startswith(("\x1b[", "\x1b\x1b["))
    return "" if is_key else pressed.lstrip("\x1b")


def without_keys(line: str) -> str:
    r"""A line without what keys have left in it, where the system's own line mode takes them for signs.

    >>> without_keys("\x1bNf\x1b[15~3\x1b[A")
    'Nf3'
    """
    return _WHOLE.sub("", line).replace("\x1b", "")


def windows_key_name(code: str) -> str:
    """The name of a key by the second of the two characters that Windows' console sends for it."""
    return _WINDOWS.get(code, "unknown")
