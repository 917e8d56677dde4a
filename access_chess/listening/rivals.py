"""What else may have been said: the sentences of the same form as a reading that say another thing, legal or not.

"Springer Gustav eins Felix drei" has for rivals every piece from every square to every square, in the words of all
languages that are listened for, but itself. How far they stay behind tells how sure the reading is.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from access_chess.listening.lexicon import Lexicon, Words, words_of
from access_chess.listening.word_graph import END, START, Arc, WordGraph


@dataclass(frozen=True)
class Vocabulary:
    """For each word that names something: its kind ("file", a language's letters, …) and what it names; for each kind
    all names with their words; the names of castling to either side; and all words that are said in the tongue.
    """

    kinds: Mapping[str, tuple[tuple[str, Hashable], ...]]
    words: Mapping[str, Mapping[Hashable, tuple[str, ...]]]
    castlings: tuple[tuple[Words, ...], tuple[Words, ...]]
    said: frozenset[str]


def vocabularies(lexicon: Lexicon) -> tuple[Vocabulary, ...]:
    """Of each tongue its own: who speaks German has no English rivals."""
    return tuple(vocabulary(tongue) for tongue in lexicon.tongues or (lexicon,))


def vocabulary_of(sentence: Words, known: tuple[Vocabulary, ...]) -> Vocabulary:
    """That of the tongue in which the sentence was said; the first, where it fits none."""
    return next((each for each in known if each.said.issuperset(sentence)), known[0])


def vocabulary(lexicon: Lexicon) -> Vocabulary:
    """The files, letters, ranks, pieces and castlings of a lexicon. Names of several words are left out."""
    tables: list[tuple[str, Mapping[int, tuple[Words, ...]]]] = [
        ("file", lexicon.files),
        ("rank", lexicon.ranks),
        ("piece", lexicon.pieces),
        *((f"letter {number}", letters) for number, (letters, _) in enumerate(lexicon.letters)),
    ]
    kinds: dict[str, list[tuple[str, Hashable]]] = defaultdict(list)
    words: dict[str, dict[Hashable, tuple[str, ...]]] = {}
    for kind, table in tables:
        words[kind] = {value: _single(names) for value, names in table.items()}
        for value, names in words[kind].items():
            for word in names:
                kinds[word].append((kind, value))
    said = frozenset(words_of(lexicon))
    castlings = (lexicon.phrases.get("castle_kingside", ()), lexicon.phrases.get("castle_queenside", ()))
    return Vocabulary(
        kinds={word: tuple(named) for word, named in kinds.items()}, words=words, castlings=castlings, said=said
    )


def _single(names: tuple[Words, ...]) -> tuple[str, ...]:
    return tuple(phrase[0] for phrase in names if len(phrase) == 1)


def rivals(sentence: Words, known: Vocabulary) -> WordGraph:
    """The graph of the rivals of a sentence; without arcs when none of its words names anything."""
    for castling, others in zip(known.castlings, reversed(known.castlings), strict=True):
        if sentence in castling:
            return _phrases(others)
    arcs: dict[Arc, None] = {}
    length = len(sentence)
    for place, word in enumerate(sentence):
        same, other = (START if place == 0 else 2 * place), 2 * place + 1
        same_after, other_after = 2 * place + 2, END if place == length - 1 else 2 * place + 3
        if word not in known.kinds:
            arcs |= _steps([(same, same_after), (other, other_after)] if place else [(same, same_after)], (word,))
        for kind, value in known.kinds.get(word, ()):
            for named, words in known.words[kind].items():
                arcs |= _steps([(same, same_after if named == value else other_after)], words)
                arcs |= _steps([(other, other_after)] if place else [], words)
    return WordGraph(arcs=tuple(arcs), states=2 * length + 2)


def _phrases(phrases: tuple[Words, ...]) -> WordGraph:
    """Each of the phrases, by states of its own."""
    arcs: list[Arc] = []
    states = 2
    for phrase in phrases:
        inner = range(states, states + len(phrase) - 1)
        arcs += [Arc(*step, 1.0, word) for step, word in zip(pairwise([START, *inner, END]), phrase, strict=True)]
        states += len(inner)
    return WordGraph(arcs=tuple(arcs), states=states)


def _steps(steps: Iterable[tuple[int, int]], words: Words) -> dict[Arc, None]:
    return dict.fromkeys(Arc(source, target, 1.0, word) for source, target in steps for word in words)
