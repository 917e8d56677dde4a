"""A game with somebody at another machine: what both ends have in common."""

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import chess
from msgspec.structs import replace

from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.play_options import PlayOptions
from access_chess.command_line.seat.first_words import PlayerPlace
from access_chess.conversation.rights import ArbiterRights
from access_chess.edge.diagnosis import installing
from access_chess.hall.rules.lag import allowance_of
from access_chess.laws.setup import Setup
from access_chess.profile import Profile
from access_chess.session.record import Record
from access_chess.speech.language.voice_pack import trouble_words
from access_chess.speech.utterance import SpokenPart

if TYPE_CHECKING:
    from access_chess.command_line.play import Meeting, Room
    from access_chess.edge.station.link import StationLink
    from access_chess.play.table_games import TableGames
    from access_chess.wiring.remote import RemoteOpponent, WaitingRoom


def as_elsewhere(options: PlayOptions) -> PlayOptions:
    """At home a person elsewhere is met as at pages: without hints, by clocks that both see."""
    return replace(options, profile=Profile.ONLINE.value) if options.profile == Profile.PRACTICE else options


def met_elsewhere(given: frozenset[str], options: PlayOptions) -> "Meeting":
    """One who has invited, is invited, or was met before; `given` are the options that were typed.

    Raises InputError, StorageError.
    """
    try:
        from access_chess.command_line.seat.inviting import Inviting
        from access_chess.command_line.seat.joining import Joining
        from access_chess.edge.station.sign_in import last_kept
    except ImportError as error:
        raise wrong("hall_package", name=error.name, install=installing(extra="hall")) from error
    kept = last_kept() if options.resume else None
    if options.resume and kept is None:
        raise wrong("no_unfinished")
    if kept is not None:
        options = replace(options, profile=kept.profile or options.profile)
    is_host = options.invite if kept is None else kept.is_host
    return Inviting(options, kept) if is_host else Joining(options, given, kept)


class Elsewhere:
    """Either end of a game with somebody elsewhere: half of a Meeting."""

    def __init__(self, options: PlayOptions) -> None:
        self._options = options
        self._opponent: RemoteOpponent | None = None
        self._is_reading = False

    def next(self, room: "Room") -> Record:
        """For another game one invites again."""
        raise wrong("not_now")

    def _waiting_room(self, room: "Room") -> "WaitingRoom":
        from access_chess.wiring.remote import WaitingRoom

        return WaitingRoom(room.language, room.inbox, room.reader, lambda: self._tell(room, "online_waiting"))

    def _say(self, room: "Room", part: SpokenPart) -> None:
        room.announcer.reply(part, None)

    def _tell(self, room: "Room", phrase: str, **slots: Any) -> None:
        self._say(room, room.language.pack.phrase(phrase, **slots))

    def _tell_of(self, room: "Room", phrase: str, name: str) -> None:
        """Say something of the opponent."""
        self._tell(room, phrase, name=name or room.language.pack.phrase("player_other"))

    def _trouble(self, room: "Room", error: Exception) -> None:
        self._say(room, trouble_words(error, room.language.pack))

    def _tell_allowance(self, room: "Room", setup: Setup) -> None:
        """What the network may cost, before the clock runs."""
        if setup.time is not None:
            allowance = allowance_of(setup.time)
            self._tell(room, "remote_allowance", gain=allowance.gain, most=allowance.most)

    def _go_on(self, room: "Room") -> None:
        """Have the next line read, if it is not yet."""
        if not self._is_reading:
            room.reader.proceed()

    def table(self, room: "Room", place: PlayerPlace, link: "StationLink | None", closing: ExitStack) -> "TableGames":
        """A table whose other player is there."""
        from access_chess.command_line.play import table_parts
        from access_chess.wiring.remote import remote_games

        assert self._opponent is not None, "there is a place"
        return remote_games(table_parts(self._options, room, place, link, closing), self._opponent)

    def _place(self, color: chess.Color, opponent: "RemoteOpponent") -> PlayerPlace:
        self._opponent = opponent
        return PlayerPlace(
            profile=Profile(self._options.profile),
            color=color,
            rights=ArbiterRights(pin=self._options.arbiter_pin, is_his_own=False),
            opponent_is_away=True,
        )
