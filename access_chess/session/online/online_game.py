"""A game on a server: what is done here is sent, what stands there is followed, and both go on after any cut.

Nothing has to be remembered for it: each first line of a stream tells all moves, and a move made here that the server
does not have is sent again as long as the program runs, or taken back where the server does not want it.
"""

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta

import chess
from msgspec import Struct

from access_chess.laws.events import MoveMade, MovesTakenBack
from access_chess.online import calls
from access_chess.online.calls import Call, Fate, Reply, ServerError
from access_chess.online.following import LichessNews, command_of, news, outcome_of, proposals_of
from access_chess.online.lines import ChatLine, GameFull, GameState, OpponentGone, game_line
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.online.listening import GameServer, LineListener, Listening, Wait, pause_after, wait_for
from access_chess.session.ports import Loop, Recorded
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart

TRIES = 3  # of what is no move: an offer that comes much later than it was made is another offer
DECIDED = 1.0  # seconds that a request waits for a move that was made just before it


class _Move(Struct, frozen=True, kw_only=True):
    """A move made here, with its place in the game."""

    ply: int
    move: chess.Move


class _Asked(Struct, frozen=True, kw_only=True):
    """Something else that was asked for; `done` is said when the server has it, where its streams do not tell.

    An answer is sent only while what it answers still `stands`: afterwards the same call would be an offer.
    """

    call: Call
    done: str = ""
    stands: Callable[[], bool] = lambda: True


