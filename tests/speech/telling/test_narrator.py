"""What is said of events: everything or with a reason nothing, to the right ears, and nothing that may not be told."""

from datetime import timedelta
from pathlib import Path
from typing import get_args

import chess
import pytest

from access_chess.command_line.story import read_announcement
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws import commands, events
from access_chess.laws.commands import Result
from access_chess.laws.decide import advance, set_up
from access_chess.laws.events import Event
from access_chess.laws.evolve import evolve, replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Regulations, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.speech.announcement import Verbosity
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import SILENT, SILENT_AT_TIMES, TELLERS, narrate
from access_chess.speech.utterance import Channel, Earcon, Priority, Utterance, VoiceRole
from access_chess.stories.runner import run_story
from access_chess.stories.story import read_stories
from tests.support.searched_once import _searched_once  # noqa: F401

TESTS = Path(__file__).parents[2]
STORIES = sorted((TESTS / "stories").rglob("*.toml"))
GOLDEN = sorted((TESTS / "speech" / "narration").glob("*.txt"))

IN_COMPETITION = NarrationSettings(pack=load_voice_pack("en"))
AT_HOME = NarrationSettings(pack=load_voice_pack("en"), volunteers=True)


Happening = tuple[Event, Game, Game]


def happenings(path: Path, editions: slice = slice(None)) -> list[Happening]:
    """What happens in a story by the first and the last of its editions (or one of both), with the game around it."""
    told: list[Happening] = []

    def narrator(event: Event, before: Game, after: Game) -> list[str]:
        told.append((event, before, after))
        return []

    by_edition = read_stories(path.read_text(encoding="utf-8"), title=path.stem)
    for story in by_edition[:: max(1, len(by_edition) - 1)][editions]:
        run_story(story, reader=read_announcement, narrator=narrator)
    return told


@pytest.fixture(scope="module")
def all_happenings(_searched_once: None) -> list[Happening]:  # noqa: F811
    """Those of every story, of one by the first of its editions and of the next by the last."""
    first, last = slice(1), slice(-1, None)
    return [
        happening
        for number, story in enumerate(STORIES)
        for happening in happenings(story, last if number % 2 else first)
    ]


def said_of(event: Event, game: Game, settings: NarrationSettings = IN_COMPETITION) -> tuple[Utterance, ...]:
    return narrate(event, before=game, after=evolve(game, event), settings=settings)


def texts_of(event: Event, game: Game, settings: NarrationSettings = IN_COMPETITION) -> list[str]:
    return [utterance.text for utterance in said_of(event, game, settings)]


def game_of(time: str = "60", fen: str = chess.STARTING_FEN, arbiter: ArbiterMode = ArbiterMode.PROGRAM) -> Game:
    """A game in which White's clock runs."""
    regulations = Regulations(take_backs=True)
    setup = Setup(time=parse_time_control(time), fen=fen, arbiter=arbiter, regulations=regulations)
    return advance(replay(set_up(setup)), commands.StartClock(), at=timedelta())[0]


def test_every_event_is_told_or_has_a_reason_not_to_be() -> None:
    assert TELLERS.keys() | SILENT.keys() == set(get_args(Event))
    assert not TELLERS.keys() & SILENT.keys()
    assert SILENT_AT_TIMES.keys() <= TELLERS.keys()
    assert all(reason.endswith(".") for reason in (*SILENT.values(), *SILENT_AT_TIMES.values()))


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_golden(golden: Path) -> None:
    name, pack = golden.stem.split(".")
    settings = NarrationSettings(pack=load_voice_pack(pack))
    lines = [
        f"{utterance.channel.name.lower()}: {utterance.text}"
        for event, before, after in happenings(golden.parent / f"{name}.toml")
        for utterance in narrate(event, before=before, after=after, settings=settings)
    ]
    assert lines == golden.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("settings", [IN_COMPETITION, AT_HOME, NarrationSettings(pack=load_voice_pack("fide"))])
def test_every_story_is_told_in_words_or_for_a_reason_not(
    all_happenings: list[Happening], settings: NarrationSettings
) -> None:
    for event, before, after in all_happenings:
        said = narrate(event, before=before, after=after, settings=settings)
        assert said or type(event) in SILENT or type(event) in SILENT_AT_TIMES, event
        for utterance in said:
            spoken = " ".join(part.spoken for part in utterance.parts)
            assert spoken and not any(character.isdigit() for character in spoken), spoken


# whose ears


def test_a_refusal_and_an_answer_are_for_the_one_who_asked() -> None:
    game = game_of("60")
    refused = events.Refused(color=chess.BLACK, reason=events.Refusal.NOT_YOUR_MOVE, article="1.1")
    (utterance,) = said_of(refused, game)
    assert (utterance.channel, utterance.earcon) == (Channel.BLACK, Earcon.REFUSED)
    _, (_, answer) = advance(
        game, commands.Ask(color=chess.WHITE, question=commands.Question.TIMES), at=timedelta(seconds=7)
    )
    (utterance,) = said_of(answer, game)
    assert (utterance.channel, utterance.priority, utterance.event) == (Channel.WHITE, Priority.NORMAL, None)


def test_the_arbiter_is_answered_before_all() -> None:
    refused = events.Refused(color=None, reason=events.Refusal.NO_CLAIM, article="13.1")
    assert [utterance.channel for utterance in said_of(refused, game_of())] == [Channel.ROOM]


