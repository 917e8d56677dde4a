"""The chess clock alone, put together: its devices, its seat, and one clock after the other."""

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import chess
from msgspec import Struct

from access_chess.board.clock_unit.dial_line import Pulse
from access_chess.board.ports import EmulatedBoard, SensorBoard, SimulatedHand
from access_chess.board.wire.reports import BoardReport, ControllerFound, ControllerLost, ControllerReport
from access_chess.conversation.rights import ArbiterRights
from access_chess.conversation.state import Dialogue, Say
from access_chess.conversation.time_control_dialogue import ClockLanguage, Setting, SettingWord, answered
from access_chess.edge.boards.clock_unit import ClockUnit
from access_chess.edge.storage.clock_settings import load_calibration
from access_chess.edge.storage.held_games import HeldGames
from access_chess.edge.terminal.opening import told_to_end
from access_chess.laws.clock import DelayDisplay
from access_chess.laws.dial import FlagRises
from access_chess.laws.time_control import TimeControl
from access_chess.machine_clock import monotonic_clock
from access_chess.notation.vocabulary import folded
from access_chess.play.at_boards import BoardsAwaited
from access_chess.play.clock_dialogues import ClockKept, begun_setting, language_asked, setting_step
from access_chess.play.clock_seat import ClockMachine, ClockSeat
from access_chess.play.messages import AtOnce, BoardReported, Felt, TablePlace
from access_chess.play.table_games import Furnished, TableGames
from access_chess.play.time_teller import TimeTeller
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.row import Here
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import line_of, take
from access_chess.session.kept_time import gap_told
from access_chess.session.leaving import Leaving
from access_chess.session.ports import EventStore, JournalError, LineReader, StorageError
from access_chess.session.record import Record
from access_chess.speech.answers.clock import Schedule, control_words
from access_chess.speech.language.voice_pack import Slot, VoicePack, trouble_words
from access_chess.speech.utterance import Channel

if TYPE_CHECKING:
    from access_chess.edge.controllers import GameControllers

LEVER_DOWN = 0.03  # seconds that an emulated lever stays down: longer than the firmware's debounce

Inbox = queue.SimpleQueue[Any]


class ClockDevices(Struct, frozen=True, kw_only=True):
    """What there is beside the keyboard: a board with its clock unit, the rumble of controllers, an emulated lever."""

    board: SensorBoard | None = None
    unit: ClockUnit | None = None
    feel: Callable[[tuple[Pulse, ...]], None] = lambda pulses: None
    lever: Callable[[chess.Color], None] | None = None


class ClockParts(Struct, frozen=True, kw_only=True):
    """What a clock is made of, and how it is used."""

    journal: EventStore
    announcer: Announcer
    inbox: Inbox
    reader: LineReader
    devices: ClockDevices
    kept: ClockKept
    is_silent: Callable[[Channel], bool]
    held: HeldGames
    schedule: Schedule
    profile: Profile
    rights: ArbiterRights
    display: DelayDisplay


