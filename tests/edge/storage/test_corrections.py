"""What was learned is kept, exported and forgotten."""

from pathlib import Path

import pytest

from access_chess.edge.storage.corrections import forget, load, save
from access_chess.listening.learning import confirmed, nothing_learned


@pytest.mark.parametrize("user", ["anna", "Jörg/../x", ""])
def test_it_is_kept_and_forgotten(tmp_path: Path, user: str) -> None:
    learned = confirmed(nothing_learned(user), "eva zwei", "eva drei")
    path = save(learned, tmp_path)
    assert path.parent == tmp_path
    assert load(user, tmp_path) == learned
    forget(user, tmp_path)
    assert load(user, tmp_path) == nothing_learned(user)


def test_a_broken_file_is_as_nothing(tmp_path: Path) -> None:
    save(nothing_learned("anna"), tmp_path).write_text("no list")
    assert load("anna", tmp_path) == nothing_learned("anna")
