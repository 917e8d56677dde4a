"""How a user is heard: the lexicon, and what was learned of their voice, where it may be used."""

from msgspec import Struct

from access_chess.edge.packs.lexicons import load_enrolment_text
from access_chess.edge.storage.own_voice import BrokenEnrolmentError, enrolled
from access_chess.listening.lexicon import Lexicon
from access_chess.profile import Profile
from access_chess.recognition.adaptation.speaker_adaptation import SpeakerAdaptation, fit
from access_chess.speech.utterance import SpokenPart, spoken_part


class LearnedSpeech(Struct, frozen=True, kw_only=True):
    """How a user is heard. `trouble` is to be said once: their saved voice cannot be used, and is left out."""

    lexicon: Lexicon
    adaptation: SpeakerAdaptation | None = None
    trouble: SpokenPart | None = None


def learned_speech(
    lexicon: Lexicon, user: str, profile: Profile, *, arbiter_allows: bool, pack_name: str
) -> LearnedSpeech:
    """The lexicon with what `enrol` has learned; in competition only where the arbiter allows it."""
    if profile is Profile.TOURNAMENT and not arbiter_allows:
        return LearnedSpeech(lexicon=lexicon)
    try:
        return LearnedSpeech(lexicon=lexicon, adaptation=enrolled_voice(user))
    except BrokenEnrolmentError:  # what is wrong with it is told by `access-chess enrol list`
        text = load_enrolment_text(pack_name)
        return LearnedSpeech(lexicon=lexicon, trouble=spoken_part(text.broken, language=text.language))


def enrolled_voice(user: str) -> SpeakerAdaptation | None:
    """What fits the recogniser to the user; None when they are not enrolled.

    Raises BrokenEnrolmentError, also when another network came with the program since.
    """
    adaptation = enrolled(user)
    if adaptation is not None:
        from access_chess.edge.recognisers.pocketsphinx import load_network  # it takes its time

        if not fit(adaptation.scales, load_network()):
            raise BrokenEnrolmentError("learned_other_network")
    return adaptation
