"""The stage of an evaluation: the folder served as Merge, a tenant of its own, its graph; all of it gone at the end.

Everything that is kept in files (tenant, history, questions) lies in a home of its own, made for the evaluation. Graph and
store are those of the installation if they run, else they are brought up in that home and taken down again.
"""

import secrets
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr

from agent.assistant import Assistant
from ingest import sandbox
from ingest.company import Company, read_company
from ingest.gateway.errors import SwitchedOff
from ingest.sandbox.control_client import SandboxControl
from ingest.sync import Sync
from kg.errors import BadInput
from kg.hubs import join_due
from workers.evaluation.receiver import receiving
from workers.evaluation.script import Change
from workers.services import Connections, Services, Step
from workers.settings import Settings, clock_of
from workers.storage.tenant_registry import Tenant
from workers.tenants.removal import remove
from workers.wiring import Installation

PARTS = ("neo4j", "valkey", "model")
Told = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Stage:
    """A folder that can be asked about, and whose source can be changed."""

    company: Company                    # under the evaluation's own slug
    assistant: Assistant
    _control: SandboxControl

    def happen(self, change: Change) -> None:
        """A change at the source. Where it is to be delivered, its webhook has been applied when this returns."""
        delivered = self._control.apply(self.company.tenant, change, deliver=bool(change.get("delivered", True)))
        lost = [d["event"] for d in delivered if not d["arrived"]]
        if lost:
            raise BadInput(f"change {change['id']}: its webhook {', '.join(lost)} could not be applied.")


@contextmanager
def staged(folder: Path, settings: Settings, told: Told) -> Iterator[Stage]:
    """Serve, register and project a folder; take everything away when the block ends.

    Raises BadInput for a folder that cannot be served, ServiceFailed and its kin where no graph or store can be had,
    SourceUnavailable where the folder cannot be projected.
    """
    slug = f"{read_company(folder).tenant[:40]}-eval-{secrets.token_hex(4)}"
    with tempfile.TemporaryDirectory(prefix="evergraph-evaluate-") as home, sandbox.running([]) as served:
        own = settings.model_copy(update={"home": Path(home), "cache_folder": settings.cache})
        with SandboxControl(served.control_url, served.control_key, timeout_seconds=120.0) as control, _servers(settings, own, told) as connections:
            control.add_company(folder, slug)
            company = _as_served(read_company(folder), slug, control)
            installation = Installation(own, connections)
            if installation.models is not None:
                installation.models.get_ready()         # else the first question would wait for it
            try:
                key = SecretStr(served.api_key)
                installation.tenants.save(Tenant(company=company, source="merge", merge_base_url=served.base_url, merge_api_key=key))
                with _told_of_changes(installation.sync(slug), slug, control):
                    project(installation.sync(slug), told)
                    join_due(installation.graph, slug, run=secrets.token_hex(8), now=clock_of(settings, company)())
                    yield Stage(company, installation.assistant(slug), control)
            finally:
                _strike(installation, slug)


def project(sync: Sync, told: Told) -> None:
    """A full sync of every model of every linked account. Raises SourceUnavailable at the first that cannot be read."""
    parts = sync.parts()
    with ThreadPoolExecutor(4) as threads:
        rows = sum(threads.map(lambda part: _full(sync, *part), parts))
    told(f"{rows} records of {len(parts)} models are in the graph.")


def _full(sync: Sync, model: str, account_id: str) -> int:
    try:
        return sync.full(model, account_id).rows
    except SwitchedOff:                 # the account's scope leaves it out: that is how the folder wants it
        return 0


@contextmanager
def _servers(settings: Settings, own: Settings, told: Told) -> Iterator[Connections]:
    """The installation's Neo4j and Valkey where both answer, else some of our own for as long as this lasts."""
    theirs = Services(settings)
    if {row.state for row in theirs.status() if row.name in PARTS} <= {"up", "elsewhere"}:
        yield theirs.connections()
        return
    ours = Services(own)

    def tell(step: Step) -> None:
        if step.what in ("starting", "ready"):
            told(f"{step.title}: {step.what}.")

    try:
        yield ours.up(PARTS, tell)
    finally:
        ours.down(PARTS)


def _as_served(company: Company, slug: str, control: SandboxControl) -> Company:
    served = zip(company.linked_accounts, control.companies()[slug], strict=True)        # in the order of company.json
    accounts = tuple(account.model_copy(update={"id": one.id, "token": one.token}) for account, one in served)
    return company.model_copy(update={"tenant": slug, "linked_accounts": accounts})


@contextmanager
def _told_of_changes(sync: Sync, slug: str, control: SandboxControl) -> Iterator[None]:
    with receiving(sync.hear) as receiver:
        control.webhook(slug, receiver.url, receiver.key, timeout_seconds=30.0)
        yield
        control.webhook(slug, None)


def _strike(installation: Installation, slug: str) -> None:
    """Remove the evaluation's tenant from graph, store and registry."""
    try:
        if slug in installation.tenants.slugs():
            remove(installation, slug)
    finally:
        installation.close()
