"""docs/graph-model.md, made from the projection tables and the schema, so that page and graph cannot differ.

    uv run python -m tests.architecture.graph_model_page > docs/graph-model.md
"""

import sys
from collections.abc import Iterable, Iterator, Mapping

from ingest.projections import LEFT_OUT, MODELS, OFF, TABLE, Projection, target_of
from ingest.projections.texts import PIECE
from kg.match.keys import KINDS
from kg.schema import HUB_KINDS, LABELS, PROJECTION, RELATIONS

CATEGORIES = {
    "hris": "HR", "ats": "Recruiting", "crm": "CRM", "ticketing": "Ticketing", "accounting": "Accounting", "filestorage": "Files",
    "knowledgebase": "Knowledge base",
}
HEAD = f"""\
# Graph model

What stands in the graph, and from which field of which record it comes. For whoever explores it in Neo4j Browser, and for whoever adds a model.

This page is made by `uv run python -m tests.architecture.graph_model_page > docs/graph-model.md` from the tables in `ingest/projections/tables.py`
and `kg/schema.py`; a test compares it with them.

The graph finds, the source answers: a node says that a record exists, what it is called and what it belongs to. Pay, balances, amounts, dates
of absence, texts of tickets and conversations stay at the source and are read there while a question waits. Who looks into the graph with
Neo4j Browser sees all of it, so it holds class A of the policy only, and where a private value is needed to join two records, a keyed hash of it.

## Nodes

Every record is a node with the label `Entity` and one label of its model. Its columns:

| column | what it is |
|---|---|
| `key` | tenant, category, model and Merge id, with bars between them; unique |
| `tenant`, `category`, `model`, `merge_id`, `remote_id`, `linked_account` | where it comes from; `model` is `category/Model` |
| `name` | what people call it; none where not everybody may see the record |
| `aliases` | other names, numbers and keys people use for it |
| `email` | a business e-mail address, lower case |
| `name_key`, `words` | name and aliases folded, for searching |
| search keys | columns of the model, see the tables below |
| `restricted` | true: not for every employee. Its node can be found by those who may ask about it; the policy decides at question time |
| `join_keys` | keyed hashes, see [Join keys](#join-keys) |
| `version`, `source_modified_at` | which version of the record this is; part of it is the number of the projection, now {PROJECTION} |
| `first_seen_at`, `last_seen_at`, `read_at`, `run` | when and by which run it was seen; when what it holds was last read |
| `deleted_at`, `retired_at` | the source said that it is gone; a complete full run did not see it. One that has either is not found any more |
| `gone_at` | when it was learnt that it is gone |
| `past` | what the node said before, newest last, at most 20 entries; what it was called goes when it is not for everybody any more |
| `stub` | what it is, and that it was not read yet: other records lead to it and its own has not come |
| `vector`, `vector_of` | where a model for vectors is set: what it made of the name, and which of which dimension; they go with the name |
| `short_words`, `join_due`, `join_taken`, `join_context`, `edges_due` | for searching short forms, and for what is still to be done |

An edge starts at the record that holds the foreign key, and carries that record's `version`, `linked_account`, `model`, `merge_id` and times.
An edge with `deleted_at` is one that has ended (`ended_at`: when that was learnt; `past`: its earlier lives).

A record whose own fields say that not everybody may see it (see "its name is in the graph") enters as key and relations: without name, aliases,
e-mail, search keys, texts and join keys.

"""
TEXTS = f"""
## Searchable texts

Where a model has texts, they are cut at the ends of sentences into pieces of at most {PIECE} characters:
`(:Chunk {{key, tenant, position, text, words}})-[:CHUNK_OF]->(entity)`. They go when the record goes or is no longer for everybody.
Where the installation has a model for vectors, and the tenant lets it see such texts, a piece has `vector` and `vector_of` as well.

"""
JOIN_KEYS = """
## Join keys

Values that are private, or that say nothing to a reader, are compared without being kept: `join_keys` holds `kind:hash`, made with the secret
in `secrets/join-keys` of the home (owner-only) and the tenant's name, so that nobody without the secret can try values out, and one value has
different keys in two tenants. All processes of an installation need the same secret. Old and new keys do not match, so after a new secret every
tenant has to be removed from the graph and synced in full.

| what is given | kinds of key it makes |
|---|---|
"""
HUBS = """
## Hubs

The same person, or the same company, in several apps is joined in a node of its own:
`(record)-[:JOINED_IN {method, score, evidence, decided_by, decided_at}]->(hub)`. Beside them stands what was compared: `PAIRED_WITH` between two
records, with what was found and decided, and `(record)-[:IN_BLOCK]->(:JoinBlock)`, what records have in common that may be one. Evidence says
what is the same (an address, a number), never the value.

| label | joins |
|---|---|
"""
MAPPED = """
## Mapped fields

The fields that a company has mapped at Merge can be found by their names: `(:Entity:MappedField {name, of_model, linked_account})`, one for each
name, model and linked account. Their values stay at the source: nobody has classified them. A name goes when a complete full run of its model
finds it in no record.
"""
VALUES = """
## Values of fields

A company's own words in fields that it fills as it likes can be found: `(:Entity:FieldValue {name, field, value, linked_account})`, one for each
value, field and linked account, out of records that everybody may see. So "bugs" or "sales engineers" can be read in a question. A city's other
spellings find it too. A value goes when a complete full run of its model finds it in no record.

| model | fields |
|---|---|
"""

