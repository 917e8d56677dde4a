"""`access-chess play`: a game from the first word to the last, at this keyboard."""

import contextlib
import queue
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chess
import click
import msgspec

from access_chess.board.ports import NoBoardError
from access_chess.command_line.board import move_hand
from access_chess.command_line.board_place import board_names, with_boards
from access_chess.command_line.defaults import is_language_guessed
from access_chess.command_line.errors import InputError, readable
from access_chess.command_line.kept_games import last_unfinished, tell_new_form
from access_chess.command_line.names import names_option
from access_chess.command_line.opponents import OPPONENTS, Opponent, usual_opponent
from access_chess.command_line.say import board_of
from access_chess.command_line.schedule import schedule_of, tell_option
from access_chess.command_line.screens import Screens, tell_failure
from access_chess.command_line.sound import open_sound, sound_options
from access_chess.command_line.voice_setup import Models, Voice, model_options
from access_chess.conversation.rights import ArbiterRights
from access_chess.edge.packs.file_names import FileNames, with_file_names
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.packs.voice_packs import DEFAULT, VoicePackError
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.calibration import CalibrationError
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import journal_file
from access_chess.edge.terminal.opening import Terminal, kept_terminal, open_terminal
from access_chess.edge.terminal.plain import PlainTerminal
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.editions import Edition
from access_chess.laws.setup import Duty, Player, Regulations, Setup
from access_chess.laws.time_control import TimeControl
from access_chess.listening.gate import Activation
from access_chess.listening.lexicon import LexiconError
from access_chess.machine_clock import monotonic_clock
from access_chess.notation.typed_time import read_time_control
from access_chess.profile import Profile
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.console import Console, Input, Leaving
from access_chess.session.game_series import GameSeries, Inbox
from access_chess.session.ports import Companion, JournalError, OnTrouble, Screen
from access_chess.session.seat_setup import SeatSetup
from access_chess.session.session import Record, begin_game, resume_game
from access_chess.session.timekeeper import Timekeeper
from access_chess.speech.announcement import Form, Verbosity
from access_chess.speech.answers.position import color_name, last_moves, whose_turn
from access_chess.speech.answers.schedule import Schedule
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.time_controls import control_words
from access_chess.speech.utterance import SpokenPart

if TYPE_CHECKING:
    from access_chess.edge.window.window import Window

BOARD_HELP = "The sensor board: a serial port, emulator or none; two boards, White's and Black's, with a comma between."
LAST_WORDS = 10.0  # seconds that the end waits for what is still being said
BLIND = {"white": (chess.WHITE,), "black": (chess.BLACK,), "both": (chess.WHITE, chess.BLACK), "none": ()}


@dataclass(frozen=True, kw_only=True)
class Options:
    """What was asked for on the command line."""

    profile: str
    opponent: str | None
    level: int
    color: str
    edition: str
    time: str | None
    tell: str | None
    position: str | None
    chess960: int | None
    name: str
    blind: str | None
    voices: str
    names: str
    form: str
    verbosity: str
    rate: int
    resume: bool
    no_sound: bool
    wav: Path | None
    transcript: Path | None
    board: str
    inputs: str
    microphone: str | None
    vosk: Path | None
    whisper: str | None
    listen: str
    controllers: bool
    user: str | None
    arbiter_allows_learning: bool
    arbiter_pin: str | None
    ui: str


