"""The host's end of the line to a sensor board: bytes in, reports and bytes out; no port and no clock in here.

The rules are those of `hardware/protocol/protocol.md`. Every function takes the link as it is and returns a `LinkStep`:
the link as it becomes, the bytes to send, and what to report.
"""

from collections.abc import Callable
from datetime import timedelta
from enum import Enum, auto
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from access_chess.board.wire.board_clock import BoardTime
from access_chess.board.wire.frames import (
    STATUS_BAD_ARGUMENT,
    STATUS_GONE,
    STATUS_OK,
    Ack,
    Buzz,
    Event,
    Frame,
    Heartbeat,
    Hello,
    HelloRequest,
    Ping,
    Pong,
    Reboot,
    Resend,
    Servo,
    SetDebounce,
    SetNumber,
    Snapshot,
    SnapshotRequest,
)
from access_chess.board.wire.framing import Damaged, Heard, encode, number_of, split
from access_chess.board.wire.reports import (
    BoardReport,
    BoardState,
    ClockLeapt,
    CommandRefusal,
    CommandRefused,
    Connected,
    Disconnected,
    Disconnection,
    Loss,
    Quiet,
    ReportsLost,
    contact_report,
)
from access_chess.laws.clock import Instant

REPEAT = timedelta(milliseconds=250)  # a request and its answer take 10 ms on a quiet line
ATTEMPTS = 5
SILENCE = timedelta(seconds=3)  # three heartbeats
#: The host looks a hundred times a second. So long without a look, it was itself stopped, and the bytes are waiting.
HELD_UP = timedelta(seconds=1)
#: A port that is opened resets the board; its bootloader listens for a second, and our bytes would keep it there.
SECOND_HELLO = timedelta(seconds=2)
HELLO_REPEAT = timedelta(milliseconds=500)
NO_BOARD = timedelta(seconds=5)
PING = timedelta(seconds=2)
FIRST_PINGS = 3
#: As often a board is asked whether that was all, while a hand is at work: a placement counts by what did not follow.
VOUCH = timedelta(milliseconds=100)
AT_WORK = timedelta(seconds=5)  # since the last change; the heartbeats do afterwards
#: The longest debouncing: a change before this may not have been logged when the board says that there was none.
DEBOUNCING = timedelta(milliseconds=20)
#: Versions that only add to the first (hardware/protocol/protocol.md): what is added is skipped.
PROTOCOLS = range(1, 16)
SEQUENCES = 1 << 16
TOKENS = 1 << 8

BoardCommand = Servo | Buzz | SetDebounce | SetNumber | Reboot | SnapshotRequest
Request = BoardCommand | Resend | Ping


class LinkPhase(Enum):
    """How far the two have come."""

    ASKING = auto()
    TAKING_STATE = auto()
    LIVE = auto()
    DEAD = auto()


class InFlight(Struct, frozen=True, kw_only=True):
    """The one request that waits for its answer."""

    request: Request
    sent: Instant
    attempts: int = 1


class Link(Struct, frozen=True, kw_only=True):
    """All that the host knows of a board. `port` is only a name, told in reports."""

    port: str
    opened: Instant
    phase: LinkPhase = LinkPhase.ASKING
    rest: bytes = b""
    identity: Hello | None = None
    loss: Loss | None = None
    state: BoardState = field(default_factory=BoardState)
    next_sequence: int = 0
    time: BoardTime = field(default_factory=BoardTime)
    heard: Instant
    told: Instant
    asked: Instant
    pinged: Instant
    stirred: Instant
    vouched: Instant
    looked: Instant
    token: int = 0
    waiting: tuple[Request, ...] = ()
    in_flight: InFlight | None = None
    damaged: int = 0


class LinkStep(Struct, frozen=True, kw_only=True):
    """What follows: the new link, the bytes to send, the reports."""

    link: Link
    wire: bytes = b""
    reports: tuple[BoardReport, ...] = ()

    def then(self, step: Callable[[Link], "LinkStep"]) -> "LinkStep":
        """This turn, and what follows from its link."""
        more = step(self.link)
        return LinkStep(link=more.link, wire=self.wire + more.wire, reports=self.reports + more.reports)


