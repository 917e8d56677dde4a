"""Who commands: a player or the arbiter."""

import chess
import msgspec


class ByPlayer(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    color: chess.Color


class ByArbiter(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    pass
