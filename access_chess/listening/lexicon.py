"""The words that may be said, in every language that is listened for, and how each of them sounds.

A language is a folder of `voices/` with `grammar.toml` (words and phrases) and `pronunciation.toml` (phones); this
module reads what is in those files, once parsed, into one value for all languages together.
"""

from collections.abc import Iterable, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Any, TypeVar

import chess
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from access_chess.phrased_error import DataFileError

Phones = tuple[str, ...]
Words = tuple[str, ...]
Key = TypeVar("Key")

_PIECES = {name: piece for piece, name in enumerate(chess.PIECE_NAMES) if name}
_VOWELS = frozenset(["AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW"])
_FOLDED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


class LexiconError(DataFileError):
    """A language's files contradict each other or the format; the message is one plain sentence."""


class Grammar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`grammar.toml` of a language: for each thing, the words or phrases that name it.

    `spellings` are other ways to write one of these words, which sound the same. `hearing` tells how many of its moves
    are understood at once, 0 to 1; nothing where people have been heard, too.
    """

    files: dict[str, list[str]] = {}
    letters: dict[str, list[str]] = {}
    ranks: dict[str, list[str]] = {}
    pieces: dict[str, list[str]] = {}
    plurals: dict[str, list[str]] = {}
    moves: dict[str, list[str]] = {}
    choices: dict[str, list[str]] = {}
    numbers: dict[str, list[str]] = {}
    lessons: dict[str, list[str]] = {}
    commands: dict[str, list[str]] = {}
    awaited: dict[str, list[str]] = {}
    questions: dict[str, str] = {}
    spellings: dict[str, str] = {}
    hearing: dict[str, float] = {}


class Pronunciation(msgspec.Struct, frozen=True):
    """`pronunciation.toml`: word → phones, several of them a word; letters apart, since "a" is a word as well."""

    words: dict[str, list[str]] = {}
    letters: dict[str, list[str]] = {}


class Language(Struct, frozen=True, kw_only=True):
    """One folder of `voices/`, as far as listening goes."""

    name: str
    grammar: Grammar
    pronunciation: Pronunciation


def language(name: str, grammar: Mapping[str, object], pronunciation: Mapping[str, object]) -> Language:
    """A language from its two files as `tomllib` reads them. Raises LexiconError in a sentence."""
    try:
        words = {word: phones for word, phones in pronunciation.items() if word != "letters"}
        return Language(
            name=name,
            grammar=msgspec.convert(grammar, Grammar),
            pronunciation=msgspec.convert({"words": words, "letters": pronunciation.get("letters", {})}, Pronunciation),
        )
    except msgspec.ValidationError as error:
        raise LexiconError(f"a file of the language does not have the expected form, {error}: {name!r}") from None


def folded(text: str) -> str:
    """The one spelling by which a word is known: lower case, without umlauts."""
    return text.lower().translate(_FOLDED)


def is_letter(word: str) -> bool:
    """Is it a letter of some language: "a.en"?"""
    return "." in word


def spoken(word: str) -> str:
    """A word as people write it: the letter "a.en" is an "a"."""
    return word.partition(".")[0] if is_letter(word) else word


class Lexicon(Struct, frozen=True, kw_only=True, eq=False):
    """All words of the languages listened for.

    `files`, `ranks` … map a file, a rank or a piece to the phrases (tuples of words) that name it. `letters` holds a
    language's letters with that language's ranks: the English "a" is the German "e", so they are never mixed.
    `phrases` are the small words of moves ("takes", "castle_kingside"), `commands` the sentences with their slots, and
    `awaited` those that are listened for only where a drill waits for what they say. `numbers` are those beyond ranks,
    `lessons` what those of the course are called, by their numbers.
    `phones` says how each word sounds; `either_or` joins the options of a question ("or"); `spellings` lead from how a
    word is also written to the word. `tongues`, where there are several, are lexicons of what is said in one sentence:
    nobody says the knight in German and its square in English.
    """

    files: Mapping[int, tuple[Words, ...]]
    ranks: Mapping[int, tuple[Words, ...]]
    letters: tuple[tuple[Mapping[int, tuple[Words, ...]], Mapping[int, tuple[Words, ...]]], ...]
    pieces: Mapping[chess.PieceType, tuple[Words, ...]]
    plurals: Mapping[chess.PieceType, tuple[Words, ...]]
    phrases: Mapping[str, tuple[Words, ...]]
    choices: Mapping[int, tuple[Words, ...]]
    numbers: Mapping[int, tuple[Words, ...]]
    lessons: Mapping[int, tuple[Words, ...]]
    commands: Mapping[str, tuple[Words, ...]]
    awaited: Mapping[str, tuple[Words, ...]]
    phones: Mapping[str, tuple[Phones, ...]]
    either_or: str
    spellings: Mapping[str, str]
    tongues: tuple["Lexicon", ...] = ()


def lexicon(languages: Iterable[Language]) -> Lexicon:
    """One lexicon of several languages. Raises LexiconError when a word has no pronunciation."""
    languages = tuple(languages)
    whole, spoken_apart = _together(languages), _tongues(languages)
    if len(spoken_apart) > 1:
        whole = replace(whole, tongues=tuple(_together(tongue) for tongue in spoken_apart))
    missing = sorted((words_of(whole) | _words_of_drills(whole)) - set(whole.phones))
    if missing:
        raise LexiconError(f"words have no pronunciation in any pronunciation.toml: {', '.join(missing)!r}")
    return whole


def _together(languages: tuple[Language, ...]) -> Lexicon:
    """Their words as those of one tongue."""
    grammars = [each.grammar for each in languages]
    return Lexicon(
        files=_merged([_by_file(grammar.files) for grammar in grammars]),
        ranks=_merged([_by_rank(grammar.ranks) for grammar in grammars]),
        letters=tuple(
            (_by_file(each.grammar.letters, mark=f".{each.name}"), _by_rank(each.grammar.ranks))
            for each in languages
            if each.grammar.letters
        ),
        pieces=_merged([_by_piece(grammar.pieces) for grammar in grammars]),
        plurals=_merged([_by_piece(grammar.plurals) for grammar in grammars]),
        phrases=_merged([_phrases(grammar.moves) for grammar in grammars]),
        choices=_merged([_by_number(grammar.choices) for grammar in grammars]),
        numbers=_merged([_by_number(grammar.numbers) for grammar in grammars]),
        lessons=_merged([_by_number(grammar.lessons) for grammar in grammars]),
        commands=_merged([_phrases(grammar.commands) for grammar in grammars]),
        awaited=_merged([_phrases(grammar.awaited) for grammar in grammars]),
        phones=_phones(languages),
        either_or=next((grammar.questions["or"] for grammar in grammars if "or" in grammar.questions), "/"),
        spellings={folded(also): folded(word) for grammar in grammars for also, word in grammar.spellings.items()},
    )


def _tongues(languages: tuple[Language, ...]) -> tuple[tuple[Language, ...], ...]:
    """The languages that are mixed within a sentence.

    A pack without commands, like that of FIDE's names, is nobody's tongue: it goes with the one whose pieces it names,
    and its files are said in all.
    """
    spoken_ones = [each for each in languages if each.grammar.commands]
    names = [each for each in languages if not each.grammar.commands]
    tongues = [(*(_beside(name, each) for name in names), each) for each in spoken_ones]
    alone = [name for name in names if not any(_names_alike(name, each) for each in spoken_ones)]
    return (*([tuple(alone)] if alone else []), *tongues)


def _beside(name: Language, tongue: Language) -> Language:
    """The pack of names as far as it is said in a tongue."""
    if _names_alike(name, tongue):
        return name
    return replace(name, grammar=Grammar(files=name.grammar.files, spellings=name.grammar.spellings))


def _names_alike(one: Language, other: Language) -> bool:
    """Are the pieces of the one named so in the other?"""
    pieces = [{folded(word) for words in each.grammar.pieces.values() for word in words} for each in (one, other)]
    return pieces[0] <= pieces[1]


def sound_alikes(words: Iterable[str], phones: Mapping[str, tuple[Phones, ...]]) -> tuple[tuple[str, str], ...]:
    """Pairs of words that cannot be told apart by ear: two of their pronunciations are the same phones."""
    return tuple(
        (one, other)
        for one, other in combinations(sorted(set(words)), 2)
        if set(phones.get(one, ())) & set(phones.get(other, ()))
    )


def far_apart(words: Iterable[str], phones: Mapping[str, tuple[Phones, ...]]) -> bool:
    """Can each of the words be told from the others even in noise? Half of their phones must differ, and words of one
    syllable must not rhyme: noise leaves the vowel ("zwei", "drei").
    """
    return all(
        distance(one, other) >= 0.5 and not _rhyme(one, other)
        for first, second in combinations(words, 2)
        for one in phones.get(first, ())
        for other in phones.get(second, ())
    )


def distance(one: Phones, other: Phones) -> float:
    """How differently two words sound: phones to change, leave out or add, over the longer length; 0 to 1."""
    row = list(range(len(other) + 1))
    for number, phone in enumerate(one, start=1):
        previous, row[0] = row[0], number
        for place, against in enumerate(other, start=1):
            cost = previous + (phone != against)
            previous, row[place] = row[place], min(cost, row[place] + 1, row[place - 1] + 1)
    return row[-1] / max(len(one), len(other), 1)


def _rhyme(one: Phones, other: Phones) -> bool:
    ends = [[number for number, phone in enumerate(phones) if phone in _VOWELS] for phones in (one, other)]
    return len(ends[0]) == len(ends[1]) == 1 and one[ends[0][0] :] == other[ends[1][0] :]


def sound_alikes_of(language: Language) -> tuple[tuple[str, str], ...]:
    """Words of one language that sound alike and stand in the same place: two files, two ranks, two pieces."""
    phones = _phones((language,))
    grammar = language.grammar
    letters = [f"{folded(word)}.{language.name}" for words in grammar.letters.values() for word in words]
    places = [[folded(word) for words in names.values() for word in words] for names in _places(grammar)]
    return tuple(pair for words in [letters, *places] for pair in sound_alikes(words, phones))


def _places(grammar: Grammar) -> tuple[dict[str, list[str]], ...]:
    return grammar.files, grammar.ranks, grammar.pieces, grammar.choices


def _merged(tables: list[dict[Key, tuple[Words, ...]]]) -> Mapping[Key, tuple[Words, ...]]:
    merged: dict[Key, dict[Words, None]] = {}
    for table in tables:
        for key, phrases in table.items():
            merged.setdefault(key, {}).update(dict.fromkeys(phrases))
    return MappingProxyType({key: tuple(phrases) for key, phrases in merged.items()})


def _by_file(names: dict[str, list[str]], *, mark: str = "") -> dict[int, tuple[Words, ...]]:
    return {chess.FILE_NAMES.index(file): _split(phrases, mark=mark) for file, phrases in names.items()}


def _by_rank(names: dict[str, list[str]]) -> dict[int, tuple[Words, ...]]:
    return {chess.RANK_NAMES.index(rank): _split(phrases) for rank, phrases in names.items()}


def _by_piece(names: dict[str, list[str]]) -> dict[int, tuple[Words, ...]]:
    return {_PIECES[piece]: _split(phrases) for piece, phrases in names.items()}


def _by_number(names: dict[str, list[str]]) -> dict[int, tuple[Words, ...]]:
    return {int(number): _split(phrases) for number, phrases in names.items()}


def _phrases(names: dict[str, list[str]]) -> dict[str, tuple[Words, ...]]:
    return {name: _split(phrases) for name, phrases in names.items()}


def _split(phrases: list[str], *, mark: str = "") -> tuple[Words, ...]:
    return tuple(tuple(word + mark for word in folded(phrase).split()) for phrase in phrases)


def _phones(languages: Iterable[Language]) -> Mapping[str, tuple[Phones, ...]]:
    known: dict[str, dict[Phones, None]] = {}
    for each in languages:
        letters = {f"{letter}.{each.name}": sounds for letter, sounds in each.pronunciation.letters.items()}
        for word, sounds in {**each.pronunciation.words, **letters}.items():
            known.setdefault(folded(word), {}).update(dict.fromkeys(tuple(sound.split()) for sound in sounds))
    return MappingProxyType({word: tuple(sounds) for word, sounds in known.items()})


def words_of(whole: Lexicon) -> set[str]:
    """All words of the lexicon, without the slots of commands, and without what only a drill waits for."""
    tables: list[Mapping[Any, tuple[Words, ...]]]
    tables = [whole.files, whole.ranks, whole.pieces, whole.plurals, whole.choices, whole.phrases, whole.commands]
    tables += [table for pair in whole.letters for table in pair]
    return _words_in(tables)


def _words_of_drills(whole: Lexicon) -> set[str]:
    return _words_in([whole.numbers, whole.lessons, whole.awaited])


def _words_in(tables: Iterable[Mapping[Any, tuple[Words, ...]]]) -> set[str]:
    phrases = [phrase for table in tables for names in table.values() for phrase in names]
    return {word for phrase in phrases for word in phrase if not word.startswith("{")}
