"""`access-chess lichess`: games against people elsewhere, on Lichess or on a server that speaks as it does."""

import contextlib
import html
import os
import sys
import webbrowser
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click
from msgspec.structs import fields, replace

from access_chess.command_line.options.defaults import spoken_pack
from access_chess.command_line.options.errors import InputError, readable, wrong
from access_chess.command_line.options.play_options import PlayOptions
from access_chess.command_line.options.talking import (
    headsets_option,
    model_options,
    sound_options,
    talking_options,
    tell_option,
)
from access_chess.command_line.options.told import kept_games
from access_chess.command_line.options.told_help import ToldGroup
from access_chess.command_line.play import play
from access_chess.command_line.table import furnished_table, leaving, open_table
from access_chess.conversation.rights import ArbiterRights
from access_chess.edge.diagnosis import installing
from access_chess.edge.storage.places import user_folder
from access_chess.laws.time_control import TimeControlError
from access_chess.notation.typed_time import read_time_control
from access_chess.online import calls
from access_chess.online.calls import CallTerms, Fate, ServerError
from access_chess.online.following import setup_of, site_of
from access_chess.phrased_error import not_read, not_written
from access_chess.play.lobby import Lobby, LobbyWish
from access_chess.play.server_stream import GameServer
from access_chess.profile import Profile
from access_chess.session.record import resume_game
from access_chess.speech.announcement import Verbosity
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.wiring.language import language_of
from access_chess.wiring.questions import questioner_at

if TYPE_CHECKING:
    from access_chess.edge.lichess.account import Account

LICHESS = "https://lichess.org"
DAYS = ("1", "2", "3", "5", "7", "10", "14")
#: Options of the same name as those of `play`, which mean something to the server.
_OF_THE_SERVER = ("color", "chess960", "time")
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")  # variables of the environment; without one there is no browser to be opened


@click.group(cls=ToldGroup)
def lichess() -> None:
    """Play against people elsewhere, by voice, keys and pegged board, without hints or an engine."""


@lichess.command()
@click.option("--base-url", default=LICHESS, show_default=True, metavar="URL")
@click.option("--token", is_flag=True)
@click.option("--browser/--no-browser", default=True)
def login(base_url: str, token: bool, browser: bool) -> None:
    """Log in: a browser on this machine opens the address that is printed, and you agree there."""
    try:
        from access_chess.edge.lichess.account import keep_account
        from access_chess.edge.lichess.server import account_of, log_in
    except ImportError as error:
        raise wrong("lichess_extra", name=error.name, install=installing(extra="lichess")) from error
    try:
        if token:
            found = account_of(_address(base_url), click.prompt("Token", hide_input=True, err=True).strip())
        else:
            tell = partial(_tell_address, opens=browser)
            entered = log_in(_address(base_url), tell, page=_done_page(spoken_pack()))
            assert entered is not None, "nobody ends the waiting"
            found = entered
        file = keep_account(user_folder(), found)
    except ServerError as error:
        raise _not_in(error) from error
    except OSError as error:
        raise not_written(error) from error
    click.echo(spoken_pack().phrase("lichess_logged_in", name=found.name, file=str(file)).text)


@lichess.command()
def logout() -> None:
    """Log out: the server forgets the token, and so does this machine."""
    account = _account()
    from access_chess.edge.lichess.account import forget_account
    from access_chess.edge.lichess.server import log_out

    fate = log_out(account).fate
    forget_account(user_folder())
    if fate in (Fate.DONE, Fate.LOCKED_OUT):
        click.echo(spoken_pack().phrase("lichess_logged_out", name=account.name).text)
    else:
        page = f"{account.address}/account/oauth/token"
        raise wrong("lichess_not_told", page=page)


@lichess.command("play")
@click.option("--seek", metavar="TIME")
@click.option("--challenge", metavar="NAME")
@click.option("--ai", type=click.IntRange(1, 8), metavar="1-8")
@click.option("--time", metavar="TIME")
@click.option("--color", type=click.Choice(["white", "black"]))
@click.option("--rated", is_flag=True)
@click.option("--chess960", is_flag=True)
@click.option("--resume", is_flag=True)
@click.option("--base-url", metavar="URL")
@talking_options
@click.option(
    "--verbosity",
    type=click.Choice([each.value for each in Verbosity]),
    default=Verbosity.NORMAL.value,
    show_default=True,
)
@tell_option
@sound_options
@headsets_option
@click.option("--board", default="none", show_default=True)
@model_options
@click.option("--controllers/--no-controllers", default=True)
@click.option("--user", metavar="NAME")
def play_on_lichess(**options: Any) -> None:
    """Play a game there. Without --seek, --challenge or --ai: one that goes on, or the first challenge that comes."""
    wish = _wish(options)
    account = _account()
    address = _address(options["base_url"] or account.address)
    if address != account.address:
        raise wrong("lichess_elsewhere", here=account.address, there=address)
    from access_chess.edge.lichess.server import Server  # and httpx

    with contextlib.closing(Server(account.address, account.token)) as server, leaving():
        _play(_play_options(options), account, wish, server)


