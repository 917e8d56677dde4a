"""The guide: heard line by line, the same on pages and as a text, and true: what it tells to type is understood."""

import re
from collections.abc import Iterator
from pathlib import Path

import chess
import click
import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.conversation.guided import GuidePlace, GuideReader
from access_chess.edge.packs.guides import load_guide
from access_chess.edge.packs.typed_words import load_language, load_typed_words, told_words
from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import new_game
from access_chess.laws.setup import Setup
from access_chess.notation.reading import Unreadable
from access_chess.requests.request import Missing, Request, Unfinished
from access_chess.requests.typed_line import typed_answer, typed_move, typed_request
from access_chess.speech.guide_text import stretches
from tests.support.write_guide import FOLDER, documents

MOST_WORDS = 220  # ninety seconds at the usual rate
NOT_BEGUN_BY_TYPING = {"phone", "screen-readers", "report", "changes"}
#: Files, pages and their forms; what a file or a broker's settings hold; and what the hand of an emulated board does.
NOT_TYPED = re.compile(
    r"[./].*|http:.*|hardware/README.md|hall.toml|lift e2|place e4|ACCESS_CHESS_HOME|sync_interval: always|tls|name|lan"
    r"|public-delay|hall|lichess|pdf|audio|cluster|&\w+=on|&\w+=off"
)
AT_A_DRILL = {
    "diagonal",
    "knight",
    "reach",
    "follow",
    "recall",
    "kpk",
    "kqk",
    "kbnk",
    "opposition",
    "lucena",
    "philidor",
}
AT_A_DESK = re.compile(r"(\d[\d-]*|all|alle) (?P<ruling>.+)")
AT_A_SIMUL = {"next", "board 5", "who waits", "7 ?", "weiter", "nächste", "brett 5", "wer wartet"}


def heard(*arguments: str, typed: str = "") -> list[str]:
    result = CliRunner().invoke(main, ["guide", "--no-sound", "--voices", "en", *arguments], input=typed)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def reader(pack: str) -> GuideReader:
    return GuideReader(
        guide=load_guide(pack), pack=load_voice_pack(pack), words=load_typed_words(pack), typed=told_words(pack)
    )


def test_without_a_topic_the_guide_tells_what_there_is_and_how_to_go_on() -> None:
    topics, how = heard()
    assert topics.startswith("The guide has these topics: one, The first game; two, ")
    assert how.endswith("Enter alone goes on, back goes back, again repeats, quit leaves.")


def test_lines_lead_on_back_again_and_to_a_topic() -> None:
    first, second = (part.replace("`", '"') for part in load_guide("en")[0].parts[:2])
    told = heard("first-game", typed="\nagain\nback\nat a tournament\nback\nquit\nnever read\n")
    assert told[:6] == ["Topic one: The first game.", first, second, second, "Topic one: The first game.", first]
    assert told[6].endswith(": At a tournament.")
    before = load_guide("en")
    place = next(n for n, topic in enumerate(before) if topic.name == "tournament")
    assert told[8:] == [before[place - 1].parts[-1].replace("`", '"')]


def test_the_same_part_is_told_in_the_language_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    told = heard("first-game", typed="\nlanguage klingon\nlanguage sq\nfund\n")
    second = [load_guide(pack)[0].parts[1].replace("`", '"') for pack in ("en", "sq")]
    assert told[3].startswith("Which language? de Deutsch, ")
    assert told[4] == second[0]
    assert told[5].startswith("Kjo është shqip.")
    assert told[6:] == [second[1]]


@pytest.mark.parametrize("asked", ["1", "first-game", "first", "THE FIRST GAME"])
def test_a_topic_is_named_by_number_name_or_words_of_its_title(asked: str) -> None:
    assert heard(asked)[0] == "Topic one: The first game."


@pytest.mark.parametrize("asked", ["0", "99", "at", "for the", "knights"])
def test_a_topic_that_is_not_there_is_told_and_what_there_is(asked: str) -> None:
    result = CliRunner().invoke(main, ["guide", asked, "--no-sound", "--voices", "en"])
    assert result.exit_code == 2
    assert "first-game, The first game" in result.stderr
    assert f"I do not understand this: {asked}." in heard(typed=f"{asked}\n")


def test_the_whole_guide_is_told_without_waiting_and_has_an_end() -> None:
    told = heard("--whole")
    parts = [part.replace("`", '"') for topic in load_guide("en") for part in topic.parts]
    assert [line for line in told if not line.startswith("Topic ")] == parts
    last = len(load_guide("en"))
    assert heard(str(last), "--whole") == told[-len(load_guide("en")[-1].parts) - 1 :]
    assert heard(str(last), typed="\n" * 20)[-1] == "That was the whole guide. quit leaves."


