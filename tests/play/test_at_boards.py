"""Sensor boards at the loop, without a thread and without real time: what hands do there, and when it is told."""

from datetime import timedelta
from typing import Any

import chess
import pytest

from access_chess.board.pegs.players_board import PlayersBoard
from access_chess.board.wire.reports import (
    BoardReport,
    BoardState,
    ButtonPressed,
    Connected,
    Disconnected,
    Disconnection,
    LeverPressed,
    Lifted,
    Placed,
    Quiet,
)
from access_chess.laws.events import ClockPressed, PiecesTouched
from access_chess.play.at_boards import AWAITED
from access_chess.play.messages import LATE, Gone
from access_chess.profile import Profile
from access_chess.session.ports import JournalError
from tests.board.pegs.test_playing import MADE, PROMOTE
from tests.play.at_table import PACK, SECOND, AtTable, at_table
from tests.support.table import HELLO

MS = timedelta(milliseconds=1)
LINE = 8 * MS  # from the hand to the program


class Hands:
    """Hands at boards of a table; what they do is told a moment later, with the instant at which it was done."""

    def __init__(self, at: AtTable, *, is_connected: bool = True) -> None:
        self.at = at
        self.record = at.record
        for board in range(self.boards) if is_connected else ():
            self.connect(board=board)

    @property
    def boards(self) -> int:
        seat: Any = self.at.table.seat(0)
        return len(seat.boards.boards.boards)

    def connect(self, squares: int | None = None, *, board: int = 0) -> None:
        """The board is there, with these pegs or those of the game."""
        state = BoardState(squares=self.at.table.game.board.occupied if squares is None else squares)
        self.tell(Connected(port="", identity=HELLO, state=state, at=self.at.now), board)

    def tell(self, report: BoardReport, board: int = 0, *, line: timedelta = LINE) -> list[Any]:
        self.at.now += line
        return self.at.report(report, board=board)

    def play(self, script: str, *, board: int = 0) -> "Hands":
        """Steps such as "lift e2; place e4; say e4; press white", one a second; the boards vouch for the silence."""
        for step in filter(None, (step.strip() for step in script.split(";"))):
            self.step(*step.split(), board=board)
            self.at.passes(SECOND)
            for each in range(self.boards):
                self.tell(Quiet(at=self.at.now), each)
        return self

    def step(self, verb: str, what: str = "", *, board: int = 0) -> None:
        now = self.at.now
        match verb:
            case "lift":
                self.tell(Lifted(square=chess.parse_square(what), at=now), board)
            case "place":
                self.tell(Placed(square=chess.parse_square(what), at=now), board)
            case "drag":
                self.step("place", what, board=board)
                self.at.now += 90 * MS
                self.step("lift", what, board=board)
            case "press":
                self.tell(LeverPressed(color=what == "white", at=now), board)
            case "say":
                self.at.type(what)
            case "adjust":
                self.at.type(f"adjust {what}".strip())
            case "wait":
                self.at.passes(float(what) * SECOND)

    def has_begun(self) -> bool:
        return self.at.table.game.started

    def time_runs(self) -> bool:
        return self.at.table.game.is_clock_on

    def is_over(self) -> bool:
        return self.at.table.game.is_over

    def wants_line(self) -> bool:
        return self.at.table.wants_line

    @property
    def moves(self) -> list[str]:
        return [ply.before.san(ply.move) for ply in self.at.table.game.plies]

    @property
    def said(self) -> list[str]:
        return [entry[2] for entry in self.record if entry[0] == "said"]


def hands(
    fen: str = chess.STARTING_FEN, *, time: str | None = "90+30", at_home: bool = False, two: bool = False
) -> Hands:
    """White is blind and plays on a board, as in a tournament or at home."""
    owners = (chess.WHITE, chess.BLACK) if two else (chess.WHITE,)
    boards = [PlayersBoard(color=color, announces=at_home, has_levers=not at_home) for color in owners]
    profile = Profile.PRACTICE if at_home else Profile.TOURNAMENT
    return Hands(at_table(time, profile=profile, fen=fen, blind=chess.WHITE, boards=boards))


