"""Names of people and events, as they may be shown to others."""

import unicodedata

LONGEST_NAME = 60  # letters


def readable_name(name: str) -> str | None:
    """A name as it may be shown; None where it is too long or has signs that cannot be seen or turn letters round."""
    name = " ".join(name.split())
    is_visible = all(unicodedata.category(letter)[0] != "C" for letter in name)
    return name if len(name) <= LONGEST_NAME and is_visible else None
