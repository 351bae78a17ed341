"""Questions for a yes or a no: is there any, and is this one so. The verb that the question begins with says which.

As with the rules, what was so before is not known: past verbs take only what has a time of its own. "Are the tickets closed?" asks of all of
them, which no goal can say.
"""

from collections.abc import Iterator

from agent.language import Token
from agent.plan import Condition, Exists, Link, Set, same_as, thing_of
from agent.react import shape
from agent.react.heard import Heard, Hearing, Made, before, ends
from agent.react.quotes import Quotes, Unfounded
from agent.react.things import condition, restricted, thing
from agent.rules.evidence import Evidence
from agent.rules.grammar.whether import PAST, is_one, is_timed
from agent.rules.paths import is_bare

_HAVING = frozenset({"have", "has", "got"})
_TAGS = frozenset({"there", "some", "any", "one", "it", "them", "that", "those", "this"})
_LISTING = frozenset({"list"})


def whether(hearing: Hearing, plan: shape.Plan) -> Made:
    """A yes or a no. Raises Unfounded."""
    if plan.thing is None or plan.figures or plan.keys or plan.columns or plan.order is not None:
        raise Unfounded("whether has a thing, and in `holds` what is asked of it; nothing else.")
    verb = opening(hearing)
    if verb is None or asks(hearing):
        raise Unfounded("The question does not want a yes or a no.")
    node = thing(hearing, plan.thing)
    made = _held(hearing, node, plan.holds, verb) if plan.holds else _any(hearing, node, verb)
    hearing.quotes.claim("exists", verb.cover)
    return made


def check_whether(hearing: Hearing, plan: shape.Plan, small: tuple[Evidence, ...]) -> None:
    """A question that begins with "is" or "do we have" wants a yes or a no, and quotes that; no other does. Raises Unfounded."""
    verb = opening(hearing)
    if plan.kind == "whether" and not wants_them(hearing):
        if verb is None or not any(e.meaning.kind == "whether" and e.first == verb.first for e in small):
            raise Unfounded("The verb that the question begins with says something else in this plan.")
        if any(e.meaning.kind == "all" and e.meaning.target != "any" for e in small):
            raise Unfounded("Whether something holds of all cannot be asked; only whether there is any, or whether one thing is so.")
    elif verb is not None and not asks(hearing):
        raise Unfounded(f"The question begins with “{verb.text}”: it wants a yes or a no, which is a plan of the kind whether.")


def opening(hearing: Hearing) -> Evidence | None:
    """The verb that a question for a yes or a no begins with, the longest; None where it begins otherwise."""
    found = [e for e in hearing.quotes.evidence if e.meaning.kind == "whether" and not is_tag(hearing.quotes, e)]
    return max(found, key=lambda e: (e.meaning.target == "there", e.last - e.first), default=None)


def is_tag(quotes: Quotes, verb: Evidence) -> bool:
    """Does it stand behind all that is asked of: "…, is there some?", "…, do you have them?"."""
    is_last = all(t.plain in _TAGS or quotes.is_small(i) for i, t in enumerate(quotes.tokens) if i >= verb.last)
    return is_last and verb.first > 0 and quotes.is_parted(verb.first)


def wants_them(hearing: Hearing) -> bool:
    """Are the things themselves wanted: "any bugs that nobody owns?", "leave to be approved, is there some?"."""
    tags = (e for e in hearing.quotes.evidence if e.meaning.kind == "whether" and is_tag(hearing.quotes, e))
    return hearing.quotes.begins_with("any") or (opening(hearing) is None and any(True for _ in tags))


def asks(hearing: Hearing) -> bool:
    """Does another word ask for something else: who, which, how many?"""
    return any(_is_question(hearing, e) for e in hearing.quotes.evidence if e.meaning.kind in ("focus", "count"))


