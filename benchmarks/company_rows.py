"""A million records of several companies as files for Neo4j's offline importer: our labels, columns and relations.

Names are shared as in life: few surnames are borne by many. A person's records in several apps have one name and address, a
company's one name. Well-known records (HUBS) get edges from every model that can point to them. The same bytes every time.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path

from ingest.projections import MODELS, target_of
from kg.names import name_key, short_words, words
from kg.rows import FIXED, entity_key, model_token, tenant_token
from kg.schema import HUB_KINDS, LABELS

TENANTS = {"north": 600_000, "south": 300_000, "east": 60_000, "west": 30_000, **{f"small{i}": 1_000 for i in range(10)}}
SHARES = {      # records of a model per thousand of a tenant
    "hris/Employee": 40, "hris/Employment": 30, "hris/TimeOff": 40, "hris/Team": 2, "hris/Group": 2, "hris/Location": 0.5, "hris/Company": 0.02,
    "ats/Candidate": 30, "ats/Application": 30, "ats/ScheduledInterview": 15, "ats/Job": 4, "ats/RemoteUser": 6, "ats/JobInterviewStage": 1,
    "ats/Department": 0.2, "ats/Office": 0.1,
    "crm/Account": 25, "crm/Contact": 60, "crm/Lead": 20, "crm/Opportunity": 30, "crm/Engagement": 100, "crm/Note": 35, "crm/Task": 30,
    "crm/User": 6, "crm/Stage": 0.03, "crm/EngagementType": 0.02,
    "ticketing/Ticket": 230, "ticketing/Comment": 130, "ticketing/User": 25, "ticketing/Contact": 30, "ticketing/Account": 15,
    "ticketing/Collection": 3, "ticketing/Team": 2, "ticketing/Role": 0.02,
    "accounting/Contact": 15, "accounting/Invoice": 55, "accounting/Payment": 20, "accounting/PurchaseOrder": 10, "accounting/Employee": 5,
    "accounting/CompanyInfo": 0.01, "accounting/Account": 1, "accounting/Item": 2,
}
HUBS = {        # well-known records of the first tenant: edges to one record of the model
    "crm/User": 100_000, "ticketing/Collection": 100_000, "ticketing/User": 100_000, "accounting/CompanyInfo": 50_000,
    "crm/Account": 20_000, "crm/Contact": 20_000, "ats/RemoteUser": 20_000, "hris/Employee": 20_000, "hris/Group": 20_000,
    "hris/Team": 20_000, "ticketing/Account": 20_000, "ticketing/Contact": 20_000, "ticketing/Team": 20_000, "accounting/Contact": 20_000,
}
STAFF = ("hris/Employee", "ticketing/User", "crm/User", "ats/RemoteUser", "accounting/Employee")      # one person has a record in each
CLIENTS = ("crm/Contact", "ticketing/Contact")
COMPANIES = ("crm/Account", "ticketing/Account", "accounting/Contact")
PEOPLE = (*STAFF, *CLIENTS, "ats/Candidate", "crm/Lead")
TITLED = ("ticketing/Ticket", "crm/Opportunity", "ats/Job", "hris/Team", "hris/Group", "ticketing/Collection", "ticketing/Team", "hris/Location",
          "accounting/Item", "accounting/Account", "ats/Department", "ats/Office", "ats/JobInterviewStage", "crm/Stage", "crm/EngagementType",
          "hris/Company", "accounting/CompanyInfo", "ticketing/Role")
NODE_COLUMNS = ("key", "tenant", "tenant_token", "model", "model_token", "category", "merge_id", "linked_account", "remote_id", "name", "name_key",
                "aliases:string[]", "email", "words", "short_words", "version", "source_modified_at", "run", "first_seen_at", "last_seen_at",
                "deleted_at", "retired_at", "restricted:boolean")
EDGE_COLUMNS = ("version", "linked_account", "model", "merge_id", "source_modified_at", "run", "first_seen_at", "deleted_at")
SEEN = "2026-11-01T06:00:00.000000+00:00"
SAME = "the same e-mail address"
GONE = 0.01                     # of the records and of the edges
MISSING = 0.36                  # of the foreign keys
PIECES = 20_000                 # texts of the first tenant's tickets

_TEXTS = {
    "first": """
