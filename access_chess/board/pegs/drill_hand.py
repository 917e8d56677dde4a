"""What a hand does at a drill's board. While that shows what it should, a man that is put elsewhere is a move; else the
hand is led to the position, one man at a time.
"""

import chess
from msgspec.structs import replace

from access_chess.board.pegs.drill_board import (
    DrillBoard,
    HandTurn,
    LiftedMan,
    awaiting,
    has_both_colors,
    is_of,
    led,
    made_ready,
    steps_left,
    trusted,
    with_man,
    with_piece,
)
from access_chess.board.pegs.knocking import Pattern, pattern
from access_chess.board.pegs.occupancy import SetupStep
from access_chess.board.pegs.players_board import SETTLE, BoardNoticeKind
from access_chess.board.wire.reports import (
    BoardReport,
    Connected,
    ContactReport,
    Disconnected,
    Disconnection,
    LeverPressed,
    Lifted,
    Placed,
    Quiet,
    ReportsLost,
)
from access_chess.laws.clock import Instant


def reported(board: DrillBoard, report: BoardReport) -> HandTurn:
    """The board has reported something."""
    if isinstance(report, ContactReport | Quiet):
        turn = passed(board, at=report.at)
        return turn.then(_taken_in(turn.board, report))
    return _taken_in(board, report)


def passed(board: DrillBoard, *, at: Instant) -> HandTurn:
    """Nothing else has happened up to this instant: what was put down counts, and the next step is said."""
    board = replace(board, now=max(board.now, at))
    if not board.is_connected:
        return HandTurn(board=board)
    turn = _settled(board, tuple(each for each in board.held if at - each.at >= SETTLE))
    return turn.then(led(turn.board, at))


def _taken_in(board: DrillBoard, report: BoardReport) -> HandTurn:
    match report:
        case Connected() | ReportsLost():
            return _seen(board, report.state.squares, report.at)
        case Disconnected():
            return _lost(board, report.reason)
        case LeverPressed():
            return HandTurn(board=board, pressed=report.color)
        case Lifted() if board.is_filled(report.square):
            return _lifted(board, report)
        case Placed() if not board.is_filled(report.square):
            occupied = board.occupied | chess.BB_SQUARES[report.square]
            board = replace(board, occupied=occupied, held=(*board.held, report), lifts=(), stirred=report.at)
    return HandTurn(board=board)


def _seen(board: DrillBoard, squares: chess.Bitboard, at: Instant) -> HandTurn:
    """The whole board is known anew: men that are gone are gone, and what has come is whom it should be."""
    was_there = board.is_connected
    board = replace(board, is_connected=True, now=max(board.now, at))
    if squares != board.occupied:
        men = board.men.copy(stack=False)
        for square in chess.SquareSet(board.occupied & ~squares):
            men.remove_piece_at(square)
        board = replace(
            board, occupied=squares, men=men, out=(), held=(), lifts=(), told=(), asked=None, moved=None,
            is_ready=False, stirred=at,
        )  # fmt: skip
        board = replace(board, men=trusted(board, board.wanted))
        board = made_ready(board) if board.wanted is not None and not steps_left(board) else board
    return HandTurn(board=board) if was_there else _back(board)


def _back(board: DrillBoard) -> HandTurn:
    """A board that is there again has no more to say than before: what waits for the player is told once more."""
    turn = HandTurn(board=replace(board, told=())).noting(BoardNoticeKind.THERE)
    return turn if board.asked is None else _asking(turn, board.asked)


def _asking(turn: HandTurn, step: SetupStep) -> HandTurn:
    """Is it this man?"""
    turn = turn.noting(BoardNoticeKind.IS_IT, (step,))
    return turn.noting(BoardNoticeKind.IS_MARKED, (step,)) if has_both_colors(turn.board) else turn


def _lost(board: DrillBoard, reason: Disconnection) -> HandTurn:
    turn = HandTurn(board=replace(board, is_connected=False))
    match reason:
        case Disconnection.CLOSED:
            return turn
        case Disconnection.PROTOCOL:
            return turn.noting(BoardNoticeKind.PROTOCOL)
    return turn.noting(BoardNoticeKind.LOST if board.is_connected else BoardNoticeKind.NOT_FOUND)


def _lifted(board: DrillBoard, report: Lifted) -> HandTurn:
    """A man has left its aperture. One that was only dragged over it was never there."""
    square, gone = report.square, board.occupied & ~chess.BB_SQUARES[report.square]
    if any(placed.square == square for placed in board.held):
        held = tuple(placed for placed in board.held if placed.square != square)
        return HandTurn(board=replace(board, occupied=gone, held=held, stirred=report.at))
    turn = _settled(board, board.held)
    board = replace(turn.board, occupied=gone, stirred=report.at, lifts=(*turn.board.lifts, report))
    if board.asked is not None and board.asked.square == square:
        return turn.then(HandTurn(board=replace(board, asked=None)))
    man = LiftedMan(square, board.men.piece_at(square))
    board = replace(board, men=with_piece(board.men, square, None), out=(*board.out, man))
    if board.wanted is None or not board.is_ready:
        return turn.then(HandTurn(board=board))
    if pattern(board.lifts, board.wanted)[0] is not Pattern.KNOCKED:
        return turn.then(HandTurn(board=board, touched=SetupStep(square=square, piece=man.man)))
    board = replace(board, is_ready=False, is_led=True)
    return turn.then(HandTurn(board=board).noting(BoardNoticeKind.KNOCKED))


