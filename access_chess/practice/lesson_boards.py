"""The tasks of the course that are solved by moves: collect, flag, race; find, all, line."""

from collections.abc import Mapping
from functools import cached_property

import chess
from msgspec.structs import replace

from access_chess.practice.course import AllTask, CollectTask, FindTask, FlagTask, LineTask, RaceTask, Wanted
from access_chess.practice.drill import AnswerKind, DrillAnswer, DrillOutcome, DrillVerdict
from access_chess.practice.lesson_drill import LessonDrill, moves_told, not_yet, said, stars_lost, step_told
from access_chess.practice.position import after, position_of
from access_chess.practice.sentence import (
    FileName,
    Listed,
    MenName,
    MoveName,
    Part,
    PieceName,
    RankName,
    Sentence,
    SquareName,
    sentence,
)
from access_chess.practice.solver import (
    SoloScene,
    can_move,
    fewest_moves,
    guard_after,
    race_of,
    scene_of,
    scenes_after,
)


def scene_drill(lesson: str, place: int, task: CollectTask | FlagTask | RaceTask) -> "SceneDrill":
    """A task in which one color moves alone, from its beginning."""
    match task:
        case CollectTask():
            scene = scene_of(task.position, task.targets)
        case FlagTask():
            scene = scene_of(task.position, task.target, man=chess.PIECE_NAMES.index(task.man))
        case RaceTask():
            scene = race_of(task.position)
    return SceneDrill(lesson=lesson, place=place, par=task.par, start=scene, scene=scene)


