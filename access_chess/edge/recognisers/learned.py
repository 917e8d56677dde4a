"""What was learned of a user, ready for the recogniser: his lexicon and how his voice is, where it is allowed."""

from dataclasses import dataclass, replace

from access_chess.edge.packs.enrolment_text import load_enrolment_text
from access_chess.edge.storage.corrections import load
from access_chess.edge.storage.enrolments import BrokenEnrolmentError, enrolled
from access_chess.edge.storage.own_names import load_habits
from access_chess.listening.learning import Correction, learns, taught
from access_chess.listening.lexicon import Lexicon
from access_chess.listening.own_names import NO_HABITS, Habits
from access_chess.profile import Profile
from access_chess.recognition.adaptation.speaker_adaptation import SpeakerAdaptation
from access_chess.recognition.adaptation.unit_scales import fit
from access_chess.speech.utterance import SpokenPart, spoken_part


@dataclass(frozen=True, kw_only=True)
class LearnedSpeech:
    """How a user is heard. `habits` are the words of his last moves. `trouble` is to be said once: his saved voice
    cannot be used, and is left out.
    """

    lexicon: Lexicon
    corrections: tuple[Correction, ...] = ()
    adaptation: SpeakerAdaptation | None = None
    habits: Habits = NO_HABITS
    trouble: SpokenPart | None = None


def learned_speech(
    lexicon: Lexicon, user: str, profile: Profile, *, arbiter_allows: bool, pack_name: str
) -> LearnedSpeech:
    """The lexicon with the trusted corrections, the enrolment, the habits; none in competition, unless allowed."""
    if not learns(profile, arbiter_allows=arbiter_allows):
        return LearnedSpeech(lexicon=lexicon)
    corrections = load(user).trusted()
    speech = LearnedSpeech(lexicon=taught(lexicon, corrections), corrections=corrections, habits=load_habits(user))
    try:
        return replace(speech, adaptation=enrolled_voice(user))
    except BrokenEnrolmentError:  # what is wrong with it is told by `access-chess learned list`
        text = load_enrolment_text(pack_name)
        return replace(speech, trouble=spoken_part(text.broken, language=text.language))


def enrolled_voice(user: str) -> SpeakerAdaptation | None:
    """What fits the recogniser to the user; None when he is not enrolled.

    Raises BrokenEnrolmentError, also when another network came with the program since.
    """
    adaptation = enrolled(user)
    if adaptation is not None:
        from access_chess.edge.recognisers.pocketsphinx import load_network  # it takes its time, for who is enrolled

        if not fit(adaptation.scales, load_network()):
            raise BrokenEnrolmentError("it was learned for another network of phones")
    return adaptation
