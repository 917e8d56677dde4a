"""What is said of clocks and of coming and going, and the answers that the clock gives (E.2.9.d, 13.6)."""

import chess
from msgspec.structs import replace

from access_chess.laws import events as happened
from access_chess.laws.commands import Question, StopReason
from access_chess.laws.setup import ArbiterMode
from access_chess.laws.time_control import ZERO
from access_chess.speech.answers.clock import clock_answer
from access_chess.speech.telling.narration import Narration, Teller
from access_chess.speech.utterance import Earcon, Priority, SpokenPart, Utterance, VoiceRole


def _arrived(scene: Narration, event: happened.PlayerArrived) -> tuple[Utterance, ...]:
    return scene.say(scene.phrase("player_arrived", **scene.players(event.color)))


def _left(scene: Narration, event: happened.PlayerLeft) -> tuple[Utterance, ...]:
    return scene.say(scene.phrase("player_left", **scene.players(event.color)))


def _returned(scene: Narration, event: happened.PlayerReturned) -> tuple[Utterance, ...]:
    return scene.say(scene.phrase("player_returned", **scene.players(event.color)))


def _told(scene: Narration, event: happened.Told) -> tuple[Utterance, ...]:
    """The answer, for the ears of the player who asked and for nobody else's."""
    if event.question is Question.MOVES:
        part = scene.phrase("answer_count", white=event.moves.white, black=event.moves.black)
    else:
        part = clock_answer(event.question, scene.before, event.color, event.at, scene.settings.pack)
    said = scene.say(part, to=event.color, role=VoiceRole.CLOCK, priority=Priority.NORMAL)
    return tuple(replace(utterance, event=None) for utterance in said)


def _clock_started(scene: Narration, event: happened.ClockStarted) -> tuple[Utterance, ...]:
    """The start of the game, or the end of a standstill."""
    game = scene.before
    if not game.started:
        to_move = scene.phrase("is_to_move", color=scene.color(event.color))
        return scene.say(scene.phrase("game_begins"), to_move)
    if game.clock.control is None or game.is_clock_on:
        return ()
    return scene.say(scene.phrase("clock_runs", **scene.players(event.color)), role=VoiceRole.CLOCK)


def _handed_back(scene: Narration, event: happened.ClockHandedBack) -> tuple[Utterance, ...]:
    if scene.before.clock.control is None:
        return ()
    return scene.say(scene.phrase("clock_runs", **scene.players(event.color)), role=VoiceRole.CLOCK)


def _clocks_stopped(scene: Narration, event: happened.ClocksStopped) -> tuple[Utterance, ...]:
    """A claim that stops them is told of by itself; where a flag freezes them, the stop would tell of the flag."""
    if event.reason is StopReason.CLAIM or (event.reason is StopReason.FLAG and not scene.settings.volunteers):
        return ()
    if event.color is None:
        is_paused = event.reason is StopReason.ARBITER and scene.players_may_pause
        return scene.rule(event.article, scene.phrase("game_paused" if is_paused else "clocks_stopped"))
    return scene.rule(event.article, scene.phrase("clocks_stopped_by", **scene.players(event.color)))


def _period_begun(scene: Narration, event: happened.PeriodBegun) -> tuple[Utterance, ...]:
    if not scene.settings.volunteers:
        return ()
    if (left := scene.after.clock.byo_yomi_left(event.color)) is not None:
        return scene.say(_byo_yomi(scene, event, left), role=VoiceRole.CLOCK)
    return scene.say(scene.phrase("period_begun", **scene.players(event.color)), role=VoiceRole.CLOCK)


def _byo_yomi(scene: Narration, event: happened.PeriodBegun, left: int) -> SpokenPart:
    """The first period of byo-yomi with its time; then there is only time for the number of those that are left."""
    slots = scene.players(event.color)
    period = scene.after.clock.period_of(event.color)
    if period is None or scene.before.clock.byo_yomi_left(event.color) is not None:
        return scene.phrase("byo_yomi_left", count=left, **slots)
    return scene.phrase("byo_yomi_begun", count=left, time=period.time, **slots)


def _flag_fell(scene: Narration, event: happened.FlagFell) -> tuple[Utterance, ...]:
    """Where the program rules, the ruling tells it; elsewhere only who may volunteer things tells it (6.8, A.4.d)."""
    setup = scene.before.setup
    waits_for_claim = setup.lacks_supervision and setup.rules.flag_without_supervision_needs_claim
    is_ruled_at_once = setup.arbiter is ArbiterMode.PROGRAM and not waits_for_claim
    if is_ruled_at_once or not scene.settings.volunteers:
        return ()
    told = scene.say(
        scene.phrase("flag_fell", **scene.players(event.color)), role=VoiceRole.CLOCK, earcon=Earcon.LOW_TIME
    )
    if not setup.is_clock_alone or any(scene.before.flags[color] is not None for color in chess.COLORS):
        return told
    return (*told, *scene.say(scene.phrase("clock_new_hint"), role=VoiceRole.CLOCK, priority=Priority.NORMAL))


def _time_set(scene: Narration, event: happened.TimeSet) -> tuple[Utterance, ...]:
    """That a display was set is everybody's business; what it shows, only that of the one who asks."""
    if scene.before.setup.is_elsewhere:
        return ()
    if not scene.settings.volunteers:
        return scene.rule(event.article, scene.phrase("clock_set", **scene.players(event.color)))
    return scene.rule(event.article, scene.phrase("clock_set_to", time=event.time, **scene.players(event.color)))


def _counter_set(scene: Narration, event: happened.MoveCounterSet | happened.ClockCounterSet) -> tuple[Utterance, ...]:
    if not scene.settings.volunteers:
        return scene.rule(event.article, scene.phrase("counter_set", **scene.players(event.color)))
    slots = scene.players(event.color)
    return scene.rule(event.article, scene.phrase("move_counter_set", count=event.moves, **slots))


def _time_added(scene: Narration, event: happened.TimeAdded) -> tuple[Utterance, ...]:
    key = "time_added" if event.time >= ZERO else "time_taken"
    return scene.rule(event.article, scene.phrase(key, time=abs(event.time), **scene.players(event.color)))


def _delay_granted(scene: Narration, event: happened.ExtraDelayGranted) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("delay_granted", time=event.time, **scene.players(event.color)))


CLOCK_WORDS: dict[type, Teller] = {
    happened.PlayerArrived: _arrived,
    happened.PlayerLeft: _left,
    happened.PlayerReturned: _returned,
    happened.Told: _told,
    happened.ClockStarted: _clock_started,
    happened.ClockHandedBack: _handed_back,
    happened.ClocksStopped: _clocks_stopped,
    happened.PeriodBegun: _period_begun,
    happened.FlagFell: _flag_fell,
    happened.TimeSet: _time_set,
    happened.MoveCounterSet: _counter_set,
    happened.ClockCounterSet: _counter_set,
    happened.TimeAdded: _time_added,
    happened.ExtraDelayGranted: _delay_granted,
}
