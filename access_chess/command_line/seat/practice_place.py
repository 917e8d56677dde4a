"""A place for practice: an opponent, hints and board queries. The other profiles never import this."""

from collections.abc import Callable, Sequence
from functools import cache

import chess

from access_chess.command_line.practising.judge import Judge, JudgeOfMany
from access_chess.command_line.seat.opponents import Seated
from access_chess.practice.analysis import Analyst
from access_chess.profile import Profile
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.game_in_play import GameInPlay
from access_chess.session.ports import Companion, Loop, OnTrouble, Pointing, Recorded
from access_chess.session.practice_console import PracticeConsole
from access_chess.session.seat_setup import Extras, SeatSetup


class Advice:
    """A companion that lets the judge of a game go with the game."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def join(self, session: Loop) -> None:
        """Nothing: the engine is asked when it is needed."""

    def on_event(self, recorded: Recorded) -> None:
        """Nothing."""

    def close(self) -> None:
        """Let the engine go; it comes again when it is asked."""
        self._judge.let_go()


def practice_place(
    announcer: Announcer,
    language: PlayerLanguage,
    *,
    color: chess.Color,
    level: int,
    seated: Seated,
) -> SeatSetup:
    """The place of a player who practises against an opponent of this `level` at a session."""
    levels = [level]

    def companions(on_trouble: OnTrouble) -> Sequence[Companion]:
        return (seated(not color, levels[-1], on_trouble), Advice(judge))

    def extras(session: GameInPlay) -> Extras:
        judge.think_until(lambda: not session.is_alive)
        return furnished(session)

    judge = Judge()
    furnished = practice_extras(announcer, language, levels.append, color, analyst=judge)
    return SeatSetup(
        profile=Profile.PRACTICE, color=color, companions=companions, extras=extras, level=lambda: levels[-1]
    )  # fmt: skip


def practice_extras(
    announcer: Announcer,
    language: PlayerLanguage,
    set_level: Callable[[int], None],
    color: chess.Color | None,
    pointing: Pointing | None = None,
    analyst: Analyst | None = None,
) -> Callable[[GameInPlay], Extras]:
    """What only a player who practises may ask for, at any session; `set_level` takes that of the next game."""

    def extras(session: GameInPlay) -> Extras:
        return PracticeConsole(
            session, announcer, language, set_level=set_level, analyst=analyst, color=color, pointing=pointing
        ).extras

    return extras


@cache
def judge_of_the_hall() -> Analyst:
    """The one judge of all players at the pages of a hall."""
    return JudgeOfMany()
