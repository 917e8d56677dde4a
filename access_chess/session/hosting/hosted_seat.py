"""A player's place at a game over a network: the same console and announcer as at a terminal."""

import secrets
import threading
from collections.abc import Callable, Iterator

import chess
from msgspec.structs import replace

from access_chess.conversation.replies import waiting
from access_chess.conversation.rights import ArbiterRights
from access_chess.conversation.state import Dialogue, Moment, Pending
from access_chess.hall.view import view_of
from access_chess.laws.commands import StopReason
from access_chess.laws.events import GameSetUp, Refused
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game, new_game
from access_chess.laws.setup import ArbiterMode
from access_chess.practice.exploring import new_cursor
from access_chess.requests.names import NUMBERS, RequestName
from access_chess.requests.phases import blindfold
from access_chess.requests.request import Request
from access_chess.requests.typed_line import typed_answer, typed_request
from access_chess.session import leaving
from access_chess.session.announcer import Announcer
from access_chess.session.console import Console
from access_chess.session.exploring_keys import asked_by_key
from access_chess.session.game_in_play import Subscription
from access_chess.session.hosting.hosted_session import ticketed
from access_chess.session.hosting.ports import Answer, Leaving, Line, Manner, Outcome, SeatState
from access_chess.session.hosting.seat_lines import SeatLines
from access_chess.session.ports import EventStore, Recorded
from access_chess.session.seat_setup import SeatSetup
from access_chess.session.session import Session
from access_chess.session.timekeeper import Timekeeper
from access_chess.speech.announcement import announce
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import narrate
from access_chess.speech.utterance import Channel, Utterance

TOLD = 1.0  # seconds that a line waits until what follows from it is said; a hanging disk must not hold a page up
THOUGHT = 2.0  # seconds that a move which was typed ahead waits for the engine's; a terminal waits as well
_LEAVING = {leaving.Leaving.NEW_GAME: Leaving.NEW_GAME, leaving.Leaving.QUIT: Leaving.QUIT}
#: Nobody at a page is the arbiter.
NO_ARBITER = ArbiterRights(is_his_own=False)
#: The number of no question: what a page shows that was opened before this place was.
_GONE = "gone"