@pytest.mark.parametrize(
    ("listener", "role"), [(chess.WHITE, VoiceRole.OWN), (chess.BLACK, VoiceRole.OPPONENT), (None, VoiceRole.OWN)]
)
def test_own_and_opponents_moves_have_different_voices(listener: chess.Color | None, role: VoiceRole) -> None:
    move = events.MoveMade(at=timedelta(), color=chess.WHITE, move=chess.Move.from_uci("e2e4"))
    (utterance,) = said_of(move, game_of(), NarrationSettings(pack=load_voice_pack("en"), listener=listener))
    assert (utterance.text, utterance.role, utterance.channel) == ("pawn Eva two Eva four", role, Channel.ROOM)


@pytest.mark.parametrize(
    ("fen", "move", "earcon"),
    [
        (chess.STARTING_FEN, "e2e4", Earcon.MOVE),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", Earcon.CAPTURE),
        ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", Earcon.CAPTURE),
        ("3k4/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", Earcon.CHECK),
    ],
)
def test_earcons_of_moves(fen: str, move: str, earcon: Earcon) -> None:
    made = events.MoveMade(at=timedelta(), color=chess.WHITE, move=chess.Move.from_uci(move))
    assert [utterance.earcon for utterance in said_of(made, game_of(fen=fen))] == [earcon]


def test_utterances_bear_the_number_of_their_event() -> None:
    game = game_of()
    offer = events.DrawOffered(color=chess.WHITE, article="9.1.b")
    (utterance,) = narrate(offer, before=game, after=game, settings=IN_COMPETITION, number=17)
    assert utterance.event == 17


# 13.6: what is not told unasked


@pytest.mark.parametrize(
    ("event", "in_competition", "at_home"),
    [
        pytest.param(
            events.MoveMade(at=timedelta(), color=chess.WHITE, move=chess.Move.from_uci("e2e4")),
            ["pawn Eva two Eva four, White"],
            ["pawn Eva two Eva four, White, move one"],
            id="13.6 number of the move",
        ),
        pytest.param(
            events.PeriodBegun(at=timedelta(), color=chess.WHITE, period=1, article="6.3"),
            [],
            ["White's next period begins; its time is added."],
            id="13.6 a quota was reached",
        ),
        pytest.param(
            events.FlagFell(at=timedelta(), color=chess.BLACK, article="6.8"),
            [],
            ["Black's flag has fallen."],
            id="6.8 a flag that somebody has to notice",
        ),
        pytest.param(
            events.TimeSet(at=timedelta(), color=chess.BLACK, time=timedelta(seconds=90), article="6.10.b"),
            ["Black's clock has been set. Article six point ten b."],
            ["Black's clock has been set to one minute thirty seconds. Article six point ten b."],
            id="13.6 a time",
        ),
        pytest.param(
            events.PieceReleased(
                at=timedelta(),
                color=chess.WHITE,
                move=chess.Move.from_uci("e2e5"),
                square=chess.E5,
                legal=False,
                article="4.6",
            ),
            [],
            ["This move is not legal. It can still be changed."],
            id="7.4.a an illegal move that is not completed",
        ),
        pytest.param(events.ClockPressed(at=timedelta(), color=chess.WHITE), [], [], id="13.6 a press"),
    ],
)
def test_only_at_home_something_is_volunteered(event: Event, in_competition: list[str], at_home: list[str]) -> None:
    game = game_of("1/60, 60", arbiter=ArbiterMode.HUMAN)
    for settings, expected in ((IN_COMPETITION, in_competition), (AT_HOME, at_home)):
        full = NarrationSettings(pack=settings.pack, verbosity=Verbosity.FULL, volunteers=settings.volunteers)
        assert texts_of(event, game, full) == expected


def test_a_flag_that_the_program_rules_on_is_told_once() -> None:
    fallen, ended = advance(game_of(), commands.TimePassed(), at=timedelta(seconds=60))[1]
    assert texts_of(fallen, game_of(), AT_HOME) == []
    assert texts_of(ended, game_of()) == ["White's flag has fallen. Black wins. Article six point nine."]


def test_brief_rulings_leave_out_the_article() -> None:
    brief = NarrationSettings(pack=load_voice_pack("en"), verbosity=Verbosity.BRIEF)
    ended = events.GameEnded(
        at=timedelta(), result=commands.Result.WHITE_WINS, ending=events.Ending.MATE, article="5.1.a", color=chess.BLACK
    )
    assert texts_of(ended, game_of(), brief) == ["Checkmate. White wins."]


def test_a_wrong_echo_interrupts() -> None:
    game = advance(
        game_of(), commands.PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4")), at=timedelta(seconds=1)
    )[0]
    echo = events.AnnouncementRepeated(color=chess.BLACK, text="", matches=False, article="E.2.1")
    (utterance,) = said_of(echo, game)
    assert utterance.priority is Priority.NOW
    assert utterance.text == "It is pawn Eva two Eva four. Black has repeated the move wrongly."


def test_moves_taken_back() -> None:
    game = game_of()
    for color, uci in ((chess.WHITE, "e2e4"), (chess.BLACK, "e7e5")):
        game = advance(game, commands.PlayMove(color=color, move=chess.Move.from_uci(uci)), at=timedelta(seconds=1))[0]
    taken_back = advance(game, commands.TakeBack(color=chess.WHITE), at=timedelta(seconds=2))[1][0]
    told = "Taken back: two moves. Both clocks are as before the move. White to move."
    assert texts_of(taken_back, game, AT_HOME) == [told]


def test_what_a_sheet_from_elsewhere_records_has_no_article() -> None:
    ended = events.GameEnded(result=Result.WHITE_WINS, ending=events.Ending.RECORDED, article="", at=timedelta())
    assert texts_of(ended, game_of()) == ["The scoresheet says so. White wins."]
