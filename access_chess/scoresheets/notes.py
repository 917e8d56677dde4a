"""The sentences that stand on a record beside the moves: rulings, claims, offers, how it ended."""

from access_chess.laws import events as happened
from access_chess.laws.events import Event
from access_chess.laws.game import Game
from access_chess.scoresheets.of_game import Note
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import narrate
from access_chess.speech.utterance import SpokenPart

#: What an arbiter would write down. Moves, clocks and touches stand in the lines themselves, or nowhere.
NOTED = frozenset(
    {
        happened.SlipCorrected,
        happened.DrawOffered,
        happened.DrawDeclined,
        happened.DrawAccepted,
        happened.ClaimMade,
        happened.ClaimAccepted,
        happened.ClaimRejected,
        happened.ClaimPostponed,
        happened.IrregularityFound,
        happened.PositionRestored,
        happened.PromotedToQueen,
        happened.WarningGiven,
        happened.PenaltyImposed,
        happened.BoardTurned,
        happened.ColorsStay,
        happened.BoardsCompared,
        happened.CorrectionAgreed,
        happened.TimeSet,
        happened.FlagFell,
        happened.GameAdjourned,
        happened.GameResumed,
        happened.EnvelopeOpened,
        happened.EnvelopeLost,
        happened.AppealMade,
        happened.AppealRuled,
        happened.GameEnded,
    }
)


class Notes:
    """Notes in the language of a pack: the sentences in which the events were told; `words` has them for the voice."""

    def __init__(self, pack: VoicePack) -> None:
        self._settings = NarrationSettings(pack=pack, volunteers=True)
        self.words: dict[str, tuple[SpokenPart, ...]] = {}

    def __call__(self, event: Event, before: Game, after: Game) -> str:
        """The note on an event, empty where it belongs on no sheet."""
        if type(event) not in NOTED:
            return ""
        told = narrate(event, before=before, after=after, settings=self._settings)
        utterances = {utterance.text: utterance.parts for utterance in told}
        note = " ".join(utterances)
        self.words[note] = tuple(part for parts in utterances.values() for part in parts)
        return note


def noted(pack: VoicePack) -> Note:
    """Notes of which only the text is wanted."""
    return Notes(pack)
