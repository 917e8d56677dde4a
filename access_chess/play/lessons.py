"""What a beginner enters at a task of the course: what answers it there, and what a lesson has beside other rounds."""

import re

import chess
from msgspec.structs import replace

from access_chess.conversation.state import NotUnderstood, Said
from access_chess.laws.clock import Instant
from access_chess.notation.illegality import Illegal
from access_chess.practice import round as rounds
from access_chess.practice.drill import AnswerKind, DrillAnswer
from access_chess.practice.lesson_boards import LineDrill, MoveDrill, SceneDrill
from access_chess.practice.lesson_drill import LessonDrill
from access_chess.practice.lesson_drill import said as lesson_said
from access_chess.practice.lesson_drills import ActDrill, AskDrill, GameDrill, SetUpDrill
from access_chess.practice.round import Round, RoundPhase, SaySentence, Steps
from access_chess.practice.sentence import Sentence, sentence
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.row import Topic
from access_chess.requests.slots import signs_of, split_color
from access_chess.requests.table import ROWS
from access_chess.requests.words import PlayerLanguage

_MAN_AND_SQUARE = re.compile(r"([KQRBNPkqrbnp])([a-h][1-8])")
#: What is done at a board and said to an opponent or an arbiter.
_DEEDS = frozenset({Topic.GAME, Topic.CLAIMS, Topic.HANDS, Topic.CLOCK})

#: What tells of a position more than who stands where.
_TELLING = frozenset({
    RequestName.LEGAL_MOVES, RequestName.REACH, RequestName.CAPTURES, RequestName.ATTACKERS, RequestName.DEFENDERS,
    RequestName.FIGHT, RequestName.HANGING, RequestName.PINS, RequestName.WHAT_IF, RequestName.SQUARE_COLOR,
})  # fmt: skip

Gone = tuple[Round, Steps]


def is_game(state: Round) -> bool:
    """Whether the present task is a game against the engine."""
    return isinstance(state.drill, GameDrill)


def is_hint(said: Said, state: Round) -> bool:
    """Whether what is asked for would say what the task asks."""
    asks = isinstance(state.drill, MoveDrill | AskDrill) and state.phase is RoundPhase.ASKING
    return asks and isinstance(said, Request) and said.name in _TELLING


def entered_in_lesson(line: str, state: Round, language: PlayerLanguage, at: Instant) -> Gone | None:
    """What follows from a line as such: an empty one goes on, or helps, a man and a square are set up. None: it is read
    as in a game.
    """
    if not line.strip():
        return None if is_game(state) and state.phase is RoundPhase.ASKING else rounds.entered(state, at)
    if not isinstance(state.drill, SetUpDrill) or state.phase is not RoundPhase.ASKING:
        return None
    color, rest = split_color(line, language.words)
    found = _MAN_AND_SQUARE.fullmatch(signs_of(rest, language.vocabulary))
    if found is None:
        return None
    kind = chess.PIECE_SYMBOLS.index(found[1].lower())
    man = chess.Piece(kind, chess.WHITE if color is None else color)
    return rounds.answered(state, DrillAnswer(man=man, squares=(chess.parse_square(found[2]),)), at)


def said_in_lesson(said: Said, state: Round, at: Instant) -> Gone | None:
    """What follows from something typed or heard that is the lesson's; None: it is as in every round."""
    if isinstance(said, NotUnderstood):
        return _not_understood(said, state, at)
    if not isinstance(said, Request):
        return None
    drill, is_asking = state.drill, state.phase is RoundPhase.ASKING
    if isinstance(drill, ActDrill) and is_asking and said.name is not RequestName.MOVE:
        if ROWS[said.name].topic in _DEEDS and said.name.value == drill.task.request:
            return rounds.answered(state, DrillAnswer(request=said.name.value, squares=said.squares), at)
        if ROWS[said.name].topic in _DEEDS and said.name not in _OF_A_LESSON:
            return rounds.answered(state, DrillAnswer(request=said.name.value), at)
    match said.name:
        case RequestName.HELP | RequestName.WHAT_CAN_I_SAY if said.topic is None:
            return state, tuple(SaySentence(sentence=each) for each in _help(state))
        case RequestName.YES if is_asking and drill.expects is AnswerKind.ANY_KEY:
            return rounds.entered(state, at)
        case RequestName.WHY if isinstance(drill, LessonDrill):
            return state, tuple(SaySentence(sentence=each) for each in drill.why)
        case RequestName.TAKE_BACK:
            return _back(state, at)
        case RequestName.NEW_GAME:
            return rounds.begun_again(state, at)
        case RequestName.HINT:
            return rounds.hinted(state, at)
    return None


_OF_A_LESSON = frozenset({RequestName.TAKE_BACK, RequestName.NEW_GAME, RequestName.RESUME, RequestName.QUIT})


def _not_understood(said: NotUnderstood, state: Round, at: Instant) -> Gone | None:
    """A move that nobody makes is refused in the words of the lesson. Where only the player has to be ready, or a man
    and a square are waited for, that is said.
    """
    drill = state.drill
    if state.phase is not RoundPhase.ASKING or drill.expects is AnswerKind.ANY_KEY:
        return state, (SaySentence(sentence=_expected(state)),)
    if isinstance(drill, SetUpDrill):
        return rounds.answered(state, DrillAnswer(), at)
    is_by_moves = isinstance(drill, SceneDrill | MoveDrill | LineDrill) and drill.expects is AnswerKind.MOVE
    if not is_by_moves or not isinstance(said.why, Illegal):
        return None
    return rounds.answered(state, DrillAnswer(move=said.why.move or chess.Move.null()), at)


def _expected(state: Round) -> Sentence:
    """What is to be entered now."""
    if state.phase is not RoundPhase.ASKING:
        return lesson_said("next")
    match state.drill:
        case SetUpDrill():
            return lesson_said("man_and_square")
        case ActDrill():
            return lesson_said("expects_act")
        case drill if drill.expects is AnswerKind.ANY_KEY:
            return sentence("drill_ready")
        case drill:
            return sentence(f"drill_expects_{drill.expects.name.lower()}")


def _help(state: Round) -> tuple[Sentence, ...]:
    """What may be typed at any task, after what is waited for."""
    return (_expected(state), *(lesson_said(f"help_{each}") for each in ("way", "back", "leave")))


def _back(state: Round, at: Instant) -> Gone:
    """One move, where some were made; else the part before."""
    drill = state.drill
    if isinstance(drill, SceneDrill) and drill.earlier and state.phase is RoundPhase.ASKING:
        return rounds.asked(replace(state, drill=drill.taken_back()), at)
    return rounds.gone_back(state, at)
