"""Merge's internal names of models, as they stand in webhook events and in `model_id` of a sync status.

They are not derived from paths: most models keep their name, these do not. For CRM and others the list follows the
webhook documentation; names that it does not give are the model's own.
"""

from functools import cache

from ingest import merge_api

INTERNAL = {
    "crm/Account": "CRMAccount",
    "crm/Contact": "CRMContact",
    "crm/User": "CRMUser",
    "ticketing/Account": "TicketingAccount",
    "ticketing/Contact": "TicketingContact",
    "ticketing/Team": "TicketingTeam",
    "ticketing/Tag": "TicketingTag",
    "ticketing/Attachment": "TicketingAttachment",
    "accounting/Transaction": "AccountingTransaction",
    "accounting/Employee": "AccountingEmployee",
    "accounting/AccountingAttachment": "AccountingAttachment",
}
PREFIXES = {"filestorage": "FileStorage", "knowledgebase": "KnowledgeBase"}


@cache
def internal_name(model: str) -> str:
    """`ticketing/Team` → `TicketingTeam`."""
    category, name = model.split("/")
    return INTERNAL.get(model) or PREFIXES.get(category, "") + name


@cache
def models_of(category: str) -> tuple[str, ...]:
    """The models of a category that have a list endpoint, in the catalogue's order."""
    return tuple(m for m, e in merge_api.list_endpoints().items() if e.category == category)


@cache
def model_named(category: str, name: str) -> str | None:
    """`hris`, `Employee` → `hris/Employee`; internal names too; None where the category has no such model."""
    if f"{category}/{name}" in merge_api.models():
        return f"{category}/{name}"
    return next((m for m in models_of(category) if internal_name(m) == name), None)