class OnlineGame:
    """One game on a server, for the player of `color`. A Companion: it sends their moves, and has the game follow.

    `leave` is called when it makes no sense to stay, and `asked` after the opponent has asked something beside the
    game. May be used from any thread.
    """

    def __init__(
        self,
        server: GameServer,
        full: GameFull,
        color: chess.Color,
        pack: VoicePack,
        say: Callable[[SpokenPart], None],
        leave: Callable[[], None],
        asked: Callable[[], None] = lambda: None,
        *,
        wait: Wait = wait_for,
    ) -> None:
        self._server = server
        self._full = full
        self._color = color
        self._pack = pack
        self._say = say
        self._leave = leave
        self._on_asked = asked
        self._wait = wait
        self._session: Loop | None = None
        self._state: GameState | None = None
        self._order = threading.RLock()
        self._closing = threading.Event()
        self._tasks: queue.SimpleQueue[_Move | _Asked | None] = queue.SimpleQueue()
        self._queued: _Move | None = None
        self._claimable: threading.Timer | None = None
        self._is_lost = False
        self._proposals = 0  # to take back, of the opponent
        self._is_offer_older = False  # than the last of them, if it still stands
        told = LineListener(lost=self._lose, found=self._find, busy=self._pause, ended=self._end)
        self._stream = Listening(
            server, calls.game_stream(full.id), self._take, told, is_over=lambda: self._is_over, wait=wait
        )
        self._sender = threading.Thread(target=self._send_all, name="online sender", daemon=True)

    @property
    def take_back_wanted(self) -> str:
        """The number of the opponent's proposal to take back that waits for an answer; empty: there is none.

        An offer of a draw that came before it is answered first.
        """
        is_first = not (self._is_offer_older and self._is_draw_offered())
        return f"take back {self._proposals}" if self._is_proposed() and is_first else ""

    @property
    def take_back_words(self) -> SpokenPart:
        """What the opponent asks then."""
        return self._pack.phrase(LichessNews.TAKE_BACK_WANTED.value, name=self._opponent)

    def _is_proposed(self) -> bool:
        state = self._state
        return state is not None and not self._is_over and proposals_of(state)[not self._color]

    def _is_draw_offered(self) -> bool:
        return self._state is not None and self._offers(self._state)

    def _offers(self, state: GameState) -> bool:
        """Whether the opponent offers a draw."""
        return state.bdraw if self._color else state.wdraw

    @property
    def requests(self) -> Mapping[RequestName, Callable[[Request], None]]:
        """What goes to the server and not to the Laws."""
        game = self._full.id
        asked: dict[RequestName, _Asked] = {
            RequestName.OFFER_DRAW: _Asked(call=calls.draw(game, yes=True)),
            RequestName.ACCEPT_DRAW: _Asked(call=calls.draw(game, yes=True), stands=self._is_draw_offered),
            RequestName.CLAIM_THREEFOLD: _Asked(call=calls.draw(game, yes=True)),
            RequestName.CLAIM_FIFTY: _Asked(call=calls.draw(game, yes=True)),
            RequestName.DECLINE_DRAW: _Asked(call=calls.draw(game, yes=False), stands=self._is_draw_offered),
            RequestName.RESIGN: _Asked(call=calls.resign(game)),
            RequestName.ABORT: _Asked(call=calls.abort(game)),
            RequestName.CLAIM_VICTORY: _Asked(call=calls.claim_victory(game)),
            RequestName.CLAIM_DRAW: _Asked(call=calls.claim_draw(game)),
        }
        return {
            RequestName.TAKE_BACK: lambda request: self.answer_take_back(agrees=True),
            **{name: self._asking(each) for name, each in asked.items()},
        }

    def answer_take_back(self, *, agrees: bool) -> None:
        """Agree to what the opponent proposes, or propose it oneself; or do not agree."""
        done = "online_sent" if agrees and not self._is_proposed() else ""
        self._ask(_Asked(call=calls.take_back(self._full.id, yes=agrees), done=done))

    def join(self, session: Loop) -> None:
        """Follow the server's game in this session from now on.

        A move kept here that the server does not have may never have arrived, or may have been taken back there since:
        it is taken back, and nothing is sent unasked.
        """
        self._session = session
        self._take_state(self._full.state, is_settled=True)
        self._stream.start()
        self._sender.start()

    def on_event(self, recorded: Recorded) -> None:
        """A move of the player's own goes to the server, unless it came from there."""
        event = recorded.event
        if isinstance(event, MovesTakenBack):
            self._queued = None
        elif isinstance(event, MoveMade) and event.color is self._color:
            self._queue(_Move(ply=len(recorded.before.plies), move=event.move))

    def close(self) -> None:
        """Follow the game no more."""
        self._closing.set()
        self._stream.close()
        self._tasks.put(None)
        self._forget_claim()

    @property
    def _is_over(self) -> bool:
        return self._state is not None and outcome_of(self._state.status) is not None

    def _asking(self, asked: _Asked) -> Callable[[Request], None]:
        return lambda request: self._ask(asked)

    def _ask(self, asked: _Asked) -> None:
        """In its turn after a move that was made before it."""
        assert self._session is not None, "it is asked for in a session"
        self._session.wait_until_decided(DECIDED)
        plies = self._session.game.plies
        if plies and plies[-1].color is self._color:
            self._queue(_Move(ply=len(plies) - 1, move=plies[-1].move))
        self._tasks.put(asked)

    def _queue(self, made: _Move) -> None:
        """Once, no matter what tells of it first."""
        with self._order:
            if made != self._queued:
                self._queued = made
                self._tasks.put(made)

    # What the server says

    def _take(self, line: bytes) -> None:
        match game_line(line):
            case GameFull(state=state) | (GameState() as state):
                self._take_state(state)
            case OpponentGone() as gone:
                self._take_gone(gone)
            case ChatLine(room="player", username=name, text=text):
                said = {"name": calls.readable(name), "text": calls.readable(text)}
                self._say(self._pack.phrase("online_chat", **said))

    def _take_state(self, state: GameState, *, is_settled: bool = False) -> None:
        with self._order:
            before, self._state = self._state, state
            self._note_proposal(before, state)
            assert self._session is not None, "the game is followed in a session"
            is_shorter = before is not None and len(state.moves.split()) < len(before.moves.split())
            settled = is_settled or is_shorter  # a move on its way was thought of for another position
            is_timed = self._full.clock is not None
            self._session.submit(command_of(state, self._color, is_timed=is_timed, is_settled=settled))
            for each in self._news(before, state):
                self._say(self._pack.phrase(each.value, name=self._opponent))
                if each is LichessNews.TAKE_BACK_WANTED:
                    self._on_asked()
        if before is None or before.moves != state.moves:
            self._forget_claim()

    def _note_proposal(self, before: GameState | None, state: GameState) -> None:
        """Which came first, an offer of a draw or the proposal to take back: it is answered first."""
        was_proposed = before is not None and proposals_of(before)[not self._color]
        if self._is_proposed() and not was_proposed:
            self._proposals += 1
            self._is_offer_older = before is not None and self._offers(before)

    def _news(self, before: GameState | None, state: GameState) -> Iterator[LichessNews]:
        """What is said of a new state; a proposal that an offer kept waiting is told once more when that has gone."""
        yield from news(before, state, self._color)
        waited = before is not None and self._is_offer_older and self._offers(before)
        if waited and not self._is_draw_offered() and self._is_proposed():
            self._is_offer_older = False
            yield LichessNews.TAKE_BACK_WANTED

    def _take_gone(self, gone: OpponentGone) -> None:
        self._forget_claim()
        if not gone.gone:
            self._say(self._pack.phrase("online_back", name=self._opponent))
        elif gone.seconds:
            seconds = timedelta(seconds=gone.seconds)
            self._say(self._pack.phrase("online_gone", name=self._opponent, time=seconds))
            self._claimable = threading.Timer(gone.seconds, self._tell_claim)
            self._claimable.daemon = True
            self._claimable.start()
        else:
            self._tell_claim()

    def _tell_claim(self) -> None:
        if not self._is_over and not self._closing.is_set():
            self._say(self._pack.phrase("online_may_claim"))

    def _forget_claim(self) -> None:
        if self._claimable is not None:
            self._claimable.cancel()
            self._claimable = None

    @property
    def _opponent(self) -> str:
        return calls.readable((self._full.black if self._color else self._full.white).called, 60)

    # What goes to the server

    def _send_all(self) -> None:
        while (task := self._tasks.get()) is not None and not self._closing.is_set():
            if isinstance(task, _Move):
                self._send_move(task)
            else:
                self._send_asked(task)

    def _send_move(self, made: _Move) -> None:
        """Until the server has it or does not want it; what the stream shows meanwhile has arrived."""
        failures = 0
        while not self._closing.is_set() and not self._is_over and not self._has(made.ply) and self._stands(made):
            reply = self._server.call(calls.move(self._full.id, made.move))
            if reply.fate is Fate.DONE:
                self._find()
                return
            if reply.fate is Fate.REFUSED and self._settle(made, reply):
                return
            if reply.fate in (Fate.LOCKED_OUT, Fate.UNKNOWN):
                self._end(reply)
                return
            self._tell_failure(reply, failures)
            self._wait(self._closing, pause_after(reply, failures + 1))
            failures += 1

    def _send_asked(self, asked: _Asked) -> None:
        for failures in range(TRIES):
            if not asked.stands():
                self._say(self._pack.phrase("nothing_asked"))
                return
            reply = self._server.call(asked.call)
            match reply.fate:
                case Fate.DONE:
                    if asked.done:
                        self._say(self._pack.phrase(asked.done))
                    return
                case Fate.REFUSED:
                    self._refuse(reply)
                    return
                case Fate.LOCKED_OUT | Fate.UNKNOWN:
                    self._end(reply)
                    return
            if failures + 1 < TRIES:
                self._tell_failure(reply, failures)
                if self._wait(self._closing, pause_after(reply, failures + 1)) or self._is_over:
                    return
        self._say(self._pack.phrase("online_not_sent"))

    def _settle(self, made: _Move, reply: Reply) -> bool:
        """The server does not want the move, or has it already: how it stands there is looked up, and counts."""
        with contextlib.suppress(ServerError), self._server.stream(calls.game_stream(self._full.id)) as lines:
            full = next((line for each in lines if isinstance(line := game_line(each), GameFull)), None)
            if full is not None:
                self._take_state(full.state, is_settled=True)
                if not self._has(made.ply) and not self._is_over:
                    self._refuse(reply)
                return True
        return False

    def _has(self, ply: int) -> bool:
        """Whether the server shows this move, or another in its place."""
        state = self._state
        return state is not None and len(state.moves.split()) > ply

    def _stands(self, made: _Move) -> bool:
        """Whether the move still stands here: it may have been taken back meanwhile."""
        assert self._session is not None, "it was made in a session"
        plies = self._session.game.plies
        return len(plies) == made.ply + 1 and plies[made.ply].move == made.move

    # What is told

    def _refuse(self, reply: Reply) -> None:
        self._say(self._pack.phrase("online_refused", reason=reply.reason or str(reply.status)))

    def _tell_failure(self, reply: Reply, failures: int) -> None:
        if reply.fate is Fate.TOO_OFTEN:
            self._pause(timedelta(seconds=pause_after(reply, failures)))
        else:
            self._lose()

    def _lose(self) -> None:
        if not self._is_lost:
            self._is_lost = True
            self._say(self._pack.phrase("online_lost"))

    def _find(self) -> None:
        if self._is_lost:
            self._is_lost = False
            self._say(self._pack.phrase("online_found"))

    def _pause(self, time: timedelta) -> None:
        self._is_lost = True
        self._say(self._pack.phrase("online_busy", time=time))

    def _end(self, reply: Reply) -> None:
        """It makes no sense to try again: the token does not count any more, or there is no such game."""
        if self._closing.is_set():
            return
        self._closing.set()
        is_locked = reply.fate is Fate.LOCKED_OUT
        self._say(self._pack.phrase("online_locked_out" if is_locked else "online_unknown"))
        self._leave()