def _play(options: PlayOptions, account: "Account", wish: LobbyWish, server: GameServer) -> None:
    """A game on the server, waited for in its lobby."""
    from access_chess.wiring.lichess import server_games
    from access_chess.wiring.playing import play_games

    language = language_of(options.voices, options.names, options.form)
    with contextlib.ExitStack() as closing:
        kept = closing.enter_context(kept_games(is_needed=False))
        parts, terminal = open_table(options, language, kept, closing)
        announcer = parts.announcer
        lobby = Lobby(
            server, account.name, parts.language, lambda part: announcer.reply(part, None), parts.inbox, parts.reader
        )
        found = lobby.find(wish)
        if found is None:
            return
        announcer.sit_down(found.color)
        rights = ArbiterRights(is_his_own=False)
        parts = furnished_table(options, replace(parts, color=found.color, rights=rights, choice=None), closing)
        games = server_games(parts, server, found)
        setup = setup_of(found.full, server.address)
        number = parts.journal.unfinished_at(site_of(found.full.id, server.address))
        record = (
            questioner_at(parts, terminal).begin(parts.journal, setup)
            if number is None
            else resume_game(parts.journal, number)
        )
        if not lobby.is_reading:
            parts.reader.proceed()
        play_games(parts, terminal, games, record, setup)


def _wish(options: dict[str, Any]) -> LobbyWish:
    """What is asked of the server. Raises InputError."""
    asked = [name for name in ("seek", "challenge", "ai") if options[name] is not None]
    if len(asked) > 1 or (asked and options["resume"]):
        raise wrong("lichess_one_of")
    if options["time"] is not None and asked not in (["challenge"], ["ai"]):
        raise wrong("lichess_time_of")
    if not asked:
        return LobbyWish(resumes=options["resume"])
    terms = _terms(options["seek"] or options["time"], options)
    if options["seek"] is not None:
        return LobbyWish(call=calls.seek(terms), is_kept_open=terms.days is None)
    if options["ai"] is not None:
        return LobbyWish(call=calls.challenge_computer(options["ai"], terms), names_game=True)
    return LobbyWish(call=calls.challenge(readable(options["challenge"]), terms), names_game=True)


def _terms(time: str | None, options: dict[str, Any]) -> CallTerms:
    color = None if options["color"] is None else options["color"] == "white"
    terms = partial(CallTerms, color=color, rated=options["rated"], is_chess960=options["chess960"])
    if time is None:
        return terms()
    if time.endswith("d") and time[:-1] in DAYS:
        return terms(days=int(time[:-1]))
    try:
        control = read_time_control(time)
    except TimeControlError as error:
        raise wrong("time_unread", error=error) from error
    period = control.periods[0]
    if len(control.periods) > 1 or control.black or period.moves is not None or period.delay or period.sandglass:
        raise wrong("lichess_time")
    return terms(minutes=period.time.total_seconds() / 60, increment=round(period.increment.total_seconds()))


def _play_options(options: dict[str, Any]) -> PlayOptions:
    """The options of `play` as they are where nobody gives them, and those that were given here."""
    usual = play.make_context("play", [], resilient_parsing=True).params
    named = {each.name for each in fields(PlayOptions)}
    own = {name: value for name, value in options.items() if name in named and name not in _OF_THE_SERVER}
    usual = {name: value for name, value in usual.items() if name in named}
    return PlayOptions(**usual | own | {"profile": Profile.ONLINE.value, "opponent": "human", "resume": False})


def _account() -> "Account":
    try:
        from access_chess.edge.lichess.account import kept_account
    except ImportError as error:
        raise wrong("lichess_extra", name=error.name, install=installing(extra="lichess")) from error
    try:
        account = kept_account(user_folder())
    except OSError as error:
        raise not_read(error) from error
    if account is None:
        raise wrong("lichess_login_first")
    return account


def _address(text: str) -> str:
    """A server's address; without TLS only on this machine, since the token goes there."""
    address = text.rstrip("/")
    parts = urlsplit(address)
    is_here = parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost")
    if not address.startswith("https://") and not is_here:
        raise wrong("lichess_address", text=repr(text))
    return address


def _tell_address(address: str, *, opens: bool) -> None:
    click.echo(spoken_pack().phrase("lichess_open").text)
    click.echo(address)
    sys.stdout.flush()
    if opens and (sys.platform != "linux" or any(name in os.environ for name in SCREENS)):
        webbrowser.open(address)  # never one in this terminal, where it would be read over our words


def _done_page(pack: VoicePack) -> str:
    """What the browser shows in the end."""
    text = html.escape(pack.phrase("lichess_page").text)
    return f'<!doctype html><html lang="{pack.language}"><title>access_chess</title><p>{text}</p></html>'


def _not_in(error: ServerError) -> InputError:
    reply = error.reply
    phrase = "lichess_unreached" if reply.fate is Fate.UNREACHED else "lichess_not_in"
    return wrong(phrase, reason=(reply.reason or f"status {reply.status}").rstrip("."))
