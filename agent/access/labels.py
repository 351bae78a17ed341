"""What tells things of one name apart: a label to choose by, and every further word by which a person may mean one of them.

Only what everybody in the company may see: the graph holds no more than that, and a job title is read live where the policy opens it. What it is
told by passes the gate: what the company keeps from everybody is left out, and so are ties to what the person may not know of.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain

from agent.access.gate import check, joined, of_graph, own_words
from agent.access.knowable import knowable
from agent.access.visibility import visible
from agent.answer import Visible
from agent.catalogue import Catalogue, Model, Relation
from agent.errors import Choice, Declined
from agent.live.memo import side_by_side
from agent.live.reads import APPS, accepts
from agent.phrasing.nouns import model_label
from agent.question.context import QuestionContext
from ingest.records import Record
from kg.resolve import Candidate
from kg.retrieve import Link, neighbours
from kg.rows import merge_id_of

# Relations of the graph whose ends tell two of one name apart; those after the first are told only where these do not.
_TIES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "hris/Employee": (("MEMBER_OF", "WORKS_AT"), ("IN_GROUP",)), "crm/Contact": (("WORKS_FOR",),), "crm/Opportunity": (("WITH_ACCOUNT",),),
    "ticketing/Ticket": (("WITH_ACCOUNT",), ("IN_COLLECTION",)), "ats/Job": (("IN_OFFICE",), ("IN_DEPARTMENT",)),
    "ats/JobInterviewStage": (("FOR_JOB",),), "filestorage/File": (("IN_FOLDER",),), "knowledgebase/Article": (("IN_CONTAINER",),),
}
_PROPERTIES = ("industry", "city", "title", "domain")      # of the graph, class A: told where the rest is the same
# The fields of Merge that these are made of, by model and column of the graph; a name that stands not here is made of the catalogue's.
_MADE_OF: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "hris/Employee": {
        "name": ("display_full_name", "first_name", "last_name"), "email": ("work_email",), "MEMBER_OF": ("team",),
        "WORKS_AT": ("work_location",), "IN_GROUP": ("groups",),
    },
    "hris/Company": {"name": ("display_name", "legal_name")},
    "crm/Account": {"industry": ("industry",), "city": ("addresses",), "domain": ("website",)},
    "crm/Contact": {"email": ("email_addresses",), "city": ("addresses",), "domain": ("email_addresses",), "WORKS_FOR": ("account",)},
    "crm/Lead": {"email": ("email_addresses",), "domain": ("email_addresses",)},
    "crm/Opportunity": {"WITH_ACCOUNT": ("account",)},
    "crm/User": {"email": ("email",)},
    "ticketing/Contact": {"email": ("email_address",), "domain": ("email_address",)},
    "accounting/Contact": {"email": ("email_address",), "domain": ("email_address",)},
    "ats/Office": {"city": ("location",)},
    "ats/Job": {"IN_OFFICE": ("offices",), "IN_DEPARTMENT": ("departments",)},
    "ats/JobInterviewStage": {"FOR_JOB": ("job",)},
    "ticketing/Ticket": {"WITH_ACCOUNT": ("account",), "IN_COLLECTION": ("collections",)},
    "filestorage/File": {"IN_FOLDER": ("folder",)},
    "knowledgebase/Article": {"IN_CONTAINER": ("parent_container",)},
}
_JOB, _TITLE, _PLACE = "hris/Employment", "hris/Employment.job_title", "hris/Location"
_FEW = 6                                # people whose job titles are worth a call each


def made_of(model: Model, column: str) -> tuple[str, ...]:
    """The fields of Merge that a column or relation of the graph was made of, of those that things are told by."""
    return _MADE_OF.get(model.id, {}).get(column) or (model.name if column == "name" else ())


def name_of_candidate(context: QuestionContext, one: Candidate) -> Visible | None:
    """What a thing is called in the graph; None where the company keeps that from everybody."""
    return _text(context, one, "name", one.name)


def called(context: QuestionContext, one: Candidate) -> Visible:
    """The same, and what kind of thing it is where its name is kept."""
    return name_of_candidate(context, one) or own_words(model_label(context.catalogue, context.catalogue.models[one.model]))


def _text(context: QuestionContext, one: Candidate, column: str, text: str | None) -> Visible | None:
    return of_graph(context.company, one.model, made_of(context.catalogue.models[one.model], column), text)


def choices(context: QuestionContext, pool: Sequence[Candidate]) -> tuple[Choice, ...]:
    """The things as options of a question back: with job titles, and all further words that may mean each."""
    jobs, ties = _jobs(context, [c for c in pool if c.model == "hris/Employee"]), _ties(context, pool)
    shown, cities = _labels(context, pool, ties, jobs), _cities(context, ties)
    return tuple(Choice(c.key, shown[c.key], (*_words(context, c, ties[c.key], jobs.get(c.key)), *cities[c.key])) for c in pool)


def labels(context: QuestionContext, pool: Sequence[Candidate]) -> dict[str, Visible]:
    """By key, names with what tells them apart, as the graph knows it: "Bill Tran (Orchard Foods)"."""
    return _labels(context, pool, _ties(context, pool), {})


def _ties(context: QuestionContext, pool: Sequence[Candidate]) -> Mapping[str, tuple[Link, ...]]:
    """By key, the ties to things that have a name and that the person may know of."""
    relations = sorted({r for c in pool for r in chain.from_iterable(_TIES.get(c.model, ()))})
    context.graph_queries.add()
    around = neighbours(context.graph, context.tenant, [c.key for c in pool], relations=tuple(relations)) if relations else {}
    told = {c.key: tuple(link for link in around.get(c.key, ()) if link.name and link.outgoing) for c in pool}
    known = knowable(context, {link.end for links in told.values() for link in links})
    return {key: tuple(link for link in links if link.end in known) for key, links in told.items()}


def _cities(context: QuestionContext, ties: Mapping[str, Sequence[Link]]) -> Mapping[str, tuple[Visible, ...]]:
    """By key, the cities of the places where they work, as HR has them now; none where it cannot be asked, for nothing hangs on it."""
    places = {key: {merge_id_of(link.end) for link in links if link.relation == "WORKS_AT"} for key, links in ties.items()}
    asked = sorted(set().union(*places.values()))
    try:
        found = {r.id: str(r.values["city"]) for r in context.live.by_ids(_PLACE, asked) if r.values.get("city")} if asked else {}
    except Declined:
        found = {}
    told = {place: text for place, city in found.items() if (text := of_graph(context.company, _PLACE, ("city",), city))}
    return {key: tuple(told[place] for place in sorted(ids) if place in told) for key, ids in places.items()}


def _jobs(context: QuestionContext, people: Sequence[Candidate]) -> Mapping[str, Visible]:
    """By key, the current job title of each employee; none for many, or where HR cannot be asked for it, for nothing hangs on it."""
    if not 0 < len(people) <= _FEW or not accepts(_JOB, "employee_id"):
        return {}
    try:
        held = side_by_side([partial(context.live.records, _JOB, {"employee_id": c.merge_id}) for c in people])
        return {c.key: title for c, jobs in zip(people, held, strict=True) if (title := _title(context, visible(context, _JOB, jobs, use="read")))}
    except Declined:
        return {}


def _title(context: QuestionContext, jobs: Iterable[Record]) -> Visible | None:
    today = context.calendar().today.isoformat()
    begun = [j for j in jobs if str(j.values.get("effective_date") or "")[:10] <= today]
    latest = max(begun, key=lambda j: str(j.values.get("effective_date") or ""), default=None)
    title = latest.values.get("job_title") if latest is not None else None
    return check(context, [_TITLE], [latest]).text(_TITLE, str(title)) if latest is not None and title else None


def _labels(
    context: QuestionContext, pool: Sequence[Candidate], ties: Mapping[str, tuple[Link, ...]], jobs: Mapping[str, Visible],
) -> dict[str, Visible]:
    kinds = _kinds(context, pool)
    has_several = len(set(kinds.values())) > 1
    tiers = {c.key: [[kinds[c.key]] if has_several else [], *_tiers(context, c, ties[c.key], jobs.get(c.key))] for c in pool}
    names = {c.key: called(context, c) for c in pool}
    shown = {c.key: _told(c.key, names, tiers[c.key][:2], tiers, 2) for c in pool}
    same = {label for label in shown.values() if list(shown.values()).count(label) > 1}
    told = {c.key: _told(c.key, names, tiers[c.key], tiers, None) if shown[c.key] in same else shown[c.key] for c in pool}
    return _numbered(told)


def _kinds(context: QuestionContext, pool: Sequence[Candidate]) -> Mapping[str, Visible]:
    """By key, what each is, and in which app where another kind of thing is called so: "team", "CRM account"; of a group of HR, "department"."""
    said = {model: _ways_in(context.catalogue, model) for model in {c.model for c in pool}}
    types = {c.key: _type(context, c, said[c.model]) for c in pool}
    return {c.key: types[c.key] or own_words(model_label(context.catalogue, context.catalogue.models[c.model])) for c in pool}


def _ways_in(known: Catalogue, model: str) -> Sequence[Relation]:
    """The relations that lead to only one type of a model's records: to departments, to cost centers."""
    return [relation for relation in known.relations() if relation.to == model and relation.where and relation.words]


