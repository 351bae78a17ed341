"""Questions about the last answer and about the assistant: recognised in many wordings, never mistaken for questions about the company."""

from dataclasses import replace

from agent.answer import Answer, Reason, Step
from agent.llm.gate import Gate
from agent.llm.opening import ModelConnection
from agent.llm.options import ModelOptions
from agent.respond import answer_of
from agent.understand.about import about
from agent.understand.about.patterns import topics_asked
from tests.cases import each_case
from tests.unit.agent.unread import turn_of


@each_case("kind, wordings", [
    ("how", ("How did you compute that?", "how was this calculated", "Where does this number come from?", "can you explain that please",
             "how do you know?", "And how did you get to that?")),
    ("records", ("Which records is that based on?", "what is that based on", "show me your sources", "which sources did you use?")),
    ("left_out", ("Who is left out, and why?", "did you leave anybody out?", "Is that everyone?")),
    ("as_of", ("as of when?", "As of when is that?", "how fresh is that", "is that up to date?")),
    ("assumed", ("What did you assume?", "which assumptions did you make", "how did you understand my question?", "for which period is that")),
    ("refused", ("why not?", "Why can't you answer that?", "why was that declined", "what did you not understand?")),
    ("can", ("What can you do?", "help", "what can I ask you", "Which questions can you answer?")),
    ("connected", ("What is connected?", "which apps are connected", "is the CRM connected?", "what are you connected to")),
    ("fresh", ("How fresh is the data?", "when was the last sync", "how up to date is the CRM data?", "When did you last sync?")),
    ("permission", ("Why can't I see Tom's salary?", "Why may I not see Tom's salary?", "who may see my phone number", "Who can see my pay?")),
    ("defined", ("What does overdue mean?", "how do you define win rate", "What counts as an open ticket?", "what do you mean by revenue")),
    ("greeting", ("Hello", "hi there!", "Good morning, Evergraph", "hey", "How are you?")),
    ("thanks", ("thanks", "Thank you very much!", "ok thanks", "great, thanks a lot", "thx", "many thanks")),
    ("noted", ("ok", "Got it.", "great", "Never mind", "That's all for now", "makes sense", "I see")),
    ("farewell", ("bye", "Good night!", "see you tomorrow")),
    ("who", ("Who are you?", "are you a bot", "what are you", "do you use a language model?")),
])
def test_a_question_about_itself_is_recognised_in_other_words(kind, wordings):
    assert [w for w in wordings if kind not in [a.kind for a in topics_asked(w)]] == []


@each_case("question", [
    "Who is missing from the Berlin team meeting?", "How many tickets are left?", "how old is ticket ATL-1 in days", "What is the status of ATL-1?",
    "Which tickets are overdue?", "who reports to Ana?", "Where is Bill based?", "When was ATL-1 created?", "how is the pipeline split by stage",
    "What is Bill's company called?", "who works on that ticket", "Which sources bring the most candidates?", "what are the open jobs",
    "how did Ana's deal end",
    "are there any candidates left for the Designer job", "who can I ask about invoices of Acme", "why did Ana leave", "How is Ana's team called?",
])
def test_a_question_about_the_company_is_none(question):
    turn = turn_of(question, NOBODY)
    assert about(turn, entry(Answer("answered", "It is **12**.", understood_as="the number of tickets"))) is None


NOBODY = {"crm": "Salesforce"}           # where nobody's employment is looked up


def entry(answer: Answer, question: str = "How many tickets are open?"):
    """A turn as the history holds it."""
    return {"question": question, "answer": answer.as_json()}


LAST = entry(Answer(
    "answered", "There are **12** open tickets.\n\n*Due date is known for 10 of 12 tickets.*", understood_as="the number of open tickets",
    elements=({"type": "notes", "line": ["Due date is known for 10 of 12 tickets."], "folded": ["As of 2026-11-20 08:00 UTC."]},),
    steps=(Step("t1", "Ticketing", "the open tickets", "12 tickets"),),
))


