"""The output that speaks: utterances in, sound and transcript out, beside the game and never in its way.

The way of an utterance: `say` puts it into the pure queue; the speaker's own thread takes what may begin, has the
synthesiser turn its parts into clips, and plays them in the right ears. A key silences from the caller's thread and
does not wait for the speaker's.
"""

import contextlib
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TextIO

from msgspec import Struct
from msgspec.structs import replace

from access_chess.edge.sound.clip import Clip, WaveFile, earcon_clip, joined, silence
from access_chess.phrased_error import PhrasedError
from access_chess.speech.utterance import (
    NORMAL_RATE,
    Channel,
    Earcon,
    SpeechQueue,
    Utterance,
    VoiceRole,
    added,
    begun,
    finished,
    is_told,
    repeated,
    share_an_ear,
    silenced,
)

if TYPE_CHECKING:
    from access_chess.edge.sound.mixer import SoundOutput

POLL = 0.01  # seconds between looks whether a clip has come to its end
PAUSE_BETWEEN_PARTS = 0.04  # seconds; voices end at the last sound, and words of two languages must not run together


class SpeechSettings(Struct, frozen=True, kw_only=True):
    """What the listener chose: words a minute (80 to 900), which earcons sound, and whether there is sound at all.

    Without `words` the earcons sound alone, beside a screen reader that reads the words.
    """

    rate: int = NORMAL_RATE
    earcons: frozenset[Earcon] = frozenset(Earcon)
    sound: bool = True
    words: bool = True


class Voice(Protocol):
    """What turns words into clips; raises SynthesisError where it cannot."""

    def clip(self, text: str, *, language: str, rate: int, role: VoiceRole) -> Clip:
        """The words as sound."""
        ...

    def close(self) -> None:
        """Let the engine go."""
        ...


class Speaker:
    """Says utterances; may be used from any thread. Close it, after `drain` where all is to be heard.

    `on_trouble` is told once of each thing that stops working (a SynthesisError, an OSError of a file), from any
    thread; the text goes on. `transcript` gets the text of each utterance as one line when it is accepted.
    """

    def __init__(
        self,
        *,
        voice: Voice | None,
        outputs: "Sequence[SoundOutput]",
        transcript: TextIO | None = None,
        settings: SpeechSettings | None = None,
        on_trouble: Callable[[Exception], None] = lambda error: None,
    ) -> None:
        self.settings = settings or SpeechSettings()
        self._voice = voice
        self._outputs = list(outputs)
        self._transcript = transcript
        self._on_trouble = on_trouble
        self._voice_failed = self._has_spoken = False
        self._queue = SpeechQueue()
        self._lock = threading.RLock()  # locked itself: Control-C within a condition's own lock would leave it shut
        self._changed = threading.Condition(self._lock)
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    def say(self, utterance: Utterance) -> None:
        """Say it in its turn. Returns at once; what was told before is not said again."""
        with self._lock:
            if not is_told(self._queue, utterance):
                self._write(_readable(utterance))
                self._become(added(self._queue, utterance))

    def set_sound(self, is_on: bool) -> None:
        """Speak, or only keep the transcript."""
        self.settings = replace(self.settings, sound=is_on)

    def set_words(self, is_on: bool) -> None:
        """Say the words, or only the earcons."""
        self.settings = replace(self.settings, words=is_on)

    @property
    def is_audible(self) -> bool:
        """Whether anything said is heard, or would be."""
        return bool(self._outputs) and self.settings.sound

    def silence(self, channel: Channel = Channel.ROOM) -> tuple[Utterance, ...]:
        """Be silent at once in these ears, or everywhere; answers that wait are dropped, events wait on.

        What was cut or dropped is given back.
        """
        with self._lock:
            before = (*self._queue.speaking, *self._queue.waiting)
            self._become(silenced(self._queue, channel))
            left = (*self._queue.speaking, *self._queue.waiting)
        return tuple(each for each in before if not any(each is other for other in left))

    def repeat(self, channel: Channel = Channel.ROOM, *, slower: bool = False) -> None:
        """Say again what these ears were told last."""
        with self._lock:
            again = repeated(self._queue, channel, slower=slower)
            if again is not self._queue:
                self._write(_readable(again.waiting[0]))
                self._become(again)

    def drain(self, seconds: float | None = None) -> bool:
        """Wait until nothing sounds or is about to, at most so many seconds; is it so?"""
        with self._lock:
            return self._changed.wait_for(self._is_idle, seconds)

    def is_silent(self, channel: Channel) -> bool:
        """Does nothing sound in these ears, nor wait to?"""
        with self._lock:
            said = (*self._queue.speaking, *self._queue.waiting)
        return not any(share_an_ear(utterance.channel, channel) for utterance in said)

    def close(self) -> None:
        """Be silent, and let the device, the engine and the files go. Where no word could be said there is no file."""
        with self._lock:
            self._closing = True
            self._become(silenced(self._queue, Channel.ROOM))
        self._thread.join()
        for file in (*self._outputs, self._transcript):
            self._let_go(file)
        if self._voice is not None:
            self._voice.close()

    def _write(self, line: str) -> None:
        if self._transcript is None or not line:
            return
        try:
            print(line, file=self._transcript, flush=True)
        except OSError as error:
            full, self._transcript = self._transcript, None
            self._on_trouble(error)
            with contextlib.suppress(OSError):  # the line that did not fit is tried once more
                full.close()

    def _let_go(self, file: "SoundOutput | TextIO | None") -> None:
        try:
            if isinstance(file, WaveFile) and self._voice_failed and not self._has_spoken:
                file.give_up()
            elif file is not None:
                file.close()
        except OSError as error:
            self._on_trouble(error)

    def _become(self, queue: SpeechQueue) -> None:
        """Take the queue over, and stop what is no longer in it."""
        for utterance in self._queue.speaking:
            if not _holds(queue, utterance):
                for output in self._outputs:
                    output.stop(utterance.channel)
        self._queue = queue
        self._changed.notify_all()

    def _is_idle(self) -> bool:
        return not self._queue.speaking and not begun(self._queue)[1]

    def _run(self) -> None:
        while True:
            with self._lock:
                for utterance in self._queue.speaking:
                    if not any(output.is_playing(utterance.channel) for output in self._outputs):
                        self._queue = finished(self._queue, utterance)
                        self._changed.notify_all()
                if self._closing:
                    return
                self._queue, starting = begun(self._queue)
                if not starting:
                    self._changed.wait(POLL if self._queue.speaking else None)
            for utterance in starting:
                self._sound(utterance)

    def _sound(self, utterance: Utterance) -> None:
        if not self._outputs or not self.settings.sound:
            return
        clip = self._rendered(utterance)  # may take its time, and a key may silence it meanwhile
        with self._lock:
            if clip.samples and _holds(self._queue, utterance):  # SDL breaks down at a sound of no length
                for output in tuple(self._outputs):
                    try:
                        output.play(clip, utterance.channel)
                    except OSError as error:
                        self._outputs.remove(output)
                        self._on_trouble(error)
                        with contextlib.suppress(OSError):  # a file that is full fails again
                            output.close()

    def _rendered(self, utterance: Utterance) -> Clip:
        """The earcon, the sound and the words; without words where the voice fails."""
        clips = [earcon_clip(utterance.earcon)] if utterance.earcon in self.settings.earcons else []
        if utterance.sound is not None:
            clips.append(Clip(utterance.sound.left, utterance.sound.right))
        if self._voice is None or not self.settings.words:
            return joined(clips)
        rate = round(self.settings.rate * utterance.pace)
        try:
            for part in utterance.parts:
                clips.append(self._voice.clip(part.spoken, language=part.language, rate=rate, role=utterance.role))
                clips.append(silence(PAUSE_BETWEEN_PARTS))
                self._has_spoken = True
        except PhrasedError as error:
            if not self._voice_failed:
                self._on_trouble(error)
            self._voice_failed = True
        return joined(clips)


