"""What a question asks for: a goal over sets, fields and measures. A planner may only produce these; the executor runs nothing else.

Pure data: no clock, no network, no graph. `agent/question/tasks.py` makes the tasks of a plan from it, `agent/phrasing/goals.py` puts it into words.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from agent.plan.periods import Cycle, Interval, Recurring

ANY_MODEL = "*"                         # a name found nowhere yet: the rule that uses it gives it a model

Op = Literal["=", "!=", "<", "<=", ">", ">=", "in", "contains", "kind", "empty", "filled"]
How = Literal["count", "distinct", "sum", "average", "median", "min", "max", "share", "value"]
Contrast = Literal["", "more", "less", "more by", "less by", "ratio", "share", "change", "which more", "which less"]
Time = Interval | str                   # what times are compared with: a period (`in`), or today, now or a day that is written


@dataclass(frozen=True, slots=True)
class Named:
    """One thing by the words that name it."""

    model: str
    mention: str


@dataclass(frozen=True, slots=True)
class Me:
    """The person who asks."""

    model: str = "hris/Employee"


@dataclass(frozen=True, slots=True)
class Earlier:
    """Records that an earlier answer told in its rows, by reference. `places`: their rows, counted from 1, () for all of them.

    They are read again when they are asked about: of the earlier answer nothing is used but which records they were.
    """

    model: str
    ids: tuple[str, ...]
    places: tuple[int, ...]
    asked: str                          # the question of that answer


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with the unit that was said: days, hours, years, USD …; None where none was said."""

    number: Decimal
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a path, from a model to the next over a relation of the catalogue.

    `relation` is `crm/Account.owner` (`inverse`: walked from the owner to the accounts), or `hub` for the same person or company in another app.
    """

    relation: str
    to: str                             # the model that is reached
    inverse: bool = False


Path = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """What ties a set to another. `to_source`: the members' relation leads to `source`; else the members are its relation.

    `relation` is `crm/Account.owner`, or `hub` for the records of the same person or company in another app. A hub of one model
    is the very same record, see `same_as`.
    """

    relation: str
    to_source: bool
    source: "Node"


@dataclass(frozen=True, slots=True)
class Where:
    """A condition on a field of the members. `in`: an Interval or what is Recurring for times, a tuple of texts for others; `kind`: the
    text is what the value is at heart (a senior welder is a welder); `empty` and `filled` have no value."""

    field: str                          # "hris/TimeOffBalance.policy_type"
    value: "str | bool | Quantity | Interval | Recurring | tuple[str, ...] | Measure | None" = None
    op: Op = "="


@dataclass(frozen=True, slots=True)
class Is:
    """A named condition of the catalogue: "overdue". `period`: only where the time that belongs to it ("fixed in October") lies within."""

    predicate: str                      # "ticketing/Ticket.overdue"
    period: Interval | None = None


@dataclass(frozen=True, slots=True)
class Has:
    """How much of something belongs to each member: "with more than three open tickets"; `= 0` is "without". The first or last time of
    something is compared as a field is: "whose last invoice is of May"."""

    tally: "Tally"
    op: Op
    value: "Quantity | Time | Measure"


@dataclass(frozen=True, slots=True)
class Not:
    """The members for which a condition does not hold; where it cannot be known they are left out, and counted."""

    of: "Condition"


@dataclass(frozen=True, slots=True)
class Either:
    """The members for which at least one of the conditions holds."""

    of: frozenset["Condition"]


@dataclass(frozen=True, slots=True)
class Alike:
    """Two columns of one member that hold the same (`!=`: nothing that is the same): whose manager is in another city. Without a field it is
    the thing itself that is led to."""

    one: "Column"
    other: "Column"
    op: Literal["=", "!="] = "="


def measured_field(measure: "Measure") -> str | None:
    """The field whose values a figure aggregates; of a figure over figures, that of the inner one. None for counts and shares."""
    if measure.each is not None:
        return measured_field(measure.each.measure)
    return measure.field if measure.how != "distinct" else None


def same_as(node: "Node") -> Link:
    """That a member is the thing itself, or one of the members of a node of its model."""
    return Link("hub", True, node)


def thing_of(node: "Node") -> "Node | None":
    """The one thing that a set is held to: of "is Ben a manager?", Ben. None for a set of others."""
    links = node.links if isinstance(node, Set) else frozenset()
    return next((k.source for k in links if k.relation == "hub" and k.source.model == node.model and not are_several(k.source)), None)


def is_one_thing(node: "Node") -> bool:
    """Does it mean one thing by itself: a name, who asks, one row of an earlier answer?"""
    return isinstance(node, Named | Me | Earlier) and not are_several(node)


def are_several(node: "Node") -> bool:
    """Does it point at several rows of an earlier answer?"""
    return isinstance(node, Earlier) and len(node.ids) > 1


Condition = Where | Is | Has | Not | Either | Alike | Link


@dataclass(frozen=True, slots=True)
class Set:
    """The records of one model that meet all links and conditions; `newest`: only the last of them by the model's time.

    `ranked`: only the first ones of them in an order.
    """

    model: str
    links: frozenset[Link] = frozenset()
    where: frozenset[Condition] = frozenset()
    newest: bool = False
    ranked: "Order | None" = None


@dataclass(frozen=True, slots=True)
class Union:
    """The members of several nodes of one model: "Hugo's and Freya's leads"."""

    model: str
    of: frozenset["Node"]


Node = Named | Me | Earlier | Set | Union


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure over a node's members. Sums and averages of money stay apart by currency unless `unit` names one.

    `value`: what the field of the one thing holds, a text or a time as well; only to compare with. `distinct`: how many different values
    the field has. `each`: a figure of each member takes the place of the field: the average number of tickets of people.
    """

    of: Node
    how: How
    field: str | None = None            # what is summed …; None for count and share. May be a derived field of the catalogue
    part: frozenset[Condition] = frozenset()    # of a share: what must hold of the members that are the part
    unit: str | None = None             # the unit or currency that was asked for
    each: "Tally | None" = None         # only of a single figure


