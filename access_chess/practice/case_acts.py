"""What somebody does at a board or at the clock, as a sentence: each command by its own, a move by where it goes."""

from collections.abc import Callable, Sequence
from typing import Any

import chess

from access_chess.laws import commands as given
from access_chess.laws.commands import Command, QuickplayGround, StopReason
from access_chess.laws.game import Game
from access_chess.practice.rulings import case_sentence, man_on
from access_chess.practice.sentence import ColorName, Listed, ManName, Part, PieceName, Sentence, SquareName


class UntellableError(ValueError):
    """Something in a story has no words, or would have to be seen."""


def act_sentence(command: Command, game: Game) -> Sentence:
    """What was done in a position. Raises UntellableError where there are no words for it."""
    told = _ACTS.get(type(command))
    if told is None:
        raise UntellableError(f"{type(command).__name__} has no words")
    return told(command, game)


_Teller = Callable[[Any, Game], Sentence]


def _men(game: Game, squares: Sequence[chess.Square]) -> Listed:
    return Listed(tuple(man_on(game.board, square) for square in squares))


def _plain(key: str) -> _Teller:
    def told(command: Any, _: Game) -> Sentence:
        color = getattr(command, "color", None)
        if color is None:
            return case_sentence(key)
        return case_sentence(key, color=ColorName(color), opponent=ColorName(not color))

    return told


def _with_men(key: str) -> _Teller:
    def told(command: Any, game: Game) -> Sentence:
        squares = getattr(command, "squares", None) or (command.square,)
        return case_sentence(key, color=ColorName(command.color), men=_men(game, squares))

    return told


def _on_square(key: str) -> _Teller:
    return lambda command, game: case_sentence(key, color=ColorName(command.color), square=SquareName(command.square))


def _saying(key: str) -> _Teller:
    return lambda command, game: case_sentence(key, color=ColorName(command.color), text=command.text)


def _moved(command: given.PlayMove | given.PlayIllegalMove, game: Game) -> Sentence:
    """A move by where it goes, legal or not."""
    board, move, color = game.board, command.move, command.color
    kind = board.piece_type_at(move.from_square)
    if not move or kind is None:
        raise UntellableError("a move of nobody")
    slots: dict[str, Part] = {
        "color": ColorName(color),
        "man": ManName(kind, move.from_square),
        "square": SquareName(move.to_square),
    }
    key = "plays"
    files = abs(chess.square_file(move.to_square) - chess.square_file(move.from_square))
    is_along = chess.square_rank(move.to_square) == chess.square_rank(move.from_square)
    if kind == chess.KING and files > 1 and is_along:
        key = "castles" if _has_rook_beyond(board, move) else "king_by_two"
    elif (taken := board.piece_type_at(move.to_square)) is not None:
        key, slots["taken"] = "takes", ManName(taken, move.to_square)
    elif board.is_en_passant(move):
        passed = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        key, slots["taken"] = "takes_in_passing", ManName(chess.PAWN, passed)
    if move.promotion is not None:
        key, slots["piece"] = f"{key}_promoting", PieceName(move.promotion)
    if isinstance(command, given.PlayMove):
        key += "_two_hands" if command.two_hands else "" if command.written else "_unwritten"
    return case_sentence(key, **slots)


def _has_rook_beyond(board: chess.Board, move: chess.Move) -> bool:
    """Whether a rook stands in the corner to which the king goes, so that it castles, be that legal or not."""
    file = 7 if chess.square_file(move.to_square) > chess.square_file(move.from_square) else 0
    corner = chess.square(file, chess.square_rank(move.from_square))
    return board.piece_at(corner) == chess.Piece(chess.ROOK, board.turn)


def _touched(command: given.TouchPieces, game: Game) -> Sentence:
    several = "touches" if command.in_order else "touches_unordered"
    return _with_men(several if len(command.squares) > 1 else "touches_one")(command, game)


def _adjusted(command: given.AdjustPieces, game: Game) -> Sentence:
    return (_with_men("adjusts") if command.squares else _plain("adjusts_all"))(command, game)


def _promoted(command: given.ChoosePromotion, _: Game) -> Sentence:
    key = "chooses_wrong_color" if command.of_opponent else "chooses"
    return case_sentence(key, color=ColorName(command.color), piece=PieceName(command.piece_type))


def _left(command: given.Leave, game: Game) -> Sentence:
    key = "leaves" if command.anyway else "wants_to_leave"
    return _plain(f"{key}_venue" if command.venue else key)(command, game)


_OF_A_PLAYER = (StopReason.ARBITER, StopReason.PROMOTION_PIECE, StopReason.DISTURBANCE, StopReason.CLAIM)


def _stopped(command: given.StopClocks, _: Game) -> Sentence:
    if command.color is None:
        return case_sentence("arbiter_stops")
    known = (*_OF_A_PLAYER, StopReason.SEALED)
    reason = command.reason.name.lower() if command.reason in known else "other"
    return case_sentence(f"stops_{reason}", color=ColorName(command.color))


def _offered(command: given.OfferDraw, game: Game) -> Sentence:
    return _plain("offers_if" if command.condition else "offers")(command, game)


