"""`python -m tests.support.random_board [NUMBER...]`: hands, pegs and lines that do whatever chance has them do.

Moves are begun, gone on with and left, pieces nudged, dragged and knocked over, cables pulled; and bytes on a line are
lost, harmed and doubled. `tests/golden/random_boards.txt` has a digest of the record of each, which `--write` brings up
to date.
"""

import sys
from collections.abc import Iterator
from datetime import timedelta

import chess

from access_chess.board.pegs.occupancy import movements
from access_chess.board.pegs.players_board import Turn
from access_chess.board.wire import link as wire
from access_chess.board.wire.frames import INPUTS, REBOOT_KEY, Buzz, Reboot, Servo, SetDebounce, SetNumber
from access_chess.board.wire.link import BoardCommand, commanded
from access_chess.laws.setup import Regulations
from tests.board.wire.test_link import MS, Line
from tests.support.game_record import GOLDEN, told, write_digests
from tests.support.random_game import Chance
from tests.support.table import Table

DIGESTS = GOLDEN / "random_boards.txt"
BOARDS, DEEDS, STRETCHES = 48, 40, 40
_POSITIONS = (
    chess.STARTING_FEN,
    "r3k2r/P6p/8/8/3pP3/8/p6P/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    "4k3/8/8/3pP3/8/5N2/3Q4/1N2K2R w K d6 0 2",
)
_PAUSES = tuple(timedelta(milliseconds=each) for each in (0, 60, 150, 300, 450, 600, 1000, 2500))
_BOARD_COMMANDS: tuple[BoardCommand, ...] = (
    Servo(token=0, channel=1, microseconds=1500, slew=0),
    Servo(token=0, channel=1, microseconds=9999, slew=0),
    Servo(token=0, channel=99, microseconds=1500, slew=0),
    Buzz(token=0, hertz=440, milliseconds=100),
    Buzz(token=0, hertz=1, milliseconds=100),
    SetDebounce(token=0, samples=4),
    SetDebounce(token=0, samples=0),
    SetNumber(token=0, number=2),
    Reboot(token=0, key=REBOOT_KEY),
)


def record_of(number: int) -> list[str]:
    return list(_line(Chance(number)) if number % 3 == 2 else _hands(Chance(number)))


class RecordedTable(Table):
    """A table that keeps all that follows from each thing that happens."""

    lines: list[str]

    def take(self, turn: Turn) -> None:
        self.__dict__.setdefault("lines", []).append(told(turn))
        super().take(turn)


def _hands(chance: Chance) -> Iterator[str]:
    table = RecordedTable(
        chance.one(_POSITIONS),
        blind=chance.is_so(0.5),
        announces=chance.is_so(0.4),
        color=chance.one((None, chess.WHITE)),
        presses=chance.is_so(0.4),
        regulations=Regulations(take_backs=chance.is_so(0.5)),
    )
    for _ in range(DEEDS):
        for deed in _deeds(table, chance):
            table.play(deed, chance.one(_PAUSES))
    yield from table.lines
    yield told(table.game.plies) + told(table.game.hand)


def _deeds(table: Table, chance: Chance) -> Iterator[str]:
    """What a hand does next, most often a move, whole or in part."""
    kind = chance.one(("move", "move", "move", "part", "nudge", "peg", "press", "say", "other", "mend", "mend"))
    moves = list(table.game.board.legal_moves)
    if kind in ("move", "part", "say", "nudge") and not moves:
        return
    match kind:
        case "move" | "part":
            yield from _by_hand(table, chance.one(moves), chance, is_whole=kind == "move")
        case "nudge" if table.game.plies:
            square = chess.square_name(table.game.plies[-1].move.to_square)
            yield f"lift {square}"
            if chance.is_so(0.8):
                yield f"place {square}"
        case "peg":
            free = chess.SquareSet(~table.board.occupied & chess.BB_ALL)
            yield f"lift {_one_of(chess.SquareSet(table.board.occupied), chance)}"
            yield f"{chance.one(('place', 'drag'))} {_one_of(free, chance)}"
        case "press":
            yield f"press {chance.one(chess.COLOR_NAMES)}"
        case "mend":
            others = chess.SquareSet(table.board.occupied ^ table.game.board.occupied)
            for aperture in sorted(others, key=lambda each: not table.board.is_filled(each)):
                yield f"{'lift' if table.board.is_filled(aperture) else 'place'} {chess.square_name(aperture)}"
        case "say":
            yield f"say {table.game.board.san(chance.one(moves))}"
        case _:
            yield from _otherwise(table, chance)


