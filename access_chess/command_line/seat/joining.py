"""The guest's end of a game with somebody elsewhere: they join with a code, and follow what is decided there."""

from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import chess

from access_chess.command_line.options.errors import readable, wrong
from access_chess.command_line.options.play_options import PORT, PlayOptions, time_of
from access_chess.command_line.seat.first_words import PlayerPlace
from access_chess.command_line.seat.hall_place import hall_address
from access_chess.command_line.seat.remote_place import Elsewhere
from access_chess.edge.station.remote.guest_link import GuestLink
from access_chess.edge.station.remote.lines import Way, knock
from access_chess.edge.station.sign_in import KeptGame, keep_game
from access_chess.edge.storage.event_text import FORMAT
from access_chess.edge.storage.journal import Journal
from access_chess.hall.rules.codes import room_of
from access_chess.hall.rules.remote import GuestTerms
from access_chess.laws.editions import Edition
from access_chess.laws.evolve import replay
from access_chess.session.record import Record
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.wiring.remote import guest_of

if TYPE_CHECKING:
    from access_chess.command_line.play import Room


class Joining(Elsewhere):
    """The guest, who keeps a copy. A Meeting; `given` are the options that were typed."""

    def __init__(self, options: PlayOptions, given: frozenset[str], kept: KeptGame | None) -> None:
        super().__init__(options)
        self._kept = kept
        self._wanted = GuestTerms(
            edition=Edition(options.edition) if "edition" in given else None,
            time=time_of(options.time),
            color=options.color == "white" if "color" in given else None,
            profile=options.profile,
        )
        self._way = _way(options)

    def expect(self, options: PlayOptions, journal: Journal, pack: VoicePack) -> PlayOptions:
        """A game that was begun has to be readable."""
        if self._kept is not None and self._kept.game:
            journal.entries(self._kept.game)
        return options

    def place(self, room: "Room") -> PlayerPlace | None:
        """Come in, and wait for the game; with `--resume` it goes on at once, and the host is looked for meanwhile."""
        kept = self._kept or self._let_in()
        link = GuestLink(
            room.journal, kept, name=readable(self._options.name), wanted=self._wanted,
            on_trouble=partial(self._trouble, room),
        )  # fmt: skip
        link.start()
        found = self._met(room, link)
        if found is None:
            link.close()
            return None
        self._kept = found
        color = bool(found.color)
        room.announcer.sit_down(color)
        opponent = guest_of(link, found.name, color, partial(self._tell_of, room), partial(self._trouble, room))
        return self._place(color, opponent)

    def record(self, room: "Room") -> Record:
        """The game as far as it has come here."""
        assert self._kept is not None, "there is a game"
        entries = room.journal.entries(self._kept.game)
        game = replay(entry.event for entry in entries)
        self._tell_allowance(room, game.setup)
        self._go_on(room)
        return Record(number=self._kept.game, game=game, entries=len(entries), at=entries[-1].at)

    def _let_in(self) -> KeptGame:
        """Show the host the code. Raises PhrasedError."""
        assert self._options.join is not None, "so it was checked"
        way = self._way
        assert way is not None, "so it was checked"
        signed = knock(way, self._options.join, FORMAT)
        kept = KeptGame(
            token=signed.joined.token, is_host=False, color=chess.BLACK, address=way.address, room=way.room,
            fingerprint=signed.fingerprint, profile=self._options.profile,
        )  # fmt: skip
        keep_game(kept)
        return kept

    def _met(self, room: "Room", link: GuestLink) -> KeptGame | None:
        if self._kept is not None and self._kept.game:
            return self._kept
        waiting = self._waiting_room(room)
        try:
            return waiting.wait_for(link.wait)
        finally:
            self._is_reading = waiting.is_reading


def _way(options: PlayOptions) -> Way | None:
    """How the host is reached, if that was said: at an address, or through a hall. Raises InputError."""
    if options.at is not None:
        return Way(address=address_of(options.at))
    if options.hall is None or options.join is None:
        return None
    return Way(address=hall_address(options.hall), room=room_of(options.join))


def address_of(text: str) -> str:
    """A host's address as it is connected to. Raises InputError.

    >>> address_of("192.168.1.5"), address_of("Anna.local:9000")
    ('https://192.168.1.5:8065', 'https://anna.local:9000')
    """
    try:
        parts = urlsplit(f"//{text.strip().lower()}")
        if parts.hostname and not parts.path and parts.port != 0:
            host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
            return f"https://{host}:{parts.port or PORT}"
    except ValueError:
        pass
    raise wrong("remote_address", address=repr(text))
