"""A player's place at the loop, at which something may be typed and said."""

import io
from collections.abc import Sequence
from datetime import timedelta

import chess
from msgspec.structs import replace

from access_chess.conversation.rights import HIS_OWN, ArbiterRights
from access_chess.conversation.state import Dialogue
from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import Command, player
from access_chess.laws.game import Game
from access_chess.laws.setup import Setup
from access_chess.listening.lexicon import Lexicon
from access_chess.play.deeds import DEEDS, not_now
from access_chess.play.loop import Table
from access_chess.play.messages import ReadyCommand, TablePlace, Typed, Work, Worked
from access_chess.play.practising import practice_deeds
from access_chess.play.seat import PlayerSeat
from access_chess.play.table_games import OnlookerSeat
from access_chess.profile import Profile
from access_chess.requests.row import Here
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import SpokenWords
from access_chess.session.leaving import Leaving
from access_chess.session.ports import Output
from access_chess.session.record import begin_game
from access_chess.session.sheet_desk import Sheets
from tests.support.plain_analyst import PlainAnalyst

STEP = timedelta(milliseconds=1)


class AtLoop:
    """A table without threads, whose works are done at once."""

    def __init__(
        self,
        setup: Setup,
        announcer: Announcer,
        screen: io.StringIO,
        language: PlayerLanguage,
        profile: Profile,
        *,
        color: chess.Color | None = None,
        rights: ArbiterRights = HIS_OWN,
        lexicon: Lexicon | None = None,
        sees: Sequence[Output] = (),
    ) -> None:
        self.announcer, self.screen, self.journal = announcer, screen, Journal(None)
        self._works: list[tuple[int, Work]] = []
        self._now = timedelta()
        practises = profile is Profile.PRACTICE
        seat = PlayerSeat(
            language=language,
            dialogue=Dialogue(here=Here(profile=profile), color=color),
            deeds={**DEEDS, **(practice_deeds(lambda is_stopped: PlainAnalyst()) if practises else {})},
            others=not_now,
            sheets=Sheets(pack=language.pack, form=language.form),
            author=None if color is None else player(color),
            rights=rights,
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
