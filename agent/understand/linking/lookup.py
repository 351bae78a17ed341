"""What the graph holds for the stretches of a question: people and companies, titles, words in fields; one look-up for all of them.

What was looked up is at hand for the rest of the question, which is read in parts and as a whole, until something new has come into the graph.
"""

from collections.abc import Mapping, Sequence

from agent.catalogue import Catalogue
from agent.language.words import forms
from agent.question.context import QuestionContext
from agent.understand.grammar.evidence import VALUE
from agent.understand.grammar.planner import misspelt, spans
from kg.resolve import Candidate, Wanted, find_each


def names_in(catalogue: Catalogue, context: QuestionContext, question: str) -> Mapping[str, tuple[Candidate, ...]]:
    """Candidates of each stretch. Slips of the hand are looked for only where a stretch may be a misspelt name."""
    slips = misspelt(question)
    said = {text: (text, text in slips) for text in spans(question)}
    new = [text for text, known_as in said.items() if known_as not in context.links.held]
    if new:
        found = _looked_up(catalogue, context, new, slips)
        context.links.hold({said[text]: found[text] for text in new})
        context.graph_queries.add()
    return {text: context.links.held[known_as] for text, known_as in said.items()}


def _looked_up(catalogue: Catalogue, context: QuestionContext, said: Sequence[str], slips: frozenset[str]) -> Mapping[str, tuple[Candidate, ...]]:
    """Kinds of things apart, so that none crowds out another."""
    singular = {text: _singular(text) for text in said}
    nameable = [m for m in catalogue.models.values() if m.nameable]
    wanted = (Wanted(said, [m.id for m in nameable if not m.titled]), Wanted(said, [m.id for m in nameable if m.titled]),
              Wanted(list(dict.fromkeys((*said, *singular.values()))), [VALUE]))
    people, titles, held = find_each(context.graph, context.tenant, wanted, slips=slips | {singular[text] for text in said if text in slips})
    of_one = {text: held[one] for text, one in singular.items() if one != text}
    return {text: (*people[text], *titles[text], *held[text], *of_one.get(text, ())) for text in said}


def _singular(text: str) -> str:
    """"bugs" as the value "Bug" is written: the last word in the singular."""
    *head, tail = text.split(" ")
    return " ".join((*head, min(forms(tail.lower()), key=len) if tail.lower().endswith("s") else tail))
