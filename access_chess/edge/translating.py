"""What `access-chess voices check` tells of a pack: how much there is of it, what is wrong, what is worth knowing;
whether the voice of the language says its words as they should be heard, by the sounds of espeak-ng. And how a pack
begins: the English files, in which everything is still to be said.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from pathlib import Path

import chess
from babel import Locale, UnknownLocaleError
from msgspec import Struct

from access_chess.edge.packs.cases import FILE as CASES
from access_chess.edge.packs.cases import has_cases, load_case_words, long_cases
from access_chess.edge.packs.clock_words import load_clock_words
from access_chess.edge.packs.dictionaries import NoDictionaryError, misspelt, unlisted_words, words_of
from access_chess.edge.packs.guides import FILE as GUIDE
from access_chess.edge.packs.guides import load_guide, unlike_english
from access_chess.edge.packs.laws import FILE as LAWS
from access_chess.edge.packs.laws import check_laws, has_laws, long_laws
from access_chess.edge.packs.lessons import FILE as LESSONS
from access_chess.edge.packs.lessons import load_lessons, long_sentences
from access_chess.edge.packs.lexicons import (
    DEFAULT_LANGUAGES,
    language_names,
    load_examples,
    load_language,
    load_lexicon,
)
from access_chess.edge.packs.texts import WEB, load_help_texts, load_web_texts
from access_chess.edge.packs.translated_from import (
    FILES,
    changed_since,
    clashing_words,
    keys_of_english,
    left_to_english,
)
from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import REFERENCE, VoicePackError, load_voice_pack
from access_chess.edge.sound.phones import NoPhonesError, is_spelled, is_switched, phones
from access_chess.listening.examples import misunderstood
from access_chess.listening.lexicon import LexiconError, distance, sound_alikes_of
from access_chess.notation.distinction import clashes
from access_chess.notation.spoken import Name
from access_chess.speech.language.durations import Counted, wrong_forms
from access_chess.speech.language.voice_pack import VoicePack, fallen_back, trouble_words

#: Two names are told apart when at least this part of their sounds differs; Albanian "shtatë" and "tetë" are 0.4 apart.
LEAST_APART = 0.33


def nearest_names(pack: VoicePack) -> tuple[str, str, float]:
    """The two files, ranks or pieces that sound most alike, and which part of their sounds differs, 0 to 1.

    Raises NoPhonesError.
    """
    return min(
        (
            (one.text, other.text, distance(_sounds(one, pack), _sounds(other, pack)))
            for names in (pack.names.files, pack.names.ranks, map(pack.names.pieces.of, chess.PIECE_TYPES))
            for one, other in combinations(names, 2)
        ),
        key=lambda pair: pair[2],
    )


def badly_said(pack: VoicePack) -> dict[str, tuple[str, ...]]:
    """The words of a pack, its names too, that a listener would stumble over, by the phrase that tells of them.

    Words that stand in `words.toml` are as they should be. Raises NoPhonesError.
    """
    doubtful = sorted(unlisted_words(pack.name))
    wrong = {
        "check_not_heard": tuple(word for word in doubtful if not phones(word, pack.language)),
        "check_spelled_out": tuple(word for word in doubtful if is_spelled(word, pack.language)),
        "check_other_voice": tuple(word for word in doubtful if is_switched(word, pack.language)),
    }
    return {phrase: words for phrase, words in wrong.items() if words}


def _sounds(name: Name, pack: VoicePack) -> tuple[str, ...]:
    return phones(name.spoken, pack.language)


_FEW = 12  # so many keys are read out; of more, the first ones and how many there are


class Findings(Struct, frozen=True, kw_only=True):
    """Sentences: what a pack has, what is wrong with it, and what is only worth knowing."""

    extent: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def examined(name: str, told: VoicePack) -> Findings:
    """All that can be told of a pack, in the language of `told`; of one that cannot be read, why."""
    try:
        pack = load_voice_pack(name)
        load_typed_words(name)
        load_clock_words(name)
        load_web_texts(name)
        load_help_texts(name)
        load_guide(name)
        load_lessons(name)
        if has_laws(name):
            check_laws(name)
        if has_cases(name):
            load_case_words(name)
        if name in language_names():
            load_language(name)
    except (VoicePackError, LexiconError) as error:
        return Findings(faults=(str(error),))
    spelling, sound = _spelling(pack, told), _sound(pack, told)
    return Findings(
        extent=(_extent(pack, told), *spelling.extent, *sound.extent),
        faults=(*(fault for faults in _FAULTS for fault in faults(pack, told)), *spelling.faults, *sound.faults),
        notes=(
            *_topics_in_english(pack, told),
            *_long(pack, told),
            *_words_that_sound_alike(pack, told),
            *spelling.notes,
            *sound.notes,
        ),
    )


def some(keys: Sequence[str], told: VoicePack) -> str:
    """Keys as they are read out."""
    listed = ", ".join(keys[:_FEW])
    return listed if len(keys) <= _FEW else told.phrase("check_more", keys=listed, number=str(len(keys) - _FEW)).text


def _extent(pack: VoicePack, told: VoicePack) -> str:
    had = {file: str(len(keys_of_english(file)) - len(left_to_english(pack.name, file))) for file in FILES}
    sentences = len(load_voice_pack(REFERENCE).phrases) - len(fallen_back(pack))
    extent = told.phrase(
        "check_extent", sentences=str(sentences), typed=had["terminal.toml"], clock=had["clock.toml"],
        pages=had["web.toml"], topics=had["guide.toml"],
    )  # fmt: skip
    heard = told.phrase("check_understood" if pack.name in language_names() else "check_not_understood")
    return f"{extent.text} {heard.text}"


def _english(pack: VoicePack, told: VoicePack) -> Iterator[str]:
    """What is said in English, and what may be typed only in English; the keys as they stand in the files."""
    missing = {"phrases.toml": fallen_back(pack)} | {file: left_to_english(pack.name, file) for file in FILES}
    for file, keys in missing.items():
        is_told = {LAWS: has_laws(pack.name), CASES: has_cases(pack.name)}.get(file, file not in (GUIDE, LESSONS))
        if keys and is_told:
            yield told.phrase("check_english", file=file, number=str(len(keys)), keys=some(keys, told)).text
    if topics := [topic for topic in unlike_english(pack.name) if f"{topic}.parts" not in missing[GUIDE]]:
        yield told.phrase("check_guide_unlike", keys=", ".join(topics)).text


def _topics_in_english(pack: VoicePack, told: VoicePack) -> Iterator[str]:
    """The topics of the guide and the lessons that are heard in English: a translator takes one after the other."""
    for file in (GUIDE, LESSONS):
        topics = [key.removesuffix(".title") for key in left_to_english(pack.name, file) if key.endswith(".title")]
        if topics:
            yield told.phrase("check_english", file=file, number=str(len(topics)), keys=", ".join(topics)).text
    for file, is_there in ((LAWS, has_laws(pack.name)), (CASES, has_cases(pack.name))):
        if not is_there:
            keys = keys_of_english(file)
            yield told.phrase("check_english", file=file, number=str(len(keys)), keys=some(keys, told)).text


def _long(pack: VoicePack, told: VoicePack) -> Iterator[str]:
    """Sentences of lessons, of the Laws and of cases that are too long for the ear."""
    found = {LESSONS: long_sentences(pack.name), LAWS: long_laws(pack.name), CASES: long_cases(pack.name)}
    for file, keys in found.items():
        if keys:
            yield told.phrase("check_long", file=file, number=str(len(keys)), keys=some(keys, told)).text


def _changed(pack: VoicePack, told: VoicePack) -> Iterator[str]:
    """What English says otherwise since it was translated."""
    for file, changed in groupby(changed_since(pack.name), lambda each: each[0]):
        keys = [key for _, key in changed]
        yield told.phrase("check_changed", file=file, number=str(len(keys)), keys=some(keys, told)).text


def _ambiguous_names(pack: VoicePack, told: VoicePack) -> Iterator[str]:
    for spelling in clashes(pack.names):
        yield told.phrase("check_ambiguous", name=spelling).text


def _words_of_two_requests(pack: VoicePack, told: VoicePack) -> Iterator[str]:
    for words, keys in clashing_words(pack.name):
        yield told.phrase("check_two_requests", words=words, keys=", ".join(keys)).text


def _misunderstood_examples(pack: VoicePack, told: VoicePack) -> Iterator[str]:
    """What may be spoken must be understood as the pack's examples say, together with the languages always heard."""
    if pack.name not in language_names():
        return
    try:
        lexicon = load_lexicon(tuple(dict.fromkeys((*DEFAULT_LANGUAGES, pack.name))))
    except LexiconError as error:
        yield str(error)
        return
    for example in load_examples(pack.name).get("example", []):
        try:
            wrong = misunderstood(example, lexicon)
        except ValueError as error:
            yield told.phrase("check_example_position", said=example["say"], error=str(error)).text
        else:
            if wrong is not None:
                expected, found = _meaning(wrong.expected), _meaning(wrong.found)
                yield told.phrase("check_example", said=wrong.said, expected=expected, found=found).text


