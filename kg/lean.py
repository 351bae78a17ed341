"""Imports without optional dependencies: hides modules from a library that would load them where they are installed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def left_out(*names: str) -> Iterator[None]:
    """Modules of these names seem not to be installed, unless they are loaded already; afterwards everything is as before."""
    hidden = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]    # None: the import system says that there is none
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]
