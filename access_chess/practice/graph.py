"""How a game went, ply by ply: as sound, in words, and as a picture for those who see.

`chances` are White's chance to win after each ply, from -1 to 1.
"""

from collections.abc import Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from access_chess.practice.sentence import Sentence, sentence

RATE = 22_050  # samples a second
TONE = 0.09  # seconds a ply: 120 plies take 11
EVEN = 330.0  # hertz; an octave up is White's won position, an octave down Black's
CLICK = 0.006  # seconds
CLICK_EVERY = 20  # plies: a click at move 10, 20 …
PEAK = 0.35
SWELL = 0.008  # seconds, else each tone begins with a click of its own

BETTER, WINNING = 0.2, 0.6

WIDTH, HEIGHT, MARGIN = 960, 320, 40


def sound(chances: Sequence[float]) -> NDArray[np.float32]:
    """One tone a ply, as two channels: its pitch is who stands better, and it comes from that side, White's left."""
    length = round(TONE * RATE)
    time = np.arange(length) / RATE
    swell = np.minimum(1.0, np.minimum(time, TONE - time) / SWELL)
    parts = []
    for ply, chance in enumerate(chances):
        wave = PEAK * swell * np.sin(2 * np.pi * EVEN * 2.0**chance * time)
        if ply and ply % CLICK_EVERY == 0:
            wave[: round(CLICK * RATE)] = PEAK
        left, right = np.sqrt((1 + chance) / 2), np.sqrt((1 - chance) / 2)
        parts.append(np.stack((left * wave, right * wave), axis=1))
    return np.concatenate(parts).astype(np.float32) if parts else np.zeros((0, 2), np.float32)


def in_words(chances: Sequence[float]) -> tuple[Sentence, ...]:
    """The same, stretch by stretch: from which move to which a side stood better."""
    told, ply = [], 0
    for kind, stretch in groupby(map(_kind, chances)):
        length = len(tuple(stretch))
        first, last = ply // 2 + 1, (ply + length - 1) // 2 + 1
        moves = first if first == last else sentence("graph_moves", **{"from": first, "to": last})
        told.append(sentence(kind, moves=moves))
        ply += length
    return tuple(told)


def picture(chances: Sequence[float], title: str) -> str:
    """An SVG: White's chance upwards, black on white, with a line every ten moves."""
    step = (WIDTH - 2 * MARGIN) / max(1, len(chances) - 1)
    middle, reach = HEIGHT / 2, HEIGHT / 2 - MARGIN
    points = " ".join(f"{MARGIN + ply * step:.1f},{middle - chance * reach:.1f}" for ply, chance in enumerate(chances))
    marks = "".join(
        f'<line x1="{x:.1f}" y1="{MARGIN}" x2="{x:.1f}" y2="{HEIGHT - MARGIN}" stroke="#767676" stroke-width="1"/>'
        f'<text x="{x:.1f}" y="{HEIGHT - 12}" font-size="20" text-anchor="middle">{ply // 2}</text>'
        for ply in range(CLICK_EVERY, len(chances), CLICK_EVERY)
        for x in (MARGIN + ply * step,)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>{_escaped(title)}</title>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>{marks}'
        f'<line x1="{MARGIN}" y1="{middle}" x2="{WIDTH - MARGIN}" y2="{middle}" stroke="#000000" stroke-width="2"/>'
        f'<polyline points="{points}" fill="none" stroke="#000000" stroke-width="4"/></svg>\n'
    )


def _kind(chance: float) -> str:
    if abs(chance) < BETTER:
        return "graph_even"
    side = "white" if chance > 0 else "black"
    return f"graph_{side}_wins" if abs(chance) >= WINNING else f"graph_{side}"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
