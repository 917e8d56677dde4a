"""Every story of tests/stories holds; they cover every verb and every expectation of the format."""

import re
from datetime import timedelta
from pathlib import Path

import chess
import pytest
from click.testing import CliRunner

from access_chess import stories
from access_chess.command_line.story import story
from access_chess.laws.articles import read_number
from access_chess.laws.commands import OfferDraw, PlayMove, PressClock
from access_chess.laws.editions import Edition
from access_chess.laws.told_articles import RULES_TOLD, SAID_BY, Rule, ToldArticle, number_in
from access_chess.stories.runner import outcomes_of, run_story
from access_chess.stories.story import (
    RegulationsText,
    SeatText,
    StepText,
    StoryError,
    StoryText,
    read_story,
)
from access_chess.stories.verbs import VERBS
from tests.support.game_record import digest, digests
from tests.support.searched_once import _searched_once  # noqa: F401
from tests.support.story_record import DIGESTS, FOLDER, name_of, recorded, stories_of

FORMAT_TEXT = Path(stories.__file__).parent / "format.md"
FILES = sorted(FOLDER.rglob("*.toml"))


RECORDS = digests(DIGESTS)

T = ToldArticle
#: What things are called, and what happens away from board, clock and scoresheet: nothing of it comes to the referee.
ONLY_TOLD = {
    T.PREFACE, T.FEDERATIONS_ASK, T.LINES, T.CLOCK_PLACE, T.CLOCK_HANDLING, T.SHEET_VISIBLE, T.SHEET_OWNER, T.SHEET_USE,
    T.DISREPUTE, T.ADVICE, T.SEARCH, T.SMOKING, T.FINISHED_PLAYERS, T.CONDUCT_PENALTY, T.EXPLANATION,
    T.RECONSTRUCTION_HELP, T.CLAIM_CHECKED, T.BEST_INTEREST, T.SPECIAL_MEASURES, T.ARBITER_WATCHES, T.SPECTATORS,
    T.TELEPHONES_AROUND, T.RAPID_ANNOUNCED, T.BLITZ_ANNOUNCED, T.ALGEBRAIC, T.PIECE_LETTERS, T.FILES_NAMED,
    T.RANKS_NUMBERED, T.SQUARES_NAMED, T.TWO_BOARDS, T.BLIND_BOARD, T.BLIND_SHEET, T.ENVELOPE_KEPT, T.SESSION_LENGTH,
}  # fmt: skip
#: Pieces that slipped unseen, how often a sheet was asked for, the points of both together: the arbiter minds them.
NOT_RULED = {T.LEFT_ITS_SQUARE, T.RAPID_SHEET_SEEN, T.POINTS_TOGETHER}


@pytest.mark.usefixtures("_searched_once")
@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_story_holds(file: Path) -> None:
    """What it expects, and all else that happened in it when its record was last looked at."""
    stories = stories_of(file)
    runs = [recorded(each) for each in stories]
    failures = {each.title: failure for each, (failure, _) in zip(stories, runs, strict=True)}
    assert {title: failure for title, failure in failures.items() if failure is not None} == {}
    lines = [line for _, record in runs for line in record]
    is_as_recorded = RECORDS.get(name_of(file)) == digest(lines)
    assert is_as_recorded, "If this is right: python -m tests.support.story_record --write\n" + "\n".join(lines)


def test_no_story_is_recorded_that_is_no_longer_told() -> None:
    assert set(RECORDS) <= {name_of(file) for file in FILES}


def test_every_edition_verb_and_expectation_has_a_story() -> None:
    stories = [each for file in FILES for each in stories_of(file)]
    steps = [step for each in stories for step in each.steps]
    assert {each.setup.edition for each in stories} == set(Edition)
    verbs = {step.do.split()[0] for step in steps}
    assert verbs == set(VERBS)
    expectations = set(StepText.__struct_fields__) - {"do", "at", "by", "noted", "scores"}
    used = {key for key in expectations for step in steps if getattr(step, key) is not None}
    assert used == expectations


def test_each_rule_on_which_the_referee_acts_is_named_by_a_story() -> None:
    """Between the brackets of its title, by the number that the rule or a part of it has in the story's edition."""
    named = {edition: set[str]() for edition in Edition}
    for each in (each for file in FILES for each in stories_of(file)):
        for numbers in re.findall(r"\((.*)\)", re.sub(r"\((\w)\)", r".\1", each.title)):
            named[each.setup.edition] |= set(re.findall(r"[\w.]+", numbers))

    def is_told(rule: Rule) -> bool:
        numbers = {edition: number_in(SAID_BY.get(rule, rule), edition) for edition in Edition}
        return any(
            read_number(number, edition).begins(read_number(name, edition))
            for edition, number in numbers.items()
            if number is not None
            for name in named[edition]
        )

    assert {rule for rule in RULES_TOLD if not is_told(rule)} <= {*ONLY_TOLD, *NOT_RULED}


def test_published_cases_name_their_source() -> None:
    cases = [each for file in FILES if file.parent.name == "cases" for each in stories_of(file)]
    assert cases and [each.title for each in cases if not each.source] == []


def test_the_text_on_the_format_names_every_key_verb_and_expectation() -> None:
    text = FORMAT_TEXT.read_text(encoding="utf-8")
    keys = {*StoryText.__struct_fields__, *SeatText.__struct_fields__, *RegulationsText.__struct_fields__}
    keys |= {*StepText.__struct_fields__, "editions"} - {"step"}
    named = set(re.findall(r"`([^`]+)`", text))
    assert {key for key in keys if not any(key in words for words in named)} - {"step"} == set()
    verbs = {words.split()[0] for words in named}
    assert set(VERBS) - verbs - {"tell"} == set()


