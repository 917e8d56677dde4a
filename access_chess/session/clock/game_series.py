"""A series at the chess clock: one game after the other, until it is left. Keys, levers and buttons meet here."""

import queue
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import chess
from msgspec import Struct

from access_chess.board.clock_unit.clock_servos import Calibration
from access_chess.board.clock_unit.dial_line import Pulse
from access_chess.board.ports import SensorBoard
from access_chess.board.wire.board_clock import game_time
from access_chess.board.wire.reports import (
    BoardReport,
    ButtonPressed,
    Connected,
    ContactReport,
    ControllerFound,
    ControllerLost,
    ControllerReport,
    Disconnected,
    LeverPressed,
    Quiet,
    ReportsLost,
)
from access_chess.conversation.rights import HIS_OWN, ArbiterRights
from access_chess.conversation.time_control_dialogue import NamedControl, SettingWord
from access_chess.laws.clock import DelayDisplay, Instant
from access_chess.laws.commands import StopClocks, StopReason
from access_chess.laws.time_control import TimeControl
from access_chess.machine_clock import monotonic_clock
from access_chess.notation.vocabulary import folded
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.session.announcer import Announcer
from access_chess.session.clock.console import ClockConsole, ClockLeaving
from access_chess.session.clock.dialogues import Calibrator, Setter
from access_chess.session.clock.language import SpokenLanguage
from access_chess.session.game_in_play import Record
from access_chess.session.inbox import take
from access_chess.session.patient_store import PatientStore
from access_chess.session.ports import (
    Entered,
    EventStore,
    Gap,
    JournalError,
    KeyReader,
    Loop,
    TactileClock,
)
from access_chess.session.session import Session
from access_chess.session.timekeeper import Timekeeper
from access_chess.speech.answers.schedule import Schedule
from access_chess.speech.language.voice_pack import Slot, trouble_words
from access_chess.speech.telling.time_controls import control_words
from access_chess.speech.utterance import Channel


class Felt(Struct, frozen=True):
    """A report of a game controller: its player asks by hand and gets the answer there as well."""

    report: ControllerReport


Item = Entered | BoardReport | Felt | Gap | JournalError | None
Inbox = queue.SimpleQueue[Item]


class Devices(Struct, frozen=True, kw_only=True):
    """What there is beside the keyboard: a board with its clock unit, the rumble of controllers, an emulated lever."""

    board: SensorBoard | None = None
    unit: TactileClock | None = None
    feel: Callable[[tuple[Pulse, ...]], None] = lambda pulses: None
    lever: Callable[[chess.Color], None] | None = None


class ClockKeep(Struct, frozen=True, kw_only=True):
    """Keeps what is the user's own; each raises StorageError."""

    control: Callable[[NamedControl], None]
    calibration: Callable[[Calibration], None]


class ClockManner(Struct, frozen=True, kw_only=True):
    """How the clock is used: when it tells the time unasked, how it shows a delay, whether an arbiter rules here."""

    schedule: Schedule
    profile: Profile = Profile.PRACTICE
    rights: ArbiterRights = HIS_OWN
    display: DelayDisplay = DelayDisplay.SIMPLE


