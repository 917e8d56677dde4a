"""`access-chess play`: a game from the first word to the last, at this keyboard."""

import contextlib
import queue
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import chess
import click
from msgspec import Struct
from msgspec.structs import replace

from access_chess import first_word_is_out
from access_chess.command_line.options.defaults import is_language_guessed, is_typed
from access_chess.command_line.options.play_options import (
    PlayOptions,
    check,
    has_arbiter,
    opponent_of,
    own_color,
    play_options,
    setup_of,
)
from access_chess.command_line.options.talking import board_names, schedule_of
from access_chess.command_line.options.told import held_games, opened_journal
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.command_line.seat.at_session import (
    announcer_of,
    boards_of,
    rights_at,
    voice_of,
)
from access_chess.command_line.seat.first_words import PlayerPlace, offers_at, open_game
from access_chess.command_line.seat.hall_place import (
    HallWanted,
    hall_wanted,
    rights_beside,
    signed_in,
)
from access_chess.command_line.seat.taking_up import TakenUp, taken_up
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.held_games import HeldGames
from access_chess.edge.storage.journal import Journal
from access_chess.edge.terminal.opening import Terminal
from access_chess.laws.game import Game
from access_chess.profile import Profile
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import Inbox
from access_chess.session.leaving import Leaving
from access_chess.session.ports import LineReader
from access_chess.session.record import Record, going_on, resume_game
from access_chess.speech.answers.position import whose_turn_in
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.wiring.console import open_console
from access_chess.wiring.language import LanguageChoice, language_of
from access_chess.wiring.opponents import REMOTE
from access_chess.wiring.questions import LeftError, Questioner
from access_chess.wiring.sound import sound_to_the_end

if TYPE_CHECKING:
    from access_chess.edge.station.link import StationLink
    from access_chess.edge.station.sign_in import SignIn
    from access_chess.edge.window.window import Window
    from access_chess.play.messages import IsStopped
    from access_chess.play.table_games import TableGames
    from access_chess.wiring.table import TableParts


@click.command(cls=ToldCommand)
@play_options
def play(**options: Any) -> None:
    """Play a game. Type a move such as e4, Nf3 or "Eva vier", or a question mark for all commands."""
    chosen = PlayOptions(**options)
    check(chosen)
    if chosen.opponent == REMOTE:
        from access_chess.command_line.seat.remote_place import as_elsewhere, met_elsewhere  # it takes its time

        sit_down(as_elsewhere(chosen), partial(met_elsewhere, frozenset(filter(is_typed, options))))
    else:
        sit_down(chosen, _AtThisMachine)


class Room(Struct, frozen=True, kw_only=True):
    """What there is where a player sits down: the announcer, and what is entered."""

    journal: Journal
    announcer: Announcer
    speaker: Speaker
    language: PlayerLanguage
    inbox: Inbox
    terminal: Terminal
    questioner: Questioner
    window: "Window | None"
    choice: LanguageChoice
    held: HeldGames
    goes_on: bool = False  # in another language, with the game that is played

    @property
    def is_kept(self) -> bool:
        """Whether games are kept on disk here."""
        return not self.journal.is_in_memory

    @property
    def reader(self) -> LineReader:
        """Where the player's lines come from."""
        return self.terminal if self.window is None else self.window


class Meeting(Protocol):
    """Whom a player meets, and in which game."""

    def expect(self, options: PlayOptions, journal: Journal, pack: VoicePack, /) -> PlayOptions:
        """Before anything is begun: whether there can be a game at all, and how it is played. Raises InputError."""
        ...

    def place(self, room: Room) -> PlayerPlace | None:
        """The player's place; None where they left before there was a game."""
        ...

    def table(
        self, room: Room, place: PlayerPlace, link: "StationLink | None", closing: contextlib.ExitStack, /
    ) -> "TableGames":
        """The games at a table there."""
        ...

    def record(self, room: Room) -> Record:
        """The game that is played there. The next line has been asked for, or is from then on."""
        ...

    def next(self, room: Room) -> Record:
        """Another game at the same place."""
        ...


def sit_down(options: PlayOptions, meet: Callable[[PlayOptions], Meeting]) -> None:
    """Play, as the options have it, whomever the meeting brings; again where another language was chosen."""
    try:
        while (voices := _sit_down(options, meet(options))) is not None:
            options = replace(options, voices=voices, resume=True, goes_on=True)
    except LeftError as left:
        raise click.exceptions.Exit(left.status) from None


