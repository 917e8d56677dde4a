"""A player's place at a game over a network: the same seat and announcer as at a terminal.

What is said there is read elsewhere: numbered lines, kept to be read again, and those who wait are told.
"""

import itertools
import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.conversation.rights import ArbiterRights
from access_chess.conversation.state import Dialogue, Moment, Pending, Say, waiting
from access_chess.hall.games.boards import Listeners
from access_chess.hall.games.seat_state import Answer, Leaving, Line, Manner, Outcome, SeatState
from access_chess.hall.games.table import HostedTable, IsTime, at_once
from access_chess.hall.rules.view import view_of
from access_chess.laws.commands import Command, StopReason
from access_chess.laws.events import Event, GameSetUp, Refused
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game, new_game
from access_chess.play.messages import DiskFailed, Effect, Effects, Give, Happened, Slept, TablePlace, ToSeat, Typed
from access_chess.play.seat import PlayerSeat
from access_chess.play.time_teller import TimeTeller
from access_chess.practice.exploring import new_cursor
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.row import blindfold
from access_chess.requests.typed_line import typed_answer, typed_request
from access_chess.session import leaving
from access_chess.session.announcer import Announcer
from access_chess.session.exploring_keys import asked_by_key
from access_chess.session.inbox import SpokenWords
from access_chess.session.ports import Entry
from access_chess.speech.language.voice_pack import trouble_words
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import narrate
from access_chess.speech.utterance import SLOWER, Channel, Priority, Utterance

KEPT = 200  # lines that can be read again; a long game has fewer moves