def _meaning(meaning: Mapping[str, str]) -> str:
    return ", ".join(f"{key} {value}" for key, value in meaning.items()) or "–"


def _wrong_plurals(pack: VoicePack, told: VoicePack) -> Iterator[str]:
    durations = {unit: getattr(pack.durations, unit) for unit in ("hour", "minute", "second")}
    pages = load_web_texts(pack.name)
    english = left_to_english(pack.name, WEB)
    own = {key: counted for key, counted in pages.counted.items() if key not in english}
    for key, counted in {**pack.phrases, **own, **durations, "thousands": pack.numbers.thousands}.items():
        if isinstance(counted, Counted):
            lacking, unused = wrong_forms(counted, pack.numbers.language)
            if lacking:
                yield told.phrase("check_form_lacks", name=key, forms=", ".join(lacking)).text
            if unused:
                yield told.phrase("check_form_unused", name=key, forms=", ".join(unused)).text


def _spelling(pack: VoicePack, told: VoicePack) -> Findings:
    try:
        wrong = misspelt(pack.name)
    except NoDictionaryError as error:
        return Findings(notes=(trouble_words(error, told).text,))
    faults = (told.phrase("check_misspelt", words=", ".join(wrong)).text,) if wrong else ()
    count = len(words_of(pack.name))
    extent = (told.phrase("check_words", number=str(count), wrong=str(len(wrong))).text,) if count else ()
    return Findings(extent=extent, faults=faults)


