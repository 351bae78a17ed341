"""The gate for text of records on its way out: names, keys, cells, labels and references are told only as `Visible`, which is made nowhere else.

A name passes where the asker may know of just this record and may read the fields that make its name; a value passes by the permit that
the check of its field gave. What a company keeps from everybody (`policy.never`) never passes. The rules are those of agent/access/checks.py.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from agent.access.checks import check_fields
from agent.access.people_rules import PEOPLE, closed_as_values, may_use_unowned, owners
from agent.access.record_rules import open_to_viewer
from agent.access.refused import not_permitted
from agent.answer import Visible
from agent.catalogue import Field, Model
from agent.catalogue.records import display_name
from agent.errors import Declined
from agent.phrasing.inflection import listed
from agent.policy.decision import is_never, rule_of, tables
from agent.question.context import QuestionContext
from ingest.company import Company
from ingest.records import Record, ids_in, values_at


@dataclass(frozen=True, slots=True)
class Permit:
    """That values of these fields may be told, of the records that were asked about."""

    fields: frozenset[str]

    def text(self, field_id: str, text: str) -> Visible:
        """A text that stands in the field. The field must be one that the permit is for."""
        assert field_id in self.fields, f"{field_id} was not asked about"
        return Visible(text)


def own_words(text: str) -> Visible:
    """Words that are no record's: ours, the catalogue's, the company's definitions, a unit beside an amount, what the asker said."""
    return Visible(text)


def check(context: QuestionContext, fields: Collection[str], records: Sequence[Record]) -> Permit:
    """May the values of these fields be told, of every one of the records? As agent/access/checks.py's `check_fields`. Raises Declined."""
    check_fields(context, fields, records)
    return Permit(frozenset(fields))


def with_figures(field_id: str) -> Permit:
    """For a person's field that groups are made by: it is asked about with the figures of the groups, before anything of these is told."""
    return Permit(frozenset({field_id}))


def joined(passed: Iterable[Visible], by: str = ", ") -> Visible:
    """What may be told, side by side in one text."""
    return Visible(by.join(passed))


def first_of(passed: Sequence[Visible], most: int) -> Visible:
    """What may be told, enumerated in one text; of more than so many the first, and how many more there are."""
    more = [f"{len(passed) - most} more"] if len(passed) > most else []
    return Visible(listed([*passed[:most], *more]))


def named(context: QuestionContext, model: Model, records: Sequence[Record]) -> Mapping[str, Visible]:
    """By id, what the records are called, without those that the asker may not know by name. Of a model without names it is the model's label.

    Raises Declined where one could not look who may.
    """
    told = _without_kept(context.company, model)
    if (model.name or model.key) and not (told.name or told.key):
        return {}
    opened = _open(context, model, records)
    return {r.id: Visible(display_name(told, r)) for r in records if r.id in opened}


def name_of(context: QuestionContext, model: Model, record: Record) -> Visible:
    """What one record is called; the model's label where the asker may not know it by name."""
    return named(context, model, (record,)).get(record.id, Visible(model.label))


def names_of(context: QuestionContext, model: Model, records: Sequence[Record]) -> Visible:
    """What records are called, side by side; empty where none may be named."""
    return joined(named(context, model, records).values())


def texts(context: QuestionContext, model: Model, records: Sequence[Record], fields: Sequence[str]) -> Mapping[str, tuple[Visible, ...]]:
    """By id, the texts in these of Merge's fields, such as a ticket's key or address, of the records that the asker may know by name."""
    kept = [name for name in fields if not _is_kept(context.company, model, name)]
    opened = _open(context, model, records) if kept else frozenset()
    return {r.id: tuple(Visible(str(v)) for name in kept for v in values_at(r, name)) for r in records if r.id in opened}


def first_text(context: QuestionContext, model: Model, record: Record, field: str | None) -> Visible | None:
    """The first text in one of Merge's fields of a record; None where there is none, or it may not be told."""
    return next(iter(texts(context, model, (record,), [field]).get(record.id, ())), None) if field else None


