"""A board that belongs to a drill: what a hand does there is a move, is felt, or is led to the position."""

import random
from collections.abc import Callable
from datetime import timedelta

import chess
import pytest

from access_chess.board.pegs.drill_board import DrillBoard, HandTurn, confirmed, steps_left, wanting
from access_chess.board.pegs.drill_hand import reported
from access_chess.board.pegs.occupancy import SetupStep, movements
from access_chess.board.pegs.players_board import Notice
from access_chess.board.wire.reports import (
    BoardReport,
    BoardState,
    Connected,
    Disconnected,
    Disconnection,
    Lifted,
    Loss,
    Placed,
    Quiet,
    ReportsLost,
)
from tests.board.pegs.test_playing import CASTLE, EN_PASSANT, MADE, START
from tests.support.table import HELLO

MS = timedelta(milliseconds=1)
ROOK = "8/3p4/8/8/3R4/8/8/8 w - - 0 1"
PROMOTES = "8/4P3/8/8/8/8/8/K1k5 w - - 0 1"


def position(fen: str) -> chess.Board:
    return chess.Board(fen)


class DrillHand:
    """A hand at a board on which a position is wanted, and what comes of it, in the order in which it comes."""

    def __init__(self, fen: str, *, occupied: chess.Bitboard | None = None, sought: str = "") -> None:
        self.wanted = position(fen)
        self.sought = tuple(SetupStep(square=_square(each[1:]), piece=_man(each[0])) for each in sought.split())
        self.now = timedelta(seconds=1)
        self.came: list[str] = []
        self.board = DrillBoard()
        self.after: Callable[[chess.Board, chess.Move], chess.Board | None] = lambda board, move: None
        pegs = self.wanted.occupied if occupied is None else occupied
        self.tell(Connected(port="", identity=HELLO, state=BoardState(squares=pegs), at=self.now))
        self.want()
        self.wait(1)

    def play(self, script: str) -> "DrillHand":
        for step in filter(None, (each.strip() for each in script.split(";"))):
            verb, *what = step.split()
            match verb:
                case "lift":
                    self.tell(Lifted(square=_square(what[0]), at=self.now))
                    self.wait(0.1)
                case "place":
                    self.tell(Placed(square=_square(what[0]), at=self.now))
                    self.wait(1)
                case "drag":
                    self.tell(Placed(square=_square(what[0]), at=self.now))
                    self.wait(0.09)
                    self.tell(Lifted(square=_square(what[0]), at=self.now))
                case "wait":
                    self.wait(float(what[0]))
                case "yes" | "no":
                    self.follow(confirmed(self.board, is_it=verb == "yes"))
                    self.wait(1)
                case "pull":
                    self.tell(Disconnected(port="", reason=Disconnection.UNPLUGGED, at=self.now))
                case "plug":
                    pegs = int(chess.SquareSet(map(_square, what)))
                    self.tell(Connected(port="", identity=HELLO, state=BoardState(squares=pegs), at=self.now))
                    self.wait(3)
                case "say":  # the program plays what somebody has typed, or replies
                    self.wanted = _after(self.wanted, chess.Move.from_uci(what[0]))
                    self.want()
                    self.wait(3)
        return self

    def tell(self, report: BoardReport) -> None:
        self.follow(reported(self.board, report))

    def wait(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds * 10))):
            self.now += 100 * MS
            self.tell(Quiet(at=self.now))

    def want(self) -> None:
        self.follow(wanting(self.board, self.wanted, self.sought))

    def follow(self, turn: HandTurn) -> None:
        self.board = turn.board
        if turn.move is not None:
            move = chess.Move(*turn.move)
            self.came.append(move.uci())
            self.wanted = self.after(self.wanted, move) or self.wanted
        if turn.put is not None:
            self.came.append("put " + _told(turn.put))
            self.wanted = self._set_up(turn.put)
        self.came += [_named(notice) for notice in turn.notices]
        if turn.move is not None or turn.put is not None:
            self.want()

    def _set_up(self, put: SetupStep) -> chess.Board:
        self.sought = tuple(step for step in self.sought if step != put)
        board = self.wanted.copy()
        if put.piece is not None:
            board.set_piece_at(put.square, put.piece)
        return board


