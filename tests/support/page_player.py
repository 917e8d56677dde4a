"""Somebody at a page in a real browser, who has nothing but a keyboard and hears what the live regions say."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, sync_playwright

from tests.support.programs_of_others import leave_out

Found = TypeVar("Found")

PATIENCE = 30.0  # seconds until a test gives up waiting for a page

#: Set before any script of the page: what the regions say, sentence by sentence, from their first change on; and who
#: waits for one of these. Texts that come within a moment are one announcement, and which do is a matter of time.
LISTEN = """
window.heard = [];
{
    const waiting = new Set();
    window.hears = (text, after, patience) => new Promise((tell) => {
        const look = () => {
            if (!window.heard.slice(after).some((each) => each.includes(text))) return;
            waiting.delete(look);
            tell(true);
        };
        waiting.add(look);
        setTimeout(tell, patience, false);
        look();
    });
    const said = (region, text) => {
        window.heard.push(...text.replace(/[.]$/, "").split(". ").map((sentence) => `${region}: ${sentence}`));
        for (const look of waiting) look();
    };
    document.addEventListener("DOMContentLoaded", () => {
        for (const id of ["now", "aside"]) {
            const place = document.getElementById(id);
            if (place.textContent) said("not empty at first", place.textContent);
            new MutationObserver((changes) => {
                for (const node of changes.flatMap((change) => [...change.addedNodes]))
                    said(id, node.textContent.replace(/\\u00a0+$/, ""));
            }).observe(place, { childList: true, characterData: true, subtree: true });
        }
    });
}
"""
FIRST_LOOK, LATER_LOOK = 0.01, 0.1  # seconds between two looks at a page
LONGEST_LOOK = 5.0  # seconds until it is looked whether there is patience left


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium without a screen; where it lacks, the test is left out, but never in the gate.

    Debian has one without windows and bars of its own, which are drawn without a screen too: a page in it takes half.
    """
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if found is None:
        leave_out("there is no Chromium here: apt-get install chromium", "REQUIRE_BROWSER")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


#: Empty pages without cookies that those have left who are done, by browser and locale. A new process of Chromium's for
#: each player would take more than all that most tests do.
_LEFT: WeakKeyDictionary[Browser, dict[str, list[Page]]] = WeakKeyDictionary()


def _new_page(browser: Browser, locale: str, options: dict[str, Any]) -> Page:
    context = browser.new_context(locale=locale, **options)
    context.add_init_script(LISTEN)
    return context.new_page()


class PagePlayer:
    """One page of one visitor, with cookies of its own."""

    def __init__(self, browser: Browser, address: str, *, locale: str = "en-GB", **options: Any) -> None:
        self.address = address
        self._left = None if options else _LEFT.setdefault(browser, {}).setdefault(locale, [])
        self.page = self._left.pop() if self._left else _new_page(browser, locale, options)
        self.context = self.page.context
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._notice)

    def _notice(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(message.text)

    def open(self, path: str) -> None:
        """Go to a page of the hall."""
        self.page.goto(self.address + path)

    def follow(self, selector: str) -> None:
        """Click, and wait for the page that comes: without a script each click brings one."""
        with self.page.expect_navigation():
            self.page.click(selector)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def enter(self, line: str) -> None:
        """Type a line where the focus is, and press Enter."""
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")

    def tab_to(self, name: str) -> None:
        """Press Tab until the focus is on what is so called."""
        for _ in range(80):
            if self.focused() == name:
                return
            self.press("Tab")
        raise AssertionError(f"no stop of the Tab key is called {name!r}")

    def focused(self) -> str:
        """What has the focus: its label, its name, or its text."""
        return str(
            self.page.evaluate(
                "() => { const it = document.activeElement; return it.getAttribute('aria-label')"
                " || (it.labels && it.labels.length && it.labels[0].innerText.trim()) || it.innerText.trim(); }"
            )
        )

    @property
    def heard(self) -> list[str]:
        """What was announced on this page, sentence by sentence, each with its region."""
        try:
            return list(self.page.evaluate("() => window.heard") or [])
        except Error:  # the page is being loaded anew
            return []

    def hears(self, text: str, *, after: int = 0) -> list[str]:
        """Wait until something with this text is announced behind so many announcements; all that is heard then."""
        until = time.monotonic() + PATIENCE
        while not self._hears(text, after):
            assert time.monotonic() < until, f"{text!r} is not heard after {PATIENCE} seconds: {self.heard!r}"
        return self.heard

    def _hears(self, text: str, after: int) -> bool:
        try:
            look = "([text, after, patience]) => window.hears(text, after, patience)"
            return bool(self.page.evaluate(look, [text, after, 1000 * LONGEST_LOOK]))
        except Error:  # the page is being loaded anew
            time.sleep(FIRST_LOOK)
            return False

    def hears_more_than(self, count: int) -> int:
        """Wait until more than so many sentences have been heard; how many they are then."""
        return len(self.until(lambda: self.heard, lambda heard: len(heard) > count))

    def let_the_question_stand(self) -> None:
        """Wait as long as a key counts as one that was down before the question came; most of it has often passed."""
        since = "typeof askedAt == 'number' ? askedAt : shownAt"  # at a game or a lesson; at a desk
        look = f"() => document.readyState == 'complete' && performance.now() - ({since}) > HELD"
        self.until(lambda: self.page.evaluate(look))

    def until(self, look: Callable[[], Found], is_right: Callable[[Found], bool] = bool) -> Found:
        """Look again and again until it is right; what it is then."""
        until, pause = time.monotonic() + PATIENCE, FIRST_LOOK
        while not is_right(found := look()):
            assert time.monotonic() < until, f"not right after {PATIENCE} seconds: {found!r}"
            time.sleep(pause)
            pause = min(1.5 * pause, LATER_LOOK)  # each look keeps three processes busy
        return found

    def close(self) -> None:
        """Close the page; nothing in it may have gone wrong."""
        if self._left is None:
            self.context.close()
        else:
            fresh = self.context.new_page()  # what a page keeps of its session goes with it
            self.page.close()
            self.context.clear_cookies()
            self._left.append(fresh)
        assert not self.problems, self.problems
