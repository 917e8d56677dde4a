"""One loop a table: what follows from one message is done, in its order, before the next is taken."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import chess
import pytest

from access_chess.conversation.state import Say
from access_chess.laws.by_color import both
from access_chess.laws.commands import (
    Resign,
    StopClocks,
    StopReason,
)
from access_chess.laws.events import ClocksStopped
from access_chess.laws.game import Game
from access_chess.laws.setup import Setup
from access_chess.listening.heard import HeardNothing, Nothing
from access_chess.play.engine import EngineSeat, Mind
from access_chess.play.loop import Table
from access_chess.play.messages import (
    LATE,
    Effects,
    Give,
    Gone,
    Happened,
    TablePlace,
    ToSeat,
    Typed,
    Woken,
    Work,
    Worked,
)
from access_chess.play.time_teller import TimeTeller
from access_chess.session.leaving import Leaving
from access_chess.session.ports import JournalError
from access_chess.session.record import Record, begin_game
from access_chess.speech.announcement import announce
from access_chess.speech.answers.clock import STANDARD
from access_chess.speech.utterance import Earcon, Utterance
from tests.play.at_table import (
    NOTHING,
    OPENS,
    PACK,
    SECOND,
    Committing,
    announcer,
    at_table,
    player_seat,
)


@pytest.mark.parametrize("fails_at", range(2, 9))
def test_what_is_not_on_disk_is_not_said_and_has_not_happened(fails_at: int) -> None:
    at = at_table(fails_at=fails_at)
    before = at.table.game
    with pytest.raises(JournalError):
        for line in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
            before = at.table.game
            at.record.clear()
            at.type(line)
    assert at.table.game is before
    assert not [entry for entry in at.record if entry[0] in ("told", "said")]


def test_a_move_that_is_thought_of_comes_back_as_a_message() -> None:
    at = at_table(engine=chess.BLACK)
    at.type("e4")
    assert at.table.game.turn is chess.BLACK
    assert at.said("Nf3") == ["Nf3: Black to move, move one."]
    at.result(chess.Move.from_uci("e7e5"))
    assert at.table.game.board.fullmove_number == 2


def test_a_move_of_a_position_that_is_gone_is_not_played() -> None:
    at = at_table(engine=chess.BLACK)
    at.type("e4")
    at.type("take back")
    at.type("yes")
    assert at.result(chess.Move.from_uci("e7e5"), index=0) == []
    assert at.table.game.board == chess.Board()


def test_a_move_that_was_thought_of_in_the_game_before_is_not_played_in_this_one() -> None:
    before, at = at_table(engine=chess.WHITE), at_table(engine=chess.WHITE)
    _, work = before.work[0]
    found = Worked(work=work, found=chess.Move.from_uci("a2a3"), at=timedelta(), seat=1)
    at.table.turn(found)
    assert not at.table.game.plies
    at.result(chess.Move.from_uci("e2e4"))
    assert at.table.game.plies


def test_a_move_that_was_thought_of_in_another_position_is_not_played_in_this_one() -> None:
    at = at_table(engine=chess.BLACK)
    for line in ("e4", "take back", "yes", "d4"):
        at.type(line)
    assert at.result(chess.Move.from_uci("e7e5"), index=0) == []
    at.result(chess.Move.from_uci("d7d5"))
    assert at.table.game.board.fullmove_number == 2


@pytest.mark.parametrize("found", [chess.Move.from_uci("e7e3"), OSError("the engine is gone")])
def test_an_engine_that_finds_no_legal_move_plays_one_nevertheless(found: object) -> None:
    at = at_table(engine=chess.BLACK)
    at.type("e4")
    at.result(found)
    assert at.table.game.board.fullmove_number == 2
    assert at.trouble == ([found] if isinstance(found, Exception) else [])


def test_what_was_heard_and_not_understood_sounds_before_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    at, heard = at_table(), list[Utterance]()
    monkeypatch.setattr(at.announcer, "say", heard.append)
    at.hear(HeardNothing(reason=Nothing.UNSURE), at.table.game.board, "")
    assert (heard[0].parts, heard[0].earcon) == ((), Earcon.NOT_UNDERSTOOD)
    assert heard[1].text == "Please repeat."


@dataclass
class Seen:
    """A board on a screen."""

    squares: list[chess.Square | None] = field(default_factory=list)
    targets: list[frozenset[chess.Square]] = field(default_factory=list)
    moves: list[chess.Move] = field(default_factory=list)

    def look_at(self, square: chess.Square | None, targets: frozenset[chess.Square] = frozenset()) -> None:
        self.squares.append(square)
        self.targets.append(targets)

    def show_hint(self, move: chess.Move) -> None:
        self.moves.append(move)


def test_where_the_board_is_seen_what_is_explored_and_a_hint_are_shown() -> None:
    at, seen, hint = at_table(), Seen(), chess.Move.from_uci("e2e4")
    at.announcer.pointing = seen
    at.type("next knight")
    at.type("hint")
    assert (seen.squares, seen.moves) == ([chess.B1], [])
    at.type("reach")
    assert seen.targets == [frozenset(), frozenset({chess.A3, chess.C3})]
    at.result(hint)
    assert seen.moves == [hint]


def test_an_engine_that_thinks_is_not_disturbed_by_what_is_no_move() -> None:
    at = at_table(engine=chess.BLACK)
    for line in ("e4", "claim threefold", "feel e2"):
        at.type(line)
    assert len(at.work) == 1


@dataclass(frozen=True)
class Desk:
    """An arbiter's seat: they have `seen` so much of the game, and what they order of less is not given."""

    heard: int = 0

    def turn(self, message: ToSeat, game: Game) -> tuple["Desk", Effects]:
        match message:
            case Happened(events=events):
                return Desk(self.heard + len(events)), ()
            case Typed(line=seen) if int(seen) == self.heard:
                return self, (Give(command=StopClocks(reason=StopReason.ARBITER)),)
        return self, ()

    def is_due(self, game: Game) -> bool:
        return False


