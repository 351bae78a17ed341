"""Rules for whole questions about single things: what a text says, which one it is, where, when and who."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue, Model, Relation
from agent.plan.algebra import Card, Column, Link, Named, Names, Node, Set, Show, Summary, Table, Where
from agent.query.operations.columns import column_for
from agent.understand.grammar.items import (
    Ask,
    Item,
    Located,
    Shown,
    Spoken,
    Wanted,
    WantedField,
    Word,
    is_bare,
    typed,
)
from agent.understand.grammar.productions.gaps import AUXILIARY, Gap
from agent.understand.grammar.productions.lookup import node_of, reach

# ---------------------------------------------------------------- whole questions


def summary(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"summarise X", "what is X about", "what did the note on X say"."""
    for word, thing, allowed in ((left, right, AUXILIARY | {"of", "about", "on"}), (right, left, AUXILIARY)):
        if not (isinstance(word.value, Word) and word.value.kind == "summ") or not gap.within(allowed):
            continue
        behind = ("what_phrases", "afterwards", *(["verbs"] if gap.stop and not gap.words else []))
        if word.value.target not in (("verbs", "what_phrases") if word is left else behind):
            continue
        for made in _summaries_of(known, thing):
            yield thing.grown(made, word, gap.mask, complete=True)


def _summaries_of(known: Catalogue, thing: Item) -> Iterator[Names | Summary | Table]:
    node = thing.value.node if isinstance(thing.value, Spoken) else node_of(thing)
    if isinstance(node, Named):
        same = (typed(known, node, m.id) for m in known.models.values() if m.texts)
        yield from (Summary(n) for n in same if n is not None)
    elif isinstance(node, Set) and known.models[node.model].texts:
        yield Summary(node)
    elif isinstance(node, Set) and not known.models[node.model].name and not is_bare(node):
        yield from listed(known, node)  # what scorecards say are their fields


