"""The plan of a goal: a DAG of typed tasks, each with the question it answers in plain words."""

from dataclasses import dataclass, field

from agent.catalogue import Catalogue
from agent.phrasing.goals import say_goal, say_node
from agent.plan.algebra import Card, Earlier, Exists, Figures, Goal, Groups, Me, Named, Names, Node, Show, Summary, Table, Union, needed
from agent.question.normal_form import normalize


@dataclass(frozen=True, slots=True)
class Task:
    """One typed step of a plan.

    `operation`: resolve, asker, reread, select or unite for nodes; show, names, card, summarise, table, groups, figures or exists last.
    """

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


TOOLS = {"hris": "HRIS", "ats": "ATS", "crm": "CRM", "ticketing": "Ticketing", "accounting": "Accounting",
         "filestorage": "Files", "knowledgebase": "Articles"}
_LAST = {
    Show: ("show", "Compute"), Names: ("names", "Compute"), Card: ("card", "Compute"), Summary: ("summarise", "Synthesis"),
    Table: ("table", "Compute"), Groups: ("groups", "Compute"), Figures: ("figures", "Compute"), Exists: ("exists", "Compute"),
}


@dataclass
class _Compiler:
    catalogue: Catalogue
    prefix: str = ""
    tasks: list[Task] = field(default_factory=list)
    made: dict[Node, str] = field(default_factory=dict)

    def task(self, node: Node) -> str:
        if node not in self.made:
            first = tuple(self.task(each) for each in needed(node))
            self.made[node] = self._add(*_kind(node), node, first)
        return self.made[node]

    def goal(self, goal: Goal) -> None:
        operation, tool = _LAST[type(goal)]
        self._add(operation, tool, goal, tuple(self.task(each) for each in needed(goal)))

    def _add(self, operation: str, tool: str, subject: Node | Goal, needed: tuple[str, ...]) -> str:
        name = f"{self.prefix}t{len(self.tasks) + 1}"
        question = say_goal(self.catalogue, subject) if isinstance(subject, Goal) else say_node(self.catalogue, subject)
        self.tasks.append(Task(name, tool, question, operation, subject, needed))
        return name


def _kind(node: Node) -> tuple[str, str]:
    """(operation, tool) of a node."""
    if isinstance(node, Named):
        return "resolve", "Knowledge"
    if isinstance(node, Union):
        return "unite", "Compute"
    operation = "asker" if isinstance(node, Me) else "reread" if isinstance(node, Earlier) else "select"
    return operation, TOOLS[node.model.partition("/")[0]]


def compile_plan(catalogue: Catalogue, goal: Goal, prefix: str = "") -> Plan:
    """The tasks that answer a goal; equal nodes become one task. `prefix`: of their ids, where a question has several plans."""
    compiler = _Compiler(catalogue, prefix)
    goal = normalize(catalogue, goal)
    compiler.goal(goal)
    return Plan(goal, say_goal(catalogue, goal), tuple(compiler.tasks))
