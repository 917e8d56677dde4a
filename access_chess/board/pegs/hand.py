"""From apertures to touches and moves: what a hand on a pegged board does, as commands (article 4, E.2.2, E.2.3).

A lift is told at once. A placement is told when it has stood for a moment, or when anything else is done, so that a
piece dragged over apertures is let go only where it stays; its stamp is still that of the board.
"""

from datetime import timedelta

import chess
from msgspec.structs import replace

from access_chess.board.pegs.comparing import caught_up, steps_left
from access_chess.board.pegs.knocking import Pattern, is_nudge, pattern, straightened, with_nudges
from access_chess.board.pegs.occupancy import in_hand
from access_chess.board.pegs.players_board import (
    LONG_REST,
    SETTLE,
    BoardNoticeKind,
    Help,
    PlayersBoard,
    Stamped,
    Turn,
)
from access_chess.board.wire.reports import LeverPressed, Lifted, Placed
from access_chess.laws.clock import Instant
from access_chess.laws.commands import (
    AnnounceMove,
    BrushPiece,
    ChoosePromotion,
    LiftPiece,
    PlacePiece,
    PlayMove,
    PressClock,
    ReleasePiece,
)
from access_chess.laws.game import Game
from access_chess.laws.hands import are_parts_done
from access_chess.laws.touch_move import announced_move, castling_squares, is_promotion, legal_moves, victim_square


def lifted(board: PlayersBoard, report: Lifted, game: Game) -> Turn:
    """A peg has left its aperture."""
    square, at = report.square, report.at
    taken_up = next((placed for placed in board.held if placed.square == square), None)
    if taken_up is not None:  # it was only dragged over this aperture, or the hand goes on with it
        rested = taken_up if at - taken_up.at >= SETTLE else None
        held = tuple(placed for placed in board.held if placed is not taken_up)
        return Turn(board=replace(board, held=held, rested=rested))
    turn = told_placements(board, game, at, is_settled=True)
    turn = turn.then(lambda board, game: _answered(board, report, game), game)
    return turn.then(lambda board, game: _out(board, report, game), game)


def _answered(board: PlayersBoard, report: Lifted, game: Game) -> Turn:
    """What the hand seemed to go on with was let go after all, if the opponent now captures it."""
    square, rested = report.square, board.rested
    if rested is None or board.color is not None or game.board.color_at(square) is game.turn:
        return Turn(board=board)
    if any(victim_square(game.board, move) == square for move in legal_moves(game)):
        return Turn(board=board)  # the same player may go on to capture this piece
    aperture = chess.BB_SQUARES[rested.square]
    board = replace(board, held=(rested,), rested=None, occupied=board.occupied | aperture)
    turn = told_placements(board, game, report.at, is_settled=True)
    board = caught_up(turn.board, turn.game_after(game))
    lifted = (*(each for each in board.lifted if each != rested.square), rested.square)
    return replace(turn, board=replace(board, occupied=board.occupied & ~aperture, lifted=lifted))


def _out(board: PlayersBoard, report: Lifted, game: Game) -> Turn:
    square, at = report.square, report.at
    board = caught_up(board, game)
    nudged = (*board.nudged, square) if is_nudge(board, square, game) else board.nudged
    before = tuple(each for each in board.lifted if each != square)
    board = replace(board, lifted=(*before, square), lifts=(*board.lifts, report), nudged=nudged)
    found, squares = _pattern(board, game)
    if found is Pattern.KNOCKED:
        return knocked(board, game, squares, at)
    turn = told_lifts(board, game, at)
    if found is Pattern.TOUCHED or not board.may_touch(game) or board.announces:
        return turn
    is_new = not board.in_doubt
    turn = replace(turn, board=replace(turn.board, in_doubt=squares))
    return turn.noting(BoardNoticeKind.KNOCKED_OR_TOUCHED, squares=squares) if is_new else turn


def _pattern(board: PlayersBoard, game: Game) -> tuple[Pattern, tuple[chess.Square, ...]]:
    """What the latest lifts look like, those of pieces that are being adjusted left out."""
    adjusting = game.hand.adjusting
    if adjusting == ():
        return Pattern.TOUCHED, ()
    return pattern(tuple(each for each in board.lifts if each.square not in (adjusting or ())), game.board)


def knocked(board: PlayersBoard, game: Game, squares: tuple[chess.Square, ...], at: Instant) -> Turn:
    """These were not touched but knocked over, the first ones as well (4.3, 7.3)."""
    touched = {*game.hand.touches, *game.hand.lifted}  # what was put back meanwhile is not lifted any more
    brushed = [square for square in squares if board.may_touch(game) and square in touched]
    return Turn(
        board=replace(board, help=Help.KNOCKED, lifts=(), held=(), told=None, nudged=(), in_doubt=()),
        commands=tuple(
            Stamped(command=BrushPiece(color=game.turn, square=square, frees=True), at=at) for square in brushed
        ),
    ).noting(BoardNoticeKind.KNOCKED)


