"""A blind player at a terminal: types, hears and feels what comes back, and compares it with what was said."""

import re
from pathlib import Path

from tests.screen_readers.rig import Rig
from tests.screen_readers.speech_server import Fate

NAMES_OF_KEYS = ("left shift", "return", "space", "backspace")


class Reader:
    """Runs `access-chess` in a terminal of the rig; the transcript is what the program says itself."""

    def __init__(self, rig: Rig, folder: Path, *arguments: str, first: str) -> None:
        self._rig = rig
        self._transcript = folder / "transcript"
        before = len(rig.spoken)
        rig.run("-m", "access_chess", *arguments, "--no-sound", "--voices", "en", "--transcript", str(self._transcript))
        rig.until_heard(first, before)
        self._begun = next(
            number for number, each in enumerate(rig.spoken[before:], before) if self.said[0] in each.text
        )

    def answer(self, line: str, words: str) -> None:
        """Type a line and Enter, and listen until these words have been said."""
        before = len(self._rig.spoken)
        self._rig.type(line)
        if line:
            self._rig.until_typed(line)
        self._rig.press("Return")
        self._rig.until_heard(words, before)

    def leave(self) -> None:
        """Type `quit`, and hear that the game is kept."""
        self.answer("quit", "is kept as number")

    @property
    def said(self) -> list[str]:
        """What the program has said, line by line."""
        return self._transcript.read_text(encoding="utf-8").splitlines()

    @property
    def heard(self) -> list[str]:
        """What was given to the synthesiser since the program began, without the echo of keys and of the shell."""
        lines = [_evened(line) for line in self._rig.heard(self._begun)]
        said = set(self.said)
        return [line for line in lines if line in said or not _is_echo(line)]

    @property
    def missed(self) -> list[str]:
        """What was said and never heard; where many lines come, a screen reader may read some of them twice."""
        heard = set(self.heard)
        return [line for line in self.said if line not in heard]

    @property
    def not_finished(self) -> list[str]:
        """Announcements that a key, or anything else, has cut or kept from being said."""
        texts = [each for each in self._rig.spoken[self._begun :] if each.fate is not Fate.SAID]
        said = set(self.said)
        return [each.text for each in texts if any(_evened(line) in said for line in each.text.splitlines())]


def _evened(line: str) -> str:
    """Without the blanks that fill a row up."""
    return re.sub(" +", " ", line).strip()


def _is_echo(line: str) -> bool:
    return line in NAMES_OF_KEYS or " " not in line
