"""The language of a clock, which may be changed while the clock runs: nothing of it stops for that."""

from collections.abc import Callable

from access_chess.conversation.clock_language import ClockLanguage
from access_chess.requests.names import RequestName
from access_chess.requests.slots import split_phrase
from access_chess.session.announcer import Announcer
from access_chess.speech.language.voice_pack import VoicePack


class SpokenLanguage:
    """What a clock speaks and understands now, for all who talk to its players.

    `find` gives the language that is meant by these words, and tells it; None where they mean none, which it tells too.
    """

    def __init__(
        self, language: ClockLanguage, announcer: Announcer, *, find: Callable[[str], ClockLanguage | None]
    ) -> None:
        self.now = language
        self._announcer = announcer
        self._find = find

    @property
    def pack(self) -> VoicePack:
        """What it speaks with."""
        return self.now.player.pack

    def change(self, words: str) -> None:
        """Another language from now on, if these words mean one."""
        found = self._find(words)
        if found is not None:
            self.now = found
            self._announcer.speak(found.player.pack)

    def asked(self, line: str) -> str | None:
        """What follows the word that asks for another language; None where a line is something else."""
        name, words = split_phrase(line, self.now.player.words.commands)
        return words if name is RequestName.LANGUAGE else None
