"""A blind player at a page: a browser, a keyboard, and what the screen reader makes of the page."""

import time
from collections.abc import Callable

from tests.screen_readers.reading import is_echo
from tests.screen_readers.rig import Rig
from tests.screen_readers.speech_server import Fate, Spoken

#: What the screen reader tells of itself and of the browser, sooner or later than what else is said, and now and then
#: not at all.
CHATTER = ("Text unselected.", "Selection deleted.", "Loading.  Please wait.", "Browse mode", "Focus mode")

LOST = 20.0  # seconds after which it is asked again


class PageReader:
    """Opens a page of the hall, whose last words are these, in a browser of the rig.

    A long page is not heard to its end: a key cuts it.
    """

    def __init__(self, rig: Rig, address: str, *, last: str, is_long: bool = False) -> None:
        self._rig = rig
        self._begun = len(rig.spoken)
        rig.open_page(address)
        rig.until_heard(last, self._begun)
        if is_long:
            rig.press("Control_L")
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

        def act() -> None:
            for key in keys:
                self._rig.press(key)

        self._ask(act, words)

    def tab_to(self, words: str) -> None:
        """Go on by the Tab key until this is heard: where a page with nothing in focus is entered is Orca's affair."""
        before = len(self._rig.spoken)
        for _ in range(30):
            if self._rig.has_heard(words, before):
                return
            self._rig.press("Tab")
            self._rig.until_silent()
        raise AssertionError(f"no stop of the Tab key is called {words!r}")

    def enter(self, line: str, words: str) -> None:
        """Type a line and Enter, and listen until these words have been said."""
        self._ask(lambda: self._rig.type(f"{line}\n"), words)

    def _ask(self, act: Callable[[], object], words: str) -> None:
        """Do it, and once more where nothing is said for long: on a loaded machine Orca drops what floods it.

        What is done twice is heard twice, and is no golden transcript; so this helps only where nothing was done.
        """
        before, end = len(self._rig.spoken), time.monotonic() + LOST
        act()
        while not self._rig.has_heard(words, before) and time.monotonic() < end:
            time.sleep(0.05)
        if not self._rig.has_heard(words, before):
            act()
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
