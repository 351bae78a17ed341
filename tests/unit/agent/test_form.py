"""The form that somebody likes: rows as a list or in a sentence, with all that the text says of them."""

from decimal import Decimal

from agent.answer import Column
from agent.plan.algebra import Column as Wanted
from agent.plan.algebra import Goal, Order, Set, Table, Where
from agent.query.outcome import Outcome
from agent.respond.form import apply_form
from agent.respond.outcomes import from_outcome
from tests.cases import each_case
from tests.unit.agent.results import run_of

DEAL, AMOUNT = "crm/Opportunity", Wanted("crm/Opportunity.amount")
LARGEST = Table(Set(DEAL, ranked=Order(AMOUNT, True, 2)))
CALLED = Table(Set(DEAL, where=frozenset({Where("crm/Opportunity.name", "Spring: list", "contains")})))
NAME, WORTH = Column("opportunity", None, DEAL, "name"), Column("amount", "EUR", DEAL, "amount")
FEW = ((NAME,), (("Alder",), ("Beech",), ("Cedar",)))
MANY = ((NAME, WORTH), tuple((name, Decimal(5)) for name in "ABCDEFG"))
TIED = "2 share place {}; all of them are shown."


@each_case("goal, told, tied, form, text", [
    (LARGEST, FEW, 2, "list", "There are **3** opportunities with the highest amount:\n\n- **Alder**\n- **Beech**\n- **Cedar**\n\n" + TIED.format(2)),
    (CALLED, FEW, 0, "list",
     "There are **3** opportunities with name containing “Spring: list”:\n\n- **Alder**\n- **Beech**\n- **Cedar**"),
    (LARGEST, MANY, 2, "sentence",
     "There are **7** opportunities with the highest amount: **A**, **B**, **C**, **D**, **E**, **F** and **G**. " + TIED.format(6)),
])
def test_rows_in_another_form_keep_what_is_said_of_them(goal: Goal, told: tuple[tuple[Column, ...], tuple[tuple[object, ...], ...]], tied: int,
                                                        form: str, text: str) -> None:
    run, (columns, rows) = run_of("America/New_York"), told
    draft = from_outcome(run, goal, Outcome(columns, rows, (), (), tied, row_of=tuple(map(str, range(len(rows))))))     # type: ignore[arg-type]
    assert apply_form(run, draft, form).text == text
