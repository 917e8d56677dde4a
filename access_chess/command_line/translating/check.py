"""What `access-chess voices check` tells of a pack: how much there is of it, what is wrong, what is worth knowing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from access_chess.command_line.translating.spoken_names import badly_said, nearest_names
from access_chess.edge.packs.clock_words import load_clock_words
from access_chess.edge.packs.dictionaries import NoDictionaryError, misspelt, words_of
from access_chess.edge.packs.gaps import FILES, clashing_words, keys_of_english, left_to_english
from access_chess.edge.packs.guides import load_guide, unlike_english
from access_chess.edge.packs.lexicons import (
    DEFAULT_LANGUAGES,
    language_names,
    load_examples,
    load_language,
    load_lexicon,
)
from access_chess.edge.packs.texts import WEB, load_help_texts, load_web_texts
from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import REFERENCE, VoicePackError, load_voice_pack
from access_chess.edge.sound.phones import NoPhonesError
from access_chess.listening.examples import misunderstood
from access_chess.listening.lexicon import LexiconError, sound_alikes_of
from access_chess.notation.clashes import clashes
from access_chess.speech.language.plurals import Counted, wrong_forms
from access_chess.speech.language.voice_pack import VoicePack, fallen_back

_FEW = 12  # so many keys are read out; of more, the first ones and how many there are


@dataclass(frozen=True, kw_only=True)
class Findings:
    """Sentences: what a pack has, what is wrong with it, and what is only worth knowing."""

    extent: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def examined(name: str) -> Findings:
    """All that can be told of a pack; of one that cannot be read, why."""
    try:
        pack = load_voice_pack(name)
        load_typed_words(name)
        load_clock_words(name)
        load_web_texts(name)
        load_help_texts(name)
        load_guide(name)
        if name in language_names():
            load_language(name)
    except (VoicePackError, LexiconError) as error:
        return Findings(faults=(str(error),))
    spelling, sound = _spelling(pack), _sound(pack)
    return Findings(
        extent=(_extent(pack), *spelling.extent, *sound.extent),
        faults=(*(fault for faults in _FAULTS for fault in faults(pack)), *spelling.faults, *sound.faults),
        notes=(*_words_that_sound_alike(pack), *spelling.notes, *sound.notes),
    )


def _extent(pack: VoicePack) -> str:
    had = {file: len(keys_of_english(file)) - len(left_to_english(pack.name, file)) for file in FILES}
    sentences = len(load_voice_pack(REFERENCE).phrases) - len(fallen_back(pack))
    heard = "understood" if pack.name in language_names() else "not understood"
    return (
        f"Sentences: {sentences}. Requests typed: {had['terminal.toml']}, at the clock: {had['clock.toml']}. "
        f"Texts of pages: {had['web.toml']}. Topics of the guide: {had['guide.toml']}. Spoken moves: {heard}."
    )


def _english(pack: VoicePack) -> Iterator[str]:
    """What is said in English, and what may be typed only in English; the keys as they stand in the files."""
    missing = {"phrases.toml": fallen_back(pack)} | {file: left_to_english(pack.name, file) for file in FILES}
    for file, keys in missing.items():
        if keys:
            yield f"{file}: {len(keys)} in English: {_some(keys)}."
    if topics := [topic for topic in unlike_english(pack.name) if f"{topic}.parts" not in missing["guide.toml"]]:
        yield f"guide.toml: other parts or slots than in English: {', '.join(topics)}."


def _some(keys: tuple[str, ...]) -> str:
    return ", ".join(keys) if len(keys) <= _FEW else f"{', '.join(keys[:_FEW])} and {len(keys) - _FEW} more"


def _ambiguous_names(pack: VoicePack) -> list[str]:
    return [f"The name {spelling!r} stands for more than one thing." for spelling in clashes(pack.names)]


def _words_of_two_requests(pack: VoicePack) -> list[str]:
    return [f"Typed, {words} means {' and '.join(keys)}." for words, keys in clashing_words(pack.name)]


def _misunderstood_examples(pack: VoicePack) -> list[str]:
    """What may be spoken must be understood as the pack's examples say, together with the languages always heard."""
    if pack.name not in language_names():
        return []
    try:
        lexicon = load_lexicon(tuple(dict.fromkeys((*DEFAULT_LANGUAGES, pack.name))))
    except LexiconError as error:
        return [str(error)]
    sentences = [misunderstood(example, lexicon) for example in load_examples(pack.name).get("example", [])]
    return [sentence for sentence in sentences if sentence is not None]


def _wrong_plurals(pack: VoicePack) -> Iterator[str]:
    durations = {unit: getattr(pack.durations, unit) for unit in ("hour", "minute", "second")}
    pages = load_web_texts(pack.name)
    english = left_to_english(pack.name, WEB)
    own = {key: counted for key, counted in pages.counted.items() if key not in english}
    for key, counted in {**pack.phrases, **own, **durations, "thousands": pack.numbers.thousands}.items():
        if isinstance(counted, Counted):
            lacking, unused = wrong_forms(counted, pack.numbers.language)
            if lacking:
                yield f"{key}: after a number the language also needs the form {', '.join(lacking)}."
            if unused:
                yield f"{key}: the language has no form {', '.join(unused)}."


def _spelling(pack: VoicePack) -> Findings:
    try:
        wrong = misspelt(pack.name)
    except NoDictionaryError as error:
        return Findings(notes=(f"The spelling was not looked at: {error}.",))
    faults = (f"In no dictionary, and not in words.toml: {', '.join(wrong)}.",) if wrong else ()
    count = len(words_of(pack.name))
    extent = (f"Different words: {count}, {len(wrong)} misspelt.",) if count else ()
    return Findings(extent=extent, faults=faults)


def _sound(pack: VoicePack) -> Findings:
    try:
        one, other, apart = nearest_names(pack)
        return Findings(
            extent=(f"The names that sound most alike: {one} and {other}, {apart:.0%} of their sounds differ.",),
            faults=tuple(badly_said(pack)),
        )
    except NoPhonesError as error:
        return Findings(notes=(f"How it sounds was not looked at: {error}.",))


def _words_that_sound_alike(pack: VoicePack) -> list[str]:
    """What may be spoken is told apart by its phones; letters bear their language behind a dot."""
    if pack.name not in language_names():
        return []
    pairs = sound_alikes_of(load_language(pack.name))
    return [f"Spoken, {_word(one)} and {_word(other)} sound alike." for one, other in pairs]


def _word(key: str) -> str:
    return key.partition(".")[0]


#: each looks at one pack and returns sentences
_FAULTS: tuple[Callable[[VoicePack], list[str] | Iterator[str]], ...] = (
    _english,
    _ambiguous_names,
    _words_of_two_requests,
    _misunderstood_examples,
    _wrong_plurals,
)
