"""Voice beside the keys: what is heard is asked back, confirmed and carried out; and once from sound to move."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path

import chess
import pytest
from msgspec.structs import replace

from access_chess.conversation.reading import heard
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.laws.commands import PlayMove, Resign
from access_chess.listening.gate import Activation
from access_chess.listening.heard import HeardChoice, HeardCommand, HeardMove, HeardNothing, Nothing
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.inbox import SpokenWords
from access_chess.session.ports import MicrophoneError
from access_chess.wiring.voice import languages_of
from tests.support.speaking_room import NOTHING_SAID, PATIENCE, Room, furnished
from tests.support.spoken import RECOGNISER_RATE, sound_of

ROOT = Path(__file__).parents[2]
SILENCE = bytes(2 * RECOGNISER_RATE * 3)  # three seconds
UNSURE = HeardNothing(reason=Nothing.UNSURE)
TWO_KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
KNIGHTS_MOVES = (chess.Move.from_uci("b1d2"), chess.Move.from_uci("f3d2"))


@pytest.fixture
def room() -> Iterator[Callable[..., Room]]:
    with ExitStack() as closing:
        yield lambda *given, **named: closing.enter_context(contextmanager(furnished)(*given, **named))


def moved(uci: str) -> HeardMove:
    return HeardMove(move=chess.Move.from_uci(uci), confidence=0.99, heard=uci)


def said(name: RequestName, **named: int) -> HeardCommand:
    square, piece = named.get("square"), named.get("piece")
    return HeardCommand(name=name, confidence=0.99, heard=name.value, square=square, piece=piece)


def typed(here: Room, line: str) -> None:
    """What nobody says."""
    here.desk.enter(line)


def doubtful(name: RequestName) -> HeardCommand:
    return replace(said(name), is_doubtful=True)


YES, NO = said(RequestName.YES), said(RequestName.NO)


def test_at_home_a_move_is_played_and_read_back_by_its_announcement(room: Callable[..., Room]) -> None:
    here = room()
    assert here.hear(moved("g1f3")) == ["knight Gustav one Felix three"]


def test_no_after_a_move_takes_it_back_once_that_is_confirmed(room: Callable[..., Room]) -> None:
    here = room()
    here.hear(moved("g1f3"))
    assert here.hear(NO) == ["Take the last move back? Yes or no."]
    assert here.moves() == "g1f3"
    here.hear(YES)
    assert here.moves() == ""


def test_no_is_awaited_after_a_move_that_it_takes_back_but_not_before(room: Callable[..., Room]) -> None:
    here = room()
    for each in (NOTHING_SAID, moved("g1f3"), NOTHING_SAID):
        here.hear(each)
    before, *_, after = [each.awaited for each in here.expected if each.awaited]
    assert RequestName.NO not in before.commands
    assert {RequestName.YES, RequestName.NO, RequestName.ONE} & after.commands == {RequestName.NO}
    assert (before.is_asked, after.is_asked) == (False, True)


@pytest.mark.parametrize("profile", [Profile.TOURNAMENT, Profile.ASSISTED])
def test_e_2_1_in_competition_a_move_is_announced_by_its_confirmation_only(
    room: Callable[..., Room], profile: Profile
) -> None:
    here = room(profile)
    assert here.hear(moved("g1f3")) == ["knight Gustav one Felix three? Yes or no."]
    assert here.hear(UNSURE) == ["Please repeat."]
    assert here.hear(NOTHING_SAID) == []
    assert here.moves() == ""
    assert here.hear(YES) == ["knight Gustav one Felix three"]


def test_e_2_1_the_echo_is_compared_and_a_difference_is_told(room: Callable[..., Room]) -> None:
    here = room(Profile.TOURNAMENT)
    here.hear(moved("e2e4"))
    here.hear(YES)
    different = ["It is pawn Eva two Eva four. Black has repeated the move wrongly."]
    assert here.hear(moved("d2d4")) == different
    assert here.hear(HeardChoice(moves=(chess.Move.from_uci("d2d4"),), confidence=0.6, heard="")) == ["Please repeat."]
    assert here.hear(moved("e2e4")) == []
    assert here.moves() == "e2e4"
    assert here.hear(moved("e7e5")) == ["pawn Eva seven Eva five? Yes or no."]


def test_a_choice_is_asked_and_answered(room: Callable[..., Room]) -> None:
    here = room(fen=TWO_KNIGHTS)
    heard = "knight bravo one delta two"
    assert here.hear(HeardChoice(moves=KNIGHTS_MOVES, confidence=0.5, heard=heard)) == ["Bella or Felix?"]
    assert here.hear(said(RequestName.ONE)) == ["knight Bella one David two"]


def test_a_doubtful_number_asks_whether_its_move_is_meant(room: Callable[..., Room]) -> None:
    """The player's voice is unlike all others: nothing is taken for sure, and nothing is passed over."""
    here = room(fen=TWO_KNIGHTS)
    here.hear(HeardChoice(moves=KNIGHTS_MOVES, confidence=0.5, heard="knight delta two"))
    assert here.hear(doubtful(RequestName.TWO)) == ["knight Felix three David two? Yes or no."]
    assert here.moves() == ""
    assert here.hear(said(RequestName.YES)) == ["knight Felix three David two"]
    assert here.moves() == "f3d2"


