"""A line as a terminal has read it."""

from datetime import timedelta

from access_chess.session.ports import Entered


def entered(line: str) -> Entered:
    """Typed at the machine's instant zero."""
    return Entered(text=line, at=timedelta(), is_key=False)
