"""The door to Merge: records of one tenant's linked accounts, and what each reading is worth.

`gateway` decides found, none or unknown · `calls` builds requests from the catalogue · `client` is the SDK · `asking` retries and paces ·
`pages` walks · `values` makes raw JSON plain · `health` knows sync states and scopes · `names` Merge's internal model names.
"""

from ingest.gateway.client import load
from ingest.gateway.errors import CouldNotRead, NotAllowed, NotAMergeId, NotInCatalogue
from ingest.gateway.gateway import Gateway
from ingest.gateway.limits import Deadline
from ingest.gateway.options import GatewayOptions
from ingest.gateway.pages import First
from ingest.gateway.side_by_side import Expected

__all__ = ["CouldNotRead", "Deadline", "Expected", "First", "Gateway", "GatewayOptions", "NotAMergeId", "NotAllowed", "NotInCatalogue", "load"]
