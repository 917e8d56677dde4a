"""A player's place at a game on a server: the console, announcer and session of the program, and a real line."""

import contextlib
import io
import threading
import time
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

from access_chess.edge.lichess.server import Server
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.journal import Journal
from access_chess.laws.game import Game
from access_chess.online.calls import Call, game_stream
from access_chess.online.following import setup_of, site_of
from access_chess.online.lines import GameFull, game_line
from access_chess.profile import Profile
from access_chess.requests.request import Request
from access_chess.session.announcer import Announcer
from access_chess.session.console import Console
from access_chess.session.inbox import SpokenWords
from access_chess.session.online.aside import OnlineAside
from access_chess.session.online.online_game import OnlineGame
from access_chess.session.seat_setup import Extras, SeatSetup
from access_chess.session.session import Session, begin_game, resume_game
from access_chess.speech.telling.narration import NarrationSettings
from tests.support.lichess_server import PATIENCE, TOKEN, FarGame, FarServer

SILENCE = 0.5  # seconds: the server of the tests sends a sign of life each fifth of a second


class OnlineSeat(AbstractContextManager["OnlineSeat"]):
    """Anna's place. `waited` are the seconds that the program wanted to wait; it waits for hardly any here."""

    def __init__(self, far: FarServer, game: FarGame, file: Path, *, token: str = TOKEN) -> None:
        self.far, self.game = far, game
        self.waited: list[float] = []
        self.has_left = threading.Event()
        self.server = Server(far.address, token, silence=SILENCE)
        with contextlib.closing(Server(far.address, TOKEN)) as other:
            self.full = _full(other, game_stream(game.id))
        self._journal = Journal(file)
        language = load_language("en")
        self._screen = io.StringIO()
        settings = NarrationSettings(pack=language.pack, volunteers=True, listener=game.color)
        self._speaker = Speaker(voice=None, outputs=())
        announcer = Announcer(self._speaker, settings, screen=self._screen, is_private=True, asks=True)
        online = self.online = OnlineGame(
            self.server, self.full, game.color, language.pack, lambda part: announcer.reply(part, None),
            self.has_left.set, wait=self._wait,
        )  # fmt: skip
        number = self._journal.unfinished_at(site_of(game.id, far.address))
        setup = setup_of(self.full, far.address)
        record = begin_game(self._journal, setup) if number is None else resume_game(self._journal, number)
        self.session = Session(record, self._journal, outputs=(announcer, online))
        seat = SeatSetup(
            profile=Profile.ONLINE,
            color=game.color,
            extras=lambda session: Extras(requests=online.requests),
            answerer=lambda session: OnlineAside(online),
        )
        self.console = Console(self.session, announcer, language, seat)
        opened = far.opened[game.id]
        self.session.start()
        online.join(self.session)
        far.until(lambda: far.opened[game.id] > opened)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self.online.close()
        self.session.close()
        self.server.close()
        self._speaker.close()
        self._journal.close()

    @property
    def here(self) -> Game:
        """The game as it is kept here."""
        return self.session.game

    @property
    def moves(self) -> list[str]:
        """The moves as they are kept here."""
        return [ply.move.uci() for ply in self.here.plies]

    @property
    def said(self) -> list[str]:
        """All that has been said so far."""
        return self._screen.getvalue().splitlines()

    def enter(self, *lines: str) -> None:
        """Type."""
        for line in lines:
            self.console.enter(line)
            self.session.wait_until_decided(PATIENCE)

    def hear(self, request: Request) -> None:
        """Something was understood by the microphone."""
        self.console.hear(SpokenWords(said=request, board=self.here.board, at=self.session.now()))
        self.session.wait_until_decided(PATIENCE)

    def hears(self, sentence: str, *, times: int = 1) -> None:
        """Wait until this has been said so often."""
        until = time.monotonic() + PATIENCE
        while sum(sentence in line for line in self.said) < times:
            assert time.monotonic() < until, (sentence, self.said)
            time.sleep(0.005)

    def follows(self) -> None:
        """Wait until both have the same moves."""
        until = time.monotonic() + PATIENCE
        while self.here.board.fen().split()[:2] != self.game.board.fen().split()[:2]:
            assert time.monotonic() < until, (self.moves, self.game.moves, self.said)
            time.sleep(0.005)

    def _wait(self, event: threading.Event, seconds: float) -> bool:
        if seconds:
            self.waited.append(seconds)
        return event.wait(min(seconds, 0.02))


def _full(server: Server, call: Call) -> GameFull:
    with server.stream(call) as lines:
        return next(found for each in lines if isinstance(found := game_line(each), GameFull))