def _sit_down(options: PlayOptions, meeting: Meeting) -> str | None:
    """Everything is checked before anything is begun; then the first word comes before all that may take its time.

    The voice pack in which the player wants to go on; None where they have left.
    """
    hall = _hall_wanted(options)
    schedule_of(options.tell, options.profile)  # what is wrong with it is told now
    place: PlayerPlace | None = None
    games: TableGames | None = None

    def color() -> chess.Color | None:
        return None if place is None else place.color

    def look_for_hanging() -> None:
        if games is not None:
            games.look_for_hanging()

    def on_key() -> None:
        announcer.silence(color())
        look_for_hanging()

    with contextlib.ExitStack() as closing:
        room = _opened(options, meeting, closing, color, look_for_hanging)
        window, announcer = room.window, room.announcer
        signed = None if hall is None else signed_in(hall)
        place = meeting.place(room)
        if place is None:
            return None
        link = None
        if hall is not None and signed is not None:
            link = _link(hall, signed, room, place, closing)
            place = replace(place, rights=rights_beside(hall, options.arbiter_pin, place.rights))
        games = meeting.table(room, place, link, closing)
        sit = partial(_sit, games, place, meeting, room)
        record = meeting.record(room)
        if window is None:
            sit(record)
        else:
            window.show(record.game)
            window.run(partial(sit, record), on_key)
        return room.choice.chosen


def _hall_wanted(options: PlayOptions) -> HallWanted | None:
    """The hall to report to; a guest of somebody else's game has nothing to report, and the hall only carries it."""
    if options.opponent == REMOTE and options.join is not None and not options.invite:
        return None
    return hall_wanted(options.hall, options.join, options.rulings)


def _link(
    hall: HallWanted, signed: "SignIn", room: Room, place: PlayerPlace, closing: contextlib.ExitStack
) -> "StationLink":
    from access_chess.wiring.hall import hall_link  # most games are of no hall

    return hall_link(
        signed, hall.halls, room.journal, room.announcer, room.language.pack, place.profile,
        takes_orders=hall.rulings != "here", closing=closing,
    )  # fmt: skip


def _opened(
    options: PlayOptions,
    meeting: Meeting,
    closing: contextlib.ExitStack,
    color: Callable[[], chess.Color | None],
    look_for_hanging: Callable[[], None],
) -> Room:
    """The room with the first words in it; any key is silence for the player of this color."""
    language = language_of(options.voices, options.names, options.form)
    journal, failure = opened_journal(is_needed=options.resume)
    closing.enter_context(contextlib.closing(journal))
    held = closing.enter_context(contextlib.closing(held_games(failure)))
    options = meeting.expect(options, journal, language.pack)
    language = language if has_arbiter(options) or _hall_wanted(options) else language.without_arbiter
    inbox: Inbox = queue.SimpleQueue()
    console = open_console(
        closing, options, language, inbox,
        on_key=lambda: announcer.silence(color()), on_waiting=look_for_hanging,
        is_turned=own_color(options) is chess.BLACK,
    )  # fmt: skip
    terminal, window, screen = console.terminal, console.window, console.screen
    speaker = sound_to_the_end(closing, language.pack, options.sound, headsets=options.headsets, screen=screen)
    announcer = announcer_of(options, language, speaker, screen)
    announcer.offers = offers_at(options, language.pack, is_typed=window is not None or terminal.is_typed)
    questioner = Questioner(inbox, terminal, announcer, language)
    if failure is not None:
        questioner.agree_unkept(failure)
    if window is None and options.sound.speech is None:
        questioner.settle_speech(speaker, terminal)
    choice = LanguageChoice(announcer, language.pack)
    _greet(options, announcer, language.pack, choice)
    return Room(
        journal=journal, announcer=announcer, speaker=speaker, language=language, inbox=inbox, terminal=terminal,
        questioner=questioner, window=window, choice=choice, held=held, goes_on=options.goes_on,
    )  # fmt: skip


class _AtThisMachine:
    """An engine, or a person at the same keyboard. A Meeting."""

    def __init__(self, options: PlayOptions) -> None:
        self._options = options
        self._setup = setup_of(options)
        self._resumed: TakenUp | None = None

    def expect(self, options: PlayOptions, journal: Journal, pack: VoicePack) -> PlayOptions:
        """With `--resume` there has to be a game that was not finished; it goes on as it was begun."""
        if options.resume:
            self._resumed = taken_up(options, journal, pack)
            self._options = self._resumed.options
            self._setup = setup_of(self._options)
        return self._options

    def place(self, _: Room) -> PlayerPlace:
        """By the profile."""
        options = self._options
        return PlayerPlace(profile=Profile(options.profile), color=own_color(options), rights=rights_at(options))

    def table(
        self, room: Room, place: PlayerPlace, link: "StationLink | None", closing: contextlib.ExitStack
    ) -> "TableGames":
        """By the profile, too."""
        from access_chess.wiring.table import competition_games

        parts = table_parts(self._options, room, place, link, closing)
        is_practice = place.profile is Profile.PRACTICE
        return _practice_games(self._options, parts) if is_practice else competition_games(parts)

    def record(self, room: Room) -> Record:
        """A new game, with the players' names, or the one that was not finished."""
        if self._resumed is None and room.window is None:
            self._ask_names(room)
        record = self.next(room) if self._resumed is None else self._taken_up(room, self._resumed)
        room.reader.proceed()
        return going_on(record) if self._options.goes_on else record

    def _taken_up(self, room: Room, resumed: TakenUp) -> Record:
        """The game that was not finished; where another program plays it, that is asked first. Raises LeftError."""
        number = resumed.number
        for part in resumed.told:
            room.announcer.reply(part, None)
        if room.held.is_elsewhere(number) and not room.questioner.agrees("ask_take_over"):
            raise LeftError
        room.held.take(number)
        return resume_game(room.journal, number)

    def next(self, room: Room) -> Record:
        """A new game."""
        return room.questioner.begin(room.journal, self._setup)

    def _ask_names(self, room: Room) -> None:
        """In a tournament the typing player is asked for the names that were not given; what is piped in has none."""
        if self._options.profile != Profile.TOURNAMENT or not room.terminal.is_typed:
            return
        self._setup = room.questioner.complete(self._setup)