James Mary Robert Patricia John Jennifer Michael Linda William Elizabeth David Barbara Richard Susan Joseph Jessica Thomas Sarah Charles Karen
Christopher Lisa Daniel Nancy Matthew Betty Anthony Sandra Mark Margaret Donald Ashley Steven Kimberly Andrew Emily Paul Donna Joshua Michelle
Kenneth Carol Kevin Amanda Brian Melissa George Deborah Timothy Stephanie Ronald Rebecca Jörg Zoë Søren Łukasz Björn Chloé Íñigo Ayşe Mehmet Olga
Sergei Katherine Alexander Samantha Benjamin Victoria Nicholas Theodore Frederick Gabriel Dominic""",
    "last": """
Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson
Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green
Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts O'Brien Müller Weiß Strauß Grünwald Kowalczyk Petrović Lindström""",
    "begin": "b d f g h k l m n p r s t v w z br st gr th",
    "rest": "a e i o u ai ar en or il",
    "end": "son berg ley man ova ton",
    "things": """
orchard harbor summit granite cedar copper falcon meridian atlas beacon quarry willow lantern prairie cobalt juniper halcyon ember tundra delta
checkout invoice login export report dashboard pricing renewal migration backup search upload billing sync portal label printer scanner rollout
onboarding audit refund shipping catalog discount ledger forecast outage latency session token cache queue index schema mobile tablet""",
    "trades": "Foods Retail Pharma Logistics Systems Hotels Energy Partners Analytics Textiles Motors Media Robotics Ceramics Outfitters Capital",
    "doing": "fails shows wrong slow missing broken duplicate request cannot open change review plan update",
}
_LISTS = {name: text.split() for name, text in _TEXTS.items()}
FIRST, LAST, THINGS, TRADES, DOING = (_LISTS[name] for name in ("first", "last", "things", "trades", "doing"))
SYLLABLES = [a + b for a, b in product(_LISTS["begin"], _LISTS["rest"]) if len(a + b) < 5]
FORMS = ("", "", " Inc.", " GmbH", " Ltd", ", LLC", " AG")


@dataclass
class _Company:
    """One tenant while it is written: where each model's numbers begin, and how many there are."""

    slug: str
    first: dict[str, int] = field(default_factory=dict)
    count: dict[str, int] = field(default_factory=dict)


@dataclass
class Sample:
    """What a benchmark may ask for: `[key, name, e-mail, number]` of some records by model, and the well-known ones."""

    records: dict[str, list[list[str]]] = field(default_factory=dict)
    hubs: list[dict[str, object]] = field(default_factory=list)
    nodes: int = 0
    edges: int = 0


def write(folder: Path) -> Sample:
    """The files of nodes (`nodes-<Label>.tsv`, `chunks.tsv`) and of edges (`edges.tsv`), each with its header line. What is in them."""
    if unset := FIXED - {c.partition(":")[0] for c in NODE_COLUMNS} - set(NEVER_SET):
        raise SystemExit(f"kg.rows has columns that this benchmark does not know: {sorted(unset)}. Add them to NODE_COLUMNS or NEVER_SET.")
    dice, sample = random.Random(4), Sample()
    companies, last = [], 0
    for slug, size in TENANTS.items():
        company = _Company(slug)
        for model, share in SHARES.items():
            company.first[model], company.count[model] = last, max(1, round(size * share / sum(SHARES.values())))
            last += company.count[model]
        companies.append(company)
    with (folder / "edges.tsv").open("w", encoding="utf-8") as edges:
        edges.write("\t".join((":START_ID", ":END_ID", ":TYPE", *EDGE_COLUMNS, "method", "score:double", "evidence:string[]")) + "\n")
        for model in SHARES:
            with (folder / f"nodes-{LABELS[model]}.tsv").open("w", encoding="utf-8") as nodes:
                nodes.write("\t".join((":ID", *NODE_COLUMNS)) + "\n")
                for company in companies:
                    _records(company, model, dice, nodes.write, edges.write, sample)
        last = _joined(folder, companies, last, edges.write, sample)
    _chunks(folder, companies[0], last, sample)
    return sample


NEVER_SET = (       # of records that never changed, were read once, and are joined
    "tombstoned_at", "stub", "gone_at", "past", "join_keys", "join_due", "join_taken", "join_context", "edges_due", "read_at")


