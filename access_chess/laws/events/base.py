"""What all events are."""

import msgspec

from access_chess.laws.clock import Instant


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Something that happened; nothing of it changes any more."""


class Timed(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """An event that bears the instant at which it happened."""

    at: Instant
