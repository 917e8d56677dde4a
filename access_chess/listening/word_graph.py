"""A graph of words: every sentence that may be said now, from its start to its end, and what each word means.

The recogniser searches the graph; the words it found are walked through it again, and the marks on the way are the
meaning. What may follow is stored once for each way to it, since pocketsphinx gives all arcs from a state the same
sound before them: words after a pause are kept apart from words after "to".
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property, partial
from typing import NamedTuple

import chess
from msgspec import Struct

from access_chess.listening.lexicon import Lexicon, Words, spoken
from access_chess.requests.names import RequestName

State = int
Names = Mapping[int, tuple[Words, ...]]  # of files or ranks, 0 to 7

START: State = 0
END: State = 1
FIRST_FREE: State = 2

# How readily people say a move so, against the plain "knight, felix, three" (chance 1). The recogniser weighs them
# with its language weight of 6.5: 0.2 is worth 10 nats of sound, a third of a clear word.
LETTER = 0.3  # letters are short and alike; names of files are what the Laws suggest
LINKING = 0.2  # "to", "takes" and the captured piece
LONG = 0.02  # "moves to", "zieht nach": rarely said, and long enough to swallow other words


class WordSlot(Enum):
    """What a word tells."""

    __hash__ = object.__hash__  # marks are known by it, thousands in each position, and Enum's own takes its time

    PIECE = auto()
    FROM_FILE = auto()
    FROM_RANK = auto()
    TAKES = auto()
    CAPTURED = auto()
    TO_FILE = auto()
    TO_RANK = auto()
    PROMOTION = auto()
    CASTLING = auto()  # True: kingside
    EN_PASSANT = auto()
    COMMAND = auto()
    ABOUT_FILE = auto()
    ABOUT_RANK = auto()
    ABOUT_PIECE = auto()
    ABOUT_HUNDREDS = auto()  # the hundreds of a number, as it is called: 1400
    ABOUT_NUMBER = auto()  # the rest of it


class SlotValue(NamedTuple):
    """A slot and its value: a file or rank 0 to 7, a piece type, a yes or no, a command."""

    slot: WordSlot
    value: int | RequestName


class Arc(NamedTuple):
    """From one state to another with one word; without a word (`None`) the step is silent.

    `chance` is how readily people say it so, 1 for the usual way: the recogniser weighs it against the sound.
    """

    source: State
    target: State
    chance: float
    word: str | None = None
    mark: SlotValue | None = None


class WordGraph(Struct, frozen=True, kw_only=True, dict=True):
    """Arcs between states 0 … `states` - 1; sentences lead from `START` to `END`."""

    arcs: tuple[Arc, ...]
    states: int

    def meanings(self, words: Words) -> tuple[frozenset[SlotValue], ...]:
        """The marks of every way to walk the words from start to end; empty when they are no sentence."""
        said = [spoken(word) for word in words]
        found: dict[frozenset[SlotValue], None] = {}

        def walk(state: State, position: int, marks: frozenset[SlotValue]) -> None:
            if state == END and position == len(said):
                found[marks] = None
            steps = [(arc, position) for arc in self._leaving.get((state, None), ())]
            if position < len(said):
                steps += [(arc, position + 1) for arc in self._leaving.get((state, said[position]), ())]
            for arc, after in steps:
                walk(arc.target, after, marks | {arc.mark} if arc.mark else marks)

        walk(START, 0, frozenset())
        return tuple(found)

    def examples(self) -> Iterator[Words]:
        """Sentences of the graph without end, each on the ways that those before it have gone least."""
        gone: Counter[Arc] = Counter()
        leaving: defaultdict[State, list[Arc]] = defaultdict(list)
        for arc in self.arcs:
            leaving[arc.source].append(arc)
        while leaving:
            state = START
            words: list[str] = []
            while state != END:
                arc = min(leaving[state], key=lambda each: (gone[each] + 1) / each.chance)
                gone[arc] += 1
                state = arc.target
                words += [arc.word] if arc.word else []
            yield tuple(words)

    @cached_property
    def _leaving(self) -> dict[tuple[State, str | None], list[Arc]]:
        """The arcs from each state by their word as people write it."""
        leaving: dict[tuple[State, str | None], list[Arc]] = {}
        for arc in self.arcs:
            leaving.setdefault((arc.source, arc.word and spoken(arc.word)), []).append(arc)
        return leaving


@dataclass
class GraphBuilder:
    """Collects the arcs of a graph; the only mutable value of the folder, and only while a graph is built."""

    lexicon: Lexicon
    letter: float = LETTER
    arcs: list[Arc] = field(default_factory=list)
    silent: dict[State, list[State]] = field(default_factory=dict)
    states: int = FIRST_FREE
    known: dict[Hashable, State] = field(default_factory=dict)

    def graph(self) -> WordGraph:
        """What was built. Silent steps in a row are one step too: pocketsphinx takes no second one without a pause."""
        silent = [Arc(source, target, 1.0) for source in self.silent for target in self._silently_reached(source)]
        return WordGraph(arcs=(*self.arcs, *silent), states=self.states)

    def _silently_reached(self, source: State) -> dict[State, None]:
        reached: dict[State, None] = {}
        ahead = list(self.silent[source])
        while ahead:
            target = ahead.pop()
            if target not in reached:
                reached[target] = None
                ahead += self.silent.get(target, ())
        return reached

    def state(self) -> State:
        """A new state."""
        self.states += 1
        return self.states - 1

    def shared(self, key: Hashable, build: Callable[[State], None]) -> State:
        """The state known by a key; when it is new, `build` adds what follows it."""
        if key not in self.known:
            self.known[key] = self.state()
            build(self.known[key])
        return self.known[key]

    def skip(self, source: State, target: State) -> None:
        """A silent step."""
        self.silent.setdefault(source, []).append(target)

    def phrases(
        self,
        source: State,
        target: State,
        phrases: tuple[Words, ...],
        mark: SlotValue | None = None,
        *,
        chance: float = 1.0,
    ) -> None:
        """Any of the phrases leads from source to target; their last word carries the mark."""
        for phrase in phrases:
            if len(phrase) > 1:
                self.arcs.append(Arc(source, self._rest(phrase[1:], target, mark, chance), 1.0, phrase[0]))
            else:
                self.arcs.append(Arc(source, target, chance, phrase[0], mark))

    def linking(self, source: State, target: State, name: str, mark: SlotValue | None = None) -> None:
        """The small words of a move: "to", "takes", "on", "promotes to"."""
        for phrase in self.lexicon.phrases.get(name, ()):
            self.phrases(source, target, (phrase,), mark, chance=LINKING if len(phrase) == 1 else LONG)

    def files(self, source: State, targets: Mapping[int, State], slot: WordSlot) -> None:
        """Any of the files leads to its own target."""
        for file, target in targets.items():
            mark = SlotValue(slot, file)
            self.phrases(source, target, self.lexicon.files.get(file, ()), mark, chance=LINKING)
            for letters, _ in self.lexicon.letters:
                self.phrases(source, target, letters.get(file, ()), mark, chance=LINKING * self.letter)

    def about_files(self, source: State, target: State) -> None:
        """Any of the files, by its name or its letter, as what a question is about."""
        for number, (file_names, _) in enumerate(self._vocabularies):
            chance = self.letter if number else 1.0
            for file, phrases in file_names.items():
                self.phrases(source, target, phrases, SlotValue(WordSlot.ABOUT_FILE, file), chance=chance)

    def squares(
        self, source: State, targets: Mapping[chess.Square, State], file_slot: WordSlot, rank_slot: WordSlot
    ) -> None:
        """Any of the squares, named by file and rank, leads to its own target."""
        by_file: dict[int, dict[int, State]] = {}
        for square, target in targets.items():
            by_file.setdefault(chess.square_file(square), {})[chess.square_rank(square)] = target
        for file, ranks in by_file.items():
            ends, mark = tuple(sorted(ranks.items())), SlotValue(file_slot, file)
            for number, (file_names, _) in enumerate(self._vocabularies):
                if file in file_names:
                    middle = self.shared((number, rank_slot, ends), partial(self._ranks, number, rank_slot, ends))
                    chance = self.letter if number else 1.0
                    self.phrases(source, middle, file_names[file], mark, chance=chance)

    @cached_property
    def _vocabularies(self) -> tuple[tuple[Names, Names], ...]:
        """Names of files with the ranks that may follow them: letters are followed by their own language's ranks."""
        return (self.lexicon.files, self.lexicon.ranks), *self.lexicon.letters

    def _ranks(self, vocabulary: int, slot: WordSlot, ranks: tuple[tuple[int, State], ...], source: State) -> None:
        names = self._vocabularies[vocabulary][1]
        for rank, target in ranks:
            self.phrases(source, target, names.get(rank, ()), SlotValue(slot, rank))

    def _rest(self, words: Words, target: State, mark: SlotValue | None, chance: float) -> State:
        """After the first word of a phrase; phrases that end alike share it."""
        return self.shared(
            (words, target, mark, chance), lambda state: self.phrases(state, target, (words,), mark, chance=chance)
        )
