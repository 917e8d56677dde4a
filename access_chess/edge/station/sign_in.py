"""Where a station is signed in, `station.toml`, with a token for each hall; and which games are played with a station
elsewhere, `remote.toml`, with a token for each. Only their user may read them, and they are written whole or not at
all.
"""

import contextlib
import json
import os
import secrets
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from access_chess.edge.storage.places import user_folder
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


MOST_GAMES = 50  # whose reports a hall is asked about when it is there again; the older ones are long complete


class SignIn(msgspec.Struct, frozen=True, kw_only=True):
    """A station's place in a hall.

    `fingerprint` is that of the hall's certificate (hexadecimal; empty without TLS), `secret` hides sealed moves
    (hexadecimal), `games` are those of `journal` that are reported: whatever was played without the hall is not.
    """

    hall: str
    token: str
    board: int
    fingerprint: str = ""
    secret: str = ""
    journal: str = ""
    games: tuple[int, ...] = ()

    def with_game(self, journal: str, game: int) -> "SignIn":
        """The place, with a game that is reported from now on."""
        games = self.games if journal == self.journal else ()
        if game not in games:
            games = (*games, game)[-MOST_GAMES:]
        return msgspec.structs.replace(self, journal=journal, games=games)


def new_secret() -> str:
    """What nobody else knows."""
    return secrets.token_hex(32)


def station_file() -> Path:
    """The file; it may not exist yet."""
    return user_folder() / "station.toml"


def kept_sign_ins() -> dict[str, SignIn]:
    """All that is kept, by the hall's address. Raises StorageError."""
    return {each.hall: each for each in read_tables(station_file(), "hall", SignIn)}


def keep_sign_in(sign_in: SignIn) -> None:
    """Keep it, in the place of the one before of the same hall. Raises StorageError."""
    kept = kept_sign_ins() | {sign_in.hall: sign_in}
    write_tables(station_file(), "hall", tuple(kept.values()))


MOST_REMOTE_GAMES = 50  # the older ones are long over


class KeptGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game with somebody elsewhere, as one end keeps it; `game` is its number in the own journal, 0 before it begins.

    `token` is what the guest shows; of the host's only the digest is kept (hexadecimal). A guest finds the host at
    `address`, a host listens at `port`; where a hall carries the game, its address and the `room` there stand with
    both. `journal` and `number` are the host's, `color` the own one. It `is_done` when this end needs no more of the
    other.
    """

    token: str
    is_host: bool
    color: bool
    game: int = 0
    address: str = ""
    port: int = 0
    room: str = ""
    fingerprint: str = ""
    journal: str = ""
    number: int = 0
    name: str = ""
    profile: str = ""
    is_done: bool = False


def remote_file() -> Path:
    """The file; it may not exist yet."""
    return user_folder() / "remote.toml"


def keep_game(kept: KeptGame) -> None:
    """Keep it, in the place of what was kept of the same game. Raises StorageError."""
    others = [each for each in read_tables(remote_file(), "game", KeptGame) if each.token != kept.token]
    write_tables(remote_file(), "game", (*others, kept)[-MOST_REMOTE_GAMES:])


def last_kept() -> KeptGame | None:
    """The game that was kept last, if this end still needs the other for it. Raises StorageError."""
    going_on = [each for each in read_tables(remote_file(), "game", KeptGame) if not each.is_done]
    return going_on[-1] if going_on else None
