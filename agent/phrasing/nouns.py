"""What models, fields, relations, values and times are called when a plan is put into words: each in its place by a name of its own.

Two fields of one model that the catalogue labels alike, or two models, are told apart here, so that no two plans read the same.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from agent.catalogue import Catalogue, Field, Model, Relation
from agent.phrasing.inflection import noun, plural
from agent.plan.algebra import Quantity, Set, Tally
from agent.plan.periods import PLACE_NAMES, Cycle, Interval, Recurring, Yearly

APP = {"hris": "HR", "ats": "recruiting", "crm": "CRM", "ticketing": "ticketing", "accounting": "accounting", "filestorage": "file storage",
       "knowledgebase": "knowledge base"}
_IN_PLACE = frozenset({"since", "before", "after", "up", "from", "between", "on", "in", "today", "yesterday", "tomorrow", "this", "last", "next",
                       "at"})
_SPAN = {"from": "start", "to": "end"}   # nouns for the ends of a stretch of time
_LISTED, _NAMED = 6, 3                  # of that many values all are said, of more these
_DAY = re.compile(r"\d\d? ")
_COMMON_YEAR = 2001
_READS_AS_ADJECTIVE = re.compile(r"\w+ed( \w+)?|\w+ (by|in|at|on|for|with|about)")     # "assigned to", "owned by"; not "reports to"


def model_label(catalogue: Catalogue, model: Model, *, many: bool = False) -> str:
    """"ticket", "tickets"; with its app where another app has something of that name."""
    said = model.plural if many else model.label
    alike = [m for m in catalogue.models.values() if (m.plural if many else m.label) == said]
    return said if len(alike) == 1 else f"{APP.get(model.category, model.category)} {said}"


def field_label(catalogue: Catalogue, field: Field) -> str:
    """"start date"; with the source's own name where another field of the model is labelled so."""
    alike = [f for f in catalogue.models[field.model].fields.values() if f.label == field.label]
    return plain_label(field) if len(alike) == 1 else f"{field.label} ({_spaced(field.name)})"


def plain_label(field: Field) -> str:
    """What a field is called in a sentence: its label, for what a column calls "from" and "to" a noun."""
    return next(iter(field.words), _SPAN[field.label]) if field.label in _SPAN else field.label


def time_noun(catalogue: Catalogue, field: Field) -> str:
    """A field as a noun behind "earliest" and "by": of a time that is labelled by what happens then its first word, "creation date" for "created"."""
    return field.words[0] if field.label in field.when and field.words else field_label(catalogue, field)


def relation_noun(catalogue: Catalogue, relation: Relation) -> str:
    """"manager": its first noun, unless another relation of the model has that too."""
    of_model = catalogue.models[relation.model].relations.values()
    noun = relation.words[0] if relation.words else _spaced(relation.name)
    alike = [r for r in of_model if (r.words[0] if r.words else _spaced(r.name)) == noun]
    return noun if len(alike) == 1 else f"{noun} ({_spaced(relation.name)})"


def had_noun(catalogue: Catalogue, tally: Tally) -> str:
    """What rows have of the things that are counted for each, where a relation of theirs has a noun for it: "direct reports" of people who lead
    others. "" where the things are only some of these, and where no relation has one."""
    [step], of = tally.path if len(tally.path) == 1 else [None], tally.measure.of
    if step is None or step.relation == "hub" or step.inverse or tally.measure.how != "count" or of != Set(of.model):
        return ""
    held = catalogue.relation(step.relation)
    back = (r for r in catalogue.models[step.to].relations.values() if r.fk is None and r.inverse == held.fk and r.to == of.model)
    return next((plural(r.words[0]) for r in back if r.words and not (r.closure or held.closure or r.current or r.where or held.where)), "")


