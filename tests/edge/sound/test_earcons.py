"""Earcons are short, softer than the voice, without clicks, and no two are alike."""

from array import array
from itertools import pairwise

import pytest

from access_chess.edge.sound.clip import GAP_BEFORE_WORDS, PEAK, TONES, earcon_clip
from access_chess.speech.utterance import Earcon


@pytest.mark.parametrize("earcon", Earcon)
def test_an_earcon_is_short_and_soft(earcon: Earcon) -> None:
    clip = earcon_clip(earcon)
    samples = array("h", clip.samples)
    assert GAP_BEFORE_WORDS < clip.seconds < 0.5
    assert PEAK // 2 < max(map(abs, samples)) <= PEAK
    assert max(abs(later - earlier) for earlier, later in pairwise(samples)) < PEAK // 2, "a click"


def test_every_earcon_has_its_own_sound() -> None:
    assert set(TONES) == set(Earcon)
    assert len({earcon_clip(earcon).samples for earcon in Earcon}) == len(Earcon)