class HostedSeat:
    """The place of one player, or of the player's assistant, at a session. May be used from any thread.

    `setup` tells what may be done there. It `asks` for an answer to what the opponent offers. `enter`, `ask` and
    `press` return when what follows has been said. Commands that follow from a line bear its `ticket`, by which the
    journal knows that it was done. `birth` names this run of line numbers: it is another one after the hall or the
    manner has begun anew.
    """

    def __init__(
        self,
        session: Session,
        journal: EventStore,
        color: chess.Color,
        manner: Manner,
        setup: Callable[[Announcer], SeatSetup],
        *,
        asks: bool = True,
    ) -> None:
        self.color = color
        self.manner = manner
        self.birth = secrets.token_hex(4)
        self._session = session
        self._one_at_a_time = threading.Lock()
        self._ears = Channel.WHITE if color else Channel.BLACK
        self._lines = SeatLines()
        has_arbiter = session.game.setup.arbiter is ArbiterMode.HUMAN
        language = manner.language.at_page
        self._language = language if has_arbiter else language.without_arbiter
        pack = self._language.pack
        settings = NarrationSettings(
            pack=pack, form=manner.language.form, verbosity=manner.verbosity, volunteers=True, listener=color
        )
        has_robot = any(session.game.setup.players[each].is_program for each in chess.COLORS)
        after_end = pack.phrase("play_again") if has_robot else None
        self._announcer = Announcer(
            self._lines, settings, screen=None, is_private=True, after_end=after_end, asks=asks, hears_rulings=False
        )  # fmt: skip
        self._leaves: list[Callable[[], None]] = []
        self._asking: tuple[Pending, str] | None = None  # the last question of this place, and the ticket of its line
        self._lines.remember(lambda: self._said_before(self._subscribe(), journal, settings))
        self._timekeeper = Timekeeper(pack, manner.schedule, say=self._tell_time, is_silent=lambda channel: True)
        seat = setup(self._announcer)
        self._console = Console(session, self._announcer, self._language, seat)
        if manner.schedule:
            self._leaves += [session.subscribe(self._timekeeper).leave, self._timekeeper.close]
            self._timekeeper.join(session)

    @property
    def is_watched(self) -> bool:
        """Whether a page is open here."""
        return self._lines.is_listened_to

    @property
    def announcer(self) -> Announcer:
        """Who speaks at this place."""
        return self._announcer

    def enter(self, line: str, question: str | None = None, *, ticket: str = "") -> Outcome:
        """Do what a line asks for, as at a terminal.

        `question` is the number of the one that stood in its state when the line was typed, empty where none did: an
        answer to another one answers nothing. None: whichever waits.
        """
        return self._converse(lambda: self._entered(line, self._numbered(question)), ticket)

    def _entered(self, line: str, question: str | None) -> leaving.Leaving | None:
        game, language = self._session.game, self.manner.language
        is_engines = not game.is_over and game.setup.players[game.turn].is_program
        if is_engines and typed_answer(line, language.words) is None and typed_request(line, game, language) is None:
            self._session.wait_for(self._console.is_due_in, THOUGHT)
        return self._console.enter(line, question)

    def ask(self, request: Request, *, ticket: str = "") -> Outcome:
        """Do what a button asks for; an answer bears the number of the question that the page shows."""
        request = replace(request, question=self._numbered(request.question))
        return self._converse(lambda: self._console.converse(request), ticket)

    def _numbered(self, question: str | None) -> str | None:
        """The number at this console of a question that a page shows; one of another birth is none that waits."""
        birth = f"{self.birth} "
        if not question:
            return question
        return question.removeprefix(birth) if question.startswith(birth) else _GONE

    def press(self, key: str, square: chess.Square, *, ticket: str = "") -> Outcome:
        """Answer a key that is pressed on a square, where the player may be told of it, as in exploring."""
        board = self._session.game.board
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
        game, dialogue = self._session.game, self._console.dialogue
        number, asked = dialogue.question(game), waiting(dialogue, Moment(game=game, language=self._language))
        return SeatState(
            view=view_of(game, self._session.now(), with_position=not blindfold(game)),
            is_due=not game.is_over and not is_waiting(game) and game.turn is self.color,
            answers=tuple(self._answers(game, dialogue)),
            asked="" if asked is None else asked.text,
            question=f"{self.birth} {number}" if number else "",
            asked_by=self._asked_by,
            offered_by=game.offer,
            is_sound_on=self._lines.is_sound_on,
            is_blindfold=blindfold(game),
        )

    def tell(self, utterance: Utterance) -> None:
        """Say what is not of the game, aside."""
        self._lines.say_aside(utterance)

    def listen(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Be called, from any thread, when there is something new; the result takes that back."""
        return self._lines.listen(on_change)

    def settle(self) -> None:
        """Wait until all that was submitted is decided and has been said here."""
        self._session.wait_until_decided(TOLD)
        told = threading.Event()
        self._session.once_told(self._announcer, told.set)
        told.wait(TOLD)

    def leave(self) -> None:
        """Be told no more; a visitor who looks finds that this is not the player's place any more."""
        for leave in self._leaves:
            leave()
        self._lines.wake()

    def on_event(self, recorded: Recorded) -> None:
        """Whatever has happened, the board or the clocks may stand otherwise, of which nothing need be said."""
        self._lines.wake()

    def _tell_time(self, utterance: Utterance) -> None:
        """The player's own time; the other's is nothing that was asked for."""
        if utterance.channel in (Channel.ROOM, self._ears):
            self._lines.say_aside(utterance)

    def _subscribe(self) -> Subscription:
        subscription = self._session.subscribe(self._announcer)
        self._leaves = [subscription.leave, self._session.subscribe(self).leave]
        return subscription

    def _said_before(
        self, subscription: Subscription, journal: EventStore, settings: NarrationSettings
    ) -> Iterator[Utterance]:
        """What this player was told of the game, or would have been, before coming."""
        entries = journal.entries(self._session.number)[: subscription.number]
        first = entries[0].event
        assert isinstance(first, GameSetUp), "every game begins so"
        game = new_game(first)
        for entry in entries[1:]:
            after = evolve(game, entry.event)
            for said in narrate(entry.event, before=game, after=after, settings=settings, number=entry.number):
                is_arbiters = isinstance(entry.event, Refused) and entry.event.color is None
                if said.channel in (Channel.ROOM, self._ears) and not is_arbiters:
                    yield said
            game = after

    def _converse(self, do: Callable[[], leaving.Leaving | None], ticket: str) -> Outcome:
        """One line after the other, each about the game after the last one, and said before the page is answered."""
        with self._one_at_a_time, ticketed(ticket):
            before = max((line.number for line in self._lines.after(0)), default=0)
            asked = self._console.dialogue.pending
            left, is_open = do(), self._console.is_entry_open
            if (pending := self._console.dialogue.pending) is not None and pending is not asked:
                self._asking = pending, ticket
            self.settle()
            said = [line for line in self._lines.after(before) if not line.is_aside]
        self._lines.wake()
        answers = [line for line in said if line.utterance.event is None]  # the opponent may have moved meanwhile
        fault = (answers or said)[-1].utterance.text if is_open and said else ""
        return Outcome(leaving=None if left is None else _LEAVING[left], fault=fault)

    @property
    def _asked_by(self) -> str:
        pending, ticket = self._asking or (None, "")
        return ticket if pending is self._console.dialogue.pending else ""

    def _answers(self, game: Game, dialogue: Dialogue) -> Iterator[Answer]:
        """Those that would mean something now: yes and no, or the moves that the question is about."""
        dialogue = dialogue.current(game)
        names = dialogue.answers(game)
        choice = None if dialogue.pending is None else dialogue.pending.choice
        if choice is None:
            yield from (Answer(name=name) for name in (RequestName.YES, RequestName.NO) if name in names)
            return
        language = self._language
        for name, move in zip(NUMBERS, choice.moves, strict=False):
            if name in names:
                words = announce(choice.board, move, language.pack, form=language.form)
                yield Answer(name=name, words=language.pack.spelling.shown(words.text))


def is_waiting(game: Game) -> bool:
    """Whether nothing can be done before somebody has come, or has come back."""
    is_cut_off = game.stopped is StopReason.POWER and not game.is_clock_on
    return not game.is_over and (not game.started or is_cut_off)
