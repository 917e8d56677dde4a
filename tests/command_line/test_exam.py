"""`access-chess exam`: cases typed into a pipe, from the first to the verdict.

What is heard of a sitting is written again by `python -m tests.command_line.test_exam`.
"""

import os
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.command_line.exam import CONCERNS, TOPICS
from access_chess.edge.packs.cases import load_cases
from access_chess.edge.practising.store import PracticeStore, PracticeStoreError
from access_chess.edge.storage.places import HOME_VARIABLE

GOLDEN = Path(__file__).parents[1] / "golden" / "cases"
WRONG_WORD = "blue"
#: One after the other: an answer, an article, Enter; what is no answer; what is asked for meanwhile.
TYPED = f"1\n4.3a\n\n2\n\n{WRONG_WORD}\nagain\nboard\nclock\n3\n5.2\n\nsolution\n\n" + "1\n\n" * 12 + "quit\n"
SITTINGS = {"led": (), "strict": ("--strict", "--count", "6")}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))


def exam(*arguments: str, typed: str = "", voices: str = "en") -> Result:
    return CliRunner().invoke(main, ["exam", "--no-sound", "--voices", voices, *arguments], input=typed)


def heard(*arguments: str, typed: str, voices: str = "en") -> list[str]:
    result = exam(*arguments, typed=typed, voices=voices)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def sitting(name: str, voices: str) -> str:
    return "".join(f"{line}\n" for line in heard(*SITTINGS[name], typed=TYPED, voices=voices))


@pytest.mark.parametrize("voices", ["en", "de"])
@pytest.mark.parametrize("name", SITTINGS)
def test_a_sitting_is_heard_as_it_was_recorded(name: str, voices: str) -> None:
    assert sitting(name, voices) == (GOLDEN / f"sitting_{name}.{voices}.txt").read_text(encoding="utf-8")


def test_every_topic_of_the_cases_can_be_asked_for() -> None:
    assert {case.topic for case in load_cases()} == set(TOPICS)
    assert {topic for topics in CONCERNS.values() for topic in topics} <= set(TOPICS)


@pytest.mark.parametrize("whom", CONCERNS)
def test_each_is_asked_what_concerns_them(whom: str) -> None:
    assert heard("--for", whom, "--count", "3", typed="")[0] == "Three cases."


def test_a_strict_exam_tells_at_the_end_what_was_missed_and_what_guessing_gives() -> None:
    told = heard("--strict", "--count", "4", typed="9\n" * 3 + "1.1\n" + "9\n" * 4)
    assert "Right." not in told and "No." not in told
    assert told[-1].startswith("Guessing would give")
    assert any(line.startswith("Missed: Article") for line in told)


def test_what_was_missed_is_due_again_and_what_was_heard_is_remembered() -> None:
    first = heard("--count", "2", typed="quit\n")
    heard("--count", "2", typed="9\n\n9\n\n")
    later = heard("--count", "2", typed="quit\n")
    assert first[:20] != later[:20], "what was heard longest ago comes first"


def test_the_statistics_of_practice_have_a_line_for_cases() -> None:
    heard("--count", "1", typed="9\n\n")
    told = CliRunner().invoke(main, ["train", "statistics", "--no-sound", "--voices", "en"])
    assert told.exit_code == 0 and any(line.startswith("Cases") for line in told.stdout.splitlines()), told.output


def test_what_cannot_be_kept_is_told_once_and_the_exam_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise PracticeStoreError("practice_disk_full", path="practice.sqlite", error="no space")

    monkeypatch.setattr(PracticeStore, "keep", full)
    told = heard("--count", "3", typed="9\n\n9\n\n9\n1.1\n\n")
    assert told.count("Your progress cannot be kept.") == 1
    assert told[-1].endswith("of three right.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--topic", "says", "--for", "player"), "There are no such cases. Leave out an option."),
        (("--topic", "blitz", "--for", "player"), "There are no such cases. Leave out an option."),
    ],
)
def test_cases_that_are_not_there_are_told(arguments: tuple[str, ...], said: str) -> None:
    result = exam(*arguments)
    assert (result.exit_code, result.stderr.strip()) == (2, said)


def test_a_language_without_cases_says_so() -> None:
    result = exam(voices="sw")
    assert result.exit_code == 2 and "--voices en" in result.stderr


if __name__ == "__main__":
    for name in SITTINGS:
        for voices in ("en", "de"):
            with tempfile.TemporaryDirectory() as folder:
                os.environ[HOME_VARIABLE] = folder
                text = sitting(name, voices)
            (GOLDEN / f"sitting_{name}.{voices}.txt").write_text(text, encoding="utf-8")
