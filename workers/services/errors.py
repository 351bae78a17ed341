"""What goes wrong with local services; each message says what to do."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kg.errors import BadInput, EvergraphError


class ServiceFailed(EvergraphError):
    """A local service did not start. `evergraph doctor` looks for the reason."""


class JarsUnusable(ServiceFailed):
    """Neo4j's jars are missing, or not the ones we checked. `evergraph doctor` names them."""


class JavaMissing(ServiceFailed, BadInput):
    """No Java 17 or 21 was found. Install one, or reinstall Evergraph, which brings one along."""


class ModelFileUnusable(ServiceFailed, BadInput):
    """The file of EVERGRAPH_MODEL_FILE cannot be served. Set it to a GGUF file, or leave it out."""


class ExtraMissing(ServiceFailed, BadInput):
    """What serves EVERGRAPH_MODEL_FILE is not installed. Install Evergraph with its extra `local`."""


class PortTaken(BadInput):
    """The port is in use by another program. Choose another, or leave the setting empty for a free one."""


class HomeNotWritable(BadInput):
    """Evergraph's home cannot be written. Set EVERGRAPH_HOME to a folder that can."""


class DiskFull(BadInput):
    """The disk of Evergraph's home is full. Make room, or set EVERGRAPH_HOME to another disk."""


_FULL = "The disk of {home} is full ({why}). Make room, or set EVERGRAPH_HOME to another disk. Nothing is lost."
_SHUT = "Evergraph's home {home} cannot be written ({why}). Set EVERGRAPH_HOME to a folder that can."
_OF_THE_DISK: dict[int, tuple[type[BadInput], str]] = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), (DiskFull, _FULL)),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR), (HomeNotWritable, _SHUT)),
}


@contextmanager
def disk_errors(home: Path) -> Iterator[None]:
    """Errors of the disk under a home leave as ours."""
    try:
        yield
    except OSError as error:
        kind, text = _OF_THE_DISK.get(error.errno or 0, (None, ""))
        if kind is None:
            raise
        raise kind(text.format(home=home, why=error.strerror)) from error
