"""How a tie to other things is said behind a noun: "assigned to", "of", "whose interviewers are"."""

from collections.abc import Mapping

from agent.catalogue import Catalogue, Relation
from agent.phrasing.inflection import singular
from agent.phrasing.nouns import relation_phrase
from agent.respond.noun_phrase import Things

_TIED: Mapping[str, str] = {            # how people say a tie that the catalogue has no preposition for, or a vaguer one
    "hris/Employee.manager": "reporting to", "hris/Employee.chain": "under", "hris/Employee.tree": "under",
    "hris/Employee.department": "in", "hris/Employee.group": "in", "hris/Employee.business_unit": "in", "hris/Employee.cost_center": "in",
    "hris/Employee.work_location": "in", "hris/Employee.home_location": "living in",
    "ticketing/Ticket.assignees": "assigned to", "ticketing/Ticket.assigned_teams": "assigned to", "ticketing/User.teams": "in",
    "crm/Opportunity.owner": "owned by", "crm/Account.owner": "owned by", "crm/Lead.owner": "owned by",
    "ats/ScheduledInterview.application": "for", "ats/Offer.application": "for", "ats/Scorecard.application": "for",
    "ats/Job.recruiters": "recruited by", "hris/Pay.employee": "of", "hris/TimeOff.employee": "of",
}


def tie_said(catalogue: Catalogue, relation: Relation) -> str:
    """What stands between a thing and what it is tied to: "assigned to", of the lines of an invoice "of"."""
    of_whole = relation.fk is not None and relation.fk in catalogue.models[relation.model].rows_of
    return "of" if of_whole else _TIED.get(relation.id) or relation_phrase(catalogue, relation)


def relative(said: str, whose: str) -> str:
    """"with Ana", "whose interviewers are …"."""
    if not said.startswith("whose "):
        return f"{said} {whose}"
    return f"{said.removesuffix(' is')} {'are' if whose.startswith(('the ', 'your ')) else 'is'} {whose}"


def says_tie(catalogue: Catalogue, made: Things, relation: Relation) -> bool:
    """Does the noun say the tie itself, as "direct reports" says whom they report to?"""
    led = catalogue.relation_from(relation.model, relation.fk) if relation.fk is not None and not relation.closure else None
    return led is not None and made.one != catalogue.models[relation.model].label and made.one in {singular(word) for word in led.words}
