"""Drills at a board, without a thread and without real time: whole lessons and puzzles, moved by hand."""

import random
from collections.abc import Iterator
from datetime import timedelta

import chess
import pytest
from msgspec.structs import replace

from access_chess.board.pegs.drill_board import steps_left
from access_chess.board.pegs.occupancy import Movement, movements
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
from access_chess.edge.packs.lessons import load_course, load_lessons
from access_chess.play.at_drill_board import AtDrillBoard
from access_chess.play.lessons import is_game
from access_chess.play.loop import Table
from access_chess.play.messages import BoardReported, Message, Typed
from access_chess.play.trainer import TrainerSeat
from access_chess.play.training import Training
from access_chess.practice.course import GameTask, Group, Lesson
from access_chess.practice.lesson_drills import GameDrill, round_of_lesson
from access_chess.practice.puzzles import Puzzle, PuzzleDrill
from access_chess.practice.round import round_of
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.inbox import SpokenWords
from access_chess.session.leaving import Leaving
from tests.practice.test_course import right
from tests.support.golden_training import PUZZLES, TrainingRoom, seat_of
from tests.support.right_answers import right_line
from tests.support.table import HELLO

TENTH = timedelta(milliseconds=100)
COURSE = load_course()
LESSONS = [lesson for lesson in COURSE.lessons if lesson.group is not Group.OLD_TALES]


class LearnerAtBoard:
    """Somebody with a board who is always right, and sets up what they are told."""

    def __init__(self, training: Training, pegs: chess.Bitboard = chess.BB_EMPTY, voices: str = "en") -> None:
        self.room = TrainingRoom(voices, [])
        self.words = load_lessons(voices)
        self.room.learns(self.words)
        self.pegs = pegs
        self.room.now = timedelta(seconds=1)
        self.table: Table = self.room.table(replace(training, board=AtDrillBoard()))
        self.connect()

    def connect(self) -> None:
        """The board is there, and tells what stands on it."""
        self.tell(Connected(port="", identity=HELLO, state=BoardState(squares=self.pegs), at=self.room.now))

    @property
    def seat(self) -> TrainerSeat:
        return seat_of(self.table)

    @property
    def board(self) -> AtDrillBoard:
        assert self.seat.training.board is not None
        return self.seat.training.board

    @property
    def said(self) -> list[str]:
        return self.room.screen.getvalue().splitlines()

    def tell(self, report: BoardReport) -> None:
        self.turn(BoardReported(board=0, report=report, at=self.room.now))

    def type(self, line: str) -> None:
        self.turn(Typed(line=line, at=self.room.now))

    def turn(self, message: Message) -> None:
        self.room.turn(self.table, message)
        if self.table.leaving is Leaving.MOVED_ON:
            self.table = self.room.table(self.seat.training)

    def wait(self, tenths: int = 6) -> None:
        for _ in range(tenths):
            self.room.now += TENTH
            self.tell(Quiet(at=self.room.now))

    def lift(self, square: chess.Square) -> None:
        assert self.pegs & chess.BB_SQUARES[square], "something is there"
        self.pegs &= ~chess.BB_SQUARES[square]
        self.open(square)
        self.wait(1)

    def open(self, square: chess.Square) -> None:
        """The contact of this square opens."""
        self.tell(Lifted(square=square, at=self.room.now))

    def close(self, square: chess.Square) -> None:
        """The contact of this square closes."""
        self.tell(Placed(square=square, at=self.room.now))

    def place(self, square: chess.Square) -> None:
        assert not self.pegs & chess.BB_SQUARES[square], "nothing is there"
        self.pegs |= chess.BB_SQUARES[square]
        self.close(square)
        self.wait()

    def pull(self) -> None:
        """The cable is pulled, and plugged in again."""
        self.tell(Disconnected(port="", reason=Disconnection.UNPLUGGED, at=self.room.now))
        self.connect()

    def set_up(self) -> None:
        """Do what the board still lacks, one step after the other, and say yes to each man."""
        self.wait(30)
        while steps := steps_left(self.board.board):
            step, men = steps[0], self.board.board.men
            if step.piece is None:
                self.lift(step.square)
            else:
                wanted = self.board.board.wanted
                stands = [at for at in chess.SquareSet(men.occupied) if men.piece_at(at) == step.piece]
                wrong = [at for at in stands if wanted is not None and wanted.piece_at(at) != step.piece]
                for square in wrong[:1]:
                    self.lift(square)
                self.place(step.square)
            self.confirm()
            self.wait(10)

    def confirm(self) -> None:
        if self.board.board.asked is not None:
            self.type(self.words.typed[RequestName.YES])

    def press(self, color: chess.Color) -> None:
        """The lever of this player goes down."""
        self.tell(LeverPressed(color=color, at=self.room.now))

    def move(self, board: chess.Board, move: chess.Move) -> None:
        for each in _by_hand(board, move):
            (self.lift if each.is_lift else self.place)(each.square)
            if seat_of(self.table).player.dialogue.pending is not None and move.promotion:
                self.type(self.words.pack.piece(move.promotion).text)


