"""Several requests in one sentence: where they are cut, to whom the second points back, and what becomes of an answer and a refusal."""


from dataclasses import replace

from agent.answer import Answer, Column, Reason, Reference, Result
from agent.dialogue.requests import cut_into_requests, joined_answer
from agent.plan.algebra import Show
from agent.understand.by_grammar import is_bare_name
from tests.cases import each_case
from tests.unit.agent import set_goals as of
from tests.unit.agent.directory import read_question
from tests.unit.agent.set_goals import PEOPLE, TICKET, number


def read(text, before):
    """The goals of a text with the directory's names in sight."""
    return tuple(g for g in read_question(text, last=before, is_next=before is not None).goals if not is_bare_name(text, g))


@each_case("text, parts", [
    ("How many open tickets does Ana Ruiz have and when did she join?", ("How many open tickets does Ana Ruiz have", "when did she join")),
    ("Who manages Ben Cole? How many open tickets are there?", ("Who manages Ben Cole", "How many open tickets are there")),
    ("Who manages Ben Cole; who manages Ana Ruiz", ("Who manages Ben Cole", "who manages Ana Ruiz")),
    ("Summarize my last conversation with Juniper. Who is my manager?", ("Summarize my last conversation with Juniper", "Who is my manager")),
    ("Who manages Ben Cole and who manages Ana Ruiz?", ("Who manages Ben Cole", "who manages Ana Ruiz")),
    ("How many defects are open? And how many tickets are overdue?", ("How many defects are open", "how many tickets are overdue")),
    ("Who is in Rigging, and how many open tickets are there, and who manages Ben Cole?",
     ("Who is in Rigging", "how many open tickets are there", "who manages Ben Cole")),
    ("How many contractors and how many interns work in Lisbon?", ("How many contractors work in Lisbon", "how many interns work in Lisbon")),
    ("how many open tickets and how many overdue tickets does Ana Ruiz have",
     ("how many open tickets does Ana Ruiz have", "how many overdue tickets does Ana Ruiz have")),
    ("What does Kenmore Freight owe us, and how many open deals do they have?",
     ("What does Kenmore Freight owe us", "how many open deals do they have")),
])
def test_two_whole_questions_are_two_requests(text, parts):
    assert cut_into_requests(text, read) == parts


@each_case("text", [
    "Who manages Ben Cole?", "open tickets of Pia Lindqvist and Tomas Okafor", "Who manages Ben Cole? Thanks!", "Hi. Who manages Ben Cole?",
    "people who joined this year and who are in Lisbon", "Who manages Ben Cole and how is the weather?", "How many tickets are open and are overdue?",
    "open tickets; blorfing", "Who manages Ben Cole? And Ana Ruiz?", "tickets in Lighthouse and Seawall", "Dr. Ben Cole", "",
    "How many defects and how many incidents are open?", "What do Ana Ruiz's customers owe us, and how many open deals do they have?",
    "how many deals are open and who owns them", "Which people are in Rigging and how many of them are in Lisbon?",
])
def test_text_is_not_cut_when_a_part_is_no_question(text):
    assert cut_into_requests(text, read) == (text,)


def test_a_pronoun_is_the_one_who_was_named_or_asked_about():
    tickets = number(TICKET, of.OPEN, of.assigned(of.ANA))
    assert read("when did she join?", tickets) == (Show(of.ANA, f"{PEOPLE}.start_date"),)
    managed = read("Who manages Ben Cole", None)[0]
    assert len(read("when did he join?", managed)) == 2         # Ben, or the one who manages him: to be asked
    assert read("when did she join?", number(TICKET, of.OPEN)) == ()


def answered(text, *rows, columns=("n",), cited=()):
    """An answer with a result."""
    return Answer("answered", text, understood_as=text.lower(), result=Result(tuple(map(Column, columns)), rows), references=cited,
                  elements=({"type": "text", "text": text},))


def reference(number):
    """A record that is cited."""
    return Reference("hris", PEOPLE, str(number), "x", None, None, None)  # type: ignore[arg-type]


def test_single_rows_stand_side_by_side():
    two = answered("Two.", (2, 3), columns=("a", "b"), cited=(reference(1), reference(2)))
    both = joined_answer([answered("One.", (1,), cited=(reference(1),)), two])
    assert (both.status, both.text, both.understood_as) == ("answered", "One.\n\nTwo.", "one.; and two.")
    assert both.result == Result((Column("n"), Column("a"), Column("b")), ((1, 2, 3),))
    assert [r.id for r in both.references] == ["1", "2"]


def noted(text, *line):
    """An answer with notes under it."""
    return replace(answered(text, (text,)), text=f"{text}\n\n*{' '.join(line)}*", elements=({"type": "notes", "line": list(line), "folded": []},))


