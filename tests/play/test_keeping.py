"""A disk that fails while a game is played at the loop: clocks run on, and nothing is heard that nobody agreed to."""

from datetime import timedelta
from typing import Any

import chess
import pytest

from access_chess.laws.commands import PlayMove, PressClock, Result
from access_chess.laws.events import MoveMade
from access_chess.profile import Profile
from access_chess.session.ports import JournalError
from tests.play.at_table import PACK, SECOND, AtTable, at_table

ASKED = PACK.phrase("ask_unkept").text
WELL = PACK.phrase("kept_after_all").text


class Disk:
    """The disk of a table, which fails as the test wants it."""

    def __init__(self, at: AtTable) -> None:
        self.at = at
        self.failure: JournalError | None = None
        self._append, self._beat = at.journal.append, at.journal.beat
        at.journal.append = self.append  # type: ignore[method-assign]
        at.journal.beat = self.beat  # type: ignore[method-assign]

    def append(self, *rest: Any, **named: Any) -> None:
        if self.failure is not None:
            raise self.failure
        self._append(*rest, **named)

    def beat(self, *rest: Any, **named: Any) -> None:
        if self.failure is not None:
            raise self.failure
        self._beat(*rest, **named)

    def fills_up(self, phrase: str = "journal_disk_full") -> None:
        self.failure = JournalError(phrase, path="p", error="e")

    @property
    def kept(self) -> list[str]:
        entries = self.at.journal.entries(1)
        return [entry.event.move.uci() for entry in entries if isinstance(entry.event, MoveMade)]

    @property
    def moves(self) -> list[str]:
        return [ply.move.uci() for ply in self.at.table.game.plies]

    @property
    def said(self) -> list[str]:
        return [entry[2] for entry in self.at.record if entry[0] == "said"]


def disk(time: str | None = "5:00+3") -> Disk:
    return Disk(at_table(time))


@pytest.mark.parametrize("phrase", ["journal_disk_full", "journal_denied", "journal_unusable", "journal_held"])
def test_play_goes_on_unrecorded_where_somebody_says_so(phrase: str) -> None:
    here = disk()
    here.at.type("e4")
    here.fills_up(phrase)
    assert here.at.said("e5")[-1] == ASKED
    assert here.moves == here.kept == ["e2e4"]
    here.at.type("yes")
    here.at.type("Nf3")
    assert (here.moves, here.kept) == (["e2e4", "e7e5", "g1f3"], ["e2e4"])
    assert here.said.count(ASKED) == 1
    assert not here.at.table.close()


def test_what_was_not_kept_is_kept_as_soon_as_there_is_room() -> None:
    here = disk()
    here.fills_up()
    here.at.type("e4")
    here.at.type("yes")
    here.failure = None
    here.at.type("e5")
    assert WELL in here.said
    assert here.moves == here.kept == ["e2e4", "e7e5"]
    assert here.at.table.close()


def test_room_that_is_made_answers_the_question() -> None:
    here = disk()
    here.fills_up()
    here.at.type("e4")
    assert here.moves == []
    here.failure = None
    here.at.passes(2 * SECOND)
    assert here.said[-1] == WELL
    assert here.moves == here.kept == ["e2e4"]
    assert here.at.said("yes") != [PACK.phrase("goes_on_unkept").text], "nothing is asked any more"


def test_who_says_no_ends_the_game_with_all_that_was_heard_on_disk() -> None:
    here = disk()
    here.fills_up()
    here.at.type("e4")
    with pytest.raises(JournalError):
        here.at.type("no")
    assert here.moves == here.kept == []


def test_the_clocks_run_by_the_instants_of_the_presses_and_not_of_the_answer() -> None:
    here = disk()
    here.at.passes(10 * SECOND)
    here.fills_up()
    here.at.type("e4")
    here.at.passes(20 * SECOND)
    here.at.type("yes")
    clock = here.at.table.game.clock
    assert clock.running is chess.BLACK and clock.since == 10 * SECOND
    assert here.at.table.game.remaining(chess.BLACK, here.at.now) == timedelta(seconds=303 - 20)


def test_signs_of_life_that_cannot_be_kept_are_asked_about_once_and_hold_nothing_up() -> None:
    """Only what has been written tells that the disk is well."""
    here = disk()
    here.fills_up()
    here.at.passes(5 * SECOND)
    assert here.said.count(ASKED) == 1 and WELL not in here.said
    here.failure = None
    here.at.passes(2 * SECOND)
    assert here.said[-1] == WELL and here.said.count(WELL) == 1


def test_a_journal_that_is_wrong_and_not_its_disk_ends_the_game() -> None:
    here = disk()
    here.fills_up("journal_shared")
    with pytest.raises(JournalError, match="journal_shared"):
        here.at.type("e4")
    assert ASKED not in here.said and here.moves == []


def test_a_flag_falls_while_somebody_is_asked() -> None:
    here = disk("0:05")
    here.fills_up()
    here.at.type("e4")
    here.at.passes(6 * SECOND)
    assert here.moves == ["e2e4"]
    end = here.at.table.game.end
    assert end is not None and end.result is Result.WHITE_WINS
    assert here.at.table.keeping.is_asking and here.kept == []
    here.failure = None
    assert here.at.table.close()
    assert here.kept == ["e2e4"]


def pressed_by_hand(time: str) -> tuple[AtTable, Disk]:
    """White has moved and pressed at once, and neither is on disk: it is asked how to go on."""
    at = at_table(time, profile=Profile.TOURNAMENT)
    disk = Disk(at)
    disk.fills_up()
    at.order(PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4")))
    at.order(PressClock(color=chess.WHITE))
    assert at.table.keeping.is_asking and not at.table.game.plies
    return at, disk


def test_a_press_by_hand_counts_as_of_its_instant_and_not_of_the_answer() -> None:
    at, _ = pressed_by_hand("5:00")
    at.passes(10 * SECOND)
    at.type("yes")
    assert at.table.game.clock.running is chess.BLACK
    assert at.table.game.remaining(chess.BLACK, at.now) == timedelta(seconds=300 - 10)


def test_who_has_pressed_while_somebody_is_asked_does_not_lose_on_time() -> None:
    at, _ = pressed_by_hand("0:01")
    at.passes(2 * SECOND)
    end = at.table.game.end
    assert end is not None and end.result is Result.WHITE_WINS
