"""Files of a few tables that only their user may read, since there are tokens in them: whole or not at all."""

import contextlib
import json
import os
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from access_chess.session.ports import StorageError

Kept = TypeVar("Kept", bound=msgspec.Struct)


def read_tables(file: Path, name: str, kind: type[Kept]) -> tuple[Kept, ...]:
    """The tables of this name, in their order; none where there is no file yet. Raises StorageError."""
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
        return msgspec.convert(tables.get(name, []), tuple[kind, ...])  # type: ignore[valid-type]
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, RecursionError) as error:
        raise StorageError("station_unread", path=str(file), error=str(error)) from error


def write_tables(file: Path, name: str, kept: Sequence[msgspec.Struct]) -> None:
    """Write all of them. Raises StorageError."""
    text = "\n".join(_table(name, each) for each in kept)
    new = file.with_suffix(".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            new.unlink()
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as writer:
            writer.write(text)
            writer.flush()
            os.fsync(writer.fileno())
        new.replace(file)
    except OSError as error:
        raise StorageError("station_unwritten", path=str(file), error=error.strerror or str(error)) from error


def _table(name: str, kept: msgspec.Struct) -> str:
    fields = msgspec.to_builtins(kept)
    lines = (f"{field} = {json.dumps(value, ensure_ascii=False)}\n" for field, value in fields.items())
    return f"[[{name}]]\n" + "".join(lines)
