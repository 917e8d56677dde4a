"""What commands taken up, announcements, scoresheets and questions change."""

from msgspec.structs import replace

from access_chess.laws import events as happened
from access_chess.laws.evolve.change import Changes, change
from access_chess.laws.game import Announcement, Game


def _announced(game: Game, event: happened.MoveAnnounced | happened.SlipCorrected) -> Game:
    ply = len(game.plies) if event.color is game.turn else len(game.plies) - 1
    said = Announcement(color=event.color, ply=ply, text=event.text, move=event.move, matches=event.matches)
    return replace(game, announcement=said)


def _written(game: Game, event: happened.MoveWritten) -> Game:
    if event.in_advance:
        return replace(game, written_ahead=event.move)
    color = event.color
    last = [
        index for index in game.gaps[color] if index >= len(game.plies) - 2 and game.plies[index].move == event.move
    ]
    rest = tuple(index for index in game.gaps[color] if index not in last[-1:])
    return replace(game, written=game.written.put(color, game.made[color]), gaps=game.gaps.put(color, rest))


def _sheet_completed(game: Game, event: happened.ScoresheetCompleted) -> Game:
    color = event.color
    return replace(
        game,
        written=game.written.put(color, game.made[color]),
        gaps=game.gaps.put(color, ()),
        sheet_due=game.sheet_due.put(color, False),
    )


def _borrowed(game: Game, event: happened.SheetBorrowed) -> Game:
    return replace(game, borrowed=event.color)


def _returned(game: Game, event: happened.SheetReturned) -> Game:
    return replace(game, borrowed=None)


def _question(game: Game, event: happened.QuestionAsked) -> Game:
    return replace(game, asked=game.asked.put(event.color, True))


def _told(game: Game, event: happened.Told) -> Game:
    return replace(game, asked=game.asked.put(event.color, False))


def _taken(game: Game, event: happened.CommandTaken) -> Game:
    return replace(game, taken=game.taken | {event.id})


CHANGES: Changes = dict(
    (
        change(happened.CommandTaken, _taken),
        change(happened.MoveAnnounced, _announced),
        change(happened.SlipCorrected, _announced),
        change(happened.MoveWritten, _written),
        change(happened.ScoresheetCompleted, _sheet_completed),
        change(happened.SheetBorrowed, _borrowed),
        change(happened.SheetReturned, _returned),
        change(happened.QuestionAsked, _question),
        change(happened.Told, _told),
    )
)
