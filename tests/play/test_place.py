"""A player's place: every line is played, asked for, answered or asked back, and nothing is guessed into a move.

Each is typed at the loop, and in a session, as long as both stand.
"""

import io
from collections.abc import Callable, Iterator
from datetime import timedelta

import chess
import pytest
from msgspec.structs import replace as struct_replace

from access_chess.conversation.help import PART
from access_chess.conversation.rights import HIS_OWN, ArbiterRights
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.sound.speaker import Speaker
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.commands import Adjourn, Question, player
from access_chess.laws.events import Ending, Told
from access_chess.laws.setup import Duty, Player, Regulations, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.profile import Profile
from access_chess.session.announcer import Announcer
from access_chess.session.leaving import Leaving
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import Utterance, spoken_part
from tests.support.typed_place import AtLoop as Room


@pytest.fixture
def room() -> Iterator[Callable[..., Room]]:
    closing: list[Callable[[], None]] = []

    def furnish(
        setup: Setup | None = None,
        *,
        profile: Profile = Profile.PRACTICE,
        color: chess.Color | None = None,
        presses: bool = False,
        voices: str = "en",
        rights: ArbiterRights = HIS_OWN,
        asks: bool = False,
    ) -> Room:
        language, screen = load_language(voices), io.StringIO()
        speaker = Speaker(voice=None, outputs=())
        settings = NarrationSettings(pack=language.pack, volunteers=True)
        announcer = Announcer(speaker, settings, screen=screen, asks=asks)
        setup = struct_replace(setup or Setup(regulations=Regulations(take_backs=True)), presses_for=both(not presses))
        here = Room(setup, announcer, screen, language, profile, color=color, rights=rights)
        closing.extend((speaker.close, here.close))
        return here

    yield furnish
    for close in reversed(closing):
        close()


def at(fen: str) -> Setup:
    return Setup(fen=fen, regulations=Regulations(take_backs=True))


@pytest.mark.parametrize(
    "line",
    ["Nf3", "g1f3", "Sf3", "Ng1-f3", "knight f3", "springer gustav eins felix drei", "7163", "Кf3", "1. Nf3!"],
)
def test_a_move_in_every_form(room: Callable[..., Room], line: str) -> None:
    here = room()
    assert here.enter(line) == ["knight Gustav one Felix three"]
    assert here.game.plies[-1].move.uci() == "g1f3"
    assert here.game.completed.white == 1


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("xyzzy", "I do not understand this: xyzzy."),
        ("Nf9", "I do not understand this: Nf9."),
        ("e5", "e5: Not legal: no piece of yours moves like that."),
        ("Ra3", "Ra3: Not legal: blocked by the pawn on Anna two."),
        ("e7e5", "e7e5: Not legal: the pawn on Eva seven is not yours."),
        ("O-O", "O-O: You cannot castle now: the bishop on Felix one is in the way."),
    ],
)
def test_a_wrong_entry_keeps_the_text_and_says_why(room: Callable[..., Room], line: str, reply: str) -> None:
    here = room()
    assert here.enter(line)[0] == reply
    assert not here.game.plies


BLINDFOLD = "This game is played blindfold: only the last moves and the clocks are told."


def test_blindfold_nothing_tells_what_stands_on_the_board(room: Callable[..., Room]) -> None:
    here = room(Setup(regulations=Regulations(is_blindfold=True), time=parse_time_control("300")))
    assert here.enter("e4") == ["pawn Eva two Eva four"]
    for line in ("board", "on e4", "where king", "moves", "legal moves", "feel e4", "touch e7", "hint", "explore"):
        assert here.enter(line) == [BLINDFOLD], line
    assert here.enter("what if") == [BLINDFOLD]  # before it is asked which move
    assert here.enter("Ra6") == ["Ra6: That is not a legal move."]  # not why, which would tell of a pawn
    assert here.enter("last") == ["one White: pawn Eva two Eva four."]
    assert here.enter("my time")[0].startswith("Black: ")
    here.enter("resign")
    here.enter("yes")
    assert here.enter("on e4") == ["Eva four: White pawn."]


