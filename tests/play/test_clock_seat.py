"""The place at the clock: whose press counts, who hears what, and what is felt."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import cast

import chess
import pytest

from access_chess.board.clock_unit.clock_servos import NUDGE, UNCALIBRATED
from access_chess.board.clock_unit.dial_line import Pulse, rumble
from access_chess.board.wire.reports import ButtonPressed, LeverPressed
from access_chess.conversation.help import PART
from access_chess.conversation.rights import HIS_OWN, ArbiterRights
from access_chess.conversation.state import Dialogue
from access_chess.conversation.time_control_dialogue import ClockLanguage
from access_chess.edge.boards.clock_unit import ClockUnit
from access_chess.edge.packs.clock_words import load_clock_language, load_clock_words, time_controls
from access_chess.edge.packs.typed_words import load_typed_words, told_words
from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.clock_settings import keep_control, load_calibration, save_calibration
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.laws.dial import dial
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import TimeControl, parse_time_control
from access_chess.notation.vocabulary import folded
from access_chess.play.at_boards import BoardsAwaited
from access_chess.play.clock_dialogues import ClockKept
from access_chess.play.clock_seat import ClockMachine, ClockSeat
from access_chess.play.loop import Table
from access_chess.play.messages import BoardReported, Felt, Key, Message, TablePlace, Typed, Woken
from access_chess.play.time_teller import TimeTeller
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.row import Here
from access_chess.session.announcer import Announcer
from access_chess.session.leaving import Leaving
from access_chess.session.record import begin_game
from access_chess.speech.answers.clock import SILENT
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import Channel, Earcon, Utterance

ARBITER_ONLY = "Only the arbiter may do that: say arbiter, the PIN, and the ruling."


class Ears:
    """In place of a speaker: who has heard what."""

    def __init__(self) -> None:
        self.said: list[Utterance] = []

    def say(self, utterance: Utterance) -> None:
        self.said.append(utterance)

    def silence(self, channel: Channel) -> tuple[Utterance, ...]:
        cut = tuple(self.said)
        self.said.clear()
        return cut


class Servos:
    """In place of a board."""

    def __init__(self) -> None:
        self.turned: list[tuple[int, int]] = []

    def servo(self, channel: int, microseconds: int, *, slew: int = 0) -> None:
        self.turned.append((channel, microseconds))


class Place:
    """A clock with all that is around it."""

    def __init__(self, journal: Journal, rights: ArbiterRights) -> None:
        language = load_clock_language("en")
        setup = Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=parse_time_control("240+2"))
        self.ears, self.servos, self.felt = Ears(), Servos(), list[tuple[Pulse, ...]]()
        self.next: list[TimeControl] = []
        self.troubles: list[Exception] = []
        settings = NarrationSettings(pack=language.player.pack)
        announcer = Announcer(cast(Speaker, self.ears), settings, screen=None, is_private=True)
        teller = TimeTeller(language.player.pack, SILENT, is_silent=lambda channel: True)
        unit = ClockUnit(self.servos, UNCALIBRATED)

        def speak(language: ClockLanguage) -> None:
            announcer.speak(language.player.pack)
            teller.speak(language.player.pack)

        def begin_next(control: TimeControl) -> Leaving:
            self.next.append(control)
            return Leaving.NEW_GAME

        machine = ClockMachine(
            kept=ClockKept(
                known=time_controls, keep_control=keep_control, keep_calibration=save_calibration,
                find_language=language_named,
            ),
            begin_next=begin_next, speak=speak, follow=teller.follow,
            feel=self.felt.append, unit=unit,
        )  # fmt: skip
        here = Here(profile=Profile.PRACTICE, has_board=True, has_languages=True, is_clock=True, has_keys=True)
        seat = ClockSeat(language=language, dialogue=Dialogue(here=here, color=None), machine=machine, rights=rights)
        self.table = Table(
            begin_game(journal, setup), journal, (TablePlace(seat=seat, voice=announcer),),
            work=lambda seat, work: None, watches=(teller, unit), awaited=BoardsAwaited(lambda board: None),
            on_trouble=self.troubles.append,
        )  # fmt: skip
        self.table.open(timedelta())

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def wants_line(self) -> bool:
        return not cast(ClockSeat, self.table.seat(0)).wants_key

    def at(self, milliseconds: int) -> timedelta:
        """An instant of the game."""
        return timedelta(milliseconds=milliseconds)

    def key(self, key: str, at: timedelta) -> Leaving | None:
        return self._turn(Key(key=key, at=at))

    def line(self, line: str, at: timedelta) -> Leaving | None:
        return self._turn(Typed(line=line, at=at))

    def press(self, color: chess.Color, at: timedelta) -> None:
        self._turn(BoardReported(board=0, report=LeverPressed(color=color, at=at), at=at))

    def button(self, button: int, at: timedelta, *, is_felt: bool = False) -> None:
        report = ButtonPressed(button=button, at=at)
        self._turn(Felt(report=report, at=at) if is_felt else BoardReported(board=0, report=report, at=at))

    def heard(self) -> list[tuple[str, str]]:
        """Ears and words since the last look."""
        said = [(utterance.channel.name.lower(), utterance.text) for utterance in self.ears.said if utterance.parts]
        self.ears.said.clear()
        return said

    def running(self) -> chess.Color | None:
        return self.game.clock.running

    def read(self) -> list[str]:
        """What stands on the screen for what only clicks in the ears."""
        clicks = [utterance for utterance in self.ears.said if not utterance.parts]
        self.ears.said.clear()
        assert all(utterance.earcon is Earcon.PRESS for utterance in clicks)
        return [utterance.shown.text for utterance in clicks if utterance.shown is not None]

    def _turn(self, message: Message) -> Leaving | None:
        self.table.leaving = None
        self.table.turn(message)
        assert self.troubles == []
        return self.table.leaving


def language_named(words: str) -> ClockLanguage | None:
    return load_clock_language(words) if words in voice_pack_names() else None


@pytest.fixture
def rights() -> ArbiterRights:
    return HIS_OWN


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rights: ArbiterRights) -> Iterator[Place]:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    journal = Journal(tmp_path / "journal.sqlite")
    yield Place(journal, rights)
    journal.close()


def started(place: Place) -> None:
    place.press(chess.BLACK, place.at(0))
    assert [ears for ears, _ in place.heard()] == ["room"]


def test_a_press_counts_at_the_stamp_of_its_device(place: Place) -> None:
    started(place)
    place.press(chess.WHITE, place.at(1234))
    place.heard()
    assert place.game.clock.time_used(chess.WHITE, place.at(9999)) == place.at(1234)


def test_a_refused_press_says_why_to_that_player_only(place: Place) -> None:
    started(place)
    place.press(chess.BLACK, place.at(500))
    assert place.heard() == [("black", "Your clock is not running, so it cannot be pressed.")]


def test_both_levers_at_once(place: Place) -> None:
    """Only the press of the player whose clock ran counts, in whichever order they come; the other hears why."""
    started(place)
    place.press(chess.WHITE, place.at(1000))
    place.press(chess.BLACK, place.at(1004))
    (ears, text), *others = place.heard()
    assert ears == "black" and text.startswith("Both levers went down at once.") and not others
    assert place.game.clock.running is chess.BLACK
    place.press(chess.WHITE, place.at(5000))
    place.press(chess.BLACK, place.at(5003))
    assert [ears for ears, _ in place.heard()] == ["white"]
    assert place.game.clock.running is chess.WHITE
    assert (place.game.completed.white, place.game.completed.black) == (1, 1)


def test_a_key_held_down_is_one_press(place: Place) -> None:
    """It is told again after half a second, then every few hundredths; the opponent's lever works meanwhile."""
    started(place)
    for milliseconds in (1000, 1500, 1530, 1560):
        place.key("a", place.at(milliseconds))
    assert place.read() == ["Black's clock runs."]
    place.press(chess.BLACK, place.at(1570))
    place.key("a", place.at(1590))
    assert place.heard() == [] and place.game.clock.running is chess.WHITE
    place.key("a", place.at(2300))
    assert place.game.completed.white == 2


