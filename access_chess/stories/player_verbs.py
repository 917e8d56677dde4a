"""What a player does in a story, and what is said and written there."""

import re
from collections.abc import Callable

import chess

from access_chess.laws import commands
from access_chess.laws.commands import (
    Command,
    DrawGround,
    QuickplayGround,
)
from access_chess.laws.position import parse_san
from access_chess.stories.scene import Scene, question_asked, result_named, times_noted
from access_chess.stories.story import COLORS, StoryError


def _play(scene: Scene, color: chess.Color) -> commands.PlayMove:
    verb = scene.words[0]
    return commands.PlayMove(
        color=color,
        move=_san(scene, color),
        two_hands=verb == "two-hands",
        written=not verb.endswith("-unwritten"),
        against_touch=verb == "breach",
    )


def _san(scene: Scene, color: chess.Color) -> chess.Move:
    """A legal SAN of that player; for an assistant also the last move made, for a finished game anything."""
    game = scene.game
    if game.end is not None:
        return chess.Move.null()
    board = game.board
    if (scene.step.by or "").startswith("assistant") and game.plies:
        made = parse_san(game.plies[-1].before, scene.rest)
        if made == game.plies[-1].move:
            return made
    if board.turn is not color:
        board = board.copy(stack=False)
        board.turn = color
    move = parse_san(board, scene.rest) or _ruled_out(scene, board)
    if move is None:
        raise StoryError("story_illegal")
    return move


def _ruled_out(scene: Scene, board: chess.Board) -> chess.Move | None:
    """A castling that would be legal if no ruling had taken the right to it: it is tried, and refused."""
    game, allowed = scene.game, board.copy(stack=False)
    played = chess.Board(game.setup.fen, chess960=game.setup.is_chess960)
    for ply in game.plies:
        played.push(ply.move)
    allowed.castling_rights = played.clean_castling_rights()
    move = parse_san(allowed, scene.rest)
    return move if move is not None and allowed.is_castling(move) else None


def _play_illegal(scene: Scene, color: chess.Color) -> Command:
    try:
        move = chess.Move.from_uci(scene.rest)
    except ValueError as error:
        raise scene.unlike("play-illegal e2e5") from error
    if not move or move.drop:
        raise scene.unlike("play-illegal e2e5")
    return commands.PlayIllegalMove(color=color, move=move)


def _heard(scene: Scene, color: chess.Color) -> chess.Move | None:
    """What was said, read on the board of the move that it is about."""
    game = scene.game
    boards = [game.board] if game.turn is color else []
    if scene.words[0] == "repeat" or not boards:
        boards = [game.plies[-1].before] if game.plies else [game.board]
    if (scene.step.by or "").startswith("assistant") and game.plies and game.plies[-1].color is not color:
        last = game.plies[-1]
        if tuple(scene.reader(scene.rest, last.before)) == (last.move,):
            return last.move
    moves = scene.reader(scene.rest, boards[0])
    released = game.hand.released
    done = [move for move in moves if released is not None and move.from_square == released.from_square]
    return moves[0] if len(moves) == 1 else done[0] if len(done) == 1 else None


def _announce(scene: Scene, color: chess.Color) -> Command:
    return commands.AnnounceMove(color=color, text=scene.rest, move=_heard(scene, color))


def _correct(scene: Scene, color: chess.Color) -> Command:
    return commands.CorrectAnnouncement(color=color, text=scene.rest, move=_heard(scene, color))


def _repeat(scene: Scene, color: chess.Color) -> Command:
    return commands.RepeatAnnouncement(color=color, text=scene.rest, move=_heard(scene, color))


def _write(scene: Scene, color: chess.Color) -> Command:
    if scene.rest == "(=)":
        return commands.WriteOffer(color=color)
    boards = [ply.before for ply in reversed(scene.game.plies[-2:])] + [scene.game.board]
    moves = [parse_san(board, scene.rest) for board in boards]
    for index, move in enumerate(moves):
        if move is not None and (index == len(moves) - 1 or move == scene.game.plies[-1 - index].move):
            return commands.WriteMove(color=color, move=move)
    raise StoryError("story_illegal")


