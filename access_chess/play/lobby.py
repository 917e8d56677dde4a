"""Where a game on a server is waited for: one that goes on, one that was asked for, one that somebody else wants."""

import contextlib
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

import chess
from msgspec import Struct

from access_chess.laws.events import GameSetUp
from access_chess.laws.game import new_game
from access_chess.laws.setup import Setup
from access_chess.online import calls
from access_chess.online.calls import Call, Fate, Reply, ServerError
from access_chess.online.following import VARIANTS
from access_chess.online.lines import (
    Challenge,
    ChallengeCanceled,
    Challenged,
    ChallengeDeclined,
    EventLine,
    GameFull,
    GameInfo,
    GameStart,
    event_line,
)
from access_chess.play.server_stream import (
    PAUSES,
    Busy,
    Ended,
    GameServer,
    LineNews,
    LineState,
    Listening,
    Wait,
    first_line,
    pause_after,
    wait_for,
)
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.typed_line import typed_answer, typed_request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.inbox import AWAKE, Entry, Inbox, line_of
from access_chess.session.ports import LineReader
from access_chess.speech.utterance import SpokenPart

#: The server begins its stream with the games that go on; after so long there is none.
RUNNING_GAMES = timedelta(seconds=5)
#: A seek that is accepted ends before the game is told of.
AFTER_A_SEEK = timedelta(seconds=5)
ANSWERED = 3.0  # seconds that a leaving player waits for the number of the challenge, to take it back


class LobbyWish(Struct, frozen=True, kw_only=True):
    """What is asked for: by `call`, kept open where it `is_kept_open`; without one any game or challenge will do.

    `resumes`: only a game that goes on. A `call` that `names_game` is answered with the number of the game to come.
    """

    call: Call | None = None
    is_kept_open: bool = False
    resumes: bool = False
    names_game: bool = False


class LobbyGame(Struct, frozen=True, kw_only=True):
    """A game, and whose pieces are the player's."""

    full: GameFull
    color: chess.Color


@dataclass
class _Waiting:
    """What is known so far: the game that was promised, those that were told of, a challenge that is asked about."""

    promised: str = ""
    started: dict[str, GameInfo] = field(default_factory=dict)
    challenge: Challenge | None = None
    polls_left: int | None = None


