"""What stands around the loop: the inbox, the worker, Control-C, a disk that hangs. No test waits for time."""

import queue
import signal
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import chess
import pytest

from access_chess.conversation.state import Dialogue
from access_chess.edge.storage.journal import Journal
from access_chess.edge.terminal.opening import Terminated, told_to_end
from access_chess.laws.by_color import both
from access_chess.laws.events import Event, MoveMade
from access_chess.laws.game import Game
from access_chess.laws.setup import Regulations, Setup
from access_chess.play.engine import EngineSeat, Mind
from access_chess.play.messages import HANGS, IsStopped, TablePlace, Work, Worked
from access_chess.play.table_games import Furnished, TableGames
from access_chess.play.worker import Worker
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.inbox import SpokenWords
from access_chess.session.leaving import Leaving
from access_chess.session.record import begin_game
from tests.play.at_table import LANGUAGE, PACK, announcer, player_seat
from tests.support.typed_in import entered

MILLISECOND = timedelta(milliseconds=1)
PATIENCE = 60.0  # seconds until a test gives up
SETUP = Setup(regulations=Regulations(take_backs=True), presses_for=both(True))


@dataclass
class Script:
    """A reader who has the next line at once: so a whole game is one call, in one thread."""

    lines: list[str | None]
    inbox: queue.SimpleQueue[Any] = field(default_factory=queue.SimpleQueue)
    is_typed: bool = True

    def proceed(self, *, with_line: bool = True) -> None:
        line = self.lines.pop(0) if self.lines else None
        self.inbox.put(line if line is None else entered(line))


def games(
    script: Script,
    record: list[Any],
    journal: Any,
    *,
    engine: chess.Color | None = None,
    voice: Any = None,
    **rest: Any,
) -> TableGames:
    color = None if engine is None else not engine
    announced = announcer(record, color)

    def furnished(*_: object) -> Furnished:
        places = [TablePlace(seat=player_seat(color), voice=announced)]
        if engine is not None:
            places.append(TablePlace(seat=EngineSeat(color=engine, mind=Mind(1))))
        return Furnished(places=places, voice=voice)

    return TableGames(
        journal, announced, LANGUAGE, furnished, inbox=script.inbox, reader=script, color=color, level=1, **rest
    )


def said(record: list[Any]) -> list[str]:
    return [entry[2] for entry in record if entry[0] == "said"]


def test_a_game_is_one_call_until_the_player_leaves() -> None:
    journal, record = Journal(None), list[Any]()
    script = Script(["e4", "resign", "yes", "new game", "d4"])
    script.proceed()
    at = games(script, record, journal)
    assert at.play(begin_game(journal, SETUP)) is Leaving.NEW_GAME
    assert at.play(begin_game(journal, SETUP)) is Leaving.QUIT  # the input has ended
    assert said(record).count("The game begins. White to move.") == 2
    assert said(record)[-1] == "pawn David two David four"


def test_what_is_piped_in_waits_for_its_turn() -> None:
    journal, record = Journal(None), list[Any]()
    script = Script(["whose turn", "quit"], is_typed=False)
    script.proceed()
    at = games(script, record, journal, engine=chess.WHITE)
    assert at.play(begin_game(journal, SETUP)) is Leaving.QUIT
    assert said(record)[-1] == "Black to move, move one."


class Hands(Script):
    """Of somebody who types nothing."""

    def proceed(self, *, with_line: bool = True) -> None: ...


@dataclass
class Voice:
    """Says the next of these as soon as it has learnt whether the one before has left a question; then all is over."""

    said: list[str]
    inbox: queue.SimpleQueue[Any]
    waits: list[bool] = field(default_factory=list)
    is_closed: bool = False

    def sit(self, look: Callable[[], tuple[Dialogue, Game]]) -> None:
        self._look = look

    def join(self) -> None:
        self._say()

    def heed(self, spoken: SpokenWords, *, is_asked: bool) -> None:
        self.waits.append(is_asked)
        self._say()

    def close(self) -> None:
        self.is_closed = True

    def _say(self) -> None:
        dialogue, game = self._look()
        if not self.said:
            self.inbox.put(None)
            return
        request = meant(self.said.pop(0), game)
        question = dialogue.question(game)
        self.inbox.put(SpokenWords(said=request, board=game.board, question=question, at=timedelta()))


def meant(word: str, game: Game) -> Request:
    if word in set(RequestName):
        return Request(name=RequestName(word), is_heard=True)
    return Request(name=RequestName.MOVE, moves=(game.board.parse_san(word),), is_heard=True)


@pytest.mark.parametrize("is_typed", [True, False])
def test_what_is_said_is_done_and_the_voice_learns_whether_it_is_asked(is_typed: bool) -> None:
    journal, record = Journal(None), list[Any]()
    script = Hands([], is_typed=is_typed)
    voice = Voice(["e4", "e5", "resign", "yes"], script.inbox)
    assert games(script, record, journal, voice=voice).play(begin_game(journal, SETUP)) is Leaving.QUIT
    assert voice.waits == [False, False, True, True]  # a new game, or quit?
    assert "White resigns. Black wins. Article five point one b." in said(record)
    assert voice.is_closed


def test_what_is_said_beside_a_file_waits_for_its_turn() -> None:
    journal, record = Journal(None), list[Any]()
    script = Hands([], is_typed=False)
    voice = Voice(["whose_turn"], script.inbox)
    at = games(script, record, journal, engine=chess.WHITE, voice=voice)
    assert at.play(begin_game(journal, SETUP)) is Leaving.QUIT
    assert said(record)[-1] == "Black to move, move one."


