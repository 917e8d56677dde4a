"""A board at a drill: what a hand makes there is an answer, and the referee hears nothing of it."""

from collections.abc import Callable, Sequence

import chess
import pytest

from access_chess.board.pegs.players_board import BoardNoticeKind, Notice
from access_chess.board.ports import EmulatedBoard, Listener
from access_chess.command_line.options.position import hand_of
from access_chess.edge.boards.emulator import emulated_board
from access_chess.edge.boards.in_process import in_process_board
from access_chess.edge.boards.table import BoardTable, TableBoard
from access_chess.laws.game import Game
from access_chess.practice.drill import Drill
from access_chess.practice.ending_drill import EndingDrill, TrainedEnding
from access_chess.practice.puzzles import PuzzleDrill
from access_chess.session.ports import OnTrouble
from tests.support.board_sim import built
from tests.support.golden_training import ENDINGS, PUZZLES, TRAININGS, TrainingRoom, built_in

Boards = Callable[[Game, OnTrouble], BoardTable]
QUEEN = EndingDrill(ending=TrainedEnding.KQK, fen="7k/5P2/7K/8/8/8/8/8 w - - 0 1", shortest=1)


def at_board(*, firmware: bool = False, told: list[BoardNoticeKind] | None = None) -> Boards:
    """A board of both players, beside the lines that are typed."""

    def opened(listener: Listener, occupied: chess.SquareSet) -> EmulatedBoard:
        if not firmware:
            return in_process_board(listener, occupied)
        built()
        return emulated_board(listener, occupied=occupied)

    def tell(notice: Notice, color: chess.Color | None) -> None:
        if told is not None:
            told.append(notice.kind)

    def boards(game: Game, on_trouble: OnTrouble) -> BoardTable:
        seat = TableBoard(open=opened, color=None, announces=True, has_levers=False)
        return BoardTable([seat], tell=tell, on_trouble=on_trouble, hand_of=hand_of)

    return boards


def answers(drills: Sequence[Drill], *lines: str, boards: Boards) -> list[str]:
    """What is said of each line that leads to something."""
    room = TrainingRoom("en", [*lines, "quit"], built_in, boards)
    said = [line for line in room.train(drills).splitlines() if line and not line.startswith(">")]
    return [line for line in said if not line.startswith("Solved in")]


@pytest.mark.parametrize("firmware", [False, True], ids=["in-process", "firmware"])
def test_a_wrong_move_on_the_board_ends_no_drill(firmware: bool) -> None:
    """The queen goes to a wrong square, is put back, and mates then."""
    boards = at_board(firmware=firmware)
    drill = PuzzleDrill(puzzle=PUZZLES[1], number=12)
    hand = ("lift h6", "place h7", "lift h7", "place h6", "lift a5", "place a7", "lift c7", "place c8")
    said = answers([drill], *hand, "lift h6", "place h8", boards=boards)
    assert said == answers([drill], "Qh7", "Ra7", "Qh8", boards=at_board())
    assert any("mate" in line for line in said)


def test_a_move_that_gives_stalemate_is_judged_by_the_trainer() -> None:
    said = answers(ENDINGS[:1], "lift c1", "place c7", boards=at_board())
    assert said == answers(ENDINGS[:1], "Qc7", boards=at_board())


def test_a_move_that_is_not_allowed_is_told_with_its_reason() -> None:
    said = answers(ENDINGS[:1], "lift c1", "place d3", "lift d3", "place c1", "lift c1", "place c8", boards=at_board())
    assert said == answers(ENDINGS[:1], "c1d3", "Qc8", boards=at_board())


def test_a_hand_that_puts_a_piece_back_has_answered_nothing() -> None:
    said = answers(ENDINGS[:1], "lift c1", "place c1", "Qc8", boards=at_board())
    assert said == answers(ENDINGS[:1], "Qc8", boards=at_board())


def test_the_new_piece_is_asked_for_and_answers_the_drill() -> None:
    said = answers([QUEEN], "lift f7", "place f8", "queen", boards=at_board())
    assert any("Which piece" in line for line in said)
    assert said[-1] == answers([QUEEN], "f8Q", boards=at_board())[-1]


@pytest.mark.parametrize("kind", ["puzzles", "openings", "review", "endings", "rook_endings"])
def test_no_training_tells_of_a_move_on_its_board_but_by_its_trainer(kind: str) -> None:
    """The first man that can move is moved on the board: what is said is what would be said of the typed move."""
    drills = TRAININGS[kind]()[:1]
    board = drills[0].before.copy()
    for made in drills[0].made:
        board.push(made)
    move = next(each for each in board.legal_moves if not board.is_capture(each) and each.promotion is None)
    hand = [f"lift {chess.square_name(move.from_square)}", f"place {chess.square_name(move.to_square)}"]
    assert answers(drills, *hand, boards=at_board()) == answers(drills, move.uci(), boards=at_board())


def test_who_was_right_is_told_what_the_opponent_has_moved() -> None:
    told: list[BoardNoticeKind] = []
    drill = PuzzleDrill(puzzle=PUZZLES[0], number=11)
    answers([drill], "lift b6", "place b3", "check board", boards=at_board(told=told))
    assert BoardNoticeKind.ALL_STEPS in told
