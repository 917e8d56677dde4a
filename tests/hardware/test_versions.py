"""Older and newer sides talk with each other, as far as the older can: the rules of protocol.md, tried."""

import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from access_chess.board.wire import framing
from access_chess.board.wire.frames import LAYOUTS, Ack, Buzz, Hello, Servo
from access_chess.board.wire.framing import Unknown, decode, encode
from access_chess.board.wire.link import received
from access_chess.board.wire.reports import CommandRefusal, CommandRefused, Connected
from access_chess.edge.storage.places import data_folder
from tests.hardware.scenarios import closed, frames, started
from tests.support.board_sim import START_POSITION, BoardSim, LockstepHost, kinds

NEW_FIELD = '    { name = "warmth", type = "u16", since = 2, help = "new in version 2" },\n]'
NEW_FRAME = """
[[frame]]
id = 0x8A
name = "glow"
from = "host"
help = "New in version 2."
fields = [{ name = "token", type = "u8", help = "comes back" }]
"""


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Today's firmware, built with the frames of a version 2 that has a field more in every long frame."""
    folder = tmp_path_factory.mktemp("newer")
    hardware = data_folder("hardware")
    source = (hardware / "protocol" / "frames.toml").read_text(encoding="utf-8")
    source = source.replace("version = 1", "version = 2").replace("},\n]", "},\n" + NEW_FIELD) + NEW_FRAME
    (folder / "frames.toml").write_text(source, encoding="utf-8")
    shutil.copytree(hardware / "firmware", folder / "firmware")
    generator = [sys.executable, str(hardware / "protocol" / "generate.py")]
    made = ["--source", str(folder / "frames.toml"), "--into", str(folder / "firmware" / "core")]
    subprocess.run(generator + made, check=True)
    # the fields that were not there are left out by the firmware's sources, and so sent as zeros
    make = ["make", "--silent", "-C", str(folder / "firmware"), f"BUILD={folder / 'build'}"]
    subprocess.run([*make, "WARNINGS=-Wall"], check=True, capture_output=True)
    return folder / "build" / "board.elf"


def test_todays_host_talks_with_a_newer_board(newer: Path) -> None:
    with BoardSim(newer) as sim:
        host = LockstepHost(sim)
        (connected,) = host.run_until_live()
        assert isinstance(connected, Connected) and connected.identity.protocol == 2
        assert connected.state.squares == START_POSITION
        assert kinds(host.do("lift e2")) == ["Lifted"]
        assert host.ask(Servo(token=0, channel=0, microseconds=1500, slew=0)) == []
        assert host.link.damaged == 0


def test_todays_board_reads_a_newer_hosts_commands_as_far_as_it_knows() -> None:
    with BoardSim() as sim:
        started(sim)
        longer = b"\0" + closed(bytes.fromhex("86 05 00 dc05 0000 2a00"))
        (ack,) = frames(sim.run(timedelta(milliseconds=20), longer))
        assert ack.frame == Ack(command=0x86, token=5, status=0)


def test_a_command_that_an_older_board_does_not_know_is_refused_with_the_reason(
    host: LockstepHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Glow(Buzz, frozen=True):
        """A command of the future, under a number that this board does not know."""

    monkeypatch.setitem(LAYOUTS, 0xF1, (Glow, LAYOUTS[0x87][1], 5))
    monkeypatch.setitem(framing._NUMBERS, Glow, 0xF1)
    (refused,) = host.ask(Glow(token=0, hertz=440, milliseconds=10))
    assert isinstance(refused, CommandRefused) and refused.reason is CommandRefusal.UNKNOWN


def test_frames_of_the_future_are_skipped(host: LockstepHost) -> None:
    turn = received(host.link, closed(b"\x30\x01\x02"), at=host.sim.now)
    assert turn.reports == () and turn.wire == b"" and turn.link.damaged == 0
    assert decode(closed(b"\x30\x01\x02")[:-1]) == Unknown(0x30)


def test_a_shorter_body_of_an_older_side_is_filled_with_zeros(monkeypatch: pytest.MonkeyPatch) -> None:
    """As today's host with a board that has not the field that came with a later version."""
    hello = Hello(**dict.fromkeys(Hello.__struct_fields__, 1))
    kind, layout, required = LAYOUTS[0x01]
    monkeypatch.setitem(LAYOUTS, 0x01, (kind, layout, required - 4))
    older = closed(bytes([1]) + layout.pack(*[1] * 11)[: required - 4])
    assert decode(older[:-1]) == replace(hello, build=0)
    assert decode(encode(hello)[:-1]) == hello