@pytest.mark.parametrize(("fen", "script", "move"), MADE)
def test_what_the_hand_does_at_the_loop_is_what_it_does_by_itself(fen: str, script: str, move: str) -> None:
    """The table of the pure board, each report a message; a move that is said is typed."""
    here = hands(fen).play(script)
    assert here.moves == [move]
    assert here.at.trouble == []
    here.play("press white")
    assert here.at.table.game.clock.running is chess.BLACK or here.is_over()
    assert here.at.table.game.written.white == 1, "the program records the move (E.2.5)"


@pytest.mark.parametrize(("fen", "script", "move"), [row for row in MADE if "adjust" not in str(row.values)])
def test_at_home_the_program_announces(fen: str, script: str, move: str) -> None:
    steps = [step for step in script.split(";") if "say" not in step]
    here = hands(fen, at_home=True).play(";".join(steps))
    if "=" in move:
        assert here.said[-1] == "Which piece?"
        assert here.at.type({"Q": "queen", "R": "rook", "N": "knight", "B": "bishop"}[move[move.index("=") + 1]])
    assert here.moves == [move]


def test_a_touch_bears_the_instant_of_the_hand_and_not_that_of_its_report() -> None:
    here = hands()
    here.at.passes(9 * SECOND)
    done = here.at.now
    here.tell(Lifted(square=chess.E2, at=done), line=30 * MS)
    touched = next(entry for entry in here.at.journal.entries(1) if isinstance(entry.event, PiecesTouched))
    assert touched.at == done


def test_the_game_begins_when_its_boards_are_right() -> None:
    board = PlayersBoard(color=chess.WHITE)
    here = Hands(at_table("90", profile=Profile.TOURNAMENT, blind=chess.WHITE, boards=[board]), is_connected=False)
    assert not here.has_begun()
    here.connect(chess.BB_RANK_1 | chess.BB_RANK_7 | chess.BB_RANK_8 | chess.BB_RANK_2 & ~chess.BB_E2)
    here.play("wait 5")
    assert not here.has_begun()
    assert any("Eva two" in each for each in here.said)
    here.play("place e2; wait 3")
    assert here.has_begun()
    assert "The board is right." in here.said


def test_the_clocks_stand_while_the_cable_is_out_and_go_on_with_what_was_in_hand() -> None:
    here = hands().play("lift e2")
    here.tell(Disconnected(port="", reason=Disconnection.UNPLUGGED, at=here.at.now))
    assert not here.time_runs()
    assert here.said[-2:] == ["The board no longer answers.", "The clocks are stopped. Article six point twelve a."]
    here.at.passes(60 * SECOND)
    here.connect(here.at.table.game.board.occupied & ~chess.BB_E2)
    assert here.time_runs()
    assert here.record.count(("forget", 0)) == 2, "nothing is known of the hands of its clock"
    here.play("place e4; say e4")
    assert here.moves == ["e4"]


def test_two_boards_hear_of_each_others_moves_in_the_same_turn() -> None:
    here = hands(two=True).play("lift e2; place e4; say e4; press white")
    here.play("lift e2; place e4", board=1)
    here.play("lift e7; place e5; press black", board=1)
    assert here.moves == ["e4", "e5"]
    here.play("lift e7; place e6; wait 10")
    assert here.said[-4:] == [
        "White's board:", "The board differs from the game on two squares.", "Take out what is on Eva six.",
        "Black, pawn, to Eva five.",
    ]  # fmt: skip


def test_what_stands_on_the_board_is_let_go_by_a_word_and_the_word_is_about_the_game_after_it() -> None:
    """One who sees may go on with a piece for three seconds; a line says that they have not."""
    board = PlayersBoard(color=None)
    here = Hands(at_table("90", profile=Profile.TOURNAMENT, boards=[board]))
    here.step("lift", "e2")
    here.step("place", "e4")
    assert here.moves == []
    turn = here.at.type("clock")
    assert here.at.table.game.hand.released is not None or here.moves == ["e4"]
    assert [entry[2] for entry in turn if entry[0] == "said"][-1].startswith(("White:", "Black:"))


def test_the_end_of_the_input_lets_go_what_stands_on_the_board() -> None:
    here = Hands(at_table(None, profile=Profile.TOURNAMENT, boards=[PlayersBoard(color=None)]))
    here.step("lift", "e2")
    here.step("place", "e4")
    before = len(here.at.journal.entries(1))
    here.at.turn(Gone(at=here.at.now))
    assert len(here.at.journal.entries(1)) > before


