"""Phrases of the catalogue that stand for more than one thing, and what separates the meanings.

Most are told apart by what they stand beside, and need no line: one field's word on two models by the model in question; a relation's noun and
the noun of the model that it leads to by whose it is; a time asked for with "when", a condition on that time, and who did it then, by the word
"when" and by the doer. What is left needs a line in collisions.toml that says what separates the meanings.
"""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from agent.catalogue.schema import Catalogue


@cache
def collisions() -> Mapping[str, str]:
    """Phrase → what separates its meanings, read once."""
    table: Mapping[str, str] = tomllib.loads(resources.files("agent.catalogue").joinpath("collisions.toml").read_text("utf-8"))["collisions"]
    return table


@dataclass(frozen=True, slots=True)
class _Meaning:
    target: str                         # id of a model, field, relation or predicate, or a metric's name
    is_noun: bool = False               # alone it means a set, or a figure
    leads_to: str = ""                  # of a relation: the model
    time: str | None = None             # of a verb: the time that a period beside it lies on

    @property
    def group(self) -> str:
        """Meanings of one model and time are forms of one verb."""
        return f"{self.target.partition('.')[0]}.{self.time}" if self.time else self.target


def separated(catalogue: Catalogue) -> Mapping[str, frozenset[str]]:
    """Every phrase whose meanings nothing but a written line tells apart, with the meanings that stand in each other's way."""
    found: dict[str, set[_Meaning]] = defaultdict(set)
    for text, meaning in _spoken(catalogue):
        found[text].add(meaning)
    return {text: clash for text, meanings in found.items() if (clash := _clash(meanings))}


def _clash(meanings: Iterable[_Meaning]) -> frozenset[str]:
    """Two nouns, or two meanings on one model."""
    nouns = {m.target for m in meanings if m.is_noun}
    by_model: dict[str, dict[str, str]] = defaultdict(dict)
    for meaning in meanings:
        if not meaning.is_noun and meaning.leads_to not in nouns:
            by_model[meaning.target.partition(".")[0]][meaning.group] = meaning.target
    clash = {target for groups in by_model.values() if len(groups) > 1 for target in groups.values()}
    return frozenset(clash | (nouns if len(nouns) > 1 else set()))


def _spoken(catalogue: Catalogue) -> Iterator[tuple[str, _Meaning]]:
    """Every phrase and what it means."""
    for model in catalogue.models.values():
        yield from ((text, _Meaning(model.id, True)) for text in (*model.words, *model.verbs))
    for field in catalogue.fields():
        yield from ((text, _Meaning(field.id)) for text in (*field.words, *field.remaining, *field.forward, *field.more, *field.less))
        yield from ((text, _Meaning(field.id, time=field.name)) for text in field.when)
    for relation in catalogue.relations():
        yield from ((text, _Meaning(relation.id, leads_to=relation.to)) for text in relation.words)
        yield from ((text, _Meaning(relation.id, time=relation.verbs_time)) for text in (*relation.forward, *relation.backward))
    for predicate in catalogue.predicates():
        yield from ((text, _Meaning(predicate.id, time=predicate.time)) for text in (*predicate.words, *predicate.verbs, *predicate.opposite))
        yield from ((text, _Meaning(predicate.id, True)) for text in predicate.nouns)
    for metric in catalogue.metrics.values():
        yield from ((text, _Meaning(metric.name, True)) for text in metric.words)
        yield from ((text, _Meaning(metric.name)) for text in metric.verbs)