def _type(context: QuestionContext, one: Candidate, ways: Sequence[Relation]) -> Visible | None:
    """What type of thing it is according to the source now ("department"); None if the source does not say, or cannot be asked."""
    if not ways:
        return None
    try:
        records = context.live.by_ids(one.model, [one.merge_id])
    except Declined:
        return None
    met = next((way for way in ways if records and all(records[0].values.get(key) == value for key, value in way.where.items())), None)
    return of_graph(context.company, one.model, met.where, met.words[0]) if met is not None else None


def _numbered(told: Mapping[str, Visible]) -> dict[str, Visible]:
    """Labels that nothing told apart, by their place: no two options may look the same."""
    seen: dict[str, int] = {}
    made = {}
    for key, label in told.items():
        seen[label] = seen.get(label, 0) + 1
        is_alone = list(told.values()).count(label) == 1
        made[key] = label if is_alone else own_words(f"{label} [{seen[label]} of {list(told.values()).count(label)}]")
    return made


Tiers = Sequence[Sequence[Visible]]


def _told(key: str, names: Mapping[str, Visible], its: Tiers, tiers: Mapping[str, Tiers], upto: int | None) -> Visible:
    """The name with the details that distinguish it: those that all candidates share are left out."""
    others = [{d for tier in held[:upto] for d in tier} for other, held in tiers.items() if other != key]
    told = dict.fromkeys(d for tier in its for d in tier if not others or not all(d in held for held in others))
    return own_words(f"{names[key]} ({joined(told)})") if told else names[key]


