"""Games played by voice: synthetic speech through the real recogniser, and a player who answers what he is asked."""

import random
from array import array
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest

from access_chess.listening.gate import Activation
from access_chess.listening.heard import HeardCommand
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.session.leaving import Leaving
from tests.support.speaking_room import Room, furnished
from tests.support.spoken import RECOGNISER_RATE, sound_of

TWO_KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
PRESS = ""  # the empty line, at the keys

#: A game under E.2.1 with what is said and what is written because of it: corrected, drowned by a hiss, echoed wrongly.
FOOLS_MATE = [
    ("Bauer Felix zwei Felix drei", ["Bauer Felix zwei Felix drei? Ja oder nein."]),
    ("nein", ["Verworfen."]),
    ("Felix drei", ["Bauer Felix zwei Felix drei? Ja oder nein."]),
    ("(Rauschen)", []),
    ("ja", ["Bauer Felix zwei Felix drei"]),
    ("Gustav drei", ["Es ist Bauer Felix zwei Felix drei. Schwarz hat den Zug falsch wiederholt."]),
    ("Felix drei", []),
    (PRESS, []),
    ("Bauer Eva sieben Eva fünf", ["Bauer Eva sieben Eva fünf? Ja oder nein."]),
    ("ja", ["Bauer Eva sieben Eva fünf"]),
    ("Eva fünf", []),
    (PRESS, []),
    ("Gustav zwei Gustav vier", ["Bauer Gustav zwei Gustav vier? Ja oder nein."]),
    ("ja", ["Bauer Gustav zwei Gustav vier"]),
    ("Bauer Gustav vier", []),
    (PRESS, []),
    ("letzter Zug", ["zwei Weiß: Bauer Gustav zwei Gustav vier."]),
    ("Dame David acht Hector vier", ["Dame David acht Hektor vier Matt? Ja oder nein."]),
    ("ja", ["Dame David acht Hektor vier Matt", "Matt. Schwarz gewinnt. Artikel fünf Punkt eins a."]),
]


@pytest.fixture
def room() -> Iterator[Callable[..., Room]]:
    with ExitStack() as closing:
        yield lambda *given, **named: closing.enter_context(contextmanager(furnished)(*given, **named))


def hiss(seconds: float) -> bytes:
    """As loud as speech."""
    chance = random.Random(1)
    samples = array("h", (chance.randint(-6000, 6000) for _ in range(int(seconds * RECOGNISER_RATE))))
    return bytes(RECOGNISER_RATE) + samples.tobytes() + bytes(RECOGNISER_RATE)


def heard(here: Room, said: str, language: str) -> list[str]:
    if said == PRESS:
        here.desk.enter(PRESS)
        return []
    return here.hear(hiss(0.75) if said == "(Rauschen)" else sound_of(said, language))


def test_a_game_in_competition(room: Callable[..., Room]) -> None:
    here = room(Profile.TOURNAMENT, pack_name="de")
    assert [(said, heard(here, said, "de")) for said, _ in FOOLS_MATE] == FOOLS_MATE
    assert here.moves() == "f2f3 e7e5 g2g4 d8h4"


def test_a_doubtful_word_is_asked_about(room: Callable[..., Room]) -> None:
    """The player answers with the word of the question that he means."""
    here = room(fen=TWO_KNIGHTS, pack_name="de")
    asked = heard(here, "Springer David zwei", "de")
    assert {word.strip("?") for word in asked[0].split(" oder ")} == {"Bella", "Felix"}
    assert here.moves() == ""
    assert heard(here, "Felix", "de") == ["Springer Felix drei David zwei"]


def test_resigning_is_confirmed_and_noise_is_no_yes(room: Callable[..., Room]) -> None:
    here = room()
    assert heard(here, "resign", "en") == ["White resigns? Yes or no."]
    for seconds in (0.3, 0.75, 1.5):
        here.hear(hiss(seconds))
        assert not here.desk.game.is_over
    heard(here, "resign", "en")
    assert heard(here, "repeat", "en") == ["White resigns? Yes or no."]
    assert heard(here, "yes", "en")[0].startswith("White resigns.")


#: What is asked before a command is carried out, and what "ja" then does; noise changes nothing.
CONFIRMED = [
    ("neue Partie", "Diese Partie verlassen und eine neue beginnen? Ja oder nein.", ""),
    ("Zug zurücknehmen", "Den letzten Zug zurücknehmen? Ja oder nein.", "Ein Zug ist zurückgenommen."),
]


