"""`access-chess clock`: the talking and tactile chess clock alone, for a game on any board."""

import contextlib
from functools import partial
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from access_chess.board.ports import NO_BOARD
from access_chess.command_line.options.defaults import is_language_guessed, is_typed
from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.talking import (
    arbiter_pin_option,
    headsets_option,
    schedule_of,
    sound_options,
    tell_option,
)
from access_chess.command_line.options.told import kept_games, tell_passed_over
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.conversation.rights import ArbiterRights
from access_chess.conversation.time_control_dialogue import ClockLanguage, NamedControl, find, listed
from access_chess.edge.boards.registry import driver_of
from access_chess.edge.packs.clock_words import load_clock_language, time_controls
from access_chess.edge.packs.voice_packs import REFERENCE
from access_chess.edge.storage.clock_settings import keep_control, kept_controls, save_calibration
from access_chess.edge.storage.held_games import HeldGames
from access_chess.edge.storage.journal import GameListed, Journal
from access_chess.edge.terminal.opening import kept_terminal, open_terminal
from access_chess.laws.clock import DelayDisplay
from access_chess.laws.dial import FlagRises
from access_chess.laws.editions import Edition
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import TimeControl, TimeControlError
from access_chess.machine_clock import monotonic_clock
from access_chess.notation.typed_time import read_time_control
from access_chess.play.clock_dialogues import ClockKept
from access_chess.profile import AT_THIS_MACHINE, Profile
from access_chess.session.announcer import Announcer
from access_chess.session.disk import begun
from access_chess.session.record import begin_game, resume_game
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.wiring.clock import ClockGames, ClockParts, Inbox, open_devices
from access_chess.wiring.console import tell_failure
from access_chess.wiring.language import LanguageChoice
from access_chess.wiring.sound import SoundOptions, sound_to_the_end


