"""Names of apps and kinds of records as people say them. The standard library alone: `evergraph ask` starts with this."""

import re

from ui.text.words import say

_APPS = {
    "hris": "HR", "ats": "recruiting", "crm": "CRM", "knowledgebase": "knowledge base", "filestorage": "files", "mktg": "marketing", "hub": "joined",
}
_NO_PAGE = frozenset({
    "hris/TimeOff", "hris/TimeOffBalance", "hris/TimesheetEntry", "hris/Dependent", "hris/Benefit", "hris/EmployeePayrollRun", "hris/Pay",
    "hris/BankInfo", "hris/Employment", "hris/Earning", "hris/Deduction", "hris/Tax", "hris/PayrollRun", "hris/PayGroup", "hris/EmployerBenefit",
    "accounting/Revenue",
})
_KINDS = {"crm/Engagement": "conversation", "ats/ScheduledInterview": "interview", "ats/RemoteUser": "user"}


def kind_of(category: str, model: str) -> str:
    """"CRM account", "HR time off balance": a record's kind, with the app it is from, in English."""
    app, kind = kind_in_parts(category, model)
    return f"{app} {kind}" if app else kind


def kind_said(category: str, model: str) -> str:
    """The same in the language that is spoken here."""
    whole, (app, kind) = kind_of(category, model), kind_in_parts(category, model)
    if say(whole) != whole:             # in other languages some are called otherwise in one app than in another
        return say(whole)
    return say("{app} {kind}", app=say(app), kind=say(kind)) if app else say(kind)


def kind_in_parts(category: str, model: str) -> tuple[str, str]:
    """The app, "" where the kind says it: a file of the files is a file, a ticket of ticketing a ticket; and what it is."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", model.rpartition("/")[2]).lower()
    kind, app = _KINDS.get(model, words), app_of(category)
    return "" if app in (f"{kind}s", f"{kind}ing") or kind.startswith(f"{app} ") else app, kind


def app_of(category: str) -> str:
    """"HR", "CRM": what people call the app of a category."""
    return _APPS.get(category, category)


def more_records(count: int) -> str:
    """That there are so many behind those that are named, in the language that is spoken here."""
    return say("and 1 more record") if count == 1 else say("and {count} more records", count=count)


def has_page(model: str) -> bool:
    """Is there a page of each record of the model? Not where it is private already that somebody has one, nor of what is made out of others."""
    return model not in _NO_PAGE


def moment(text: str) -> str:
    """A time in ISO text, for people, by the clock that it is written in: "2026-11-20 09:00"; of one in UTC that is said."""
    return text[:16].replace("T", " ") + (" UTC" if text.endswith(("Z", "+00:00")) else "")


def name_of(email: str) -> str:
    """What somebody is called by their address: "ana.ruiz@acme.test" is Ana Ruiz."""
    return " ".join(word.capitalize() for word in re.split(r"[._\-+]+", email.partition("@")[0]) if word) or email


def initials(email: str) -> str:
    """The first letters of the first and the last of these names."""
    words = name_of(email).split()
    return words[0][0] + words[-1][0] if len(words) > 1 else words[0][:2].upper()
