"""A player's place at the game: whatever is typed, heard or pressed there goes through one conversation and is done.

Answers are said after all that has happened before them; what the Laws rule on is asked of them, never answered here.
"""

import chess
from msgspec.structs import replace

from access_chess.conversation.answers import ABOUT_THE_CLOCK, QUESTIONS, RULED_ON, answer
from access_chess.conversation.choices import promotions
from access_chess.conversation.dialogue import after, ask_new_piece
from access_chess.conversation.not_understood import SLIPS, nearest
from access_chess.conversation.reading import asked_by, typed
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
from access_chess.laws.commands import Ask, OfferDraw, PlayMove, PressClock
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode
from access_chess.listening.lexicon import Lexicon
from access_chess.profile import OPEN_CLOCKS
from access_chess.requests.commands import (
    ASSISTANT_ACTS,
    BESIDE_RULINGS,
    REQUESTS,
    RULINGS,
    assistant_command,
    player_command,
)
from access_chess.requests.names import DRILLS, RequestName
from access_chess.requests.request import Request
from access_chess.requests.row import Here
from access_chess.requests.table import KEYS
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer, sound_of
from access_chess.session.game_in_play import GameInPlay
from access_chess.session.inbox import SpokenWords, said_of_another_board
from access_chess.session.laws_desk import DECIDED, LawsDesk
from access_chess.session.leaving import Leaving
from access_chess.session.ports import Boards
from access_chess.session.seat_setup import SeatSetup
from access_chess.session.sheet_desk import OF_A_PLAYER, SheetDesk
from access_chess.speech.answers.position import adjournment, color_name, whose_turn
from access_chess.speech.utterance import SpokenPart

SETTLED = 1.0  # seconds that a question waits until the answer to another one has been decided on, perhaps elsewhere

#: What the arbiter alone may ask for besides rulings.
_OF_THE_ARBITER = BESIDE_RULINGS | {RequestName.ARBITER_PIN}


