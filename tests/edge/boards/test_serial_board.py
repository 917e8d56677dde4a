"""The driver at a port: real time, so nothing here asserts how long a thing takes, only that it comes."""

import queue
import signal
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import chess
import pytest
from msgspec.structs import replace

from access_chess.board.ports import EmulatedBoard, SimulatedHand
from access_chess.board.wire.framing import encode
from access_chess.board.wire.reports import (
    BoardReport,
    ClockLeapt,
    CommandRefused,
    Connected,
    Disconnected,
    Disconnection,
    LeverPressed,
    Lifted,
    Loss,
    Placed,
    Quiet,
    ReportsLost,
)
from access_chess.edge.boards import emulator as board_emulator
from access_chess.edge.boards.emulator import BoardSimProcess, emulated_board
from access_chess.edge.boards.firmware import NoEmulatorError
from access_chess.edge.boards.in_process import START, InProcessBoard
from access_chess.edge.boards.serial_board import SerialBoard, SerialTransport, Transport, examine
from tests.support.board_sim import built
from tests.support.table import HELLO

PATIENCE = 20.0  # seconds, on a busy machine


class Heard:
    """The reports of a driver, in order."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[BoardReport] = queue.SimpleQueue()

    def put(self, report: BoardReport) -> None:
        """All but the board's word that nothing else has happened."""
        if not isinstance(report, Quiet):
            self._queue.put(report)

    def next(self) -> BoardReport:
        return self._queue.get(timeout=PATIENCE)

    def is_empty(self) -> bool:
        return self._queue.empty()


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def sim() -> Iterator[BoardSimProcess]:
    """The real firmware in real time, at a port."""
    sim = BoardSimProcess(built())
    yield sim
    sim.close()


@pytest.fixture
def board(sim: BoardSimProcess, heard: Heard) -> Iterator[SerialBoard]:
    """The driver at that port, connected."""
    board = SerialBoard(heard.put, port=sim.port)
    assert isinstance(heard.next(), Connected)
    yield board
    board.close()


def test_tells_what_hands_do(sim: BoardSimProcess, board: SerialBoard, heard: Heard) -> None:
    sim.lift(chess.E2)
    sim.tell("bounce e4 7 1")
    sim.press(chess.BLACK)
    reports = sorted((heard.next() for _ in range(3)), key=lambda report: type(report).__name__)
    assert [type(report).__name__ for report in reports] == ["LeverPressed", "Lifted", "Placed"]
    pressed, lifted, placed = reports
    assert isinstance(pressed, LeverPressed) and pressed.color is chess.BLACK
    assert isinstance(lifted, Lifted) and lifted.square == chess.E2
    assert isinstance(placed, Placed) and placed.square == chess.E4
    assert board.occupancy == START ^ chess.SquareSet([chess.E2, chess.E4])


def test_turns_servos_and_refuses_aloud(sim: BoardSimProcess, board: SerialBoard, heard: Heard) -> None:
    board.servo(1, 1750)
    board.buzz(3, 100)
    refused = heard.next()
    assert isinstance(refused, CommandRefused) and refused.command == "Buzz"
    deadline = time.monotonic() + PATIENCE
    while float(sim.tell("pulse 1").split()[0]) == 0 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert abs(float(sim.tell("pulse 1").split()[0]) - 1750) < 1


def test_a_pulled_cable_and_what_was_moved_meanwhile(sim: BoardSimProcess, board: SerialBoard, heard: Heard) -> None:
    sim.tell("unplug")
    gone = heard.next()
    assert isinstance(gone, Disconnected) and gone.reason is Disconnection.UNPLUGGED
    assert not board.is_connected
    sim.lift(chess.A1)
    sim.tell("plug")
    back = heard.next()
    assert isinstance(back, Connected) and back.state.occupancy == START ^ chess.SquareSet([chess.A1])
    assert heard.is_empty()


def test_a_host_that_does_not_read(sim: BoardSimProcess, heard: Heard) -> None:
    """More happens than the port keeps: what is left is told, then the loss, then the truth."""
    awake = threading.Event()
    awake.set()

    class Sleepy(SerialTransport):
        def read(self) -> bytes:
            awake.wait(PATIENCE)
            return super().read()

    board = SerialBoard(heard.put, port=sim.port, open_port=Sleepy)
    assert isinstance(heard.next(), Connected)
    awake.clear()
    while int(sim.tell("line").split()[0]) < 5 * 13 * 64:
        for squares in (chess.SquareSet(), chess.SquareSet(chess.BB_ALL)):
            sim.set_up(squares)
            time.sleep(0.08)  # 64 events take 71 ms on the line
    sim.set_up(START)
    awake.set()
    report = heard.next()
    while not isinstance(report, ReportsLost):
        assert isinstance(report, Lifted | Placed)
        report = heard.next()
    assert report.reason is Loss.GONE
    while board.occupancy != START:
        heard.next()
    board.close()


