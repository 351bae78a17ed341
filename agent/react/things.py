"""Things and conditions of a proposal, held against the words that it quotes for them.

The words give the values: which name, number, time and comparison, whether something is negated, which way round a relation goes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from agent.catalogue import Model
from agent.plan import ANY_MODEL, Either, Has, Is, Link, Me, Measure, Named, Not, Set, Tally, Union, same_as
from agent.react import shape
from agent.react.heard import POINTED, Faults, Heard, Hearing, all_of, before
from agent.react.pieces import bounds_of, check_nearest_name, lifted, some
from agent.react.quotes import NOTHING, Fits, Quoted, Unfounded, means
from agent.react.relations import by_default, by_words, check_object, check_subject, is_word_of, noun_of, only_ties
from agent.react.sentence import mask_of, union
from agent.react.single import AMOUNTS, has_value, is_compared, is_in_period, is_so
from agent.rules.evidence import Evidence
from agent.rules.grammar.limits import excluded, tested
from agent.rules.grammar.negated import opposite
from agent.rules.paths import between
from agent.rules.seeds import seed

ANYBODY = frozenset({"who", "anyone"})

# ---------------------------------------------------------------- things


def thing(hearing: Hearing, said: shape.Thing, *, led_to: bool = False) -> Heard:
    """A thing of a proposal. `led_to`: words of a relation say already what it is. Raises Unfounded."""
    return _THINGS[said.kind](hearing, said, led_to)


def _me(hearing: Hearing, said: shape.Thing, _: bool) -> Heard:
    found = hearing.quotes.find(said.said, means("me"), "the asker")
    return Heard(Me(), found.cover, model=Me().model, evidence=found.evidence)


def _name(hearing: Hearing, said: shape.Thing, _: bool) -> Heard:
    def fits(e: Evidence) -> bool:
        is_kind = e.meaning.kind == "noun" and e.meaning.target == said.model and e.meaning.detail in ("", "plural")
        return is_kind or (e.meaning.kind == "name" and (e.meaning.target in (said.model, ANY_MODEL) or not said.model))

    found = hearing.quotes.exact(some(said.said, "a name"), fits, f"a {said.model or 'thing'} of that name")
    names = [e for e in found.evidence if e.meaning.kind == "name"]
    if len(names) != 1 or not _stand_together(found.evidence):
        raise Unfounded(f"“{' '.join(said.said)}” is not one name, with its noun beside it at most; several names go together.")
    one = names[0]
    model = said.model if one.meaning.target == ANY_MODEL and said.model in hearing.catalogue.models else one.meaning.target
    return Heard(Named(model, one.text), found.cover, model=model, evidence=found.evidence)


def _stand_together(pieces: Sequence[Evidence]) -> bool:
    """"the Editor squad", "project Atlas": nothing between a name and its noun."""
    inner = sorted(pieces, key=lambda e: e.first)
    return len(inner) <= 2 and all(a.last == b.first for a, b in pairwise(inner))


def _back(hearing: Hearing, said: shape.Thing, _: bool) -> Heard:
    found = hearing.quotes.find(said.said, means("back"), "what the last answer was about")
    node = found.evidence[0].value
    conditions = [condition(hearing, found.evidence[0].meaning.target, c, has_noun=True) for c in said.conditions]
    if conditions and not isinstance(node, Set):
        raise Unfounded("Conditions can be put on a set only.")
    made = restricted(hearing, node, conditions) if isinstance(node, Set) else node
    return Heard(made, found.cover, tuple(conditions), found.evidence[0].meaning.target, found.evidence)


def _together(hearing: Hearing, said: shape.Thing, _: bool) -> Heard:
    each = tuple(thing(hearing, one) for one in said.of)
    if len(each) < 2 or len({one.model for one in each}) != 1 or not all(isinstance(one.part, Named) for one in each):
        raise Unfounded("Only two or more names of one model go together.")
    joined = hearing.quotes.joining([one.cover for one in each], {"and", "or", "between"})
    return Heard(Union(each[0].model, frozenset(one.part for one in each)), joined, each, each[0].model)


def _both(_: Hearing, __: shape.Thing, ___: bool) -> Heard:
    raise Unfounded("Only what is tied to things by the words of a relation can be tied to both of them.")


def _set(hearing: Hearing, said: shape.Thing, led_to: bool) -> Heard:
    model = hearing.catalogue.models.get(said.model)
    if model is None:
        raise Unfounded(f"There is no model {said.model!r}.")
    is_noun = means("noun", target=model.id)
    is_quoted = any(not hearing.quotes.says_nothing(quote) for quote in said.said)       # "what" of "what did they close"
    is_relations = led_to or any(c.kind == "tied" and any(c.said) for c in said.conditions)       # "manager" of "Bill's manager"
    faults = Faults()
    if is_quoted and is_relations:
        noun = hearing.quotes.take_or_leave(said.said, is_noun)
    elif is_quoted:
        noun = faults.of(partial(hearing.quotes.take, said.said, is_noun, f"{model.plural} ({model.id})"), NOTHING)
    else:
        noun = hearing.quotes.perhaps(lambda e: is_noun(e) and e.meaning.detail not in ANYBODY)
    noun = noun if noun.cover else hearing.quotes.perhaps(is_noun)
    is_named = any(e.meaning.detail not in ANYBODY for e in noun.evidence)       # "who" says no more than the noun of a relation does
    newest = faults.of(partial(hearing.quotes.take, said.newest, means("newest"), "the newest one"), NOTHING)
    if newest.cover and not (model.time or model.period):
        raise Unfounded(f"{model.id} has no time of its own to be the newest by: write a table with an order by a field.")
    _check_single(hearing, newest)
    read = partial(all_of, [partial(condition, hearing, model.id, c, has_noun=is_named) for c in said.conditions])
    none: tuple[Heard, ...] = ()
    conditions = faults.of(read, none)
    faults.check()
    is_said = noun.cover or led_to or (not model.words and not said.said) or model.by_value or any(_names_rows(c) for c in conditions)
    if not is_said:
        _take_for_granted(hearing, model, conditions)
    made = Set(model.id, newest=bool(newest.cover))
    for piece in noun.evidence:         # "contractors" are people who are contractors
        value = seed(hearing.catalogue, piece).value
        made = replace(made, links=made.links | value.links, where=made.where | value.where) if isinstance(value, Set) else made
    kind = POINTED if not noun.cover and any(hearing.quotes.points(quote) for quote in said.said) else ""
    return Heard(restricted(hearing, made, conditions), noun.cover | newest.cover, tuple(conditions), model.id, noun.evidence, kind)


def _take_for_granted(hearing: Hearing, model: Model, conditions: Sequence[Heard]) -> None:
    """"What's unassigned in Lighthouse?": only the person can tell that tickets are meant. Raises Unfounded where nothing is said of them."""
    cover = union(each.cover for each in conditions)
    if not cover:
        raise Unfounded(f"No word of the question says {model.id}. Quote its noun.")
    hearing.doubt(f"No word says that these are {model.plural}.")
    hearing.quotes.claim(f"model:{model.id}", cover)


def _check_single(hearing: Hearing, newest: Quoted) -> None:
    """"last" is one, "last 3" are the first three of an order. Raises Unfounded."""
    ends_at = {e.last for e in newest.evidence}
    if any(e.first in ends_at or e.last in {n.first for n in newest.evidence} for e in hearing.quotes.evidence if e.meaning.kind == "quantity"):
        raise Unfounded("With a number “last” is an order of a table, and no newest one.")


def _names_rows(condition: Heard) -> bool:
    """Is the set somebody's relation, whose noun says what it is? "the manager of Bill"."""
    is_noun = any(e.meaning.kind in ("rel", "backward") for e in condition.evidence)
    return is_noun and any(isinstance(c, Link) and not c.to_source for c in condition.part)


