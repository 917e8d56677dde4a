"""A player's table whose game is on a server, without threads, without a network and without real time."""

import io
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import chess

from access_chess.conversation.rights import ArbiterRights
from access_chess.conversation.state import Dialogue
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import player
from access_chess.laws.game import Game
from access_chess.online.calls import Call, Reply, ServerError
from access_chess.online.following import setup_of, site_of
from access_chess.online.lines import game_line
from access_chess.play.at_server import SERVER_DEEDS, AtServer
from access_chess.play.deeds import DEEDS, not_now
from access_chess.play.loop import Table
from access_chess.play.messages import ServerTold, TablePlace, Typed, Work, Worked
from access_chess.play.seat import PlayerSeat
from access_chess.play.server_stream import LineNews, first_line
from access_chess.profile import Profile
from access_chess.requests.request import Request
from access_chess.requests.row import Here
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import SpokenWords
from access_chess.session.record import begin_game, resume_game
from access_chess.session.sheet_desk import Sheets
from access_chess.speech.telling.narration import NarrationSettings
from tests.support.lichess_server import FarGame, FarServer

LANGUAGE = load_language("en")


class StillServer(FarServer):
    """The server of the tests, asked and heard without a network: a GameServer. `table` hears its streams."""

    address = "https://far.example"

    def __init__(self) -> None:
        super().__init__()
        self.table: ServerTable | None = None

    def call(self, call: Call) -> Reply:
        """Carry out a call to a game, unless something is to go wrong."""
        self.asked.append(f"{call.method} {call.path}")
        fault = self._fault(call.path)
        if fault is None or fault.is_done_first:
            done = self._of_game(call.path.strip("/").split("/")[3:])
            why = json.loads(bytes(done.body)).get("error", "")
            reply = Reply(status=done.status_code, reason=why)
        return reply if fault is None else self._faulty(fault.status, fault.retry_after)

    @contextmanager
    def stream(self, call: Call) -> Iterator[Iterator[bytes]]:
        """The first line of a game's stream; all else reaches the table by itself."""
        self.asked.append(f"{call.method} {call.path}")
        if (fault := self._fault(call.path)) is not None:
            raise ServerError(self._faulty(fault.status, fault.retry_after))
        yield iter([json.dumps(self.games[call.path.rpartition("/")[2]].full).encode()])

    def _faulty(self, status: int | None, retry_after: str) -> Reply:
        return Reply(
            status=status, reason="" if status is None else f"fault {status}", wait=float(retry_after or 0) or None
        )

    def _put(self, stream: str, item: bytes | None) -> None:
        if self.table is not None and item is not None and stream == self.table.game.id:
            self.table.hears_line(item)


