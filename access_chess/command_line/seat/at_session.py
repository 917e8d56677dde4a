"""A place at a table: what is said there, and with what the player acts beside the keys."""

from contextlib import ExitStack
from typing import TYPE_CHECKING

from access_chess.command_line.options.play_options import (
    PlayOptions,
    own_color,
)
from access_chess.command_line.options.talking import board_names
from access_chess.conversation.rights import HIS_OWN, ArbiterRights
from access_chess.edge.sound.speaker import Speaker
from access_chess.listening.gate import Activation
from access_chess.profile import OPEN_CLOCKS, Profile
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import Inbox
from access_chess.session.ports import Screen
from access_chess.speech.announcement import Verbosity
from access_chess.speech.telling.narration import NarrationSettings

if TYPE_CHECKING:
    from access_chess.wiring.boards import BoardSetup
    from access_chess.wiring.voice import VoiceSetup


def rights_at(options: PlayOptions) -> ArbiterRights:
    """Whether an arbiter may rule at this keyboard: by a PIN, or at one that is nobody's own."""
    if options.profile == Profile.PRACTICE:
        return HIS_OWN
    return ArbiterRights(pin=options.arbiter_pin, is_his_own=own_color(options) is None)


def announcer_of(options: PlayOptions, language: PlayerLanguage, speaker: Speaker, screen: Screen) -> Announcer:
    """In competition nothing is told that nobody asked for, and answers are private (13.6, E.2.9.d)."""
    is_practice = options.profile == Profile.PRACTICE
    settings = NarrationSettings(
        pack=language.pack,
        form=language.form,
        verbosity=Verbosity(options.verbosity),
        volunteers=Profile(options.profile) in OPEN_CLOCKS,
        listener=own_color(options),
    )
    after_end = language.pack.phrase("play_again_or_review") if is_practice else None
    return Announcer(speaker, settings, screen=screen, is_private=not is_practice, after_end=after_end, asks=True)


def boards_of(asked: str, announcer: Announcer, language: PlayerLanguage) -> "BoardSetup | None":
    """The sensor boards that were asked for."""
    names = board_names(asked)
    if not names:
        return None
    from access_chess.wiring.boards import board_setup  # its rooms take their time

    return board_setup(names, announcer, language)


def voice_of(
    options: PlayOptions,
    language: PlayerLanguage,
    announcer: Announcer,
    speaker: Speaker,
    inbox: Inbox,
    closing: ExitStack,
) -> "VoiceSetup | None":
    """What hears a player who speaks, too."""
    if options.inputs == "keys":
        return None
    from access_chess.wiring.voice import VoiceSetup  # hearing takes its time to load

    voice = VoiceSetup(
        language, announcer, speaker, inbox.put,
        pack_name=options.voices, activation=Activation(options.listen), device=options.microphone,
        model=options.model,
        user=options.name if options.user is None else options.user,
        arbiter_allows_learning=options.arbiter_allows_learning,
        with_controllers=options.controllers,
    )  # fmt: skip
    closing.callback(voice.close)
    return voice
