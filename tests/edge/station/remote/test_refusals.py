"""Who does not belong to a game, and what is not his to do: refused with a reason that has words. Nothing happens."""

import logging
import ssl
from datetime import timedelta
from typing import Any

import chess
import pytest
from websockets.exceptions import ConnectionClosed

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.station.line import NotLetInError
from access_chess.edge.station.remote.lines import RefusedError, knock, line_to
from access_chess.edge.storage.event_text import FORMAT
from access_chess.hall.rules import remote, wire
from access_chess.laws.commands import (
    ARBITER,
    AddTime,
    Command,
    FeelSquares,
    OfferDraw,
    PlayMove,
    PressClock,
    Resign,
    Resume,
    SealMove,
    StopClocks,
    StopReason,
    TimePassed,
    player,
)
from access_chess.laws.editions import Edition
from access_chess.laws.time_control import parse_time_control
from tests.support.remote_host import CODE, RawGuest, RemoteHost, come, line, token_of
from tests.support.station_table import until

MOVE = PlayMove(color=chess.BLACK, move=chess.Move.from_uci("e7e5"), id="m")
SECOND = timedelta(seconds=1)


def test_a_wrong_code_opens_nothing(host: RemoteHost) -> None:
    with pytest.raises(RefusedError, match="remote_wrong_code"):
        knock(host.way, "K7Q2M-9XTB0", FORMAT)
    assert host.link.wait(0) is None


def test_another_version_is_refused(host: RemoteHost) -> None:
    with pytest.raises(RefusedError, match="remote_versions"):
        knock(host.way, CODE, FORMAT + 1)


def test_a_code_counts_until_somebody_has_come_and_for_nobody_after_them(host: RemoteHost) -> None:
    token_of(host)
    token = token_of(host)  # the first guest's program has died before it had kept what it was told
    with line(host) as guest:
        guest.say(come(token))
        assert host.link.wait(20) == "Boris"
        host.begin()
        guest.hear(remote.GuestWelcome)
        with pytest.raises(RefusedError, match="remote_taken"):
            knock(host.way, CODE, FORMAT)
        with line(host) as third:
            third.say(come("guessed", run="three"))
            assert third.hear(wire.Bye) == wire.Bye(reason=remote.TAKEN)
        host.do(PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4")))
        guest.hear(wire.Entries)  # his line stands


def test_what_goes_wrong_with_a_line_is_not_written_into_the_terminal(host: RemoteHost) -> None:
    """Nobody above hears of it, who would write it there."""
    seen = _Seen()
    logging.getLogger().addHandler(seen)
    try:
        with line(host) as guest:
            guest.line.logger.error("keepalive ping failed")
    finally:
        logging.getLogger().removeHandler(seen)
    assert not seen.records


class _Seen(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


def test_another_certificate_is_another_machine(host: RemoteHost) -> None:
    with pytest.raises(NotLetInError, match="remote_not_it"):
        line_to(host.way, "00" * 32)


def test_nothing_but_answers_comes_through_the_door(host: RemoteHost) -> None:
    with line(host) as guest:
        _let_in(host, guest)
        assert isinstance(guest.line.socket, ssl.SSLSocket)
        assert guest.line.socket.session is not None
        assert not guest.line.socket.session.has_ticket


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (remote.GuestTerms(edition=Edition.FIDE_2018), remote.EDITION),
        (remote.GuestTerms(time=parse_time_control("60+0")), remote.TIME),
        (remote.GuestTerms(color=chess.WHITE), remote.COLOR),
        (remote.GuestTerms(profile="tournament"), remote.PROFILE),
    ],
    ids=["edition", "time", "color", "profile"],
)
def test_whoever_wants_another_game_is_told_so(host: RemoteHost, wanted: remote.GuestTerms, reason: str) -> None:
    with line(host) as guest:
        guest.say(come(token_of(host), wanted=wanted))
        assert guest.hear(wire.Bye) == wire.Bye(reason=reason)


def _asked(command: Command, **fields: Any) -> remote.GuestCommands:
    return remote.GuestCommands(commands=(command,), thought=fields.get("thought", timedelta()))


