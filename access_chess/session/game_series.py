"""A series of games, played one after the other at one place until the player leaves."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from access_chess.laws.commands import StartClock, StopClocks, StopReason
from access_chess.notation.vocabulary import folded
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.row import Topic
from access_chess.requests.table import ROWS
from access_chess.requests.typed_line import typed_request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.console import Console
from access_chess.session.game_in_play import GameInPlay, Record
from access_chess.session.inbox import Deed, Inbox, SpokenWords, line_of, take
from access_chess.session.kept_time import gap_told
from access_chess.session.leaving import Leaving
from access_chess.session.patient_store import PatientStore
from access_chess.session.ports import Entered, EventStore, Gap, JournalError, LineReader, Loop, Output
from access_chess.session.seat_setup import SeatSetup
from access_chess.speech.language.voice_pack import trouble_words

if TYPE_CHECKING:  # needed only where somebody speaks
    from access_chess.session.voice_input import VoiceInput

DECIDED = 1.0  # seconds; a decision takes milliseconds, and a hanging disk must not hold the keyboard up


class GameSeries:
    """Plays games of a journal; `reader` and other inputs put what was entered into `inbox`, from any thread.

    `screens` are outputs that only show, `inputs` are made anew for each game. `trouble` may be told from any thread
    of what goes wrong beside the game.
    """

    def __init__(
        self,
        journal: EventStore,
        announcer: Announcer,
        language: PlayerLanguage,
        seat: SeatSetup,
        *,
        inbox: Inbox,
        reader: LineReader,
        screens: Sequence[Output] = (),
        inputs: "Callable[[], Sequence[VoiceInput]]" = tuple,
    ) -> None:
        self._journal = journal
        self._announcer = announcer
        self._language = language
        self._seat = seat
        self._inbox = inbox
        self._reader = reader
        self._screens = screens
        self._inputs = inputs
        self._failure: JournalError | None = None
        #: Whether all of the last game is on disk.
        self.is_kept = True
        #: Whether another program has taken the game over.
        self.is_taken_over = False

    def play(self, record: Record) -> Leaving:
        """Play one game until the player leaves it. Raises JournalError when the journal can be written no more."""
        seat = self._seat
        inputs = self._inputs()
        boards = None if seat.boards is None else seat.boards(record.game, self.trouble)
        companions = (*seat.companions(self.trouble), *inputs, *(() if boards is None else (boards,)))
        outputs = (self._announcer, *self._screens, *companions)
        store = PatientStore(
            self._journal, ask=self._ask_to_go_on, on_kept=lambda: self._say("kept_after_all"),
            on_hanging=lambda: self._say("disk_hangs"),
        )  # fmt: skip
        session = seat.playing(record, store, outputs=outputs, on_trouble=self.trouble, on_gap=self.tell_gap)
        store.is_due = session.is_due_after
        console = Console(session, self._announcer, self._language, seat, boards=boards)
        for each in inputs:
            each.sit(lambda: (console.dialogue, session.game))
            console.listen_by(each.lexicon)
        if record.game.is_clock_on and not record.counts_gap and seat.profile is not Profile.PRACTICE:
            # in competition the arbiter starts them again
            session.submit(StopClocks(reason=StopReason.POWER), at=record.at)
        session.start()
        for output in companions:
            output.join(session)
        if not record.game.started and boards is None:  # with boards it begins when they are right
            session.submit(StartClock())
        try:
            leaving = self._enter_lines(session, console, store, inputs)
        except KeyboardInterrupt:  # Control-C leaves as `quit` does
            leaving = Leaving.QUIT
        finally:
            store.end()
            session.close()
            for companion in companions:
                companion.close()
        if self._failure is not None:  # of what was entered last
            raise self._failure
        self.is_kept = store.keep_all()
        self._journal.confirm()
        return leaving

    def _ask_to_go_on(self, error: JournalError) -> None:
        """The disk has failed: the clocks run on, and the game does if somebody says so."""
        self._announcer.reply(trouble_words(error, self._language.pack), None)
        self._say("ask_unkept")

    def _say(self, phrase: str) -> None:
        self._announcer.reply(self._language.pack.phrase(phrase), None)

    def trouble(self, error: Exception) -> None:
        """Say what went wrong; after a JournalError nothing more is played."""
        if isinstance(error, JournalError):
            self._failure = error
            self._inbox.put(None)
            return
        self._announcer.reply(trouble_words(error, self._language.pack), None)

    def give_up(self) -> None:
        """Another program goes on with the game: that is said, and it ends here. From any thread."""
        self.is_taken_over = True
        self._say("game_taken_over")
        self._inbox.put(None)

    def tell_gap(self, session: Loop, gap: Gap) -> None:
        """The machine slept while a clock ran: an arbiter decides first how the game goes on."""
        self._announcer.reply(gap_told(gap, "game_gap", self._language.pack), None)

    def _enter_lines(
        self, session: GameInPlay, console: Console, store: PatientStore, inputs: "Sequence[VoiceInput]"
    ) -> Leaving:
        leaving: Leaving | None = None
        while leaving is None:
            entry = take(self._inbox)
            if self._failure is not None:
                raise self._failure
            self._wait_until_due(session, console, store, is_end=entry is None)
            if entry is None:
                return Leaving.QUIT
            line = line_of(entry)
            if line is not None and store.is_asking and self._is_answered(line, session, console, store):
                self._reader.proceed()
                continue
            leaving = self._done(entry, console)
            if isinstance(entry, SpokenWords):
                for each in inputs:
                    each.heed(entry, is_asked=console.is_asked)
            if leaving not in (Leaving.QUIT, Leaving.LANGUAGE):
                self._reader.proceed()
        return leaving

    def _done(self, entry: Entered | SpokenWords | Deed, console: Console) -> Leaving | None:
        match entry:
            case SpokenWords():
                return console.hear(entry)
            case Entered(text=text, is_key=is_key):
                return console.press(text) if is_key else console.enter(text)
            case _:
                return entry(console)

    def _is_answered(self, line: str, session: GameInPlay, console: Console, store: PatientStore) -> bool:
        """Yes and no answer whether to go on without keeping the game; leaving and asking for the time go on.

        Where the arbiter has a PIN, that is said first.
        """
        name = self._language.words.commands.get(folded(line))
        request = typed_request(line, session.game, self._language)
        if isinstance(request, Request) and request.name is RequestName.ARBITER_PIN:
            return False
        if name in (RequestName.YES, RequestName.NO) and not console.is_for_arbiter:
            self._say("arbiter_only")
        elif name in (RequestName.YES, RequestName.NO):
            store.answer(goes_on=name is RequestName.YES)
            if name is RequestName.YES:
                self._say("goes_on_unkept")
        elif (name is not None and ROWS[name].topic in (Topic.CLOCK, Topic.PROGRAM)) or name is RequestName.QUIT:
            return False
        else:
            self._say("ask_unkept")
        return True

    def _wait_until_due(self, session: GameInPlay, console: Console, store: PatientStore, *, is_end: bool) -> None:
        """What is piped in was written in advance, and each line waits for its turn; what is typed is heard at once."""
        if is_end:
            console.settle_hands()
            self._settle(session, store)
        elif self._reader.is_typed:
            self._announcer.silence(self._seat.color)
            session.wait_until_decided(DECIDED)  # a quick typist's next line is about the game after the last one
        elif self._settle(session, store):
            session.wait_for(console.is_due_in)
            self._settle(session, store)

    def _settle(self, session: GameInPlay, store: PatientStore) -> bool:
        """Wait until all is decided and told; False where somebody has to say first whether it goes on."""
        while not session.settle(DECIDED):
            if store.is_asking or not session.is_alive:
                return False
        return not store.is_asking
