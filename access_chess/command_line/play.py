"""`access-chess play`: a game from the first word to the last, at this keyboard."""

import contextlib
from typing import TYPE_CHECKING, Any, NamedTuple

import chess
import click
from msgspec.structs import replace

from access_chess.command_line.options.defaults import is_typed
from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.play_options import (
    PlayOptions,
    check,
    hall_wanted,
    opponent_of,
    play_options,
    setup_of,
)
from access_chess.command_line.options.told import kept_games, tell_passed_over
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.command_line.table import furnished_table, leaving, open_table, sign_in
from access_chess.edge.diagnosis import installing
from access_chess.edge.storage.journal import Journal
from access_chess.laws.game import Game
from access_chess.laws.setup import Setup
from access_chess.profile import Profile
from access_chess.session.record import Record, going_on, resume_game
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart
from access_chess.wiring.language import language_of
from access_chess.wiring.opponents import REMOTE
from access_chess.wiring.questions import LeftError, Questioner, questioner_at

if TYPE_CHECKING:
    from access_chess.play.messages import IsStopped
    from access_chess.play.table_games import TableGames
    from access_chess.wiring.table import TableParts


@click.command(cls=ToldCommand)
@play_options
def play(**options: Any) -> None:
    """Play a game. Type a move such as e4, Nf3 or "Eva vier", or a question mark for all commands."""
    chosen = PlayOptions(**options)
    check(chosen)
    with leaving():
        if chosen.opponent == REMOTE:
            try:
                from access_chess.command_line.remote import play_elsewhere  # it takes its time
            except ImportError as error:
                raise wrong("hall_package", name=error.name, install=installing(extra="hall")) from error
            play_elsewhere(chosen, frozenset(filter(is_typed, options)))
        else:
            play_here(chosen)


def play_here(options: PlayOptions) -> None:
    """Play against an engine, or a person at the same keyboard; again where another language was chosen."""
    while (voices := _played_here(options)) is not None:
        options = replace(options, voices=voices, resume=True, goes_on=True)


def _played_here(options: PlayOptions) -> str | None:
    """Everything is checked before anything is begun; then the first word comes before all that may take its time.

    The voice pack in which the player wants to go on; None where they have left.
    """
    from access_chess.wiring.playing import play_games

    setup, hall = setup_of(options), hall_wanted(options)
    language = language_of(options.voices, options.names, options.form)
    with contextlib.ExitStack() as closing:
        kept = closing.enter_context(kept_games(is_needed=options.resume))
        resumed = taken_up(options, kept.journal, language.pack) if options.resume else None
        if resumed is not None:
            options = resumed.options
            setup = setup_of(options)
        parts, terminal = open_table(options, language, kept, closing, reports=hall is not None)
        signed = sign_in(hall)
        parts = furnished_table(options, parts, closing, hall, signed)
        games = _games_here(options, parts)
        questioner = questioner_at(parts, terminal)
        if resumed is not None:
            record = _gone_on_with(resumed, parts, questioner)
        else:
            # in a tournament the typing player is asked for the names that were not given; what is piped in has none
            if options.profile == Profile.TOURNAMENT and parts.window is None and terminal.is_typed:
                setup = questioner.complete(setup)
            record = questioner.begin(parts.journal, setup)
        parts.reader.proceed()
        if options.goes_on:
            record = going_on(record)
        play_games(parts, terminal, games, record, setup, goes_on=options.goes_on)
        return None if parts.choice is None else parts.choice.chosen


def _games_here(options: PlayOptions, parts: "TableParts") -> "TableGames":
    """By the profile."""
    if parts.profile is not Profile.PRACTICE:
        from access_chess.wiring.table import competition_games

        return competition_games(parts)
    from access_chess.edge.practising.judge import Judge  # absent from all other profiles
    from access_chess.wiring.practice import Practice, practice_games

    judge, opponent = Judge(), opponent_of(options)
    practice = Practice(
        judging=judge.thinking_until, let_go=judge.let_go, open_engine=opponent.opened, is_named=opponent.is_named,
        look=_look,
    )  # fmt: skip
    return practice_games(parts, practice)


def _look(game: Game, number: int, is_stopped: "IsStopped") -> None:
    from access_chess.edge.practising.games import look_at  # most games end without it

    look_at(game, number, is_stopped)


class TakenUp(NamedTuple):
    """A game that goes on, the options as it was begun, and what is told of them."""

    number: int
    options: PlayOptions
    told: tuple[SpokenPart, ...]


def taken_up(options: PlayOptions, journal: Journal, pack: VoicePack) -> TakenUp:
    """The game that was begun last at this machine and is not over. Raises InputError, JournalError."""
    chosen, elsewhere = None, dict[str, int]()  # the last of each kind
    for listed in journal.unfinished():
        if profile_of(listed.setup) is Profile.ONLINE:
            elsewhere.setdefault("lichess play" if listed.setup.is_elsewhere else "play --opponent remote", listed.game)
        elif not listed.setup.is_clock_alone:
            chosen = listed
            break
    tell_passed_over(journal, None if chosen is None else chosen.game, pack)
    told = [
        pack.phrase("resumed_elsewhere", number=game, command=f"access-chess {command} --resume")
        for command, game in elsewhere.items()
    ]
    if chosen is None:
        for part in told:
            click.echo(part.text, err=True)
        raise wrong("no_unfinished")
    played = as_played(options, chosen.setup)
    if is_typed("profile") and played.profile != options.profile:
        told.append(pack.phrase("resumed_profile", number=chosen.game, profile=played.profile))
    return TakenUp(chosen.game, played, () if options.goes_on else tuple(told))


def profile_of(setup: Setup) -> Profile:
    """In which profile a game was begun; where it does not say so itself, by what was agreed."""
    if setup.profile is not None:
        return setup.profile
    if any(setup.presses_for[color] for color in chess.COLORS):
        return Profile.PRACTICE if setup.regulations.take_backs and not setup.is_elsewhere else Profile.ONLINE
    has_assistant = any(setup.players[color].assistant for color in chess.COLORS)
    return Profile.ASSISTED if has_assistant else Profile.TOURNAMENT


def as_played(options: PlayOptions, setup: Setup) -> PlayOptions:
    """The options of a game that goes on: in which profile, in practice against whom and of which color, as it was
    begun. Raises InputError where the others cannot be right in that profile.
    """
    options = replace(options, profile=profile_of(setup).value)
    check(options)
    programs = [color for color in chess.COLORS if setup.players[color].is_program]
    if options.profile != Profile.PRACTICE or options.opponent == "human":
        return options
    if len(programs) == 1:
        return replace(options, color=chess.COLOR_NAMES[not programs[0]])
    is_among_people = not programs and options.opponent is None and options.engine is None
    return replace(options, opponent="human") if is_among_people else options


def _gone_on_with(resumed: TakenUp, parts: "TableParts", questioner: Questioner) -> Record:
    """The game that was not finished; where another program plays it, that is asked first. Raises LeftError."""
    for part in resumed.told:
        parts.announcer.reply(part, None)
    if parts.held.is_elsewhere(resumed.number) and not questioner.agrees("ask_take_over"):
        raise LeftError
    parts.held.take(resumed.number)
    return resume_game(parts.journal, resumed.number)
