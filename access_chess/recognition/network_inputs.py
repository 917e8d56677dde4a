"""What the network of phones sees of a moment: the sound around it, and what the acoustic model makes of that."""

import numpy as np
from numpy.typing import NDArray

from access_chess.recognition.filterbank import AROUND as AROUND_SOUND
from access_chess.recognition.filterbank import BANDS, Floats, energies, filters
from access_chess.recognition.phone_likelihoods import PhoneLikelihoods

Places = NDArray[np.int64]

AROUND = np.arange(-9, 10, 3)  # frames: 90 ms before and after
_SPREAD = 5.0  # brings likelihoods near to 1


def seen(places: Places, sound: Floats, room: Floats, likelihoods: Floats) -> Floats:
    """Of the frames of a sound that stand at these places: places × inputs. `sound` and `room` are as
    `filterbank.levels` gives them, `likelihoods` as `views` does; beyond the last frame there is more of the same.
    """
    around = sound[np.clip(places[:, None] + AROUND_SOUND, 0, len(sound) - 1)].reshape(len(places), -1)
    known = likelihoods[np.clip(places[:, None] + AROUND, 0, len(likelihoods) - 1)].reshape(len(places), -1)
    return np.concatenate([around, np.broadcast_to(room, (len(places), BANDS)), known], 1)


def views(samples: NDArray[np.float64], model: PhoneLikelihoods, warp: float = 1.0) -> tuple[Floats, Floats]:
    """The energies and the likelihoods of each frame of a sound at 16 kHz, of any scale. `warp` is that of a longer or
    shorter throat.
    """
    logarithms = energies(samples, filters(warp)) if warp != 1.0 else energies(samples)
    known = spread(model.of(samples, warp))
    length = min(len(logarithms), len(known))  # the model's frames are a little longer
    return logarithms[:length], known[:length]


def spread(likelihoods: Floats) -> Floats:
    """Likelihoods as the network sees them."""
    return likelihoods / np.float32(_SPREAD)