class ClockGames:
    """Runs clocks of a journal, one after the other, and asks what is to be known before there is one."""

    def __init__(self, parts: ClockParts, language: ClockLanguage) -> None:
        self._parts = parts
        self._language = language
        self._next: TimeControl | None = None
        self._is_asked = False  # a key or a line has been asked for, and has not come yet
        self._is_kept = True
        self._games = TableGames(
            parts.journal, parts.announcer, language.player, self._furnished,
            inbox=parts.inbox, reader=parts.reader, color=None, level=0, is_taken=parts.held.is_taken,
            keys_silence=False,
        )  # fmt: skip

    def look_for_hanging(self) -> None:
        """Tell, once, that the disk hangs; for the reader's thread."""
        self._games.look_for_hanging()

    def choose(self) -> TimeControl | None:
        """Ask which time control, by lines; None when it was dropped or the input has ended."""
        setting, asked = begun_setting(self._language, self._parts.kept)
        self._parts.announcer.reply(asked, None)
        while setting is not None:
            line = self._line()
            if line is None:
                return None
            words = language_asked(line, self._language)
            if words is not None:
                self._change(words)
                setting, asked = begun_setting(self._language, self._parts.kept, setting)
                self._parts.announcer.reply(asked, None)
                continue
            setting, control = self._answered(setting, line)
            if control is not None:
                return control
        return None

    def _answered(self, setting: Setting, line: str) -> tuple[Setting | None, TimeControl | None]:
        following = answered(setting, line, self._language.setting)
        left, control, effects = setting_step(following, self._language, self._parts.kept)
        try:
            for effect in effects:
                match effect:
                    case AtOnce(do=do):
                        do()
                    case Say(part=part):
                        self._parts.announcer.reply(part, None)
        except StorageError as error:
            self._parts.announcer.reply(trouble_words(error, self._pack), None)
        return left, control

    def begin(self, record: Record) -> TimeControl | None:
        """A clock that has just been set; the time control of the next one, where another is wanted."""
        self.tell("clock_set_by_oneself", control=control_words(record.game.setup.time, self._pack))
        self.tell("clock_waits")
        return self._play(record)

    def resume(self, record: Record) -> TimeControl | None:
        """A clock that was interrupted, with the gap; the clocks stand until the arbiter starts them."""
        if not record.game.is_clock_on:
            self.tell("clock_resumes", time=record.gap)
        if record.lost is not None:
            self._parts.announcer.reply(gap_told(record.lost, "clock_gap", self._pack), None)
        return self._play(record)

    def tell(self, phrase: str, **slots: Slot) -> None:
        """Say a sentence."""
        self._parts.announcer.reply(self._pack.phrase(phrase, **slots), None)

    def agrees(self, phrase: str) -> bool:
        """The answer to a question, by a line, asked again until it is yes or no; no where the input has ended."""
        while True:
            self.tell(phrase)
            if (line := self._line()) is None:
                return False
            language = self._language
            if language.setting.is_said(line, SettingWord.YES):
                return True
            is_left = language.player.words.commands.get(folded(line)) is RequestName.QUIT
            if is_left or language.setting.is_said(line, SettingWord.NO):
                return False

    def keep_no_more(self, error: JournalError) -> None:
        """The disk does not take a clock that begins: it runs all the same, and that is told."""
        self._is_kept = False
        self._parts.announcer.reply(trouble_words(error, self._pack), None)
        self.tell("clock_unkept")

    @property
    def _pack(self) -> VoicePack:
        return self._language.player.pack

    def _line(self) -> str | None:
        """A line that is asked for; None: the input has ended."""
        self._is_asked = False
        self._parts.reader.proceed(with_line=True)
        while (entry := take(self._parts.inbox)) is not None:
            if (line := line_of(entry)) is not None:
                return line
        return None

    def _change(self, words: str) -> None:
        found = self._parts.kept.find_language(words)
        if found is not None:
            self._speak(None, found)

    def _speak(self, teller: TimeTeller | None, language: ClockLanguage) -> None:
        """All that is told is told in this language from now on."""
        self._language = language
        self._parts.announcer.speak(language.player.pack)
        self._games.speak(language.player)
        if teller is not None:
            teller.speak(language.player.pack)

    def _play(self, record: Record) -> TimeControl | None:
        if not self._is_asked:
            self._is_asked = True
            self._parts.reader.proceed(with_line=False)
        with told_to_end(self._games.leave):
            leaving = self._games.play(record)
        if leaving is Leaving.NEW_GAME:
            return self._next
        if not self._games.is_taken_over:
            is_kept = self._games.is_kept
            phrase = "game_unkept" if not is_kept else "game_kept" if self._is_kept else "game_not_kept"
            self.tell(phrase, number=record.number)
        return None

    def _begin_next(self, control: TimeControl) -> Leaving:
        self._next = control
        return Leaving.NEW_GAME

    def _furnished(self, record: Record, _level: int) -> Furnished:
        parts, devices = self._parts, self._parts.devices
        teller = TimeTeller(self._pack, parts.schedule, is_silent=parts.is_silent)
        machine = ClockMachine(
            kept=parts.kept, speak=partial(self._speak, teller), follow=teller.follow,
            begin_next=self._begin_next, feel=devices.feel, lever=devices.lever, unit=devices.unit,
        )  # fmt: skip
        here = Here(
            profile=parts.profile, has_board=devices.unit is not None, has_languages=True, is_clock=True,
            has_keys=self._language.has_keys,
        )  # fmt: skip
        seat = ClockSeat(
            language=self._language, dialogue=Dialogue(here=here, color=None), machine=machine, rights=parts.rights,
            display=parts.display, gap=record.lost,
        )  # fmt: skip
        board = devices.board
        return Furnished(
            places=(TablePlace(seat=seat, voice=parts.announcer),),
            watches=(teller,) if devices.unit is None else (teller, devices.unit),
            awaited=None if board is None else BoardsAwaited(lambda _: board.vouch()),
        )


@contextmanager
def open_devices(
    board: str, inbox: Inbox, *, rises: FlagRises, display: DelayDisplay, with_controllers: bool
) -> Iterator[ClockDevices]:
    """The devices that are wanted, which report to the inbox; they are let go at the end.

    `board` is a serial port, "any", "emulator" or "none". Raises CalibrationError.
    """
    with ExitStack() as closing:
        opened, hand = _board(board, inbox)
        unit = None
        if opened is not None:
            closing.callback(opened.close)
            unit = ClockUnit(opened, load_calibration(), rises=rises, display=display)
        lever = None if hand is None else _lever(hand)
        if not with_controllers:
            yield ClockDevices(unit=unit, lever=lever, board=opened)
            return
        controllers = felt_controllers(inbox)
        closing.callback(controllers.close)
        yield ClockDevices(unit=unit, lever=lever, board=opened, feel=controllers.rumble)


def felt_controllers(inbox: Inbox) -> "GameControllers":
    """All game controllers, which report to the inbox until they are closed."""
    from access_chess.edge.controllers import GameControllers  # SDL takes its time

    def felt(report: ControllerReport) -> None:
        at = monotonic_clock() if isinstance(report, ControllerFound | ControllerLost) else report.at
        inbox.put(Felt(report=report, at=at))

    return GameControllers(felt, clock=monotonic_clock)


def _board(board: str, inbox: Inbox) -> tuple[SensorBoard | None, SimulatedHand | None]:
    def listen(report: BoardReport) -> None:
        inbox.put(BoardReported(board=0, report=report, at=monotonic_clock()))

    if board == "none":
        return None, None
    if board == "any":
        from access_chess.edge.boards.serial_board import SerialBoard

        return SerialBoard(listen), None
    from access_chess.edge.boards.in_process import START
    from access_chess.edge.boards.registry import open_board

    opened = open_board(board, listen, START)
    return (opened.board, opened.hand) if isinstance(opened, EmulatedBoard) else (opened, None)


def _lever(hand: SimulatedHand) -> Callable[[chess.Color], None]:
    """Presses an emulated lever, which comes up by itself a moment later."""

    def press(color: chess.Color) -> None:
        hand.press(color)
        threading.Timer(LEVER_DOWN, hand.release, (color,)).start()

    return press
