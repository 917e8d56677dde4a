"""A pegged board at which drills are done: what stands on it as far as anybody knows, and what has still to be done.

The board belongs to the drill, and no lift reaches a referee. An aperture tells that something stands in it, never
what: a man is asked for once, and then followed by its lifts.
"""

from functools import partial

import chess
from msgspec import Struct, field
from msgspec.structs import replace

from access_chess.board.pegs.comparing import QUIET, STEP_PAUSE
from access_chess.board.pegs.occupancy import SetupStep, changed_squares
from access_chess.board.pegs.players_board import SETTLE, BoardNoticeKind, Notice
from access_chess.board.wire.reports import Lifted, Placed
from access_chess.laws.clock import Instant

#: A move changes no more squares: a hand that is told of one makes it by itself.
OF_ONE_MOVE = 4
#: Where more men are too many, the board is cleared first.
MANY = 4


class LiftedMan(Struct, frozen=True):
    """A man that is out of its aperture; None: nobody knows which."""

    square: chess.Square
    man: chess.Piece | None


class DrillBoard(Struct, frozen=True, kw_only=True):
    """One board. `men` stand on it as far as they are known, and are not to be changed; `occupied` are all apertures.

    `out` are men that were lifted, `held` placements too fresh to count, `lifts` the latest lifts with nothing put down
    since. `wanted` is what is to stand; None: the hand is free. A task may have men `sought`, in any order. A board
    that `is_ready` has shown what is wanted, and shows it but for what the hand is doing; one that `has_stood` has
    shown it before. `moved` is where the man of a move came from that is being judged, `asked` the man that may stand
    on its square, `known` are those that have been asked for. `told` are the steps that the player knows of.
    """

    is_connected: bool = False
    occupied: chess.Bitboard = chess.BB_EMPTY
    men: chess.Board = field(default_factory=partial(chess.Board, None))
    out: tuple[LiftedMan, ...] = ()
    held: tuple[Placed, ...] = ()
    lifts: tuple[Lifted, ...] = ()
    wanted: chess.Board | None = None
    sought: tuple[SetupStep, ...] = ()
    is_ready: bool = False
    has_stood: bool = False
    moved: SetupStep | None = None
    asked: SetupStep | None = None
    known: frozenset[chess.Piece] = frozenset()
    told: tuple[SetupStep, ...] = ()
    is_led: bool = False
    now: Instant = field(default_factory=Instant)
    stirred: Instant = field(default_factory=Instant)

    def is_filled(self, square: chess.Square) -> bool:
        """Is there a peg in this aperture?"""
        return bool(self.occupied & chess.BB_SQUARES[square])

    @property
    def counts_soon(self) -> bool:
        """Does something that was put down count by itself in a moment?"""
        return self.is_connected and any(self.now <= placed.at + SETTLE for placed in self.held)


class HandTurn(Struct, frozen=True, kw_only=True):
    """What follows at the board: notices for the player, and what the hand did that the drill is to judge: a move
    from square to square, or that it has `put` a man; None for its piece: on a square that has none to get. Who was
    taken out of a board that is ready is `touched`, and whose lever went down `pressed`.
    """

    board: DrillBoard
    notices: tuple[Notice, ...] = ()
    move: tuple[chess.Square, chess.Square] | None = None
    put: SetupStep | None = None
    touched: SetupStep | None = None
    pressed: chess.Color | None = None

    def noting(
        self, kind: BoardNoticeKind, steps: tuple[SetupStep, ...] = (), squares: tuple[chess.Square, ...] = ()
    ) -> "HandTurn":
        """The same with one more notice."""
        return replace(self, notices=(*self.notices, Notice(kind=kind, steps=steps, squares=squares)))

    def then(self, more: "HandTurn") -> "HandTurn":
        """This, and what has followed from it."""
        return replace(
            more, notices=self.notices + more.notices, move=more.move or self.move, put=more.put or self.put,
            touched=more.touched or self.touched, pressed=self.pressed if more.pressed is None else more.pressed,
        )  # fmt: skip

    @property
    def judged_by_touch(self) -> "HandTurn":
        """The same where to touch a man is what is judged: nothing goes on before it is back."""
        return self if self.touched is None else replace(self, board=awaiting(self.board, self.touched))


