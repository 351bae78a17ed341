"""Vectors brought up to names, to texts that everybody may see, and to what people said; only where EVERGRAPH_MODEL_EMBED names a model.

Off the path of questions, and bounded: in time, calls and tokens of a run, and by the tenant's day. How far it came is noted in the store after
it is written, so what was stopped goes on there; what the store forgets is looked at again. Only what the tenant's rule for models lets leave
is sent. A name that changed has lost its vector; another model or dimension makes all of them due.
"""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice
from logging import getLogger

from agent.catalogue import Model as Asked
from agent.catalogue import catalogue
from agent.llm.budget import Budget, Limits
from agent.llm.port import Model, ModelFailed, OverBudget, Role
from ingest.gateway import Deadline
from ingest.projections import MODELS
from kg import vectors
from kg.ports import Held
from kg.schema import ensure_vectors
from kg.vectors import Kind, Meaning
from memory.line_vectors import said_by_person
from memory.lines import lines_of
from workers.services.models.opening import has_vectors, models_of
from workers.settings import real_time
from workers.wiring import Installation

SECONDS = 20.0                          # of one run; what is left then is for the next
LIMITS = Limits(calls=64, tokens=200_000)      # of one run; its money is that of a question
BATCH = 64                              # texts that are sent, and written, at once
REST_SECONDS = 600.0                    # after everything was looked at, or the model failed
LONGEST = 2_000                         # characters of a text that are sent
LOCK_SECONDS = 30.0
NOTED_SECONDS = 86_400.0
_PROBE = "dimension"                    # a word whose vector tells what the model makes now

log = getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _At:
    """Progress of a pass over everything: the part, the last key, and the model and dimension that vectors are made with."""

    made_by: str
    part: int = 0
    after: str = ""


@dataclass(frozen=True, slots=True)
class _Part:
    """Names, or texts, of one model; `privacy`: the classes that they hold."""

    kind: Kind
    model: str
    privacy: frozenset[str]


@dataclass
class _Work:
    here: Installation
    tenant: str
    model: Model
    budget: Budget
    held: Held
    until: float
    written: int = 0

    @property
    def is_over(self) -> bool:
        return time.monotonic() > self.until

    def meanings(self, texts: Sequence[str], privacy: frozenset[str]) -> list[Meaning]:
        """Raises ModelFailed."""
        made = self.model.embed([text[:LONGEST] for text in texts], self.budget, privacy)
        self.held.check()
        return [vectors.meaning(self.model.names[Role.EMBED], one) for one in made]


