"""What ties a set to another thing: the relation whose words were quoted, walked the way that the words stand; else the default way, if it is one."""

from collections.abc import Iterable

from agent.catalogue import Catalogue, Relation
from agent.language import words
from agent.plan import Link, Me, Named, Node, Set
from agent.react import shape
from agent.react.heard import Hearing, before, ends
from agent.react.quotes import Fits, Quoted, Unfounded, means
from agent.react.silent import table
from agent.rules.evidence import Evidence
from agent.rules.grammar.holding import POSSESSIVE, ways_to
from agent.rules.items import bare
from agent.rules.paths import PEOPLE, coerced

TYING = frozenset({"belong", "belongs", "belonging", "belonged", "to", "of", "in", "with", "at", "for", "from", "have", "has", "having", "'s", "on",
                   "under", "within", "inside", "into"})
_SAYS = frozenset({"rel", "forward", "backward", "place", "done"})
_OWNERS = frozenset({"my", "our"})
_VERBS = frozenset({"forward", "backward"})
_DONE = frozenset({"forward", "backward", "done"})


def is_word_of(relation: str) -> Fits:
    """Is a piece of evidence a word for this relation?"""
    return lambda e: e.meaning.kind in _SAYS and e.meaning.target == relation


def by_default(hearing: Hearing, model: str, node: Node, where: int, relation: str = "") -> Link:
    """The one way that ties the members to a thing without a word for it. Raises Unfounded for none and for several.

    `where`: the tokens of the thing, before which a preposition may stand; `relation`: which one the proposal means, "" where it leaves it open.
    """
    if bare(node):
        raise Unfounded(f"All of {node.model} restricts nothing; leave it out, or say which of them.")
    found = list(ways_to(hearing.catalogue, model, node, _preposition(hearing, where)))
    cheapest = [link for link, cost in found if cost == min(c for _, c in found)]
    meant = [link for link in cheapest if not relation or relation in _walked(link)]
    if not meant:
        raise Unfounded(f"Nothing ties {model} to {node.model} without a word for it. Quote the words of a relation, or say that it cannot be.")
    if len(set(meant)) > 1:
        raise Unfounded(f"{model} and {node.model} are tied in several ways, and no word says which: ask the person.")
    return meant[0]


def by_words(hearing: Hearing, model: str, node: Node, said: Quoted, where: int, *, has_noun: bool) -> Link:
    """The link that the quoted words of a relation say, the right way round. `has_noun`: the members have a noun of their own."""
    known, evidence = hearing.catalogue, said.evidence[0]
    relation = known.relation(evidence.meaning.target)
    holds = _holds(known, relation, model, node)
    if not holds:
        raise Unfounded(f"{relation.id} ties {relation.model} to {relation.to}; it does not tie {model} to {node.model}.")
    is_before = before(where, said.cover)
    is_whose = _is_possessed(hearing, said.cover, where) or (is_before and _is_owned(hearing, where))
    if evidence.meaning.kind in _DONE and is_before and is_whose:
        raise Unfounded(f"“{evidence.text}” is a noun here, not what somebody does: quote it for the relation that is called so.")
    if len(holds) > 1 and evidence.meaning.kind == "rel" and not (has_noun or is_whose or _is_owned(hearing, where)):
        hearing.doubt(f"It is open which way round “{evidence.text}” is meant.")
    way = holds[0] if len(holds) == 1 else _way_round(evidence, said.cover, where, has_noun=has_noun and not is_whose)
    if way not in holds:
        raise Unfounded(f"“{evidence.text}” stands the other way round in the question.")
    other = _as(known, node, relation.to if way else relation.model)
    assert other is not None            # _holds looked
    link = Link(relation.id, way, other)
    own = relation.model if way else relation.to
    return link if own == model else Link("hub", False, Set(own, frozenset({link})))


def noun_of(hearing: Hearing, said: shape.Condition) -> Quoted | None:
    """"team" of "in the Navigation team", quoted for the relation: it says what is tied, not by what."""
    other = said.thing
    if not said.said or other is None or other.kind != "name" or not other.model or not other.said:
        return None
    quotes, is_noun = hearing.quotes, means("noun", target=other.model)
    names = {place for quote in other.said for place in quotes.places(quote)}
    beside = [e for e in quotes.evidence if is_noun(e) and e.meaning.detail in ("", "plural")
              and any(e.first == last or e.last == first for first, last in names)]
    if any(is_word_of(said.target)(e) for e in quotes.evidence for b in beside if (e.first, e.last) == (b.first, b.last)):
        return None
    words = [place for quote in said.said for place in quotes.places(quote) if not quotes.is_taken(*place)]
    fits = [e for e in beside if any(first <= e.first and e.last <= last for first, last in words)]
    return quotes.take(said.said, lambda e: e in fits, f"the kind of {other.said[0]}") if fits else None


