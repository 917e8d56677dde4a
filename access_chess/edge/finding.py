"""What `access-chess doctor` found out about one part of this machine."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One line of the doctor: a part, whether it works, what was seen, and how to mend it.

    `mend` is empty when the part works. All texts are one plain sentence each, read aloud by a screen reader.
    """

    part: str
    works: bool
    seen: str
    mend: str = ""

    def __str__(self) -> str:
        state = "works" if self.works else "does not work"
        return f"{self.part}: {state}. {self.seen}" + (f" {self.mend}" if self.mend else "")
