"""A table with somebody at another machine: the host's, where the game is decided, or the guest's, which follows it.

The host opens a door and waits for the guest; the guest comes in with a code and waits for the game. What is typed
meanwhile can only end it.
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
from access_chess.edge.station.remote.host_link import HostLink, Invitation
from access_chess.edge.station.remote.lines import HallRoom, OwnPort, RemoteLine, Way, knock, listening_at
from access_chess.edge.station.sign_in import KeptGame, keep_game, kept_sign_ins
from access_chess.edge.storage.event_text import FORMAT
from access_chess.edge.storage.places import user_folder
from access_chess.hall.rules.codes import digested, new_code, plain_code, room_of, spelled
from access_chess.hall.rules.lag import allowance_of
from access_chess.hall.rules.remote import GuestTerms
from access_chess.hall.web.certificate import digest_of, in_address, own_addresses, own_certificate
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import TimeControl
from access_chess.notation.vocabulary import folded
from access_chess.phrased_error import PhrasedError
from access_chess.play.copied import CopiedGame
from access_chess.play.guest_place import Deciding, GuestPlace
from access_chess.play.messages import LATE, DistantTable, Participant, TablePlace
from access_chess.play.other_end import OtherEnd, Pausing
from access_chess.play.table_games import Furnished, OnlookerSeat, TableGames
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.session.inbox import AWAKE, line_of
from access_chess.session.record import Record, begin_game, resume_game
from access_chess.speech.language.voice_pack import trouble_words
from access_chess.wiring.table import TableParts, furnished, games_at

#: The folder of its own for a certificate in which no address is named, so that it stays the same as long as it lasts.
CERTIFICATE = "remote"
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


class HostEnd(Struct, frozen=True, kw_only=True):
    """The host's end, once it is known who the guest is: what is agreed, and the game that was `kept` before."""

    color: chess.Color
    opponent: RemoteOpponent
    link: HostLink
    setup: Setup
    kept: KeptGame | None


class GuestEnd(Struct, frozen=True, kw_only=True):
    """The guest's end, once there is a game, which is `kept` here as far as it has come."""

    color: chess.Color
    opponent: RemoteOpponent
    kept: KeptGame


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


def invited(
    parts: TableParts, setup: Setup, kept: KeptGame | None, *, color: chess.Color, hall: str, port: int
) -> HostEnd | None:
    """Open the door, at a `port` (0 chooses one) or in a room of the hall, and wait for the guest.

    A game that was `kept` goes on when the guest comes. None where the player leaves. Raises PhrasedError.
    """
    code = new_code()
    door = _hall_door(hall, room_of(code) if kept is None else kept.room) if hall else _own_door(port)
    known = kept or KeptGame(
        token="", is_host=True, color=color, address=door.hall, room=door.room, port=door.port,
        profile=parts.profile.value,
    )  # fmt: skip
    invitation = Invitation(
        setup=setup, name=setup.players[known.color].name, profile=parts.profile.value,
        code=None if kept else digested(plain_code(code)), fingerprint=door.fingerprint,
    )  # fmt: skip
    link = HostLink(parts.journal, known, invitation, on_trouble=partial(_tell_trouble, parts))
    link.open(door.open(link.answer))
    parts.announcer.sit_down(bool(known.color))
    if kept is not None:
        parts.reader.proceed()
        return _host(parts, link, kept.name, setup, kept)
    _tell(parts, "remote_invited", where=door.told, code=code)
    _tell(parts, "remote_code", letters=spelled(code))
    _tell(parts, "online_waiting")
    name = _waited_for(parts, link.wait)
    if name is None:
        link.close()
        return None
    guest = link.guest_color
    players = setup.players.put(guest, replace(setup.players[guest], name=name))
    _tell_of(parts, "remote_has_come", name)
    return _host(parts, link, name, replace(setup, players=players), None)


def _host(parts: TableParts, link: HostLink, name: str, setup: Setup, kept: KeptGame | None) -> HostEnd:
    place = GuestPlace(link.guest_color, allowance_of(setup.time))
    other = OtherEnd(
        name, link.guest_color, partial(_tell_of, parts), link.send, Pausing(decides=True),
        starts_again=parts.profile is Profile.ONLINE,
    )  # fmt: skip
    opponent = RemoteOpponent(other=other, participants=(place, link), late=place.late, deciding=place)
    return HostEnd(color=not link.guest_color, opponent=opponent, link=link, setup=setup, kept=kept)


def _hall_door(hall: str, room: str) -> _Door:
    """A room of a hall where this station is signed in. Raises PhrasedError."""
    sign_in = kept_sign_ins().get(hall)
    if sign_in is None:
        raise PhrasedError("station_unknown", address=hall)
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


