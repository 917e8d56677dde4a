"""The guest's end of a game with somebody elsewhere: finds the host, keeps what is decided there, asks for the rest.

One thread opens the line and listens, another sends. After a cut the guest says how much is there, and asks again for
whatever was not answered.
"""

import random
import secrets
import threading
from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from access_chess.edge.station.line import NoLineError, NotLetInError
from access_chess.edge.station.link import GREETED, JITTER, WAIT_REPLACED, WAITS
from access_chess.edge.station.remote.lines import RefusedError, Way, line_to
from access_chess.edge.station.sign_in import KeptGame, keep_game
from access_chess.edge.storage.damage import DamagedError, next_entry
from access_chess.edge.storage.event_text import FORMAT
from access_chess.edge.storage.journal import Journal
from access_chess.entry_row import EntryRow
from access_chess.hall.rules import remote, wire
from access_chess.hall.rules.remote import Wish
from access_chess.hall.rules.wire import chain_after, first_chain, item_of
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import Game
from access_chess.machine_clock import MonotonicClock, monotonic_clock
from access_chess.phrased_error import PhrasedError
from access_chess.play.copied import CopiedGame
from access_chess.play.messages import DistantTable
from access_chess.play.other_end import OtherEnd
from access_chess.session.ports import Entry, OnTrouble, Recorded, StorageError

#: After these goodbyes it makes no sense to try again.
FOR_EVER = remote.NOT_THIS_GAME | {wire.HISTORY, wire.SHUT_OUT}


class _Place(Struct, frozen=True, kw_only=True):
    """How far the game has come here: so many entries, the chain over them, the game after them, its last instant."""

    entries: int
    chain: str
    game: Game | None = None
    at: int = 0


