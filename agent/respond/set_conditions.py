"""What the members of a set are held to, in the phrase for them: before the noun, as what happened to them, or behind it."""

from dataclasses import replace

from agent.catalogue import Catalogue, Model
from agent.phrasing.comparisons import OPS, number_said
from agent.phrasing.inflection import listed, noun
from agent.phrasing.nouns import model_label
from agent.phrasing.one_thing import is_one
from agent.phrasing.phrases import counted_directly
from agent.plan.algebra import Condition, Either, Has, Is, Link, Measure, Node, Not, Quantity, Set, Where, is_one_thing
from agent.respond.noun_phrase import ARE, DOERS, Things
from agent.respond.restrictions import TRAILING, UNSAID, condition_behind_noun, done_of, kind_of, without, word_before
from agent.respond.set_kinds import is_held_by_others, is_part, is_plural, person_of
from agent.respond.tie_words import relative, tie_said
from agent.respond.within import Within


def held_to(within: Within, made: Things, model: Model, condition: Condition) -> Things:
    """The things with one more condition: before the noun, as what happened to them, or behind it."""
    if isinstance(condition, Is) and _is_unsaid(within.catalogue, condition):
        return made
    kind = kind_of(within.catalogue, model, condition)
    if kind and made.one == model_label(within.catalogue, model):
        return replace(made, one=noun(kind, True), many=noun(kind, False), kind=True)
    if kind and f" {made.one}".endswith(f" {noun(kind, True)}"):             # the question's own "supplier bill" is a bill
        return replace(made, kind=True)
    word = _word_of(within, model, condition)
    if word:
        return replace(made, before=(*made.before, word))
    done = done_of(within.catalogue, model, condition)
    if done and not made.done:
        return replace(made, done=done)
    behind = _not_tied(within, condition) or _having(within, condition) or _behind(within, model, condition)
    is_short = isinstance(condition, Is) and behind.startswith(TRAILING)
    return replace(made, behind=(behind, *made.behind) if is_short else (*made.behind, behind))


def of_parts(within: Within, parts_held: Set) -> list[str]:
    """What is said of a thing by its parts that nobody speaks of: "with job title Rigger"."""
    return sorted(_behind(within, within.catalogue.models[parts_held.model], c) for c in parts_held.where)


def _is_unsaid(catalogue: Catalogue, named: Is) -> bool:
    """Does nobody say it? Nor that applications were applied for, where no time is named."""
    known = catalogue.predicate(named.predicate)
    return named.predicate in UNSAID or (named.period is None and known.by is not None and known.label in DOERS)


def _word_of(within: Within, model: Model, condition: Condition) -> str:
    """The word before the noun for a condition, or for one of several: "open", "Major or Minor"."""
    each = sorted(word_before(within.catalogue, model, c) for c in (condition.of if isinstance(condition, Either) else (condition,)))
    return listed(each, "or") if all(each) else ""


def _having(within: Within, condition: Condition) -> str:
    """How many of something each has: "with overdue invoices", "without open tickets", "with at least 3 tickets". "" for other conditions."""
    has = condition.of if isinstance(condition, Not) else condition
    if not isinstance(has, Has) or has.tally.measure.how != "count" or not isinstance(has.value, Quantity):
        return ""
    number = number_said(has.op, has.value)
    counted = counted_directly(within.catalogue, has.tally) or within.things(has.tally.measure.of).whole(False)
    if number in ("any", "no"):
        return f"{'with' if (number == 'any') == (has is condition) else 'without'} {counted}"
    return f"with {number} {counted}" if has is condition else ""


def _behind(within: Within, model: Model, condition: Condition) -> str:
    """A condition behind the noun; of a figure that is held against another one's, whose that is: "with yearly base pay above that of Ana Ruiz"."""
    known = model.fields.get(condition.field.partition(".")[2]) if isinstance(condition, Where) else None
    if not isinstance(condition, Where) or not isinstance(condition.value, Measure) or known is None or known.kind in ("date", "datetime"):
        return condition_behind_noun(within.context, model, condition)
    held = condition.value
    of = within.things(held.of)
    is_own = held.how == "value" and held.field == condition.field and not of.before and not of.done and all(_is_of(each) for each in of.behind)
    if not is_own or not (of.mine or of.behind):
        return condition_behind_noun(within.context, model, condition)
    return f"with {known.label} {OPS[condition.op]}{' '.join(('that', *of.behind)) if of.behind else 'yours'}"


def _is_of(restriction: str) -> bool:
    return restriction.startswith("of ")


def _not_tied(within: Within, condition: Condition) -> str:
    """That there is no tie to something: "not in Berlin". "" for other conditions."""
    inner = condition.of if isinstance(condition, Not) else None
    if not isinstance(inner, Link):
        return ""
    if inner.relation != "hub" and is_held_by_others(within.context, inner) and is_plural(within.context, inner.source):
        return f"without {within.things(inner.source).whole(False)}"
    if not inner.to_source and inner.relation != "hub":
        return ""
    if inner.relation == "hub":
        who = "who" if within.catalogue.models[inner.source.model].is_person else "that"
        whom = person_of(inner.source)
        if rest := _only_said(within, whom):
            return without(rest) if rest.startswith("with ") else f"{who} {ARE} not {rest}"
        one = whom if isinstance(whom, Set) and is_one(within.catalogue, whom) else None
        among = "" if one is not None or is_one_thing(whom) else "among "
        return f"{who} {ARE} not {among}{(one and within.context.links.led_to.get(one)) or within.definite(whom)}"
    if isinstance(inner.source, Set) and is_part(within.catalogue, inner.relation, inner.source):
        return without(" ".join(of_parts(within, inner.source)))
    said = tie_said(within.catalogue, within.catalogue.relation(inner.relation))
    return f"not {relative(said, within.definite(inner.source))}"


def _only_said(within: Within, node: Node) -> str:
    """The only thing that is said of the members of a set behind their noun: "with invoices", "known in the CRM". "" for others."""
    said = within.things(node) if isinstance(node, Set) else None
    if said is None or len(said.behind) != 1 or said.before or said.done or said.kind or said.mine or said.rank:
        return ""
    return said.behind[0] if said.behind[0].startswith(("with ", "known ")) else ""
