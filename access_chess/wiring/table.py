"""A table at a keyboard, put together: the player's seat, or that of two who share it, and the games played there."""

import queue
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.conversation.answers import rule_of
from access_chess.conversation.help import Help
from access_chess.conversation.rights import HIS_OWN, ArbiterRights
from access_chess.conversation.state import Dialogue
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.held_games import HeldGames
from access_chess.edge.storage.journal import Journal
from access_chess.edge.terminal.opening import told_to_end
from access_chess.laws.commands import player
from access_chess.laws.setup import ArbiterMode
from access_chess.play.deeds import DEEDS, Carried, not_now, why
from access_chess.play.messages import AtOnce, TablePlace
from access_chess.play.seat import Deed, Errand, PlayerSeat
from access_chess.play.table_games import Furnish, Furnished, OnlookerSeat, TableGames
from access_chess.play.time_teller import TimeTeller
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.row import Here
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.leaving import Leaving
from access_chess.session.ports import LineReader
from access_chess.session.record import Record
from access_chess.session.sheet_desk import Sheets
from access_chess.speech.answers.clock import Schedule

if TYPE_CHECKING:  # not at every table
    from access_chess.edge.station.link import StationLink
    from access_chess.edge.window.window import Window
    from access_chess.play.at_server import AtServer
    from access_chess.wiring.boards import BoardSetup, SeatedBoards
    from access_chess.wiring.language import LanguageChoice
    from access_chess.wiring.voice import VoiceSetup


class TableParts(Struct, frozen=True, kw_only=True):
    """What any table is made of.

    `color` is the player's; None where two persons share the keyboard. `rights` tell whether an arbiter may rule from
    it. `choice` hears which language or lesson is asked for; None where a game is not left for one. With a `voice` the
    player speaks, too, and moves are made on `boards`; a `window` shows the game, a `link` tells a hall of it. Where
    the `opponent_is_away` they sit at another machine.
    """

    journal: Journal
    announcer: Announcer
    speaker: Speaker
    language: PlayerLanguage
    inbox: "queue.SimpleQueue[Any]"
    reader: LineReader
    held: HeldGames
    profile: Profile
    color: chess.Color | None
    level: int
    schedule: Schedule
    choice: "LanguageChoice | None" = None
    rights: ArbiterRights = HIS_OWN
    voice: "VoiceSetup | None" = None
    window: "Window | None" = None
    boards: "BoardSetup | None" = None
    link: "StationLink | None" = None
    opponent_is_away: bool = False


def competition_games(parts: TableParts) -> TableGames:
    """The games at a table where nobody but the players sits, and nothing is told beyond what the Laws allow."""
    return games_at(parts, partial(furnished, parts))


def games_at(parts: TableParts, furnish: Furnish) -> TableGames:
    """The games at a table that is furnished so."""
    parts.announcer.pointing = parts.window
    return TableGames(
        parts.journal, parts.announcer, parts.language, furnish,
        inbox=parts.inbox, reader=parts.reader, color=parts.color, level=parts.level, is_taken=parts.held.is_taken,
    )  # fmt: skip


def played(games: TableGames, record: Record) -> Leaving:
    """How the player leaves this game; Control-C and the request to end are heeded in their turn."""
    with told_to_end(games.leave):
        return games.play(record)


def furnished(
    parts: TableParts,
    record: Record,
    level: int,
    *,
    deeds: Mapping[RequestName, Deed] | None = None,
    others: Deed = not_now,
    company: Sequence[TablePlace] = (),
    server: "AtServer | None" = None,
) -> Furnished:
    """Who sits there in one game: the player, with these rows and `others` for what has none, and the company.

    Where a `server` has the game, it is followed there.
    """
    voice = None if parts.voice is None else parts.voice.next(parts.profile, parts.color)
    boards = _boards(parts, record)
    seat = replace(_player(parts, record, level, deeds or {}, others, boards), server=server)
    teller = TimeTeller(parts.language.pack, parts.schedule, is_silent=parts.speaker.is_silent)
    places = [TablePlace(seat=seat, voice=parts.announcer), *company]
    if voice is not None:
        places[0] = replace(places[0], seat=replace(seat, lexicon=voice.lexicon))
        places.append(TablePlace(seat=OnlookerSeat(output=voice)))
    if parts.window is not None:
        places.append(TablePlace(seat=OnlookerSeat(output=parts.window)))
    made = Furnished(places=places, voice=voice, watches=(teller,))
    if boards is not None:
        watches = (teller, *boards.opened.units)
        made = replace(made, watches=watches, awaited=boards.awaited, close=boards.opened.close)
    return made if parts.link is None else _reported(made, parts.link)


