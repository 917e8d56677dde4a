"""`access-chess export`, `compare` and `complete`: the scoresheets of a game.

A sheet is written in the form that the file's name asks for; two are compared; the moves that one lacks are read aloud
(8.5).
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import chess
import click

from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.sheets import sheet_named
from access_chess.command_line.options.talking import sound_options
from access_chess.command_line.options.told import at_pages_option, journal_of, tell
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.command_line.replay import GAME_NUMBER
from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.edge.paper import Paper
from access_chess.edge.sheets.files import entries_of, journal_sheet
from access_chess.edge.sheets.forms import BINARY, ENVELOPES, FORMS, SheetStyle, envelope_content
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import journal_file, write_private, write_whole
from access_chess.laws.commands import CompleteScoresheet, SignResult, player
from access_chess.laws.decide import decide
from access_chess.laws.events import Refused
from access_chess.laws.evolve import evolve, replay
from access_chess.machine_clock import utc_now
from access_chess.phrased_error import not_written
from access_chess.requests.names import RequestName
from access_chess.requests.slots import RESULTS
from access_chess.requests.typed_line import typed_answer
from access_chess.scoresheets import comparison
from access_chess.scoresheets.braille_text import BrailleLayout, Page
from access_chess.scoresheets.comparison_words import comparison_words
from access_chess.scoresheets.of_game import Notes
from access_chess.scoresheets.printed import NORMAL_SIZE, SIZES
from access_chess.scoresheets.sheet import Sheet, SheetPly, Whose
from access_chess.session.ports import Entry
from access_chess.speech.announcement import Form, announce
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import narrate
from access_chess.speech.utterance import FASTEST, NORMAL_RATE, SLOWEST, SpokenPart
from access_chess.wiring.sound import SoundOptions, open_sound

BOTH = "both"
ENVELOPE = "envelope"
NOT_PRINTED = 1  # the exit status of an arbiter's no
DEFAULT_FORM, DEFAULT_ENVELOPE = "pgn", "txt"


def _page(_context: click.Context, _parameter: click.Parameter, text: str) -> Page:
    """A braille page as "40x25": cells, lines."""
    cells, _, lines = text.lower().partition("x")
    if cells.isdecimal() and lines.isdecimal() and 20 <= int(cells) <= 60 and 10 <= int(lines) <= 60:
        return Page(cells=int(cells), lines=int(lines))
    raise wrong("usage_page", name="--page")


@click.command(cls=ToldCommand)
@click.argument("game", type=GAME_NUMBER)
@click.option("--to", "sheet_form", type=click.Choice([*FORMS, ENVELOPE]))
@click.option(
    "--whose",
    type=click.Choice([*(each.value for each in Whose), BOTH]),
    default=Whose.RECORD.value,
    show_default=True,
)
@click.option("--voices", default=REFERENCE, show_default=True)
@click.option("--size", type=click.IntRange(SIZES[0], SIZES[-1]), default=NORMAL_SIZE, show_default=True)
@click.option("--paper", type=click.Choice([each.value for each in Paper]), default=Paper.A4.value, show_default=True)
@click.option("--page", default="40x25", show_default=True, callback=_page)
@click.option("--layout", type=click.Choice([each.value for each in BrailleLayout]), default=BrailleLayout.LINES.value)
@click.option("--sealed", is_flag=True)
@click.option("--without-clock", is_flag=True)
@click.option("--rate", type=click.IntRange(SLOWEST, FASTEST), default=NORMAL_RATE, show_default=True)
@at_pages_option
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), default=Path("-"))
def export(
    game: int,
    sheet_form: str | None,
    whose: str,
    voices: str,
    size: int,
    paper: str,
    page: Page,
    layout: str,
    sealed: bool,
    without_clock: bool,
    rate: int,
    file: Path,
    at_pages: bool,
) -> None:
    """Write the game with number GAME to FILE, or without FILE to the screen."""
    is_envelope, form = sheet_form == ENVELOPE, _form_of(file, sheet_form)
    if str(file) == "-" and (form in BINARY or sealed):
        raise wrong("export_needs_file", name="envelope" if sealed else "sheet", form=form)
    try:
        look = SheetStyle(
            pack=load_voice_pack(voices),
            size=size,
            paper=Paper(paper),
            page=page,
            layout=BrailleLayout(layout),
            with_clock=not without_clock,
            rate=rate,
        )
        entries = entries_of(game, journal_of(at_pages=at_pages))
        if is_envelope:
            content = _envelope(entries, form, look, has_move=sealed)
        else:
            content = _sheets(entries, form, whose, look)
        _write(content, file, is_private=is_envelope)
    except OSError as error:
        raise not_written(error) from error


def _sheets(entries: tuple[Entry, ...], form: str, whose: str, look: SheetStyle) -> bytes:
    wanted = (Whose.WHITE, Whose.BLACK) if whose == BOTH else (Whose(whose),)
    notes = Notes(look.pack)
    sheets = [journal_sheet(entries, each, look.pack, notes) for each in wanted]
    return FORMS[form](sheets, look, notes.words)


def _envelope(entries: tuple[Entry, ...], form: str, look: SheetStyle, *, has_move: bool) -> bytes:
    """The envelope of a sealed move, with the move inside where the arbiter says yes to it."""
    content = envelope_content(entries, form, look, has_move=has_move)
    if has_move and not _is_agreed(look.pack):
        click.echo(look.pack.phrase("envelope_not_printed").text)
        raise click.exceptions.Exit(NOT_PRINTED)
    return content


def _is_agreed(pack: VoicePack) -> bool:
    """Whether the arbiter says yes; the end of what is typed is a no."""
    click.echo(pack.phrase("envelope_ask").text)
    return typed_answer(sys.stdin.readline(), load_typed_words(pack.name)) is RequestName.YES


def _form_of(file: Path, asked: str | None) -> str:
    """What was asked for, else what the file's name ends with; envelopes have fewer forms."""
    suffix = file.suffix.lower().removeprefix(".")
    if asked == ENVELOPE:
        return suffix if suffix in ENVELOPES else DEFAULT_ENVELOPE
    return asked or (suffix if suffix in FORMS else DEFAULT_FORM)


