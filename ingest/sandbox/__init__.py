"""Merge's Unified API over company folders: an HTTP server that the unmodified SDK cannot tell from Merge.

It serves any number of tenants at once, each with tokens of its own, and is driven by `ingest.merge_api`: no resource has
code of its own. Each linked account has two layers, the provider's records and Merge's copy of them, and a clock that can
be set; what is read is the copy, as fresh as its last sync. It refuses to know what the records mean and who asks.

`serve` blocks; `running` is the same in a thread; `control_client.SandboxControl` changes what is served.
"""

from ingest.sandbox.server import Served, ServedAccount, running, serve
from ingest.sandbox.state import Options, Sandbox

__all__ = ["Options", "Sandbox", "Served", "ServedAccount", "running", "serve"]
