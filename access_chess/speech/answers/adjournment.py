"""How far an adjournment is: who seals, and what the sealed move in its envelope waits for."""

from access_chess.laws.game import Game
from access_chess.speech.answers.position import color_name, whose_turn
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart


def adjournment(game: Game, pack: VoicePack) -> SpokenPart | None:
    """What is to come next of an adjournment; None where the game is played, or is over."""
    envelope = game.adjournment
    if envelope is None or envelope.opened or game.is_over:
        return None
    if not envelope.closed:
        sealed = envelope.text is not None
        return pack.phrase("seal_hidden") if sealed else pack.phrase("seal_missing", color=color_name(game.turn, pack))
    if envelope.resumed_at is not None:
        return pack.phrase("envelope_lost" if envelope.lost else "refused_envelope_waits")
    if envelope.resumption:
        return pack.phrase("game_is_adjourned_until", when=envelope.resumption)
    return pack.phrase("game_is_adjourned")


def whose_turn_in(game: Game, pack: VoicePack) -> SpokenPart:
    """Who is to move; in an adjournment, what is to come instead."""
    return adjournment(game, pack) or whose_turn(game.board, pack)
