"""The graph as sound: its pitch and its side tell who stands better, and a player who cuts it short is told where."""

import io
from datetime import timedelta

import chess
import numpy as np
import pytest

from access_chess.edge.packs.typed_words import load_language
from access_chess.play.heard_graph import HeardGraph
from access_chess.practice import graph
from access_chess.practice.analysis import Variation
from access_chess.practice.review import Judged
from access_chess.session.announcer import Announcer
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import Channel, Utterance

SCORES = (0, 30, -40, 500, 900)  # hundredths of a pawn, of White after each ply


class Cutting:
    """Speaks nothing; a key cuts all that was said."""

    is_heard = True

    def __init__(self) -> None:
        self.said: list[Utterance] = []

    def say(self, utterance: Utterance, /) -> None:
        self.said.append(utterance)

    def repeat(self, channel: Channel, /, *, slower: bool = False) -> None:
        pass

    def set_sound(self, is_on: bool, /) -> None:
        pass

    def silence(self, channel: Channel, /) -> tuple[Utterance, ...]:
        said, self.said = tuple(self.said), []
        return said


def judged() -> list[Judged]:
    """A game whose every move leads to one of the scores."""
    found, board = [], chess.Board()
    for ply, (san, score) in enumerate(zip(["e4", "e5", "Nf3", "f6", "Nxe5"], SCORES, strict=True)):
        before = board.copy()
        move = board.push_san(san)
        line = Variation(score=score if board.turn else -score, mate=None, moves=(next(iter(board.legal_moves)),))
        found.append(Judged(ply=ply, board=before, move=move, best=line, reply=line))
    return found


class Room:
    def __init__(self, *, is_heard: bool) -> None:
        self.now = timedelta()
        self.speaker = Cutting()
        self.screen = io.StringIO()
        language = load_language("en")
        self.announcer = Announcer(self.speaker, NarrationSettings(pack=language.pack), screen=self.screen)
        self.graph = HeardGraph(judged(), self.announcer, language, is_heard=lambda: is_heard, clock=lambda: self.now)


def pitch(samples: "np.ndarray[tuple[int], np.dtype[np.float32]]") -> float:
    """The strongest of its frequencies, in hertz."""
    return float(np.argmax(np.abs(np.fft.rfft(samples, graph.RATE))))


@pytest.mark.parametrize(("chance", "hertz"), [(0.0, 330), (1.0, 660), (-1.0, 165), (0.5, 467)])
def test_the_pitch_is_who_stands_better(chance: float, hertz: float) -> None:
    left, right = graph.sound([chance]).T
    assert pitch(left + right) == pytest.approx(hertz, abs=6)


def test_it_comes_from_the_side_that_leads() -> None:
    (white, black) = (np.abs(graph.sound([chance])).sum(axis=0) for chance in (1.0, -1.0))
    assert white[1] < 1e-3 < white[0] and black[0] < 1e-3 < black[1]


def test_a_ply_takes_ninety_thousandths_and_every_tenth_move_clicks() -> None:
    heard = graph.sound([0.0] * 30)
    length = round(graph.TONE * graph.RATE)
    assert len(heard) == 30 * length
    assert heard[20 * length].sum() > heard[19 * length].sum() == 0


def test_a_key_stops_it_and_says_the_ply() -> None:
    room = Room(is_heard=True)
    room.graph.play()
    (tones,) = room.speaker.said
    assert tones.sound is not None and len(tones.sound.left) == len(tones.sound.right) == 2 * 5 * 1984
    room.now += timedelta(seconds=0.3)
    room.announcer.silence(None)
    room.announcer.silence(None)  # of a key after that nothing more is told
    assert room.screen.getvalue() == "Move two, Black.\n"


def test_without_sound_it_is_told_in_words() -> None:
    room = Room(is_heard=False)
    room.graph.play()
    assert room.screen.getvalue().splitlines() == ["One to two: even.", "Two to three: White is winning."]
