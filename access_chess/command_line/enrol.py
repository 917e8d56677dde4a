"""`access-chess enrol`: the program gets to know a voice by a dozen sentences, which are kept on this computer only.

`enrol list`, `export` and `forget` are about what is known of voices.
"""

import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import speech_recognition

from access_chess.command_line.options.defaults import spoken_pack
from access_chess.command_line.options.errors import InputError, readable, wrong
from access_chess.command_line.options.talking import sound_options
from access_chess.command_line.options.told_help import ToldGroup
from access_chess.edge.microphone.capture import Microphone, listen_once
from access_chess.edge.microphone.recording import recording
from access_chess.edge.packs.lexicons import EnrolmentText, load_enrolment_text, load_lexicon, spoken_words
from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.edge.recognisers.enrolment import Aligner, estimated
from access_chess.edge.recognisers.learned import enrolled_voice
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.own_voice import (
    BrokenEnrolmentError,
    Recording,
    copy_known,
    forget,
    keep_enrolment,
    recordings_of,
    users,
    voice_file,
    voices_folder,
)
from access_chess.listening.lexicon import Lexicon
from access_chess.phrased_error import not_written
from access_chess.requests.names import RequestName
from access_chess.requests.typed_line import typed_answer
from access_chess.session.ports import MicrophoneError
from access_chess.speech.language.voice_pack import VoicePack, listed, trouble_words
from access_chess.speech.utterance import Earcon, SpokenPart, Utterance, spoken_part
from access_chess.wiring.sound import SoundOptions, open_sound
from access_chess.wiring.voice import languages_of

LEAST = 8  # sentences: with fewer some file, rank or piece may be missing
TRIES = 3  # a sentence that is not understood three times is left out, so that the other ones come to their turn
_LONGEST_PROMPT = 30.0  # seconds


user_option = click.option("--user", default="")
voices_option = click.option("--voices", default=REFERENCE, show_default=True)


@click.group(cls=ToldGroup, invoke_without_command=True)
@user_option
@voices_option
@click.option(
    "--wav", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
)  # fmt: skip
@click.option("--microphone", metavar="NAME")
@click.option("--no-sound", is_flag=True)
@click.option("--list", "is_list", is_flag=True)
@click.pass_context
def enrol(
    context: click.Context,
    user: str,
    voices: str,
    wav: tuple[Path, ...],
    microphone: str | None,
    no_sound: bool,
    is_list: bool,
) -> None:
    """Let the program get to know your voice by twelve sentences, to understand you better."""
    if context.invoked_subcommand is not None:
        return
    try:
        text = load_enrolment_text(voices)
        if is_list:
            click.echo("\n".join(text.sentences))
        else:
            with _prompter(text, voices, microphone, is_needed=not wav, no_sound=no_sound) as prompter:
                _enrol(user, load_lexicon(languages_of(voices)), text, prompter, wav)
    except (ValueError, RuntimeError) as error:  # a lexicon, a model or sentences that cannot be used
        raise InputError(f"{error}.") from error
    except OSError as error:
        raise not_written(error) from error


def _enrol(user: str, lexicon: Lexicon, text: EnrolmentText, prompter: "Prompter", wav: tuple[Path, ...]) -> None:
    with Aligner(lexicon) as aligner:
        course = Course(text, lexicon, aligner)
        recordings = course.of_files(wav) if wav else _said(course, prompter)
    if len(recordings) < LEAST:
        too_few = text.too_few.format(understood=len(recordings), count=len(text.sentences), least=LEAST)
        prompter.speak(too_few)
        raise InputError(too_few)
    prompter.say(text.working)
    keep_enrolment(user, recordings, estimated(lexicon, recordings))
    prompter.say(text.saved.format(understood=len(recordings), count=len(text.sentences)))


def _said(course: "Course", prompter: "Prompter") -> list[Recording]:
    """What was understood; where the microphone goes before the end, what was until then, if it is enough. Raises
    MicrophoneError.
    """
    recordings: list[Recording] = []
    try:
        for each in course.aloud(prompter):
            recordings.append(each)  # noqa: PERF402 - what was said before the microphone went must be there
    except MicrophoneError as error:
        gone = trouble_words(error, spoken_pack())
        prompter.speak_part(gone)
        if len(recordings) < LEAST:
            raise
        click.echo(gone.text, err=True)
    return recordings


@contextlib.contextmanager
def _prompter(
    text: EnrolmentText, voices: str, device: str | None, *, is_needed: bool, no_sound: bool
) -> "Iterator[Prompter]":
    """What asks aloud and listens; where recordings are given, it only writes. Raises MicrophoneError."""
    if not is_needed:
        yield Prompter(text.language, None, None)
        return
    with (
        contextlib.closing(open_sound(load_voice_pack(voices), SoundOptions(no_sound=no_sound))) as speaker,
        Microphone(device) as microphone,
    ):
        yield Prompter(text.language, speaker, microphone)