class ClockOptions(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    time: str | None
    preset: str | None
    presets: bool
    profile: str
    tell: str | None
    delay: str
    flag: str
    edition: str
    voices: str
    keys: str
    board: str
    controllers: bool
    resume: bool
    arbiter_pin: str | None
    sound: SoundOptions
    headsets: tuple[str, str] | None


@click.command(cls=ToldCommand)
@click.option("--time")
@click.option("--preset", metavar="NAME")
@click.option("--presets", is_flag=True)
@click.option(
    "--profile",
    type=click.Choice([profile.value for profile in AT_THIS_MACHINE]),
    default="practice",
    show_default=True,
)
@tell_option
@click.option(
    "--delay", type=click.Choice([display.value for display in DelayDisplay]), default="simple", show_default=True
)
@click.option(
    "--flag",
    type=click.Choice([rises.value for rises in FlagRises]),
    default=FlagRises.BEFORE_CONTROL.value,
    show_default=True,
)
@click.option(
    "--edition",
    type=click.Choice([edition.value for edition in Edition]),
    default=Edition.FIDE_2009.value,
    show_default=True,
)
@click.option("--voices", default=REFERENCE, show_default=True)
@click.option("--keys", type=click.Choice(["single", "lines"]), default="single", show_default=True)
@click.option("--board", default="none", show_default=True)
@click.option("--controllers/--no-controllers", default=True)
@arbiter_pin_option
@click.option("--resume", is_flag=True)
@sound_options
@headsets_option
def clock(**options: Any) -> None:
    """A chess clock that speaks and can be felt, for a game on any board."""
    _clock(ClockOptions(**options))


def _clock(options: ClockOptions) -> None:
    """Everything is checked before anything is begun."""
    language = load_clock_language(options.voices)
    if options.presets:
        for part in listed(_known(language.player.pack.language), language.player.pack):
            click.echo(part.text)
        return
    if options.board not in (NO_BOARD, "any"):
        driver_of(options.board)
    control = _control(options, language)
    schedule_of(options.tell, options.profile)  # what is wrong with it is told now
    with contextlib.ExitStack() as closing:
        journal, held, failure = closing.enter_context(kept_games(is_needed=options.resume))
        resumed = _resumed(journal, language.player.pack) if options.resume else None
        if resumed is not None:
            options = replace(options, profile=resumed.setup.profile or options.profile)
        inbox = Inbox()
        closing.enter_context(kept_terminal())
        terminal = open_terminal(inbox.put, monotonic_clock, is_by_line=options.keys == "lines")
        closing.callback(tell_failure, terminal)
        closing.callback(terminal.close)
        has_keys = options.keys == "single" and terminal.is_typed
        language = load_clock_language(options.voices, has_keys=has_keys)
        speaker = sound_to_the_end(
            closing, language.player.pack, options.sound, headsets=options.headsets, screen=terminal
        )
        announcer = Announcer(speaker, _told(options, language), screen=terminal, is_private=True)
        choice = _choice(announcer, language)
        load = partial(load_clock_language, has_keys=has_keys)
        devices = closing.enter_context(
            open_devices(
                options.board,
                inbox,
                rises=FlagRises(options.flag),
                display=DelayDisplay(options.delay),
                with_controllers=options.controllers,
            )
        )
        clocks = ClockGames(
            ClockParts(
                journal=journal, announcer=announcer, inbox=inbox, reader=terminal, devices=devices,
                kept=ClockKept(
                    known=_known, keep_control=keep_control, keep_calibration=save_calibration,
                    find_language=lambda words: choice.change(words, load),
                ),
                is_silent=speaker.is_silent, held=held,
                schedule=schedule_of(options.tell, options.profile), profile=Profile(options.profile),
                rights=ArbiterRights(pin=options.arbiter_pin), display=DelayDisplay(options.delay),
            ),
            language,
        )  # fmt: skip
        terminal.watch(clocks.look_for_hanging)
        if failure is not None:
            clocks.keep_no_more(failure)
        _sit(clocks, options, journal, held, resumed, control)


def _choice(announcer: Announcer, language: ClockLanguage) -> LanguageChoice:
    """The word for another language is told; with single keys also how a line is typed."""
    choice = LanguageChoice(announcer, language.player.pack)
    if is_language_guessed() and choice.tell() and language.has_keys:
        announcer.reply(language.player.pack.phrase("clock_line_hint"), None)
    return choice


def _told(options: ClockOptions, language: ClockLanguage) -> NarrationSettings:
    return NarrationSettings(pack=language.player.pack, volunteers=options.profile != Profile.TOURNAMENT)


def _sit(
    clocks: ClockGames,
    options: ClockOptions,
    journal: Journal,
    held: HeldGames,
    resumed: GameListed | None,
    control: TimeControl | None,
) -> None:
    """One clock after the other, as long as another one is set."""
    if resumed is not None:
        if is_typed("profile") and click.get_current_context().params["profile"] != options.profile:
            clocks.tell("resumed_profile", number=resumed.game, profile=options.profile)
        if held.is_elsewhere(resumed.game) and not clocks.agrees("ask_take_over"):
            return
        held.take(resumed.game)
        control = clocks.resume(resume_game(journal, resumed.game))
    elif control is None:
        control = _chosen(clocks)
    while control is not None:
        setup = Setup(
            edition=Edition(options.edition),
            time=control,
            arbiter=ArbiterMode.HUMAN,
            is_clock_alone=True,
            profile=Profile(options.profile),
        )
        record = begun(
            partial(begin_game, journal, setup), agree=clocks.keep_no_more, go_on_in_memory=journal.go_on_in_memory
        )
        held.take(record.number)
        control = clocks.begin(record)


def _chosen(clocks: ClockGames) -> TimeControl | None:
    """The time control that is set by questions; Control-C leaves them with a sentence."""
    try:
        return clocks.choose()
    except KeyboardInterrupt:
        clocks.tell("clock_none_set")
        raise


def _known(language: str) -> tuple[NamedControl, ...]:
    return *time_controls(language), *kept_controls()


def _control(options: ClockOptions, language: ClockLanguage) -> TimeControl | None:
    """The time control of the command line; None: it is asked for."""
    if sum((options.time is not None, options.preset is not None, options.resume)) > 1:
        raise wrong("clock_one_of")
    if options.time is not None:
        try:
            return read_time_control(options.time)
        except TimeControlError as error:
            raise wrong("time_unread", error=error) from error
    if options.preset is None:
        return None
    named = find(options.preset, _known(language.player.pack.language), language.setting.times)
    if named is None:
        raise wrong("clock_no_preset", name=repr(options.preset))
    return named.control


def _resumed(journal: Journal, pack: VoicePack) -> GameListed:
    chosen = next((listed for listed in journal.unfinished() if listed.setup.is_clock_alone), None)
    tell_passed_over(journal, None if chosen is None else chosen.game, pack)
    if chosen is None:
        raise wrong("clock_no_unfinished")
    return chosen