@pytest.mark.parametrize("pack", voice_pack_names())
def test_going_on_and_going_back_meet_every_part_in_every_language(pack: str) -> None:
    read = reader(pack)
    places = [GuidePlace()]
    while (after := read.after(places[-1])) is not None:
        places.append(after)
    assert len(places) == 1 + sum(len(topic.parts) for topic in read.guide)
    assert [read.before(place) for place in places[1:]] == places[:-1]
    words = [told_words(pack)[name] for name in told_words(pack) if name.value in ("repeat", "take_back", "quit")]
    assert all(word in read.told(GuidePlace())[1].spoken for word in words)
    assert all(read.answered(word, places[3])[1] in (places[3], places[2], None) for word in words)


@pytest.mark.parametrize("pack", voice_pack_names())
def test_what_the_guide_tells_to_type_is_understood(pack: str) -> None:
    for topic in load_guide(pack):
        if topic.language != load_guide(pack)[0].language:
            continue  # in English, as it is told there
        for part in topic.parts:
            for line in (text for is_typed, text in stretches(part) if is_typed and not NOT_TYPED.fullmatch(text)):
                is_understood(line, pack)


def is_understood(line: str, pack: str) -> None:
    program, *words = line.split()
    if program.startswith("--"):
        assert program in {option for each in commands(main) for option in options_of(each)}, line
        return
    if line in AT_A_DRILL or line in AT_A_SIMUL:
        return
    if (ruling := AT_A_DESK.fullmatch(line)) is not None:
        line = line if ruling["ruling"] == "?" else f"arbiter {ruling['ruling']}"
    if program == "access-chess" and words == ["--version"]:
        return  # an option of the program itself, which answers and ends
    if program == "access-chess":
        _is_command(words)
        return
    language, game = load_language(pack), new_game(GameSetUp(Setup()))
    if typed_answer(line, language.words) is not None:
        return
    asked = typed_request(line, game, language)
    if asked is None:
        assert not isinstance(typed_move(line, chess.Board(), language), Unreadable), line
    elif isinstance(asked, Unfinished):  # the guide names the words alone, and tells beside them what follows
        assert asked.missing is not Missing.WORDS, line
    else:
        assert isinstance(asked, Request), line


def commands(group: click.Group) -> Iterator[click.Command]:
    """All commands of the program, those of groups as well."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield command
        if isinstance(command, click.Group):
            yield from commands(command)


def options_of(command: click.Command) -> set[str]:
    return {name for each in command.params for name in (*each.opts, *each.secondary_opts)}


def _is_command(words: list[str]) -> None:
    """Whether the program has this command with these options; it is not run."""
    command: click.Command = main
    name = "access-chess"
    while isinstance(command, click.Group) and words:
        context = command.make_context(name, words)  # the group's own options, before a command of its
        words = [*context._protected_args, *context.args]
        if not words:
            return
        found, inner, words = command.resolve_command(context, words)
        assert found is not None and inner is not None, name
        command, name = inner, found
    command.make_context(name, words)


@pytest.mark.parametrize("file", documents())
def test_the_documents_are_the_guide(file: str) -> None:
    """One text: a change of the guide brings them along, by `python -m tests.support.write_guide`."""
    text = documents()[file]
    assert (FOLDER / file).read_text(encoding="utf-8") == text
    assert len(text.splitlines()) <= 200


@pytest.mark.parametrize("pack", ["en", "de"])
def test_a_topic_is_heard_in_few_parts_that_are_short_and_begins_with_what_is_typed(pack: str) -> None:
    for topic in load_guide(pack):
        assert len(topic.parts) <= 8, topic.name
        assert all(len(part.split()) <= MOST_WORDS for part in topic.parts), topic.name
        assert topic.name in NOT_BEGUN_BY_TYPING or "`" in topic.parts[0], topic.name


def test_a_topic_that_is_not_translated_is_told_in_english_and_said_to_be() -> None:
    result = CliRunner().invoke(main, ["guide", "exploring", "--no-sound", "--voices", "sq"])
    title, foreign, first = result.stdout.splitlines()
    assert title.endswith(": Exploring the board.")
    assert foreign == "Kjo temë është vetëm anglisht."
    assert first.startswith('Type "explore", or press F2.')


def test_the_guide_can_be_had_as_a_text() -> None:
    text = CliRunner().invoke(main, ["guide", "report", "--text", "--voices", "en"]).stdout
    assert text.startswith("## Telling us what is wrong\n\n")
    assert max(map(len, text.splitlines())) <= 80
    whole = CliRunner().invoke(main, ["guide", "--text", "--voices", "en"]).stdout
    assert whole.count("## ") == len(load_guide("en")) and text in whole
