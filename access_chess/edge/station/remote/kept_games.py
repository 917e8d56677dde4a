"""Which games are played with a station elsewhere: `remote.toml`, with tokens, readable for its user alone."""

from pathlib import Path

import msgspec

from access_chess.edge.station.sign_in import read_tables, write_tables
from access_chess.edge.storage.places import user_folder

MOST_GAMES = 50  # the older ones are long over


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
    write_tables(remote_file(), "game", (*others, kept)[-MOST_GAMES:])


def last_kept() -> KeptGame | None:
    """The game that was kept last, if this end still needs the other for it. Raises StorageError."""
    going_on = [each for each in read_tables(remote_file(), "game", KeptGame) if not each.is_done]
    return going_on[-1] if going_on else None