def told_lifts(board: PlayersBoard, game: Game, at: Instant) -> Turn:
    """Every piece that is out and of which the game does not know has been touched."""
    if not board.may_touch(game):
        return Turn(board=board)
    board = with_nudges(board, game)
    out = [
        square
        for square in board.lifted
        if not board.is_filled(square)
        and square not in board.nudged
        and game.board.piece_at(square) is not None
        and square not in game.hand.lifted
        and square not in game.hand.released_on
    ]
    commands = tuple(Stamped(command=LiftPiece(color=game.turn, square=square), at=at) for square in out)
    return Turn(board=board, commands=commands).then(lambda board, game: _said(board, game, at), game)


def told_placements(board: PlayersBoard, game: Game, at: Instant, *, is_settled: bool, is_last: bool = False) -> Turn:
    """The placements that count by now: all where `is_settled`, else those that have stood long enough.

    While two own pieces are out, nobody can tell which of them was placed; that waits for the other one, or until the
    player presses or announces (`is_last`).
    """
    if not board.may_touch(game):
        return Turn(board=board if not is_settled and _fresh(board, at) else replace(board, held=()))
    ready = tuple(each for each in board.held if is_settled or at - each.at >= rest(board, game, each))
    board, ready, gone_on = straightened(board, game, ready)
    back = tuple(each for each in ready if _is_put_back(each, game))
    put = tuple(each for each in ready if each not in back)
    out = in_hand(game, board.occupied)
    if len(out) > 1 and len(put) < len(out) and not is_last:
        put = ()
    board = replace(board, held=tuple(each for each in board.held if each not in back and each not in put))
    turn = Turn(board=board, commands=(*gone_on, *_placements(back, game)))
    if put and not out and _has_moved_out_of_turn(board, game):
        steps = steps_left(board, game)
        told = turn.then(lambda board, game: Turn(board=replace(board, is_difference_told=bool(steps))), game)
        return told.noting(BoardNoticeKind.NOT_ON_MOVE, steps, to_move=game.turn) if steps else told
    if put:
        turn = turn.then(lambda board, game: _put(board, game, put, out), game)
    return turn.then(lambda board, game: _said(board, game, at), game) if turn.commands else turn


def _has_moved_out_of_turn(board: PlayersBoard, game: Game) -> bool:
    """Whether what was put down is no move of the player to move: they have none out, and the opponent has or had."""
    hand = game.hand
    if hand.released is not None or hand.illegal is not None:
        return False
    colors = {game.board.color_at(square) for square in (*hand.lifted, *board.lifted)}
    return game.turn not in colors and (not game.turn) in colors


def rest(board: PlayersBoard, game: Game, placed: Placed) -> timedelta:
    """How long this has to stand until it counts by itself.

    A player who sees and presses the clock may go on with a piece that is still in the hand (4.6); a move that ends the
    game, after which nobody presses, counts soon.
    """
    player, hand = game.setup.players[game.turn], game.hand
    if player.is_blind or board.announces or not board.has_levers or _is_put_back(placed, game) or hand.released:
        return SETTLE
    out = in_hand(game, board.occupied)
    if len(out) != 1:
        return SETTLE
    step = chess.Move(out[0], placed.square)
    if is_promotion(game.board, step) or (step in game.board.legal_moves and is_final(game.board, step)):
        return SETTLE
    return LONG_REST


def is_final(board: chess.Board, move: chess.Move) -> bool:
    """Whether nobody can move after this move: mate, or stalemate."""
    after = board.copy(stack=False)
    after.push(move)
    return not any(after.generate_legal_moves())


def _fresh(board: PlayersBoard, at: Instant) -> bool:
    return any(at - each.at < SETTLE for each in board.held)


def _is_put_back(placed: Placed, game: Game) -> bool:
    is_own = placed.square in game.hand.lifted and game.board.color_at(placed.square) is game.turn
    return is_own and placed.square not in _castled_to(game)


def _castled_to(game: Game) -> tuple[chess.Square, ...]:
    """Where king and rook go if castling was announced: in Chess960 that may be where the other one stood (F.3.b)."""
    said = announced_move(game)
    is_castling = said is not None and said in legal_moves(game) and game.board.is_castling(said)
    return castling_squares(game.board, said)[1:] if is_castling and said is not None else ()


def _placements(placed: tuple[Placed, ...], game: Game) -> tuple[Stamped, ...]:
    castled_to = _castled_to(game)
    return tuple(
        Stamped(
            command=ReleasePiece(color=game.turn, square=each.square)
            if each.square in castled_to
            else PlacePiece(color=game.turn, square=each.square),
            at=each.at,
        )
        for each in placed
        if each.square not in game.hand.released_on
    )


