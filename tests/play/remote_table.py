"""A table whose other player is at another machine: without threads, by a clock that is set."""

import io
import queue
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import chess

from access_chess.conversation.state import Dialogue
from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import Command, PlayMove, PressClock, player
from access_chess.laws.game import Game
from access_chess.play.copied import CopiedGame
from access_chess.play.deeds import DEEDS, not_now
from access_chess.play.loop import Table
from access_chess.play.messages import LATE, Participant, ReadyCommand, TablePlace, Typed, Woken
from access_chess.play.seat import Deed, PlayerSeat
from access_chess.play.table_games import OnlookerSeat, TableFromOutside
from access_chess.play.time_teller import Watch
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.row import Here
from access_chess.session.announcer import Announcer
from access_chess.session.record import Record
from access_chess.session.sheet_desk import Sheets
from access_chess.speech.telling.narration import NarrationSettings
from tests.play.at_table import LANGUAGE, PACK, Ears

SECOND = timedelta(seconds=1)


@dataclass
class Watched:
    """A clock that is set."""

    now: timedelta = timedelta()

    def __call__(self) -> timedelta:
        return self.now


@dataclass
class RemoteTable:
    """What is posted to the table waits for the next message, as it waits for the loop."""

    table: Table
    journal: Journal
    clock: Watched
    screen: io.StringIO
    trouble: list[Exception]
    inbox: "queue.SimpleQueue[Any]" = field(default_factory=queue.SimpleQueue)

    @property
    def outside(self) -> TableFromOutside:
        return TableFromOutside(self.table, self.inbox, self.clock)

    @property
    def game(self) -> Game:
        return self.table.game

    def do_all(self) -> None:
        """Do what has come in."""
        while not self.inbox.empty():
            self.table.turn(self.inbox.get())

    def wait(self, seconds: float) -> None:
        """So much time goes by, and the table is woken when it wants to be."""
        end = self.clock.now + seconds * SECOND
        self.do_all()
        while self.table.due is not None and self.table.due <= end:
            self.clock.now = max(self.clock.now, self.table.due)
            self.table.turn(Woken(at=self.clock.now))
            self.do_all()
        self.clock.now = end

    def do(self, *commands: Command) -> None:
        """Commands that come ready."""
        for command in commands:
            self.table.turn(ReadyCommand(command=command, at=self.clock.now))

    def move(self, uci: str = "") -> None:
        """The player to move makes this move, or any that takes nothing, and presses the clock."""
        board, color = self.game.board, self.game.turn
        quiet = (move for move in board.legal_moves if not board.is_capture(move))
        move = chess.Move.from_uci(uci) if uci else next(quiet)
        self.do(PlayMove(color=color, move=move), PressClock(color=color))

    def type(self, line: str) -> list[str]:
        """What is written because of a line."""
        return self.written(lambda: self.table.turn(Typed(line=line, at=self.clock.now)))

    def written(self, act: Callable[[], object]) -> list[str]:
        """What is written because of this."""
        start = len(self.screen.getvalue())
        act()
        self.do_all()
        return self.screen.getvalue()[start:].splitlines()


def remote_table(
    record: Record,
    journal: Journal,
    clock: Watched,
    *,
    color: chess.Color = chess.WHITE,
    participants: Sequence[Participant] = (),
    watches: Sequence[Watch] = (),
    late: Callable[[Game], timedelta] = lambda game: LATE,
    deeds: Mapping[RequestName, Deed] = DEEDS,
    follow: Callable[[Callable[[Any], None], list[Exception]], CopiedGame] | None = None,
) -> RemoteTable:
    """A player of this color sits at it, who types; `follow` makes a game that is decided on elsewhere."""
    screen, trouble = io.StringIO(), list[Exception]()
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    copied = None if follow is None else follow(inbox.put, trouble)
    voice = Announcer(Ears([]), NarrationSettings(pack=PACK, listener=color), screen=screen, asks=True)
    seat = PlayerSeat(
        language=LANGUAGE, dialogue=Dialogue(here=Here(profile=Profile.ONLINE, opponent_is_away=True), color=color),
        deeds={**DEEDS, **deeds}, others=not_now, sheets=Sheets(pack=PACK, form=LANGUAGE.form), author=player(color),
    )  # fmt: skip
    places = [
        TablePlace(seat=seat, voice=voice),
        *(TablePlace(seat=OnlookerSeat(output=each)) for each in participants),
    ]
    table = Table(
        record, journal, places, work=lambda seat, work: None, origin=clock() - record.at, late=late, copied=copied,
        watches=(*watches, *(() if copied is None else (copied,))), on_trouble=trouble.append,
    )  # fmt: skip
    made = RemoteTable(table, journal, clock, screen, trouble, inbox)
    for each in participants:
        each.join(made.outside)
    table.open(clock())
    return made
