"""Who speaks where a screen reader runs: one of two voices, never both."""

from collections.abc import Iterable
from enum import StrEnum


class Speech(StrEnum):
    """The program's own voice; the user's screen reader, beside the program's short sounds; or writing alone."""

    OWN = "own"
    SCREEN_READER = "screen-reader"
    NONE = "none"


#: what a screen reader calls itself, by the program that runs, in small letters and without ".exe"
SCREEN_READERS = {
    "orca": "Orca",
    "espeakup": "Speakup",
    "fenrir": "Fenrir",
    "nvda": "NVDA",
    "jfw": "JAWS",
    "narrator": "Narrator",
    "voiceover": "VoiceOver",
}


def screen_reader_among(programs: Iterable[str]) -> str | None:
    """The name of the first screen reader among programs that run; None: there is none.

    >>> screen_reader_among(["explorer.exe", "nvda.exe"]), screen_reader_among(["bash", "VoiceOver"])
    ('NVDA', 'VoiceOver')
    """
    names = (program.lower().removesuffix(".exe") for program in programs)
    return next((SCREEN_READERS[name] for name in names if name in SCREEN_READERS), None)
