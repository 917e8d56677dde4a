"""`access-chess enrol`: the program gets to know a voice by a dozen sentences and seven answers, kept here only."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import speech_recognition

from access_chess.command_line.options.defaults import spoken_pack
from access_chess.command_line.options.errors import InputError, error_words, not_written, wrong
from access_chess.command_line.options.recording import recording
from access_chess.command_line.options.sound import SoundOptions, open_sound
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.command_line.seat.prompter import Prompter
from access_chess.command_line.seat.voice_setup import languages_of
from access_chess.edge.microphone.capture import Microphone
from access_chess.edge.packs.enrolment_text import EnrolmentText, load_enrolment_text, spoken_words
from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.packs.voice_packs import DEFAULT, VoicePackError, load_voice_pack
from access_chess.edge.recognisers.enrolment import Aligner
from access_chess.edge.recognisers.voice_learning import learn_voice
from access_chess.edge.storage.own_recordings import Recording, is_answer, keep_enrolment
from access_chess.listening.lexicon import Lexicon, Words
from access_chess.session.ports import MicrophoneError
from access_chess.session.trouble import trouble_words
from access_chess.speech.utterance import Earcon

LEAST = 8  # sentences of moves: with fewer some file, rank or piece may be missing
TRIES = 3  # a sentence that is not understood three times is left out, so that the other ones come to their turn


@click.command(cls=ToldCommand)
@click.option("--user", default="")
@click.option("--voices", default=DEFAULT, show_default=True)
@click.option(
    "--wav", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
)  # fmt: skip
@click.option("--microphone", metavar="NAME")
@click.option("--no-sound", is_flag=True)
@click.option("--list", "is_list", is_flag=True)
def enrol(user: str, voices: str, wav: tuple[Path, ...], microphone: str | None, no_sound: bool, is_list: bool) -> None:
    """Let the program get to know your voice by twelve sentences and seven answers, to understand you better."""
    try:
        text = load_enrolment_text(voices)
        if is_list:
            click.echo("\n".join(text.all_sentences))
        else:
            with _prompter(text, voices, microphone, is_needed=not wav, no_sound=no_sound) as prompter:
                _enrol(user, load_lexicon(languages_of(voices)), text, prompter, wav)
    except (VoicePackError, MicrophoneError) as error:
        raise InputError(error_words(error)) from error
    except (ValueError, RuntimeError) as error:  # a lexicon, a model or sentences that cannot be used
        raise InputError(f"{error}.") from error
    except OSError as error:
        raise not_written(error) from error


def _enrol(user: str, lexicon: Lexicon, text: EnrolmentText, prompter: Prompter, wav: tuple[Path, ...]) -> None:
    with Aligner(lexicon) as aligner:
        course = Course(text, lexicon, aligner)
        recordings = course.of_files(wav) if wav else _said(course, prompter)
    moves = _moves(recordings)
    if moves < LEAST:
        too_few = text.too_few.format(understood=moves, count=len(text.sentences), least=LEAST)
        prompter.speak(too_few)
        raise InputError(too_few)
    prompter.say(text.working)
    keep_enrolment(user, recordings)
    learn_voice(user, lexicon)
    prompter.say(text.saved.format(understood=len(recordings), count=len(text.all_sentences)))


def _said(course: "Course", prompter: Prompter) -> list[Recording]:
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
        if _moves(recordings) < LEAST:
            raise
        click.echo(gone.text, err=True)
    return recordings


def _moves(recordings: Sequence[Recording]) -> int:
    return sum(not is_answer(words) for words, _ in recordings)


@contextlib.contextmanager
def _prompter(
    text: EnrolmentText, voices: str, device: str | None, *, is_needed: bool, no_sound: bool
) -> Iterator[Prompter]:
    """Who asks aloud and listens; where recordings are given, who only writes. Raises MicrophoneError."""
    if not is_needed:
        yield Prompter(text.language, None, None)
        return
    with (
        contextlib.closing(open_sound(load_voice_pack(voices), SoundOptions(no_sound=no_sound))) as speaker,
        Microphone(device) as microphone,
    ):
        yield Prompter(text.language, speaker, microphone)


class Course:
    """The way through the sentences."""

    def __init__(self, text: EnrolmentText, lexicon: Lexicon, aligner: Aligner) -> None:
        self.text = text
        self._aligner = aligner
        self._words = [spoken_words(sentence, text, lexicon) for sentence in text.all_sentences]

    def of_files(self, files: Sequence[Path]) -> list[Recording]:
        """The recordings that were understood; of each other one a line is written. Raises InputError."""
        if len(files) > len(self._words):
            raise wrong("enrol_count", sentences=len(self._words), files=len(files))
        understood = []
        for number, file in enumerate(files):
            audio = recording(file)
            if self._is_said(self._words[number], audio):
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
                if audio is not None and self._is_said(words, audio):
                    yield words, audio
                    break
                again = f"{self.text.again} {self._prompt(number)}" if attempt < TRIES else self.text.passed_over
                prompter.say(again, Earcon.NOT_UNDERSTOOD)

    def _prompt(self, number: int) -> str:
        return self.text.sentence.format(number=number + 1, sentence=self.text.all_sentences[number])

    def _is_said(self, words: Words, audio: speech_recognition.AudioData) -> bool:
        examined = self._aligner.is_likeliest if is_answer(words) else self._aligner.is_said
        return examined(words, [each for each in self._words if is_answer(each) == is_answer(words)], audio)
