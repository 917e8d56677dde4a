"""The driver of a sensor board: finds it by its hello among the ports, hears it, and finds it again after a break."""

import os
import queue
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

import chess
import serial
from msgspec import Struct
from msgspec.structs import replace
from serial.tools import list_ports

from access_chess.board.ports import BoardDriver, Listener
from access_chess.board.wire.frames import LINE_BAUD, Buzz, Hello, Servo, SetNumber, SnapshotRequest
from access_chess.board.wire.link import (
    BoardCommand,
    Link,
    LinkPhase,
    LinkStep,
    commanded,
    opened,
    passed,
    received,
)
from access_chess.board.wire.reports import CommandRefusal, CommandRefused, Disconnected, Disconnection
from access_chess.edge.boards.firmware import NoEmulatorError, build
from access_chess.edge.diagnosis import Diagnosis
from access_chess.laws.clock import Instant
from access_chess.machine_clock import monotonic_clock

READ_TIMEOUT = 0.01  # seconds; also how long a command may wait for the thread
WRITE_TIMEOUT = 1.0  # seconds; a port that takes nothing for so long has gone
SEARCH_PAUSE = 0.5  # seconds between two looks at the ports
CLOSE_TIMEOUT = 5.0  # seconds


class PortGoneError(Exception):
    """The port cannot be read or written any more: most often, the cable was pulled."""


class Transport(Protocol):
    """Where bytes come from and go to."""

    def read(self) -> bytes:
        """What has come; waits a moment for the first byte. Raises PortGoneError."""
        ...

    def write(self, data: bytes) -> None:
        """Raises PortGoneError."""
        ...

    def close(self) -> None:
        """Let the port go."""
        ...


class SerialTransport:
    """A serial port. Raises PortGoneError when it cannot be opened, or another program has it."""

    def __init__(self, port: str) -> None:
        try:
            self._serial = serial.Serial(
                port, LINE_BAUD, timeout=READ_TIMEOUT, write_timeout=WRITE_TIMEOUT, exclusive=True
            )
        except (OSError, ValueError) as error:
            raise PortGoneError(str(error)) from error

    def read(self) -> bytes:
        """The bytes that have come. Raises OSError when the cable is out."""
        try:
            first: bytes = self._serial.read(1)
            return first + self._serial.read(self._serial.in_waiting) if first else b""
        except (OSError, TypeError) as error:  # pyserial raises TypeError when the port is closed while it reads
            raise PortGoneError(str(error)) from error

    def write(self, data: bytes) -> None:
        """Send bytes. Raises OSError when the cable is out."""
        try:
            self._serial.write(data)
        except OSError as error:  # serial.SerialException is one
            raise PortGoneError(str(error)) from error

    def close(self) -> None:
        """Let the port go."""
        self._serial.close()


class _Line(Struct, frozen=True):
    transport: Transport
    link: Link


def usb_ports() -> list[str]:
    """The serial ports on USB: a board is one of them."""
    return [port.device for port in list_ports.comports() if port.vid is not None]


