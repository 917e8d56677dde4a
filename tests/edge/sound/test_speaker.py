"""The speaker: in order, in the right ears, silent at a key, never twice; and its text goes on when sound does not."""

import io
import threading
import time
import wave
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from access_chess.edge.sound.clip import SAMPLE_RATE, Clip, earcon_clip
from access_chess.edge.sound.mixer import NoSoundDeviceError
from access_chess.edge.sound.speaker import Speaker, SpeechSettings, open_speaker
from access_chess.edge.sound.synthesiser import SynthesisError
from access_chess.speech.utterance import Channel, Earcon, Priority, Utterance, VoiceRole, spoken_part


class Ears:
    """A sound output whose clips sound until the test says that they are over."""

    def __init__(self) -> None:
        self.heard: list[tuple[Clip, Channel]] = []
        self.playing: set[Channel] = set()

    def play(self, clip: Clip, channel: Channel) -> None:
        self.heard.append((clip, channel))
        self.playing.add(channel)

    def stop(self, channel: Channel) -> None:
        self.playing.discard(channel)

    def is_playing(self, channel: Channel) -> bool:
        return channel in self.playing

    def close(self) -> None:
        self.playing.clear()


class Letters:
    """A voice that spells: its clips are the letters' codes, and what is asked of it is kept."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, int, VoiceRole]] = []
        self.may_speak = threading.Event()
        self.may_speak.set()

    def clip(self, text: str, *, language: str, rate: int, role: VoiceRole) -> Clip:
        self.asked.append((text, language, rate, role))
        assert self.may_speak.wait(60)
        return Clip(array("h", map(ord, text)).tobytes())

    def close(self) -> None:
        pass


class Hoarse(Letters):
    """A voice that fails."""

    def clip(self, text: str, *, language: str, rate: int, role: VoiceRole) -> Clip:
        raise SynthesisError(f"cannot say {text!r}")


class Scene:
    """A speaker with stand-ins for voice, ears and transcript."""

    def __init__(self, voice: Letters, settings: SpeechSettings | None = None) -> None:
        self.ears, self.voice, self.transcript = Ears(), voice, io.StringIO()
        self.troubles: list[Exception] = []
        self.speaker = Speaker(
            voice=voice,
            outputs=[self.ears],
            transcript=self.transcript,
            settings=settings,
            on_trouble=self.troubles.append,
        )

    def heard(self) -> list[str]:
        return ["".join(chr(code) for code in array("h", clip.samples) if code) for clip, _ in self.ears.heard]

    def lines(self) -> list[str]:
        return self.transcript.getvalue().splitlines()


@pytest.fixture
def scene() -> Iterator[Scene]:
    scene = Scene(Letters())
    yield scene
    scene.speaker.close()


def saying(text: str, priority: Priority = Priority.NORMAL, channel: Channel = Channel.ROOM) -> Utterance:
    return Utterance(parts=(spoken_part(text, language="en"),), priority=priority, channel=channel)


def until(condition: Callable[[], bool]) -> None:
    """Wait for the speaker's thread."""
    for _ in range(6000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it never happens")


def test_the_next_begins_when_the_first_is_over(scene: Scene) -> None:
    scene.speaker.say(saying("one"))
    scene.speaker.say(saying("two"))
    until(lambda: scene.heard() == ["one"])
    scene.ears.stop(Channel.ROOM)
    until(lambda: scene.heard() == ["one", "two"])
    assert not scene.speaker.drain(0.0), "the second sounds still"
    scene.ears.stop(Channel.ROOM)
    assert scene.speaker.drain(60)


def test_a_key_silences_before_it_returns_and_nothing_follows(scene: Scene) -> None:
    scene.speaker.say(saying("one"))
    scene.speaker.say(saying("two"))
    until(lambda: scene.heard() == ["one"])
    scene.speaker.silence()
    assert not scene.ears.playing
    assert scene.speaker.drain(60)
    assert scene.heard() == ["one"]


def test_a_key_silences_what_is_still_being_synthesised(scene: Scene) -> None:
    scene.voice.may_speak.clear()
    scene.speaker.say(saying("one"))
    until(lambda: bool(scene.voice.asked))
    scene.speaker.silence()
    scene.voice.may_speak.set()
    scene.speaker.say(saying("two"))
    until(lambda: bool(scene.heard()))
    assert scene.heard() == ["two"]


def test_a_key_of_white_leaves_black_listening(scene: Scene) -> None:
    scene.speaker.say(saying("w", channel=Channel.WHITE))
    scene.speaker.say(saying("b", channel=Channel.BLACK))
    until(lambda: scene.ears.playing == {Channel.WHITE, Channel.BLACK})
    scene.speaker.silence(Channel.WHITE)
    assert scene.ears.playing == {Channel.BLACK}


def test_now_interrupts_and_the_interrupted_is_said_again(scene: Scene) -> None:
    scene.speaker.say(saying("one"))
    until(lambda: scene.heard() == ["one"])
    scene.speaker.say(saying("flag", Priority.NOW))
    until(lambda: scene.heard() == ["one", "flag"])
    scene.ears.stop(Channel.ROOM)
    until(lambda: scene.heard() == ["one", "flag", "one"])
    assert scene.lines() == ["one", "flag"], "in the transcript it stands once"


def test_repeat_says_the_last_again_and_slower(scene: Scene) -> None:
    scene.speaker.say(saying("one"))
    until(lambda: scene.heard() == ["one"])
    scene.speaker.repeat(slower=True)
    until(lambda: scene.heard() == ["one", "one"])
    assert [rate for _, _, rate, _ in scene.voice.asked] == [180, 126]
    assert scene.lines() == ["one", "one"]


def test_parts_go_to_the_voices_of_their_languages_and_the_text_to_the_transcript(scene: Scene) -> None:
    knight = spoken_part("Laeufer", language="de", spoken="Läufer")
    parts = (knight, spoken_part("is pinned", language="en"))
    scene.speaker.say(Utterance(parts=parts, role=VoiceRole.OPPONENT))
    until(lambda: scene.heard() == ["Läuferis pinned"])
    assert scene.voice.asked == [
        ("Läufer", "de", 180, VoiceRole.OPPONENT),
        ("is pinned", "en", 180, VoiceRole.OPPONENT),
    ]
    assert scene.lines() == ["Laeufer is pinned"]


@pytest.mark.parametrize("is_chosen", [True, False])
def test_earcons_are_heard_before_the_words_where_they_are_chosen(is_chosen: bool) -> None:
    scene = Scene(Letters(), SpeechSettings(earcons=frozenset({Earcon.CHECK}) if is_chosen else frozenset()))
    scene.speaker.say(Utterance(parts=(spoken_part("check", language="en"),), earcon=Earcon.CHECK))
    until(lambda: bool(scene.ears.heard))
    scene.speaker.close()
    (clip, _), *_ = scene.ears.heard
    assert clip.samples.startswith(earcon_clip(Earcon.CHECK).samples) == is_chosen


def test_a_failing_voice_is_reported_once_and_the_text_goes_on() -> None:
    scene = Scene(Hoarse())
    for text in ("one", "two", "three"):
        scene.speaker.say(saying(text))
        assert scene.speaker.drain(60)
    assert [str(trouble) for trouble in scene.troubles] == ["cannot say 'one'"]
    assert scene.lines() == ["one", "two", "three"]
    scene.speaker.close()


class Broken(Ears):
    def play(self, clip: Clip, channel: Channel) -> None:
        raise OSError("the disk is full")


class Full(io.StringIO):
    def write(self, text: str) -> int:
        raise OSError("the disk is full")

    def close(self) -> None:
        self.write("")


@pytest.mark.parametrize(
    ("outputs", "transcript"), [((Broken(),), None), ((), Full())], ids=["an output that breaks", "a full transcript"]
)
def test_what_breaks_is_reported_once_and_left_out(outputs: tuple[Ears, ...], transcript: io.StringIO | None) -> None:
    troubles: list[Exception] = []
    ears = Ears()
    speaker = Speaker(voice=Letters(), outputs=[*outputs, ears], transcript=transcript, on_trouble=troubles.append)
    for text in ("one", "two"):
        speaker.say(saying(text))
        until(lambda: bool(ears.playing))
        ears.stop(Channel.ROOM)
    speaker.close()
    assert len(ears.heard) == 2
    assert [str(trouble) for trouble in troubles] == ["the disk is full"]


def test_a_file_that_cannot_be_ended_is_reported() -> None:
    class Unended(Ears):
        def close(self) -> None:
            raise OSError("the disk is full")

    troubles: list[Exception] = []
    Speaker(voice=Letters(), outputs=[Unended()], on_trouble=troubles.append).close()
    assert [str(trouble) for trouble in troubles] == ["the disk is full"]


def test_without_sound_all_is_text() -> None:
    scene = Scene(Letters(), SpeechSettings(sound=False))
    for text in ("one", "two"):
        scene.speaker.say(saying(text))
    assert scene.speaker.drain(60)
    assert scene.lines() == ["one", "two"]
    assert not scene.heard()
    scene.speaker.close()


def test_no_device_is_told_and_the_transcript_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    troubles: list[Exception] = []
    speaker = open_speaker(transcript=tmp_path / "said.txt", on_trouble=troubles.append)
    speaker.say(saying("Bauer Eva zwei Eva vier"))
    assert speaker.drain(60)
    speaker.close()
    assert [type(trouble) for trouble in troubles] == [NoSoundDeviceError]
    assert (tmp_path / "said.txt").read_text(encoding="utf-8") == "Bauer Eva zwei Eva vier\n"


def test_a_file_that_cannot_be_written_is_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        open_speaker(wav=tmp_path / "nowhere" / "game.wav", transcript=tmp_path / "said.txt")
    with pytest.raises(OSError, match="nowhere"):
        open_speaker(wav=tmp_path / "game.wav", transcript=tmp_path / "nowhere" / "said.txt")


def test_a_game_is_spoken_into_a_file(tmp_path: Path) -> None:
    """Real speech: the move in both ears, then the answer in White's ear alone."""
    speaker = open_speaker(wav=tmp_path / "game.wav", transcript=tmp_path / "said.txt")
    speaker.say(Utterance(parts=(spoken_part("Bauer Eva zwei Eva vier", language="de"),), event=1))
    speaker.say(saying("four minutes thirty seconds", channel=Channel.WHITE))
    assert speaker.drain(60)
    speaker.close()
    with wave.open(str(tmp_path / "game.wav")) as file:
        frames = array("h", file.readframes(file.getnframes()))
    left, right = frames[0::2], frames[1::2]
    first_private = next(index for index, pair in enumerate(zip(left, right, strict=True)) if pair[0] != pair[1])
    assert first_private > SAMPLE_RATE, "the move takes more than a second"
    assert left[:first_private] == right[:first_private]
    assert max(left[:first_private]) > 5_000
    assert max(left[first_private:]) > 5_000
    assert not any(right[first_private:])
    assert (tmp_path / "said.txt").read_text().splitlines() == [
        "Bauer Eva zwei Eva vier",
        "four minutes thirty seconds",
    ]