class SceneDrill(LessonDrill, frozen=True, kw_only=True, dict=True):
    """Collect, flag and race. `count` are the moves so far, those that were taken back included.

    `earlier` are the scenes before, for `back`; `is_lost`: from here it cannot be done, and yes or no is waited for.
    """

    par: int
    start: SoloScene
    scene: SoloScene
    count: int = 0
    earlier: tuple[SoloScene, ...] = ()
    is_lost: bool = False

    @property
    def expects(self) -> AnswerKind:
        """A move; yes or no where it is to be begun again."""
        return AnswerKind.YES_NO if self.is_lost else AnswerKind.MOVE

    @cached_property
    def before(self) -> chess.Board:
        """The board with its coins, which are pawns for the hand."""
        return self.scene.board

    @property
    def _slots(self) -> dict[str, Part]:
        color = self.scene.color
        men = self.scene.board
        for square in self.scene.coins:
            men.remove_piece_at(square)
        return {
            "men": MenName(men, color),
            "enemies": MenName(men, not color),
            "targets": _squares(self.scene.targets),
        }

    @property
    def question(self) -> tuple[Sentence, ...]:
        """The goal, as the board now stands."""
        return (said("lost"),) if self.is_lost else (sentence(self.key("goal"), **self._slots),)

    @cached_property
    def _way(self) -> tuple[chess.Move, ...]:
        return fewest_moves(self.scene) or ()

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Where to look; the square; the move."""
        if not self._way:
            return ()
        move = self._way[0]
        return (
            sentence(self.key("hint"), **self._slots),
            said("hint_square", square=SquareName(move.to_square)),
            said("hint_move", move=step_told(self.scene.board, move)),
        )

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """A shortest way from here, or from the beginning."""
        scene = self.scene if self._way else self.start
        told = []
        for move in fewest_moves(scene) or ():
            told.append(step_told(scene.board, move))
            scene = scenes_after(scene)[move]
        return (said("solution", moves=Listed(tuple(told))), *self.why)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """A move of this board, or whether to begin again."""
        if self.is_lost:
            again = replace(self, scene=self.start, earlier=(), is_lost=False)
            then = again if answer.is_yes else self.taken_back()
            return DrillVerdict(outcome=DrillOutcome.GOES_ON, then=then, said=then.question)
        assert answer.move is not None, "it waits for a move"
        move = self._completed(answer.move)
        later = scenes_after(self.scene).get(move)
        if later is None:
            return self._refused(move)
        moved = replace(self, scene=later, count=self.count + 1, earlier=(*self.earlier, self.scene))
        if later.is_done:
            told = said("moves", count=moved.count)
            return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(told,), stars_lost=stars_lost(moved.count, self.par))
        way = fewest_moves(later)
        if way is None:
            lost = replace(moved, is_lost=True)
            return DrillVerdict(outcome=DrillOutcome.GOES_ON, then=lost, said=lost.question, is_nearer=False)
        return DrillVerdict(
            outcome=DrillOutcome.GOES_ON,
            then=moved,
            said=self._told(move, later),
            is_nearer=len(way) < len(self._way),
        )

    def taken_back(self) -> "SceneDrill":
        """One move before; the move still counts. At the beginning nothing changes."""
        if not self.earlier:
            return self
        return replace(self, scene=self.earlier[-1], earlier=self.earlier[:-1], is_lost=False)

    def _completed(self, move: chess.Move) -> chess.Move:
        """A pawn that arrives becomes a queen where nothing else was said."""
        queen = chess.Move(move.from_square, move.to_square, chess.QUEEN)
        return queen if move.promotion is None and can_move(self.scene, queen) else move

    def _told(self, move: chess.Move, later: SoloScene) -> tuple[Sentence, ...]:
        if len(later.targets) < len(self.scene.targets):
            return (said("taken", count=len(later.targets), left=_squares(later.targets)),)
        if later.is_race:
            return self._answered(move, later)
        return (said("there", square=SquareName(move.to_square)),)

    def _answered(self, move: chess.Move, later: SoloScene) -> tuple[Sentence, ...]:
        color = self.scene.color
        board = self.scene.board
        board.remove_piece_at(move.from_square)
        board.set_piece_at(move.to_square, chess.Piece(chess.PAWN, color))
        came = chess.SquareSet(later.board.occupied_co[not color] & ~board.occupied_co[not color])
        return tuple(said("answered", square=SquareName(square)) for square in came)

    def _refused(self, move: chess.Move) -> DrillVerdict:
        scene = self.scene
        own = scene.board.color_at(move.from_square) == scene.color
        if own and can_move(scene, move) and not scene.is_race:
            guard = guard_after(scene, move)
            kind = None if guard is None else scene.board.piece_type_at(guard)
            if guard is not None and kind is not None:
                told = said("guarded", square=SquareName(move.to_square), piece=PieceName(kind))
                return not_yet(told)
        start = self._meant(move.from_square)
        slots: dict[str, Part] = {
            "start": SquareName(start),
            "rank": RankName(chess.square_rank(start)),
            "file": FileName(chess.square_file(start)),
        }
        return DrillVerdict(outcome=DrillOutcome.REFUSED, said=(sentence(f"{self.lesson}.wrong", **slots),))

    def _meant(self, start: chess.Square) -> chess.Square:
        """The man that the rule is told of: the one that was to move, or the first of those that may."""
        men = chess.SquareSet(self.scene.board.occupied_co[self.scene.color])
        if self.scene.man is not None:
            men &= self.scene.board.pieces(self.scene.man, self.scene.color)
        return start if start in men else next(iter(men))


def _from_the_middle(move: chess.Move) -> int:
    """How far from the squares in the middle a move ends."""
    return sum(chess.square_distance(move.to_square, each) for each in (chess.D4, chess.E4, chess.D5, chess.E5))


class MoveDrill(LessonDrill, frozen=True, kw_only=True, dict=True):
    """Find and all: any legal move that does what is wanted. `found` are those of `all` that were named."""

    task: FindTask | AllTask
    found: tuple[chess.Move, ...] = ()

    @cached_property
    def before(self) -> chess.Board:
        """The position of the task."""
        return position_of(self.task.position)

    @cached_property
    def right(self) -> tuple[chess.Move, ...]:
        """All right moves that have not been named; first the one that goes most into the middle."""
        moves = moves_wanted(self.before, self.task.find)
        return tuple(sorted((move for move in moves if move not in self.found), key=_from_the_middle))

    @property
    def question(self) -> tuple[Sentence, ...]:
        """The goal, and who stands where."""
        return (sentence(self.key("goal"), **men_slots(self.before)),)

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Where to look; who moves; the move."""
        move = self.right[0]
        kind = self.before.piece_type_at(move.from_square)
        assert kind is not None, "a right move moves somebody"
        return (
            sentence(self.key("hint"), **men_slots(self.before)),
            said("hint_man", piece=PieceName(kind), square=SquareName(move.from_square)),
            said("hint_move", move=MoveName(self.before, move)),
        )

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """The first right move; of `all`, all that are left."""
        moves = self.right if isinstance(self.task, AllTask) else self.right[:1]
        named = Listed(tuple(MoveName(self.before, move) for move in moves))
        return (said("solution", moves=named), *self.why)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """Every right move is right."""
        assert answer.move is not None, "it waits for a move"
        if answer.move in self.found:
            return DrillVerdict(outcome=DrillOutcome.REFUSED, said=(said("named_before"),))
        if answer.move not in self.before.legal_moves:
            return DrillVerdict(outcome=DrillOutcome.REFUSED, said=(said("not_legal"),))
        if answer.move not in self.right:
            return not_yet(said("does_not_do_it"))
        if isinstance(self.task, FindTask) or len(self.right) == 1:
            return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(said("right"),))
        left = len(self.right) - 1
        return DrillVerdict(
            outcome=DrillOutcome.GOES_ON,
            then=replace(self, found=(*self.found, answer.move)),
            said=(said("more_left", count=left),),
        )


