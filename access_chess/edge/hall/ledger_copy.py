"""What this hall has read of the ledger, in a file of its own: after a restart it goes on from where it was."""

from pathlib import Path

from access_chess.edge.hall.books import line_of, received_rows
from access_chess.edge.hall.shared_tokens import SharedTokens
from access_chess.edge.hall.station_store import History, ReceivedRow, StationStore
from access_chess.hall.records import HOSTED_FROM, Opened, Reported
from access_chess.hall.wire import Joined, first_chain
from access_chess.machine_clock import WallClock, utc_now

_POSITIONS = """CREATE TABLE IF NOT EXISTS positions (
    history INTEGER NOT NULL, first INTEGER NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (history, first)
)"""


class LedgerCopy(StationStore):
    """Histories of all boards of all halls, and the positions in the ledger that their entries had first."""

    def __init__(self, path: Path | None, tokens: SharedTokens, *, wall: WallClock = utc_now) -> None:
        super().__init__(path, wall=wall)
        self._tokens = tokens
        with self._file.transaction() as database:
            database.execute(_POSITIONS)

    def new_code(self, board: int, *, is_named: bool) -> str:
        """A code for the station of a board to sign in with, at any hall."""
        return self._tokens.new_code(board, is_named=is_named)

    def use_proof(self, shown: str, fingerprint: bytes) -> Joined | None:
        """Lets a station in that has shown that it knows a code, which is used up."""
        return self._tokens.use_proof(shown, fingerprint)

    def board_of(self, token: str) -> int | None:
        """The board whose station has this token."""
        return self._tokens.board_of(token)

    def end_tokens(self, board: int) -> None:
        """No station that has signed in for this board so far may come back without a new code."""
        self._tokens.end_tokens(board)

    def boards(self) -> dict[int, bool]:
        """All boards that have or had a station, and whether spectators may see who plays there."""
        found = dict.fromkeys(super().boards(), False) | self._tokens.boards()
        return dict(sorted(found.items()))

    def is_named(self, board: int) -> bool:
        """Whether spectators may see who plays; names at pages are for everybody."""
        return board >= HOSTED_FROM or super().is_named(board)

    @property
    def position(self) -> int:
        """The last position of which entries are kept here; what came after may be taken twice without harm."""
        return int(self._file.row("SELECT coalesce(max(position), 0) FROM positions")[0])

    def take(self, record: Reported, position: int) -> History | None:
        """Keep entries, but for those that are known; the history before them. None: they do not follow here."""
        head = record.head
        history = line_of(self, record.board, head)
        while history is None:
            before = self.history(record.board, head.journal, head.game)
            if record.first or (before is not None and before.line >= head.line):
                return None
            begun = self.begin_history(record.board, head.journal, head.game, first_chain(head.journal, head.game))
            history = begun if begun.line == head.line else None
        rows = received_rows(record)[max(0, history.entries - record.first) :]
        if record.first > history.entries or not rows:
            return None
        with self.together(), self._file.transaction(is_lasting=False) as database:
            self.append(history, rows)
            place = (history.history, rows[0].row.number, position)
            database.execute("INSERT OR IGNORE INTO positions VALUES (?, ?, ?)", place)
        return history

    def take_opened(self, record: Opened) -> None:
        """Keep the text of a sealed move."""
        history = line_of(self, record.board, record.head)
        if history is not None:
            self.unseal(history, record.number, record.event)

    def reports(self, history: History) -> list[tuple[int, tuple[ReceivedRow, ...]]]:
        """The entries of a game as they came, with the position of each report."""
        query = "SELECT first, position FROM positions WHERE history = ? ORDER BY first"
        places = self._file.rows(query, history.history)
        rows = self.rows(history)
        ends = [first for first, _ in places[1:]] + [len(rows)]
        return [(position, rows[first:end]) for (first, position), end in zip(places, ends, strict=True)]

    def last_position(self, history: History) -> int:
        """The position of the last report of a game; 0: there is none."""
        query = "SELECT coalesce(max(position), 0) FROM positions WHERE history = ?"
        return int(self._file.row(query, history.history)[0])

    def all_histories(self) -> list[History]:
        """All games, the oldest first."""
        boards = sorted(StationStore.boards(self))
        return sorted((each for board in boards for each in self.histories(board)), key=lambda each: each.history)
