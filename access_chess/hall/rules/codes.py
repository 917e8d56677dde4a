"""Codes for one sign-in, how a station and its hall prove to each other that both know one, and names as others see
them.

Over TLS with a certificate that nobody has signed, somebody in the middle could show one of their own. So neither side
says the code: each sends a digest of it and of the certificate as it sees it, and only where both are the same do the
digests fit.
"""

import hashlib
import hmac
import secrets
import unicodedata
from typing import TypeAlias

Digest: TypeAlias = bytes

CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base32: no letters that look like digits
CODE_LENGTH = 10  # 50 bits


def new_code() -> str:
    """A code that nobody can guess, in groups of five."""
    code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
    return f"{code[:5]}-{code[5:]}"


def plain_code(text: str) -> str:
    """A code as it was typed or heard, in the letters in which it was made.

    >>> plain_code("o1i-l9 abcd e")
    '01119ABCDE'
    """
    letters = "".join(letter for letter in text.upper() if letter.isalnum())
    return letters.translate(str.maketrans("OIL", "011"))


def spelled(code: str) -> str:
    """A code letter by letter, to be heard.

    >>> spelled("01AB2-CDE3F")
    '0, 1, A, B, 2, C, D, E, 3, F'
    """
    return ", ".join(plain_code(code))


def is_code(text: str) -> bool:
    """Whether this can be a code at all.

    >>> is_code("k7q2m-9xtbz"), is_code("k7q2m"), is_code("k7q2m-9xtbu")
    (True, False, False)
    """
    plain = plain_code(text)
    return len(plain) == CODE_LENGTH and set(plain) <= set(CODE_ALPHABET)


def room_of(code: str) -> str:
    """The room of a hall where the host with this code is met: who hears its name does not know the code by it."""
    return hashlib.blake2b(plain_code(code).encode(), key=b"room", digest_size=16).hexdigest()


def digested(secret: str) -> Digest:
    """What is kept of a secret that is random enough not to be guessed."""
    return hashlib.sha256(secret.encode()).digest()


def station_proof(code: Digest, fingerprint: bytes) -> str:
    """What a station shows: `code` is the digest of the plain code, `fingerprint` that of the hall's certificate."""
    return _proof(code, b"station", fingerprint)


def hall_proof(code: Digest, fingerprint: bytes, token: str) -> str:
    """What the hall shows with the token that it gives for the code."""
    return _proof(code, b"hall", fingerprint + token.encode())


def fits(proof: str, expected: str) -> bool:
    """Whether a proof is right, in a time that does not tell how much of it is."""
    return hmac.compare_digest(proof.encode(), expected.encode())


def _proof(code: Digest, whose: bytes, what: bytes) -> str:
    return hmac.new(code, whose + what, hashlib.sha256).hexdigest()


LONGEST_NAME = 60  # letters


def readable_name(name: str) -> str | None:
    """A name as it may be shown; None where it is too long or has signs that cannot be seen or turn letters round."""
    name = " ".join(name.split())
    is_visible = all(unicodedata.category(letter)[0] != "C" for letter in name)
    return name if len(name) <= LONGEST_NAME and is_visible else None