class SerialBoard:
    """A board at a port, or (with `port` None) the first that answers at any port, with this number if one is given.

    It opens, reads and writes in a thread of its own, so nothing here waits. When the board is gone, that is reported
    once, and it is looked for until it is back or `close` is called; its state is then reported anew.
    """

    def __init__(
        self,
        listener: Listener,
        *,
        port: str | None = None,
        number: int | None = None,
        open_port: Callable[[str], Transport] = SerialTransport,
        find_ports: Callable[[], Sequence[str]] = usb_ports,
        clock: Callable[[], Instant] = monotonic_clock,
    ) -> None:
        self._listener = listener
        self._port = port
        self._number = number
        self._open_port = open_port
        self._find_ports = find_ports
        self._clock = clock
        self._commands: queue.SimpleQueue[BoardCommand] = queue.SimpleQueue()
        self._link: Link | None = None
        self._missing = Disconnection.NO_BOARD
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"board {port or 'at any port'}", daemon=True)
        self._thread.start()

    @property
    def is_connected(self) -> bool:
        """Is the whole state of a board known?"""
        link = self._link
        return link is not None and link.phase is LinkPhase.LIVE

    @property
    def occupancy(self) -> chess.SquareSet:
        """The squares with a peg in their aperture, as last heard; empty before the first board."""
        link = self._link
        return chess.SquareSet() if link is None else link.state.occupancy

    @property
    def identity(self) -> Hello | None:
        """Who the board is, by its last hello."""
        link = self._link
        return None if link is None else link.identity

    def servo(self, channel: int, microseconds: int, *, slew: int = 0) -> None:
        """Turn servo 0 to 3 to a pulse of 500 to 2500 µs, at `slew` µs a second (0: at once); pulse 0 lets it go."""
        self._commands.put(Servo(token=0, channel=channel, microseconds=microseconds, slew=slew))

    def buzz(self, hertz: int, milliseconds: int) -> None:
        """Sound the buzzer, 50 to 10,000 Hz, at most 10 s; 0 Hz is silence."""
        self._commands.put(Buzz(token=0, hertz=hertz, milliseconds=milliseconds))

    def vouch(self) -> None:
        """Have the board tell soon that nothing else has happened."""
        self._commands.put(SnapshotRequest(token=0))

    def give_number(self, number: int) -> None:
        """Let the board keep this number, by which two boards are told apart."""
        self._commands.put(SetNumber(token=0, number=number))

    def close(self) -> None:
        """Let the board go. Reports come no more after this returns."""
        self._closing.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(CLOSE_TIMEOUT)

    def _run(self) -> None:
        told: Disconnected | None = None
        while not self._closing.is_set():
            line, missing = self._found()
            if line is not None:
                self._served(line)
                told = None
            elif told is None and not self._closing.is_set():
                told = Disconnected(port=self._port or "", reason=missing, at=self._clock())
                self._listener(told)
            self._refuse_waiting_commands()
            self._closing.wait(SEARCH_PAUSE)

    def _found(self) -> tuple[_Line | None, Disconnection]:
        """The first port at which a board says hello; all are asked at the same time."""
        lines = self._opened([self._port] if self._port is not None else self._find_ports())
        if not lines:
            return None, Disconnection.NO_PORT
        self._missing = Disconnection.NO_BOARD
        found: _Line | None = None
        while lines and found is None and not self._closing.is_set():
            lines = [heard for line in lines if (heard := self._listened(line)) is not None]
            found = next((line for line in lines if self._is_wanted(line.link)), None)
        for line in lines:
            if line is not found:
                line.transport.close()
        return found, self._missing

    def _opened(self, ports: Sequence[str]) -> list[_Line]:
        lines = []
        for port in ports:
            try:
                transport = self._open_port(port)
            except PortGoneError:
                continue
            turn = opened(port, at=self._clock())
            try:
                transport.write(turn.wire)
            except PortGoneError:
                transport.close()
                continue
            lines.append(_Line(transport, turn.link))
        return lines

    def _listened(self, line: _Line) -> _Line | None:
        """What a moment of listening made of a line; None, and closed, when nothing is to be hoped from it.

        All that a link reports before it has the state is that there is none to be had.
        """
        try:
            turn = self._exchanged(line, ())
        except PortGoneError:
            line.transport.close()
            return None
        link = turn.link
        for report in turn.reports:
            self._missing = report.reason if isinstance(report, Disconnected) else self._missing
        if link.phase is LinkPhase.DEAD or (link.identity is not None and not self._is_wanted(link)):
            line.transport.close()
            return None
        return _Line(line.transport, link)

    def _is_wanted(self, link: Link) -> bool:
        return link.identity is not None and self._number in (None, link.identity.number)

    def _exchanged(self, line: _Line, commands: Iterable[BoardCommand]) -> LinkStep:
        """Hear what came, send what follows. Raises PortGoneError."""
        data = line.transport.read()
        at = self._clock()
        turn = received(line.link, data, at=at).then(partial(passed, at=at))
        for command in commands:
            turn = turn.then(partial(commanded, command=command, at=at))
        if turn.wire:
            line.transport.write(turn.wire)
        return turn

    def _served(self, line: _Line) -> None:
        """Hear and obey one board until it is gone."""
        link, gone = line.link, False
        try:
            while link.phase is not LinkPhase.DEAD and not self._closing.is_set():
                turn = self._exchanged(_Line(line.transport, link), self._waiting_commands())
                self._link = link = turn.link
                for report in turn.reports:
                    self._listener(report)
        except PortGoneError:
            gone = True
        finally:
            line.transport.close()
            self._link = replace(link, phase=LinkPhase.DEAD)
        if gone:
            self._listener(Disconnected(port=link.port, reason=Disconnection.UNPLUGGED, at=self._clock()))

    def _waiting_commands(self) -> Iterator[BoardCommand]:
        while not self._commands.empty():
            yield self._commands.get()

    def _refuse_waiting_commands(self) -> None:
        for command in self._waiting_commands():
            name = type(command).__name__
            self._listener(CommandRefused(command=name, reason=CommandRefusal.NOT_CONNECTED, at=self._clock()))


def is_port(name: str) -> bool:
    """Whether this can be a serial port, plugged in or not."""
    if os.name != "posix":
        return re.fullmatch(r"(?i)(\\\\\.\\)?com\d+", name) is not None
    path = Path(name)
    return path.is_char_device() if path.exists() else name.startswith("/dev/")


def is_there(port: str) -> bool:
    """Is the port plugged in? Where the system does not tell, it is taken to be."""
    return os.name != "posix" or Path(port).exists()


DRIVER = BoardDriver(
    example="/dev/ttyUSB0" if os.name == "posix" else "COM3",
    is_meant=is_port,
    is_there=is_there,
    open=lambda name, listener, occupied: SerialBoard(listener, port=name),
)


def examine() -> list[Diagnosis]:
    """Can a board's port be used, and can the emulated board run the real firmware?"""
    return [*(_examined_port(port) for port in usb_ports()), _examined_emulator()]


def _examined_port(port: str) -> Diagnosis:
    part = "doctor_part_port"
    try:
        SerialTransport(port).close()
    except PortGoneError as error:
        slots = {"port": port, "error": str(error)}
        return Diagnosis(part=part, works=False, found="doctor_port_fails", mend="doctor_mend_port", slots=slots)
    return Diagnosis(part=part, works=True, found="doctor_port_opens", slots={"port": port})


def _examined_emulator() -> Diagnosis:
    part = "doctor_part_emulator"
    try:
        build()
    except NoEmulatorError as error:
        slots = {"error": str(error)}
        return Diagnosis(part=part, works=True, found="doctor_emulator_none", mend="doctor_mend_emulator", slots=slots)
    return Diagnosis(part=part, works=True, found="doctor_emulator_works")
