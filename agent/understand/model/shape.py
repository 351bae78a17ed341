"""The plan language: the JSON that a planning model writes, as pydantic models that double as the strict JSON schema of its answer.

Shapes only. Whether ids exist, fields fit their models and values their fields is decided by `decode`, which tells all faults at once.
A part is told apart by the key that only it has ("set", "name", "rel" …), so that an error speaks of the part that was meant.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, model_validator

from agent.plan.algebra import Contrast, How, Op


class Shape(BaseModel):
    """No other keys than these; every key may be left out that has a default, and null stands for the default."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, said: Any) -> Any:
        return {key: value for key, value in said.items() if value is not None} if isinstance(said, Mapping) else said


def _by_key(*keys: str) -> Callable[[Any], str | None]:
    """Tells apart the parts of a union by the one of these keys that a part has; the first of them wins."""
    def tag(value: Any) -> str | None:
        held = value if isinstance(value, Mapping) else _set_keys(value) if isinstance(value, BaseModel) else {}
        return next((key for key in keys if held.get(key) is not None), None)

    return tag


def _set_keys(part: BaseModel) -> Mapping[str, Any]:
    """What a part was made with, by its keys in JSON."""
    return {type(part).model_fields[name].alias or name: getattr(part, name) for name in part.model_fields_set}


# ---------------------------------------------------------------- values


class Number(Shape):
    """A number with the unit that was said: 5000 USD, 3 days."""

    number: float
    unit: str | None = None


Period = list[str | None]               # [first day, first day after], ISO dates; null is open


# ---------------------------------------------------------------- nodes: records that are meant


class Me(Shape):
    """The employee who asks."""

    me: Literal[True]


class Name(Shape):
    """One record by the words that name it; `apart`: what else the message says of it that tells it from others of that name."""

    name: str
    model: str
    apart: str = ""


class RowsOf(Shape):
    """What rows of an earlier answer are of, by their places: 2 the second row, -1 the last. `asked`: the question of that answer; "": the last
    answer with rows. "it": what the last answer told of, which is one thing."""

    rows: "list[int] | Literal['all', 'it']"
    asked: str = ""


class SetOf(Shape):
    """The records of a model that meet all conditions. `newest`: only the last one by the model's time; `ranked`: the first of an order."""

    of_model: str = Field(alias="set")
    where: "list[Condition]" = []
    newest: bool = False
    ranked: "Order | None" = None


class UnionOf(Shape):
    """The members of several nodes of one model."""

    union: "list[Node]"


Node = Annotated[
    Annotated[Me, Tag("me")] | Annotated[Name, Tag("name")] | Annotated[RowsOf, Tag("rows")] | Annotated[SetOf, Tag("set")]
    | Annotated[UnionOf, Tag("union")],
    Discriminator(_by_key("me", "name", "rows", "set", "union"), custom_error_type="node",
                  custom_error_message='a node has one of the keys "me", "name", "rows", "set", "union"'),
]


# ---------------------------------------------------------------- conditions on the members of a set


class IsSo(Shape):
    """A named condition of the catalogue. `period`: when it came to be so."""

    is_so: str = Field(alias="is")
    period: Period | None = None


class FieldCondition(Shape):
    """A field compared with a value, a period (dates, with "in"), several values ("in"), or another figure. A time may be in a month, quarter,
    weekday or day of the month of any year, by their names."""

    field: str
    op: Op = "="
    value: "bool | float | str | Number | Measure | list[str | None] | None" = None


class Related(Shape):
    """Tied by a relation: `of`, the members' relation leads to the node; `from`, the members are what the node's relation leads to.

    Neither: the relation leads to anything at all.
    """

    rel: str
    of: "Node | None" = None
    inverse: "Node | None" = Field(default=None, alias="from")


class SameAs(Shape):
    """The member is that very thing, or the same person or company in another app."""

    same: "Node"


class HasSoMuch(Shape):
    """How much of something belongs to each member, or its first or last time, compared as a date field is."""

    has: "Tally"
    op: Literal["=", "!=", "<", "<=", ">", ">=", "in"] = ">="
    value: "float | str | Number | Measure | list[str | None]" = 1


class Negated(Shape):
    """The members for which a condition does not hold."""

    negated: "Condition" = Field(alias="not")


class AnyOf(Shape):
    """At least one of the conditions holds."""

    any_of: "list[Condition]" = Field(alias="any")


class AlikeIn(Shape):
    """Two columns of a member hold the same, or with "!=" nothing that is the same."""

    alike: "Column"
    other: "Column"
    op: Literal["=", "!="] = "="


