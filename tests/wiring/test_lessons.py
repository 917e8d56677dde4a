"""Lessons at pages: the words of `learn`, no thread for anybody, and stars that are kept where they belong."""

import threading
from pathlib import Path

import chess
import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.edge.packs.lessons import load_course, load_lessons
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.practising.store import STARS, PracticeStore
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.hall.games.seat_state import Leaving, Manner
from access_chess.hall.rules.view import COIN
from access_chess.practice.course import ActTask, Group
from access_chess.practice.lesson_drills import ActDrill
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.wiring.lessons import LessonsAtPages, PageLesson
from tests.support.plain_analyst import PlainAnalyst
from tests.support.right_answers import right_line

ENGLISH = Manner(language=load_language("en"))
#: What is typed into both; then Enter alone to the end.
TYPED = {
    "rook": [
        "",
        "",
        "rook e5",
        "why",
        "rook d7",
        "hint",
        "rook h7",
        "back",
        "rook h7",
        "board",
        "rook h2",
        "?",
        "fish",
    ],
    "board": ["", "", "e4", "light", "again", "hint", "resign", "what is on e4"],
    "setup": ["", "", "", "rook a1", "king e8", "hint", "restart"],
    "castling": ["", "", "O-O", "", "", "solution", "next"],
    "wheat": [],
}
ENTERS = 80
ACTS = {task.request for each in load_course().lessons for task in each.tasks if isinstance(task, ActTask)} - {""}


def lessons(own: Path | None = None) -> LessonsAtPages:
    return LessonsAtPages(lambda is_stopped: PlainAnalyst(), own)


def heard(lesson: PageLesson) -> list[str]:
    return [line.utterance.text for line in lesson.lines() if line.utterance.text]