def test_what_is_ambiguous_is_asked_with_the_smallest_question(room: Callable[..., Room]) -> None:
    here = room(at("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"))
    assert here.enter("Nd2") == ["Nd2: Bella or Felix?"]
    assert here.enter("bella") == ["knight Bella one David two"]


@pytest.mark.parametrize("answer", ["f", "Felix", "foxtrot"])
def test_a_choice_is_understood_by_letter_and_by_name(room: Callable[..., Room], answer: str) -> None:
    here = room(at("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"))
    here.enter("Nd2")
    assert here.enter(answer) == ["knight Felix three David two"]


def test_another_move_drops_the_question(room: Callable[..., Room]) -> None:
    here = room(at("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"))
    here.enter("Nd2")
    assert here.enter("Ke2") == ["king Eva one Eva two"]


@pytest.mark.parametrize(
    ("answer", "uci"), [("n", "a7a8n"), ("Dame", "a7a8q"), ("rook", "a7a8r"), ("L", "a7a8b"), ("a8=N", "a7a8n")]
)
def test_the_promotion_is_asked_never_assumed(room: Callable[..., Room], answer: str, uci: str) -> None:
    here = room(at("8/P6k/8/8/8/8/8/K7 w - - 0 1"), voices="fide")
    assert here.enter("a8") == ["a8: Welche Figur?"]
    assert not here.game.plies
    here.enter(answer)
    assert here.game.plies[-1].move.uci() == uci


@pytest.mark.parametrize("line", ["resign", "draw", "back"])
def test_what_cannot_be_undone_is_confirmed(room: Callable[..., Room], line: str) -> None:
    here = room()
    here.enter("e4")
    before = here.game
    assert here.enter(line)[0].endswith("Yes or no.")
    assert here.enter("no") == ["Not done."]
    assert here.game is before
    here.enter(line)
    here.enter("e5")  # no answer, but a move: the question is dropped
    assert len(here.game.plies) == 2
    assert here.enter("yes") == ["There is no question to answer."]


def test_after_a_slip_of_the_keys_the_question_is_asked_again(room: Callable[..., Room]) -> None:
    here = room(at("8/P6k/8/8/8/8/8/K7 w - - 0 1"))
    here.enter("a8")
    assert here.enter("quern") == ["I do not understand this: quern.", "Which piece?"]
    assert here.enter("Q") == ["pawn Anna seven Anna eight queen"]
    here.enter("resign")
    here.enter("yess")
    assert here.enter("yes")[0].startswith("Black resigns.")


def test_when_the_game_is_over_nothing_is_asked_in_vain(room: Callable[..., Room]) -> None:
    here = room()
    assert here.enter("accept") == ["There is no draw offer."]
    here.enter("resign")
    here.enter("yes")
    assert here.enter("e4") == ["e4: The game is over."]
    assert here.enter("Qq9") == ["Qq9: The game is over."]
    assert here.enter("resign") == ["The game is over."]


def test_resigning(room: Callable[..., Room]) -> None:
    here = room()
    here.enter("resign")
    assert here.enter("yes")[0] == "White resigns. Black wins. Article five point one b."
    assert here.game.is_over


def test_a_draw_is_offered_with_a_move_and_accepted(room: Callable[..., Room]) -> None:
    here = room()
    here.enter("e4")
    assert here.enter("e5 (=)") == ["pawn Eva seven Eva five", "Black offers a draw."]
    here.enter("accept")
    here.enter("yes")
    assert here.game.end is not None
    assert here.game.end.ending is Ending.AGREEMENT


def test_a_draw_is_claimed_with_a_move(room: Callable[..., Room]) -> None:
    here = room()
    for move in ("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"):
        here.enter(move)
    here.enter("threefold Ng8")
    assert here.game.end is not None
    assert here.game.end.ending is Ending.THREEFOLD