@click.command()
@click.option(
    "--profile", type=click.Choice([each.value for each in Profile]), default=Profile.PRACTICE.value, show_default=True
)
@click.option("--opponent", type=click.Choice(list(OPPONENTS)), help="Default: engine in practice, else human.")
@click.option("--level", type=click.IntRange(1, 10), default=3, show_default=True, help="The engine's strength.")
@click.option("--color", type=click.Choice(["white", "black"]), default="white", show_default=True)
@click.option(
    "--edition",
    type=click.Choice([edition.value for edition in Edition]),
    default=Edition.FIDE_2009.value,
    show_default=True,
    help="The Laws in force.",
)
@click.option(
    "--time", help="Minutes and seconds a move, such as 15+10 or 40/90, 30+30; in seconds, 5400+30. Default: no clock."
)
@tell_option
@click.option("--position", metavar="FEN", help="Begin with this position.")
@click.option("--chess960", type=click.IntRange(0, 959), metavar="N", help="Begin with this Chess960 position.")
@click.option("--name", default="", help="The player's name, for the scoresheet.")
@click.option("--blind", type=click.Choice(list(BLIND)), help="Who plays at a pegged board, under Appendix E.")
@click.option("--voices", default=DEFAULT, show_default=True, help="The voice pack, a folder of voices/.")
@names_option
@click.option(
    "--form",
    type=click.Choice([each.value for each in Form]),
    default=Form.FIDE.value,
    show_default=True,
    help="How moves are said.",
)
@click.option(
    "--verbosity",
    type=click.Choice([each.value for each in Verbosity]),
    default=Verbosity.NORMAL.value,
    show_default=True,
)
@click.option("--resume", is_flag=True, help="Go on with the last game that was not finished.")
@sound_options
@click.option("--board", default="none", show_default=True, help=BOARD_HELP)
@click.option("--input", "inputs", type=click.Choice(["keys", "voice", "both"]), default="keys", show_default=True)
@click.option("--microphone", metavar="NAME", help="The microphone to hear with. Default: the first there is.")
@model_options
@click.option(
    "--listen",
    type=click.Choice([each.value for each in Activation]),
    default=Activation.OPEN.value,
    show_default=True,
    help="Hear all that is said; what follows a key (F1, the line listen, a controller's lower button, the board's "
    "button 2); or what follows the words hello chess.",
)
@click.option("--controllers/--no-controllers", default=True, help="A controller's button opens the microphone.")
@click.option("--user", metavar="NAME", help="Whose learned words and voice are used. Default: those of --name.")
@click.option(
    "--arbiter-allows-learning", is_flag=True, help="Learn, and use what was learned, in competition as well."
)
@click.option(
    "--arbiter-pin",
    metavar="PIN",
    help="Rulings count only with this number. Default: without.",
)
@click.option("--ui", type=click.Choice(["terminal", "window"]), default="terminal", show_default=True)
def play(**options: Any) -> None:
    """Play a game. Type a move such as e4, Nf3 or "Eva vier", or a question mark for all commands."""
    chosen = Options(**options)
    try:
        _play(chosen)
    except (JournalError, VoicePackError, CalibrationError) as error:
        raise InputError(str(error)) from error
    except LexiconError as error:
        raise InputError(f"{error}.") from error


def _play(options: Options) -> None:
    """Everything is checked before anything is begun; then the first word comes before all that may take its time."""
    _check(options)
    setup, language = _setup(options), _language(options)
    schedule = schedule_of(options.tell, options.profile)
    with contextlib.ExitStack() as closing:
        journal = closing.enter_context(contextlib.closing(Journal(journal_file())))
        resumed = _resumed(options, journal)
        inbox: Inbox = queue.SimpleQueue()
        window = _window(language, inbox) if options.ui == "window" else None
        closing.enter_context(kept_terminal())
        terminal = _terminal(inbox, lambda: announcer.silence(place.color), is_read=window is None)
        closing.callback(tell_failure, terminal)
        closing.callback(terminal.close)
        screen = terminal if window is None else Screens((window, terminal))
        speaker = open_sound(
            language.pack, rate=options.rate, is_silent=options.no_sound, wav=options.wav,
            transcript=options.transcript, screen=screen,
        )  # fmt: skip
        closing.callback(speaker.close)
        closing.callback(speaker.drain, LAST_WORDS)
        announcer = _announcer(options, language, speaker, screen)
        if is_language_guessed():
            announcer.reply(language.pack.phrase("language_hint"), None)
        tell_new_form(journal, announcer, language.pack)
        place = with_boards(
            _with_timekeeper(_place(options, announcer, language), schedule, language, announcer, speaker),
            board_names(options.board),
            announcer,
            language,
            enter=inbox.put,
            move_hand=move_hand,
        )
        reader, screens = (terminal, ()) if window is None else (window, (window,))
        inputs: Callable[[], Sequence[Input]] = tuple
        if options.inputs != "keys":
            voice = _voice(options, language, announcer, speaker, inbox)
            closing.callback(voice.close)
            place, inputs = voice.at(place), voice.inputs(place)
        games = GameSeries(
            journal, announcer, language, place, inbox=inbox, reader=reader, screens=screens, inputs=inputs
        )
        record = begin_game(journal, setup) if resumed is None else resume_game(journal, resumed)
        reader.proceed()

        def sit() -> None:
            _sit(games, announcer, language, place, journal, setup, record)

        if window is None:
            sit()
        else:
            window.show(record.game)
            window.run(sit, lambda: announcer.silence(place.color))