def _records(company: _Company, model: str, dice: random.Random, node, edge, sample: Sample) -> None:
    """All records of one model of one tenant, and the edges of their foreign keys."""
    slug, (category, _, kind) = company.slug, model.partition("/")
    account, fixed = f"{slug}-{category}", (slug, tenant_token(slug), model, model_token(model), category)
    aims = [(relation, target_of(model, name)) for name, relation in MODELS[model].edges.items()]
    targets = [(relation, company.first[aim], company.count[aim]) for relation, aim in aims if aim in company.first]
    extra = _hub_edges(company, model, dice) if slug == next(iter(TENANTS)) else {}
    first, total, chance, restricted = company.first[model], company.count[model], dice.random, str(MODELS[model].restricted).lower()
    kept = sample.records.setdefault(model, [])
    for i in range(total):
        merge_id = _uuid(first + i)
        key, changed = entity_key(slug, category, kind, merge_id), _TIMES[dice.randrange(len(_TIMES))]
        name, aliases, email = _names(slug, model, i)
        gone = chance() < GONE
        version = f"{changed}|{int(gone)}|0002,{merge_id[:8]}{merge_id[-8:]}"
        short = " ".join(short_words(name, HUB_KINDS.get(model, "")))
        line = (str(first + i), key, *fixed, merge_id, account, f"{kind[:3].upper()}-{i}", name, name_key(name), ";".join(aliases), email,
                _words(name, *aliases, email.partition("@")[0]), short, version, changed, "first", SEEN, SEEN, changed if gone else "", "",
                restricted)
        node("\t".join(line) + "\n")
        said = f"{version}\t{account}\t{model}\t{merge_id}\t{changed}\tfirst\t{SEEN}"
        for relation, start, count in targets:
            if chance() > MISSING:
                sample.edges += 1
                ended = changed if chance() < GONE else ""
                edge(f"{first + i}\t{start + int(count * chance() ** 2)}\t{relation}\t{said}\t{ended}\t\t\t\n")
        for end, relation in extra.get(i, ()):
            sample.edges += 1
            edge(f"{first + i}\t{end}\t{relation}\t{said}\t\t\t\t\n")
        if slug == "north" and not gone and i % max(1, total // 300) == 0:
            kept.append([key, name, email, aliases[-1] if aliases else ""])
    sample.nodes += total


def _hub_edges(company: _Company, model: str, dice: random.Random) -> dict[int, list[tuple[int, str]]]:
    """Edges of a model's records to the well-known ones, by the record's number: each relation in proportion, 300 at least."""
    found: dict[int, list[tuple[int, str]]] = {}
    for fk, relation in MODELS[model].edges.items():
        hub = target_of(model, fk)
        if hub in HUBS:
            every = sum(company.count[m] for m, row in MODELS.items() if m in company.count for f in row.edges if target_of(m, f) == hub)
            number = min(company.count[model], max(300, HUBS[hub] * company.count[model] // every))
            for i in dice.sample(range(company.count[model]), number):
                found.setdefault(i, []).append((company.first[hub] + company.count[hub] // 2, relation))
    return found


def _joined(folder: Path, companies: list[_Company], last: int, edge, sample: Sample) -> int:
    """Hubs of the people and companies that have a record in several apps, and what joins them."""
    for kind, groups in (("Person", (STAFF, CLIENTS)), ("Company", (COMPANIES,))):
        with (folder / f"nodes-{kind}Hub.tsv").open("w", encoding="utf-8") as nodes:
            nodes.write("\t".join((":ID", "key", "tenant", "model", "category", "merge_id", "name", "first_seen_at", "last_seen_at")) + "\n")
            for company, models in product(companies, groups):
                for i in range(sorted(company.count[m] for m in models)[-2]):
                    hub, name = _uuid(last), _names(company.slug, models[0], i)[0]
                    key = entity_key(company.slug, "hub", kind, hub)
                    nodes.write("\t".join((str(last), key, company.slug, f"hub/{kind}", "hub", hub, name, SEEN, SEEN)) + "\n")
                    for model in (m for m in models if i < company.count[m]):
                        edge(f"{company.first[model] + i}\t{last}\tJOINED_IN\t\t\t\t\t\tfirst\t{SEEN}\t\temail\t1.0\t{SAME}\n")
                        sample.edges += 1
                    last, sample.nodes = last + 1, sample.nodes + 1
    company = companies[0]
    for model, degree in HUBS.items():
        number = company.first[model] + company.count[model] // 2
        sample.hubs.append({"key": entity_key(company.slug, *model.split("/"), _uuid(number)), "model": model, "edges": degree})
    return last


def _chunks(folder: Path, company: _Company, last: int, sample: Sample) -> None:
    """Searchable pieces of tickets, and what they are pieces of."""
    first, count = company.first["ticketing/Ticket"], company.count["ticketing/Ticket"]
    with (folder / "chunks.tsv").open("w", encoding="utf-8") as nodes, (folder / "pieces.tsv").open("w", encoding="utf-8") as edges:
        nodes.write(":ID\tkey\ttenant\ttenant_token\tposition:int\ttext\twords\n")
        edges.write(":START_ID\t:END_ID\n")
        dice = random.Random(5)
        for i in range(min(PIECES, count)):
            text = " ".join(dice.choices(THINGS, k=40))
            key = entity_key(company.slug, "ticketing", "Ticket", _uuid(first + i))
            nodes.write(f"{last + i}\t{key}#0\t{company.slug}\t{tenant_token(company.slug)}\t0\t{text}\t{_words(text)}\n")
            edges.write(f"{last + i}\t{first + i}\n")


def _names(slug: str, model: str, i: int) -> tuple[str, tuple[str, ...], str]:
    """Name, aliases and e-mail of a record: a person's, a company's or a thing's; the same person has the same in every app."""
    if model in PEOPLE:
        group = STAFF[0] if model in STAFF else CLIENTS[0] if model in CLIENTS else model
        first, last = _person(f"{slug}{group}{i}")
        domain = f"{slug}.example" if group == STAFF[0] else f"{_pick(f'{slug}{i}', THINGS)}{i % 5_000}.example"
        email = "" if model == "ats/Candidate" else f"{words(first)[0]}.{words(last)[0]}{i // 50 or ''}@{domain}"
        return f"{first} {last}", ((f"E{i:06d}",) if model == "hris/Employee" else ()), email
    if model in COMPANIES:
        return _company(f"{slug}{i}"), (), ""
    if model == "accounting/Invoice":
        return f"INV-{100_000 + i}", (), ""
    if model in TITLED:
        text = f"{model}{slug}{i}"
        title = f"{_pick(text, THINGS)} {_pick(text + 'b', THINGS)} {_pick(text + 'c', DOING)} {_pick(text + 'd', THINGS)}".capitalize()
        return (title, (f"{slug[:3].upper()}-{i + 1}",), "") if model == "ticketing/Ticket" else (f"{title} {i}", (), "")
    return "", (), ""


def _person(seed: str) -> tuple[str, str]:
    """First and last name: one surname in three is of the few common ones, and of these the first are the most common."""
    number = _hash(seed)
    common = number % 3 == 0
    last = LAST[int(len(LAST) * ((number >> 8) % 1000 / 1000) ** 2)] if common else _surname((number >> 8) % 6_000)
    return FIRST[int(len(FIRST) * ((number >> 24) % 1000 / 1000) ** 1.5)], last


@cache
def _surname(n: int) -> str:
    middle = SYLLABLES[(n * 7 + n // 180) % len(SYLLABLES)]
    return (SYLLABLES[n % len(SYLLABLES)] + middle + _LISTS["end"][n % 6]).capitalize()


def _company(seed: str) -> str:
    number = _hash(seed)
    family = _surname(number % 6_000) if number % 4 else _pick(seed, THINGS).capitalize()
    return f"{family} {_pick(seed + 't', TRADES)}{FORMS[(number >> 16) % len(FORMS)]}"


def _pick(seed: str, options: list[str]) -> str:
    return options[_hash(seed) % len(options)]


def _hash(seed: str) -> int:
    """A number that is the same in every process."""
    return random.Random(seed).getrandbits(48)


def _uuid(number: int) -> str:
    text = f"{(number + 1) * 0x9E3779B97F4A7C15F39CC0605CEDC835 % 2**128:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def _words(*texts: str) -> str:
    return " ".join(dict.fromkeys(word for text in texts for word in _cached_words(text)))


@cache
def _cached_words(text: str) -> tuple[str, ...]:
    return words(text)


def _times() -> Iterator[str]:
    for month, day, hour, minute in product(range(1, 11), range(1, 28), range(8, 18), (4, 27, 51)):
        yield f"2026-{month:02d}-{day:02d}T{hour:02d}:{minute:02d}:00.000000+00:00"


_TIMES = list(_times())


def save(sample: Sample, file: Path) -> None:
    """Write the sample as JSON."""
    file.write_text(json.dumps({"records": sample.records, "hubs": sample.hubs, "nodes": sample.nodes, "edges": sample.edges}), "utf-8")
