"""`play --resume`: which game goes on, in which profile, between whom."""

from typing import NamedTuple

import chess
import click
from msgspec.structs import replace

from access_chess.command_line.options.defaults import is_typed
from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.play_options import PlayOptions, check
from access_chess.command_line.options.told import tell_passed_over
from access_chess.edge.storage.journal import Journal
from access_chess.laws.setup import Setup
from access_chess.profile import Profile
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart


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
