"""Where a station is signed in: `station.toml`, readable for its user alone, with a token for each hall."""

import contextlib
import json
import os
import secrets
import tomllib
from pathlib import Path

import msgspec

from access_chess.edge.storage.places import user_folder
from access_chess.session.ports import StorageError

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
    file = station_file()
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        found = msgspec.convert(table.get("hall", []), tuple[SignIn, ...])
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise StorageError("station_unread", path=str(file), error=str(error)) from error
    return {each.hall: each for each in found}


def keep_sign_in(sign_in: SignIn) -> None:
    """Keep it, in the place of the one before of the same hall. Raises StorageError."""
    kept = kept_sign_ins() | {sign_in.hall: sign_in}
    text = "\n".join(_table(each) for each in kept.values())
    file = station_file()
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


def _table(sign_in: SignIn) -> str:
    fields = msgspec.to_builtins(sign_in)
    lines = (f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields.items())
    return "[[hall]]\n" + "".join(lines)