@pytest.mark.parametrize("name", TYPED)
def test_a_page_says_what_the_command_says(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    lines = TYPED[name] + [""] * ENTERS
    told = CliRunner().invoke(main, ["learn", name, "--no-sound"], input="\n".join(lines)).stdout.splitlines()
    lesson = lessons().open(name, ENGLISH, {})
    for line in lines:
        if not lesson.view.is_over:
            lesson.enter(line)
    page = heard(lesson)
    assert lesson.view.is_over and len(page) > 8
    assert [each for each in page if "to all lessons" not in each] == [
        each for each in told[: len(page)] if "leave the program" not in each and each not in QUITS
    ]


#: At a page one goes to the list.
QUITS = frozenset({load_language("en").words.help[RequestName.QUIT]})


def test_no_lesson_has_a_thread_and_the_game_of_a_task_is_answered_at_once() -> None:
    before = threading.active_count()
    lesson = lessons().open("firstgame", ENGLISH, {})
    for _ in range(60):
        if "From here against level one" in heard(lesson)[-1]:
            break
        lesson.enter("")
    lesson.enter("e4")
    assert sum(letter.islower() for letter in lesson.view.state.view.men[16:]) == 1, "Black has moved a man"
    lesson.ask(Request(name=RequestName.NEXT))
    assert lesson.view.is_over or lesson.view.state.view.plies == 0
    assert threading.active_count() == before


def test_the_game_of_a_task_goes_on_at_a_page_where_it_was_left() -> None:
    lesson = lessons().open("firstgame", ENGLISH, {f"firstgame.{task}": "3" for task in (2, 3, 5, 6)})
    while "From here against level one" not in heard(lesson)[-1]:
        lesson.enter("")
    lesson.enter("e4")
    lesson.enter("quit")
    _, won = lesson.take_won()
    again = lessons().open("firstgame", ENGLISH, {f"firstgame.{task}": "3" for task in (2, 3, 5, 6)} | won)
    while "From here against level one" not in heard(again)[-1]:
        again.enter("")
    assert again.view.state.view.plies == 2
    assert "Nine more moves of yours, and this task is done." in heard(again)


def test_coins_lie_on_the_board_and_are_no_men() -> None:
    lesson = lessons().open("rook", ENGLISH, {})
    lesson.enter("")
    lesson.enter("")
    assert lesson.view.state.view.men.count(COIN) == 3
    assert lesson.view.men == ("White: rook David four.",)
    assert "Hector two" in lesson.view.targets
    lesson.enter("rook d7")
    assert lesson.view.state.view.men.count(COIN) == 2


def test_a_question_is_answered_by_its_own_number_alone() -> None:
    lesson = lessons().open("rook", ENGLISH, {"rook.3": "3", "rook.4": "3"})
    assert lesson.view.state.answers
    stale = lesson.view.state.question
    lesson.ask(Request(name=RequestName.YES, question="another 1"))
    assert lesson.view.state.question == stale
    lesson.ask(Request(name=RequestName.NO, question=stale))
    assert lesson.view.stars == "Nine stars of fifteen"


def test_after_the_end_comes_the_next_lesson_or_the_list() -> None:
    lesson = lessons().open("wheat", ENGLISH, {})
    while not lesson.view.is_over:
        lesson.enter("")
    assert lesson.enter("").leaving is Leaving.NEW_GAME
    assert lesson.enter("quit").leaving is Leaving.QUIT
    assert lesson.enter("fish").leaving is None
    assert "Shall it begin?" in heard(lesson)[-1]
    last = lessons().open(load_course().lessons[-1].name, ENGLISH, {})
    while not last.view.is_over:
        last.enter("")
    assert last.enter("").leaving is Leaving.QUIT


@pytest.mark.parametrize("line", ["lessons", "learn castling", "quit"])
def test_the_list_is_asked_for_at_any_point(line: str) -> None:
    lesson = lessons().open("rook", ENGLISH, {})
    lesson.enter("")
    assert lesson.enter(line).leaving is Leaving.QUIT


def test_the_file_of_a_machine_keeps_stars_as_the_command_does(tmp_path: Path) -> None:
    file = tmp_path / "practice.sqlite"
    course = lessons(file)
    lesson = course.open("rook", ENGLISH, course.own_stars())
    for line in ("", "", "rook d7", "rook h7", "rook h2"):
        lesson.enter(line)
    assert course.keep(lesson) == {"rook.3": "3"}
    assert course.keep(lesson) == {}, "once"
    assert dict(course.own_stars()) == {"rook.3": "3"}
    store = PracticeStore(file)
    assert store.texts(STARS) == {"rook.3": "3"}
    assert [each.attempt.name for each in store.attempts()] == ["rook.3"]
    store.close()
    again = course.open("rook", ENGLISH, course.own_stars())
    assert heard(again)[0].startswith("The rook. Task two of five.")


def test_a_file_that_cannot_be_written_is_told_of_once_and_the_lesson_goes_on(tmp_path: Path) -> None:
    (tmp_path / "practice.sqlite").write_bytes(b"this is no database, and long enough to be looked at" * 20)
    course = lessons(tmp_path / "practice.sqlite")
    lesson = course.open("rook", ENGLISH, course.own_stars())
    for line in ("", "", "rook d7", "rook h7", "rook h2", "", "hint", "next"):
        lesson.enter(line)
        course.keep(lesson)
    assert heard(lesson).count("Your progress cannot be kept.") == 1
    assert lesson.view.stars.startswith("Four stars")


@pytest.mark.parametrize("voices", ["de", "sw", "mr"])
def test_a_lesson_is_in_one_language(voices: str) -> None:
    lesson = lessons().open("rook", Manner(language=load_language(voices)), {})
    for _ in range(10):
        lesson.enter("")
    languages = {part.language for line in lesson.lines() for part in line.utterance.parts}
    assert languages == {voices}


@pytest.mark.parametrize("voices", ["en", "de", "sw", "sq", "mr", "is", "et"])
@pytest.mark.parametrize("name", [each.name for each in load_course().lessons if each.name != "firstgame"])
def test_the_buttons_of_the_tasks_answer_them_and_tell_nothing(name: str, voices: str) -> None:
    """Everything that has buttons is answered by them alone, with all stars; all acts have the same ones."""
    words, manner = load_lessons(voices), Manner(language=load_language(voices))
    lesson = lessons().open(name, manner, {})
    while not lesson.view.is_over:
        state, drill = lesson.view.state, lesson.task
        line = "" if drill is None else right_line(drill, words, manner.language)
        by_buttons = {each.line: each for each in state.answers if each.line}
        first, _, last = line.rpartition(" ")
        is_put = last in chess.SQUARE_NAMES
        if isinstance(drill, ActDrill):
            assert set(by_buttons) >= {words.typed[each] for each in ACTS - {"sign"}} and len(by_buttons) == 13
        if by_buttons and (not isinstance(drill, ActDrill) or drill.task.request):
            lesson.answer(first if is_put else line, state.question, last if is_put else "")
        else:
            lesson.enter(line)
    won = lesson.take_won()[1]
    assert set(won.values()) == ({"list"} if lesson.lesson.group is Group.OLD_TALES else {"3"}), won