def restricted(hearing: Hearing, node: Set, conditions: Sequence[Heard]) -> Set:
    """The set with all its conditions. Raises Unfounded where two of them exclude each other or stand for one."""
    for heard in conditions:
        links = frozenset(c for c in heard.part if isinstance(c, Link))
        where = heard.part - links
        if any((k.relation, k.to_source) == (old.relation, old.to_source) != ("hub", False) for k in links for old in node.links):
            raise Unfounded("Two conditions walk the same relation. Put names together in one thing.")
        if heard.part & (node.links | node.where) or excluded(hearing.catalogue, node.where, where):
            raise Unfounded("Two conditions of one set say the same, or exclude each other. Of one field one value holds; two are either.")
        node = replace(node, links=node.links | links, where=node.where | where)
    _check_times(hearing, node, conditions)
    return node


def _check_times(hearing: Hearing, node: Set, conditions: Sequence[Heard]) -> None:
    """A period beside a verb belongs to the verb."""
    loose = [c for heard in conditions if heard.kind == "period" and len(heard.evidence) == 1 for c in heard.part]
    for where in loose:
        for named in (c for c in node.where if isinstance(c, Is) and c.period is None):
            time = hearing.catalogue.predicate(named.predicate).time
            if time and f"{node.model}.{time}" != where.field:
                raise Unfounded(f"The period belongs to {named.predicate}: put it there.")


