"""The sounds that the recogniser knows, read from the files of its model: what an adaptation starts from.

The model is "phonetically tied": each phone has one codebook of densities, which all its states share, and each state
(senone) weighs them in its own way. There are three streams: cepstra, their slope, and the slope of that.
The formats are those of Sphinx-3, as pocketsphinx reads them (`ms_gauden.c`, `ptm_mgau.c`, `bin_mdef.c`).
"""

import struct

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STATES = 3  # of a phone

_MAGIC = 0x11223344  # a Sphinx-3 file says with it in which order its bytes stand
# A weight is stored in a byte, as a logarithm to the base 1.0001 without its lowest ten bits (SENSCR_SHIFT).
_WEIGHT_STEP = np.log(1.0001) * 1024
_LEAST_VARIANCE = 1e-4  # pocketsphinx's varfloor: densities that were never trained have a variance of nought


class ModelError(ValueError):
    """A file of the acoustic model is not of the expected form; the message is one plain sentence."""


class AcousticModel(Struct, frozen=True, kw_only=True):
    """Densities of each phone and their weights in each state.

    `phones` names the codebooks in their order. `means` and `variances` are codebook × stream × density × dimension,
    `weights` stream × density × senone, as logarithms.
    """

    phones: tuple[str, ...]
    means: Floats
    variances: Floats
    weights: Floats

    @property
    def streams(self) -> int:
        """How many parts a feature vector has."""
        return int(self.means.shape[1])

    @property
    def dimensions(self) -> int:
        """The length of one part."""
        return int(self.means.shape[3])


def acoustic_model(*, means: bytes, variances: bytes, definition: bytes, weights: bytes) -> AcousticModel:
    """The model from the contents of its files `means`, `variances`, `mdef` and `sendump`. Raises ModelError."""
    try:
        phones = _phones(definition)
        model = AcousticModel(
            phones=phones,
            means=_densities(means),
            variances=np.maximum(_densities(variances), _LEAST_VARIANCE),
            weights=_weights(weights),
        )
    except (struct.error, ValueError) as error:
        raise ModelError(f"the acoustic model cannot be read: {error}") from error
    codebooks, streams, densities, _ = model.means.shape
    if model.variances.shape != model.means.shape or model.weights.shape[:2] != (streams, densities):
        raise ModelError("the files of the acoustic model do not belong together")
    if codebooks != len(phones):
        raise ModelError(f"the acoustic model has not one codebook a phone, but {codebooks} for {len(phones)}")
    return model


def _densities(contents: bytes) -> Floats:
    """A text header up to `endhdr`, the magic, counts, the streams' lengths, and the values as 32-bit floats."""
    start = contents.index(b"endhdr\n") + len(b"endhdr\n")
    order = "<" if struct.unpack_from("<I", contents, start) == (_MAGIC,) else ">"
    codebooks, streams, densities = struct.unpack_from(f"{order}3i", contents, start + 4)
    lengths = struct.unpack_from(f"{order}{streams}i", contents, start + 16)
    if len(set(lengths)) != 1:
        raise ValueError(f"expected streams of one length, got {lengths}")
    place = start + 16 + 4 * (streams + 1)
    values = np.frombuffer(contents, f"{order}f4", codebooks * streams * densities * lengths[0], place)
    return values.astype(np.float64).reshape(codebooks, streams, densities, lengths[0])


def _phones(contents: bytes) -> tuple[str, ...]:
    """The mark of the byte order, a version, a description with its length before it, ten counts, then the names."""
    if contents[:4] != b"BMDF":
        raise ValueError(f"expected a little-endian binary definition, got {contents[:4]!r}")
    (length,) = struct.unpack_from("<i", contents, 8)
    (number,) = struct.unpack_from("<i", contents, 12 + length)
    return tuple(name.decode("ascii") for name in contents[12 + length + 40 :].split(b"\0", number)[:number])


def _weights(contents: bytes) -> Floats:
    """Texts, each with its length before it, up to a length of nought; rows, columns, and a byte for each weight."""
    counts, place = {"feature_count": 1, "cluster_count": 0}, 0
    while (length := struct.unpack_from("<i", contents, place)[0]) > 0:
        name, _, value = contents[place + 4 : place + 4 + length].rstrip(b"\0").decode("ascii").partition(" ")
        if name in counts:
            counts[name] = int(value)
        place += 4 + length
    if counts["cluster_count"]:
        raise ValueError("its weights are clustered, which is not provided for")
    rows, columns = struct.unpack_from("<2i", contents, place + 4)
    stored = np.frombuffer(contents, np.uint8, counts["feature_count"] * rows * columns, place + 12)
    logarithms: Floats = -_WEIGHT_STEP * stored.astype(np.float64).reshape(counts["feature_count"], rows, columns)
    return logarithms