def test_a_button_asks_what_is_wrong_and_another_opens_the_microphone() -> None:
    here = hands()
    here.tell(ButtonPressed(button=1, at=here.at.now))
    assert here.said[-1] == "The board is right."
    here.tell(ButtonPressed(button=2, at=here.at.now))
    assert here.said[-1] == PACK.phrase("microphone_off").text


def test_a_press_in_time_counts_however_late_its_report_comes() -> None:
    """6.8: the board stamps the press before the flag; its line holds the report back until after it."""
    here = hands(time="0:05").play("lift e2; place e4; say e4")
    zero = here.at.table.game.clock.zero_at()
    assert zero is not None
    here.at.passes(zero - here.at.now + LATE + 10 * MS)
    assert ("vouch", 0) in here.record, "the board is asked for all that happened before"
    assert not here.is_over()
    here.tell(LeverPressed(color=chess.WHITE, at=zero - MS), line=100 * MS)
    assert here.at.table.game.clock.running is chess.BLACK
    pressed = next(entry for entry in here.at.journal.entries(1) if isinstance(entry.event, ClockPressed))
    assert pressed.at == zero - MS
    here.at.passes(5 * SECOND)
    assert here.at.table.game.flags.white is None


@pytest.mark.parametrize("is_heard", [True, False])
def test_a_flag_waits_for_its_board_for_half_a_second_at_most(is_heard: bool) -> None:
    here = hands(time="0:05")
    zero = here.at.table.game.clock.zero_at()
    assert zero is not None
    here.at.passes(zero - here.at.now + LATE + 10 * MS)
    assert not here.is_over()
    if is_heard:
        here.tell(Quiet(at=zero))
    here.at.passes(MS if is_heard else AWAITED)
    assert here.is_over()
    assert here.at.table.game.flags.white == zero


def test_while_a_flag_waits_for_its_board_time_is_kept_and_nobody_spins() -> None:
    here = hands(time="0:05")
    zero = here.at.table.game.clock.zero_at()
    assert zero is not None
    here.at.passes(zero - here.at.now + LATE + MS)
    asked = sum(entry == ("vouch", 0) for entry in here.record)
    here.at.passes(200 * MS)
    assert sum(entry == ("vouch", 0) for entry in here.record) - asked <= 11


def test_a_typed_hand_waits_for_the_board_and_the_next_line_for_the_hand() -> None:
    board = PlayersBoard(color=None)
    here = Hands(at_table("90", profile=Profile.TOURNAMENT, boards=[board]), is_connected=False)
    here.at.type("hand lifts e2")
    assert ("hand", "hand lifts e2") not in here.record
    assert not here.wants_line()
    here.connect()
    assert ("hand", "hand lifts e2") in here.record
    assert not here.wants_line(), "it has still to be felt"
    here.step("lift", "e2")
    assert here.wants_line()
    here.at.type("hand places e4")
    here.step("place", "e4")
    here.at.type("hand goes astray")
    here.tell(Quiet(at=here.at.now + 500 * MS))
    assert not here.wants_line()
    here.tell(Quiet(at=here.at.now + 2 * SECOND))
    assert here.wants_line(), "what no board feels is waited for no longer"


def test_a_new_piece_that_nobody_has_named_is_asked_for_at_the_press() -> None:
    """A blind player says it with the move, and is not asked before."""
    here = hands(PROMOTE).play("lift e7; place e8")
    assert "Which piece?" not in here.said
    here.play("press white")
    assert here.said[-1] == "Which piece?"
    assert here.moves == []
    here.at.type("rook")
    assert here.moves == ["e8=R+"]


def test_the_board_goes_on_while_the_disk_has_failed_and_nothing_is_told_twice() -> None:
    here = hands()
    fails, appended = [True], here.at.journal.append

    def append(*rest: Any, **named: Any) -> None:
        if fails[0]:
            raise JournalError("journal_disk_full", path="journal.sqlite")
        appended(*rest, **named)

    here.at.journal.append = append  # type: ignore[method-assign]
    here.step("lift", "e2")
    here.step("place", "e2")
    here.step("lift", "d2")
    fails[0] = False
    here.play("wait 3")
    touched = [entry.event for entry in here.at.journal.entries(1) if isinstance(entry.event, PiecesTouched)]
    assert [event.squares for event in touched] == [(chess.E2,), (chess.D2,)]
