"""The host's end of a game with somebody elsewhere: who is let in, what they are sent, and what they ask for.

What was decided is read from the journal by number, and never from a queue; so the guest may be away for long.
A guest who comes again has a new line in the place of the former one.
"""

import contextlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import chess
from msgspec import Struct
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from access_chess.edge.station.remote.lines import RemoteLine
from access_chess.edge.station.report import GameReport
from access_chess.edge.station.sign_in import KeptGame, keep_game
from access_chess.edge.storage.event_text import FORMAT
from access_chess.edge.storage.journal import Journal
from access_chess.hall.rules import remote, wire
from access_chess.hall.rules.codes import Digest, digested, fits, hall_proof, readable_name, station_proof
from access_chess.hall.rules.remote import Answered, GuestCommands, OpponentNews, Wish
from access_chess.laws.setup import Setup
from access_chess.machine_clock import MonotonicClock, monotonic_clock
from access_chess.play.guest_place import Deciding
from access_chess.play.messages import DistantTable
from access_chess.play.other_end import OtherEnd
from access_chess.session.ports import OnTrouble, Recorded, StorageError

GREETED = 5.0  # seconds that a guest has to tell their name
SLOWER = 1.0  # seconds before a wrong code is refused: at eight doors nobody guesses fifty bits
BEAT = timedelta(seconds=wire.BEAT)


class Invitation(Struct, frozen=True, kw_only=True):
    """What a host offers: the game, under the host's name, for the one who knows the code; None: who was let in before.

    `fingerprint` is that of the certificate that the guest sees.
    """

    setup: Setup
    name: str
    profile: str
    code: Digest | None
    fingerprint: bytes