def _write(content: bytes, file: Path, *, is_private: bool) -> None:
    if str(file) == "-":
        click.echo(content.decode(), nl=False)
    else:
        (write_private if is_private else write_whole)(file, content)


@click.command(cls=ToldCommand)
@click.argument("first")
@click.argument("second")
@click.option("--voices", default=REFERENCE, show_default=True)
@click.pass_context
def compare(context: click.Context, first: str, second: str, voices: str) -> None:
    """Compare two sheets: files, or games of the journal as 3, 3:white or 3:black."""
    pack = load_voice_pack(voices)
    sheets = sheet_named(first, pack), sheet_named(second, pack)
    divergence = comparison.compare(*sheets, letters=(pack.letters,))
    tell(comparison_words(divergence, *sheets, (first, second), pack))
    context.exit(0 if divergence is None else 1)


BACK = "-"


@click.command(cls=ToldCommand)
@click.argument("game", type=GAME_NUMBER)
@click.option("--as", "whose", type=click.Choice([Whose.WHITE.value, Whose.BLACK.value]), required=True)
@click.option("--sign", type=click.Choice([*RESULTS]))
@click.option("--voices", default=REFERENCE, show_default=True)
@sound_options
def complete(
    game: int,
    whose: str,
    sign: str | None,
    voices: str,
    sound: SoundOptions,
) -> None:
    """Read what is missing on the sheet of a player in the game with number GAME, pair by pair."""
    pack = load_voice_pack(voices)
    entries = entries_of(game, journal_file())
    sheets = {each: journal_sheet(entries, each, pack) for each in Whose}
    speaker = open_sound(pack, sound)
    try:
        _complete(game, entries, sheets, Whose(whose), pack, speaker)
        if sign is not None:
            command = SignResult(color=whose == Whose.WHITE.value, result=RESULTS[sign])
            tell(_carried_out(game, command, pack), speaker)
        speaker.drain()
    finally:
        speaker.close()


