"""`access-chess guide`: the manual by ear, topic by topic, in the user's language."""

import queue
import sys
from collections.abc import Callable
from contextlib import ExitStack

import click

from access_chess.command_line.options.defaults import is_language_guessed
from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.talking import sound_options
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.conversation.guided import GuidePlace, GuideReader
from access_chess.edge.packs.guides import load_guide
from access_chess.edge.packs.typed_words import load_typed_words, told_words
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.edge.terminal.opening import kept_terminal, open_terminal
from access_chess.machine_clock import monotonic_clock
from access_chess.requests.names import RequestName
from access_chess.requests.slots import split_phrase
from access_chess.session.announcer import Announcer
from access_chess.session.ports import Entered
from access_chess.speech.guide_text import as_document
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import SpokenPart
from access_chess.wiring.language import LanguageChoice
from access_chess.wiring.sound import LAST_WORDS, SoundOptions, open_sound

WIDTH = 80  # of the lines of a text


@click.command(cls=ToldCommand)
@click.argument("topic", required=False)
@click.option("--whole", is_flag=True)
@click.option("--text", "as_text", is_flag=True)
@click.option("--voices", default=REFERENCE, show_default=True)
@sound_options
def guide(
    topic: str | None,
    whole: bool,
    as_text: bool,
    voices: str,
    sound: SoundOptions,
) -> None:
    """Hear how the program is used, topic by topic."""
    reader = _reader(voices)
    place, pack = _place(reader, topic), reader.pack
    if as_text:
        told = reader.guide if place.topic is None else reader.guide[place.topic : place.topic + 1]
        click.echo(as_document(told, WIDTH), nl=False)
        return
    with ExitStack() as closing:
        speaker = open_sound(pack, sound)
        closing.callback(speaker.close)
        closing.callback(speaker.drain, None if sound.wav else LAST_WORDS)
        if whole or sound.wav is not None:
            tell_whole(reader, place, Announcer(speaker, NarrationSettings(pack=pack), screen=sys.stdout))
            speaker.drain()
            return
        closing.enter_context(kept_terminal())
        entered: queue.SimpleQueue[Entered | None] = queue.SimpleQueue()
        terminal = open_terminal(entered.put, monotonic_clock, on_key=lambda: announcer.silence(None), is_by_line=True)
        closing.callback(terminal.close)
        announcer = Announcer(speaker, NarrationSettings(pack=pack), screen=terminal)
        choice = LanguageChoice(announcer, pack)
        if is_language_guessed():
            choice.tell()
        lead(reader, place, announcer, choice, terminal.proceed, entered, load=_reader)


def _reader(voices: str) -> GuideReader:
    """The guide in a language. Raises VoicePackError."""
    return GuideReader(
        guide=load_guide(voices), pack=load_voice_pack(voices), words=load_typed_words(voices), typed=told_words(voices)
    )


def _place(reader: GuideReader, topic: str | None) -> GuidePlace:
    """Where the reading begins. Raises InputError where the guide has no such topic."""
    if topic is None:
        return GuidePlace()
    number = reader.topic(topic)
    if number is None:
        there = "; ".join(f"{each.name}, {each.title}" for each in reader.guide)
        raise wrong("guide_no_topic", name=repr(topic), known=there)
    return GuidePlace(topic=number)


def tell_whole(reader: GuideReader, place: GuidePlace, announcer: Announcer) -> None:
    """One topic to its end, or, from the list of topics, all of them."""
    here: GuidePlace | None = place if place.topic is not None else reader.after(place)
    while here is not None and place.topic in (None, here.topic):
        for part in reader.told(here):
            announcer.reply(part, None)
        here = reader.after(here)


def lead(
    reader: GuideReader,
    place: GuidePlace,
    announcer: Announcer,
    choice: LanguageChoice,
    proceed: Callable[[], None],
    entered: "queue.SimpleQueue[Entered | None]",
    *,
    load: Callable[[str], GuideReader],
    first: tuple[SpokenPart, ...] = (),
) -> None:
    """Tell this place, or what is to be told `first`, and then what each line asks for, until the reader leaves or
    there are no more lines. `load` brings the reader in another language.
    """
    here: GuidePlace | None = place
    told = first or reader.told(place)
    while here is not None:
        for part in told:
            announcer.reply(part, None)
        proceed()
        line = entered.get()
        if line is None:
            return
        name, words = split_phrase(line.text, reader.words.commands)
        if name is RequestName.LANGUAGE:
            reader = choice.change(words, load) or reader
            told = reader.told(here)
        else:
            told, here = reader.answered(line.text, here)