def _square(name: str) -> chess.Square:
    return chess.parse_square(name)


def _man(symbol: str) -> chess.Piece:
    return chess.Piece.from_symbol(symbol)


def _after(board: chess.Board, move: chess.Move) -> chess.Board:
    """On a board that need have no kings; the same side has the move again."""
    later = board.copy(stack=False)
    later.push(move)
    later.turn = board.turn
    return later


def _told(step: SetupStep) -> str:
    return f"{step.piece.symbol() if step.piece else 'out'} {chess.square_name(step.square)}"


def _named(notice: Notice) -> str:
    told = [_told(notice.steps[0])] if notice.steps else [chess.square_name(square) for square in notice.squares]
    return " ".join([notice.kind.name.lower(), *told])


#: Nobody adjusts at a drill, and there a man that stands somewhere has moved.
OF_GAMES = [row for row in MADE if "adjust" not in str(row.values[1]) and "aperture first" not in str(row.id)]


@pytest.mark.parametrize(("fen", "script", "move"), OF_GAMES)
def test_what_is_a_move_in_a_game_is_one_at_a_drill(fen: str, script: str, move: str) -> None:
    hands = ";".join(step for step in script.split(";") if "say" not in step)
    here, wanted = DrillHand(fen), position(fen).parse_san(move)
    here.after = lambda board, _: _after(board, wanted)
    here.play(hands)
    moves = [each for each in here.came if each != "there" and not each.startswith("step out")]
    assert moves[0] == wanted.uci()[:4]
    assert not steps_left(here.board), here.came


@pytest.mark.parametrize(
    ("script", "came"),
    [
        pytest.param("lift d4; place d4; lift d7; place d7", [], id="who is put back was only felt"),
        pytest.param("lift d4; wait 9", [], id="a hand may think with its man"),
        pytest.param("lift d4; drag d5; drag d6; place d4", [], id="dragged over apertures and back"),
        pytest.param("lift d4; place e5; lift e5; place d4", ["d4e5", "put_back R d4"], id="a wrong move"),
        pytest.param(
            "lift d4; place e5; lift e5; place d5; lift d5; place d4; lift d4; place d1",
            ["d4e5", "put_back R d4", "astray d5 d4", "d4d1", "put_back R d4"],
            id="nothing goes on before it is back",
        ),
        pytest.param(
            "lift d7; lift d4; place d7; lift d7; place d4; place d7",
            ["d4d7", "put_back R d4", "put_back p d7", "correct"],
            id="a wrong capture gives both back",
        ),
        pytest.param("lift d7; place e7", ["astray e7 d7"], id="a coin makes no move"),
        pytest.param("place a1; lift a1", ["astray a1"], id="who is new makes no move"),
        pytest.param(
            "lift d4; pull; plug d4 d7; lift d4; place d5", ["lost", "there", "d4d5", "put_back R d4"],
            id="the cable is pulled with a man in the hand, who is put back meanwhile",
        ),
        pytest.param(
            "pull; plug d7 e5; lift e5; place d4", ["lost", "there", "step out e5", "is_it R d4", "is_marked R d4"],
            id="the cable is pulled, and nobody knows what stands elsewhere",
        ),
    ],
)  # fmt: skip
def test_felt_moved_and_put_back(script: str, came: list[str]) -> None:
    here = DrillHand(ROOK).play(script)
    assert here.came[1:] == came


@pytest.mark.parametrize(
    ("fen", "script", "came"),
    [
        pytest.param(CASTLE, "lift e1; lift h1; place e1; place h1", [], id="king and rook were felt"),
        pytest.param(CASTLE, "lift h1; place f1", ["h1f1", "put_back R h1"], id="the rook first is a move of the rook"),
        pytest.param(CASTLE, "lift e1; lift h1; place g1; wait 5", [], id="of two men that are out one does not count"),
        pytest.param(
            START, "lift b1; lift g1; wait 3; place g1; place b1", ["put_back N b1", "correct"], id="two men out"
        ),
        pytest.param(
            START, "lift e2; lift d2; place e4; place d4", ["astray e4", "astray d4"], id="two squares wrong at once"
        ),
    ],
)
def test_more_than_one_man(fen: str, script: str, came: list[str]) -> None:
    assert DrillHand(fen).play(script).came[1:] == came


