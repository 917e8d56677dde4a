"""A blind player at a terminal: types, hears and feels what comes back, and compares it with what was said."""

import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.screen_readers.rig import Rig
from tests.screen_readers.speech_server import Fate
from tests.support.golden import GOLDEN

ATTEMPTS = 3
KEPT = "is kept as number"
NAMES_OF_KEYS = ("left shift", "return", "space", "backspace")


class Reader:
    """Runs `access-chess` in a terminal of the rig; the transcript is what the program says itself.

    A command that writes none is given one, of what it is to say.
    """

    def __init__(
        self, rig: Rig, folder: Path, *arguments: str, first: str, has_sound: bool = False,
        voices: str = "en", transcript: Path | None = None,
    ) -> None:  # fmt: skip
        self._rig = rig
        home = Path(tempfile.mkdtemp(dir=folder))
        self._transcript = transcript or home / "transcript"
        before = len(rig.spoken)
        written = () if transcript else ("--transcript", str(self._transcript))
        options = ("--voices", voices, *written, *(() if has_sound else ("--no-sound",)))
        rig.run("-m", "access_chess", *arguments, *options, home=home)
        rig.until_heard(first, before)
        self._begun = next(
            number for number, each in enumerate(rig.spoken[before:], before) if self.said[0] in evened(each.text)
        )

    def answer(self, line: str, words: str, *, by_letter: bool = False) -> None:
        """Type a line and Enter, and listen until these words have been said; `by_letter` to each letter as well."""
        before = len(self._rig.spoken)
        if by_letter:
            for number in range(len(line)):
                self._hear_letter(line[: number + 1])
        elif line:
            self._rig.type(line)
            self._rig.until_typed(line)
        self._rig.press("Return")
        self._rig.until_heard(words, before)

    def _hear_letter(self, typed: str) -> None:
        before = len(self._rig.spoken)
        self._rig.hold(typed[-1], typed)
        heard = self._rig.until(
            lambda: [each.text.strip() for each in self._rig.spoken[before:]], f"heard {typed[-1]!r}"
        )
        assert heard == [typed[-1]]

    def leave(self, words: str = KEPT) -> None:
        """Type `quit`, and hear these words, that the game is kept."""
        self.answer("quit", words)

    @property
    def said(self) -> list[str]:
        """What the program has said, line by line."""
        return self._transcript.read_text(encoding="utf-8").splitlines()

    @property
    def heard(self) -> list[str]:
        """What was given to the synthesiser since the program began, without the echo of keys and of the shell."""
        lines = [evened(line) for line in self._rig.heard(self._begun)]
        said = set(self.said)
        return [line for line in lines if line in said or not is_echo(line)]

    @property
    def not_finished(self) -> list[str]:
        """Announcements that a key, or anything else, has cut or kept from being said."""
        texts = [each for each in self._rig.spoken[self._begun :] if each.fate is not Fate.SAID]
        said = set(self.said)
        return [each.text for each in texts if any(evened(line) in said for line in each.text.splitlines())]


def played(scene: Callable[[], Reader]) -> Reader:
    """A scene in which everything is said and heard once.

    Orca looks where the cursor is when it reads an insertion of several rows (`insertedText` of its terminal script):
    on a loaded machine the cursor has gone on by then, and it reads a line twice. So a scene may be played again.
    """
    for _ in range(ATTEMPTS):
        reader = scene()
        if reader.heard == reader.said:
            break
    return reader


def golden(name: str) -> list[str]:
    """What is heard in a scene, line by line, as it is kept."""
    return golden_file(name).read_text(encoding="utf-8").splitlines()


def golden_file(name: str) -> Path:
    """Where it is kept what is heard in a scene."""
    return GOLDEN / "screen_readers" / f"{name}.txt"


def evened(line: str) -> str:
    """Without the blanks that fill a row up."""
    return re.sub(" +", " ", line).strip()


def is_echo(line: str) -> bool:
    """Whether it is what a key is called, or a part of what was typed."""
    return line in NAMES_OF_KEYS or " " not in line