def _is_question(hearing: Hearing, word: Evidence) -> bool:
    """Not "who" behind the noun that it tells more of."""
    nouns = (e for e in hearing.quotes.evidence if e.meaning.kind in ("noun", "name", "rel"))
    return word.meaning.target in _LISTING or not any(e.last == word.first for e in nouns)


# ---------------------------------------------------------------- is there any


def _any(hearing: Hearing, node: Heard, verb: Evidence) -> Made:
    made = node.part
    if not isinstance(made, Set) or is_bare(made) or made.newest or thing_of(made) is not None:
        raise Unfounded("Whether there is any is asked of a set with conditions; of one thing, put in `holds` what is asked of it.")
    owned = _is_had(hearing, node, verb)
    if not (verb.meaning.target == "there" or owned or _is_any(hearing, node)):
        raise Unfounded("No word asks for any of them; of all of them it cannot be asked.")
    is_now = verb.meaning.target == "has" and owned
    if verb.meaning.target in PAST | {"has"} and not is_now and not is_timed(hearing.catalogue, made.where, ""):
        raise Unfounded("How it was is not known; only what has a time of its own can be asked for.")
    return Made(Exists(made), (node,), node)


def _is_any(hearing: Hearing, node: Heard) -> bool:
    """"any" right before the noun and what describes it, or "anybody"."""
    if any(e.meaning.detail == "anyone" for e in node.evidence):
        return True
    noun = ends(node.own)[0]
    inner = [ends(h.cover)[0] for each in node.inside for h in each.everything() if isinstance(h.part, Set) and h.own]
    words = (e for e in hearing.quotes.evidence if e.meaning.kind == "all" and e.meaning.target == "any")
    return any(e.last <= noun and not any(e.last <= place < noun for place in inner) for e in words)


def _is_had(hearing: Hearing, node: Heard, verb: Evidence) -> bool:
    """"does Juniper have open tickets": the one thing that has them stands between the verb and "have"."""
    tokens = hearing.quotes.tokens
    said = {place for place, token in enumerate(tokens) if token.plain in _HAVING and place >= verb.first}
    owners = [h for limit in node.inside if limit.kind == "tied" and not limit.own for h in limit.inside if is_one(hearing.catalogue, h.part)]
    return any(verb.last <= ends(o.cover)[0] and before(o.cover, node.own) and _has_between(tokens, said, verb, o, node) for o in owners)


def _has_between(tokens: tuple[Token, ...], said: set[int], verb: Evidence, owner: Heard, node: Heard) -> bool:
    """"does" wants its "have" behind the owner, "has" is one itself."""
    return verb.meaning.target == "has" or any(ends(owner.cover)[1] < place < ends(node.own)[0] for place in said)


# ---------------------------------------------------------------- is this one so


def _held(hearing: Hearing, node: Heard, holds: list[shape.Condition], verb: Evidence) -> Made:
    """Whether conditions hold of one thing, which stands before them."""
    if not is_one(hearing.catalogue, node.part) or verb.meaning.target == "there" or node.model not in hearing.catalogue.models:
        raise Unfounded("`holds` is asked of one thing: a name, the asker, or what either has one of.")
    each = [condition(hearing, node.model, one, has_noun=False) for one in holds]
    if not all(before(node.cover, one.cover) for one in each):
        raise Unfounded("What is asked of a thing follows it.")
    made = restricted(hearing, Set(node.model), each)
    if verb.meaning.target in PAST | {"has"} and not all(_is_timed(hearing, c) for c in _conditions(made)):
        raise Unfounded("How it was is not known; only what has a time of its own can be asked for.")
    made = Set(made.model, made.links | {same_as(node.part)}, made.where)
    heard = Heard(made, 0, (node, *each), node.model)
    return Made(Exists(made), (heard,), heard)


def _conditions(node: Set) -> Iterator[Condition]:
    yield from node.links
    yield from node.where


def _is_timed(hearing: Hearing, condition: Condition) -> bool:
    return not isinstance(condition, Link) and is_timed(hearing.catalogue, frozenset({condition}), "")
