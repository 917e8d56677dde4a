"""What the firmware may take of the chip, and that the same sources give the same bytes."""

import subprocess
from datetime import timedelta
from pathlib import Path

from access_chess.edge.storage.places import data_folder
from tests.support.board_sim import BoardSim, built

FLASH = 8 * 1024  # bytes; the ATmega2560 has 256 kB, the 1284P (a port is a table of pins) 128
STATIC_RAM = 3 * 1024  # bytes of 8 kB: the rest is the stack's
BYTE_ON_THE_LINE = 1360  # cycles; who keeps interrupts away longer loses a byte
SCAN_TICK = 2000  # cycles


def test_size() -> None:
    lines = [line.split() for line in (built().firmware.parent / "board.size").read_text().splitlines()]
    sizes = {words[0]: int(words[1]) for words in lines if len(words) == 3 and words[1].isdigit()}
    assert sizes[".text"] + sizes[".data"] <= FLASH
    assert sizes[".data"] + sizes[".bss"] + sizes[".noinit"] <= STATIC_RAM


def test_interrupts_are_short(board_sim: BoardSim) -> None:
    """The worst that hands and hosts can do: the whole board turned over again and again, and questions meanwhile."""
    question = bytes.fromhex("00058207101200")
    for squares in ("0000000000000000", "ffffffffffffffff") * 10:
        board_sim.tell(f"squares {squares}", "press white", "press black")
        board_sim.run(timedelta(milliseconds=25), question)
    meters = dict(answer.split(":", 1) for answer in board_sim.tell("isrs")[0])
    runs, waits = zip(*(map(int, meter.split(":")[1:]) for meter in meters.values()), strict=True)
    assert max(runs) < BYTE_ON_THE_LINE and max(waits) < BYTE_ON_THE_LINE
    assert max(runs) < SCAN_TICK / 2
    assert board_sim.tell("line")[0][1] == "0", "no byte of the host was fetched too late"


def test_it_sleeps_most_of_the_time(board_sim: BoardSim) -> None:
    board_sim.run(timedelta(seconds=1))
    assert int(board_sim.tell("awake")[0][0]) < 400


def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    sources = data_folder("hardware") / "firmware"
    subprocess.run(["make", "--silent", "-C", str(sources), f"BUILD={tmp_path}"], check=True, capture_output=True)
    for name in ("board.elf", "board.hex"):
        assert (tmp_path / name).read_bytes() == (built().firmware.parent / name).read_bytes(), name
