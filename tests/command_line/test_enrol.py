"""`access-chess enrol` and `access-chess learned`: from recordings to what is known of a user, and back to nothing."""

import json
import wave
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import pytest
import speech_recognition
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.command_line.enrol import TRIES, Course
from access_chess.command_line.seat.prompter import Prompter
from access_chess.edge.packs.enrolment_text import load_enrolment_text
from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.recognisers import enrolment
from access_chess.edge.recognisers.enrolment import Aligner
from access_chess.edge.sound.clip import SAMPLE_RATE
from access_chess.edge.storage.corrections import save, user_file
from access_chess.edge.storage.enrolments import enrolled, save_enrolment
from access_chess.edge.storage.own_recordings import keep_move, own_recordings
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.listening.learning import confirmed, nothing_learned
from access_chess.recognition.adaptation import scale_learning
from access_chess.recognition.adaptation.speaker_adaptation import read_adaptation
from access_chess.session.ports import MicrophoneError
from access_chess.speech.utterance import Earcon, SpokenPart, spoken_part
from tests.support.adaptation import UNCHANGED
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
    sentences = (*TEXT.sentences[:8], "Guten Morgen zusammen", *TEXT.sentences[9:], TEXT.answers[0])
    result = run("enrol", "--user", "anna", "--voices", "de", *recorded(tmp_path, sentences))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        f"{tmp_path / '08.wav'}: Satz 9: Dame a eins h acht. {TEXT.recording_passed_over}",
        TEXT.working,
        TEXT.saved.format(understood=12, count=19),
    ]
    found = enrolled("anna")
    assert found is not None
    assert found.transform != UNCHANGED.transform
    assert found.scales.network == UNCHANGED.scales.network
    assert found.scales != UNCHANGED.scales
    assert [*found.answers.places] == ["eins"]
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
        (["enrol", *["--wav", "x.wav"] * 20], "There are 19 sentences, but 20 recordings were given.\n"),
        (["enrol", "--voices", "klingon"], "There is no voice pack 'klingon'. There are: de, "),
        (["learned", "export"], "FILE is missing; see access-chess learned export --help.\n"),
        (["learned", "export", "/no/such/folder/x"], "The file /no/such/folder/x cannot be written: "),
    ],
    ids=["no file", "too many", "no pack", "no argument", "no folder"],
)
def test_wrong_usage_is_one_sentence(arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(said)
    assert result.stderr.count("\n") == 1


def test_the_sentences_are_listed() -> None:
    assert run("enrol", "--list").stdout.splitlines() == [*TEXT.sentences, *TEXT.answers]


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
        (TEXT.begin.format(count=19), None),
        (asked[0], Earcon.LISTENING),
        (f"{TEXT.again} {asked[0]}", again),
        (asked[1], Earcon.LISTENING),
        (f"{TEXT.again} {asked[1]}", again),
        (asked[2], Earcon.LISTENING),
        (f"{TEXT.again} {asked[2]}", again),
        (f"{TEXT.again} {asked[2]}", again),
    ]
    assert prompter.lines[8] == (TEXT.passed_over, again)
    assert len(prompter.lines) == 1 + 2 + 2 + 17 * (TRIES + 1)


@pytest.mark.parametrize(("understood", "status"), [(7, 2), (8, 0)], ids=["too few", "enough"])
def test_a_microphone_that_goes_leaves_what_was_understood(
    monkeypatch: pytest.MonkeyPatch, understood: int, status: int
) -> None:
    prompter = ScriptedPrompter([audio_of(sentence, "de") for sentence in TEXT.sentences[:understood]], goes=True)
    monkeypatch.setattr("access_chess.command_line.enrol._prompter", lambda *given, **more: nullcontext(prompter))
    monkeypatch.setattr("access_chess.command_line.enrol.learn_voice", lambda user, lexicon: None)
    result = run("enrol", "--user", "anna", "--voices", "de")
    gone = "Das Mikrofon ist weg; stecke es wieder an, oder spiele mit den Tasten weiter."
    assert (result.exit_code, result.stderr, prompter.spoken) == (
        status,
        f"{gone}\n",
        [spoken_part(gone, language="de")],
    )
    saved = [(TEXT.working, None), (TEXT.saved.format(understood=8, count=19), None)]
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
    learned = nothing_learned(user)
    for _ in range(3):
        learned = confirmed(learned, "eva drei", "eva vier")
    save(confirmed(learned, "anna eins", "eva eins"))
    save_enrolment(user, UNCHANGED)
    keep_move(user, ("eva", "vier"), SILENCE)


def test_what_is_known_is_listed_exported_and_forgotten(tmp_path: Path) -> None:
    learn("zoë")
    said = user_file("zoë", ".said")
    assert run("learned", "list", "--voices", "en", "--user", "zoë").stdout.splitlines() == [
        "The voice of the user zoë is known from recordings.",
        "anna was heard where eva was meant: once, in use after three.",
        "drei was heard where vier was meant: three times, in use.",
        f"Recorded sentences kept here: 1, in {said}.",
    ]
    assert run("learned", "export", "--user", "zoë", str(tmp_path / "x.json")).exit_code == 0
    exported = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert exported["user"] == "zoë"
    assert {"heard": "drei", "meant": "vier", "count": 3} in exported["corrections"]
    assert read_adaptation(exported["enrolment"]) == UNCHANGED
    assert exported["recordings"] == [{"words": ["eva", "vier"], "file": f"{said}/moves/000001 eva vier.wav"}]
    assert (
        run("learned", "forget", "--voices", "en", "--user", "zoë").stdout
        == "All that was known of the user zoë is forgotten.\n"
    )
    assert run("learned", "forget", "--voices", "de", "--user", "zoë").stdout == "Von „zoë“ war nichts bekannt.\n"
    assert list((tmp_path / "home" / "learned").iterdir()) == []


def test_who_has_no_name_hears_of_the_others() -> None:
    learn("anna")
    assert run("learned", "list", "--voices", "en").stdout.splitlines() == [
        "The voice of the user without a name is not enrolled.",
        "No corrected words are counted.",
        "Something is known of these users as well: the user anna.",
    ]


def test_a_broken_voice_is_one_sentence(tmp_path: Path) -> None:
    learn("anna")
    user_file("anna", ".mllr").write_text("1")
    listed = run("learned", "list", "--voices", "en", "--user", "anna").stdout.splitlines()
    assert listed[0].startswith("The saved voice of the user anna cannot be used; enrol saves it anew. ")
    exported = run("learned", "export", "--user", "anna", str(tmp_path / "x.json"))
    assert exported.exit_code == 2
    assert exported.stderr.startswith("The saved voice cannot be read: ")


def test_the_language_that_is_remembered_is_spoken_by_each_command_below() -> None:
    """The settings hold for `learned`; its own commands are those that speak."""
    assert run("settings", "voices", "en", "--no-sound").exit_code == 0
    assert run("learned", "list").stdout.startswith("The voice of the user without a name is not enrolled.\n")
    assert run("settings", "voices", "de", "--no-sound").exit_code == 0
    assert run("learned", "list").stdout.startswith("Stimme von jemandem ohne Namen: nicht eingesprochen.\n")