@each_case("question, parts", [
    ("How did you compute that?", ("“How many tickets are open?” as: the number of open tickets", "1. Ticketing: the open tickets → 12 tickets",
                                   "10 of 12")),
    ("what did you assume", ("the number of open tickets", "Due date is known for 10 of 12 tickets.")),
    ("who is left out and why", ("the number of open tickets", "known for 10 of 12")),
    ("as of when?", ("rests on no single records",)),
    ("which records is that based on", ("rests on no single records",)),
])
def test_the_last_answer_is_explained_from_what_was_kept_of_it(question, parts):
    turn = turn_of(question, NOBODY)
    said = answer_of(turn, about(turn, LAST)).text
    assert [p for p in parts if p not in said] == []


def test_why_there_was_no_answer_is_said_again():
    declined = entry(Answer("declined", "You may not see that. Ask your HR partner.", Reason.NOT_PERMITTED, "the pay rate of employee “Tom”"))
    turn = turn_of("why not?", NOBODY)
    assert "Ask your HR partner." in answer_of(turn, about(turn, declined)).text
    kept = {"type": "refused", "kind": "C", "about": "pay", "open_to": ["the person", "payroll"], "ask": "your HR partner", "roles": []}
    declined["answer"]["elements"] = [kept]
    assert "Pay: open to the person; payroll." in answer_of(turn, about(turn, declined)).text


def test_without_an_answer_before_there_is_nothing_to_explain():
    assert about(turn_of("How did you compute that?"), None) is None


@each_case("question, parts", [
    ("What can you answer?", ("How many vacation days do I have left?", "Connected: HR (Personio), CRM (Salesforce).")),
    ("which apps are connected?", ("HR (Personio)", "Not connected: recruiting, ticketing")),
    ("is the calendar connected", ("No, no calendar app is connected",)), ("is Salesforce connected?", ("Yes: CRM (Salesforce).",)),
    ("how fresh is the CRM data?", ("CRM: could not be asked just now",)), ("how fresh is the accounting data", ("No accounting app",)),
    ("Why can't I see Tom's salary?", ("pay rate", "the person", "a pay specialist", "ask your HR partner")),
    ("who can see my job title", ("Everybody in the company may see the job title.",)),
    ("who may see my social security number", ("It may be seen by nobody.",)), ("who are you", ("Evergraph", "no language model")),
    ("thanks!", ("You're welcome.",)), ("hello", ("what can you do?",)), ("ok", ("All right.",)), ("bye", ("Goodbye!",)),
])
def test_what_is_asked_of_the_assistant_is_told_from_status_and_policy(question, parts):
    turn = turn_of(question)
    said = answer_of(turn, about(turn, None)).text
    assert [p for p in parts if p not in said] == []


@each_case("question, parts, absent", [
    ("what counts as overdue", ("Of tickets: Overdue means open with", "Of invoices: Overdue means issued"), ()),
    ("what counts as an overdue ticket", ("Overdue means open with a due date",), ("issued", "Of tickets")),
    ("what does win rate mean", ("won deals among won and lost",), ()),
    ("what does a case mean", ("“ticket”", "“case”", "tickets of the ticketing app"), ()),
    ("what do you mean by an open role", ("job openings of the recruiting app",), ("Active means",)),
])
def test_a_word_is_defined_for_the_records_it_is_asked_of(question, parts, absent):
    turn = turn_of(question, NOBODY)
    said = answer_of(turn, about(turn, None)).text
    assert ([p for p in parts if p not in said], [p for p in absent if p in said]) == ([], [])


def test_with_a_model_nobody_is_told_that_there_is_none():
    turn = turn_of("do you use a language model?")
    turn = replace(turn, context=replace(turn.context, model=ModelConnection(ModelOptions({})).model(Gate())))     # opened by its first call only
    said = answer_of(turn, about(turn, None)).text
    assert "no language model" not in said
    assert "A language model reads what you write" in said