def test_answers_are_for_the_one_who_asks(place: Place) -> None:
    started(place)
    for key in ("q", "p", "w", "i"):
        place.key(key, place.at(0))
    assert place.heard() == [
        ("white", "White: four minutes two seconds."),
        ("black", "Black: four minutes two seconds."),
        ("white", "Black: four minutes two seconds."),
        ("black", "Black: four minutes two seconds. White: four minutes two seconds."),
    ]


def test_a_controller_s_time_button_is_felt(place: Place) -> None:
    started(place)
    left = timedelta(minutes=4, seconds=2)
    place.button(1, place.at(0), is_felt=True)
    place.button(4, place.at(0), is_felt=True)
    assert place.felt == [rumble(dial(left)), rumble(dial(left), is_exact=True)]
    place.button(2, place.at(0))
    assert len(place.felt) == 2
    assert [ears for ears, _ in place.heard()] == ["white", "white", "black"]


def test_the_arbiter_stops_and_starts_by_one_key_or_button(place: Place) -> None:
    place.key(" ", place.at(0))
    assert place.heard()[0] == ("room", "The game begins. White to move.")
    place.button(3, place.at(1000))
    assert place.heard()[0][1].startswith("The clocks are stopped.")
    place.press(chess.WHITE, place.at(2000))
    assert place.heard() == [("white", "The clocks are stopped. The arbiter has to start them again.")]
    place.key(" ", place.at(3000))
    assert place.heard()[-1] == ("room", "White's clock runs.")


