"""What is heard of the hall at a station: at home each change, in competition the first word alone."""

import contextlib
import io
import threading

import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.station.link import Contact
from access_chess.edge.station.sign_in import SignIn, new_secret
from access_chess.edge.storage.journal import Journal
from access_chess.profile import Profile
from access_chess.session.announcer import Announcer
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.wiring.hall import contact_words, hall_link

PACK = load_voice_pack("en")
PATIENCE = 30.0  # seconds
THERE = "The hall is connected."
AWAY = "The hall cannot be reached. The game goes on, and is reported later."
NOT_LET_IN = "The hall does not let this station in. The game goes on; tell the arbiter."


class ToldScreen(io.StringIO):
    """Notes when something was shown."""

    def __init__(self) -> None:
        super().__init__()
        self.is_told = threading.Event()

    def flush(self) -> None:
        self.is_told.set()


def announcer_at(screen: io.StringIO) -> Announcer:
    return Announcer(Speaker(voice=None, outputs=()), NarrationSettings(pack=PACK), screen=screen)


@pytest.mark.parametrize(
    ("profile", "heard"),
    [
        (Profile.PRACTICE, [THERE, AWAY, NOT_LET_IN, THERE]),
        (Profile.ONLINE, [THERE]),
        (Profile.ASSISTED, [THERE]),
        (Profile.TOURNAMENT, [THERE]),
    ],
)
def test_13_6_in_competition_only_the_first_word_of_the_hall_is_heard(profile: Profile, heard: list[str]) -> None:
    screen = io.StringIO()
    tell = contact_words(announcer_at(screen), PACK, profile)
    for contact in (Contact.THERE, Contact.AWAY, Contact.NOT_LET_IN, Contact.THERE):
        tell(contact, "Club")
    assert screen.getvalue().splitlines() == heard


def test_a_hall_that_is_not_there_is_told_and_the_link_ends_with_the_sitting() -> None:
    screen, signed = ToldScreen(), SignIn(hall="http://127.0.0.1:1", token="", board=1, secret=new_secret())
    with contextlib.closing(Journal(None)) as journal, contextlib.ExitStack() as closing:
        hall_link(
            signed, (signed.hall,), journal, announcer_at(screen), PACK, Profile.TOURNAMENT,
            takes_orders=True, closing=closing,
        )  # fmt: skip
        assert screen.is_told.wait(PATIENCE)
    assert screen.getvalue() == f"{AWAY}\n"
    assert not [each for each in threading.enumerate() if each.name == "hall"]
