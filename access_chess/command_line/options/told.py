"""What a command that is no game says: sentences on the screen, and aloud where there is sound."""

from collections.abc import Iterable

import click

from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.terminal.text import shown
from access_chess.speech.utterance import SpokenPart, Utterance


def tell(parts: Iterable[SpokenPart], speaker: Speaker | None = None) -> None:
    """One line each; a number in words that begins a sentence has a capital letter."""
    for part in parts:
        text = shown(part.text)
        click.echo(text[:1].upper() + text[1:])
        if speaker is not None:
            speaker.say(Utterance(parts=(part,)))
