"""A server that speaks as Lichess does (its public specification, version 2.0.165), with everything that can go wrong.

Nothing of it goes over a network. The test plays the opponent, cuts lines, and has it answer with any status.
"""

import asyncio
import base64
import contextlib
import hashlib
import json
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

import chess
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

PATIENCE = 10.0
TOKEN = "lip_good"
CODE = "liu_code"
OPPONENT = {"id": "boris", "name": "Boris", "title": None, "rating": 1700}
SELF = {"id": "anna", "name": "Anna", "title": None, "rating": 1600}
ENDED = ("aborted", "mate", "resign", "stalemate", "timeout", "draw", "outoftime", "cheat", "noStart")


@dataclass
class FarGame:
    """One game as the server has it; the player has `color`."""

    id: str
    color: chess.Color = chess.WHITE
    variant: str = "standard"
    fen: str = "startpos"
    clock: tuple[int, int] | None = (900_000, 10_000)
    moves: list[str] = field(default_factory=list)
    times: list[int] = field(default_factory=lambda: [900_000, 900_000])
    status: str = "started"
    winner: str | None = None
    draws: set[chess.Color] = field(default_factory=set)
    take_backs: set[chess.Color] = field(default_factory=set)
    is_claimable: bool = False
    opponent: dict[str, Any] = field(default_factory=lambda: dict(OPPONENT))

    @property
    def board(self) -> chess.Board:
        """The position; castling as it came."""
        board = chess.Board(chess.STARTING_FEN if self.fen == "startpos" else self.fen, chess960=True)
        for move in self.moves:
            board.push(board.parse_uci(move))
        return board

    @property
    def state(self) -> dict[str, Any]:
        """A `gameState`."""
        offers = {f"{name[0]}draw": True for color in self.draws for name in (chess.COLOR_NAMES[color],)}
        backs = {f"{name[0]}takeback": True for color in self.take_backs for name in (chess.COLOR_NAMES[color],)}
        increment = 0 if self.clock is None else self.clock[1]
        found = {
            "type": "gameState", "moves": " ".join(self.moves), "wtime": self.times[0], "btime": self.times[1],
            "winc": increment, "binc": increment, "status": self.status, **offers, **backs,
        }  # fmt: skip
        return found if self.winner is None else {**found, "winner": self.winner}

    @property
    def full(self) -> dict[str, Any]:
        """A `gameFull`."""
        players = (SELF, self.opponent) if self.color else (self.opponent, SELF)
        found: dict[str, Any] = {
            "type": "gameFull", "id": self.id, "variant": {"key": self.variant, "name": self.variant, "short": "?"},
            "speed": "rapid", "perf": {"name": "Rapid"}, "rated": False, "createdAt": 1, "white": players[0],
            "black": players[1], "initialFen": self.fen, "state": self.state,
        }  # fmt: skip
        if self.clock is not None:
            found["clock"] = {"initial": self.clock[0], "increment": self.clock[1]}
        return found

    @property
    def start(self) -> dict[str, Any]:
        """A `gameStart` of the stream of events."""
        info = {
            "fullId": f"{self.id}abcd", "gameId": self.id, "id": self.id, "color": chess.COLOR_NAMES[self.color],
            "variant": {"key": self.variant, "name": self.variant}, "hasMoved": bool(self.moves), "source": "lobby",
            "opponent": {"id": "boris", "username": "Boris", "rating": 1700}, "isMyTurn": True,
        }  # fmt: skip
        return {"type": "gameStart", "game": info}

    def end(self, status: str, winner: chess.Color | None = None) -> None:
        """It is over."""
        self.status = status
        self.winner = None if winner is None else chess.COLOR_NAMES[winner]

    def make(self, move: str, color: chess.Color) -> str:
        """Make a move; why not, if it cannot be."""
        board = self.board
        if self.status != "started":
            return "Game already finished"
        if board.turn is not color:
            return "Not your turn, or game already over"
        try:
            parsed = board.parse_uci(move)
        except ValueError:
            return f"Piece on {move[:2]} cannot move to {move[2:4]}"
        self.moves.append(parsed.uci())  # king to rook, as the server writes castling
        self.draws.discard(not color)
        self.take_backs.clear()
        after = self.board
        if after.is_checkmate():
            self.end("mate", color)
        elif after.is_stalemate():
            self.end("stalemate")
        return ""


@dataclass
class _Fault:
    """What is answered instead, so many times; None: the line is cut without an answer."""

    part: str
    status: int | None
    times: int
    retry_after: str = ""
    is_done_first: bool = False


