"""What stands over the moves of a tournament's scoresheet, asked before the first move where it was not given."""

import chess
import msgspec

from access_chess.laws.setup import Setup
from access_chess.notation.vocabulary import folded
from access_chess.requests.names import RequestName
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.game_series import Inbox
from access_chess.session.inbox import take
from access_chess.session.ports import LineReader

_OF_THE_EVENT = ("event", "site", "round")


class LeftError(Exception):
    """Who was asked wants to leave, or types no more."""


class Questioner:
    """Asks one thing after the other, a line each; an empty line leaves it out."""

    def __init__(self, inbox: Inbox, reader: LineReader, announcer: Announcer, language: PlayerLanguage) -> None:
        self._inbox = inbox
        self._reader = reader
        self._announcer = announcer
        self._language = language

    def complete(self, setup: Setup) -> Setup:
        """The setup with the names that lacked; without event, site and round nobody is asked for the other two.

        Raises LeftError.
        """
        players, occasion = setup.players, setup.occasion
        for color in chess.COLORS:
            if not players[color].name:
                name = self._asked(f"ask_{chess.COLOR_NAMES[color]}", chess.COLOR_NAMES[color])
                players = players.put(color, msgspec.structs.replace(players[color], name=name))
        if not any(getattr(occasion, key) for key in _OF_THE_EVENT):
            for key in _OF_THE_EVENT:
                occasion = msgspec.structs.replace(occasion, **{key: self._asked(f"ask_{key}", f"sheet_{key}")})
                if not occasion.event:
                    break
        return msgspec.structs.replace(setup, players=players, occasion=occasion)

    def _asked(self, question: str, name: str) -> str:
        pack = self._language.pack
        self._announcer.reply(pack.phrase(question), None)
        answer = self.line()
        if self._language.words.commands.get(folded(answer)) is RequestName.QUIT:
            raise LeftError
        if answer:
            self._announcer.reply(pack.phrase("asked_noted", name=pack.phrase(name), answer=answer), None)
        return answer

    def line(self) -> str:
        """The next line; a key that asks for something has nothing to ask for yet. Raises LeftError."""
        while True:
            self._reader.proceed()
            entry = take(self._inbox)
            if entry is None:
                raise LeftError
            if isinstance(entry, str):
                self._announcer.silence(None)
                return entry.strip()
