"""Where a station is signed in: `station.toml`, readable for its user alone, with a token for each hall."""

import secrets
from pathlib import Path

import msgspec

from access_chess.edge.station.secret_tables import read_tables, write_tables
from access_chess.edge.storage.places import user_folder

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