def wanting(board: DrillBoard, wanted: chess.Board | None, sought: tuple[SetupStep, ...] = ()) -> HandTurn:
    """This is to stand from now on. Where it was wanted before, a move that was judged has led to nothing."""
    is_same = _is_same(board.wanted, wanted) and sought == board.sought
    if is_same and board.moved is None:
        return HandTurn(board=board)
    if not is_same:
        board = replace(
            board, wanted=wanted, sought=sought, is_ready=False, has_stood=False, moved=None, told=(), is_led=False,
            asked=None, stirred=board.now, men=trusted(board, wanted),
        )  # fmt: skip
        return HandTurn(board=made_ready(board) if wanted is not None and not steps_left(board) else board)
    steps = steps_left(board)
    if board.moved is None or not steps:
        return HandTurn(board=made_ready(board))
    turn = HandTurn(board=replace(board, moved=None, told=(board.moved, steps[0]), is_led=False))
    return turn.noting(BoardNoticeKind.PUT_BACK, (board.moved,))


def awaiting(board: DrillBoard, moved: SetupStep) -> DrillBoard:
    """What the hand did with this man is being judged."""
    return replace(board, moved=moved, is_ready=False)


def confirmed(board: DrillBoard, *, is_it: bool) -> HandTurn:
    """Whether it is the man that was asked about."""
    step = board.asked
    assert step is not None and step.piece is not None, "a man was asked about"
    board = replace(board, asked=None, is_ready=False)
    if not is_it:
        board = replace(board, told=(*board.told, SetupStep(square=step.square)))
        return HandTurn(board=board).noting(BoardNoticeKind.TAKE_OUT_AGAIN)
    out = tuple(each for each in board.out if each.man is not None)
    board = replace(
        board, men=with_piece(board.men, step.square, step.piece), known=board.known | {step.piece}, out=out
    )
    if step in board.sought:
        return HandTurn(board=board, put=step)
    return HandTurn(board=replace(board, is_led=True)).noting(BoardNoticeKind.RIGHT)


def steps_left(board: DrillBoard) -> tuple[SetupStep, ...]:
    """What has still to be done: who is in the way is taken out, then each man is put on its square.

    A man that stands elsewhere is not taken out first, but put where it belongs.
    """
    wanted = board.wanted
    if wanted is None:
        return ()
    right = [square for square in chess.SquareSet(board.occupied) if _fits(board, square)]
    missing = [square for square in chess.SquareSet(wanted.occupied) if square not in right]
    elsewhere = [square for square in chess.SquareSet(board.occupied) if square not in right]
    goals = [wanted.piece_at(square) for square in missing]
    out, takes = [each.square for each in board.out], []
    for square in elsewhere:
        man = board.men.piece_at(square)
        if man in goals and square not in missing:
            goals.remove(man)
        else:
            takes.append(SetupStep(square=square))
    ordered = sorted(missing, key=lambda square: (square not in out, wanted.color_at(square) is not wanted.turn))
    return (*takes, *(SetupStep(square=square, piece=wanted.piece_at(square)) for square in ordered))


