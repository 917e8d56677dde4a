"""One thing said, as values: what is read, what the voice gets, how urgent it is and whose ear hears it. And what is
said next: a pure queue with priorities, whose every step gives a new queue.

What waits to be said and has not begun is never lost; what has begun is not said twice, unless more urgent words cut it
off or somebody asks for it. White's ear and Black's ear are independent, the room needs both.
"""

from enum import Enum, IntEnum, auto

from msgspec import Struct
from msgspec.structs import replace

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


SLOWER = 0.7  # of the listener's rate: "repeat slower" takes half as long again


class SpeechQueue(Struct, frozen=True, kw_only=True):
    """What is being said, what waits for it in order, and what has been.

    `last` holds the words that last began on each channel, the latest at the end. On the channels of `hushed` nothing
    begins until something new comes for them. `told` are the events that were told of, with the text and the channel.
    """

    speaking: tuple[Utterance, ...] = ()
    waiting: tuple[Utterance, ...] = ()
    last: tuple[Utterance, ...] = ()
    hushed: frozenset[Channel] = frozenset()
    told: frozenset[tuple[int, str, Channel]] = frozenset()


def is_told(queue: SpeechQueue, utterance: Utterance) -> bool:
    """Has this very thing been accepted before? Only what tells of an event can have been."""
    return utterance.event is not None and (utterance.event, utterance.text, utterance.channel) in queue.told


def added(queue: SpeechQueue, utterance: Utterance) -> SpeechQueue:
    """The queue with one more utterance, before all that is less urgent; unchanged where it was told before.

    One with priority `NOW` cuts off what is less urgent in the same ears; that will be said again from its beginning.
    """
    if is_told(queue, utterance):
        return queue
    told = queue.told if utterance.event is None else queue.told | {_mark(utterance, utterance.event)}
    hushed = frozenset(channel for channel in queue.hushed if not share_an_ear(channel, utterance.channel))
    queue = replace(queue, told=told, hushed=hushed)
    if utterance.priority is Priority.NOW:
        queue = _interrupted(queue, utterance)
    return _inserted(queue, utterance, sum(other.priority <= utterance.priority for other in queue.waiting))


def begun(queue: SpeechQueue) -> tuple[SpeechQueue, tuple[Utterance, ...]]:
    """The queue after all has begun for which the ears are free, and what has begun."""
    starting: list[Utterance] = []
    remaining: list[Utterance] = []
    for utterance in queue.waiting:
        earlier = [*queue.speaking, *starting, *(other for other in remaining if other.channel not in queue.hushed)]
        free = not any(share_an_ear(utterance.channel, other.channel) for other in earlier)
        (starting if free and utterance.channel not in queue.hushed else remaining).append(utterance)
    last = queue.last
    for utterance in starting:
        if not utterance.parts:
            continue  # a sound alone is nothing to be repeated
        last = (*(other for other in last if other.channel is not utterance.channel), utterance)
    speaking = (*queue.speaking, *starting)
    return replace(queue, speaking=speaking, waiting=tuple(remaining), last=last), tuple(starting)


def finished(queue: SpeechQueue, utterance: Utterance) -> SpeechQueue:
    """The queue after this utterance was said to its end."""
    return replace(queue, speaking=tuple(other for other in queue.speaking if other is not utterance))


def silenced(queue: SpeechQueue, channel: Channel) -> SpeechQueue:
    """The queue after a key or the word "stop": nothing sounds on the channel (`ROOM`: on any), and nothing begins.

    What was being said is done with. Answers that wait are dropped. What tells of an event and has not begun stays,
    and follows the next thing that is said: a key pressed at the wrong moment must not swallow the opponent's move.
    """
    quiet = frozenset(Channel) if channel is Channel.ROOM else frozenset({channel})
    return replace(
        queue,
        speaking=tuple(other for other in queue.speaking if other.channel not in quiet),
        waiting=tuple(other for other in queue.waiting if other.channel not in quiet or other.event is not None),
        hushed=queue.hushed | quiet,
    )


def repeated(queue: SpeechQueue, channel: Channel, *, slower: bool = False) -> SpeechQueue:
    """The queue in which what was last said to these ears is said again, at once; unchanged if nothing was."""
    heard = [utterance for utterance in queue.last if share_an_ear(utterance.channel, channel)]
    if not heard:
        return queue
    again = replace(heard[-1], priority=Priority.NOW, event=None)
    if slower:
        again = replace(again, pace=again.pace * SLOWER)
    return added(silenced(queue, again.channel), again)


def share_an_ear(one: Channel, other: Channel) -> bool:
    """Would somebody hear both at once?"""
    return one is other or Channel.ROOM in (one, other)


def _interrupted(queue: SpeechQueue, urgent: Utterance) -> SpeechQueue:
    cut = [
        other
        for other in queue.speaking
        if share_an_ear(other.channel, urgent.channel) and other.priority is not Priority.NOW
    ]
    for utterance in reversed(cut):
        place = sum(other.priority < utterance.priority for other in queue.waiting)
        queue = _inserted(finished(queue, utterance), utterance, place)
    return queue


def _inserted(queue: SpeechQueue, utterance: Utterance, place: int) -> SpeechQueue:
    return replace(queue, waiting=(*queue.waiting[:place], utterance, *queue.waiting[place:]))


def _mark(utterance: Utterance, event: int) -> tuple[int, str, Channel]:
    return event, utterance.text, utterance.channel