def opened(port: str, *, at: Instant) -> LinkStep:
    """A port has just been opened: ask who is there."""
    link = Link(port=port, opened=at, heard=at, told=at, asked=at, pinged=at, stirred=at, vouched=at, looked=at)
    return LinkStep(link=link, wire=_on_the_wire(HelloRequest()))


def received(link: Link, data: bytes, *, at: Instant) -> LinkStep:
    """The port has brought these bytes."""
    rest, heard = split(link.rest, data)
    turn = LinkStep(link=replace(link, rest=rest))
    for one in heard:
        turn = turn.then(partial(_understood, heard=one, at=at))
    return turn.then(lambda link: _pumped(link, at))


def passed(link: Link, *, at: Instant) -> LinkStep:
    """Time has passed: repeat what was not answered, ask for the time, give up on a silent board."""
    match link.phase:
        case LinkPhase.DEAD:
            return LinkStep(link=link)
        case LinkPhase.ASKING:
            return _asked_again(link, at)
    link = replace(link, looked=at, heard=at if at - link.looked >= HELD_UP else link.heard)
    if at - link.heard >= SILENCE:
        return _dead(link, Disconnection.SILENT, at)
    turn = _repeated(link, at)
    if at - link.pinged >= PING:
        turn = turn.then(lambda link: LinkStep(link=_wanted(replace(link, pinged=at), Ping(token=0))))
    if link.phase is LinkPhase.LIVE and at - link.stirred < AT_WORK and at - link.vouched >= VOUCH:
        turn = turn.then(lambda link: LinkStep(link=_wanted(replace(link, vouched=at), SnapshotRequest(token=0))))
    return turn.then(lambda link: _pumped(link, at))


def commanded(link: Link, command: BoardCommand, *, at: Instant) -> LinkStep:
    """The program wants something of the board; the token is given here."""
    if link.phase in (LinkPhase.ASKING, LinkPhase.DEAD):
        return LinkStep(link=link, reports=(_refused(command, CommandRefusal.NOT_CONNECTED, at),))
    if isinstance(command, SnapshotRequest):
        return _pumped(_wanted(replace(link, vouched=at), command), at)
    # of two turns of the same servo only the newer one matters
    waiting = tuple(
        other
        for other in link.waiting
        if not (isinstance(other, Servo) and isinstance(command, Servo) and other.channel == command.channel)
    )
    return _pumped(replace(link, waiting=(*waiting, command)), at)


def _understood(link: Link, heard: Heard, at: Instant) -> LinkStep:
    if link.phase is LinkPhase.DEAD:
        return LinkStep(link=link)
    if isinstance(heard, Damaged):
        return LinkStep(link=_doubted(replace(link, damaged=link.damaged + 1)))
    link = replace(link, heard=at)
    match heard:
        case Hello():
            return _greeted(link, heard, at)
        case Event():
            return _told(link, heard, at)
        case Snapshot():
            return _state_taken(link, heard, at)
        case Heartbeat():
            return _compared(link, heard, at)
        case Pong():
            return _measured(link, heard, at)
        case Ack():
            return _acknowledged(link, heard, at)
    return LinkStep(link=link)  # a kind from the future, or our own bytes echoed


def _greeted(link: Link, hello: Hello, at: Instant) -> LinkStep:
    if hello.protocol not in PROTOCOLS:
        return _dead(link, Disconnection.PROTOCOL, at)
    if link.identity is None:
        return LinkStep(link=_asked_for_state(replace(link, identity=hello), None))
    if hello.boot != link.identity.boot:
        return LinkStep(link=_asked_for_state(replace(link, identity=hello, time=BoardTime()), Loss.RESTARTED))
    return LinkStep(link=link)  # asked twice, answered twice


def _asked_for_state(link: Link, loss: Loss | None) -> Link:
    """Events count for nothing until the whole state is known. With a new clock, its time is asked first."""
    in_flight = None if link.in_flight and isinstance(link.in_flight.request, Resend | Ping) else link.in_flight
    asked = in_flight is not None and isinstance(in_flight.request, SnapshotRequest)
    ours: list[Request] = [] if link.time.measurements else [Ping(token=0)] * FIRST_PINGS
    ours += [] if asked else [SnapshotRequest(token=0)]
    others = (request for request in link.waiting if not isinstance(request, Resend | SnapshotRequest | Ping))
    return replace(
        link,
        phase=LinkPhase.TAKING_STATE,
        loss=loss if link.phase is LinkPhase.LIVE else link.loss,
        waiting=(*ours, *others),
        in_flight=in_flight,
    )