def wanted(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"which company", "what team"."""
    if not (isinstance(left.value, Word) and left.value.kind == "focus" and left.value.target == "what") or gap.words:
        return
    if is_bare(right.value) and isinstance(right.value, Set):
        yield left.grown(Wanted("what", right.value.model), right, gap.mask)
    if isinstance(right.value, Word) and right.value.kind == "rel":
        relation = known.relation(right.value.target)
        made = left.grown(Wanted("what", relation.to, relation.id), right, gap.mask)
        yield made.saying(f"plural:{relation.to}", right.cover) if right.value.detail else made
    if isinstance(right.value, Ask) and not right.value.needs and not right.value.where:
        yield left.grown(WantedField(right.value.field), right, gap.mask)


def wanted_of(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"which company does X work for", "which team is X in"."""
    if not isinstance(left.value, Wanted) or not gap.within(AUXILIARY | {"for"}) or (node := node_of(right)) is None:
        return
    want = left.value
    if not gap.words and isinstance(node, Set) and not any(e.startswith(("plural:", "forward:", "backward:")) for e, _ in left.said | right.said):
        return                          # "which supplier bills are overdue" asks for bills
    if want.model == node.model and isinstance(node, Set) and not is_bare(node):
        yield left.grown(Names(node, known.models[want.model].label), right, gap.mask, complete=True)
        return
    for relation in _relations_to(known, node, want):
        source = typed(known, node, relation.model)
        if source is not None and not is_bare(source):
            where = frozenset(Where(f"{relation.to}.{name}", value) for name, value in relation.where.items())
            made = Set(relation.to, frozenset({Link(relation.id, False, source)}), where)
            yield left.grown(Names(made, known.models[want.model].label), right, gap.mask, complete=True, stranded=True)


def _relations_to(known: Catalogue, node: Node, want: Wanted) -> Iterator[Relation]:
    if want.relation:
        yield known.relation(want.relation)
        return
    for relation in known.models[node.model].relations.values() if node.model in known.models else ():
        if relation.to == want.model and relation.default:
            yield relation


def focus_on(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """A question word and what it asks about: the types must agree."""
    if not (isinstance(left.value, Word) and left.value.kind == "focus") or not gap.within(AUXILIARY):
        return
    value, focus = right.value, left.value.target
    if focus == "list":
        yield from _list(known, left, right, gap)
    elif isinstance(value, Shown) and _focus_fits(known, focus, value):
        yield left.grown(replace(value, needs=""), right, gap.mask, complete=True)
    elif isinstance(value, Located) and focus == "where":
        yield left.grown(_place_of(known, value.node), right, gap.mask, complete=True)
    elif isinstance(value, Summary) and focus == "what":
        yield left.grown(value, right, gap.mask, complete=True)
    elif isinstance(value, Spoken) and value.node.newest:
        yield from _on_spoken(known, left, right, gap)
    elif isinstance(value, Named | Set) and (not is_bare(value) or (focus == "what" and (right.says("idle") or right.says("ours")))):
        yield from _focus_on_node(known, left, right, gap)


def _on_spoken(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"what did we last discuss with Acme", "when did we last talk to Acme"."""
    assert isinstance(left.value, Word) and isinstance(right.value, Spoken)
    node = right.value.node
    time = known.models[node.model].time
    if left.value.target == "what":
        yield left.grown(Summary(node), right, gap.mask, complete=True)
    elif left.value.target == "when" and time:
        yield left.grown(Shown(Show(node, f"{node.model}.{time}")), right, gap.mask, complete=True).saying(f"field:{node.model}.{time}", left.cover)


def _list(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"list my reports", "show the open jobs", "list the teams", "show me Bill's e-mail"."""
    if isinstance(right.value, Shown) and not right.value.needs:
        yield left.grown(right.value, right, gap.mask, complete=True)
    elif isinstance(right.value, Set):
        for goal in listed(known, right.value):
            yield left.grown(goal, right, gap.mask, complete=True)


def _place_of(known: Catalogue, node: Set) -> Names | Table:
    """Where somebody is: the place, and its city where it has one."""
    if "city" in known.models[node.model].fields:
        return Table(node, (Column(f"{node.model}.city"),), label="work location")
    return Names(node, "work location")


def _focus_fits(known: Catalogue, focus: str, shown: Shown) -> bool:
    kind = known.field(shown.goal.field).kind
    if shown.needs == "what" and kind == "quantity":
        return focus == "how_much"                      # "how long has Ana been here"; "which invoices are overdue" asks for the invoices
    if shown.needs and shown.needs != focus and (shown.needs, focus) != ("what", "how_much"):
        return False
    fits = {"when": ("date", "datetime"), "how_much": ("quantity", "money", "number"), "where": (), "who": ()}
    return focus == "what" or kind in fits.get(focus, ())


def _focus_on_node(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    node, focus = right.value, left.value.target if isinstance(left.value, Word) else ""
    if not isinstance(node, Named | Set):
        return
    if focus == "who" and gap.words == ("is",) and isinstance(node, Set) and not node.links and not right.says(f"plural:{node.model}"):
        return                              # "who is the manager": of whom?
    model = known.models.get(node.model)
    if focus == "when":
        yield from (left.grown(told, right, gap.mask, complete=True) for told in _when(known, node))
    elif focus == "where" and model is not None and isinstance(node, Named):
        for relation in (r for r in model.relations.values() if r.place):
            there = Set(relation.to, frozenset({Link(relation.id, False, node)}))
            yield left.grown(_place_of(known, there), right, gap.mask, complete=True).saying(f"rel:{relation.id}", left.cover)
    elif (focus == "who" and (model is None or model.is_person or node.model == "crm/Account")) or (focus == "what" and model is not None):
        for goal in _who(known, node):
            yield left.grown(goal, right, gap.mask, complete=True)


def _when(known: Catalogue, node: Named | Set) -> Iterator[Shown | Names | Summary | Table]:
    """When the newest or the first of an order was; of what is told by its days anyway ("Ana's pending leave"), all of them."""
    model = known.models.get(node.model)
    if model is None or not isinstance(node, Set):
        return
    if node.ranked is not None and model.period:
        yield Shown(Show(node, f"{node.model}.{model.period}"))
    elif node.newest and model.time:
        yield Shown(Show(node, f"{node.model}.{model.time}"))
    elif not model.name and model.period in model.card and not node.newest:
        yield from listed(known, node)


def _who(known: Catalogue, node: Named | Set) -> Iterator[Card | Names | Summary | Table]:
    if isinstance(node, Set):
        yield from listed(known, node)
    else:
        yield Card(node)


def listed(known: Catalogue, node: Set) -> Iterator[Names | Summary | Table]:
    """The members by name; what has none, by what one sees of it; of texts, what the newest says."""
    model = known.models[node.model]
    if model.name:
        yield Names(node, result_label(known, node))
    elif node.newest and model.texts:
        yield Summary(node)
    elif model.card:
        yield Table(node, card_columns(known, model), label=model.label)


def card_columns(known: Catalogue, model: Model) -> tuple[Column, ...]:
    """What one sees of each thing of a model in a list."""
    return tuple(column_for(known, model, name) for name in model.card)


def result_label(known: Catalogue, node: Set) -> str:
    """What to call the members: the word of the relation that led to them, else the model's own."""
    labels = [known.relation(k.relation).words for k in node.links if not k.to_source and k.relation != "hub"]
    return labels[0][0] if labels and labels[0] else known.models[node.model].label


def wanted_field_of(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"what industry is X in"."""
    if isinstance(left.value, WantedField) and gap.within(AUXILIARY | {"for"}):
        for node, cost in reach(known, right, left.value.field.partition(".")[0]):
            shown = Shown(Show(node, left.value.field))
            yield left.grown(shown, right, gap.mask, complete=True, stranded=True, cost=left.cost + right.cost + cost)


def afterthought(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"…, in short"."""
    word = right.value
    if isinstance(left.value, Summary) and isinstance(word, Word) and word.kind == "summ" and word.target == "afterwards" and not gap.words:
        yield left.grown(left.value, right, gap.mask, complete=True)


def wanted_place(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"which city" + "does X work (in)", "which office" + "does X work (in)": that of where X is, or the place itself."""
    if isinstance(left.value, Wanted) and isinstance(right.value, Located) and left.value.model == right.value.node.model and gap.within(AUXILIARY):
        node = right.value.node
        yield left.grown(Names(node, known.models[node.model].label), right, gap.mask, complete=True, stranded=True)
    if isinstance(left.value, WantedField) and isinstance(right.value, Located) and gap.within(AUXILIARY):
        node = right.value.node
        if left.value.field.startswith(f"{node.model}."):
            yield left.grown(Shown(Show(node, left.value.field)), right, gap.mask, complete=True, stranded=True)
