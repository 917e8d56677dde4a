"""When sound counts as said to the program: never its own voice, and only while somebody is meant to be heard."""

from datetime import timedelta
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

# The last of the own speech is still in the room, and in the sound card, when its end is told.
ECHO = timedelta(milliseconds=200)


class Activation(StrEnum):
    """How a player opens the microphone."""

    OPEN = "open"
    PUSH_TO_TALK = "push-to-talk"
    WAKE_WORD = "wake-word"


class Gate(Struct, frozen=True, kw_only=True):
    """Open or shut, and why. Instants are those of one monotonic clock, as `timedelta` since any origin."""

    activation: Activation
    held: bool = False
    speaking: bool = False
    spoke_until: timedelta | None = None

    def hears(self, start: timedelta) -> bool:
        """Does an utterance that began at `start` count? Not while the own voice sounds, nor just after."""
        return not self.is_own_voice(start) and (self.activation is not Activation.PUSH_TO_TALK or self.held)

    def is_own_voice(self, start: timedelta) -> bool:
        """Does the own voice sound, or its echo?"""
        return self.speaking or (self.spoke_until is not None and start < self.spoke_until + ECHO)


def pressed(gate: Gate, *, held: bool) -> Gate:
    """The key, button or clock lever that opens the microphone is held, or let go."""
    return replace(gate, held=held)


def speech_began(gate: Gate) -> Gate:
    """The program begins to speak."""
    return replace(gate, speaking=True)


def speech_ended(gate: Gate, *, at: timedelta) -> Gate:
    """The program is silent from this instant."""
    return replace(gate, speaking=False, spoke_until=at)
