"""The language of a place, and another one by one word: a game is left, and taken up again in that. So it is left for a
lesson.
"""

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from access_chess.edge.packs.typed_words import load_language, told_words
from access_chess.edge.packs.voice_packs import (
    FileNames,
    VoicePackError,
    load_voice_pack,
    voice_pack_names,
    with_file_names,
)
from access_chess.edge.storage.settings import SettingsError, ToldOnce, keep_settings, kept_settings
from access_chess.notation.vocabulary import folded
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.leaving import Leaving
from access_chess.speech.announcement import Form
from access_chess.speech.language.voice_pack import VoicePack, trouble_words

T = TypeVar("T")


def language_of(voices: str, names: str, form: str) -> PlayerLanguage:
    """What the player is spoken to in, and understood in. Raises VoicePackError."""
    language = load_language(voices, Form(form))
    return replace(language, pack=with_file_names(language.pack, FileNames(names)))


class LanguageChoice:
    """Hears which language is asked for, by its name or its pack's; `chosen` is the pack, once it is.

    `lesson` is what was asked for last of the lessons, empty where it was their list.
    """

    def __init__(self, announcer: Announcer, pack: VoicePack) -> None:
        self._announcer = announcer
        self._pack = pack
        self.chosen: str | None = None
        self.lesson: str | None = None

    def tell(self) -> bool:
        """Say once which language this is and how another is asked for; whether that was now."""
        told = ToldOnce()
        is_new = RequestName.LANGUAGE not in told
        if is_new:
            self._tell_language()
            told.add(RequestName.LANGUAGE)
        return is_new

    def change(self, words: str, load: Callable[[str], T]) -> T | None:
        """What is loaded by the pack that these words name, which is told in itself; None where they name none.

        The place goes on, whatever cannot be read or kept.
        """
        try:
            name = self._named(words)
            if name is None:
                return None
            found, self._pack = load(name), load_voice_pack(name)
        except VoicePackError as error:
            self._announcer.reply(trouble_words(error, self._pack), None)
            return None
        self._keep(name)
        self._tell_language()
        return found

    def choose(self, request: Request) -> Leaving | None:
        """How the player leaves for a lesson, or where the language is one; else it is said what there is."""
        if request.name is RequestName.LEARN:
            self.lesson = request.words
            return Leaving.LESSON
        name = self._named(request.words)
        if name is None:
            return None
        self._keep(name)
        return Leaving.LANGUAGE

    def _named(self, words: str) -> str | None:
        """The pack that is meant; what there is to choose from is said where none is."""
        titles = {name: load_voice_pack(name).title for name in voice_pack_names()}
        asked = folded(words)
        named = next((name for name, title in titles.items() if asked in (folded(name), folded(title))), None)
        if named is None:
            listed = ", ".join(f"{name} {title}" for name, title in titles.items())
            self._announcer.reply(self._pack.phrase("language_missing", languages=listed), None)
        return named

    def _keep(self, name: str) -> None:
        """From now on; where it cannot be kept, for this time."""
        self.chosen = name
        try:
            keep_settings({**kept_settings(), "voices": name})
        except SettingsError as error:
            self._announcer.reply(trouble_words(error, self._pack), None)

    def _tell_language(self) -> None:
        word = told_words(self._pack.name)[RequestName.LANGUAGE]
        self._announcer.reply(self._pack.phrase("language_hint", word=word), None)