_THINGS: Mapping[str, Callable[[Hearing, shape.Thing, bool], Heard]] = {
    "me": _me, "name": _name, "back": _back, "together": _together, "both": _both, "set": _set,
}


# ---------------------------------------------------------------- conditions


def condition(hearing: Hearing, model: str, said: shape.Condition, *, has_noun: bool) -> Heard:
    """A condition of a proposal on the members of a model: its part is a set of conditions of the plan. Raises Unfounded."""
    return replace(_CONDITIONS[said.kind](hearing, model, said, has_noun), kind=said.kind)


def _tied(hearing: Hearing, model: str, said: shape.Condition, has_noun: bool) -> Heard:
    if said.thing is None:
        raise Unfounded("tied needs a thing.")
    if said.thing.kind == "both":
        return _tied_to_both(hearing, model, said, has_noun=has_noun)
    faults = Faults()
    own = faults.of(partial(_tying_words, hearing, said), NOTHING)
    other = faults.of(partial(thing, hearing, said.thing, led_to=bool(own.evidence or faults.said)), None)
    faults.check()
    assert other is not None            # else there was a fault
    check_object(hearing, own, other.cover)
    if not other.cover:
        raise Unfounded("No word of the question says what it is tied to.")
    if not own.evidence:
        check_nearest_name(hearing, model, other)
        check_subject(hearing, model, other.cover)
    link = by_words(hearing, model, other.part, own, other.cover, has_noun=has_noun) if own.evidence else \
        by_default(hearing, model, other.part, other.cover, said.target)
    return Heard(frozenset({link}), own.cover, (other,), evidence=own.evidence)


def _tying_words(hearing: Hearing, said: shape.Condition) -> Quoted:
    """The words for a relation; without evidence where those that are quoted only tie, or name the kind of what is tied."""
    noun = noun_of(hearing, said)
    if said.said and only_ties(hearing, said):
        hearing.quotes.pass_over_quotes(said.said)
        return NOTHING
    return Quoted((), noun.cover) if noun is not None else _relation_word(hearing, said)


def _relation_word(hearing: Hearing, said: shape.Condition) -> Quoted:
    """The words for a relation, wherever they stand; NOTHING for what is tied without any."""
    if not said.target:
        return NOTHING
    is_word = is_word_of(said.target)
    return hearing.quotes.take(said.said, is_word, f"the relation {said.target}") if said.said else hearing.quotes.perhaps(is_word)


