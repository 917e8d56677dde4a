"""The verbs of stories: what each `do` asks of the game."""

import re
from collections.abc import Callable
from datetime import timedelta

import chess
from msgspec.structs import replace

from access_chess.laws import commands
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    AssistantAct,
    Command,
    DrawGround,
    PenaltyKind,
    Question,
    QuickplayGround,
    Result,
    StopReason,
    Verdict,
    assistant_of,
    player,
)
from access_chess.laws.san import moves_of_score, parse_san
from access_chess.stories.scene import Scene
from access_chess.stories.story import COLORS, seconds


def commands_of(scene: Scene) -> tuple[Command, ...]:
    """The commands that a step asks for. Raises StoryError when it is none of a story."""
    if not scene.words:
        raise scene.fail("a step does something")
    if scene.words[0] == "move":
        color = _by(scene)
        return (_play(scene, color), commands.PressClock(color=color))
    by = scene.step.by or ""
    if by.startswith("assistant-"):
        color = _color(scene, by.removeprefix("assistant-"))
        return (replace(_act(scene, color), author=assistant_of(color)),)
    return (_command(scene),)


def _color(scene: Scene, word: str) -> chess.Color:
    if word not in COLORS:
        raise scene.fail(f"a player is white or black, not {word!r}")
    return COLORS[word]


def _by(scene: Scene) -> chess.Color:
    """Who acts, with the defaults of the format."""
    game, step = scene.game, scene.step
    if step.by is not None:
        return _color(scene, step.by)
    running = game.clock.running
    if scene.words[0] in ("press", "offer-draw", "stop-clocks") and running is not None:
        return running
    if scene.words[0] == "correct" and game.announcement is not None:
        return game.announcement.color
    return game.turn


def _command(scene: Scene) -> Command:
    verb = scene.words[0]
    if verb == "wait":
        return commands.TimePassed()
    if verb in _ARBITER and (verb != "appeal" or len(scene.words) > 1):
        command = _ARBITER[verb](scene)
        return replace(command, author=player(COLORS[by])) if (by := scene.step.by) in COLORS else command
    if verb == "stop-clocks":
        known = {reason.value: reason for reason in StopReason}
        reason = known.get(scene.rest, StopReason.OTHER)
        is_arbiter = scene.step.by == "arbiter"
        return commands.StopClocks(reason=reason, color=None if is_arbiter else _by(scene))
    if verb not in _PLAYER:
        raise scene.fail("no such step")
    return _PLAYER[verb](scene, _by(scene))


def _act(scene: Scene, color: chess.Color) -> AssistantAct:
    command = commands.Tell(color=color, question=_question(scene)) if scene.words[0] == "tell" else None
    if command is not None:
        return command
    if scene.words[0] not in ("announce", "repeat", "press", "play", "write", "claim"):
        raise scene.fail("an assistant announces, presses, plays, writes, tells or claims")
    act = _PLAYER[scene.words[0]](scene, color)
    if not isinstance(act, AssistantAct):
        raise scene.fail("not a duty of an assistant")
    return act


def _question(scene: Scene) -> Question:
    try:
        return Question(scene.rest)
    except ValueError as error:
        raise scene.fail("asked are moves, times or my-time") from error


# moves and words


def _play(scene: Scene, color: chess.Color) -> commands.PlayMove:
    return commands.PlayMove(color=color, move=_san(scene, color), two_hands=scene.words[0] == "two-hands")


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
    move = parse_san(board, scene.rest)
    if move is None:
        raise scene.fail("no legal move")
    return move


def _play_illegal(scene: Scene, color: chess.Color) -> Command:
    try:
        move = chess.Move.from_uci(scene.rest)
    except ValueError as error:
        raise scene.fail("an illegal move is written like e2e5") from error
    if not move or move.drop:
        raise scene.fail("an illegal move is written like e2e5")
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
    raise scene.fail("no move that could be written")


def _seal(scene: Scene, color: chess.Color) -> Command:
    move = parse_san(scene.game.board, scene.rest)
    moves = (move,) if move is not None else tuple(scene.reader(scene.rest, scene.game.board))
    return commands.SealMove(color=color, text=scene.rest, moves=moves)


# claims


