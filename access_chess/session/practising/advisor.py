"""What an engine thinks of a game that is being played: which move it would make, why the last one was bad, and whether
a move that was played in the place of another is better than it was.

It thinks in the thread in which it is told of events, so that the player can go on typing.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial

import chess

from access_chess.laws.events import MovesTakenBack
from access_chess.laws.game import Game, Ply
from access_chess.machine_clock import monotonic_clock
from access_chess.practice.analysis import Analyst
from access_chess.practice.engine import LEVELS, choose_move
from access_chess.practice.review import AS_GOOD, Judged, better, judge, what, why
from access_chess.practice.sentence import MoveName, Sentence, sentence
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.game_in_play import GameInPlay
from access_chess.session.ports import Pointing, Recorded
from access_chess.speech.announcement import announce
from access_chess.speech.practising.sentences import worded
from access_chess.speech.utterance import SpokenPart

HINT_TIME = timedelta(seconds=2)  # that a hint takes at most, however busy the machine is


class Advisor:
    """Of one session, whose take-backs it remembers. Without an `analyst` it only says which move it would make."""

    def __init__(
        self,
        session: GameInPlay,
        announcer: Announcer,
        language: PlayerLanguage,
        analyst: Analyst | None,
        pointing: Pointing | None = None,
    ) -> None:
        self._session = session
        self._announcer = announcer
        self._language = language
        self._analyst = analyst
        self._pointing = pointing
        self._taken_back: Sequence[Ply] = ()
        session.subscribe(self)

    @property
    def requests(self) -> Mapping[RequestName, Callable[[Request], None]]:
        """What it answers."""
        thoughts = {RequestName.HINT: self._hint}
        if self._analyst is not None:
            thoughts |= {RequestName.EXPLAIN: self._explain, RequestName.COMPARE: self._compare}
        return {name: self._beside(think) for name, think in thoughts.items()}

    def on_event(self, recorded: Recorded) -> None:
        """Remember the moves that were taken back."""
        if isinstance(recorded.event, MovesTakenBack):
            self._taken_back = recorded.before.plies

    def _beside(self, think: Callable[[Game], None]) -> Callable[[Request], None]:
        """Think of the game as it stands, beside what is typed meanwhile."""
        return lambda _: self._session.once_told(self, partial(think, self._session.game))

    def _hint(self, game: Game) -> None:
        """The move that the built-in engine would make; a player who has moved meanwhile needs none."""
        if game.is_over:
            self._say(self._language.pack.phrase("not_now"))
            return
        end = monotonic_clock() + HINT_TIME

        def is_stale() -> bool:
            return self._session.game.plies is not game.plies or not self._session.is_alive

        move = choose_move(
            game.board,
            LEVELS[-1],
            chance=random.random,
            seen=game.keys,
            is_stopped=lambda: is_stale() or monotonic_clock() > end,
        )
        if is_stale():
            return
        if self._pointing is not None:
            self._pointing.show_hint(move)
        said = announce(game.board, move, self._language.pack, form=self._language.form)
        self._say(self._language.pack.phrase("practice_hint", move=said))

    def _explain(self, game: Game) -> None:
        """What the last move was, why, and what was better; at most three sentences."""
        if not game.plies:
            self._tell(sentence("answer_no_moves"))
            return
        last = game.plies[-1]
        found = self._judged(last.before, last.move)
        if found is None:
            self._tell_of_no_judge()
        elif found.severity is None:
            self._tell(sentence("advice_good", move=MoveName(last.before, last.move)))
        else:
            self._tell(*(each for each in (what(found), why(found), better(found)) if each is not None))

    def _compare(self, game: Game) -> None:
        """The first move that differs from what was taken back, with the one in its place."""
        pairs = zip(self._taken_back, game.plies, strict=False)
        old, new = next(((old, new) for old, new in pairs if old.move != new.move), (None, None))
        if old is None or new is None:
            self._tell(sentence("advice_nothing"))
            return
        before, after = self._judged(old.before, old.move), self._judged(new.before, new.move)
        if before is None or after is None:
            self._tell_of_no_judge()
            return
        gain = (after.chance - before.chance) * (1 if new.color is chess.WHITE else -1)
        key = "advice_equal" if abs(gain) < AS_GOOD else "advice_better" if gain > 0 else "advice_worse"
        self._tell(sentence(key, new=MoveName(new.before, new.move), old=MoveName(old.before, old.move)))

    def _judged(self, board: chess.Board, move: chess.Move) -> Judged | None:
        return None if self._analyst is None else next(judge(board, (move,), self._analyst), None)

    def _tell_of_no_judge(self) -> None:
        if self._session.is_alive:  # who has left waits for nothing
            self._tell(sentence("review_needs_stockfish"))

    def _tell(self, *sentences: Sentence) -> None:
        for each in sentences:
            self._say(worded(each, self._language.pack, self._language.form))

    def _say(self, part: SpokenPart) -> None:
        self._session.once_told(self._announcer, lambda: self._announcer.reply(part, None))
