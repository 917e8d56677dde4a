"""The account that somebody has logged in with: its token is read by nobody else on this machine, and shown nowhere.

Whether games can be played there at all is told to `access-chess doctor`; that asks nobody, and imports nothing that
may lack.
"""

import os
from importlib.util import find_spec
from pathlib import Path

import msgspec

from access_chess.edge.diagnosis import Diagnosis, installing
from access_chess.edge.storage.places import user_folder

FILE = "lichess.json"
FOR_ONESELF = 0o600


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """Whom the server knows the player as, where, and by which token; it shows no token of itself."""

    address: str
    name: str
    token: str

    def __repr__(self) -> str:
        return f"Account(address={self.address!r}, name={self.name!r})"


def kept_account(folder: Path) -> Account | None:
    """Who has logged in here; None where nobody has, or where what is kept is damaged. Raises OSError."""
    file = folder / FILE
    try:
        file.chmod(FOR_ONESELF)  # a copy may have been made with other rights
        return msgspec.json.decode(file.read_bytes(), type=Account)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def keep_account(folder: Path, account: Account) -> Path:
    """Keep it, so that at no instant anybody else may read the file. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    file, new = folder / FILE, folder / f"{FILE}.new"
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FOR_ONESELF)
    with os.fdopen(descriptor, "wb") as written:
        written.write(msgspec.json.encode(account))
        written.flush()
        os.fsync(written.fileno())
    new.replace(file)
    return file


def forget_account(folder: Path) -> None:
    """Keep it no more."""
    (folder / FILE).unlink(missing_ok=True)


NEEDED = ("httpx",)  # what the extra `lichess` brings


def examine() -> list[Diagnosis]:
    """Whether the extra is installed, and as whom one is logged in."""
    part = "doctor_part_lichess"
    if any(find_spec(name) is None for name in NEEDED):
        install = {"install": installing(extra="lichess")}
        return [Diagnosis(part=part, works=False, found="doctor_not_needed", mend="doctor_mend_lichess", slots=install)]
    account = kept_account(user_folder())
    if account is None:
        return [Diagnosis(part=part, works=False, found="doctor_lichess_nobody", mend="doctor_mend_lichess_login")]
    slots = {"name": account.name, "address": account.address}
    return [Diagnosis(part=part, works=True, found="doctor_lichess_account", slots=slots)]
