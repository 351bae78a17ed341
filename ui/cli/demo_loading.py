"""The demo company's way into the graph. Loaded by `ui.cli.demo` while the services start, for what it needs takes a second to import."""

import hashlib

from ingest.demo import DEMO_PERSON, SLUG
from kg.errors import SourceUnavailable
from kg.resolve import by_email
from kg.schema import PROJECTION
from ui.cli.sync import sync_with_bar
from workers import tasks
from workers.settings import Settings

_SYNC_SECONDS = 300.0
_PROJECTED = f"demo:{SLUG}:projected"       # in the store: the digest of what the graph holds in full


def load_demo(settings: Settings) -> None:
    """Have the company in the graph, in full. Where it is already, nothing can have changed: its files are those, and its clock stands still.

    Raises SourceUnavailable, GraphUnavailable, StoreUnavailable.
    """
    here, digest = tasks.installation(), _digest(settings)
    if here.store.get(_PROJECTED) == digest and by_email(here.graph, SLUG, [DEMO_PERSON])[DEMO_PERSON]:
        return
    synced = sync_with_bar(SLUG, "full", _SYNC_SECONDS)
    if not synced.is_over or synced.failed:
        reasons = "; ".join(f"{part.model}: {part.error}" for part in synced.failed) or "it took too long"
        raise SourceUnavailable(f"The demo company could not be read in full ({reasons}). Logs: {settings.home / 'logs'}")
    here.store.put(_PROJECTED, digest)


def _digest(settings: Settings) -> bytes:
    """What a projection of the company rests on: its files, and the version of the rows made of them."""
    folder = settings.home / "companies" / SLUG
    sums = [hashlib.sha256(file.read_bytes()).digest() for file in sorted(folder.rglob("*.json"))]
    return hashlib.sha256(b"".join([*sums, str(PROJECTION).encode()])).hexdigest().encode()
