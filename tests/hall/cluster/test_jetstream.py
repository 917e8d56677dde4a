"""The ledger on real brokers: who writes after what stands there is kept once, who does not is refused."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from access_chess.hall.cluster.broker import Broker, Kept
from access_chess.hall.cluster.jetstream import JetStreamLedger, Message, hall_stream
from access_chess.hall.rules.records import ConflictError
from access_chess.wiring.shared_hall import addresses
from tests.support.brokers import Brokers
from tests.support.station_table import until

SUBJECT = "hall.ledger.board.{}.game"


class Reader:
    """Who follows a ledger, and writes nothing."""

    def __init__(self) -> None:
        self.kept: list[Kept] = []
        self.losses = 0

    def take(self, kept: Kept) -> None:
        self.kept.append(kept)

    def begin_anew(self) -> None:
        self.losses += 1

    def of(self, board: int) -> list[bytes]:
        """What it was told of a board."""
        return [each.body for each in self.kept if each.subject == SUBJECT.format(board)]


@pytest.fixture
def ledgers(cluster: Brokers, request: pytest.FixtureRequest) -> Iterator[list[JetStreamLedger]]:
    """Those of two halls."""
    with ExitStack() as closing_all:
        found = []
        for _ in range(2):
            broker = closing_all.enter_context(closing(Broker(addresses(cluster.ledger))))
            found.append(
                closing_all.enter_context(closing(JetStreamLedger(broker, hall_stream(), "hall.ledger.board.>")))
            )
        yield found


def message(board: int, body: bytes, after: int | None = None) -> Message:
    return Message(subject=SUBJECT.format(board), body=body, name=f"{board}/{body.decode()}", after=after)


def following(ledger: JetStreamLedger) -> Reader:
    reader = Reader()
    ledger.follow(reader, after=0)
    return reader


def at_once(ledgers: list[JetStreamLedger], place: int, after: int) -> list[int | Exception]:
    """Both halls write after the same position."""
    outcomes: list[int | Exception] = []
    begin = threading.Barrier(len(ledgers))

    def write(hall: int) -> None:
        begin.wait()
        outcomes.extend(ledgers[hall].append_all([message(1, f"{hall} {place}".encode(), after)]))

    writers = [threading.Thread(target=write, args=(hall,)) for hall in range(len(ledgers))]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    return outcomes


def test_of_two_halls_that_write_at_the_same_time_one_is_refused(ledgers: list[JetStreamLedger]) -> None:
    """The brokers say in two ways that another was quicker, and one of them only while its message is on its way."""
    reader = following(ledgers[0])
    last, rounds = 0, 12
    for place in range(rounds):
        outcomes = at_once(ledgers, place, last)
        (last,) = [each for each in outcomes if isinstance(each, int)]
        (refused,) = [each for each in outcomes if not isinstance(each, int)]
        assert isinstance(refused, ConflictError) and refused.position == last, refused
    assert ledgers[0].catch_up(last, 20)
    assert len(reader.of(1)) == rounds


def test_what_is_sent_again_under_its_name_is_kept_once_even_by_brokers_that_came_after(
    cluster: Brokers, ledgers: list[JetStreamLedger]
) -> None:
    """So it is with each message whose acknowledgement was lost with the broker that owed it."""
    reader = following(ledgers[0])
    first = ledgers[0].append(message(2, b"first", 0))
    second = ledgers[0].append(message(2, b"second", first))
    assert ledgers[0].append(message(2, b"second", first)) == second
    killed = cluster.kill_leader()
    assert ledgers[1].append(message(2, b"second", first)) == second
    cluster.begin(killed)
    third = ledgers[0].append(message(2, b"third", second))
    assert ledgers[0].catch_up(third, 20)
    assert reader.of(2) == [b"first", b"second", b"third"]


def test_a_reader_misses_and_doubles_nothing_while_brokers_are_killed_between_messages(
    cluster: Brokers, ledgers: list[JetStreamLedger]
) -> None:
    readers = [following(each) for each in ledgers]
    last, written = 0, [f"{place}".encode() for place in range(40)]
    for place, body in enumerate(written):
        if place % 15 == 10:
            killed = cluster.kill_leader()
        last = ledgers[place % 2].append(message(3, body, last))
        if place % 15 == 12:
            cluster.begin(killed)
    for ledger, reader in zip(ledgers, readers, strict=True):
        assert ledger.catch_up(last, 20)
        assert reader.of(3) == written and not reader.losses
        assert [each.position for each in reader.kept] == sorted({each.position for each in reader.kept})


def test_a_watch_goes_on_in_the_stream_that_follows_a_lost_one(
    cluster: Brokers, ledgers: list[JetStreamLedger]
) -> None:
    """Both are told that all was lost, and a writer who has seen the former one is told that nothing stands there."""
    readers = [following(each) for each in ledgers]
    before = ledgers[0].append(message(4, b"before", 0))
    assert all(each.catch_up(before, 20) for each in ledgers)
    cluster.delete()
    with pytest.raises(ConflictError) as refused:
        ledgers[0].append(message(4, b"lost", before))
    assert refused.value.position == 0
    after = ledgers[1].append(message(4, b"after", 0))
    assert after > before
    for ledger, reader in zip(ledgers, readers, strict=True):
        assert ledger.catch_up(after, 20)
        assert reader.of(4) == [b"before", b"after"]
        until(lambda reader=reader: reader.losses)  # type: ignore[misc]
        assert reader.losses == 1
