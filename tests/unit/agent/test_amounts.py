"""How much was won, invoiced or lost: wordings with their goal, and near misses."""


from agent.catalogue import catalogue
from agent.catalogue.metrics import metric_measure
from agent.phrasing.goals import say_goal
from agent.plan.algebra import Column, Figures, Is, Named, Order, Set, Where
from tests.cases import each_case
from tests.unit.agent import set_goals as of
from tests.unit.agent.directory import read_question
from tests.unit.agent.set_goals import DEAL, INVOICE, LAST_QUARTER, OCTOBER, TICKET, YEAR, figure
from tests.unit.agent.wordings import reads

AGE, CLOSING, OPEN = f"{TICKET}.age", f"{TICKET}.time_to_close", Is(f"{TICKET}.open")
ATL, CLOSED, SEV1 = Named(TICKET, "ATL-12"), Is(f"{TICKET}.closed"), Where(f"{TICKET}.priority", "Sev1")
OLDEST = Set(TICKET, where=frozenset({OPEN}), ranked=Order(Column(f"{TICKET}.remote_created_at"), False, 1))
TOTAL, RECEIVABLE = f"{INVOICE}.total_amount", Is(f"{INVOICE}.receivable")


def closing(*conditions):
    """The average time to close of closed tickets."""
    return figure("average", CLOSING, CLOSED, *conditions, unit=metric_measure(catalogue(), "time_to_close").unit)


READ = {
    "won": (figure("sum", of.AMOUNT, Is(f"{DEAL}.won", YEAR)), ("how much have we won this year?", "How much did we win this year?")),
    "lost": (figure("sum", of.AMOUNT, Is(f"{DEAL}.lost", LAST_QUARTER)), ("how much did we lose last quarter?",)),
    "invoiced": (figure("sum", TOTAL, RECEIVABLE, Is(f"{INVOICE}.issued")), ("how much have we invoiced?", "how much did we invoice?")),
    "invoiced in a month": (figure("sum", TOTAL, RECEIVABLE, Is(f"{INVOICE}.issued", OCTOBER)), (
        "how much did we invoice in October?", "what did we invoice in October?", "What did we bill in October?")),
    "overdue": (figure("sum", f"{INVOICE}.balance", RECEIVABLE, Is(f"{INVOICE}.overdue")), ("how much is overdue?",)),
    "time to close": (closing(SEV1), ("average time to resolve Sev1 tickets",)),
}


test_each_wording_is_read_as_its_goal = reads(READ)


@each_case("question", ["how many did we win this year?", "how much tickets?", "how much is closed?", "how long was ATL-12 closed?",
                                      "how much did we join this year?"])
def test_what_cannot_be_told_has_no_reading(question):
    assert read_question(question).goals == ()


def test_how_many_asks_for_a_number_and_how_much_for_an_amount():
    many, much = (read_question(f"{words} did we win this year?").goals for words in ("how many deals", "how much"))
    assert isinstance(many[0], Figures) and many[0].measures[0].how == "count" and much[0].measures[0].how == "sum"


def test_the_amount_of_the_biggest_is_asked_for_in_one_way():
    assert [say_goal(catalogue(), goal) for goal in read_question("amount of the biggest deal").goals] == [
        "for each of the opportunities: the amount; highest amount first; the first 1"]
