"""`access-chess laws`: read line by line as the guide is, told whole, written into a file; status 2 where nothing is.

The records of whole sittings are written again by `python -m tests.command_line.test_laws`.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.edge.packs.laws import has_laws, load_laws
from access_chess.laws.editions import Edition
from access_chess.laws.rule_numbers import numbers_of
from access_chess.notation.braille import cells_of_file_text

GOLDEN = Path(__file__).parents[1] / "golden" / "laws"
_GOES_ON = "\n" * 9
SITTINGS = {
    "en": f"\n\narticle four point three b\nback\ncastling{_GOES_ON}threefold\n9.5 2023\n9.6.1\nfish\n99\n3\nagain\n"
    "help\nquit\n",
    "de": f"\n\nArtikel vier Punkt drei b\nzurück\nRochade{_GOES_ON}Wiederholung\n9.5 2023\n9.6.1\nFisch\n99\n3\n"
    "nochmal\nhilfe\nende\n",
}
TOLD = [pack for pack in SITTINGS if has_laws(pack)]


def heard(*arguments: str, typed: str = "", pack: str = "en") -> list[str]:
    result = CliRunner().invoke(main, ["laws", "--no-sound", "--voices", pack, *arguments], input=typed)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def refused(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["laws", "--no-sound", *arguments])
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr.strip()


def sitting(pack: str) -> str:
    return "\n".join(heard("4.3", typed=SITTINGS[pack], pack=pack)) + "\n"


@pytest.mark.parametrize("pack", TOLD)
def test_a_sitting_is_heard_as_it_was_recorded(pack: str) -> None:
    assert sitting(pack) == (GOLDEN / f"sitting.{pack}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("pack", TOLD)
@pytest.mark.parametrize("edition", Edition)
def test_the_whole_is_heard_as_it_was_recorded(pack: str, edition: Edition) -> None:
    """So each change of a rule is seen by who makes it."""
    recorded = (GOLDEN / f"{edition.value}.{pack}.txt").read_text(encoding="utf-8")
    told = heard("--whole", "--edition", edition.value, pack=pack)
    assert "\n".join(told) + "\n" == recorded
    texts = load_laws(pack)
    assert {texts.told(rule, edition).text for rule in numbers_of(edition)} <= set(told)


def test_enter_goes_from_rule_to_rule_and_on_to_the_next_chapter() -> None:
    told = heard("14", typed="\n\n")
    assert told[:2] == ["Laws of 2009.", "Article fourteen: FIDE: one rule."]
    assert told[3:5] == [
        "Appendix A: Rapid chess: eleven rules.",
        "Appendix A, one. A game is rapid with at least fifteen minutes and less than sixty for each player. "
        "The time added in sixty moves counts too.",
    ]


def test_a_topic_ends_with_its_last_rule() -> None:
    told = heard("knight", typed="\n")
    assert told[:2] == ["Laws of 2009.", "The knight: one rule."]
    assert told[-1] == "That was all. quit leaves."


def test_the_last_chapter_ends_the_whole() -> None:
    assert heard("preface", typed="\n")[-1] == "That was all. quit leaves."


def test_an_article_of_the_soviet_code_is_told_by_its_chapter() -> None:
    assert heard("late", "--edition", "soviet")[-1] == (
        "Row E nine. A player who comes to the board more than one hour late loses."
    )
    assert heard("knight", "--edition", "soviet")[-1].startswith("General rules. A knight goes to")


def test_a_year_behind_a_number_or_a_word_means_its_edition() -> None:
    assert heard("9.5", "2023") == heard("9.5", "--edition", "fide-2023")
    assert heard("castling 2018")[:2] == ["Laws of 2018.", "Castling: eight rules."]
    told = heard("9.5", typed="smoking 2018\nfish 2018\nquit\n")
    assert told[4:] == [
        "Laws of 2018.",
        "Article eleven point three point four. Smoking is allowed only where the arbiter says.",
        "No rule is listed under fish.",
        "Near it: fischer, finished, bishop.",
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("fish",), "No rule is listed under fish. Near it: fischer, finished, bishop."),
        (("99",), "The Laws of 2009 have articles one to fourteen and appendices A to F."),
        (("9.6.1",), "The Laws of 2009 have no such rule; nine point six point one since 2018."),
        (("quickplay", "--edition", "soviet"), "The Soviet code has no such rule; ten point one in the Laws of 2009."),
        (("fish", "2018"), "No rule is listed under fish. Near it: fischer, finished, bishop."),
        (("99", "--since", "fide-2018"), "The Laws of 2009 have articles one to fourteen and appendices A to F."),
        (("4.3", "--voices", "es"), "Las Leyes aún no están en este idioma. Con --voices en están en inglés."),
    ],
)  # fmt: skip
def test_where_there_is_nothing_one_sentence_says_so(arguments: tuple[str, ...], sentence: str) -> None:
    assert refused(*arguments) == sentence


def test_a_year_behind_it_is_its_edition() -> None:
    for what in ("castling", "4.3"):
        assert heard(what, "2018", typed="\n") == heard(what, "--edition", "fide-2018", typed="\n")
    assert heard("2018", typed="quit\n")[0] == "Laws of 2018."
    assert "One rule differs: 2009, 2018." in heard("4.3", typed="9.1 2018 changes\n")
    told = heard("4.3", typed="castling 2018\n")
    assert told[-9:-7] == ["Laws of 2018.", "Article three point eight point two. " + told[-8].partition(". ")[2]]


def test_what_has_changed_is_told_one_after_the_other() -> None:
    told = heard("--edition", "fide-2023", "--since", "fide-2018")
    assert told[0] == "Four rules differ: 2018, 2023."
    assert len(told) == 5
    for what in ("9.5.3", "claim"):
        one = heard(what, "--edition", "fide-2023", "--since", "fide-2018")
        assert len(one) == 2 and "one minute" in one[1]


def test_they_are_written_as_text_and_in_braille(tmp_path: Path) -> None:
    for name in ("laws.txt", "laws.brf"):
        assert heard("castling", "--to", str(tmp_path / name)) == []
    text = (tmp_path / "laws.txt").read_text(encoding="utf-8")
    assert text.startswith("## Castling\n\nArticle three point eight a. Castling is one move of the king.")
    lines = (tmp_path / "laws.brf").read_bytes().decode("ascii").split("\r\n")
    assert max(map(len, lines)) <= 40
    assert cells_of_file_text(lines[0]) == "⠠⠉⠁⠎⠞⠇⠊⠝⠛"


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    assert str(tmp_path) in refused("castling", "--to", str(tmp_path / "none" / "laws.txt"))


def test_nothing_is_loaded_that_plays() -> None:
    """A reader of the Laws waits for no board, no engine and no practice."""
    program = (
        "import sys; from access_chess.speech.answers import laws; from access_chess.conversation import guided;"
        "print([name for name in sys.modules if name.startswith('access_chess.practice')])"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for pack in TOLD:
        (GOLDEN / f"sitting.{pack}.txt").write_text(sitting(pack), encoding="utf-8")
        for edition in Edition:
            told = heard("--whole", "--edition", edition.value, pack=pack)
            (GOLDEN / f"{edition.value}.{pack}.txt").write_text("\n".join(told) + "\n", encoding="utf-8")