class LineDrill(LessonDrill, frozen=True, kw_only=True, dict=True):
    """A fixed line: the player's moves one after the other, each answered; another mate is right as well."""

    task: LineTask
    ply: int = 0

    @cached_property
    def _moves(self) -> tuple[chess.Move, ...]:
        return tuple(map(chess.Move.from_uci, self.task.moves.split()))

    @cached_property
    def before(self) -> chess.Board:
        """The position as far as the line has been played."""
        return after(position_of(self.task.position), *self._moves[: self.ply])

    @property
    def question(self) -> tuple[Sentence, ...]:
        """The goal, and who stands where."""
        return (sentence(self.key("goal"), **men_slots(self.before)),)

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Where to look; who moves; the move."""
        move = self._moves[self.ply]
        kind = self.before.piece_type_at(move.from_square)
        assert kind is not None, "a move moves somebody"
        return (
            sentence(self.key("hint"), **men_slots(self.before)),
            said("hint_man", piece=PieceName(kind), square=SquareName(move.from_square)),
            said("hint_move", move=MoveName(self.before, move)),
        )

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """The rest of the line."""
        return (said("solution", moves=moves_told(self.before, self._moves[self.ply :])), *self.why)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """The next move of the line."""
        assert answer.move is not None, "it waits for a move"
        if answer.move not in self.before.legal_moves:
            return DrillVerdict(outcome=DrillOutcome.REFUSED, said=(said("not_legal"),))
        there = after(self.before, answer.move)
        if answer.move != self._moves[self.ply] and not there.is_checkmate():
            return not_yet(said("does_not_do_it"))
        if self.ply + 1 >= len(self._moves) or there.is_checkmate():
            return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(said("right"),))
        reply = self._moves[self.ply + 1]
        told = said("reply", move=MoveName(there, reply))
        then = replace(self, ply=self.ply + 2)
        if then.ply == len(self._moves):
            return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(told,))
        return DrillVerdict(outcome=DrillOutcome.GOES_ON, then=then, said=(told,))


def moves_wanted(board: chess.Board, wanted: Wanted) -> tuple[chess.Move, ...]:
    """The legal moves that do what is wanted, in python-chess's order.

    >>> [move.uci() for move in moves_wanted(chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), Wanted.MATE)]
    ['a1a8']
    """
    return tuple(move for move in board.legal_moves if _does(board, move, wanted))


def _does(board: chess.Board, move: chess.Move, wanted: Wanted) -> bool:
    there = after(board, move)
    checkers = board.checkers()
    is_king = board.piece_type_at(move.from_square) == chess.KING
    ahead = -8 if board.turn == chess.WHITE else 8
    taken = move.to_square + ahead if board.is_en_passant(move) else move.to_square
    takes_checker = taken in checkers
    does: Mapping[Wanted, bool] = {
        Wanted.ANY: True,
        Wanted.CAPTURE: board.is_capture(move),
        Wanted.CHECK: there.is_check(),
        Wanted.MATE: there.is_checkmate(),
        Wanted.STALEMATE: there.is_stalemate(),
        Wanted.ESCAPE: bool(checkers) and is_king and not takes_checker,
        Wanted.BLOCK: bool(checkers) and not is_king and not takes_checker,
        Wanted.TAKE_CHECKER: bool(checkers) and takes_checker,
        Wanted.CASTLE: board.is_castling(move),
        Wanted.EN_PASSANT: board.is_en_passant(move),
        Wanted.PROMOTE: move.promotion is not None,
        Wanted.SAFE_CAPTURE: board.is_capture(move) and not there.is_attacked_by(there.turn, move.to_square),
    }
    return does[wanted]


def men_slots(board: chess.Board) -> dict[str, Part]:
    """Who stands where, of both colors."""
    return {"men": MenName(board, chess.WHITE), "enemies": MenName(board, chess.BLACK)}


def _squares(squares: frozenset[chess.Square]) -> Listed:
    """Squares in the order of their names."""
    return Listed(tuple(map(SquareName, sorted(squares, key=lambda at: (chess.square_file(at), at)))))
