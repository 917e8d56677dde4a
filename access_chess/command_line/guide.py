"""`access-chess guide`: the manual by ear, topic by topic, in the user's language."""

import queue
import sys
from collections.abc import Callable
from contextlib import ExitStack

import click

from access_chess.command_line.options.errors import InputError, error_words, wrong
from access_chess.command_line.options.sound import LAST_WORDS, SoundOptions, open_sound, sound_options
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.conversation.guided import Place, Reader
from access_chess.edge.packs.guides import load_guide
from access_chess.edge.packs.typed_words import load_typed_words, told_words
from access_chess.edge.packs.voice_packs import DEFAULT, VoicePackError, load_voice_pack
from access_chess.edge.terminal.opening import kept_terminal, open_terminal
from access_chess.machine_clock import monotonic_clock
from access_chess.session.announcer import Announcer
from access_chess.session.ports import Entered
from access_chess.speech.telling.narration import NarrationSettings


@click.command(cls=ToldCommand)
@click.argument("topic", required=False)
@click.option("--whole", is_flag=True)
@click.option("--voices", default=DEFAULT, show_default=True)
@sound_options
def guide(
    topic: str | None,
    whole: bool,
    voices: str,
    sound: SoundOptions,
) -> None:
    """Hear how the program is used, topic by topic."""
    try:
        pack = load_voice_pack(voices)
        reader = Reader(guide=load_guide(voices), pack=pack, words=load_typed_words(voices), typed=told_words(voices))
    except VoicePackError as error:
        raise InputError(error_words(error)) from error
    place = _place(reader, topic)
    with ExitStack() as closing:
        speaker = open_sound(pack, sound)
        closing.callback(speaker.close)
        closing.callback(speaker.drain, None if sound.wav else LAST_WORDS)
        if whole or sound.wav is not None:
            _tell_whole(reader, place, Announcer(speaker, NarrationSettings(pack=pack), screen=sys.stdout))
            speaker.drain()
            return
        closing.enter_context(kept_terminal())
        entered: queue.SimpleQueue[Entered | None] = queue.SimpleQueue()
        terminal = open_terminal(entered.put, monotonic_clock, on_key=lambda: announcer.silence(None), is_by_line=True)
        closing.callback(terminal.close)
        announcer = Announcer(speaker, NarrationSettings(pack=pack), screen=terminal)
        _lead(reader, place, announcer, terminal.proceed, entered)


def _place(reader: Reader, topic: str | None) -> Place:
    """Where the reading begins. Raises InputError where the guide has no such topic."""
    if topic is None:
        return Place()
    number = reader.topic(topic)
    if number is None:
        there = "; ".join(f"{each.name}, {each.title}" for each in reader.guide)
        raise wrong("guide_no_topic", name=repr(topic), known=there)
    return Place(topic=number)


def _tell_whole(reader: Reader, place: Place, announcer: Announcer) -> None:
    """One topic to its end, or, from the list of topics, all of them."""
    here: Place | None = place if place.topic is not None else reader.after(place)
    while here is not None and place.topic in (None, here.topic):
        for part in reader.told(here):
            announcer.reply(part, None)
        here = reader.after(here)


def _lead(
    reader: Reader,
    place: Place,
    announcer: Announcer,
    proceed: Callable[[], None],
    entered: "queue.SimpleQueue[Entered | None]",
) -> None:
    """Tell this place, and then what each line asks for, until the reader leaves or there are no more lines."""
    here: Place | None = place
    told = reader.told(place)
    while here is not None:
        for part in told:
            announcer.reply(part, None)
        proceed()
        line = entered.get()
        if line is None:
            return
        told, here = reader.answered(line.text, here)