def _by_hand(board: chess.Board, move: chess.Move) -> Iterator[Movement]:
    """Who is captured is taken out first, then the own man is moved; of castling the king first."""
    steps = movements(board, move)
    if board.is_castling(move):
        return iter(steps)
    return iter(sorted(steps, key=lambda each: (not each.is_lift, each.square == move.from_square)))


def learn(learner: LearnerAtBoard) -> None:
    """The lesson to its end, always right: by hand where that may be, else typed."""
    for _ in range(400):
        training, board = learner.seat.training, learner.board.board
        drill = training.round.drill
        if training.is_over:
            return
        if board.asked is not None:
            learner.confirm()
        elif not training.is_asking:
            learner.type("")
        elif isinstance(drill, GameDrill):
            learner.table = learner.room.table(replace(training, moves_played=drill.task.moves))
        elif board.wanted is not None and not board.is_ready:
            learner.set_up()
        elif board.sought:
            learner.place(board.sought[-1].square)
        elif (answer := right(drill)).move is not None:
            learner.move(learner.table.game.board, answer.move)
        elif answer.request == RequestName.PRESS:
            learner.press(training.color)
        else:
            learner.type(right_line(drill, learner.words, learner.room.language))
    raise AssertionError(f"{learner.seat.training.round.drill} does not end")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_is_learnt_by_hand(lesson: Lesson) -> None:
    """Each task that is done on a board or with a clock is done there, and brings as many stars as a typed one."""
    learner = LearnerAtBoard(Training(round=round_of_lesson(lesson)))
    learn(learner)
    done = {f"{lesson.name}.{place}" for place, task in lesson.questions if not isinstance(task, GameTask)}
    kept = {each.name: (each.stars, each.tries, each.hints) for each in learner.room.attempts if each.name in done}
    assert kept == dict.fromkeys(done, (3, 0, 0)), learner.said


def _lesson(name: str) -> Lesson:
    lesson = COURSE.lesson(name)
    assert lesson is not None
    return lesson


def at_puzzles(*puzzles: Puzzle) -> LearnerAtBoard:
    """Puzzles at a board on which the first of them stands; unless others are named, the queen is to be won there."""
    drills = tuple(PuzzleDrill(puzzle=puzzle, number=place) for place, puzzle in enumerate(puzzles or PUZZLES, start=1))
    learner = LearnerAtBoard(Training(round=round_of(drills)))
    learner.set_up()
    return learner


def heard(learner: LearnerAtBoard, script: str) -> list[str]:
    """What is said of what a hand does, and of what is typed."""
    before = len(learner.said)
    for step in filter(None, map(str.strip, script.split(";"))):
        verb, _, what = step.partition(" ")
        if verb in ("lift", "place"):
            (learner.lift if verb == "lift" else learner.place)(chess.parse_square(what))
        elif verb == "wait":
            learner.wait(int(what))
        elif step == "pull":
            learner.pull()
        elif step.endswith("presses"):
            learner.press(chess.BLACK if verb == "black" else chess.WHITE)
        else:
            learner.type(step)
    return learner.said[before:]


def rook_lesson() -> LearnerAtBoard:
    """The first task on a board of the lesson of the rook, whose board is set up."""
    lesson = _lesson("rook")
    learner = LearnerAtBoard(Training(round=round_of_lesson(lesson, place=2)))
    learner.set_up()
    return learner


