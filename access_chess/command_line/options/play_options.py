"""The options of `access-chess play`, and what is agreed by them."""

import random
import shlex
from collections.abc import Callable
from pathlib import PurePath
from typing import Any, TypeVar
from urllib.parse import urlsplit

import chess
import click
import msgspec
from msgspec import Struct

from access_chess.command_line.options.defaults import is_typed
from access_chess.command_line.options.errors import readable, wrong
from access_chess.command_line.options.talking import (
    arbiter_pin_option,
    board_names,
    headsets_option,
    model_options,
    sound_options,
    talking_options,
    tell_option,
    window_options,
)
from access_chess.edge.recognisers.registry import Model
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.editions import Edition
from access_chess.laws.setup import Duty, Occasion, Player, Regulations, Setup
from access_chess.laws.time_control import TimeControl, TimeControlError
from access_chess.notation.typed_position import playable_board_of
from access_chess.notation.typed_time import read_time_control
from access_chess.profile import AT_THIS_MACHINE, WITHOUT_ARBITER, Profile
from access_chess.session.ports import Engine
from access_chess.speech.announcement import Verbosity
from access_chess.wiring.opponents import OPPONENTS, REMOTE, Opponent, usual_opponent
from access_chess.wiring.sound import SoundOptions

Command = TypeVar("Command", bound=Callable[..., Any])

PORT = 8065  # where the host of a game at two machines listens, beside the pages of a hall
RULINGS = ("hall", "here", "both")
BLIND = {"white": (chess.WHITE,), "black": (chess.BLACK,), "both": (chess.WHITE, chess.BLACK), "none": ()}