def _tied_to_both(hearing: Hearing, model: str, said: shape.Condition, *, has_noun: bool) -> Heard:
    """"assigned to both Pia and Tomas": to the one and to the other. Without a word for the relation it may be to either of them."""
    assert said.thing is not None       # the caller looked
    own = hearing.quotes.find(said.said, is_word_of(said.target), f"the relation {said.target}")
    each = tuple(thing(hearing, one) for one in said.thing.of)
    joined = hearing.quotes.joining([one.cover for one in each], {"both", "and"})
    if hearing.quotes.plain(joined) != {"both", "and"} or len(each) != 2 or not all(isinstance(one.part, Named) for one in each):
        raise Unfounded("both holds two names, and quotes “both” and the “and” between them.")
    links = frozenset(by_words(hearing, model, one.part, own, one.cover, has_noun=has_noun) for one in each)
    if len(links) != 2 or any(k.relation == "hub" or (k.to_source and not hearing.catalogue.relation(k.relation).many) for k in links):
        raise Unfounded("There is only one of these for each; nothing can be tied to both.")
    return Heard(links, own.cover | joined, each, evidence=own.evidence)


def _not(hearing: Hearing, model: str, said: shape.Condition, has_noun: bool) -> Heard:
    if len(said.of) != 1:
        raise Unfounded("not holds one condition.")
    if said.of[0].kind == "tied" and said.of[0].thing is None:
        return _empty(hearing, model, said, said.of[0])
    inner = _other_than(hearing, model, said.of[0]) or condition(hearing, model, said.of[0], has_noun=has_noun)
    is_negated = any(isinstance(c, Not) for c in inner.part)
    if not said.said and is_negated:
        return inner                    # "unpaid" says it in one word
    word = hearing.quotes.exact(some(said.said, "not"), _negating(hearing, inner), "not")
    if is_negated or len(inner.part) != 1:
        raise Unfounded("This is negated already, or is more than one condition.")
    if not before(word.cover, _negated(hearing, inner)):
        raise Unfounded("What is negated follows its “not”.")
    part = frozenset(opposite(hearing.catalogue, c) for c in inner.part)
    if not before(word.cover, inner.cover):         # it stands within: "created by someone other than Pia"
        return Heard(part, word.cover | inner.own, inner.inside, evidence=(*word.evidence, *inner.evidence))
    return Heard(part, word.cover, (inner,), evidence=word.evidence)


def _other_than(hearing: Hearing, model: str, said: shape.Condition) -> Heard | None:
    """"anyone other than Pia": not Pia herself. None for what is tied by more than being it."""
    if said.kind != "tied" or said.said or said.target or said.thing is None or (said.thing.kind, said.thing.model) != ("name", model):
        return None
    other = thing(hearing, said.thing)
    return Heard(frozenset({same_as(other.part)}), 0, (other,))


def _negating(hearing: Hearing, inner: Heard) -> Fits:
    """A word that negates; "except" does where all that follows it, up to a mark, is what is left out."""
    quotes = hearing.quotes

    def is_last(e: Evidence) -> bool:
        end = next((i for i in range(e.last + 1, len(quotes.tokens)) if quotes.is_parted(i)), len(quotes.tokens))
        return e.meaning.kind == "except" and not mask_of(e.last, end) & quotes.content() & ~inner.cover

    return lambda e: e.meaning.kind in ("not", "lack") or is_last(e)


def _negated(hearing: Hearing, inner: Heard) -> int:
    """The words of which a "not" is said: of what leads to one thing at most, "created by someone other than Pia" is not created by Pia."""
    links = [c for c in inner.part if isinstance(c, Link)]
    is_single = links and all(k.to_source and k.relation != "hub" and not hearing.catalogue.relation(k.relation).many for k in links)
    return inner.inside[0].cover if is_single and inner.inside else inner.cover


