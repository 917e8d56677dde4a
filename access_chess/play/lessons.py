"""What a beginner enters at a task of the course: what answers it there, and what a lesson has beside other rounds."""

import re

import chess
from msgspec.structs import replace

from access_chess.conversation.state import NotUnderstood, Said
from access_chess.laws.clock import Instant
from access_chess.notation.illegality import Illegal, Reason
from access_chess.notation.vocabulary import folded
from access_chess.practice import round as rounds
from access_chess.practice.drill import AnswerKind, Drill, DrillAnswer
from access_chess.practice.lesson_boards import LineDrill, MoveDrill, SceneDrill
from access_chess.practice.lesson_drill import LessonDrill
from access_chess.practice.lesson_drill import said as lesson_said
from access_chess.practice.lesson_drills import ActDrill, AskDrill, GameDrill, SetUpDrill, with_game
from access_chess.practice.round import Round, RoundPhase, SaySentence, Steps
from access_chess.practice.sentence import PieceName, Sentence, SquareName, sentence
from access_chess.requests.names import RequestName
from access_chess.requests.request import Missing, Request, Unfinished
from access_chess.requests.row import Topic
from access_chess.requests.slots import signs_of, split_color
from access_chess.requests.spoken_times import read_number
from access_chess.requests.table import ROWS
from access_chess.requests.words import PlayerLanguage

_MAN = re.compile(r"[KQRBNP]")
_SQUARE = re.compile(r"[a-h][1-8]")
_BACKWARDS = re.compile(r"[^\d]*([1-8])([a-h])")
#: What is done at a board and said to an opponent or an arbiter.
_DEEDS = frozenset({Topic.GAME, Topic.CLAIMS, Topic.HANDS, Topic.CLOCK})

#: What tells of a position more than who stands where.
_TELLING = frozenset({
    RequestName.LEGAL_MOVES, RequestName.REACH, RequestName.CAPTURES, RequestName.ATTACKERS, RequestName.DEFENDERS,
    RequestName.FIGHT, RequestName.HANGING, RequestName.PINS, RequestName.WHAT_IF, RequestName.SQUARE_COLOR,
})  # fmt: skip

#: What a learner may say there, right or wrong.
_SAID_AT_REFEREE = frozenset(
    {
        RequestName.ADJUST, RequestName.PRESS, RequestName.CLAIM_FLAG, RequestName.CALL_ARBITER, RequestName.ECHO,
        RequestName.RESIGN, RequestName.OFFER_DRAW, RequestName.CLAIM_THREEFOLD,
        RequestName.CLAIM_FIFTY, RequestName.SET_UP,
    }
)  # fmt: skip

Gone = tuple[Round, Steps]


def is_game(state: Round) -> bool:
    """Whether the present task is a game against the engine."""
    return isinstance(state.drill, GameDrill)


def tells_answer(request: Request, drill: Drill) -> bool:
    """Whether what is asked for would say what the task asks."""
    return isinstance(drill, MoveDrill | AskDrill) and request.name in _TELLING


def is_by_moves(drill: Drill) -> bool:
    """Whether a task of a lesson is solved by moves, and waits for one."""
    return isinstance(drill, SceneDrill | MoveDrill | LineDrill) and drill.expects is AnswerKind.MOVE


def heard_at_task(drill: Drill) -> frozenset[RequestName]:
    """What is done by word of mouth where a man is put on a square, or something is done at the referee."""
    match drill:
        case SetUpDrill():
            return frozenset({RequestName.MAN_ON_SQUARE})
        case ActDrill():
            return _SAID_AT_REFEREE
    return frozenset()


def entered_in_lesson(line: str, state: Round, language: PlayerLanguage, at: Instant) -> Gone | None:
    """What follows from a line as such: an empty one goes on, or helps, a man and a square are set up. None: it is read
    as in a game.
    """
    if not line.strip():
        return None if is_game(state) and state.phase is RoundPhase.ASKING else rounds.entered(state, at)
    if state.phase is not RoundPhase.ASKING:
        return None
    if is_game(state):
        is_number = read_number(line, language.times) is not None  # the room that plays it counts its moves
        return (state, (SaySentence(sentence=expected_in_lesson(state)),)) if is_number else None
    if isinstance(state.drill, MoveDrill) and _leaves_side_open(line, state.drill.before, language):
        return _no_answer(expected_in_lesson(state), state, at)
    put = _man_and_square(line, language) if isinstance(state.drill, SetUpDrill) else None
    return None if put is None else rounds.answered(state, put, at)