def _tiers(context: QuestionContext, one: Candidate, ties: Sequence[Link], job: Visible | None) -> list[list[Visible]]:
    """What it is known by, likeliest first: what it does and belongs to, then further groups, then what it has and how it is written to."""
    first, *rest = [[name for link in ties if link.relation in tier and (name := _name_of_end(context, one, link))]
                    for tier in _TIES.get(one.model, ((), ()))]
    properties = [text for name in _PROPERTIES if one.properties.get(name) and (text := _text(context, one, name, str(one.properties[name])))]
    email = _text(context, one, "email", one.email)
    return [[job, *first] if job else first, *rest, properties, [email] if email else []]


def _name_of_end(context: QuestionContext, one: Candidate, link: Link) -> Visible | None:
    """What the end of a tie is called; None where the company keeps that, or the tie itself, from everybody."""
    tie = _text(context, one, link.relation, link.name)
    return of_graph(context.company, link.model, made_of(context.catalogue.models[link.model], "name"), tie)


def _words(context: QuestionContext, one: Candidate, ties: Sequence[Link], job: Visible | None) -> tuple[str, ...]:
    model = context.catalogue.models[one.model]
    kind = ("person",) if model.is_person else ("company", "customer") if one.model == "crm/Account" else ()
    app = APPS.get(model.category, "")
    said = (one.name, *one.aliases, *chain.from_iterable(_tiers(context, one, ties, job)), model.label, *model.words, *kind, app)
    return tuple(dict.fromkeys(text for text in said if text))
