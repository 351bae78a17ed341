"""What the planning model, or a LlamaIndex agent, may look up on the way: names, the company's own words, the catalogue. No figures, no texts.

Everything here is class A, of one tenant, and as far as the asker may see it; names of records that not everybody may see stay out.
"""

from dataclasses import dataclass

from agent.react.excerpt import Sight, excerpt
from agent.react.quotes import Quotes
from agent.rules.evidence import VALUE, Known
from agent.run import Run
from kg.resolve import Candidate, find

MOST = 8                                # candidates of one look


@dataclass(frozen=True)
class Lookups:
    """Look-ups of one question."""

    run: Run
    sight: Sight

    def name(self, text: str) -> str:
        """Who or what is called so."""
        kinds = [m.id for m in self.run.catalogue.models.values() if m.nameable and m.id in self.sight.models]
        found = [c for c in self._found(text, kinds) if not c.properties.get("restricted")]
        return "; ".join(f"{c.name} ({c.model})" for c in found) or "Nothing is called so."

    def values(self, text: str) -> str:
        """Words of the company near this one: titles, priorities, sources."""
        found = [(str(c.properties.get("field", "")), str(c.properties.get("value", ""))) for c in self._found(text, [VALUE])]
        return "; ".join(f"{value} ({field})" for field, value in found if self.sight.shows(field)) or "No such word."

    def catalogue(self, quotes: Quotes, text: str) -> str:
        """What the catalogue has by these words."""
        return excerpt(quotes, self.sight, more=(text,), budget=1000)

    def about(self, text: str) -> str:
        """What the catalogue has by these words, without a question around them."""
        quotes = Quotes(self.run.catalogue, text, Known({}, self.run.calendar()))
        return excerpt(quotes, self.sight, more=(text,))

    def _found(self, text: str, kinds: list[str]) -> tuple[Candidate, ...]:
        self.run.graph_queries += 1
        return find(self.run.graph, self.run.tenant, [text], models=kinds)[text][:MOST] if text.strip() else ()
