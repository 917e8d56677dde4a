"""`access-chess enrol`: from recordings to what is known of a user, and back to nothing."""

import json
import wave
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import pytest
import speech_recognition
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.command_line.enrol import TRIES, Course, Prompter
from access_chess.edge.microphone.capture import CaptureStream, Microphone
from access_chess.edge.packs.lexicons import load_enrolment_text, load_lexicon
from access_chess.edge.recognisers import enrolment
from access_chess.edge.recognisers.enrolment import Aligner
from access_chess.edge.sound.clip import SAMPLE_RATE
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.own_voice import enrolled, keep_enrolment, own_recordings, recordings_of, voice_file
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.recognition.adaptation import scale_learning
from access_chess.recognition.adaptation.speaker_adaptation import adaptation_text
from access_chess.session.ports import MicrophoneError
from access_chess.speech.utterance import Earcon, SpokenPart, Utterance, spoken_part
from tests.support.adaptation import UNCHANGED
from tests.support.full_disk import small_disk
from tests.support.spoken import RECOGNISER_RATE, audio_of, said

TEXT = load_enrolment_text("de")
SILENCE = speech_recognition.AudioData(bytes(2 * RECOGNISER_RATE), RECOGNISER_RATE, 2)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, prog_name="access-chess")


def recorded(folder: Path, sentences: Sequence[str]) -> list[str]:
    """Options that name a WAV file for each sentence."""
    options = []
    for number, sentence in enumerate(sentences):
        path = folder / f"{number:02}.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(SAMPLE_RATE)
            file.writeframes(said(sentence, "de").samples)
        options += ["--wav", str(path)]
    return options


def test_recordings_are_enrolled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of them is something else: it is named, left out, and the others are enough. The voice is met less closely
    than usual, in one room instead of five, since that takes seconds.
    """
    monkeypatch.setattr(enrolment, "_ROOMS", 1)
    monkeypatch.setattr(scale_learning, "STEPS", 10)
    sentences = (*TEXT.sentences[:8], "Guten Morgen zusammen", *TEXT.sentences[9:])
    result = run("enrol", "--user", "anna", "--voices", "de", *recorded(tmp_path, sentences))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        f"{tmp_path / '08.wav'}: Satz 9: Dame a eins h acht. {TEXT.recording_passed_over}",
        TEXT.working,
        TEXT.saved.format(understood=11, count=12),
    ]
    found = enrolled("anna")
    assert found is not None
    assert found.transform != UNCHANGED.transform
    assert found.scales.network == UNCHANGED.scales.network
    assert found.scales != UNCHANGED.scales
    heard = run("hear", "--user", "anna", "--languages", "de,fide", "--wav", str(tmp_path / "00.wav"))
    assert json.loads(heard.stdout)["uci"] == "g1f3"


def test_too_few_recordings_save_nothing(tmp_path: Path) -> None:
    result = run("enrol", "--voices", "de", *recorded(tmp_path, TEXT.sentences[:2]))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == TEXT.too_few.format(understood=2, count=12, least=8) + "\n"
    assert enrolled("") is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["enrol", "--wav", "none.wav"], "There is no recording 'none.wav'.\n"),
        (["enrol", *["--wav", "x.wav"] * 13], "There are 12 sentences, but 13 recordings were given.\n"),
        (["enrol", "--voices", "klingon"], "There is no voice pack 'klingon'. There are: de, "),
        (["enrol", "export"], "FOLDER is missing; see access-chess enrol export --help.\n"),
        (
            ["enrol", "export", "x", "--user", "nobody"],
            "No recording of the user nobody is kept here; access-chess enrol makes some.\n",
        ),
    ],
    ids=["no file", "too many", "no pack", "no argument", "nothing known"],
)
def test_wrong_usage_is_one_sentence(arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(said)
    assert result.stderr.count("\n") == 1


def test_the_sentences_are_listed() -> None:
    assert run("enrol", "--voices", "de", "--list").stdout.splitlines() == [*TEXT.sentences]


class ScriptedPrompter(Prompter):
    """Answers with what was prepared, one thing after the other; the last for ever, or until the microphone goes."""

    def __init__(self, answers: list[speech_recognition.AudioData], *, goes: bool = False) -> None:
        super().__init__("de", None, None)
        self.answers, self._goes = answers, goes
        self.lines: list[tuple[str, Earcon | None]] = []
        self.spoken: list[SpokenPart] = []

    def say(self, line: str, earcon: Earcon | None = None) -> None:
        self.lines.append((line, earcon))

    def speak_part(self, part: SpokenPart, earcon: Earcon | None = None) -> None:
        self.spoken.append(part)

    def listen(self) -> speech_recognition.AudioData:
        if self._goes and not self.answers:
            raise MicrophoneError("microphone_gone")
        return self.answers.pop(0) if self._goes or len(self.answers) > 1 else self.answers[0]


def test_a_sentence_is_asked_for_again_and_then_left_out() -> None:
    first, second = (audio_of(sentence, "de") for sentence in TEXT.sentences[:2])
    prompter = ScriptedPrompter([SILENCE, first, first, second, SILENCE])
    lexicon = load_lexicon(("de", "fide"))
    with Aligner(lexicon) as aligner:
        understood = [*Course(TEXT, lexicon, aligner).aloud(prompter)]
    assert [audio for _, audio in understood] == [first, second]
    asked = [TEXT.sentence.format(number=number, sentence=TEXT.sentences[number - 1]) for number in (1, 2, 3)]
    again = Earcon.NOT_UNDERSTOOD
    assert prompter.lines[:8] == [
        (TEXT.begin.format(count=12), None),
        (asked[0], Earcon.LISTENING),
        (f"{TEXT.again} {asked[0]}", again),
        (asked[1], Earcon.LISTENING),
        (f"{TEXT.again} {asked[1]}", again),
        (asked[2], Earcon.LISTENING),
        (f"{TEXT.again} {asked[2]}", again),
        (f"{TEXT.again} {asked[2]}", again),
    ]
    assert prompter.lines[8] == (TEXT.passed_over, again)
    assert len(prompter.lines) == 1 + 2 + 2 + 10 * (TRIES + 1)


@pytest.mark.parametrize(("understood", "status"), [(7, 2), (8, 0)], ids=["too few", "enough"])
def test_a_microphone_that_goes_leaves_what_was_understood(
    monkeypatch: pytest.MonkeyPatch, understood: int, status: int
) -> None:
    prompter = ScriptedPrompter([audio_of(sentence, "de") for sentence in TEXT.sentences[:understood]], goes=True)
    monkeypatch.setattr("access_chess.command_line.enrol._prompter", lambda *given, **more: nullcontext(prompter))
    monkeypatch.setattr("access_chess.command_line.enrol.estimated", lambda lexicon, recordings: UNCHANGED)
    result = run("enrol", "--user", "anna", "--voices", "de")
    gone = "Das Mikrofon ist weg; stecken Sie es wieder an, oder spielen Sie mit den Tasten weiter."
    assert (result.exit_code, result.stderr, prompter.spoken) == (
        status,
        f"{gone}\n",
        [spoken_part(gone, language="de")],
    )
    saved = [(TEXT.working, None), (TEXT.saved.format(understood=8, count=12), None)]
    assert (prompter.lines[-2:] == saved, len(own_recordings("anna"))) == ((True, 8) if status == 0 else (False, 0))


def test_that_the_microphone_has_gone_is_said_in_the_language_that_it_is_told_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Spanish has no sentences of its own, and is enrolled by the English ones."""
    prompter = ScriptedPrompter([], goes=True)
    monkeypatch.setattr("access_chess.command_line.enrol._prompter", lambda *given, **more: nullcontext(prompter))
    result = run("enrol", "--voices", "es")
    assert [(part.text, part.language) for part in prompter.spoken] == [(result.stderr.strip(), "es")]


