"""A table with somebody at another machine: the host's, where the game is decided, or the guest's, which follows it.

Before there is a game the opponent is waited for: what is typed meanwhile can only end it.
"""

import queue
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.edge.station.remote.guest_link import GuestLink
from access_chess.edge.station.remote.host_link import HostLink
from access_chess.hall.rules.lag import allowance_of
from access_chess.laws.game import Game
from access_chess.laws.time_control import TimeControl
from access_chess.notation.vocabulary import folded
from access_chess.play.copied import CopiedGame
from access_chess.play.guest_place import Deciding, GuestPlace
from access_chess.play.messages import LATE, DistantTable, Participant, TablePlace
from access_chess.play.other_end import OtherEnd, Pausing
from access_chess.play.table_games import Furnished, OnlookerSeat, TableGames
from access_chess.requests.names import RequestName
from access_chess.requests.words import PlayerLanguage
from access_chess.session.inbox import AWAKE, line_of
from access_chess.session.ports import LineReader, OnTrouble
from access_chess.session.record import Record
from access_chess.wiring.table import TableParts, furnished, games_at

#: Says a phrase in which the opponent's name may stand, with that name.
Tell = Callable[[str, str], None]
T = TypeVar("T")


class RemoteOpponent(Struct, frozen=True, kw_only=True):
    """The opponent at another machine, for one game of a table.

    `participants` are what carries the game there, beside the `other` end. What comes from there may be that `late`.
    Where it is decided on here, `deciding` hears what they ask for; else `follow` makes the game as it is followed.
    """

    other: OtherEnd
    participants: Sequence[Participant]
    late: Callable[[Game], timedelta] = lambda game: LATE
    deciding: Deciding | None = None
    follow: "Callable[[TableParts, Record], CopiedGame] | None" = None


def host_of(link: HostLink, name: str, time: TimeControl | None, tell: Tell, *, starts_again: bool) -> RemoteOpponent:
    """The guest of this name, whose commands are decided on here."""
    place = GuestPlace(link.guest_color, allowance_of(time))
    other = OtherEnd(name, link.guest_color, tell, link.send, Pausing(decides=True), starts_again=starts_again)
    return RemoteOpponent(other=other, participants=(place, link), late=place.late, deciding=place)


def guest_of(link: GuestLink, name: str, color: chess.Color, tell: Tell, on_trouble: OnTrouble) -> RemoteOpponent:
    """The host of this name, who decides on all that the player of `color` asks for."""
    other = OtherEnd(name, not color, tell, link.send, Pausing(decides=False))

    def follow(parts: TableParts, record: Record) -> CopiedGame:
        game = CopiedGame(record, color, parts.inbox.put, is_silent=parts.is_silent, on_trouble=on_trouble)
        link.seat(game, other, record.entries)
        return game

    return RemoteOpponent(other=other, participants=(link,), follow=follow)


def remote_games(parts: TableParts, opponent: RemoteOpponent) -> TableGames:
    """The games at a table whose other player is there."""
    return games_at(parts, partial(_furnished, parts, opponent))


def _furnished(parts: TableParts, opponent: RemoteOpponent, record: Record, level: int) -> Furnished:
    made = furnished(replace(parts, opponent_is_away=True), record, level, deeds=opponent.other.deeds)
    participants = (opponent.other, *opponent.participants)
    copied = None if opponent.follow is None else opponent.follow(parts, record)

    def report(table: DistantTable) -> None:
        made.report(table)
        for each in participants:
            each.join(table)

    def close() -> None:
        made.close()
        for each in participants:
            each.close()

    return replace(
        made,
        places=(*made.places, *(TablePlace(seat=OnlookerSeat(output=each)) for each in participants)),
        watches=(*made.watches, opponent.other, *(() if copied is None else (copied,))),
        late=opponent.late, copied=copied, report=report, close=close,
    )  # fmt: skip


class WaitingRoom:
    """Waits in the caller's thread. `remind` says again what is waited for when something else is typed."""

    def __init__(
        self,
        language: PlayerLanguage,
        inbox: "queue.SimpleQueue[Any]",
        reader: LineReader,
        remind: Callable[[], None],
    ) -> None:
        self._language = language
        self._inbox = inbox
        self._reader = reader
        self._remind = remind
        #: Whether the reader has been told to read a line that has not come yet.
        self.is_reading = False

    def wait_for(self, look: Callable[[float], T | None]) -> T | None:
        """What comes of looking for so many seconds, again and again; None where the player leaves."""
        if self._reader.is_typed:
            self._proceed()
        while (found := look(AWAKE)) is None:
            try:
                entry = self._inbox.get_nowait()
            except queue.Empty:
                continue
            self.is_reading = False
            line = line_of(entry)
            if entry is None or (line is not None and self._is_quitting(line)):
                return None
            if line is not None:
                self._remind()
            self._proceed()
        return found

    def _is_quitting(self, line: str) -> bool:
        return self._language.words.commands.get(folded(line)) is RequestName.QUIT

    def _proceed(self) -> None:
        self.is_reading = True
        self._reader.proceed(with_line=True)
