"""`evergraph erase`: a person's conversations and all that was derived from them go."""

import sys

from ui.asking.runs import Runs
from ui.sign_in.access import asker
from workers.tenants.erasure import erase_person
from workers.wiring import open_installation

_OK, _NOT_SURE = 0, 1


def run(person: str, tenant: str | None, is_sure: bool) -> int:
    """Erase a person, after asking.

    Raises BadInput for somebody whom no company knows, HistoryUnavailable, GraphUnavailable, StoreUnavailable, Busy.
    """
    here = open_installation()
    try:
        who = asker(here.tenants, person, tenant)
        if not is_sure and input(f"Delete all conversations, preferences and mentions of {who.email} in {who.tenant}? Write yes: ") != "yes":
            return _NOT_SURE
        Runs(here).erase(who.tenant, who.email)         # first: what is worked on would write to the history
        erase_person(here, who.tenant, who.email)
    finally:
        here.close()
    sys.stdout.write(f"Erased: what {who.email} said in {who.tenant}, and what was derived from it. The log of private reads stays.\n")
    return _OK
