"""The tenants of this installation: one owner-only file each, in which account tokens, and a key of Merge's, are sealed.

Knows where a tenant's records come from, and nothing about reading them.
"""

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

from filelock import FileLock
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from ingest.company import SETTINGS, Company
from kg.errors import BadInput
from workers.storage.owner_only import write_private
from workers.storage.sealing import KEY, Unsealable, seal, unseal
from workers.storage.secret_files import secret_file

log = logging.getLogger(__name__)


class Damaged(BadInput):
    """A company's settings cannot be read. `why`, with the path, is for whoever runs the installation."""

    def __init__(self, slug: str, why: str) -> None:
        super().__init__(f"The settings of {slug} cannot be read just now; whoever runs Evergraph finds the reason with `evergraph doctor`.")
        self.slug, self.why = slug, why


class Tenant(BaseModel):
    """A company, and the source that its linked accounts are read from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    company: Company
    source: Literal["sandbox", "merge"] = "sandbox"
    folder: str | None = None                   # of a sandbox: the evaluation folder that it plays
    merge_base_url: str | None = None           # None: the installation's
    merge_api_key: SecretStr | None = Field(default=None)    # None: the installation's

    @property
    def slug(self) -> str:
        """The tenant's short name."""
        return self.company.tenant


def with_company(tenant: Tenant, **changed: Any) -> Tenant:
    """The tenant with something of its company otherwise."""
    return tenant.model_copy(update={"company": tenant.company.model_copy(update=changed)})


def with_settings_of(tenant: Tenant, company: Company) -> Tenant:
    """The tenant with what operators set of that company."""
    return with_company(tenant, **{name: getattr(company, name) for name in SETTINGS})


def source_part(tenant: Tenant) -> dict[str, Any]:
    """What says how the tenant's records are read; what operators set is left out."""
    return tenant.model_dump(exclude={"company": set(SETTINGS)})