def table_parts(
    options: PlayOptions, room: Room, place: PlayerPlace, link: "StationLink | None", closing: contextlib.ExitStack
) -> "TableParts":
    """What a table in this room is made of."""
    from access_chess.wiring.table import TableParts

    return TableParts(
        journal=room.journal, announcer=room.announcer, language=room.language, inbox=room.inbox, reader=room.reader,
        held=room.held, profile=place.profile, color=place.color, level=options.level,
        choose=room.choice.choose if _is_left_at_will(options) else None, rights=place.rights,
        schedule=schedule_of(options.tell, place.profile), is_silent=room.speaker.is_silent, window=room.window,
        voice=voice_of(options, room.language, room.announcer, room.speaker, room.inbox, closing),
        boards=boards_of(options.board, room.announcer, room.language), link=link,
    )  # fmt: skip


def _practice_games(options: PlayOptions, parts: "TableParts") -> "TableGames":
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


def is_left_at_will(*, profile: str, opponent: str | None, board: str, hall: str | None) -> bool:
    """Whether a player may leave the place for another language: nobody waits, and no lever is missed."""
    if opponent == REMOTE:
        return False
    return profile == Profile.PRACTICE or (hall is None and not board_names(board))


def _is_left_at_will(options: PlayOptions) -> bool:
    return is_left_at_will(profile=options.profile, opponent=options.opponent, board=options.board, hall=options.hall)


def _greet(options: PlayOptions, announcer: Announcer, pack: VoicePack, choice: LanguageChoice) -> None:
    """What is told before all else: how to choose another language, who hears a window."""
    if options.ui == "window":
        announcer.reply(pack.phrase("window_is_silent"), None)
    if _is_left_at_will(options) and is_language_guessed():
        choice.tell()


def _sit(
    games: "TableGames",
    place: PlayerPlace,
    meeting: Meeting,
    room: Room,
    record: Record,
) -> None:
    """One game after the other, with training between them, until the player leaves."""
    from access_chess.wiring.table import played

    if room.goes_on and not record.game.is_over:  # the players know the game
        room.announcer.reply(whose_turn_in(record.game, room.language.pack), None)
    else:
        open_game(room.announcer, room.language, record, place, level=games.level, is_first=room.terminal.is_typed)
    first_word_is_out()
    room.held.take(record.number)
    while (leaving := played(games, record)) not in (Leaving.QUIT, Leaving.LANGUAGE):
        if leaving is Leaving.NEW_GAME:
            record = meeting.next(room)
            room.held.take(record.number)
            open_game(room.announcer, room.language, record, place, level=games.level)
        else:
            _train(room, leaving, record.number)
            record = resume_game(room.journal, record.number)
            if not record.game.is_over:
                room.announcer.reply(whose_turn_in(record.game, room.language.pack), None)
    room.held.let_go()
    if leaving is Leaving.QUIT and not games.is_taken_over:
        phrase = "game_kept" if games.is_kept and room.is_kept else "game_unkept" if room.is_kept else "game_not_kept"
        room.announcer.reply(room.language.pack.phrase(phrase, number=record.number), None)


def _train(room: Room, leaving: Leaving, number: int) -> None:
    """The review of the game that has ended, the round of the day, or lessons."""
    from access_chess.wiring.sitting import Talk  # absent from all other profiles
    from access_chess.wiring.trainings import train_between

    talk = Talk(
        language=room.language, announcer=room.announcer, speaker=room.speaker, inbox=room.inbox, reader=room.reader,
        window=room.window,
    )  # fmt: skip
    what = room.choice.lesson or ""
    train_between(talk, leaving, number, what)
