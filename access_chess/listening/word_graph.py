"""A graph of words: every sentence that may be said now, from its start to its end, and what each word means.

The recogniser searches the graph; the words it found are walked through it again, and the marks on the way are the
meaning. Shared ends are stored once, so the graph of a position has some hundred arcs.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

import chess

from access_chess.listening.asked import CommandName
from access_chess.listening.lexicon import Lexicon, Words, spoken

State = int


START: State = 0
END: State = 1

# How readily people say a move so, against the plain "knight, felix, three" (chance 1). The recogniser weighs them
# with its language weight of 6.5: 0.2 is worth 10 nats of sound, a third of a clear word.
LETTER = 0.3  # letters are short and alike; names of files are what the Laws suggest
LINKING = 0.2  # "to", "takes" and the captured piece
LONG = 0.02  # "moves to", "zieht nach": rarely said, and long enough to swallow other words


class Slot(Enum):
    """What a word tells."""

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


@dataclass(frozen=True)
class Mark:
    """A slot and its value: a file or rank 0 to 7, a piece type, a yes or no, a command."""

    slot: Slot
    value: int | CommandName


@dataclass(frozen=True)
class Arc:
    """From one state to another with one word; without a word (`None`) the step is silent.

    `chance` is how readily people say it so, 1 for the usual way: the recogniser weighs it against the sound.
    """

    source: State
    target: State
    word: str | None
    mark: Mark | None = None
    chance: float = 1.0


@dataclass(frozen=True, kw_only=True)
class WordGraph:
    """Arcs between states 0 … `states` - 1; sentences lead from `START` to `END`."""

    arcs: tuple[Arc, ...]
    states: int

    def meanings(self, words: Words) -> tuple[frozenset[Mark], ...]:
        """The marks of every way to walk the words from start to end; empty when they are no sentence."""
        leaving: dict[State, list[Arc]] = {}
        for arc in self.arcs:
            leaving.setdefault(arc.source, []).append(arc)
        found: dict[frozenset[Mark], None] = {}

        def walk(state: State, position: int, marks: frozenset[Mark]) -> None:
            if state == END and position == len(words):
                found[marks] = None
            for arc in leaving.get(state, ()):
                after = marks | {arc.mark} if arc.mark else marks
                if arc.word is None:
                    walk(arc.target, position, after)
                elif position < len(words) and spoken(words[position]) == spoken(arc.word):
                    walk(arc.target, position + 1, after)

        walk(START, 0, frozenset())
        return tuple(found)


@dataclass
class GraphBuilder:
    """Collects the arcs of a graph; the only mutable value of the folder, and only while a graph is built."""

    lexicon: Lexicon
    letter: float = LETTER
    arcs: list[Arc] = field(default_factory=list)
    states: int = 2
    known: dict[Hashable, State] = field(default_factory=dict)

    def graph(self) -> WordGraph:
        """What was built."""
        return WordGraph(arcs=tuple(dict.fromkeys(self.arcs)), states=self.states)

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
        self.arcs.append(Arc(source, target, None))

    def phrases(
        self,
        source: State,
        target: State,
        phrases: tuple[Words, ...],
        mark: Mark | None = None,
        *,
        chance: float = 1.0,
    ) -> None:
        """Any of the phrases leads from source to target; their last word carries the mark."""
        for phrase in phrases:
            state = source
            for word in phrase[:-1]:
                state, before = self.state(), state
                self.arcs.append(Arc(before, state, word))
            self.arcs.append(Arc(state, target, phrase[-1], mark, chance))

    def squares(self, source: State, targets: Mapping[chess.Square, State], file_slot: Slot, rank_slot: Slot) -> None:
        """Any of the squares, named by file and rank, leads to its own target."""
        by_file: dict[int, dict[int, State]] = {}
        for square, target in targets.items():
            by_file.setdefault(chess.square_file(square), {})[chess.square_rank(square)] = target
        for file, ranks in by_file.items():
            names = [(self.lexicon.files, self.lexicon.ranks), *self.lexicon.letters]
            for number, (file_names, rank_names) in enumerate(names):
                if file not in file_names:
                    continue
                key = (number, rank_slot, tuple(sorted(ranks.items())))
                middle = self.shared(key, lambda state, r=ranks, n=rank_names: self._ranks(state, r, n, rank_slot))  # type: ignore[misc]
                chance = self.letter if number else 1.0
                self.phrases(source, middle, file_names[file], Mark(file_slot, file), chance=chance)

    def linking(self, source: State, target: State, name: str, mark: Mark | None = None) -> None:
        """The small words of a move: "to", "takes", "on", "promotes to"."""
        for phrase in self.lexicon.phrases.get(name, ()):
            self.phrases(source, target, (phrase,), mark, chance=LINKING if len(phrase) == 1 else LONG)

    def files(self, source: State, targets: Mapping[int, State], slot: Slot) -> None:
        """Any of the files leads to its own target."""
        for file, target in targets.items():
            self.phrases(source, target, self.lexicon.files.get(file, ()), Mark(slot, file), chance=LINKING)
            for letters, _ in self.lexicon.letters:
                self.phrases(source, target, letters.get(file, ()), Mark(slot, file), chance=LINKING * self.letter)

    def _ranks(
        self, source: State, targets: dict[int, State], names: Mapping[int, tuple[Words, ...]], slot: Slot
    ) -> None:
        for rank, target in targets.items():
            self.phrases(source, target, names.get(rank, ()), Mark(slot, rank))
