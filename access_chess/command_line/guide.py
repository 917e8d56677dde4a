"""`access-chess guide` and `laws`: the manual and the Laws of Chess by ear, in the user's language.

The manual is heard topic by topic; of the Laws, in the project's own words, an article, a word, what has changed.
"""

import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import click
from msgspec import Struct

from access_chess.command_line.options.defaults import is_language_guessed
from access_chess.command_line.options.errors import InputError, wrong
from access_chess.command_line.options.talking import sound_options
from access_chess.command_line.options.told import language_with_text, tell_aloud
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.conversation.guided import GuidePlace, GuideReader, LawsReader, dated
from access_chess.edge.packs.guides import load_guide
from access_chess.edge.packs.laws import has_laws, load_laws
from access_chess.edge.packs.typed_words import load_typed_words, told_words
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.edge.storage.places import write_whole
from access_chess.laws.editions import Edition
from access_chess.notation.braille import braille_code
from access_chess.phrased_error import not_written
from access_chess.scoresheets.braille_text import BrailleStyle, brf_prose
from access_chess.session.announcer import Announcer
from access_chess.speech.answers.laws import changes, laws_guide
from access_chess.speech.guide_text import Guide, as_document
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import SpokenPart
from access_chess.wiring.reading import read_by_lines
from access_chess.wiring.sound import SoundOptions, sound_to_the_end

WIDTH = 80  # of the lines of a text
_EDITIONS = click.Choice([edition.value for edition in Edition])
_BRAILLE = ".brf"


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
    if whole or sound.wav is not None:
        with ExitStack() as closing:
            speaker = sound_to_the_end(closing, pack, sound)
            tell_whole(reader, place, Announcer(speaker, NarrationSettings(pack=pack), screen=sys.stdout))
            speaker.drain()
    else:
        read_by_lines(reader, place, sound, load=_reader, names_language=is_language_guessed())


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


class _Asked(Struct, frozen=True, kw_only=True):
    """What is told first, where the reading begins, and of what the whole is."""

    told: tuple[SpokenPart, ...]
    place: GuidePlace
    guide: Guide


@click.command(cls=ToldCommand)
@click.argument("what", nargs=-1)
@click.option("--edition", type=_EDITIONS, default=Edition.FIDE_2009.value, show_default=True)
@click.option("--since", type=_EDITIONS)
@click.option("--whole", is_flag=True)
@click.option("--to", "file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--voices", default=REFERENCE, show_default=True)
@sound_options
def laws(
    what: tuple[str, ...],
    edition: str,
    since: str | None,
    whole: bool,
    file: Path | None,
    voices: str,
    sound: SoundOptions,
) -> None:
    """Hear the Laws of Chess."""
    language = language_with_text(voices, sound, has_text=has_laws(voices), offer="laws_not_here", refusal="laws_only")
    if language is None:
        return
    line, meant = dated(" ".join(what), Edition(edition))
    reader = _laws_reader(meant, language)
    if since is not None:
        tell_aloud(_changes(reader, line, Edition(since)), reader.pack, sound)
        return
    asked = _asked(reader, line)
    if file is not None:
        _write(asked.guide, reader.pack, file)
    elif whole or sound.wav is not None:
        parts = [part for topic in asked.guide for part in _topic_parts(reader, topic.name)]
        tell_aloud(parts if asked.place.topic is None or whole else asked.told, reader.pack, sound)
    else:
        load = partial(_laws_reader, reader.edition)
        read_by_lines(reader, asked.place, sound, load=load, names_language=is_language_guessed(), first=asked.told)


def _laws_reader(edition: Edition, voices: str) -> LawsReader:
    """The Laws in a language. Raises VoicePackError."""
    texts = load_laws(voices)
    return LawsReader(
        guide=laws_guide(texts, edition),
        pack=load_voice_pack(voices),
        words=load_typed_words(voices),
        typed=told_words(voices),
        texts=texts,
        edition=edition,
    )


def _asked(reader: LawsReader, line: str) -> _Asked:
    """What was asked for; without anything, all chapters. Raises InputError where there is nothing of the kind."""
    if not line:
        return _Asked(told=reader.told(GuidePlace()), place=GuidePlace(), guide=reader.guide[: reader.chapters])
    told, place = reader.asked(line)
    if place is None:
        raise _nothing(told)
    assert place.topic is not None
    return _Asked(told=told, place=place, guide=(reader.guide[place.topic],))


def _nothing(told: tuple[SpokenPart, ...]) -> InputError:
    return InputError(" ".join(part.text for part in told))


def _changes(reader: LawsReader, line: str, since: Edition) -> tuple[SpokenPart, ...]:
    """What differs since an edition, of all, of an article or of a word. Raises InputError where there is no such."""
    if not line:
        return changes(reader.texts, since, reader.edition)
    if not (rules := reader.meant(line)):
        raise _nothing(reader.asked(line)[0])
    return changes(reader.texts, since, reader.edition, rules)


def _topic_parts(reader: LawsReader, name: str) -> list[SpokenPart]:
    topic = next(place for place, each in enumerate(reader.guide) if each.name == name)
    count = len(reader.guide[topic].parts)
    return [said for part in range(count) for said in reader.told(GuidePlace(topic=topic, part=part))]


def _write(guide: Guide, pack: VoicePack, file: Path) -> None:
    try:
        write_whole(
            file, _braille(guide, pack) if file.suffix.lower() == _BRAILLE else as_document(guide, WIDTH).encode()
        )
    except OSError as error:
        raise not_written(error) from error


def _braille(guide: Guide, pack: VoicePack) -> bytes:
    """All of it in braille."""
    style = BrailleStyle(code=braille_code(pack.language, pack.letters))
    return brf_prose((text for topic in guide for text in (topic.title, *topic.parts)), style).encode()
