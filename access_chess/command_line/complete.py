"""`access-chess complete`: the moves that are missing on a player's scoresheet are read aloud (8.5)."""

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby

import chess
import click

from access_chess.command_line.export import entries_of, journal_sheet
from access_chess.command_line.options.sound import SoundOptions, open_sound, sound_options
from access_chess.command_line.options.told import tell
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.command_line.replay import GAME_NUMBER
from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import journal_file
from access_chess.laws.commands import CompleteScoresheet, SignResult, player
from access_chess.laws.decide import decide
from access_chess.laws.events import Refused
from access_chess.laws.evolve import evolve, replay
from access_chess.machine_clock import utc_now
from access_chess.requests.names import RequestName
from access_chess.requests.slots import RESULTS
from access_chess.requests.typed_line import typed_answer
from access_chess.scoresheets.sheet import Sheet, SheetPly, Whose
from access_chess.session.ports import Entry
from access_chess.speech.announcement import Form, announce
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import narrate
from access_chess.speech.utterance import SpokenPart

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
    entries = entries_of(game)
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
