"""Both levers at once, a lever held down, a quick answer."""

from datetime import timedelta

import chess
import pytest

from access_chess.board.clock_unit.levers import Levers, pressed

W, B = chess.WHITE, chess.BLACK


@pytest.mark.parametrize(
    ("case", "presses", "counting"),
    [
        ("in turn", [(W, 0, W), (B, 500, B), (W, 900, W)], [True, True, True]),
        ("at once, the right one first", [(W, 0, W), (B, 5, B)], [True, False]),
        ("at once, before the Laws have answered", [(W, 0, W), (B, 5, W)], [True, False]),
        ("at once, the wrong one first", [(B, 0, W), (W, 5, W)], [True, True]),
        ("in the same instant", [(W, 7, W), (B, 7, B)], [True, False]),
        ("a quick answer", [(W, 0, W), (B, 40, B)], [True, True]),
        ("the wrong one alone is refused by the Laws, with a reason", [(B, 0, W)], [True]),
        ("held by White, who presses no more: Black stops his clock", [(W, 0, W), (B, 3000, B)], [True, True]),
    ],
)
def test_presses(case: str, presses: list[tuple[bool, int, bool]], counting: list[bool]) -> None:
    levers, counts = Levers(), []
    for color, at, running in presses:
        levers, counted = pressed(levers, color, timedelta(milliseconds=at), running)
        counts.append(counted)
    assert counts == counting, case