Condition = Annotated[
    Annotated[IsSo, Tag("is")] | Annotated[FieldCondition, Tag("field")] | Annotated[Related, Tag("rel")] | Annotated[SameAs, Tag("same")]
    | Annotated[HasSoMuch, Tag("has")] | Annotated[Negated, Tag("not")] | Annotated[AnyOf, Tag("any")] | Annotated[AlikeIn, Tag("alike")],
    Discriminator(_by_key("is", "rel", "same", "has", "not", "any", "alike", "field"), custom_error_type="condition",
                  custom_error_message='a condition has one of the keys "is", "field", "rel", "same", "has", "not", "any", "alike"'),
]


# ---------------------------------------------------------------- figures, columns, keys, orders


class Measure(Shape):
    """A figure over the members of a node, or a metric of the catalogue over what it counts (`where`: further conditions on that)."""

    how: How | None = None
    of: "Node | None" = None
    field: str | None = None
    part: "list[Condition]" = []
    unit: str | None = None
    each: "Tally | None" = None
    metric: str | None = None
    where: "list[Condition]" = []


class Tally(Shape):
    """A figure for each row: over the measured records that the path leads from to the row."""

    measure: Measure
    path: list[str] = []


class Column(Shape):
    """A field of a row, or of what the path leads to from it; without a field, what that is called. `within`: only those of what is led to."""

    field: str | None = None
    path: list[str] = []
    unit: str | None = None
    within: "Node | None" = None


TableColumn = Annotated[Annotated[Tally, Tag("measure")] | Annotated[Column, Tag("column")],
                        Discriminator(lambda value: _by_key("measure")(value) or "column")]


class Key(Shape):
    """What members are grouped by: a field of theirs, or of what the path leads to, or (no field) what the path leads to."""

    field: str | None = None
    path: list[str] = []
    bucket: Literal["day", "week", "month", "quarter", "year", "fiscal quarter", "fiscal year", "month of year", "quarter of year", "weekday",
                    "day of month"] | None = None


OrderBy = Annotated[
    Annotated[Tally, Tag("measure")] | Annotated[Measure, Tag("how")] | Annotated[Column, Tag("column")],
    Discriminator(lambda value: _by_key("measure")(value) or ("how" if _by_key("how", "metric")(value) else "column")),
]


class Order(Shape):
    """An order of rows, and how many are wanted; `skip`: so many are passed over before; `per`: so many of each group."""

    by: OrderBy
    desc: bool = True
    first: int | None = Field(default=None, ge=1)
    skip: int = Field(default=0, ge=0)
    per: Key | None = None


# ---------------------------------------------------------------- acts: what a message asks for, one after another


class Show(Shape):
    """One field of the thing or things."""

    goal: Literal["show"]
    node: Node
    field: str
    unit: str | None = None


class Names(Shape):
    """Who or which the members are."""

    goal: Literal["names"]
    node: Node
    label: str = ""


class Card(Shape):
    """What one sees of a thing."""

    goal: Literal["card"]
    node: Node


class Summary(Shape):
    """The texts of the records in short; `also`: of other sets together with these."""

    goal: Literal["summary"]
    node: Node
    also: list[Node] = []


class Table(Shape):
    """One row for each member: its name, then the columns."""

    goal: Literal["table"]
    node: Node
    columns: list[TableColumn] = []
    order: Order | None = None
    label: str = ""


class Having(Shape):
    """Only groups whose measure, counted from 0, compares so."""

    measure: int = 0
    op: Literal["=", "!=", "<", "<=", ">", ">=", "in"]
    value: "float | str | Number | list[str | None]"


class Beside(Shape):
    """Figures of another set by keys that give the same groups; without keys, by the first set's."""

    measures: list[Measure] = Field(min_length=1)
    keys: list[Key] = []
    label: str = ""


class Groups(Shape):
    """Figures by keys; `beside`: of other sets, each in columns of its own."""

    goal: Literal["groups"]
    measures: list[Measure] = Field(min_length=1)
    keys: list[Key] = Field(min_length=1)
    order: Order | None = None
    having: list[Having] = []
    beside: list[Beside] = []
    label: str = ""


class Figures(Shape):
    """Single figures; `contrast` compares two."""

    goal: Literal["figures"]
    measures: list[Measure] = Field(min_length=1)
    contrast: Contrast = ""


class Exists(Shape):
    """Is there any, or is one thing so?"""

    goal: Literal["exists"]
    node: Node


class Learn(Shape):
    """The person says how they want things from now on. `kind` says of what; `means`: for words of their own, and for what is to hold where they
    say nothing else (default), the plan part that they stand for; `period`: for words that stand for a time, its first day and the first day after
    it, as dates, or as months and days of every year."""

    goal: Literal["learn"]
    kind: Literal["name", "words", "default", "unit", "currency", "calendar", "basis", "form", "language"]
    subject: str = ""
    value: str = ""
    means: "Node | None" = None
    period: list[str] | None = None
    for_everybody: bool = False