def test_a_seat_has_heard_all_when_its_order_comes_so_it_needs_no_function_that_looks_again() -> None:
    journal = Committing([], None)
    record = begin_game(journal, Setup(presses_for=both(True)), wall=lambda: OPENS)
    places = [TablePlace(seat=player_seat(None), voice=announcer([], None)), TablePlace(seat=Desk())]
    table = Table(record, journal, places, work=lambda seat, work: None, wall=lambda: OPENS)
    table.open(timedelta())
    seen = len(journal.entries(1)) - 1
    table.turn(Typed(line="e4", at=timedelta()))
    table.turn(Typed(line=str(seen), seat=1, at=timedelta()))
    assert table.game.stopped is None
    table.turn(Typed(line=str(len(journal.entries(1)) - 1), seat=1, at=timedelta()))
    assert table.game.stopped is StopReason.ARBITER


def test_two_players_with_places_of_their_own_hear_what_is_theirs() -> None:
    heard: dict[chess.Color, list[Any]] = {color: [] for color in chess.COLORS}
    places = [
        TablePlace(seat=player_seat(color), voice=announcer(heard[color], color))
        for color in (chess.WHITE, chess.BLACK)
    ]
    journal = Committing([], None)
    record = begin_game(journal, Setup(presses_for=both(True)), wall=lambda: OPENS)
    table = Table(record, journal, places, work=lambda seat, work: None, wall=lambda: OPENS)
    table.open(timedelta())
    for line, seat in (("e4", 0), ("offer draw", 0), ("yes", 0), ("whose turn", 1), ("e5", 0), ("accept", 1), ("y", 1)):
        table.turn(Typed(line=line, at=timedelta(), seat=seat))
    said = {color: [entry[2] for entry in heard[color] if entry[0] == "said"] for color in chess.COLORS}
    end = ["Black accepts the draw.", "Agreed. The game is drawn. Article five point two c.", "New game, or quit?"]
    assert said[chess.WHITE] == [
        "The game begins. White to move.", "pawn Eva two Eva four", "Offer a draw? Yes or no.", "White offers a draw.",
        "e5: Black to move, move one.", *end,
    ]  # fmt: skip
    assert said[chess.BLACK] == [
        "The game begins. White to move.", "pawn Eva two Eva four", "White offers a draw.", "Black: yes or no?",
        "Black to move, move one.", "Accept the draw? Yes or no.", *end,
    ]  # fmt: skip


