"""The object graph of a process, built once: settings and running services in, stores, gateways, syncs and assistants out."""

import logging
import threading
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TypeVar
from urllib.parse import urlsplit

from agent.assistant import Assistant
from agent.catalogue.house import complaints
from agent.dialogue.question_factory import AssistantParts
from ingest.gateway import Gateway, GatewayOptions
from ingest.gateway.limits import SharedPace
from ingest.sync import Sync, SyncOptions
from kg.errors import NotConnected
from kg.graph import Graph
from kg.schema import ensure_schema, ensure_vectors
from memory.attachments import Attachments
from memory.feedback import Feedback
from memory.history import History
from memory.line_vectors import LineVectors
from memory.lines import Lines
from memory.preferences import Preferences
from memory.questions import Questions
from memory.readings import Readings
from memory.reads import Reads
from memory.reflection import Reflections
from memory.shared_answers import SharedAnswers
from workers.services import Services
from workers.services.connections import Connections, source_of
from workers.services.models.opening import door_of, has_models, has_vectors, models_of
from workers.settings import Settings, clock_of, read_settings, real_time
from workers.storage.secret_files import keep_secret, prefix_of
from workers.storage.store import RedisStore
from workers.storage.tenant_registry import Tenant, TenantRegistry, source_part

T = TypeVar("T")
_log = logging.getLogger(__name__)
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


class Installation:
    """Everything that a process needs of one installation. Makes connections when they are first used; closes."""

    def __init__(self, settings: Settings, connections: Connections | None = None) -> None:
        """Raises GraphUnavailable, StoreUnavailable where neither a setting nor a running service names a server."""
        found = connections or Services(settings).connections()
        self.settings, self.connections = settings, found
        self.redis_url, self.browser_url = found.redis_url, found.browser_url
        self.tenants = TenantRegistry(settings.home)
        self.graph = Graph(found.neo4j_uri, found.neo4j_user, found.neo4j_password, found.neo4j_database)
        self.prefix = prefix_of(settings.home)
        self.store = RedisStore(found.redis_url, self.prefix)
        history = (settings.home / "history").as_uri()
        self.history, self.questions, self.reads, self.preferences = History(history), Questions(history), Reads(history), Preferences(history)
        self.lines, self.feedback, self.reflections = Lines(self.history), Feedback(history), Reflections(history)
        self.line_vectors, self.attachments = LineVectors(history), Attachments(history)
        self.readings, self.shared_answers = Readings(history), SharedAnswers(history)
        self.models = door_of(settings, found.model)
        if self.models is None and has_models(settings):
            _log.warning("EVERGRAPH_MODEL_FILE is set, but nothing serves it: `evergraph up` starts its server. Until then the grammar reads alone.")
        self._made: dict[tuple[str, str], object] = {}
        self._left: list[Gateway] = []          # of tenants whose accounts changed; questions under way may still use them
        self._lock = threading.RLock()
        self._has_schema = False

    @property
    def merge(self) -> tuple[str | None, str | None]:
        """Where Merge's API is (None: Merge's own address) and the key of this installation, if there is one."""
        return self.connections.merge_base_url, self.connections.merge_api_key

    def now(self, slug: str) -> datetime:
        """The current time by the tenant's clock. Raises BadInput for an unknown tenant."""
        return clock_of(self.settings, self.tenants.get(slug).company)()

    def gateway(self, slug: str) -> Gateway:
        """The tenant's gateway to Merge. Raises BadInput for an unknown tenant."""
        return self._once("gateway", slug, partial(self._gateway, slug))

    def sync(self, slug: str) -> Sync:
        """The tenant's sync. Raises BadInput for an unknown tenant."""
        return self._once("sync", slug, partial(self._sync, slug))

    def assistant(self, slug: str) -> Assistant:
        """The tenant's assistant. Raises BadInput for an unknown tenant."""
        return self._once("assistant", slug, partial(self._assistant, slug))

    def forget(self, slug: str) -> None:
        """Let go of what was made for a tenant, the copies of its records with it: it was removed, or is to be read anew."""
        with self._lock:
            self._made.pop(("tenant", slug), None)
            self._forget(slug, is_source_same=False)

    def close(self) -> None:
        """Close what is open."""
        for made in (*self._made.values(), *self._left):
            if isinstance(made, Gateway):
                made.close()
        if self.models is not None:
            self.models.close()
        self.graph.close()
        self.store.close()

    def _once(self, kind: str, slug: str, make: Callable[[], T]) -> T:
        """Cache of one object per kind and tenant, renewed when the tenant's file has changed."""
        tenant = self.tenants.get(slug)
        with self._lock:
            known = self._made.get(("tenant", slug))
            if known != tenant:
                self._forget(slug, is_source_same=isinstance(known, Tenant) and source_part(known) == source_part(tenant))
                self._made["tenant", slug] = tenant
            if (kind, slug) not in self._made:
                self._made[kind, slug] = make()
            return self._made[kind, slug]  # type: ignore[return-value]

    def _forget(self, slug: str, *, is_source_same: bool) -> None:
        """What was made for a tenant as it was; its gateway stays where only settings changed, for questions under way may use it."""
        for kind in ("sync", "assistant") if is_source_same else ("gateway", "sync", "assistant"):
            left = self._made.pop((kind, slug), None)
            self._left += [left] if isinstance(left, Gateway) else []
            if isinstance(left, Assistant):
                left.forget_copies()

    def _gateway(self, slug: str) -> Gateway:
        tenant = self.tenants.get(slug)
        found = self.connections
        base_url, key = source_of(tenant, self.settings, (found.merge_base_url, found.merge_api_key))
        if key is None:
            raise NotConnected(f"Nothing plays the source of {slug} now: `evergraph up` starts the sandbox, MERGE_API_KEY names a key of Merge's.")
        clock = clock_of(self.settings, tenant.company)
        return Gateway(tenant.company.accounts, api_key=key, base_url=base_url, clock=clock, options=self._options(base_url))

    def _options(self, base_url: str | None) -> GatewayOptions:
        """Merge's limit is kept, together with all processes; a stand-in on this machine has none but those it plays."""
        if base_url is not None and urlsplit(base_url).hostname in LOOPBACK:
            return GatewayOptions(requests_per_minute=None)
        return GatewayOptions(requests_per_minute=self.settings.merge_requests_per_minute, pace=partial(SharedPace, self.store))

    def _sync(self, slug: str) -> Sync:
        if not self._has_schema:        # before anything is written: without its constraints two writers make twins
            ensure_schema(self.graph)
            if has_vectors(self.models):
                ensure_vectors(self.graph)
            self._has_schema = True
        company = self.tenants.get(slug).company
        secret = keep_secret(self.settings.home, "join-keys").encode()
        options = SyncOptions(secret, partial(self.tenants.is_linked, slug))
        return Sync(self.graph, self.gateway(slug), self.store, slug, clock_of(self.settings, company), options)

    def _assistant(self, slug: str) -> Assistant:
        company = self.tenants.get(slug).company
        clock = clock_of(self.settings, company)
        kept = (self.history, self.questions, self.reads, self.preferences, self.reflections, self.readings)
        models = models_of(self.settings, company, self.store, real_time, self.models)
        for said in complaints(company):
            _log.warning("tenant %s: left out: %s", slug, said)
        return Assistant(AssistantParts(
            company, self.graph, self.gateway(slug), self.sync(slug), *kept, clock, models, self.settings.planner, self.line_vectors,
            self.attachments))


def open_installation() -> Installation:
    """The installation of this process's settings. Raises WrongSetting, GraphUnavailable, StoreUnavailable."""
    return Installation(read_settings())