def test_is_found_by_its_hello_among_the_ports(sim: BoardSimProcess, heard: Heard) -> None:
    silent = InProcessBoard()
    opened: dict[str, Transport] = {}

    class Silent:
        def read(self) -> bytes:
            return b""

        def write(self, data: bytes) -> None:
            pass

        def close(self) -> None:
            opened.pop("silent")

    def open_port(port: str) -> Transport:
        opened[port] = Silent() if port == "silent" else SerialTransport(port)
        return opened[port]

    board = SerialBoard(
        heard.put, open_port=open_port, find_ports=lambda: ["silent", "/dev/there/is/no/such/port", sim.port]
    )
    connected = heard.next()
    assert isinstance(connected, Connected) and connected.port == sim.port
    assert "silent" not in opened
    board.close()
    silent.close()


@pytest.mark.parametrize("version", [0, 99])
def test_a_board_of_another_protocol_is_refused_and_that_is_said_once(heard: Heard, version: int) -> None:
    class Foreign:
        def read(self) -> bytes:
            time.sleep(0.01)
            return encode(replace(HELLO, protocol=version))

        def write(self, data: bytes) -> None:
            pass

        def close(self) -> None:
            pass

    board = SerialBoard(heard.put, port="foreign", open_port=lambda port: Foreign())
    refused = heard.next()
    assert isinstance(refused, Disconnected) and refused.reason is Disconnection.PROTOCOL
    assert not board.is_connected
    board.close()
    assert heard.is_empty()


def test_two_boards_are_told_apart_by_their_numbers(heard: Heard) -> None:
    boards = {"one": InProcessBoard(), "two": InProcessBoard()}
    setter = SerialBoard(heard.put, port="two", open_port=lambda port: boards[port].open())
    heard.next()
    setter.give_number(2)
    setter.buzz(1, 1)
    assert isinstance(heard.next(), CommandRefused), "answered in turn, so the number is given too"
    setter.close()
    board = SerialBoard(
        heard.put, number=2, open_port=lambda port: boards[port].open(), find_ports=lambda: list(boards)
    )
    connected = heard.next()
    assert isinstance(connected, Connected) and (connected.port, connected.identity.number) == ("two", 2)
    board.close()


def test_no_port_is_reported_once_and_commands_are_refused(heard: Heard, tmp_path: Path) -> None:
    board = SerialBoard(heard.put, port=str(tmp_path / "none"))
    missing = heard.next()
    assert isinstance(missing, Disconnected) and missing.reason is Disconnection.NO_PORT
    board.servo(0, 1500)
    assert isinstance(heard.next(), CommandRefused)
    board.close()
    assert heard.is_empty() and not board.is_connected and board.occupancy == chess.SquareSet()


def play(hand: SimulatedHand, heard: Heard) -> list[str]:
    hand.lift(chess.G1)
    names = [type(heard.next()).__name__]
    hand.place(chess.F3)
    names.append(type(heard.next()).__name__)
    hand.press(chess.WHITE)
    names.append(type(heard.next()).__name__)
    hand.release(chess.WHITE)
    names.append(type(heard.next()).__name__)
    hand.push(2, down=True)
    return [*names, type(heard.next()).__name__]


def connected(emulated: EmulatedBoard, heard: Heard) -> EmulatedBoard:
    first = heard.next()
    assert isinstance(first, Connected) and first.state.occupancy == START
    return emulated


PLAYED = ["Lifted", "Placed", "LeverPressed", "LeverReleased", "ButtonPressed"]


def test_emulated_board_runs_the_firmware(heard: Heard) -> None:
    built()
    emulated = connected(emulated_board(heard.put), heard)
    assert emulated.why_not_firmware == ""
    assert play(emulated.hand, heard) == PLAYED
    emulated.board.close()


def test_without_tools_a_board_made_of_values_plays_and_says_so(heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise NoEmulatorError("The emulator needs avr-gcc.")

    monkeypatch.setattr(board_emulator, "build", missing)
    emulated = connected(emulated_board(heard.put), heard)
    assert emulated.why_not_firmware == "The emulator needs avr-gcc."
    assert play(emulated.hand, heard) == PLAYED
    assert isinstance(emulated.hand, InProcessBoard)
    emulated.hand.plug(is_plugged=False)
    gone = heard.next()
    assert isinstance(gone, Disconnected) and gone.reason is Disconnection.UNPLUGGED
    emulated.hand.plug(is_plugged=True)
    assert isinstance(heard.next(), Connected)
    emulated.board.close()


def test_a_machine_that_stands_still_is_told_of(sim: BoardSimProcess, board: SerialBoard, heard: Heard) -> None:
    """The emulator cannot keep real time, and says so; the driver notices that the clocks went apart."""
    sim.lift(chess.E2)
    assert isinstance(heard.next(), Lifted)
    sim._process.send_signal(signal.SIGSTOP)
    time.sleep(1.5)
    sim._process.send_signal(signal.SIGCONT)
    leap = heard.next()
    assert isinstance(leap, ClockLeapt) and leap.by < timedelta(milliseconds=-500)
    times, lag = map(int, sim.tell("lag").split())
    assert times >= 1 and lag >= 500_000
    sim.place(chess.E4)
    assert isinstance(heard.next(), Placed)


def test_wrong_commands_of_the_emulator_are_refused(sim: BoardSimProcess) -> None:
    with pytest.raises(ValueError, match="levitate"):
        sim.tell("levitate e2")


def test_the_doctor_is_told() -> None:
    (emulated,) = (diagnosis for diagnosis in examine() if diagnosis.part == "doctor_part_emulator")
    assert emulated.works