@dataclass(frozen=True, slots=True)
class Column:
    """A field of a row, or of what the row leads to by the path. `field` None: what that is called; `within`: only for its members."""

    field: str | None = None            # "hris/Location.city"
    path: Path = ()
    unit: str | None = None
    within: Node | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """A measure for each row: over those members of the measured node that the path leads from to the row."""

    measure: Measure
    path: Path


@dataclass(frozen=True, slots=True)
class Order:
    """An order of rows, and how many are wanted of it; a tie at the cut keeps all of the tied. `per`: so many of each group by that key.

    `skip`: so many are passed over before: the second largest is the first one after one.
    """

    by: Column | Tally | Measure
    descending: bool = True
    first: int | None = None
    per: "Key | None" = None
    skip: int = 0


@dataclass(frozen=True, slots=True)
class Key:
    """What members are grouped by: what the path leads to (`field` None: the thing itself), or a field there; times by `bucket`, a stretch of
    the calendar or, whatever the year, a place in a cycle."""

    path: Path = ()
    field: str | None = None
    bucket: Literal["day", "week", "month", "quarter", "year", "fiscal quarter", "fiscal year"] | Cycle | None = None


# ---------------------------------------------------------------- goals


@dataclass(frozen=True, slots=True)
class Show:
    """A field of the set's members, in a unit where one was asked for."""

    node: Node
    field: str                          # "crm/Account.industry"
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Names:
    """Who or which the members are."""

    node: Node
    label: str                          # "manager": the word of the question for them


@dataclass(frozen=True, slots=True)
class Card:
    """What one sees of a thing when only the thing itself is asked for."""

    node: Node


@dataclass(frozen=True, slots=True)
class Summary:
    """The texts of the set's members in short; `also`: with those of other sets, such as an account's notes beside its conversations."""

    node: Node
    also: tuple[Node, ...] = ()

    @property
    def all_nodes(self) -> tuple[Node, ...]:
        """All sets whose texts are told."""
        return self.node, *self.also


@dataclass(frozen=True, slots=True)
class Table:
    """One row for each member: what it is called, then the columns.

    A tally without anything found is 0, or empty where an app does not know the row.
    """

    node: Node
    columns: tuple[Column | Tally, ...] = ()
    order: Order | None = None
    label: str = ""                     # the word of the question for the rows


@dataclass(frozen=True, slots=True)
class Groups:
    """Measures of a node's members by keys; the groups are those that occur. `having`: conditions on a measure by its position.

    `beside`: measures of other nodes by keys that give the same groups (joiners and leavers by month), without order and having of their own. A
    group that occurs for one of the nodes has figures of the others too, over no members.
    """

    measures: tuple[Measure, ...]       # all of the same node
    keys: tuple[Key, ...]
    order: Order | None = None
    having: tuple[tuple[int, Op, Quantity | Time], ...] = ()
    beside: tuple["Groups", ...] = ()
    label: str = ""                     # the word of the question for what is measured

    @property
    def sides(self) -> tuple["Groups", ...]:
        """These groups, then those beside them."""
        return self, *self.beside

    @property
    def all_measures(self) -> tuple[Measure, ...]:
        """The measures of all sides, in the order of their columns."""
        return tuple(measure for side in self.sides for measure in side.measures)