def test_a_take_back(room: Callable[..., Room]) -> None:
    here = room()
    here.enter("e4")
    here.enter("back")
    here.enter("perhaps")
    assert len(here.game.plies) == 1
    here.enter("back")
    here.enter("yes")
    assert not here.game.plies


@pytest.mark.parametrize(
    ("voices", "line", "left"),
    [("en", "back to 2", 2), ("en", "back to 1", 0), ("de", "zurück zu 2", 2), ("de", "zurück bis 1", 0)],
)
def test_moves_are_taken_back_to_a_number(room: Callable[..., Room], voices: str, line: str, left: int) -> None:
    here = room(voices=voices)
    for move in ("e4", "e5", "Nf3", "Nc6", "d4"):
        here.enter(move)
    assert len(here.game.plies) == 5
    here.enter(line)
    assert len(here.game.plies) == 5
    here.enter("yes" if voices == "en" else "ja")
    assert len(here.game.plies) == left


def test_to_a_move_that_was_not_made_nothing_is_taken_back(room: Callable[..., Room]) -> None:
    here = room()
    here.enter("e4")
    here.enter("back to 7")
    assert here.enter("yes") == ["There is no move to take back."]
    assert len(here.game.plies) == 1


@pytest.mark.parametrize(
    ("voices", "line", "is_done"),
    [
        ("en", "y", True), ("en", "Y ", True), ("en", "yes please", True), ("en", "n", False), ("en", "no", False),
        ("de", "j", True), ("de", "Ja", True), ("de", "ja bitte", True), ("de", "n", False), ("de", "nein", False),
        ("de", "y", True), ("fide", "j", True), ("es", "y", True),
    ],
)  # fmt: skip
def test_yes_and_no_by_a_letter(room: Callable[..., Room], voices: str, line: str, is_done: bool) -> None:
    here = room(voices=voices)
    here.enter("e4")
    here.enter("undo" if voices in ("en", "es") else "zurück")
    here.enter(line)
    assert (not here.game.plies) is is_done
    assert here.enter("no") == [load_voice_pack(voices).phrase("nothing_asked").text]


@pytest.mark.parametrize(
    ("color", "line", "question"),
    [
        (None, "resign", "White resigns? Yes or no."),
        (None, "black resign", "Black resigns? Yes or no."),
        (chess.BLACK, "resign", "Resign? Yes or no."),
    ],
)
def test_at_a_shared_keyboard_it_is_said_who_resigns(
    room: Callable[..., Room], color: chess.Color | None, line: str, question: str
) -> None:
    here = room(color=color)
    assert here.enter(line) == [question]


def test_an_announcement_before_the_move_is_said(room: Callable[..., Room]) -> None:
    players = ByColor(Player(is_blind=True, assistant=tuple(Duty)), Player())
    here = room(Setup(players=players), profile=Profile.ASSISTED)
    said = "pawn Eva two Eva four, announced by White. The move is still to be made."
    assert here.enter("assistant announce e4") == [said]
    assert not here.game.plies


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("on e4", ["Eva four: White pawn."]),
        ("what is on Eva five", ["Eva five is empty."]),
        ("on", ["There is nothing more to read."]),
        ("square", ["Which square?"]),
        ("where are my knights", ["knight: Bella eight, Gustav eight."]),
        ("where enemy knights", ["knight: Bella one, Gustav one."]),
        ("where", ["Which piece?"]),
        ("turn", ["Black to move, move one."]),
        ("last", ["one White: pawn Eva two Eva four."]),
        ("number", ["Moves made by White: one, by Black: zero."]),
        ("time", ["There is no clock in this game."]),
        ("why", ["There has been no ruling."]),
        ("pawns e", ["Eva: White four, Black seven."]),
        ("attackers d5", ["Attacked by one: pawn Eva four."]),
        ("attackers e4", ["Not attacked."]),
        ("if d5", ["After pawn David seven David five: thirty-one replies, and the pawn could be taken."]),
        ("level 11", ["Which level, from one to ten?"]),
        ("e4" * 300, ["I do not understand this."]),
        ("sound off", ["Sound is off."]),
        ("again", ["pawn Eva two Eva four"]),
        ("decline", ["There is no draw offer."]),
    ],
)
def test_questions(room: Callable[..., Room], line: str, reply: list[str]) -> None:
    here = room()
    here.enter("e4")
    assert here.enter(line) == reply


