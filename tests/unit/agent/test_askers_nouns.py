"""Kinds of things are called as the asker called them, where that is a noun that can be counted and that nothing else in the plan is called by."""

from agent.catalogue import catalogue
from agent.phrasing.askers_nouns import in_askers_nouns
from tests.cases import each_case

DEAL, CUSTOMER, PERSON, TICKET = "crm/Opportunity", "crm/Account", "hris/Employee", "ticketing/Ticket"


def called(models: list[str], *said: str) -> list[tuple[str, str]]:
    known = in_askers_nouns(catalogue(), models, said)
    return [(known.models[model].label, known.models[model].plural) for model in models]


@each_case(("said", "models", "nouns"), [
    (("which deals are open",), [DEAL], [("deal", "deals")]),
    (("Deals in Porto",), [DEAL], [("deal", "deals")]),
    (("which customer has the most deals",), [CUSTOMER, DEAL], [("customer", "customers"), ("deal", "deals")]),
    (("how many people are off",), [PERSON], [("person", "people")]),
    (("how many staff are off",), [PERSON], [("employee", "staff")]),                          # nobody says "1 staff"
    (("and in Berlin?", "how many deals are there"), [DEAL], [("deal", "deals")]),             # of a message before
    (("and of the opportunities?", "how many deals are there"), [DEAL], [("opportunity", "opportunities")]),
    (("are the issues tickets?",), [TICKET], [("ticket", "tickets")]),                         # both: the label
    (("who owns Deals Direct",), [DEAL], [("opportunity", "opportunities")]),                  # a name
    (("which customers have overdue invoices",), ["accounting/Contact"], [("customer", "customers")]),
    (("do we owe a supplier anything",), ["accounting/Contact"], [("supplier", "suppliers")]),
    (("customers and suppliers in Porto",), ["accounting/Contact"], [("customer or supplier", "customers or suppliers")]),
    (("is there any leave left",), ["hris/TimeOff"], [("time-off request", "time-off requests")]),
    (("which leave was approved",), ["hris/TimeOff"], [("time-off request", "time-off requests")]),
    (("which candidate notes and notes are new",), ["ats/Activity", "crm/Note"], [("candidate note", "candidate notes"), ("note", "notes")]),
    (("how many jobs are open",), ["ats/Job", "hris/Employment"], [("job opening", "job openings"), ("job", "jobs")]),       # both could be meant
])
def test_a_kind_of_thing_is_called_by_the_noun_of_the_message(said: tuple[str, ...], models: list[str], nouns: list[tuple[str, str]]) -> None:
    assert called(models, *said) == nouns


def test_what_is_called_so_already_is_told_apart_by_its_app() -> None:
    known = in_askers_nouns(catalogue(), [CUSTOMER], ["which customers are there"])
    assert {model.label for model in known.models.values() if model.id in (CUSTOMER, "ticketing/Account")} == {"customer", "ticketing customer"}


def test_a_relation_that_is_called_as_what_it_leads_to_is_called_by_the_noun_too() -> None:
    known = in_askers_nouns(catalogue(), [CUSTOMER, DEAL], ["deals by customer of our customers"])
    assert known.relation("crm/Opportunity.account").words[0] == "customer" and known.relation("crm/Opportunity.owner").words[0] == "owner"


def test_the_same_nouns_give_the_same_catalogue() -> None:
    one, other = (in_askers_nouns(catalogue(), [DEAL], [text]) for text in ("open deals", "how many deals are there"))
    assert one is other and in_askers_nouns(catalogue(), [DEAL], ["open opportunities"]) is catalogue()