def test_no_to_a_doubtful_number_asks_again_what_was_asked_before(room: Callable[..., Room]) -> None:
    here = room(fen=TWO_KNIGHTS)
    here.hear(HeardChoice(moves=KNIGHTS_MOVES, confidence=0.5, heard="knight delta two"))
    here.hear(doubtful(RequestName.TWO))
    assert here.hear(said(RequestName.NO)) == ["Bella or Felix?"]
    assert here.hear(doubtful(RequestName.ONE)) == ["knight Bella one David two? Yes or no."]
    assert here.hear(said(RequestName.NO)) == ["Bella or Felix?"]
    assert here.hear(said(RequestName.ONE)) == ["knight Bella one David two"]
    assert here.moves() == "b1d2"


def test_a_doubtful_number_beyond_the_moves_or_without_a_question_chooses_nothing(room: Callable[..., Room]) -> None:
    here = room(fen=TWO_KNIGHTS)
    assert here.hear(doubtful(RequestName.ONE)) == ["There is no question to answer."]
    here.hear(HeardChoice(moves=KNIGHTS_MOVES, confidence=0.5, heard="knight delta two"))
    assert here.hear(doubtful(RequestName.FOUR)) == ["There is no question to answer."]
    assert here.hear(said(RequestName.ONE)) == ["knight Bella one David two"]


def test_a_number_after_the_end_of_the_game_answers_nothing_of_it(
    room: Callable[..., Room],
) -> None:
    here = room(fen=TWO_KNIGHTS)
    here.hear(HeardChoice(moves=KNIGHTS_MOVES, confidence=0.5, heard="knight delta two"))
    here.desk.order(Resign(color=chess.BLACK))
    assert here.hear(doubtful(RequestName.TWO)) == ["There is no question to answer."]


def test_an_answer_is_likely_as_long_as_the_choice_is_open(room: Callable[..., Room]) -> None:
    here = room(fen=TWO_KNIGHTS)
    here.hear(NOTHING_SAID)
    here.hear(HeardChoice(moves=KNIGHTS_MOVES, confidence=0.5, heard=""))
    here.hear(NOTHING_SAID)
    here.hear(said(RequestName.ONE))
    typed(here, "Ke7")
    here.hear(NOTHING_SAID)
    awaited = [(each.awaited.is_asked, each.awaited.options) for each in here.expected if each.awaited]
    assert (True, ("bella", "felix")) in awaited
    assert awaited[0] == awaited[-1] == (False, ())


