"""What the model may say: one step of its planning, as fields that are checked. Shapes only; nothing here is believed.

A plan is in the algebra of `agent/plan.py`, written the way people speak: sets with conditions, things that they are tied to, figures, keys,
an order. Elements quote words of the question that say them. Names, values, numbers, times, ways between models and which way round a
comparison or a relation goes are not in it: the words give them.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Shape(BaseModel):
    """No other fields than these."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Thing(Shape):
    """Some things: the asker, one by its name, a set, several together (any of them, or `both`), or what the last answer was about."""

    kind: Literal["me", "name", "set", "together", "both", "back"]
    said: list[str] = []                    # of a set: its noun; of a name: the name
    model: str = ""                     # "crm/Account"
    conditions: "list[Condition]" = []  # all must hold
    newest: list[str] = []              # "last", "latest"
    of: "list[Thing]" = []              # together, both: the single ones


class Condition(Shape):
    """One condition on the members of a set."""

    kind: Literal["is", "value", "compared", "period", "tied", "not", "either", "has"]
    said: list[str] = []
    target: str = ""                    # a named condition, a field, or a relation by its id; "" where no word says what ties two things
    period: list[str] = []              # of a named condition: when it came to be so
    thing: Thing | None = None          # tied: to what; has: what is counted
    of: "list[Condition]" = []          # not: one; either: two or more


class Figure(Shape):
    """A count, a sum, an average …, or a metric of the catalogue."""

    how: Literal["count", "sum", "average", "median", "min", "max", "share", "metric"]
    said: list[str] = []
    thing: Thing                        # over what
    target: str = ""                    # the field or the metric
    unit: list[str] = []                # "in USD", "in days"
    part: list[Condition] = []          # of a share


class Column(Shape):
    """What is shown of each row: a field, what a relation leads to, or a figure over what belongs to the row."""

    said: list[str] = []
    target: str = ""                    # a field or a relation
    figure: Figure | None = None


class Order(Shape):
    """In which order, and how many: which way and the number are in the words."""

    said: list[str]                     # "top 5", "oldest", "most", "sorted by"
    by: Column                          # of groups: an empty one, for they go by their figure


class Key(Shape):
    """By what things are grouped."""

    said: list[str] = []                # "by department", "per month"
    target: str = ""                    # a model, a field or a relation; "" for times by month, quarter …


class Plan(Shape):
    """What is asked for; of the kind `edit`: the one thing that changes of what the last answer was to."""

    kind: Literal["show", "list", "table", "summary", "figures", "groups", "whether", "edit"]
    thing: Thing | None = None          # show, list, table, summary, whether; edit: another thing in place of one
    holds: list[Condition] = []         # whether: what is asked of the one thing; edit: another condition, or one more
    columns: list[Column] = []          # show, edit: one
    figures: list[Figure] = []
    keys: list[Key] = []
    order: Order | None = None
    unit: list[str] = []                # of show, edit


class Step(Shape):
    """One step: look something up, plan, cut what is several requests, say it in other words, ask the person, or say that it cannot be."""

    action: Literal["plan", "several", "reword", "find_name", "catalogue", "values", "ask", "cannot"]
    text: str = ""                      # what to look up, the question in other words or to the person, or why it cannot be
    plan: Plan | None = None
    parts: list[str] = []               # several: each request in its own words, in their order


class Verdict(Shape):
    """What differs between a question and a goal in plain words."""

    differences: list[str]
