"""What is asked before a game, a line each: the names over a scoresheet, whether to play unkept, who is to speak."""

import contextlib
from functools import partial
from typing import TYPE_CHECKING

import chess
import msgspec

from access_chess.edge.screen_reader import Speech, screen_reader_among
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.settings import keep_settings, kept_settings
from access_chess.edge.terminal.opening import Terminal
from access_chess.laws.setup import Setup
from access_chess.notation.vocabulary import folded
from access_chess.requests.names import RequestName
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.disk import begun
from access_chess.session.inbox import Inbox, line_of, take
from access_chess.session.ports import JournalError, LineReader
from access_chess.session.record import Record, begin_game
from access_chess.speech.language.voice_pack import trouble_words

if TYPE_CHECKING:
    from access_chess.wiring.table import TableParts

_OF_THE_EVENT = ("event", "site", "round")
_SPEAKERS = {"1": Speech.OWN, "2": Speech.SCREEN_READER}


class LeftError(Exception):
    """The player who was asked wants to leave, or types no more; with which exit status the program ends."""

    def __init__(self, status: int = 0) -> None:
        super().__init__(status)
        self.status = status


class Questioner:
    """Asks one thing after the other, a line each; an empty line leaves it out."""

    def __init__(self, inbox: Inbox, reader: LineReader, announcer: Announcer, language: PlayerLanguage) -> None:
        self._inbox = inbox
        self._reader = reader
        self._announcer = announcer
        self._language = language

    def complete(self, setup: Setup) -> Setup:
        """The setup with the names that lacked, and of the event its name; site and round are asked for by nobody.

        The word for going back asks the question before again. Raises LeftError.
        """
        keys: list[str] = [chess.COLOR_NAMES[color] for color in chess.COLORS if not setup.players[color].name]
        if not any(getattr(setup.occasion, key) for key in _OF_THE_EVENT):
            keys.append("event")
        answers: dict[str, str] = {}
        while len(answers) < len(keys):
            answer = self._asked(keys[len(answers)])
            if answer is not None:
                answers[keys[len(answers)]] = answer
            elif answers:
                answers.popitem()
        players = setup.players
        for color in chess.COLORS:
            if name := answers.get(chess.COLOR_NAMES[color]):
                players = players.put(color, msgspec.structs.replace(players[color], name=name))
        occasion = msgspec.structs.replace(setup.occasion, event=answers.get("event", setup.occasion.event))
        return msgspec.structs.replace(setup, players=players, occasion=occasion)

    def _asked(self, key: str) -> str | None:
        """The answer to one question; None: the question before is wanted. Help and a repetition are no answers."""
        pack = self._language.pack
        self._announcer.reply(pack.phrase(f"ask_{key}"), None)
        while True:
            answer = self.line()
            match self._language.words.commands.get(folded(answer)) if len(answer) > 1 or answer == "?" else None:
                case RequestName.QUIT:
                    raise LeftError
                case RequestName.TAKE_BACK | RequestName.DICTATE_BACK:
                    return None
                case RequestName.HELP:
                    self._announcer.reply(pack.phrase("ask_help"), None)
                case RequestName.REPEAT:
                    self._announcer.reply(pack.phrase(f"ask_{key}"), None)
                case _:
                    if answer:
                        name = pack.phrase(key if key in chess.COLOR_NAMES else f"sheet_{key}")
                        self._announcer.reply(pack.phrase("asked_noted", name=name, answer=answer), None)
                    return answer

    def begin(self, journal: Journal, setup: Setup) -> Record:
        """A new game; where the disk does not take it, it is asked whether to play without keeping it."""
        return begun(
            partial(begin_game, journal, setup), agree=self.agree_unkept, go_on_in_memory=journal.go_on_in_memory
        )

    def agree_unkept(self, error: JournalError) -> None:
        """Say that nothing can be kept here, and why. Raises LeftError where the player would not play so."""
        self._announcer.reply(trouble_words(error, self._language.pack), None)
        with contextlib.suppress(LeftError):
            if self.agrees("ask_unkept_begin"):
                return
        raise LeftError(2)

    def settle_speech(self, speaker: Speaker, terminal: Terminal) -> None:
        """Ask who speaks, where two voices would and nobody has chosen; the answer is kept.

        The question is only written: the screen reader reads it, and nothing speaks at the same time. Raises LeftError
        where nothing more is typed, and SettingsError where the answer cannot be kept.
        """
        if not speaker.is_audible or not terminal.is_typed:
            return
        from access_chess.edge.screen_reader import running_programs

        reader = screen_reader_among(running_programs())
        if reader is None:
            return
        speaker.set_words(False)
        question = self._language.pack.phrase("ask_speech", reader=reader)
        self._announcer.reply(question, None)
        while (answer := _SPEAKERS.get(self.line())) is None:
            self._announcer.reply(question, None)
        keep_settings({**kept_settings(), "speech": answer.value})
        speaker.set_words(answer is Speech.OWN)
        self._announcer.reply(self._language.pack.phrase("speech_kept"), None)

    def agrees(self, phrase: str) -> bool:
        """The answer to a question, which is asked again until it is yes or no. Raises LeftError."""
        while True:
            self._announcer.reply(self._language.pack.phrase(phrase), None)
            name = self._language.words.commands.get(folded(self.line()))
            if name in (RequestName.YES, RequestName.NO, RequestName.QUIT):
                return name is RequestName.YES

    def line(self) -> str:
        """The next line; a key that asks for something has nothing to ask for yet. Raises LeftError."""
        while True:
            self._reader.proceed()
            entry = take(self._inbox)
            if entry is None:
                raise LeftError
            if (line := line_of(entry)) is not None:
                self._announcer.silence(None)
                return line.strip()


def questioner_at(parts: "TableParts", terminal: Terminal) -> Questioner:
    """What asks at a table before there is a game; a window is not shown yet, and lines come from the terminal."""
    return Questioner(parts.inbox, terminal, parts.announcer, parts.language)
