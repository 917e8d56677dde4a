"""What only a player who practises may ask: pawns, what-if, hints, the engine's level, and all of exploring."""

from collections.abc import Callable, Mapping

import chess

from access_chess.practice.analysis import Analyst
from access_chess.practice.engine import HIGHEST_LEVEL
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.explorer import EXPLORED, Explorer, Exploring, pawns_told, what_if_told
from access_chess.session.game_in_play import GameInPlay
from access_chess.session.ports import Pointing
from access_chess.session.practising.advisor import Advisor
from access_chess.session.seat_setup import Extras
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart


class PracticeConsole:
    """Answers to one player; `extras` is what the player's console gets of it. `set_level` takes 1 to 10; without an
    `analyst` nobody explains moves.
    """

    def __init__(
        self,
        session: GameInPlay,
        announcer: Announcer,
        language: PlayerLanguage,
        *,
        set_level: Callable[[int], None],
        color: chess.Color | None = None,
        pointing: Pointing | None = None,
        analyst: Analyst | None = None,
    ) -> None:
        self._session = session
        self._announcer = announcer
        self._language = language
        self._pack = language.pack
        self._set_level = set_level
        self._advisor = Advisor(session, announcer, language, analyst, pointing)
        self._explorer = Explorer(session, announcer, Exploring(pack=language.pack, color=color), pointing)

    @property
    def extras(self) -> Extras:
        """The requests of this console, and its single keys."""
        requests = {**dict.fromkeys(EXPLORED, self._explorer.ask), **self._advisor.requests, **self._requests}
        return Extras(requests=requests, keys=self._explorer)

    @property
    def _requests(self) -> Mapping[RequestName, Callable[[Request], None]]:
        return {
            RequestName.PAWNS: self._pawns,
            RequestName.WHAT_IF: self._what_if,
            RequestName.LEVEL: self._level,
        }

    def _pawns(self, request: Request) -> None:
        for part in pawns_told(self._session.game, request.file, self._pack):
            self._say(part)

    def _what_if(self, request: Request) -> None:
        assert request.move is not None, "a question about no move is not finished"
        self._say(what_if_told(self._session.game, request.move, self._language))

    def _level(self, request: Request) -> None:
        level, told = level_asked(request, self._pack)
        if level is not None:
            self._set_level(level)
        self._say(told)

    def _say(self, part: SpokenPart) -> None:
        self._session.once_told(self._announcer, lambda: self._announcer.reply(part, None))


def level_asked(request: Request, pack: VoicePack) -> tuple[int | None, SpokenPart]:
    """The level of the next game, if there is such a one, and what is said of it."""
    if request.number is not None and 1 <= request.number <= HIGHEST_LEVEL:
        return request.number, pack.phrase("level_set", level=request.number)
    return None, pack.phrase("level_missing", most=HIGHEST_LEVEL)