def test_a_refusal_is_explained(room: Callable[..., Room]) -> None:
    here = room()
    here.enter("decline")
    assert here.enter("why")[0].startswith("Article nine point one")


def test_a_hint_is_a_legal_move(room: Callable[..., Room]) -> None:
    here = room(at("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"))
    assert here.enter("hint") == ["Perhaps rook Anna one Anna eight mate."]


def test_the_level_counts_for_the_next_game(room: Callable[..., Room]) -> None:
    here = room()
    assert here.enter("level 7") == ["Level seven, from the next game on."]
    assert here.level == 7


def test_the_board_is_read_out_kind_by_kind(room: Callable[..., Room]) -> None:
    here = room(at("4k3/8/8/8/8/8/P7/4K2R w K - 0 1"))
    assert here.enter("board") == [
        "White: king Eva one, rook Hector one.",
        "White, pawns: Anna two.",
        "Black: king Eva eight.",
    ]


def test_the_material_is_counted(room: Callable[..., Room]) -> None:
    here = room(at("4k3/8/8/8/8/8/P7/4K2R w K - 0 1"))
    assert here.enter("material") == ["White: one rook, one pawn.", "Black: only the king."]


def test_the_list_of_commands_has_those_that_are_possible_now(room: Callable[..., Room]) -> None:
    here = room()
    first = here.enter("?")
    assert len(first) <= PART and first[0].startswith("a move")
    assert not any(line.startswith("accept") for line in first)
    assert not any(line.startswith("arbiter") for line in first)
    here.enter("e4")
    here.enter("e5 (=)")
    assert any(line.startswith("accept") for line in here.enter("?"))
    assert any(line.startswith("back") for line in here.enter("? game"))


@pytest.mark.parametrize(
    "line",
    [
        "hint",
        "attackers e4",
        "next knight",
        "reach e2",
        "hanging",
        "explore",
        "board new",
        "read on",
        "on e4",
        "where knights",
        "back",
        "turn",
        "legal",
        "level 3",
    ],
)
def test_in_a_tournament_the_board_answers_nothing(room: Callable[..., Room], line: str) -> None:
    here = room(Setup(), profile=Profile.TOURNAMENT, presses=True)
    assert here.enter(line) == ["That is not available in this game."]
    offered = here.enter("?")
    assert not any(each.startswith(("hint", "attackers", "board", "back", "turn")) for each in offered)
    assert len(offered) <= PART
    assert any(each.startswith("arbiter declare") for each in (*here.enter("? arbiter"), *here.enter("more")))


def test_a_player_who_presses_does_so_with_an_empty_line(room: Callable[..., Room]) -> None:
    here = room(Setup(time=parse_time_control("300")), profile=Profile.TOURNAMENT, presses=True)
    assert here.enter("") == ["White has not moved yet."]
    here.enter("e4")
    assert here.game.clock.running is chess.WHITE
    assert here.enter("") == ["Black's clock runs."]
    assert here.game.clock.running is chess.BLACK
    assert here.enter("") == ["Black has not moved yet."]
    assert here.game.clock.running is chess.BLACK


def test_an_empty_line_of_who_is_not_to_move_is_answered(room: Callable[..., Room]) -> None:
    here = room(Setup(time=parse_time_control("300")), profile=Profile.TOURNAMENT, presses=True, color=chess.BLACK)
    assert here.enter("") == ["White's clock runs."]


