"""The host's end of a game with somebody elsewhere: they invite, and their table decides."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.play_options import PlayOptions, setup_of
from access_chess.command_line.seat.first_words import PlayerPlace
from access_chess.command_line.seat.hall_place import hall_address
from access_chess.command_line.seat.remote_place import Elsewhere
from access_chess.edge.station.remote.host_link import HostLink, Invitation
from access_chess.edge.station.remote.lines import HallRoom, OwnPort, RemoteLine, listening_at
from access_chess.edge.station.sign_in import KeptGame, kept_sign_ins
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import user_folder
from access_chess.hall.rules.codes import digested, new_code, plain_code, room_of, spelled
from access_chess.hall.web.certificate import digest_of, in_address, own_addresses, own_certificate
from access_chess.laws.evolve import replay
from access_chess.profile import Profile
from access_chess.session.record import Record, begin_game, resume_game
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.wiring.remote import host_of

if TYPE_CHECKING:
    from access_chess.command_line.play import Room

#: The folder of its own for a certificate in which no address is named, so that it stays the same as long as it lasts.
CERTIFICATE = "remote"


class _Door(Struct, frozen=True, kw_only=True):
    """Where guests come in: at a `port` of this machine, or in the `room` of a `hall`.

    `fingerprint` is that of the certificate that they see, `told` what they type, `open` lets them in and returns what
    closes the door.
    """

    told: str
    fingerprint: bytes
    open: Callable[[Callable[[RemoteLine], None]], Callable[[], None]]
    port: int = 0
    hall: str = ""
    room: str = ""


def _door(options: PlayOptions, kept: KeptGame | None, code: str) -> _Door:
    """The door of a new game, or that of before. Raises PhrasedError."""
    hall = "" if options.hall is None else hall_address(options.hall.partition(",")[0])
    if kept is not None:
        hall = kept.address
    if not hall:
        return _own_door(options.port if kept is None else kept.port)
    room, sign_in = room_of(code) if kept is None else kept.room, kept_sign_ins().get(hall)
    if sign_in is None:
        raise wrong("station_unknown", address=hall)
    return _Door(
        told=f"--hall {hall}", fingerprint=bytes.fromhex(sign_in.fingerprint), hall=hall, room=room,
        open=lambda answer: HallRoom(sign_in, room, answer).close,
    )  # fmt: skip


def _own_door(wanted: int) -> _Door:
    listening = listening_at(wanted)
    certificate = own_certificate(user_folder() / CERTIFICATE, (CERTIFICATE,), ())
    port, host = int(listening.getsockname()[1]), next(iter(own_addresses()), "127.0.0.1")
    return _Door(
        told=f"--at {in_address(host)}:{port}", fingerprint=digest_of(certificate[0]),
        port=port, open=lambda answer: OwnPort(listening, certificate, answer).close,
    )  # fmt: skip


class Inviting(Elsewhere):
    """The host, whose table decides. A Meeting."""

    def __init__(self, options: PlayOptions, kept: KeptGame | None) -> None:
        super().__init__(options)
        self._kept = kept
        self._setup = setup_of(options)
        self._link: HostLink | None = None

    def expect(self, options: PlayOptions, journal: Journal, pack: VoicePack) -> PlayOptions:
        """A game that was begun has to be readable."""
        if self._kept is not None:
            self._setup = replay(entry.event for entry in journal.entries(self._kept.game)).setup
        return options

    def place(self, room: "Room") -> PlayerPlace | None:
        """Open the door, and wait for the guest; with `--resume` the game goes on when the guest comes."""
        options, kept, code = self._options, self._kept, new_code()
        color = options.color == "white" if kept is None else kept.color
        door = _door(options, kept, code)
        link = self._link = HostLink(
            room.journal,
            kept
            or KeptGame(
                token="", is_host=True, color=color, address=door.hall, room=door.room, port=door.port,
                profile=options.profile,
            ),
            Invitation(
                setup=self._setup, name=self._setup.players[color].name, profile=options.profile,
                code=None if kept else digested(plain_code(code)), fingerprint=door.fingerprint,
            ),
            on_trouble=partial(self._trouble, room),
        )  # fmt: skip
        link.open(door.open(link.answer))
        room.announcer.sit_down(color)
        if kept is None:
            self._tell(room, "remote_invited", where=door.told, code=code)
            self._tell(room, "remote_code", letters=spelled(code))
            self._tell(room, "online_waiting")
        name = self._met(room, link) if kept is None else kept.name
        if name is None:
            link.close()
            return None
        return self._seated(room, link, name)

    def record(self, room: "Room") -> Record:
        """A new game, with the guest's name, or the one that was begun."""
        link, opponent = self._link, self._opponent
        assert link is not None and opponent is not None and opponent.deciding is not None, "there is a place"
        kept = self._kept
        record = begin_game(room.journal, self._setup) if kept is None else resume_game(room.journal, kept.game)
        link.seat(record.number, opponent.deciding, opponent.other)
        self._tell_allowance(room, self._setup)
        self._go_on(room)
        return record

    def _met(self, room: "Room", link: HostLink) -> str | None:
        waiting = self._waiting_room(room)
        try:
            return waiting.wait_for(link.wait)
        finally:
            self._is_reading = waiting.is_reading

    def _seated(self, room: "Room", link: HostLink, name: str) -> PlayerPlace:
        guest = link.guest_color
        if self._kept is None:
            players = self._setup.players
            self._setup = msgspec.structs.replace(
                self._setup, players=players.put(guest, msgspec.structs.replace(players[guest], name=name))
            )
            self._tell_of(room, "remote_has_come", name)
        opponent = host_of(
            link, name, self._setup.time, partial(self._tell_of, room),
            starts_again=self._options.profile == Profile.ONLINE,
        )  # fmt: skip
        return self._place(not guest, opponent)