def test_men_that_are_knocked_over_make_no_move() -> None:
    here = DrillHand(START)
    for square in (chess.G1, chess.F1, chess.G2):
        here.tell(Lifted(square=square, at=here.now))
        here.now += 80 * MS
    here.play("place g2; place f1; place g1")
    assert here.came[1:] == ["knocked", "put_back B f1", "put_back N g1", "correct"]
    assert here.play("lift e2; place e4").came[-2:] == ["e2e4", "put_back P e2"]


@pytest.mark.parametrize(
    ("pegs", "script", "came"),
    [
        pytest.param(
            "", "place d4; yes; place d7; yes",
            [
                "step R d4", "is_it R d4", "is_marked R d4", "right",
                "step p d7", "is_it p d7", "is_marked p d7", "right", "correct",
            ],
            id="one man at a time, each asked for once",
        ),
        pytest.param(
            "d4", "place d7; no; lift d7; place d7; yes",
            [
                "step p d7", "is_it p d7", "is_marked p d7", "take_out_again",
                "is_it p d7", "is_marked p d7", "right", "correct",
            ],
            id="the wrong man in the right hole",
        ),
        pytest.param(
            "d4", "place e7; lift e7; place d7; yes",
            ["step p d7", "astray e7 d7", "is_it p d7", "is_marked p d7", "right", "correct"],
            id="the next hole",
        ),
        pytest.param(
            "", "place d4; pull; plug d4; yes",
            [
                "step R d4", "is_it R d4", "is_marked R d4", "lost", "there", "is_it R d4", "is_marked R d4",
                "right", "step p d7",
            ],
            id="the cable is pulled while a man is asked about, who is asked about again",
        ),
        pytest.param(
            "d4", "pull; plug d4; place d7; yes",
            ["step p d7", "lost", "there", "step p d7", "is_it p d7", "is_marked p d7", "right", "correct"],
            id="the cable is pulled between two men, and the next step is told again",
        ),
        pytest.param(
            "d4 d7 h8", "lift h8", ["step out h8", "correct"], id="one man too many",
        ),
        pytest.param(
            "a1 b1 c1 d1 e1 d7", "lift a1; lift b1; lift c1; lift d1; lift e1; wait 1; place d4; yes",
            ["clear", "step R d4", "is_it R d4", "is_marked R d4", "right", "correct"],
            id="many too many",
        ),
    ],
)  # fmt: skip
def test_the_board_is_set_up_man_by_man(pegs: str, script: str, came: list[str]) -> None:
    occupied = chess.SquareSet(map(_square, pegs.split()))
    here = DrillHand(ROOK, occupied=int(occupied))
    here.wait(3)
    here.play(script)
    assert here.came[1:] == came


def test_men_are_followed_into_the_next_position() -> None:
    """Nobody is asked who a man is that came from its square."""
    here = DrillHand(ROOK)
    here.wanted = position("8/8/3p4/8/8/8/8/R7 w - - 0 1")
    here.want()
    here.play("wait 3; lift d4; place a1; lift d7; place d6")
    assert here.came[1:] == ["step R a1", "step p d6", "correct"]


def test_what_was_typed_is_carried_out_without_a_word_by_who_knows_how() -> None:
    here = DrillHand(EN_PASSANT)
    here.wanted = _after(here.wanted, chess.Move.from_uci("e5d6"))
    here.want()
    here.play("lift e5; lift d5; place d6; wait 5")
    assert here.came == ["there"]
    assert DrillHand(EN_PASSANT).play("say e5d6; lift d5; lift e5; place d6").came[1:] == ["step out d5", "correct"]


def test_a_new_piece_stands_where_the_pawn_was_put() -> None:
    here = DrillHand(PROMOTES)
    here.after = lambda board, move: _after(board, chess.Move(move.from_square, move.to_square, chess.QUEEN))
    here.play("lift e7; place e8")
    assert here.came[1:] == ["e7e8"] and not steps_left(here.board)
    assert here.play("lift e8; place e5").came[-1] == "e8e5"