def led(board: DrillBoard, at: Instant) -> HandTurn:
    """The next step is said when the hand rests, until the board is right."""
    turn = HandTurn(board=board)
    if board.wanted is None or board.asked is not None or board.moved is not None:
        return turn
    if board.is_ready and not (_is_mess(board) and at - board.stirred >= QUIET):
        return turn
    if board.held and not board.is_ready:
        return turn
    steps = steps_left(board)
    if not steps:
        right = HandTurn(board=made_ready(board))
        return right.noting(BoardNoticeKind.CORRECT) if board.is_led else right
    board = replace(board, is_ready=False, told=tuple(step for step in board.told if step in steps))
    is_like_move = not board.is_led and not board.has_stood and len(steps) <= OF_ONE_MOVE
    pause = QUIET if is_like_move else STEP_PAUSE
    if steps[0] in board.told or at - board.stirred < pause:
        return HandTurn(board=board)
    takes = tuple(step for step in steps if step.piece is None)
    if len(takes) > MANY:
        return HandTurn(board=replace(board, told=takes, is_led=True)).noting(BoardNoticeKind.CLEAR)
    board, is_back = replace(board, told=(*board.told, steps[0]), is_led=True), board.has_stood and not takes
    return HandTurn(board=board).noting(BoardNoticeKind.PUT_BACK if is_back else BoardNoticeKind.STEP, steps)


def _is_mess(board: DrillBoard) -> bool:
    """Whether more men are out than a move takes."""
    assert board.wanted is not None, "the board shows something"
    own = [each.man for each in board.out if is_of(each, board.wanted.turn)]
    kinds = {man.piece_type for man in own if man is not None}
    is_castling = len(own) == 2 and kinds == {chess.KING, chess.ROOK}
    return (len(own) > 1 and not is_castling) or len(board.out) - len(own) > 1


def made_ready(board: DrillBoard) -> DrillBoard:
    """The board shows what is wanted; who else is out is off the board."""
    assert board.wanted is not None, "something is wanted"
    men = board.wanted.copy(stack=False)
    return replace(board, men=men, is_ready=True, has_stood=True, is_led=False, told=(), out=(), moved=None)


def trusted(board: DrillBoard, wanted: chess.Board | None) -> chess.Board:
    """Whom nobody has told apart is whom it should be."""
    men = board.men.copy(stack=False)
    for square in chess.SquareSet(0 if wanted is None else board.occupied & wanted.occupied & ~men.occupied):
        men.set_piece_at(square, None if wanted is None else wanted.piece_at(square))
    return men


def _fits(board: DrillBoard, square: chess.Square) -> bool:
    """Whether the right man stands there; what replaced a pawn on the last rank is whatever it was said to be."""
    assert board.wanted is not None, "something is wanted"
    man, wanted = board.men.piece_at(square), board.wanted.piece_at(square)
    if man is None or wanted is None or man == wanted:
        return man == wanted and man is not None
    is_promoted = man.piece_type == chess.PAWN and chess.BB_SQUARES[square] & chess.BB_BACKRANKS
    return bool(is_promoted) and man.color == wanted.color


def is_of(lifted: LiftedMan, color: chess.Color) -> bool:
    """Whether it is known to be a man of this color."""
    return lifted.man is not None and lifted.man.color is color


def has_both_colors(board: DrillBoard) -> bool:
    """Whether men of both colors are to stand here, so that it has to be felt whose one is."""
    assert board.wanted is not None, "somebody is to stand here"
    sought = {step.piece.color for step in board.sought if step.piece is not None}
    return all(color in sought or board.wanted.occupied_co[color] for color in chess.COLORS)


def with_man(board: DrillBoard, square: chess.Square, man: LiftedMan | None) -> DrillBoard:
    """The board when this man has been put there; None: somebody."""
    if man is None:
        return board
    held = tuple(each for each in board.held if each.square != square)
    out = tuple(each for each in board.out if each is not man)
    return replace(board, men=with_piece(board.men, square, man.man), held=held, out=out)


def with_piece(men: chess.Board, square: chess.Square, man: chess.Piece | None) -> chess.Board:
    """Other men: this one, or none, stands on the square."""
    men = men.copy(stack=False)
    men.set_piece_at(square, man)
    return men


def _is_same(one: chess.Board | None, other: chess.Board | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.turn is other.turn and not changed_squares(one, other)