class Console:
    """The place of a player, or of both. For one thread at a time. `boards` are those that moves are made on."""

    def __init__(
        self,
        session: GameInPlay,
        announcer: Announcer,
        language: PlayerLanguage,
        seat: SeatSetup,
        *,
        boards: Boards | None = None,
    ) -> None:
        self._session = session
        self._announcer = announcer
        self._language = language
        self._pack = language.pack
        self._color = seat.color
        self._profile = seat.profile
        self._extras = seat.extras(session).requests
        self._answerer = None if seat.answerer is None else seat.answerer(session)
        self._sheets = SheetDesk(session, language.pack, language.form, self._say)
        self._laws = LawsDesk(session, announcer, language.pack, seat, sheets=self._sheets, say=self._say)
        self._boards = boards
        self._lexicon: Lexicon | None = None
        here = Here(
            profile=seat.profile,
            has_board=boards is not None,
            has_microphone=RequestName.LISTEN in self._extras,
            has_languages=RequestName.LANGUAGE in self._extras,
            has_arbiter=session.game.setup.arbiter is ArbiterMode.HUMAN,
            opponent_is_away=seat.opponent_is_away,
        )
        self._dialogue = Dialogue(here=here, color=seat.color)
        self._leaving: Leaving | None = None
        announcer.ask_by(self._waits_since)

    @property
    def dialogue(self) -> Dialogue:
        """Where the conversation stands. May be looked at from any thread."""
        aside = self._answerer
        if aside is None:
            return self._dialogue
        return replace(self._dialogue, asked_aside=aside.question, answers_aside=aside.answers)

    @property
    def is_asked(self) -> bool:
        """Whether a question waits for its answer."""
        return bool(self.question)

    @property
    def question(self) -> str:
        """The number of the question that waits for its answer; empty: none does."""
        return self.dialogue.question(self._session.game)

    def is_due_in(self, game: Game) -> bool:
        """Whether such a game waits for this place: its player is to move, or it is over."""
        return self._dialogue.is_due(game)

    def listen_by(self, lexicon: Lexicon) -> None:
        """Somebody listens here, too: questions are put in words that can be told apart by ear."""
        self._lexicon = lexicon

    def enter(self, line: str) -> Leaving | None:
        """Do what a line asks for; how the player leaves, if it is that. An empty line presses the clock."""
        self._announcer.make_up()
        if self._is_by_hand(line):
            return None
        self.settle_hands()
        if self._answerer is not None and self._answerer.takes(line):
            return self._left
        if not line.strip() and self._sheets.next():
            return None
        if line.strip():
            return self.converse(typed(line, self.dialogue, self._moment))
        self._press_by_line()
        return None

    def _press_by_line(self) -> None:
        """An empty line presses the clock of the player who has moved; it warns nobody for a press too early."""
        game, color = self._session.game, self._session.game.clock.running
        if (part := adjournment(game, self._pack)) is not None:
            self._say(part, self._color)
            return
        if color is None or game.setup.presses_for[color]:
            return
        if self._color not in (None, color):
            self._say(self._pack.phrase("clock_runs", color=color_name(color, self._pack)), self._color)
        elif game.has_let_go(color):
            self._laws.submit(PressClock(color=color), Request(name=RequestName.PRESS), color)
        else:
            self._say(self._pack.phrase("press_not_moved", color=color_name(color, self._pack)), self._color)

    def press(self, key: str) -> Leaving | None:
        """Do what a single key asks for."""
        self._announcer.make_up()
        return self.converse(Request(name=KEYS[key])) if key in KEYS else None

    def _is_by_hand(self, line: str) -> bool:
        """Whether the hand of an emulated board has done this line, which is neither an answer nor a request."""
        if self._boards is None or not line.strip():
            return False
        return asked_by(line, self._dialogue, self._moment) is None and self._boards.does(line.strip())

    def settle_hands(self) -> None:
        """What was put down on a board has been let go: the players have gone on to a word, or the input has ended."""
        if self._boards is not None:
            self._boards.settle()

    def hear(self, spoken: SpokenWords) -> Leaving | None:
        """Do what was heard; a move that was said on another board is not played.

        To another question than the one that waited then the answer was not said.
        """
        game, said = self._session.game, spoken.said
        if isinstance(said, Request):
            said = replace(said, question=spoken.question)
        if said_of_another_board(said, spoken.board, game):
            self._say(whose_turn(game.board, self._pack), self._color)
            return None
        return self.converse(said)

    def listen(self) -> Leaving | None:
        """Open the microphone for a sentence: what its key, a controller and a board's button ask for."""
        return self.converse(Request(name=RequestName.LISTEN))

    def ask_new_piece(self) -> Leaving | None:
        """Ask what the pawn that was put on the last rank has become."""
        if (released := self._session.game.hand.released) is not None:
            self._dialogue, steps = ask_new_piece(self._dialogue, promotions(released), self._moment)
            self._do_all(steps)
        return None

    def converse(self, said: Said) -> Leaving | None:
        """Go on with the conversation; how the player leaves, if it is that."""
        dialogue = self.dialogue
        number = said.question if isinstance(said, Request) else None
        is_to_answer = number in (None, dialogue.question(self._session.game))
        if self._answerer is not None and dialogue.pending is None and is_to_answer and self._answerer.does(said):
            self._propose(said)
            return self._left
        self._dialogue, steps = after(dialogue, said, self._moment)
        self._do_all(steps)
        self._offer_help(said)
        return self._left

    def _offer_help(self, said: Said) -> None:
        """Once in a lifetime; the next lines that are not understood need not tell it again."""
        offers = self._announcer.offers
        for part in () if offers is None or self.is_asked else offers.after_line(said, self._dialogue):
            self._dialogue = replace(self._dialogue, slips=SLIPS)
            self._say(part, self._color)

    def _propose(self, said: Said) -> None:
        """The nearest known word for what was no answer to a drill."""
        word = nearest(said.line, self._dialogue.here, self._moment) if isinstance(said, NotUnderstood) else None
        if word is not None:
            self._say(self._pack.phrase("perhaps_word", word=word), self._color)

    @property
    def _left(self) -> Leaving | None:
        """How the player leaves, or the one who asks questions there; None: neither does."""
        if self._leaving is None and self._answerer is not None and self._answerer.wants_to_leave:
            return Leaving.QUIT if self._answerer.is_over else Leaving.MOVED_ON
        return self._leaving

    @property
    def _moment(self) -> Moment:
        return Moment(game=self._session.game, language=self._language, lexicon=self._lexicon)

    def _do_all(self, steps: Steps) -> None:
        for step in steps:
            self._do(step)

    def _do(self, step: Step) -> None:
        match step:
            case Say(color=color):
                self._say(step.shown, color)
            case Sign():
                self._session.once_told(self._announcer, lambda: self._announcer.say(sound_of(step)))
            case CarryOut(request=request, color=color):
                self._carry_out(request, color)
            case AskAfter(question=question):
                self._ask_after(question)

    def ask_again(self) -> Leaving | None:
        """Something was asked aside: where another question waits for its answer, that one is told again."""
        for part in () if self.dialogue.asked_aside == self.question else self._asked():
            self._say(part, self._color)
        return None

    def _ask_after(self, question: str) -> None:
        """Ask what has come while another question waited, if it still does."""
        self._session.wait_until_decided(SETTLED)
        if self.question == question:
            for part in self._asked():
                self._say(part, self._color)

    def _asked(self) -> tuple[SpokenPart, ...]:
        """What waits for an answer here, in its own words."""
        dialogue = self.dialogue
        if dialogue.pending is None and dialogue.asked_aside and self._answerer is not None:
            return self._answerer.asked
        part = waiting(dialogue, self._moment)
        return () if part is None else (part,)

    def _waits_since(self) -> tuple[SpokenPart, ...]:
        """What was asked here before the draw offer that stands, and is not answered yet."""
        return self._asked() if self.dialogue.is_older_than_offer(self._session.game) else ()

    def _carry_out(self, request: Request, color: chess.Color) -> None:
        name, game = request.name, self._session.game
        if name in self._extras:
            self._leaving = self._extras[name](request)
        elif name is RequestName.MOVE:
            self._play(request)
        elif name is RequestName.BORROW_SHEET:
            command = player_command(request, color)
            self._laws.read_sheets(command, replace(request, color=color), color, color)
        elif name in REQUESTS:
            if name is RequestName.RETURN_SHEET:
                self._sheets.end()
            self._laws.submit(player_command(request, color), request, color)
        elif name in QUESTIONS:
            self._answer(request, color)
        elif name in OF_A_PLAYER:
            self._sheets.answer(request, color)
        elif name in RULINGS or name in _OF_THE_ARBITER:
            self._laws.rule(request)
        elif name in ASSISTANT_ACTS:
            self._laws.submit(assistant_command(request, game), request, color)
        else:
            self._about_the_program(name)

    def _play(self, request: Request) -> None:
        """The player to move makes this legal move, or announces the one that is made on the board."""
        color, move = self._session.game.turn, request.move
        assert move is not None, "a move is settled before it is played"
        if self._answerer is not None and self._answerer.plays(request):
            return
        if self._boards is None or not self._boards.announce(move):
            self._session.submit(self._laws.given(PlayMove(color=color, move=move)))
        if request.offers_draw and RequestName.OFFER_DRAW in self._extras:
            self._extras[RequestName.OFFER_DRAW](request)
        elif request.offers_draw:
            self._session.submit(self._laws.given(OfferDraw(color=color)))

    def _answer(self, request: Request, color: chess.Color) -> None:
        """In competition the Laws rule on who may be told of times and numbers, and the journal keeps who has asked."""
        game, now = self._session.game, self._session.now()
        if request.name in RULED_ON and self._profile not in OPEN_CLOCKS and not game.is_over:
            self._session.submit(self._laws.given(Ask(color=color, question=RULED_ON[request.name])))
            return
        if request.name in ABOUT_THE_CLOCK:
            self._session.keep_time(DECIDED)  # what was told is on disk before it is heard
        ruling = self._announcer.ruling(game)
        for part in answer(request, game, color, now, self._language, ruling=ruling):
            self._say(part, color)
        if request.name is RequestName.WHY:
            self._sheets.explain_end(color)

    @property
    def is_for_arbiter(self) -> bool:
        """Whether what only an arbiter may decide can be decided now."""
        return self._laws.is_for_arbiter

    def _about_the_program(self, name: RequestName) -> None:
        match name:
            case RequestName.REPEAT | RequestName.REPEAT_SLOWER:
                slower = name is RequestName.REPEAT_SLOWER
                self._session.once_told(self._announcer, lambda: self._announcer.repeat(self._color, slower=slower))
            case RequestName.STOP:
                self._announcer.silence(self._color)
            case RequestName.SOUND_ON | RequestName.SOUND_OFF:
                self._announcer.set_sound(name is RequestName.SOUND_ON)
                self._say(self._pack.phrase("sound_is_on" if name is RequestName.SOUND_ON else "sound_is_off"))
            case RequestName.CHECK_BOARD if self._boards is not None:
                self._boards.check()
            case RequestName.CHECK_BOARD:
                self._say(self._pack.phrase("board_none"))
            case RequestName.LISTEN:
                self._say(self._pack.phrase("microphone_off"))
            case RequestName.QUIT:
                self._leaving = Leaving.QUIT
            case RequestName.REVIEW | RequestName.TODAY if not self._session.game.is_over:
                self._say(self._pack.phrase("not_now"), self._color)
            case RequestName.NEW_GAME | RequestName.REVIEW | RequestName.TODAY:
                self._leaving = Leaving[name.name]
            case _:  # what only a drill answers
                self._say(self._pack.phrase("drill_elsewhere" if name in DRILLS else "not_now"), self._color)

    def _say(self, part: SpokenPart, color: chess.Color | None = None) -> None:
        """Say it to this player after all that has happened so far."""
        self._session.once_told(self._announcer, lambda: self._announcer.reply(part, color))
