"""What tells things of one name apart: a label to choose by, and every further word by which a person may mean one of them.

Only what everybody in the company may see: the graph holds no more than that, and a job title is read live where the policy opens it.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain

from agent.access import visible
from agent.catalogue import Catalogue
from agent.errors import Choice, Declined
from agent.live import APPS, accepts
from agent.nouns import model_label
from agent.once import side_by_side
from agent.policy import is_never
from agent.run import Run
from ingest.records import Record
from kg.resolve import Candidate
from kg.retrieve import Link, neighbours

# Relations of the graph whose ends tell two of one name apart; those after the first are told only where these do not.
_TIES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "hris/Employee": (("MEMBER_OF", "WORKS_AT"), ("IN_GROUP",)), "crm/Contact": (("WORKS_FOR",),), "crm/Opportunity": (("WITH_ACCOUNT",),),
}
_PROPERTIES = ("industry", "city", "title", "domain")      # of the graph, class A: told where the rest is the same
_JOB = "hris/Employment"
_FEW = 6                                # people whose job titles are worth a call each


def choices(run: Run, pool: Sequence[Candidate]) -> tuple[Choice, ...]:
    """The things as options of a question back: with job titles, and all further words that may mean each."""
    jobs, ties = _jobs(run, [c for c in pool if c.model == "hris/Employee"]), _ties(run, pool)
    shown = _labels(run.catalogue, pool, ties, jobs)
    return tuple(Choice(c.key, shown[c.key], _words(run.catalogue, c, ties[c.key], jobs.get(c.key, ""))) for c in pool)


def labels(run: Run, pool: Sequence[Candidate]) -> dict[str, str]:
    """By key, names with what tells them apart, as the graph knows it: "Bill Tran (Orchard Foods)"."""
    return _labels(run.catalogue, pool, _ties(run, pool), {})


def _ties(run: Run, pool: Sequence[Candidate]) -> Mapping[str, tuple[Link, ...]]:
    relations = sorted({r for c in pool for r in chain.from_iterable(_TIES.get(c.model, ()))})
    run.graph_queries += 1
    around = neighbours(run.graph, run.tenant, [c.key for c in pool], relations=tuple(relations)) if relations else {}
    return {c.key: tuple(link for link in around.get(c.key, ()) if link.name and link.outgoing) for c in pool}


def _jobs(run: Run, people: Sequence[Candidate]) -> Mapping[str, str]:
    """By key, the current job title of each employee; none for many, or where HR cannot be asked for it, for nothing hangs on it."""
    if not 0 < len(people) <= _FEW or not accepts(_JOB, "employee_id") or is_never(run.company, "A", f"{_JOB}.job_title"):
        return {}
    try:
        held = side_by_side([partial(run.live.records, _JOB, {"employee_id": c.merge_id}) for c in people])
        return {c.key: title for c, jobs in zip(people, held, strict=True) if (title := _title(run, visible(run, _JOB, jobs, use="read")))}
    except Declined:
        return {}


def _title(run: Run, jobs: Iterable[Record]) -> str:
    today = run.calendar().today.isoformat()
    begun = [j for j in jobs if str(j.values.get("effective_date") or "")[:10] <= today]
    latest = max(begun, key=lambda j: str(j.values.get("effective_date") or ""), default=None)
    return str(latest.values.get("job_title") or "") if latest is not None else ""


def _labels(known: Catalogue, pool: Sequence[Candidate], ties: Mapping[str, tuple[Link, ...]], jobs: Mapping[str, str]) -> dict[str, str]:
    kinds = {c.model for c in pool}
    tiers = {c.key: [_kind(known, c) if len(kinds) > 1 else [], *_tiers(c, ties[c.key], jobs.get(c.key, ""))] for c in pool}
    shown = {c.key: _told(c, tiers[c.key][:2], tiers, 2) for c in pool}
    same = {label for label in shown.values() if list(shown.values()).count(label) > 1}
    told = {c.key: _told(c, tiers[c.key], tiers, None) if shown[c.key] in same else shown[c.key] for c in pool}
    return _numbered(told)


def _kind(known: Catalogue, one: Candidate) -> list[str]:
    """What it is, and in which app where another kind of thing is called so: "team", "CRM account"."""
    return [model_label(known, known.models[one.model])]


def _numbered(told: Mapping[str, str]) -> dict[str, str]:
    """Labels that nothing told apart, by their place: no two options may look the same."""
    seen: dict[str, int] = {}
    made = {}
    for key, label in told.items():
        seen[label] = seen.get(label, 0) + 1
        is_alone = list(told.values()).count(label) == 1
        made[key] = label if is_alone else f"{label} [{seen[label]} of {list(told.values()).count(label)}]"
    return made


def _told(one: Candidate, own: Sequence[Sequence[str]], tiers: Mapping[str, Sequence[Sequence[str]]], upto: int | None) -> str:
    """The name with its own details, without those that all have."""
    others = [{d for tier in held[:upto] for d in tier} for key, held in tiers.items() if key != one.key]
    told = dict.fromkeys(d for tier in own for d in tier if not others or not all(d in held for held in others))
    return f"{one.name} ({', '.join(told)})" if told else one.name


def _tiers(one: Candidate, ties: Sequence[Link], job: str) -> list[list[str]]:
    """What it is known by, likeliest first: what it does and belongs to, then further groups, then what it has and how it is written to."""
    names = [[link.name or "" for link in ties if link.relation in tier] for tier in _TIES.get(one.model, ((), ()))]
    first, *rest = names
    properties = [str(one.properties[name]) for name in _PROPERTIES if one.properties.get(name)]
    return [[job, *first] if job else first, *rest, properties, [one.email] if one.email else []]


def _words(known: Catalogue, one: Candidate, ties: Sequence[Link], job: str) -> tuple[str, ...]:
    model = known.models[one.model]
    kind = ("person",) if model.is_person else ("company", "customer") if one.model == "crm/Account" else ()
    app = APPS.get(model.category, "")
    said = (one.name, *one.aliases, *chain.from_iterable(_tiers(one, ties, job)), model.label, *model.words, *kind, app)
    return tuple(dict.fromkeys(text for text in said if text))