def test_the_arbiter_is_obeyed(room: Callable[..., Room]) -> None:
    here = room(Setup(time=parse_time_control("300")), profile=Profile.TOURNAMENT, presses=True)
    assert here.enter("arbiter add time black 120")[0].startswith("Black gets two minutes more.")
    assert here.enter("arbiter dance") == ["arbiter dance: I do not understand this."]
    here.enter("arbiter stop")
    assert here.game.clock.running is None


def test_a_move_is_sealed(room: Callable[..., Room]) -> None:
    here = room(Setup(time=parse_time_control("300")), profile=Profile.TOURNAMENT, presses=True)
    here.order(Adjourn())
    assert here.screen.getvalue().endswith("Nobody else may look at the screen now.\n")
    assert here.enter("seal e4") == ["The sealed move is noted. Type sealed to stop the clocks."]
    assert here.enter("again") == ["The sealed move is noted. Type sealed to stop the clocks."]
    here.enter("sealed")
    game = here.game
    assert game.adjournment is not None
    assert game.adjournment.closed
    assert game.adjournment.moves == (chess.Move.from_uci("e2e4"),)


def test_a_move_out_of_turn_is_answered_with_whose_turn_it_is(room: Callable[..., Room]) -> None:
    here = room(color=chess.BLACK)
    assert here.enter("e5") == ["e5: White to move, move one."]
    assert not here.game.plies


def test_leaving(room: Callable[..., Room]) -> None:
    here = room()
    left: list[Leaving | None] = []
    for line in ("new game", "no", "new game", "yes"):
        here.enter(line)
        left.append(here.left)
    assert left == [None, None, None, Leaving.NEW_GAME]
    other = room()
    other.enter("quit")
    assert other.left is Leaving.QUIT


TIMED = Setup(time=parse_time_control("300"))
COMPETES = {"profile": Profile.TOURNAMENT, "presses": True}


@pytest.mark.parametrize("line", ["number", "black number", "to control", "black to control"])
def test_13_6_nobody_tells_a_sighted_player_how_many_moves_were_made(room: Callable[..., Room], line: str) -> None:
    here = room(TIMED, **COMPETES)
    assert here.enter(line)[0].startswith("That may not be told during the game.")


def test_13_6_a_blind_player_may_ask_and_the_journal_keeps_it(room: Callable[..., Room]) -> None:
    players = ByColor(Player(is_blind=True), Player())
    here = room(Setup(time=parse_time_control("40/300, 60"), players=players), **COMPETES)
    assert here.enter("white number") == ["Moves made by White: zero, by Black: zero."]
    assert here.enter("white to control") == ["White: forty moves to the control."]
    asked = [entry.event for entry in here.journal.entries(1)]
    assert [event.question for event in asked if isinstance(event, Told)] == [Question.MOVES, Question.TO_CONTROL]


@pytest.mark.parametrize("line", ["time", "clocks", "opponent time", "exact time", "difference", "used", "control"])
def test_times_are_asked_of_the_laws(room: Callable[..., Room], line: str) -> None:
    here = room(TIMED, **COMPETES)
    assert len(here.enter(line)) == 1
    assert any(isinstance(entry.event, Told) for entry in here.journal.entries(1))


def test_after_the_game_everything_may_be_told(room: Callable[..., Room]) -> None:
    here = room(TIMED, **COMPETES)
    here.enter("resign")
    here.enter("yes")
    assert here.enter("number") == ["Moves made by White: zero, by Black: zero."]


def test_only_the_arbiter_rules(room: Callable[..., Room]) -> None:
    here = room(TIMED, **COMPETES, rights=ArbiterRights(pin="4711"))
    only = ["Only the arbiter may do that: say arbiter, the PIN, and the ruling."]
    assert here.enter("arbiter declare 1-0") == only
    assert here.enter("arbiter 4712 declare 1-0") == only
    assert here.enter("arbiter 4712") == ["That is not the arbiter's PIN."]
    assert here.enter("arbiter declare 1-0") == only
    assert here.enter("arbiter 4711 add time black 60")[0].startswith("Black gets one minute more.")
    assert here.enter("arbiter add time black 60") == only  # the PIN was for one ruling
    assert here.enter("arbiter 4711") == ["The arbiter may rule for one minute."]
    assert here.enter("arbiter add time black 60")[0].startswith("Black gets one minute more.")
    assert here.enter("arbiter declare 1-0")[-1].startswith("The arbiter has decided.")