def _reported(made: Furnished, link: "StationLink") -> Furnished:
    """The same, and a hall hears of it."""
    from access_chess.edge.station.link import Reporter

    reporter = Reporter(link)

    def close() -> None:
        made.close()
        reporter.close()

    places = (*made.places, TablePlace(seat=OnlookerSeat(output=reporter)))
    return replace(made, places=places, report=reporter.join, close=close)


def _boards(parts: TableParts, record: Record) -> "SeatedBoards | None":
    """The boards of the next game; they are opened last, since they report at once."""
    if parts.boards is None:
        return None
    from access_chess.wiring.boards import opened_boards

    return opened_boards(parts.boards, record.game, parts.inbox, parts.profile, parts.color)


def _player(
    parts: TableParts,
    record: Record,
    level: int,
    deeds: Mapping[RequestName, Deed],
    others: Deed,
    boards: "SeatedBoards | None",
) -> PlayerSeat:
    here = Here(
        profile=parts.profile,
        has_board=boards is not None,
        has_microphone=parts.voice is not None,
        has_languages=parts.choice is not None,
        has_arbiter=record.game.setup.arbiter is ArbiterMode.HUMAN,
        opponent_is_away=parts.opponent_is_away,
    )
    return PlayerSeat(
        language=parts.language,
        dialogue=Dialogue(here=here, color=parts.color),
        deeds={**DEEDS, **_of_the_machine(parts), **({} if boards is None else boards.deeds), **deeds},
        others=others,
        sheets=Sheets(pack=parts.language.pack, form=parts.language.form),
        author=None if parts.color is None else player(parts.color),
        rights=parts.rights,
        gap=record.lost,
        level=level,
        boards=None if boards is None else boards.at,
    )


def _why(seat: PlayerSeat, errand: Errand) -> Carried:
    """As in any game; at home, and when the game is over, a case of the rule follows the rule itself."""
    seat, told = why(seat, errand)
    game, language = errand.game, seat.language
    edition, rule = game.setup.edition, rule_of(seat.ruling or game.ruling, game.setup.edition)
    if rule is None or not (game.is_over or seat.dialogue.here.profile is Profile.PRACTICE):
        return seat, told
    from access_chess.edge.packs.cases import told_case  # most games are played without

    case = told_case(rule.name.lower(), edition, len(game.plies), language.pack.name, language.form)
    lines = (*seat.dialogue.help.lines, *case)
    return replace(seat, dialogue=replace(seat.dialogue, help=Help(lines=lines, one_by_one=True))), told


def _of_the_machine(parts: TableParts) -> Mapping[RequestName, Deed]:
    """What is no part of the game: another language, a lesson, the microphone."""
    choice = parts.choice

    def leave_for(seat: PlayerSeat, errand: Errand) -> Carried:
        return not_now(seat, errand) if choice is None else (seat, (AtOnce(do=partial(choice.choose, errand.request)),))

    def listen(seat: PlayerSeat, _: Errand) -> Carried:
        return seat, () if parts.voice is None else (AtOnce(do=parts.voice.attend),)

    listening = {} if parts.voice is None else {RequestName.LISTEN: listen}
    return {RequestName.WHY: _why, **dict.fromkeys((RequestName.LANGUAGE, RequestName.LEARN), leave_for), **listening}