def _claimed_draw(command: given.ClaimDraw, game: Game) -> Sentence:
    slots: dict[str, Part] = {"color": ColorName(command.color)}
    key = f"claims_{command.ground.value}"
    if command.by_display:
        key += "_by_display"
    elif command.move is not None:
        kind = game.board.piece_type_at(command.move.from_square)
        if kind is None:
            raise UntellableError("a move of nobody")
        slots |= {"man": ManName(kind, command.move.from_square), "square": SquareName(command.move.to_square)}
        key += "_with" if command.written else "_saying"
    return case_sentence(key, **slots)


def _claimed_quickplay(command: given.ClaimQuickplay, game: Game) -> Sentence:
    ground = "means" if command.ground is QuickplayGround.MEANS else "effort"
    return _plain(f"claims_quickplay_{ground}")(command, game)


def _claimed_illegal(command: given.ClaimIllegalMove, game: Game) -> Sentence:
    if command.number is None:
        return _plain("claims_illegal")(command, game)
    slots: dict[str, Part] = {"color": ColorName(command.color), "number": command.number}
    return case_sentence("claims_illegal_number", **slots)


def _found_illegal(command: given.FindIllegalMove, _: Game) -> Sentence:
    return case_sentence("finds_illegal", color=ColorName(command.color), number=command.number)


def _written(command: given.WriteMove, game: Game) -> Sentence:
    """The move that is made, or one that is not made yet."""
    made = game.plies[-1] if game.plies and game.plies[-1].move == command.move else None
    board = made.before if made is not None else game.board
    kind = board.piece_type_at(command.move.from_square)
    if kind is None:
        raise UntellableError("a move of nobody")
    man = ManName(kind, command.move.from_square)
    return case_sentence("writes", color=ColorName(command.color), man=man, square=SquareName(command.move.to_square))


def _sealed(command: given.SealMove, game: Game) -> Sentence:
    """The move that is meant; what can mean several, or none, is read out as it was written."""
    kind = game.board.piece_type_at(command.moves[0].from_square) if len(command.moves) == 1 else None
    if kind is None:
        return case_sentence("seals_text", color=ColorName(command.color), text=command.text)
    man, square = ManName(kind, command.moves[0].from_square), SquareName(command.moves[0].to_square)
    return case_sentence("seals", color=ColorName(command.color), man=man, square=square)


def _refused_to_obey(command: given.FindRefusal, game: Game) -> Sentence:
    return _plain("refuses" if command.color is not None else "both_refuse")(command, game)


#: What each command is told by; those that are not here have no words yet.
_ACTS: dict[type, _Teller] = {
    given.Arrive: _plain("arrives"),
    given.Return: _plain("returns"),
    given.Leave: _left,
    given.TouchPieces: _touched,
    given.BrushPiece: _with_men("brushes"),
    given.AdjustPieces: _adjusted,
    given.FeelSquares: _with_men("feels"),
    given.LiftPiece: _with_men("lifts"),
    given.PlacePiece: _on_square("places"),
    given.RemovePiece: _with_men("removes"),
    given.ReleasePiece: _on_square("releases"),
    given.ChoosePromotion: _promoted,
    given.PlayMove: _moved,
    given.PlayIllegalMove: _moved,
    given.PutBackMove: _plain("puts_back"),
    given.KnockPiecesOver: _with_men("knocks_over"),
    given.SetPiecesUp: _plain("sets_up"),
    given.AnnounceMove: _saying("announces"),
    given.CorrectAnnouncement: _saying("corrects"),
    given.RepeatAnnouncement: _saying("repeats"),
    given.WriteMove: _written,
    given.WriteOffer: _plain("writes_offer"),
    given.PressClock: lambda command, game: _plain("presses_other_hand" if command.other_hand else "presses")(
        command, game
    ),
    given.StopClocks: _stopped,
    given.OfferDraw: _offered,
    given.WithdrawOffer: _plain("withdraws_offer"),
    given.WithdrawClaim: _plain("withdraws_claim"),
    given.AcceptDraw: _plain("accepts"),
    given.DeclineDraw: _plain("declines"),
    given.Resign: _plain("resigns"),
    given.ClaimDraw: _claimed_draw,
    given.ClaimQuickplay: _claimed_quickplay,
    given.RequestExtraTime: _plain("claims_extra_time"),
    given.ClaimIllegalMove: _claimed_illegal,
    given.ClaimTouch: _with_men("claims_touch"),
    given.ClaimFlag: _plain("claims_flag"),
    given.Appeal: _plain("appeals"),
    given.AgreeCorrection: _plain("agrees_correction"),
    given.SealMove: _sealed,
    given.StartClock: _plain("starts"),
    given.Adjourn: _plain("adjourns"),
    given.Resume: _plain("resumes"),
    given.OpenEnvelope: _plain("opens_envelope"),
    given.LoseEnvelope: _plain("loses_envelope"),
    given.GrantLeave: _plain("grants_leave"),
    given.FindIllegalMove: _found_illegal,
    given.FindBoardTurned: _plain("finds_board_turned"),
    given.FindColorsReversed: _plain("finds_colors_reversed"),
    given.FindWrongSetup: _plain("finds_wrong_setup"),
    given.FindDisplaced: lambda command, game: case_sentence("finds_displaced", men=_men(game, command.squares)),
    given.FindDevice: _plain("finds_device"),
    given.FindRefusal: _refused_to_obey,
}
