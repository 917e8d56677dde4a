"""Games by chance, each command in each situation: what happens, and what it makes of the game, is as recorded."""

import pytest

from access_chess.laws import winnability
from tests.support.game_record import digest, digests, searched_once
from tests.support.random_game import DIGESTS, GAMES, record_of

RECORDS = digests(DIGESTS)
IN_ONE = 5  # games that are looked at together


@pytest.mark.parametrize("first", range(0, GAMES, IN_ONE))
def test_all_that_happens_in_games_by_chance_is_as_recorded(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is another shows in the records before and after: python -m tests.support.random_game NUMBER."""
    monkeypatch.setattr(winnability, "full", searched_once())
    games = range(first, first + IN_ONE)
    others = [number for number in games if digest(record_of(number)) != RECORDS[str(number)]]
    assert others == [], "If this is right: python -m tests.support.random_game --write"
