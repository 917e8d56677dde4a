"""How a game evolves: each event makes the next value. No rules here: `decide` has them.

`replay(events)` folds a journal into the game that it tells of.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from access_chess.laws import events as happened
from access_chess.laws.events import Event, GameSetUp, article_of
from access_chess.laws.evolve import board, rulings
from access_chess.laws.game import Changes, Game, new_game

CHANGES: Changes = {**board.CHANGES, **rulings.CHANGES}

#: Events that change nothing in the game, and why.
UNCHANGING: dict[type, str] = {
    happened.GameSetUp: "The game begins with it.",
    happened.Refused: "A request out of place changes nothing.",
    happened.AnnouncementRepeated: "An echo is compared when it is given; a mismatch is told, and the move stands.",
    happened.OfferWritten: "That (=) stands on a scoresheet has no consequence in the game.",
    happened.ExecutedOnOtherBoard: "The move was made before; the other board only follows.",
    happened.DrawAccepted: "The end of the game follows it, or a claim where the event has to consent.",
    happened.ArbiterAsked: "The claim that the question is about waits already.",
    happened.PromotedToQueen: "The restored position and the move with the queen follow it; here it is a ruling.",
    happened.PenaltyImposed: "Warnings, times and the end of the game follow it; here it is a ruling.",
    happened.BoardTurned: "The squares keep their names; here it is a ruling.",
    happened.ColorsStay: "The game goes on as it is; here it is a ruling.",
    happened.CompletionDue: "The duty stands since the period began; here the player is told of it.",
    happened.ReconstructionBegun: "What is noted there stands in the record already; the clocks were stopped for it.",
    happened.SheetHandedIn: "What a sheet says is compared with what was played, and changes nothing of it.",
    happened.BoardsCompared: "What has to be restored follows it; here it is a ruling.",
}

#: Events that a player can ask the reason of, and appeal against.
_RULINGS = frozenset(
    {
        happened.ClaimAccepted,
        happened.ClaimRejected,
        happened.ClaimPostponed,
        happened.IrregularityFound,
        happened.WarningGiven,
        happened.PenaltyImposed,
        happened.FlagFell,
        happened.PromotedToQueen,
        happened.BoardTurned,
        happened.ColorsStay,
        happened.BoardsCompared,
        happened.GameEnded,
    }
)


def evolve(game: Game, event: Event) -> Game:
    """The game after this event."""
    change = CHANGES.get(type(event))
    if change is not None:
        game = change(game, event)
    if type(event) in _RULINGS and article_of(event) is not None:
        game = replace(game, ruling=event)
    return game


def replay(events: Iterable[Event]) -> Game:
    """The game that a journal tells of. Raises ValueError when it does not begin with `GameSetUp`."""
    stream = iter(events)
    first = next(stream, None)
    if not isinstance(first, GameSetUp):
        raise ValueError(f"a game begins with GameSetUp, got: {first!r}")
    game = new_game(first)
    for event in stream:
        game = evolve(game, event)
    return game
