"""Merge's internal names of Common Models ("CRMAccount", "ticketing.TicketingTeam"), turned into `category/Model`.

Sync states, scopes and webhooks use them, and they follow neither the paths nor the SDK's class names. Documented are examples
(CRMAccount, TicketingTeam, AccountingTransaction, FileStorage…, KnowledgeBase…); the rest is derived from the catalogue: a name is the
model itself, or the prefix of its category (PREFIXES) + model. Upper and lower case are not told apart.
"""

from functools import cache

from ingest.merge_api import list_endpoints, models

PREFIXES = {
    "hris": ("HRIS",), "ats": ("ATS",), "crm": ("CRM",), "ticketing": ("Ticketing",), "accounting": ("Accounting",),
    "filestorage": ("FileStorage",), "knowledgebase": ("KnowledgeBase",), "email": ("Email",), "calendar": ("Calendar",), "chat": ("Chat",),
}


def model_of(name: str, category: str | None = None) -> str | None:
    """`category/Model` of an internal name, with or without its category before a dot; None where it is not known or not unique.

    The category of the linked account helps where the name carries none: "Contact" is the CRM's in a CRM account.
    """
    before, dot, rest = name.rpartition(".")
    if dot and before.lower() in PREFIXES:
        return _names(before.lower()).get(rest.lower())
    if category is not None:
        return _names(category).get(name.lower())
    found = {known[name.lower()] for known in map(_names, PREFIXES) if name.lower() in known}
    return found.pop() if len(found) == 1 else None


@cache
def _names(category: str) -> dict[str, str]:
    own = [key for key, model in models().items() if model.category == category and (model.role == "common" or key in list_endpoints())]
    prefixed = {
        (prefix + key.partition("/")[2]).lower(): key for key in own for prefix in PREFIXES.get(category, ())
    }
    return prefixed | {key.partition("/")[2].lower(): key for key in own}     # a model's own name wins: accounting/AccountingPeriod
