"""What the network of phones sees of a moment: the sound around it, and what the acoustic model makes of that."""

import numpy as np
from numpy.typing import NDArray

from access_chess.recognition.filterbank import Floats, energies, filters, windows
from access_chess.recognition.phone_likelihoods import Densities, PhoneLikelihoods

AROUND = np.arange(-9, 10, 3)  # frames: 90 ms before and after
_SPREAD = 5.0  # brings likelihoods near to 1


def seen(samples: NDArray[np.float64], model: PhoneLikelihoods, densities: Densities | None = None) -> Floats:
    """Of a sound at 16 kHz, of any scale: frames of 10 ms × inputs. `densities` are its own, where they are known."""
    logarithms, likelihoods = views(samples, model, densities=densities)
    places = np.clip(np.arange(len(logarithms))[:, None] + AROUND, 0, len(logarithms) - 1)
    return np.concatenate([windows(logarithms), likelihoods[places].reshape(len(places), -1)], 1)


def views(
    samples: NDArray[np.float64], model: PhoneLikelihoods, warp: float = 1.0, *, densities: Densities | None = None
) -> tuple[Floats, Floats]:
    """The energies and the likelihoods of each frame. `warp` is that of a longer or shorter throat."""
    logarithms = energies(samples, filters(warp)) if warp != 1.0 else energies(samples)
    known = model.densities(samples, warp) if densities is None else densities
    likelihoods = model.phones_of(known) / np.float32(_SPREAD)
    length = min(len(logarithms), len(likelihoods))  # the model's frames are a little longer
    return logarithms[:length], likelihoods[:length]
