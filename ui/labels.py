"""Names of apps and kinds of records as people say them. The standard library alone: `evergraph ask` starts with this."""

import re

_APPS = {
    "hris": "HR", "ats": "recruiting", "crm": "CRM", "knowledgebase": "knowledge base", "filestorage": "files", "mktg": "marketing", "hub": "joined",
}
_KINDS = {"crm/Engagement": "conversation", "ats/ScheduledInterview": "interview", "ats/RemoteUser": "user"}


def kind_of(category: str, model: str) -> str:
    """"CRM account", "HR time off balance": a record's kind, with the app it is from."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", model.rpartition("/")[2]).lower()
    return f"{app_of(category)} {_KINDS.get(model, words)}"


def app_of(category: str) -> str:
    """"HR", "CRM": what people call the app of a category."""
    return _APPS.get(category, category)
