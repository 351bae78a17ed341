"""Relations of the graph in people's words, as they are read from either end."""

from collections.abc import Mapping

from ui.text.words import say

# relation: (what its start does to its end, what its end does to its start)
WORDS: Mapping[str, tuple[str, str]] = {
    "JOINED_IN": ("is the same as", "is the same as"),
    "REPORTS_TO": ("reports to", "manages"), "MEMBER_OF": ("is a member of", "has the member"), "IN_GROUP": ("is in the group", "has in it"),
    "WORKS_AT": ("works at", "is the place of work of"), "EMPLOYED_BY": ("is employed by", "employs"),
    "HAS_ROLE": ("has the role", "is a role of"), "PART_OF": ("is part of", "has the part"),
    "OF_EMPLOYEE": ("belongs to", "has"), "OF_CANDIDATE": ("is of", "has"), "OF_APPLICATION": ("belongs to", "has"),
    "OF_INTERVIEW": ("is about", "has"), "FOR_JOB": ("is for", "has"), "IN_STAGE": ("is in the stage", "holds"),
    "IN_DEPARTMENT": ("is in the department", "has in it"), "IN_OFFICE": ("is in the office", "has in it"),
    "HIRING_MANAGER": ("has the hiring manager", "is hiring manager of"), "RECRUITER": ("has the recruiter", "recruits for"),
    "CREDITED_TO": ("is credited to", "is credited with"), "ORGANIZED_BY": ("is organised by", "organises"),
    "INTERVIEWED_BY": ("is held by", "interviews in"),
    "OWNED_BY": ("is owned by", "owns"), "WORKS_FOR": ("works for", "has the contact"), "WITH_ACCOUNT": ("is with", "has"),
    "WITH_CONTACT": ("is with", "is the contact of"), "ABOUT_OPPORTUNITY": ("is about", "has"), "OF_TYPE": ("is a", "is the kind of"),
    "CONVERTED_TO": ("became", "came from"), "CONVERTED_TO_ACCOUNT": ("became", "came from"),
    "ASSIGNED_TO": ("is assigned to", "works on"), "ASSIGNED_TO_TEAM": ("is assigned to", "works on"),
    "CREATED_BY": ("was created by", "created"), "IN_COLLECTION": ("is in", "holds"), "OF_TICKET": ("belongs to", "has"),
    "OF_COMPANY": ("is of", "has"), "FOR_CUSTOMER": ("is for", "has"), "ON_ACCOUNT": ("is booked on", "books"),
    "ON_TERMS": ("is on the terms", "are the terms of"),
    "FOR_ORDER": ("is for the order", "is ordered by"), "SETTLED_BY": ("is settled by", "settles"), "PAID_WITH": ("is paid with", "pays"),
    "IN_PERIOD": ("is in the period", "holds"), "TRACKED_IN": ("is tracked in", "tracks"), "TAXED_AT": ("is taxed at", "is the rate of"),
    "IN_DRIVE": ("is in the drive", "holds"), "IN_FOLDER": ("is in the folder", "holds"), "IN_CONTAINER": ("is in", "holds"),
    "EDITED_BY": ("was edited last by", "edited last"), "HAS_ATTACHMENT": ("has the attachment", "is attached to"),
    "HAS_MEMBER": ("has the member", "is a member of"), "CONTAINS": ("contains", "is in"), "OF_CAMPAIGN": ("is of the campaign", "has"),
}


def in_words(relation: str, *, outgoing: bool = True) -> str:
    """"reports to", or seen from the other end "manages", in the language that is spoken."""
    plain = relation.lower().replace("_", " ")
    return say(WORDS.get(relation, (plain, plain))[0 if outgoing else 1])