def relation_phrase(catalogue: Catalogue, relation: Relation) -> str:
    """What stands between a thing and what it is tied to: "with", "assigned to", "whose manager is"."""
    others = [r for r in catalogue.models[relation.model].relations.values() if r.id != relation.id and r.to == relation.to]
    taken = {phrase for r in others for phrase in (*r.prepositions, *r.forward)}
    free = [p for p in (*relation.prepositions, *relation.forward) if p not in taken]
    short = next((p for p in free if p in relation.prepositions or _READS_AS_ADJECTIVE.fullmatch(p)), None)
    return short or f"whose {relation_noun(catalogue, relation)} is"


def adjective(catalogue: Catalogue, model: str, *, field: str = "", value: str = "", predicate: str = "") -> str | None:
    """What stands before the noun for a value of a field or a named condition; None where several share it.

    Of a condition, one word, or its label: "in progress tickets", but employees "that are in your team".
    """
    known = catalogue.models[model]
    words = [(("", "", p.name), w) for p in known.predicates.values() for w in p.words[:1] if " " not in w or w == p.label]
    words += [((f.name, v, ""), w) for f in known.fields.values() for v, said in f.values.items() for w in said[:1]]
    own = [w for key, w in words if key == (field, value, predicate)]
    return next((w for w in own if sum(w == other for _, other in words) == 1), None)


def said_value(field: Field | None, value: object) -> str:
    """The value of a condition: words in quotes, figures with the unit that they are in, `today` and `now` of a time as they are."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Quantity):
        return said_quantity(value if value.unit or field is None else replace(value, unit=_counted_in(field)))
    if isinstance(value, tuple):
        listed = value if len(value) <= _LISTED else value[:_NAMED]
        others = [f"{len(value) - _NAMED} others"] if len(value) > _LISTED else []
        return " or ".join([*(quoted(str(v)) for v in listed), *others]) or "nothing"
    if isinstance(value, Interval):
        return said_period(value)
    if value in ("today", "now") and field is not None and field.kind in ("date", "datetime"):
        return str(value)
    return quoted(str(value))


def _counted_in(field: Field) -> str | None:
    """The unit that a number without one is in; None where there is none or the label says it: "days overdue"."""
    return field.shown_in if field.unit and field.shown_in not in field.label.split() else None


def said_period(period: Interval) -> str:
    """A stretch of time behind what happens in it: "in October 2026", "on 23 November 2026", "from 23 November to 29 November 2026"."""
    if period.said.partition(" ")[0].lower() in _IN_PLACE:
        return period.said
    if " to " in period.said:
        return f"from {period.said}"
    return f"{'on' if _DAY.match(period.said) else 'in'} {period.said}"


_RECURS: Mapping[Cycle, str] = {
    "month of year": "in {} of any year", "quarter of year": "in {} of any year", "weekday": "on a {}", "day of month": "on {} of any month",
}


def said_recurring(days: Recurring) -> str:
    """Days that come again, behind what happens on them: "in April or May of any year", "on a Monday"."""
    return _RECURS[days.cycle].format(" or ".join(PLACE_NAMES[days.cycle][place - 1] for place in days.of) or "nothing")


def said_yearly(days: Yearly) -> str:
    """The days of a season: "1 April to 31 October of every year"."""
    one = days.of(_COMMON_YEAR)
    ends = (one.first, one.last - timedelta(days=1)) if one.first and one.last else ()
    return f"{' to '.join(f'{day.day} {day:%B}' for day in ends)} of every year"


def said_quantity(quantity: Quantity) -> str:
    """A figure with its unit: "3 days", "40,000 CAD"."""
    number = f"{quantity.number:,f}"
    plain = number.rstrip("0").rstrip(".") if "." in number else number
    unit = quantity.unit or ""
    return f"{plain or '0'} {noun(unit, plain == '1') if unit.islower() else unit}".rstrip()


def quoted(text: str) -> str:
    """Words of the question or of a record, in quotes of their own."""
    return "“" + text.replace("”", "””") + "”"


def _spaced(name: str) -> str:
    return name.replace("_", " ")
