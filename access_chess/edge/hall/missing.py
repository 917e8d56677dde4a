"""What is said at a place where nothing can be done yet: who is missing, and by which code they come."""

from access_chess.edge.hall.database import CODE_LASTS, Role
from access_chess.edge.hall.place import Place, is_open, player_name
from access_chess.edge.hall.visit import Visit
from access_chess.machine_clock import utc_now
from access_chess.requests.typed_line import typed_answer, typed_request


def missing_words(here: Visit, place: Place) -> str:
    """Whom the game waits for; empty where it waits for nobody."""
    if not place.game.awaited:
        return ""
    color = next(iter(place.game.awaited - {place.color}), place.color)
    if color is not place.color and is_open(here, place):
        return here.text("waiting_for_opponent", code=invitation(here, place))
    key = "waiting_till_back" if place.game.game.started else "waiting_for_person"
    return here.text(key, name=player_name(here, place, color))


def waits_with(here: Visit, place: Place, entry: str) -> str:
    """Why a line cannot be done now: it is a move, or no request at all, and somebody is missing; else empty."""
    language, game = here.look.manner.language, place.game.game
    is_for_nobody = typed_answer(entry, language.words) is not None or typed_request(entry, game, language) is not None
    return "" if is_for_nobody or not entry.strip() else missing_words(here, place)


def invitation(here: Visit, place: Place) -> str:
    """A code for the opponent, the same as long as half of its time is left."""
    kept, number, now = here.hall.invitations, place.game.number, utc_now()
    code, made = kept.get(number, ("", now))
    if not code or now - made > CODE_LASTS / 2:
        code = here.hall.database.new_code(Role.PLAYER, game=number, color=not place.color)
        for old in [each for each, (_, at) in kept.items() if now - at > CODE_LASTS]:
            del kept[old]
        kept[number] = code, now
    return code
