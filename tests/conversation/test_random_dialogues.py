"""Conversations by chance: what is meant, what is answered and what comes of it is as it was recorded."""

import pytest

from tests.support.game_record import digest, digests
from tests.support.random_dialogue import DIALOGUES, DIGESTS, record_of

RECORDS = digests(DIGESTS)
IN_ONE = 6  # dialogues that are looked at together


@pytest.mark.parametrize("first", range(0, DIALOGUES, IN_ONE))
def test_all_that_is_said_in_conversations_by_chance_is_as_recorded(first: int) -> None:
    """What is another shows in the records before and after: python -m tests.support.random_dialogue NUMBER."""
    dialogues = range(first, first + IN_ONE)
    others = [number for number in dialogues if digest(record_of(number)) != RECORDS[str(number)]]
    assert others == [], "If this is right: python -m tests.support.random_dialogue --write"
