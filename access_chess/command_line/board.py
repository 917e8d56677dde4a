"""`access-chess board`: a live test of a sensor board, and the trial of every contact in turn, by ear."""

import queue
import sys
import threading
import time
from collections.abc import Iterable, Iterator

import click

from access_chess.board.contact_trial import ContactTrial, Skip
from access_chess.board.ports import EmulatedBoard, SensorBoard, SimulatedHand, move_hand
from access_chess.board.wire.reports import BoardReport, Quiet
from access_chess.command_line.options.talking import sound_options
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.conversation.board_notices import report_words, trial_words
from access_chess.edge.boards.in_process import START
from access_chess.edge.boards.registry import driver_of, open_board
from access_chess.edge.boards.serial_board import SerialBoard
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.session.announcer import Announcer
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import SpokenPart
from access_chess.wiring.sound import LAST_WORDS, SoundOptions, open_sound

EMULATOR = "emulator"
HAND_ENDS = 0.5  # seconds from the last typed command to the end: its report takes a fiftieth of that
CONNECTING = 0.02  # seconds between two looks whether the board is there; it takes about as long
SKIP = frozenset({"skip", "auslassen"})  # understood in every language, as they are told in one

#: reports, what the tester of contacts says, and None for the end
Inbox = queue.SimpleQueue[BoardReport | Skip | None]


@click.command(cls=ToldCommand)
@click.argument("port", required=False)
@click.option("--trial", is_flag=True)
@click.option("--number", type=click.IntRange(1, 65535))
@click.option("--give-number", type=click.IntRange(1, 65535))
@click.option("--voices", default=REFERENCE, show_default=True)
@sound_options
@click.pass_context
def board(
    context: click.Context,
    /,
    port: str | None,
    trial: bool,
    number: int | None,
    give_number: int | None,
    voices: str,
    sound: SoundOptions,
) -> None:
    """Test a sensor board: what is lifted, placed and pressed."""
    pack = load_voice_pack(voices)
    driver_of(EMULATOR if port is None else port)
    inbox: Inbox = queue.SimpleQueue()
    tested = _opened(port, number, inbox, pack, is_trial=trial)
    try:
        if give_number is not None:
            tested.give_number(give_number)
        if trial:
            context.exit(0 if _tried(tested, inbox, pack, sound) else 1)
        for entry in _entries(inbox):
            if not isinstance(entry, Skip):
                click.echo(report_words(entry, pack).text)
    except KeyboardInterrupt:
        click.echo("")
    finally:
        tested.close()


def _tried(tested: SensorBoard, inbox: Inbox, pack: VoicePack, sound: SoundOptions) -> bool:
    """The trial, aloud and in writing, in the tester's language."""
    speaker = open_sound(pack, sound)
    announcer = Announcer(speaker, NarrationSettings(pack=pack), screen=sys.stdout)
    try:
        announcer.reply(pack.phrase("trial_how"), None)
        trial = ContactTrial(tested, _entries(inbox), lambda notice: announcer.reply(trial_words(notice, pack), None))
        return trial.run()
    finally:
        speaker.drain(LAST_WORDS)
        speaker.close()


def _opened(port: str | None, number: int | None, inbox: Inbox, pack: VoicePack, *, is_trial: bool) -> SensorBoard:
    if port is None or number is not None:
        click.echo(_search(port, pack).text)
        opened: SensorBoard | EmulatedBoard = SerialBoard(inbox.put, port=port, number=number)
    else:
        if port != EMULATOR:
            click.echo(_search(port, pack).text)
        opened = open_board(port, inbox.put, START)
    board, hand = (opened.board, opened.hand) if isinstance(opened, EmulatedBoard) else (opened, None)
    if isinstance(opened, EmulatedBoard):
        why = opened.why_not_firmware
        click.echo((pack.phrase("test_no_firmware", why=why) if why else pack.phrase("test_real_firmware")).text)
    if hand is not None or is_trial:
        threading.Thread(target=_heed, args=(board, hand, sys.stdin, inbox, pack), daemon=True).start()
    return board


def _search(port: str | None, pack: VoicePack) -> SpokenPart:
    if port is None:
        return pack.phrase("test_search")
    return pack.phrase("test_search_at" if driver_of(port).is_there(port) else "test_no_port_yet", port=port)


def _heed(board: SensorBoard, hand: SimulatedHand | None, lines: Iterable[str], inbox: Inbox, pack: VoicePack) -> None:
    """Do what is typed, to its end, once the board is there; with the lines of an emulated hand all ends."""
    while not board.is_connected:
        time.sleep(CONNECTING)
    is_hand_done = False
    for line in lines:
        if line.strip().casefold() in SKIP:
            time.sleep(HAND_ENDS * is_hand_done)  # what the hand did before is reported before
            is_hand_done = False
            inbox.put(Skip())
        elif hand is not None:
            is_hand_done = True
            try:
                move_hand(hand, line.split())
            except ValueError:
                click.echo(pack.phrase("test_typed_wrong", typed=repr(line.strip())).text, err=True)
    if hand is not None:
        time.sleep(HAND_ENDS)
        inbox.put(None)


def _entries(inbox: Inbox) -> Iterator[BoardReport | Skip]:
    """Without the board's word that nothing else has happened."""
    while (entry := inbox.get()) is not None:
        if not isinstance(entry, Quiet):
            yield entry
