"""Titles and names that are near the words of a condition that nothing meets: told beside the answer that there is none, never in its place.

Near is a word of the same stem ("driver" for "drives"), one that a slip of the hand makes of it, or the beginning of one ("sonnen" of
"Sonnenhof"); then what holds one of the words in the text that everybody may search it by, or means nearly the same there, where there is a model
for meanings. Only what the asker may know of is told.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from rapidfuzz.distance import OSA

from agent.access.gate import named
from agent.answer import Visible
from agent.catalogue import Catalogue
from agent.errors import Declined
from agent.plan.algebra import Condition, Either, Node, Set, Where, parts
from agent.query.operations.members import select
from agent.query.operations.node_records import RecordsByNode
from agent.question.context import QuestionContext
from agent.question.meaning import meaning_of
from kg.errors import GraphTooSlow, GraphUnavailable
from kg.rows import merge_id_of
from kg.texts import find_texts
from memory.recall.terms import stem, terms, words

MOST = 3
_ALIKE = 0.75                           # of 1: two words as alike as "dimer" and "dimmer"
_SHORTEST = 4                           # letters of a word of which another can be a slip


def sought_in(catalogue: Catalogue, node: Node) -> Sequence[Condition]:
    """The conditions of a set on words of its names, titles and texts, or of one of several of these."""
    held = sorted(node.where, key=repr) if isinstance(node, Set) else ()
    return [condition for condition in held if _is_search(catalogue, condition)]


def _is_search(catalogue: Catalogue, condition: object) -> bool:
    if isinstance(condition, Either):
        return all(_is_search(catalogue, one) for one in condition.of)
    if not isinstance(condition, Where) or condition.op != "contains":
        return False
    field = catalogue.field(condition.field)
    return catalogue.is_prose(field) or field.path in catalogue.models[field.model].name


def have_forms(catalogue: Catalogue, sought: Sequence[Condition]) -> bool:
    """Are the words met in all their forms? Those of names stand as they are."""
    return any(catalogue.is_prose(catalogue.field(part.field)) for condition in sought for part in parts(condition) if isinstance(part, Where))


def sought_words(sought: Sequence[Condition]) -> tuple[str, ...]:
    """What is looked for, each text once."""
    return tuple(dict.fromkeys(str(part.value) for condition in sought for part in parts(condition) if isinstance(part, Where)))


def near_titles(context: QuestionContext, node: Set, sought: Sequence[Condition], found: RecordsByNode) -> tuple[Visible, ...]:
    """What those are called that meet all else of a set and whose names, then whose texts, are near the words that are sought, the nearest first."""
    wanted = {word for text in sought_words(sought) for word in content_words(text)}
    titles = _titles(context, replace(node, where=node.where - set(sought), newest=False, ranked=None), found)
    near = {title: nearness(wanted, content_words(title)) for title in titles.values()}
    by_title = sorted((title for title in near if near[title] > 0), key=lambda title: (-near[title], title))
    by_text = (titles[merge_id_of(key)] for key in _found_by_text(context, sought, wanted) if merge_id_of(key) in titles)
    return tuple(dict.fromkeys((*by_title, *by_text)))[:MOST]


def _titles(context: QuestionContext, node: Set, found: RecordsByNode) -> Mapping[str, Visible]:
    """The names of a set's members by their ids; none where the asker may not know of them, or they could not be read: no answer hangs on these."""
    try:
        return named(context, context.catalogue.models[node.model], select(context, node, found).records)
    except Declined:
        return {}


def _found_by_text(context: QuestionContext, sought: Sequence[Condition], wanted: Collection[str]) -> Sequence[str]:
    """Keys of what has one of the words in its texts in the graph, or their meaning, the likeliest first; there are such texts of class A alone."""
    fields = [context.catalogue.field(part.field) for condition in sought for part in parts(condition) if isinstance(part, Where)]
    if not any(field.privacy == "A" and context.catalogue.is_prose(field) for field in fields):
        return ()
    meant = meaning_of(context, " ".join(sought_words(sought)))
    context.graph_queries.add(1 if meant is None else 2)
    try:
        return [piece.entity for piece in find_texts(context.graph, context.tenant, " ".join(sorted(wanted)), meant=meant)]
    except (GraphUnavailable, GraphTooSlow):
        return ()


def content_words(text: str) -> Collection[str]:
    """The words of a text without the small ones."""
    kept = frozenset(terms(text))
    return [word for word in words(text) if stem(word) in kept]


def nearness(wanted: Collection[str], there: Collection[str]) -> float:
    """How many of the words are near one of the others, and how near: 1 for each of the same stem."""
    return sum(max((_likeness(word, other) for other in there), default=0.0) for word in wanted)


def _likeness(one: str, other: str) -> float:
    """How alike two words are, of 1; 0 for two that have nothing to do with each other."""
    if stem(one) == stem(other):
        return 1.0
    if len(one) >= _SHORTEST and other.startswith(one):
        return _ALIKE
    return OSA.normalized_similarity(one, other, score_cutoff=_ALIKE) if min(len(one), len(other)) >= _SHORTEST else 0.0
