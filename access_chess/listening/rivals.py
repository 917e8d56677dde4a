"""What else may have been said, legal or not: the sentences of the same form as a reading that say another thing, and
any other move to a square.

"Springer Gustav eins Felix drei" has for rivals every piece from every square to every square, but itself. How far they
stay behind tells how sure the reading is. They are in the tongue of the reading; where the names of its files are said
in other tongues as well, as FIDE's are, also in those: "Felix two" may be no move where "Felix fuenf" is one. And where
the king cannot go to it, "king David three" is no "David three".
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from access_chess.listening.lexicon import Lexicon, Words, words_of
from access_chess.listening.word_graph import END, FIRST_FREE, START, Arc, State, WordGraph

_SMALL = "small"  # the kind of "takes" and "to", which stand for nothing else
_FILES = frozenset({"file", "letter"})

Named = tuple[str, Hashable]  # a kind ("file", "rank", "piece") and which of them


class RivalWords(Struct, frozen=True):
    """What each word of a tongue may name; for each kind all names with their words; the names of castling to either
    side; and all words that are said in the tongue.
    """

    named: Mapping[str, tuple[Named, ...]]
    words: Mapping[str, Mapping[Hashable, tuple[str, ...]]]
    castlings: tuple[tuple[Words, ...], tuple[Words, ...]]
    said: frozenset[str]


def vocabularies(lexicon: Lexicon) -> tuple[RivalWords, ...]:
    """Of each tongue its own: nobody mixes them in a sentence."""
    return tuple(vocabulary(tongue) for tongue in lexicon.tongues or (lexicon,))


def vocabulary_of(sentence: Words, known: tuple[RivalWords, ...]) -> RivalWords:
    """That of the tongue in which the sentence was said; the first, where it fits none."""
    return next((each for each in known if each.said.issuperset(sentence)), known[0])


def vocabulary(lexicon: Lexicon) -> RivalWords:
    """The files, ranks, pieces, small words and castlings of a lexicon. Of a name of several words each stands for
    itself.
    """
    tables: list[tuple[str, Mapping[Any, tuple[Words, ...]]]] = [
        ("file", lexicon.files),
        *(("letter", letters) for letters, _ in lexicon.letters),
        ("rank", lexicon.ranks),
        ("piece", lexicon.pieces),
        (_SMALL, lexicon.phrases),
    ]
    said = frozenset(words_of(lexicon))
    named: dict[str, dict[Named, None]] = defaultdict(dict)
    words: dict[str, dict[Hashable, tuple[str, ...]]] = defaultdict(dict)
    for kind, table in tables:
        for value, names in table.items():
            single = tuple(phrase[0] for phrase in names if len(phrase) == 1)
            words[kind][value] = (*words[kind].get(value, ()), *single)
            for word in single:
                named[word][kind, value] = None
    for word in said.difference(named):
        named[word][_SMALL, word] = None
        words[_SMALL][word] = (word,)
    castlings = (lexicon.phrases.get("castle_kingside", ()), lexicon.phrases.get("castle_queenside", ()))
    return RivalWords(
        named={word: tuple(each) for word, each in named.items()}, words=dict(words), castlings=castlings, said=said
    )


def rivals(sentence: Words, known: tuple[RivalWords, ...]) -> WordGraph:
    """The graph of the rivals of a sentence; without arcs when none of its words names anything."""
    own = vocabulary_of(sentence, known)
    for side, castling in enumerate(own.castlings):
        if sentence in castling:
            return _phrases(own.castlings[1 - side])
    places = [own.named.get(word, ()) for word in sentence]
    files = {word for word, place in zip(sentence, places, strict=True) if any(kind in _FILES for kind, _ in place)}
    arcs: dict[Arc, None] = {}
    states = FIRST_FREE
    for each in known:
        if each is own or (files and each.said.issuperset(files) and _has_words(each, places)):
            arcs |= dict.fromkeys(_other_things(places, each, states))
            states += 2 * len(sentence)
    return WordGraph(arcs=tuple(arcs), states=states)


def moves_to_a_square(sentence: Words, known: tuple[RivalWords, ...]) -> WordGraph:
    """The graph of all moves that are named by a square, with a piece or without: in the tongue of the sentence, and by
    such names of files as it has. Without arcs if it names more than one square, or none.
    """
    own = vocabulary_of(sentence, known)
    kinds = [kind for word in sentence for kind, _ in own.named.get(word, ()) if kind in _FILES]
    if len(kinds) != 1:
        return WordGraph(arcs=(), states=FIRST_FREE)
    piece, to, file = range(FIRST_FREE, FIRST_FREE + 3)
    linking = [word for name in ("takes", "to") for word in own.words[_SMALL].get(name, ())]
    files, ranks, pieces = (_all(own.words[kind]) for kind in (kinds[0], "rank", "piece"))
    arcs = [*_steps(START, piece, pieces), *_steps(piece, to, linking), *_steps(file, END, ranks)]
    arcs += [arc for source in (START, piece, to) for arc in _steps(source, file, files)]
    return WordGraph(arcs=tuple(arcs), states=file + 1)


def _all(names: Mapping[Hashable, tuple[str, ...]]) -> Words:
    return tuple(word for words in names.values() for word in words)


def _has_words(vocabulary: RivalWords, places: Sequence[tuple[Named, ...]]) -> bool:
    return all(any(vocabulary.words.get(kind, {}).get(value) for kind, value in place) for place in places)


def _other_things(places: Sequence[tuple[Named, ...]], spoken_by: RivalWords, first: State) -> Iterator[Arc]:
    """What names the same kinds of things, and at least one other thing; by states that begin with `first`, two for
    each place: after the same things, and after another one.
    """
    last = len(places) - 1
    for place, named in enumerate(places):
        same, other = (START, None) if place == 0 else (first + 2 * place - 2, first + 2 * place - 1)
        same_after, other_after = first + 2 * place, END if place == last else first + 2 * place + 1
        for kind, value in named:
            names = spoken_by.words.get(kind, {})
            alike = names.get(value, ())
            unlike = (
                [] if kind == _SMALL else [word for each, words in names.items() if each != value for word in words]
            )
            yield from _steps(same, same_after, alike)
            yield from _steps(same, other_after, unlike)
            if other is not None:
                yield from _steps(other, other_after, (*alike, *unlike))


def _phrases(phrases: Sequence[Words]) -> WordGraph:
    """Each of the phrases, by states of its own."""
    arcs: list[Arc] = []
    states = FIRST_FREE
    for phrase in phrases:
        inner = range(states, states + len(phrase) - 1)
        arcs += [Arc(*step, 1.0, word) for step, word in zip(pairwise([START, *inner, END]), phrase, strict=True)]
        states += len(inner)
    return WordGraph(arcs=tuple(arcs), states=states)


def _steps(source: State, target: State, words: Iterable[str]) -> Iterator[Arc]:
    return (Arc(source, target, 1.0, word) for word in words)
