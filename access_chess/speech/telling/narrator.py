"""The narrator: what is said, and to whom, when something has happened in a game.

Every event is told, or has its reason here why it is not.
"""

from access_chess.laws import events as happened
from access_chess.laws.events import Event
from access_chess.laws.game import Game
from access_chess.speech.telling.claims import CLAIM_WORDS
from access_chess.speech.telling.clocks import CLOCK_WORDS
from access_chess.speech.telling.endings import ENDING_WORDS
from access_chess.speech.telling.moves import MOVE_WORDS
from access_chess.speech.telling.narration import Narration, NarrationSettings, Teller
from access_chess.speech.telling.rulings import RULING_WORDS
from access_chess.speech.utterance import Utterance

#: Events of which nothing is ever said, and why.
SILENT: dict[type, str] = {
    happened.GameSetUp: "Who plays is said by the place where the game is set up; its start is told by the clock.",
    happened.CommandTaken: "What follows of the command is told; that it was taken up is for the place that sent it.",
    happened.PiecesTouched: "A touch binds the player, but nobody is told of it before the move; a refusal names it.",
    happened.PieceLifted: "The hand knows what it lifts; the opponent learns of a move by its announcement (E.2.1).",
    happened.PiecePutBack: "The hand knows what it puts back.",
    happened.PieceBrushed: "An accidental contact binds nothing.",
    happened.PiecesAdjusted: "The player has just said it (4.2).",
    happened.PieceRemoved: "It is a part of the move that is announced next.",
    happened.PromotionChosen: "The announcement of the move names the new piece.",
    happened.MoveCompleted: "It is not told that the clock was not pressed (13.6).",
    happened.MoveWritten: "What a player writes is their own affair.",
    happened.OfferWritten: "The offer itself was told.",
    happened.ScoresheetCompleted: "What a player writes is their own affair.",
    happened.SheetReturned: "The player has just said it.",
    happened.SheetHandedIn: "The player who hands it in knows it; what it says is told when it is compared.",
    happened.QuestionAsked: "The answer follows, from the clock or from the assistant.",
    happened.ClockPressed: "It is not told that the opponent has moved; the press itself is heard (13.6).",
}

#: Events of which sometimes nothing is said, and when.
SILENT_AT_TIMES: dict[type, str] = {
    happened.PieceReleased: "A legal one is announced when the move is made; in competition nobody warns (13.6).",
    happened.MoveAnnounced: "A right announcement is followed by the move.",
    happened.AnnouncementRepeated: "A right echo needs no answer.",
    happened.ClockStarted: "Only the start of the game, and a clock that stood before, are news.",
    happened.ClockHandedBack: "In a game without clocks it is no news.",
    happened.ClocksStopped: "Where a claim stops them, the claim is told; where a flag does, the flag.",
    happened.PeriodBegun: "In competition it would tell times and numbers of moves (13.6).",
    happened.TimeSet: "A server on which the game is played says with each move what its clock shows.",
    happened.FlagFell: "A ruling tells it, or in competition a player has to notice it (6.8, A.4.d).",
    happened.DrawOffered: "A claim that the program answers at once is told as a claim.",
    happened.PenaltyImposed: "A warning is an event of its own.",
    happened.ClaimMade: "An agreed draw that needs consent is told, and the arbiter is asked.",
}

TELLERS: dict[type, Teller] = {**MOVE_WORDS, **CLOCK_WORDS, **CLAIM_WORDS, **RULING_WORDS, **ENDING_WORDS}


def narrate(
    event: Event, *, before: Game, after: Game, settings: NarrationSettings, number: int | None = None
) -> tuple[Utterance, ...]:
    """What is said of an event that led from one game to the other; nothing where `SILENT` or its sister says so.

    `number` is the event's in the journal.
    """
    teller = TELLERS.get(type(event))
    return teller(Narration(settings=settings, before=before, after=after, number=number), event) if teller else ()
