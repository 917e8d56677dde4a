"""What comes while something else begins or ends: nothing is lost between two threads, what is told last is so."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import cast

import chess
import pytest

from access_chess.edge.station.remote import guest_link
from access_chess.edge.station.remote.guest_link import GuestLink
from access_chess.edge.station.sign_in import KeptGame
from access_chess.hall.rules import remote, wire
from access_chess.hall.rules.remote import GuestCommands, Wish
from access_chess.laws.commands import OfferDraw
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import new_game
from access_chess.laws.setup import Setup
from access_chess.play.copied import CopiedGame
from access_chess.play.guest_place import Answer, GuestPlace
from access_chess.play.messages import Act, DistantTable
from access_chess.play.other_end import OtherEnd
from tests.support.remote_host import PATIENCE, RemoteHost, come, line, token_of
from tests.support.station_table import until

OFFER = GuestCommands(commands=(OfferDraw(color=chess.BLACK, id="o"),), thought=timedelta())
MESSAGES = 10  # of which the answer is one; signs of life come for ever
LEFT = 0.2  # seconds for what must not happen


def test_what_a_guest_asks_for_while_the_game_is_begun_is_decided_on(
    host: RemoteHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He comes again with a move on his lips, and the host's table is not there yet."""
    early, hear, join = threading.Event(), GuestPlace.hear, GuestPlace.join

    def heard(place: GuestPlace, asked: GuestCommands, answer: Answer) -> None:
        hear(place, asked, answer)
        early.set()

    def joined(place: GuestPlace, table: DistantTable) -> None:
        early.wait(LEFT)
        join(place, table)

    monkeypatch.setattr(GuestPlace, "hear", heard)
    monkeypatch.setattr(GuestPlace, "join", joined)
    with line(host) as guest:
        guest.say(come(token_of(host)), OFFER)
        assert host.link.wait(PATIENCE) == "Boris"
        host.begin()
        messages = (remote.from_host(guest.line.recv(PATIENCE)) for _ in range(MESSAGES))
        assert remote.Answered(id="o") in messages


def test_of_two_lines_of_a_guest_the_one_that_goes_is_not_told_last(
    host: RemoteHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = token_of(host)
    goes, may_go, go = threading.Event(), threading.Event(), OtherEnd.go

    def slowly(other: OtherEnd) -> None:
        goes.set()
        assert may_go.wait(PATIENCE)
        go(other)

    with line(host) as first:
        first.say(come(token))
        assert host.link.wait(PATIENCE) == "Boris"
        host.begin()
        first.hear(remote.GuestWelcome)
        first.hear(wire.Entries)
        monkeypatch.setattr(OtherEnd, "go", slowly)
    assert goes.wait(PATIENCE)  # the first line has broken, and this is about to be told
    with line(host) as again:
        again.say(come(token))
        again.hear(remote.GuestWelcome)
        may_go.set()
        again.hear(wire.Beat)
        until(lambda: host.other.is_there)


def test_a_wish_that_a_guest_has_not_heard_is_told_when_they_are_back(host: RemoteHost) -> None:
    token = token_of(host)
    with line(host) as guest:
        guest.say(come(token))
        assert host.link.wait(PATIENCE) == "Boris"
        host.begin()
        guest.hear(remote.GuestWelcome)
    until(lambda: not host.link.is_there)
    host.link.send(Wish(pause=True))
    with line(host) as guest:
        guest.say(come(token))
        assert guest.hear(Wish) == Wish(pause=True)


class Deaf:
    """A line on which nobody says anything."""

    def __init__(self, opened: threading.Semaphore) -> None:
        opened.release()

    def __enter__(self) -> "Deaf":
        return self

    def __exit__(self, *error: object) -> None: ...

    def send(self, message: str) -> None: ...

    def close(self) -> None: ...

    def recv(self, timeout: float | None = None) -> str:
        raise TimeoutError


class Seat:
    """A guest's game and his opponent, as far as a line has to do with them: what is told of it."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.game = new_game(GameSetUp(setup=Setup()))

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *rest: self.told.append(name)

    def post(self, act: Act) -> None:
        act()


def test_a_host_who_does_not_greet_is_not_there(host: RemoteHost, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, seat = threading.Semaphore(0), Seat()
    monkeypatch.setattr(guest_link, "line_to", lambda way, fingerprint: Deaf(opened))
    kept = KeptGame(token="t", is_host=False, color=chess.BLACK, address="https://nowhere")
    link = GuestLink(host.journal, kept, name="Boris", wanted=remote.GuestTerms(), on_trouble=lambda error: None)
    link.start()
    for _ in range(2):
        assert opened.acquire(timeout=PATIENCE)
    link.seat(cast(CopiedGame, seat), cast(OtherEnd, seat), 1)
    link.join(cast(DistantTable, seat))
    link.close()
    assert seat.told[:2] == ["listen", "go"]
    assert "come" not in seat.told