def _terminal(inbox: Inbox, on_key: Callable[[], None], *, is_read: bool) -> Terminal:
    """The terminal, whose lines go into the inbox; beside a window it only shows what is said."""
    if not is_read:
        return PlainTerminal(lambda entered: None, monotonic_clock)
    return open_terminal(
        lambda entered: inbox.put(entered if entered is None else entered.text), monotonic_clock, on_key=on_key
    )


def _voice(options: Options, language: PlayerLanguage, announcer: Announcer, speaker: Speaker, inbox: Inbox) -> Voice:
    return Voice(
        language, announcer, speaker, inbox.put,
        pack_name=options.voices, activation=Activation(options.listen), device=options.microphone,
        models=Models(vosk=options.vosk, whisper=options.whisper),
        user=options.name if options.user is None else options.user,
        arbiter_allows_learning=options.arbiter_allows_learning,
        with_controllers=options.controllers,
    )  # fmt: skip


def _with_timekeeper(
    place: SeatSetup, schedule: Schedule, language: PlayerLanguage, announcer: Announcer, speaker: Speaker
) -> SeatSetup:
    """The place with somebody who tells each player's time by a schedule."""

    def companions(on_trouble: OnTrouble) -> Sequence[Companion]:
        keeper = Timekeeper(language.pack, schedule, say=announcer.say, is_silent=speaker.is_silent)
        return (*place.companions(on_trouble), keeper)

    return replace(place, companions=companions)


def _window(language: PlayerLanguage, inbox: Inbox) -> "Window":
    from access_chess.edge.window.window import NoScreenError, Window  # takes its time, which the terminal can save

    try:
        return Window(language.pack, inbox.put, lambda: inbox.put(Console.listen))
    except NoScreenError as error:
        raise InputError(f"No window can be opened here, {error}; leave out --ui window.") from error


def _sit(
    games: GameSeries,
    announcer: Announcer,
    language: PlayerLanguage,
    place: SeatSetup,
    journal: Journal,
    setup: Setup,
    record: Record,
) -> None:
    """One game after the other, until the player leaves."""
    _open(announcer, language, record, place)
    while games.play(record) is Leaving.NEW_GAME:
        record = begin_game(journal, setup)
        _open(announcer, language, record, place)
    announcer.reply(language.pack.phrase("game_kept", number=record.number), None)


def _check(options: Options) -> None:
    if Profile(options.profile) not in _opponent(options).profiles:
        name = options.opponent
        raise InputError(f"There is no {name} in the profile {options.profile}; leave out --opponent {name}.")
    if options.arbiter_pin is not None and not options.arbiter_pin.isdecimal():
        raise InputError(f"The arbiter's PIN is a number, such as 4711; got {options.arbiter_pin!r}.")
    if options.position is not None and options.chess960 is not None:
        raise InputError("Give either --position or --chess960, not both.")
    try:
        board_names(options.board)
    except NoBoardError as error:
        raise InputError(str(error)) from error


