"""What the search steps through: the first and the second half of each phone of each word.

A half is heard twice: by the network, which knows it by itself, and by the acoustic model, which knows it between its
neighbours. The model has three states a phone, two of which each half may be in.
"""

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from msgspec import Struct

from access_chess.listening.lexicon import Phones
from access_chess.recognition.context_states import ContextStates, States
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_graph import Links, Places
from access_chess.recognition.phone_network import SILENCE, PhoneNetwork
from access_chess.recognition.phone_search import steps_of

MODEL_WEIGHT = np.float32(
    0.25
)  # of the model's nats beside the network's: it takes each frame for news, and is too sure
_LEAST = np.float32(-60.0)  # nats behind the best half of any word: no frame settles a sentence


class Units(Struct, frozen=True, kw_only=True, dict=True):
    """All halves of the words of a lexicon.

    `columns` are theirs in the network's scores; `states` their two columns (× halves) among the `senones` of
    the model, whose phones are `codebooks`. `links` leads from a word to its halves, `loop` so from a bare phone that
    knows no neighbours; `silence` is the pause.
    """

    columns: Places
    states: Places
    senones: Places
    codebooks: Places
    links: Links
    loop: Links
    silence: int

    @cached_property
    def first_of_columns(self) -> Places:
        """A half for each of the network's columns, in their order."""
        return np.unique(self.columns, return_index=True)[1]

    def pronunciations(self, word: str) -> tuple[tuple[int, ...], ...]:
        """Each of a word's, as the network's columns of its halves."""
        return tuple(tuple(self.columns[list(halves)].tolist()) for halves in self.links[word])


#: How well each step of a sound fits each half of a phone, in nats: lanes × steps × halves. The lanes are for both that
#: hear, and for each alone.
Scores = Floats
LANES = 3
BOTH, MODEL, NETWORK = range(LANES)


def units(phones_of: Mapping[str, tuple[Phones, ...]], states: ContextStates, network: PhoneNetwork) -> Units:
    """The halves of all words, without pronunciations whose phones the network does not know."""
    places: dict[tuple[int, int, int], int] = {}
    first, middle, _ = states.of_silence()
    silence = places.setdefault((network.places[SILENCE][0], first, middle), len(places))

    def halves(phone: str, own: States) -> tuple[int, ...]:
        begins, middle, ends = own
        pairs = zip(network.places[phone], ((begins, middle), (middle, ends)), strict=True)
        return tuple(places.setdefault((column, *pair), len(places)) for column, pair in pairs)

    links = {
        word: tuple(
            tuple(place for phone, own in zip(phones, states.of(phones), strict=True) for place in halves(phone, own))
            for phones in sounds
            if all(phone in network.places for phone in phones)
        )
        for word, sounds in phones_of.items()
    }
    loop = {
        phone: (halves(phone, tuple(int(state) for state in states.alone[states.phones.index(phone)])),)
        for phone in network.phones
        if phone != SILENCE
    }
    pairs = np.array([(one, other) for _, one, other in places])
    senones, own = np.unique(pairs, return_inverse=True)
    order = np.argsort(states.codebooks[senones], kind="stable")  # the states of a phone are scored together
    senones, own = senones[order], np.argsort(order)[own]
    return Units(
        columns=np.array([column for column, *_ in places]),
        states=own.reshape(pairs.shape).T,
        senones=senones,
        codebooks=states.codebooks[senones],
        links=links,
        loop=loop,
        silence=silence,
    )


def scores_of(of: Units, heard: Floats, states: Floats) -> Scores:
    """From the network's scores of each frame, and those of the model for the `senones` of the units."""
    length = min(len(heard), len(states))
    halves = np.maximum(*(states[:length].take(own, 1) for own in of.states))
    halves = steps_of(np.maximum(halves - halves.max(1, keepdims=True), _LEAST))
    network = steps_of(heard[:length]).take(of.columns, 1)
    return np.stack([network + MODEL_WEIGHT * halves, halves, network])