@pytest.mark.parametrize(
    "line",
    [
        "penalty black own time 30",
        "add time white 60",
        "set clock black 4:00",
        "counter white 7",
        "arbiter penalty white warning",
    ],
)
def test_penalties_and_corrections_are_heard_by_both(place: Place, line: str) -> None:
    started(place)
    place.line(line, place.at(100))
    said = place.heard()
    assert said and {ears for ears, _ in said} == {"room"}


def test_a_line_of_dial_is_shown_and_not_spoken(place: Place) -> None:
    started(place)
    place.line("white line", place.at(0))
    lines = [utterance.parts[0] for utterance in place.ears.said]
    assert [part.spoken for part in lines] == ["", ""]
    assert lines[1].text.endswith("0:04:02")


def test_what_is_not_understood_is_said_with_the_line(place: Place) -> None:
    place.line("fly to the moon", place.at(0))
    assert place.heard() == [("room", "fly to the moon: I do not understand this.")]


def test_a_key_typed_as_a_line_does_what_the_key_does(place: Place) -> None:
    started(place)
    for line in ("a", "l", "l", "a"):
        place.line(line, place.at(0))
    assert place.game.clock.running is chess.BLACK
    assert (place.game.completed.white, place.game.completed.black) == (2, 1)
    place.heard()
    place.line("q", place.at(0))
    assert [ears for ears, _ in place.heard()] == ["white"]


def test_what_is_missing_is_asked_for(place: Place) -> None:
    started(place)
    place.line("counter white many", place.at(0))
    assert place.heard() == [("room", "Which number?")] and place.wants_line
    place.line("7", place.at(0))
    place.heard()
    assert place.game.completed.white == 7
    place.line("tell often", place.at(0))
    assert place.heard() == [("room", "Standard, silent, or steps in seconds, such as 300, 600/60?")]
    place.line("300, 600/60", place.at(0))
    assert not place.wants_line


@pytest.mark.parametrize("rights", [ArbiterRights(pin="4711")])
def test_an_arbiter_with_a_pin_rules_alone(place: Place) -> None:
    for line in ("start", "arbiter start", "arbiter 1 start", "add time white 60"):
        place.line(line, place.at(0))
    place.key(" ", place.at(0))
    place.button(3, place.at(0))
    assert [text for _, text in place.heard()] == [ARBITER_ONLY] * 6
    place.line("arbiter 4711 start", place.at(0))
    assert [text for _, text in place.heard()] == ["The game begins. White to move."]
    place.line("arbiter 4711", place.at(0))
    place.heard()
    place.key(" ", place.at(1000))
    assert place.heard()[0][1].startswith("The clocks are stopped.")
    place.key(" ", place.at(100_000))
    assert [text for _, text in place.heard()] == [ARBITER_ONLY]


def test_help_tells_what_is_needed_most_and_the_rest_by_topics(place: Place) -> None:
    place.line("?", place.at(0))
    told = [text for _, text in place.heard()]
    assert len(told) == PART and told[0].startswith("press: ") and "clock, program, arbiter" in told[-1]
    place.line("? clock", place.at(0))
    first = [text for _, text in place.heard()]
    place.key("+", place.at(0))
    assert len(first) == PART and not set(first) & {text for _, text in place.heard()}
    place.line("? arbiter", place.at(0))
    assert "arbiter add time, a colour and a time" in [text for _, text in place.heard()]