class PlayOptions(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    profile: str
    opponent: str | None
    level: int
    engine: str | None
    color: str
    edition: str
    time: str | None
    tell: str | None
    position: str | None
    chess960: int | None
    from_: str | None
    game: int | None
    move: str | None
    name: str
    white: str
    black: str
    event: str
    site: str
    round: str
    blind: str | None
    blindfold: bool
    voices: str
    names: str
    form: str
    verbosity: str
    resume: bool
    sound: SoundOptions
    headsets: tuple[str, str] | None
    board: str
    inputs: str
    microphone: str | None
    model: Model | None
    listen: str
    controllers: bool
    user: str | None
    arbiter_allows_learning: bool
    arbiter_pin: str | None
    ui: str
    theme: str
    zoom: float
    figures: bool
    hall: str | None
    join: str | None
    rulings: str | None
    invite: bool
    at: str | None
    port: int
    goes_on: bool = False  # in another language, with the clock running


class HallWanted(Struct, frozen=True, kw_only=True):
    """The hall that was asked for: its addresses, a code to sign in with, and where the arbiter rules."""

    halls: tuple[str, ...]
    code: str | None
    rulings: str


class Chess960Number(click.IntRange):
    """The number of an initial position, or the word for any of them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number. Raises BadParameter where it is none."""
        return random.randrange(960) if str(value).casefold() == "any" else super().convert(value, param, ctx)


_OPTIONS = (
    click.option(
        "--profile",
        type=click.Choice([each.value for each in AT_THIS_MACHINE]),
        default=Profile.PRACTICE.value,
        show_default=True,
    ),
    click.option("--opponent", type=click.Choice(list(OPPONENTS))),
    click.option("--level", type=click.IntRange(1, 10), default=3, show_default=True),
    click.option("--engine", metavar="COMMAND"),
    click.option("--color", type=click.Choice(["white", "black"]), default="white", show_default=True),
    click.option(
        "--edition",
        type=click.Choice([edition.value for edition in Edition]),
        default=Edition.FIDE_2009.value,
        show_default=True,
    ),
    click.option(
        "--time",
    ),
    tell_option,
    click.option("--position", metavar="FEN"),
    click.option("--chess960", type=Chess960Number(0, 959), metavar="0-959|any"),
    click.option("--from", "from_", metavar="FILE"),
    click.option("--game", type=click.IntRange(1), metavar="N"),
    click.option("--move", metavar="MOVE"),
    click.option("--name", default=""),
    click.option("--white", default="", metavar="NAME"),
    click.option("--black", default="", metavar="NAME"),
    click.option("--event", default="", metavar="TEXT"),
    click.option("--site", default="", metavar="TEXT"),
    click.option("--round", default="", metavar="TEXT"),
    click.option("--blind", type=click.Choice(list(BLIND))),
    click.option("--blindfold", is_flag=True),
    talking_options,
    click.option(
        "--verbosity",
        type=click.Choice([each.value for each in Verbosity]),
        default=Verbosity.NORMAL.value,
        show_default=True,
    ),
    click.option("--resume", is_flag=True),
    sound_options,
    headsets_option,
    click.option("--board", default="none", show_default=True),
    model_options,
    click.option("--controllers/--no-controllers", default=True),
    click.option("--user", metavar="NAME"),
    click.option("--arbiter-allows-learning", is_flag=True),
    arbiter_pin_option,
    window_options,
    click.option("--hall", metavar="URL"),
    click.option(
        "--join",
        metavar="CODE",
    ),
    click.option("--invite", is_flag=True),
    click.option("--at", metavar="HOST"),
    click.option(
        "--port",
        type=click.IntRange(0, 65535),
        default=PORT,
        show_default=True,
    ),
    click.option(
        "--rulings",
        type=click.Choice(RULINGS),
    ),
)


def play_options(command: Command) -> Command:
    """All options of `play`, as keywords of the names in `PlayOptions`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def check(options: PlayOptions) -> None:
    """Raise InputError where the options cannot be right together."""
    if options.engine is not None and (options.profile != Profile.PRACTICE or options.opponent == "human"):
        raise wrong("engine_in_practice")
    if Profile(options.profile) not in opponent_of(options).profiles:
        name = options.opponent
        raise wrong("profile_no_opponent", name=name, profile=options.profile)
    beginnings = {"--position": options.position, "--chess960": options.chess960, "--from": options.from_}
    given = [name for name, value in beginnings.items() if value is not None]
    if len(given) > 1:
        raise wrong("either_or", one=given[0], other=given[1])
    if is_typed("color") and options.opponent == "human" and options.hall is None:
        raise wrong("color_of_two")
    if is_typed("listen") and options.inputs == "keys":
        raise wrong("listen_without_voice")
    if options.from_ is not None and options.profile != Profile.PRACTICE:
        raise wrong("from_in_practice")
    if options.from_ is None and (options.game is not None or options.move is not None):
        raise wrong("from_file")
    check_remote(options)
    if board_names(options.board) and options.blindfold:
        raise wrong("blindfold_board")


def check_remote(options: PlayOptions) -> None:
    """Raise InputError where it is not clear how a player elsewhere is met."""
    ways = [name for name in ("invite", "resume", "join") if getattr(options, name)]
    if options.invite and options.hall is not None and "join" in ways:
        ways.remove("join")  # the arbiter's code, for the hall
    is_guest = ways == ["join"]
    places = [each for each in (options.at, options.hall) if each is not None]
    if options.opponent != REMOTE:
        if options.invite or options.at is not None:
            raise wrong("remote_options")
    elif len(ways) != 1 or (is_guest and len(places) != 1) or (not is_guest and options.at is not None):
        raise wrong("remote_ways")
    elif options.from_ is not None or options.white or options.black:
        raise wrong("remote_begins")
    elif is_guest:
        from access_chess.hall.rules.codes import is_code  # for games at two machines alone

        if not is_code(options.join or ""):
            raise wrong("remote_code_form", code=repr(options.join))


def has_arbiter(options: PlayOptions) -> bool:
    """Whether a person may rule on the game at this machine, so that its sentences may speak of an arbiter."""
    return Profile(options.profile) not in WITHOUT_ARBITER or options.arbiter_pin is not None


def hall_wanted(options: PlayOptions) -> HallWanted | None:
    """The hall to report to, if there is one. Raises InputError."""
    if options.hall is None:
        if options.join is not None or options.rulings is not None:
            raise wrong("hall_options")
        return None
    halls = tuple(hall_of(each) for each in options.hall.split(","))
    return HallWanted(halls=halls, code=options.join, rulings=options.rulings or "hall")


def hall_of(text: str) -> str:
    """The address of a hall as it is kept. Raises InputError.

    >>> hall_of(" https://Hall.local:8064/ ")
    'https://hall.local:8064'
    """
    try:
        parts = urlsplit(text.strip().lower())
        if parts.scheme in ("http", "https") and parts.hostname and parts.path in ("", "/") and parts.port != 0:
            return f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        pass
    raise wrong("hall_address", address=repr(text.strip()))


def host_at(text: str) -> str:
    """The address of somebody who invites, as it is connected to. Raises InputError.

    >>> host_at("192.168.1.5"), host_at("Anna.local:9000")
    ('https://192.168.1.5:8065', 'https://anna.local:9000')
    """
    try:
        parts = urlsplit(f"//{text.strip().lower()}")
        if parts.hostname and not parts.path and parts.port != 0:
            host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
            return f"https://{host}:{parts.port or PORT}"
    except ValueError:
        pass
    raise wrong("remote_address", address=repr(text))


def setup_of(options: PlayOptions) -> Setup:
    """What is agreed: the Laws, the position, the time, and who plays."""
    is_practice = options.profile == Profile.PRACTICE
    is_at_home = is_practice or options.profile == Profile.ONLINE
    board = chess.Board()
    if options.chess960 is not None:
        board = chess.Board.from_chess960_pos(options.chess960)
    elif options.position is not None:
        board = playable_board_of(options.position)
    blind = BLIND[options.blind or ("none" if is_at_home else "white")]
    duties = tuple(Duty) if options.profile == Profile.ASSISTED else None
    players = _players(options)
    for color in blind:
        players = players.put(color, msgspec.structs.replace(players[color], is_blind=True, assistant=duties))
    setup = Setup(
        edition=Edition(options.edition),
        fen=board.fen(),
        is_chess960=board.chess960,
        time=time_of(options.time),
        players=players,
        regulations=Regulations(take_backs=is_practice, is_blindfold=options.blindfold),
        presses_for=both(is_at_home),
        occasion=Occasion(event=readable(options.event), site=readable(options.site), round=readable(options.round)),
        profile=Profile(options.profile),
    )
    if options.from_ is None:
        return setup
    from access_chess.command_line.options.sheets import begun_from  # only who goes on reads sheets

    return begun_from(options.from_, setup, options.voices, number=options.game, move=options.move)


def _players(options: PlayOptions) -> ByColor[Player]:
    """Who plays: the player and the opponent, by the names of the colors where those are given."""
    opponent = opponent_of(options)
    own = Player(name=readable(options.name))
    other = Player(name=opponent.name.format(level=options.level), is_program=opponent.opened is not None)
    players = ByColor(own, other) if options.color == "white" else ByColor(other, own)
    for color, name in ((chess.WHITE, options.white), (chess.BLACK, options.black)):
        if name:
            players = players.put(color, msgspec.structs.replace(players[color], name=readable(name)))
    return players


def opponent_of(options: PlayOptions) -> Opponent:
    """Whom the player meets."""
    if options.engine is not None and options.opponent in (None, "engine"):
        return named_engine(_command(options.engine))
    return OPPONENTS[options.opponent or usual_opponent(Profile(options.profile))]


def named_engine(command: tuple[str, ...]) -> Opponent:
    """The UCI engine of this command line, at any level."""

    def opened(level: int) -> Engine | None:
        from access_chess.edge.engines.uci import open_named

        return open_named(command, level)

    name = readable(PurePath(command[0]).name).replace("{", "").replace("}", "")
    return Opponent(
        profiles=OPPONENTS["engine"].profiles, name=f"{name}, level {{level}}", opened=opened, is_named=True
    )


def _command(text: str) -> tuple[str, ...]:
    try:
        command = tuple(shlex.split(text))
    except ValueError as error:
        raise wrong("engine_unread", error=error) from error
    if not command:
        raise wrong("engine_command")
    return command


def own_color(options: PlayOptions) -> chess.Color | None:
    """The player's color, None where both players are persons at this place."""
    return None if opponent_of(options).opened is None else options.color == "white"


def time_of(text: str | None) -> TimeControl | None:
    """The time control that was typed, if one was. Raises InputError."""
    if text is None:
        return None
    try:
        return read_time_control(text)
    except TimeControlError as error:
        raise wrong("time_unread", error=error) from error