def learn(user: str) -> None:
    keep_enrolment(user, [(("eva", "vier"), SILENCE), (("g.en", "one"), SILENCE)], UNCHANGED)


def test_what_is_known_is_listed_and_forgotten(tmp_path: Path) -> None:
    learn("zoë")
    assert run("enrol", "list", "--voices", "en", "--user", "zoë").stdout.splitlines() == [
        "The voice of the user zoë is known from recordings.",
        f"Recorded sentences kept here: 2, in {recordings_of('zoë')[0].parent}.",
    ]
    forget = ("enrol", "forget", "--user", "zoë", "--voices")
    assert run(*forget, "en").stdout == "All that was known of the user zoë is forgotten.\n"
    assert run(*forget, "de").stdout == "Von „zoë“ war nichts bekannt.\n"
    assert list((tmp_path / "home" / "learned").iterdir()) == []


@pytest.mark.parametrize("answer", ["yes", "no", ""])
def test_it_is_copied_once_its_owner_has_heard_what_it_is_and_said_yes(tmp_path: Path, answer: str) -> None:
    learn("zoë")
    folder = tmp_path / "given"
    asked = ("enrol", "export", "--no-sound", "--voices", "en", "--user", "zoë", str(folder))
    result = CliRunner().invoke(main, asked, input=f"{answer}\n")
    first, last = result.stdout.splitlines()
    assert first == (
        f"This copies two recordings of your voice into {folder}, the sentences that were read, "
        "and what was learned of them. Nothing is sent to anybody. Copy them? Yes or no."
    )
    assert last == (f"Written to {folder}." if answer == "yes" else "Not done.")
    copied = sorted(path.name for path in folder.glob("*"))
    files = ["000001 eva vier.wav", "000002 g.en one.wav", "sentences.txt", "voice.mllr"]
    assert copied == (files if answer == "yes" else [])
    if answer == "yes":
        read = (folder / "sentences.txt").read_text(encoding="utf-8")
        assert read == "000001 eva vier.wav: eva vier\n000002 g.en one.wav: g one\n"


