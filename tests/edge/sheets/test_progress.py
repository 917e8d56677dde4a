"""How far long work is."""

from datetime import timedelta

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.sheets.progress import Progress


def test_it_is_told_after_three_seconds_and_then_every_ten_but_not_at_the_end() -> None:
    now, told = [0.0], list[str]()
    progress = Progress(30, load_voice_pack("en"), tell=told.append, clock=lambda: timedelta(seconds=now[0]))
    for second in range(1, 31):
        now[0] = float(second)
        progress.one_more()
    assert told == ["3 of 30.", "13 of 30.", "23 of 30."]


def test_short_work_says_nothing() -> None:
    told = list[str]()
    progress = Progress(2, load_voice_pack("en"), tell=told.append, clock=timedelta)
    progress.one_more()
    progress.reached(2)
    assert not told