def _told(link: Link, event: Event, at: Instant) -> LinkStep:
    """An event is a hint: believed when it is the next one and changes what we know."""
    ahead = (event.sequence - link.next_sequence) % SEQUENCES
    if link.phase is not LinkPhase.LIVE or ahead >= SEQUENCES // 2:
        return LinkStep(link=link)
    if ahead:
        return LinkStep(link=_doubted(link))
    if event.state != (not link.state.is_closed(event.input)):
        return LinkStep(link=_asked_for_state(link, Loss.STATE_DIFFERS))
    instant = max(link.time.instant(event.time_ms, heard=at), link.told)
    report = contact_report(event.input, bool(event.state), instant)
    link = replace(
        link,
        state=link.state.changed(event.input),
        next_sequence=(link.next_sequence + 1) % SEQUENCES,
        told=instant,
        stirred=at,
    )
    return LinkStep(link=link, reports=() if report is None else (report,))


def _doubted(link: Link) -> Link:
    """An event may have been lost: have it sent again, before anything that can wait is answered."""
    if link.phase is not LinkPhase.LIVE:
        return link
    if link.in_flight is not None and isinstance(link.in_flight.request, SnapshotRequest):
        link = replace(link, in_flight=None)
    return _wanted(link, Resend(token=0, sequence=0))


def _wanted(link: Link, request: Request) -> Link:
    """With a request of our own, before those of the program; no two of a kind."""
    in_flight = () if link.in_flight is None else (link.in_flight.request,)
    if any(type(other) is type(request) for other in (*in_flight, *link.waiting)):
        return link
    return replace(link, waiting=(request, *link.waiting))


def _compared(link: Link, told: Heartbeat | Snapshot, at: Instant) -> LinkStep:
    """Full state, beside what the reports said; sent behind all events that it holds, it vouches that this was all."""
    if link.identity is None or link.phase is not LinkPhase.LIVE:
        return LinkStep(link=link)
    if told.boot != link.identity.boot:
        return LinkStep(link=_restarted_unheard(link, told.boot))
    ahead = (told.next_sequence - link.next_sequence) % SEQUENCES
    if 0 < ahead < SEQUENCES // 2:
        return LinkStep(link=_doubted(link))
    if ahead:
        return LinkStep(link=_asked_for_state(link, Loss.STATE_DIFFERS))
    state = BoardState(squares=told.squares, keys=told.keys)
    if state != link.state:
        lost = ReportsLost(reason=Loss.STATE_DIFFERS, state=state, at=at)
        return LinkStep(link=replace(link, state=state, stirred=at), reports=(lost,))
    quiet = link.time.instant(told.time_ms, heard=at) - DEBOUNCING
    if quiet <= link.told:
        return LinkStep(link=link)
    return LinkStep(link=replace(link, told=quiet, vouched=at), reports=(Quiet(at=quiet),))


def _restarted_unheard(link: Link, boot: int) -> Link:
    assert link.identity is not None
    identity = replace(link.identity, boot=boot)
    return _asked_for_state(replace(link, identity=identity, time=BoardTime()), Loss.RESTARTED)


def _state_taken(link: Link, snapshot: Snapshot, at: Instant) -> LinkStep:
    asked = link.in_flight.request if link.in_flight else None
    if link.identity is None or not isinstance(asked, SnapshotRequest) or asked.token != snapshot.token:
        return LinkStep(link=link)
    if link.phase is LinkPhase.LIVE:
        return _compared(replace(link, in_flight=None), snapshot, at)
    if snapshot.boot != link.identity.boot:
        return LinkStep(link=_restarted_unheard(replace(link, in_flight=None), snapshot.boot))
    state = BoardState(squares=snapshot.squares, keys=snapshot.keys)
    instant = link.time.instant(snapshot.time_ms, heard=at)
    live = replace(
        link,
        phase=LinkPhase.LIVE,
        state=state,
        next_sequence=snapshot.next_sequence,
        loss=None,
        told=instant,
        stirred=at,
        in_flight=None,
    )
    report = (
        Connected(port=link.port, identity=link.identity, state=state, at=instant)
        if link.loss is None
        else ReportsLost(reason=link.loss, state=state, at=instant)
    )
    return LinkStep(link=live, reports=(report,))