def test_what_is_asked_before_a_copy_is_said_as_well(tmp_path: Path) -> None:
    learn("")
    said_here = tmp_path / "said.txt"
    sound = CliRunner().invoke(
        main,
        ["enrol", "export", "--voices", "en", "--no-sound", str(tmp_path / "x"), "--transcript", str(said_here)],
        input="no\n",
    )
    assert sound.exit_code == 0
    assert said_here.read_text(encoding="utf-8").splitlines() == sound.stdout.splitlines()


def test_a_copy_that_fails_leaves_nothing_behind_and_can_be_tried_again(tmp_path: Path) -> None:
    learn("")
    with small_disk(tmp_path / "disk") as disk:
        disk.fill()
        asked = ("enrol", "export", "--no-sound", "--voices", "en", "--yes", str(disk.folder / "given"))
        failed = run(*asked)
        assert (failed.exit_code, failed.stdout) == (2, "")
        assert "No space left on device" in failed.stderr
        assert not (disk.folder / "given").exists()
        disk.make_room()
        assert run(*asked).exit_code == 0


def test_a_copy_is_not_made_into_a_file(tmp_path: Path) -> None:
    learn("")
    (tmp_path / "given").write_text("mine")
    result = run("enrol", "export", "--no-sound", "--voices", "en", "--yes", str(tmp_path / "given"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "that is a file, and a folder is asked for" in result.stderr


def test_a_copy_leaves_what_is_there_alone(tmp_path: Path) -> None:
    learn("")
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "letter.txt").write_text("mine")
    result = run("enrol", "export", "--no-sound", "--voices", "en", "--yes", str(tmp_path / "given"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"The folder {tmp_path / 'given'} is not empty; name another one.\n"
    assert run("enrol", "export", "--no-sound", "--voices", "en", "--yes", str(tmp_path / "new")).exit_code == 0
    assert (tmp_path / "new" / "voice.mllr").read_text(encoding="ascii") == adaptation_text(UNCHANGED)


def test_who_has_no_name_hears_of_the_others() -> None:
    learn("anna")
    assert run("enrol", "list", "--voices", "en").stdout.splitlines() == [
        "The voice of the user without a name is not enrolled.",
        "Something is known of these users as well: the user anna.",
    ]


def test_a_broken_voice_is_one_sentence() -> None:
    learn("anna")
    voice_file("anna").write_text("1")
    listed = run("enrol", "list", "--voices", "en", "--user", "anna").stdout.splitlines()
    assert listed[0].startswith("The saved voice of the user anna cannot be used; enrol saves it anew. ")


def test_the_language_that_is_remembered_is_spoken_by_each_command_below() -> None:
    """The settings hold for `enrol`; its own commands are those that speak."""
    assert run("settings", "voices", "en", "--no-sound").exit_code == 0
    assert run("enrol", "list").stdout.startswith("The voice of the user without a name is not enrolled.\n")
    assert run("settings", "voices", "de", "--no-sound").exit_code == 0
    assert run("enrol", "list").stdout.startswith("Stimme von jemandem ohne Namen: nicht eingesprochen.\n")


def test_the_name_of_before_goes_on_working() -> None:
    learn("anna")
    assert run("learned", "list", "--voices", "en").stdout == run("enrol", "list", "--voices", "en").stdout
    assert run("learned", "forget", "--voices", "en", "--user", "anna").exit_code == 0


class QuietStream(CaptureStream):
    """A stream from no device."""

    def __init__(self) -> None:
        self._prepare()


class WatchfulSpeaker(Speaker):
    """Notes what is said, and whether the microphone is shut meanwhile."""

    def __init__(self, stream: CaptureStream) -> None:
        super().__init__(voice=None, outputs=())
        self._stream = stream
        self.said: list[tuple[str, str, Earcon | None, bool]] = []

    def say(self, utterance: Utterance) -> None:
        part = utterance.parts[0]
        self.said.append((part.spoken, part.language, utterance.earcon, self._stream.muted))
        super().say(utterance)


def test_the_microphone_is_shut_while_it_speaks(capsys: pytest.CaptureFixture[str]) -> None:
    microphone, stream = Microphone(), QuietStream()
    microphone.stream = stream
    speaker = WatchfulSpeaker(stream)
    prompter = Prompter("de", speaker, microphone)
    prompter.say("Satz 1.", Earcon.LISTENING)
    assert not stream.muted
    prompter.speak("Danke.")
    assert not stream.muted
    speaker.close()
    assert speaker.said == [("Satz 1.", "de", Earcon.LISTENING, True), ("Danke.", "de", None, True)]
    assert capsys.readouterr().out == "Satz 1.\n"


def test_without_a_voice_it_writes_and_hears_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    prompter = Prompter("de", None, None)
    prompter.say("Satz 1.")
    assert prompter.listen() is None
    assert capsys.readouterr().out == "Satz 1.\n"
