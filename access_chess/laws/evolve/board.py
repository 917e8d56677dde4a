"""What hands and moves change."""

import chess
from msgspec.structs import replace

from access_chess.laws import events as happened
from access_chess.laws.by_color import both
from access_chess.laws.evolve.change import Changes, change
from access_chess.laws.game import EMPTY_HAND, Game, Ply, pushed
from access_chess.laws.position import position_key

NOBODY = both(False)


def _touched(game: Game, event: happened.PiecesTouched) -> Game:
    hand = game.hand
    fresh = tuple(square for square in event.squares if square not in hand.touches)
    in_order = event.in_order if not hand.touches else hand.in_order and event.in_order
    return replace(game, hand=replace(hand, touches=hand.touches + fresh, in_order=in_order))


def _brushed(game: Game, event: happened.PieceBrushed) -> Game:
    """A piece of the pegged board that was knocked out of its aperture was not touched, if at first it seemed so."""
    hand = game.hand
    if event.frees or event.square in hand.lifted:
        hand = replace(hand, touches=tuple(square for square in hand.touches if square != event.square))
    return replace(game, hand=hand, brushed=(*game.brushed, event.square))


def _adjusted(game: Game, event: happened.PiecesAdjusted) -> Game:
    before = game.hand.adjusting
    squares = event.squares if before is None or not event.squares else before + event.squares if before else ()
    return replace(game, hand=replace(game.hand, adjusting=squares))


def _removed(game: Game, event: happened.PieceRemoved) -> Game:
    return replace(game, hand=replace(game.hand, removed=(*game.hand.removed, event.square)))


def _lifted(game: Game, event: happened.PieceLifted) -> Game:
    return replace(game, hand=replace(game.hand, lifted=(*game.hand.lifted, event.square)))


def _put_back(game: Game, event: happened.PiecePutBack) -> Game:
    lifted = tuple(square for square in game.hand.lifted if square != event.square)
    return replace(game, hand=replace(game.hand, lifted=lifted))


def _released(game: Game, event: happened.PieceReleased) -> Game:
    hand = replace(game.hand, clock=game.clock.stopped(event.at))
    if event.legal:
        intended = hand.castling_intended or game.board.is_castling(event.move)
        squares = (*hand.released_on, event.square)
        hand = replace(hand, released=event.move, released_on=squares, illegal=None, castling_intended=intended)
        return replace(game, hand=hand)
    king_moves_two = (
        game.board.piece_type_at(event.move.from_square) == chess.KING
        and chess.square_distance(event.move.from_square, event.move.to_square) == 2
    )
    intended = hand.castling_intended or king_moves_two
    return replace(game, hand=replace(hand, illegal=event.move, castling_intended=intended))


def _promotion(game: Game, event: happened.PromotionChosen) -> Game:
    return replace(game, hand=replace(game.hand, promotion=event.piece_type))


def _made(game: Game, event: happened.MoveMade) -> Game:
    color = event.color
    ply = Ply(
        move=event.move,
        color=color,
        before=game.board,
        legal=event.legal,
        two_hands=event.two_hands,
        castling_intended=event.castling_intended,
        clock=game.clock.stopped(event.at) if event.legal or game.hand.clock is None else game.hand.clock,
        completed=game.completed,
        touches=game.hand.touches,
        in_order=game.hand.in_order,
    )
    board = pushed(game.board, event.move)
    key = position_key(board, is_doomed_right_lost=game.setup.rules.doomed_castling_right_is_lost)
    number = game.made[color] + 1
    return replace(
        game,
        board=board,
        plies=(*game.plies, ply),
        keys=(*game.keys, key),
        hand=EMPTY_HAND,
        made=game.made.put(color, number),
        uncompleted=game.uncompleted.put(color, game.uncompleted[color] + 1),
        written=game.written.put(color, number) if event.written else game.written,
        gaps=game.gaps if event.written else game.gaps.put(color, (*game.gaps[color], len(game.plies))),
        reconsiders=False,
        must_play=None,
        written_ahead=None,
        brushed=(),
        correction_agreed=NOBODY,
    )


def _knocked_over(game: Game, event: happened.PiecesKnockedOver) -> Game:
    squares = (*game.knocked_over[event.color], *event.squares)
    return replace(game, knocked_over=game.knocked_over.put(event.color, squares))


def _set_up(game: Game, event: happened.PiecesSetUp) -> Game:
    return replace(game, knocked_over=game.knocked_over.put(event.color, ()))


def _completed(game: Game, event: happened.MoveCompleted) -> Game:
    return _complete(game, event.color, 1)


def _complete(game: Game, color: chess.Color, number: int) -> Game:
    return replace(
        game,
        completed=game.completed.put(color, game.completed[color] + number),
        uncompleted=game.uncompleted.put(color, game.uncompleted[color] - number),
    )


CHANGES: Changes = dict(
    (
        change(happened.PiecesTouched, _touched),
        change(happened.PieceBrushed, _brushed),
        change(happened.PiecesAdjusted, _adjusted),
        change(happened.PieceRemoved, _removed),
        change(happened.PieceLifted, _lifted),
        change(happened.PiecePutBack, _put_back),
        change(happened.PieceReleased, _released),
        change(happened.PromotionChosen, _promotion),
        change(happened.MoveMade, _made),
        change(happened.PiecesKnockedOver, _knocked_over),
        change(happened.PiecesSetUp, _set_up),
        change(happened.MoveCompleted, _completed),
    )
)
