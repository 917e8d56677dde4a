"""One source, and whole frames as bytes that both sides are held to."""

import importlib.util
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from access_chess.board.wire import frames
from access_chess.board.wire.framing import decode, encode
from access_chess.board.wire.simulated_board import ModelBoard, received, started
from access_chess.edge.storage.places import data_folder
from tests.hardware.core import Core

HARDWARE = data_folder("hardware")
VECTORS = tomllib.loads((HARDWARE / "protocol" / "vectors.toml").read_text(encoding="utf-8"))["vector"]


def loaded(path: Path) -> ModuleType:
    """A Python file that is in no package."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


generate: Any = loaded(HARDWARE / "protocol" / "generate.py")
PROTOCOL = generate.read(HARDWARE / "protocol" / "frames.toml")


def named(vector: dict[str, Any]) -> frames.Frame:
    """The frame of a vector as a value."""
    (entry,) = [frame for frame in PROTOCOL.frames if frame.name == vector["frame"]]
    kind, _, _ = frames.LAYOUTS[entry.id]
    return kind(**vector["fields"])


def test_generated_files_are_up_to_date() -> None:
    package = Path(frames.__file__)
    text = (HARDWARE / "protocol" / "protocol.md").read_text(encoding="utf-8")
    assert package.read_text(encoding="utf-8") == generate.python_module(PROTOCOL)
    assert (HARDWARE / "firmware" / "core" / "frames.h").read_text() == generate.c_header(PROTOCOL)
    assert text == generate.with_tables(text, PROTOCOL)


def test_every_frame_has_a_vector() -> None:
    assert {vector["frame"] for vector in VECTORS} == {frame.name for frame in PROTOCOL.frames}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["frame"]))
def test_driver_is_held_to_the_vectors(vector: dict[str, Any]) -> None:
    wire = bytes.fromhex(vector["wire"])
    assert encode(named(vector)) == wire
    assert decode(wire.removesuffix(b"\0")) == named(vector)


@pytest.mark.parametrize(
    "vector", [vector for vector in VECTORS if vector["wire"][3] == "8"], ids=lambda vector: str(vector["frame"])
)
def test_firmware_understands_the_vectors(vector: dict[str, Any]) -> None:
    """Each command's vector is answered as the model board, which reads it with the driver's code, answers it."""
    core = Core(0)
    core.take()
    core.bring(bytes.fromhex(vector["wire"]))
    model, _ = started(ModelBoard())
    _, answer = received(model, bytes.fromhex(vector["wire"]), at_ms=0)
    first = decode(answer.split(b"\0")[0])
    heard = core.take()
    assert heard and type(heard[0]) is type(first)
    assert heard[0] == first or isinstance(first, frames.Hello)


def test_a_number_is_never_given_twice(tmp_path: Path) -> None:
    source = (HARDWARE / "protocol" / "frames.toml").read_text(encoding="utf-8")
    twice = tmp_path / "frames.toml"
    twice.write_text(source.replace("id = 0x02", "id = 0x01"), encoding="utf-8")
    with pytest.raises(ValueError, match="number of its own"):
        generate.read(twice)


def test_the_generator_writes_where_it_is_told(tmp_path: Path) -> None:
    program = HARDWARE / "protocol" / "generate.py"
    subprocess.run([sys.executable, str(program), "--into", str(tmp_path)], check=True)
    assert (tmp_path / "frames.py").read_bytes() == Path(frames.__file__).read_bytes()
