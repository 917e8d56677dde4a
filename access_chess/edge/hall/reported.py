"""What a station has reported of a game: whether it follows from what is kept, and what it tells."""

from collections.abc import Sequence
from datetime import timedelta

from access_chess.edge.hall.followed_board import FollowedGame
from access_chess.edge.hall.station_store import History, ReceivedRow, StationStore
from access_chess.edge.storage.damage import DamagedError
from access_chess.edge.storage.journal_tables import EntryRow
from access_chess.hall import wire
from access_chess.hall.wire import first_chain
from access_chess.laws.events import MoveSealed
from access_chess.session.hosting.station_ports import Step

_MICROSECOND = timedelta(microseconds=1)


def received_row(item: wire.Item, chain: str, received: str) -> ReceivedRow:
    """An entry as it is kept: with the chain after it, and when it came (ISO 8601)."""
    row = EntryRow(
        number=item.number, at=item.at // _MICROSECOND, wall=item.wall, author=item.author, command=item.command,
        form=item.form, event=bytes(item.event).decode(),
    )  # fmt: skip
    return ReceivedRow(row=row, chain=chain, seal=item.seal, received=received)


def folded(store: StationStore, history: History, count: int | None = None) -> FollowedGame:
    """A game as far as it is kept, or its first `count` entries."""
    begun = FollowedGame(history=history)
    return begun.after(history, begun.steps(store.rows(history)[:count]))


def checked_steps(followed: FollowedGame, rows: Sequence[ReceivedRow]) -> list[Step]:
    """The entries that these rows tell. Raises NonsenseError."""
    try:
        steps = followed.steps(rows)
    except DamagedError as error:
        raise wire.NonsenseError(str(error)) from error
    if any(each.seal and not isinstance(step.entry.event, MoveSealed) for each, step in zip(rows, steps, strict=True)):
        raise wire.NonsenseError("only a sealed move is kept back")
    return steps


def joins_on(store: StationStore, history: History, sent: wire.Entries, chains: Sequence[str]) -> bool:
    """Whether what was sent, with these chains, follows from what is kept and is the same where both are there."""
    if sent.first == history.entries:
        return sent.before == history.chain
    first = first_chain(history.journal, history.game)
    if store.chain_at(history, sent.first, first) != sent.before:
        return False
    both = min(history.entries - sent.first, len(chains))
    return store.chain_at(history, sent.first + both, first) == chains[both - 1]


def other_from(store: StationStore, history: History, rows: Sequence[ReceivedRow]) -> int | None:
    """The first of these new entries that is another one than in the line before; None where it is none of them."""
    if not history.line:
        return None
    lines = store.histories(history.board)
    same_game = [each for each in lines if (each.journal, each.game) == (history.journal, history.game)]
    earlier = next((each for each in same_game if each.line == history.line - 1), None)
    if earlier is None:
        return None
    first, number = first_chain(history.journal, history.game), rows[0].row.number
    if store.chain_at(earlier, number, first) != store.chain_at(history, number, first):
        return None  # it had begun before
    for each in rows:
        kept = store.chain_at(earlier, each.row.number + 1, first)
        if kept is not None and kept != each.chain:
            return each.row.number
    return None