ROOK_GOES = "Not yet. From David four the rook stays on rank four or on file David, and does not jump."


@pytest.mark.parametrize(
    ("script", "said"),
    [
        pytest.param("lift d4; place d4; lift h2; place h2; lift d4; wait 99; place d4", [], id="feeling is no answer"),
        pytest.param(
            "lift d4; place e5; lift e5; place d5; lift d5; place d4",
            [
                ROOK_GOES, "Put the rook back on David four.",
                "That is David five.", "David four is the next hole down.", "Take it out again.",
            ],
            id="a wrong move, and the wrong hole after it",
        ),
        pytest.param(
            "lift d4; place e5; lift h2; place g2; lift g2; place h2; lift e5; place d4; lift d7; lift d4; place d7",
            [
                ROOK_GOES, "Put the rook back on David four.",
                "That is Gustav two.", "Hector two is the next hole on the right.", "Take it out again.",
                "Taken, two are left: Hector two, Hector seven.",
            ],
            id="two squares are wrong at once",
        ),
        pytest.param(
            "lift d4; place e5; lift e5; lift d7; place d7; wait 20; lift d7; place d4; wait 20; place d7",
            [
                ROOK_GOES, "Put the rook back on David four.", "Put the rook back on David four.",
                "Put the pawn back on David seven.", "The board is right.",
            ],
            id="a wrong move, and straight on to a capture: who is missing is said again",
        ),
        pytest.param(
            "rook d7; lift d7; lift d4; place d7; wait 30; lift h7; lift d7; place h7",
            ["Taken, two are left: Hector two, Hector seven.", "Taken. One is left: Hector two."],
            id="typed, carried out, and then by hand",
        ),
        pytest.param(
            "rook d7; wait 30; lift d7; wait 20; lift d4; place d7; wait 10",
            [
                "Taken, two are left: Hector two, Hector seven.", "Take out what is on David seven.", "two steps.",
                "White, rook, to David seven.", "One step.", "The board is right.",
            ],
            id="typed, and led to it",
        ),
        pytest.param(
            "check board; lift h2; check board", ["The board is right.", "Black, pawn, to Hector two."], id="asked for"
        ),
    ],
)  # fmt: skip
def test_what_is_said_of_a_hand(script: str, said: list[str]) -> None:
    assert heard(rook_lesson(), script) == said


def test_a_wrong_man_is_asked_about_and_a_wrong_hole_is_not_given_away() -> None:
    lesson = _lesson("setup")
    learner = LearnerAtBoard(Training(round=round_of_lesson(lesson, place=2)))
    said = heard(learner, "place b1; yes; place e1; lift e1; place a1; no; lift a1; place a1; yes")
    assert said == [
        "Something stands on Bella one.", "Does it have the horse's head?", "Right, five more.",
        "Not yet.", "That is Eva one.", "Take it out again.",
        "Something stands on Anna one.", "Is it flat on top, with notches?", "Take it out again.",
        "Something stands on Anna one.", "Is it flat on top, with notches?", "Right, four more.",
    ]  # fmt: skip


def test_a_man_is_told_by_its_mark_where_both_colors_stand() -> None:
    learner = LearnerAtBoard(Training(round=round_of_lesson(_lesson("rook"), place=2)))
    learner.wait(30)
    assert heard(learner, "place d4; yes; place d7; no")[:4] == [
        "Something stands on David four.", "Is it flat on top, with notches?",
        "And is it without the mark of the black men?", "Right.",
    ]  # fmt: skip
    assert learner.said[-2:] == ["And does it have the mark of the black men?", "Take it out again."]


def test_one_man_is_asked_about_after_the_other() -> None:
    learner = LearnerAtBoard(Training(round=round_of_lesson(_lesson("rook"), place=2)))
    learner.wait(30)
    assert heard(learner, "place d4; place d7; wait 20; yes; wait 6")[2:] == [
        "And is it without the mark of the black men?", "Right.", "Something stands on David seven.",
        "Does it have a small round head?", "And does it have the mark of the black men?",
    ]  # fmt: skip
    assert heard(learner, "yes; lift d4; wait 30; place d4; wait 30")[0] == "Right."
    assert {chess.square_name(step.square) for step in steps_left(learner.board.board)} == {"h2", "h7"}


