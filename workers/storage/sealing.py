"""Sealed texts: tokens in a tenant's file, so that a copy of the file alone opens no app; and the words of persons in the store.

Fernet (AES-128 and HMAC) of the `cryptography` package. Tokens are sealed with a secret of the installation (`workers/storage/secret_files.py`),
words with one of their person's: a store keeps what it was told in logs and copies of its own, where nobody can delete a line, so
erasing a person destroys their key instead.
"""

import base64
import json
import re
import shutil
from dataclasses import dataclass, field
from hashlib import blake2b, sha256
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

from workers.storage.secret_files import keep_secret, read_secret, secret_file

MARK = "sealed:"
KEY = "tenants-key"
PEOPLE = "people"                       # the folder of their keys among the secrets: one file a person, in a folder of their tenant
_WHOSE = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}/[0-9a-f]{32}", re.ASCII)


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


@dataclass(frozen=True, slots=True)
class Seal:
    """A person's seal. Who holds one goes on sealing with it after the person was erased, which then nobody opens.

    `whose`: tenant and a hash of the address; it stands before what was sealed, so that it is known whose it is without opening it.
    """

    whose: str
    key: str = field(repr=False)

    def seal(self, text: str) -> bytes:
        """The text, sealed; the same text otherwise each time."""
        return f"{self.whose} ".encode() + _fernet(self.key).encrypt(text.encode())

    def unseal(self, sealed: bytes) -> str:
        """What was sealed with this seal. Raises Unsealable for anything else."""
        try:
            return _fernet(self.key).decrypt(sealed.partition(b" ")[2]).decode()
        except InvalidToken:
            raise Unsealable from None

    def name_of(self, *texts: str) -> str:
        """A name for some texts that only this seal can make; other texts have another."""
        return blake2b(json.dumps(texts).encode(), digest_size=16, key=sha256(self.key.encode()).digest()).hexdigest()


def seal_of(home: Path, tenant: str, person: str) -> Seal:
    """A person's seal, made where there is none: who was erased and comes back has another. Raises OSError."""
    whose = whose_seal(tenant, person)
    return Seal(whose, keep_secret(home, f"{PEOPLE}/{whose}"))


def seal_on(home: Path, sealed: bytes) -> Seal | None:
    """The seal that a sealed text says it was sealed with; None where it is destroyed, or the text is not sealed."""
    whose = sealed.partition(b" ")[0].decode("utf-8", "replace")
    key = read_secret(home, f"{PEOPLE}/{whose}") if _WHOSE.fullmatch(whose) else None
    return Seal(whose, key) if key is not None else None


def is_sealed_for(sealed: bytes, tenant: str, person: str) -> bool:
    """Whether a text was sealed with a seal of that person's, be it destroyed or not."""
    return sealed.startswith(f"{whose_seal(tenant, person)} ".encode())


def whose_seal(tenant: str, person: str) -> str:
    """The name of a person's key: the tenant and a hash of the person, so that it names nobody."""
    return f"{tenant}/{blake2b(person.strip().lower().encode(), digest_size=16).hexdigest()}"


def destroy_seal(home: Path, tenant: str, person: str) -> None:
    """Destroy a person's key, so that nothing sealed for them can be opened any more; no error where there is none. Raises OSError."""
    secret_file(home, f"{PEOPLE}/{whose_seal(tenant, person)}").unlink(missing_ok=True)


def destroy_seals(home: Path, tenant: str) -> None:
    """The same for everybody of a tenant. Raises OSError."""
    folder = secret_file(home, f"{PEOPLE}/{tenant}")
    if folder.exists():
        shutil.rmtree(folder)


def _fernet(key: str) -> Fernet:
    """The key is random and long enough; it is only brought to the length that Fernet wants."""
    return Fernet(base64.urlsafe_b64encode(sha256(key.encode()).digest()))
