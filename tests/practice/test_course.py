"""The course: what it teaches, that each task can be solved, and that everybody comes to the end of each lesson."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from itertools import groupby

import chess
import msgspec
import pytest

from access_chess.command_line.story import read_announcement
from access_chess.edge.packs.lessons import LessonWords, load_course, load_lessons
from access_chess.edge.packs.voice_packs import REFERENCE, voice_pack_names
from access_chess.practice import round as rounds
from access_chess.practice.course import (
    ActTask,
    AllTask,
    AskTask,
    CollectTask,
    FindTask,
    FlagTask,
    GameTask,
    Group,
    Lesson,
    LineTask,
    RaceTask,
    SetUpTask,
    TellTask,
    TrueTask,
    read_course,
)
from access_chess.practice.drill import Drill, DrillAnswer, DrillOutcome
from access_chess.practice.lesson_boards import LineDrill, MoveDrill, SceneDrill, moves_wanted
from access_chess.practice.lesson_drills import (
    ActDrill,
    AskDrill,
    GameDrill,
    SetUpDrill,
    TellDrill,
    TrueDrill,
    drills_of,
    round_of_lesson,
)
from access_chess.practice.round import Round, RoundPhase, SaySentence, Steps
from access_chess.practice.solver import fewest_moves, scenes_after
from access_chess.requests.names import RequestName
from access_chess.speech.practising.sentences import lesson_sentence, worded
from access_chess.stories.runner import run_story
from access_chess.stories.story import read_story
from tests.practice.taught import TAUGHT

COURSE = load_course()
ON_A_BOARD = (CollectTask, FlagTask, RaceTask, FindTask, AllTask, LineTask, SetUpTask, GameTask)
AT = timedelta()
LESSONS = pytest.mark.parametrize("lesson", COURSE.lessons, ids=lambda lesson: lesson.name)


def tasks(*kinds: type) -> list[object]:
    return [
        pytest.param(lesson, place, id=f"{lesson.name}.{place}")
        for lesson in COURSE.lessons
        for place, task in lesson.questions
        if isinstance(task, kinds)
    ]


def drill(lesson: Lesson, place: int) -> Drill:
    return drills_of(lesson)[place - 1]


@LESSONS
def test_each_teachable_thing_is_told_once_and_asked_by_a_task(lesson: Lesson) -> None:
    told = Counter(thing for task in lesson.tasks if isinstance(task, TellTask) for thing in task.teaches)
    asked = {thing for _, task in lesson.questions for thing in task.teaches}
    assert set(told) == asked == set(TAUGHT[lesson.name])
    assert set(told.values()) <= {1}


def test_no_thing_belongs_to_two_lessons() -> None:
    assert [thing for thing, times in Counter(sum(TAUGHT.values(), ())).items() if times > 1] == []


@LESSONS
def test_a_lesson_has_as_many_tasks_as_are_kept_in_mind_and_varies_them(lesson: Lesson) -> None:
    kinds = [type(task) for task in lesson.tasks]
    assert len(list(groupby(kinds))) > 1 or lesson.group is Group.OLD_TALES
    assert max(len(list(same)) for _, same in groupby(kinds)) <= 2
    questions = [task for _, task in lesson.questions]
    if lesson.name != "firstgame":
        assert 4 <= len(questions) <= 9
    if lesson.group in (Group.FIRST_STEPS, Group.WHOLE_GAME):
        assert 2 * sum(isinstance(task, ON_A_BOARD) for task in questions) >= len(questions)


@pytest.mark.parametrize(("lesson", "place"), tasks(CollectTask, FlagTask, RaceTask))
def test_par_is_the_fewest_moves(lesson: Lesson, place: int) -> None:
    board = drill(lesson, place)
    assert isinstance(board, SceneDrill) and board.par == len(fewest_moves(board.start) or ())


@pytest.mark.parametrize(("lesson", "place"), tasks(CollectTask, FlagTask, RaceTask))
def test_every_hint_is_true_wherever_the_fewest_moves_are_still_possible(lesson: Lesson, place: int) -> None:
    waiting, seen = [drill(lesson, place)], set()
    while waiting:
        board = waiting.pop()
        assert isinstance(board, SceneDrill)
        way = fewest_moves(board.scene)
        if way is None or board.scene in seen or board.count + len(way) > board.par:
            continue
        seen.add(board.scene)
        assert len(board.hints) == 3 and len(fewest_moves(scenes_after(board.scene)[way[0]]) or ()) == len(way) - 1
        for move in scenes_after(board.scene):
            verdict = board.accepts(DrillAnswer(move=move))
            waiting += [verdict.then] if verdict.then is not None else []
    assert seen


@pytest.mark.parametrize(("lesson", "place"), tasks(FindTask, AllTask))
def test_there_is_something_to_be_found_and_every_right_move_is_taken(lesson: Lesson, place: int) -> None:
    found = drill(lesson, place)
    assert isinstance(found, MoveDrill) and found.right
    wanted = moves_wanted(found.before, found.task.find)
    outcomes = {move: found.accepts(DrillAnswer(move=move)).outcome for move in found.before.legal_moves}
    assert {move for move, outcome in outcomes.items() if outcome is not DrillOutcome.WRONG} == set(wanted)


@pytest.mark.parametrize(("lesson", "place"), tasks(AskTask))
def test_a_question_has_one_answer(lesson: Lesson, place: int) -> None:
    asked = drill(lesson, place)
    assert isinstance(asked, AskDrill)
    answers = [
        *(DrillAnswer(number=number) for number in range(2000)),
        *(DrillAnswer(squares=(square,)) for square in chess.SQUARES),
        *(DrillAnswer(man=chess.Piece(kind, chess.WHITE)) for kind in chess.PIECE_TYPES),
        *(DrillAnswer(is_yes=each) for each in (True, False)),
        *(DrillAnswer(is_light=each) for each in (True, False)),
    ]
    assert sum(asked.accepts(answer).outcome is DrillOutcome.SOLVED for answer in answers) == 1


@pytest.mark.parametrize(("lesson", "place"), tasks(FindTask, AllTask, LineTask))
def test_a_position_with_both_kings_is_a_possible_one(lesson: Lesson, place: int) -> None:
    board = drill(lesson, place).before
    if board.king(chess.WHITE) is not None and board.king(chess.BLACK) is not None:
        assert board.is_valid(), board.status()


def right(drill: Drill) -> DrillAnswer:
    """What is right at this drill."""
    match drill:
        case SceneDrill():
            return DrillAnswer(is_yes=True) if drill.is_lost else DrillAnswer(move=(fewest_moves(drill.scene) or ())[0])
        case MoveDrill():
            return DrillAnswer(move=drill.right[0])
        case LineDrill():
            return DrillAnswer(move=chess.Move.from_uci(drill.task.moves.split()[drill.ply]))
        case SetUpDrill():
            pair = next(each for each in drill.task.men.split() if chess.parse_square(each[1:]) not in drill.placed)
            return DrillAnswer(man=chess.Piece.from_symbol(pair[0]), squares=(chess.parse_square(pair[1:]),))
        case TrueDrill(task=task):
            return DrillAnswer(is_yes=task.is_true)
        case ActDrill(task=task):
            move = chess.Move.from_uci(task.move) if task.move else None
            squares = tuple(map(chess.parse_square, task.squares.split()))
            return DrillAnswer(request=task.request, result=task.result, squares=squares, move=move)
        case GameDrill(task=task):
            return DrillAnswer(number=task.moves)
        case AskDrill(task=task):
            man = chess.Piece(chess.PIECE_NAMES.index(task.man), chess.BLACK) if task.man else None
            squares = (chess.parse_square(task.square),) if task.square else ()
            return DrillAnswer(number=task.number, is_yes=task.is_yes, is_light=task.is_light, man=man, squares=squares)
    assert isinstance(drill, TellDrill)
    return DrillAnswer()


def wrong(drill: Drill) -> DrillAnswer:
    """What is wrong at this drill, or nothing that anybody could mean."""
    match drill:
        case SceneDrill() | MoveDrill() | LineDrill():
            return DrillAnswer(move=chess.Move(chess.A1, chess.B4), is_yes=False)
        case TrueDrill(task=task):
            return DrillAnswer(is_yes=not task.is_true)
        case AskDrill(task=task):
            return DrillAnswer(number=1000, is_yes=None if task.is_yes is None else not task.is_yes)
    return DrillAnswer()


def chance(drill: Drill, rng: random.Random) -> DrillAnswer:
    moves = list(drill.before.pseudo_legal_moves) or [chess.Move.null()]
    return DrillAnswer(
        move=rng.choice(moves),
        number=rng.randrange(1, 5),
        is_yes=rng.random() < 0.5,
        is_light=rng.random() < 0.5,
        man=chess.Piece(rng.choice(chess.PIECE_TYPES), chess.WHITE),
        squares=(rng.choice(chess.SQUARES),),
        request=rng.choice(("press", "adjust", "offer_draw")),
    )


Robot = Callable[[Round, random.Random], tuple[Round, Steps]]


def answering(answer: Callable[[Drill, random.Random], DrillAnswer]) -> Robot:
    """A robot that answers what is asked, and enters what is not."""

    def steps(state: Round, rng: random.Random) -> tuple[Round, Steps]:
        if state.phase is not RoundPhase.ASKING:
            return rounds.gone_on(state, AT)
        return rounds.answered(state, answer(state.drill, rng), AT)

    return steps


def hinting(state: Round, rng: random.Random) -> tuple[Round, Steps]:
    asks = state.phase is RoundPhase.ASKING and not isinstance(state.drill, TellDrill)
    return rounds.hinted(state, AT) if asks else rounds.entered(state, AT)


ROBOTS: dict[str, Robot] = {
    "right": answering(lambda drill, rng: right(drill)),
    "wrong": answering(lambda drill, rng: wrong(drill)),
    "random": answering(chance),
    "only hints": hinting,
    "only Enter": lambda state, rng: rounds.entered(state, AT),
}


def sitting(lesson: Lesson, robot: Robot) -> Iterator[tuple[Round, Steps]]:
    """All that happens until the lesson is over."""
    state, steps = rounds.asked(round_of_lesson(lesson), AT)
    rng = random.Random(lesson.name)
    yield state, steps
    for _ in range(40 * len(lesson.tasks)):
        before = state.place
        state, steps = robot(state, rng)
        yield state, steps
        if state.phase is RoundPhase.ENDED:
            return
        if state.place != before:
            state, steps = rounds.asked(state, AT)
            yield state, steps
    raise AssertionError(f"{lesson.name}: {state.drill.name} has no end")


def heard(steps: Iterable[object], words: LessonWords) -> list[str]:
    return [
        worded(lesson_sentence(step.sentence, words.pack, words.typed), words.pack).text
        for step in steps
        if isinstance(step, SaySentence)
    ]


@pytest.mark.parametrize("robot", ROBOTS.values(), ids=ROBOTS)
@LESSONS
def test_everybody_comes_to_the_end_and_hears_whole_sentences(lesson: Lesson, robot: Robot) -> None:
    seen = list(sitting(lesson, robot))
    assert seen[-1][0].phase is RoundPhase.ENDED
    told = [step for _, steps in seen for step in steps]
    for words in map(load_lessons, voice_pack_names()):
        for sentence in heard(told, words) if lesson.name in words.titles else ():
            assert sentence.strip() and "{" not in sentence, words.pack.name


@LESSONS
def test_who_is_right_has_all_stars(lesson: Lesson) -> None:
    *_, (state, _) = sitting(lesson, ROBOTS["right"])
    assert {attempt.stars for attempt in state.attempts} <= {3}
    assert len(state.attempts) == (0 if lesson.group is Group.OLD_TALES else len(lesson.questions))


@pytest.mark.parametrize("robot", [ROBOTS["wrong"], ROBOTS["only hints"], ROBOTS["only Enter"]])
@LESSONS
def test_what_is_told_the_fifth_time_is_not_what_was_told_the_first(lesson: Lesson, robot: Robot) -> None:
    """Nobody hears the same again and again at one task."""
    words = load_lessons(REFERENCE)
    said: dict[int, list[list[str]]] = {}
    for state, steps in sitting(lesson, robot):
        said.setdefault(state.place, []).append(heard(steps, words))
    for answers in said.values():
        assert all(first != fifth for first, fifth in zip(answers, answers[4:], strict=False))


def test_a_course_with_a_wrong_field_is_refused_with_its_place() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"coins.*\$\.lesson\[0\]\.task\[0\]"):
        read_course(b'[[lesson]]\nname="a"\ngroup="more"\n[[lesson.task]]\nkind="collect"\ncoins="e4"')


@pytest.mark.parametrize(
    "task",
    [
        'kind="ask"\nnumber=1\nis_yes=true',
        'kind="ask"\nnumber=5\nchoices=4',
        'kind="find"\nposition="9/8 w"\nfind="mate"',
        'kind="line"\nposition="8/8/8/8/8/8/8/K1k5 w - - 0 1"\nmoves="a1a3"',
        'kind="setup"\nmen="Xa1"',
        'kind="act"\nstep="press"',
    ],
)
def test_a_task_that_cannot_be_asked_is_refused(task: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        read_course(f'[[lesson]]\nname="a"\ngroup="more"\n[[lesson.task]]\n{task}'.encode())


def story_of(task: ActTask) -> str:
    """The steps of an act, and the player's own, as a story in which it is not refused or applies its article."""
    expected = f'article = "{task.article}"' if task.article else "refused = false"
    steps = [*((step, "") for step in task.steps), (task.step, expected)]
    lines = [f'position = "{task.position}"', f'time = "{task.time}"', f'arbiter = "{task.arbiter}"']
    lines += ["[white]", "blind = true"] if task.blind else []
    for step, holds in steps:
        do, _, at = step.partition(" at ")
        do, _, by = do.partition(" by ")
        lines += ["[[step]]", f'do = "{do}"', f"at = {at}" * bool(at), f'by = "{by}"' * bool(by), holds]
    return "\n".join(lines)


@pytest.mark.parametrize(("lesson", "place"), tasks(ActTask))
def test_an_act_is_what_the_referee_allows(lesson: Lesson, place: int) -> None:
    task = lesson.tasks[place - 1]
    assert isinstance(task, ActTask)
    assert run_story(read_story(story_of(task), title=lesson.name), reader=read_announcement) is None
    assert not task.request or task.request in set(RequestName)


def test_true_and_false_are_about_as_many_and_in_no_pattern() -> None:
    answers = [task.is_true for lesson in COURSE.lessons for task in lesson.tasks if isinstance(task, TrueTask)]
    assert abs(2 * sum(answers) - len(answers)) <= 2
    assert max(len(list(same)) for _, same in groupby(answers)) <= 4
