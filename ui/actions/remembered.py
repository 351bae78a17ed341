"""What a person's conversations say together, with the lines that it rests on: for the page, the API and the command line."""

from typing import Protocol

from kg.graph import Graph
from memory.lines import Lines
from memory.reflection import CitedInsight, Reflections, all_told
from memory.stream import named
from ui.sign_in.access import Asker


class HoldsLines(Protocol):
    """What is needed of an installation."""

    @property
    def graph(self) -> Graph: ...
    @property
    def lines(self) -> Lines: ...
    @property
    def reflections(self) -> Reflections: ...


def insights_of(here: HoldsLines, who: Asker) -> tuple[CitedInsight, ...]:
    """What can be told, by the names that things have now. Raises HistoryUnavailable, and where there are any GraphUnavailable, GraphTooSlow."""
    index = here.lines.of(who.tenant, who.email)
    found = here.reflections.of(who.tenant, who.email, index)
    names = {one.entity: one.name for one in named(here.graph, who.tenant, who.email)} if found else {}
    return all_told(found, names, index)
