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


IsStopped = Callable[[], bool]
Parts = tuple[SpokenPart, ...]


def good_move(game: Game, is_stopped: IsStopped) -> chess.Move:
    """The move that the built-in engine would make at its best; any, soon after it is stopped."""
    end = monotonic_clock() + HINT_TIME
    return choose_move(
        game.board, LEVELS[-1], chance=random.random, seen=game.keys,
        is_stopped=lambda: is_stopped() or monotonic_clock() > end,
    )  # fmt: skip


def hint_told(game: Game, move: chess.Move, language: PlayerLanguage) -> SpokenPart:
    """That move, in words."""
    said = announce(game.board, move, language.pack, form=language.form)
    return language.pack.phrase("practice_hint", move=said)


def explained(game: Game, analyst: Analyst, language: PlayerLanguage) -> Parts:
    """What the last move was, why, and what was better; at most three sentences."""
    if not game.plies:
        return _worded(language, sentence("answer_no_moves"))
    last = game.plies[-1]
    found = _judged(last.before, last.move, analyst)
    if found is None:
        return _worded(language, sentence("review_needs_stockfish"))
    if found.severity is None:
        return _worded(language, sentence("advice_good", move=MoveName(last.before, last.move)))
    return _worded(language, what(found), why(found), better(found))


def compared(game: Game, taken_back: Sequence[Ply], analyst: Analyst, language: PlayerLanguage) -> Parts:
    """The first move that differs from what was taken back, with the one in its place."""
    pairs = zip(taken_back, game.plies, strict=False)
    old, new = next(((old, new) for old, new in pairs if old.move != new.move), (None, None))
    if old is None or new is None:
        return _worded(language, sentence("advice_nothing"))
    before, after = _judged(old.before, old.move, analyst), _judged(new.before, new.move, analyst)
    if before is None or after is None:
        return _worded(language, sentence("review_needs_stockfish"))
    gain = (after.chance - before.chance) * (1 if new.color is chess.WHITE else -1)
    key = "advice_equal" if abs(gain) < AS_GOOD else "advice_better" if gain > 0 else "advice_worse"
    return _worded(language, sentence(key, new=MoveName(new.before, new.move), old=MoveName(old.before, old.move)))


def _judged(board: chess.Board, move: chess.Move, analyst: Analyst) -> Judged | None:
    return next(judge(board, (move,), analyst), None)


def _worded(language: PlayerLanguage, *sentences: Sentence | None) -> Parts:
    return tuple(worded(each, language.pack, language.form) for each in sentences if each is not None)


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
        """A player who has moved meanwhile needs none."""
        if game.is_over:
            self._say(self._language.pack.phrase("not_now"))
            return

        def is_stale() -> bool:
            return self._session.game.plies is not game.plies or not self._session.is_alive

        move = good_move(game, is_stale)
        if is_stale():
            return
        if self._pointing is not None:
            self._pointing.show_hint(move)
        self._say(hint_told(game, move, self._language))

    def _explain(self, game: Game) -> None:
        assert self._analyst is not None, "else nobody explains"
        self._tell(explained(game, self._analyst, self._language))

    def _compare(self, game: Game) -> None:
        assert self._analyst is not None, "else nobody compares"
        self._tell(compared(game, self._taken_back, self._analyst, self._language))

    def _tell(self, parts: Parts) -> None:
        for part in parts if self._session.is_alive else ():  # who has left waits for nothing
            self._say(part)

    def _say(self, part: SpokenPart) -> None:
        self._session.once_told(self._announcer, lambda: self._announcer.reply(part, None))
