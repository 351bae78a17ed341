"""What a planning model, or a LlamaIndex agent, may look up on the way: names, the company's own values, what is around a record, the catalogue.

No figures, no texts: everything here is class A, of one tenant, and as far as the asker may see it; records that not everybody may see stay out.
Values that the graph does not hold are read from the app, if one call reads all records of the kind.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from agent.access.record_rules import open_to_viewer
from agent.catalogue import Field, Model
from agent.errors import Declined
from agent.policy.decision import rule_of
from agent.question.context import QuestionContext
from agent.understand.grammar.evidence import VALUE
from agent.understand.model.catalogue_view import CatalogueView
from agent.understand.model.listing import closed_lines, model_lines, values_of
from agent.understand.model.shape import LookUp
from ingest.records import values_at
from kg.fields import values_of_field
from kg.resolve import Candidate, find
from kg.retrieve import subgraph

MOST = 8                                # candidates of one look, and records around one
_MOST_VALUES = 40                       # of a field whose id was given
_FEW_OF = ("text", "enum")              # kinds of fields whose values may be few
_FOR_ALL = ("everybody", "open_job")    # rules of records that everybody may see, but for confidential ones
_NEAR = 85.0                            # of 100: how near a word must be to one of a model's
_UNLISTED = "No name like this is listed here, which does not say that there is none: write it in the plan as it is said."


@dataclass(frozen=True)
class Lookups:
    """Look-ups of one question."""

    context: QuestionContext
    view: CatalogueView

    def found(self, wanted: LookUp) -> str:
        """What one look-up of a plan finds."""
        return _LOOKS[wanted.what](self, wanted.text)

    def name(self, text: str) -> str:
        """Who or what is called so."""
        return "; ".join(f"{c.name} ({c.model})" for c in self._named(text)) or _UNLISTED

    def values(self, text: str) -> str:
        """The company's own words near this one: titles, priorities, sources. Of a field's id, the values that it may have."""
        if self.view.shows(text.strip()) and any(f.id == text.strip() for f in self.context.catalogue.fields()):
            return "; ".join(self.values_of(text.strip())) or "Its values are not known here."
        found = [(str(c.properties.get("field", "")), str(c.properties.get("value", ""))) for c in self._found(text, [VALUE])]
        return "; ".join(f"{value} ({field})" for field, value in found if self.view.shows(field)) or "No such word."

    def values_of(self, field_id: str) -> Sequence[str]:
        """Those of a field that records hold of the company's own, all of a list that Merge has; () for a field that may not be seen."""
        field = next((f for f in self.context.catalogue.fields() if f.id == field_id and self.view.shows(f.id)), None)
        return self._values_of(field) if field is not None else ()

    def _values_of(self, field: Field) -> Sequence[str]:
        if not field.tenant_values and (listed := values_of(field)):
            return listed[:_MOST_VALUES]
        self.context.graph_queries.add()
        return values_of_field(self.context.graph, self.context.tenant, field.id, _MOST_VALUES) or self._read(field)

    def _read(self, field: Field) -> Sequence[str]:
        """The values of a few that records of the app hold now, in order: names of interview stages, types of accounts. () where there are many."""
        rule = rule_of(self.context.catalogue.models[field.model].access)
        if field.kind not in _FEW_OF or field.privacy != "A" or rule not in _FOR_ALL or not self.context.live.is_short(field.model):
            return ()
        try:
            records = self.context.live.records(field.model)
            opened = open_to_viewer(self.context, rule, [record for record in records if not record.values.get("confidential")])
        except Declined:
            return ()                   # the app does not answer just now: a plan can do without
        found = {str(value) for record in records if record.id in opened for value in values_at(record, field.path)}
        return sorted(found) if len(found) <= _MOST_VALUES else ()

    def around(self, text: str) -> str:
        """What is tied to what is called so, up to two steps away, by name."""
        named = self._named(text)[:1]
        if not named:
            return _UNLISTED
        self.context.graph_queries.add()
        links = subgraph(self.context.graph, self.context.tenant, [named[0].key]).links
        known = [link for link in links if link.name and self._is_open(link.model)]
        return "; ".join(f"{link.relation.lower().replace('_', ' ')} {link.name}" for link in known[:MOST]) or "Nothing is known around it."

    def earlier(self, _: str) -> str:
        """What was said in earlier conversations that bears on the message."""
        return "\n".join(message.text for message in self.context.background()) or "Nothing was said of it before."

    def about(self, text: str) -> str:
        """What the catalogue has by these words."""
        words = [w for w in text.lower().split() if len(w) > 3]
        models = [m for m in self.context.catalogue.models.values() if m.id in self.view.models and any(_is_near(w, m) for w in words)]
        lines = [line for m in models for line in model_lines(self.context.catalogue, m, self.view)]
        return "\n".join(lines) or "The catalogue has nothing by these words."

    def catalogue(self, text: str) -> str:
        """All that may be used of the models of these ids."""
        models = [self.context.catalogue.models[name] for name in text.replace(",", " ").split() if name in self.context.catalogue.models]
        lines = [
            line for m in models for line in (model_lines(self.context.catalogue, m, self.view) if m.id in self.view.models else closed_lines(m))
        ]
        return "\n".join(lines) or self.about(text)

    def _named(self, text: str) -> tuple[Candidate, ...]:
        kinds = [m.id for m in self.context.catalogue.models.values() if m.nameable and m.id in self.view.models]
        return tuple(c for c in self._found(text, kinds) if not c.properties.get("restricted"))

    def _found(self, text: str, kinds: list[str]) -> tuple[Candidate, ...]:
        self.context.graph_queries.add()
        return find(self.context.graph, self.context.tenant, [text], models=kinds)[text][:MOST] if text.strip() else ()

    def _is_open(self, model: str) -> bool:
        """May names of the model be told to a language model: open to the asker, and to everybody?"""
        return model in self.view.models and rule_of(self.context.catalogue.models[model].access) == "everybody"


_LOOKS: Mapping[str, Callable[[Lookups, str], str]] = {"name": Lookups.name, "value": Lookups.values, "around": Lookups.around,
                                                          "earlier": Lookups.earlier, "catalogue": Lookups.catalogue}


def _is_near(word: str, model: Model) -> bool:
    known = (*model.words, *(w for f in model.fields.values() for w in (f.label, *f.words)), *(p.label for p in model.predicates.values()))
    return any(fuzz.ratio(word, each) >= _NEAR for each in known)