def _put(board: PlayersBoard, game: Game, put: tuple[Placed, ...], out: list[chess.Square]) -> Turn:
    """Pieces from the hand are let go."""
    castling = _castling_tried(game, put, out)
    if castling is not None and castling not in legal_moves(game):
        # asked for as a whole move it is refused with its reason, such as the rook touched first (4.4.b)
        return Turn(board=board, commands=(Stamped(command=PlayMove(color=game.turn, move=castling), at=put[-1].at),))
    kind = _announced_piece(game, put[0], out)
    named = (Stamped(command=ChoosePromotion(color=game.turn, piece_type=kind), at=put[0].at),) if kind else ()
    return Turn(board=board, commands=named + _placements(put, game))


def _castling_tried(game: Game, put: tuple[Placed, ...], out: list[chess.Square]) -> chess.Move | None:
    """The castling that king and rook, both out, were placed for."""
    board = game.board
    king = board.king(game.turn)
    rooks = [square for square in out if board.piece_type_at(square) == chess.ROOK]
    if king not in out or len(out) != 2 or len(rooks) != 1 or king is None:
        return None
    is_kingside, rank = rooks[0] > king, chess.square_rank(king)
    king_to, rook_to = (chess.square(file, rank) for file in ((6, 5) if is_kingside else (2, 3)))
    if {each.square for each in put} != {king_to, rook_to}:
        return None
    return chess.Move(king, rooks[0] if board.chess960 else king_to)


def _announced_piece(game: Game, placed: Placed, out: list[chess.Square]) -> chess.PieceType | None:
    """The new piece, where the player has said it before putting it down."""
    said = announced_move(game)
    is_that = said is not None and said.to_square == placed.square and out == [said.from_square]
    return said.promotion if is_that and said is not None and game.hand.promotion is None else None


def _said(board: PlayersBoard, game: Game, at: Instant) -> Turn:
    """A move that is done on the board is said by the program where it does that; an unknown new piece is asked for."""
    released = game.hand.released
    if released is None:
        return Turn(board=board)
    if is_promotion(game.board, released) and game.hand.promotion is None:
        must_ask = not board.is_piece_asked and (board.announces or not game.setup.players[game.turn].is_blind)
        turn = Turn(board=replace(board, is_piece_asked=True))
        return turn.noting(BoardNoticeKind.WHICH_PIECE) if must_ask else turn
    if not (board.announces and are_parts_done(game)):
        return Turn(board=board)
    move = chess.Move(released.from_square, released.to_square, game.hand.promotion or released.promotion)
    said = AnnounceMove(color=game.turn, text=game.board.san(move), move=move)
    return Turn(board=board, commands=(Stamped(command=said, at=at),))


def announced(board: PlayersBoard, said: AnnounceMove, game: Game, *, at: Instant) -> Turn:
    """The player says the move: what lies on the board is let go, and a new piece has its name."""
    turn = told_placements(board, game, at, is_settled=True, is_last=True)
    return turn.then(lambda board, game: _named(board, said, game, at), game)


def _named(board: PlayersBoard, said: AnnounceMove, game: Game, at: Instant) -> Turn:
    released, move = game.hand.released, said.move
    commands = [Stamped(command=said, at=at)]
    is_that = released is not None and move is not None and _path(released) == _path(move)
    if is_that and move is not None and move.promotion and game.hand.promotion is None:
        named = ChoosePromotion(color=said.color, piece_type=move.promotion)
        commands.insert(0, Stamped(command=named, at=at))
    return Turn(board=board, commands=tuple(commands))


def _path(move: chess.Move) -> tuple[chess.Square, chess.Square]:
    return move.from_square, move.to_square


def pressed(board: PlayersBoard, report: LeverPressed, game: Game) -> Turn:
    """A lever went down: all that was placed is let go, and the clock is pressed.

    A pawn on the last rank cannot be told from the piece that replaced it: with the kind unknown the press waits.
    """
    if not board.has_levers or game.is_over:
        return Turn(board=board)
    turn = Turn(board=board)
    if report.color is game.turn:
        turn = told_placements(board, game, report.at, is_settled=True, is_last=True)
    return turn.then(lambda board, game: _press(board, report, game), game)


def _press(board: PlayersBoard, report: LeverPressed, game: Game) -> Turn:
    if game.turn is report.color and board.color is report.color and board.is_behind(game):
        return Turn(board=board).noting(BoardNoticeKind.NOT_EXECUTED, steps_left(board, game))
    released = game.hand.released
    is_unnamed = released is not None and is_promotion(game.board, released) and game.hand.promotion is None
    if is_unnamed and game.turn is report.color:
        return Turn(board=board).noting(BoardNoticeKind.WHICH_PIECE)
    return Turn(board=board, commands=(Stamped(command=PressClock(color=report.color, stamp=report.at), at=report.at),))
