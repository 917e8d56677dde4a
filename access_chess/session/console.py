"""A player's place at the game: every line that is entered there is played, asked for, answered or asked back.

Nothing is guessed into a move: what is ambiguous is asked, the new piece of a promotion as well; resignation, draws
and take-backs are confirmed. A line that does not answer a question drops it and counts as itself; one that
means nothing leaves it open.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto

import chess

from access_chess.conversation.answers import ABOUT_THE_BOARD, QUESTIONS, Language, answer
from access_chess.laws.commands import Command, OfferDraw, PlayMove, PressClock
from access_chess.laws.game import Game
from access_chess.notation.distinction import distinctions
from access_chess.notation.reading import Ambiguous, MoveRead, PromotionMissing, Unreadable, read_move
from access_chess.profile import Profile
from access_chess.requests.arbiter import arbiter_request, assistant_request
from access_chess.requests.player import CONFIRMED, REQUESTS, Missing, asker, confirmation, player_request
from access_chess.requests.typed_line import Typed, TypedName, signs_of, typed_command, yes_or_no
from access_chess.session.announcer import Announcer
from access_chess.session.ports import Boards
from access_chess.session.session import Session
from access_chess.speech.answers.position import whose_turn
from access_chess.speech.answers.reading_reply import reading_reply
from access_chess.speech.utterance import SpokenPart


class Leaving(Enum):
    """How a player leaves a game."""

    NEW_GAME = auto()
    QUIT = auto()


@dataclass(frozen=True, kw_only=True)
class _Confirm:
    """Waits for yes or no."""

    command: Command | None  # None: a new game


@dataclass(frozen=True, kw_only=True)
class _Which:
    """Waits for the word that tells these moves apart."""

    board: chess.Board
    moves: tuple[chess.Move, ...]
    offers_draw: bool


LONGEST_LINE = 500  # characters; nothing sensible is longer, and reading a pasted book would hold the game up
NEW_PIECES = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
Extra = Callable[[Typed], None]  # a command of one profile only
Deed = Callable[["Desk"], Leaving | None]  # what an input other than typing has done here

_ONLY_IN_PRACTICE = frozenset({TypedName.TAKE_BACK, TypedName.NEW_GAME})
_OF_PRACTICE = _ONLY_IN_PRACTICE | {
    TypedName.ATTACKERS, TypedName.PAWNS, TypedName.WHAT_IF, TypedName.HINT, TypedName.LEVEL,
}  # fmt: skip


class Desk:
    """The place of one player (`color`), or of both who share a keyboard (None). For one thread at a time.

    `extras` are the commands that this profile has beyond the common ones. With `presses` the clock is pressed by
    whoever made the move, else the session does it for him. `by_hand` are the sensor boards, if there are any.
    """

    def __init__(
        self,
        session: Session,
        announcer: Announcer,
        language: Language,
        *,
        color: chess.Color | None,
        profile: Profile,
        presses: bool,
        extras: Mapping[TypedName, Extra] | None = None,
        by_hand: Boards | None = None,
    ) -> None:
        self._session = session
        self._announcer = announcer
        self._language = language
        self._pack = language.pack
        self._color = color
        self._profile = profile
        self._presses = presses
        self._extras = extras or {}
        self._by_hand = by_hand
        self._question: _Confirm | _Which | None = None
        self._leaving: Leaving | None = None

    @property
    def is_due(self) -> bool:
        """Whether the game waits for this place: its player is to move, or it is over."""
        return self.is_due_in(self._session.game)

    def is_due_in(self, game: Game) -> bool:
        """Whether such a game waits for this place."""
        return game.is_over or self._color is None or game.turn is self._color

    def enter(self, line: str) -> Leaving | None:
        """Do what a line asks for; how the player leaves, if it is that."""
        asked, self._question = self._question, None
        if len(line) > LONGEST_LINE:
            self._say("not_read")
            return None
        if asked is None or not self._is_answered(asked, line):
            self._enter_anew(line.strip(), asked)
        return self._leaving

    def carry_out(self, typed: Typed) -> Leaving | None:
        """Do what was asked for by voice and has been confirmed there; how the player leaves, if it is that."""
        if typed.name is TypedName.NEW_GAME:
            self._leaving = Leaving.NEW_GAME
        else:
            self.perform(typed, is_confirmed=True)
        return self._leaving

    def listen(self) -> Leaving | None:
        """Open the microphone for a sentence: what its key, a controller and a board's button ask for."""
        return self.carry_out(Typed(name=TypedName.LISTEN))

    def play_heard(self, move: chess.Move, board: chess.Board) -> None:
        """Play a move that was heard on this board, if it still stands so and the player is to move."""
        game = self._session.game
        if game.is_over:
            self._say("not_now")
        elif self.is_due and game.board == board:
            self.play(move, offers_draw=False)
        else:
            self._announcer.reply(whose_turn(game.board, self._pack), self._color)

    def _enter_anew(self, line: str, asked: _Confirm | _Which | None) -> None:
        typed = typed_command(line, self._language.words)
        if line and typed is None and self._by_hand is not None and self._by_hand.does(line):
            return
        self.settle_hands()
        if not line:
            self._enter_nothing()
        elif typed is not None:
            self.perform(typed, line)
        else:
            self._move(line, asked)

    def settle_hands(self) -> None:
        """What was put down on a board has been let go: the players have gone on to a word, or the input has ended."""
        if self._by_hand is not None:
            self._by_hand.settle()

    def _enter_nothing(self) -> None:
        """An empty line silences, and presses the clock where a made move waits for it."""
        game = self._session.game
        color = game.clock.running
        if self._presses and color is not None and self._color in (None, color) and game.uncompleted[color]:
            self._session.submit(PressClock(color=color))

    def perform(self, typed: Typed, line: str = "", *, is_confirmed: bool = False) -> None:
        """Do what was asked for by typing or by voice; some things only after a question, unless it was answered."""
        game, name = self._session.game, typed.name
        color = asker(typed, game, self._color, presses=self._presses)
        if not self._is_available(name):
            self._say("not_in_profile")
        elif name in self._extras:
            self._extras[name](typed)
        elif name in REQUESTS:
            request = player_request(typed, game, color, self._language.vocabulary)
            self._request(typed, request, color, is_confirmed=is_confirmed)
        elif name in QUESTIONS:
            ruling, now = self._announcer.ruling(game), self._session.now()
            for part in answer(typed, game, color, now, self._language, ruling=ruling):
                self._announcer.reply(part, color)
        elif name is TypedName.ARBITER:
            self._submit_if(arbiter_request(typed.rest, self._language.words, self._language.vocabulary), line)
        elif name is TypedName.ASSISTANT:
            words, vocabulary = self._language.words, self._language.vocabulary
            self._submit_if(assistant_request(typed.rest, game, words, vocabulary), line)
        else:
            self._about_the_program(name)

    def _about_the_program(self, name: TypedName) -> None:
        match name:
            case TypedName.HELP | TypedName.WHAT_CAN_I_SAY:
                self._help()
            case TypedName.REPEAT | TypedName.REPEAT_SLOWER:
                self._announcer.repeat(self._color, slower=name is TypedName.REPEAT_SLOWER)
            case TypedName.STOP:
                self._announcer.silence(self._color)
            case TypedName.SOUND_ON | TypedName.SOUND_OFF:
                self._announcer.set_sound(name is TypedName.SOUND_ON)
                self._say("sound_is_on" if name is TypedName.SOUND_ON else "sound_is_off")
            case TypedName.CHECK_BOARD if self._by_hand is not None:
                self._by_hand.check()
            case TypedName.CHECK_BOARD:
                self._say("board_none")
            case TypedName.LISTEN:
                self._say("microphone_off")
            case TypedName.QUIT:
                self._leaving = Leaving.QUIT
            case TypedName.NEW_GAME if self._session.game.is_over:
                self._leaving = Leaving.NEW_GAME
            case TypedName.NEW_GAME:
                self._question = _Confirm(command=None)
                self._say("confirm_new_game")
            case _:
                self._say("nothing_asked")

    def _request(self, typed: Typed, command: Command | Missing, color: chess.Color, *, is_confirmed: bool) -> None:
        if isinstance(command, Missing):
            self._say(command)
        elif typed.name in CONFIRMED and not is_confirmed and self._is_possible(typed.name):
            self._question = _Confirm(command=command)
            self._announcer.reply(
                confirmation(typed.name, color, self._pack, is_shared=self._color is None), self._color
            )
        else:
            self._session.submit(command)

    def _submit_if(self, command: Command | None, line: str) -> None:
        if command is None:
            self._reply_to(line, self._pack.phrase("not_read"))
        else:
            self._session.submit(command)

    def _move(self, line: str, asked: _Confirm | _Which | None) -> None:
        game = self._session.game
        if game.is_over:
            self._reply_to(line, self._pack.phrase("refused_game_over"))
            return
        reading = read_move(line, game.board, self._language.vocabulary)
        if isinstance(reading, MoveRead) and self.is_due:
            self.play(reading.move, offers_draw=reading.offers_draw)
            return
        if not self.is_due:
            self._reply_to(line, whose_turn(game.board, self._pack))
            return
        if isinstance(reading, (Ambiguous, PromotionMissing)):
            self._question = _Which(board=game.board, moves=reading.moves, offers_draw=line.endswith("(=)"))
        if isinstance(reading, Unreadable):
            self._question = asked  # after a slip of the keys it can still be answered
        if not isinstance(reading, MoveRead):
            self._reply_to(line, reading_reply(reading, game.board, self._pack))

    def play(self, move: chess.Move, *, offers_draw: bool) -> None:
        """The player to move makes this legal move, or announces the one that he makes on his board."""
        color = self._session.game.turn
        if self._by_hand is None or not self._by_hand.announce(move):
            self._session.submit(PlayMove(color=color, move=move))
        if offers_draw:
            self._session.submit(OfferDraw(color=color))

    def ask_new_piece(self) -> Leaving | None:
        """Ask what the pawn that was put on the last rank has become."""
        game = self._session.game
        released = game.hand.released
        if released is not None:
            moves = tuple(chess.Move(released.from_square, released.to_square, kind) for kind in NEW_PIECES)
            self._question = _Which(board=game.board, moves=moves, offers_draw=False)
            self._say("promotion_missing")
        return None

    def _is_answered(self, asked: _Confirm | _Which, line: str) -> bool:
        """Whether the line answers the question; then it has been done."""
        if isinstance(asked, _Which):
            return self._is_chosen(asked, line)
        said = yes_or_no(line, self._language.words)
        if said is None:
            return False
        if said is TypedName.NO:
            self._say("dropped")
        elif asked.command is None:
            self._leaving = Leaving.NEW_GAME
        else:
            self._session.submit(asked.command)
        return True

    def _is_chosen(self, asked: _Which, line: str) -> bool:
        """One of several moves, by the word that tells it apart or by more of its words."""
        vocabulary = self._language.vocabulary
        said = {signs_of(line, vocabulary), vocabulary.letters.get(line.strip().upper(), "")}
        fitting = [
            move
            for move, names in zip(asked.moves, distinctions(asked.board, asked.moves, self._pack.names), strict=True)
            if signs_of(" ".join(name.text for name in names), vocabulary) in said
        ]
        if len(fitting) != 1 or self._session.game.board != asked.board:
            return False
        self.play(fitting[0], offers_draw=asked.offers_draw)
        return True

    def _help(self) -> None:
        words = self._language.words
        possible = [
            name for name in words.help if self._is_available(TypedName(name)) and self._is_possible(TypedName(name))
        ]
        lines = [words.help[name] for name in possible]
        if self._profile is not Profile.PRACTICE:
            lines += [*words.arbiter_help, *words.assistant_help]
        self._say("commands_now")
        for line in lines:
            shown = self._pack.spelling.shown(line)
            self._announcer.reply(SpokenPart(text=shown, spoken=line, language=words.help_language), self._color)

    def _is_available(self, name: TypedName) -> bool:
        """Whether this profile knows the command at all."""
        if name in _OF_PRACTICE:
            return name in self._extras or (name in _ONLY_IN_PRACTICE and self._profile is Profile.PRACTICE)
        return self._profile is not Profile.TOURNAMENT or name not in ABOUT_THE_BOARD

    def _is_possible(self, name: TypedName) -> bool:
        """Whether the command can be of use as the game stands."""
        game = self._session.game
        match name:
            case TypedName.ACCEPT_DRAW | TypedName.DECLINE_DRAW:
                return game.offer is not None
            case TypedName.SEAL | TypedName.CLOSE_ENVELOPE:
                return game.adjournment is not None
            case TypedName.PRESS:
                return self._presses and not game.is_over
            case TypedName.CLAIM_FLAG:
                return game.clock.control is not None and not game.is_over
            case TypedName.TAKE_BACK:
                return bool(game.plies)
            case TypedName.NEW_GAME:
                return True
            case TypedName.CHECK_BOARD:
                return self._by_hand is not None
            case TypedName.LISTEN:
                return name in self._extras
        return name not in REQUESTS or not game.is_over

    def _reply_to(self, line: str, part: SpokenPart) -> None:
        """An answer to a line that was not carried out: the line is kept in sight, the reason is heard."""
        is_quoted = part.text.endswith(f" {line}.")
        self._announcer.reply(part if is_quoted else replace(part, text=f"{line}: {part.text}"), self._color)

    def _say(self, phrase: str) -> None:
        self._announcer.reply(self._pack.phrase(phrase), self._color)
