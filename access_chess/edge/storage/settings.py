"""What a user wants remembered from one game to the next: a few options of the command line, in a file of their own."""

import contextlib
import json
import tomllib
from collections.abc import Iterator, Mapping, MutableSet
from pathlib import Path

from access_chess.edge.storage.places import make_private_folder, user_folder, write_private
from access_chess.phrased_error import PhrasedError

Value = str | int | bool


class SettingsError(PhrasedError):
    """The file of settings cannot be read or written; the message is one plain sentence."""


def settings_file() -> Path:
    """The file; it may not exist yet."""
    return user_folder() / "settings.toml"


def hall_settings() -> dict[str, Value]:
    """What the organiser of a hall has written down of the options of `serve`, by their names. Raises SettingsError."""
    return _written(user_folder() / "hall.toml")


def kept_settings() -> dict[str, Value]:
    """What is remembered, by its key; nothing where nothing was. Raises SettingsError."""
    return _written(settings_file())


def keep_settings(settings: Mapping[str, Value]) -> None:
    """Remember these and nothing else. Raises SettingsError."""
    file = settings_file()
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in sorted(settings.items())]
    try:
        make_private_folder(file.parent)
        write_private(file, "".join(lines).encode())  # a reader meanwhile reads the old one whole
    except OSError as error:
        raise SettingsError("settings_unkept", path=file, error=error.strerror) from error


class ToldOnce(MutableSet[str]):
    """What the user has been told once, and is not told again; where nothing can be kept, it is told once more."""

    def __init__(self) -> None:
        self._now: set[str] = set()

    def __contains__(self, name: object) -> bool:
        return name in self._now or _told_file(str(name)).exists()

    def __iter__(self) -> Iterator[str]:
        return iter(self._now)

    def __len__(self) -> int:
        return len(self._now)

    def add(self, name: str) -> None:
        """Remember it."""
        if name in self:
            return
        self._now.add(name)
        with contextlib.suppress(OSError):
            _told_file(name).parent.mkdir(parents=True, exist_ok=True)
            _told_file(name).touch()

    def discard(self, name: str) -> None:
        """Tell it again."""
        self._now.discard(name)
        with contextlib.suppress(OSError):
            _told_file(name).unlink(missing_ok=True)


def _told_file(name: str) -> Path:
    return user_folder() / f"{name}-told"


def _written(file: Path) -> dict[str, Value]:
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise SettingsError("settings_unread", path=file, error=error) from error
    return {key: value for key, value in table.items() if isinstance(value, str | int | bool)}
