"""A host who really listens, in this process, and a guest who says what they like."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import chess
from websockets.sync.client import ClientConnection

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.station.line import NoLineError
from access_chess.edge.station.remote.host_link import HostLink, Invitation
from access_chess.edge.station.remote.lines import OwnPort, Way, knock, line_to, listening_at
from access_chess.edge.station.sign_in import KeptGame
from access_chess.edge.storage.event_text import FORMAT
from access_chess.edge.storage.journal import Journal
from access_chess.hall.games.alarm import Waking
from access_chess.hall.games.floor_news import HallDisk
from access_chess.hall.games.table import HostedTable
from access_chess.hall.rules import remote, wire
from access_chess.hall.rules.codes import digested, plain_code
from access_chess.hall.rules.lag import allowance_of
from access_chess.hall.web.certificate import digest_of, own_certificate
from access_chess.laws.commands import PROGRAM, Command, StartClock
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.play.guest_place import GuestPlace
from access_chess.play.other_end import OtherEnd, Pausing
from access_chess.session.record import begin_game
from tests.support.station_process import until

CODE = "K7Q2M-9XTBZ"
SETUP = Setup(time=parse_time_control("900+10"))
PATIENCE = 20.0


def told_in_english(say: Callable[[str], None]) -> Callable[[str, str], None]:
    """What an OtherEnd tells, as it is said in English."""
    return lambda phrase, name: say(load_voice_pack("en").phrase(phrase, name=name).text)


@dataclass
class RemoteHost:
    """A host who plays White; `begin` has the game begin as soon as somebody has come."""

    folder: Path
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._waking = Waking()
        certificate = own_certificate(self.folder, ("remote",), ())
        self.fingerprint = digest_of(certificate[0])
        self.journal = Journal(self.folder / "journal.sqlite")
        listening = listening_at(0)
        self.way = Way(address=f"https://127.0.0.1:{listening.getsockname()[1]}")
        self.link = HostLink(
            self.journal,
            KeptGame(token="", is_host=True, color=chess.WHITE, profile="online"),
            Invitation(
                setup=SETUP, name="Anna", profile="online", code=digested(plain_code(CODE)),
                fingerprint=self.fingerprint,
            ),
            on_trouble=self._raise,
        )  # fmt: skip
        self.link.open(OwnPort(listening, certificate, self.link.answer).close)

    def begin(self) -> None:
        """The game begins."""
        self.place = GuestPlace(chess.BLACK, allowance_of(SETUP.time))
        other = self.other = OtherEnd(
            "Boris", chess.BLACK, told_in_english(self.said.append), self.link.send, Pausing(decides=True)
        )
        record = begin_game(self.journal, SETUP)
        table = self.table = HostedTable(
            record, self.journal, self._waking, seats=1, disk=HallDisk(lambda: None), on_trouble=self._raise,
            on_change=lambda game: None, late=self.place.late,
        )  # fmt: skip
        participants = (self.place, other, self.link)
        self.link.seat(record.number, self.place, other)
        table.do(lambda: table.tell(*participants))
        for each in participants:
            each.join(table)
        self.do(StartClock(author=PROGRAM))

    def do(self, *commands: Command) -> None:
        """Something that is done here."""
        for command in commands:
            self.table.do(partial(self.table.give, command))

    def pause(self, *, on: bool = False) -> None:
        """The host's player wants to pause, or to go on."""
        self.table.do(lambda: self.other.want(pause=not on))
        self.table.do(lambda: None)  # what comes of it

    def runs(self) -> bool:
        """Whether the clocks run."""
        return self.table.game.is_clock_on

    def close(self) -> None:
        """Leave."""
        self.link.close(0.1)
        if hasattr(self, "table"):
            self.table.close()
        self._waking.close()
        self.journal.close()

    def _raise(self, error: Exception) -> None:
        raise error


@dataclass
class RawGuest:
    """A line to the host, and what comes on it."""

    line: ClientConnection

    def say(self, *messages: wire.StationMessage) -> None:
        """Say these."""
        for message in messages:
            self.line.send(remote.encoded(message))

    def hear(self, kind: type[wire.StationMessage]) -> wire.StationMessage:
        """The next message of this kind; what is of another is passed over."""
        while True:
            message = remote.from_host(self.line.recv(PATIENCE))
            if isinstance(message, kind):
                return message


def come(token: str, *, run: str = "one", head: wire.GameHead | None = None, **fields: object) -> remote.Come:
    """A guest's first word."""
    usual: dict[str, object] = {"version": remote.VERSION, "form": FORMAT, "name": "Boris"}
    return remote.Come(token=token, run=run, head=head, **usual | fields)  # type: ignore[arg-type]


def token_of(host: RemoteHost) -> str:
    """What the code has brought."""
    return knock(host.way, CODE, FORMAT).joined.token


@contextlib.contextmanager
def line(host: RemoteHost) -> Iterator[RawGuest]:
    """A line on which nothing has been said yet. On a busy machine it takes more than one try, as for any guest."""
    (opened,) = until(lambda: _tried(host))
    with opened:
        yield RawGuest(opened)


def _tried(host: RemoteHost) -> Sequence[ClientConnection]:
    try:
        return [line_to(host.way, host.fingerprint.hex())]
    except NoLineError:
        return []