def embed(here: Installation, tenant: str) -> int:
    """Resume the pass; how many vectors were written. Failures of the model are left to a later run.

    Raises Busy where another run is at it, BadInput, GraphUnavailable, GraphTooSlow, StoreUnavailable, HistoryUnavailable.
    """
    models = models_of(here.settings, here.tenants.get(tenant).company, here.store, real_time, here.models)
    if models is None or not has_vectors(here.models) or here.store.get(_rests(tenant)):
        return 0
    deadline = Deadline.after(SECONDS)
    budget = replace(models.budget(deadline), limits=replace(LIMITS, dollars=models.limits.dollars))
    with here.store.hold(f"embedding:{tenant}", LOCK_SECONDS, 0.0) as held:
        work = _Work(here, tenant, models.model, budget, held, time.monotonic() + SECONDS)
        try:
            is_done = _look(work)
        except OverBudget:
            is_done = False             # of this run, or of the day: then the next ones ask for nothing
        except ModelFailed as failed:
            log.warning("vectors of %s: %s; the next try is in %d minutes", tenant, type(failed).__name__, REST_SECONDS // 60)
            is_done = True
        if is_done:
            here.store.put(_rests(tenant), b"1", REST_SECONDS)
    return work.written


def parts_of(tenant_model: Model, categories: frozenset[str]) -> tuple[_Part, ...]:
    """What a tenant has vectors of, as far as its rule lets it be sent: names, and texts of files and articles that are for everybody."""
    asked = [model for model in catalogue().models.values() if model.category in categories]
    names = [_Part("names", model.id, _of_name(model)) for model in asked if model.nameable and not model.derived]
    texts = [_Part("texts", model.id, frozenset({model.access})) for model in asked if (row := MODELS.get(model.id)) and row.texts]
    return tuple(part for part in (*names, *texts) if tenant_model.may_see(part.privacy))


def _of_name(model: Asked) -> frozenset[str]:
    """The class that the catalogue gives a name; A where it gives none, for the graph holds nothing else."""
    return frozenset(model.fields[name].privacy for name in model.name if name in model.fields) or frozenset({"A"})


def _look(work: _Work) -> bool:
    """Continue the pass over the graph; True at its end. Raises ModelFailed."""
    company = work.here.tenants.get(work.tenant).company
    parts = parts_of(work.model, frozenset(account.category for account in company.linked_accounts))
    at = _begun(work)
    for number in range(at.part, len(parts)):
        at = at if number == at.part else _At(at.made_by, number)
        while not work.is_over:
            found = vectors.due(work.here.graph, work.tenant, parts[number].kind, at.made_by, _prefix(work.tenant, parts[number]), at.after)
            if found.last is None:
                break
            _write(work, parts[number], found.texts)
            at = replace(at, after=found.last)
            _note(work, at)
        else:
            return False
    if not _said(work, at.made_by):
        return False
    work.here.store.delete(_noted(work.tenant))
    return True


def _begun(work: _Work) -> _At:
    """Where to resume; a new pass takes the model's current dimension."""
    noted = work.here.store.get(_noted(work.tenant))
    at = _At(**json.loads(noted)) if noted else None
    if at is None or not at.made_by.startswith(f"{work.model.names[Role.EMBED]}/"):
        ensure_vectors(work.here.graph)
        at = _At(work.meanings([_PROBE], frozenset())[0].made_by)
    return at


def _write(work: _Work, part: _Part, texts: Sequence[tuple[str, str]]) -> None:
    for some in _batches(texts):
        made = work.meanings([text for _, text in some], part.privacy)
        vectors.keep(work.here.graph, work.tenant, part.kind, [(key, text, one) for (key, text), one in zip(some, made, strict=True)])
        work.written += len(some)


def _said(work: _Work, made_by: str) -> bool:
    """Vectors of people's own lines, conversation by conversation; True at the end. Only the person's own words are sent."""
    history = work.here.history
    for person in sorted(history.people(work.tenant)):
        for session in history.sessions(work.tenant, person):
            if work.is_over:
                return False
            _write_session(work, person, session, made_by)
    return True


def _write_session(work: _Work, person: str, session: str, made_by: str) -> None:
    where, kept = (work.tenant, person, session), work.here.line_vectors
    known = kept.of(*where, made_by)
    lines = said_by_person(lines_of(session, person, work.here.history.read(*where)))
    for some in _batches([(line.id, line.text) for line in lines if line.id not in known]):
        made = work.meanings([text for _, text in some], frozenset())
        kept.keep(*where, made[0].made_by, {line: one.vector for (line, _), one in zip(some, made, strict=True)})
        work.written += len(some)
        if not work.here.history.read(*where):          # deleted meanwhile
            kept.forget(*where)


def _batches(texts: Sequence[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    waiting = iter(texts)
    while some := list(islice(waiting, BATCH)):
        yield some


def _prefix(tenant: str, part: _Part) -> str:
    return f"{tenant}|{part.model.replace('/', '|')}|"


def _note(work: _Work, at: _At) -> None:
    work.here.store.put(_noted(work.tenant), json.dumps(asdict(at)).encode(), NOTED_SECONDS)


def _noted(tenant: str) -> str:
    return f"embedded:{tenant}"


def _rests(tenant: str) -> str:
    return f"embedding-rests:{tenant}"
