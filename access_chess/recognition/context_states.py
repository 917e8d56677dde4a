"""Which states of the acoustic model a phone has between its neighbours: the "e" after "b" is not that after "s".

They stand in the model's binary definition (`bin_mdef.c` of pocketsphinx): phones alone first, then each phone with its
left and right neighbour and its place in the word.
"""

import struct
from typing import TypeVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from access_chess.listening.lexicon import Phones
from access_chess.recognition.adaptation.acoustic_model import ModelError
from access_chess.recognition.phone_network import SILENCE

Number = TypeVar("Number", int, NDArray[np.int64])
States = tuple[int, ...]  # the senones of a phone, from its beginning to its end

_INSIDE, _FIRST, _LAST, _SINGLE = range(4)  # where in a word a phone stands, as the file counts it
_BITS = 6  # a phone's number; there are 42
_ENTRY = np.dtype(
    [("states", "<i4"), ("matrix", "<i4"), ("place", "u1"), ("phone", "u1"), ("left", "u1"), ("right", "u1")]
)


class ContextStates(Struct, frozen=True, kw_only=True):
    """`keys` are place, phone, left and right neighbour in one number, in rising order, with the states of each.

    `alone` are the states of each phone without neighbours; `codebooks` tells the phone of each senone.
    """

    phones: tuple[str, ...]
    keys: NDArray[np.int64]
    states: NDArray[np.int64]
    alone: NDArray[np.int64]
    codebooks: NDArray[np.int64]

    def of(self, word: Phones) -> tuple[States, ...]:
        """The states of each phone of a word with silence around it. Raises ValueError for a phone it has not."""
        numbers = [self.phones.index(phone) for phone in (SILENCE, *word, SILENCE)]
        around = zip(numbers, numbers[1:], numbers[2:], strict=False)
        return tuple(
            self._between(left, phone, right, _place(place, len(word)))
            for place, (left, phone, right) in enumerate(around)
        )

    def of_silence(self) -> States:
        """The states of a pause."""
        return tuple(int(state) for state in self.alone[self.phones.index(SILENCE)])

    def _between(self, left: int, phone: int, right: int, place: int) -> States:
        """At its place in the word, else at another one, else alone: rare neighbours have no states of their own."""
        for where in (place, _INSIDE, _FIRST, _LAST, _SINGLE):
            found = int(np.searchsorted(self.keys, _key(where, phone, left, right)))
            if found < len(self.keys) and self.keys[found] == _key(where, phone, left, right):
                return tuple(int(state) for state in self.states[found])
        return tuple(int(state) for state in self.alone[phone])


def context_states(definition: bytes) -> ContextStates:
    """From the file `mdef`. Raises ModelError."""
    try:
        return _read(definition)
    except (struct.error, ValueError, IndexError) as error:
        raise ModelError(f"the definition of the acoustic model cannot be read: {error}") from error


def _read(definition: bytes) -> ContextStates:
    """Ten counts, the phones' names up to a multiple of four bytes, a tree that is not needed here, an entry for each
    phone, and the sequences of states that the entries point to.
    """
    (length,) = struct.unpack_from("<i", definition, 8)
    start = 12 + length
    alone, phones, emitting, _, senones, _, sequences, _, tree, _ = struct.unpack_from("<10i", definition, start)
    names = definition[start + 40 :].split(b"\0", alone)[:alone]
    named = sum(len(name) + 1 for name in names)
    place = start + 40 + (named + 3) // 4 * 4 + 8 * tree
    entries = np.frombuffer(definition, _ENTRY, phones, place)
    place += _ENTRY.itemsize * phones + 4  # a count of the states stands between
    states = np.frombuffer(definition, "<u2", sequences * emitting, place).reshape(sequences, emitting).astype(np.int64)
    among = entries[alone:]
    keys = _key(*(among[name].astype(np.int64) for name in ("place", "phone", "left", "right")))
    order = np.argsort(keys, kind="stable")
    codebooks = np.full(senones, -1)
    codebooks[states[among["states"]]] = among["phone"].astype(np.int64)[:, None]
    codebooks[states[entries["states"][:alone]]] = np.arange(alone)[:, None]
    return ContextStates(
        phones=tuple(name.decode("ascii") for name in names),
        keys=keys[order],
        states=states[among["states"]][order],
        alone=states[entries["states"][:alone]],
        codebooks=codebooks,
    )


def _key(place: Number, phone: Number, left: Number, right: Number) -> Number:
    return ((place << _BITS | phone) << _BITS | left) << _BITS | right


def _place(number: int, length: int) -> int:
    if length == 1:
        return _SINGLE
    return _FIRST if number == 0 else _LAST if number == length - 1 else _INSIDE