def test_control_c_leaves_in_its_turn_and_the_second_one_at_once() -> None:
    left: list[str] = []
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # one that was begun in the background has none
    with told_to_end(lambda: left.append("left")):
        signal.raise_signal(signal.SIGINT)
        assert left == ["left"]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    signal.signal(signal.SIGINT, before)


def test_the_request_to_end_is_a_message_and_the_program_ends_behind_it() -> None:
    left: list[str] = []

    def play() -> None:
        with told_to_end(lambda: left.append("left")):
            signal.raise_signal(signal.SIGTERM)
            left.append("played to its end")

    with pytest.raises(Terminated) as ended:
        play()
    assert left == ["left", "played to its end"]
    assert ended.value.code == 128 + signal.SIGTERM


def test_what_is_dropped_is_stopped_and_nothing_comes_of_it() -> None:
    inbox: queue.SimpleQueue[Worked] = queue.SimpleQueue()
    worker, begun = Worker(inbox.put), threading.Event()

    def until_stopped(is_stopped: IsStopped) -> str:
        begun.set()
        while not is_stopped():
            threading.Event().wait(0.001)
        return "stopped"

    first, second = (Work(job=job) for job in (until_stopped, lambda is_stopped: "found"))
    worker.take(0, first)
    begun.wait(PATIENCE)
    worker.drop(first)
    worker.take(0, second)
    found = inbox.get(timeout=PATIENCE)
    worker.close()
    assert (found.work, found.found) == (second, "found")
    assert inbox.empty()


def test_what_is_patient_makes_room_and_is_done_after_all() -> None:
    inbox: queue.SimpleQueue[Worked] = queue.SimpleQueue()
    worker, begun, times = Worker(inbox.put), threading.Event(), list[str]()

    def looking(is_stopped: IsStopped) -> str:
        times.append("begun")
        begun.set()
        while len(times) == 1 and not is_stopped():
            threading.Event().wait(0.001)
        return "looked at"

    worker.take(1, Work(job=looking, is_patient=True))
    begun.wait(PATIENCE)
    worker.take(0, Work(job=lambda is_stopped: "advice"))
    results = [inbox.get(timeout=PATIENCE).found for _ in range(2)]
    worker.close()
    assert results == ["advice", "looked at"]
    assert times == ["begun", "begun"]


def test_what_fails_comes_back_as_what_ended_it() -> None:
    inbox: queue.SimpleQueue[Worked] = queue.SimpleQueue()
    worker, error = Worker(inbox.put), OSError("gone")

    def fails(_: IsStopped) -> None:
        raise error

    worker.take(0, Work(job=fails))
    assert inbox.get(timeout=PATIENCE).found is error
    worker.close()


def test_what_is_wanted_later_makes_room() -> None:
    inbox: queue.SimpleQueue[Worked] = queue.SimpleQueue()
    worker, is_full = Worker(inbox.put), threading.Event()
    dropped = Work(job=lambda is_stopped: "dropped", after=MILLISECOND)
    worker.take(0, Work(job=lambda is_stopped: is_full.wait(PATIENCE)))
    worker.take(0, Work(job=lambda is_stopped: "later", after=20 * MILLISECOND))
    worker.take(0, dropped)
    worker.take(0, Work(job=lambda is_stopped: "now"))
    worker.drop(dropped)
    is_full.set()
    results = [inbox.get(timeout=PATIENCE).found for _ in range(3)]
    worker.close()
    assert results == [True, "now", "later"]


def test_nobody_waits_for_what_may_be_left() -> None:
    """A call to a server that does not answer holds nobody who wants to go."""
    inbox: queue.SimpleQueue[Worked] = queue.SimpleQueue()
    worker, begun, answers = Worker(inbox.put), threading.Event(), threading.Event()

    def asks(_: IsStopped) -> bool:
        begun.set()
        return answers.wait(PATIENCE)

    worker.take(0, Work(job=asks, may_be_left=True))
    begun.wait(PATIENCE)
    worker.close()
    assert not answers.is_set()
    answers.set()


@dataclass
class Hanging:
    """A journal whose disk takes its time with moves, until the reader's thread has looked."""

    journal: Journal
    on_move: Callable[[], None]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.journal, name)

    def append(self, game: int, number: int, events: Sequence[Event], /, **rest: Any) -> None:
        if any(isinstance(event, MoveMade) for event in events):
            self.on_move()
        self.journal.append(game, number, events, **rest)


@pytest.mark.parametrize(("held", "is_told"), [(HANGS, 1), (HANGS / 2, 0)])
def test_a_disk_that_hangs_is_told_once_by_the_readers_thread(held: timedelta, is_told: int) -> None:
    record, now = list[Any](), [timedelta(hours=1)]

    def hang() -> None:
        now[0] += held
        for _ in range(2):  # keys
            at.look_for_hanging()

    script = Script(["e4", "quit"])
    script.proceed()
    journal = Hanging(Journal(None), hang)
    at = games(script, record, journal, clock=lambda: now[0], awake=lambda: now[0])
    at.play(begin_game(journal, SETUP))
    assert said(record).count(PACK.phrase("disk_hangs").text) == is_told
    assert "pawn Eva two Eva four" in said(record)


def test_a_game_that_is_taken_over_ends_here_and_that_is_said() -> None:
    journal, record = Journal(None), list[Any]()
    at = games(Script([]), record, journal, is_taken=lambda: True)
    assert at.play(begin_game(journal, SETUP)) is Leaving.QUIT
    assert at.is_taken_over
    assert said(record)[-1] == PACK.phrase("game_taken_over").text