def _claim(scene: Scene, color: chess.Color) -> Command:
    words = scene.words
    match words[1:]:
        case ["threefold" | "fifty" as ground, *san]:
            return commands.ClaimDraw(
                color=color,
                ground=DrawGround(ground),
                move=_intended(scene, " ".join(san)),
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
        case ["touch", _]:
            return commands.ClaimTouch(color=color, square=scene.square(2))
        case ["flag"]:
            return commands.ClaimFlag(color=color)
        case ["clock"]:
            return commands.ClaimClock(color=color, noted=_noted(scene))
        case _:
            raise scene.fail("no such claim")


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
        raise scene.fail("no move that could be claimed")
    kind, target = chess.Piece.from_symbol(match[1] or "P").piece_type, chess.parse_square(match[4])
    named = [
        chess.Move(square, target)
        for square in board.pieces(kind, board.turn)
        if match[2] in chess.square_name(square) and match[3] in chess.square_name(square) and square != target
    ]
    if not named:
        raise scene.fail("no such piece")
    return next((each for each in named if board.is_pseudo_legal(each)), named[0])


def _castling_as_step(board: chess.Board, san: str) -> str:
    """Castling that is not legal, as the king's move that it would be."""
    rank = "1" if board.turn else "8"
    return {"O-O": f"Kg{rank}", "O-O-O": f"Kc{rank}"}.get(san.replace("0", "O"), san)


def _noted(scene: Scene) -> ByColor[timedelta | None]:
    noted = scene.step.noted
    if noted is None:
        raise scene.fail("what is noted? (noted = {white = S, black = S})")
    times = [None if number is None else seconds(number) for number in (noted.white, noted.black)]
    return ByColor(times[0], times[1])


def _promotion(scene: Scene, color: chess.Color) -> Command:
    kinds = {"q": chess.QUEEN, "r": chess.ROOK, "b": chess.BISHOP, "n": chess.KNIGHT}
    if scene.rest not in kinds:
        raise scene.fail("promoted is to q, r, b or n")
    return commands.ChoosePromotion(color=color, piece_type=kinds[scene.rest])


_PLAYER: dict[str, Callable[[Scene, chess.Color], Command]] = {
    "arrive": lambda scene, color: commands.Arrive(color=color),
    "leave": lambda scene, color: commands.Leave(color=color),
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
    "play-illegal": _play_illegal,
    "press": lambda scene, color: commands.PressClock(color=color),
    "offer-draw": lambda scene, color: commands.OfferDraw(color=color),
    "accept-draw": lambda scene, color: commands.AcceptDraw(color=color),
    "decline-draw": lambda scene, color: commands.DeclineDraw(color=color),
    "resign": lambda scene, color: commands.Resign(color=color),
    "claim": _claim,
    "appeal": lambda scene, color: commands.Appeal(color=color),
    "agree-correction": lambda scene, color: commands.AgreeCorrection(color=color),
    "seal": _seal,
    "ask": lambda scene, color: commands.Ask(color=color, question=_question(scene)),
}


# the arbiter


def _find(scene: Scene) -> Command:
    match scene.words[1:]:
        case ["displaced", *_]:
            return commands.FindDisplaced(squares=scene.squares(2) if len(scene.words) > 2 else ())
        case ["wrong-setup"]:
            return commands.FindWrongSetup()
        case ["board-turned"]:
            return commands.FindBoardTurned()
        case ["colours-reversed"]:
            return commands.FindColorsReversed()
        case _:
            raise scene.fail("found are displaced, wrong-setup, board-turned or colours-reversed")


def _find_illegal(scene: Scene) -> Command:
    match scene.words[1:]:
        case [number, color] if re.fullmatch(r"[0-9]{1,9}", number):
            return commands.FindIllegalMove(number=int(number), color=_color(scene, color))
        case _:
            raise scene.fail("an illegal move is found as MOVE-NUMBER COLOUR")


def _boards_differ(scene: Scene) -> Command:
    scores = scene.step.scores
    if scores is None:
        raise scene.fail("what do the scores say? (scores = {white = ..., black = ...})")
    return commands.CompareBoards(scores=ByColor(moves_of_score(scores.white), moves_of_score(scores.black)))


def _time_of(scene: Scene, index: int) -> timedelta:
    try:
        return seconds(float(scene.words[index]))
    except (IndexError, ValueError) as error:
        raise scene.fail("seconds are missing") from error


def _player_of(scene: Scene) -> chess.Color:
    return _color(scene, scene.words[1] if len(scene.words) > 1 else "")


def _penalty(scene: Scene) -> Command:
    color = _player_of(scene)
    try:
        kind = PenaltyKind(scene.words[2])
    except (IndexError, ValueError) as error:
        raise scene.fail(f"a penalty is one of {', '.join(kind.value for kind in PenaltyKind)}") from error
    time = _time_of(scene, 3) if len(scene.words) > 3 else timedelta()
    return commands.ImposePenalty(color=color, kind=kind, time=time)


def _rule(scene: Scene) -> Command:
    try:
        return commands.Rule(verdict=Verdict(scene.rest))
    except ValueError as error:
        raise scene.fail("ruled is accept, reject or postpone") from error


def _declare(scene: Scene) -> Command:
    try:
        return commands.Declare(result=Result(scene.rest))
    except ValueError as error:
        raise scene.fail("no such result") from error


def _rule_appeal(scene: Scene) -> Command:
    if scene.rest not in ("upheld", "dismissed"):
        raise scene.fail("an appeal is upheld or dismissed")
    return commands.RuleAppeal(upheld=scene.rest == "upheld")


_ARBITER: dict[str, Callable[[Scene], Command]] = {
    "start": lambda scene: commands.StartClock(),
    "adjourn": lambda scene: commands.Adjourn(),
    "resume": lambda scene: commands.Resume(),
    "open-envelope": lambda scene: commands.OpenEnvelope(),
    "envelope-lost": lambda scene: commands.LoseEnvelope(),
    "rule": _rule,
    "find-illegal": _find_illegal,
    "find": _find,
    "boards-differ": _boards_differ,
    "set-clock": lambda scene: commands.SetClock(color=_player_of(scene), time=_time_of(scene, 2)),
    "add-time": lambda scene: commands.AddTime(color=_player_of(scene), time=_time_of(scene, 2)),
    "penalty": _penalty,
    "device": lambda scene: commands.FindDevice(color=_player_of(scene)),
    "refusal": lambda scene: commands.FindRefusal(color=None if scene.rest == "both" else _player_of(scene)),
    "appeal": _rule_appeal,
    "declare": _declare,
}