REFUSED = {
    "in the other's name": (_asked(Resign(color=chess.WHITE, id="m")), "remote_not_yours"),
    "as the other": (_asked(OfferDraw(color=chess.BLACK, author=player(chess.WHITE), id="m")), "remote_not_yours"),
    "as the arbiter": (_asked(Resign(color=chess.BLACK, author=ARBITER, id="m")), "remote_not_yours"),
    "the arbiter's": (_asked(AddTime(color=chess.BLACK, time=600 * SECOND, id="m")), "remote_not_yours"),
    "the program's": (_asked(Resume(id="m")), "remote_not_yours"),
    "the clock's": (_asked(TimePassed(id="m")), "remote_not_yours"),
    "nobody's stop": (_asked(StopClocks(reason=StopReason.ARBITER, id="m")), "remote_not_yours"),
    "sealed": (_asked(SealMove(color=chess.BLACK, text="e5", moves=(), id="m")), "remote_no_sealing"),
    "power": (_asked(StopClocks(reason=StopReason.POWER, color=chess.BLACK, id="m")), "remote_no_sealing"),
    "less than no thought": (_asked(MOVE, thought=-SECOND), "remote_thought"),
    "more thought than there was": (_asked(MOVE, thought=3600 * SECOND), "remote_thought"),
    "no square": (_asked(FeelSquares(color=chess.BLACK, squares=(64,), id="m")), "remote_nonsense"),
    "no move": (_asked(PlayMove(color=chess.BLACK, move=chess.Move(900, -1), id="m")), "remote_nonsense"),
    "no id": (_asked(PressClock(color=chess.BLACK)), "remote_nonsense"),
    "a book": (_asked(SealMove(color=chess.WHITE, text="e" * 9000, moves=(), id="m")), "remote_not_yours"),
}


def test_what_is_not_a_guests_to_do_is_refused_and_leaves_no_trace(host: RemoteHost) -> None:
    token = token_of(host)
    with line(host) as guest:
        guest.say(come(token))
        host.link.wait(20)
        host.begin()
        host.do(PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4")), PressClock(color=chess.WHITE))
        before = host.journal.count(host.table.number)
        said = load_voice_pack("en").phrases
        for name, (asked, phrase) in REFUSED.items():
            guest.say(asked)
            answer = guest.hear(remote.Answered)
            assert isinstance(answer, remote.Answered)
            assert (name, answer.refused) == (name, phrase)
            assert phrase in said
        assert host.journal.count(host.table.number) == before
        assert host.table.game.board.turn is chess.BLACK


def test_a_repeat_is_answered_and_not_done_again(host: RemoteHost) -> None:
    with line(host) as guest:
        _let_in(host, guest)
        for thought in (0, 0, 3600):  # a repeat that comes when the turn has passed
            guest.say(_asked(MOVE, thought=thought * SECOND))
            assert guest.hear(remote.Answered) == remote.Answered(id="m")
        assert len(host.table.game.plies) == 2


def test_what_is_sent_is_what_stands_in_the_journal_from_where_the_guest_has_it(host: RemoteHost) -> None:
    with line(host) as guest:
        token = _let_in(host, guest)
        entries = guest.hear(wire.Entries)
        assert isinstance(entries, wire.Entries)
        texts = [bytes(item.event).decode() for item in entries.items]
        assert texts == [row.event for row in host.journal.rows(host.table.number)][: len(texts)]
    with line(host) as again:
        again.say(come(token, head=wire.GameHead(game=host.table.number, entries=1, chain="00" * 16)))
        assert again.hear(wire.Bye) == wire.Bye(reason=wire.HISTORY)


def test_a_guest_who_comes_from_another_program_takes_their_own_place(host: RemoteHost) -> None:
    with line(host) as guest, line(host) as again:
        token = _let_in(host, guest)
        again.say(come(token, run="two"))
        assert guest.hear(wire.Bye) == wire.Bye(reason=wire.REPLACED)
        again.hear(remote.GuestWelcome)


@pytest.mark.parametrize("frame", ["", "{}", '{"kind":"beat"}', '{"kind":"come"}', "[" * 5000, "\x00"])
def test_nonsense_is_sent_away(host: RemoteHost, frame: str) -> None:
    with line(host) as guest:
        guest.line.send(frame)
        assert guest.hear(wire.Bye) == wire.Bye(reason=wire.NONSENSE)
        with pytest.raises(ConnectionClosed):
            guest.line.recv(20)


def test_both_have_to_want_a_pause(host: RemoteHost) -> None:
    with line(host) as guest:
        _let_in(host, guest)
        guest.say(remote.Wish(pause=True))
        guest.say(_asked(MOVE))
        guest.hear(remote.Answered)
        assert host.said == ["Boris wants to pause. Say pause, and both clocks stop."]
        assert host.runs()
        host.pause()
        assert not host.runs()
        guest.say(remote.Wish(pause=False))
        host.pause(on=True)
        assert guest.hear(remote.Wish) == remote.Wish(pause=True)
        assert guest.hear(remote.Wish) == remote.Wish(pause=False)
        until(host.runs)


def _let_in(host: RemoteHost, guest: RawGuest) -> str:
    """He is there, and it is his turn; his token."""
    token = token_of(host)
    guest.say(come(token))
    host.link.wait(20)
    host.begin()
    host.do(PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4")), PressClock(color=chess.WHITE))
    guest.hear(remote.GuestWelcome)
    return token
