"""Stations that sit at games of a hall: the hall is the host of such a game, as a station is that has invited another.

Each comes with the code of a seat, as another person comes to a page with it. The table of the game at pages
decides; the station keeps a copy.
"""

import hmac
import threading
import time
from functools import partial

import chess
from websockets.exceptions import ConnectionClosed

from access_chess.edge.packs.texts import load_web_texts
from access_chess.edge.station.remote.host_link import GREETED, SLOWER, HostLink, Invitation, hang_up
from access_chess.edge.station.remote.lines import RemoteLine
from access_chess.edge.station.sign_in import KeptGame
from access_chess.edge.storage.event_text import FORMAT
from access_chess.edge.storage.journal import Journal
from access_chess.hall.games.running_games import RunningGame
from access_chess.hall.games.seat_state import Guest
from access_chess.hall.people.hall_file import GuestRoom
from access_chess.hall.rules import remote, wire
from access_chess.hall.rules.codes import digested, fits, hall_proof, readable_name, station_proof
from access_chess.hall.rules.lag import allowance_of
from access_chess.hall.web.hall import Hall
from access_chess.hall.web.place import tell_aside
from access_chess.hall.web.simul import must_wait, tell_giver
from access_chess.play.guest_place import Answer, GuestPlace
from access_chess.play.messages import DistantTable
from access_chess.play.other_end import OtherEnd, Pausing
from access_chess.profile import Profile
from access_chess.session.ports import Recorded, StorageError
from access_chess.speech.utterance import Priority, Utterance


class SeatedGuests:
    """StationGuests of a hall; `fingerprint` is that of the certificate that stations see, empty without one."""

    def __init__(self, hall: Hall, journal: Journal, fingerprint: bytes) -> None:
        self._hall = hall
        self._journal = journal
        self._fingerprint = fingerprint
        self._seating = threading.Lock()
        self._links: dict[tuple[int, chess.Color], tuple[RunningGame, HostLink]] = {}
        self._pauses: dict[int, tuple[RunningGame, Pausing]] = {}

    def knows(self, room: str) -> bool:
        """Whether there is a seat behind this room."""
        return self._hall.database.guests.room(room) is not None

    def answer(self, room: str, line: RemoteLine) -> None:
        """Let a station in or not, and talk with it until it goes."""
        self.admit(room, line, self._fingerprint)

    def admit(self, room: str, line: RemoteLine, fingerprint: bytes) -> None:
        """The same for one that sees the certificate with this fingerprint, which may be another hall's."""
        try:
            first = remote.from_guest(line.recv(GREETED))
            found = self._hall.database.guests.room(room)
            if found is None:
                hang_up(line, wire.SHUT_OUT)
            elif isinstance(first, remote.Knock):
                line.send(wire.encoded(self._knocked(found, first, fingerprint)))
            elif isinstance(first, remote.Come):
                self._come(line, found, first)
            else:
                hang_up(line, wire.NONSENSE)
        except (wire.NonsenseError, UnicodeError):
            hang_up(line, wire.NONSENSE)
        except StorageError:
            hang_up(line, wire.UNKEPT)
        except (ConnectionClosed, TimeoutError, OSError):
            pass  # the guest comes again

    def _knocked(self, room: GuestRoom, knock: remote.Knock, fingerprint: bytes) -> wire.Joined | wire.Bye:
        if (knock.version, knock.form) != (remote.VERSION, FORMAT):
            return wire.Bye(reason=remote.VERSIONS)
        if not (room.is_fresh and fits(knock.proof, station_proof(room.code, fingerprint))):
            time.sleep(SLOWER)
            return wire.Bye(reason=remote.WRONG_CODE)
        if room.person is not None or self._is_taken(room):
            return wire.Bye(reason=remote.TAKEN)
        token = self._hall.database.guests.let_in(room.name)
        return wire.Joined(token=token, board=0, proof=hall_proof(room.code, fingerprint, token))

    def _is_taken(self, room: GuestRoom) -> bool:
        seated = self._hall.database.seated(room.game)
        return seated is None or (seated.person_of(room.color) is not None and not room.takes_over)

    def _come(self, line: RemoteLine, room: GuestRoom, come: remote.Come) -> None:
        if room.token is None or not hmac.compare_digest(digested(come.token), room.token):
            hang_up(line, wire.SHUT_OUT)
            return
        seated = self._hall.database.seated(room.game)
        assert seated is not None, "a code is for a game"
        game = self._hall.games.game(room.game, seated.level)
        refused = remote.why_not_wanted(come.wanted, game.game.setup, room.color, Profile.ONLINE)
        if refused is None and not self._sits_down(room, come):
            refused = remote.TAKEN
        if refused is not None:
            hang_up(line, refused)
            return
        self._link(game, room).meet(line, come)

    def _sits_down(self, room: GuestRoom, come: remote.Come) -> bool:
        """Whether the seat is this guest's, who may have come for the first time."""
        database = self._hall.database
        with self._seating:
            now = database.guests.room(room.name)
            seated = database.seated(room.game)
            if now is None or seated is None:
                return False
            if now.person is not None:
                return seated.person_of(room.color) == now.person
            if self._is_taken(room):
                return False
            name = readable_name(come.name) or ""
            visitor = database.visitor(database.sign_in(name))
            assert visitor is not None, "so it was signed in"
            database.end_session(visitor.session)  # the guest has a token, and no page
            database.use_code(room.code)
            is_his = database.take_seat(room.game, room.color, visitor.person, takes_over=room.takes_over)
            if is_his:
                database.guests.sit(room.name, visitor.person)
            return is_his

    def _link(self, game: RunningGame, room: GuestRoom) -> HostLink:
        """The way to the guest at this seat, as long as the game is held in memory."""
        place = room.game, room.color
        with self._seating:
            former, link = self._links.get(place, (None, None))
            if former is game and link is not None:
                return link
            link = self._new_link(game, room.color)
            over = [each for each, (before, _) in self._links.items() if before.game.is_over and each != place]
            for each in over:  # its game may be let go
                del self._links[each]
            self._links[place] = game, link
        if game.seat_guest(room.color, partial(self._guest, game, room.color, link)):
            self._tell_opponent(game, room.color)
        return link

    def _new_link(self, game: RunningGame, color: chess.Color) -> HostLink:
        return HostLink(
            self._journal,
            KeptGame(token="", is_host=True, color=not color, game=game.number),
            Invitation(
                setup=game.game.setup, name=self._name(game, not color), profile=Profile.ONLINE, code=None,
                fingerprint=self._fingerprint,
            ),
            on_trouble=_told_by_the_game, keep=_kept_by_the_hall,
        )  # fmt: skip

    def _guest(self, game: RunningGame, color: chess.Color, link: HostLink) -> Guest:
        """The player at this seat: the opponent hears of them at a page or station, in the language of that place."""
        place = GuestPlace(color, allowance_of(game.game.setup.time))
        other = OtherEnd(
            self._name(game, color), color, partial(self._tell_of, game, color), link.send, self._pausing(game),
            passed_on=lambda wish: self._sent(game, not color, wish),
        )  # fmt: skip
        link.seat(game.number, _Awaited(self._hall, game, place), other)
        return Guest(
            participants=(place, other, link, _ToGiver(self._hall, game.number, color)), watches=(other,),
            deeds=other.deeds, late=place.late, is_there=lambda: link.is_there,
        )  # fmt: skip

    def _pausing(self, game: RunningGame) -> Pausing:
        """One for both players of a game."""
        former, pausing = self._pauses.get(game.number, (None, None))
        if former is not game or pausing is None:
            pausing = Pausing(decides=True)
            self._pauses[game.number] = game, pausing
        return pausing

    def _sent(self, game: RunningGame, color: chess.Color, told: remote.Wish | remote.OpponentNews) -> bool:
        """Whether this player sits at a station, and hears it there."""
        former, link = self._links.get((game.number, color), (None, None))
        if former is not game or link is None:
            return False
        link.send(told)
        return True

    def _tell_of(self, game: RunningGame, color: chess.Color, phrase: str, name: str) -> None:
        """Tell a player's opponent of that player."""
        seat = game.seat_at(not color)
        if phrase in remote.NEWS and self._sent(game, not color, remote.OpponentNews(phrase=phrase, name=name)):
            return
        if seat is not None:
            pack = seat.manner.language.pack
            said = pack.phrase(phrase, name=name or pack.phrase("player_other"))
            seat.tell(Utterance(parts=(said,), priority=Priority.NORMAL))

    def _tell_opponent(self, game: RunningGame, color: chess.Color) -> None:
        """Who has come, and what of the network's time does not count."""
        self._sent(game, not color, remote.OpponentNews(phrase="remote_has_come", name=self._name(game, color)))
        seat, time_control = game.seat_at(not color), game.game.setup.time
        if seat is None:
            return
        pack = seat.manner.language.pack
        texts = load_web_texts(pack.name)
        name = self._name(game, color) or texts.text("somebody")
        tell_aside(seat, texts.text("person_came", name=name), texts.language)
        if time_control is not None:
            allowance = allowance_of(time_control)
            said = pack.phrase("remote_allowance", gain=allowance.gain, most=allowance.most)
            seat.tell(Utterance(parts=(said,), priority=Priority.NORMAL))

    def _name(self, game: RunningGame, color: chess.Color) -> str:
        database = self._hall.database
        seated = database.seated(game.number)
        person = None if seated is None else seated.person_of(color)
        return "" if person is None else database.name_of(person)


