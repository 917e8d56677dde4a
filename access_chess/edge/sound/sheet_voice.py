"""The chapters of a sheet as sound, in the voices of play."""

from collections.abc import Callable, Sequence

from access_chess.edge.sound.audio_file import Track
from access_chess.edge.sound.clip import Clip, joined, silence
from access_chess.edge.sound.synthesiser import Synthesiser
from access_chess.scoresheets.spoken import Chapter

PAUSE_BETWEEN_SENTENCES = 0.25  # seconds
PAUSE_WITHIN_PAIR = 0.12  # seconds; so that a move and the clock behind it are two things
PAUSE_BETWEEN_PAIRS = 0.6  # seconds; who writes along needs them


def spoken_tracks(
    chapters: Sequence[Chapter],
    synthesiser: Synthesiser,
    *,
    rate: int,
    on_progress: Callable[[int], None] = lambda done: None,
) -> tuple[Track, ...]:
    """Each chapter as a track; `on_progress` hears after each how many are done. Raises SynthesisError."""
    tracks = []
    for done, chapter in enumerate(chapters, start=1):
        tracks.append(Track(title=chapter.title, clip=_said(chapter, synthesiser, rate)))
        on_progress(done)
    return tuple(tracks)


def _said(chapter: Chapter, synthesiser: Synthesiser, rate: int) -> Clip:
    between = PAUSE_WITHIN_PAIR if chapter.is_pair else PAUSE_BETWEEN_SENTENCES
    clips = []
    for part, role in chapter.said:
        clips += [synthesiser.clip(part.spoken, language=part.language, rate=rate, role=role), silence(between)]
    return joined([*clips, silence(PAUSE_BETWEEN_PAIRS)])