def _sound(pack: VoicePack, told: VoicePack) -> Findings:
    try:
        one, other, apart = nearest_names(pack)
        unclear = badly_said(pack)
    except NoPhonesError as error:
        return Findings(notes=(told.phrase("check_unheard", error=str(error)).text,))
    nearest = told.phrase("check_nearest", one=one, other=other, percent=f"{apart:.0%}").text
    badly = [told.phrase(phrase, words=", ".join(words)).text for phrase, words in unclear.items()]
    if apart < LEAST_APART:
        badly.append(told.phrase("check_too_near", one=one, other=other).text)
    return Findings(extent=(nearest,), faults=tuple(badly))


def _words_that_sound_alike(pack: VoicePack, told: VoicePack) -> Iterator[str]:
    """What may be spoken is told apart by its phones; letters bear their language behind a dot."""
    if pack.name in language_names():
        for one, other in sound_alikes_of(load_language(pack.name)):
            yield told.phrase("check_alike", one=_word(one), other=_word(other)).text


def _word(key: str) -> str:
    return key.partition(".")[0]


#: each looks at one pack and returns sentences of the pack in which they are told
_FAULTS: tuple[Callable[[VoicePack, VoicePack], Iterator[str]], ...] = (
    _english,
    _changed,
    _ambiguous_names,
    _words_of_two_requests,
    _misunderstood_examples,
    _wrong_plurals,
)


MARK = "#~ "  # before each line that is still English; the translator takes the mark away

#: Tables that the program cannot do without: they are copied as they are, to be translated where they stand.
_NEEDED = {"terminal.toml": ("words", "answers"), "clock.toml": ("words",)}


def language_title(language: str) -> str | None:
    """What its speakers call a language (BCP 47); None where Unicode's list has none of that name."""
    try:
        return str(Locale.parse(language, sep="-").display_name)
    except (UnknownLocaleError, ValueError):
        return None


def write_new_pack(language: str, title: str, folder: Path) -> dict[str, int]:
    """Make the folder of a language among the packs: by the file, how many texts are to be translated.

    Raises FileExistsError where there is such a folder, OSError where it cannot be written.
    """
    (folder / language).mkdir()
    counts = {}
    for file in ("pack.toml", "phrases.toml", *FILES):
        text = (folder / REFERENCE / file).read_text(encoding="utf-8")
        if file == "pack.toml":
            written = _named(text, language, title)
            counts[file] = _marked(written, (), is_table=True)[1]
        else:
            written, counts[file] = _marked(text, _NEEDED.get(file, ()), is_table=file not in (GUIDE, LESSONS, LAWS))
        (folder / language / file).write_text(written, encoding="utf-8")
    return counts


def _named(text: str, language: str, title: str) -> str:
    """`pack.toml` with the language's own name; its words are English until they are changed."""
    text = text[text.index("title = ") :]  # what stands above it is about English
    text = re.sub(r"^title = .*$", f'title = "{title}"', text, count=1, flags=re.MULTILINE)
    return re.sub(r"^language = .*$", f'language = "{language}"', text, count=1, flags=re.MULTILINE)


def _marked(text: str, needed: tuple[str, ...], *, is_table: bool) -> tuple[str, int]:
    """A file with the mark before its entries, and how many there are; comments stay, and the names of
    tables, where these are not the guide's topics.
    """
    lines, table, count = [], "", 0
    for line in text.splitlines():
        if header := re.fullmatch(r"\[([\w.]+)\]", line):
            table = header[1]
        count += re.match(r'[\w"-][\w" -]*=', line) is not None
        is_header = header is not None and is_table
        is_text = bool(line) and not line.startswith("#") and not is_header and table not in needed
        lines.append(MARK + line if is_text else line)
    return "\n".join(lines) + "\n", count
