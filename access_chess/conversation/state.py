"""Where a conversation stands (what was asked, what may be answered, and by whom), and what it leads to: something to
say, a sign, a request to carry out; and the steps that answer, a phrase or a sign of having understood a voice.
"""

from enum import Enum, StrEnum, auto
from typing import Self

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.conversation.choices import Choice
from access_chess.conversation.help import NO_MORE, Help
from access_chess.laws.game import Game
from access_chess.listening.heard import HeardNothing
from access_chess.listening.lexicon import Lexicon
from access_chess.notation.illegality import Illegal
from access_chess.requests.names import NUMBERS, RequestName
from access_chess.requests.request import Missing, Request, Unfinished
from access_chess.requests.row import Here
from access_chess.requests.table import is_known
from access_chess.requests.typed_line import NotAMove
from access_chess.requests.words import PlayerLanguage
from access_chess.speech.answers.position import color_name, whose_turn_in
from access_chess.speech.utterance import SpokenPart


class NotUnderstood(Struct, frozen=True, kw_only=True):
    """A typed line that is neither a request nor a legal move; `why` is None where it is far too long to be read."""

    line: str
    why: NotAMove | None


Said = Request | Unfinished | NotUnderstood | HeardNothing


class Moment(Struct, frozen=True, kw_only=True):
    """In what a thing is said: the game as it stands, the player's language, and what is listened for, if anything."""

    game: Game
    language: PlayerLanguage
    lexicon: Lexicon | None = None


class Pending(Struct, frozen=True, kw_only=True):
    """A question that waits: yes or no to a request, a choice between moves, or what a request lacks.

    `number` is its own at this place. `board` is the position at that time, `offers` counts the draw offers until then,
    and `is_after_end` tells whether the game was over. `instead_of` is the question to which the request may be the
    answer: "no" asks it again.
    """

    number: int
    request: Request
    asked: SpokenPart
    board: chess.Board
    offers: int = 0
    is_after_end: bool = False
    choice: Choice | None = None
    missing: Missing | None = None
    instead_of: Self | None = None


class MovesHeard(Enum):
    """Which moves are listened for."""

    LEGAL = auto()
    NONE = auto()
    ANY = auto()  # those that are not legal, too


class Dialogue(Struct, frozen=True, kw_only=True):
    """The state between two things said at a place: `color` is its player, None where both share it.

    `played` is a move that was heard and played at once, which "no" asks to take back. `failures` counts how often in a
    row nothing was understood by ear, `slips` how often nothing of what was typed. `asked_aside` is the number of what
    a drill or an opponent on a server has asked here (empty: nothing), to be answered by yes or no, or by one of the
    `answers_aside`; `aside` has its words where yes and no are requests to be carried out. What is `heard_aside` a
    drill listens for in words of its own, and of moves for those that are `moves_heard`. `refused` is why something
    was not done, which may be asked, and `not_legal` the move that was refused, with the man that was to make it.
    `asked` counts the questions of this place.
    """

    here: Here
    color: chess.Color | None
    pending: Pending | None = None
    played: chess.Move | None = None
    failures: int = 0
    slips: int = 0
    help: Help = NO_MORE
    refused: SpokenPart | None = None
    not_legal: tuple[Illegal, chess.PieceType | None] | None = None
    asked: int = 0
    asked_aside: str = ""
    answers_aside: frozenset[RequestName] = frozenset()
    heard_aside: frozenset[RequestName] = frozenset()
    moves_heard: MovesHeard = MovesHeard.LEGAL
    aside: SpokenPart | None = None

    def is_due(self, game: Game) -> bool:
        """Whether the game waits for this place: its player is to move, or it is over."""
        return game.is_over or self.color is None or game.turn is self.color

    def is_asked(self, game: Game) -> bool:
        """Whether yes or no would answer something."""
        return bool(self.question(game))

    def question(self, game: Game) -> str:
        """The number of the question that waits for an answer, by which an answer names it; empty: there is none.

        It is the oldest that is not answered, but for what its player was asked because they wanted something since.
        """
        pending = self.current(game).pending
        if pending is not None:
            return str(pending.number)
        if self.asked_aside:
            return self.asked_aside
        match self.standing(game):
            case RequestName.ACCEPT_DRAW:
                return f"offer {game.offers}"
            case RequestName.NEW_GAME:
                return "end"
        return ""

    def is_older_than_offer(self, game: Game) -> bool:
        """Whether what waits for an answer was asked before the draw offer that stands, which is asked about then."""
        pending = self.current(game).pending
        return bool(self.asked_aside) if pending is None else pending.offers < game.offers

    def waits_for_answer(self, game: Game) -> bool:
        """Whether this place has asked something that yes, no or a number answers, or has read back a move that no
        takes back, and nothing else was asked for here since.
        """
        dialogue = self.current(game)
        is_question = dialogue.pending is not None and dialogue.pending.missing is None
        return bool(self.asked_aside) or is_question or dialogue.played is not None

    def answers(self, game: Game) -> frozenset[RequestName]:
        """The short answers that mean something now."""
        dialogue = self.current(game)
        found = set(self.answers_aside)
        if self.is_asked(game):
            found |= {RequestName.YES, RequestName.NO}
        if dialogue.played is not None:
            found |= {RequestName.NO}
        if dialogue.pending is not None and dialogue.pending.choice is not None:
            found |= set(NUMBERS[: len(dialogue.pending.choice.moves)])
        return frozenset(found)

    def current(self, game: Game) -> Self:
        """Without a question that means nothing any more: its game is over, or a move was asked about on its board.

        Whatever else comes meanwhile leaves it waiting.
        """
        pending = self.pending
        if pending is None:
            return self
        is_of_board = pending.choice is not None or bool(pending.request.moves)
        is_past = (is_of_board and pending.board != game.board) or (game.is_over and not pending.is_after_end)
        return replace(self, pending=None) if is_past else self

    def standing(self, game: Game) -> RequestName | None:
        """What yes means where nothing was asked by this place: to accept an offer, or another game after the end.

        An assistant answers no offer for their player.
        """
        if game.is_over:
            return RequestName.NEW_GAME if is_known(RequestName.NEW_GAME, self.here) else None
        if game.offer is not None and self.color in (None, not game.offer) and not self.here.is_assistants:
            return RequestName.ACCEPT_DRAW
        return None