class Forget(Shape):
    """The person wants something that was learned to be forgotten; "everything" for all of it."""

    goal: Literal["forget"]
    subject: str = ""


class AboutAnswer(Shape):
    """A question about the last answer, about the assistant or what it learned, or small talk."""

    goal: Literal["about"]
    what: Literal["how", "records", "left_out", "as_of", "assumed", "refused", "can", "connected", "fresh", "permission", "defined", "who",
                  "believe", "undo", "greeting", "thanks", "noted", "farewell"]
    text: str = ""


class Change(Shape):
    """A wish to have something changed, made or sent in an app."""

    goal: Literal["change"]
    model: str = ""


class Refuse(Shape):
    """No plan can answer it."""

    goal: Literal["decline"]
    reason: Literal["not_connected", "not_permitted", "out_of_scope", "unsafe"]
    text: str = ""


class Reading(Shape):
    """One of two readings of a question, in the person's words."""

    label: str
    act: "Goal"


class AskBack(Shape):
    """Two readings are about equally likely and lead to different answers."""

    goal: Literal["ask"]
    text: str
    options: list[Reading] = Field(min_length=2)


Goal = Annotated[Show | Names | Card | Summary | Table | Groups | Figures | Exists, Discriminator("goal")]
Act = Annotated[
    Show | Names | Card | Summary | Table | Groups | Figures | Exists | Learn | Forget | AboutAnswer | Change | Refuse | AskBack,
    Discriminator("goal"),
]


class SetAside(Shape):
    """Words of the message that the plan deliberately has nothing for, and why."""

    words: str
    why: str = ""


class LookUp(Shape):
    """What has to be known before the plan can be written: who or what is called so, which values a field has, what is tied to a thing,
    or what was said of it in earlier conversations."""

    what: Literal["name", "value", "around", "earlier", "catalogue"]
    text: str


_OF_MESSAGE = ("answer_in", "form", "english")      # keys of a message that a model writes into an act now and then
_DEEPEST = 100                          # objects and lists within each other


class Message(Shape):
    """All that a message asks for, in its order. Or, instead of acts, look-ups whose findings the plan needs."""

    acts: list[Act] = []
    set_aside: list[SetAside] = []
    preferences_used: list[int] = []
    look_up: list[LookUp] = []
    answer_in: str = ""                 # the language that the answer is wanted in, where it is not English: "German"
    form: Literal["", "chart", "table", "list", "sentence"] = ""
    english: str = ""                   # the message in English, where it is not: held against the plan, never kept, shown or carried out

    @model_validator(mode="before")
    @classmethod
    def _as_message(cls, said: Any) -> Any:
        """One act by itself is a message of it; what a model notes beside a message, such as its reasoning, is no part of it."""
        if _is_deeper(said, _DEEPEST):
            raise ValueError(f"more than {_DEEPEST} objects and lists stand within each other: write a shorter plan")
        if not isinstance(said, Mapping):
            return said
        if "goal" in said and "acts" not in said:
            said = {"acts": [said]}
        plain = {key: value for key, value in said.items() if key in cls.model_fields or not isinstance(value, str)}
        return {**plain, "acts": [plain["acts"]]} if isinstance(plain.get("acts"), Mapping) else plain

    @model_validator(mode="before")
    @classmethod
    def _lifted(cls, said: Any) -> Any:
        """What a model wrote into an act though it is the whole message's stands beside the acts."""
        acts = said.get("acts") if isinstance(said, Mapping) else None
        if not isinstance(acts, list):
            return said
        found = {key: act[key] for act in acts if isinstance(act, Mapping) for key in _OF_MESSAGE if key in act}
        own = [{k: v for k, v in act.items() if k not in _OF_MESSAGE} if isinstance(act, Mapping) else act for act in acts]
        return {**found, **said, "acts": own} if found else said


def _is_deeper(value: Any, levels: int) -> bool:
    at: list[Any] = [value]
    for _ in range(levels):
        at = [part for each in at if isinstance(each, Mapping | list) for part in (each.values() if isinstance(each, Mapping) else each)]
    return any(isinstance(each, Mapping | list) for each in at)


def texts_in(said: Message, *, labels: bool = True) -> tuple[str, ...]:
    """Every text of a plan as it was written: ids, names, values, words set aside; with `labels` also what its rows are called."""
    return tuple(_texts(said.model_dump(by_alias=True, exclude={"english"}, exclude_defaults=True, mode="json"), labels=labels))


def _texts(value: Any, *, labels: bool) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    held = [each for key, each in value.items() if labels or key != "label"] if isinstance(value, Mapping) else value
    for each in held if isinstance(held, list) else ():
        yield from _texts(each, labels=labels)