def test_a_verb_that_is_nearly_one_is_asked_back() -> None:
    with pytest.raises(StoryError, match="offer-draw"):
        run_story(read_story('[[step]]\ndo = "offer-drow"', title="bad"))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("title = ", "story_no_toml"),
        ('edition = "fide-1999"', "edition"),
        ('position = "nonsense"', "position"),
        ('moves = "e4 Ke8"', "story_move_illegal.*Ke8"),
        ('time = "an hour"', "time"),
        ("colour = true", "colour"),
        ('[[step]]\ndo = "wait"\nexpects = 1', "step 1"),
        ('editions = ["fide-1999"]', "editions"),
        ("editions = []", "editions"),
        ('editions = [["fide-2009"]]', "story_editions"),
        ('edition = ["fide-2009"]', "story_editions.*fide-2005"),
        ('edition.e = "fide-2009"', "story_editions.*fide-2005"),
        ('editions = ["soviet", "soviet"]', "story_editions"),
        ('edition = "soviet"\neditions = ["fide-2009", "fide-2018"]', "story_editions"),
        ('editions = ["fide-2018"]\n[[step]]\ndo = "wait"\nrefused = {soviet = true}', "soviet"),
        ('editions = ["fide-2018", "soviet"]\n[[step]]\nat = {soviet = 1}', "step 1.*do"),
    ],
)
def test_a_text_that_is_no_story_is_refused_with_its_key(text: str, named: str) -> None:
    with pytest.raises(StoryError, match=named):
        read_story(text, title="bad")


def test_a_story_of_several_editions_is_run_for_each_of_them(tmp_path: Path) -> None:
    file = tmp_path / "several.toml"
    file.write_text(
        """
        title = "Both at home"
        editions = ["fide-2009", "fide-2018"]
        [[step]]
        by = "white"
        do = "offer-draw"
        [[step]]
        by = "black"
        do = "accept-draw"
        refused = {fide-2009 = false, fide-2018 = true}
        result = {fide-2009 = "1/2-1/2"}
        """,
        encoding="utf-8",
    )
    held = CliRunner().invoke(story, [str(file)])
    assert (held.exit_code, held.output) == (0, "ok  Both at home [fide-2009]\nok  Both at home [fide-2018]\n")
    file.write_text(file.read_text(encoding="utf-8").replace("fide-2018 = true", "fide-2018 = false"))
    failed = CliRunner().invoke(story, [str(file)])
    assert failed.output.endswith("FAIL Both at home [fide-2018]: step 2: expected refused False, got True\n")


def test_a_story_is_gone_through_step_by_step_without_looking_at_what_it_expects() -> None:
    text = '[[step]]\ndo = "move e4"\nresult = "1-0"\n[[step]]\nat = 9\nby = "black"\ndo = "offer-draw"'
    moved, offered = outcomes_of(read_story(text, title="told"))
    assert [type(command) for command in moved.commands] == [PlayMove, PressClock]
    assert (moved.after, offered.commands) == (offered.before, (OfferDraw(color=chess.BLACK),))
    assert (offered.at, offered.after.offer) == (timedelta(seconds=9), chess.BLACK)


@pytest.mark.parametrize("text", ["", "# to be written\n", 'title = "Soon"\n'])
def test_a_file_without_a_step_holds_no_story(tmp_path: Path, text: str) -> None:
    file = tmp_path / "empty.toml"
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(story, [str(file)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"{file} is not a story: it has no step, so it tells of nothing.\n"


@pytest.mark.parametrize(
    "do", ["", "dance", "play Ke8", "touch z9", "touch", "claim nothing", "rule maybe", "promote k"]
)
def test_a_step_that_is_none_is_named(do: str) -> None:
    with pytest.raises(StoryError, match="story_step number='1'"):
        run_story(read_story(f'[[step]]\ndo = "{do}"', title="bad"))


def test_a_wrong_expectation_fails_the_story_and_the_command(tmp_path: Path) -> None:
    good, bad, none = tmp_path / "good.toml", tmp_path / "bad.toml", tmp_path / "none.toml"
    good.write_text('title = "Good"\n[[step]]\ndo = "move e4"\nto_move = "black"')
    bad.write_text('title = "Bad"\n[[step]]\ndo = "move e4"\nto_move = "white"')
    none.write_text("title")
    run = CliRunner().invoke
    held = run(story, [str(good)])
    assert (held.exit_code, held.output) == (0, "ok  Good\n")
    failed = run(story, [str(good), str(bad)])
    assert (failed.exit_code, failed.output) == (
        1,
        "ok  Good\nFAIL Bad: step 1: expected to_move white, got black\n",
    )
    assert run(story, [str(none)]).exit_code == 2
    assert run(story, [str(tmp_path / "missing.toml")]).exit_code == 2


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "step 1, 'touch z9': it has to be written like this: touch e4."),
        ("de", "Schritt 1, 'touch z9': man schreibt das so: touch e4."),
    ],
)
def test_what_is_wrong_with_a_story_is_told_in_the_language_of_who_runs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, sentence: str
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    file = tmp_path / "bad.toml"
    file.write_text('[[step]]\ndo = "touch z9"\n', encoding="utf-8")
    result = CliRunner().invoke(story, [str(file)])
    assert result.stderr.endswith(f": {sentence}\n")