def _readable(utterance: Utterance) -> str:
    """What others may read as well: of a sealed move that it is noted, and not which it is."""
    return utterance.text if utterance.shown is None else utterance.shown.text


def _holds(queue: SpeechQueue, utterance: Utterance) -> bool:
    return any(other is utterance for other in queue.speaking)


def open_speaker(
    *,
    wav: Path | None = None,
    transcript: Path | None = None,
    headsets: tuple[str, str] | None = None,
    settings: SpeechSettings | None = None,
    on_trouble: Callable[[Exception], None] = lambda error: None,
) -> Speaker:
    """The speaker of a command: into the WAV file where one is given, else aloud, else, without a device, as text only.

    `headsets` (White's, Black's) are names of `mixer.devices()`; the system chooses where none are given.
    `on_trouble` gets the NoSoundDeviceError before this returns. Raises OSError where a file cannot be written.
    """
    from access_chess.edge.sound.mixer import Headsets, Mixer, NoSoundDeviceError  # they take their time
    from access_chess.edge.sound.synthesiser import Synthesiser

    outputs: list[SoundOutput] = []
    try:
        if wav:
            outputs.append(WaveFile(wav))
        elif headsets:
            outputs.append(Headsets(white=headsets[0], black=headsets[1]))
        else:
            outputs.append(Mixer())
    except NoSoundDeviceError as error:
        on_trouble(error)
    with contextlib.ExitStack() as if_failing:
        for output in outputs:
            if_failing.callback(output.give_up if isinstance(output, WaveFile) else output.close)
        lines = transcript.open("w", encoding="utf-8") if transcript else None
        if_failing.pop_all()
    voice = Synthesiser() if outputs else None
    return Speaker(voice=voice, outputs=outputs, transcript=lines, settings=settings, on_trouble=on_trouble)
