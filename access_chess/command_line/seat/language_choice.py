"""Another language by one word: the game is left, and taken up again in the language that was chosen."""

from dataclasses import replace

from access_chess.command_line.options.defaults import is_language_guessed
from access_chess.edge.packs.typed_words import told_words
from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.edge.storage.settings import keep_settings, kept_settings
from access_chess.notation.vocabulary import folded
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.announcer import Announcer
from access_chess.session.game_in_play import GameInPlay
from access_chess.session.leaving import Leaving
from access_chess.session.seat_setup import Extras, SeatSetup
from access_chess.speech.language.voice_pack import VoicePack


class LanguageChoice:
    """Hears at a place which language is asked for, by its name or its pack's; `chosen` is the pack, once it is."""

    def __init__(self, announcer: Announcer, pack: VoicePack) -> None:
        self._announcer = announcer
        self._pack = pack
        self.chosen: str | None = None

    def at(self, seat: SeatSetup) -> SeatSetup:
        """The place, where a language may be asked for besides."""

        def extras(session: GameInPlay) -> Extras:
            own = seat.extras(session)
            return Extras(requests={**own.requests, RequestName.LANGUAGE: self._choose}, keys=own.keys)

        return replace(seat, extras=extras)

    def tell(self) -> None:
        """Say which language this is and how another is asked for, where nobody has chosen one."""
        if is_language_guessed():
            word = told_words(self._pack.name)[RequestName.LANGUAGE]
            self._announcer.reply(self._pack.phrase("language_hint", word=word), None)

    def _choose(self, request: Request) -> Leaving | None:
        titles = {name: load_voice_pack(name).title for name in voice_pack_names()}
        asked = folded(request.words)
        named = [name for name, title in titles.items() if asked in (folded(name), folded(title))]
        if not named:
            listed = ", ".join(f"{name} {title}" for name, title in titles.items())
            self._announcer.reply(self._pack.phrase("language_missing", languages=listed), None)
            return None
        self.chosen = named[0]
        keep_settings({**kept_settings(), "voices": self.chosen})
        return Leaving.LANGUAGE
