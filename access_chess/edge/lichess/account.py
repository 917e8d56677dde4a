"""The account that somebody has logged in with: its token is read by nobody else on this machine, and shown nowhere."""

import os
from pathlib import Path

import msgspec

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