class GuestLink:
    """The guest's end. A Participant of the game when it has begun.

    `wanted` is what this guest has asked for, `name` the guest's. Of what goes wrong for ever `on_trouble` is told.
    """

    def __init__(
        self,
        journal: Journal,
        kept: KeptGame,
        *,
        name: str,
        wanted: remote.GuestTerms,
        on_trouble: OnTrouble,
        clock: MonotonicClock = monotonic_clock,
    ) -> None:
        self._journal = journal
        self._kept = kept
        self._name = name
        self._wanted = wanted
        self._on_trouble = on_trouble
        self._clock = clock
        self._run_name = secrets.token_hex(8)
        self._news = threading.Condition()
        self._outbox: list[Wish] = []
        self._committed = 0
        self._sides: tuple[CopiedGame, OtherEnd] | None = None
        self._table: DistantTable | None = None
        self._line: ClientConnection | None = None
        self._is_there = False
        self._telling = threading.Lock()
        self._is_closed = False
        self._why_not: PhrasedError | None = None
        self._place = self._place_kept()
        self._thread = threading.Thread(target=self._run, name="remote guest", daemon=True)

    def start(self) -> None:
        """Begin to look for the host."""
        self._thread.start()

    def wait(self, seconds: float) -> KeptGame | None:
        """Wait so long until the game has begun here; what is kept of it then. Raises PhrasedError if it never will."""
        with self._news:
            self._news.wait_for(lambda: self._kept.game or self._why_not is not None, seconds)
            if self._why_not is not None:
                raise self._why_not
            return self._kept if self._kept.game else None

    def seat(self, following: CopiedGame, other: OtherEnd, entries: int) -> None:
        """This is the game, of which so many entries are kept, and whom the player has to do with."""
        with self._news:
            self._sides, self._committed = (following, other), entries
            self._news.notify_all()
        following.listen(self._ask)

    def send(self, wish: Wish) -> None:
        """Tell the host what the player wants."""
        with self._news:
            self._outbox.append(wish)
            self._news.notify_all()

    def join(self, table: DistantTable) -> None:
        """The game is played now; `seat` has told which it is."""
        self._table = table
        self._tell_presence()

    def on_event(self, recorded: Recorded) -> None:
        """An entry is kept."""
        with self._news:
            self._committed = recorded.number + 1
            self._news.notify_all()

    def close(self, seconds: float = 2.0) -> None:
        """Hang up; the game goes on with `--resume`."""
        with self._news:
            self._is_closed = True
            table, line = self._table, self._line
            self._news.notify_all()
        if line is not None:
            line.close()
        if table is not None and table.game.is_over:
            keep_game(replace(self._kept, is_done=True))
        self._thread.join(seconds)

    def _ask(self) -> None:
        """Something is to be asked of the host. In the table's turn."""
        with self._news:
            is_there, sides = self._is_there, self._sides
            self._news.notify_all()
        if not is_there and sides is not None:
            sides[1].miss()

    def _tell_presence(self) -> None:
        """Tell the player whether the host is there now; the game may begin here just when a line breaks."""
        with self._telling:
            with self._news:
                sides, table, is_there = self._sides, self._table, self._is_there
                name, is_closed = self._kept.name, self._is_closed
            if sides is not None and table is not None and is_there:
                table.post(partial(sides[1].come, name))
            elif sides is not None and table is not None and not is_closed:
                table.post(sides[1].go)

    def _place_kept(self) -> _Place:
        """What the journal has of the game. Raises StorageError."""
        kept = self._kept
        place = _Place(entries=0, chain=first_chain(kept.journal, kept.number))
        for row in self._journal.rows(kept.game) if kept.game else ():
            place, _ = self._after(place, row)
        return place

    def _after(self, place: _Place, row: EntryRow) -> tuple[_Place, Entry]:
        """The place after an entry that has to follow. Raises DamagedError."""
        entry, game = next_entry(self._kept.game, row, place.game, place.at)
        chain = chain_after(place.chain, item_of(row))
        return _Place(entries=place.entries + 1, chain=chain, game=game, at=row.at), entry

    # The line

    def _run(self) -> None:
        tries = 0
        while not self._is_closed:
            begun, wait = self._clock(), WAITS[min(tries, len(WAITS) - 1)]
            reason, was_there = self._try()
            tries = 0 if was_there else tries + 1
            if reason in FOR_EVER:
                return
            if reason == wire.REPLACED:
                wait = WAIT_REPLACED
            wait *= 1 + random.uniform(-JITTER, JITTER)
            spent = 0.0 if was_there else (self._clock() - begun).total_seconds()
            with self._news:
                self._news.wait_for(lambda: self._is_closed, max(0.0, wait - spent))

    def _try(self) -> tuple[str, bool]:
        """Play over one line as long as it stands; why the host hung up, and whether there had been one at all."""
        way, was_there = Way(address=self._kept.address, room=self._kept.room), False
        try:
            with line_to(way, self._kept.fingerprint) as line:
                with self._news:
                    self._line = line
                    if self._is_closed:  # who has closed it meanwhile did not know this line
                        return wire.CLOSING, was_there
                self._come(line)
                was_there = True
                self._talk(line)
        except RefusedError as error:
            if error.reason in FOR_EVER:
                self._fail(error)
            return error.reason, was_there
        except NotLetInError as error:
            self._fail(error)
            return wire.SHUT_OUT, was_there
        except (NoLineError, ConnectionClosed, wire.NonsenseError, DamagedError, TimeoutError, OSError):
            pass
        except StorageError as error:
            self._fail(error)
            return wire.UNKEPT, was_there
        finally:
            with self._news:
                self._line, self._is_there = None, False
                self._news.notify_all()
            self._tell_presence()
        return "", was_there

    def _fail(self, error: PhrasedError) -> None:
        with self._news:
            self._why_not = error
            self._news.notify_all()
        if self._sides is not None and not self._is_closed:
            self._on_trouble(error)

    def _come(self, line: ClientConnection) -> None:
        """Say who one is, and hear in which game one is a guest."""
        kept, place = self._kept, self._place
        head = wire.GameHead(game=kept.number, entries=place.entries, chain=place.chain) if kept.game else None
        line.send(
            remote.encoded(
                remote.Come(
                    version=remote.VERSION, form=FORMAT, token=kept.token, run=self._run_name, name=self._name,
                    wanted=self._wanted, head=head,
                )
            )
        )  # fmt: skip
        seated = self._heard(line, None if head is None else GREETED)
        if not isinstance(seated, remote.GuestWelcome):
            raise wire.NonsenseError("the host did not say which game it is")
        if head is None:
            self._kept = replace(
                kept, journal=seated.journal, number=seated.game, color=seated.color, name=seated.name,
                profile=seated.profile,
            )  # fmt: skip
            self._place = _Place(entries=0, chain=first_chain(seated.journal, seated.game))
        elif (seated.journal, seated.game) != (kept.journal, kept.number):
            raise RefusedError(wire.HISTORY)
        with self._news:
            self._is_there, self._kept, sides = True, replace(self._kept, name=seated.name), self._sides
        if sides is not None:
            sides[0].forget_time()
        self._tell_presence()

    def _heard(self, line: ClientConnection, seconds: float | None = None) -> remote.FromHost:
        message = remote.from_host(line.recv(seconds))
        if isinstance(message, wire.Bye):
            raise RefusedError(message.reason)
        return message

    def _talk(self, line: ClientConnection) -> None:
        sender = threading.Thread(target=self._send_on, args=(line,), name="remote asking", daemon=True)
        sender.start()
        try:
            while not self._is_closed:
                self._take(self._heard(line))
        finally:
            line.close()
            with self._news:
                self._line = None  # the sender has nobody left to send to
                self._news.notify_all()
            sender.join()

    def _take(self, message: remote.FromHost) -> None:
        if isinstance(message, wire.Entries):
            self._take_entries(message)
            return
        with self._news:
            sides, table = self._sides, self._table
        if sides is None or table is None:
            return
        following, other = sides
        match message:
            case remote.Answered():
                following.answered(message.id, message.refused)
            case Wish():
                table.post(partial(other.hear, message))
            case remote.OpponentNews() if message.phrase in remote.NEWS:
                table.post(partial(other.learn, message))
            case wire.Beat():
                following.set_time(message.now)
            case _:
                raise wire.NonsenseError("this is not said to a guest")

    def _take_entries(self, message: wire.Entries) -> None:
        """Those that are new: the first ones begin the game here, the others follow in it."""
        if message.first > self._place.entries or message.game != self._kept.number:
            raise wire.NonsenseError("these entries do not join on")
        taken: list[Entry] = []
        for item in message.items[self._place.entries - message.first :]:
            self._place, entry = self._after(self._place, wire.row_of(item))
            taken.append(entry)
        if taken and taken[0].number == 0:
            self._begin(taken.pop(0))
        if taken:
            self._following().take(taken)

    def _begin(self, first: Entry) -> None:
        """The game begins here, too: with the same entry in a journal of one's own."""
        assert isinstance(first.event, GameSetUp), "it was checked"
        game = self._begun_before(first) or self._journal.begin(first.event, first.wall)
        with self._news:
            self._kept = replace(self._kept, game=game)
            keep_game(self._kept)
            self._news.notify_all()

    def _begun_before(self, first: Entry) -> int | None:
        """The game that was begun here when the program ended before it was kept whose it is."""
        last = self._journal.last_unfinished()
        entries = () if last is None else self._journal.entries(last)
        return last if len(entries) == 1 and entries[0] == first else None

    def _following(self) -> CopiedGame:
        """The game that is followed; it is waited for."""
        with self._news:
            self._news.wait_for(lambda: self._sides is not None or self._is_closed)
            if self._sides is None:
                raise ConnectionResetError
            return self._sides[0]

    def _send_on(self, line: ClientConnection) -> None:
        asked: set[str] = set()
        had = 0
        try:
            following = self._following()
            while (news := self._next(line, following, asked, had)) is not None:
                for message in news:
                    line.send(remote.encoded(message))
                    if isinstance(message, remote.GuestCommands):
                        asked.add(message.commands[-1].id)
                    elif isinstance(message, wire.Have):
                        had = message.entries
        except (ConnectionClosed, OSError):
            return  # who listens finds it out, too

    def _next(
        self, line: ClientConnection, following: CopiedGame, asked: set[str], had: int
    ) -> Sequence[remote.FromGuest] | None:
        """What is to be sent after this was asked and so much acknowledged; None: nothing more on this line."""

        def unasked() -> list[remote.GuestCommands]:
            return [each for each in following.unanswered() if each.commands[-1].id not in asked]

        with self._news:
            self._news.wait_for(
                lambda: self._line is not line or self._is_closed or self._outbox or self._committed > had or unasked()
            )
            if self._line is not line or self._is_closed:
                return None
            said, self._outbox = self._outbox, []
            have = [wire.Have(game=self._kept.number, entries=self._committed)] if self._committed > had else []
            return [*unasked(), *said, *have]
