"""Local services: Neo4j, Valkey, the sandbox, worker, beat and web server, for people without Docker, Java or Maven."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workers.services.connections import Connections
    from workers.services.doctor.findings import Row
    from workers.services.local import Services, Step

__all__ = ["Connections", "Row", "Services", "Step"]

_HOMES = {"Connections": "connections", "Row": "doctor.findings", "Services": "local", "Step": "local"}


def __getattr__(name: str) -> Any:
    """Loads the name's module when it is asked for: `evergraph ask` needs `workers.services.state` alone, and must start fast."""
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
