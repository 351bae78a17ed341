"""Columns of one name, told apart by what they belong to: the city of an office and the city of a customer. Data alone; nothing is read."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile

from agent.answer import Column
from agent.catalogue import Catalogue
from agent.phrasing.nouns import model_label, time_noun
from agent.phrasing.phrases import node_phrase
from agent.plan.algebra import Column as Wanted
from agent.plan.algebra import Key, Measure, Path

_CURRENCY = "currency"                  # by this name the column is found that tells what its row's amounts are in
Fuller = Sequence[str]                  # names that say more and more of what a column belongs to


def told_apart(columns: Sequence[Column], fuller: Sequence[Fuller]) -> list[Column]:
    """The columns, those that share a name by the first fuller ones of theirs that tell them apart; what is shown twice keeps its name."""
    names = [column.name for column in columns]
    for depth in range(max(map(len, fuller), default=0)):
        wanted = [more[depth] if depth < len(more) else name for name, more in zip(names, fuller, strict=True)]
        apart = {name for name, count in Counter(name for name, _ in set(zip(names, wanted, strict=True))).items() if count > 1} - {_CURRENCY}
        names = [more if name in apart else name for name, more in zip(names, wanted, strict=True)]
    return [column if column.name == name else replace(column, name=name) for column, name in zip(columns, names, strict=True)]


def fuller_of_column(catalogue: Catalogue, model: str, wanted: Wanted | Key, name: str) -> Fuller:
    """For what a column or key of rows of that model shows: behind what leads there, the nearest first."""
    whose = [catalogue.models[model].label, *_steps(catalogue, wanted.path)]
    whose = whose if wanted.field is not None else whose[:-1]
    if isinstance(wanted, Key) and wanted.bucket is not None and wanted.field is not None:
        name = f"{name} of {time_noun(catalogue, catalogue.field(wanted.field))}"
    own = [name] if isinstance(wanted, Key) and wanted.bucket is not None else []
    return (*own, *(" ".join((*whose[at:], name)) for at in reversed(range(len(whose)))))


def fuller_of_measure(catalogue: Catalogue, measure: Measure, name: str) -> Fuller:
    """For a figure: with what it is of; of what is nothing but the figure (revenue, a year's pay) with whose it is."""
    of, model = node_phrase(catalogue, measure.of, article=False, many=True).text, catalogue.models[measure.of.model]
    if model.derived:
        itself = {*model.label.split(), *model.plural.split()}
        return (" ".join((name, *dropwhile(itself.__contains__, of.split()))),)
    return (of if measure.how == "count" else f"{name} of {of}",)


def _steps(catalogue: Catalogue, path: Path) -> list[str]:
    """What each step of a path leads to is called; the same thing in another app with its app."""
    words = [() if step.relation == "hub" or step.inverse else catalogue.relation(step.relation).words for step in path]
    return [said[0] if said else model_label(catalogue, catalogue.models[step.to]) for step, said in zip(path, words, strict=True)]
