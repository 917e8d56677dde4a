"""A table without threads and without real time: instants come in the messages, and all that happens is recorded."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import chess

from access_chess.board.pegs.players_board import PlayersBoard
from access_chess.board.pegs.playing import AllBoards
from access_chess.board.ports import HandDeed
from access_chess.board.wire.reports import BoardReport
from access_chess.conversation.rights import HIS_OWN, ArbiterRights
from access_chess.conversation.state import Dialogue, Said
from access_chess.edge.boards.in_process import InProcessBoard
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.storage.journal import Journal
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.commands import (
    Command,
    player,
)
from access_chess.laws.setup import Player, Regulations, Setup
from access_chess.notation.typed_time import read_time_control
from access_chess.play.at_boards import BOARD_DEEDS, AtBoards, BoardsAwaited, TypedHand
from access_chess.play.deeds import DEEDS, not_now
from access_chess.play.engine import EngineSeat, Mind, Thought
from access_chess.play.loop import Table
from access_chess.play.messages import LATE, BoardReported, ReadyCommand, TablePlace, Typed, Woken, Work, Worked
from access_chess.play.practising import practice_deeds
from access_chess.play.seat import PlayerSeat
from access_chess.play.time_teller import TimeTeller
from access_chess.profile import Profile
from access_chess.requests.row import Here
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import SpokenWords
from access_chess.session.ports import JournalError, Recorded
from access_chess.session.record import begin_game
from access_chess.session.sheet_desk import Sheets
from access_chess.speech.answers.clock import STANDARD
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import Channel, Utterance
from tests.support.plain_analyst import PlainAnalyst

PRACTICE = {**DEEDS, **practice_deeds(lambda is_stopped: PlainAnalyst())}
SECOND = timedelta(seconds=1)
LANGUAGE = load_language("en")
PACK = LANGUAGE.pack
NOTED, NOTHING = PACK.phrase("noted").text, PACK.phrase("changes_nothing").text
OPENS = datetime(2026, 1, 1, tzinfo=UTC)


class Committing:
    """A journal in memory that writes into the record when it has committed; `fails_at` is the entry that fails."""

    def __init__(self, record: list[Any], fails_at: int | None) -> None:
        self._journal = Journal(None)
        self._record = record
        self._fails_at = fails_at

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    def append(self, game: int, number: int, events: Sequence[Any], /, **rest: Any) -> None:
        if self._fails_at is not None and number + len(events) > self._fails_at:
            raise JournalError("journal_no_game", game="1")
        self._journal.append(game, number, events, **rest)
        self._record.append(("kept", tuple(range(number, number + len(events)))))

    def beat(self, game: int, /, *, at: timedelta, **rest: Any) -> None:
        self._journal.beat(game, at=at, **rest)
        self._record.append(("beat", at))


class Overheard(Announcer):
    """Writes into the record which events it is told of, unless it is broken."""

    record: list[Any]
    is_broken = False

    def announce(self, recorded: Recorded) -> bool:
        if self.is_broken:
            raise OSError("the headset is gone")
        self.record.append(("told", recorded.number))
        return super().announce(recorded)


@dataclass
class Ears:
    """The speech that is heard at the table, in the record."""

    record: list[Any]

    def say(self, utterance: Utterance) -> None:
        self.record.append(("said", utterance.event, utterance.text))

    def repeat(self, channel: Channel, *, slower: bool = False) -> None: ...

    def silence(self, channel: Channel) -> tuple[Utterance, ...]:
        return ()

    def set_sound(self, is_on: bool) -> None: ...


@dataclass
class AtTable:
    """A table without threads: `now` is moved on by hand, and work is done when the test wants it."""

    table: Table
    journal: Committing
    announcer: Overheard
    trouble: list[Exception]
    record: list[Any]
    work: list[tuple[int, Work]]  # those that are wanted still, and those that are not
    now: timedelta = timedelta()

    def type(self, line: str, *, before: timedelta = timedelta()) -> list[Any]:
        """What is recorded of a line that was entered so long before now."""
        return self.turn(Typed(line=line, at=self.now - before))

    def said(self, line: str) -> list[str]:
        return [entry[2] for entry in self.type(line) if entry[0] == "said"]

    def result(self, found: object, *, index: int = -1) -> list[Any]:
        seat, work = self.work[index]
        if isinstance(self.table.seat(seat), EngineSeat) and (found is None or isinstance(found, chess.Move)):
            found = Thought(move=found)
        return self.turn(Worked(work=work, found=found, at=self.now, seat=seat))

    def hear(self, said: Said, board: chess.Board, question: str) -> list[Any]:
        """What is recorded of what was said while this board stood and this question waited."""
        return self.turn(SpokenWords(said=said, board=board, question=question, at=self.now))

    def order(self, command: Command) -> list[Any]:
        return self.turn(ReadyCommand(command=command, at=self.now))

    def report(self, report: BoardReport, *, board: int = 0) -> list[Any]:
        """What is recorded of what a board tells now; it bears the instant at which it happened."""
        return self.turn(BoardReported(board=board, report=report, at=self.now))

    def passes(self, time: timedelta) -> list[Any]:
        """Time goes by, and the table is woken whenever it wanted to be."""
        end, record = self.now + time, []
        while self.table.due is not None and self.table.due <= end:
            self.now = max(self.now, self.table.due)
            record += self.turn(Woken(at=self.now))
            assert self.table.due is None or self.table.due > self.now, "what has been done is not due again"
        self.now = end
        return record

    def turn(self, message: Any) -> list[Any]:
        """What is recorded of one message."""
        start = len(self.record)
        self.table.turn(message)
        return self.record[start:]


def player_seat(
    color: chess.Color | None,
    profile: Profile = Profile.PRACTICE,
    rights: ArbiterRights = HIS_OWN,
    boards: AtBoards | None = None,
) -> PlayerSeat:
    dialogue = Dialogue(here=Here(profile=profile, has_board=boards is not None), color=color)
    return PlayerSeat(
        language=LANGUAGE, dialogue=dialogue, author=None if color is None else player(color),
        deeds={**(PRACTICE if profile is Profile.PRACTICE else DEEDS), **({} if boards is None else BOARD_DEEDS)},
        others=not_now, rights=rights, sheets=Sheets(pack=PACK, form=LANGUAGE.form), boards=boards,
    )  # fmt: skip


def announcer(record: list[Any], color: chess.Color | None) -> Overheard:
    settings = NarrationSettings(pack=PACK, volunteers=True, listener=color)
    made = Overheard(Ears(record), settings, screen=None, asks=True, after_end=PACK.phrase("play_again"))
    made.record = record
    return made


def seated(record: list[Any], boards: Sequence[PlayersBoard]) -> AtBoards | None:
    """These boards at a place; a line that begins with "hand" is done by one, which is recorded."""
    if not boards:
        return None

    def hand_of(line: str) -> HandDeed | None:
        return (lambda hand: record.append(("hand", line))) if line.startswith("hand ") else None

    return AtBoards(
        boards=AllBoards(boards=tuple(boards)), forget=lambda board: record.append(("forget", board)),
        hand=TypedHand(hand=InProcessBoard(), hand_of=hand_of), is_one_of_two=len(boards) == 2,
    )  # fmt: skip


def at_table(
    time: str | None = None,
    *,
    engine: chess.Color | None = None,
    fails_at: int | None = None,
    has_worker: bool = True,
    profile: Profile = Profile.PRACTICE,
    rights: ArbiterRights = HIS_OWN,
    fen: str = chess.STARTING_FEN,
    blind: chess.Color | None = None,
    late: timedelta = LATE,
    boards: Sequence[PlayersBoard] = (),
) -> AtTable:
    """With `boards` a player of the color `blind` may not see them; what is asked of them is in the record."""
    record: list[Any] = []
    journal = Committing(record, fails_at)
    control = None if time is None else read_time_control(time)
    is_at_home = profile is Profile.PRACTICE
    players = ByColor(Player(is_blind=blind is chess.WHITE), Player(is_blind=blind is chess.BLACK))
    regulations = Regulations(take_backs=is_at_home)
    setup = Setup(time=control, fen=fen, regulations=regulations, presses_for=both(is_at_home), players=players)
    at_boards = seated(record, boards)
    color = None if engine is None else not engine
    own = TablePlace(seat=player_seat(color, profile, rights, at_boards), voice=announcer(record, color))
    places = [own] if engine is None else [own, TablePlace(seat=EngineSeat(color=engine, mind=Mind(1)))]
    work: list[tuple[int, Work]] = []
    trouble: list[Exception] = []

    def take(seat: int, wanted: Work) -> None:
        if not has_worker:
            raise OSError("no worker")
        work.append((seat, wanted))

    table = Table(
        begin_game(journal, setup, wall=lambda: OPENS), journal, places,
        work=take, late=lambda game: late, wall=lambda: OPENS, on_trouble=trouble.append,
        watches=[TimeTeller(PACK, STANDARD, is_silent=lambda channel: True)],
        awaited=BoardsAwaited(lambda board: record.append(("vouch", board))) if boards else None,
    )  # fmt: skip
    table.open(timedelta())
    assert isinstance(own.voice, Overheard)
    return AtTable(table, journal, own.voice, trouble, record, work)