def _settled(board: DrillBoard, settled: tuple[Placed, ...]) -> HandTurn:
    """These placements count."""
    if not settled or board.asked is not None:  # one man is asked about after the other
        return HandTurn(board=board)
    if board.is_ready:
        return _put_down(board, settled)
    return _all_stand(replace(board, held=tuple(each for each in board.held if each not in settled)), settled)


def _all_stand(board: DrillBoard, placed: tuple[Placed, ...]) -> HandTurn:
    turn = HandTurn(board=board)
    for each in placed:
        turn = turn.then(_stands(turn.board, each.square))
    return turn


def _put_down(board: DrillBoard, settled: tuple[Placed, ...]) -> HandTurn:
    """The board was right: who is put back was felt, who is put elsewhere has moved. King and rook wait for both."""
    assert board.wanted is not None, "the board shows something"
    color = board.wanted.turn
    for placed in settled:
        is_own_out = any(is_of(each, color) and each.square != placed.square for each in board.out)
        home = next((each for each in board.out if each.square == placed.square), None)
        if home is not None and (is_of(home, color) or not is_own_out):
            board = with_man(board, placed.square, home)
    rest = tuple(each for each in settled if each in board.held)
    own = [each for each in board.out if is_of(each, color)]
    if not rest:
        return HandTurn(board=board)
    if 0 < len(rest) < len(own):
        return HandTurn(board=board)  # which of them it is shows when the other is put down
    after = replace(board, held=tuple(each for each in board.held if each not in rest), is_ready=False)
    squares = [each.square for each in rest]
    if len(own) == len(rest) == 1:
        return _moved(after, own, squares)
    castling = _castling(own, squares) if len(own) == len(rest) == 2 else None
    return _all_stand(after, rest) if castling is None else _moved(after, *castling)


def _moved(board: DrillBoard, men: list[LiftedMan], squares: list[chess.Square]) -> HandTurn:
    """These men were put there, the first of them makes the move; who was captured stays out."""
    for man, square in zip(men, squares, strict=True):
        board = with_man(board, square, man)
    first = men[0]
    board = awaiting(board, SetupStep(square=first.square, piece=first.man))
    return HandTurn(board=board, move=(first.square, squares[0]))


def _castling(own: list[LiftedMan], squares: list[chess.Square]) -> tuple[list[LiftedMan], list[chess.Square]] | None:
    """King and rook in this order with their squares, if this is how they castle."""
    kinds = {each.man.piece_type: each for each in own if each.man is not None}
    if kinds.keys() != {chess.KING, chess.ROOK}:
        return None
    king, rook = kinds[chess.KING], kinds[chess.ROOK]
    files = (6, 5) if rook.square > king.square else (2, 3)
    goals = [chess.square(file, chess.square_rank(king.square)) for file in files]
    return ([king, rook], goals) if set(goals) == set(squares) else None


def _stands(board: DrillBoard, square: chess.Square) -> HandTurn:
    """Something stands in this aperture while the hand is led, or free: who is it, and does it belong there?"""
    if board.wanted is None:
        return HandTurn(board=with_man(board, square, _followed(board, square, None)))
    wanted = board.wanted.piece_at(square)
    followed = _followed(board, square, wanted)
    if wanted is not None and followed is not None and followed.man == wanted:
        told = () if board.has_stood and _may_be_taken(board, followed) else board.told
        return HandTurn(board=with_man(replace(board, told=told), square, followed))
    if wanted is not None and not board.out and wanted in board.known:
        return HandTurn(board=replace(board, men=with_piece(board.men, square, wanted)))
    sought = next((step for step in board.sought if step.square == square), None)
    is_new = followed is None or followed.man is None
    asked = SetupStep(square=square, piece=wanted) if wanted is not None else sought if is_new else None
    if asked is not None:
        return _asking(HandTurn(board=replace(board, asked=asked)), asked)
    meant = _meant(board, followed) if not (board.sought and is_new) else None
    squares = (square,) if meant is None else (square, meant.square)
    is_told = SetupStep(square=square) in board.told
    told = (*board.told, SetupStep(square=square), *(() if meant is None else (meant,)))
    board = replace(with_man(board, square, followed), told=told)
    put = SetupStep(square=square) if board.sought and is_new else None
    turn = HandTurn(board=board, put=put)
    return turn if is_told else turn.noting(BoardNoticeKind.ASTRAY, squares=squares)


def _may_be_taken(board: DrillBoard, home: LiftedMan) -> bool:
    """Whether it may be another man who took this one: then it is said again who is missing elsewhere."""
    assert board.wanted is not None, "the board is led"
    return not is_of(home, board.wanted.turn) and any(is_of(each, board.wanted.turn) for each in board.out)


def _followed(board: DrillBoard, square: chess.Square, wanted: chess.Piece | None) -> LiftedMan | None:
    """Which of the men that are out this is: one that belongs here, one that came from here, or the only one."""
    fits = [each for each in board.out if wanted is not None and each.man == wanted]
    home = [each for each in board.out if each.square == square]
    only = list(board.out) if len(board.out) == 1 else []
    return next(iter([*fits, *home, *only]), None)


def _meant(board: DrillBoard, followed: LiftedMan | None) -> SetupStep | None:
    """Where this man would belong; on which side the player of Black sits, nobody knows."""
    if board.wanted is None or board.wanted.turn is chess.BLACK:
        return None
    puts = [step for step in steps_left(board) if step.piece is not None]
    known = [step for step in puts if followed is not None and step.piece == followed.man]
    told = [step for step in puts if step in board.told]
    return next(iter([*known, *told]), None)
