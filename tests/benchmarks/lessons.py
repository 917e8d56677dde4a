"""`python -m tests.benchmarks.lessons`: what an answer in the course takes, what cases to rule on take, their files.

Every lesson is gone through by right moves and by Enter, which helps and tells the solution; beside it the puzzles of
the golden transcripts, at the same kind of table. Reading the cases stands beside msgspec reading the same lines as
plain values, telling one beside the referee alone, who runs its story.
"""

import statistics
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import json

from access_chess.command_line.story import read_announcement
from access_chess.edge.packs.cases import CASES, load_case_words
from access_chess.edge.packs.lessons import load_course, load_lessons
from access_chess.edge.packs.voice_packs import voice_pack_names
from access_chess.play.messages import Typed
from access_chess.play.training import Training
from access_chess.practice.case_drill import case_drills
from access_chess.practice.cases import read_cases
from access_chess.practice.drill import Drill
from access_chess.practice.lesson_boards import LineDrill, MoveDrill, SceneDrill
from access_chess.practice.lesson_drills import drills_of
from access_chess.practice.puzzles import PuzzleDrill
from access_chess.practice.round import RoundPhase, round_of
from access_chess.speech.practising.sentences import worded
from access_chess.stories.runner import outcomes_of
from access_chess.stories.story import story_of
from tests.practice.test_course import right
from tests.support.golden_training import PACE, PUZZLES, TrainingRoom, seat_of

PACKAGE = Path(__file__).parents[2] / "access_chess"
VOICES = Path(__file__).parents[2] / "voices"
MOST_TURNS = 600  # of a lesson by Enter; a whole game against the engine is left out
ONE_IN = 8  # cases
OWN = ("lessons", "laws", "cases")  # the files of a pack


def line_for(drill: Drill) -> str:
    """What is typed at a drill: its move, or nothing, which helps."""
    match drill:
        case SceneDrill() | MoveDrill() | LineDrill():
            move = right(drill).move
            return move.uci() if move is not None else "yes"
        case PuzzleDrill():
            return drill.puzzle.solution[drill.ply].uci()
    return ""


def answered(drills: Sequence[Drill], room: TrainingRoom) -> Iterator[tuple[str, float]]:
    """Each line, and the seconds from it to the end of what is said to it."""
    training = Training(round=round_of(tuple(drills)))
    table = room.table(training)
    for _ in range(MOST_TURNS):
        state = seat_of(table).training.round
        room.now += PACE
        line = line_for(state.drill) if state.phase is RoundPhase.ASKING else ""
        began = time.perf_counter()
        room.turn(table, Typed(line=line, at=room.now))
        if table.leaving is not None:
            training = seat_of(table).training
            if training.is_over:
                return
            table = room.table(training)
        yield line, time.perf_counter() - began


def course() -> list[tuple[str, float]]:
    """Of every lesson but the whole game."""
    taken: list[tuple[str, float]] = []
    for lesson in load_course().lessons:
        room = TrainingRoom("en", [])
        room.learns(load_lessons("en"))
        if lesson.name != "firstgame":
            taken += answered(drills_of(lesson), room)
    return taken


def puzzles() -> list[tuple[str, float]]:
    """Of the peer."""
    drills = [PuzzleDrill(puzzle=each, number=number) for number, each in enumerate(PUZZLES)]
    return [each for _ in range(20) for each in answered(drills, TrainingRoom("en", []))]


def moves(taken: Sequence[tuple[str, float]]) -> list[float]:
    """The seconds of the lines that are moves."""
    return [seconds for line, seconds in taken if line]


def timed(read: Callable[[Sequence[bytes]], object], lines: Sequence[bytes]) -> float:
    """The median of five calls, in milliseconds."""
    taken = []
    for _ in range(5):
        began = time.perf_counter()
        read(lines)
        taken.append(time.perf_counter() - began)
    return statistics.median(taken) * 1000


def cases() -> None:
    """Print what reading all and telling one takes."""
    lines = CASES.read_bytes().splitlines()
    own, plain = timed(read_cases, lines), timed(lambda each: [json.decode(line) for line in each], lines)
    print(f"cases read: {own:.0f} ms, {own / plain:.1f} times plain reading, {len(lines)} cases")
    words, told, ruled = load_case_words("en"), [], []
    for case in read_cases(lines[::ONE_IN]):
        began = time.perf_counter()
        (drill,) = case_drills([case], read_announcement)
        for each in (*drill.question, *drill.explain):
            worded(each, words)
        told.append(time.perf_counter() - began)
        began = time.perf_counter()
        list(outcomes_of(story_of(case.story, title=case.name), reader=read_announcement))
        ruled.append(time.perf_counter() - began)
    own, plain = statistics.median(told) * 1000, statistics.median(ruled) * 1000
    longest = max(told) * 1000
    print(f"a case told: p50 {own:.1f} ms, longest {longest:.0f}; {own / plain:.1f} times the referee alone")


def packed() -> None:
    """Print how many bytes a wheel has more by lessons, Laws to be heard and cases."""
    files = [CASES, PACKAGE / "practice" / "course.toml"]
    files += [path for name in voice_pack_names() for path in (VOICES / name).glob("*.toml") if path.stem in OWN]
    sizes = [len(zlib.compress(path.read_bytes())) for path in files]
    print(f"packed: {sum(sizes) / 1e6:.2f} MB in {len(files)} files")


def main() -> None:
    """Print all of it."""
    own, peer = course(), puzzles()
    ratio = statistics.median(moves(own)) / statistics.median(moves(peer))
    taken = sorted(seconds * 1000 for _, seconds in own)
    print(
        f"an answer in a lesson: p50 {statistics.median(taken):.1f} ms, p99 {taken[len(taken) * 99 // 100]:.0f}, "
        f"longest {taken[-1]:.0f}; a move {ratio:.1f} times one to a puzzle; {len(taken)} answers"
    )
    cases()
    packed()


if __name__ == "__main__":
    main()
