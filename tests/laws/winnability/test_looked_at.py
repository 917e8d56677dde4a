"""The way of the searches: what they find and how many positions they look at for it is as it was recorded."""

import csv

import pytest

from tests.support.winning_chances import KEPT, looked_at, positions

with KEPT.open(encoding="utf-8", newline="") as file:
    ROWS = {row[0]: row for row in csv.reader(file, delimiter="\t")}


@pytest.mark.parametrize("fen", list(positions()))
def test_what_is_found_and_looked_at_is_as_recorded(fen: str) -> None:
    assert looked_at(fen) == ROWS[fen], "If this is right: python -m tests.support.winning_chances"