def _leaves_side_open(line: str, board: chess.Board, language: PlayerLanguage) -> bool:
    """Castling without its side, where both may still come and one is barred now: which one, is the question."""
    rights = chess.popcount(board.castling_rights & chess.BB_RANKS[chess.square_rank(board.king(board.turn) or 0)])
    named = language.words.words.get(folded(line))
    return named == "castle" and rights > 1 and sum(map(board.is_castling, board.legal_moves)) == 1


def _man_and_square(line: str, language: PlayerLanguage) -> DrillAnswer | None:
    """The only man and the only square that are named, whichever is first and whatever stands between: "e4 pawn"."""
    color, rest = split_color(line, language.words)
    signs = [signs_of(word, language.vocabulary) for word in rest.split()]
    kinds = [sign for sign in signs if _MAN.fullmatch(sign)]
    squares = _SQUARE.findall("".join(sign for sign in signs if sign not in kinds))
    if not kinds and (letter := re.fullmatch(r"([kqrbnp])[a-h][1-8]", "".join(signs), re.IGNORECASE)):
        kinds = [letter[1]]
    if len(kinds) != 1 or len(squares) != 1:
        return None
    kind = chess.PIECE_SYMBOLS.index(kinds[0].lower())
    man = chess.Piece(kind, chess.WHITE if color is None else color)
    return DrillAnswer(man=man, squares=(chess.parse_square(squares[0]),))


def said_in_lesson(said: Said, state: Round, language: PlayerLanguage, at: Instant) -> Gone | None:
    """What follows from something typed or heard that is the lesson's; None: it is as in every round."""
    drill, is_asking = state.drill, state.phase is RoundPhase.ASKING
    if is_asking and isinstance(drill, AskDrill) and (number := _chosen(said, drill, language)):
        return rounds.answered(state, DrillAnswer(number=number), at)
    if isinstance(said, NotUnderstood):
        return _not_understood(said, state, language, at)
    if isinstance(drill, ActDrill) and is_asking and (done := _deed(said, drill, language)) is not None:
        return rounds.answered(state, done, at)
    if isinstance(said, Unfinished) and said.missing is Missing.WORDS and is_asking:
        return _no_answer(expected_in_lesson(state), state, at)
    if not isinstance(said, Request):
        return None
    match said.name:
        case RequestName.MOVE if is_asking and is_game(state):
            return state, (SaySentence(sentence=expected_in_lesson(state)),)
        case RequestName.MOVE if is_asking and isinstance(drill, SceneDrill) and (queen := _queen(said.moves)):
            return rounds.answered(state, DrillAnswer(move=queen), at)
        case RequestName.HELP | RequestName.WHAT_CAN_I_SAY if said.topic is None:
            return state, tuple(SaySentence(sentence=each) for each in _help(state))
        case RequestName.YES if is_asking and drill.expects is AnswerKind.ANY_KEY:
            return rounds.entered(state, at)
        case RequestName.YES | RequestName.NO if (
            is_asking and drill.expects is not AnswerKind.YES_NO and not is_game(state)
        ):
            return _no_answer(expected_in_lesson(state), state, at)
        case RequestName.WHY if isinstance(drill, LessonDrill):
            return state, tuple(SaySentence(sentence=each) for each in drill.why)
        case RequestName.TAKE_BACK:
            return _back(state, at)
        case RequestName.NEW_GAME:
            return rounds.begun_again(_without_moves(state), at)
        case RequestName.HINT:
            return rounds.hinted(state, at)
    return None


def _without_moves(state: Round) -> Round:
    """A game that is a task and was left is forgotten."""
    drill = state.drill
    return with_game(state, replace(drill, played=())) if isinstance(drill, GameDrill) else state


_OF_A_LESSON = frozenset({RequestName.TAKE_BACK, RequestName.NEW_GAME, RequestName.RESUME, RequestName.QUIT})


def _queen(moves: tuple[chess.Move, ...]) -> chess.Move | None:
    """Where a pawn arrives and nothing was said of what it becomes, which no lesson has told by then: a queen."""
    return next((move for move in moves if move.promotion == chess.QUEEN), None) if len(moves) > 1 else None


def _deed(said: Said, drill: ActDrill, language: PlayerLanguage) -> DrillAnswer | None:
    """What was done or said at a board, with the last square that was named; None: it is something else."""
    request = said.request if isinstance(said, Unfinished) else said
    if not isinstance(request, Request) or request.name is RequestName.MOVE or request.name in _OF_A_LESSON:
        return None
    if ROWS[request.name].topic not in _DEEDS:
        return None
    named = map(chess.parse_square, _SQUARE.findall(signs_of(request.words, language.vocabulary)))
    squares = request.squares or tuple(named)
    result = "" if request.result is None else request.result.value
    # A player stops the clocks for nobody but the arbiter.
    name = RequestName.CALL_ARBITER if request.name is RequestName.PAUSE else request.name
    return DrillAnswer(request=name.value, squares=squares[-1:] if drill.task.squares else (), result=result)