def _setup(options: Options) -> Setup:
    """What is agreed: the Laws, the position, the time, and who plays."""
    is_practice = options.profile == Profile.PRACTICE
    board = chess.Board()
    if options.chess960 is not None:
        board = chess.Board.from_chess960_pos(options.chess960)
    elif options.position is not None:
        board = board_of(options.position)
        if not board.is_valid():
            raise InputError(f"No game can be played from this position: {options.position!r}.")
    blind = BLIND[options.blind or ("none" if is_practice else "white")]
    duties = tuple(Duty) if options.profile == Profile.ASSISTED else None
    own, other = Player(name=readable(options.name)), Player(name=_opponent(options).name.format(level=options.level))
    players = ByColor(own, other) if options.color == "white" else ByColor(other, own)
    for color in blind:
        players = players.put(color, msgspec.structs.replace(players[color], is_blind=True, assistant=duties))
    return Setup(
        edition=Edition(options.edition),
        fen=board.fen(),
        is_chess960=board.chess960,
        time=_time(options.time),
        players=players,
        regulations=Regulations(take_backs=is_practice),
        presses_for=both(is_practice),
    )


def _opponent(options: Options) -> Opponent:
    return OPPONENTS[options.opponent or usual_opponent(Profile(options.profile))]


def _own_color(options: Options) -> chess.Color | None:
    """The player's color, None where both players are persons at this place."""
    return None if _opponent(options).seated is None else options.color == "white"


def _time(text: str | None) -> TimeControl | None:
    if text is None:
        return None
    try:
        return read_time_control(text)
    except ValueError as error:
        raise InputError(f"The time cannot be read: {error}.") from error


def _language(options: Options) -> PlayerLanguage:
    language = load_language(options.voices, Form(options.form))
    return replace(language, pack=with_file_names(language.pack, FileNames(options.names)))


def _announcer(options: Options, language: PlayerLanguage, speaker: Speaker, screen: Screen) -> Announcer:
    """In competition nothing is told that nobody asked for, and answers are private (13.6, E.2.9.d)."""
    is_practice = options.profile == Profile.PRACTICE
    settings = NarrationSettings(
        pack=language.pack,
        form=language.form,
        verbosity=Verbosity(options.verbosity),
        volunteers=is_practice,
        listener=_own_color(options),
    )
    after_end = language.pack.phrase("play_again") if is_practice else None
    return Announcer(speaker, settings, screen=screen, is_private=not is_practice, after_end=after_end, asks=True)


def _resumed(options: Options, journal: Journal) -> int | None:
    """The number of the game to be taken up; None: a new one."""
    if not options.resume:
        return None
    number = last_unfinished(journal)
    if number is None:
        raise InputError("There is no unfinished game in the journal; leave out --resume.")
    return number


def _place(options: Options, announcer: Announcer, language: PlayerLanguage) -> SeatSetup:
    color = _own_color(options)
    if options.profile == Profile.PRACTICE:
        from access_chess.command_line.practice_place import practice_place  # absent from all other profiles

        seated = _opponent(options).seated
        return practice_place(announcer, language, color=color, level=options.level, seated=seated)
    rights = ArbiterRights(pin=options.arbiter_pin, is_his_own=color is None)
    return SeatSetup(profile=Profile(options.profile), color=color, presses=True, rights=rights)


def _taken_up(record: Record, place: SeatSetup, pack: VoicePack) -> SpokenPart:
    """How a game goes on, and what became of the time since."""
    running = record.game.clock.running
    if place.profile is Profile.PRACTICE:
        return pack.phrase("game_resumes", time=record.gap)
    if running is None or record.game.clock.control is None:
        return pack.phrase("clock_resumes", time=record.gap)
    return pack.phrase("game_gap", color=color_name(running, pack), time=record.gap)


def _open(announcer: Announcer, language: PlayerLanguage, record: Record, place: SeatSetup) -> None:
    """The first words: who plays, or where the game stands."""
    pack, game = language.pack, record.game
    if record.entries > 1:
        announcer.reply(_taken_up(record, place, pack), None)
        for part in (*last_moves(game, 1, pack, language.form), whose_turn(game.board, pack)):
            announcer.reply(part, None)
        return
    names = {}
    for color in chess.COLORS:
        if color is place.color:
            names[chess.COLOR_NAMES[color]] = pack.phrase("player_self")
        else:
            names[chess.COLOR_NAMES[color]] = pack.phrase(
                "player_engine" if place.color is not None else "player_other"
            )
    announcer.reply(pack.phrase("game_opens", **names), None)
    if game.setup.time is not None:
        announcer.reply(pack.phrase("clock_set_by_oneself", control=control_words(game.setup.time, pack)), None)
