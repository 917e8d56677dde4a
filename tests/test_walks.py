"""How long the ways through the house are: stations and nouns that may get fewer and never more.

`python -m tests.tools.walks --show` names them. A commit that adds what the program could not do before may lengthen a
way by what that takes; all else is made room for.
"""

from collections import Counter

import pytest

from tests.tools.walks import NAMES, Walked, counted, told

#: Of each walk: the files in which twelve lines or more run, and those that it only touches.
MOST = {
    "a typed line": (25, 29),
    "a lift": (13, 19),
    "a heard move": (41, 39),
    "a press": (15, 23),
    "a penalty": (19, 31),
    "a post": (33, 33),
}


@pytest.mark.parametrize("name", NAMES)
def test_no_way_gets_longer(name: str) -> None:
    stations, nouns = counted(name)
    assert 0 < stations <= MOST[name][0]
    assert nouns > 0
    assert stations + nouns <= sum(MOST[name]), "two nouns may become one station, but no file may come to them"


def test_a_station_is_a_file_in_which_twelve_lines_run() -> None:
    walked = Walked([], Counter({"laws/decide.py": 12, "laws/game.py": 11}))
    assert (walked.stations, walked.nouns) == (1, 1)
    assert next(told("a walk", walked, in_full=False)).startswith("a walk: 1 stations, 1 nouns; ")