class ClockSeries:
    """Runs clocks of a journal; `inbox` gets the reports of all devices, from any thread."""

    def __init__(
        self,
        journal: EventStore,
        announcer: Announcer,
        language: SpokenLanguage,
        *,
        known: Callable[[str], tuple[NamedControl, ...]],
        is_silent: Callable[[Channel], bool],
        devices: Devices,
        manner: ClockManner,
        inbox: Inbox,
        keys: KeyReader,
        keep: ClockKeep,
    ) -> None:
        self._journal = journal
        self._announcer = announcer
        self._language = language
        self._known = known
        self._is_silent = is_silent
        self._devices = devices
        self._manner = manner
        self._inbox = inbox
        self._told = timedelta.min
        self._failure: JournalError | None = None
        self._keys = keys
        self._keep = keep
        self._is_kept = True
        self._is_taken_over = False

    def choose(self) -> TimeControl | None:
        """Ask which time control, by lines; None when it was dropped or the input has ended."""
        setter = Setter(self._known, self._language, keep=self._keep.control)
        said = setter.begin()
        while True:
            for part in said:
                self._announcer.reply(part, None)
            if setter.is_over:
                return setter.control
            self._keys.proceed(with_line=True)
            while not isinstance(item := take(self._inbox), Entered):
                if item is None:
                    return None
            words = self._language.asked(item.text)
            if words is not None:
                self._language.change(words)
            said = setter.again() if words is not None else setter.answer(item.text)

    def begin(self, record: Record) -> TimeControl | None:
        """A clock that has just been set; the time control of the next one, where another is wanted."""
        self._say("clock_set_by_oneself", control=control_words(record.game.setup.time, self._language.pack))
        self._say("clock_waits")
        return self._run(record)

    def resume(self, record: Record) -> TimeControl | None:
        """A clock that was interrupted, with the gap; the clocks stand until the arbiter starts them."""
        if not record.game.is_clock_on:
            self._say("clock_resumes", time=record.gap)
        return self._run(record)

    def tell(self, phrase: str, **slots: Slot) -> None:
        """Say a sentence."""
        self._say(phrase, **slots)

    def agrees(self, phrase: str) -> bool:
        """The answer to a question, by a line, asked again until it is yes or no; no where the input has ended."""
        while True:
            self._say(phrase)
            self._keys.proceed(with_line=True)
            while not isinstance(item := take(self._inbox), Entered):
                if item is None:
                    return False
            language = self._language.now
            if language.setting.is_said(item.text, SettingWord.YES):
                return True
            is_left = language.player.words.commands.get(folded(item.text)) is RequestName.QUIT
            if is_left or language.setting.is_said(item.text, SettingWord.NO):
                return False

    def keep_no_more(self, error: JournalError) -> None:
        """The disk does not take a clock that begins: it runs all the same, and that is told."""
        self._is_kept = False
        self._tell_unkept(error)

    def give_up(self) -> None:
        """Another program goes on with the clock: that is said, and it ends here. From any thread."""
        self._is_taken_over = True
        self._say("game_taken_over")
        self._inbox.put(None)

    def trouble(self, error: Exception) -> None:
        """Say what went wrong; after a JournalError the clock does not go on. From any thread."""
        if isinstance(error, JournalError):
            self._failure = error
            self._inbox.put(error)
        else:
            self._announcer.reply(trouble_words(error, self._language.pack), None)

    def _run(self, record: Record) -> TimeControl | None:
        """One clock until it is left. Raises JournalError."""
        manner, pack = self._manner, self._language.pack
        timekeeper = Timekeeper(pack, manner.schedule, say=self._announcer.say, is_silent=self._is_silent)
        unit = self._devices.unit
        outputs = (self._announcer, timekeeper, *((unit,) if unit else ()))
        store = PatientStore(
            self._journal, ask=lambda error: self._go_on_unkept(error, store),
            on_kept=lambda: self._say("kept_after_all"), on_hanging=lambda: self._say("disk_hangs"),
        )  # fmt: skip
        session = Session(record, store, outputs=outputs, on_trouble=self.trouble, on_gap=self._put_gap)
        setter = Setter(self._known, self._language, keep=self._keep.control)
        console = self._console(session, timekeeper, setter)
        if record.lost is not None:
            console.tell_gap(record.lost)
        if record.game.is_clock_on:
            session.submit(StopClocks(reason=StopReason.POWER), at=record.at)
        session.await_reports(partial(self._has_told_all, session))
        session.start()
        timekeeper.join(session)
        if unit is not None:
            unit.join(session)
        try:
            leaving = self._listen(session, console)
        except KeyboardInterrupt:  # Control-C leaves as `quit` does
            leaving = ClockLeaving.QUIT
        finally:
            store.end()
            timekeeper.close()
            session.close()
            if unit is not None:
                unit.close()
        if self._failure is not None:  # of what was entered last
            raise self._failure
        if leaving is ClockLeaving.NEW_CONTROL:
            return setter.control
        if leaving is ClockLeaving.ONCE_MORE:
            return record.game.setup.time
        is_kept = store.keep_all()
        self._journal.confirm()
        if not self._is_taken_over:
            phrase = "game_unkept" if not is_kept else "game_kept" if self._is_kept else "game_not_kept"
            self._say(phrase, number=record.number)
        return None

    def _go_on_unkept(self, error: JournalError, store: PatientStore) -> None:
        """The disk has failed: a clock runs on, since nobody can wait for it."""
        self._tell_unkept(error)
        store.answer(goes_on=True)

    def _tell_unkept(self, error: JournalError) -> None:
        self._announcer.reply(trouble_words(error, self._language.pack), None)
        self._say("clock_unkept")

    def _has_told_all(self, session: Loop, until: Instant) -> bool:
        """Has the board told every press that came before this instant? If not, it is asked."""
        board = self._devices.board
        if board is None or not board.is_connected or game_time(session, monotonic_clock).of(self._told) >= until:
            return True
        board.vouch()
        return False

    def _put_gap(self, session: Loop, gap: Gap) -> None:
        """The machine slept; the console tells it in its turn."""
        self._inbox.put(gap)

    def _console(self, session: Session, timekeeper: Timekeeper, setter: Setter) -> ClockConsole:
        unit, language = self._devices.unit, self._language
        return ClockConsole(
            session,
            self._announcer,
            language,
            timekeeper,
            setter=setter,
            profile=self._manner.profile,
            rights=self._manner.rights,
            calibrator=Calibrator(unit, language, keep=self._keep.calibration) if unit else None,
            feel=self._devices.feel,
            display=self._manner.display,
            lever=self._devices.lever,
        )

    def _listen(self, session: Session, console: ClockConsole) -> ClockLeaving:
        self._keys.proceed(with_line=console.wants_line)
        while True:
            item = take(self._inbox)
            match item:
                case None:
                    session.settle()
                    return ClockLeaving.QUIT
                case JournalError():
                    raise item
                case Entered():
                    if not self._keys.is_typed:  # what is piped in was written in advance: each line waits for its turn
                        session.settle()
                    at = game_time(session, monotonic_clock).of(item.at)
                    leaving = console.key(item.text, at) if item.is_key else console.line(item.text, at)
                    if leaving is not None:
                        session.settle()
                        return leaving
                    self._keys.proceed(with_line=console.wants_line)
                case Gap():
                    console.tell_gap(item)
                case Felt(report):
                    self._hear(session, console, report, is_felt=True)
                case _:
                    self._hear(session, console, item, is_felt=False)
                    if isinstance(item, ContactReport | Quiet | Connected | ReportsLost):
                        self._told = max(self._told, item.at)

    def _hear(
        self, session: Session, console: ClockConsole, report: "BoardReport | ControllerReport", *, is_felt: bool
    ) -> None:
        """What a board or a controller reports."""
        unit = self._devices.unit
        match report:
            case LeverPressed():
                console.press(report.color, game_time(session, monotonic_clock).of(report.at))
            case ButtonPressed():
                console.button(report.button, game_time(session, monotonic_clock).of(report.at), is_felt=is_felt)
            case Connected() | ReportsLost():
                self._say("clock_unit_found")
                if unit is not None:
                    unit.forget()
            case Disconnected():
                self._say("clock_unit_lost")
            case ControllerFound():
                self._say("clock_controller_found", name=report.name)
            case ControllerLost():
                self._say("clock_controller_lost")
            case _:
                pass  # a piece on the board, a lever or a button that comes up

    def _say(self, phrase: str, **slots: Slot) -> None:
        self._announcer.reply(self._language.pack.phrase(phrase, **slots), None)
