"""What an engine thinks of the moves of a game that is being played: why the last one was bad, and whether a move that
was played in the place of another is better than it was.
"""

from collections.abc import Callable, Mapping, Sequence

import chess

from access_chess.laws.events import MovesTakenBack
from access_chess.laws.game import Ply
from access_chess.practice.analysis import Analyst
from access_chess.practice.review import AS_GOOD, Judged, better, judge, what, why
from access_chess.practice.sentence import MoveName, Sentence, sentence
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.game_in_play import GameInPlay
from access_chess.session.ports import Recorded
from access_chess.speech.practising.sentences import worded


class Advisor:
    """Of one session, whose take-backs it remembers."""

    def __init__(self, session: GameInPlay, announcer: Announcer, language: PlayerLanguage, analyst: Analyst) -> None:
        self._session = session
        self._announcer = announcer
        self._language = language
        self._analyst = analyst
        self._taken_back: Sequence[Ply] = ()
        session.subscribe(self)

    @property
    def requests(self) -> Mapping[RequestName, Callable[[Request], None]]:
        """What it answers."""
        return {RequestName.EXPLAIN: self._explain, RequestName.COMPARE: self._compare}

    def on_event(self, recorded: Recorded) -> None:
        """Remember the moves that were taken back."""
        if isinstance(recorded.event, MovesTakenBack):
            self._taken_back = recorded.before.plies

    def _explain(self, request: Request) -> None:
        """What the last move was, why, and what was better; at most three sentences."""
        if not self._session.game.plies:
            self._say(sentence("answer_no_moves"))
            return
        last = self._session.game.plies[-1]
        found = self._judged(last.before, last.move)
        if found is None:
            self._say(sentence("review_needs_stockfish"))
        elif found.severity is None:
            self._say(sentence("advice_good", move=MoveName(last.before, last.move)))
        else:
            self._say(*(each for each in (what(found), why(found), better(found)) if each is not None))

    def _compare(self, request: Request) -> None:
        """The first move that differs from what was taken back, with the one in its place."""
        pairs = zip(self._taken_back, self._session.game.plies, strict=False)
        old, new = next(((old, new) for old, new in pairs if old.move != new.move), (None, None))
        if old is None or new is None:
            self._say(sentence("advice_nothing"))
            return
        before, after = self._judged(old.before, old.move), self._judged(new.before, new.move)
        if before is None or after is None:
            self._say(sentence("review_needs_stockfish"))
            return
        gain = (after.chance - before.chance) * (1 if new.color is chess.WHITE else -1)
        key = "advice_equal" if abs(gain) < AS_GOOD else "advice_better" if gain > 0 else "advice_worse"
        self._say(sentence(key, new=MoveName(new.before, new.move), old=MoveName(old.before, old.move)))

    def _judged(self, board: chess.Board, move: chess.Move) -> Judged | None:
        return next(judge(board, (move,), self._analyst), None)

    def _say(self, *sentences: Sentence) -> None:
        for each in sentences:
            part = worded(each, self._language.pack, self._language.form)
            self._session.once_told(self._announcer, lambda part=part: self._announcer.reply(part, None))  # type: ignore[misc]
