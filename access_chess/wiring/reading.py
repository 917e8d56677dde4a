"""Reads a guide aloud, as the lines ask that are typed: the manual, or the Laws."""

import queue
from collections.abc import Callable
from contextlib import ExitStack

from access_chess.conversation.guided import GuidePlace, GuideReader
from access_chess.edge.terminal.opening import kept_terminal, open_terminal
from access_chess.machine_clock import monotonic_clock
from access_chess.requests.names import RequestName
from access_chess.requests.slots import split_phrase
from access_chess.session.announcer import Announcer
from access_chess.session.ports import Entered
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import SpokenPart
from access_chess.wiring.language import LanguageChoice
from access_chess.wiring.sound import SoundOptions, sound_to_the_end


def read_by_lines(
    reader: GuideReader,
    place: GuidePlace,
    sound: SoundOptions,
    *,
    load: Callable[[str], GuideReader],
    names_language: bool,
    first: tuple[SpokenPart, ...] = (),
) -> None:
    """Tell this place, or what is to be told `first`, and then what each line asks for, until the reader leaves or
    there are no more lines. `load` brings the reader in another language; if it `names_language`, it is told once which
    this is. Raises PhrasedError.
    """
    with ExitStack() as closing:
        speaker = sound_to_the_end(closing, reader.pack, sound)
        closing.enter_context(kept_terminal())
        entered: queue.SimpleQueue[Entered | None] = queue.SimpleQueue()
        terminal = open_terminal(entered.put, monotonic_clock, on_key=lambda: announcer.silence(None), is_by_line=True)
        closing.callback(terminal.close)
        announcer = Announcer(speaker, NarrationSettings(pack=reader.pack), screen=terminal)
        choice = LanguageChoice(announcer, reader.pack)
        if names_language:
            choice.tell()
        here: GuidePlace | None = place
        told = first or reader.told(place)
        while here is not None:
            for part in told:
                announcer.reply(part, None)
            terminal.proceed()
            line = entered.get()
            if line is None:
                return
            name, words = split_phrase(line.text, reader.words.commands)
            if name is RequestName.LANGUAGE:
                reader = choice.change(words, load) or reader
                told = reader.told(here)
            else:
                told, here = reader.answered(line.text, here)