def test_a_pin_is_never_shown(room: Callable[..., Room]) -> None:
    here = room(TIMED, **COMPETES, rights=ArbiterRights(pin="4711"))
    assert here.enter("arbiter 4711 dance") == ["I do not understand this."]


def test_a_player_s_own_keyboard_is_not_the_arbiter_s(room: Callable[..., Room]) -> None:
    here = room(TIMED, **COMPETES, color=chess.WHITE, rights=ArbiterRights(is_his_own=False))
    assert here.enter("arbiter declare 1-0")[0].startswith("Only the arbiter")
    assert not here.game.is_over


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("feel e2", "Eva two: White pawn."),
        ("feel e2 e4", "Eva two: White pawn."),
        ("adjust", "White adjusts."),
        ("touch e2", "That changes nothing now."),  # E.2.2: a blind player's piece is touched when it is lifted
    ],
)
def test_nothing_is_silent(room: Callable[..., Room], line: str, answer: str) -> None:
    players = ByColor(Player(is_blind=True, assistant=tuple(Duty)), Player())
    here = room(Setup(players=players), profile=Profile.ASSISTED, presses=True)
    assert here.enter(line)[0] == answer


def test_a_sighted_player_s_touch_is_noted(room: Callable[..., Room]) -> None:
    assert room(Setup(), **COMPETES).enter("touch e2") == ["Noted."]


def test_an_echo_and_a_press_are_answered(room: Callable[..., Room]) -> None:
    players = ByColor(Player(is_blind=True, assistant=tuple(Duty)), Player())
    here = room(Setup(players=players), profile=Profile.ASSISTED, presses=True)
    here.enter("e4")
    assert here.enter("echo e4") == ["Repeated correctly."]
    assert here.enter("echo d4") == ["It is pawn Eva two Eva four. Black has repeated the move wrongly."]
    assert here.enter("press") == ["Black to move."]  # there is no clock
    assert here.enter("e5") == ["pawn Eva seven Eva five"]
    assert here.enter("assistant press")[0]


def test_in_a_tournament_feeling_is_noted_and_tells_nothing(room: Callable[..., Room]) -> None:
    assert room(TIMED, **COMPETES).enter("feel e2") == ["Noted."]


def test_a_flag_after_the_game(room: Callable[..., Room]) -> None:
    here = room(TIMED, **COMPETES)
    here.enter("resign")
    here.enter("yes")
    assert here.enter("flag") == ["The game is over."]


def test_who_practises_stops_the_clocks_and_goes_on(room: Callable[..., Room]) -> None:
    here = room(Setup(time=parse_time_control("300"), regulations=Regulations(take_backs=True)))
    assert here.enter("resume") == ["That changes nothing now."]
    assert here.enter("pause")[0].startswith("The clocks are stopped.")
    assert here.game.clock.running is None
    assert any(line.startswith("resume") for line in here.enter("?"))
    assert here.enter("resume")[-1] == "White's clock runs."
    assert here.game.clock.running is chess.WHITE


def test_a_pause_at_home_without_a_clock_tells_how_the_game_goes_on(room: Callable[..., Room]) -> None:
    here = room(Setup(regulations=Regulations(take_backs=True)))
    assert here.enter("pause")[0].startswith("The game is paused. To go on: resume.")
    assert here.enter("e4") == ["The game is paused. To go on: resume."]
    assert here.enter("resume")[0].startswith("The game is taken up again.")


def test_nonsense_on_the_opponent_s_turn_says_both(room: Callable[..., Room]) -> None:
    here = room(color=chess.BLACK)
    assert here.enter("xyzzy") == ["I do not understand this: xyzzy.", "White to move, move one."]


