"""A round of drills as it goes on from game to game, and what it needs of the program."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.conversation.state import Dialogue, MovesHeard
from access_chess.laws.by_color import both
from access_chess.laws.clock import Instant
from access_chess.laws.commands import PlayMove, StartClock
from access_chess.laws.decide import advance
from access_chess.laws.editions import Edition
from access_chess.laws.events import GameEnded, GameSetUp
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game, new_game
from access_chess.laws.setup import Regulations, Setup
from access_chess.machine_clock import utc_now
from access_chess.play.drill_answers import BY_YES_OR_NO, HEARD
from access_chess.play.lessons import heard_at_task, is_by_moves, tells_answer
from access_chess.play.messages import Act, Give, IsStopped, Key, Typed, Work
from access_chess.practice.drill import AnswerKind, Drill, color_to_move
from access_chess.practice.lesson_drills import GameDrill, SetUpDrill, with_game
from access_chess.practice.round import Attempt, Round, RoundPhase, Steps
from access_chess.practice.sentence import Sentence
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.row import Topic
from access_chess.requests.table import ROWS
from access_chess.session.inbox import SpokenWords
from access_chess.session.leaving import Leaving
from access_chess.session.ports import EventStore
from access_chess.session.record import Record

if TYPE_CHECKING:
    from access_chess.play.at_controller import AtController  # where there is one
    from access_chess.play.at_drill_board import AtDrillBoard  # where there is a board

#: Of what belongs to no game, what a drill has no use for either.
NOT_IN_A_DRILL = frozenset({RequestName.LEVEL, RequestName.REVIEW, RequestName.TODAY, RequestName.LEARN})
#: The topics whose questions would answer a drill that is to be kept in the head.
_OF_THE_BOARD = frozenset({Topic.BOARD, Topic.EXPLORING})
#: What a drill has no use for.
_OF_A_GAME = frozenset({Topic.GAME, Topic.CLAIMS, Topic.HANDS})
#: What is listened for at every drill in words of its own, and what besides in lessons and at cases.
_ASKED_FOR = frozenset(
    {RequestName.HINT, RequestName.SOLUTION, RequestName.NEXT, RequestName.REPEAT, RequestName.REPEAT_SLOWER}
)
_ASKED_FOR_IN_LESSONS = frozenset({RequestName.TAKE_BACK, RequestName.NEW_GAME, RequestName.BOARD, RequestName.LEARN})
_ASKED_FOR_AT_CASES = frozenset({RequestName.BOARD})


class Refuting(Struct, frozen=True, kw_only=True):
    """A wrong move that is being refuted: on which board, of which drill, and what is done after it."""

    work: Work
    board: chess.Board
    before: Drill
    rest: Steps


class Training(Struct, frozen=True, kw_only=True):
    """A round, and what of it goes on from one game to the next.

    With a `preface` that is said first, and the round begins when the player says yes; where it asks whether to begin
    `anew`, it is that round which begins by yes. The answers of a kind are `explained` once. `other` is the kind of
    drills that the player wants instead, and `played_on` the position from which they want to play on against the
    engine, before the drill goes on. What is `entered` while a wrong move is refuted waits for that. A drill that was
    `is_asked` goes on in another position without a word. With a `board` men are moved by hand, too, and with
    a `controller` answers are chosen there. The Laws are told by an `edition`. What is `in_question` is answered by the
    question, and what is `withheld` by nobody.
    """

    round: Round
    preface: tuple[Sentence, ...] = ()
    anew: Round | None = None
    explained: frozenset[AnswerKind] = frozenset({AnswerKind.MOVE, AnswerKind.ANY_KEY})  # of which a player knows
    is_left: bool = False
    is_moved_on: bool = False
    is_asked: bool = False
    other: str | None = None
    played_on: chess.Board | None = None
    board: "AtDrillBoard | None" = None
    controller: "AtController | None" = None
    entered: tuple[Typed | Key | SpokenWords, ...] = ()
    moves_played: int | None = None  # by the player, in a game that was a task
    edition: Edition = Edition.FIDE_2009
    in_question: frozenset[RequestName] = frozenset()
    withheld: frozenset[RequestName] = NOT_IN_A_DRILL

    @property
    def is_over(self) -> bool:
        """Whether nothing more is asked: the round has ended, or the player has left it."""
        return self.is_left or self.round.phase is RoundPhase.ENDED

    @property
    def has_ended(self) -> bool:
        """Whether the round has come to its end, and was not left."""
        return self.is_over and not self.is_left

    @property
    def leaving(self) -> Leaving | None:
        """How the present game is left, if it is done with: the next drill has another position, or there is none."""
        if self.is_over:
            return Leaving.QUIT
        is_done = self.is_moved_on or self.other is not None or self.played_on is not None
        return Leaving.MOVED_ON if is_done else None

    @property
    def is_lesson(self) -> bool:
        """Whether it is a lesson that has begun."""
        return self.round.is_lesson and not self.preface

    @property
    def color(self) -> chess.Color:
        """The player's color in the present drill; a game that is a task is White's, whose move it ever was."""
        drill = self.round.drill
        return chess.WHITE if isinstance(drill, GameDrill) else color_to_move(drill)

    def after_game(self, game: Game) -> "Training":
        """Back from a game. If that is a task, it goes on there another time; one that has ended is enough of it."""
        drill = self.round.drill
        if not isinstance(drill, GameDrill):
            return self
        count = drill.task.moves if game.is_over else sum(ply.color is self.color for ply in game.plies)
        played = tuple(ply.move for ply in game.plies) if count < drill.task.moves else ()
        return replace(self, moves_played=count, round=with_game(self.round, replace(drill, played=played)))

    def to_play_on(self, board: chess.Board) -> "Training":
        """Left for a while, for a game from this position; a game that is a task goes on with its moves."""
        drill = self.round.drill
        return replace(self, played_on=drill.before if isinstance(drill, GameDrill) else board.copy(stack=False))

    @property
    def setup(self) -> Setup:
        """The game in which the present drill asks."""
        drill = self.round.drill
        return Setup(
            fen=drill.before.fen(),
            edition=self.edition,
            is_chess960=drill.before.chess960,
            moves=tuple(drill.before.uci(move) for move in drill.made),
            regulations=Regulations(take_backs=True, is_blindfold=drill.is_hidden),
            presses_for=both(True),
        )

    @property
    def waits_to_go_on(self) -> bool:
        """Whether the player is asked to begin, or to go on after a drill."""
        return bool(self.preface) or self.round.phase is RoundPhase.SOLVED

    @property
    def is_asking(self) -> bool:
        """Whether the drill waits for its answer."""
        return not self.preface and self.round.phase is RoundPhase.ASKING

    @property
    def tells(self) -> bool:
        """Whether a lesson tells something, after which the learner goes on."""
        return self.is_asking and self.is_lesson and self.round.drill.expects is AnswerKind.ANY_KEY

    @property
    def question(self) -> str:
        """The number of what yes or no would answer: who stands on the board, a drill, or whether to go on, after one
        or after what a lesson tells; empty: none of them.
        """
        if self.board is not None and (asked := self.board.board.asked) is not None:
            return f"man {asked.square}"
        if not self.waits_to_go_on and not self.tells and self.round.drill.expects not in BY_YES_OR_NO:
            return ""
        return f"drill {len(self.round.attempts)} {self.round.phase.name} {len(self.preface)}"

    @property
    def answers(self) -> frozenset[RequestName]:
        """What would answer the drill aloud, beside moves."""
        if not self.is_asking:
            return frozenset()
        return heard_at_task(self.round.drill) or HEARD.get(self.round.drill.expects, frozenset())

    @property
    def aside(self) -> frozenset[RequestName]:
        """What is listened for in words of its own, which would mean something else in a game: what answers the drill,
        and what else is asked for at one.
        """
        in_lessons = _ASKED_FOR_IN_LESSONS if self.is_lesson else frozenset()
        at_cases = self.in_question | _ASKED_FOR_AT_CASES if self.in_question else frozenset()
        return self.answers | _ASKED_FOR | in_lessons | at_cases

    def asking_in(self, dialogue: Dialogue) -> Dialogue:
        """The conversation in which the drill asks: what it has asked, what answers it, and what is listened for."""
        return replace(
            dialogue, asked_aside=self.question, answers_aside=self.answers, heard_aside=self.aside,
            moves_heard=self.moves_heard,
        )  # fmt: skip

    @property
    def moves_heard(self) -> MovesHeard:
        """The legal ones; where a lesson asks for a move, also those that nobody makes, and where it does not, none."""
        if not self.is_asking or not self.is_lesson:
            return MovesHeard.LEGAL
        if self.round.drill.expects is not AnswerKind.MOVE or isinstance(self.round.drill, SetUpDrill):
            return MovesHeard.NONE
        return MovesHeard.ANY if is_by_moves(self.round.drill) else MovesHeard.LEGAL

    def is_hint(self, request: Request) -> bool:
        """Whether what is asked for would say what the task of a lesson asks."""
        return self.is_asking and self.is_lesson and tells_answer(request, self.round.drill)

    @property
    def hinted(self) -> "Training":
        """With a hint more, which was told on the learner's wish."""
        return replace(self, round=replace(self.round, hints=self.round.hints + 1))

    def refused(self, name: RequestName) -> str:
        """The key of what is said where the present drill leaves no room for this; empty: it does."""
        if self.round.drill.is_hidden and ROWS[name].topic in _OF_THE_BOARD:
            return "drill_hidden"
        return "not_now" if name is not RequestName.MOVE and ROWS[name].topic in _OF_A_GAME else ""