MENTIONS = """
## What people said

What a conversation named, never its words:
`(:Entity:Mention {person, session, turn, speaker, at, of, first, last, confidence})-[:MENTIONS]->(record)`. `speaker` is `person` or `assistant`,
`of` the record's key, `first` and `last` are offsets in what was said (-1: it was said another way). A projection of the chat history: a mention
goes when its conversation is deleted.

What decides a person's defaults, never their words: `(:Entity:Preference {person, relation, value, scope, authority, confidence, session, turn,
first, last, true_from, true_until, known_from, known_until, retired_by, is_pinned, is_on, confirmed_by})-[:OBJECT]->(record)`. `value` stands
there only where it is a choice of a list (hours, fiscal). `-[:ABOUT]->` leads to the HR record of the person whose defaults it decides,
`-[:STATED_IN {first, last}]->(:Entity:Message {person, session, turn, at})` to the message and the place of its words there, `-[:RETIRED_BY]->`
to the preference that took its place. A projection of the person's journal.
"""


def page() -> str:
    """The text of docs/graph-model.md."""
    parts = [HEAD, *(_category(name, title) for name, title in CATEGORIES.items()), TEXTS, _texts(), JOIN_KEYS, _kinds(), HUBS, _hubs(), MAPPED,
             VALUES, _values(), MENTIONS, _relations(), _without(), _left_out(), _off()]
    return "".join(parts)


def _values() -> str:
    return "".join(f"| `{model}` | {_fields(row.values)} |\n" for model, row in MODELS.items() if row.values)


def _category(category: str, title: str) -> str:
    rows = {model: row for model, row in MODELS.items() if model.startswith(f"{category}/")}
    head = "| model | label | called by | also found by | search keys | join keys from | its name is in the graph |"
    lines = [f"| `{model}` | `{LABELS[model]}` | {_fields(row.name)} | {_also(row)} | {_search(row)} | {_fields(row.joins)} | {_seen(row)} |"
             for model, row in rows.items()]
    return "\n".join([f"## {title}\n", head, "|---|---|---|---|---|---|---|", *lines, "", ""])


def _fields(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _also(row: Projection) -> str:
    found = [*row.aliases, *row.keys, *([row.email[0]] if row.email else [])]
    return _fields(dict.fromkeys(found))


def _search(row: Projection) -> str:
    return ", ".join(f"`{column}`" if column == name else f"`{column}` from `{name}`" for column, (name, _) in row.search.items())


def _seen(row: Projection) -> str:
    if not row.name:
        return "it has none"
    when = " and ".join(f"`{name}` is {seen.words}" for name, seen in row.visible_when.items())
    return f"{'restricted' if row.restricted else 'yes'}{f', when {when}' if when else ''}"


def _texts() -> str:
    return _table(["model", "texts"], ([f"`{model}`", _fields(row.texts)] for model, row in MODELS.items() if row.texts))


def _kinds() -> str:
    return "".join(f"| {given} | {_fields(kinds)} |\n" for given, kinds in KINDS.items() if given in _given())


def _given() -> set[str]:
    return {kind for row in TABLE.values() for kind, _ in row.joins.values()}


def _hubs() -> str:
    by_kind: dict[str, list[str]] = {}
    for model, kind in HUB_KINDS.items():
        by_kind.setdefault(kind, []).append(model)
    return "".join(f"| {_hub_labels(kind)} | {_fields(models)} |\n" for kind, models in by_kind.items())


def _hub_labels(kind: str) -> str:
    kinds = ("person", "company") if kind == "either" else (kind,)
    return " or ".join(f"`{LABELS[f'hub/{one.title()}']}`" for one in kinds)


def _relations() -> str:
    ends: dict[tuple[str, str, str], list[str]] = {}
    for model, row in MODELS.items():
        for name, relation in row.edges.items():
            ends.setdefault((relation, name, LABELS[target_of(model, name)]), []).append(LABELS[model])
    lines = ([f"`{relation}`", _fields(starts), f"`{end}`", f"`{name}`"]
             for (relation, name, end), starts in sorted(ends.items(), key=lambda one: RELATIONS.index(one[0][0])))
    return "\n## Relations\n\n" + _table(["relation", "from", "to", "foreign key"], lines)


def _without() -> str:
    lines = ([f"`{model}.{name}`", reason] for model, row in MODELS.items() for name, reason in row.without.items())
    return "\n## Foreign keys that are no edge\n\n" + _table(["foreign key", "why"], lines)


def _left_out() -> str:
    return "\n## Models that are left out\n\n" + _table(["model", "why"], _reasons(LEFT_OUT))


def _off() -> str:
    text = "\n## Off\n\nThese have their lines and labels, and no sync follows them. `OFF` in `ingest/projections/marketing.py` is the switch;\n" \
           "their paths are not in `ingest/merge_api/catalogue.json` either.\n\n"
    return text + _table(["model", "why"], _reasons(OFF))


def _reasons(reasons: Mapping[str, str]) -> Iterator[list[str]]:
    yield from ([f"`{model}`", reason] for model, reason in reasons.items())


def _table(head: list[str], lines: Iterable[list[str]]) -> str:
    rows = [head, ["---"] * len(head), *lines]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


if __name__ == "__main__":
    sys.stdout.write(page())