def _complete(
    game: int,
    entries: tuple[Entry, ...],
    sheets: dict[Whose, Sheet],
    whose: Whose,
    pack: VoicePack,
    speaker: Speaker,
) -> None:
    missing = tuple(_missing(sheets, whose))
    if not missing:
        tell([pack.phrase("gaps_none")], speaker)
        return
    pairs = [tuple(pair) for _, pair in groupby(missing, key=lambda line: line.number)]
    tell([pack.phrase("complete_from", number=missing[0].number, count=len(pairs))], speaker)
    is_heard = _dictate(pairs, pack, speaker)
    other = Whose.BLACK if whose is Whose.WHITE else Whose.WHITE
    if any(each.number == line.number for each in missing for line in _missing(sheets, other)):
        tell([pack.phrase("complete_by_record")], speaker)
    if is_heard and not replay(entry.event for entry in entries).is_over:
        tell([pack.phrase("complete_ask")], speaker)
        if typed_answer(sys.stdin.readline(), load_typed_words(pack.name)) is RequestName.YES:
            _carried_out(game, CompleteScoresheet(color=whose is Whose.WHITE), pack)
            tell([pack.phrase("gaps_none")], speaker)


def _carried_out(number: int, command: CompleteScoresheet | SignResult, pack: VoicePack) -> tuple[SpokenPart, ...]:
    """What the player does goes into the journal where the Laws allow it; what is told of it. Raises JournalError."""
    journal = Journal(journal_file())
    try:
        entries = journal.entries(number)
        game, at = replay(entry.event for entry in entries), entries[-1].at
        events = decide(game, command, at=at)
        if not any(isinstance(event, Refused) for event in events):
            journal.append(number, len(entries), events, at=at, wall=utc_now(), author=player(command.color))
    finally:
        journal.close()
    told, settings = list[SpokenPart](), NarrationSettings(pack=pack, volunteers=True)
    for event in events:
        before, game = game, evolve(game, event)
        told += [
            part
            for utterance in narrate(event, before=before, after=game, settings=settings)
            for part in utterance.parts
        ]
    return tuple(told)


def _missing(sheets: dict[Whose, Sheet], whose: Whose) -> Iterator[SheetPly]:
    """The lines of the record that are gaps on a sheet, or come after its end; not what is still to be answered."""
    sheet, record = sheets[whose].lines, sheets[Whose.RECORD]
    lines = record.lines
    if record.heading.ending is None and lines and lines[-1].color is not (whose is Whose.WHITE):
        lines = lines[:-1]
    for index, line in enumerate(lines):
        if index >= len(sheet) or sheet[index].is_gap:
            yield line


def _dictate(pairs: Sequence[tuple[SheetPly, ...]], pack: VoicePack, speaker: Speaker) -> bool:
    """All at once where nobody sits at a terminal; whether all were read."""
    is_asked = sys.stdin.isatty()
    at = 0
    while at < len(pairs):
        tell([_words(line, pack) for line in pairs[at]], speaker)
        at += 1
        if is_asked and at < len(pairs):
            answer = sys.stdin.readline()
            speaker.silence()
            if not answer:
                return False
            at = max(0, at - 2) if answer.strip() == BACK else at
    tell([pack.phrase("dictation_ends")], speaker)
    return True


def _words(line: SheetPly, pack: VoicePack) -> SpokenPart:
    color = pack.phrase(chess.COLOR_NAMES[line.color])
    assert line.move is not None and line.before is not None, "so the record has it"
    move = announce(line.before, line.move, pack, form=Form.FIDE)
    return pack.phrase("dictated", number=line.number, color=color, move=move)
