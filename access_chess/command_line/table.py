"""A table as the options of `play` have it: opened with what is told and asked before all else, and furnished."""

import contextlib
import queue
from collections.abc import Iterator
from typing import TYPE_CHECKING

import chess
import click
from msgspec.structs import replace

from access_chess.command_line.options.defaults import is_language_guessed
from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.play_options import HallWanted, PlayOptions, has_arbiter, own_color
from access_chess.command_line.options.talking import board_names, schedule_of
from access_chess.command_line.options.told import KeptGames
from access_chess.conversation.rights import HIS_OWN, ArbiterRights
from access_chess.edge.diagnosis import installing
from access_chess.edge.packs.typed_words import told_words
from access_chess.edge.screen_reader import Speech
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.settings import ToldOnce
from access_chess.edge.terminal.opening import Terminal
from access_chess.listening.gate import Activation
from access_chess.profile import OPEN_CLOCKS, Profile
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import Inbox
from access_chess.session.offers import Offers
from access_chess.session.ports import JournalError, Screen
from access_chess.speech.announcement import Verbosity
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.wiring.console import open_console
from access_chess.wiring.language import LanguageChoice
from access_chess.wiring.opponents import REMOTE
from access_chess.wiring.questions import LeftError, questioner_at
from access_chess.wiring.sound import sound_to_the_end

if TYPE_CHECKING:
    from access_chess.edge.station.sign_in import SignIn
    from access_chess.wiring.boards import BoardSetup
    from access_chess.wiring.table import TableParts
    from access_chess.wiring.voice import VoiceSetup


@contextlib.contextmanager
def leaving() -> Iterator[None]:
    """A player who leaves before there is a game ends the program."""
    try:
        yield
    except LeftError as left:
        raise click.exceptions.Exit(left.status) from None


def open_table(
    options: PlayOptions,
    language: PlayerLanguage,
    kept: KeptGames,
    closing: contextlib.ExitStack,
    *,
    reports: bool = False,
) -> "tuple[TableParts, Terminal]":
    """A table with the first words said, before anybody sits there, and the terminal beside it; any key is silence.

    Whether the games are reported to a hall, whose arbiter is spoken of. Raises PhrasedError, InputError, LeftError.
    """
    from access_chess.wiring.table import TableParts

    schedule = schedule_of(options.tell, options.profile)
    language = language if has_arbiter(options) or reports else language.without_arbiter
    inbox: Inbox = queue.SimpleQueue()
    console = open_console(
        closing, options, language, inbox,
        on_key=lambda: announcer.silence_listener(), is_turned=own_color(options) is chess.BLACK,
    )  # fmt: skip
    terminal, window = console.terminal, console.window
    speaker = sound_to_the_end(closing, language.pack, options.sound, headsets=options.headsets, screen=console.screen)
    announcer = announcer_of(options, language, speaker, console.screen)
    announcer.offers = _offers_at(options, language.pack, is_typed=window is not None or terminal.is_typed)
    is_free = is_left_at_will(
        profile=options.profile, opponent=options.opponent, board=options.board, hall=options.hall
    )
    parts = TableParts(
        journal=kept.journal, announcer=announcer, speaker=speaker, language=language, inbox=inbox,
        reader=console.reader, held=kept.held, profile=Profile(options.profile), color=own_color(options),
        level=options.level, choice=LanguageChoice(announcer, language.pack) if is_free else None,
        rights=_rights_at(options), schedule=schedule, window=window,
    )  # fmt: skip
    _ask_first(parts, terminal, kept.failure, options.sound.speech)
    return parts, terminal


def _ask_first(parts: "TableParts", terminal: Terminal, failure: JournalError | None, speech: Speech | None) -> None:
    """What is told and asked before all else: that nothing can be kept, who speaks, how another language is chosen."""
    questioner = questioner_at(parts, terminal)
    if failure is not None:
        questioner.agree_unkept(failure)
    if parts.window is not None:
        parts.announcer.reply(parts.language.pack.phrase("window_is_silent"), None)
    elif speech is None:
        questioner.settle_speech(parts.speaker, terminal)
    if parts.choice is not None and is_language_guessed():
        parts.choice.tell()


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


def _offers_at(options: PlayOptions, pack: VoicePack, *, is_typed: bool) -> Offers | None:
    """What is offered to a newcomer who types at home; in competition, at a hall and to a file nothing is."""
    is_at_home = options.profile == Profile.PRACTICE and options.hall is None and options.opponent != REMOTE
    return Offers(pack, told_words(pack.name), ToldOnce()) if is_at_home and is_typed else None


def is_left_at_will(*, profile: str, opponent: str | None, board: str, hall: str | None) -> bool:
    """Whether a player may leave the place for another language: nobody waits, and no lever is missed."""
    if opponent == REMOTE:
        return False
    return profile == Profile.PRACTICE or (hall is None and not board_names(board))


def _rights_at(options: PlayOptions) -> ArbiterRights:
    """Whether an arbiter may rule at this keyboard: by a PIN, or at one that is nobody's own."""
    if options.profile == Profile.PRACTICE:
        return HIS_OWN
    return ArbiterRights(pin=options.arbiter_pin, is_his_own=own_color(options) is None)


def sign_in(hall: HallWanted | None) -> "SignIn | None":
    """Where this station is signed in, if it reports to a hall. Raises InputError, PhrasedError."""
    if hall is None:
        return None
    try:
        from access_chess.wiring.hall import signed_in
    except ImportError as error:
        raise wrong("hall_package", name=error.name, install=installing(extra="hall")) from error
    return signed_in(hall.halls[0], hall.code)


def furnished_table(
    options: PlayOptions,
    parts: "TableParts",
    closing: contextlib.ExitStack,
    hall: HallWanted | None = None,
    signed: "SignIn | None" = None,
) -> "TableParts":
    """The table with what was asked for beside the keys: a hall that is told of its games, a voice, boards."""
    if hall is not None and signed is not None:
        from access_chess.wiring.hall import hall_link  # most games are of no hall

        link = hall_link(
            signed, hall.halls, parts.journal, parts.announcer, parts.language.pack, parts.profile,
            takes_orders=hall.rulings != "here", closing=closing,
        )  # fmt: skip
        # an arbiter may rule at the place, too, where that was asked for
        by_pin = ArbiterRights(pin=options.arbiter_pin, is_his_own=False)
        parts = replace(parts, link=link, rights=by_pin if hall.rulings == "hall" else parts.rights)
    return replace(
        parts,
        voice=_voice_of(options, parts, closing),
        boards=_boards_of(options, parts),
    )


def _boards_of(options: PlayOptions, parts: "TableParts") -> "BoardSetup | None":
    """The sensor boards that were asked for."""
    names = board_names(options.board)
    if not names:
        return None
    from access_chess.wiring.boards import board_setup  # its rooms take their time

    return board_setup(names, parts.announcer, parts.language)


def _voice_of(options: PlayOptions, parts: "TableParts", closing: contextlib.ExitStack) -> "VoiceSetup | None":
    """What hears a player who speaks, too."""
    if options.inputs == "keys":
        return None
    from access_chess.wiring.voice import VoiceSetup  # hearing takes its time to load

    voice = VoiceSetup(
        parts.language, parts.announcer, parts.speaker, parts.inbox.put,
        pack_name=options.voices, activation=Activation(options.listen), device=options.microphone,
        model=options.model,
        user=options.name if options.user is None else options.user,
        arbiter_allows_learning=options.arbiter_allows_learning,
        with_controllers=options.controllers,
    )  # fmt: skip
    closing.callback(voice.close)
    return voice
