"""A blind player at a page: a browser, a keyboard, and what the screen reader makes of the page."""

from collections.abc import Callable

from tests.screen_readers.reading import is_echo
from tests.screen_readers.rig import Rig
from tests.screen_readers.speech_server import Fate, Spoken

#: What the screen reader tells of itself and of the browser, sooner or later than what else is said, and now and then
#: not at all.
CHATTER = ("Text unselected.", "Loading.  Please wait.", "Browse mode", "Focus mode")


class PageReader:
    """Opens a page of the hall, whose last words are these, in a browser of the rig."""

    def __init__(self, rig: Rig, address: str, *, last: str) -> None:
        self._rig = rig
        self._begun = len(rig.spoken)
        rig.open_page(address)
        rig.until_heard(last, self._begun)
        rig.until_silent()

    def forget(self) -> None:
        """What was heard up to now is what every page has."""
        self._begun = len(self._rig.spoken)

    def hear(self, happen: Callable[[], None], words: str) -> None:
        """Let something happen elsewhere, and listen until these words have been said."""
        before = len(self._rig.spoken)
        happen()
        self._rig.until_heard(words, before)

    def press(self, *keys: str, words: str) -> None:
        """Press keys, and listen until these words have been said."""
        before = len(self._rig.spoken)
        for key in keys:
            self._rig.press(key)
        self._rig.until_heard(words, before)

    def enter(self, line: str, words: str) -> None:
        """Type a line and Enter, and listen until these words have been said."""
        before = len(self._rig.spoken)
        self._rig.type(f"{line}\n")
        self._rig.until_heard(words, before)

    @property
    def heard(self) -> list[str]:
        """What was given to the synthesiser, without the echo of keys."""
        return [each.text.strip() for each in self._texts()]

    @property
    def not_finished(self) -> list[str]:
        """What a key, or anything else, has cut or kept from being said."""
        return [each.text for each in self._texts() if each.fate is not Fate.SAID]

    @property
    def echoed(self) -> str:
        """The letters that were typed, as they were said back."""
        texts = [each.text.strip() for each in self._rig.spoken[self._begun :] if not each.is_key]
        return "".join(text for text in texts if len(text) == 1)

    def _texts(self) -> list[Spoken]:
        texts = [each for each in self._rig.spoken[self._begun :] if not each.is_key and each.text not in CHATTER]
        return [each for each in texts if not is_echo(each.text.strip())]