def test_a_man_of_a_set_up_that_goes_elsewhere_is_wanted_back() -> None:
    learner = LearnerAtBoard(Training(round=round_of_lesson(_lesson("setup"), place=2)))
    said = heard(learner, "place b1; yes; lift b1; wait 40; place g1; wait 20; lift g1; place b1; place g1; yes")
    assert said[3:] == [
        "Put the knight back on Bella one.",
        "Something stands on Gustav one.", "Does it have the horse's head?", "Right, four more.",
    ]  # fmt: skip


def test_a_wrong_move_is_refuted_before_it_is_taken_back() -> None:
    learner = at_puzzles()
    wrong = heard(learner, "lift b6; place b4; lift b4; place b6")
    assert wrong[0].startswith("Not the best: ") and wrong[1:] == ["Put the queen back on Bella six."]
    assert heard(learner, "lift b6; place b3")[0] == "queen Bella six Bella three check"
    assert seat_of(learner.table).training.round.tries == 1


def test_the_reply_is_carried_out_by_hand_before_the_next_move() -> None:
    learner = at_puzzles()
    heard(learner, "solution; next")
    learner.set_up()
    assert heard(learner, "lift a5; place a7; wait 30")[1:] == [
        "king Cesar seven Cesar eight", "And now?", "Black, king, to Cesar eight.", "One step.",
    ]  # fmt: skip
    assert heard(learner, "lift c7; place c8; lift h6; place h8")[-1] == "One of two right."


CASTLES = "r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R b KQkq - 0 1", "a7a6 {} a6a5 a2a4"
TAKES_IN_PASSING = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6 e8d7 e1d2"
PROMOTES = "3r4/4P1k1/8/8/8/8/8/K7 b - - 0 1", "g7h7 {} h7g7 a1a2"
SHORT = ["Castles short", "pawn Anna six Anna five", "And now?"]
LONG = ["Castles long", "pawn Anna six Anna five", "And now?"]
IN_PASSING = ["pawn Eva five takes David six en passant", "king Eva eight David seven", "And now?"]
KING_TO_D7 = ["Black, king, to David seven.", "One step."]
QUEEN = ["Which piece?", "pawn Eva seven Eva eight queen", "king Hector seven Gustav seven", "And now?"]


@pytest.mark.parametrize(
    ("puzzle", "right", "script", "said"),
    [
        pytest.param(CASTLES, "e1g1", "lift e1; place g1; lift h1; place f1", SHORT, id="king first"),
        pytest.param(CASTLES, "e1c1", "lift a1; lift e1; place d1; place c1", LONG, id="both at once, the rook first"),
        pytest.param(
            CASTLES, "e1g1", "lift h1; place f1; lift f1; place h1; lift e1; place g1; lift h1; place f1",
            ["Not the best: then Castles long.", "Put the rook back on Hector one.", *SHORT],
            id="the rook alone, and back",
        ),
        pytest.param(
            TAKES_IN_PASSING, "", "lift d5; lift e5; place d6; wait 30; lift e8; place d7",
            [*IN_PASSING, *KING_TO_D7, "The board is right."], id="the captured pawn first",
        ),
        pytest.param(
            TAKES_IN_PASSING, "", "lift e5; place d6; wait 30; lift d5; wait 30",
            [*IN_PASSING, "Take out what is on David five.", "two steps.", *KING_TO_D7], id="the captured pawn last",
        ),
        pytest.param(
            TAKES_IN_PASSING, "", "lift e5; place d7; lift d7; place e5",
            ["Not legal: no piece of yours moves like that.", "Put the pawn back on Eva five."],
            id="what nobody moves is told without signs that nobody typed",
        ),
        pytest.param(PROMOTES, "e7e8q", "lift e7; place e8; queen", QUEEN, id="promotion"),
        pytest.param(
            PROMOTES, "e7d8q", "lift d8; lift e7; place d8; queen",
            ["Which piece?", "pawn Eva seven takes David eight queen", *QUEEN[2:]], id="promotion with a capture",
        ),
        pytest.param(
            PROMOTES, "e7e8q", "lift e7; place e8; rook; lift e8; place e7; lift e7; place e8; queen",
            ["Which piece?", "Not the best: then rook takes Eva eight.", "Put the pawn back on Eva seven.", *QUEEN],
            id="another piece than the right one",
        ),
        pytest.param(
            PROMOTES, "e7e8q", "lift e7; place e8; lift e8; place e7; queen",
            ["Which piece?", "Put the pawn back on Eva seven.", "queen: I do not understand this move."],
            id="a pawn that is put back becomes nothing",
        ),
        pytest.param(
            PROMOTES, "e7e8q", "lift e7; place e8; pull; queen",
            ["Which piece?", "The board no longer answers.", "The board is there.", *QUEEN],
            id="after the cable was pulled it is asked again",
        ),
    ],
)  # fmt: skip
def test_moves_of_more_than_one_man_by_hand(puzzle: tuple[str, str], right: str, script: str, said: list[str]) -> None:
    before, moves = puzzle[0], (chess.Move.from_uci(each) for each in puzzle[1].format(right).split())
    learner = at_puzzles(Puzzle(name="", before=before, moves=tuple(moves)))
    assert heard(learner, script) == said


