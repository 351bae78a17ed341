"""What goes wrong with local services; each message says what to do."""

from kg.errors import BadInput, EvergraphError


class ServiceFailed(EvergraphError):
    """A local service did not start. `evergraph doctor` looks for the reason."""


class JarsUnusable(ServiceFailed):
    """Neo4j's jars are missing, or not the ones we checked. `evergraph doctor` names them."""


class JavaMissing(ServiceFailed):
    """No Java 17 or 21 was found. Install one, or reinstall Evergraph, which brings one along."""


class PortTaken(BadInput):
    """The port is in use by another program. Choose another, or leave the setting empty for a free one."""


class HomeNotWritable(BadInput):
    """Evergraph's home cannot be written. Set EVERGRAPH_HOME to a folder that can."""