@pytest.mark.parametrize("stops", ["pause", "arbiter stop", "arbiter pause", "space"])
@pytest.mark.parametrize("goes", ["resume", "go", "continue", "start", "space", "arbiter resume"])
def test_pause_stops_the_clocks_and_resume_starts_them(place: Place, stops: str, goes: str) -> None:
    place.line(goes, place.at(0))
    found = [place.running()]
    place.line(stops, place.at(1000))
    found.append(place.running())
    place.line(goes, place.at(2000))
    assert [*found, place.running()] == [chess.WHITE, None, chess.WHITE]


@pytest.mark.parametrize(
    ("line", "said"),
    [("stop", [("room", "The clocks run. Pause stops them.")]), ("silence", []), ("stop talking", [])],
)
def test_stop_silences_and_stops_no_clock(place: Place, line: str, said: list[tuple[str, str]]) -> None:
    started(place)
    place.line(line, place.at(0))
    assert place.heard() == said and place.game.clock.running is chess.WHITE
    place.key(".", place.at(0))
    assert place.heard() == []
    place.line("pause", place.at(0))
    place.heard()
    place.line(line, place.at(0))
    assert place.heard() == []


def test_the_same_time_is_set_once_more(place: Place) -> None:
    """At once where nothing is lost with it: after a flag; else it is asked about."""
    place.line("new", place.at(0))
    assert place.heard() == [("room", "Black's press starts White's clock.")]
    started(place)
    assert place.line("reset", place.at(0)) is None
    assert place.heard() == [("room", "Set the same time once more? Yes or no.")]
    assert place.line("no", place.at(0)) is None
    assert place.key("N", place.at(0)) is None
    assert place.line("yes", place.at(0)) is Leaving.NEW_GAME
    place.line("set clock white 0:01", place.at(0))
    for milliseconds in (9000, 9600):  # the board might still tell of a press in time
        place.table.turn(Woken(at=place.at(milliseconds)))
    place.heard()
    assert place.line("reset", place.at(9700)) is Leaving.NEW_GAME


@pytest.mark.parametrize("line", ["pause", "arbiter stop", "new", "reset"])
def test_before_the_start_it_is_told_what_starts_the_clocks(place: Place, line: str) -> None:
    assert place.line(line, place.at(0)) is None
    assert place.heard() == [("room", "Black's press starts White's clock.")]
    assert place.running() is None


@pytest.mark.parametrize("line", ["press", "black press", "start", "resume", "go", "space"])
def test_white_s_clock_is_started_first(place: Place, line: str) -> None:
    place.line(line, place.at(0))
    assert place.running() is chess.WHITE
    place.line("press", place.at(9000))
    assert place.running() is chess.BLACK


def test_pause_resume_and_once_more_in_every_order(place: Place) -> None:
    clocks = []
    for second, line in enumerate(
        ["resume", "pause", "pause", "stop", "resume", "resume", "stop", "pause", "new", "no", "go", "reset", "yes"]
    ):
        left = place.line(line, place.at(1000 * second))
        clocks.append(place.running())
    white = chess.WHITE
    assert clocks == [white, None, None, None, white, white, white, None, None, None, white, white, white]
    assert left is Leaving.NEW_GAME


@pytest.mark.parametrize("rights", [ArbiterRights(pin="4711")])
def test_only_the_arbiter_sets_it_once_more_where_there_is_a_number(place: Place) -> None:
    started(place)
    place.line("new", place.at(0))
    assert place.line("yes", place.at(0)) is None
    assert place.heard()[-1] == ("room", ARBITER_ONLY)


@pytest.mark.parametrize("color", chess.COLORS)
def test_the_first_press_names_the_player_whose_clock_runs(place: Place, color: chess.Color) -> None:
    place.press(color, place.at(0))
    assert place.heard() == [("room", f"The game begins. {'Black' if color else 'White'} to move.")]


@pytest.mark.parametrize("pack", voice_pack_names())
def test_the_word_that_stops_the_clocks_is_the_one_that_is_told(pack: str) -> None:
    """At a clock, behind the word arbiter, and at home, in every language; no word of silence stops a clock."""
    clock, words = load_clock_words(pack).requests, load_typed_words(pack)
    told = folded(load_voice_pack(pack).phrase("clocks_run_pause").text)
    stopping = [word for word, name in clock.commands.items() if name is RequestName.ARBITER_STOP]
    [word] = {word for word in stopping if word[0] in told and words.commands.get(word) is RequestName.PAUSE}
    assert words.arbiter[word] is RequestName.ARBITER_STOP
    assert clock.commands[("stop",)] is RequestName.STOP
    silent = {word for word, name in words.commands.items() if name is RequestName.STOP}
    assert not silent & set(stopping)


