"""From a typed command to the command of the Laws: what a player asks for at the board."""

from collections.abc import Callable
from enum import StrEnum

import chess

from access_chess.laws import commands
from access_chess.laws.commands import Command, DrawGround, QuickplayGround, StopReason
from access_chess.laws.game import Game
from access_chess.notation.reading import MoveRead, PromotionMissing, read_move
from access_chess.notation.vocabulary import Vocabulary
from access_chess.requests.typed_line import Typed, TypedName, read_squares
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart


class Missing(StrEnum):
    """What a command lacks; the values are phrases."""

    SQUARE = "square_missing"
    MOVE = "move_missing"


#: What is asked about before it is done.
CONFIRMED = frozenset({TypedName.RESIGN, TypedName.OFFER_DRAW, TypedName.ACCEPT_DRAW, TypedName.TAKE_BACK})

_PLAIN: dict[TypedName, Callable[[chess.Color], Command]] = {
    TypedName.PRESS: lambda color: commands.PressClock(color=color),
    TypedName.OFFER_DRAW: lambda color: commands.OfferDraw(color=color),
    TypedName.ACCEPT_DRAW: lambda color: commands.AcceptDraw(color=color),
    TypedName.DECLINE_DRAW: lambda color: commands.DeclineDraw(color=color),
    TypedName.RESIGN: lambda color: commands.Resign(color=color),
    TypedName.CLAIM_FLAG: lambda color: commands.ClaimFlag(color=color),
    TypedName.CLAIM_ILLEGAL: lambda color: commands.ClaimIllegalMove(color=color),
    TypedName.CLAIM_MEANS: lambda color: commands.ClaimQuickplay(color=color, ground=QuickplayGround.MEANS),
    TypedName.CLAIM_EFFORT: lambda color: commands.ClaimQuickplay(color=color, ground=QuickplayGround.EFFORT),
    TypedName.EXTRA_TIME: lambda color: commands.RequestExtraTime(color=color),
    TypedName.CALL_ARBITER: lambda color: commands.StopClocks(reason=StopReason.ARBITER, color=color),
    TypedName.CLOSE_ENVELOPE: lambda color: commands.StopClocks(reason=StopReason.SEALED, color=color),
    TypedName.APPEAL: lambda color: commands.Appeal(color=color),
    TypedName.AGREE_CORRECTION: lambda color: commands.AgreeCorrection(color=color),
    TypedName.TAKE_BACK: lambda color: commands.TakeBack(color=color),
}
_SQUARES: dict[TypedName, Callable[[chess.Color, tuple[chess.Square, ...]], Command]] = {
    TypedName.ADJUST: lambda color, squares: commands.AdjustPieces(color=color, squares=squares),
    TypedName.TOUCH: lambda color, squares: commands.TouchPieces(color=color, squares=squares),
    TypedName.FEEL: lambda color, squares: commands.FeelSquares(color=color, squares=squares),
    TypedName.CLAIM_TOUCH: lambda color, squares: commands.ClaimTouch(color=color, square=squares[0]),
}
_MAY_BE_BARE = frozenset({TypedName.ADJUST, TypedName.CLAIM_THREEFOLD, TypedName.CLAIM_FIFTY})
_GROUNDS = {TypedName.CLAIM_THREEFOLD: DrawGround.THREEFOLD, TypedName.CLAIM_FIFTY: DrawGround.FIFTY}
_BY_THE_OTHER = frozenset(
    {
        TypedName.ACCEPT_DRAW, TypedName.DECLINE_DRAW, TypedName.CLAIM_FLAG, TypedName.ECHO,
    }
)  # fmt: skip

#: Everything that becomes a command of the Laws.
REQUESTS = frozenset({*_PLAIN, *_SQUARES, *_GROUNDS, TypedName.SEAL, TypedName.ECHO, TypedName.CORRECT})


def asker(typed: Typed, game: Game, own: chess.Color | None, *, presses: bool = True) -> chess.Color:
    """Who asks: the one who was named, or whose place it is; at a shared keyboard whoever can ask for this now.

    Where players do not press the clock themselves, it is the opponent's turn as soon as a move is made.
    """
    if typed.color is not None:
        return typed.color
    if own is not None:
        return own
    if typed.name in (TypedName.ACCEPT_DRAW, TypedName.DECLINE_DRAW) and game.offer is not None:
        return not game.offer
    if typed.name is TypedName.TAKE_BACK:
        return not game.turn
    on_move = game.turn if game.clock.running is None or not presses else game.clock.running
    return not on_move if typed.name in _BY_THE_OTHER else on_move


def confirmation(name: TypedName, color: chess.Color, pack: VoicePack, *, is_shared: bool) -> SpokenPart:
    """The question before such a command is done; where both players share the input, it names who would resign."""
    if is_shared and name is TypedName.RESIGN:
        return pack.phrase("confirm_resign_of", color=color_name(color, pack))
    return pack.phrase(f"confirm_{name}")


def player_request(typed: Typed, game: Game, color: chess.Color, vocabulary: Vocabulary) -> Command | Missing:
    """The command of the Laws for one of `REQUESTS`, or what is missing in it."""
    name, rest = typed.name, typed.rest
    if name in _PLAIN:
        return _PLAIN[name](color)
    if name in _SQUARES:
        squares = read_squares(rest, vocabulary)
        if squares is None or (not squares and name not in _MAY_BE_BARE):
            return Missing.SQUARE
        return _SQUARES[name](color, squares)
    reading = read_move(rest, _board_of(name, game), vocabulary) if rest else None
    move = reading.move if isinstance(reading, MoveRead) else None
    if name in _GROUNDS:
        if rest and move is None:
            return Missing.MOVE
        return commands.ClaimDraw(color=color, ground=_GROUNDS[name], move=move)
    if not rest:
        return Missing.MOVE
    if name is TypedName.SEAL:
        moves = reading.moves if isinstance(reading, PromotionMissing) else (move,) if move else ()
        return commands.SealMove(color=color, text=rest, moves=moves)
    if name is TypedName.ECHO:
        return commands.RepeatAnnouncement(color=color, text=rest, move=move)
    return commands.CorrectAnnouncement(color=color, text=rest, move=move)


def _board_of(name: TypedName, game: Game) -> chess.Board:
    """What is repeated or put right is the move that was made last, on the board before it."""
    is_past = name in (TypedName.ECHO, TypedName.CORRECT) and game.plies and game.hand.released is None
    return game.plies[-1].before if is_past else game.board
