"""Hands and lines by chance: what is told, what comes of it in the game and on the line is as it was recorded."""

import pytest

from tests.support.game_record import digest, digests
from tests.support.random_board import BOARDS, DIGESTS, record_of

RECORDS = digests(DIGESTS)
IN_ONE = 3  # a line, and two boards with hands at them


@pytest.mark.parametrize("first", range(0, BOARDS, IN_ONE))
def test_all_that_boards_tell_by_chance_is_as_recorded(first: int) -> None:
    """What is another shows in the records before and after: python -m tests.support.random_board NUMBER."""
    boards = range(first, first + IN_ONE)
    others = [number for number in boards if digest(record_of(number)) != RECORDS[str(number)]]
    assert others == [], "If this is right: python -m tests.support.random_board --write"