class ServerTable:
    """Anna's table. What her worker has to do is done after each message, but for what waits: `passes` lets time go by.

    With `is_late` the lines of the stream come after the answers to calls, else before them.
    """

    def __init__(self, far: StillServer, game: FarGame, file: Path | None = None, *, is_late: bool = False) -> None:
        self.far, self.game, self._is_late = far, game, is_late
        self.now = timedelta()
        self.trouble: list[Exception] = []
        self._journal = Journal(file)
        self._screen = io.StringIO()
        settings = NarrationSettings(pack=LANGUAGE.pack, volunteers=True, listener=game.color)
        voice = Announcer(Speaker(voice=None, outputs=()), settings, screen=self._screen, is_private=True, asks=True)
        far.table = None
        full = first_line(far, game.id)
        assert full is not None
        number = self._journal.unfinished_at(site_of(game.id, far.address))
        setup = setup_of(full, far.address)
        record = begin_game(self._journal, setup) if number is None else resume_game(self._journal, number)
        self._works: list[Work] = []
        self._lines: list[bytes] = []
        self._is_doing = False
        at = AtServer(server=far, full=full, color=game.color, pack=LANGUAGE.pack)
        self.table = Table(
            record, self._journal, [TablePlace(seat=_seat(at, game.color), voice=voice)],
            work=lambda seat, work: self._works.append(work), drop=self._drop, on_trouble=self.trouble.append,
        )  # fmt: skip
        voice.ask_by(lambda: self.seat.waits_since(self.here))
        far.table = self
        self.table.open(self.now, stands=record.game.is_clock_on)
        self._work()

    @property
    def seat(self) -> PlayerSeat:
        """Where she sits."""
        seat = self.table.seat(0)
        assert isinstance(seat, PlayerSeat)
        return seat

    @property
    def here(self) -> Game:
        """The game as it is kept here."""
        return self.table.game

    @property
    def moves(self) -> list[str]:
        """The moves as they are kept here."""
        return [ply.move.uci() for ply in self.here.plies]

    @property
    def said(self) -> list[str]:
        """All that has been said so far."""
        return self._screen.getvalue().splitlines()

    @property
    def pauses(self) -> list[float]:
        """The seconds for which something waits to be done."""
        return [work.after.total_seconds() for work in self._works]

    def enter(self, *lines: str) -> list[str]:
        """Type; what is said of it."""
        before = len(self.said)
        for line in lines:
            self.table.turn(Typed(line=line, at=self.now))
            self._work()
        return self.said[before:]

    def hear(self, request: Request) -> list[str]:
        """What is said when something was understood by the microphone."""
        before = len(self.said)
        self.table.turn(SpokenWords(said=request, board=self.here.board, at=self.now))
        self._work()
        return self.said[before:]

    def fares(self, news: LineNews) -> list[str]:
        """What is said when something is told of the stream."""
        before = len(self.said)
        self.table.turn(ServerTold(told=news, at=self.now))
        self._work()
        return self.said[before:]

    def hears_line(self, raw: bytes) -> None:
        """A line comes by the stream, now or after what is being done."""
        self._lines.append(raw)
        if not (self._is_doing and self._is_late):
            self._hear_lines()
        if not self._is_doing:
            self._work()

    def passes(self, seconds: float) -> list[str]:
        """What is said while time goes by."""
        before = len(self.said)
        self.now += timedelta(seconds=seconds)
        due = [work for work in self._works if work.after <= timedelta(seconds=seconds)]
        for work in due:
            if any(work is each for each in self._works):
                self._do(work)
        self._work()
        return self.said[before:]

    def leaves(self) -> None:
        """She goes; what she has kept stays."""
        self.far.table = None
        self._journal.close()

    def agrees(self) -> bool:
        """Whether both have the same position."""
        return self.here.board.fen().split()[:2] == self.game.board.fen().split()[:2]

    def _work(self) -> None:
        """Do what is to be done at once, until nothing is."""
        while (work := next((each for each in self._works if not each.after), None)) is not None:
            self._do(work)
        self._hear_lines()
        if any(not each.after for each in self._works):
            self._work()
        assert self.trouble == []

    def _do(self, work: Work) -> None:
        self._drop(work)
        self._is_doing = True
        found = work.job(lambda: False)
        self._is_doing = False
        self.table.turn(Worked(work=work, found=found, at=self.now, seat=0))

    def _drop(self, work: Work) -> None:
        self._works = [each for each in self._works if each is not work]

    def _hear_lines(self) -> None:
        lines, self._lines = self._lines, []
        for raw in lines:
            if (told := game_line(raw)) is not None:
                self.table.turn(ServerTold(told=told, at=self.now))


def _seat(at: AtServer, color: chess.Color) -> PlayerSeat:
    return PlayerSeat(
        language=LANGUAGE, dialogue=Dialogue(here=Here(profile=Profile.ONLINE), color=color), author=player(color),
        deeds={**DEEDS, **SERVER_DEEDS}, others=not_now, rights=ArbiterRights(is_his_own=False),
        sheets=Sheets(pack=LANGUAGE.pack, form=LANGUAGE.form), server=at,
    )  # fmt: skip


def sent(far: FarServer) -> Sequence[str]:
    """What was asked of games, without their streams."""
    return [call.partition("/game/")[2].partition("/")[2] for call in far.asked if "/stream/" not in call]
