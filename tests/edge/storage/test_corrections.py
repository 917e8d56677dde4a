"""What was learned is kept, exported and forgotten."""

from pathlib import Path

import pytest

from access_chess.edge.storage.corrections import forget, load, save, users
from access_chess.edge.storage.own_names import forget_habits, load_habits, save_habits
from access_chess.listening.learning import confirmed, nothing_learned
from access_chess.listening.own_names import Habits, understood


@pytest.mark.parametrize("user", ["anna", "Jörg/../x", "", "J\udcf6rg"])
def test_it_is_kept_and_forgotten(tmp_path: Path, user: str) -> None:
    learned = confirmed(nothing_learned(user), "eva zwei", "eva drei")
    path = save(learned, tmp_path)
    assert path.parent == tmp_path
    assert (users(tmp_path), load(user, tmp_path)) == ((user,), learned)
    forget(user, tmp_path)
    assert load(user, tmp_path) == nothing_learned(user)


def test_a_broken_file_is_as_nothing(tmp_path: Path) -> None:
    save(nothing_learned("anna"), tmp_path).write_text("no list")
    assert load("anna", tmp_path) == nothing_learned("anna")


def test_the_words_of_the_last_moves_are_kept_and_forgotten(tmp_path: Path) -> None:
    habits = understood(understood(Habits(), "springer felix drei"), "e vier")
    save_habits("anna", habits, tmp_path)
    assert load_habits("anna", tmp_path) == habits
    assert load_habits("bella", tmp_path) == Habits()
    assert users(tmp_path) == ("anna",)
    forget_habits("anna", tmp_path)
    assert (load_habits("anna", tmp_path), users(tmp_path)) == (Habits(), ())


@pytest.mark.parametrize("broken", ["no list", "[1, 2]", "[[]]"])
def test_broken_words_are_as_none(tmp_path: Path, broken: str) -> None:
    save_habits("anna", Habits(), tmp_path).write_text(broken)
    assert load_habits("anna", tmp_path) == Habits()
