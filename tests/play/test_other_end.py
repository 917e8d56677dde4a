"""Of a player at another machine one hears when they cannot be reached, and when they are back; not of each cut."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.storage.journal import Journal
from access_chess.hall.rules.remote import Wish
from access_chess.laws.commands import PROGRAM, StopClocks, StopReason
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.play.messages import AtOnce
from access_chess.play.other_end import OtherEnd, Pausing
from access_chess.play.seat import Errand, PlayerSeat
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.record import begin_game
from tests.play.remote_table import RemoteTable, Watched, remote_table
from tests.support.remote_host import told_in_english

GONE = "The connection to Boris has been lost for thirty seconds."


@dataclass
class End:
    """The host's end, what was said there, and what was sent to the guest."""

    at: RemoteTable
    other: OtherEnd
    said: list[str]
    sent: list[Wish]

    def stop(self, reason: StopReason = StopReason.ARBITER) -> None:
        self.at.do(StopClocks(reason=reason, author=PROGRAM))

    def want(self, *, pause: bool) -> None:
        self.other.want(pause=pause)
        self.at.do_all()

    def hear(self, *, pause: bool) -> None:
        self.other.hear(Wish(pause=pause))
        self.at.do_all()


@contextlib.contextmanager
def begun(
    arbiter: ArbiterMode = ArbiterMode.NONE, *, decides: bool = True, starts_again: bool = False
) -> Iterator[End]:
    """A game in which a clock runs, and whose guest is there."""
    said, sent = list[str](), list[Wish]()
    other = OtherEnd(
        "", chess.BLACK, told_in_english(said.append), sent.append, Pausing(decides=decides), starts_again=starts_again
    )
    with contextlib.closing(Journal(None)) as journal:
        at = remote_table(
            begin_game(journal, Setup(arbiter=arbiter)), journal, Watched(), participants=(other,), watches=(other,),
            deeds=other.deeds,
        )  # fmt: skip
        other.come("Boris")
        yield End(at, other, said, sent)


@pytest.fixture
def end() -> Iterator[End]:
    with begun() as end:
        yield end


def test_who_is_away_for_long_is_told_of_once_and_when_they_are_back(end: End) -> None:
    end.other.go()
    end.at.wait(29)
    assert end.said == []
    end.at.wait(60)
    (told,) = end.said
    assert told.startswith(GONE)
    end.other.come("Boris")
    assert end.said == [told, "Boris is back."]


@pytest.mark.parametrize("arbiter", [ArbiterMode.NONE, ArbiterMode.HUMAN])
def test_only_where_there_is_an_arbiter_they_are_spoken_of(arbiter: ArbiterMode) -> None:
    with begun(arbiter) as end:
        end.other.go()
        end.at.wait(30)
        assert ("arbiter" in end.said[0]) is (arbiter is ArbiterMode.HUMAN)


def test_a_short_cut_is_no_news_but_a_move_that_waits_is(end: End) -> None:
    end.other.go()
    end.at.wait(10)
    end.other.come("Boris")
    end.other.go()
    end.other.miss()
    end.other.miss()
    end.other.come("Boris")
    end.other.miss()  # it goes out at once
    end.at.wait(60)
    assert end.said == ["Connection lost. Your clock goes on. Trying again.", "Boris is back."]


def test_nobody_is_missed_when_the_game_is_over_or_left(end: End) -> None:
    end.other.go()
    end.other.close()
    end.at.wait(60)
    assert end.said == []


def test_what_is_wanted_of_who_is_away_is_told_them_later(end: End) -> None:
    end.other.go()
    end.at.type("pause")
    assert end.said[0].startswith("Your opponent hears it when the connection is back.")
    assert end.sent == [Wish(pause=True)]


def test_no_move_is_sealed_where_the_other_would_read_it(end: End) -> None:
    seat = end.at.table.seat(0)
    assert isinstance(seat, PlayerSeat)
    errand = Errand(request=Request(name=RequestName.SEAL), color=chess.WHITE, game=end.at.game, at=timedelta())
    after, (effect,) = end.other.deeds[RequestName.SEAL](seat, errand)
    assert after is seat and isinstance(effect, AtOnce)
    effect.do()
    assert end.said == [load_voice_pack("en").phrase("remote_no_sealing").text]


def test_a_game_that_stood_for_want_of_power_goes_on_when_both_are_there() -> None:
    with begun(starts_again=True) as end:
        end.stop(StopReason.POWER)
        end.other.come("Boris")
        end.at.do_all()
        assert end.at.game.is_clock_on


def test_what_both_want_is_done(end: End) -> None:
    for pause in (True, False):
        end.want(pause=pause)
        assert end.at.game.is_clock_on is pause
        end.hear(pause=pause)
        assert end.at.game.is_clock_on is not pause
    assert end.said == ["Told. It is done when your opponent says it as well."] * 2


def test_a_pause_that_only_one_wants_is_forgotten_when_the_clocks_stand(end: End) -> None:
    end.hear(pause=True)
    assert end.said == ["Boris wants to pause. Say pause, and both clocks stop."]
    end.stop()
    end.hear(pause=False)
    assert end.said[1:] == ["Boris wants to go on. Say resume, and the game goes on."]


def test_that_the_clocks_are_stopped_may_be_heard_before_that_it_was_wanted() -> None:
    with begun(decides=False) as end:
        end.want(pause=True)
        assert end.said == ["Told. It is done when your opponent says it as well."]
        end.stop()
        end.hear(pause=True)
        end.hear(pause=False)
        assert end.said[1:] == ["Boris wants to go on. Say resume, and the game goes on."]


def test_who_says_what_the_other_has_wanted_hears_of_it_by_what_comes_of_it() -> None:
    with begun(decides=False) as end:
        end.hear(pause=True)
        assert end.said[0].startswith("Boris wants to pause.")
        end.want(pause=True)
        end.stop()
        assert len(end.said) == 1
