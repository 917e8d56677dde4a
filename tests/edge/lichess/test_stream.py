"""The stream of a game over a real line: whatever happens to it, what stands there in the end is heard."""

import queue
import threading
from collections.abc import Iterator
from contextlib import closing

import chess
import pytest

from access_chess.edge.lichess.server import Server
from access_chess.online.calls import Fate, game_stream
from access_chess.online.following import outcome_of
from access_chess.online.lines import GameFull, GameLine, GameState, game_line
from access_chess.play.server_stream import Busy, Ended, LineNews, LineState, Listening
from tests.support.lichess_server import PATIENCE, TOKEN, FarGame, FarServer, far_server

SILENCE = 0.5  # seconds: the server of the tests sends a sign of life each fifth of a second


@pytest.fixture(scope="module")
def far() -> Iterator[FarServer]:
    with far_server() as server:
        yield server


class Heard:
    """What comes by a stream; `waited` are the seconds that it wanted to wait, and it waits for hardly any here."""

    def __init__(self, far: FarServer, game: FarGame, token: str = TOKEN) -> None:
        self.all: list[GameLine | LineNews] = []
        self.waited: list[float] = []
        self._inbox: queue.SimpleQueue[GameLine | LineNews] = queue.SimpleQueue()
        self._server = Server(far.address, token, silence=SILENCE)
        self._stream = Listening[GameLine](
            self._server, game_stream(game.id), self._inbox.put, game_line, is_last=_is_last, wait=self._wait
        )
        self._stream.start()

    def until(self, moves: str) -> None:
        """Wait until these moves are told, and then again at the beginning of another stream."""
        while self.state is None or self.state.moves != moves:
            self.all.append(self._inbox.get(timeout=PATIENCE))

    def next(self) -> GameLine | LineNews:
        """What comes next."""
        return self._inbox.get(timeout=PATIENCE)

    @property
    def state(self) -> GameState | None:
        """How the game stood the last time that it was told."""
        last = next((each for each in reversed(self.all) if isinstance(each, GameFull | GameState)), None)
        return last.state if isinstance(last, GameFull) else last

    def close(self) -> None:
        """Listen no more."""
        self._stream.close()
        self._server.close()

    def _wait(self, event: threading.Event, seconds: float) -> bool:
        self.waited.append(seconds)
        return event.wait(min(seconds, 0.02))


def _is_last(line: GameLine) -> bool:
    state = line.state if isinstance(line, GameFull) else line
    return isinstance(state, GameState) and outcome_of(state.status) is not None


@pytest.mark.parametrize(
    "trouble", ["cut", "half a line", "half a line and a cut", "silence", "nonsense", "503", "429"]
)
def test_after_any_trouble_the_game_is_told_as_it_stands(far: FarServer, trouble: str) -> None:
    game = far.add(FarGame(id=f"stream{trouble.replace(' ', '')}", moves=["e2e4"]))
    with closing(Heard(far, game)) as heard:
        heard.until("e2e4")
        opened = far.opened[game.id]
        assert not (why := game.make("e7e5", chess.BLACK)), why
        match trouble:
            case "half a line":  # the rest of it comes later
                far.send(game.id, b'{"type":"gameState","moves":"e2e4 e7')
                far.send(game.id, b'e5","wtime":1,"btime":1,"winc":0,"binc":0,"status":"started"}\n')
            case "half a line and a cut":
                far.send(game.id, b'{"type":"gameState","moves":"e2e4 e7')
                far.cut(game.id)
            case "nonsense":
                far.send(game.id, b'[]\n{"type":"weather"}\n\xff\xfe\n{"type":"gameState"}\n')
                far.show(game)
            case "silence":
                far.silent = True
                far.until(lambda: far.opened[game.id] > opened)
                far.silent = False
            case "503" | "429":
                far.fail("/game/stream/", int(trouble), 2, retry_after="7" if trouble == "429" else "")
                far.cut(game.id)
            case _:
                far.cut(game.id)
        heard.until("e2e4 e7e5")
        news = [each for each in heard.all if isinstance(each, LineState | Busy)]
        match trouble:
            case "503":
                assert news == [LineState.LOST, LineState.FOUND]
            case "429":
                assert [type(each) for each in news] == [Busy, Busy, LineState] and 7.0 in heard.waited
            case _:
                assert news == [], "a cut that is mended at once is no news"


def test_a_token_that_has_ended_is_noticed(far: FarServer) -> None:
    game = far.add(FarGame(id="streamtoken"))
    with closing(Heard(far, game, "lip_other")) as heard:
        ended = heard.next()
        assert isinstance(ended, Ended) and ended.reply.fate is Fate.LOCKED_OUT


def test_after_the_end_nothing_is_asked(far: FarServer) -> None:
    """The server closes the stream of a game that is over, and it is not opened again."""
    game = far.add(FarGame(id="streamend"))
    with closing(Heard(far, game)) as heard:
        heard.until("")
        opened = far.opened[game.id]
        game.end("resign", chess.WHITE)
        far.show(game)
        last = heard.next()
        assert isinstance(last, GameState) and last.winner == "white"
        far.until(lambda: far.opened[f"{game.id} left"] == opened)
        assert heard.waited == []
