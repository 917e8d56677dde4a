"""Vosk and Whisper, with stand-ins for their packages: what they are given, and what is said when they are missing."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import chess
import pytest
import speech_recognition
from click.testing import CliRunner

from access_chess.command_line.doctor import told
from access_chess.command_line.hear import hear
from access_chess.edge.diagnosis import installing
from access_chess.edge.packs.lexicons import load_lexicon, spellings
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.recognisers import vosk_text, whisper_text
from access_chess.edge.recognisers.learned import LearnedSpeech, learned_speech
from access_chess.edge.recognisers.pocketsphinx import examine
from access_chess.edge.recognisers.registry import Model, recogniser_of
from access_chess.edge.recognisers.text import EXAMPLES, Said, TextRecogniser
from access_chess.listening.heard import HeardChoice, HeardCommand, HeardMove, HeardNothing, Nothing
from access_chess.listening.sentences import sentences
from access_chess.listening.short_answers import Awaited, Expected
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.session.ports import NoRecogniserError
from access_chess.wiring.voice import languages_of

LANGUAGES = ("fide", "de", "en")
SAID = Said(
    lexicon=load_lexicon(LANGUAGES), own=load_lexicon(("en",)), spelled=spellings(LANGUAGES), tongues=("de", "en")
)
AUDIO = speech_recognition.AudioData(bytes(3200), 16_000, 2)


@pytest.fixture
def given() -> list[Any]:
    """What the recogniser was told to expect."""
    return []


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch, given: list[Any]) -> SimpleNamespace:
    """Stand-ins that hear `text` in every sound."""
    heard = SimpleNamespace(text="", certainty=-0.3)

    class KaldiRecognizer:
        def __init__(self, model: str, rate: int, grammar: str) -> None:
            assert (model, rate) == ("the model", 16_000)
            given.extend(json.loads(grammar))

        def AcceptWaveform(self, samples: bytes) -> bool:  # noqa: N802  Vosk's own name
            return len(samples) == 3200

        def FinalResult(self) -> str:  # noqa: N802  Vosk's own name
            return json.dumps({"text": heard.text})

    class Whisper:
        def transcribe(self, samples: Any, *, language: str | None, initial_prompt: str, fp16: bool) -> dict[str, Any]:
            assert samples.shape == (1600,) and language is None and not fp16
            given.extend(initial_prompt.split())
            return {"segments": [{"text": heard.text, "avg_logprob": heard.certainty}]}

    def load(name: str) -> Whisper:
        if name != "tiny":
            raise RuntimeError(f"Model {name} not found")
        return Whisper()

    class WhisperModel:
        def __init__(self, name: str, *, device: str, compute_type: str) -> None:
            assert (device, compute_type) == ("cpu", "int8")
            load(name)

        model = SimpleNamespace(is_multilingual=True)

        def detect_language(self, samples: Any) -> tuple[str, float, list[tuple[str, float]]]:
            return "ka", 0.5, [("ka", 0.5), ("en", 0.3), ("de", 0.2)]

        def transcribe(
            self, samples: Any, *, language: str, initial_prompt: str, condition_on_previous_text: bool
        ) -> Any:
            assert samples.shape == (1600,) and language == "en" and not condition_on_previous_text
            given.extend(initial_prompt.split())
            return [SimpleNamespace(text=heard.text, avg_logprob=heard.certainty)], None

    packages: dict[str, dict[str, Any]] = {
        "faster_whisper": {"WhisperModel": WhisperModel},
        "vosk": {"Model": lambda path: "the model", "KaldiRecognizer": KaldiRecognizer, "SetLogLevel": lambda level: 0},
        "whisper": {"load_model": load},
    }
    for name, members in packages.items():
        module = ModuleType(name)
        vars(module).update(members)
        monkeypatch.setitem(sys.modules, name, module)
    return heard


def recogniser(name: str, folder: Path) -> TextRecogniser:
    if name == "whisper":
        sys.modules["faster_whisper"] = None  # type: ignore[assignment]  # an import of it fails
    with_model, model = (vosk_text.with_model, str(folder)) if name == "vosk" else (whisper_text.with_model, "tiny")
    return with_model(model, SAID)


@pytest.mark.parametrize("name", ["faster_whisper", "whisper"])
def test_whisper_is_given_moves_of_the_position_in_the_players_language(
    tmp_path: Path, says: SimpleNamespace, given: list[Any], name: str
) -> None:
    told = recogniser(name, tmp_path)
    told.expect(Expected(board=chess.Board(), commands=frozenset()))
    told.hear(AUDIO)
    moves = " ".join(given).split(".")[:-1]
    assert len(set(moves)) == len(moves) == EXAMPLES
    graph = sentences(SAID.own, chess.Board(), ())
    assert all(graph.meaning(tuple(move.lower().split())) is not None for move in moves)
    assert {"knight", "foxtrot", "three"} <= set(" ".join(moves).lower().split())


@pytest.mark.parametrize("name", ["faster_whisper", "whisper"])
def test_what_whisper_doubts_itself_is_not_taken(tmp_path: Path, says: SimpleNamespace, name: str) -> None:
    told = recogniser(name, tmp_path)
    told.expect(Expected(board=chess.Board(), commands=frozenset()))
    says.text, says.certainty = "Hector drei.", -0.95
    assert told.hear(AUDIO).asked == HeardNothing(reason=Nothing.SILENCE, heard="")


def test_vosk_is_given_the_words_one_by_one_as_they_are_written(
    tmp_path: Path, says: SimpleNamespace, given: list[Any]
) -> None:
    """Vosk knows "läufer" and not "laeufer"; a phrase of several words would make just that row of words likely."""
    told = recogniser("vosk", tmp_path)
    told.expect(Expected(board=chess.Board(), commands=frozenset({RequestName.YES, RequestName.MY_CLOCK})))
    told.hear(AUDIO)
    assert all(isinstance(word, str) and " " not in word for word in given)
    assert {"springer", "knight", "gustav", "ja", "meine", "uhr"} <= set(given)
    assert not {"laeufer", "a.en"} & set(given)
    assert "[unk]" in given


def test_umlauts_are_written(tmp_path: Path, says: SimpleNamespace, given: list[Any]) -> None:
    board = chess.Board("4k3/8/8/8/8/8/2B5/4K3 w - - 0 1")
    told = recogniser("vosk", tmp_path)
    told.expect(Expected(board=board, commands=frozenset()))
    told.hear(AUDIO)
    assert {"läufer", "fünf", "bishop"} <= set(given)
    says.text = "läufer cesar zwei david drei"
    asked = told.hear(AUDIO).asked
    assert isinstance(asked, HeardMove) and asked.move.uci() == "c2d3"


@pytest.mark.parametrize("name", ["vosk", "faster_whisper", "whisper"])
@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("springer gustav eins felix drei", "g1f3"),
        ("Knight golf one foxtrot three.", "g1f3"),
        ("e four", "e2e4"),
        ("e vier", "e2e4"),
    ],
)
def test_a_move_is_understood(tmp_path: Path, says: SimpleNamespace, name: str, text: str, move: str) -> None:
    told = recogniser(name, tmp_path)
    told.expect(Expected(board=chess.Board(), commands=frozenset()))
    says.text = text
    asked = told.hear(AUDIO).asked
    assert isinstance(asked, HeardMove) and asked.move.uci() == move


@pytest.mark.parametrize(
    ("text", "reason"), [("", Nothing.SILENCE), ("[unk]", Nothing.SILENCE), ("springer springer", Nothing.UNSURE)]
)
def test_what_is_no_sentence_is_nothing(tmp_path: Path, says: SimpleNamespace, text: str, reason: Nothing) -> None:
    told = recogniser("vosk", tmp_path)
    told.expect(Expected(board=chess.Board(), commands=frozenset(RequestName)))
    says.text = text
    asked = told.hear(AUDIO).asked
    assert isinstance(asked, HeardNothing) and asked.reason is reason
    says.text = "meine uhr"
    asked = told.hear(AUDIO).asked
    assert isinstance(asked, HeardCommand) and asked.name is RequestName.MY_CLOCK


@pytest.mark.parametrize(
    ("package", "arguments", "sentence"),
    [
        ("vosk", ["--vosk", "."], f"Vosk is not installed; install it with: {installing('vosk')}"),
        (
            "whisper",
            ["--whisper", "tiny"],
            f"Whisper is not installed; install it with: {installing('faster-whisper')}",
        ),
    ],
)
def test_a_missing_package_is_told_at_the_start(
    monkeypatch: pytest.MonkeyPatch, package: str, arguments: list[str], sentence: str
) -> None:
    for name in {package, "faster_whisper"}:
        monkeypatch.setitem(sys.modules, name, None)  # an import of it fails
    result = CliRunner().invoke(hear, arguments)
    assert (result.exit_code, result.stderr) == (2, f"{sentence}\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--vosk", "nowhere"], "There is no Vosk model 'nowhere'; give the folder of one."),
        (["--whisper", "huge"], "The Whisper model 'huge' cannot be loaded: Model huge not found."),
    ],
)
def test_a_missing_model_is_told_at_the_start(says: SimpleNamespace, arguments: list[str], sentence: str) -> None:
    result = CliRunner().invoke(hear, arguments)
    assert (result.exit_code, result.stderr) == (2, f"{sentence}\n")


@pytest.mark.parametrize(
    ("is_there", "vosk_line", "whisper_line"),
    [
        (
            False,
            f"Vosk: does not work. It is not installed, and is not needed. To use it: {installing('vosk')}.",
            "Whisper: does not work. It is not installed, and is not needed. "
            f"To use it: {installing('faster-whisper')}.",
        ),
        (True, "Vosk: works. The package is installed.", "Whisper: works. The package is installed."),
    ],
)
def test_the_doctor_says_which_is_there(
    monkeypatch: pytest.MonkeyPatch, is_there: bool, vosk_line: str, whisper_line: str
) -> None:
    found = importlib.util.find_spec

    def find_spec(name: str, package: str | None = None) -> Any:
        return (object() if is_there else None) if name in ("vosk", "whisper") else found(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", find_spec)
    vosk_model = "A model is a folder from alphacephei.com/vosk/models; play and hear use it with --vosk FOLDER."
    whisper_model = "Whisper fetches a model by its name, such as base; play and hear use it with --whisper NAME."
    lines = [f"{vosk_line} {vosk_model}", f"{whisper_line} {whisper_model}"]
    english = load_voice_pack("en")
    assert [told(diagnosis, english) for diagnosis in examine()[1:]] == lines


def test_the_words_of_a_question_are_answers(says: SimpleNamespace, tmp_path: Path) -> None:
    recogniser = vosk_text.with_model(str(tmp_path), SAID)
    awaited = Awaited(commands=frozenset({RequestName.NO}), options=("bella", "felix"))
    recogniser.expect(Expected(board=chess.Board(), commands=frozenset({RequestName.NO}), awaited=awaited))
    says.text = "felix"
    asked = recogniser.hear(AUDIO).asked
    assert isinstance(asked, HeardCommand) and asked.name is RequestName.TWO
    says.text = "felix vier"
    assert isinstance(recogniser.hear(AUDIO).asked, HeardMove)


@pytest.mark.parametrize(("kind", "name"), [("vosk", "nowhere"), ("whisper", "unknown")])
def test_a_model_that_is_missing_is_told_where_a_game_begins(says: SimpleNamespace, kind: str, name: str) -> None:
    found = learned_speech(load_lexicon(LANGUAGES), "", Profile.PRACTICE, arbiter_allows=False, pack_name="en")
    with pytest.raises(NoRecogniserError, match=name):
        recogniser_of(found, LANGUAGES, Model(kind=kind, name=name))


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        ("de", {"dame", "läufer"}),
        ("en", {"queen", "bishop"}),
        ("fide", {"dame", "läufer"}),
        ("fr", {"dame", "fou"}),
        ("ru", {"ферзь", "слон"}),
    ],
)
def test_a_player_s_own_words_are_shown(says: SimpleNamespace, given: list[Any], pack: str, words: set[str]) -> None:
    """In each language of a game, also where its words have their sounds from another pack."""
    sys.modules["faster_whisper"] = None  # type: ignore[assignment]  # an import of it fails
    languages = languages_of(pack)
    speech = LearnedSpeech(lexicon=load_lexicon(languages))
    recogniser = recogniser_of(speech, languages, Model(kind="whisper", name="tiny"))
    recogniser.expect(Expected(board=chess.Board("4k3/8/8/8/8/8/8/B2QK3 w - - 0 1"), commands=frozenset()))
    recogniser.hear(AUDIO)
    assert words <= {word.casefold() for word in given}


@pytest.mark.parametrize(
    ("text", "uci"),
    [
        ("Pringer gustav eins helix drei.", "g1f3"),
        ("Night foxtrot three", "g1f3"),
        ("pawn ecco four", "e2e4"),
        ("pawn ecco five", None),  # is no legal move
        ("Bella ema vier", None),  # "ema" is like nothing that may be said
        ("my clok", None),  # nothing but moves is guessed at
        ("", None),
    ],
)
def test_a_move_that_is_nearly_written_is_asked_about(
    says: SimpleNamespace, tmp_path: Path, text: str, uci: str | None
) -> None:
    recogniser = vosk_text.with_model(str(tmp_path), SAID)
    recogniser.expect(Expected(board=chess.Board(), commands=frozenset({RequestName.MY_CLOCK})))
    says.text = text
    asked = recogniser.hear(AUDIO).asked
    if uci is None:
        assert isinstance(asked, HeardNothing), asked
    else:
        assert isinstance(asked, HeardChoice), asked
        assert [move.uci() for move in asked.moves] == [uci]
