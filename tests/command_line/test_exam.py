"""`access-chess exam`: cases typed into a pipe, from the first to the verdict.

What is heard of a sitting is written again by `python -m tests.command_line.test_exam`.
"""

import os
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.command_line.train import CONCERNS, TOPICS
from access_chess.edge.packs.cases import load_cases
from access_chess.edge.practising.store import PracticeStore, PracticeStoreError
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.laws.editions import Edition
from access_chess.practice.case_drill import cases_to_ask
from access_chess.wiring.voice import VoiceSetup

GOLDEN = Path(__file__).parents[1] / "golden" / "cases"
WRONG_WORD = "blue"
#: One after the other: an answer, an article, Enter; what is no answer; what is asked for meanwhile.
TYPED = f"1\n4.3a\n\n2\n\n{WRONG_WORD}\nagain\nboard\nclock\n3\n5.2\n\nsolution\n\n" + "1\n\n" * 20 + "quit\n"
SITTINGS = {"led": ((), TYPED), "strict": (("--strict",), TYPED.replace("\n\n", "\n"))}


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
    arguments, typed = SITTINGS[name]
    return "".join(f"{line}\n" for line in heard(*arguments, typed=typed, voices=voices))


@pytest.mark.parametrize("voices", ["en", "de"])
@pytest.mark.parametrize("name", SITTINGS)
def test_a_sitting_is_heard_as_it_was_recorded(name: str, voices: str) -> None:
    assert sitting(name, voices) == (GOLDEN / f"sitting_{name}.{voices}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("arguments", "choices"), [(("--input", "both"), 4), ((), 0)])
def test_who_speaks_chooses_an_article(
    arguments: tuple[str, ...], choices: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(VoiceSetup, "next", lambda *_: None)  # nobody says anything
    of_topic = [each for each in load_cases() if each.topic == "touch" and each.edition is Edition.FIDE_2009]
    (case,) = cases_to_ask(of_topic, count=1, due=(), heard=())
    told = heard(*arguments, "--topic", "touch", "--count", "1", typed=f"{case.right}\nquit\n")
    asked = told.index("Which article? A number, or Enter.")
    assert sum(": Article" in line for line in told[asked + 1 : asked + 5]) == choices


def test_every_topic_of_the_cases_can_be_asked_for() -> None:
    assert {case.topic for case in load_cases()} == set(TOPICS)
    assert {topic for topics in CONCERNS.values() for topic in topics} <= set(TOPICS)


@pytest.mark.parametrize("whom", CONCERNS)
def test_each_is_asked_what_concerns_them(whom: str) -> None:
    assert heard("--for", whom, "--count", "3", typed="")[0] == "Three cases."


def test_a_strict_exam_tells_at_the_end_what_was_missed_and_what_guessing_gives() -> None:
    told = heard("--strict", "--count", "4", typed="solution\n" * 3 + "1.1\n" + "solution\n" * 4)
    assert "Right." not in told and "No." not in told
    assert "Draws: zero of two." in told or "Draws: zero of one." in told
    assert told[-1].startswith("Guessing would give")
    assert any(line.startswith("Missed: Article") for line in told)


def test_a_strict_exam_that_is_left_tells_how_it_went_so_far() -> None:
    told = heard("--strict", typed="solution\nsolution\nquit\n")
    assert told[told.index("Training ended.") + 1] == "Zero of two right."
    assert told[-2].startswith("Guessing would give") and told[-1] == "Your progress is kept."


@pytest.mark.parametrize("asked", ["article 4.3", "rules touch", "legal", "legal knight", "reach e2", "attackers e4"])
def test_nothing_helps_in_a_strict_exam(asked: str) -> None:
    told = heard("--strict", "--count", "1", typed=f"{asked}\nquit\n")
    assert told[-2] == "That is not possible now."
    assert "That is not possible now." not in heard("--count", "1", typed=f"{asked}\nquit\n")


@pytest.mark.parametrize("asked", ["again", "why", "clock", "moves"])
@pytest.mark.parametrize("arguments", [(), ("--strict",)])
def test_the_case_is_told_again_with_its_clocks_and_moves(asked: str, arguments: tuple[str, ...]) -> None:
    once = heard(*arguments, "--topic", "clock", "--count", "1", typed="quit\n")[2:-1]
    again = heard(*arguments, "--topic", "clock", "--count", "1", typed=f"{asked}\nquit\n")[2:-1]
    assert again == once * 2


def test_articles_are_those_of_the_edition_of_the_cases() -> None:
    told = heard("--edition", "fide-2023", "--count", "1", typed="article 7.5\nquit\n")
    assert told.count("Laws of 2023.") == 2 and "Laws of 2009." not in told


@pytest.mark.parametrize(("arguments", "is_strict"), [(("--strict",), True), ((), False)])
def test_how_it_went_is_written(tmp_path: Path, arguments: tuple[str, ...], is_strict: bool) -> None:
    file = tmp_path / "result.txt"
    typed = "solution\n" if is_strict else "solution\n\n"
    told = heard(*arguments, "--count", "4", "--to", str(file), typed=typed * 4)
    written = file.read_text(encoding="utf-8").splitlines()
    assert written[0] == "Zero of four right." and written[-1].startswith("Guessing would give")
    assert (told[-len(written) :] == written) is is_strict


def test_a_file_that_cannot_be_written_is_told_before_the_first_case(tmp_path: Path) -> None:
    result = exam("--to", str(tmp_path / "nowhere" / "result.txt"), typed="1\n")
    assert result.exit_code == 2 and result.stdout == ""
    assert result.stderr.endswith("cannot be written: No such file or directory.\n")


def test_how_it_went_is_written_in_braille(tmp_path: Path) -> None:
    file = tmp_path / "result.brf"
    heard("--count", "1", "--to", str(file), typed="solution\n\n")
    written = file.read_bytes().decode("ascii")
    assert written.startswith(",ZERO OF ONE RIGHT4\r\n") and written.endswith("\r\n\f")


def test_what_cannot_be_written_is_told_before_the_error() -> None:
    result = exam("--count", "1", "--to", "/dev/full", typed="solution\n\n")
    assert result.exit_code == 2 and "/dev/full cannot be written" in result.stderr
    assert result.stdout.splitlines()[-1].startswith("Guessing would give")


@pytest.mark.parametrize(("typed", "says"), [("no\n", "Zero of one right."), ("", "Zero of one right.")])
def test_an_exam_that_is_left_tells_how_it_went_and_that_it_is_kept(typed: str, says: str) -> None:
    told = heard(typed=f"solution\n{typed}")
    assert told[-2:] == [says, "Your progress is kept."]
    assert "Your progress is kept." not in heard("--count", "1", typed="solution\n")


@pytest.mark.parametrize("typed", ["1", "4.3a", "blue"])
def test_an_answer_after_the_case_is_told_to_go_on(typed: str) -> None:
    told = heard(typed=f"solution\n{typed}\nquit\n")
    assert told.count("Next?") == 2 and not any("understand" in line for line in told)


def test_yes_is_no_article() -> None:
    told = heard("--topic", "conduct", "--for", "player", "--count", "9", typed="solution\n\nsolution\n\nyes\nquit\n")
    assert told.count("Which article decides this?") == 2
    assert told.count("Answer with the number of an article, such as 4.3.") == 2


def test_another_language_goes_on_with_the_cases_that_are_left() -> None:
    told = heard("--strict", "--count", "3", typed="solution\nlanguage de\nsolution\nsolution\n1.1\n")
    assert told[0] == "Three cases." and "Zwei Fälle." in told
    assert [line for line in told if line.endswith(" von drei.")] == [] and told[-1].startswith("Wer rät")


def test_a_language_without_cases_that_is_chosen_says_so_and_they_go_on_in_english() -> None:
    told = heard("--count", "2", typed="language es\nquit\n")
    at = told.index("Los casos aún no están en este idioma. Con --voices en están en inglés.")
    assert told[at + 1] == "Two cases."


def test_what_was_missed_is_due_again_and_what_was_heard_is_remembered() -> None:
    first = heard("--count", "2", typed="quit\n")
    heard("--count", "2", typed="solution\n\nsolution\n\n")
    later = heard("--count", "2", typed="quit\n")
    assert first[:20] != later[:20], "what was heard longest ago comes first"


def test_the_statistics_of_practice_have_a_line_for_cases() -> None:
    heard("--count", "1", typed="solution\n\n")
    told = CliRunner().invoke(main, ["train", "statistics", "--no-sound", "--voices", "en"])
    assert told.exit_code == 0 and any(line.startswith("Cases") for line in told.stdout.splitlines()), told.output


def test_what_cannot_be_kept_is_told_once_and_the_exam_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise PracticeStoreError("practice_disk_full", path="practice.sqlite", error="no space")

    monkeypatch.setattr(PracticeStore, "keep", full)
    told = heard("--count", "3", typed="solution\n\nsolution\n\nsolution\n1.1\n\n")
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
    result = exam(voices="es")
    assert result.exit_code == 2 and "--voices en" in result.stderr


if __name__ == "__main__":
    for name in SITTINGS:
        for voices in ("en", "de"):
            with tempfile.TemporaryDirectory() as folder:
                os.environ[HOME_VARIABLE] = folder
                text = sitting(name, voices)
            (GOLDEN / f"sitting_{name}.{voices}.txt").write_text(text, encoding="utf-8")