def hosted_record(parts: TableParts, host: HostEnd) -> Record:
    """A new game, with the guest's name, or the one that was begun. Raises StorageError."""
    kept, opponent = host.kept, host.opponent
    record = begin_game(parts.journal, host.setup) if kept is None else resume_game(parts.journal, kept.game)
    assert opponent.deciding is not None, "it is decided on here"
    host.link.seat(record.number, opponent.deciding, opponent.other)
    _tell_allowance(parts, host.setup.time)
    return record


def let_in(way: Way, code: str, profile: Profile) -> KeptGame:
    """Show the host that one knows the code; what is kept of that. Raises PhrasedError."""
    signed = knock(way, code, FORMAT)
    kept = KeptGame(
        token=signed.joined.token, is_host=False, color=chess.BLACK, address=way.address, room=way.room,
        fingerprint=signed.fingerprint, profile=profile.value,
    )  # fmt: skip
    keep_game(kept)
    return kept


def joined(parts: TableParts, kept: KeptGame, name: str, wanted: GuestTerms) -> GuestEnd | None:
    """Wait for the game, under this name; one that has begun goes on at once, and the host is looked for meanwhile.

    None where the player leaves.
    """
    link = GuestLink(parts.journal, kept, name=name, wanted=wanted, on_trouble=partial(_tell_trouble, parts))
    link.start()
    if kept.game:
        parts.reader.proceed()
    found = kept if kept.game else _waited_for(parts, link.wait)
    if found is None:
        link.close()
        return None
    color = bool(found.color)
    parts.announcer.sit_down(color)
    other = OtherEnd(found.name, not color, partial(_tell_of, parts), link.send, Pausing(decides=False))

    def follow(parts: TableParts, record: Record) -> CopiedGame:
        game = CopiedGame(
            record, color, parts.inbox.put,
            is_silent=parts.speaker.is_silent, on_trouble=partial(_tell_trouble, parts),
        )  # fmt: skip
        link.seat(game, other, record.entries)
        return game

    opponent = RemoteOpponent(other=other, participants=(link,), follow=follow)
    return GuestEnd(color=color, opponent=opponent, kept=found)


def followed_record(parts: TableParts, guest: GuestEnd) -> Record:
    """The game as far as it has come here. Raises StorageError."""
    entries = parts.journal.entries(guest.kept.game)
    game = replay(entry.event for entry in entries)
    _tell_allowance(parts, game.setup.time)
    return Record(number=guest.kept.game, game=game, entries=len(entries), at=entries[-1].at)


def remote_games(parts: TableParts, opponent: RemoteOpponent) -> TableGames:
    """The games at a table whose other player is there."""
    return games_at(parts, partial(_furnished, parts, opponent))


def _furnished(parts: TableParts, opponent: RemoteOpponent, record: Record, level: int) -> Furnished:
    made = furnished(parts, record, level, deeds=opponent.other.deeds)
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


def _waited_for(parts: TableParts, look: Callable[[float], T | None]) -> T | None:
    """What comes of looking for so many seconds, again and again; None where the player leaves.

    What else is typed is answered by what is waited for. In the end the next line has been asked for.
    """
    reader = parts.reader
    is_reading = reader.is_typed
    if is_reading:
        reader.proceed()
    while (found := look(AWAKE)) is None:
        try:
            entry = parts.inbox.get_nowait()
        except queue.Empty:
            continue
        line = line_of(entry)
        if entry is None or (line is not None and _is_quitting(parts, line)):
            return None
        if line is not None:
            _tell(parts, "online_waiting")
        is_reading = True
        reader.proceed()
    if not is_reading:
        reader.proceed()
    return found


def _is_quitting(parts: TableParts, line: str) -> bool:
    return parts.language.words.commands.get(folded(line)) is RequestName.QUIT


def _tell_allowance(parts: TableParts, time: TimeControl | None) -> None:
    """What the network may cost, before the clock runs."""
    if time is not None:
        allowance = allowance_of(time)
        _tell(parts, "remote_allowance", gain=allowance.gain, most=allowance.most)


def _tell_of(parts: TableParts, phrase: str, name: str) -> None:
    """Say something of the opponent."""
    _tell(parts, phrase, name=name or parts.language.pack.phrase("player_other"))


def _tell(parts: TableParts, phrase: str, **slots: Any) -> None:
    parts.announcer.reply(parts.language.pack.phrase(phrase, **slots), None)


def _tell_trouble(parts: TableParts, error: Exception) -> None:
    parts.announcer.reply(trouble_words(error, parts.language.pack), None)
