"""One thing said, as values: what is read, what the voice gets, how urgent it is and whose ear it is for."""

from enum import Enum, IntEnum, auto

from msgspec import Struct

SLOWEST, NORMAL_RATE, FASTEST = 80, 180, 900  # words a minute of a voice


class Priority(IntEnum):
    """When an utterance is said, relative to others; a smaller number goes first."""

    NOW = 0  # interrupts what is being said, which is said again afterwards
    NEXT = 1  # before all that waits, after what is being said
    NORMAL = 2  # in its turn


class Channel(Enum):
    """Whose ear an utterance is for (E.2.9.d: what one player may ask for, the other need not hear)."""

    WHITE = auto()
    BLACK = auto()
    ROOM = auto()  # both players and everyone else


class VoiceRole(Enum):
    """Who seems to speak, so that the ear knows without a word whose move it was."""

    OWN = auto()
    OPPONENT = auto()
    CLOCK = auto()
    ARBITER = auto()


class Earcon(Enum):
    """A short sound with a meaning, heard before the words; it never stands for words that are not there."""

    MOVE = auto()
    CAPTURE = auto()
    CHECK = auto()
    REFUSED = auto()
    EDGE = auto()
    PRESS = auto()
    LOW_TIME = auto()
    GAME_OVER = auto()
    LISTENING = auto()
    UNDERSTOOD = auto()
    NOT_UNDERSTOOD = auto()


class SpokenPart(Struct, frozen=True, kw_only=True):
    """A stretch of an utterance in one language.

    `text` is what is read (screen, braille, transcript), `spoken` the words for the voice: "Laeufer" and "Läufer".
    `language` is a BCP 47 tag such as `de` or `en-gb`, the language whose voice says `spoken` rightly. `instead` is the
    same in the language that a voice pack falls back to for sentences which it does not have: a sentence is said in one
    language, with all that is in it.
    """

    text: str
    spoken: str
    language: str
    instead: "SpokenPart | None" = None


class Sound(Struct, frozen=True):
    """Something heard that is no word: signed 16-bit samples for the left and the right ear, 22,050 a second."""

    left: bytes
    right: bytes

    def __repr__(self) -> str:
        return f"Sound({len(self.left)} bytes to the left)"


class Utterance(Struct, frozen=True, kw_only=True):
    """One thing said, whole; its parts follow each other with a blank between.

    `event` is the journal's number of the event that it tells of: two utterances of one event with the same text to
    the same ears are one, and the second is not said. None for what a person asked for, which is said each time.
    `shown` is what stands on a screen that others read as well, where the words are for one player only.
    `sound` is heard before the words. `pace` is a factor on the listener's rate. `is_reading`: what is cut of it can be
    gone on with.
    """

    parts: tuple[SpokenPart, ...]
    priority: Priority = Priority.NORMAL
    channel: Channel = Channel.ROOM
    role: VoiceRole = VoiceRole.ARBITER
    earcon: Earcon | None = None
    sound: Sound | None = None
    event: int | None = None
    shown: SpokenPart | None = None
    pace: float = 1.0
    is_reading: bool = False

    @property
    def text(self) -> str:
        """The line to be read, exactly as it stands in a transcript.

        >>> Utterance(parts=(spoken_part("Springer", language="de"), spoken_part("is pinned", language="en"))).text
        'Springer is pinned'
        """
        return " ".join(part.text for part in self.parts)


def spoken_part(text: str, *, language: str, spoken: str | None = None) -> SpokenPart:
    """A part whose voice gets the text itself, unless `spoken` gives other words."""
    return SpokenPart(text=text, spoken=text if spoken is None else spoken, language=language)