def test_a_choice_that_the_game_has_gone_past_is_listened_for_no_longer(room: Callable[..., Room]) -> None:
    """From elsewhere: nothing is said at this place."""
    here = room(fen=TWO_KNIGHTS)
    here.hear(HeardChoice(moves=KNIGHTS_MOVES, confidence=0.5, heard=""))
    here.desk.order(PlayMove(color=chess.WHITE, move=KNIGHTS_MOVES[0]))
    here.hear(NOTHING_SAID)
    last = here.expected[-1].awaited
    assert last is not None and (last.is_asked, last.options) == (False, ())


def test_after_a_question_of_yes_or_no_its_answer_is_likely(room: Callable[..., Room]) -> None:
    here = room(Profile.TOURNAMENT)
    for each in (NOTHING_SAID, moved("g1f3"), NOTHING_SAID, NO, NOTHING_SAID):
        here.hear(each)
    asked = [each.awaited.is_asked for each in here.expected if each.awaited]
    assert not asked[0] and not asked[-1] and any(asked)


def test_what_lacks_a_square_is_no_question_of_yes_or_no(room: Callable[..., Room]) -> None:
    here = room()
    typed(here, "square")
    assert here.desk.is_asked
    here.hear(NOTHING_SAID)
    assert not any(each.awaited.is_asked for each in here.expected if each.awaited)


def test_a_question_by_numbers_says_what_they_mean(room: Callable[..., Room]) -> None:
    """ "two" and "three" cannot be told apart in noise."""
    here = room(fen="4k3/8/8/8/8/8/8/R3K3 w - - 0 1", pack_name="de")
    moves = (chess.Move.from_uci("a1a2"), chess.Move.from_uci("a1a3"))
    assert here.hear(HeardChoice(moves=moves, confidence=0.5, heard="")) == [
        "eins: Turm Anna eins Anna zwei. zwei: Turm Anna eins Anna drei. eins oder zwei?"
    ]
    assert here.hear(said(RequestName.TWO)) == ["Turm Anna eins Anna drei"]


def test_a_question_is_spelled_as_a_voice_needs_it(room: Callable[..., Room]) -> None:
    here = room(fen="8/P6k/8/8/8/8/8/K7 w - - 0 1", pack_name="de")
    moves = (chess.Move.from_uci("a7a8q"), chess.Move.from_uci("a7a8b"))
    assert here.hear(HeardChoice(moves=moves, confidence=0.5, heard="")) == ["Dame oder Läufer?"]


def test_what_was_asked_on_another_board_is_not_answered_any_more(room: Callable[..., Room]) -> None:
    here = room(Profile.TOURNAMENT)
    here.hear(moved("g1f3"))
    here.desk.enter("e4")
    assert here.hear(YES) == ["There is no question to answer."]
    assert here.moves() == "e2e4"


@pytest.mark.parametrize(
    ("name", "question"),
    [
        (RequestName.RESIGN, "Black resigns? Yes or no."),
        (RequestName.OFFER_DRAW, "White offers a draw? Yes or no."),
        (RequestName.CLAIM_THREEFOLD, "Claim a draw by repetition? Yes or no."),
        (RequestName.CLAIM_FIFTY, "Claim a draw by the fifty-move rule? Yes or no."),
        (RequestName.TAKE_BACK, "Take the last move back? Yes or no."),
        (RequestName.NEW_GAME, "Leave this game and begin another? Yes or no."),
    ],
)
def test_what_cannot_be_undone_is_confirmed(room: Callable[..., Room], name: RequestName, question: str) -> None:
    here = room()
    here.hear(moved("g1f3"))
    assert here.hear(said(name)) == [question]
    assert here.hear(NO) == ["Not done."]
    assert not here.desk.game.is_over
    assert here.moves() == "g1f3"


def test_who_asked_to_resign_resigns_even_when_the_other_clock_runs_by_then(room: Callable[..., Room]) -> None:
    here = room(Profile.TOURNAMENT)
    here.desk.enter("e4")
    assert here.hear(said(RequestName.RESIGN)) == ["White resigns? Yes or no."]
    here.desk.enter("")
    assert here.desk.game.clock.running is chess.BLACK
    assert here.hear(YES)[0].startswith("White resigns.")


