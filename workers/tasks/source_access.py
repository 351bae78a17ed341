"""Check of a tenant's credentials at Merge before a sync is queued."""

from ingest.gateway import Gateway
from ingest.gateway.errors import Refused
from kg.errors import EvergraphError, WrongSetting
from workers.tasks.process import installation


def check_way_in(tenant: str) -> None:
    """Ask Merge for sync states, so that a sync with wrong credentials fails here and not in the queue.

    Raises WrongSetting where it refuses every linked account: then the key is wrong. Anything else the syncs find out.
    """
    gateway = installation().gateway(tenant)
    if gateway.accounts and all(_is_refused(gateway, category) for category in gateway.categories()):
        raise WrongSetting(
            f"MERGE_API_KEY: Merge refuses the key, or every account token of {tenant}. Write the key that Merge's dashboard shows, "
            "and see that MERGE_BASE_URL is its region.")


def _is_refused(gateway: Gateway, category: str) -> bool:
    try:
        gateway.sync_states(category, fresh=True)
    except Refused:
        return True
    except EvergraphError:
        return False
    return False