@pytest.mark.parametrize(
    ("script", "came"),
    [
        pytest.param(
            "place b1; yes; place a1; yes", ["is_it N b1", "put N b1", "is_it R a1", "put R a1"], id="any order"
        ),
        pytest.param("place c1", ["put out c1", "astray c1"], id="where a man belongs is the answer, and not told"),
        pytest.param(
            "place a1; no; lift a1; place a1; yes", ["is_it R a1", "take_out_again", "is_it R a1", "put R a1"]
        ),
        pytest.param(
            "place a1; lift a1; place b1; yes", ["is_it R a1", "is_it N b1", "put N b1"], id="taken out again"
        ),
    ],
)
def test_men_that_are_sought_are_answers(script: str, came: list[str]) -> None:
    here = DrillHand("8/8/8/8/8/8/8/4K3 w - - 0 1", sought="Ra1 Nb1")
    assert here.play(script).came[1:] == came


@pytest.mark.parametrize(
    ("fen", "sought", "came"),
    [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Ra1", ["is_it R a1", "put R a1"]),
        ("8/8/8/8/8/8/8/4k3 w - - 0 1", "Ra1", ["is_it R a1", "is_marked R a1", "put R a1"]),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "ra1 Rh1", ["is_it r a1", "is_marked r a1", "put r a1"]),
    ],
)
def test_the_mark_of_black_men_is_felt_where_both_colors_are_set_up(fen: str, sought: str, came: list[str]) -> None:
    assert DrillHand(fen, sought=sought).play("place a1; yes").came[1:] == came


def test_reports_that_were_lost_are_no_move() -> None:
    here = DrillHand(ROOK)
    pegs = chess.BB_D7 | chess.BB_D5
    here.tell(ReportsLost(reason=Loss.GONE, state=BoardState(squares=pegs), at=here.now))
    here.wait(3)
    assert here.came[1:] == ["step out d5"]


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_is_played_by_one_hand(seed: int) -> None:
    """Each of some legal moves is a move, and stands; of castling and en passant the rest may have to be told."""
    here, chance = DrillHand(START), random.Random(seed)
    for _ in range(40):
        move = chance.choice([*here.wanted.legal_moves])
        later = _pushed(here.wanted, move)
        here.after = lambda board, _, later=later: later  # type: ignore[misc]
        before = len(here.came)
        for each in movements(here.wanted, move):
            here.play(f"{'lift' if each.is_lift else 'place'} {chess.square_name(each.square)}")
        assert here.came[before] == move.uci()[:4]
        assert not steps_left(here.board)
        if later.is_game_over():
            break


def _pushed(board: chess.Board, move: chess.Move) -> chess.Board:
    later = board.copy(stack=False)
    later.push(move)
    return later


@pytest.mark.parametrize("seed", range(40))
def test_whatever_hands_do_the_board_is_led_back_to_the_position(seed: int) -> None:
    """At random men are lifted, put anywhere, asked about, and the cable pulled; who then does each step is done."""
    chance = random.Random(seed)
    here = DrillHand(chance.choice([START, CASTLE, EN_PASSANT, ROOK, PROMOTES]), sought=chance.choice(["", "Nb6 nh6"]))
    for _ in range(40):
        pegs = [chess.square_name(square) for square in chess.SquareSet(here.board.occupied)]
        holes = [name for name in chess.SQUARE_NAMES if name not in pegs]
        steps = [f"lift {name}" for name in chance.sample(pegs, min(1, len(pegs)))] + ["place " + chance.choice(holes)]
        steps += ["drag " + chance.choice(holes), "wait 3", f"pull; plug {' '.join(pegs[:-1])}"]
        steps += ["yes", "no"] if here.board.asked is not None else []
        here.play(chance.choice(steps))
    for _ in range(200):
        here.wait(3)
        if here.board.asked is not None:
            here.play("yes")
        elif steps_left(here.board):
            step = steps_left(here.board)[0]
            is_wrong = here.board.is_filled(step.square) and step.piece is not None
            here.play(("lift " if step.piece is None or is_wrong else "place ") + chess.square_name(step.square))
    assert here.board.is_ready and here.board.occupied == here.wanted.occupied
    assert here.board.men.board_fen() == here.wanted.board_fen()