class TrainingHelp(Struct, frozen=True, kw_only=True):
    """What a round needs beside the board.

    `keep` remembers an attempt, and leaves where that fails. `refute` finds the best reply on a board, in the worker's
    thread: None where there is none, or nobody to find it. `asides` are what else may be asked for meanwhile. A
    sentence of a lesson is `completed` by what its text itself names.
    """

    keep: Callable[[Attempt], Leaving | None]
    refute: Callable[[chess.Board, IsStopped], chess.Move | None]
    asides: Mapping[RequestName, Act] = {}
    completed: Callable[[Sentence], Sentence] = lambda sentence: sentence


def begun(setup: Setup, journal: EventStore, at: Instant, *, may_end: bool = True) -> Record:
    """A game begun `at` an instant without a word: nobody has to be told that a puzzle begins. Raises JournalError.

    In a lesson nothing ends by what stands on the board: a king alone, or no man at all.
    """
    event, wall = GameSetUp(setup=setup), utc_now()
    number = journal.begin(event, wall)
    before = new_game(event)
    _, events = advance(before, StartClock(), at=at)
    events = tuple(each for each in events if may_end or not isinstance(each, GameEnded))
    journal.append(number, 1, events, at=at, wall=wall)
    return Record(number=number, game=reduce(evolve, events, before), entries=1 + len(events), at=at)


def playing_on(board: chess.Board) -> Setup:
    """A game from this position, or with the moves that the board remembers."""
    moves = tuple(move.uci() for move in board.move_stack)
    return Setup(
        fen=board.root().fen(), moves=moves, is_chess960=board.chess960,
        regulations=Regulations(take_backs=True), presses_for=both(True),
    )  # fmt: skip


def made(moves: Sequence[chess.Move], game: Game) -> tuple[Give, ...]:
    """Both players' moves, one after the other."""
    turns = (game.turn if place % 2 == 0 else not game.turn for place in range(len(moves)))
    return tuple(Give(command=PlayMove(color=color, move=move)) for color, move in zip(turns, moves, strict=True))
