"""How a game went, as tones; the player who cuts them short is told at which move."""

from collections.abc import Callable, Sequence

import numpy as np

from access_chess.laws.clock import Instant
from access_chess.practice import graph
from access_chess.practice.review import Judged
from access_chess.practice.sentence import ColorName, sentence
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.speech.practising.sentences import worded
from access_chess.speech.utterance import Priority, Sound, Utterance

LOUDEST = 32_767


class HeardGraph:
    """The graph of one game. `is_heard` tells whether anything sounds at all; `clock` is monotonic."""

    def __init__(
        self,
        judged: Sequence[Judged],
        announcer: Announcer,
        language: PlayerLanguage,
        *,
        is_heard: Callable[[], bool],
        clock: Callable[[], Instant],
    ) -> None:
        self._judged = judged
        self._announcer = announcer
        self._language = language
        self._is_heard = is_heard
        self._clock = clock
        self._begun = clock()

    def play(self) -> None:
        """Let it be heard; in words where nothing sounds."""
        if not self._judged or not self._is_heard():
            self.tell()
            return
        samples = np.round(graph.sound([each.chance for each in self._judged]) * LOUDEST).astype("<i2")
        sound = Sound(samples[:, 0].tobytes(), samples[:, 1].tobytes())
        self._begun = self._clock()
        self._announcer.sound(Utterance(parts=(), priority=Priority.NEXT, sound=sound), on_cut=self._tell_where)

    def tell(self) -> None:
        """The same in words."""
        for each in graph.in_words([each.chance for each in self._judged]):
            self._announcer.reply(worded(each, self._language.pack, self._language.form), None)

    def _tell_where(self) -> None:
        ply = int((self._clock() - self._begun).total_seconds() / graph.TONE)
        board = self._judged[min(ply, len(self._judged) - 1)].board
        told = sentence("graph_ply", number=board.fullmove_number, color=ColorName(board.turn))
        self._announcer.reply(worded(told, self._language.pack, self._language.form), None)