def test_a_hint_is_work_too_and_a_piped_line_waits_for_it() -> None:
    at = at_table()
    assert at.said("hint") == []
    assert not at.table.wants_line
    said = [entry[2] for entry in at.result(chess.Move.from_uci("e2e4"))]
    assert said == [PACK.phrase("practice_hint", move=announce(chess.Board(), chess.Move.from_uci("e2e4"), PACK)).text]
    assert at.table.wants_line


def test_a_hint_is_of_this_game_and_of_this_position_or_none() -> None:
    before, at = at_table(), at_table()
    before.type("hint")
    at.type("hint")
    _, stale = before.work[0]
    assert at.turn(Worked(work=stale, found=chess.Move.from_uci("a2a3"), at=timedelta(), seat=0)) == []
    at.type("e4")
    assert at.result(chess.Move.from_uci("d2d4")) == []
    assert at.table.wants_line


def test_the_engine_answers_an_offer_after_the_player_has_heard_it() -> None:
    at = at_table(engine=chess.BLACK)
    at.type("offer draw")
    said = at.said("yes")
    assert said == ["White offers a draw.", "Black declines the draw."]


def test_the_giver_hears_what_followed_before_the_next_command_is_decided() -> None:
    at = at_table()
    for line in ("f3", "e5", "g4"):
        at.type(line)
    said = at.said("Qh4 (=)")
    assert said[-2:] == [PACK.phrase("play_again").text, PACK.phrase("refused_game_over").text]


def test_the_time_is_on_disk_before_it_is_told() -> None:
    at = at_table("5:00")
    at.now = timedelta(milliseconds=500)
    assert [entry[0] for entry in at.type("clock")] == ["beat", "said"]


def test_a_flag_falls_at_its_own_instant_and_a_line_stamped_before_it_counts() -> None:
    at = at_table("0:05")
    at.now = timedelta(seconds=5) + LATE / 2
    at.type("e4", before=LATE)
    assert at.table.game.plies
    other = at_table("0:05")
    other.passes(timedelta(seconds=6))
    assert other.table.game.end is not None
    assert other.journal.entries(1)[-1].at == timedelta(seconds=5)


def test_the_flag_falls_in_time_however_much_is_typed_before_anybody_can_ring() -> None:
    at = at_table("0:05")
    for at.now in (SECOND * tenth / 10 for tenth in range(60)):
        at.type("whose turn")
    assert at.table.game.end is not None
    assert at.journal.entries(1)[-1].at == timedelta(seconds=5)


def test_a_command_that_changes_nothing_does_not_keep_the_flag_from_falling() -> None:
    at = at_table("0:05")
    assert at.said("resume") == [NOTHING]
    at.passes(timedelta(seconds=6))
    assert at.table.game.end is not None


def test_the_time_is_told_unasked_by_the_loop_itself() -> None:
    at = at_table("0:12")
    for line, after in (("e4", 0.3), ("e5", 0.7)):  # so that no sign of life is due at the same instant
        at.passes(after * SECOND)
        at.type(line)
    record = at.passes(timedelta(seconds=4))
    assert [entry[2] for entry in record if entry[0] == "said"] == ["ten seconds.", "nine", "eight"]
    kept = [record[place - 1] for place, entry in enumerate(record) if entry[0] == "said"]
    assert kept == [("beat", instant * SECOND) for instant in (2.7, 3.7, 4.7)], "it is on disk before it is told"


def test_a_game_that_is_taken_up_again_tells_its_time_and_wakes_the_engine() -> None:
    first = at_table("0:12", engine=chess.BLACK)
    first.type("e4")
    entries = first.journal.entries(1)
    record = Record(number=1, game=first.table.game, entries=len(entries), at=entries[-1].at)
    timekeeper = TimeTeller(PACK, STANDARD, is_silent=lambda channel: True)
    work: list[Work] = []
    table = Table(
        record, first.journal, [TablePlace(seat=EngineSeat(color=chess.BLACK, mind=Mind(1)))],
        work=lambda seat, wanted: work.append(wanted), watches=[timekeeper], wall=lambda: OPENS,
    )  # fmt: skip
    table.open(timedelta())
    assert len(work) == 1
    assert timekeeper.due == 2 * SECOND


