"""Which stations may come in, where several halls are one: a station that has signed in at one may report to any."""

import secrets
from datetime import timedelta

import msgspec

from access_chess.hall.cluster.jetstream import Bucket
from access_chess.hall.rules.codes import digested, fits, hall_proof, new_code, plain_code, station_proof
from access_chess.hall.rules.wire import Joined
from access_chess.hall.stations.store import StationStore
from access_chess.machine_clock import WallClock, utc_now

LASTS = timedelta(minutes=10)  # of a code


class Token(msgspec.Struct, frozen=True):
    """A station's token, or with `expires` (ISO 8601, UTC) a code for one; `is_named`: spectators may see who plays."""

    board: int
    is_named: bool
    expires: str = ""


class SharedTokens:
    """Codes and tokens of stations in a bucket. `own` is the file of this machine: a code that was made there (`serve
    code`) is good at this hall.
    """

    def __init__(self, bucket: Bucket, own: StationStore, *, wall: WallClock = utc_now) -> None:
        self._bucket = bucket
        self._own = own
        self._wall = wall

    def new_code(self, board: int, *, is_named: bool) -> str:
        """A code for the station of a board to sign in with, once and within ten minutes."""
        code, expires = new_code(), (self._wall() + LASTS).isoformat()
        entry = msgspec.json.encode(Token(board, is_named, expires))
        self._bucket.change(f"stationcode.{digested(plain_code(code)).hex()}", lambda before: entry)
        return code

    def use_proof(self, shown: str, fingerprint: bytes) -> Joined | None:
        """Lets a station in that has shown that it knows a code, which is used up."""
        now = self._wall().isoformat()
        for key, value in self._bucket.items("stationcode."):
            code, digest = _TOKEN.decode(value), bytes.fromhex(key.partition(".")[2])
            if code.expires <= now:
                self._bucket.change(key, _gone)
            elif fits(shown, station_proof(digest, fingerprint)):
                if self._bucket.change(key, _gone) is None:
                    return None
                token = secrets.token_urlsafe(32)
                self._keep(token, Token(code.board, code.is_named))
                return Joined(token=token, board=code.board, proof=hall_proof(digest, fingerprint, token))
        joined = self._own.use_proof(shown, fingerprint)
        if joined is not None:
            self._keep(joined.token, Token(joined.board, self._own.boards()[joined.board]))
        return joined

    def board_of(self, token: str) -> int | None:
        """The board whose station has this token."""
        found = self._bucket.get(f"station.{digested(token).hex()}")
        return None if found is None else _TOKEN.decode(found).board

    def end_tokens(self, board: int) -> None:
        """No station that has signed in for this board so far may come back without a new code."""
        for key, value in self._bucket.items("station."):
            if _TOKEN.decode(value).board == board:
                self._bucket.change(key, _gone)

    def boards(self) -> dict[int, bool]:
        """All boards whose stations have signed in, and whether spectators may see who plays there."""
        found: dict[int, bool] = {}
        for _, value in self._bucket.items("station."):
            token = _TOKEN.decode(value)
            found[token.board] = found.get(token.board, False) or token.is_named
        return found

    def _keep(self, token: str, entry: Token) -> None:
        self._bucket.change(f"station.{digested(token).hex()}", lambda before: msgspec.json.encode(entry))


_TOKEN = msgspec.json.Decoder(Token)


def _gone(before: bytes | None) -> None:
    """No value any more."""
