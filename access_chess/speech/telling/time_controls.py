"""A time control in words: "forty moves in two hours; then all other moves in thirty minutes"."""

from access_chess.laws.time_control import ZERO, Period, PeriodAdd, TimeControl
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart


def control_words(control: TimeControl | None, pack: VoicePack) -> SpokenPart:
    """The agreement read back, so that who has set it by ear can check it."""
    if control is None:
        return pack.phrase("control_untimed")
    first, *others = control.periods
    words = _period(first, pack, is_only=not others)
    for period in others:
        words = pack.phrase("control_then", first=words, second=_period(period, pack, is_only=False))
    if others and control.period_add is PeriodAdd.ON_QUOTA:
        words = pack.phrase("control_on_quota", control=words)
    return words


def _period(period: Period, pack: VoicePack, *, is_only: bool) -> SpokenPart:
    if period.moves is not None:
        words = pack.phrase("control_moves", count=period.moves, time=period.time)
    else:
        words = pack.phrase("control_whole" if is_only else "control_rest", time=period.time)
    if period.increment > ZERO:
        words = pack.phrase("control_increment", period=words, addition=period.increment)
    if period.delay > ZERO:
        words = pack.phrase("control_delay", period=words, addition=period.delay)
    if period.sandglass:
        words = pack.phrase("control_sandglass", period=words)
    return words
