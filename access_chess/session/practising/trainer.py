"""What asks the drills of a round: at the console of a session that stands in the drill's position.

So a drill has all that a game has: moves typed, said and made on a sensor board, every question about the board, the
cursor, the voice. What is tried goes to the drill; only what is right is played.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Protocol

import chess
from msgspec.structs import replace

from access_chess.conversation.state import NotUnderstood, Said
from access_chess.laws.by_color import both
from access_chess.laws.clock import Instant
from access_chess.laws.commands import PlayMove, StartClock
from access_chess.laws.decide import decide
from access_chess.laws.evolve import evolve
from access_chess.laws.setup import Regulations, Setup
from access_chess.machine_clock import utc_now
from access_chess.practice import round as rounds
from access_chess.practice.drill import AnswerKind, Drill, DrillAnswer, color_to_move
from access_chess.practice.round import Attempt, KeepAttempt, Make, Refute, Round, RoundPhase, SaySentence, Steps, Turn
from access_chess.practice.sentence import Sentence
from access_chess.requests.names import DRILLS, RequestName
from access_chess.requests.request import Missing, Request, Unfinished
from access_chess.requests.row import Topic
from access_chess.requests.table import ROWS
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.game_in_play import GameInPlay, Record
from access_chess.session.ports import EventStore
from access_chess.session.practising.answers import HEARD, heard_answer, read_answer
from access_chess.session.practising.expected import drill_help, expected
from access_chess.session.session import begin_game
from access_chess.speech.announcement import announce
from access_chess.speech.practising.sentences import worded
from access_chess.speech.utterance import Earcon, Priority, SpokenPart, Utterance

DECIDED = 2.0  # seconds; moves take thousandths

#: Finds the best reply on a board; None where there is none, or nobody to find it.
Refuter = Callable[[chess.Board], chess.Move | None]


class Keeper(Protocol):
    """What remembers what was practised."""

    def keep(self, attempt: Attempt, /) -> None:
        """Remember an attempt, and when its drill is due again."""
        ...


#: What asks for the next drill: its own word, the words with which a game goes on, and a new one.
_NEXT = frozenset({RequestName.NEXT, RequestName.RESUME, RequestName.NEW_GAME})
#: The topics whose questions would answer a drill that is to be kept in the head.
_OF_THE_BOARD = frozenset({Topic.BOARD, Topic.EXPLORING})
#: What a drill has no use for.
_OF_A_GAME = frozenset({Topic.GAME, Topic.CLAIMS, Topic.HANDS})
_NOT_IN_A_DRILL = frozenset({RequestName.LEVEL, RequestName.REVIEW, RequestName.TODAY})
#: An empty line is an answer to these, or a move by hand.
_EMPTY_TOO = (AnswerKind.MOVE, AnswerKind.ANY_KEY, AnswerKind.ARTICLE)


class Trainer:
    """One round. `clock` is monotonic. Used by one console after the other, in their thread.

    With a `preface` that is said first, and the round begins when the player says yes. `drills_of` makes a round of a
    kind that the player asks for by its name; `asides` are what else may be asked for meanwhile.
    """

    def __init__(
        self,
        drills: Sequence[Drill],
        announcer: Announcer,
        language: PlayerLanguage,
        *,
        keeper: Keeper,
        refuter: Refuter,
        clock: Callable[[], Instant],
        preface: Sequence[Sentence] = (),
        drills_of: Callable[[str], Sequence[Drill]] = lambda kind: (),
        asides: Mapping[RequestName, Callable[[], None]] | None = None,
    ) -> None:
        self._round = rounds.round_of(tuple(drills))
        self._announcer = announcer
        self._language = language
        self._keeper = keeper
        self._refuter = refuter
        self._clock = clock
        self._preface = tuple(preface)
        self._drills_of = drills_of
        self._asides = asides or {}
        self._session: GameInPlay | None = None
        self._is_left = False
        self._is_moved_on = False
        self._played_on: chess.Board | None = None
        self._explained = frozenset({AnswerKind.MOVE, AnswerKind.ANY_KEY})  # kinds of which a player knows
        self._named: tuple[chess.Square, ...] = ()  # of an answer that has more of them

    @property
    def is_over(self) -> bool:
        """Whether nothing more is asked: the round has ended, or the player has left it."""
        return self._is_left or self._round.phase is RoundPhase.ENDED

    @property
    def question(self) -> str:
        """The number of what yes or no would answer: a drill, or whether to go on after one; empty: neither."""
        is_asked = (
            bool(self._preface)
            or self._round.phase is RoundPhase.SOLVED
            or self._round.drill.expects is AnswerKind.YES_NO
        )
        return f"drill {len(self.attempts)} {self._round.phase.name} {len(self._preface)}" if is_asked else ""

    @property
    def asked(self) -> tuple[SpokenPart, ...]:
        """What is asked now, in its own words."""
        if not self._preface and self._round.phase is RoundPhase.SOLVED:
            return (self._language.pack.phrase("drill_next"),)
        sentences = self._preface[-1:] or self._round.drill.question
        return tuple(worded(each, self._language.pack, self._language.form) for each in sentences)

    @property
    def answers(self) -> frozenset[RequestName]:
        """What would answer the drill aloud, beside moves, yes and no."""
        if self._preface or self._round.phase is not RoundPhase.ASKING:
            return frozenset()
        return HEARD.get(self._round.drill.expects, frozenset())

    @property
    def wants_to_leave(self) -> bool:
        """Whether the present session is done with: the next drill has another position, or there is none."""
        return self.is_over or self._is_moved_on or self._played_on is not None

    @property
    def played_on(self) -> chess.Board | None:
        """The position from which the player wants to play on against the engine, before the drill goes on."""
        return self._played_on

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """What has become of the drills so far."""
        return self._round.attempts

    @property
    def color(self) -> chess.Color:
        """The player's color in the present drill."""
        return color_to_move(self._round.drill)

    @property
    def setup(self) -> Setup:
        """The game in which the present drill asks."""
        drill = self._round.drill
        return Setup(
            fen=drill.before.fen(),
            is_chess960=drill.before.chess960,
            moves=tuple(drill.before.uci(move) for move in drill.made),
            regulations=Regulations(take_backs=True, is_blindfold=drill.is_hidden),
            presses_for=both(True),
        )

    def open(self, session: GameInPlay) -> None:
        """Ask the present drill, in this session."""
        is_back = self._played_on is not None
        self._session, self._is_moved_on, self._played_on = session, False, None
        if self._preface:
            self._tell_all(self._preface)
        elif is_back and self._round.phase is RoundPhase.SOLVED:
            self._say(self._language.pack.phrase("drill_next"))
        elif is_back:
            self._ask_again()
        else:
            self._begin()

    def _begin(self) -> None:
        self._preface = ()
        self._go(rounds.asked(self._round, self._now))

    def takes(self, line: str) -> bool:
        """Whether a typed line was an answer to the drill, or the key to go on; it has been dealt with then."""
        if not line.strip() and (self._preface or self._round.phase is RoundPhase.SOLVED):
            self._go_on()
            return True
        if self._preface:
            return False
        if self._round.phase is not RoundPhase.ASKING:
            return False
        if not line.strip() and self._round.drill.expects not in _EMPTY_TOO:
            self._ask_again()
            return True
        answer = read_answer(line, self._round.drill.expects, self._language)
        if answer is None:
            return False
        self._go(rounds.answered(self._round, answer, self._now))
        return True

    def does(self, said: Said) -> bool:
        """Whether something that was typed or heard is the trainer's to answer; it has been dealt with then."""
        if isinstance(said, Unfinished):  # "next" alone: in a game it wants to know of which piece
            is_next = said.request.name is RequestName.NEXT_MAN and said.missing is Missing.PIECE
            return is_next and self._does(RequestName.NEXT)
        if isinstance(said, NotUnderstood):  # in a drill without moves it is no answer either
            is_lost = not self._preface and self._round.phase is RoundPhase.ASKING
            if is_lost and self._round.drill.expects is not AnswerKind.MOVE:
                self._ask_for_answer()
                return True
            return False
        if not isinstance(said, Request):
            return False
        if said.name in self.answers:
            return self._is_answered(said)
        if said.name in (RequestName.YES, RequestName.NO):
            return self._is_told(is_yes=said.name is RequestName.YES)
        is_help = said.name in (RequestName.HELP, RequestName.WHAT_CAN_I_SAY) and said.topic is None
        if is_help and not self._preface and self._round.phase is RoundPhase.ASKING:
            for line in drill_help(self._round.drill, self._language):
                self._say(line)
            return True
        return self._does(said.name)

    def plays(self, request: Request) -> bool:
        """Take a move that was typed, said or made as an answer. One that was heard is named, as it was understood."""
        move, board = request.move, None if self._session is None else self._session.game.board
        assert move is not None and board is not None, "a move is settled before it is played"
        if self._preface:
            self._tell_all(self._preface[-1:])
        elif self._round.phase is RoundPhase.SOLVED:
            self._say(self._language.pack.phrase("drill_next"))
        elif self._round.drill.expects is AnswerKind.MOVE:
            if request.is_heard:
                self._say(announce(board, move, self._language.pack, form=self._language.form))
            self._go(rounds.answered(self._round, DrillAnswer(move=move), self._now))
        else:
            self._ask_for_answer()
        return True

    @property
    def _now(self) -> timedelta:
        return self._clock()

    def _does(self, name: RequestName) -> bool:
        if name is RequestName.QUIT:
            self._leave()
        elif name in _NEXT:
            self._go_on()
        elif name in DRILLS and (drills := self._drills_of(DRILLS[name])):
            self._round, self._preface, self._is_moved_on = rounds.round_of(tuple(drills)), (), True
        elif name in self._asides:
            self._asides[name]()
        elif self._preface:
            return False
        elif name is RequestName.GO_ON_FROM_HERE:
            self._play_on()
        elif name is RequestName.HINT:
            self._go(rounds.hinted(self._round))
        elif name is RequestName.SOLUTION or (name is RequestName.WHY and self._round.phase is not RoundPhase.ASKING):
            self._go(rounds.given_up(self._round, self._now))
        elif name in (RequestName.REPEAT, RequestName.WHY) and self._round.phase is RoundPhase.ASKING:
            self._ask_again()
        elif self._round.drill.is_hidden and ROWS[name].topic in _OF_THE_BOARD:
            self._say(self._language.pack.phrase("drill_hidden"))
        elif name in _NOT_IN_A_DRILL or (name is not RequestName.MOVE and ROWS[name].topic in _OF_A_GAME):
            self._say(self._language.pack.phrase("not_now"))
        else:
            return False
        return True

    def _is_answered(self, request: Request) -> bool:
        """What was waited for was said aloud; of several squares each is said back, and the last one answers."""
        answer = heard_answer(request, self._named)
        if answer is None:
            return False
        if answer.squares and len(answer.squares) < self._round.drill.squares:
            self._named = answer.squares
            self._say(self._language.pack.square(answer.squares[-1]))
        else:
            self._go(rounds.answered(self._round, answer, self._now))
        return True

    def _is_told(self, *, is_yes: bool) -> bool:
        """Yes and no answer the drill, or whether to go on."""
        if self._preface or self._round.phase is RoundPhase.SOLVED:
            if is_yes:
                self._go_on()
            else:
                self._leave()
        elif self._round.drill.expects is AnswerKind.YES_NO:
            self._go(rounds.answered(self._round, DrillAnswer(is_yes=is_yes), self._now))
        else:
            return False
        return True

    def _go_on(self) -> None:
        if self._preface:
            self._begin()
        else:
            self._go(rounds.gone_on(self._round, self._now))

    def _play_on(self) -> None:
        """Leave the drill for a while, where its position may be seen and played."""
        assert self._session is not None, "somebody has asked at a session"
        board = self._session.game.board
        if self._round.drill.expects is AnswerKind.MOVE and not board.is_game_over():
            self._played_on = board.copy(stack=False)
        else:
            self._say(self._language.pack.phrase("not_now"))

    def _leave(self) -> None:
        self._announcer.silence(self.color)
        self._say(self._language.pack.phrase("drill_left"))
        self._is_left = True

    def _ask_again(self) -> None:
        self._named = ()
        self._tell_all(self._round.drill.question)

    def _ask_for_answer(self) -> None:
        """What was entered is no answer to this drill: say what would be, and ask again."""
        self._say(expected(self._round.drill.expects, self._language.pack))
        self._ask_again()

    def _explain_answers(self) -> None:
        """Before the first question of a kind: what is to be answered. A move is one as in every game."""
        kind = self._round.drill.expects
        if kind not in self._explained and self._round.phase is RoundPhase.ASKING:
            self._explained |= {kind}
            self._say(expected(kind, self._language.pack))

    def _tell_all(self, sentences: Sequence[Sentence]) -> None:
        for each in sentences:
            self._say(worded(each, self._language.pack, self._language.form))

    def _go(self, after: tuple[Round, Steps]) -> None:
        before, self._named = self._round.drill, ()
        self._round, steps = after
        self._explain_answers()
        for step in steps:
            self._do(step, before)

    def _do(self, step: rounds.Step, before: Drill) -> None:
        match step:
            case SaySentence(sentence=said, is_right=is_right):
                self._tell(worded(said, self._language.pack, self._language.form), is_right)
            case Make(moves=moves):
                self._make(moves)
            case Refute(board=board):
                for each in rounds.refuted(board, self._refuter(board)):
                    self._do(each, before)
            case KeepAttempt(attempt=attempt):
                self._keeper.keep(attempt)
            case Turn.NEXT:
                self._to_next(before)
            case Turn.END:
                pass  # `is_over` tells it

    def _to_next(self, before: Drill) -> None:
        """A drill in the same position is asked at once; another one has a session of its own."""
        drill = self._round.drill
        if not before.made and not drill.made and before.before == drill.before and before.expects is drill.expects:
            self._go(rounds.asked(self._round, self._now))
        else:
            self._is_moved_on = True

    def _make(self, moves: Sequence[chess.Move]) -> None:
        assert self._session is not None, "moves are made in a session"
        color = self._session.game.turn
        for move in moves:
            self._session.submit(PlayMove(color=color, move=move))
            color = not color
        self._session.wait_until_decided(DECIDED)  # what is said next is about the position after them

    def _tell(self, part: SpokenPart, is_right: bool | None) -> None:
        earcon = None if is_right is None else Earcon.UNDERSTOOD if is_right else Earcon.NOT_UNDERSTOOD
        self._say_utterance(Utterance(parts=(part,), priority=Priority.NEXT, earcon=earcon))

    def _say(self, part: SpokenPart) -> None:
        self._tell(part, None)

    def _say_utterance(self, utterance: Utterance) -> None:
        """After all that has happened so far."""
        if self._session is None:
            self._announcer.say(utterance)
        else:
            self._session.once_told(self._announcer, lambda: self._announcer.say(utterance))


def begun(setup: Setup, store: EventStore) -> Record:
    """The game in which a drill asks, begun without a word: nobody has to be told that a puzzle begins."""
    record = begin_game(store, setup)
    game = record.game
    events = decide(game, StartClock(), at=record.at)
    for event in events:
        game = evolve(game, event)
    store.append(record.number, record.entries, events, at=record.at, wall=utc_now())
    return replace(record, game=game, entries=record.entries + len(events))