class TenantRegistry:
    """The tenants under one home. Looks at the files anew each time: another process may have added one. Usable from threads."""

    def __init__(self, home: Path) -> None:
        self._home, self._folder = home, home / "tenants"
        self._read: dict[Path, tuple[tuple[int, ...], Tenant | Damaged]] = {}

    def save(self, tenant: Tenant) -> None:
        """Adds a tenant or replaces it, in one step. Raises OSError, leaving what was there."""
        write_private(self._file(tenant.slug), json.dumps(_sealed(tenant, self._home), ensure_ascii=False, indent=1))

    def get(self, slug: str) -> Tenant:
        """The tenant of that name. Raises BadInput where there is none, Damaged where its file cannot be used."""
        file = self._file(slug)
        if not file.is_file():
            known = ", ".join(self.slugs()) or "none yet"
            raise BadInput(f"There is no tenant {slug!r} here. Known: {known}.")
        found = self._as_read(file)
        if isinstance(found, Damaged):
            raise Damaged(found.slug, found.why)        # a new one: a raised error keeps who raised it
        return found

    def all(self) -> tuple[Tenant, ...]:
        """Every tenant whose file can be used, by name: a damaged one takes nothing from the others."""
        return tuple(found for found in self._each() if isinstance(found, Tenant))

    def damaged(self) -> tuple[Damaged, ...]:
        """The tenants whose files cannot be used, by name, each with the reason."""
        return tuple(found for found in self._each() if isinstance(found, Damaged))

    def slugs(self) -> tuple[str, ...]:
        """The names of all tenants, in order."""
        return tuple(sorted(file.stem for file in self._folder.glob("*.json") if not file.name.startswith(".")))

    def remove(self, slug: str) -> None:
        """Forgets a tenant; nothing happens where there is none. Its graph is not touched."""
        self._file(slug).unlink(missing_ok=True)

    def is_linked(self, slug: str, account: str) -> bool:
        """Whether the tenant has a linked account of that id; not so where the tenant itself is gone."""
        try:
            return any(one.id == account for one in self.get(slug).company.linked_accounts)
        except Damaged:
            return True                 # nobody may take it for left: what was read for it would be removed
        except BadInput:
            return False

    def change(self, slug: str, make: Callable[[Tenant], Tenant]) -> Tenant:
        """Apply a change to the tenant under its lock: read, change, save.

        Raises BadInput for an unknown tenant, OSError, and what `make` raises; nothing is changed then.
        """
        with FileLock(self._folder / ".lock"):          # else two at once would bring back what the other took out
            tenant = self.get(slug)
            changed = make(tenant)
            if changed != tenant:
                self.save(changed)
            return changed

    def unlink(self, slug: str, account: str) -> bool:
        """The tenant has that linked account no longer; whether it had it. Raises BadInput for an unknown tenant, OSError."""
        found: list[bool] = []

        def without(tenant: Tenant) -> Tenant:
            known = tenant.company.linked_accounts
            rest = tuple(one for one in known if one.id != account)
            found.append(len(rest) < len(known))
            return with_company(tenant, linked_accounts=rest)

        self.change(slug, without)
        return found[0]

    def of_person(self, email: str) -> list[Tenant]:
        """The tenants that know that e-mail address."""
        return [tenant for tenant in self.all() if tenant.company.person(email)]

    def _each(self) -> Iterator[Tenant | Damaged]:
        return (self._as_read(self._file(slug)) for slug in self.slugs())

    def _as_read(self, file: Path) -> Tenant | Damaged:
        """What the file says; read again when it is another one, as every write makes it, or when it could not be used."""
        try:
            found = file.stat()
        except OSError as error:
            return Damaged(file.stem, f"{file} cannot be read: {error}.")
        mark = (found.st_ino, found.st_mtime_ns, found.st_size)
        known = self._read.get(file)
        if known is None or known[0] != mark or isinstance(known[1], Damaged):
            is_new = known is None or known[0] != mark
            known = self._read[file] = (mark, _read(file, self._home))
            if is_new and isinstance(known[1], Damaged):
                log.error("%s is left out: %s", file.stem, known[1].why)
        return known[1]

    def _file(self, slug: str) -> Path:
        if not slug or set(slug) - set("abcdefghijklmnopqrstuvwxyz0123456789_-"):     # it becomes a file name
            raise BadInput(f"{slug!r} is no tenant's name: small letters, digits, - and _ only.")
        return self._folder / f"{slug}.json"


def _sealed(tenant: Tenant, home: Path) -> dict[str, Any]:
    """The tenant as its file holds it."""
    data = tenant.model_dump(mode="json", by_alias=True)
    for written, account in zip(data["company"]["linked_accounts"], tenant.company.linked_accounts, strict=True):
        written["token"] = seal(home, account.token)
    key = tenant.merge_api_key
    return data | {"merge_api_key": seal(home, key.get_secret_value()) if key else None}


def _opened(tenant: Tenant, home: Path) -> Tenant | Damaged:
    """The tenant with what its file holds sealed, opened; not where this installation's key does not open it."""
    key = tenant.merge_api_key
    try:
        accounts = tuple(one.model_copy(update={"token": unseal(home, one.token)}) for one in tenant.company.linked_accounts)
        opened = SecretStr(unseal(home, key.get_secret_value())) if key else None
    except Unsealable:
        return Damaged(tenant.slug, f"The tokens of {tenant.slug} cannot be opened: {secret_file(home, KEY)} is not the key that sealed them. "
                                    f"Put that file back, or write the tokens anew into {home / 'tenants' / tenant.slug}.json.")
    return with_company(tenant, linked_accounts=accounts).model_copy(update={"merge_api_key": opened})


def _read(file: Path, home: Path) -> Tenant | Damaged:
    try:
        tenant = Tenant.model_validate_json(file.read_text("utf-8"))
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        return Damaged(file.stem, f"{file}: {place}: {first['msg']}.")       # not the error itself: it would show tokens
    except (OSError, UnicodeDecodeError) as error:
        return Damaged(file.stem, f"{file} cannot be read: {error}.")
    if tenant.slug != file.stem:
        return Damaged(file.stem, f"{file}: company.tenant is {tenant.slug!r}, and the file is called otherwise.")
    return _opened(tenant, home)
