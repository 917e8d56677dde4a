"""The first words of a game: who plays, or where the game stands."""

import chess
from msgspec import Struct

from access_chess.command_line.options.play_options import PlayOptions
from access_chess.conversation.rights import HIS_OWN, ArbiterRights
from access_chess.edge.packs.typed_words import told_words
from access_chess.edge.storage.settings import ToldOnce
from access_chess.laws.game import Phase
from access_chess.profile import Profile
from access_chess.requests.row import blindfold
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.kept_time import gap_told
from access_chess.session.offers import Offers
from access_chess.session.record import Record
from access_chess.speech.answers.clock import control_words
from access_chess.speech.answers.position import last_moves, starting_position, whose_turn, whose_turn_in
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart
from access_chess.wiring.opponents import REMOTE


class PlayerPlace(Struct, frozen=True, kw_only=True):
    """Who plays here and how: `color` is None where both players share the keyboard.

    `rights` tell whether an arbiter may rule from here. The opponent may be away, at another machine.
    """

    profile: Profile
    color: chess.Color | None
    rights: ArbiterRights = HIS_OWN
    opponent_is_away: bool = False


def _taken_up(record: Record, place: PlayerPlace, pack: VoicePack) -> tuple[SpokenPart, ...]:
    """How a game goes on, what became of the time since, and which the arbiter has still to decide on."""
    if record.counts_gap:
        return ()
    if place.profile is Profile.PRACTICE or (place.opponent_is_away and record.gap):
        return (pack.phrase("game_resumes", time=record.gap),)
    if place.opponent_is_away:
        return ()
    stood = () if record.game.is_clock_on and record.lost else (pack.phrase("clock_resumes", time=record.gap),)
    if record.lost is None:
        return stood
    return (*stood, gap_told(record.lost, "game_gap", pack))


def _player(color: chess.Color, record: Record, place: PlayerPlace, level: int, pack: VoicePack) -> SpokenPart | str:
    if color is place.color:
        return pack.phrase("player_self")
    if place.color is not None and place.profile is Profile.PRACTICE:
        return pack.phrase("player_engine", level=level)
    return record.game.setup.players[color].name or pack.phrase("player_other")


def open_game(
    announcer: Announcer,
    language: PlayerLanguage,
    record: Record,
    place: PlayerPlace,
    *,
    level: int,
    is_first: bool = False,
) -> None:
    """The first words: who plays, the program at this level, or where the game stands.

    Who practises is told how to move in the first game.
    """
    pack, game = language.pack, record.game
    if record.entries > 1:
        stands = (*last_moves(game, 1, pack, language.form), whose_turn_in(game, pack))
        since = () if game.setup.is_elsewhere or game.phase is Phase.ADJOURNED else _taken_up(record, place, pack)
        for part in (*since, *stands):
            announcer.reply(part, None)
        return
    names = {chess.COLOR_NAMES[color]: _player(color, record, place, level, pack) for color in chess.COLORS}
    announcer.reply(pack.phrase("game_opens", **names), None)
    if is_first and place.profile is Profile.PRACTICE:
        announcer.reply(pack.phrase("game_how"), None)
    if blindfold(game):
        announcer.reply(pack.phrase("blindfold"), None)
    if game.board.fen() != chess.STARTING_FEN and not game.setup.moves:  # which nobody knows by heart
        announcer.read(starting_position(game.board, pack), None)
    if game.setup.moves:
        for part in (*last_moves(game, 1, pack, language.form), whose_turn(game.board, pack)):
            announcer.reply(part, None)
    if game.setup.time is not None:
        announcer.reply(pack.phrase("clock_set_by_oneself", control=control_words(game.setup.time, pack)), None)


def offers_at(options: PlayOptions, pack: VoicePack, *, is_typed: bool) -> Offers | None:
    """What is offered to a newcomer who types at home; in competition, at a hall and to a file nothing is."""
    is_at_home = options.profile == Profile.PRACTICE and options.hall is None and options.opponent != REMOTE
    return Offers(pack, told_words(pack.name), ToldOnce()) if is_at_home and is_typed else None