def test_who_sits_down_later_sees_how_the_game_stands_and_the_former_one_hears_no_more() -> None:
    at = at_table("0:12")
    at.type("e4")
    later: list[Any] = []
    at.table.sit(0, TablePlace(seat=player_seat(chess.BLACK), voice=announcer(later, chess.BLACK)))
    before = len(at.record)
    at.type("e5")
    assert len(at.table.game.plies) == 2
    assert [entry for entry in at.record[before:] if entry[0] == "said"] == []
    assert [entry[2] for entry in later if entry[0] == "said"] == ["pawn Eva seven Eva five"]
    at.table.sit(0, TablePlace(seat=EngineSeat(color=chess.WHITE, mind=Mind(1))))
    assert len(at.work) == 1, "it is its turn already"


def test_a_message_may_come_later_where_it_has_a_long_way() -> None:
    at = at_table("0:05", late=2 * SECOND)
    at.now = timedelta(seconds=6.5)
    at.type("e4", before=2 * SECOND)
    assert at.table.game.plies
    other = at_table("0:05", late=2 * SECOND)
    other.passes(timedelta(seconds=6))
    assert other.table.game.end is None
    other.passes(timedelta(seconds=2))
    assert other.table.game.end is not None


def test_a_machine_that_has_slept_takes_no_time_from_anybody() -> None:
    at = at_table("1:00")
    at.passes(timedelta(seconds=3))
    at.now += timedelta(hours=1)
    at.table.turn(Woken(at=at.now))
    assert any(isinstance(each.event, ClocksStopped) for each in at.journal.entries(1))
    assert PACK.phrase("game_resumes", time=timedelta(hours=1)).text in [entry[-1] for entry in at.record]
    assert at.table.game.remaining(chess.WHITE, at.now) == timedelta(seconds=57)
    assert at.table.game.is_clock_on, "at home it goes on by itself"


def test_the_line_that_wakes_a_machine_is_carried_out() -> None:
    at = at_table("1:00")
    at.now += timedelta(hours=1)
    at.type("e4")
    assert at.table.game.plies


def test_what_is_due_is_done_to_its_end_before_what_has_come() -> None:
    at = at_table("0:05")
    at.now = timedelta(seconds=6)
    said = [entry[2] for entry in at.order(Resign(color=chess.WHITE)) if entry[0] == "said"]
    assert said[1:] == [PACK.phrase("play_again").text, PACK.phrase("refused_game_over").text]


def test_where_nothing_can_be_said_the_game_goes_on_and_that_is_told() -> None:
    at = at_table(engine=chess.BLACK)
    at.announcer.is_broken = True
    at.type("e4")
    assert [str(error) for error in at.trouble] == ["the headset is gone"]
    at.announcer.is_broken = False
    at.result(chess.Move.from_uci("e7e5"))
    assert at.table.game.board.fullmove_number == 2


def test_what_a_turn_has_left_undone_is_not_done_later() -> None:
    at = at_table(engine=chess.BLACK, has_worker=False)
    at.type("e4 (=)")
    assert [str(error) for error in at.trouble] == ["no worker"]
    assert at.said("whose turn") == ["Black to move, move one."]
    assert at.table.game.offer is chess.WHITE, "the engine has not answered either"


def test_a_claim_that_is_answered_at_once_asks_the_opponent_nothing() -> None:
    at = at_table()
    at.type("e4")
    assert not [line for line in at.said("claim threefold") if line.endswith("yes or no?")]


def test_a_seat_is_a_value() -> None:
    seat = player_seat(None)
    game = at_table().table.game
    asked, effects = seat.turn(Typed(line="resign", at=timedelta()), game)
    assert [type(each) for each in effects] == [Say]
    _, effects = asked.turn(Typed(line="yes", at=timedelta()), game)
    (give,) = effects
    assert isinstance(give, Give)
    assert give.command == Resign(color=chess.WHITE)
    assert seat.turn(Typed(line="yes", at=timedelta()), game)[1] != effects  # nothing was asked of this one


def test_the_end_of_the_input_leaves() -> None:
    at = at_table()
    at.table.turn(Gone(at=timedelta()))
    assert at.table.leaving is Leaving.QUIT