def _empty(hearing: Hearing, model: str, said: shape.Condition, tied: shape.Condition) -> Heard:
    """"without a manager": what a record itself leads to nothing by, which is a named condition of every model."""
    relation, _dot, name = tied.target.rpartition(".")
    predicate = f"{relation}.without_{name}"
    if relation != model or all(p.id != predicate for p in hearing.catalogue.predicates()):
        raise Unfounded(f"That {tied.target!r} is empty cannot be asked of {model}. Name the thing that it is tied to.")
    word = hearing.quotes.exact(some(said.said, "without"), means("lack"), "without")
    own = hearing.quotes.find(tied.said, means("rel", target=tied.target), f"the relation {tied.target}")
    if not before(word.cover, own.cover) or any(e.meaning.detail == "plural" for e in own.evidence):
        raise Unfounded("What is lacking follows its “without”, in the singular.")
    hearing.quotes.claim(f"is:{predicate}", word.cover | own.cover)
    return Heard(frozenset({Is(predicate)}), word.cover | own.cover, evidence=(*word.evidence, *own.evidence))


def _either(hearing: Hearing, model: str, said: shape.Condition, has_noun: bool) -> Heard:
    of = _one_model(said.of) or model
    each = tuple(condition(hearing, of, one, has_noun=has_noun) for one in said.of)
    parts = frozenset(c for one in each for c in one.part)
    if len(each) < 2 or any(len(one.part) != 1 for one in each) or any(isinstance(c, Not) for c in parts):
        raise Unfounded("either holds two or more plain conditions.")
    word = hearing.quotes.joining([one.cover for one in each], {"or", "and", "either"})
    fields = {tested(hearing.catalogue, c) for c in parts}
    is_or = "or" in hearing.quotes.plain(word)
    if not is_or and (len(fields) != 1 or fields == {""}):
        raise Unfounded("“and” between conditions of different fields means both of them.")
    return Heard(lifted(hearing, model, of, frozenset({Either(parts)})), word, each)


def _one_model(of: Sequence[shape.Condition]) -> str:
    """The model of values of one field: "in Lisbon or Porto" is one place that is in either."""
    fields = {one.target if one.kind == "value" else "" for one in of}
    return fields.pop().partition(".")[0] if len(fields) == 1 else ""


def _has(hearing: Hearing, model: str, said: shape.Condition, _: bool) -> Heard:
    if said.thing is None or said.thing.kind not in ("set", "name"):
        raise Unfounded("has needs a set or a name.")
    own = hearing.quotes.exact(some(said.said, "how many"), means(*AMOUNTS, "lack"), "how many")
    other = thing(hearing, said.thing)
    if [e.meaning.kind for e in own.evidence] == ["lack"]:
        if not before(own.cover, other.cover):
            raise Unfounded("What is lacking follows its “without”.")
        return Heard(frozenset({Not(_lacked(hearing, model, other))}), own.cover, (other,), evidence=own.evidence)
    bounds, paths = bounds_of(own), between(hearing.catalogue, other.model, model)
    if any(e.meaning.kind == "lack" for e in own.evidence):
        raise Unfounded("There is none of them, or so many: quote the one or the other.")
    if len(bounds) != 1 or bounds[0][1].unit is not None or not isinstance(other.part, Set):
        raise Unfounded("How many of them must be one plain number with a word of comparison.")
    if len(paths) != 1:
        raise Unfounded(f"{other.model} belongs to {model} in {'several ways' if paths else 'no way'} without a word for it.")
    tally = Tally(Measure(other.part, "count"), paths[0][0])
    return Heard(frozenset({Has(tally, *bounds[0])}), own.cover, (other,), evidence=own.evidence)


def _lacked(hearing: Hearing, model: str, other: Heard) -> Link:
    """The link of which there must be none. All of a kind may be lacking: "accounts without deals"."""
    node = other.part
    if isinstance(node, Set) and not node.links and not node.where:
        paths = between(hearing.catalogue, model, node.model)
        if len(paths) != 1 or len(paths[0][0]) != 1:
            raise Unfounded(f"{model} and {node.model} are not tied in one way.")
        step = paths[0][0][0]
        return Link(step.relation, step.relation != "hub" and not step.inverse, node)
    return by_default(hearing, model, node, other.cover)


_CONDITIONS: Mapping[str, Callable[[Hearing, str, shape.Condition, bool], Heard]] = {
    "is": is_so, "value": has_value, "compared": is_compared, "period": is_in_period, "tied": _tied, "not": _not, "either": _either, "has": _has,
}
