"""`access-chess play --opponent remote`: a game with somebody at another machine, who invites or is invited."""

import contextlib

from msgspec.structs import replace

from access_chess.command_line.options.errors import readable, wrong
from access_chess.command_line.options.play_options import PlayOptions, hall_of, hall_wanted, host_at, setup_of, time_of
from access_chess.command_line.options.told import kept_games
from access_chess.command_line.table import furnished_table, open_table, sign_in
from access_chess.conversation.rights import ArbiterRights
from access_chess.edge.station.remote.lines import Way
from access_chess.edge.station.sign_in import KeptGame, last_kept
from access_chess.hall.rules.codes import room_of
from access_chess.hall.rules.remote import GuestTerms
from access_chess.laws.editions import Edition
from access_chess.laws.evolve import replay
from access_chess.profile import Profile
from access_chess.wiring.language import language_of
from access_chess.wiring.playing import play_games
from access_chess.wiring.remote import followed_record, hosted_record, invited, joined, let_in, remote_games


def play_elsewhere(options: PlayOptions, given: frozenset[str]) -> None:
    """Play with somebody who invites, is invited, or was met before; `given` are the options that were typed.

    At home they are met as at pages: without hints, by clocks that both see. Raises InputError, PhrasedError.
    """
    if options.profile == Profile.PRACTICE:
        options = replace(options, profile=Profile.ONLINE.value)
    kept = last_kept() if options.resume else None
    if options.resume and kept is None:
        raise wrong("no_unfinished")
    if kept is not None:
        options = replace(options, profile=kept.profile or options.profile)
    if options.invite if kept is None else kept.is_host:
        _invite(options, kept)
    else:
        _join(options, given, kept)


def _invite(options: PlayOptions, known: KeptGame | None) -> None:
    """As the host, whose table decides."""
    setup, hall = setup_of(options), hall_wanted(options)
    language = language_of(options.voices, options.names, options.form)
    with contextlib.ExitStack() as closing:
        kept = closing.enter_context(kept_games(is_needed=options.resume))
        if known is not None:
            setup = replay(entry.event for entry in kept.journal.entries(known.game)).setup
        parts, terminal = open_table(options, language, kept, closing, reports=hall is not None)
        signed = sign_in(hall)
        at = "" if options.hall is None else hall_of(options.hall.partition(",")[0])
        host = invited(
            parts, setup, known,
            color=options.color == "white", hall=at if known is None else known.address,
            port=options.port if known is None else known.port,
        )  # fmt: skip
        if host is None:
            return
        rights = ArbiterRights(pin=options.arbiter_pin, is_his_own=False)
        parts = replace(parts, color=host.color, rights=rights, opponent_is_away=True)
        parts = furnished_table(options, parts, closing, hall, signed)
        games = remote_games(parts, host.opponent)
        play_games(parts, terminal, games, hosted_record(parts, host), None)


def _join(options: PlayOptions, given: frozenset[str], known: KeptGame | None) -> None:
    """As the guest, who keeps a copy."""
    wanted = GuestTerms(
        edition=Edition(options.edition) if "edition" in given else None,
        time=time_of(options.time),
        color=options.color == "white" if "color" in given else None,
        profile=options.profile,
    )
    way = _way(options)
    hall = None if options.join is not None else hall_wanted(options)  # in somebody else's game it only carries
    language = language_of(options.voices, options.names, options.form)
    with contextlib.ExitStack() as closing:
        kept = closing.enter_context(kept_games(is_needed=options.resume))
        if known is not None and known.game:
            kept.journal.entries(known.game)  # they have to be readable
        parts, terminal = open_table(options, language, kept, closing, reports=hall is not None)
        signed = sign_in(hall)
        if known is None:
            assert way is not None and options.join is not None, "so it was checked"
            known = let_in(way, options.join, parts.profile)
        guest = joined(parts, known, readable(options.name), wanted)
        if guest is None:
            return
        rights = ArbiterRights(pin=options.arbiter_pin, is_his_own=False)
        parts = replace(parts, color=guest.color, rights=rights, opponent_is_away=True)
        parts = furnished_table(options, parts, closing, hall, signed)
        games = remote_games(parts, guest.opponent)
        play_games(parts, terminal, games, followed_record(parts, guest), None)


def _way(options: PlayOptions) -> Way | None:
    """How the host is reached, if that was said: at an address, or through a hall. Raises InputError."""
    if options.at is not None:
        return Way(address=host_at(options.at))
    if options.hall is None or options.join is None:
        return None
    return Way(address=hall_of(options.hall), room=room_of(options.join))
