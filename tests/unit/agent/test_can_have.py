"""Which questions for a number are offered of a thing: what records of the kind say themselves that they are of such a thing."""

from agent.catalogue import catalogue
from agent.dialogue.suggestions import can_have, is_counted
from kg.resolve import Candidate
from tests.cases import each_case


@each_case("of, kind, is_asked", [
    ("hris/Employee", "ticketing/Ticket", True), ("hris/Employee", "crm/Account", True), ("crm/Account", "crm/Opportunity", True),
    ("crm/Account", "accounting/Invoice", True), ("hris/Team", "hris/Employee", True), ("ats/Job", "ats/Application", True),
    ("accounting/Invoice", "crm/Account", False), ("ticketing/Ticket", "crm/Account", False), ("crm/Opportunity", "crm/Account", False),
    ("hris/Employment", "hris/Team", False), ("crm/Account", "accounting/Revenue", False),
])
def test_a_number_is_offered_only_of_what_a_thing_can_have(of: str, kind: str, *, is_asked: bool) -> None:
    one = Candidate("k", of, "1", "a", "Kenmore Freight", (), None, {}, "exact", 1.0, ())
    assert can_have(catalogue(), one, catalogue().models[kind]) is is_asked


def test_how_many_there_are_is_not_asked_of_what_has_no_plural() -> None:
    assert [m.id for m in catalogue().models.values() if m.spoken and not is_counted(m)] == ["accounting/Revenue"]
