"""A game that is decided on elsewhere, as its guest's table has it: kept here to the letter, and only then told.

What the player does is asked of the host, again and again until the host has answered; each command has an id, so that
a repeat is harmless. What follows comes back as entries of the journal, and the loop goes on from there.

From the last sound of the opponent's move on, it is the guest who thinks.
"""

import secrets
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import groupby

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.conversation.state import AskAfter, CarryOut
from access_chess.hall.rules.remote import GuestCommands, is_of_player, turn_began
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Author
from access_chess.laws.game import Game
from access_chess.machine_clock import MonotonicClock, monotonic_clock
from access_chess.phrased_error import PhrasedError
from access_chess.play.keeping import Unkept
from access_chess.play.messages import Act, Again, BoardReported, Effect, Give, HostDecided, LookAgain, Posted
from access_chess.session.ports import Entry, OnTrouble
from access_chess.session.record import Record
from access_chess.speech.utterance import Channel

SAMPLES = 30  # of the host's time: the one that was on its way for the shortest time is nearest to the truth
LOOK = timedelta(milliseconds=50)  # between two looks whether the move is still being said
LONGEST = timedelta(seconds=20)  # no move is said for so long, and whatever else is said is the player's own affair


class _Turn(Struct, frozen=True, kw_only=True):
    """Whose turn it is: `began` by the host's clock; `heard` is when the player had heard of it."""

    began: Instant
    heard: Instant


class _Sent(Struct, frozen=True, kw_only=True):
    """A command that waits for the host's word; the request that the seat had given it for, and that seat."""

    commands: GuestCommands
    asked: CarryOut | None
    seat: int | None

    @property
    def id(self) -> str:
        return self.commands.commands[-1].id


class CopiedGame:
    """One game being followed, by the player of `color`. A Watch of its table.

    What the host says comes from any thread, and `put` brings it to the table. `is_silent` tells whether nothing sounds
    in a player's ears. Of what the host refuses `on_trouble` is told.
    """

    def __init__(
        self,
        record: Record,
        color: chess.Color,
        put: Callable[[HostDecided | Posted], None],
        *,
        is_silent: Callable[[Channel], bool],
        on_trouble: OnTrouble,
        clock: MonotonicClock = monotonic_clock,
    ) -> None:
        self._color = color
        self._put = put
        self._is_silent = is_silent
        self._on_trouble = on_trouble
        self._clock = clock
        self._ids = secrets.token_hex(4)
        self._asked_for = 0
        self._sent: tuple[_Sent, ...] = ()
        self._put_off: list[tuple[int, Effect]] = []
        self._on_asked: Act = lambda: None
        self._origins: deque[timedelta] = deque(maxlen=SAMPLES)
        #: The machine's instant at which the host's time was zero, as far as it is known.
        self.origin = clock() - record.at
        #: When to look whether the player has heard of their turn; None: they have, or it is not.
        self.due: Instant | None = None
        self._until = timedelta()
        began = turn_began(record.game, color)
        self._turn = None if began is None else _Turn(began=began, heard=began)

    # ---- from any thread ----

    def take(self, entries: Sequence[Entry]) -> None:
        """Keep and tell these entries; those of one command together."""
        for _, group in groupby(entries, _cause):
            self._put(HostDecided(entries=tuple(group), at=self._clock()))

    def answered(self, last: str, refused: str) -> None:
        """What was asked for up to this id has been decided on; or a phrase says why none of it was."""
        self._put(Posted(do=lambda: self._settle(last, refused), at=self._clock()))

    def unanswered(self) -> tuple[GuestCommands, ...]:
        """What was asked for and waits for the host's word, in its order."""
        return tuple(each.commands for each in self._sent)

    def set_time(self, now: Instant) -> None:
        """Go by the host's clock; what it says has been on its way, so the earliest of many is right."""
        self._origins.append(self._clock() - now)
        self.origin = min(self._origins)

    def forget_time(self) -> None:
        """The host may have been begun anew, with another clock."""
        self._origins.clear()

    def listen(self, on_asked: Act) -> None:
        """Be called when something has been asked for."""
        self._on_asked = on_asked

    # ---- the table's ----

    def ask(self, give: Give, seat: int | None, at: Instant) -> None:
        """Ask the host, as of an instant; what is not this player's to do is done where the game is decided on."""
        command = give.command
        if not is_of_player(command, self._color):
            if give.asked is not None:
                self._on_trouble(PhrasedError("remote_not_yours"))
            return
        self._asked_for += 1
        own = replace(command, id=command.id or f"{self._ids}-{self._asked_for}", stamp=None)
        pressed = at if command.stamp is None else command.stamp
        thought = timedelta() if self._turn is None else max(timedelta(), pressed - self._turn.heard)
        commands = GuestCommands(commands=(own,), thought=thought)
        self._sent = (*self._sent, _Sent(commands=commands, asked=give.asked, seat=seat))
        self._on_asked()

    def decided(self, entries: Sequence[Entry]) -> tuple[Unkept, CarryOut | None, int | None]:
        """What follows by these entries, the request that has led to them, and the seat that hears of it first."""
        first = entries[0]
        sent = next((each for each in self._sent if each.id == first.command), None)
        events = tuple(entry.event for entry in entries)
        made = Unkept(
            number=first.number, events=events, at=first.at, wall=first.wall, author=first.author,
            command=first.command,
        )  # fmt: skip
        return (made, None, None) if sent is None else (made, sent.asked, sent.seat)

    def puts_off(self, seat: int, effect: Effect) -> bool:
        """Whether this is about the game as it stands when the host has answered: it waits until then."""
        is_later = bool(self._sent) and isinstance(effect, AskAfter | LookAgain | Again | BoardReported)
        if is_later:
            self._put_off.append((seat, effect))
        return is_later

    def take_up(self) -> tuple[tuple[int, Effect], ...]:
        """What has waited until now for the host's answers."""
        if self._sent:
            return ()
        waited, self._put_off = tuple(self._put_off), []
        return waited

    def look(self, game: Game, _: Instant) -> None:
        """The clocks have changed: it may be the player's turn, who is about to hear of it."""
        began = turn_began(game, self._color)
        if began is None:
            self._turn = self.due = None
        elif self._turn is None or self._turn.began != began:
            self.due = self._clock() - self.origin
            self._turn, self._until = _Turn(began=began, heard=self.due), self.due + LONGEST

    def ring(self, _: Game, at: Instant) -> None:
        """Look whether the player has heard of their turn now."""
        if self.due is None or self._turn is None or at < self.due:
            return
        if at < self._until and not self._is_silent(Channel.WHITE if self._color else Channel.BLACK):
            self.due = at + LOOK
        else:
            self._turn, self.due = replace(self._turn, heard=at), None

    def _settle(self, last: str, refused: str) -> None:
        is_known = any(each.id == last for each in self._sent)
        self._sent = tuple(each for each in self._sent if each.id != last)
        if is_known and refused:
            self._on_trouble(PhrasedError(refused))


def _cause(entry: Entry) -> tuple[Instant, datetime, Author | None, str]:
    return entry.at, entry.wall, entry.author, entry.command