def test_an_offer_tells_how_it_is_answered(room: Callable[..., Room]) -> None:
    here = room(asks=True)
    here.enter("e4")
    here.enter("draw")
    assert here.enter("yes") == ["White offers a draw.", "Black: yes or no?"]
    assert here.enter("yes")[0] == "Black accepts the draw."


def test_new_game_or_quit_is_answered_by_yes(room: Callable[..., Room]) -> None:
    here = room(voices="de")
    here.enter("aufgeben")
    here.enter("ja")
    here.enter("ja")
    assert here.left is Leaving.NEW_GAME


def test_enter_brings_back_a_time_that_a_key_has_cut(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("access_chess.session.announcer.JUST_BEGUN", timedelta(days=1))  # on a busy machine as well
    here = room()
    here.announcer.tell_time(Utterance(parts=(spoken_part("thirty seconds", language="en"),)))
    here.announcer.silence(None)
    assert "thirty seconds" in here.enter("e4")
    assert "thirty seconds" not in here.enter("e5")


@pytest.mark.parametrize("line", ["black resign", "black opponent time", "black number", "black draw"])
def test_at_a_place_of_their_own_a_player_asks_in_their_own_name_only(room: Callable[..., Room], line: str) -> None:
    here = room(TIMED, color=chess.WHITE)
    assert here.enter(line) == ["You may do that only for yourself."]
    assert not here.is_asked
    assert here.enter("white resign") == ["Resign? Yes or no."]


def test_what_is_given_at_a_place_bears_its_player(room: Callable[..., Room]) -> None:
    """The journal keeps who it was, and the Laws refuse what is not for himself."""
    here = room(TIMED, color=chess.WHITE)
    here.enter("e4")
    authors = [entry.author for entry in here.journal.entries(1)]
    assert authors[-1] == player(chess.WHITE)


def test_over_a_network_both_clocks_are_open_and_nobody_hints(room: Callable[..., Room]) -> None:
    here = room(TIMED, profile=Profile.ONLINE, color=chess.WHITE, rights=ArbiterRights(is_his_own=False))
    assert "minutes" in here.enter("opponent time")[0]
    assert here.enter("board")[0].startswith("White")
    for line in ("hint", "back", "attackers e4", "level 3", "arbiter please", "pause"):
        assert here.enter(line) == ["That is not available in this game."], line
    assert here.enter("arbiter add time white 10:00")[0].startswith("Only the arbiter")


def test_while_a_move_is_sealed_and_afterwards_every_line_is_told_what_comes_next(room: Callable[..., Room]) -> None:
    here = room(Setup(time=parse_time_control("5400+30")), profile=Profile.TOURNAMENT, presses=True)
    here.enter("arbiter adjourn tomorrow 9")
    missing = "White seals a move. Type seal and the move."
    assert here.enter("") == [missing]
    assert here.enter("arbiter resume") == [missing]
    here.enter("arbiter stop")
    assert here.enter("arbiter resume")[0] == f"{missing} Article six point twelve c."
    here.enter("Nf3")
    assert here.enter("") == ["The sealed move is noted. Type sealed to stop the clocks."]
    here.enter("sealed")
    adjourned = "The game is adjourned. It goes on: tomorrow 9."
    assert here.enter("") == [adjourned]
    assert here.enter("Nc6") == [f"Nc6: {adjourned}"]
    assert here.enter("e4") == ["The game is adjourned."]
    here.enter("arbiter resume")
    waits = "The sealed move waits in its envelope. The arbiter opens it."
    assert here.enter("") == [waits]
    assert here.enter("arbiter resume") == [waits]
    assert here.enter("e4") == [waits]
    assert here.enter("Nc6")[-1] == waits
    assert here.enter("arbiter open envelope") == ["The player who has to reply must be there first."]
    here.enter("arbiter arrived black")
    assert "knight Gustav one Felix three" in " ".join(here.enter("arbiter open envelope"))
