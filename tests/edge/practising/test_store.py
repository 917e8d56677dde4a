"""The file of practice: what is due when, what was tried, and a file that is none."""

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import chess
import pytest

from access_chess.edge.practising.store import PracticeStore, PracticeStoreError
from access_chess.practice.puzzles import Puzzle
from access_chess.practice.round import Attempt, Grade

NOW = datetime(2026, 1, 1, 18, tzinfo=UTC)
DAY = timedelta(days=1)


def attempt(name: str, grade: Grade) -> Attempt:
    return Attempt(kind="puzzles", name=name, grade=grade, tries=0, hints=0, time=timedelta(seconds=20))


def test_what_was_not_known_is_due_before_what_was_easy(tmp_path: Path) -> None:
    with closing(PracticeStore(tmp_path / "practice.sqlite")) as store:
        for grade in Grade:
            store.keep(attempt(grade, grade), NOW)
        assert store.due("puzzles", NOW + timedelta(hours=1)) == ()
        due = {day: store.due("puzzles", NOW + day * DAY) for day in range(100)}
        days = {grade: next(day for day in due if grade in due[day]) for grade in Grade}
        assert 1 == days[Grade.AGAIN] <= days[Grade.HARD] <= days[Grade.GOOD] < days[Grade.EASY]
        assert store.due("openings", NOW + 99 * DAY) == () and store.known("puzzles") == frozenset(Grade)


def test_each_time_right_the_next_time_is_later(tmp_path: Path) -> None:
    with closing(PracticeStore(tmp_path / "practice.sqlite")) as store:
        at, waits = NOW, []
        for _ in range(3):
            store.keep(attempt("one", Grade.GOOD), at)
            wait = next(day for day in range(1, 400) if store.due("puzzles", at + day * DAY))
            waits.append(wait)
            at += wait * DAY
        assert waits == sorted(set(waits))


def test_it_is_kept_over_the_end_of_the_program(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "practice.sqlite"
    with closing(PracticeStore(file)) as store:
        store.keep(attempt("one", Grade.AGAIN), NOW)
        store.keep_text("repertoire", "white", "1. e4")
    with closing(PracticeStore(file)) as store:
        (kept,) = store.attempts()
        assert kept.at == NOW and kept.attempt == attempt("one", Grade.AGAIN)
        assert store.texts("repertoire") == {"white": "1. e4"}


def test_puzzles_of_the_user_come_once_and_the_easiest_first(tmp_path: Path) -> None:
    moves = tuple(map(chess.Move.from_uci, ["d4c3", "b6b3", "c3d4", "b3f3"]))
    hard, easy = (
        Puzzle(name=name, before="8/4K3/1Q6/4p3/3k4/5q2/P7/8 b - - 8 46", moves=moves, rating=rating)
        for name, rating in (("hard", 1900), ("easy", 900))
    )
    with closing(PracticeStore(tmp_path / "practice.sqlite")) as store:
        assert store.add_puzzles([hard, easy]) == 2
        assert store.add_puzzles([hard]) == 0
        assert list(store.new_puzzles(5).values()) == [easy, hard]
        store.keep(attempt("easy", Grade.GOOD), NOW)
        assert list(store.new_puzzles(5).values()) == [hard]
        assert store.puzzles(["easy"]) == {2: easy}


@pytest.mark.parametrize("content", [b"", b"no database at all, but text of some length" * 100])
def test_a_file_that_is_none_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "practice.sqlite"
    file.write_bytes(content)
    if not content:  # an empty file is a new one
        PracticeStore(file).close()
        return
    with pytest.raises(PracticeStoreError, match="practice_damaged"):
        PracticeStore(file)


def test_a_card_that_is_broken_is_one_sentence(tmp_path: Path) -> None:
    with closing(PracticeStore(tmp_path / "practice.sqlite")) as store:
        store.keep(attempt("one", Grade.GOOD), NOW)
        store._database.execute("UPDATE cards SET card = 'rubbish'")
        with pytest.raises(PracticeStoreError):
            store.keep(attempt("one", Grade.GOOD), NOW)