def test_after_the_end_no_move_is_played(room: Callable[..., Room]) -> None:
    here = room()
    here.hear(said(RequestName.RESIGN))
    assert here.hear(YES)[0].startswith("White resigns.")
    assert here.hear(moved("g1f3")) == ["The game is over."]


@pytest.mark.parametrize(
    ("pack", "on_e2", "knights"),
    [
        ("en", "Eva two: White pawn.", "knight: Bella one, Gustav one."),
        ("de", "Eva zwei: Weiß, Bauer.", "Springer: Bella eins, Gustav eins."),
    ],
)
def test_a_question_about_the_board(room: Callable[..., Room], pack: str, on_e2: str, knights: str) -> None:
    here = room(pack_name=pack)
    assert here.hear(said(RequestName.WHAT_IS_ON, square=chess.E2)) == [on_e2]
    assert here.hear(said(RequestName.WHERE_IS, piece=chess.KNIGHT)) == [knights]


def test_what_was_not_understood_is_asked_for_until_the_keys_are_offered(room: Callable[..., Room]) -> None:
    here = room()
    assert here.hear(UNSURE) == ["Please repeat."]
    assert here.hear(UNSURE) == ["Please say both squares."]
    assert here.hear(UNSURE) == ["I cannot hear you well. Please use the keys."]
    assert here.moves() == ""


def test_in_noise_more_words_are_asked_for_and_then_the_keys(room: Callable[..., Room]) -> None:
    here, too_noisy = room(), HeardNothing(reason=Nothing.TOO_NOISY)
    assert here.hear(too_noisy) == ["It is loud here: please say the piece and both squares."]
    assert here.hear(too_noisy) == ["I cannot hear you well. Please use the keys."]


def test_one_move_that_is_doubtful_is_asked_about_and_played_after_yes(room: Callable[..., Room]) -> None:
    here = room()
    here.hear(HeardChoice(moves=(chess.Move.from_uci("g1f3"),), confidence=0.5, heard="knight felix three"))
    assert here.moves() == ""
    here.hear(YES)
    assert here.moves() == "g1f3"


def test_a_move_heard_on_another_board_is_not_played(room: Callable[..., Room]) -> None:
    here = room()
    before = here.desk.game.board
    here.hear(moved("g1f3"))
    here.desk.hear(SpokenWords(said=heard(moved("e2e4")), board=before, at=timedelta()))
    assert here.moves() == "g1f3"


@pytest.mark.parametrize("activation", [Activation.WAKE_WORD, Activation.PUSH_TO_TALK])
def test_a_microphone_that_is_not_open_hears_one_sentence_and_the_answers_to_it(
    room: Callable[..., Room], activation: Activation
) -> None:
    here = room(Profile.TOURNAMENT, activation=activation)
    assert here.hear(moved("g1f3")) == []
    if activation is Activation.WAKE_WORD:
        here.hear(said(RequestName.LISTEN))
    else:
        here.voice.attend()
    assert here.ear.is_held
    assert here.hear(moved("g1f3")) == ["knight Gustav one Felix three? Yes or no."]
    assert (here.hear(YES), here.ear.is_held) == (["knight Gustav one Felix three"], False)
    assert here.hear(said(RequestName.RESIGN)) == []


def test_a_button_opens_the_microphone_for_what_is_said_next(room: Callable[..., Room]) -> None:
    here = room(Profile.TOURNAMENT, activation=Activation.PUSH_TO_TALK)
    here.voice.attend()  # as the deed of the button does
    here.voice.heed(SpokenWords(said=Request(name=RequestName.LISTEN), at=timedelta()), is_asked=False)
    assert here.ear.is_held
    assert here.hear(moved("g1f3")) == ["knight Gustav one Felix three? Yes or no."]


