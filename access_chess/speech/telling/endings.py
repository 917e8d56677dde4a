"""What is said of adjournment, resumption and the end of the game."""

from collections.abc import Iterator

import chess

from access_chess.laws import events as happened
from access_chess.laws.adjournment import is_sealing
from access_chess.speech.answers.adjournment import adjournment
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.narration import Narration, Teller
from access_chess.speech.utterance import Earcon, SpokenPart, Utterance


def _sealing_called(scene: Narration, event: happened.SealingCalled) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("sealing_called", **scene.players(event.color)))


def _sealed(scene: Narration, event: happened.MoveSealed) -> tuple[Utterance, ...]:
    """Read back to the one who sealed, and to nobody else; whether it can be understood is not told."""
    if len(event.moves) != 1:
        return scene.say(scene.phrase("sealed_as_written"), to=event.color, shown=scene.phrase("seal_hidden"))
    move = scene.move(scene.before.board, event.moves[0])
    return scene.say(scene.phrase("sealed_move", move=move), to=event.color, shown=scene.phrase("seal_hidden"))


def _adjourned(scene: Narration, event: happened.GameAdjourned) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("game_adjourned", **scene.players(event.color)))


def _resumed(scene: Narration, event: happened.GameResumed) -> tuple[Utterance, ...]:
    """Where the clocks were stopped while a move is sealed, the sealing goes on, and not the game."""
    if is_sealing(scene.before) and (sealing := adjournment(scene.before, scene.settings.pack)) is not None:
        return scene.rule(event.article, sealing)
    return scene.rule(event.article, scene.phrase("game_taken_up"))


def _opened(scene: Narration, event: happened.EnvelopeOpened) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("envelope_opened"))


def _lost(scene: Narration, event: happened.EnvelopeLost) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("envelope_lost"))


def _ended(scene: Narration, event: happened.GameEnded) -> tuple[Utterance, ...]:
    """How, why, and with what result: "Checkmate. White wins. Article five point one a."."""
    slots = scene.players(event.color) if event.color is not None else {}
    parts = (
        scene.phrase(f"ending_{event.ending.value}", **slots),
        *winning_chances(event, scene.settings.pack),
        scene.phrase(f"result_{event.result.name.lower()}"),
    )
    return scene.rule(event.article, *parts, earcon=Earcon.GAME_OVER)


def winning_chances(event: happened.GameEnded, pack: VoicePack) -> Iterator[SpokenPart]:
    """Why the player who would have won cannot give mate, where that was decided; else nothing."""
    if event.reason is not None and event.color is not None:
        winner, loser = (pack.phrase(chess.COLOR_NAMES[color]) for color in (not event.color, event.color))
        yield pack.phrase(f"chances_{event.reason.value}", winner=winner, loser=loser)


ENDING_WORDS: dict[type, Teller] = {
    happened.SealingCalled: _sealing_called,
    happened.MoveSealed: _sealed,
    happened.GameAdjourned: _adjourned,
    happened.GameResumed: _resumed,
    happened.EnvelopeOpened: _opened,
    happened.EnvelopeLost: _lost,
    happened.GameEnded: _ended,
}