def _light() -> frozenset[str]:
    """Single words that tie things without being a relation's own: "landed in"."""
    return frozenset(word for word, *more in table()["light"] | table()["prepositions"] if not more)


def only_ties(hearing: Hearing, said: shape.Condition) -> bool:
    """"that belong to", "at": no word for any one relation, though the proposal may say which it means."""
    places = [place for quote in said.said for place in hearing.quotes.places(quote)]
    is_word = is_word_of(said.target)
    says = any(first <= e.first and e.last <= last and is_word(e) for first, last in places for e in hearing.quotes.evidence)
    return not said.target or (not says and bool(places) and all((TYING | _light()).issuperset(hearing.quotes.between(*place)) for place in places))


def check_object(hearing: Hearing, said: Quoted, where: int) -> None:
    """Who or what directly follows "reports to" is its object. `where`: the tokens of the thing that is to be tied by it. Raises Unfounded."""
    if not any(e.meaning.kind in _VERBS for e in said.evidence) or not said.cover:
        return
    place = ends(said.cover)[1] + 1
    while place in hearing.quotes.empty:
        place += 1
    objects = (e for e in hearing.quotes.evidence if e.first == place and e.meaning.kind in ("name", "me") and e.how != "unknown")
    if not where >> place & 1 and any(True for _ in objects):
        raise Unfounded(f"“{said.evidence[-1].text}” is said of what follows it.")


def check_subject(hearing: Hearing, model: str, where: int) -> None:
    """Who stands right before "raised" raised it: that is no tie without a word. Raises Unfounded.

    `where`: the tokens of the thing that is to be tied so; behind a preposition it is nobody's subject ("tickets of Ana reported in May").
    """
    place = ends(where)[1] + 1
    verbs = [e for e in hearing.quotes.evidence if e.first == place and e.meaning.kind == "backward" and e.meaning.target.partition(".")[0] == model]
    if verbs and _preposition(hearing, where) not in POSSESSIVE and not hearing.quotes.is_parted(place):
        raise Unfounded(f"“{verbs[0].text}” says what ties it: quote it for {verbs[0].meaning.target}.")


def _holds(known: Catalogue, relation: Relation, model: str, node: Node) -> list[bool]:
    """In which ways the types let a relation tie the two: True where the members hold it."""
    ways = ((True, relation.model, relation.to), (False, relation.to, relation.model))
    fits = [way for way, own, other in ways if _is_same(known, own, model) and _as(known, node, other) is not None]
    exact = [way for way, own, _ in ways if way in fits and own == model]
    return exact or fits


def _is_same(known: Catalogue, own: str, model: str) -> bool:
    """Is it the model, or the same people in another app?"""
    return own == model or (model == PEOPLE and coerced(known, Me(), own) is not None)


def _as(known: Catalogue, node: Node, model: str) -> Node | None:
    """The thing as one of a model; somebody's user in an app is that person."""
    if node.model == model:
        return node
    return coerced(known, node, model) if isinstance(node, Named | Me | Set) else None


def _way_round(evidence: Evidence, verb: int, thing: int, *, has_noun: bool) -> bool:
    """Do the members hold the relation, by where the words stand? "S reports to O": O is the relation of S; "S manages O": S is that of O.

    A noun of the relation is what the members are ("the manager of Bill"), unless they have another ("people with manager Bill").
    """
    follows = before(verb, thing)
    return {"forward": follows, "backward": not follows, "place": True, "rel": has_noun, "done": follows}[evidence.meaning.kind]


def _is_possessed(hearing: Hearing, said: int, thing: int) -> bool:
    """"Bill's manager", "the manager of Bill": the relation's noun is what is asked for, though "who" is said too."""
    tokens = hearing.quotes.tokens
    if before(thing, said):
        return hearing.quotes.between(ends(thing)[1] + 1, ends(thing)[1] + 2) == ("'s",)
    return any(tokens[place].plain == "of" for place in range(ends(said)[1], ends(thing)[0]))


def _is_owned(hearing: Hearing, thing: int) -> bool:
    """"my reports": the word for the asker says whose they are."""
    return bool(hearing.quotes.plain(thing) & _OWNERS)


def _preposition(hearing: Hearing, where: int) -> str:
    """The small word before a thing: "at" in "contacts at Juniper"."""
    place = ends(where)[0] - 1
    while place >= 0 and place in hearing.quotes.empty:
        place -= 1
    word = hearing.quotes.tokens[place].plain if place >= 0 else ""
    return word if word in words().licensed and word != "'s" else ""


def _walked(link: Link) -> Iterable[str]:
    """Every relation on the way of a link."""
    source: object = link
    while isinstance(source, Link):
        yield source.relation
        inner = source.source
        source = next(iter(inner.links)) if isinstance(inner, Set) and len(inner.links) == 1 and not inner.where else None
