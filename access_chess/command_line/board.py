"""`access-chess board`: a live test of a sensor board, and the trial of every contact in turn, by ear."""

import queue
import sys
import threading
import time
from collections.abc import Iterable, Iterator

import chess
import click

from access_chess.board.contact_trial import try_contacts
from access_chess.board.ports import EmulatedBoard, Hand, SensorBoard
from access_chess.board.wire.frames import RESET_BROWN_OUT, RESET_PIN, RESET_POWER_ON, RESET_WATCHDOG, Hello
from access_chess.board.wire.reports import (
    BoardReport,
    ButtonPressed,
    ButtonReleased,
    ClockLeapt,
    CommandRefused,
    Connected,
    Disconnected,
    LeverPressed,
    LeverReleased,
    Lifted,
    Placed,
    Quiet,
    ReportsLost,
)
from access_chess.command_line.board_place import EMULATOR, NoBoardError, check_port, is_there
from access_chess.command_line.errors import InputError
from access_chess.edge.boards.emulator import emulated_board
from access_chess.edge.boards.serial_board import SerialBoard

HAND_ENDS = 0.5  # seconds from the last typed command to the end: its report takes a fiftieth of that
CONNECTING = 0.02  # seconds between two looks whether the board is there; it takes about as long
RESETS = {
    RESET_POWER_ON: "power",
    RESET_PIN: "reset button or port opened",
    RESET_BROWN_OUT: "supply too low",
    RESET_WATCHDOG: "watchdog",
}

#: reports, and None for the end
Inbox = queue.SimpleQueue[BoardReport | None]


@click.command()
@click.argument("port", required=False)
@click.option("--trial", is_flag=True, help="Try every contact in turn; a high tone means right, a low one wrong.")
@click.option("--number", type=click.IntRange(1, 65535), help="Wait for the board with this number.")
@click.option("--give-number", type=click.IntRange(1, 65535), help="Give the board a number, to tell two boards apart.")
@click.pass_context
def board(context: click.Context, port: str | None, trial: bool, number: int | None, give_number: int | None) -> None:
    """Test a sensor board: what is lifted, placed and pressed.

    PORT is a serial port, or "emulator" for a board that is not there; its hand is what you type: "lift e2", "place
    e4", "press white", "release white", "press 1". Without PORT the board is looked for. End with Control-C.
    """
    try:
        check_port(EMULATOR if port is None else port)
    except NoBoardError as error:
        raise InputError(str(error)) from error
    inbox: Inbox = queue.SimpleQueue()
    tested = _opened(port, number, inbox)
    try:
        if give_number is not None:
            tested.give_number(give_number)
        if trial:
            context.exit(0 if try_contacts(tested, _reports(inbox), click.echo, described) else 1)
        for report in _reports(inbox):
            click.echo(described(report))
    except KeyboardInterrupt:
        click.echo("")
    finally:
        tested.close()


def _opened(port: str | None, number: int | None, inbox: Inbox) -> SensorBoard:
    if port != EMULATOR:
        click.echo(_search(port))
        return SerialBoard(inbox.put, port=port, number=number)
    emulated = emulated_board(inbox.put)
    click.echo(
        f"This is not the real firmware, but a board played by the program. {emulated.why_not_firmware}"
        if emulated.why_not_firmware
        else "This is the real firmware in an emulator."
    )
    threading.Thread(target=_play, args=(emulated, sys.stdin, inbox), daemon=True).start()
    return emulated.board


def _search(port: str | None) -> str:
    if port is None:
        return "Looking for the board at every port; end with Control-C."
    if is_there(port):
        return f"Looking for the board at {port}; end with Control-C."
    return f"There is no port {port} yet. Waiting until the board is plugged in there; end with Control-C."


def _play(emulated: EmulatedBoard, lines: Iterable[str], inbox: Inbox) -> None:
    """Do what is typed, to its end, once the board is there."""
    while not emulated.board.is_connected:
        time.sleep(CONNECTING)
    for line in lines:
        try:
            move_hand(emulated.hand, line.split())
        except ValueError:
            click.echo(f'Expected words like "lift e2" or "press white", got {line.strip()!r}.', err=True)
    time.sleep(HAND_ENDS)
    inbox.put(None)


def move_hand(hand: Hand, words: list[str]) -> None:
    """One typed command; raises ValueError when it is none."""
    match words:
        case ["lift", square]:
            hand.lift(chess.parse_square(square))
        case ["place", square]:
            hand.place(chess.parse_square(square))
        case ["press", "white" | "black" as color]:
            hand.press(color == "white")
        case ["release", "white" | "black" as color]:
            hand.release(color == "white")
        case ["press" | "release" as verb, "1" | "2" | "3" | "4" as button]:
            hand.push(int(button), down=verb == "press")
        case []:
            pass
        case _:
            raise ValueError(f"expected a command of the hand, got {words!r}")


def _reports(inbox: Inbox) -> Iterator[BoardReport]:
    while (report := inbox.get()) is not None:
        if not isinstance(report, Quiet):
            yield report


def described(report: BoardReport) -> str:
    """One line a report, for a screen reader."""
    match report:
        case Connected():
            pegs = report.state.occupancy
            return f"Connected at {report.port}: {_who(report.identity)}. {len(pegs)} pegs: {_squares(pegs)}."
        case Disconnected():
            return f"Not connected{f' at {report.port}' if report.port else ''}: {report.reason.value}."
        case ReportsLost():
            return f"Reports were lost: {report.reason.value}. Pegs now: {_squares(report.state.occupancy)}."
        case Lifted() | Placed():
            return f"{chess.square_name(report.square)} {'lifted' if isinstance(report, Lifted) else 'placed'}"
        case LeverPressed() | LeverReleased():
            done = "pressed" if isinstance(report, LeverPressed) else "released"
            return f"{chess.COLOR_NAMES[report.color].capitalize()}'s lever {done}"
        case ButtonPressed() | ButtonReleased():
            return f"button {report.button} {'pressed' if isinstance(report, ButtonPressed) else 'released'}"
        case ClockLeapt():
            return f"The board's clock has leapt by {report.by.total_seconds():+.3f} seconds."
        case Quiet():
            return f"Nothing else until {report.at.total_seconds():.3f} seconds."
        case CommandRefused():
            return f"Command {report.command} was refused: {report.reason.value}."


def _who(hello: Hello) -> str:
    firmware = f"firmware {hello.major}.{hello.minor}.{hello.patch}, protocol {hello.protocol}"
    number = f"board number {hello.number}, " if hello.number else ""
    causes = [name for bit, name in RESETS.items() if hello.reset_cause & bit]
    return f"{number}{firmware}, started by {' and '.join(causes) or 'unknown'}"


def _squares(squares: chess.SquareSet) -> str:
    return " ".join(chess.square_name(square) for square in squares) or "none"