class Prompter:
    """Writes and says what is asked, and listens when it is said; the microphone is shut while the program speaks."""

    def __init__(self, language: str, speaker: Speaker | None, microphone: Microphone | None) -> None:
        self._language = language
        self._speaker = speaker
        self._microphone = microphone

    def say(self, line: str, earcon: Earcon | None = None) -> None:
        """Writes and says a line, and waits for its end."""
        click.echo(line)
        self.speak(line, earcon)

    def tell(self, part: SpokenPart) -> None:
        """Writes and says a phrase."""
        click.echo(part.text)
        self.speak_part(part)

    def speak(self, line: str, earcon: Earcon | None = None) -> None:
        """Says a line that is written elsewhere."""
        self.speak_part(spoken_part(line, language=self._language), earcon)

    def speak_part(self, part: SpokenPart, earcon: Earcon | None = None) -> None:
        """The same of what may be in another language than the sentences."""
        if self._speaker is None:
            return
        self._mute(True)
        self._speaker.say(Utterance(parts=(part,), earcon=earcon))
        self._speaker.drain(_LONGEST_PROMPT)
        self._mute(False)

    def listen(self) -> speech_recognition.AudioData | None:
        """The next utterance. Raises MicrophoneError."""
        return listen_once(self._microphone) if self._microphone is not None else None

    def _mute(self, is_muted: bool) -> None:
        if self._microphone is not None and self._microphone.stream is not None:
            self._microphone.stream.muted = self._microphone.stream.is_own_voice = is_muted


class Course:
    """The way through the sentences."""

    def __init__(self, text: EnrolmentText, lexicon: Lexicon, aligner: Aligner) -> None:
        self.text = text
        self._aligner = aligner
        self._words = [spoken_words(sentence, text, lexicon) for sentence in text.sentences]

    def of_files(self, files: Sequence[Path]) -> list[Recording]:
        """The recordings that were understood; of each other one a line is written. Raises InputError."""
        if len(files) > len(self._words):
            raise wrong("enrol_count", sentences=len(self._words), files=len(files))
        understood = []
        for number, file in enumerate(files):
            audio = recording(file)
            if self._aligner.is_said(self._words[number], self._words, audio):
                understood.append((self._words[number], audio))
            else:
                click.echo(f"{file}: {self._prompt(number)} {self.text.recording_passed_over}")
        return understood

    def aloud(self, prompter: Prompter) -> Iterator[Recording]:
        """Asks for one sentence after the other, and again for one that is not understood. Raises MicrophoneError."""
        prompter.say(self.text.begin.format(count=len(self._words)))
        for number, words in enumerate(self._words):
            prompter.say(self._prompt(number), Earcon.LISTENING)
            for attempt in range(1, TRIES + 1):
                audio = prompter.listen()
                if audio is not None and self._aligner.is_said(words, self._words, audio):
                    yield words, audio
                    break
                again = f"{self.text.again} {self._prompt(number)}" if attempt < TRIES else self.text.passed_over
                prompter.say(again, Earcon.NOT_UNDERSTOOD)

    def _prompt(self, number: int) -> str:
        return self.text.sentence.format(number=number + 1, sentence=self.text.sentences[number])


@enrol.command(name="list")
@user_option
@voices_option
def list_known(user: str, voices: str) -> None:
    """Print what is known of a user, a line each."""
    pack = _pack(voices)
    click.echo(_voice_line(user, pack).text)
    files = recordings_of(user)
    if files:
        folder = str(files[0].parent)
        click.echo(pack.phrase("learned_recordings", count=str(len(files)), folder=folder).text)
    others = [_named(other, pack) for other in users() if other != user]
    if others:
        click.echo(pack.phrase("learned_others", users=listed(others)).text)


@enrol.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--yes", is_flag=True)
@user_option
@voices_option
@sound_options
def export(folder: Path, yes: bool, user: str, voices: str, sound: SoundOptions) -> None:
    """Copy what is known of a user into FOLDER, once they have heard what it is, and said yes."""
    pack, files = _pack(voices), recordings_of(user)
    if not files and not voice_file(user).exists():
        raise wrong("enrol_export_nothing", user=_named(user, pack).text)
    try:
        if folder.exists() and any(folder.iterdir()):
            raise wrong("enrol_folder_in_use", folder=str(folder))
        with contextlib.closing(open_sound(pack, sound)) as speaker:
            prompter = Prompter(pack.language, speaker, None)
            if not yes:
                prompter.tell(pack.phrase("enrol_export_asked", folder=str(folder), count=len(files)))
                if typed_answer(sys.stdin.readline(), load_typed_words(pack.name)) is not RequestName.YES:
                    prompter.tell(pack.phrase("dropped"))
                    return
            copy_known(user, folder)
            prompter.tell(pack.phrase("learned_written", file=str(folder)))
    except OSError as error:
        raise not_written(error) from error


@enrol.command(name="forget")
@user_option
@voices_option
def forget_known(user: str, voices: str) -> None:
    """Remove all that is known of a user."""
    pack, is_known = _pack(voices), user in users()
    try:
        forget(user)
    except OSError as error:
        raise wrong("not_removed", path=voices_folder(), error=error.strerror) from error
    click.echo(pack.phrase("learned_forgotten" if is_known else "learned_nothing", user=_named(user, pack)).text)


def _pack(voices: str) -> VoicePack:
    return load_voice_pack(voices)


def _voice_line(user: str, pack: VoicePack) -> SpokenPart:
    named = _named(user, pack)
    try:
        is_enrolled = enrolled_voice(user) is not None
    except BrokenEnrolmentError as error:
        return pack.phrase("learned_voice_broken", user=named, error=trouble_words(error, pack))
    return pack.phrase("learned_voice_known" if is_enrolled else "learned_voice_unknown", user=named)


def _named(user: str, pack: VoicePack) -> SpokenPart:
    return pack.phrase("learned_user", name=readable(user)) if user else pack.phrase("learned_nameless")