def test_a_microphone_that_never_was_there_is_not_gone(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_(ear: object) -> None:
        raise MicrophoneError("microphone_none")

    monkeypatch.setattr("tests.support.speaking_room.Ear.open", open_)
    here = room()
    wait_for(lambda: "No microphone was found; plug one in, or go on with the keys." in here.screen.getvalue())
    assert "gone" not in here.screen.getvalue()


def test_a_microphone_that_goes_is_told_of_and_the_keys_go_on(room: Callable[..., Room]) -> None:
    here = room()
    here.ear.is_gone = True
    here.ear.coming.put(NOTHING_SAID)
    wait_for(lambda: "The microphone is gone. Please use the keys." in here.screen.getvalue())
    here.desk.enter("e4")
    here.ear.is_gone = False
    wait_for(lambda: "The microphone is back." in here.screen.getvalue())
    here.hear(moved("e7e5"))
    assert here.moves() == "e2e4 e7e5"
    assert here.screen.getvalue().count("gone") == 0


def test_without_a_microphone_its_button_says_so(room: Callable[..., Room]) -> None:
    here = room()
    here.screen.truncate(0)
    here.screen.seek(0)
    here.desk.hear(SpokenWords(said=Request(name=RequestName.LISTEN), at=timedelta()))
    assert here.screen.getvalue() == "The microphone is off.\n"


def test_an_error_of_the_program_is_told_of_and_it_listens_on(room: Callable[..., Room]) -> None:
    here = room()
    here.ear.failure = RuntimeError("pocketsphinx does not start.")
    here.ear.coming.put(moved("g1f3"))
    wait_for(lambda: "Something went wrong: pocketsphinx does not start." in here.screen.getvalue())
    here.ear.failure = None
    here.hear(moved("e2e4"))
    assert here.moves() == "e2e4"


def test_noise_that_drowns_speech_is_told_of_once(room: Callable[..., Room]) -> None:
    here = room()
    here.ear.is_too_loud = True
    here.hear(UNSURE)
    wait_for(lambda: "It is too loud here. Please use the keys." in here.screen.getvalue())
    assert here.hear(UNSURE) == ["Please say both squares."]
    here.ear.is_too_loud = False
    here.hear(moved("g1f3"))
    assert here.moves() == "g1f3"


@pytest.mark.parametrize(
    ("pack", "languages"),
    [
        ("fide", ("fide", "de", "en")),
        ("de", ("de", "fide", "en")),
        ("en", ("en", "fide", "de")),
        ("es", ("es", "en")),
    ],
)
def test_the_languages_of_the_pack_come_first(pack: str, languages: tuple[str, ...]) -> None:
    assert languages_of(pack) == languages


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(int(PATIENCE / 0.01)):
        if condition():
            return
        threading.Event().wait(0.01)
    pytest.fail("waited in vain")


FIRST, SECOND = "Springer Gustav eins Felix drei", "Springer Bella eins Caesar drei"


@pytest.mark.parametrize(("opponent", "told"), [("engine", 6), ("human", 3)])
def test_from_sound_to_move(tmp_path: Path, opponent: str, told: int) -> None:
    """A spoken sentence in the microphone (SDL's disk driver) plays a move in `play` at the terminal; its sound is not
    kept.
    """
    file = tmp_path / "microphone.raw"
    file.write_bytes(SILENCE + sound_of(FIRST, "de") + 2 * SILENCE + sound_of(SECOND, "de") + SILENCE)
    drivers = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILEIN": str(file), "SDL_DISKAUDIOFILE": os.devnull}
    play = subprocess.Popen(
        [
            sys.executable, "-m", "access_chess", "play", "--voices", "fide", "--no-sound", "--opponent", opponent,
            "--input", "both",
        ],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT,
        env={**os.environ, **drivers, HOME_VARIABLE: str(tmp_path)},
    )  # fmt: skip
    assert play.stdin is not None
    assert play.stdout is not None
    lines = [play.stdout.readline() for _ in range(told)]
    play.stdin.write("ende\n")
    play.stdin.close()
    assert lines[2] == f"{FIRST}\n"
    assert play.stdout.read() == "Die Partie ist unter Nummer eins aufbewahrt.\n"
    play.stdout.close()
    assert play.wait(PATIENCE) == 0
    assert [path.name for path in tmp_path.rglob("*.wav")] == []