class Prompt(StrEnum):
    """What is said of what was heard: keys of `phrases.toml`."""

    CONFIRM_MOVE = "hearing_confirm_move"  # {move}
    REPEAT_PLEASE = "hearing_repeat_please"
    SAY_THE_SQUARES = "hearing_say_the_squares"
    TOO_NOISY = "hearing_too_noisy"
    USE_THE_KEYS = "hearing_use_the_keys"
    NOT_LEGAL = "hearing_not_legal"
    TOO_LOUD = "hearing_too_loud"
    MICROPHONE_GONE = "hearing_microphone_gone"
    MICROPHONE_BACK = "hearing_microphone_back"


class Sign(Enum):
    """The short sounds that show how hearing fares."""

    LISTENING = auto()
    UNDERSTOOD = auto()
    NOT_UNDERSTOOD = auto()


class Say(Struct, frozen=True, kw_only=True):
    """An answer to the player who asked (None: those who are there); `line` is what was typed and could not be done."""

    part: SpokenPart
    color: chess.Color | None = None
    line: str = ""

    @property
    def shown(self) -> SpokenPart:
        """The answer after the line that could not be done, which is kept in sight; the reason is heard."""
        is_told = not self.line or self.part.text.endswith(f" {self.line}.")
        return self.part if is_told else replace(self.part, text=f"{self.line}: {self.part.text}")


class CarryOut(Struct, frozen=True, kw_only=True):
    """A request is settled: it goes to the game or to the program, in the name of the player of `color`."""

    request: Request
    color: chess.Color


class AskAfter(Struct, frozen=True, kw_only=True):
    """A question is settled: the one with this number, which came meanwhile, is asked now if it still waits."""

    question: str


Step = Say | Sign | CarryOut | AskAfter
Steps = tuple[Step, ...]


def told_turn(dialogue: Dialogue, moment: Moment, line: str) -> Say:
    """Says which side is to move; `line` is what was typed, repeated before it."""
    return Say(part=whose_turn_in(moment.game, moment.language.pack), color=dialogue.color, line=line)


def say(phrase: str, dialogue: Dialogue, moment: Moment, *, line: str = "") -> Say:
    """Says a phrase of the pack to this place."""
    return Say(part=moment.language.pack.phrase(phrase), color=dialogue.color, line=line)


def offer_waits(moment: Moment) -> SpokenPart:
    """Asks the player to whom a draw is offered."""
    pack = moment.language.pack
    return pack.phrase("draw_offer_waits", color=color_name(not moment.game.offer, pack))


def waiting(dialogue: Dialogue, moment: Moment) -> SpokenPart | None:
    """The question of this place that waits for an answer, in its own words; None where there is none.

    What a drill has asked aside is told again by the drill.
    """
    dialogue = dialogue.current(moment.game)
    if dialogue.pending is not None:
        return dialogue.pending.asked
    if dialogue.asked_aside:
        return dialogue.aside
    match dialogue.standing(moment.game):
        case RequestName.ACCEPT_DRAW:
            return offer_waits(moment)
        case RequestName.NEW_GAME:
            return moment.language.pack.phrase("play_again")
    return None


def understood(request: Request) -> tuple[Step, ...]:
    """The sign to a voice that it was understood; typed lines need none."""
    return (Sign.UNDERSTOOD,) if request.is_heard else ()


def misunderstood(request: Request) -> tuple[Step, ...]:
    """The sign to a voice that what it said has no place now."""
    return (Sign.NOT_UNDERSTOOD,) if request.is_heard else ()