def _seal(scene: Scene, color: chess.Color) -> Command:
    move = parse_san(scene.game.board, scene.rest)
    moves = (move,) if move is not None else tuple(scene.reader(scene.rest, scene.game.board))
    return commands.SealMove(color=color, text=scene.rest, moves=moves)


#: Each claim as a step writes it.
CLAIMS = (
    *("claim threefold", "claim fifty Nf3", "claim quickplay-means", "claim quickplay-effort", "claim extra-time"),
    *("claim illegal 12", "claim touch e4", "claim flag", "claim clock"),
)


def _claim(scene: Scene, color: chess.Color) -> Command:
    words = scene.words
    match words[1:]:
        case ["threefold" | "fifty" as ground, *rest]:
            san = [word for word in rest if word not in ("unwritten", "by-display")]
            return commands.ClaimDraw(
                color=color,
                ground=DrawGround(ground),
                move=_intended(scene, " ".join(san)),
                written="unwritten" not in rest,
                by_display="by-display" in rest,
                await_answer=scene.is_accepted_at_once,
            )
        case ["quickplay-means"]:
            return commands.ClaimQuickplay(color=color, ground=QuickplayGround.MEANS)
        case ["quickplay-effort"]:
            return commands.ClaimQuickplay(color=color, ground=QuickplayGround.EFFORT)
        case ["extra-time"]:
            return commands.RequestExtraTime(color=color)
        case ["illegal"]:
            return commands.ClaimIllegalMove(color=color)
        case ["illegal", number] if number.isdecimal():
            return commands.ClaimIllegalMove(color=color, number=int(number))
        case ["touch", _]:
            return commands.ClaimTouch(color=color, square=scene.square(2))
        case ["flag"]:
            return commands.ClaimFlag(color=color)
        case ["clock"]:
            return commands.ClaimClock(color=color, noted=times_noted(scene))
        case _:
            raise scene.unlike(*CLAIMS)


def _intended(scene: Scene, san: str) -> chess.Move | None:
    """The written move; one that turns out illegal still names a piece and a square (A38)."""
    if not san:
        return None
    board = scene.game.board
    move = parse_san(board, san)
    if move is not None or scene.game.end is not None:
        return move
    match = re.fullmatch(r"([KQRBN]?)([a-h]?)([1-8]?)x?([a-h][1-8])[=QRBN+#]*", _castling_as_step(board, san))
    if match is None:
        raise scene.unlike(f"{scene.words[0]} {scene.words[1]} Nf3")
    kind, target = chess.Piece.from_symbol(match[1] or "P").piece_type, chess.parse_square(match[4])
    named = [
        chess.Move(square, target)
        for square in board.pieces(kind, board.turn)
        if match[2] in chess.square_name(square) and match[3] in chess.square_name(square) and square != target
    ]
    if not named:
        raise StoryError("story_illegal")
    return next((each for each in named if board.is_pseudo_legal(each)), named[0])


def _castling_as_step(board: chess.Board, san: str) -> str:
    """Castling that is not legal, as the king's move that it would be."""
    rank = "1" if board.turn else "8"
    return {"O-O": f"Kg{rank}", "O-O-O": f"Kc{rank}"}.get(san.replace("0", "O"), san)


def _promotion(scene: Scene, color: chess.Color) -> Command:
    kinds = {"q": chess.QUEEN, "r": chess.ROOK, "b": chess.BISHOP, "n": chess.KNIGHT}
    match scene.words[1:]:
        case [kind] if kind in kinds:
            return commands.ChoosePromotion(color=color, piece_type=kinds[kind])
        case ["white" | "black" as piece_color, kind] if kind in kinds:
            of_opponent = COLORS[piece_color] is not color
            return commands.ChoosePromotion(color=color, piece_type=kinds[kind], of_opponent=of_opponent)
        case _:
            raise scene.unlike("promote q", "promote white q")


