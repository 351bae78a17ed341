"""What the last answer was about, and the words that point back at it."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial

from agent.catalogue import Catalogue
from agent.language.words import holds, phrase, tokens
from agent.plan.algebra import (
    ANY_MODEL,
    Column,
    Exists,
    Figures,
    Goal,
    Groups,
    Me,
    Measure,
    Named,
    Node,
    Set,
    Show,
    Table,
    are_several,
    mentions,
    nodes,
    thing_of,
)
from agent.question.asked_of_rows import is_single
from agent.understand.grammar.paths import MY_TEAM, UNITS
from kg.toml_tables import toml_table

_PEOPLE = frozenset({"hris/Employee", "crm/Contact"})
_FIRMS = frozenset({"crm/Account", "accounting/Contact", "ticketing/Account"})


edit_words = partial(toml_table, __package__, "edits")


@cache
def edit_phrases(name: str) -> frozenset[tuple[str, ...]]:
    """The phrases of one list of edits.toml, which says what they do: "cues", "back", "mine" …"""
    return frozenset(phrase(text) for text in edit_words()[name])


def pointed_at(said: tuple[str, ...], nouns: frozenset[tuple[str, ...]]) -> bool:
    """Is it "that" and one of the nouns: "that manager", "the same account"?"""
    return any(said[: len(first)] == first and said[len(first) :] in nouns for first in edit_phrases("pointing"))


@cache
def kind_words() -> Mapping[tuple[str, ...], frozenset[str]]:
    """Words that point back at one kind of thing, and the models of that kind."""
    return {phrase(text): frozenset(models) for text, models in edit_words()["kinds"].items()}


def rows_in_order(goal: Goal) -> Mapping[tuple[str, ...], Node]:
    """The rows of an ordered answer, by the words for their places: "the second one" of the largest deals."""
    if not isinstance(goal, Table) or not isinstance(goal.node, Set) or goal.node.ranked is not None:
        return {}
    node, order = goal.node, goal.order
    if order is None or order.per is not None or order.skip:
        return {}
    said = [phrase(text) for text in edit_words()["places"]][: order.first]
    return {words: replace(node, ranked=replace(order, first=1, skip=place)) for place, words in enumerate(said)}


def of_kind(goal: Goal, models: frozenset[str]) -> Node | None:
    """What "that account" points at: what the last answer was about where it is one, else the one account that was named."""
    about = goal.node if isinstance(goal, Table) else subject(goal)
    if about is not None and about.model in models:
        return about
    found = [n for n in dict.fromkeys(mentions(goal)) if n.model in models]
    return found[0] if len(found) == 1 else None


def subject(goal: Goal) -> Node | None:
    """What the last answer was about: the members that were listed, counted or shown."""
    if isinstance(goal, Groups) and goal.order is not None:
        return None                     # the first groups, or what they are made of?
    if isinstance(goal, Figures | Groups):
        return goal.measures[0].of if len({m.of for m in goal.measures}) == 1 else None
    if isinstance(goal, Table) and goal.order is not None and goal.order.first is not None and isinstance(goal.node, Set):
        return replace(goal.node, ranked=goal.order)
    if isinstance(goal, Table) and goal.columns == _WHERE:
        return _who_is_there(goal.node)
    return (isinstance(goal, Exists) and thing_of(goal.node)) or goal.node


def figure_told(known: Catalogue, goal: Goal) -> Measure | None:
    """The one figure of the last answer. Of what was shown of several one by one the sum, if it is their size, else the average."""
    if isinstance(goal, Figures | Groups):
        return goal.measures[0] if len(goal.measures) == 1 else None
    if not isinstance(goal, Show) or known.field(goal.field).kind not in ("money", "quantity", "number"):
        return None
    is_size = goal.field == f"{goal.node.model}.{known.models[goal.node.model].size}"
    return Measure(goal.node, "sum" if is_size else "average", goal.field, unit=goal.unit)


_WHERE = (Column("hris/Location.city"),)


def _who_is_there(places: Node) -> Node:
    """"Where are my reports based?" is asked of them, not of the places."""
    link = next(iter(places.links)) if isinstance(places, Set) and len(places.links) == 1 and not places.where else None
    return link.source if link is not None and link.relation == "hris/Employee.work_location" and not link.to_source else places


def person(known: Catalogue, goal: Goal) -> Node | None:
    """The one person of the last question: whom "she" may mean where the answer was about something else. Of "where is Ben's boss?", the boss."""
    named = [n for n in mentions(goal) if n.model in _PEOPLE]
    about = subject(goal)
    nearest = next((n for n in nodes(goal) if n != about and n.model in _PEOPLE and is_single(known, n)), None)
    return nearest if len(named) == 1 else None


def one_person(known: Catalogue, goal: Goal, *, adds: bool, told_asker: bool) -> tuple[Node, ...]:
    """Whom "she" may mean: whom the last answer was about, or the one person of its question where that was of several, of a thing, or who asks.

    `adds`: the question begins with "and"; then either may still be spoken of.
    """
    about, named = subject(goal), person(known, goal)
    is_asker = told_asker or isinstance(about, Me)
    if about is None or is_asker or not _may_be_person(known, about) or (named is not None and _are_several(known, about)):
        return (named,) if named is not None else ()
    return (about, named) if adds and named not in (None, about) else (about,)


def _may_be_person(known: Catalogue, node: Node) -> bool:
    """A person, or a name that nothing is known by yet."""
    return node.model == ANY_MODEL or known.models[node.model].is_person


def _are_several(known: Catalogue, node: Node) -> bool:
    """Those whom something has any number of: who reports to Ana; several rows of an answer."""
    return are_several(node) or (isinstance(node, Set) and node.ranked is None and any(
        k.to_source or known.relation(k.relation).many for k in node.links if k.relation != "hub"))


def may_be_it(known: Catalogue, node: Node | None) -> bool:
    """Nobody is "it", but a team is, whose people are meant."""
    is_unit = isinstance(node, Set) and (MY_TEAM in node.where or any(link.source.model in UNITS for link in node.links))
    return is_unit or node is None or node.model not in known.models or not known.models[node.model].is_person


def sole_company(goal: Goal) -> Named | None:
    """The one company of which a figure or a field was asked, and nothing else by name: whom "they" may mean in the same sentence."""
    named = mentions(goal)
    return named[0] if isinstance(goal, Figures | Show) and len(named) == 1 and named[0].model in _FIRMS else None


def leaves_out(said: tuple[str, ...]) -> bool:
    """Does it begin with what leaves something out of what was asked before: "without the Lisbon people"?"""
    return any(said[: len(words)] == words for words in edit_phrases("leaving"))


def goes_on(question: str) -> bool:
    """Does a question go on from the one before ("and in Berlin?", "just Pune"), or begin anew?"""
    said = tuple(t.plain for t in tokens(question))
    begins = any(said[: len(cue)] == cue for cue in edit_phrases("cues") if cue not in _NO_BEGINNING)
    goes = begins or leaves_out(said) or len(said) <= 2
    return goes or any(said[i : i + len(word)] == word for word in (*edit_phrases("back"), *kind_words()) for i in range(min(3, len(said))))


def points_back(question: str) -> bool:
    """Does a question go on from the one before, or has it words anywhere that point back at it: "how many of those are late"?"""
    said = tuple(t.plain for t in tokens(question))
    pointing = edit_phrases("back") - edit_phrases("single")            # "that" may join clauses
    return goes_on(question) or any(holds(said, word) for word in (*pointing, *kind_words()))


_NO_BEGINNING = frozenset(phrase(text) for text in (
    "show", "list", "give me", "please", "can you", "could you", "thanks", "thank you", "ok", "okay", "great",
))
