"""A time control in words: "forty moves in two hours; then all other moves in thirty minutes"."""

from datetime import timedelta

import chess

from access_chess.laws.time_control import ZERO, Period, PeriodAdd, TimeControl
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart

DAY = timedelta(days=1)


def control_words(control: TimeControl | None, pack: VoicePack) -> SpokenPart:
    """The agreement read back, so that who has set it by ear can check it."""
    if control is None:
        return pack.phrase("control_untimed")
    white, black = (_periods(control.of(color), control.period_add, pack) for color in chess.COLORS)
    return pack.phrase("control_two", white=white, black=black) if control.black else white


def _periods(periods: tuple[Period, ...], added: PeriodAdd, pack: VoicePack) -> SpokenPart:
    """One player's periods, one after the other; those of byo-yomi together."""
    plain = [period for period in periods if not period.renewed]
    if not plain and len(periods) == 1 and not periods[0].time % DAY:
        return pack.phrase("control_days", count=periods[0].time // DAY)
    said = [_period(period, pack, is_only=len(plain) == 1) for period in plain]
    if byo_yomi := len(periods) - len(plain):
        said.append(pack.phrase("control_byo_yomi", count=byo_yomi, time=periods[-1].time))
    words = said[0]
    for following in said[1:]:
        words = pack.phrase("control_then", first=words, second=following)
    if len(plain) > 1 and added is PeriodAdd.ON_QUOTA:
        words = pack.phrase("control_on_quota", control=words)
    return words


def _period(period: Period, pack: VoicePack, *, is_only: bool) -> SpokenPart:
    if period.counts_up:
        return pack.phrase("control_counts_up")
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