class SeatLines:
    """Says utterances by keeping them: a listener reads what is new. May be used from any thread."""

    def __init__(self) -> None:
        self._changed = threading.Lock()
        self._lines: deque[Line] = deque(maxlen=KEPT)
        self._numbers = itertools.count(1)
        self._told: set[tuple[int, str]] = set()
        self._listeners: Listeners[[]] = Listeners()
        self.is_sound_on = True

    @property
    def is_listened_to(self) -> bool:
        """Whether anybody waits for new lines."""
        return bool(self._listeners)

    @property
    def last(self) -> int:
        """The number of the last line."""
        with self._changed:
            return self._lines[-1].number if self._lines else 0

    def remember(self, utterances: Iterable[Utterance]) -> None:
        """Begin with what was said before this place was opened."""
        with self._changed:
            for utterance in utterances:
                self._add(utterance, is_old=True)

    def say(self, utterance: Utterance) -> None:
        """Keep it as the last line, unless it tells of an event that was told of before; what answers nobody and tells
        of no event, as the time, interrupts nothing.
        """
        self._tell(utterance, is_aside=utterance.event is None and utterance.priority is Priority.NORMAL)

    def say_aside(self, utterance: Utterance) -> None:
        """Keep it as a line that interrupts nothing."""
        self._tell(utterance, is_aside=True)

    def repeat(self, channel: Channel, *, slower: bool = False) -> None:
        """Say the last line again."""
        with self._changed:
            last = next((line.utterance for line in reversed(self._lines) if line.utterance.parts), None)
        if last is not None:
            pace = last.pace * SLOWER if slower else last.pace
            self._tell(replace(last, event=None, pace=pace), is_aside=False)

    def silence(self, channel: Channel) -> tuple[Utterance, ...]:
        """Nothing: what a screen reader or a browser says, they cut off themselves at a key."""
        return ()

    def set_sound(self, is_on: bool) -> None:
        """Let the page sound, or only be read."""
        self.is_sound_on = is_on
        self.wake()

    def after(self, number: int) -> tuple[Line, ...]:
        """The lines after this one that are still kept."""
        with self._changed:
            return tuple(line for line in self._lines if line.number > number)

    def listen(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Be called when something is new; the result takes that back."""
        return self._listeners.add(on_change)

    def _tell(self, utterance: Utterance, *, is_aside: bool) -> None:
        with self._changed:
            self._add(utterance, is_aside=is_aside)
        self.wake()

    def _add(self, utterance: Utterance, *, is_aside: bool = False, is_old: bool = False) -> None:
        if utterance.event is not None:
            mark = (utterance.event, utterance.text)
            if mark in self._told:
                return
            self._told.add(mark)
        line = Line(number=next(self._numbers), utterance=utterance, is_aside=is_aside, is_old=is_old)
        self._lines.append(line)

    def wake(self) -> None:
        """Tell the listener that something is new."""
        self._listeners.tell()


TOLD = 1.0  # seconds that a page waits for what follows from its line; a hanging disk must not hold it up
THOUGHT = 2.0  # seconds that a move which was typed ahead waits for the engine's; a terminal waits as well
_LEAVING = {leaving.Leaving.NEW_GAME: Leaving.NEW_GAME, leaving.Leaving.QUIT: Leaving.QUIT}
#: Nobody at a page is the arbiter.
NO_ARBITER = ArbiterRights(is_his_own=False)
#: The number of no question: what a page shows that was opened before this place was.
_GONE = "gone"


class PageSeat(Struct, frozen=True, kw_only=True):
    """The seat of a player at a page, for whom the hall answers where the disk fails or the machine has slept.

    What their line makes of the game bears its ticket; a command that `waits` elsewhere is not for the game now.
    """

    player: PlayerSeat
    waits: Callable[[Command], bool]

    def turn(self, message: ToSeat, game: Game) -> tuple["PageSeat", Effects]:
        """As the player's own, but for what only a table at home would ask."""
        pack = self.player.language.pack
        match message:
            case DiskFailed(error=error):
                return self, (Say(part=trouble_words(error, pack)), self.player.say_to_all("goes_on_unkept"))
            case Slept(gap=gap):
                return self, (Say(part=pack.phrase("game_resumes", time=gap.known)),)
            case Happened(events=events):
                message = replace(message, events=tuple(each for each in events if not _is_arbiters(each.event)))
        player, effects = self.player.turn(message, game)
        ticket = message.ticket if isinstance(message, Typed | SpokenWords) else ""
        return replace(self, player=player), tuple(self._given(effects, ticket))

    def is_due(self, game: Game) -> bool:
        """Whether the game waits for this player."""
        return self.player.is_due(game)

    def _given(self, effects: Effects, ticket: str) -> Iterator[Effect]:
        """The first command has the ticket for its id, by which the journal knows the line after a restart."""
        ids = itertools.chain((ticket,), (f"{ticket}.{place}" for place in itertools.count(2)))
        for effect in effects:
            if isinstance(effect, Give):
                command = effect.command
                if ticket and not command.id:
                    command = replace(command, id=next(ids))
                if not self.waits(command):
                    yield replace(effect, command=command)
            else:
                yield effect


def _is_arbiters(event: Event) -> bool:
    """Whether it is a refusal that the arbiter alone hears of."""
    return isinstance(event, Refused) and event.color is None


class HostedSeat:
    """What a page has of one player's place, or of the player's assistant's. May be used from any thread; it is made in
    the table's turn.

    `player` tells what may be done at the place, which has this `index` at the table. It `asks` for an answer to what
    the opponent offers. `enter`, `ask` and `press` return when what follows has been said. `birth` names this run of
    line numbers: it is another one after the hall or the manner has begun anew.
    """

    def __init__(
        self,
        table: HostedTable,
        index: int,
        player: PlayerSeat,
        manner: Manner,
        *,
        waits: Callable[[Command], bool],
        asks: bool = True,
    ) -> None:
        color = player.dialogue.color
        assert color is not None, "a place at a page is one player's"
        self.color = color
        self.manner = manner
        self.birth = secrets.token_hex(4)
        self._table = table
        self._index = index
        self._ears = Channel.WHITE if color else Channel.BLACK
        self._lines = SeatLines()
        self._shown: frozenset[chess.Square] = frozenset()
        self._plies, self._language = table.game.plies, player.language
        pack = self._language.pack
        settings = NarrationSettings(
            pack=pack, form=manner.language.form, verbosity=manner.verbosity, volunteers=True, listener=color
        )
        has_robot = any(table.game.setup.players[each].is_program for each in chess.COLORS)
        after_end = pack.phrase("play_again") if has_robot else None
        self.announcer = Announcer(
            self._lines, settings, screen=None, is_private=True, after_end=after_end, asks=asks, hears_rulings=False
        )  # fmt: skip
        self.announcer.pointing = self
        self.announcer.ask_by(lambda: self.player.waits_since(table.game))
        self._asking: tuple[Pending | None, str] = (None, "")  # the question before the last one, and that one's ticket
        self._left: PageSeat | None = None  # as it was then
        self._lines.remember(self._said_before(table.entries(), settings))
        teller = TimeTeller(pack, manner.schedule, is_silent=lambda channel: True) if manner.schedule else None
        table.sit(index, TablePlace(seat=PageSeat(player=player, waits=waits), voice=self.announcer), teller)

    @property
    def player(self) -> PlayerSeat:
        """The player there, as the conversation stands now."""
        seat = self._left or self._table.seat(self._index)
        assert isinstance(seat, PageSeat), "somebody sits there"
        return seat.player

    @property
    def is_watched(self) -> bool:
        """Whether a page is open here."""
        return self._lines.is_listened_to

    def enter(self, line: str, question: str | None = None, *, ticket: str = "") -> Outcome:
        """Do what a line asks for, as at a terminal.

        `question` is the number of the one that stood in its state when the line was typed, empty where none did: an
        answer to another one answers nothing. None: whichever waits. A move that is typed ahead waits for the engine's.
        """
        numbered = self._numbered(question)
        typed = Typed(line=line, at=self._table.clock(), seat=self._index, question=numbered, ticket=ticket)
        game, words = self._table.game, self.manner.language.words
        is_engines = not game.is_over and game.setup.players[game.turn].is_program
        if is_engines and typed_answer(line, words) is None and typed_request(line, game, self.manner.language) is None:
            return self._done(typed, lambda: self.player.dialogue.is_due(self._table.game))
        return self._done(typed)

    def ask(self, request: Request, *, ticket: str = "") -> Outcome:
        """Do what a button asks for; an answer bears the number of the question that the page shows."""
        question = self._numbered(request.question)
        asked = SpokenWords(said=request, at=self._table.clock(), seat=self._index, question=question, ticket=ticket)
        return self._done(asked)

    def _done(self, message: Typed | SpokenWords, is_time: IsTime = at_once) -> Outcome:
        """Where a disk hangs the page is answered without waiting for it, and told what follows as it comes."""
        try:
            done = self._table.begin(lambda: self._converse(message), is_time=is_time, within=THOUGHT)
            return done.result(THOUGHT + TOLD)
        except TimeoutError:
            return Outcome()

    def _numbered(self, question: str | None) -> str | None:
        """The number at this console of a question that a page shows; one of another birth is none that waits."""
        birth = f"{self.birth} "
        if not question:
            return question
        return question.removeprefix(birth) if question.startswith(birth) else _GONE

    def press(self, key: str, square: chess.Square, *, ticket: str = "") -> Outcome:
        """Answer a key that is pressed on a square, where the player may be told of it, as in exploring."""
        board = self._table.game.board
        cursor = replace(new_cursor(board, self.color), square=square)
        found = asked_by_key(key, cursor, board, self.manner.language.pack.language)
        if not isinstance(found, Request):
            return Outcome()
        return self.ask(found if found.squares else replace(found, squares=(square,)), ticket=ticket)

    def lines(self, after: int = 0) -> tuple[Line, ...]:
        """What was said after this number; the oldest are forgotten."""
        return self._lines.after(after)

    def state(self) -> SeatState:
        """What stands here now."""
        game, dialogue = self._table.game, self.player.dialogue
        number, asked = dialogue.question(game), waiting(dialogue, Moment(game=game, language=self._language))
        return SeatState(
            view=view_of(game, self._table.now(), with_position=not blindfold(game)),
            is_due=not game.is_over and not is_waiting(game) and game.turn is self.color,
            answers=tuple(self._answers(game, dialogue)),
            asked="" if asked is None else asked.text,
            question=f"{self.birth} {number}" if number else "",
            asked_by=self._asked_by,
            offered_by=game.offer,
            is_sound_on=self._lines.is_sound_on,
            is_blindfold=blindfold(game),
            shown=self._shown,
        )

    def tell(self, utterance: Utterance) -> None:
        """Say what is not of the game, aside."""
        self._lines.say_aside(utterance)

    def listen(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Be called, from any thread, when there is something new; the result takes that back."""
        return self._lines.listen(on_change)

    def leave(self) -> None:
        """In the table's turn: a visitor who looks finds that this is not the player's place any more."""
        seat = self._table.seat(self._index)
        assert isinstance(seat, PageSeat), "it is left before another sits down there"
        self._left = seat
        self._lines.wake()

    def look(self, game: Game) -> None:
        """Whatever has happened, the board or the clocks may stand otherwise, of which nothing need be said."""
        if len(game.plies) != len(self._plies):
            self._plies, self._shown = game.plies, frozenset()
        self._lines.wake()

    def look_at(self, square: chess.Square | None, targets: frozenset[chess.Square] = frozenset()) -> None:
        """Show where a man may go; the square on which the player is, is known to their page."""
        self._shown = targets

    def show_hint(self, move: chess.Move) -> None:
        """Show from where to where a hint leads."""
        self._shown = frozenset((move.from_square, move.to_square))
        self._lines.wake()

    def _said_before(self, entries: Sequence[Entry], settings: NarrationSettings) -> Iterator[Utterance]:
        """What this player was told of the game, or would have been, before coming."""
        first = entries[0].event
        assert isinstance(first, GameSetUp), "every game begins so"
        game = new_game(first)
        for entry in entries[1:]:
            after = evolve(game, entry.event)
            for said in narrate(entry.event, before=game, after=after, settings=settings, number=entry.number):
                if said.channel in (Channel.ROOM, self._ears) and not _is_arbiters(entry.event):
                    yield said
            game = after

    def _converse(self, message: Typed | SpokenWords) -> Outcome:
        """One line after the other, each about the game after the last one, and said before the page is answered."""
        before = self._lines.last
        self._shown = frozenset()
        asked, asking = self.player.dialogue.pending, self._asking
        self._asking = asked, message.ticket  # before the turn: the page looks as soon as something is said
        left = self._table.turn(message)
        if self.player.dialogue.pending is asked:
            self._asking = asking
        said = [line for line in self._lines.after(before) if not line.is_aside]
        self._lines.wake()
        answers = [line for line in said if line.utterance.event is None]  # the opponent may have moved meanwhile
        fault = (answers or said)[-1].utterance.text if self.player.is_entry_open and said else ""
        return Outcome(leaving=None if left is None else _LEAVING[left], fault=fault)

    @property
    def _asked_by(self) -> str:
        before, ticket = self._asking
        return "" if self.player.dialogue.pending in (None, before) else ticket

    def _answers(self, game: Game, dialogue: Dialogue) -> Iterator[Answer]:
        """Those that would mean something now: yes and no, or the moves that the question is about."""
        dialogue = dialogue.current(game)
        names = dialogue.answers(game)
        choice = None if dialogue.pending is None else dialogue.pending.choice
        if choice is None:
            yield from (Answer(name=name) for name in (RequestName.YES, RequestName.NO) if name in names)
            return
        for name, words in choice.named(self._language):
            if name in names:
                yield Answer(name=name, words=self._language.pack.spelling.shown(words.text))


def is_waiting(game: Game) -> bool:
    """Whether nothing can be done before somebody has come, or has come back."""
    is_cut_off = game.stopped is StopReason.POWER and not game.is_clock_on
    return not game.is_over and (not game.started or is_cut_off)
