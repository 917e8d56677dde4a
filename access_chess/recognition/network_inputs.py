"""What the network of phones sees of a moment: the sound around it, and what the acoustic model makes of that."""

import numpy as np
from numpy.typing import NDArray

from access_chess.recognition.filterbank import Floats, energies, filters, windows
from access_chess.recognition.phone_likelihoods import PhoneLikelihoods

AROUND = np.arange(-9, 10, 3)  # frames: 90 ms before and after
_SPREAD = 5.0  # brings likelihoods near to 1


def seen(samples: NDArray[np.float64], model: PhoneLikelihoods, likelihoods: Floats | None = None) -> Floats:
    """Of a sound at 16 kHz, of any scale: frames of 10 ms × inputs. `likelihoods` are the model's, where known."""
    logarithms, spread = views(samples, model, likelihoods=likelihoods)
    places = np.clip(np.arange(len(logarithms))[:, None] + AROUND, 0, len(logarithms) - 1)
    return np.concatenate([windows(logarithms), spread[places].reshape(len(places), -1)], 1)


def views(
    samples: NDArray[np.float64], model: PhoneLikelihoods, warp: float = 1.0, *, likelihoods: Floats | None = None
) -> tuple[Floats, Floats]:
    """The energies and the likelihoods of each frame. `warp` is that of a longer or shorter throat."""
    logarithms = energies(samples, filters(warp)) if warp != 1.0 else energies(samples)
    known = model.of(samples, warp) if likelihoods is None else likelihoods
    length = min(len(logarithms), len(known))  # the model's frames are a little longer
    return logarithms[:length], known[:length] / np.float32(_SPREAD)