class _Awaited:
    """A Deciding: what has to wait for the giver of an exhibition is kept, which the guest hears."""

    def __init__(self, hall: Hall, game: RunningGame, place: GuestPlace) -> None:
        self._hall = hall
        self._game = game
        self._place = place

    def hear(self, asked: remote.GuestCommands, answer: Answer) -> None:
        """Have the guest's commands decided on, or kept."""
        last = asked.commands[-1].id
        is_sound = remote.why_not(asked, self._place.color, None) is None
        if is_sound and last not in self._game.game.taken and must_wait(self._hall, self._game, asked.commands):
            answer(remote.Answered(id=last, refused="remote_kept"))
        else:
            self._place.hear(asked, answer)


class _ToGiver:
    """A Participant that tells the giver of an exhibition when it is their turn at this board."""

    def __init__(self, hall: Hall, game: int, color: chess.Color) -> None:
        self._hall = hall
        self._game = game
        self._color = color

    def join(self, table: DistantTable) -> None:
        """This is the game."""

    def on_event(self, recorded: Recorded) -> None:
        """The guest may have moved."""
        if recorded.before.turn is self._color and recorded.after.turn is not self._color:
            simul = self._hall.database.simuls.of_game(self._game)
            if simul is not None:
                self._hall.games.later(partial(tell_giver, self._hall, simul, self._game))

    def close(self) -> None:
        """Nothing is held."""


def _told_by_the_game(error: Exception) -> None:
    """A journal that fails is the game's affair, too, which tells of it."""


def _kept_by_the_hall(kept: KeptGame) -> None:
    """Who sits where stands in the hall's own file."""
