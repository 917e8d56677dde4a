"""A player's place: a message and the game make the next place, and what is to be done. Pure: nothing is waited for.

Whatever is typed goes through one conversation. What the Laws make of a command comes back as `Happened`, in the same
turn: only then is it known whether it changed anything, and whether a word is still owed to the player who asked.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.conversation.dialogue import after
from access_chess.conversation.not_understood import SLIPS
from access_chess.conversation.reading import asked_by, typed
from access_chess.conversation.rights import HIS_OWN, ArbiterRights, may_rule
from access_chess.conversation.state import (
    AskAfter,
    CarryOut,
    Dialogue,
    Moment,
    NotUnderstood,
    Said,
    Say,
    Sign,
    Step,
    Steps,
    waiting,
)
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Author, Command, CountGap, PressClock, Resume
from access_chess.laws.commands.base import ByPlayer
from access_chess.laws.events import Event, MovesTakenBack, Refused
from access_chess.laws.game import Game, Ply
from access_chess.listening.lexicon import Lexicon
from access_chess.notation.vocabulary import folded
from access_chess.play.messages import (
    Again,
    AtOnce,
    DiskFailed,
    Drop,
    Effect,
    Effects,
    Give,
    GoOn,
    Happened,
    KeptAfterAll,
    Key,
    Offered,
    OfferHelp,
    OrderCame,
    Slept,
    ToSeat,
    Typed,
    Work,
    Worked,
)
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request, Unfinished
from access_chess.requests.row import Topic
from access_chess.requests.table import KEYS, ROWS, is_available
from access_chess.requests.typed_line import typed_request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import sound_of
from access_chess.session.inbox import SpokenWords, said_of_another_board
from access_chess.session.kept_time import gap_told
from access_chess.session.offers import OFFERED
from access_chess.session.ports import Gap
from access_chess.session.sheet_desk import Sheets
from access_chess.speech.answers.clock import pressed
from access_chess.speech.answers.position import adjournment, color_name, sealing, what_is_on, whose_turn
from access_chess.speech.language.voice_pack import trouble_words
from access_chess.speech.utterance import SpokenPart

if TYPE_CHECKING:
    from access_chess.play.at_boards import AtBoards  # where there are boards
    from access_chess.play.at_server import AtServer  # where a server has the game
    from access_chess.session.explorer import Exploring  # of practice alone


#: What is allowed by the Laws, and then read.
_READ_OUT = (RequestName.BORROW_SHEET, RequestName.ARBITER_DICTATE)


class Errand(Struct, frozen=True, kw_only=True):
    """A request that is to be carried out in the name of the player of `color`, and the moment in which it is."""

    request: Request
    color: chess.Color
    game: Game
    at: Instant

    @property
    def asked(self) -> CarryOut:
        """The request, for the command that it becomes."""
        return CarryOut(request=self.request, color=self.color)


class Thinking(Struct, frozen=True, kw_only=True):
    """A work that is done for a player; `told` puts what came of it into words.

    One that is of the `plies` is dropped when others are played.
    """

    work: Work
    told: Callable[["PlayerSeat", object], Effects]
    plies: tuple[Ply, ...] | None = None


class PlayerSeat(Struct, frozen=True, kw_only=True):
    """Where a player sits, or both at one keyboard (`author` is None then).

    `deeds` are the rows of what may be asked for here, and `others` is done for all else. `ruling` is the last that was
    heard, `gap` the time that nobody has counted yet. `works` are being done for the player. `level` is the program's
    as an opponent in the next game. `taken_back` are the moves as they were before some were taken back. With
    `is_unkept` it waits for an answer whether the game goes on without the disk. With a `lexicon` somebody listens,
    too: questions are put in words that can be told apart by ear. `boards` are those that moves are made on, a `server`
    has the game. It `is_entry_open` where the last line was not carried out: the player may want to mend it.
    """

    language: PlayerLanguage
    dialogue: Dialogue
    deeds: Mapping[RequestName, "Deed"]
    others: "Deed"
    sheets: Sheets
    exploring: "Exploring | None" = None
    author: Author | None = None
    rights: ArbiterRights = HIS_OWN
    ruling: Event | None = None
    gap: Gap | None = None
    works: tuple[Thinking, ...] = ()
    level: int = 0
    taken_back: tuple[Ply, ...] = ()
    is_unkept: bool = False
    lexicon: Lexicon | None = None
    boards: "AtBoards | None" = None
    server: "AtServer | None" = None
    is_entry_open: bool = False

    def turn(self, message: ToSeat, game: Game) -> tuple["PlayerSeat", Effects]:
        """What follows here from a message, as the game stands."""
        return self.at_place(message, game) if self.server is None else self.server.turn(self, message, game)

    def at_place(self, message: ToSeat, game: Game) -> tuple["PlayerSeat", Effects]:
        """The same, where no server has the game."""
        return self.at_keys(message, game) if self.boards is None else self.boards.turn(self, message, game)

    def at_keys(self, message: ToSeat, game: Game) -> tuple["PlayerSeat", Effects]:
        """The same, where nothing is done by hand."""
        match message:
            case Typed():
                return replace(self, is_entry_open=False)._entered(message, game)
            case Key(key=key, at=at):
                return self._pressed(key, game, at)
            case SpokenWords():
                return self._heard(message, game)
            case Happened():
                return self._told(message, game)
            case Worked():
                return self._worked(message)
            case Slept(gap=gap):
                return self._woken(gap)
            case AskAfter(question=question):
                return self, self._asked(game) if self.dialogue.question(game) == question else ()
            case OrderCame():
                return self._ordered(message)
            case Again(message=OrderCame(then=then)):
                return self, (AtOnce(do=then),)
            case Offered():
                return replace(self, dialogue=replace(self.dialogue, slips=SLIPS)), ()
            case DiskFailed(error=error):
                said = Say(part=trouble_words(error, self.language.pack))
                return replace(self, is_unkept=True), (said, self.say_to_all("ask_unkept"))
            case KeptAfterAll():
                return replace(self, is_unkept=False), (self.say_to_all("kept_after_all"),)
        return self, ()

    def _ordered(self, order: OrderCame) -> tuple["PlayerSeat", Effects]:
        """The word of an arbiter who is elsewhere; time that they have counted is not counted once more."""
        if order.unless():
            return self, (AtOnce(do=order.then),)
        seat = replace(self, gap=None) if isinstance(order.command, CountGap) else self
        return seat, order.effects

    def is_due(self, game: Game) -> bool:
        """Whether the game waits for this place: its player is to move, or it is over, and nothing is thought out."""
        is_busy = bool(self.works) or (self.boards is not None and self.boards.is_busy(game))
        return not is_busy and self.dialogue.is_due(game)

    @property
    def wants_key(self) -> bool:
        """Whether the next entry is a single key, and not a line."""
        return self.exploring is not None and self.exploring.is_on

    def waits_since(self, game: Game) -> tuple[SpokenPart, ...]:
        """What was asked here before the draw offer that stands, and is not answered yet."""
        if not self.dialogue.is_older_than_offer(game):
            return ()
        part = waiting(self.dialogue, self.moment(game))
        return () if part is None else (part,)

    def give(self, command: Command, asked: CarryOut | None = None) -> tuple[Give, ...]:
        """At a place of one's own a command is its player's: the Laws refuse what is not for them."""
        if self.author is not None and isinstance(command, ByPlayer) and command.author is None:
            command = replace(command, author=self.author)
        return (Give(command=command, asked=asked),)

    def say(self, phrase: str) -> Say:
        """A phrase of the pack, to those who sit here."""
        return Say(part=self.language.pack.phrase(phrase), color=self.dialogue.color)

    def say_to_all(self, phrase: str) -> Say:
        """A phrase of the pack, to everybody who listens."""
        return Say(part=self.language.pack.phrase(phrase))

    def begin(self, thinking: Thinking) -> tuple["PlayerSeat", Effects]:
        """Have something done for the player, beside all else."""
        return replace(self, works=(*self.works, thinking)), (thinking.work,)

    def is_asked_by(self, line: str, game: Game) -> bool:
        """Whether this line would answer a question or ask for something, and is no move."""
        return asked_by(line, self.dialogue, self.moment(game)) is not None

    def moment(self, game: Game) -> Moment:
        """What a line is read by now."""
        return Moment(game=game, language=self.language, lexicon=self.lexicon)

    def _entered(self, entered: Typed, game: Game) -> tuple["PlayerSeat", Effects]:
        line, at = entered.line, entered.at
        if self.is_unkept and (answered := self._unkept_answer(line, game, at)) is not None:
            return answered
        if line.strip() or self.dialogue.here.is_arbiters:  # who presses no clock
            return self._conversed(typed(line, self.dialogue, self.moment(game), entered.question), game, at)
        if (found := self.sheets.next()) is not None:
            sheets, parts = found
            return replace(self, sheets=sheets), tuple(Say(part=part, color=sheets.listener) for part in parts)
        return self, self._pressed_by_line(game)

    def _pressed(self, key: str, game: Game, at: Instant) -> tuple["PlayerSeat", Effects]:
        if self.exploring is not None and self.exploring.is_on:
            found = self.exploring.asked(key, game)
            return self._conversed(found, game, at) if isinstance(found, Request) else (self, found)
        return self._conversed(Request(name=KEYS[key]), game, at) if key in KEYS else (self, ())

    def _heard(self, spoken: SpokenWords, game: Game) -> tuple["PlayerSeat", Effects]:
        """To another question than the one that waited then the answer was not said."""
        said = spoken.said
        if isinstance(said, Request):
            said = replace(said, question=spoken.question)
        if said_of_another_board(said, spoken.board, game):
            return self, (Say(part=whose_turn(game.board, self.language.pack), color=self.dialogue.color),)
        return self._conversed(said, game, spoken.at)

    def _conversed(self, said: Said, game: Game, at: Instant) -> tuple["PlayerSeat", Effects]:
        dialogue, steps = after(self.dialogue, said, self.moment(game))
        seat = replace(self, is_entry_open=_is_open(said, dialogue, steps))
        seat, effects = seat.go_on(dialogue, steps, game, at)
        is_of_a_newcomer = isinstance(said, NotUnderstood) or (isinstance(said, Request) and said.name in OFFERED)
        if is_of_a_newcomer and not dialogue.is_asked(game):
            effects = (*effects, OfferHelp(said=said, dialogue=dialogue))
        return seat, effects

    def go_on(self, dialogue: Dialogue, steps: Steps, game: Game, at: Instant) -> tuple["PlayerSeat", Effects]:
        """The conversation has come so far by these steps."""
        seat = replace(self, dialogue=dialogue)
        effects: list[Effect] = []
        for step in steps:
            seat, done = seat._stepped(step, game, at)
            effects += done
        return seat, tuple(effects)

    def _stepped(self, step: Step, game: Game, at: Instant) -> tuple["PlayerSeat", Effects]:
        match step:
            case Say():
                return self, (step,)
            case AskAfter():
                return self, (step,)
            case Sign():
                return self, (sound_of(step),)
            case CarryOut(request=request, color=color):
                errand = Errand(request=request, color=color, game=game, at=at)
                return self.deeds.get(request.name, self.others)(self, errand)

    def _pressed_by_line(self, game: Game) -> Effects:
        """An empty line presses the clock of the player who has moved; it warns nobody for a press too early."""
        pack, color, own = self.language.pack, game.clock.running, self.dialogue.color
        if (part := adjournment(game, pack)) is not None:
            return (Say(part=part, color=own),)
        if color is None or game.setup.presses_for[color]:
            return ()
        if own not in (None, color):
            return (Say(part=pack.phrase("clock_runs", color=color_name(color, pack)), color=own),)
        if game.has_let_go(color):
            return self.give(PressClock(color=color), CarryOut(request=Request(name=RequestName.PRESS), color=color))
        return (Say(part=pack.phrase("press_not_moved", color=color_name(color, pack)), color=own),)

    def _told(self, happened: Happened, game: Game) -> tuple["PlayerSeat", Effects]:
        """What is remembered of what has happened, and the word that is owed to who asked for it."""
        seat = self
        for recorded in happened.events:
            event, ruling = recorded.event, recorded.after.ruling
            if isinstance(event, Refused):
                seat = replace(seat, ruling=event)
            elif ruling is not recorded.before.ruling:
                seat = replace(seat, ruling=ruling)
            if isinstance(event, MovesTakenBack):
                seat = replace(seat, taken_back=recorded.before.plies)
        fresh = tuple(each for each in seat.works if each.plies is None or each.plies is game.plies)
        drops = tuple(Drop(work=each.work) for each in seat.works if not any(each is other for other in fresh))
        seat = replace(seat, works=fresh)
        if happened.asked is None:
            return seat, drops
        owed = seat._owed(happened, happened.asked, game)
        seat, read = seat.read_out(happened, happened.asked, game)
        return seat, (*owed, *read, *drops)

    def read_out(self, happened: Happened, asked: CarryOut, game: Game) -> tuple["PlayerSeat", Effects]:
        """The moves that are missing are read where the Laws allow it: from the other's sheet, or by the arbiter."""
        name, own = asked.request.name, self.dialogue.color
        if name not in _READ_OUT or any(isinstance(each.event, Refused) for each in happened.events):
            return self, ()
        is_arbiters = name is RequestName.ARBITER_DICTATE
        whose = asked.request.color if is_arbiters else asked.color
        before = happened.events[0].before if happened.events else game
        gaps = sorted({*before.gaps.white, *before.gaps.black}) if whose is None else before.gaps[whose]
        if not gaps:
            return self, ()
        listener = own if is_arbiters else asked.color
        sheets, parts = self.sheets.dictate(game, gaps, listener)
        return replace(self, sheets=sheets), tuple(Say(part=part, color=listener) for part in parts)

    def _owed(self, happened: Happened, asked: CarryOut, game: Game) -> Effects:
        """Nothing typed remains without a word."""
        request, color, pack, own = asked.request, asked.color, self.language.pack, self.dialogue.color
        if not happened.changes and request.name is not RequestName.FEEL:
            before = sealing(game, pack) if self.dialogue.here.is_arbiters else adjournment(game, pack)
            phrase = pack.phrase("refused_game_over" if game.is_over else "changes_nothing")
            return (Say(part=before or phrase, color=own),)
        if happened.told or request.is_heard:
            return ()
        match request.name:
            case RequestName.FEEL if is_available(RequestName.WHAT_IS_ON, self.dialogue.here.profile):
                return tuple(Say(part=what_is_on(game.board, each, pack), color=own) for each in request.squares)
            case RequestName.ECHO:
                return (self.say("echo_right"),)
            case RequestName.PRESS | RequestName.ASSISTANT_PRESS:
                return (pressed(game, color, pack),)
            case RequestName.ADJUST:
                return (Say(part=pack.phrase("adjusts", color=color_name(color, pack)), color=own),)
        return (self.say("noted"),)

    def _worked(self, worked: Worked) -> tuple["PlayerSeat", Effects]:
        done = next((each for each in self.works if each.work is worked.work), None)
        if done is None:
            return self, ()
        seat = replace(self, works=tuple(each for each in self.works if each is not done))
        return seat, () if isinstance(worked.found, Exception) else done.told(seat, worked.found)

    def _woken(self, gap: Gap) -> tuple["PlayerSeat", Effects]:
        """The machine slept while a clock ran. At home the game goes on from there; an arbiter decides first."""
        pack, seat = self.language.pack, replace(self, gap=gap)
        if self.dialogue.here.profile is not Profile.PRACTICE:
            return seat, (Say(part=gap_told(gap, "game_gap", pack)),)
        return seat, (Say(part=pack.phrase("game_resumes", time=gap.known)), *self.give(Resume()))

    def _asked(self, game: Game) -> Effects:
        part = waiting(self.dialogue, self.moment(game))
        return () if part is None else (Say(part=part, color=self.dialogue.color),)

    def _unkept_answer(self, line: str, game: Game, at: Instant) -> tuple["PlayerSeat", Effects] | None:
        """Yes and no answer whether to go on without keeping the game; leaving and asking for the time go on (None).

        Where the arbiter has a PIN, that is said first.
        """
        name = self.language.words.commands.get(folded(line))
        request = typed_request(line, game, self.language)
        if isinstance(request, Request) and request.name is RequestName.ARBITER_PIN:
            return None
        is_answer = name in (RequestName.YES, RequestName.NO)
        if is_answer and self.rights.pin is not None and not may_rule(self.rights, None, at):
            return self, (self.say_to_all("arbiter_only"),)
        if is_answer:
            goes_on = GoOn(is_wanted=name is RequestName.YES)
            told = (self.say_to_all("goes_on_unkept"),) if goes_on.is_wanted else ()
            return replace(self, is_unkept=False), (*told, goes_on)
        if name is RequestName.QUIT or (name is not None and ROWS[name].topic in (Topic.CLOCK, Topic.PROGRAM)):
            return None
        return self, (self.say_to_all("ask_unkept"),)


#: Carries a request out: the seat after it, and what is to be done.
Deed = Callable[[PlayerSeat, Errand], tuple[PlayerSeat, Effects]]


def _is_open(said: Said, dialogue: Dialogue, steps: Steps) -> bool:
    is_done = dialogue.pending is not None or any(isinstance(step, CarryOut) for step in steps)
    is_move = isinstance(said, Request) and said.name is RequestName.MOVE
    return not is_done and (is_move or isinstance(said, NotUnderstood | Unfinished))
