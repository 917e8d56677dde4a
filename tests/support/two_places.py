"""A player's place at the loop, and at a session with its console, to which the same may be typed and said."""

import io
from collections.abc import Sequence
from datetime import timedelta
from typing import Protocol

from msgspec.structs import replace

from access_chess.conversation.state import Dialogue
from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import Command, StartClock
from access_chess.laws.game import Game
from access_chess.laws.setup import Setup
from access_chess.listening.lexicon import Lexicon
from access_chess.play.deeds import DEEDS, not_now
from access_chess.play.loop import Table, TablePlace
from access_chess.play.messages import ReadyCommand, Typed, Work, Worked
from access_chess.play.practising import practice_deeds
from access_chess.play.seat import PlayerSeat
from access_chess.play.table_games import OnlookerSeat
from access_chess.profile import Profile
from access_chess.requests.row import Here
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.console import Console
from access_chess.session.game_in_play import GameInPlay
from access_chess.session.inbox import SpokenWords
from access_chess.session.leaving import Leaving
from access_chess.session.ports import Output
from access_chess.session.practice_console import PracticeConsole
from access_chess.session.seat_setup import Extras, SeatSetup
from access_chess.session.session import Session, begin_game
from access_chess.session.sheet_desk import Sheets
from tests.support.plain_analyst import PlainAnalyst

PATIENCE = 20.0  # seconds until a test gives up waiting for a thread
STEP = timedelta(milliseconds=1)


class Place(Protocol):
    """A place with all that it needs; what was written there since last asked is on its screen."""

    screen: io.StringIO
    journal: Journal
    announcer: Announcer
    left: Leaving | None

    @property
    def game(self) -> Game: ...

    @property
    def level(self) -> int: ...

    @property
    def is_asked(self) -> bool: ...

    def enter(self, line: str) -> list[str]:
        """What is written because of a line, in order."""
        ...

    def hear(self, spoken: SpokenWords) -> None:
        """Something was said here."""
        ...

    def order(self, command: Command) -> None:
        """A command that nobody has typed here."""
        ...

    def look(self) -> tuple[Dialogue, Game]:
        """How the conversation and the game stand."""
        ...

    def close(self) -> None: ...


class AtSession:
    """A console, whose session and announcer have threads of their own."""

    def __init__(
        self,
        setup: Setup,
        announcer: Announcer,
        screen: io.StringIO,
        language: PlayerLanguage,
        place: SeatSetup,
        *,
        lexicon: Lexicon | None = None,
        sees: Sequence[Output] = (),
    ) -> None:
        self.announcer, self.screen, self.journal = announcer, screen, Journal(None)
        self._session = Session(begin_game(self.journal, setup), self.journal, outputs=(announcer, *sees))
        levels = self._levels = [0]

        def extras(session: GameInPlay) -> Extras:
            return PracticeConsole(session, announcer, language, set_level=levels.append, color=place.color).extras

        place = replace(place, extras=extras) if place.profile is Profile.PRACTICE else place
        self._console = Console(self._session, announcer, language, place)
        if lexicon is not None:
            self._console.listen_by(lexicon)
        self._session.start()
        self.order(StartClock())
        self.left: Leaving | None = None

    @property
    def game(self) -> Game:
        return self._session.game

    @property
    def level(self) -> int:
        return self._levels[-1]

    @property
    def is_asked(self) -> bool:
        return self._console.is_asked

    def enter(self, line: str) -> list[str]:
        self.screen.seek(0)
        self.screen.truncate()
        self.left = self._console.enter(line)
        assert self._session.settle(PATIENCE)
        return self.screen.getvalue().splitlines()

    def hear(self, spoken: SpokenWords) -> None:
        self.left = self._console.hear(spoken)
        assert self._session.settle(PATIENCE)

    def look(self) -> tuple[Dialogue, Game]:
        return self._console.dialogue, self._session.game

    def order(self, command: Command) -> None:
        self._session.submit(command)
        assert self._session.settle(PATIENCE)

    def close(self) -> None:
        self._session.close()
        self.journal.close()


class AtLoop:
    """A table without threads, whose works are done at once."""

    def __init__(
        self,
        setup: Setup,
        announcer: Announcer,
        screen: io.StringIO,
        language: PlayerLanguage,
        place: SeatSetup,
        *,
        lexicon: Lexicon | None = None,
        sees: Sequence[Output] = (),
    ) -> None:
        self.announcer, self.screen, self.journal = announcer, screen, Journal(None)
        self._works: list[tuple[int, Work]] = []
        self._now = timedelta()
        practises = place.profile is Profile.PRACTICE
        seat = PlayerSeat(
            language=language,
            dialogue=Dialogue(here=Here(profile=place.profile), color=place.color),
            deeds={**DEEDS, **(practice_deeds(lambda is_stopped: PlainAnalyst()) if practises else {})},
            others=not_now,
            sheets=Sheets(pack=language.pack, form=language.form),
            author=place.author,
            rights=place.rights,
            lexicon=lexicon,
        )
        onlookers = (TablePlace(seat=OnlookerSeat(output=each)) for each in sees)
        places = [TablePlace(seat=seat, voice=announcer), *onlookers]
        self._table = Table(
            begin_game(self.journal, setup), self.journal, places,
            work=lambda seat, work: self._works.append((seat, work)),
        )  # fmt: skip
        announcer.ask_by(lambda: self._seat.waits_since(self._table.game))
        self._table.open(self._now)

    @property
    def _seat(self) -> PlayerSeat:
        seat = self._table.seat(0)
        assert isinstance(seat, PlayerSeat)
        return seat

    @property
    def game(self) -> Game:
        return self._table.game

    @property
    def level(self) -> int:
        return self._seat.level

    @property
    def is_asked(self) -> bool:
        return self._seat.dialogue.is_asked(self._table.game)

    @property
    def left(self) -> Leaving | None:
        return self._table.leaving

    @left.setter
    def left(self, _: Leaving | None) -> None: ...

    def enter(self, line: str) -> list[str]:
        self.screen.seek(0)
        self.screen.truncate()
        self._now += STEP
        self._table.turn(Typed(line=line, at=self._now))
        while self._works:
            seat, work = self._works.pop(0)
            self._table.turn(Worked(work=work, found=work.job(lambda: False), at=self._now, seat=seat))
        return self.screen.getvalue().splitlines()

    def hear(self, spoken: SpokenWords) -> None:
        self._table.turn(replace(spoken, at=self._now))

    def look(self) -> tuple[Dialogue, Game]:
        return self._seat.dialogue, self._table.game

    def order(self, command: Command) -> None:
        self._table.turn(ReadyCommand(command=command, at=self._now))

    def close(self) -> None:
        self.journal.close()