@pytest.mark.parametrize(
    ("script", "said"),
    [
        pytest.param(
            "lift b6; lift e7; place b3; wait 30; place e7; lift b3; place b6",
            ["Take out what is on Bella three.", "three steps.", "The board is right."],
            id="two men out, of whom one stays out for long: what is told is told once",
        ),
        pytest.param(
            "lift b6; next; wait 40", ["Take out what is on Anna two.", "seven steps."], id="next, with a man in hand"
        ),
        pytest.param(
            "lift b6; place b3; wait 30; lift e5; place d4; no; lift d4; place e5; wait 20; lift c3; place d4",
            [
                "Black, king, to David four.", "One step.",
                "Something stands on David four.", "Does it have a cross on its head?",
                "And does it have the mark of the black men?", "Take it out again.", "The board is right.",
            ],
            id="the wrong man makes the reply",
        ),
        pytest.param(
            "lift b6; place b3; wait 30; lift c3; place d3; lift d3; place d4; lift f3; lift b3; place f3",
            [
                "Black, king, to David four.", "One step.",
                "That is David three.", "David four is the next hole up.", "Take it out again.", "The board is right.",
                "queen Bella three takes Felix three", "Solved in eighteen seconds, first try.", "Next?",
            ],
            id="the reply goes to the wrong hole",
        ),
    ],
)  # fmt: skip
def test_what_is_said_at_a_puzzle_whose_reply_is_made_by_hand(script: str, said: list[str]) -> None:
    assert heard(at_puzzles(), script)[-len(said) :] == said


def test_a_cable_that_is_pulled_keeps_nobody_from_typing() -> None:
    learner = rook_lesson()
    learner.tell(Disconnected(port="", reason=Disconnection.UNPLUGGED, at=learner.room.now))
    assert learner.said[-1] == "The board no longer answers."
    assert heard(learner, "rook d7") == ["Taken, two are left: Hector two, Hector seven."]
    learner.tell(Connected(port="", identity=HELLO, state=BoardState(squares=learner.pegs), at=learner.room.now))
    assert learner.said[-1] == "The board is there."
    assert heard(learner, "wait 30") == ["Take out what is on David seven.", "two steps."]


def test_who_stands_there_may_be_said_aloud() -> None:
    """While that is asked, yes and no answer it, and have its number."""
    learner = LearnerAtBoard(Training(round=round_of_lesson(_lesson("rook"), place=2)))
    learner.wait(30)
    learner.place(chess.D4)
    assert learner.seat.dialogue.question(learner.table.game) == "man 27"
    for name in (RequestName.NO, RequestName.YES):
        learner.turn(SpokenWords(said=Request(name=name), at=learner.room.now, question="man 27"))
        if name is RequestName.NO:
            assert learner.said[-1] == "Take it out again."
            learner.lift(chess.D4)
            learner.place(chess.D4)
    assert learner.said[-1] == "Right."


def test_the_button_for_help_tells_all_that_is_wrong() -> None:
    learner = rook_lesson()
    learner.lift(chess.H2)
    learner.tell(ButtonPressed(button=1, at=learner.room.now))
    assert learner.said[-1] == "Black, pawn, to Hector two."


