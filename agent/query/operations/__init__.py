"""The operations of a plan, each a function of the context, the task's subject and what earlier tasks found. Facts are read live.

Every function reads through `context.live` (which declines rather than give a part) and asks the policy before it uses a field.
"""

from collections.abc import Callable, Mapping
from typing import Any

from agent.plan.algebra import Exists, Figures, Goal, Groups, Table
from agent.query.operations.columns import check_field
from agent.query.operations.figures import exists, figures
from agent.query.operations.groups import groups
from agent.query.operations.lists import table_of_things
from agent.query.operations.members import select
from agent.query.operations.near_titles import have_forms, near_titles, sought_in, sought_words
from agent.query.operations.near_values import Unheld, unmet_conditions
from agent.query.operations.node_records import NodeRecords, RecordsByNode, StaleGraph
from agent.query.operations.nodes import asker, reread, resolve, unite
from agent.query.operations.tellable import keep_tellable
from agent.query.outcome import Outcome
from agent.question.context import QuestionContext

__all__ = [
    "OPERATIONS",
    "OUTCOMES",
    "NodeRecords",
    "RecordsByNode",
    "StaleGraph",
    "Unheld",
    "check_field",
    "have_forms",
    "keep_tellable",
    "near_titles",
    "select",
    "sought_in",
    "sought_words",
    "unmet_conditions",
]

Operation = Callable[[QuestionContext, Any, RecordsByNode], NodeRecords]

OPERATIONS: Mapping[str, Operation] = {"resolve": resolve, "asker": asker, "reread": reread, "select": select, "unite": unite}

# What a goal of figures comes to; the other goals are told straight from what was found.
OUTCOMES: Mapping[type[Goal], Callable[[QuestionContext, Any, RecordsByNode], Outcome]] = {
    Table: table_of_things, Groups: groups, Figures: figures, Exists: exists,
}
