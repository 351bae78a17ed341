"""From a method and a path to the endpoint of the catalogue. No endpoint is known here by name."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from ingest import merge_api


@dataclass(frozen=True, slots=True)
class Route:
    """An endpoint and what stood in the holes of its path."""

    endpoint: merge_api.Endpoint
    values: dict[str, str]


class Routes:
    """All paths of a catalogue: plain ones by one look-up, those with parameters by their segments."""

    def __init__(self, endpoints: Iterable[merge_api.Endpoint]) -> None:
        self._plain: dict[tuple[str, str], merge_api.Endpoint] = {}
        self._holed: dict[tuple[str, int], list[tuple[tuple[str, ...], merge_api.Endpoint]]] = defaultdict(list)
        for endpoint in endpoints:
            if "{" not in endpoint.path:
                self._plain.setdefault((endpoint.http_method, endpoint.path), endpoint)
            else:
                parts = tuple(endpoint.path.split("/"))
                self._holed[endpoint.http_method, len(parts)].append((parts, endpoint))

    def find(self, method: str, path: str) -> Route | None:
        """The route of a call, None where the catalogue has none. `path` is relative to the base URL."""
        path = path.rstrip("/")
        plain = self._plain.get((method, path))
        if plain is not None:
            return Route(plain, {})
        segments = path.split("/")
        for parts, endpoint in self._holed[method, len(segments)]:
            values = _match(parts, segments)
            if values is not None:
                return Route(endpoint, values)
        return None


def _match(parts: tuple[str, ...], segments: list[str]) -> dict[str, str] | None:
    values: dict[str, str] = {}
    for part, segment in zip(parts, segments, strict=True):
        if part.startswith("{"):
            values[part[1:-1]] = segment
        elif part != segment:
            return None
    return values


@cache
def catalogue_routes() -> Routes:
    """The routes of Merge's catalogue."""
    return Routes(merge_api.endpoints())