def test_a_board_is_left_alone_where_nothing_is_done_on_it() -> None:
    lesson = _lesson("board")
    learner = LearnerAtBoard(Training(round=round_of_lesson(lesson)), pegs=chess.BB_RANK_1)
    assert heard(learner, "wait 30; lift a1; place a1; lift b1; place b2; wait 30") == []


TYPED = (
    "",
    "hint",
    "back",
    "solution",
    "new game",
    "yes",
    "no",
    "next",
    "e4",
    "rook d7",
    "check board",
    "board",
    "why",
)


def at_task(name: str) -> LearnerAtBoard:
    """A task at the board on which its men stand, by the name under which it is remembered."""
    lesson, _, number = name.partition(".")
    learner = LearnerAtBoard(Training(round=round_of_lesson(_lesson(lesson), place=int(number) - 1)))
    learner.set_up()
    return learner


@pytest.mark.parametrize(
    ("task", "script", "said"),
    [
        pytest.param(
            "touch.2", "lift g1; wait 20; place g1; adjust g1",
            ["Not yet.", "Put the knight back on Gustav one.", "Right.", "Three stars.", "Next?"],
            id="who lifts has touched, and adjusts too late",
        ),
        pytest.param(
            "touch.2", "lift g1; place f3; lift f3; place g1; adjust f1",
            [
                "Not yet.", "Put the knight back on Gustav one.", "That is Felix three.",
                "Gustav one is the next hole on the right, two holes further down.", "Take it out again.",
                "Not yet.", "It is said before you touch.",
            ],
            id="put elsewhere",
        ),
        pytest.param(
            "touch.3", "lift g1; place f3; lift f3; place g1; lift e2; place e3",
            ["Not yet.", "Put the knight back on Gustav one.", "Right.", "Three stars.", "Next?"],
            id="to touch a second man is no answer, to move it is",
        ),
        pytest.param(
            "touch.12", "lift e1; wait 9; lift e2; place e1; wait 9; lift d2; place d2; place e3",
            ["Right.", "Three stars.", "The lesson is done, with three stars of three."],
            id="three men are touched, and one moves",
        ),
        pytest.param(
            "clock.2", "black presses; lift e2; place e2; presses",
            ["Not yet.", "Put the pawn back on Eva two.", "Right.", "Three stars.", "Next?"],
            id="the own lever answers, the opponent's does not",
        ),
        pytest.param(
            "draws.3", "presses; offer draw", ["Not yet.", "Right.", "Three stars.", "Next?"], id="pressed too early"
        ),
        pytest.param(
            "draws.6", "lift g1; lift f1; place f1; place g1; claim threefold",
            [
                "Not yet.", "Put the knight back on Gustav one.", "Right.", "Three stars.", "Next?",
            ],
            id="two men are touched before the claim",
        ),
        pytest.param(
            "trouble.2", "place e3; lift e3; place e2; no; lift e2; place e2; yes",
            [
                "That is Eva three.", "Take it out again.",
                "Something stands on Eva two.", "Does it have a small round head?",
                "And is it without the mark of the black men?", "Take it out again.",
                "Something stands on Eva two.", "Does it have a small round head?",
                "And is it without the mark of the black men?", "Right.", "Three stars.", "Next?",
            ],
            id="who was knocked over is stood up",
        ),
    ],
)  # fmt: skip
def test_what_a_hand_does_at_the_referee_is_judged(task: str, script: str, said: list[str]) -> None:
    assert heard(at_task(task), script) == said


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_done_and_typed_a_lesson_comes_to_its_end(seed: int) -> None:
    chance = random.Random(seed)
    learner = LearnerAtBoard(Training(round=round_of_lesson(chance.choice(LESSONS[:-5]))))
    for _ in range(60):
        if learner.seat.training.is_over or is_game(learner.seat.training.round):
            break
        pegs = [*chess.SquareSet(learner.pegs)]
        match chance.randrange(5):
            case 0 if pegs:
                learner.lift(chance.choice(pegs))
            case 1 | 2:
                learner.place(chance.choice([square for square in chess.SQUARES if square not in pegs]))
            case 3:
                learner.pull()
            case _:
                learner.type(chance.choice(TYPED))
    learn(learner)