class FarServer:
    """The server; `asked` are the calls that it got, `cut` and the like are what a test does to it."""

    def __init__(self) -> None:
        self.games: dict[str, FarGame] = {}
        self.asked: list[str] = []
        self.forms: list[dict[str, str]] = []
        self.challenges: list[dict[str, Any]] = []
        self.tokens = {TOKEN}
        self.seekers = 0
        self.silent = False
        self.opened: Counter[str] = Counter()
        self._faults: list[_Fault] = []
        self._streams: dict[str, list[asyncio.Queue[bytes | None]]] = {}
        self._challenge = ""
        self._changed = threading.Condition()

    # what a test does

    def add(self, game: FarGame) -> FarGame:
        """A game begins, and who listens is told."""
        self.games[game.id] = game
        self.tell("events", game.start)
        return game

    def plays(self, game: FarGame, move: str, *, times: tuple[int, int] | None = None) -> None:
        """The opponent moves."""
        if times is not None:
            game.times = list(times)
        assert not (why := game.make(move, not game.color)), why
        self.show(game)

    def show(self, game: FarGame) -> None:
        """Send how the game stands; a game that is over ends its streams."""
        self.tell(game.id, game.state)
        if game.status in ENDED:
            self._put(game.id, None)

    def tell(self, stream: str, line: dict[str, Any]) -> None:
        """Send a line."""
        self._put(stream, json.dumps(line).encode() + b"\n")

    def send(self, stream: str, raw: bytes) -> None:
        """Send bytes, be they a line or half of one."""
        self._put(stream, raw)

    def cut(self, stream: str) -> None:
        """End all streams of a name in the middle."""
        self._put(stream, None)

    def fail(
        self, part: str, status: int | None, times: int = 1, *, retry_after: str = "", is_done_first: bool = False
    ) -> None:
        """Answer calls whose path has this part so many times with a status (None: not at all).

        With `is_done_first` the call is carried out, and only its answer is lost.
        """
        self._faults.append(_Fault(part, status, times, retry_after, is_done_first))

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait until the server is as it should be."""
        with self._changed:
            assert self._changed.wait_for(condition, PATIENCE), (self.asked, self.opened)

    def mend(self) -> None:
        """Nothing goes wrong any more."""
        self._faults.clear()

    # how it serves

    def _put(self, stream: str, item: bytes | None) -> None:
        for waiting in tuple(self._streams.get(stream, ())):
            self.loop.call_soon_threadsafe(waiting.put_nowait, item)

    def _fault(self, path: str) -> _Fault | None:
        for fault in self._faults:
            if fault.part in path and fault.times:
                fault.times -= 1
                return fault
        return None

    async def handle(self, request: Request) -> Response:
        """Everything: first who asks, then what goes wrong, then what he asks for."""
        path = request.url.path
        form = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        with self._changed:
            self.asked.append(f"{request.method} {path}")
            self.forms.append(form)
            self._changed.notify_all()
        fault = self._fault(path)
        if fault is not None and fault.is_done_first:
            await self._answer(request, path, form)
        if fault is not None and fault.status is None:
            return StreamingResponse(_broken(), media_type="application/json")
        if fault is not None and fault.status is not None:
            headers = {"retry-after": fault.retry_after} if fault.retry_after else {}
            return JSONResponse({"error": f"fault {fault.status}"}, fault.status, headers)
        if path == "/oauth" or path == "/api/token":
            return self._login(request, form)
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        if bearer not in self.tokens:
            return JSONResponse({"error": "No such token"}, 401)
        return await self._answer(request, path, form)

    def _login(self, request: Request, form: dict[str, str]) -> Response:
        query = request.query_params
        if request.url.path == "/oauth":
            self._challenge = query["code_challenge"]
            assert query["code_challenge_method"] == "S256" and query["response_type"] == "code"
            return RedirectResponse(f"{query['redirect_uri']}?code={CODE}&state={query['state']}", 302)
        if request.method == "DELETE":
            self.tokens.discard(request.headers.get("authorization", "").removeprefix("Bearer "))
            return Response(status_code=204)
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        made = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if form["code"] != CODE or made != self._challenge:
            return JSONResponse({"error": "invalid_grant", "error_description": "hash of code_verifier"}, 400)
        return JSONResponse({"token_type": "Bearer", "access_token": TOKEN, "expires_in": 31536000})

    async def _answer(self, request: Request, path: str, form: dict[str, str]) -> Response:
        parts = path.strip("/").split("/")
        if path == "/api/account":
            return JSONResponse({"id": "anna", "username": "Anna"})
        if path == "/api/stream/event":
            first = [game.start for game in self.games.values() if game.status == "started"]
            first += [{"type": "challenge", "challenge": each} for each in self.challenges]
            return self._stream("events", first, is_one=True)
        if path == "/api/board/seek":
            return self._seek(form)
        if parts[:2] == ["api", "challenge"]:
            return self._challenged(parts[2:], form)
        return self._of_game(parts[3:])

    def _seek(self, form: dict[str, str]) -> Response:
        if "days" not in form and float(form["time"]) + float(form["increment"]) * 40 / 60 < 8:
            return JSONResponse({"error": "Invalid time control"}, 400)
        return JSONResponse({"id": "seek1234"}) if "days" in form else self._stream("seek", [])

    def _challenged(self, parts: list[str], form: dict[str, str]) -> Response:
        if parts[0] == "ai":
            limits = [int(form[name]) * 1000 for name in ("clock.limit", "clock.increment") if name in form]
            clock = (limits[0], limits[1]) if limits else None
            game = FarGame(id="aigame12", clock=clock, opponent={"aiLevel": int(form["level"]), "id": "", "name": ""})
            game.color = form.get("color", "white") == "white"
            self.add(game)
            return JSONResponse({"id": game.id, "fullId": f"{game.id}abcd"}, 201)
        if len(parts) > 1:
            known = [each for each in self.challenges if each["id"] == parts[0]]
            if not known:
                return JSONResponse({"error": "Not found"}, 404)
            self.challenges.remove(known[0])
            if parts[1] == "accept":
                self.add(FarGame(id=parts[0]))
            return JSONResponse({"ok": True})
        if parts[0] == "nobody":
            return JSONResponse({"error": "No such user: nobody"}, 404)
        return JSONResponse({"id": "chall123", "status": "created"})

    def _of_game(self, parts: list[str]) -> Response:
        name = parts[1] if parts[0] == "stream" else parts[0]
        game = self.games.get(name)
        if game is None:
            return JSONResponse({"error": "Not found"}, 404)
        if parts[0] == "stream":
            return self._stream(game.id, [game.full], is_short=game.status != "started")
        why = self._done(game, parts[1:])
        if why:
            return JSONResponse({"error": why}, 400)
        self.show(game)
        return JSONResponse({"ok": True})

    def _done(self, game: FarGame, what: list[str]) -> str:
        own = game.color
        if game.status != "started":
            return "Game already finished"
        match what:
            case ["move", move]:
                return game.make(move, own)
            case ["draw", "yes"]:
                game.draws.add(own)
                if len(game.draws) == 2 or game.board.is_repetition(3):
                    game.end("draw")
            case ["draw", "no"]:
                game.draws.discard(not own)
            case ["takeback", "yes"]:
                if not game.moves:
                    return "There is no move to take back"
                game.take_backs.add(own)
                if len(game.take_backs) == 2:
                    game.moves = game.moves[: -1 if game.board.turn is own else -2]
                    game.take_backs.clear()
            case ["takeback", "no"]:
                game.take_backs.discard(not own)
            case ["resign"]:
                game.end("resign", not own)
            case ["abort"]:
                if len(game.moves) > 1:
                    return "This game can no longer be aborted"
                game.end("aborted")
            case ["claim-victory"] | ["claim-draw"]:
                if not game.is_claimable:
                    return "You cannot claim now"
                game.end("timeout", own if what == ["claim-victory"] else None)
            case _:
                return "Unknown"
        return ""

    def _stream(
        self, name: str, first: list[dict[str, Any]], *, is_short: bool = False, is_one: bool = False
    ) -> StreamingResponse:
        if is_one:
            self.cut(name)  # only one stream of events stands
        waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        for line in first:
            waiting.put_nowait(json.dumps(line).encode() + b"\n")
        if is_short:
            waiting.put_nowait(None)
        self._streams.setdefault(name, []).append(waiting)
        return StreamingResponse(self._lines(name, waiting), media_type="application/x-ndjson")

    async def _lines(self, name: str, waiting: "asyncio.Queue[bytes | None]") -> AsyncIterator[bytes]:
        with self._changed:
            self.opened[name] += 1
            self._changed.notify_all()
        try:
            yield b"\n"
            while (item := await self._next(waiting)) is not None:
                yield item
        finally:
            self._streams[name].remove(waiting)
            with self._changed:
                self.opened[f"{name} left"] += 1
                self._changed.notify_all()

    async def _next(self, waiting: "asyncio.Queue[bytes | None]") -> bytes | None:
        """The next bytes; a sign of life where there is nothing, unless the server is silent."""
        while True:
            with contextlib.suppress(asyncio.TimeoutError):
                return await asyncio.wait_for(waiting.get(), 0.2)
            if not self.silent:
                return b"\n"

    loop: asyncio.AbstractEventLoop
    address: str


async def _broken() -> AsyncIterator[bytes]:
    yield b'{"ok":'
    raise ConnectionResetError("cut by the test")


@contextlib.contextmanager
def far_server() -> Iterator[FarServer]:
    """A server that serves as long as the block runs."""
    far = FarServer()
    app = Starlette(routes=[Route("/{path:path}", far.handle, methods=["GET", "POST", "DELETE"])])
    server = uvicorn.Server(
        uvicorn.Config(app, port=0, log_level="critical", lifespan="off", timeout_graceful_shutdown=0)
    )

    async def serve() -> None:
        far.loop = asyncio.get_running_loop()
        await server.serve()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    until = time.monotonic() + PATIENCE
    while not server.started and time.monotonic() < until:
        time.sleep(0.005)
    far.address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    try:
        yield far
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