@dataclass(frozen=True, slots=True)
class Figures:
    """Single figures, side by side.

    `contrast` compares two of them: whether the first is more or less, by how much, how many times the second it is, which share of it, by
    which fraction of the second it is more (`change`), or which of the two is more or less.
    """

    measures: tuple[Measure, ...]
    contrast: Contrast = ""


@dataclass(frozen=True, slots=True)
class Exists:
    """Is there any?"""

    node: Node


Goal = Show | Names | Card | Summary | Table | Groups | Figures | Exists


def parts(thing: object) -> Iterator[object]:
    """A goal, node, condition or measure, and everything in it, outermost first, in a fixed order."""
    if isinstance(thing, tuple | frozenset):
        for each in sorted(thing, key=repr) if isinstance(thing, frozenset) else thing:
            yield from parts(each)
    elif is_dataclass(thing) and not isinstance(thing, type):
        yield thing
        for each in fields(thing):
            yield from parts(getattr(thing, each.name))


def nodes(goal: object) -> Iterator[Node]:
    """Every node of a goal, outermost first."""
    yield from (p for p in parts(goal) if isinstance(p, Node))


def rebuilt(thing: Any, change: Callable[[Any], Any]) -> Any:
    """A goal, or a part of one, with everything in it put through `change`, innermost first."""
    if isinstance(thing, tuple | frozenset):
        return type(thing)(rebuilt(each, change) for each in thing)
    if not is_dataclass(thing) or isinstance(thing, type):
        return thing
    return change(replace(thing, **{each.name: rebuilt(getattr(thing, each.name), change) for each in fields(thing)}))


def without_label(part: Any) -> Any:
    """A goal without the message's own words for what it tells, which are no part of what is meant. For `rebuilt`."""
    return replace(part, label="") if isinstance(part, Names | Table | Groups) else part


def flattened(thing: Any) -> Any:
    """The same goal with sets that are held to be members of another set of their model as one set with the conditions of both.

    A plan may write them nested; what is asked of whom must not depend on that.
    """
    if isinstance(thing, tuple | frozenset):
        return type(thing)(flattened(each) for each in thing)
    if not is_dataclass(thing) or isinstance(thing, type):
        return thing
    made = replace(thing, **{each.name: flattened(getattr(thing, each.name)) for each in fields(thing)})
    if isinstance(thing, Exists) and isinstance(thing.node, Set):      # what it is asked of stays apart from what is asked of it
        parts_of = {each.name: flattened(getattr(thing.node, each.name)) for each in fields(thing.node)}
        return replace(made, node=replace(thing.node, **parts_of))
    return _merged(made) if isinstance(made, Set) else made


def _merged(made: Set) -> Set:
    for link in made.links:
        inner = link.source
        if link == same_as(inner) and isinstance(inner, Set) and inner.model == made.model and not inner.newest and inner.ranked is None:
            made = replace(made, links=(made.links - {link}) | inner.links, where=made.where | inner.where)
    return made


def needed(thing: object) -> tuple[Node, ...]:
    """The nodes directly below a goal, node or measure, each once: what has to be found before it can be."""
    found: dict[Node, None] = {}
    for each in fields(thing) if is_dataclass(thing) and not isinstance(thing, type) else ():
        found.update(dict.fromkeys(_nearest(getattr(thing, each.name))))
    return tuple(found)


def _nearest(thing: object) -> Iterator[Node]:
    if isinstance(thing, Node):
        yield thing
    elif isinstance(thing, tuple | frozenset):
        for each in sorted(thing, key=repr) if isinstance(thing, frozenset) else thing:
            yield from _nearest(each)
    elif is_dataclass(thing) and not isinstance(thing, type):
        yield from needed(thing)


def mentions(goal: Goal) -> tuple[Named, ...]:
    """The names in a goal, each once, in a fixed order."""
    return tuple(sorted({n for n in nodes(goal) if isinstance(n, Named)}, key=lambda n: (n.mention, n.model)))


def field_ids(thing: object) -> frozenset[str]:
    """Every field that a goal uses in any way: shown, filtered, sorted, grouped or measured by."""
    holders = (p for p in parts(thing) if isinstance(p, Where | Column | Measure | Key | Show))
    return frozenset(h.field for h in holders if h.field is not None)


def models(goal: Goal) -> frozenset[str]:
    """Every model that a goal touches."""
    walked = {p.to for p in parts(goal) if isinstance(p, Step)}
    asked = {f.partition(".")[0] for f in field_ids(goal)} | {p.predicate.partition(".")[0] for p in parts(goal) if isinstance(p, Is)}
    return frozenset({n.model for n in nodes(goal)} | walked | asked)
