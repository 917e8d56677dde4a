"""What `access-chess doctor` found out about one part of this machine."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Diagnosis:
    """One line of the doctor: a part, whether it works, what was found, and how to mend it.

    `part`, `found` and `mend` are keys of `phrases.toml`; `slots` fill the slots of all three. Nothing to mend: "".
    """

    part: str
    works: bool
    found: str
    mend: str = ""
    slots: Mapping[str, str | int] = field(default_factory=dict)
