"""What all events are."""

import msgspec

from access_chess.laws.clock import Instant


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    pass


class Timed(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    at: Instant