@pytest.mark.parametrize("line", ["e4", "resign", "arbiter adjourn", "yes", "board"])
def test_there_is_no_game_at_a_clock(place: Place, line: str) -> None:
    started(place)
    before = place.game
    place.line(line, place.at(0))
    assert len(place.heard()) == 1 and place.game is before


def test_a_new_time_can_be_set_before_the_start_only(place: Place) -> None:
    place.line("set", place.at(0))
    assert place.wants_line
    leaving = [place.line(line, place.at(0)) for line in ("own", "all", "5", "none", "yes", "")]
    assert (leaving[-1], place.wants_line) == (Leaving.NEW_GAME, False)
    place.heard()
    started(place)
    place.line("set", place.at(0))
    assert (place.heard(), place.wants_line) == ([("room", "That has begun already.")], False)


def test_the_unit_is_calibrated_by_ear_and_finger(place: Place) -> None:
    place.servos.turned.clear()
    place.line("calibrate", place.at(0))
    assert place.heard()[0] == ("room", "White's hand should stand on zero, two dots.")
    for line in ("more", "3", "less", "what", "good", *["good"] * 12, "-2", "good"):
        place.line(line, place.at(0))
    said = [text for _, text in place.heard()]
    assert said[-1] == "The clock unit is calibrated." and not place.wants_line
    assert "Black's flag should be wholly up." in said and "That does not answer this question." in said
    calibration = load_calibration()
    assert calibration.white.quarters[0] == UNCALIBRATED.white.quarters[0] + 3 * NUDGE
    assert calibration.black.flag_up == UNCALIBRATED.black.flag_up - 2 * NUDGE
    assert place.servos.turned[:3] == [(0, 600), (0, 605), (0, 620)]


@pytest.mark.parametrize("voices", voice_pack_names())
def test_a_running_clock_goes_on_in_another_language(place: Place, voices: str) -> None:
    """Of the clock itself nothing is changed, not by an event; its words, its keys and what it tells are."""
    started(place)
    before = place.game
    place.line(f"language {voices}", place.at(900))
    assert place.game is before
    pack, told = load_voice_pack(voices), told_words(voices)
    place.key(" ", place.at(2000))
    assert place.heard()[0][1].startswith(pack.phrase("clocks_stopped").text)
    place.line(f"{told[RequestName.LANGUAGE]} en", place.at(3000))
    place.key("q", place.at(3000))
    assert place.heard()[-1] == ("white", "White: four minutes.")


def test_the_laws_are_told_a_part_at_a_time_and_the_clock_runs_on(place: Place) -> None:
    """Enter presses nothing here that would ask for the next part: more does."""
    started(place)
    running = place.game.clock.running
    place.line("rules draw offer", place.at(100))
    place.line("more", place.at(200))
    place.line("article 9.1 changes", place.at(300))
    place.line("article 99", place.at(400))
    place.line("more", place.at(500))
    heard = [words for _, words in place.heard()]
    assert heard[:2] == ["Laws of 2009.", "Draw offers: seven rules."]
    assert heard[2].startswith("Article ") and heard[3].startswith("Article ") and heard[2] != heard[3]
    assert heard[4] == "One rule differs: 2009, 2023."
    assert heard[6:] == [
        "The Laws of 2009 have articles one to fourteen and appendices A to F.", "There is no more.",
    ]  # fmt: skip
    assert place.game.clock.running is running


def test_what_names_no_language_leaves_it_as_it_is(place: Place) -> None:
    place.line("language", place.at(0))
    place.line("both", place.at(0))
    assert place.heard()[-1] == ("room", "White: four minutes two seconds. Black: four minutes two seconds.")


def test_a_question_is_asked_again_in_the_language_that_is_asked_for(place: Place) -> None:
    place.line("set", place.at(0))
    place.line("own", place.at(0))
    place.heard()
    place.line("language de", place.at(0))
    assert [words for _, words in place.heard()] == ["Periode eins. Wie viele Züge? Eine Zahl, oder: alle."]
    place.line("zurück", place.at(0))
    place.line("einstellen", place.at(0))
    turned = list(place.servos.turned)
    place.heard()
    place.line("sprache en", place.at(0))
    assert place.heard()[0][1].startswith("White")
    assert place.servos.turned[len(turned) :] == turned[-1:]  # it holds where it stood