def test_a_note_that_stands_under_each_answer_is_told_once():
    both = joined_answer([noted("One.", "Open means not closed.", "As of 2026-11-19 21:00 EST."), noted("Two.", "As of 2026-11-19 21:00 EST.")])
    assert both.text == "One.\n\n*Open means not closed.*\n\nTwo.\n\n*As of 2026-11-19 21:00 EST.*"
    assert joined_answer([noted("One.", "A."), noted("Two.", "B.")]).text == "One.\n\n*A.*\n\nTwo.\n\n*B.*"


def test_tables_are_all_among_the_elements_and_the_result_holds_the_rows_of_each():
    both = joined_answer([answered("One.", (1,), (2,)), answered("Two.", (3,))])
    assert both.result == Result((Column("request"), Column("n")), (("one.", 1), ("one.", 2), ("two.", 3)))
    assert [e["rows"] for e in both.elements if e["type"] == "table"] == [[[1], [2]], [[3]]]


def test_pictures_stay_and_no_column_of_the_whole_is_drawn_by_the_places_of_a_part():
    drawn = ({"type": "chart", "names": 0, "figures": 1, "unit": None}, {"type": "image", "data": "<svg/>"})
    both = joined_answer([replace(answered("One.", (1,), (2,)), elements=drawn), answered("Two.", (3,))])
    assert [e["type"] for e in both.elements if e["type"] != "text"] == ["image", "table", "table"]


def test_rows_of_other_columns_leave_those_of_the_other_request_empty():
    both = joined_answer([answered("One.", (1,), (2,)), answered("Two.", (3, 4), columns=("a", "b")), answered("Three.", (5,))])
    assert both.result == Result((Column("request"), Column("n"), Column("a"), Column("b")), (
        ("one.", 1, None, None), ("one.", 2, None, None), ("two.", None, 3, 4), ("three.", 5, None, None)))


def test_second_request_about_each_row_becomes_a_column():
    goals = [read("Who is in Rigging?", None)[0]]
    goals.append(read("which open tickets are assigned to them?", goals[0])[0])
    both = joined_answer([answered("One.", ("Ana",), ("Ben",)), answered("Two.", ("Ana", "ATL-12"), columns=("n", "ticket"))], goals)
    assert both.result == Result((Column("n"), Column("ticket")), (("Ana", "ATL-12"),))
    assert "One." in both.text              # of Ben nothing else tells


def test_what_a_second_request_tells_of_the_same_rows_is_told_once():
    goals = [read("Who is in Rigging?", None)[0]]
    goals.append(read("what are their job titles?", goals[0])[0])
    titles = answered("Two.", ("Ana", "Welder"), ("Ben", None), columns=("n", "job title"))
    both = joined_answer([answered("One.", ("Ana",), ("Ben",)), titles], goals)
    assert both.text == "Two." and both.result is not None and len(both.result.rows) == 2


@each_case("turned", [False, True])
@each_case("reason, exit_", [
    (Reason.NOT_PERMITTED, ("answered", None)), (Reason.NO_RECORD, ("answered", None)), (Reason.OUT_OF_SCOPE, ("answered", None)),
    (Reason.UNSAFE, ("declined", Reason.UNSAFE)),
])
def test_a_refusal_takes_nothing_from_the_other_part_and_is_told_with_it(turned, reason, exit_):
    parts = [answered("One.", (1,)), Answer("declined", "You may not see that.", reason)]
    both = joined_answer(parts[::-1] if turned else parts)
    assert (both.status, both.reason) == exit_
    assert "One." in both.text and "You may not see that." in both.text
    assert both.result == Result((Column("n"),), ((1,),))


def test_rows_are_told_where_what_was_to_stand_beside_them_is_refused():
    goals = [read("Who is in Rigging?", None)[0]]
    goals.append(read("which open tickets are assigned to them?", goals[0])[0])
    both = joined_answer([answered("One.", ("Ana",), ("Ben",)), Answer("declined", "Nothing.", Reason.NO_RECORD)], goals)
    assert (both.status, both.result) == ("answered", Result((Column("n"),), (("Ana",), ("Ben",))))


def test_of_two_refusals_the_first_is_the_exit():
    both = joined_answer([Answer("declined", "No app.", Reason.NOT_CONNECTED), Answer("declined", "Nothing.", Reason.NO_RECORD)])
    assert (both.status, both.reason, both.result) == ("declined", Reason.NOT_CONNECTED, None)


def test_no_more_references_than_an_answer_may_have():
    cited = tuple(map(reference, range(70)))
    both = joined_answer([answered("One.", (1,), cited=cited[:40]), answered("Two.", (1,), cited=cited[30:])])
    assert (len(both.references), both.more_references) == (50, 20)