def _not_understood(said: NotUnderstood, state: Round, language: PlayerLanguage, at: Instant) -> Gone:
    """A move that nobody makes is refused in the words of the lesson; else it is said what is waited for."""
    drill = state.drill
    is_move = is_game(state) and isinstance(said.why, Illegal)  # of a game that was left
    if state.phase is not RoundPhase.ASKING or drill.expects is AnswerKind.ANY_KEY or is_move:
        return state, (SaySentence(sentence=expected_in_lesson(state)),)
    signs = signs_of(said.line, language.vocabulary)
    if backwards := _BACKWARDS.fullmatch(signs):
        square = chess.parse_square(backwards[2] + backwards[1])
        return _no_answer(lesson_said("file_first", square=SquareName(square)), state, at)
    if not isinstance(said.why, Illegal) or drill.expects is not AnswerKind.MOVE or isinstance(drill, SetUpDrill):
        return _no_answer(expected_in_lesson(state), state, at)
    if not isinstance(drill, ActDrill) and _SQUARE.fullmatch(signs) and not _has_pawns(drill.before):
        return _no_answer(lesson_said("man_too"), state, at)
    if isinstance(drill, MoveDrill | LineDrill) or said.why.reason is Reason.OWN_PIECE_THERE:
        return _no_answer(_reason(said.why, drill.before), state, at)
    return rounds.answered(state, DrillAnswer(move=said.why.move or chess.Move.null()), at)


def _has_pawns(board: chess.Board) -> bool:
    return bool(board.pieces(chess.PAWN, board.turn))


def _chosen(said: Said, drill: AskDrill, language: PlayerLanguage) -> int | None:
    """The number of the only choice that has all the words of what is no request."""
    if not isinstance(said, NotUnderstood | Unfinished):
        return None
    named = _words(said.line if isinstance(said, NotUnderstood) else said.request.words)
    keys = (f"{drill.key('choices')}_{number}" for number in range(1, drill.task.choices + 1))
    found = [number for number, key in enumerate(keys, 1) if named <= _words(str(language.pack.phrases[key]))]
    return found[0] if named and len(found) == 1 else None


def _words(text: str) -> set[str]:
    return {*re.findall(r"\w+", " ".join(folded(text)))}


def _reason(illegal: Illegal, board: chess.Board) -> Sentence:
    """Why a move is not legal, as in a game."""
    if illegal.square is None:
        return sentence(f"illegal_{illegal.reason}")
    there = board.piece_type_at(illegal.square)
    piece = {} if there is None else {"piece": PieceName(there)}
    return sentence(f"illegal_{illegal.reason}", square=SquareName(illegal.square), **piece)


def _no_answer(told: Sentence, state: Round, at: Instant) -> Gone:
    """What is waited for; if no help comes by itself, a question is asked again."""
    gone, steps = rounds.refused(state, (SaySentence(sentence=told),), at)
    is_asked = len(steps) == 1 and state.drill.expects is not AnswerKind.MOVE
    return gone, (*steps, *(rounds.asked(state, at)[1] if is_asked else ()))


def expected_in_lesson(state: Round) -> Sentence:
    """What is to be entered now."""
    if state.phase is not RoundPhase.ASKING or is_game(state):
        return sentence("drill_ready")
    match state.drill:
        case SetUpDrill():
            return lesson_said("man_and_square")
        case ActDrill():
            return lesson_said("expects_act")
        case SceneDrill() | MoveDrill() | LineDrill() as drill if drill.expects is AnswerKind.MOVE:
            return lesson_said("one_move")
        case drill if drill.expects is AnswerKind.ANY_KEY:
            return sentence("drill_ready")
        case drill:
            return sentence(f"drill_expects_{drill.expects.name.lower()}")


def _help(state: Round) -> tuple[Sentence, ...]:
    """What may be typed at any task, after what is waited for."""
    return (expected_in_lesson(state), *(lesson_said(f"help_{each}") for each in ("way", "back", "leave")))


def _back(state: Round, at: Instant) -> Gone:
    """One move, where some were made; else the part before."""
    drill = state.drill
    if isinstance(drill, SceneDrill) and drill.earlier and state.phase is RoundPhase.ASKING:
        return rounds.asked(replace(state, drill=drill.taken_back()), at)
    return rounds.gone_back(state, at)