@pytest.mark.parametrize(("command", "question", "done"), CONFIRMED, ids=[row[0] for row in CONFIRMED])
def test_what_cannot_be_undone_waits_for_yes(room: Callable[..., Room], command: str, question: str, done: str) -> None:
    here = room(pack_name="de")
    heard(here, "Springer Gustav eins Felix drei", "de")
    assert heard(here, command, "de") == [question]
    assert heard(here, "nein", "de") == ["Verworfen."]
    assert heard(here, command, "de") == [question]
    here.hear(hiss(0.4))
    assert here.moves() == "g1f3" and here.desk.left is None
    assert " ".join(heard(here, "ja", "de")).startswith(done)
    assert here.moves() == "" or here.desk.left is Leaving.NEW_GAME


def test_a_draw_is_offered_and_accepted(room: Callable[..., Room]) -> None:
    here = room(pack_name="de")
    heard(here, "Bauer Eva zwei Eva vier", "de")
    offered, accepted = (
        HeardCommand(name=name, confidence=0.9, heard="") for name in (RequestName.OFFER_DRAW, RequestName.ACCEPT_DRAW)
    )
    assert here.hear(offered) == ["Weiß bietet Remis an? Ja oder nein."]
    heard(here, "ja", "de")
    assert here.hear(accepted) == ["Schwarz nimmt das Remis an? Ja oder nein."]
    here.hear(hiss(0.3))
    assert not here.desk.game.is_over
    assert "Die Partie ist remis." in " ".join(heard(here, "ja", "de"))


def test_another_move_corrects_the_one_that_waits(room: Callable[..., Room]) -> None:
    here = room(Profile.TOURNAMENT, pack_name="de")
    heard(here, "Bauer Eva zwei Eva vier", "de")
    assert heard(here, "Bauer David zwei David vier", "de") == ["Bauer David zwei David vier? Ja oder nein."]
    assert heard(here, "ja", "de") == ["Bauer David zwei David vier"]
    assert here.moves() == "d2d4"


def test_it_gives_up_in_three_steps_and_begins_anew(room: Callable[..., Room]) -> None:
    """A player who holds the key down wants to be heard: noise is asked about, too."""
    here = room(pack_name="de", activation=Activation.PUSH_TO_TALK)
    here.voice.attend()
    assert [here.hear(hiss(0.75)) for _ in range(4)] == [
        ["Bitte wiederholen."],
        ["Bitte beide Felder nennen."],
        ["Ich verstehe Sie schlecht. Bitte die Tasten benutzen."],
        ["Ich verstehe Sie schlecht. Bitte die Tasten benutzen."],
    ]
    assert here.moves() == ""
    assert heard(here, "Bauer Eva zwei Eva vier", "de") == ["Bauer Eva zwei Eva vier"]
    here.voice.attend()
    assert here.hear(hiss(0.75)) == ["Bitte wiederholen."]


@pytest.mark.parametrize("sound", [bytes(20 * RECOGNISER_RATE), hiss(0.3)], ids=["silence", "noise"])
def test_a_move_that_waits_for_yes_is_never_played_by_itself(room: Callable[..., Room], sound: bytes) -> None:
    here = room(Profile.TOURNAMENT, pack_name="de")
    heard(here, "Bauer Eva zwei Eva vier", "de")
    for _ in range(5):
        here.hear(sound)
    assert here.moves() == ""
    assert heard(here, "ja", "de") == ["Bauer Eva zwei Eva vier"]


def test_noise_plays_nothing(room: Callable[..., Room]) -> None:
    here = room()
    heard(here, "echo two echo four", "en")
    for seconds in (0.3, 0.75, 1.5):
        here.hear(hiss(seconds))
    here.hear(bytes(2 * RECOGNISER_RATE))
    assert here.moves() == "e2e4"


@pytest.mark.parametrize(
    ("pack", "wake_word", "move", "uci"),
    [("en", "hello chess", "echo two echo four", "e2e4"), ("de", "Hallo Schach", "Springer Felix drei", "g1f3")],
)
def test_the_wake_word_opens_the_microphone_for_a_sentence(
    room: Callable[..., Room], pack: str, wake_word: str, move: str, uci: str
) -> None:
    here = room(pack_name=pack, activation=Activation.WAKE_WORD)
    heard(here, move, pack)
    assert here.moves() == ""
    heard(here, wake_word, pack)
    heard(here, move, pack)
    assert here.moves() == uci