def quoted(context: QuestionContext, cited: Iterable[tuple[Model, Record]]) -> Mapping[tuple[str, str], Visible]:
    """By model and id, the names of records that an answer only rests on; without those of which one could not look who may know them."""
    by_model: dict[str, list[tuple[Model, Record]]] = {}
    for model, record in cited:
        by_model.setdefault(model.id, []).append((model, record))
    return {(name, i): text for name, some in by_model.items() for i, text in _named_or_none(context, some[0][0], [r for _, r in some]).items()}


def _named_or_none(context: QuestionContext, model: Model, records: Sequence[Record]) -> Mapping[str, Visible]:
    try:
        return named(context, model, records)
    except Declined:                    # it is no part of what was asked for, so that no answer hangs on it
        return {}


def refuse_unnamed(model: Model) -> Declined:
    """The refusal where all of what was asked for may not be named."""
    return not_permitted(model.access)


def is_kept(company: Company, model_id: str, fields: Iterable[str]) -> bool:
    """Does the company keep one of these of Merge's fields from everybody, each by itself or as class A?"""
    return any(is_never(company, "A", f"{model_id}.{field}") for field in fields)


def of_graph(company: Company, model_id: str, fields: Iterable[str], text: str | None) -> Visible | None:
    """A text of the graph, which holds what everybody may see of a record: None where the company keeps a field it was made of from everybody."""
    return None if text is None or is_kept(company, model_id, fields) else Visible(text)


def _open(context: QuestionContext, model: Model, records: Sequence[Record]) -> frozenset[str]:
    """The ids of the records that the asker may know of and whose name they may read."""
    privacies = [f.privacy for name in (*model.name, *([model.key] if model.key else [])) for f in _fields_at(model, name)]
    is_of_people = model.category == "hris"
    opened = _of_people(context, model, records) if is_of_people else frozenset(r.id for r in records)
    for rule in dict.fromkeys((rule_of(model.access), *(() if is_of_people else map(rule_of, privacies)))):
        opened &= open_to_viewer(context, rule, [r for r in records if r.id in opened])
    return opened


def _of_people(context: QuestionContext, model: Model, records: Sequence[Record]) -> frozenset[str]:
    """HR's records by whom they belong to: that there is one may be private, and so may what it is called by."""
    private = [f.id for name in model.name for f in _fields_at(model, name) if f.privacy != "A"]
    asked = [*private, *([model.id] if model.id in tables()["existence"] else [])]
    if not asked:
        return frozenset(r.id for r in records)
    people = owners(context, records)
    readable = frozenset(p.id for p in people) - (closed_as_values(context, asked, people) if people else frozenset())
    whose = {r.id: (r.id,) if r.model == PEOPLE else ids_in(r, "employee") for r in records}
    unowned = not all(whose.values()) and may_use_unowned(context, asked)
    return frozenset(i for i, ids in whose.items() if (readable.issuperset(ids) if ids else unowned))


def _without_kept(company: Company, model: Model) -> Model:
    """The model without those of its names and key that the company keeps from everybody."""
    if not company.definitions.policy.never:
        return model
    key = None if model.key is None or _is_kept(company, model, model.key) else model.key
    return replace(model, name=tuple(name for name in model.name if not _is_kept(company, model, name)), key=key)


def _is_kept(company: Company, model: Model, name: str) -> bool:
    """Does the company keep this one of Merge's fields from everybody, by its name or by the catalogue's?"""
    fields = _fields_at(model, name)
    return is_kept(company, model.id, [name]) or any(is_never(company, f.privacy, f.id) for f in fields)


def _fields_at(model: Model, name: str) -> tuple[Field, ...]:
    """The catalogue's fields that show what stands there."""
    return tuple(f for f in model.fields.values() if name in (f.name, f.path))
