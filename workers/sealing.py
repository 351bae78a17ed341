"""Sealed texts: what a file holds of tokens, so that a copy of the file alone opens no app.

Fernet (AES-128 and HMAC) of the `cryptography` package; the key is a secret of the installation (`workers/secret_files.py`).
"""

import base64
from hashlib import sha256
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

from workers.secret_files import keep_secret, read_secret

MARK = "sealed:"
KEY = "tenants-key"


class Unsealable(Exception):
    """A sealed text that this installation's key does not open."""


def seal(home: Path, text: str) -> str:
    """The text, sealed. Makes the installation's key where there is none. Raises OSError."""
    return MARK + _fernet(keep_secret(home, KEY)).encrypt(text.encode()).decode()


def unseal(home: Path, text: str) -> str:
    """What was sealed; a text that is not sealed as it is, for files may be written by hand. Raises Unsealable."""
    if not text.startswith(MARK):
        return text
    key = read_secret(home, KEY)
    try:
        if key is None:
            raise InvalidToken
        return _fernet(key).decrypt(text.removeprefix(MARK)).decode()
    except InvalidToken:
        raise Unsealable from None


def _fernet(key: str) -> Fernet:
    """The key is random and long enough; it is only brought to the length that Fernet wants."""
    return Fernet(base64.urlsafe_b64encode(sha256(key.encode()).digest()))