def _measured(link: Link, pong: Pong, at: Instant) -> LinkStep:
    ping = link.in_flight
    if ping is None or not isinstance(ping.request, Ping) or ping.request.token != pong.token:
        return LinkStep(link=link)
    by = link.time.leap(board_ms=pong.time_ms, sent=ping.sent, heard=at)
    time = link.time.measured(board_ms=pong.time_ms, sent=ping.sent, heard=at)
    return LinkStep(link=replace(link, time=time, in_flight=None), reports=(ClockLeapt(by=by, at=at),) if by else ())


def _acknowledged(link: Link, ack: Ack, at: Instant) -> LinkStep:
    asked = link.in_flight.request if link.in_flight else None
    if asked is None or number_of(asked) != ack.command or asked.token != ack.token:
        return LinkStep(link=link)
    link = replace(link, in_flight=None)
    if ack.status == STATUS_OK:
        return LinkStep(link=link)
    match asked:
        case Resend():
            return LinkStep(link=_asked_for_state(link, Loss.GONE if ack.status == STATUS_GONE else Loss.STATE_DIFFERS))
        case Ping() | SnapshotRequest():
            return LinkStep(link=link)
    reason = CommandRefusal.OUT_OF_LIMITS if ack.status == STATUS_BAD_ARGUMENT else CommandRefusal.UNKNOWN
    return LinkStep(link=link, reports=(_refused(asked, reason, at),))


def _refused(command: BoardCommand, reason: CommandRefusal, at: Instant) -> CommandRefused:
    return CommandRefused(command=type(command).__name__, reason=reason, at=at)


def _asked_again(link: Link, at: Instant) -> LinkStep:
    if at - link.opened >= NO_BOARD:
        return _dead(link, Disconnection.NO_BOARD, at)
    if at - link.opened >= SECOND_HELLO and at - link.asked >= HELLO_REPEAT:
        return LinkStep(link=replace(link, asked=at), wire=_on_the_wire(HelloRequest()))
    return LinkStep(link=link)


def _repeated(link: Link, at: Instant) -> LinkStep:
    waiting = link.in_flight
    if waiting is None or at - waiting.sent < REPEAT:
        return LinkStep(link=link)
    if link.phase is LinkPhase.LIVE and isinstance(waiting.request, Ping | SnapshotRequest):
        return LinkStep(link=replace(link, in_flight=None))  # it is asked again soon; heartbeats tell whether it lives
    if waiting.attempts >= ATTEMPTS:
        return _dead(link, Disconnection.SILENT, at)
    return _sent(link, waiting.request, at, attempts=waiting.attempts + 1, token=waiting.request.token)


def _dead(link: Link, reason: Disconnection, at: Instant) -> LinkStep:
    told = Disconnected(port=link.port, reason=reason, at=at)
    return LinkStep(link=replace(link, phase=LinkPhase.DEAD), reports=(told,))


def _pumped(link: Link, at: Instant) -> LinkStep:
    """Send the next request, if none is in flight."""
    if link.in_flight is not None or not link.waiting or link.phase is LinkPhase.DEAD:
        return LinkStep(link=link)
    request, *waiting = link.waiting
    token = (link.token + 1) % TOKENS
    return _sent(replace(link, token=token, waiting=tuple(waiting)), request, at, attempts=1, token=token)


def _sent(link: Link, request: Request, at: Instant, *, attempts: int, token: int) -> LinkStep:
    """A repeated request keeps its token, so that any answer serves; but a late answer to an earlier ping would look
    like a short trip, so each ping has its own.
    """
    request = replace(request, token=token)
    if isinstance(request, Resend):
        request = replace(request, sequence=link.next_sequence)
    if isinstance(request, Ping):
        request = replace(request, token=attempts * TOKENS + token % TOKENS)
    in_flight = InFlight(request=request, sent=at, attempts=attempts)
    return LinkStep(link=replace(link, in_flight=in_flight), wire=_on_the_wire(request))


def _on_the_wire(frame: Frame) -> bytes:
    """With a zero before it, so that what noise left on the line does not swallow it."""
    return b"\0" + encode(frame)