class HostLink:
    """The host's end. A Participant of the game when it has begun."""

    def __init__(
        self,
        journal: Journal,
        kept: KeptGame,
        invitation: Invitation,
        *,
        on_trouble: OnTrouble,
        keep: Callable[[KeptGame], None] = keep_game,
        clock: MonotonicClock = monotonic_clock,
    ) -> None:
        self._journal = journal
        self._kept = kept
        self._keep = keep
        self._invitation = invitation
        self._on_trouble = on_trouble
        self._clock = clock
        self._news = threading.Condition()
        self._outbox: list[remote.FromHost] = []
        self._line: RemoteLine | None = None
        self._run = ""
        self._guest: str | None = None
        self._sides: tuple[Deciding, OtherEnd] | None = None
        self._table: DistantTable | None = None
        self._acknowledged = 0
        self._seated: RemoteLine | None = None  # the line on which the guest has been told the color
        self._telling = threading.Lock()
        self._is_closed = False
        self._close_door: Callable[[], None] = lambda: None

    @property
    def is_there(self) -> bool:
        """Whether there is a line to the guest."""
        return self._line is not None

    @property
    def guest_color(self) -> chess.Color:
        """The guest's color."""
        return not self._kept.color

    def open(self, close: Callable[[], None]) -> None:
        """There is a door, which is closed with all else."""
        self._close_door = close

    def wait(self, seconds: float) -> str | None:
        """Wait so long for a guest; the name (which may be empty) of the one who has come."""
        with self._news:
            self._news.wait_for(lambda: self._guest is not None, seconds)
            return self._guest

    def seat(self, game: int, deciding: Deciding, other: OtherEnd) -> None:
        """The game has begun, with this number in the journal. Raises StorageError."""
        kept = replace(self._kept, game=game, name=self._guest or self._kept.name)
        self._keep(kept)
        with self._news:
            self._kept, self._sides = kept, (deciding, other)
            self._news.notify_all()

    def send(self, told: Wish | OpponentNews) -> None:
        """Tell the guest what the opponent wants, or what has become of the opponent."""
        self._say(told)

    def join(self, table: DistantTable) -> None:
        """The game is played now; a guest may have gone while it was begun."""
        with self._news:
            self._table = table
            self._news.notify_all()
        if self._guest is not None:
            self._tell_presence()

    def on_event(self, recorded: Recorded) -> None:
        """There is something new in the journal."""
        with self._news:
            self._news.notify_all()

    def close(self, seconds: float = 2.0) -> None:
        """Send what is left, if the guest is there, for so many seconds; then say goodbye."""
        with self._news:
            table = self._table
            self._news.wait_for(lambda: self._line is None or self._has_all(), seconds)
            is_over = table is not None and table.game.is_over
            if is_over and self._has_all():
                self._keep(replace(self._kept, is_done=True))
            self._is_closed, self._table = True, None
            line = self._line
            self._news.notify_all()
        if line is not None:
            hang_up(line, wire.CLOSING)
        self._close_door()

    def answer(self, line: RemoteLine) -> None:
        """Somebody is at the door: let them in or not, and talk with them until they go."""
        try:
            first = remote.from_guest(line.recv(GREETED))
            match first:
                case remote.Knock():
                    line.send(wire.encoded(self._knocked(first)))
                case remote.Come():
                    reason = self._why_not(first)
                    if reason is None:
                        self.meet(line, first)
                    else:
                        hang_up(line, reason)
                case _:
                    hang_up(line, wire.NONSENSE)
        except (wire.NonsenseError, UnicodeError):
            hang_up(line, wire.NONSENSE)
        except (ConnectionClosed, TimeoutError, OSError):
            pass
        except StorageError as error:
            self._on_trouble(error)

    def meet(self, line: RemoteLine, come: remote.Come) -> None:
        """Talk with a guest who may come in, until they go. Raises what `answer` catches."""
        with self._news:
            former, same = self._line, self._run == come.run
            self._line, self._run = line, come.run
            self._guest = self._guest or readable_name(come.name) or ""
            unheard = {type(said): said for said in self._outbox if isinstance(said, Wish | OpponentNews)}
            self._outbox = list(unheard.values())  # the last of each kind
            self._news.notify_all()
        if former is not None:
            hang_up(former, wire.CLOSING if same else wire.REPLACED)
        try:
            self._talk(line, come.head)
        finally:
            self._gone(line)

    def _has_all(self) -> bool:
        return self._acknowledged >= self._journal.count(self._kept.game)

    def _say(self, message: remote.FromHost) -> None:
        with self._news:
            self._outbox.append(message)
            self._news.notify_all()

    # Who is let in

    def _knocked(self, knock: remote.Knock) -> wire.Joined | wire.Bye:
        """The answer to a code: it may be shown again until somebody has come with what it has brought."""
        code, fingerprint = self._invitation.code, self._invitation.fingerprint
        if (knock.version, knock.form) != (remote.VERSION, FORMAT):
            return wire.Bye(reason=remote.VERSIONS)
        if code is None or not fits(knock.proof, station_proof(code, fingerprint)):
            time.sleep(SLOWER)
            return wire.Bye(reason=remote.WRONG_CODE)
        with self._news:
            if self._guest is not None:
                return wire.Bye(reason=remote.TAKEN)
            token = secrets.token_urlsafe(32)
            self._kept = replace(self._kept, token=digested(token).hex())
        return wire.Joined(token=token, board=0, proof=hall_proof(code, fingerprint, token))

    def _why_not(self, come: remote.Come) -> str | None:
        if (come.version, come.form) != (remote.VERSION, FORMAT):
            return remote.VERSIONS
        if not self._kept.token or not hmac.compare_digest(digested(come.token).hex(), self._kept.token):
            return wire.SHUT_OUT if self._guest is None else remote.TAKEN
        return remote.why_not_wanted(come.wanted, self._invitation.setup, self.guest_color, self._invitation.profile)

    def _gone(self, line: RemoteLine) -> None:
        line.close()
        with self._news:
            if self._line is line:
                self._line = None
            self._news.notify_all()
        self._tell_presence()

    def _tell_presence(self) -> None:
        """Tell the player whether the guest is there now: of two lines, one of which goes, the last one told of is."""
        with self._telling:
            with self._news:
                sides, table, is_there = self._sides, self._table, self._line is not None and self._line is self._seated
                name, is_gone = self._kept.name, self._line is None and not self._is_closed
            if sides is not None and table is not None and is_there:
                table.post(partial(sides[1].come, name))
            elif sides is not None and table is not None and is_gone:
                table.post(sides[1].go)

    # What is said

    def _talk(self, line: RemoteLine, head: wire.GameHead | None) -> None:
        with self._news:
            self._news.wait_for(self._is_begun_or_done_with(line))
            sides, kept, table = self._sides, self._kept, self._table
        if sides is None or table is None or self._line is not line:
            return
        report = GameReport(self._journal, self._journal.name, kept.game, secret=None)
        if not self._is_same(report, head):
            hang_up(line, wire.HISTORY)
            return
        start = head.entries if head is not None else 0
        report.head()
        report.go_on(wire.KnownHistory(game=kept.game, entries=start, chain=report.chain_at(start)))
        self._acknowledged = start
        line.send(
            wire.encoded(
                remote.GuestWelcome(
                    journal=self._journal.name, game=kept.game, color=self.guest_color, name=self._invitation.name,
                    profile=self._invitation.profile,
                )
            )
        )  # fmt: skip
        sender = threading.Thread(target=self._send_on, args=(line, report), name="remote host", daemon=True)
        sender.start()
        with self._news:
            self._seated = line
        self._tell_presence()
        self._listen(line, table, *sides)

    def _is_begun_or_done_with(self, line: RemoteLine) -> Callable[[], bool]:
        """Whether the game is played, so that somebody decides on what the guest asks for; or nobody waits for that."""
        return lambda: (
            (self._sides is not None and self._table is not None) or self._line is not line or self._is_closed
        )

    def _is_same(self, report: GameReport, head: wire.GameHead | None) -> bool:
        """Whether what the guest has is the beginning of what is here."""
        if head is None:
            return True
        known = self._journal.count(report.game)
        return head.game == report.game and head.entries <= known and report.chain_at(head.entries) == head.chain

    def _listen(self, line: RemoteLine, table: DistantTable, deciding: Deciding, other: OtherEnd) -> None:
        while True:
            match remote.from_guest(line.recv()):
                case GuestCommands() as asked:
                    deciding.hear(asked, lambda answered: self._answer(line, answered))
                case Wish() as wish:
                    table.post(partial(other.hear, wish))
                case wire.Have() as have:
                    with self._news:
                        self._acknowledged = have.entries
                        self._news.notify_all()
                case _:
                    raise wire.NonsenseError("who has come does not come again")

    def _answer(self, line: RemoteLine, answered: Answered) -> None:
        """On this line alone: on the next one the guest asks again."""
        if self._line is line:
            self._say(answered)

    def _send_on(self, line: RemoteLine, report: GameReport) -> None:
        due = self._clock()
        try:
            while True:
                with self._news:
                    left = (due - self._clock()).total_seconds()
                    self._news.wait_for(lambda: self._is_done_with(line) or self._is_news(report), max(0.0, left))
                    if self._is_done_with(line):
                        return
                    said, self._outbox = self._outbox, []
                while (message := report.next()) is not None:
                    line.send(wire.encoded(message))
                for each in said:
                    line.send(wire.encoded(each))
                if self._clock() >= due:
                    due = self._clock() + BEAT
                    self._beat(line)
        except (ConnectionClosed, OSError):
            return  # who listens finds it out, too
        except StorageError as error:
            self._on_trouble(error)
            line.close()

    def _is_done_with(self, line: RemoteLine) -> bool:
        return self._line is not line

    def _is_news(self, report: GameReport) -> bool:
        return bool(self._outbox) or self._journal.count(report.game) > report.sent

    def _beat(self, line: RemoteLine) -> None:
        table = self._table
        if table is not None:
            beat = wire.Beat(game=table.number, now=table.now(), running=table.game.clock.running)
            line.send(wire.encoded(beat))


def hang_up(line: RemoteLine, reason: str) -> None:
    """Say goodbye, if the guest still hears it."""
    with contextlib.suppress(ConnectionClosed, OSError):
        line.send(wire.encoded(wire.Bye(reason=reason)))
    line.close()