def _by_hand(table: Table, move: chess.Move, chance: Chance, *, is_whole: bool) -> Iterator[str]:
    board, mover = table.game.board, table.game.turn
    said = f"say {board.san(move)}"
    is_said_first = chance.is_so(0.3)
    if is_said_first:
        yield said
    for movement in movements(board, move):
        if not is_whole and chance.is_so(0.4):
            return
        yield f"{'lift' if movement.is_lift else 'place'} {chess.square_name(movement.square)}"
    if is_whole and not is_said_first and chance.is_so(0.7) and move in table.game.board.legal_moves:
        yield said
    if is_whole and chance.is_so(0.9):
        yield f"press {chess.COLOR_NAMES[mover]}"


def _otherwise(table: Table, chance: Chance) -> Iterator[str]:
    pegs = chess.SquareSet(table.board.occupied)
    match chance.one(("knock", "tumble", "ask", "wait", "adjust", "away", "lost", "displaced", "other board")):
        case "knock":
            yield "knock " + ",".join(dict.fromkeys(_one_of(pegs, chance) for _ in range(chance.one((2, 3, 4)))))
        case "tumble":
            yield "tumble 150 " + ",".join(dict.fromkeys(_one_of(pegs, chance) for _ in range(5)))
        case "ask":
            yield "ask"
        case "wait":
            yield f"wait {chance.one((1, 3, 9))}"
        case "adjust":
            yield f"adjust {_one_of(pegs, chance)}"
        case "away":
            table.unplug()
            yield "wait 2"
            table.connect(table.board.occupied ^ (chess.BB_SQUARES[chance.one(chess.SQUARES)] * chance.is_so(0.5)))
        case "lost":
            table.lose(table.board.occupied ^ chess.BB_SQUARES[chance.one(chess.SQUARES)])
        case "displaced":
            table.displaced()
        case _ if any(table.game.board.legal_moves):
            board = table.game.board
            yield f"{chess.COLOR_NAMES[board.turn]} {board.san(chance.one(list(board.legal_moves)))}"


def _one_of(squares: chess.SquareSet, chance: Chance) -> str:
    return chess.square_name(chance.one(list(squares))) if squares else "e4"


def _line(chance: Chance) -> Iterator[str]:
    """A line on which most bytes arrive."""
    harm = chance.one((0.0, 0.02, 0.1))

    def harmed(data: bytes) -> bytes:
        if not data or not chance.is_so(harm):
            return data
        place = int(chance.one(range(len(data))))
        return chance.one(
            (data[:place], data + data, data[:place] + b"\x55" + data[place + 1 :], b"", b"\x01\x00" + data)
        )

    line = Line(harmed)
    told_before = 0
    for _ in range(STRETCHES):
        _happens(line, chance)
        line.run(chance.one((5, 20, 100, 300, 700)) * MS)
        yield f"{told(tuple(line.all[told_before:]))} {told(line.link)} {told(line.board)}"
        told_before = len(line.all)


def _happens(line: Line, chance: Chance) -> None:
    match chance.one(("touch", "touch", "touch", "ask", "ask", "late", "away", "nothing")):
        case "touch":
            number = chance.one(range(INPUTS))
            line.touch(number, chance.is_so(0.5))
        case "ask":
            line._took(commanded(line.link, chance.one(_BOARD_COMMANDS), at=line.at))
        case "late" if chance.is_so(0.3) and line.board_ms > 1000:
            line.late += chance.one((50, 500)) * MS
        case "away" if chance.is_so(0.2):
            line.at += timedelta(seconds=4)
            line._took(wire.passed(line.link, at=line.at))


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write_digests(DIGESTS, ((str(number), record_of(number)) for number in range(BOARDS)))
    for each in sys.argv[1:] if sys.argv[1:] != ["--write"] else ():
        print(*record_of(int(each)), sep="\n")  # noqa: T201
