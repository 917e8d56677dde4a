"""An entry of a journal as text: as it stands on disk, and as halls keep it and pass it on."""

from msgspec import Struct


class EntryRow(Struct, frozen=True, omit_defaults=True):
    """One entry: `at` in microseconds, `wall` in ISO 8601, `form` the format of the text of its `event`.

    `chain` is the link of the journal's own chain. What a station has reported has the `link` of the chain over what
    was reported (hexadecimal), a `seal` where its text is kept back, and when it was `received` (ISO 8601, UTC).
    """

    number: int
    at: int
    wall: str
    author: str
    command: str
    form: int
    event: str
    chain: bytes = b""
    link: str = ""
    seal: str = ""
    received: str = ""
