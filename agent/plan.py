"""What a question asks for (a goal over sets) and the plan that answers it (a DAG of typed tasks).

A planner may only produce these; the executor runs nothing else. Pure data: no clock, no network, no graph.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from agent.catalogue import Catalogue

ANY_MODEL = "*"                         # a name found nowhere yet: the rule that uses it gives it a model


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
class Link:
    """What ties a set to another. `to_source`: the members' relation leads to `source`; else the members are its relation.

    `relation` is `crm/Account.owner`, or `hub` for the records of the same person in another app.
    """

    relation: str
    to_source: bool
    source: "Node"


@dataclass(frozen=True, slots=True)
class Where:
    """A condition on a field: equal to the value."""

    field: str                          # "hris/TimeOffBalance.policy_type"
    value: str


@dataclass(frozen=True, slots=True)
class Set:
    """The records of one model that meet all links and conditions; `newest`: only the last of them by the model's time."""

    model: str
    links: frozenset[Link] = frozenset()
    where: frozenset[Where] = frozenset()
    newest: bool = False


Node = Named | Me | Set


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
    """The texts of the set's members in short."""

    node: Node


Goal = Show | Names | Card | Summary


def nodes(goal: Goal) -> Iterator[Node]:
    """Every node of a goal, outermost first."""
    waiting: list[Node] = [goal.node]
    while waiting:
        node = waiting.pop(0)
        yield node
        if isinstance(node, Set):
            waiting.extend(link.source for link in sorted(node.links, key=repr))


def mentions(goal: Goal) -> tuple[Named, ...]:
    """The names in a goal, each once, in a fixed order."""
    return tuple(sorted({n for n in nodes(goal) if isinstance(n, Named)}, key=lambda n: (n.mention, n.model)))


def models(goal: Goal) -> frozenset[str]:
    """Every model that a goal touches."""
    shown = {goal.field.partition(".")[0]} if isinstance(goal, Show) else set()
    return frozenset({n.model for n in nodes(goal)} | shown)


@dataclass(frozen=True, slots=True)
class Task:
    """One typed step of a plan. `operation`: resolve, asker, select, show, names, card or summarise."""

    id: str
    tool: str                           # the app that is asked, or Knowledge, Compute, Synthesis
    question: str                       # plain words, shown to the person
    operation: str
    subject: Node | Goal
    dependencies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A DAG of tasks in an order in which they can run; the last one gives the answer."""

    goal: Goal
    understood_as: str
    tasks: tuple[Task, ...]
    assumptions: tuple[str, ...] = ()


TOOLS = {"hris": "HRIS", "ats": "ATS", "crm": "CRM", "ticketing": "Ticketing", "accounting": "Accounting"}
_LAST = {Show: ("show", "Compute"), Names: ("names", "Compute"), Card: ("card", "Compute"), Summary: ("summarise", "Synthesis")}


@dataclass
class _Compiler:
    catalogue: Catalogue
    tasks: list[Task] = field(default_factory=list)
    made: dict[Node, str] = field(default_factory=dict)

    def task(self, node: Node) -> str:
        if node not in self.made:
            sources = [link.source for link in sorted(node.links, key=repr)] if isinstance(node, Set) else []
            needed = tuple(self.task(source) for source in sources)
            self.made[node] = self._add(*self._kind(node), node, needed)
        return self.made[node]

    def goal(self, goal: Goal) -> None:
        operation, tool = _LAST[type(goal)]
        self._add(operation, tool, goal, (self.task(goal.node),))

    def _kind(self, node: Node) -> tuple[str, str]:
        if isinstance(node, Named):
            return "resolve", "Knowledge"
        return ("asker" if isinstance(node, Me) else "select"), TOOLS[node.model.partition("/")[0]]

    def _add(self, operation: str, tool: str, subject: Node | Goal, needed: tuple[str, ...]) -> str:
        name = f"t{len(self.tasks) + 1}"
        question = say_goal(self.catalogue, subject) if isinstance(subject, Goal) else say_node(self.catalogue, subject)
        self.tasks.append(Task(name, tool, question, operation, subject, needed))
        return name


def compile_plan(catalogue: Catalogue, goal: Goal, assumptions: tuple[str, ...] = ()) -> Plan:
    """The tasks that answer a goal; equal nodes become one task."""
    compiler = _Compiler(catalogue)
    compiler.goal(goal)
    return Plan(goal, say_goal(catalogue, goal), tuple(compiler.tasks), assumptions)


def say_goal(catalogue: Catalogue, goal: Goal) -> str:
    """A goal in plain words: "understood as"."""
    node = say_node(catalogue, goal.node)
    if isinstance(goal, Show):
        shown = catalogue.field(goal.field)
        unit = goal.unit or shown.shown_in
        return f"the {shown.label}{f' in {unit}' if unit else ''} of {node}"
    if isinstance(goal, Summary):
        return f"a summary of {node}"
    return node if isinstance(goal, Names) else f"what is known of {node}"


def say_node(catalogue: Catalogue, node: Node) -> str:
    """A node in plain words."""
    if isinstance(node, Me):
        return "you"
    model = catalogue.models[node.model] if node.model != ANY_MODEL else None
    if isinstance(node, Named):
        return f"{model.label} “{node.mention}”" if model else f"“{node.mention}”"
    return _say_set(catalogue, node)


def _say_set(catalogue: Catalogue, node: Set) -> str:
    model = catalogue.models[node.model]
    kinds = [_say_where(catalogue, w) for w in sorted(node.where, key=repr)]
    ties = [_say_link(catalogue, link, model.label) for link in sorted(node.links, key=repr)]
    own = [noun for noun, _ in ties if noun]
    head = own[0] if own else " ".join([*kinds, model.label if node.newest else model.plural])
    if own and kinds:
        head = f"{' '.join(kinds)} {head}"
    whose = "your" if any(_is_mine(link) for link in node.links) else "the"
    return " ".join([whose, *(["last"] if node.newest else []), head, *(text for _, text in ties if text)])


def _say_where(catalogue: Catalogue, where: Where) -> str:
    words = catalogue.field(where.field).values.get(where.value, ())
    return words[0] if words else where.value.lower().replace("_", " ")


def _is_mine(link: Link) -> bool:
    """Does it lead to the asker, or to the asker's user in another app?"""
    source = link.source
    hub = link.relation == "hub" and isinstance(source, Me)
    return hub or (link.to_source and isinstance(source, Set) and all(k.relation == "hub" and isinstance(k.source, Me) for k in source.links))


def _say_link(catalogue: Catalogue, link: Link, label: str) -> tuple[str, str]:
    """(noun of the set itself or empty, what follows it)."""
    source = say_node(catalogue, link.source)
    if _is_mine(link):
        return "", ""
    if link.relation == "hub":
        return "", f"of {source}"
    relation = catalogue.relation(link.relation)
    noun = relation.words[0] if relation.words else ""
    if not link.to_source:
        return noun or label, f"of {source}"
    if relation.prepositions:
        return "", f"{relation.prepositions[0]} {source}"
    return "", f"whose {noun or relation.name} is {source}"
