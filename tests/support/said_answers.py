"""What a learner says to a task of the course, in words that are listened for: the right answer, and a wrong one."""

from collections.abc import Iterator

import chess

from access_chess.listening.lexicon import Lexicon, Words
from access_chess.practice.drill import Drill, board_of
from access_chess.practice.lesson_boards import LineDrill, MoveDrill, SceneDrill
from access_chess.practice.lesson_drills import ActDrill, AskDrill, SetUpDrill, TellDrill, TrueDrill
from access_chess.requests.names import RequestName
from tests.practice.test_course import right


class Sayings:
    """The sentences of a lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def right(self, drill: Drill) -> str:
        """The next answer that is right."""
        match drill:
            case TellDrill():
                return self.asked_for(RequestName.YES)
            case AskDrill():
                return self._told(drill)
            case TrueDrill():
                return self.asked_for(RequestName.YES if drill.task.is_true else RequestName.NO, aside=True)
            case SceneDrill() | MoveDrill() | LineDrill() | ActDrill() if (move := right(drill).move) is not None:
                return self.move(board_of(drill), move)
            case SetUpDrill():
                square, man = next(iter(drill.left.items()))
                return f"{self._man(man.piece_type)} {self.square(square)}"
            case ActDrill():
                assert drill.task.request is not None
                return self._deed(RequestName(drill.task.request), drill.task.squares)
        raise AssertionError(f"nothing answers {drill}")

    def wrong(self, drill: Drill) -> str:
        """An answer of the same kind that is not right."""
        match drill:
            case AskDrill():
                return self._told(drill, is_wrong=True)
            case TrueDrill():
                return self.asked_for(RequestName.NO if drill.task.is_true else RequestName.YES, aside=True)
            case SceneDrill() | MoveDrill() | LineDrill():
                return self._illegal(board_of(drill))
            case SetUpDrill():
                square, man = next(iter(drill.left.items()))
                kind = chess.QUEEN if man.piece_type == chess.KING else chess.KING
                return f"{self._man(kind)} {self.square(square)}"
            case ActDrill():
                is_call = drill.task.request == RequestName.CALL_ARBITER
                return self.asked_for(RequestName.RESIGN if is_call else RequestName.CALL_ARBITER)
        raise AssertionError(f"nothing is wrong at {drill}")

    def next(self) -> str:
        """To the next task."""
        return self.asked_for(RequestName.NEXT, aside=True)

    def asked_for(self, name: RequestName, *, aside: bool = False) -> str:
        """The first words for a request; those that only a drill awaits."""
        return " ".join((self._lexicon.awaited if aside else self._lexicon.commands)[name][0])

    def move(self, board: chess.Board, move: chess.Move) -> str:
        """A move by its man and both squares, castling by its name."""
        if board.is_castling(move) and move in board.legal_moves:
            side = "castle_kingside" if board.is_kingside_castling(move) else "castle_queenside"
            return " ".join(self._lexicon.phrases[side][0])
        man = board.piece_type_at(move.from_square)
        assert man is not None, "somebody moves"
        said = [self._man(man), self.square(move.from_square), self.square(move.to_square)]
        return " ".join([*said, self._man(move.promotion)] if move.promotion else said)

    def square(self, square: chess.Square) -> str:
        """A square by the first names of file and rank."""
        file, rank = self._lexicon.files[chess.square_file(square)], self._lexicon.ranks[chess.square_rank(square)]
        return f"{' '.join(file[0])} {' '.join(rank[0])}"

    def number(self, number: int) -> str:
        """A whole number below two thousand."""
        known = {rank + 1: phrases for rank, phrases in self._lexicon.ranks.items()} | dict(self._lexicon.numbers)
        parts = [number] if number in known else [number // 100 * 100, number % 100]
        return " ".join(" ".join(known[part][0]) for part in parts)

    def _man(self, kind: chess.PieceType) -> str:
        return " ".join(self._lexicon.pieces[kind][0])

    def _told(self, drill: AskDrill, *, is_wrong: bool = False) -> str:
        task = drill.task
        if task.square is not None:
            return self.square(chess.parse_square(task.square) ^ is_wrong)
        if task.number is not None:
            return self.number(task.number + is_wrong)
        if task.is_yes is not None:
            return self.asked_for(RequestName.YES if task.is_yes is not is_wrong else RequestName.NO)
        if task.is_light is not None:
            return self.asked_for(RequestName.LIGHT if task.is_light is not is_wrong else RequestName.DARK)
        assert task.man is not None
        kind = chess.PIECE_NAMES.index(task.man)
        return self._man(kind % chess.KING + 1 if is_wrong else kind)

    def _deed(self, name: RequestName, squares: str) -> str:
        own = self._lexicon.awaited.get(name, ())
        phrase = next((each for each in own if ("{square}" in each) is bool(squares or name is RequestName.ECHO)), None)
        return " ".join(self._filled(phrase or self._lexicon.commands[name][0], squares or "e5"))

    def _filled(self, phrase: Words, square: str) -> Iterator[str]:
        for word in phrase:
            yield self.square(chess.parse_square(square)) if word == "{square}" else word

    def _illegal(self, board: chess.Board) -> str:
        """A move that nobody can make."""
        legal = list(board.legal_moves)
        men = [kind for kind in chess.PIECE_TYPES if board.pieces(kind, board.turn)]
        kind = men[-1]
        start = next(iter(board.pieces(kind, board.turn)))
        reached = {move.to_square for move in legal if board.piece_type_at(move.from_square) == kind}
        square = next(each for each in reversed(chess.SQUARES) if each not in (*reached, start))
        return f"{self._man(kind)} {self.square(square)}"