class Lobby:
    """Waits, in the caller's thread, and says what comes. `name` is the player's own there."""

    def __init__(
        self,
        server: GameServer,
        name: str,
        language: PlayerLanguage,
        say: Callable[[SpokenPart], None],
        inbox: Inbox,
        reader: LineReader,
        *,
        wait: Wait = wait_for,
    ) -> None:
        self._server = server
        self._name = name
        self._language = language
        self._say = say
        self._inbox = inbox
        self._reader = reader
        self._wait = wait
        self._closing = threading.Event()
        self._arrivals: queue.SimpleQueue[EventLine | LineNews] = queue.SimpleQueue()
        self._waiting = _Waiting()
        self._is_reading = False
        self._asking: threading.Thread | None = None

    @property
    def is_reading(self) -> bool:
        """Whether the reader has been told to read a line that has not come yet."""
        return self._is_reading

    def find(self, wish: LobbyWish) -> LobbyGame | None:
        """The game that comes of a wish; None where none does, or where the player leaves. It has been said then."""
        opened = threading.Event()
        events = Listening[EventLine](
            self._server, calls.event_stream(), self._arrivals.put, event_line, begin=opened.set, wait=self._wait
        )
        events.start()
        if wish.resumes:
            self._waiting.polls_left = round(RUNNING_GAMES.total_seconds() / AWAKE)
        else:
            self._tell("online_waiting")
        if wish.call is not None:
            arguments = (wish, wish.call, opened)
            self._asking = threading.Thread(target=self._ask, args=arguments, name="online wish", daemon=True)
            self._asking.start()
        if self._reader.is_typed:
            self._proceed()
        try:
            return self._wait_for_game(wish)
        finally:
            self._closing.set()
            events.close()

    def _ask(self, wish: LobbyWish, call: Call, opened: threading.Event) -> None:
        """After the stream of events stands, so that no game is missed. Where the server is busy, again and again."""
        while not opened.wait(AWAKE):
            if self._closing.is_set():
                return
        for failures in range(len(PAUSES)):
            reply = self._keep_open(call) if wish.is_kept_open else self._server.call(call)
            if reply.fate is Fate.DONE:
                self._waiting.promised = reply.made
            if self._closing.is_set() or reply.fate not in (Fate.TOO_OFTEN, Fate.UNREACHED):
                break
            if reply.fate is Fate.TOO_OFTEN:
                self._arrivals.put(Busy(timedelta(seconds=pause_after(reply, failures))))
            if self._wait(self._closing, pause_after(reply, failures + 1)):
                return
        self._arrivals.put(Ended(reply))

    def _keep_open(self, call: Call) -> Reply:
        """A seek stands as long as its answer is read."""
        try:
            with self._server.stream(call) as lines:
                for _ in lines:
                    if self._closing.is_set():
                        break
        except ServerError as error:
            return error.reply
        return Reply(status=200)

    def _wait_for_game(self, wish: LobbyWish) -> LobbyGame | None:
        while True:
            with contextlib.suppress(queue.Empty):
                entry = self._inbox.get(timeout=AWAKE)
                if not self._goes_on_after(entry):
                    self._leave(wish)
                    return None
            with contextlib.suppress(queue.Empty):
                while True:
                    arrived = self._arrivals.get_nowait()
                    if isinstance(arrived, Ended) and not self._goes_on_with(arrived.reply, wish):
                        return None
                    self._come(arrived)
            found = next((each for each in self._waiting.started.values() if self._is_wanted(each, wish)), None)
            if found is not None:
                return self._seated(found)
            if self._is_late():
                self._tell("online_no_game" if wish.resumes else "online_nobody")
                return None

    def _is_late(self) -> bool:
        left = self._waiting.polls_left
        if left is not None:
            self._waiting.polls_left = left - 1
        return left == 0

    def _is_wanted(self, game: GameInfo, wish: LobbyWish) -> bool:
        if wish.call is None or wish.resumes:
            return True
        return game.game == self._waiting.promised if wish.names_game else not game.has_moved

    def _goes_on_with(self, reply: Reply, wish: LobbyWish) -> bool:
        """Whether waiting makes sense after the answer to a call."""
        match reply.fate:
            case Fate.DONE:
                if wish.is_kept_open:
                    self._waiting.polls_left = round(AFTER_A_SEEK.total_seconds() / AWAKE)
                return True
            case Fate.LOCKED_OUT:
                self._tell("online_locked_out")
            case Fate.REFUSED | Fate.UNKNOWN:
                self._tell("online_refused", reason=reply.reason or str(reply.status))
            case Fate.TOO_OFTEN | Fate.UNREACHED:
                self._tell("online_not_sent")
        return False

    def _come(self, told: EventLine | LineNews) -> None:
        match told:
            case LineState.LOST:
                self._tell("online_lost_waiting")
            case LineState.FOUND:
                self._tell("online_found")
            case Busy(time=time):
                self._tell("online_busy", time=time)
            case GameStart(game=game):
                self._waiting.started[game.game] = game
            case Challenged(challenge=challenge) if not self._is_own(challenge):
                self._waiting.challenge = challenge
                terms = calls.readable(challenge.time.show or challenge.time.kind)
                name = calls.readable(challenge.challenger.called, 60)
                self._tell("online_challenged", name=name, terms=terms)
                self._proceed()
            case ChallengeCanceled(challenge=challenge) if self._is_asked(challenge):
                self._waiting.challenge = None
                self._tell("online_challenge_gone", name=calls.readable(challenge.challenger.called, 60))
            case ChallengeDeclined(challenge=challenge):
                name = calls.readable(challenge.dest.called if challenge.dest else "", 60)
                self._tell("online_declined", name=name, reason=calls.readable(challenge.reason))
                self._waiting.polls_left = 0

    def _is_own(self, challenge: Challenge) -> bool:
        is_by_oneself = challenge.challenger.called.casefold() == self._name.casefold()
        return challenge.direction == "out" or (not challenge.direction and is_by_oneself)

    def _is_asked(self, challenge: Challenge) -> bool:
        asked = self._waiting.challenge
        return asked is not None and asked.id == challenge.id

    def _goes_on_after(self, entry: Entry) -> bool:
        """Whether the player stays after what was typed; only yes, no and the request to quit mean something here."""
        self._is_reading = False
        if entry is None:
            return False
        if (line := line_of(entry)) is not None:
            answer = typed_answer(line, self._language.words)
            asked = typed_request(line, new_game(GameSetUp(setup=Setup())), self._language)
            if isinstance(asked, Request) and asked.name is RequestName.QUIT:
                return False
            challenge = self._waiting.challenge
            if challenge is not None and answer in (RequestName.YES, RequestName.NO):
                self._waiting.challenge = None
                self._answer(challenge, accept=answer is RequestName.YES)
            elif line.strip():
                self._tell("online_waiting")
        self._proceed()
        return True

    def _answer(self, challenge: Challenge, *, accept: bool) -> None:
        """The game follows in the stream; where the challenge has gone meanwhile, another may come."""
        reply = self._server.call(calls.answer_challenge(challenge.id, accept=accept))
        if reply.fate is not Fate.DONE:
            self._goes_on_with(reply, LobbyWish())

    def _leave(self, wish: LobbyWish) -> None:
        """A challenge of one's own is taken back; a seek ends with its connection."""
        self._closing.set()
        if self._asking is not None and wish.names_game:
            self._asking.join(ANSWERED)
        if wish.names_game and self._waiting.promised:
            self._server.call(calls.cancel_challenge(self._waiting.promised))

    def _proceed(self) -> None:
        if not self._is_reading:
            self._is_reading = True
            self._reader.proceed()

    def _seated(self, game: GameInfo) -> LobbyGame | None:
        """The game with all that is agreed, if its moves are those of chess."""
        for failures in range(len(PAUSES)):
            try:
                full = first_line(self._server, game.game)
            except ServerError as error:
                if error.reply.fate in (Fate.LOCKED_OUT, Fate.UNKNOWN):
                    self._goes_on_with(error.reply, LobbyWish())
                    return None
                full = None
            if full is not None and full.variant.key not in VARIANTS:
                self._tell("online_variant", name=full.variant.key)
                return None
            if full is not None:
                return LobbyGame(full=full, color=self._color_of(game, full))
            self._wait(self._closing, PAUSES[failures])
        self._tell("online_not_sent")
        return None

    def _color_of(self, game: GameInfo, full: GameFull) -> chess.Color:
        if game.color in chess.COLOR_NAMES:
            return game.color == "white"
        return full.white.called.casefold() == self._name.casefold()

    def _tell(self, phrase: str, **slots: str | timedelta) -> None:
        self._say(self._language.pack.phrase(phrase, **slots))