def _press(scene: Scene, color: chess.Color) -> Command:
    if scene.rest not in ("", "other-hand"):
        raise scene.unlike("press", "press other-hand")
    return commands.PressClock(color=color, other_hand=scene.rest == "other-hand")


def _leave(scene: Scene, color: chess.Color) -> Command:
    words = scene.words[1:]
    if words not in ([], ["venue"], ["anyway"], ["venue", "anyway"]):
        raise scene.unlike("leave", "leave venue", "leave anyway")
    return commands.Leave(color=color, venue="venue" in words, anyway="anyway" in words)


def _offer(scene: Scene, color: chess.Color) -> Command:
    words = scene.words[1:]
    if words[:1] not in ([], ["if"]) or words == ["if"]:
        raise scene.unlike("offer-draw", "offer-draw if a condition")
    return commands.OfferDraw(color=color, condition=" ".join(words[1:]))


def _withdraw(scene: Scene, color: chess.Color) -> Command:
    match scene.rest:
        case "offer":
            return commands.WithdrawOffer(color=color)
        case "claim":
            return commands.WithdrawClaim(color=color)
        case _:
            raise scene.unlike("withdraw offer", "withdraw claim")


def _sign(scene: Scene, color: chess.Color) -> Command:
    return commands.SignResult(color=color, result=result_named(scene))


PLAYER_VERBS: dict[str, Callable[[Scene, chess.Color], Command]] = {
    "arrive": lambda scene, color: commands.Arrive(color=color),
    "leave": _leave,
    "return": lambda scene, color: commands.Return(color=color),
    "touch": lambda scene, color: commands.TouchPieces(color=color, squares=scene.squares()),
    "touch-unordered": lambda scene, color: commands.TouchPieces(color=color, squares=scene.squares(), in_order=False),
    "brush": lambda scene, color: commands.BrushPiece(color=color, square=scene.square(1)),
    "adjust": lambda scene, color: commands.AdjustPieces(color=color, squares=scene.squares() if scene.rest else ()),
    "feel": lambda scene, color: commands.FeelSquares(color=color, squares=scene.squares()),
    "lift": lambda scene, color: commands.LiftPiece(color=color, square=scene.square(1)),
    "place": lambda scene, color: commands.PlacePiece(color=color, square=scene.square(1)),
    "remove": lambda scene, color: commands.RemovePiece(color=color, square=scene.square(1)),
    "release": lambda scene, color: commands.ReleasePiece(color=color, square=scene.square(1)),
    "promote": _promotion,
    "announce": _announce,
    "correct": _correct,
    "repeat": _repeat,
    "write": _write,
    "play": _play,
    "two-hands": _play,
    "play-unwritten": _play,
    "breach": _play,
    "play-illegal": _play_illegal,
    "put-back": lambda scene, color: commands.PutBackMove(color=color),
    "knock-over": lambda scene, color: commands.KnockPiecesOver(color=color, squares=scene.squares()),
    "set-up": lambda scene, color: commands.SetPiecesUp(color=color),
    "borrow-sheet": lambda scene, color: commands.BorrowSheet(color=color),
    "return-sheet": lambda scene, color: commands.ReturnSheet(color=color),
    "complete-sheet": lambda scene, color: commands.CompleteScoresheet(color=color),
    "press": _press,
    "offer-draw": _offer,
    "withdraw": _withdraw,
    "sign": _sign,
    "accept-draw": lambda scene, color: commands.AcceptDraw(color=color),
    "decline-draw": lambda scene, color: commands.DeclineDraw(color=color),
    "resign": lambda scene, color: commands.Resign(color=color),
    "claim": _claim,
    "appeal": lambda scene, color: commands.Appeal(color=color),
    "agree-correction": lambda scene, color: commands.AgreeCorrection(color=color),
    "seal": _seal,
    "ask": lambda scene, color: commands.Ask(color=color, question=question_asked(scene)),
}
