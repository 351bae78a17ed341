"""What the chart builds: typed items over the question's words, each with the words it rests on. Pure data."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from agent.catalogue import Catalogue
from agent.plan.algebra import ANY_MODEL, Column, Condition, Goal, Measure, Named, Node, Op, Order, Quantity, Set, Show, Tally
from agent.plan.periods import Interval

Said = frozenset[tuple[str, int]]       # (element of the goal, mask of the tokens that say it)


DEMONSTRATIVE = "demonstrative"        # the same of the last answer: "that", before a noun or alone
AWAITED = "awaited"                     # said of a named condition: it is told as what still has to be done, "to be approved"
TODAY = "today"                         # said of a period: it is the day of the question

# Rates of any period cannot be added up or compared; what they come to in a year can.
COMPARABLE = {"hris/Employment.pay_rate": "hris/Pay.annual"}


@dataclass(frozen=True, slots=True)
class Ask:
    """A field that is asked for, not yet of anybody: conditions on its model, unit, and the focus word it needs."""

    field: str
    where: frozenset[Condition] = frozenset()
    unit: str | None = None
    needs: str = ""                     # "when": only with "when …"; "what": only with "what …"


@dataclass(frozen=True, slots=True)
class Conditions:
    """Conditions on one model, before the set or field they restrict. `time`: the field that a period beside them lies on."""

    model: str
    where: frozenset[Condition]
    unit: str | None = None
    time: str = ""


@dataclass(frozen=True, slots=True)
class Compared:
    """"more than 40k", "at least three"; of two, both ends of a range."""

    bounds: tuple[tuple[Op, Quantity], ...]


@dataclass(frozen=True, slots=True)
class Owning:
    """"with more than three open tickets", "without an owner": how many of a set belong to each."""

    node: Node
    op: Op
    value: Quantity


@dataclass(frozen=True, slots=True)
class Part:
    """"what fraction of …", still without what the part is."""

    node: Set


@dataclass(frozen=True, slots=True)
class Hole:
    """"each", "they": stands for the row that a figure is for."""

    model: str = ANY_MODEL


@dataclass(frozen=True, slots=True)
class Each:
    """"for each of my managers", "per person in my team": a row for each member."""

    node: Node


@dataclass(frozen=True, slots=True)
class By:
    """"by department", "per month": what to group by; the way there depends on what is grouped. Kinds: model, relation, field, bucket.

    `via`: a relation that the way must go over ("per team of the assignees"). `where`: only these values of the one field ("for each of P0 and P1").
    """

    specs: tuple[tuple[str, str], ...]
    via: str = ""
    where: frozenset[Condition] = frozenset()


@dataclass(frozen=True, slots=True)
class Topped:
    """"the top 5 open deals", "the 3 oldest bugs": the first of an order, whose field may still come."""

    node: Set
    first: int | None
    by: str = ""                        # a field, or "metric:…"
    descending: bool = True


@dataclass(frozen=True, slots=True)
class Most:
    """"(has) the most open tickets"."""

    node: Set
    descending: bool = True


@dataclass(frozen=True, slots=True)
class Few:
    """"three people", before what they are the first of."""

    node: Set
    first: int


@dataclass(frozen=True, slots=True)
class Peak:
    """"the most revenue", "been here the longest": by what the first are the first."""

    by: "Ask | Figure"
    descending: bool
    by_verb: bool = False               # of whoever does it, and of nothing that belongs to them


@dataclass(frozen=True, slots=True)
class Teamed:
    """"(my) Bangalore team": people, still without whose team."""

    node: Set


@dataclass(frozen=True, slots=True)
class Columns:
    """"start date and number of open deals": what to show of each row."""

    of: tuple["Column | Measure | Tally | Ask | Figure | Word", ...]


@dataclass(frozen=True, slots=True)
class Sorted:
    """"sorted by start date, longest first"."""

    field: str
    descending: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure, and how it was said: a plain count may still be grouped, a metric takes conditions."""

    measure: Measure
    metric: str = ""
    each: bool = False                  # "… they each have": for the rows of a table only


@dataclass(frozen=True, slots=True)
class Shown:
    """A goal that may still take conditions, a unit or its focus word."""

    goal: Show
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A set named by a verb ("discuss") or with who said it: wants a summary."""

    node: Set


@dataclass(frozen=True, slots=True)
class Word:
    """A word that only a rule can use: a relation, a focus, a unit, a summary verb, "last", "still"."""

    kind: str
    target: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """"which company", "what team": what the answer has to be."""

    focus: str
    model: str
    relation: str = ""                  # where the noun was a relation's


@dataclass(frozen=True, slots=True)
class WantedField:
    """"what industry": the field that the answer has to be."""

    field: str


@dataclass(frozen=True, slots=True)
class Located:
    """Where somebody is: answers "where" alone."""

    node: Set


Value = (
    Node | Ask | Conditions | Shown | Spoken | Word | Wanted | WantedField | Located | Goal | Interval | Quantity | Compared | Owning
    | Part | Few | Peak | Teamed | Hole | Each | By | Topped | Most | Columns | Sorted | Figure | Order
)


@dataclass(frozen=True, slots=True)
class Item:
    """A meaning of some of the words. Two items combine only if they share no word."""

    value: Value
    cover: int
    cost: int
    said: Said = frozenset()
    time: str = ""                      # the field that a period beside it lies on, where a verb said so
    complete: bool = False              # a whole question; takes no more but an afterthought ("in short")
    stranded: bool = False              # a preposition may follow: "which team is Karthik in"

    def grown(self, value: Value, other: "Item", gap: int, **more: object) -> "Item":
        """This item joined with another and the licensed words between them."""
        extra: Mapping[str, object] = {"cost": self.cost + other.cost, "complete": False, "stranded": False} | more
        return replace(self, value=value, cover=self.cover | other.cover | gap, said=self.said | other.said, **extra)  # type: ignore[arg-type]

    def says(self, element: str) -> bool:
        """Do its words say this element?"""
        return any(said == element for said, _ in self.said)

    @property
    def is_whole(self) -> bool:
        """Was "all", "every" or "any" said of it?"""
        return self.says("whole")

    def saying(self, element: str, mask: int) -> "Item":
        """This item with one more element said."""
        return replace(self, said=self.said | {(element, mask)})


def typed(known: Catalogue, node: Node, model: str) -> Node | None:
    """The node if it is of the model, or can be (a name found nowhere yet, and people name such things); else None. Nobody is called "30"."""
    if isinstance(node, Named) and node.model == ANY_MODEL and known.models[model].nameable:
        return Named(model, node.mention) if not (known.models[model].is_person and node.mention.isdigit()) else None
    return node if node.model == model else None


def is_bare(node: object) -> bool:
    """Nothing but a noun: "company"."""
    return isinstance(node, Set) and not node.links and not node.where and not node.newest and node.ranked is None
